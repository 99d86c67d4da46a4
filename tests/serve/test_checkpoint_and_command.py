"""What is refused before vLLM is started, and what it is started with."""

import json
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from mag.errors import BadInput
from mag.serve.checkpoint import open_checkpoint
from mag.serve.command import WORKER, command, dtype_of, variables
from mag.serve.environment import READY, Environment, find_environment
from mag.serve.launch import serving
from mag.serve.settings import ServeConf, check, load_serve

CPU, CUDA = Environment(Path("/v/bin/python"), "cpu"), Environment(Path("/v/bin/python"), "cuda")


def weights(path, dtype="F32", size=16, cut=0):
    header = json.dumps({"__metadata__": {"format": "pt"}, "a": {"dtype": dtype, "shape": [size // 4], "data_offsets": [0, size]}}).encode()
    path.write_bytes((struct.pack("<Q", len(header)) + header + bytes(size))[: -cut or None])


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "ckpt"
    made.mkdir()
    (made / "config.json").write_text(json.dumps({"model_type": "qwen3_5", "text_config": {"layer_types": ["full_attention"]}}))
    (made / "tokenizer.json").write_text("{}")
    weights(made / "model.safetensors")
    return made


def value(arguments, name):
    return arguments[arguments.index(name) + 1]


def test_a_whole_checkpoint(folder):
    checkpoint = open_checkpoint(folder)
    assert (checkpoint.layers, checkpoint.dtype) == (("full_attention",), "float32")
    weights(folder / "more.safetensors", "BF16", 64)
    weights(folder / "odd.safetensors", "I64", 8)
    assert open_checkpoint(folder).dtype == "bfloat16"  # most of it


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda f: (f / "config.json").unlink(), "config.json cannot be read"),
        (lambda f: (f / "config.json").write_text("[1]"), "not an object"),
        (lambda f: (f / "tokenizer.json").unlink(), "no tokenizer"),
        (lambda f: (f / "model.safetensors").unlink(), "no \\*.safetensors"),
        (lambda f: weights(f / "model.safetensors", cut=3), "not as long as its header says"),
        (lambda f: (f / "model.safetensors").write_bytes(b"\xff" * 40), "no safetensors header"),
        (lambda f: (f / "model.safetensors").write_bytes(b""), "no safetensors header"),
        (lambda f: (f / "model.safetensors").write_bytes(struct.pack("<Q", 2) + b"[]"), "is broken"),
        (lambda f: (f / "model.safetensors.index.json").write_text('{"weight_map": {"b": "model-2.safetensors"}}'), "lacks model-2"),
        (lambda f: (f / "model.safetensors.index.json").write_text("{}"), "index.json cannot be read"),
    ],
)
def test_what_is_missing_or_broken_is_named(folder, spoil, words):
    spoil(folder)
    with pytest.raises(BadInput, match=words) as caught:
        open_checkpoint(folder)
    assert "\n" not in str(caught.value)


def test_no_folder(tmp_path):
    with pytest.raises(BadInput, match="is no folder"):
        open_checkpoint(tmp_path / "none")


def test_the_command(folder):
    checkpoint = open_checkpoint(folder)
    arguments = command(ServeConf(extra=["--max-num-seqs", "4"]), CPU, checkpoint, ("tiny", "tiny@abc"))
    assert arguments[:3] == ["/v/bin/python", "-m", "vllm.entrypoints.openai.api_server"]
    assert (value(arguments, "--host"), value(arguments, "--max-model-len"), value(arguments, "--dtype")) == (
        "127.0.0.1",
        "17024",
        "float32",
    )
    assert json.loads(value(arguments, "--limit-mm-per-prompt")) == {"image": 1, "video": 0}
    assert json.loads(value(arguments, "--mm-processor-kwargs")) == {"use_fast": False}
    assert "--mm-processor-kwargs" not in command(ServeConf(pictures="torchvision"), CPU, checkpoint, ("m",))
    assert (value(arguments, "--generation-config"), value(arguments, "--logprobs-mode")) == ("vllm", "processed_logprobs")
    at = arguments.index("--served-model-name")
    assert arguments[at + 1 : at + 3] == ["tiny", "tiny@abc"] and arguments[-2:] == ["--max-num-seqs", "4"]
    assert "--enforce-eager" in arguments and "--no-enable-prefix-caching" in arguments and "--gpu-memory-utilization" not in arguments
    conf = ServeConf(tensor_parallel=8, pipeline_parallel=2, data_parallel=3, executor="ray", push=False, gpu_memory=0.8)
    arguments = command(conf, CUDA, replace(checkpoint, config={}), ("m",))
    sizes = [value(arguments, f"--{kind}-parallel-size") for kind in ("tensor", "pipeline", "data")]
    assert sizes == ["8", "2", "3"] and value(arguments, "--distributed-executor-backend") == "ray"
    assert value(arguments, "--gpu-memory-utilization") == "0.8" and "--weight-transfer-config" not in arguments
    assert "--enforce-eager" not in arguments and "--no-enable-prefix-caching" not in arguments


def test_linear_attention_on_a_cpu_is_bfloat16(folder):
    checkpoint = replace(open_checkpoint(folder), config={"layer_types": ["linear_attention", "full_attention"]})
    assert (dtype_of(ServeConf(), CPU, checkpoint), dtype_of(ServeConf(), CUDA, checkpoint)) == ("bfloat16", "float32")
    with pytest.raises(BadInput, match="bfloat16"):
        dtype_of(ServeConf(dtype="float32"), CPU, checkpoint)


def test_secrets_stay_out_of_the_server_and_its_command_line(folder):
    conf = ServeConf(key_variable="SERVE_TEST_KEY", push=False)
    inherited = {
        "PATH": "/bin",
        "OPENAI_API_KEY": "sk-1",
        "HF_TOKEN": "hf",
        "DB_PASSWORD": "p",
        "PYTHONPATH": "/ours",
        "SERVE_TEST_KEY": "sk-canary",
    }
    found = variables(conf, CPU, inherited)
    assert found["VLLM_API_KEY"] == "sk-canary" and found["PYTHONPATH"] == str(WORKER) and found["PATH"] == "/bin"
    assert not {"OPENAI_API_KEY", "HF_TOKEN", "DB_PASSWORD", "SERVE_TEST_KEY"} & found.keys()
    assert "VLLM_SERVER_DEV_MODE" not in found and variables(ServeConf(), CPU, {})["VLLM_SERVER_DEV_MODE"] == "1"
    assert "sk-canary" not in str(command(conf, CPU, open_checkpoint(folder), ("m",)))
    with pytest.raises(BadInput, match="SERVE_TEST_KEY is not set"):
        variables(conf, CPU, {})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"host": "0.0.0.0"}, "set key_variable"),
        ({"host": "0.0.0.0", "key_variable": "K"}, "set push: false"),
        ({"port": 0}, "port"),
        ({"executor": "dask"}, "executor"),
        ({"pictures": "none"}, "pictures"),
        ({"tensor_parallel": 0}, "tensor_parallel"),
        ({"gpu_memory": 1.5}, "gpu_memory"),
    ],
)
def test_settings_that_cannot_work_or_open_the_server_are_refused(folder, changes, words):
    with pytest.raises(BadInput, match=words), serving(ServeConf(**changes), folder):
        pass


