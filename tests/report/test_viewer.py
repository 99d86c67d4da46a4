"""The written view in a real browser, opened from disk: what it shows, how it is steered, and that it survives being written again."""

import json
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.async_api import TimeoutError

from mag.errors import BadInput, Corrupt
from mag.records import Effect
from mag.report.viewer import write_runs_index, write_view
from mag.runs import EvalFolder, write_json

REFERENCE = "Click the blue button. Read the colour on the page."


@pytest.fixture
def folder(tmp_path, store, build):
    """An evaluation in mid-course: five episodes of six, every outcome, every state of a step, a spoiled attempt."""
    path = tmp_path / "runs" / "nightly" / "evals" / "test-som"
    shows = build.step(1, {"selected_candidate_id": "1", "guide_text": "Click the blue button.", "think": "Blue is asked for."})
    broken = build.step(2, 'Sure!\n{"action_type": "click"')
    failed = build.step(3, {"selected_candidate_id": "1"}, effect=Effect("none", "covered", 900.0, "cap"))
    idle = build.step(4, {"action_type": "scroll", "content": "down", "guide_text": "Scroll down."}, effect=Effect("none"))
    stale = build.step(2, {"selected_candidate_id": "1"}, obs_stale=True, omitted=12, notices=("Dialog said: sure?",))
    store(
        path,
        build.episode(11, [shows, broken, failed, idle, build.finish(5, "blue")], seconds=40.0),
        build.episode(12, [shows, stale], "failure", site="reddit", seconds=9.0),
        build.episode(13, [build.finish(1, "red")], "failure", seconds=100.0),
        build.episode(14, [build.finish(1)], "undecided", site="map"),
        build.episode(15, [build.finish(1)], "infra", verdict=None, error="the browser went away"),
    )
    EvalFolder(path).freeze_plan({"tasks": [[task, "d"] for task in range(11, 17)], "samples": 1, "policy": "test"})
    EvalFolder(path).note_infra(task=16, sample=0, attempt=1, error="map.test answered 503")
    EvalFolder(path).note_infra(task=11, sample=0, attempt=1, error="step 2 took more than 90 s")
    return path


@pytest.fixture
def index(folder):
    return write_view(folder, {11: REFERENCE}).as_uri()


def episode_of(index, task):
    """Address of the episode page of a task."""
    return next(Path(unquote(urlsplit(index).path)).parent.glob(f"{task}-*.html")).as_uri()


async def visible_steps(page):
    return await page.evaluate("[...document.querySelectorAll('section.step')].filter(s => s.checkVisibility()).map(s => s.id)")


async def below_header(page, step):
    """Whether the step comes to rest just below the sticky header (pictures above it may still be arriving)."""
    try:
        await page.wait_for_function(
            "step => { const gap = document.getElementById(step).getBoundingClientRect().top - "
            "document.querySelector('.top').offsetHeight; return 0 <= gap && gap < 20; }",
            arg=step,
            timeout=5000,
        )
    except TimeoutError:
        return False
    return True


async def open_step(page, address, step):
    await page.goto(f"{address}#{step}")
    await page.wait_for_selector(f"#{step}.current")


async def shown_tasks(page):
    return await page.evaluate(
        "[...document.querySelectorAll('#rows tbody tr')].filter(r => r.checkVisibility()).map(r => r.cells[0].innerText)"
    )


