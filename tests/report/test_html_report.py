"""The report is one file that opens by itself, shows the tables as they are and lets nothing in them act."""

import io
import re

import pytest
from PIL import Image

from mag.analysis.analyse import Ask, analyse
from mag.analysis.result import Analysis
from mag.analysis.series import Line, Series
from mag.analysis.table import Column, Table
from mag.report.html_report import write
from mag.report.pages import printable
from mag.report.tables import cell_text
from tests.report.evaluations import evaluation
from tests.report.test_viewer_safety import ALL, PAYLOADS


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def analysis(folder):
    viewed = folder / "r 1" / "evals" / "good?#"
    (viewed / "view").mkdir(parents=True)
    (viewed / "view" / "index.html").write_text("<p>the viewer")
    items = [evaluation("good?#", 0.6, folder=viewed), evaluation("fair", 0.4, "coord", folder=folder / "r" / "evals" / "fair")]
    whole = analyse([*items, evaluation("odd", 0.2).marked("has another protocol digest")], Ask())
    kept = {key: whole.tables[key] for key in ("main", "pairs", "actions", "verbs", "sources")}
    return Analysis(kept, whole.series, whole.notes, whole.evaluations)


@pytest.fixture(scope="module")
def report(analysis, folder):
    return write(analysis, folder / "r 1" / "analysis")


async def test_the_report_opens_from_disk_alone_and_runs_nothing(report, opened):
    await opened.goto(report.as_uri())
    assert opened.trouble == []
    assert await opened.evaluate("document.querySelectorAll('script, link, img, iframe, object, form').length") == 0
    assert await opened.locator("figure svg").count() == 3  # main, pairs, actions; `verbs` and `sources` are tables only
    assert await opened.locator("figure svg").first.evaluate("item => item.getBoundingClientRect().width") > 500
    paint = "item => getComputedStyle(item).backgroundColor"
    assert await opened.locator("section").first.evaluate(paint) != await opened.locator("body").evaluate(paint)  # the style is let in
    assert re.findall("policy|meta http-equiv[^>]*", report.read_text())[0].count("sha256-") == 1


async def test_every_table_is_there_as_it_is(report, analysis, opened):
    await opened.goto(report.as_uri())
    for key, table in analysis.tables.items():
        rows = await opened.eval_on_selector_all(
            f"#{key} tbody tr", "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
        )
        assert rows == [[cell_text(cell, column.kind) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows]
        assert await opened.locator(f"#{key} thead th").all_text_contents() == [column.header for column in table.columns]
        for note in table.notes:
            assert note in await opened.locator(f"#{key} > .notes").inner_text()


async def test_marks_stand_on_top_and_rows_lead_to_the_viewer(report, opened):
    await opened.goto(report.as_uri())
    assert await opened.locator("main > :first-child li").all_text_contents() == ["odd† has another protocol digest."]
    links = opened.locator("#main tbody a")
    assert await links.all_text_contents() == ["good?#"]  # the others have no viewer
    assert await opened.locator("#pairs tbody a").count() == 2
    await links.first.click()
    assert await opened.inner_text("p") == "the viewer"


async def test_ink_follows_the_colour_scheme_in_figures_too(report, opened):
    async def inked(selector):
        """The darkest and the lightest of what is painted there; what <use> shows has no style to be asked for."""
        box = await opened.locator(f"#main svg {selector}").first.bounding_box()
        return Image.open(io.BytesIO(await opened.screenshot(clip=box))).convert("L").getextrema()

    await opened.goto(report.as_uri())
    for selector in ("text", 'use[fill="#ffffff"]'):  # a name, a hollow square
        await opened.emulate_media(color_scheme="light")
        darkest, lightest = await inked(selector)
        assert darkest < 100 and lightest > 240, selector
        await opened.emulate_media(color_scheme="dark")
        darkest, lightest = await inked(selector)
        assert darkest < 60 and lightest > 150, selector


def test_the_same_analysis_gives_the_same_bytes(report, analysis, folder):
    small = Analysis({"main": analysis.tables["main"]}, {}, analysis.notes, analysis.evaluations)
    first = write(small, folder / "r 1" / "again").read_bytes()
    assert write(small, folder / "r 1" / "again").read_bytes() == first
    assert b"rolled 2023-11-14" in first


async def test_curves_without_a_table_carry_their_values(tmp_path, opened):
    series = Series("training-kl", "kl", "", "update", "kl", "number", (Line("a", (1, 2), (0.5, 0.25)), Line("b", (2, 3), (1, 2))))
    await opened.goto(write(Analysis({}, {series.key: series}, (), ()), tmp_path).as_uri())
    await opened.click("#training-kl summary")
    assert await opened.locator("#training-kl tr").all_inner_texts() == ["update\ta\tb", "1\t0.500\t–", "2\t0.250\t1.000", "3\t–\t2.000"]


async def test_hostile_texts_are_shown_literally_and_do_nothing(tmp_path, opened):
    columns = (Column("system", ALL), Column("steps", "steps", "int"), Column("click", ALL, "percent"))
    rows = tuple((payload, 3, 1.0) for payload in PAYLOADS)
    table = Table("actions", ALL, ALL, columns, rows, PAYLOADS)
    series = Series("curve", ALL, ALL, ALL, ALL, "number", (Line(ALL, (1, 2), (1, 2)),), PAYLOADS)
    item = evaluation("e", 0.5, tasks=4, run=ALL).marked(ALL)
    found = Analysis({"actions": table}, {"curve": series}, PAYLOADS, (item,))
    await opened.goto(write(found, tmp_path).as_uri())
    await opened.evaluate("document.querySelectorAll('details').forEach(item => { item.open = true; })")
    await opened.wait_for_timeout(100)
    assert await opened.evaluate("window.canary ?? null") is None
    assert await opened.evaluate("document.body.checkVisibility()")
    assert opened.trouble == []
    assert (
        await opened.evaluate("document.querySelectorAll('script, img, iframe, base, style:not(head > style), [onload], [onerror]').length")
        == 0
    )
    assert {await link.get_attribute("href") for link in await opened.locator("a").all()} == {"#actions", "#curve"}
    shown = await opened.locator("#actions tbody th").all_text_contents()
    assert [" ".join(text.split()) for text in shown] == [" ".join(printable(payload).split()) for payload in PAYLOADS]
    assert await opened.locator("#actions > .notes li").all_text_contents() == [printable(payload) for payload in PAYLOADS]
    assert ALL in await opened.locator("h1").text_content()
    drawn = "".join(await opened.locator("#actions svg text").all_text_contents())
    assert all(" ".join(payload.split())[:20] in drawn for payload in PAYLOADS)
