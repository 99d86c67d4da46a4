"""Stage 1 under DeepSpeed, by its real launcher on CPUs, beside the same updates in one process. `pytest -m deepspeed tests/train`."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from safetensors.torch import load_file

from mag.journal import Journal
from mag.local.weights import load_model
from mag.train.sft import launch, plan_sft, run_sft
from tests.train.gold import steps_of, stored
from tests.train.test_sft import TINY, VIEW, ignore

pytestmark = [pytest.mark.deepspeed, pytest.mark.usefixtures("one_thread")]
APART = 1e-3  # of the length of the step, in fp32


@pytest.mark.parametrize("stage", [3, 2])
def test_two_processes_of_zero_make_the_plain_updates(base, tmp_path, monkeypatch, stage):
    """Two updates an epoch of four rows each, two epochs; what each leaves is a checkpoint under the model's own names."""
    gold = stored(tmp_path / "gold", [step for task in (1, 2, 3) for step in steps_of(task, "validation" if task == 3 else "train")])
    zero = json.loads((Path(__file__).parents[2] / f"conf/train/zero{stage}.json").read_text())
    zero["zero_optimization"]["overlap_comm"] = False  # there is one stream on a CPU
    (tmp_path / "zero.json").write_text(json.dumps(zero))
    for name, value in {"OMP_NUM_THREADS": "1", "DS_ACCELERATOR": "cpu", "HF_HUB_OFFLINE": "1"}.items():
        monkeypatch.setenv(name, value)
    steps = {}
    for backend in ("plain", "deepspeed"):
        deep = backend == "deepspeed"
        conf = replace(
            TINY,
            backend=backend,
            batch=1,
            accumulation=2 if deep else 4,
            processes=2 if deep else 1,
            zero=str(tmp_path / "zero.json"),
            lr=1e-3,
        )
        folder = plan_sft(tmp_path / backend, base, gold.folder, VIEW, conf)
        launch(folder, 2) if deep else run_sft(folder, ignore)
        before, after = (load_file(own / "model.safetensors") for own in (base, folder / "epoch-2"))
        assert set(before) == set(after)
        steps[backend] = {name: (after[name] - before[name]).double() for name in before}
        load_model(folder / "weights", "cpu", "float32")
    square = {name: sum(float(own.square().sum()) for own in step.values()) for name, step in steps.items()}
    apart = sum(float((steps["deepspeed"][name] - own).square().sum()) for name, own in steps["plain"].items())
    assert (apart / square["plain"]) ** 0.5 < APART
    rows = [list(Journal(tmp_path / backend / "metrics.jsonl").rows()) for backend in ("plain", "deepspeed")]
    assert os.environ["DS_ACCELERATOR"] == "cpu" and len(rows[0]) == len(rows[1]) == 7
    for plain, deep in zip(*rows, strict=True):
        assert set(plain) == set(deep)
        for key in {"sft_loss", "sft_validation_loss", "sft_lr"} & set(plain):
            assert deep[key] == pytest.approx(plain[key], rel=1e-4)