async def test_index_names_the_evaluation_its_progress_and_its_episodes(index, opened):
    await opened.goto(index)
    text = await opened.inner_text("body")
    for fact in (
        "nightly",
        "test-som",
        "test/1",
        "full",
        "p" * 16,
        "s" * 16,
        "5 of 6 planned",
        "So far",
        "incomplete",
        "1 of 3 solved",
        "n = 1",
        "Planned and not rolled: 1",
        "spoiled by the infrastructure: 2",
    ):
        assert fact in text, fact
    await opened.click("details.box > summary")
    infra = await opened.inner_text("details.box")
    assert "16" in infra
    assert "map.test answered 503" in infra
    assert await opened.locator("details.box tbody tr").all_inner_texts() == [
        "16\t0\t1\tmap.test answered 503\tnot rolled",
        "11\t0\t1\tstep 2 took more than 90 s\trolled",
    ]
    rows = await opened.locator("#rows tbody tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows] == ["11", "12", "13", "14", "15"]
    assert ["success" in rows[0], "failure" in rows[1], "undecided" in rows[3], "infra" in rows[4]] == [True] * 4
    assert "4/5" in rows[0]
    assert await opened.locator("#rows tbody tr:first-child .dot").all_inner_texts() == ["✓", "G", "E", "N", "✓"]
    sites = [row.split("\t") for row in await opened.locator(".sites tbody tr").all_inner_texts()]
    assert [row[0] for row in sites] == ["map", "reddit", "shopping", "all sites"]
    assert sites[2][1:7] == ["3", "1", "1", "·", "1", "0.500"]
    assert opened.trouble == []


async def test_index_filters_sorts_and_remembers_the_filters(index, opened):
    await opened.goto(index)
    await opened.select_option("[name=outcome]", "failure")
    assert await shown_tasks(opened) == ["12", "13"]
    assert await opened.inner_text("#shown") == "2 of 5 episodes"
    await opened.select_option("[name=site]", "reddit")
    assert await shown_tasks(opened) == ["12"]
    await opened.click("#rows tbody tr:visible td:nth-child(3)")
    await opened.wait_for_url("**/12-*.html")
    await opened.keyboard.press("i")
    await opened.wait_for_url("**/index.html")
    assert await shown_tasks(opened) == ["12"]
    await opened.keyboard.press("Escape")
    await opened.keyboard.press("/")
    await opened.keyboard.type("thing 14 MAP")
    assert await shown_tasks(opened) == ["14"]
    await opened.fill("[name=text]", "no such thing")
    assert await opened.is_visible("#nothing")
    await opened.click("#clear")
    await opened.click("th button:text-is('s')")
    assert (await shown_tasks(opened))[0] == "12"
    await opened.click("th button:text-is('s')")
    assert (await shown_tasks(opened))[:2] == ["13", "11"]
    assert await opened.get_attribute("th:has(button:text-is('s'))", "aria-sort") == "descending"
    await opened.click("th button:text-is('G')")
    assert (await shown_tasks(opened))[0] == "11"  # the only one with a value; the others come last
    assert opened.trouble == []


async def test_episode_shows_every_step_and_the_verdict(index, opened):
    await opened.goto(episode_of(index, 11))
    head = await opened.inner_text("header")
    for fact in ("Buy thing 11", "success", "1/1 checks passed", "5 steps, ended by finish", "OFCR 4/5", "blue"):
        assert fact in head, fact
    chips = [" ".join(chip.split()) for chip in await opened.locator(".chip").all_inner_texts()]
    assert chips == ["1 click ✓", "2 – G", "3 click E", "4 scroll N", "5 finish ✓", "Verdict"]
    assert "parse" in await opened.get_attribute(".chip:nth-child(2)", "title")
    first = await opened.inner_text("#step-1")
    for fact in (
        "Click the blue button.",
        "click",
        "[1]",
        "BUTTON",
        "Button 1",
        "changed url",
        "http://shop.test/1",
        "→ http://shop.test/2",
        "✓ parsed",
        "✓ strict",
        "2,000 in, 60 out",
        "menu 1 marks, 1 drawn",
    ):
        assert fact in first, fact
    assert "Blue is asked for." in await opened.text_content("#step-1 .think")
    assert not await opened.is_visible("#step-1 .think p")
    assert "Task: buy it" in await opened.text_content("#step-1")
    for step, fact in ((2, "none could be read"), (2, "✗ parsed"), (3, "error: covered"), (4, "nothing changed")):
        await open_step(opened, episode_of(index, 11), f"step-{step}")
        assert fact in await opened.inner_text(f"#step-{step}")
    await open_step(opened, episode_of(index, 11), "verdict")
    verdict = await opened.inner_text("#verdict")
    for fact in (
        "exact_match",
        "passed",
        "expected",
        "found",
        "no judge was asked",
        REFERENCE,
        "Click the blue button.",
        "7: Buy {{thing}}",
        "2023-11-14",
    ):
        assert fact in verdict, fact
    await open_step(opened, episode_of(index, 12), "step-2")
    second = await opened.inner_text("#step-2")
    assert all(fact in second for fact in ("stale observation", "12 omitted", "Dialog said: sure?"))
    assert "ended by the budget" in await opened.inner_text("header")
    await opened.goto(episode_of(index, 15))
    assert "the browser went away" in await opened.inner_text("header")
    assert opened.trouble == []


async def test_keys_and_addresses_lead_through_the_steps(index, opened):
    await opened.goto(episode_of(index, 11))
    assert await visible_steps(opened) == ["step-1"]
    for key, expected in (
        ("j", "step-2"),
        ("ArrowRight", "step-3"),
        ("k", "step-2"),
        ("ArrowLeft", "step-1"),
        ("k", "step-1"),
        ("j", "step-2"),
    ):
        await opened.keyboard.press(key)
        assert await visible_steps(opened) == [expected], key
    assert opened.url.endswith("#step-2")
    assert await opened.get_attribute(".chip:nth-child(2)", "aria-current") == "step"
    await opened.keyboard.press("Control+j")
    assert await visible_steps(opened) == ["step-2"]
    await opened.click(".chip.end")
    await opened.wait_for_selector("#verdict.current")
    assert await visible_steps(opened) == ["verdict"]
    for key in ("verdict", "step-4"):
        await open_step(opened, episode_of(index, 11), key)
        assert await visible_steps(opened) == [key]
        assert await below_header(opened, key)
    await opened.reload()
    assert await visible_steps(opened) == ["step-4"]
    await opened.keyboard.press("a")
    assert len(await visible_steps(opened)) == 6
    assert await below_header(opened, "step-4")
    await opened.keyboard.press("o")
    assert await opened.locator("svg.overlay:visible").count() == 0
    await opened.keyboard.press("n")
    await opened.wait_for_url("**/12-*.html")
    assert len(await visible_steps(opened)) == 3  # both choices hold on the next page
    assert await opened.locator("svg.overlay:visible").count() == 0
    await opened.keyboard.press("p")
    await opened.wait_for_url("**/11-*.html")
    await opened.keyboard.press("p")  # the first one: nothing before it
    await opened.keyboard.press("i")
    await opened.wait_for_url("**/index.html")
    assert opened.trouble == []


async def test_pictures_are_referenced_where_they_are_stored_and_load(index, folder, opened):
    await opened.goto(episode_of(index, 11))
    await opened.keyboard.press("a")
    await opened.evaluate("Promise.all([...document.images].map(image => { image.loading = 'eager'; return image.decode(); }))")
    assert await opened.evaluate("[...document.images].map(image => [image.naturalWidth, image.naturalHeight])") == [[1440, 900]] * 5
    assert not list((folder / "view").glob("*.png"))
    assert opened.trouble == []


@pytest.mark.parametrize("width", [1000, 1440])
async def test_pages_fit_the_window(index, opened, width):
    await opened.set_viewport_size({"width": width, "height": 900})
    for address in (index, episode_of(index, 11), f"{episode_of(index, 11)}#verdict"):
        await opened.goto(address)
        assert await opened.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


async def test_everything_can_be_read_without_scripts(index, chromium):
    context = await chromium.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(episode_of(index, 11))
    assert await page.is_visible("#step-5")
    assert await page.is_visible("#verdict")
    await context.close()


def test_writing_again_gives_the_same_bytes_and_takes_up_new_episodes(folder, store, build):
    first = {path.name: path.read_bytes() for path in write_view(folder).parent.iterdir()}
    assert {path.name: path.read_bytes() for path in write_view(folder).parent.iterdir()} == first
    assert not [name for name in first if name.startswith(".")]
    store(folder, build.episode(16, [build.finish(1)]))
    text = write_view(folder).read_text()
    assert "Planned and not rolled: 0" in text
    assert ">16</a>" in text


def test_a_finished_sweep_shows_its_own_summary(folder, store, build):
    store(folder, build.episode(16, [build.finish(1)]))
    write_json(folder / "summary.json", {"sr": 0.123, "ofcr": 1.0, "g": None, "n": 6, "successes": 2, "n_guides": 0, "incomplete": False})
    text = write_view(folder).read_text()
    assert "0.123" in text
    assert "2 of 6 solved" in text
    assert "Summary of the finished sweep" in text
    assert "! incomplete" not in text


def test_episodes_that_are_not_of_one_kind_are_flagged(folder, store, build):
    store(folder, build.episode(16, [build.finish(1)], grounding="coord"))
    assert "2 different" in write_view(folder).read_text()


def test_damaged_records_are_named(folder):
    victim = next((folder / "episodes").glob("12-*"))
    (victim / "episode.json").write_bytes(b"{}")
    with pytest.raises(Corrupt, match="12-s0"):
        write_view(folder)


def test_an_infra_line_still_being_written_is_left_out_and_a_broken_one_is_named(folder):
    with (folder / "infra.jsonl").open("a") as file:
        file.write('{"task": 99, "err')
    assert "spoiled by the infrastructure: 2" in write_view(folder).read_text()
    with (folder / "infra.jsonl").open("a") as file:
        file.write("\n")
    with pytest.raises(Corrupt, match=r"infra\.jsonl"):
        write_view(folder)


def test_a_plan_without_episodes_and_a_folder_without_a_plan(tmp_path):
    with pytest.raises(BadInput, match="neither a plan nor episodes"):
        write_view(tmp_path)
    folder = tmp_path / "r" / "evals" / "e"
    EvalFolder(folder).path.mkdir(parents=True)
    EvalFolder(folder).freeze_plan({"tasks": [[1, "d"]], "samples": 2, "policy": "demo", "grounding": "coord"})
    text = write_view(folder).read_text()
    assert "of 2 planned" in text
    assert "coord" in text
    assert "1-s1" in text


async def test_index_of_all_runs(folder, store, build, opened):
    other = folder.parents[2] / "weekly" / "evals" / "demo"
    store(other, build.episode(1, [build.finish(1)]))
    write_json(other / "summary.json", {"sr": 0.5, "n": 2, "successes": 1})
    write_view(folder)
    page = write_runs_index(folder.parents[2])
    await opened.goto(page.as_uri())
    rows = await opened.locator("#rows tbody tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows] == ["nightly", "weekly"]
    assert "5/6" in rows[0]
    assert "0.500" in rows[1]
    assert "no view yet" in rows[1]
    await opened.fill("[name=text]", "weekly")
    assert await opened.locator("#rows tbody tr:visible").count() == 1
    await opened.keyboard.press("Escape")
    await opened.click("text=test-som")
    await opened.wait_for_url("**/view/index.html")
    assert opened.trouble == []


async def test_index_stays_small_because_it_holds_metadata_only(folder):
    text = write_view(folder).read_text()
    assert "Task: buy it" not in text
    assert json.dumps("Blue is asked for.")[1:-1] not in text
