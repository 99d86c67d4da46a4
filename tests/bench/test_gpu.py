"""bench/gpu.sh on a CPU with its tiny model: every phase runs, and what it counts is right."""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

HOME = Path(__file__).parents[2]
WHATS = {"sft": ["SFT step"], "grpo": ["round-start log-probabilities", "GRPO update"], "generate": ["prompts read", "decoding"]}


@pytest.fixture(scope="module")
def gpu():
    spec = importlib.util.spec_from_file_location("bench_gpu", HOME / "bench" / "gpu.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(HOME / "bench"))  # as for a script
        spec.loader.exec_module(module)
        yield module
    sys.modules.pop("gpu_model", None)


@pytest.fixture(scope="module")
def model(gpu):
    return gpu.build(gpu.TINY, "cpu", torch.float32)


@pytest.mark.parametrize("phase", list(WHATS))
def test_a_phase_says_what_it_measured_three_times(gpu, phase, capsys):
    bench = gpu.Bench(argparse.Namespace(phase=phase, repetitions=3, tiny=True))
    getattr(bench, phase)()
    about, *lines = map(json.loads, capsys.readouterr().out.splitlines())
    assert about["peak_tflops"] is None or torch.cuda.is_available()
    assert [line["what"] for line in lines] == WHATS[phase] * 3
    assert all(line["tokens_per_s"] == pytest.approx(line["tokens"] / line["seconds"]) and line["peak_gb"] > 0 for line in lines)
    for line in lines:
        if line["what"] == "GRPO update":
            assert line["ratio_error"] < 0.1 and line["grad_norm"] > 0


@pytest.mark.slow
def test_the_script_runs_every_phase_and_keeps_what_it_printed(tmp_path):
    environment = {**os.environ, "PYTHON": sys.executable, "OUT": str(tmp_path / "out"), "CUDA_VISIBLE_DEVICES": ""}
    command = ["bash", str(HOME / "bench" / "gpu.sh"), "--tiny", "--repetitions", "3", "--limit", "600"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    lines = [json.loads(line) for line in (tmp_path / "out" / "gpu.jsonl").read_text().splitlines()]
    assert [line["what"] for line in lines if "what" in line] == [what for whats in WHATS.values() for what in whats * 3]
    assert (tmp_path / "out" / "gpu.txt").read_text() in done.stdout


def test_a_phase_over_its_limit_is_cut_and_said(gpu):
    lines = gpu.run_phase("sft", 0.3, ["--tiny", "--repetitions", "3"])
    assert [line.get("error") for line in lines] == ["cut at its limit of 0.3 s"]
    whole = {"what": "decoding", "tokens_per_s": 5.0, "seconds": 2.0, "mfu": None, "peak_gb": 1.0}
    text = gpu.table([*lines, {"phase": "generate", **whole}, {"phase": "generate", **whole, "tokens_per_s": 7.0}])
    assert "sft: cut at its limit of 0.3 s" in text and "6 (5 .. 7)" in text and "peak unknown" in text


def test_log_probabilities_are_those_of_training(gpu, model):
    from mag.train.batches import Batch
    from mag.train.logprobs import token_logprobs

    rows = gpu.make_rows(gpu.TINY, 1, 3, "cpu", torch.float32)
    assert sum(rows.counts) == len(rows.targets) and len(set(rows.lengths)) > 1
    with torch.no_grad():
        expected = token_logprobs(model, Batch(rows.inputs, rows.where, rows.targets))
        assert torch.equal(gpu.logprobs(model, rows), expected)


def test_counted_operations_are_those_of_torchs_own_counter(gpu, model):
    """The products with weights, and with plain matrix products in place of the attention kernels what attention adds to them."""
    from torch.utils.flop_counter import FlopCounterMode

    rows = gpu.make_rows(gpu.TINY, 2, 2, "cpu", torch.float32, equal=True)

    def counted() -> dict[str, int]:
        with torch.no_grad(), FlopCounterMode(display=False) as counter:
            model.base_model(**rows.inputs, use_cache=False)
        return {str(name): flops for name, flops in counter.get_flop_counts()["Global"].items()}

    flops = gpu.Flops.of(model, gpu.TINY)
    kernels = counted()
    assert sum(kernels[f"aten.{name}"] for name in ("mm", "addmm", "convolution")) == pytest.approx(flops.weights(rows), rel=0.02)
    model.set_attn_implementation("eager")
    more = sum(counted().values()) - sum(kernels.values())
    model.set_attn_implementation("sdpa")
    patches = gpu.TINY.grid[0] * gpu.TINY.grid[1]
    picture = 4 * 2 * patches**2 * gpu.TINY.vision_depth * gpu.TINY.vision_hidden
    assert more == 2 * (flops.attention(rows) - picture) + picture  # plain products also go over what is masked


def test_the_optimizer_clips_and_moves_the_weights(gpu):
    layer = torch.nn.Linear(4, 4).bfloat16()
    before = layer.weight.detach().clone()
    optimizer = gpu.Optimizer(layer, 0.1)
    (layer(torch.ones(1, 4).bfloat16()).sum() * 100).backward()
    assert optimizer.step() > 0.1
    assert not torch.equal(layer.weight, before) and layer.weight.grad is None
    assert torch.equal(layer.weight, optimizer.copies[0].bfloat16())
