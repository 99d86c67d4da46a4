"""A finished sweep with a damaged episode: named, scored by nobody, and once it is moved away rolled again, it alone."""

import pytest

from mag.errors import Corrupt
from mag.runs import EvalFolder
from mag.scoring import score_sweep
from mag.sweep import roll_sweep, start_folder, units_of
from tests.scripted import opens_a_page


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flip(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


async def test_a_damaged_episode_is_never_scored_and_alone_rolled_again(spec_of, environment, benchmark, reports, tmp_path):
    folder, spec = EvalFolder(tmp_path / "eval"), spec_of(opens_a_page)
    tasks = [own for own in benchmark.tasks if own.sites == ("wikipedia",)][:3]
    start_folder(folder, spec, tasks, 1, [environment])
    assert await roll_sweep(spec, folder, units_of(tasks, 1), [environment], reports) == 0
    score_sweep(folder, benchmark.references())
    scores = (folder.path / "scores.csv").read_bytes()
    rolled = []
    for harm in (cut, flip):
        harmed, *others = folder.units()
        times = {path: (path / "episode.json").stat().st_mtime_ns for path in others}
        record = harmed / "episode.json"
        record.write_bytes(harm(record.read_bytes()))
        with pytest.raises(Corrupt, match=f"{record} is missing or not what was written; move {harmed} away") as caught:
            score_sweep(folder, benchmark.references())
        assert "\n" not in str(caught.value)
        harmed.rename(tmp_path / harm.__name__)
        rolled.clear()
        await roll_sweep(spec, folder, units_of(tasks, 1), [environment], lambda unit, *_: rolled.append(unit.web_task))
        assert [own.task_id for own in rolled] == [int(harmed.name.split("-")[0])]
        assert {path: (path / "episode.json").stat().st_mtime_ns for path in others} == times
        assert not score_sweep(folder, benchmark.references()).incomplete and (folder.path / "scores.csv").read_bytes() == scores
