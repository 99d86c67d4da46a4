"""The order of a push, and what is left when it fails at any of its steps."""

import json
import socket
import struct

import pytest

from mag.errors import BadInput, Corrupt, MagError, Transient
from mag.local.weights import checkpoint_digest
from mag.serve.probe import Probe, distance, require_served, served_logprobs
from mag.serve.push import name_version, push_weights
from tests.serve.fake_vllm import start_vllm

STEPS = [
    "/collective_rpc",
    "/pause?mode=wait",
    "/init_weight_transfer_engine",
    "/start_weight_update",
    "/update_weights",
    "/finish_weight_update",
    "/reset_prefix_cache",
    "/reset_mm_cache",
    "/reset_encoder_cache",
    "/resume",
]


@pytest.fixture
def folder(tmp_path):
    header = json.dumps({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    (tmp_path / "model.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + bytes(4))
    return tmp_path


def test_a_push(folder):
    with start_vllm(version="old") as fake:
        push = push_weights(fake.url, folder)
        assert fake.paths == STEPS and not fake.paused and not fake.updating
        assert dict(fake.asked)["/update_weights"] == {"update_info": {"folder": str(folder)}}
        assert (push.before, push.version, fake.version) == ("old", checkpoint_digest(folder), checkpoint_digest(folder))
        assert 0 < push.paused_s <= push.seconds


@pytest.mark.parametrize("failing", ["/collective_rpc", "/pause", "/init_weight_transfer_engine"])
def test_before_the_update_starts_a_failure_leaves_the_old_weights(folder, failing):
    with start_vllm(version="old", failing={failing: 500}) as fake:
        with pytest.raises(Transient, match=f"answered 500 to {failing}") as caught:
            push_weights(fake.url, folder)
        assert "\n" not in str(caught.value)
        assert (fake.version, fake.paused, fake.updating) == ("old", False, False)


@pytest.mark.parametrize("failing", STEPS[3:])
def test_after_that_the_server_stays_paused_and_must_be_restarted(folder, failing):
    with start_vllm(version="old", failing={failing: 500}) as fake:
        with pytest.raises(MagError, match="restart it") as caught:
            push_weights(fake.url, folder)
        assert fake.paused and not isinstance(caught.value, Transient)  # trying again would not help


def test_weights_that_do_not_fit_are_refused_before_anything_is_touched(folder):
    with start_vllm(objection="a has shape [1] there and [2] here") as fake:
        with pytest.raises(BadInput, match=r"does not fit .*a has shape .*old weights serve on"):
            push_weights(fake.url, folder)
        assert fake.paths == ["/collective_rpc"]
    with start_vllm() as fake:
        (folder / "model.safetensors").write_bytes(b"x")
        with pytest.raises(BadInput, match="is broken"):
            push_weights(fake.url, folder)
        assert fake.paths == []


def test_servers_that_take_no_weights(folder):
    with start_vllm(push=False) as fake, pytest.raises(BadInput, match="takes no new weights"):
        push_weights(fake.url, folder)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(Transient, match="is `mag serve` running"):
            push_weights(f"http://127.0.0.1:{taken.getsockname()[1]}/v1", folder)


def test_a_server_is_told_its_version():
    with start_vllm() as fake:
        name_version(fake.url.removesuffix("/v1"), "abc")
        assert fake.version == "abc"


def test_probes_compare():
    assert distance(((-1.0, -2.0), (-3.0,)), ((-1.0, -2.5), (-3.0,))) == 0.5
    assert require_served(((-1.0,),), ((-1.1,),), 0.2) == pytest.approx(0.1)
    for wrong in (((-1.5,),), ((float("nan"),),)):
        with pytest.raises(Corrupt, match="not the weights"):
            require_served(wrong, ((-1.0,),), 0.2)
    with start_vllm() as fake, pytest.raises(Transient, match="no log-probabilities"):
        served_logprobs(fake.url, "tiny", Probe(((1, 2),)))
