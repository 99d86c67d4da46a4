"""kill -9 at random moments of a small round with its evaluations: started again, it ends as if nothing had been.

The driver is the command line, its sites, browser, update and probe are real. What comes before the rounds is laid there: a checkpoint
of random weights for base and SFT; the expert's pass is rolled once. A second start of the same study is tried while it runs undisturbed.
"""

import contextlib
import io
import json
import shutil
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from mag import cli, reap
from mag.journal import Journal
from mag.local.weights import checkpoint_digest
from mag.runs import write_json
from tests.chaos.campaign import Kills, Place, campaign, starter
from tests.chaos.operated import OPERATED, Operators
from tests.study.small import conf_with
from tests.train.looped import easy_tasks
from tests.train.small import checkpoint

STUDY = {
    "train": 2,
    "grpo": {"groups": 1, "samples": 4, "lr": 1e-3, "micro_rows": 4},
    "arms": ["mag"],
    "test": 6,
    "pass_at": {"k": 0},
    "sets": 1,
    "steps": 2,
}
RUN = ("study", "run", "own")
GOES_ON = {0, 2, 3, -signal.SIGKILL}  # done, a line for people, infrastructure, killed
FLOW_ENDS = {0, 1}  # completed or not
STARTS_S = 120.0  # of CPU time: what a flow and its units import
PATIENCE_S = 60.0  # until what the killed left has ended


@pytest.fixture(scope="module")
def start():
    with starter() as own:
        yield own


@pytest.fixture(scope="module")
def conf(tmp_path_factory, benchmark):
    """With two tasks of short demonstrations to train on, and a few to evaluate on."""
    folder = tmp_path_factory.mktemp("study")
    base = checkpoint(folder / "base")
    made = conf_with(folder, base={"checkpoint": str(base)}, **STUDY)
    parts = {"train": [one.task_id for one in easy_tasks(benchmark, 2)], "test": [one.task_id for one in benchmark.select((), "test")[:6]]}
    (folder / "split.json").write_text(json.dumps(parts))
    (made / "benchmark.yaml").write_text(f"name: miniarena\nsplit: {folder / 'split.json'}\n")
    (made / "tracking.yaml").write_text(f"uri: sqlite:///{folder}/mlflow.db\nartifacts: {folder}/artifacts\n")
    return made


@pytest.fixture(scope="module")
def before(tmp_path_factory, start, conf):
    """All up to the rounds."""
    place = Place(tmp_path_factory.mktemp("before"))
    weights = shutil.copytree(conf.parent / "base", place.runs / "own-som/sft/weights")
    write_json(weights / "COMMITTED.json", {"digest": checkpoint_digest(weights)})
    write_json(place.runs / "own-corpus/shards/shards.json", {"shards": {}, "corpus": {"digest": ""}})
    assert start(place, conf, "study", "run", "own", "--only", "som/expert").wait() == 0, log(place)
    return place


def log(place: Place) -> str:
    return (place.folder / "log").read_text()


def fresh(folder: Path, before: Place) -> Place:
    place = Place(folder)
    shutil.copytree(before.runs, place.runs)
    return place


@dataclass(frozen=True)
class Undisturbed:
    table: dict[str, bytes]
    seconds: float  # of CPU time
    others: dict[str, tuple[int, str]]  # how other starts meanwhile ended, and what they said
    pid: int


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, start, conf, before):
    place = fresh(tmp_path_factory.mktemp("undisturbed") / "place", before)
    driver = start(place, conf, *RUN)
    run = "own-som-mag-0"
    others = {}
    for name, sign, arguments in (
        ("study", "own-som/evals/sft/plan.json", RUN),
        ("round", f"{run}/rounds/01/plan.json", ("study", "run", "own", "--only", "som/mag-0/round-01")),
        ("training", f"{run}/rounds/01/plan.json", training(place, run)),
    ):
        while driver.up and not list(place.runs.glob(sign)):
            time.sleep(0.05)
        others[name] = other_start(place.variables(conf), arguments)
    assert driver.wait() == 0, log(place)
    return Undisturbed(place.table(), driver.seconds, others, driver.pid)


def training(place: Place, run: str) -> tuple[str, ...]:
    """The command that trains the same run without a study."""
    given = {"--sft": place.runs / "own-som/sft/weights", "--expert": place.runs / "own-som/expert/som", "--run": run}
    return ("train", "grpo", "--benchmark", "miniarena", "--limit", "2", *(str(word) for pair in given.items() for word in pair))


def other_start(variables: dict[str, str], arguments: tuple[str, ...]) -> tuple[int, str]:
    """The command line in this process: exit status and what it said on standard error."""
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stderr(io.StringIO()) as said:
        for name, value in variables.items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["mag", *arguments])
        try:
            cli.main()
        except SystemExit as end:
            return int(end.code or 0), said.getvalue()
    return 0, said.getvalue()


