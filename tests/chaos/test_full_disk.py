"""No space left at every place that writes: one line that says so, nothing finished lost, nothing half written left, and it goes on."""

import hashlib
import io
import sys
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from mag import cli
from mag.analysis.table import Column, Table
from mag.corpus.shards import INDEX, pack
from mag.errors import NoSpace
from mag.journal import Journal
from mag.judge.queue import JudgeQueue
from mag.judge.ruling import Ruling
from mag.models.cache import Responses
from mag.offline.corpus import load_corpus, write_corpus
from mag.records import Completion, Question
from mag.report.plots.save import save
from mag.report.tables import write_tables
from mag.runs import EvalFolder
from mag.scoring import score_sweep
from tests.offline.steps import gold_step
from tests.small_disk import small_disk
from tests.study.small import conf_with
from tests.test_run_folder import make_episode

BIG = bytes(range(256)) * 400  # more than what a full disk has left


def episode(folder: Path, number: int) -> None:
    EvalFolder(folder).store(make_episode(number, key=f"{number:064x}"[::-1]), {"step-01.png": BIG})


def plan(folder: Path, number: int) -> None:
    EvalFolder(folder / str(number)).freeze_plan({"tasks": [[one, "0" * 12] for one in range(9000)], "samples": 1})


def infra(folder: Path, number: int) -> None:
    EvalFolder(folder).note_infra(task=number, error="x" * 9000)


def journal(folder: Path, number: int) -> None:
    Journal(folder / "calls.jsonl").append([{"number": number, "reply": "x" * 9000}])


def questions(folder: Path, number: int) -> None:
    JudgeQueue(folder).put([Question("answer", "q" * 9000, "reference", str(number))])


def verdicts(folder: Path, number: int) -> None:
    JudgeQueue(folder).verdicts.add([Ruling(str(number), "judge", "correct", "because " * 1200)])


def corpus(folder: Path, number: int) -> None:
    _corpus(folder / str(number), number)


def shards(folder: Path, number: int) -> None:
    gold = folder.parent.parent / f"gold-{number}"  # outside the small disk
    if not gold.exists():
        _corpus(gold, number)
    pack(load_corpus(gold), folder / str(number))


def _corpus(folder: Path, number: int) -> None:
    picture = io.BytesIO()
    Image.frombytes("L", (300, 300), Random(number).randbytes(90_000)).save(picture, "PNG")
    sha = hashlib.sha256(picture.getvalue()).hexdigest()
    step = gold_step(number, 1, "click", 1, guide="Click 'Reports'.", image=f"images/{sha}.png", image_sha256=sha)
    about = {"protocol": "p", "snapshot": "s", "benchmark": "", "sources": [], "left_out": {}}
    write_corpus(folder, [step], about, lambda _: picture.getvalue())


def tables(folder: Path, number: int) -> None:
    rows = tuple((f"row {row}", row / 7) for row in range(900))
    columns = Column("name", "Name"), Column("value", "Value", "number")
    write_tables({f"t{number}": Table(f"t{number}", "Numbers", "", columns, rows)}, folder)


def figures(folder: Path, number: int) -> None:
    from matplotlib.figure import Figure

    save(Figure(), folder, f"f{number}")


SITES = {own.__name__: own for own in (episode, plan, infra, journal, questions, verdicts, corpus, shards, tables, figures)}


@pytest.fixture(scope="module")
def disk(tmp_path_factory):
    with small_disk(tmp_path_factory.mktemp("full") / "small", 8) as own:
        yield own


@pytest.fixture(autouse=True)
def freed(disk):
    yield
    disk.free()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def one_line(error: BaseException) -> None:
    assert "no space left to write" in str(error) and "free some and start the same command again" in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("site", SITES)
def test_a_full_disk_is_said_loses_nothing_and_is_gone_on_from(disk, site):
    write, folder = SITES[site], disk.path / site
    write(folder, 1)
    before = contents(folder)
    disk.fill()
    with pytest.raises(NoSpace) as caught:
        write(folder, 2)
    one_line(caught.value)
    after = contents(folder)
    assert all(after[name].startswith(data) for name, data in before.items())
    assert not [name for name in after if Path(name).name.startswith(".")]
    disk.free()
    write(folder, 2)
    undisturbed = disk.path.parent / f"undisturbed-{site}" / "x"
    for number in (1, 2):
        write(undisturbed, number)
    if site in ("journal", "infra", "questions", "verdicts"):  # a torn line may lie between the two
        (name,) = contents(undisturbed)
        assert list(Journal(folder / name).rows()) == list(Journal(undisturbed / name).rows())
    else:
        assert contents(folder).keys() == contents(undisturbed).keys()
        assert {name for name, data in contents(folder).items() if data != contents(undisturbed)[name]} == set()
    if site == "shards":
        assert (folder / "2" / INDEX).exists()


def test_a_sweep_without_room_for_its_table_has_no_marker(disk):
    own = EvalFolder(disk.path / "scored")
    own.freeze_plan({"tasks": [[number, "d"] for number in range(1, 31)], "samples": 1})
    for number in range(1, 31):
        own.store(make_episode(number, key=f"{number:064x}"[::-1]), {})
    disk.fill()
    with pytest.raises(NoSpace) as caught:
        score_sweep(own, {})
    one_line(caught.value)
    assert not (own.path / "COMMITTED.json").exists()
    disk.free()
    assert score_sweep(own, {}).n == 30 and (own.path / "COMMITTED.json").exists()


def test_the_response_cache_does_without(disk):
    store = Responses(disk.path / "responses")
    store.put("aa1", Completion("first"))
    disk.fill()
    store.put("aa2", Completion("x" * 9000))
    assert store.get("aa2") is None and store.get("aa1") == Completion("first")
    assert [path.name for path in (disk.path / "responses").glob("*/*")] == ["aa1.json"]


def test_the_command_line_says_it_in_one_line(disk, tmp_path, monkeypatch, capsys):
    """Also what none of ours wrote: here the lock, whose folder has no room."""
    monkeypatch.setenv("MAG_CONF", str(conf_with(tmp_path)))
    monkeypatch.setenv("MAG_RUNS", str(disk.path / "runs"))
    monkeypatch.setenv("MAG_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "argv", ["mag", "study", "run", "own", "--until", "corpus"])
    disk.fill()
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr().err.splitlines()
    assert ended.value.code == 2 and len(said) == 1 and said[0].startswith("mag: no space left to write ")


@pytest.mark.parametrize("wrapped", [lambda error: error, lambda error: ExceptionGroup("of lanes", [error])])
def test_what_no_writer_of_ours_caught_is_said_as_well(disk, monkeypatch, capsys, wrapped):
    def write() -> None:
        disk.fill()
        try:
            (disk.path / "notes").write_bytes(BIG)
        except OSError as error:
            raise wrapped(error) from None

    monkeypatch.setattr(cli, "app", write)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr().err.splitlines()
    assert ended.value.code == 2 and len(said) == 1 and said[0].startswith("mag: no space left to write ")
