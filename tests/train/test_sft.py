"""Stage 1: the loss, what a run leaves, what a kill at any point leaves, and how mistakes are named."""

import os
import signal
from dataclasses import asdict, replace
from pathlib import Path

import pytest
import torch
from typer.testing import CliRunner

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.errors import BadInput, NoSpace
from mag.journal import Journal
from mag.local.weights import checkpoint_digest
from mag.offline.completions import read_completions
from mag.runs import COMMITTED, read_json
from mag.train import sft as stage
from mag.train.batches import collate
from mag.train.examples import divide, lengths, make_examples
from mag.train.logprobs import token_logprobs
from mag.train.plain import load_model
from mag.train.rows import Rendered
from mag.train.sft import plan_sft, run_sft
from mag.train.sft_check import validation_loss
from mag.train.sft_conf import SftConf, load_sft
from mag.train.sft_trainer import Hooks, make_trainer
from tests.small_disk import small_disk
from tests.train.gold import steps_of, stored
from tests.train.training import forked, join

pytestmark = pytest.mark.usefixtures("one_thread")

TINY = SftConf(
    epochs=2, lr=3e-3, batch=4, accumulation=1, log_updates=1, save_updates=2, check_steps=2, check_tokens=12,
    backend="plain", processes=1, dtype="float32", device="cpu", gradient_checkpointing=False,
)  # fmt: skip
VIEW = ("som", "J")


@pytest.fixture(scope="module")
def gold(tmp_path_factory):
    own = [step for task in range(1, 7) for step in steps_of(task, "validation" if task == 6 else "train")]  # 15 rows and 3
    return stored(tmp_path_factory.mktemp("gold") / "gold", own)


def planned(run, base, gold, conf=TINY):
    return plan_sft(run, base, gold.folder, VIEW, conf)


def ignore(_):
    pass


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, base, gold):
    threads = torch.get_num_threads()
    folder = planned(tmp_path_factory.mktemp("undisturbed") / "run", base, gold)
    heard = []
    run_sft(folder, heard.append)
    torch.set_num_threads(threads)
    return folder, heard


def rendered_of(gold, renderer, part=0):
    view = GROUNDINGS[VIEW[0]], CONTRACTS[VIEW[1]]
    return Rendered(make_examples(gold, divide(gold, 0)[part], *view, renderer).rows, renderer)


def first_gradient(folder, base, rendered, conf):
    """Of the first update, as the Trainer has it before the optimiser, and the loss it logs."""
    from transformers import TrainerCallback

    class Look(TrainerCallback):
        def on_pre_optimizer_step(self, args, state, control, model, **_):
            found.setdefault("gradient", {name: own.grad.clone() for name, own in model.named_parameters() if own.grad is not None})

    found = {}
    metrics = Journal(folder / "metrics.jsonl")
    trainer = make_trainer(folder / "state", base, (rendered, lengths(rendered)), conf, Hooks(ignore, ignore, lambda *_: None, metrics))
    trainer.add_callback(Look())
    trainer.train()
    return found["gradient"], next(metrics.rows())["sft_loss"]


def test_the_loss_is_per_token_over_the_whole_update_however_it_is_accumulated(tmp_path, base, gold, renderer):
    """Rows with 40 to 200 target tokens: a mean of means would differ."""
    rendered = rendered_of(gold, renderer)
    rendered = Rendered(rendered.rows[:4], renderer)
    assert len({len(row.token_ids) for row in rendered.rows}) > 2
    conf = replace(TINY, epochs=1, grad_clip=1e9, save_updates=0)
    model = load_model(base, torch.float32, conf.machine)
    batch = collate(rendered, range(4))
    loss = -token_logprobs(model, batch).sum() / len(batch.targets)  # one big batch, by the functions of the other stage
    loss.backward()
    expected = {name: own.grad for name, own in model.named_parameters() if own.grad is not None}
    scale = max(float(own.abs().max()) for own in expected.values())
    for rows, passes in ((1, 4), (2, 2), (4, 1)):
        own = replace(conf, batch=rows, accumulation=passes)
        gradient, logged = first_gradient(tmp_path / str(rows), base, rendered, own)
        assert logged == pytest.approx(float(loss.detach()), rel=1e-5)
        assert set(gradient) == set(expected)
        assert max(float((gradient[name] - expected[name]).abs().max()) for name in expected) < 1e-5 * scale


