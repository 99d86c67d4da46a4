"""The command line and environment of vLLM's OpenAI-compatible server for a checkpoint. What runs is vLLM as it is."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from mag.errors import BadInput
from mag.serve.checkpoint import Checkpoint
from mag.serve.environment import Environment
from mag.serve.settings import LOOPBACK, ServeConf

WORKER = Path(__file__).parent / "worker"  # the one folder of ours that vLLM's environment imports from
BACKEND = "safetensors_folder"
EXTENSION = "mag_vllm.Extension"
SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|ACCOUNT", re.IGNORECASE)
OURS = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")


def command(conf: ServeConf, environment: Environment, checkpoint: Checkpoint, names: tuple[str, ...]) -> list[str]:
    """Argument list. `names` are what the model answers to; the first one is what it calls itself.

    Sampling starts from no defaults of the checkpoint's (`--generation-config vllm`: a top-k hidden there would bend every rollout), and
    log-probabilities are of the distribution that was sampled from.
    """
    arguments = {
        "--model": str(checkpoint.folder),
        "--host": conf.host,
        "--port": str(conf.port),
        "--dtype": dtype_of(conf, environment, checkpoint),
        "--max-model-len": str(conf.max_model_len),
        "--limit-mm-per-prompt": json.dumps({"image": conf.images, "video": 0}),
        "--kv-cache-dtype": conf.kv_cache_dtype,
        "--tensor-parallel-size": str(conf.tensor_parallel),
        "--pipeline-parallel-size": str(conf.pipeline_parallel),
        "--data-parallel-size": str(conf.data_parallel),
        "--seed": str(conf.seed),
        "--generation-config": "vllm",
        "--logprobs-mode": "processed_logprobs",
        "--worker-extension-cls": EXTENSION,
    }
    if conf.executor:
        arguments["--distributed-executor-backend"] = conf.executor
    if conf.pictures == "pil":
        arguments["--mm-processor-kwargs"] = json.dumps({"use_fast": False})
    if conf.push:
        arguments["--weight-transfer-config"] = json.dumps({"backend": BACKEND})
    if environment.kind == "cuda":
        arguments["--gpu-memory-utilization"] = f"{conf.gpu_memory:g}"
    switches = ["--enable-prompt-tokens-details"]  # how much of a prompt came from the cache
    if environment.kind == "cpu":
        switches.append("--enforce-eager")  # compiling takes minutes there and gains nothing
    if checkpoint.layers and "linear_attention" not in checkpoint.layers:
        switches.append("--no-enable-prefix-caching")  # for a hybrid architecture it looks for recurrent layers, and dies without one
    flat = [part for pair in arguments.items() for part in pair]
    start = [str(environment.python), "-m", "vllm.entrypoints.openai.api_server"]
    return [*start, *flat, "--served-model-name", *names, *switches, *conf.extra]


def dtype_of(conf: ServeConf, environment: Environment, checkpoint: Checkpoint) -> str:
    """`auto` is the checkpoint's own. vLLM's linear attention on CPUs runs in bfloat16 only."""
    recurrent_on_cpu = environment.kind == "cpu" and "linear_attention" in checkpoint.layers
    if recurrent_on_cpu and conf.dtype not in ("auto", "bfloat16"):
        raise BadInput(f"{checkpoint.folder} has linear attention, which runs in bfloat16 on a CPU; set dtype: bfloat16 in conf/serve.yaml")
    if recurrent_on_cpu:
        return "bfloat16"
    return checkpoint.dtype if conf.dtype == "auto" else conf.dtype


def variables(conf: ServeConf, environment: Environment, inherited: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Environment of the server: ours less every secret, nothing that phones home, and the key it is to ask for.

    Raises BadInput when the variable that should hold the key does not.
    """
    found = {name: value for name, value in inherited.items() if not SECRET.search(name) and name not in OURS}
    found |= {"HF_HUB_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1", "PYTHONPATH": str(WORKER), "PYTHONUNBUFFERED": "1"}
    found["VLLM_ENGINE_READY_TIMEOUT_S"] = f"{conf.start_s:.0f}"
    if conf.push:
        found["VLLM_SERVER_DEV_MODE"] = "1"
    if environment.kind == "cpu":
        found["VLLM_CPU_KVCACHE_SPACE"] = str(conf.kv_cache_gib)
    if conf.host in LOOPBACK and conf.executor != "ray":
        found["VLLM_HOST_IP"] = "127.0.0.1"
    if conf.key_variable:
        key = inherited.get(conf.key_variable, "").strip()
        if not key:
            raise BadInput(f"{conf.key_variable} is not set; put the key that clients must send there")
        found["VLLM_API_KEY"] = key
    return found
