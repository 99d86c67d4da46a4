"""Shares of a sweep: together all of it, each on sets of its own, and none of it rolled by a machine that would roll something else."""

from dataclasses import replace

import pytest

from mag.choice import Choice
from mag.errors import BadInput
from mag.runs import EvalFolder
from mag.settings import Settings
from mag.shares import gather, refuse_mixed, roll_share, split


@pytest.mark.parametrize("of", [1, 2, 5])
def test_shares_are_disjoint_and_together_all(tmp_path, of):
    shares = split(tmp_path, of, 2)
    parts = [share.part(range(12)) for share in shares]
    assert sorted(number for part in parts for number in part) == list(range(12))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert len({share.folder for share in shares}) == of


def test_nothing_to_share(tmp_path):
    with pytest.raises(BadInput, match="roll nothing"):
        split(tmp_path, 0, 2)


def test_a_share_rolls_its_part_on_sets_numbered_after_the_others(tmp_path, benchmark):
    settings = Settings()
    settings.sites.home = str(tmp_path / "home")
    demos = benchmark.demonstrations
    tasks = sorted(benchmark.select(part="test"), key=lambda item: (len(demos[item.task_id].steps), item.task_id))[:2]
    share = split(tmp_path / "evaluation", 2, 1)[1]
    seen = []
    assert roll_share(share, Choice("r"), benchmark, tasks, settings, lambda *facts: seen.append(facts)) == 0
    (episode,) = EvalFolder(share.evaluation).load()
    assert (episode.web_task.task_id, episode.environment_set, episode.outcome) == (tasks[1].task_id, 2, "success")
    assert [path.name for path in share.evaluation.glob("env/*")] == ["set2.json"]
    assert roll_share(share, Choice("r"), benchmark, tasks, settings, lambda *facts: seen.append(facts)) == 0
    assert len(seen) == 1, "what is stored is not rolled again"
    with pytest.raises(BadInput, match="was started with another seed"):
        roll_share(share, Choice("r", seed=1), benchmark, tasks, settings, print)


def test_a_machine_with_other_code_is_refused(tmp_path, benchmark):
    share = replace(split(tmp_path, 2, 1)[0], code="elsewhere")
    with pytest.raises(BadInput, match="bring both to one version"):
        roll_share(share, Choice("r"), benchmark, benchmark.tasks[:1], Settings(), print)
    assert not list(tmp_path.iterdir())


def test_ledgers_are_gathered_and_never_mixed_with_an_ordinary_sweeps(tmp_path):
    gather(tmp_path)
    assert not list(tmp_path.iterdir())
    for share, line in zip(split(tmp_path, 2, 1), (b'{"reply":"a"}\n', b'{"reply":"b"}\n'), strict=True):
        share.folder.mkdir(parents=True)
        (share.folder / "calls.jsonl").write_bytes(line)
    for _ in range(2):
        gather(tmp_path)
        assert (tmp_path / "calls.jsonl").read_bytes() == b'{"reply":"a"}\n{"reply":"b"}\n'
        refuse_mixed(tmp_path)
    with (tmp_path / "calls.jsonl").open("ab") as file:
        file.write(b'{"reply":"c"}\n')
    with pytest.raises(BadInput, match="mag sweep"):
        refuse_mixed(tmp_path)