def test_the_validation_loss_is_per_token_whatever_the_batches(tmp_path, base, gold, renderer):
    rendered = rendered_of(gold, renderer, part=1)
    model = load_model(base, torch.float32, TINY.machine)
    with torch.no_grad():
        expected = -float(token_logprobs(model, collate(rendered, range(3))).mean())
    for rows in (1, 2):
        trainer = make_trainer(
            tmp_path, base, (rendered, lengths(rendered)), replace(TINY, batch=rows), Hooks(ignore, ignore, ignore, Journal(tmp_path / "m"))
        )
        assert validation_loss(trainer, rendered, lengths(rendered)) == pytest.approx(expected, rel=1e-5)


def test_a_stage_leaves_the_best_epoch_and_says_how_good_it_is(base, gold, undisturbed):
    folder, heard = undisturbed
    rows = list(Journal(folder.parent / "metrics.jsonl").rows())
    updates, epochs = ([row for row in rows if key in row] for key in ("sft_loss", "sft_epoch"))
    assert [row["step"] for row in updates] == list(range(1, 9))  # 15 rows in fours, twice
    assert updates[-1]["sft_loss"] < updates[0]["sft_loss"] - 1
    assert updates[0]["sft_lr"] == pytest.approx(TINY.lr) and updates[-1]["sft_lr"] < TINY.lr / 10
    assert [(row["sft_epoch"], row["step"]) for row in epochs] == [(0, 0), (1, 4), (2, 8)]
    facts = read_json(folder / "weights" / COMMITTED)
    best = min(epochs, key=lambda row: row["sft_validation_loss"])
    assert {key: facts[key] for key in best if key != "step"} == {key: value for key, value in best.items() if key != "step"}
    assert (facts["rows"], facts["validation_rows"], facts["left_out"]) == (15, 3, {})
    assert (facts["base_digest"], facts["corpus_digest"], facts["conf"]) == (checkpoint_digest(base), gold.digest, asdict(TINY))
    assert facts["digest"] == checkpoint_digest(folder / "weights") != checkpoint_digest(base)
    assert "updates" not in facts  # those of the other stage are counted from these weights on
    assert {path.name for path in (folder / "weights").iterdir()} >= {path.name for path in base.iterdir()}
    assert {path.name for path in folder.iterdir() if path.is_dir()} == {"weights", *{f"epoch-{facts['sft_epoch']}", "epoch-2"}}
    said = read_completions([folder / "epoch-2/completions.jsonl"])
    assert {key[0] for (own,) in [said.values()] for key in own} == {6}
    assert [progress.update for progress in heard] == list(range(1, 9))
    assert heard[0].seconds_left > 0 == heard[-1].seconds_left
    before = (folder / "weights").stat().st_mtime_ns
    assert run_sft(folder, ignore) == facts  # done is done
    assert (folder / "weights").stat().st_mtime_ns == before


def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)


