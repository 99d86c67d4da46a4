"""One round's update on disk: what it leaves, what it logs, and what a kill at any point leaves."""

import os
import shutil
import signal
import time
from contextlib import suppress

import pytest

from mag.analysis.rounds import training_series
from mag.errors import BadInput, Corrupt
from mag.journal import Journal
from mag.runs import read_json
from mag.train.job import Job, Member, plan_update
from mag.train.logprobs import read_logprobs, write_logprobs
from mag.train.plain import PlainEngine
from mag.train.round import main, run_update
from tests.small_disk import small_disk
from tests.train.training import CONF, forked, join

pytestmark = pytest.mark.usefixtures("one_thread")


def planned(folder, base, found, **changes):
    members = tuple(Member(str(own.folder), own.episode.outcome, own.expert) for own in found)
    plan_update(folder, Job(str(folder.parent.parent), 1, 0, str(base), members, conf=CONF, **changes))
    return folder


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("update.json", ".update.lock", "COMMITTED.json")
    }


def weights(folder):
    return (folder / "model.safetensors").read_bytes()


def test_a_round_leaves_a_checkpoint_and_says_what_it_cost(base, undisturbed):
    folder, run = undisturbed, undisturbed.parent.parent
    assert {path.name for path in (folder / "weights").iterdir()} >= {path.name for path in base.iterdir()}
    after = PlainEngine.load(folder / "weights", CONF, folder / "optimizer")
    assert after.updates == 2
    assert weights(folder / "weights") != weights(base)
    rows = list(Journal(run / "metrics.jsonl").rows())
    assert [row.get("update") for row in rows] == [1, 2, None]
    marker = read_json(folder / "weights/COMMITTED.json")
    assert rows[2] == {key: value for key, value in marker.items() if key not in ("updates", "digest", "optimizer")} | {"round": 1}
    curves = {own.title: own for own in training_series([run])}  # as `mag analyze` reads them
    assert (curves["objective"].x_label, curves["objective"].lines[0].x) == ("update", (1.0, 2.0))
    assert (curves["groups_varied"].x_label, curves["groups_varied"].lines[0].y) == ("round", (3.0,))
    said = rows[2]
    assert (said["rows"], said["expert_rows"], said["groups_varied"], said["groups_level"]) == (26, 3, 3, 1)
    assert said["rss_mb"] > 50
    assert said["update_seconds"] > 0
    import pyarrow.parquet as parquet

    batch = parquet.read_table(folder / "batch.parquet").to_pydict()
    assert sorted(set(batch["minibatch"])) == [0, 1]
    assert set(zip(batch["task_id"], batch["advantage"], strict=True)) >= {(1, -0.25), (1, 0.75), (3, -0.5), (3, 0.5)}
    stored = parquet.read_table(folder / "logprobs.parquet").to_pydict()
    assert stored["key"] == batch["key"]
    assert [len(own) for own in stored["logprobs"]] == batch["loss_tokens"]
    before = (folder / "weights").stat().st_mtime_ns
    run_update(folder)  # done is done
    assert (folder / "weights").stat().st_mtime_ns == before


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, base, found):
    folder = planned(tmp_path_factory.mktemp("undisturbed") / "rounds/01", base, found)
    run_update(folder)
    return folder


@pytest.mark.parametrize(
    "moment",
    [".weights.partial", *(pytest.param(name, marks=pytest.mark.slow) for name in ("logprobs.parquet", "optimizer"))],
)
def test_killed_anywhere_it_ends_in_the_same_bits(base, found, undisturbed, tmp_path, moment):
    folder = planned(tmp_path / "rounds/01", base, found)
    child = forked(lambda: run_update(folder))
    deadline = time.monotonic() + 60
    while not (folder / moment).exists() and not (folder / "weights").exists() and time.monotonic() < deadline:
        time.sleep(0.0005)
    os.kill(child, signal.SIGKILL)
    assert join(child) == -signal.SIGKILL
    assert (folder / moment).exists() or (folder / "weights").exists()
    assert join(forked(lambda: run_update(folder))) == 0
    assert contents(folder) == contents(undisturbed)


def test_a_half_written_round_is_written_again(base, found, undisturbed, tmp_path):
    """What a kill between the two renames leaves: the optimiser's state of an update whose weights never came."""
    folder = planned(tmp_path / "rounds/01", base, found)
    for name in ("optimizer", ".weights.partial"):
        (folder / name).mkdir()
        (folder / name / "model.safetensors").write_bytes(b"half")
    run_update(folder)
    assert contents(folder) == contents(undisturbed)


def flip(path, offset=-100):
    data = bytearray(path.read_bytes())
    data[offset] ^= 4
    path.write_bytes(data)


