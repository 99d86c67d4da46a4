"""The pages that lay runs side by side, in a real browser, opened from disk; and the command that writes them."""

import shutil
from dataclasses import replace

import pytest
import typer
from typer.testing import CliRunner

from mag.cli import compare as command
from mag.errors import BadInput, Corrupt
from mag.records import Effect
from mag.report.comparison import default_folder, write_comparison
from mag.report.viewer import write_view
from mag.runs import EvalFolder

CLICK = {"selected_candidate_id": "1", "guide_text": "Click the blue button."}
TASKS = range(11, 17)


def plan(folder, **other):
    EvalFolder(folder).path.mkdir(parents=True, exist_ok=True)
    common = {"tasks": [[task, "d"] for task in TASKS], "samples": 1, "benchmark": "miniarena", "protocol": "p1", "snapshot": "s1"}
    EvalFolder(folder).freeze_plan(common | {"policy": "demo", "grounding": "som", "contract": "full", "judge": "j"} | other)


@pytest.fixture
def runs(tmp_path, store, build):
    """Two evaluations: som and coord. Task 11 the same, 12 with a detour, 13 unlike, 14 undecided and lost, 15 in one only, 16 in none."""
    som, coord = (tmp_path / "runs" / "nightly" / "evals" / name for name in ("som", "coord"))
    marks = (build.mark(1), build.mark(2, (700, 500, 80, 30)))

    def step(index, reply, grounding="som", page="/", **other):
        return build.step(index, reply, marks, grounding, **{"url": f"http://{grounding}.test{page}"} | other)

    def point(index, x, y, page="/", **other):
        return step(index, {"coordinate": [x, y], "guide_text": "Click the blue button."}, "coord", page, **other)

    scroll = {"action_type": "scroll", "content": "down", "guide_text": "Scroll down."}
    end = {"action_type": "finish", "guide_text": "Stop here."}
    plan(som)
    store(
        som,
        build.episode(11, [step(1, CLICK), step(2, end, page="/cart?sid=4")]),
        build.episode(12, [step(1, CLICK), step(2, CLICK, page="/cart"), step(3, end, page="/done")]),
        build.episode(13, [step(1, CLICK), step(2, end | {"content": "blue"}, page="/x")]),
        build.episode(14, [step(1, CLICK)], "undecided", site="map"),
        build.episode(15, [step(1, CLICK)], "failure", site="map"),
    )
    plan(coord, grounding="coord", tasks=[[task, "d"] for task in TASKS if task != 15])
    store(
        coord,
        build.episode(11, [point(1, 110, 210), step(2, end, "coord", "/cart/")], grounding="coord"),
        build.episode(
            12,
            [
                point(1, 110, 210),
                step(2, scroll, "coord", "/cart", effect=Effect("none")),
                point(3, 110, 210, "/cart"),
                step(4, end, "coord", "/done"),
            ],
            "failure",
            grounding="coord",
        ),
        build.episode(13, [point(1, 710, 510), step(2, "no object", "coord", "/y")], "failure", grounding="coord"),
    )
    EvalFolder(coord).note_infra(task=14, sample=0, attempt=3, error="map.test answered 503")
    return tmp_path / "runs"


@pytest.fixture
def both(runs):
    return [runs / "nightly" / "evals" / name for name in ("som", "coord")]


def written(folders, **other):
    return write_comparison(folders, default_folder(folders, other.get("task")), **other)


async def test_the_index_tells_outcomes_and_first_divergences(both, opened):
    index, rows = written(both)
    assert [(row.task_id, row.agreement, row.parting) for row in rows] == [
        (11, "all solved", "all steps the same"),
        (12, "differs", "step 2: verb differs"),
        (13, "differs", "step 1: target differs"),
        (14, "not all decided", "nothing to compare"),
        (15, "not all decided", "nothing to compare"),
    ]
    await opened.goto(index.as_uri())
    shown = [line.split("\t") for line in await opened.locator("#rows tbody tr").all_inner_texts()]
    assert [line[0] for line in shown] == ["11", "12", "13", "14", "15"]
    assert "success" in shown[1][3] and "failure" in shown[1][4] and "4 steps" in shown[1][4]
    assert "undecided" in shown[3][3] and "1 step, no finish" in shown[3][3]
    assert "infra" in shown[3][4] and "map.test answered 503" in shown[3][4]
    assert "not in the plan" in shown[4][4]
    totals = [line.split("\t") for line in await opened.locator("main > .grid tbody tr").all_inner_texts()]
    assert [line[0] for line in totals] == ["som", "coord"]
    assert [line[-5:] for line in totals] == [["3", "1", "1", "·", "·"], ["1", "2", "·", "1", "1"]]
    await opened.select_option("[name=outcome]", "differs")
    assert await opened.locator("#rows tbody tr:visible").count() == 2
    assert await opened.inner_text("#shown") == "2 of 5 tasks"
    await opened.keyboard.press("Escape")
    await opened.select_option("[name=site]", "map")
    assert await opened.locator("#rows tbody tr:visible").count() == 2
    await opened.keyboard.press("Escape")
    await opened.click("th button:text-is('first divergence')")
    assert (await opened.locator("#rows tbody tr td:first-child").all_inner_texts())[:2] == ["13", "12"]
    assert opened.trouble == []