MOMENTS = [
    pytest.param("_keep_epoch", 0, id="before an epoch counts"),  # from the state in the middle of it
    pytest.param("report", 3, id="in an update", marks=pytest.mark.slow),
    pytest.param("_finish", 0, id="after training", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("what", "update"), MOMENTS)
def test_killed_anywhere_it_ends_in_the_same_bits(base, gold, undisturbed, tmp_path, what, update):
    folder = planned(tmp_path / "run", base, gold)

    def killed():
        if what == "report":
            run_sft(folder, lambda progress: progress.update == update and die())
        setattr(stage, what, die)
        run_sft(folder, ignore)

    assert join(forked(killed)) == -signal.SIGKILL
    assert not (folder / "weights").exists()
    heard = []
    run_sft(folder, heard.append)
    expected = {"report": 3, "_keep_epoch": 3, "_finish": 9}[what]  # goes on from the state after update 2, or has nothing left
    assert [progress.update for progress in heard] == list(range(expected, 9))
    for name in ("weights", "epoch-2"):
        assert (folder / name / "model.safetensors").read_bytes() == (undisturbed[0] / name / "model.safetensors").read_bytes()
    facts, others = (read_json(own / "weights" / COMMITTED) for own in (folder, undisturbed[0]))
    assert facts == others


def test_a_full_disk_ends_it_in_one_line_and_it_goes_on_to_the_same_bits(base, gold, undisturbed, tmp_path):
    with small_disk(tmp_path / "small", 48) as disk:
        folder = planned(disk.path / "run", base, gold)
        with pytest.raises(NoSpace, match=r"no space left to write .*start the same command again") as caught:
            run_sft(folder, lambda progress: progress.update == 3 and disk.fill(leave=65_536))  # before the state that ends an epoch
        assert "\n" not in str(caught.value)
        disk.free()
        heard = []
        run_sft(folder, heard.append)
        assert [progress.update for progress in heard] == list(range(3, 9))  # from the state after update 2
        assert (folder / "weights/model.safetensors").read_bytes() == (undisturbed[0] / "weights/model.safetensors").read_bytes()


def test_another_plan_is_refused(base, gold, undisturbed, tmp_path):
    run = undisturbed[0].parent
    with pytest.raises(BadInput, match="another conf"):
        planned(run, base, gold, replace(TINY, lr=1.0))
    with pytest.raises(BadInput, match="another contract"):
        plan_sft(run, base, gold.folder, ("som", "full"), TINY)
    with pytest.raises(BadInput, match="'B'; choose one of full, A, G"):
        plan_sft(tmp_path, base, gold.folder, ("som", "B"), TINY)
    other = stored(tmp_path / "other", steps_of(1, "train"), protocol="0" * 12)
    with pytest.raises(BadInput, match="observed under protocol 000000000000"):
        planned(tmp_path, base, other)
    folder = planned(tmp_path / "run", base, gold)
    (folder / "plan.json").write_text((folder / "plan.json").read_text().replace(gold.digest, "f" * len(gold.digest)))
    with pytest.raises(BadInput, match=r"the corpus .* is not the one that this run was started with"):
        run_sft(folder, ignore)


def test_a_loss_that_is_no_number_ends_the_stage_and_nothing_counts(base, gold, tmp_path):
    folder = planned(tmp_path / "run", base, gold, replace(TINY, lr=1e30, grad_clip=1e30))
    with pytest.raises(BadInput, match="not finite at update 2"):
        run_sft(folder, ignore)
    assert not list(folder.glob("state/*")) and not (folder / "weights").exists()


def test_the_files_of_the_project_have_the_papers_values():
    folder = Path(__file__).parents[2] / "conf"
    conf = load_sft("", folder)
    assert conf == SftConf()
    assert (conf.epochs, conf.lr, conf.batch, conf.accumulation, conf.dtype, conf.backend) == (3, 1e-5, 1, 8, "bfloat16", "deepspeed")
    assert '"stage": 3' in (folder.parent / conf.zero).read_text()  # Table A4
    tiny = load_sft("tiny", folder)
    assert (tiny.backend, tiny.dtype, tiny.batch, tiny.lr > conf.lr, tiny.epochs) == ("plain", "float32", 16, True, 3)
    with pytest.raises(BadInput, match="no preset huge; choose one of tiny"):
        load_sft("huge", folder)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("rate: 1\n", "rate"),
        ("lr: 0\n", "lr is 0"),
        ("warmup: 1.5\n", "warmup is 1.5"),
        ("backend: jax\n", "backend is jax"),
        ("backend: plain\n", "bfloat16 has no room"),
        ("backend: plain\ndtype: float32\n", "one process"),
    ],
)
def test_mistakes_are_named(tmp_path, text, named):
    (tmp_path / "train").mkdir()
    (tmp_path / "train/sft.yaml").write_text(text)
    with pytest.raises(BadInput, match=named):
        load_sft("", tmp_path)


def test_the_command(base, gold, tmp_path, monkeypatch):
    from mag.cli.train import app

    monkeypatch.chdir(tmp_path)
    (tmp_path / "conf/train").mkdir(parents=True)
    (tmp_path / "conf/train/sft-tiny.yaml").write_text(
        "".join(f"{key}: {value}\n" for key, value in asdict(replace(TINY, epochs=1)).items())
    )
    done = CliRunner().invoke(
        app, ["sft", "--corpus", str(gold.folder), "--base", str(base), "--run", "r", "--contract", "J", "--preset", "tiny"]
    )
    assert done.exit_code == 0, done.output
    assert "update 4 of 4" in done.output
    assert "runs/r/sft/weights: epoch 1 of 1, 15 rows, 0 steps left out; validation loss" in done.output