@pytest.mark.parametrize("harmed", ["weights/model.safetensors", "optimizer/adamw.safetensors"])
def test_a_flipped_bit_in_a_checkpoint_is_named_and_nothing_is_trained_from_it(undisturbed, found, tmp_path, harmed):
    first = shutil.copytree(undisturbed, tmp_path / "rounds/01")
    flip(first / harmed)
    second = planned(tmp_path / "rounds/02", first / "weights", found, optimizer=str(first / "optimizer"))
    with pytest.raises(Corrupt, match=f"{(first / harmed).parent} is not what training wrote") as caught:
        run_update(second)
    assert "\n" not in str(caught.value) and not (second / "weights").exists() and not (second / "batch.parquet").exists()
    flip(first / harmed)
    run_update(second)
    assert read_json(second / "weights/COMMITTED.json")["updates"] == 4


def test_log_probabilities_with_a_flipped_bit_are_never_used(tmp_path):
    path, keys = tmp_path / "logprobs.parquet", [f"k{number}" for number in range(50)]
    columns = {"logprobs": [[-number / 7, -1.5] for number in range(50)]}
    write_logprobs(path, keys, columns, "belongs")
    whole = path.read_bytes()
    wanted = read_logprobs(path, keys, "belongs")
    for offset in range(4, len(whole), len(whole) // 40):
        flip(path, offset)
        with suppress(Corrupt):
            assert read_logprobs(path, keys, "belongs") in (None, wanted), offset
        path.write_bytes(whole)


def test_a_full_disk_ends_an_update_in_one_line_and_it_is_done_anew(base, found, undisturbed, tmp_path, capsys):
    with small_disk(tmp_path / "small", 8) as disk:
        folder = planned(disk.path / "rounds/01", base, found)
        disk.fill(leave=400_000)  # room for the rows, not for the weights
        assert main([str(folder)]) == 2
        said = capsys.readouterr().err.splitlines()
        assert said[-1].startswith(f"error: no space left to write {folder}; free some and start the same command again")
        assert (folder / "logprobs.parquet").exists()
        assert not [path.name for path in folder.iterdir() if path.name in ("weights", ".weights.partial", ".optimizer.partial")]
        disk.free()
        run_update(folder)
        assert contents(folder) == contents(undisturbed)


def test_log_probabilities_of_other_weights_are_computed_anew(undisturbed, found, tmp_path):
    folder = undisturbed
    first = (folder / "logprobs.parquet").read_bytes()
    second = planned(tmp_path / "rounds/02", folder / "weights", found, optimizer=str(folder / "optimizer"))
    (second / "logprobs.parquet").write_bytes(first)
    run_update(second)
    assert (second / "logprobs.parquet").read_bytes() != first
    assert read_json(second / "weights/COMMITTED.json")["updates"] == 4
    (tmp_path / "x").write_bytes(b"PAR1 junk")
    with pytest.raises(Corrupt, match="cannot be read"):
        read_logprobs(tmp_path / "x", [], "")


def test_a_round_without_variance_changes_no_weight(base, found, tmp_path):
    folder = planned(tmp_path / "rounds/01", base, [own for own in found if own.episode.web_task.task_id == 4])
    run_update(folder)
    assert weights(folder / "weights") == weights(base)
    assert [row["rows"] for row in Journal(tmp_path / "metrics.jsonl").rows()] == [0]


def test_the_recipe_with_a_reference_keeps_its_log_probabilities(base, found, tmp_path):
    folder = planned(tmp_path / "rounds/01", base, found, recipe="kl", reference=str(base))
    run_update(folder)
    import pyarrow.parquet as parquet

    stored = parquet.read_table(folder / "logprobs.parquet").to_pydict()
    assert stored["reference"] == stored["logprobs"]  # the first round starts from the reference
    with pytest.raises(BadInput, match="reference"):
        run_update(planned(tmp_path / "rounds/02", base, found, recipe="kl"))


def test_late_verdicts_count_and_damage_is_named(base, found, tmp_path, capsys):
    folder = tmp_path / "rounds/01"
    members = tuple(Member(str(own.folder), "undecided" if own.episode.sample == 0 else own.episode.outcome, own.expert) for own in found)
    plan_update(folder, Job(str(tmp_path), 1, 0, str(base), members, conf=CONF))
    run_update(folder)
    assert list(Journal(tmp_path / "metrics.jsonl").rows())[-1]["left_out"] == 4
    assert main([str(tmp_path / "rounds/09")]) == 2
    assert "plan the round first" in capsys.readouterr().err
    with pytest.raises(BadInput, match="no recipe"):
        planned(tmp_path / "rounds/03", base, found, recipe="ppo")