@pytest.mark.parametrize(
    ("name", "said"), [("study", "som/sft/eval of own is being worked on"), ("round", "round-01 of own is being"), ("training", "trained")]
)
def test_a_second_start_says_in_a_line_who_is_at_it(undisturbed, name, said):
    status, line = undisturbed.others[name]
    assert status == 2 and len(line.splitlines()) == 1, line
    assert line.startswith("mag: ") and said in line and f"by process {undisturbed.pid} mag; wait for it or stop it" in line


def killed(place: Place, start, conf, undisturbed, seed: int, wanted: int, apart: bool = False) -> Kills:
    """A run with so many kills; everything that must hold after it. apart: its updates are processes of their own."""
    began = time.monotonic()
    kills = campaign(lambda: start(place, conf, *RUN, apart=apart), place, Random(seed), wanted, undisturbed.seconds)
    print(f"seed {seed}: kills {dict(kills.victims)}, ends {dict(kills.ends)}, {time.monotonic() - began:.0f} s")
    assert set(kills.ends) <= GOES_ON, log(place)[-3000:]
    assert "Traceback" not in log(place), log(place)
    as_if_undisturbed(place, kills, undisturbed)
    return kills


def as_if_undisturbed(place: Place, kills: Kills, undisturbed: Undisturbed) -> None:
    """The same table to the byte, nothing done twice, nobody left."""
    assert kills.ends[0] == 1
    found = place.table()
    assert found.keys() == undisturbed.table.keys()
    assert [name for name in found if found[name] != undisturbed.table[name]] == []
    last = place.finished()
    assert {path: last[path] for path in kills.finished} == kills.finished  # no finished episode was rolled again
    done: set[str] = set()
    for row in Journal(place.runs / "own/study.jsonl").rows():
        assert row["unit"] not in done, f"{row['unit']} was begun again"
        done |= {row["unit"]} if row.get("done") else set()
    nothing_left(place)


def nothing_left(place: Place) -> None:
    """No process, and no file that reaping would not find and remove."""
    until = time.monotonic() + PATIENCE_S
    while place.processes() and time.monotonic() < until:
        time.sleep(0.1)
    assert place.processes() == {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(place.temporary))
        reap.remove([*reap.dead_sets(older_s=0), *reap.leftovers(place.runs, older_s=0)])
    # Playwright's are left alone while anybody on this machine drives a browser, Prefect's are its own.
    others = ("playwright-artifacts-", "prefect-workspace-", "tmp")
    assert [path.name for path in place.temporary.iterdir() if not path.name.startswith(others)] == []
    assert [path for path in place.runs.rglob(".*") if not path.name.endswith("lock")] == []


def test_killed_at_random_moments_it_ends_as_if_nothing_had_been(start, conf, before, undisturbed, tmp_path):
    assert killed(fresh(tmp_path / "place", before), start, conf, undisturbed, 1, 7).victims.total() >= 4


@pytest.mark.slow
def test_a_hundred_kills(start, conf, before, undisturbed, tmp_path):
    """Run after run, at most twenty kills each, until there are a hundred; every second one updates in processes of its own."""
    victims, runs = Kills().victims, 0
    while victims.total() < 100:
        runs += 1
        place = fresh(tmp_path / f"place-{runs}", before)
        victims += killed(place, start, conf, undisturbed, 100 + runs, 20, apart=bool(runs % 2)).victims
    print(f"{victims.total()} kills in {runs} runs: {dict(victims)}; undisturbed {undisturbed.seconds:.0f} s of CPU time")
    assert set(victims) == {"driver", "update", "browser", "node", "sites"}


@pytest.mark.slow
def test_killed_under_prefect_it_ends_as_if_nothing_had_been(conf, before, undisturbed, tmp_path):
    """Flow, worker, server, keeper and unit too, in the whole chain as `mag/paper`: the table is the command line's."""
    place = fresh(tmp_path / "place", before)
    operators, began = Operators(place, conf, "mag/paper"), time.monotonic()
    try:
        kills = campaign(operators.begin, place, Random(11), 25, undisturbed.seconds + STARTS_S, OPERATED)
    finally:
        operators.close()
    print(f"kills {dict(kills.victims)}, ends {dict(kills.ends)}, {time.monotonic() - began:.0f} s")
    assert set(kills.ends) <= FLOW_ENDS, log(place)[-3000:]
    assert kills.victims.total() >= 15 and {"flow", "worker"} <= set(kills.victims)
    as_if_undisturbed(place, kills, undisturbed)