async def test_a_task_is_laid_out_row_by_row(both, opened):
    for folder in both:
        write_view(folder)
    index, _ = written(both)
    await opened.goto(index.with_name("12.html").as_uri())
    cells = [
        [" ".join(cell.split()) for cell in await row.locator("th, td").all_inner_texts()]
        for row in await opened.locator("#aligned tbody tr").all()
    ]
    assert [row[0] for row in cells] == ["1 same", "2 only in some runs", "3 same", "4 same"]
    assert cells[1][1] == "no such step"
    assert "2 scroll down" in cells[1][2] and "Scroll down." in cells[1][2] and "nothing changed" in cells[1][2]
    assert "2 click button Button 1 Click the blue button. /cart" in cells[2][1] and "3 click button Button 1" in cells[2][2]
    assert await opened.inner_text("#first") == "first divergence: step 2: verb differs"
    assert await opened.locator("#aligned tr.first").get_attribute("id") == "row-2"
    for link, row in (("#first", 2), (".chip[href='#row-4']", 4)):
        await opened.click(link)
        await opened.wait_for_selector(f"#row-{row}.current")
    await opened.set_viewport_size({"width": 1440, "height": 500})
    await opened.keyboard.press("f")
    await opened.wait_for_function(
        "() => { const gap = document.getElementById('row-2').getBoundingClientRect().top - "
        "document.querySelector('#aligned thead th').getBoundingClientRect().bottom; return 0 <= gap && gap < 20; }",
        timeout=5000,
    )
    assert await opened.locator("#row-3 rect.core").count() == 2
    assert await opened.locator("#row-3 circle").count() == 1  # the point of coord
    await opened.evaluate("Promise.all([...document.images].map(image => { image.loading = 'eager'; return image.decode(); }))")
    assert await opened.evaluate("[...document.images].map(image => image.naturalWidth)") == [1440] * 7
    await opened.click("#row-3 td:last-child .picture")
    await opened.wait_for_url("**/nightly/evals/coord/view/12-*.html#step-3")
    assert opened.trouble == []


async def test_keys_lead_through_the_divergences_and_the_tasks(both, opened):
    index, _ = written(both)
    await opened.goto(index.with_name("13.html").as_uri())
    current = "document.querySelector('tr.current')?.id"
    assert await opened.evaluate(current) is None
    for key, expected in (
        ("ArrowRight", "row-1"),
        ("ArrowRight", "row-2"),
        ("ArrowRight", "row-2"),
        ("ArrowLeft", "row-1"),
        ("ArrowLeft", "row-1"),
        ("j", "row-2"),
        ("f", "row-1"),
        ("k", "row-1"),
    ):
        await opened.keyboard.press(key)
        assert await opened.evaluate(current) == expected, key
    assert opened.url.endswith("#row-1")
    await opened.keyboard.press("t")
    assert await opened.locator(".picture:visible").count() == 0
    await opened.keyboard.press("p")
    await opened.wait_for_url("**/12.html")
    assert await opened.locator(".picture:visible").count() == 0  # the choice holds on the next page
    await opened.keyboard.press("n")
    await opened.wait_for_url("**/13.html")
    await opened.keyboard.press("i")
    await opened.wait_for_url("**/index.html")
    assert opened.trouble == []


async def test_an_episode_without_another_is_shown_alone(both, opened):
    index, _ = written(both)
    await opened.goto(index.with_name("14.html").as_uri())
    text = await opened.inner_text("body")
    assert "nothing to compare" in text and "map.test answered 503" in text
    assert await opened.locator("#aligned tbody td.absent").count() == 1
    assert await opened.locator("[data-differs]").count() == 0


@pytest.mark.parametrize("width", [1000, 1440])
async def test_the_pages_fit_the_window(both, opened, width):
    index, _ = written(both)
    await opened.set_viewport_size({"width": width, "height": 900})
    for page in (index, index.with_name("12.html")):
        await opened.goto(page.as_uri())
        assert await opened.evaluate("document.documentElement.scrollWidth <= innerWidth"), page


def test_written_elsewhere_it_keeps_its_own_pictures(both, tmp_path, picture):
    for folder in both:
        write_view(folder)
    out = tmp_path / "elsewhere"
    index, _ = write_comparison(both, out, task=11)
    assert sorted(path.name for path in out.glob("*.html")) == ["11.html", "index.html"]
    copies = sorted(out.glob("pictures/*/*/*.png"))
    assert [path.read_bytes() for path in copies] == [picture] * 4
    shutil.rmtree(both[0].parents[2])
    text = index.with_name("11.html").read_text()
    assert "evals/" not in text
    assert all(f'src="{path.relative_to(out).as_posix()}"' in text for path in copies)


def test_a_missing_picture_is_named_when_it_is_to_be_copied(both, tmp_path):
    next(both[0].glob("episodes/12-*/step-02.png")).unlink()
    with pytest.raises(Corrupt, match=r"step-02\.png is missing"):
        write_comparison(both, tmp_path / "elsewhere")


