"""The update under DeepSpeed, by its real launchers on CPUs, beside the update in plain torch. `pytest -m deepspeed tests/train`."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from safetensors.torch import load_file

from mag.journal import Journal
from mag.runs import read_json
from mag.train.job import Job, Member, plan_update
from tests.train.training import CONF

pytestmark = pytest.mark.deepspeed
APART = 1e-3  # of the length of the step, in fp32; measured with two processes of stage 3: 4e-6


def run(folder, *launcher):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "DS_ACCELERATOR": "cpu", "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, *launcher, "-m", "mag.train.round", str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


TORCHRUN = ("-m", "torch.distributed.run", "--nproc_per_node", "2", "--standalone")


def round_of(run_folder, base, found, number=1, optimizer="", **changes):
    folder = run_folder / f"rounds/{number:02d}"
    members = tuple(Member(str(own.folder), own.episode.outcome, own.expert) for own in found)
    plan_update(folder, Job(str(run_folder), number, 0, str(base), members, str(optimizer), conf=replace(CONF, **changes)))
    return folder


def step_of(folder, base):
    before, after = (load_file(own / "model.safetensors") for own in (base, folder / "weights"))
    assert set(before) == set(after)
    return {name: (after[name].float() - before[name].float()).double() for name in before}


def apart(step, expected):
    return (
        sum(float((step[name] - expected[name]).square().sum()) for name in step)
        / sum(float(own.square().sum()) for own in expected.values())
    ) ** 0.5


@pytest.fixture(scope="module")
def plain(tmp_path_factory, base, found):
    return run(round_of(tmp_path_factory.mktemp("plain"), base, found))


def same_course(folder, plain):
    """Objective, gradient norm and tokens of every update, as logged."""
    ours, theirs = (list(Journal(own.parent.parent / "metrics.jsonl").rows()) for own in (folder, plain))
    for own, other in zip(ours[:-1], theirs[:-1], strict=True):
        assert own["objective"] == pytest.approx(other["objective"], abs=1e-4)
        assert own["grad_norm"] == pytest.approx(other["grad_norm"], rel=1e-3)
        assert own["tokens"] == other["tokens"]
    assert ours[0]["ratio_error"] < 1e-5


@pytest.mark.parametrize("stage", [3, 2])
def test_two_processes_of_zero_make_the_plain_step(base, found, plain, tmp_path, stage):
    folder = run(round_of(tmp_path, base, found, backend="deepspeed", zero_stage=stage), *TORCHRUN)
    assert apart(step_of(folder, base), step_of(plain, base)) < APART
    same_course(folder, plain)


def test_one_process_and_the_next_round_goes_on_with_the_optimiser(base, found, tmp_path):
    both = {}
    for backend in ("plain", "deepspeed"):
        first = run(round_of(tmp_path / backend, base, found, backend=backend))
        second = run(round_of(tmp_path / backend, first / "weights", found, 2, first / "optimizer", backend=backend, warmup=8))
        assert read_json(second / "weights/COMMITTED.json")["updates"] == 4
        both[backend] = step_of(second, first / "weights")
        rates = [row["lr"] for row in Journal(tmp_path / backend / "metrics.jsonl").rows() if "lr" in row][2:]
        assert rates == pytest.approx([CONF.lr * 3 / 8, CONF.lr * 4 / 8])  # the state knows how old it is
    assert apart(both["deepspeed"], both["plain"]) < APART


def test_bfloat16_goes_on_from_its_own_state(base, found, tmp_path):
    folder = run(round_of(tmp_path, base, found, backend="deepspeed", dtype="bfloat16", lr=1e-6), *TORCHRUN)
    assert max(float(own.abs().max()) for own in step_of(folder, base).values()) < 1e-2  # what rounding to bfloat16 makes of the base
    later = run(round_of(tmp_path, folder / "weights", found, 2, folder / "optimizer", backend="deepspeed", dtype="bfloat16"), *TORCHRUN)
    assert read_json(later / "weights/COMMITTED.json")["updates"] == 4