def test_another_host_with_a_key_is_let_in():
    check(ServeConf(host="0.0.0.0", key_variable="K", push=False))


def test_conf(tmp_path, monkeypatch):
    assert load_serve(Path("conf")) == ServeConf()  # the file in the repository states the defaults
    (tmp_path / "serve.yaml").write_text("port: 9000\nextra: [--a]\n")
    (tmp_path / "local").mkdir()
    (tmp_path / "local" / "serve.yaml").write_text("port: 9001\n")
    conf = load_serve(tmp_path)
    assert (conf.port, conf.extra, conf.images) == (9001, ["--a"], 1)
    for wrong in ("prot: 1\n", "port: many\n", "port: [\n"):
        (tmp_path / "serve.yaml").write_text(wrong)
        with pytest.raises(BadInput, match=r"serve.yaml cannot be used") as caught:
            load_serve(tmp_path)
        assert "\n" not in str(caught.value)
    monkeypatch.setenv("MAG_HOME", "/elsewhere")
    assert load_serve(tmp_path / "none").environment == "/elsewhere/vllm"


def test_no_environment_says_what_to_do(tmp_path, folder):
    with pytest.raises(BadInput, match="run `make vllm`"):
        find_environment(tmp_path / "none")
    with pytest.raises(BadInput, match="run `make vllm`"), serving(ServeConf(environment=str(tmp_path / "none")), folder):
        pass
    (tmp_path / READY).write_text("cpu abc\n")
    with pytest.raises(BadInput, match="no vLLM environment of ours"):
        find_environment(tmp_path)