def test_writing_again_gives_the_same_bytes(both):
    index, _ = written(both)
    first = {path.name: path.read_bytes() for path in index.parent.iterdir()}
    written(both)
    assert {path.name: path.read_bytes() for path in index.parent.iterdir()} == first


def test_samples_of_one_evaluation(tmp_path, store, build):
    folder = tmp_path / "r" / "evals" / "e"
    plan(folder, samples=3)
    replies = (CLICK, CLICK, {"action_type": "go_back"})
    store(folder, *(build.episode(11, [build.step(1, reply), build.finish(2)], sample=sample) for sample, reply in enumerate(replies)))
    store(folder, build.episode(12, [build.finish(1)]))
    EvalFolder(folder).note_infra(task=12, sample=1, attempt=1, error="map.test answered 503")
    assert [result.outcome for result in written([folder], task=12)[1][0].results] == ["success", "infra", "missing"]
    index, rows = written([folder], task=11)
    assert rows[0].parting == "step 1: verb differs"
    assert [result.outcome for result in rows[0].results] == ["success"] * 3
    assert "e s0 · e s1 · e s2" in index.read_text()
    assert index.parent.name == "r.e.task-11"


def test_an_episode_that_broke_off_is_compared_as_far_as_it_came(tmp_path, store, build):
    folders = [tmp_path / "r" / "evals" / name for name in "abc"]
    steps = [build.step(1, CLICK), build.finish(2)]
    store(folders[0], build.episode(1, steps))
    store(folders[1], build.episode(1, steps[:1], "infra", verdict=None, error="the browser went away"))
    store(folders[2], build.episode(2, steps), replace(build.episode(3, steps, "infra", verdict=None), steps=()))
    store(folders[0], build.episode(3, steps))
    index, rows = written(folders)
    assert rows[2].parting == "nothing to compare"  # one of the two never took a step
    assert (rows[0].parting, rows[0].agreement) == ("step 2: a run has ended", "not all decided")
    assert [result.outcome for result in rows[0].results] == ["success", "infra", "missing"]
    assert "the browser went away" in index.with_name("1.html").read_text()


def test_what_cannot_be_compared_says_so(both, tmp_path, store, build):
    other = tmp_path / "runs" / "weekly" / "evals" / "som"
    plan(other, protocol="p2", snapshot="s2")
    store(other, build.episode(11, [build.finish(1)], intent="Buy something else"))
    index, _ = written([*both, other])
    for page, expected in ((index, 2), (index.with_name("12.html"), 2), (index.with_name("11.html"), 3)):
        text = page.read_text()
        assert text.count('<p class="warn') == expected, page
        assert "different protocols: the rows are not comparable (p1, p2)" in text
    assert "weekly / som" in index.read_text()
    assert '<p class="warn' not in written(both)[0].read_text()
    foreign = tmp_path / "runs" / "other" / "evals" / "som"
    plan(foreign, benchmark="webarena")
    with pytest.raises(BadInput, match="different benchmarks"):
        written([both[0], foreign])


def test_nothing_to_compare_is_an_error_in_one_line(both, tmp_path):
    for folders, task, message in (
        (both[:1], None, "one sample of one evaluation"),
        ([both[0], both[0]], None, "one sample of one evaluation"),
        ([both[0], tmp_path], None, "neither a plan nor episodes"),
        (both, 16, "no episode of task 16; start their sweeps again"),
        (both, 99, "no episode of task 99; it is in none of their plans"),
    ):
        with pytest.raises(BadInput, match=message):
            write_comparison(folders, tmp_path / "out", task)


def test_default_folders_lie_beside_the_runs_and_stay_short(both):
    assert default_folder(both, None) == both[0].parents[2] / "compare" / "nightly.som+nightly.coord"
    many = [both[0].with_name(f"evaluation-{number}") for number in range(30)]
    assert len(default_folder(many, None).name) < 130
    assert default_folder(many, None) != default_folder(many[:-1], None)


def test_the_command_finds_runs_and_evaluations_by_name_or_folder(both, runs, tmp_path, monkeypatch):
    monkeypatch.setenv("MAG_RUNS", str(runs))
    monkeypatch.chdir(tmp_path)
    assert command.find_evaluations("nightly", runs) == sorted(both)
    assert command.find_evaluations("nightly/som", runs) == command.find_evaluations(str(both[0]), runs) == [both[0]]
    with pytest.raises(BadInput, match="no run or evaluation 'nightly/none'"):
        command.find_evaluations("nightly/none", runs)
    app = typer.Typer()
    command.register(app)
    done = CliRunner().invoke(app, ["nightly/som", "nightly/coord", "--task", "12", "--out", str(tmp_path / "out")])
    assert done.output.splitlines() == [
        "1 task: 1 differs",
        "first divergence: step 2: verb differs",
        f"pages: {tmp_path / 'out' / '12.html'}",
    ]
    assert done.exit_code == 0 and (tmp_path / "out" / "12.html").exists()
