"""Figures show the numbers of their tables, in grey too, and come out the same to the byte."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib.colors import to_rgb

from mag.analysis.analyse import Ask, analyse
from mag.analysis.result import Analysis
from mag.analysis.series import Line, Series
from mag.errors import BadInput
from mag.report.figures import DRAWERS, READINGS, draw, write_figures
from mag.report.plots.curves import curves
from mag.report.plots.dots import Dot, Panel, dots, forest
from mag.report.plots.inline import inline
from mag.report.plots.save import encoded
from mag.report.plots.style import FILLS, LINES, label, styled
from tests.report.evaluations import evaluation


@pytest.fixture(scope="module")
def evaluations():
    return [evaluation("good", 0.6), evaluation("fair", 0.4, "coord"), evaluation("poor", 0.1), evaluation("drawn", 0.3, samples=3)]


@pytest.fixture(scope="module")
def analysis(evaluations):
    return analyse(evaluations, Ask(pairs=("good:fair", "good:poor"), contrasts=("good:fair:poor:fair",)))


@pytest.fixture(scope="module")
def figures(analysis):
    with styled():
        return draw(analysis)


def points(axis, marker=("o", "s")):
    """Where the dots of an axis are: (x, y), from above."""
    found = [line for line in axis.lines if line.get_marker() in marker and len(line.get_xdata()) == 1]
    return [(float(line.get_xdata()[0]), float(line.get_ydata()[0])) for line in found]


def spans(axis):
    """The intervals of an axis: (low, high, y)."""
    found = [line for line in axis.lines if line.get_marker() == "None" and len(line.get_xdata()) == 2]
    return [(*map(float, line.get_xdata()), float(line.get_ydata()[0])) for line in found if line.get_ydata()[0] == line.get_ydata()[1]]


def names(axis):
    return [text.get_text() for text in axis.get_yticklabels()]


def test_what_has_data_is_drawn_and_nothing_else(analysis, figures):
    assert set(figures) == {*(key for key in DRAWERS if key in analysis.tables), *analysis.series}
    assert {
        "main",
        "pairs",
        "contrasts",
        "lengths",
        "sites",
        "templates",
        "actions",
        "solved_sets",
        "coupling",
        "reasons",
        "cost",
        "passk",
    } == set(figures)
    assert set(READINGS) == set(DRAWERS)
    with styled():
        assert draw(Analysis({}, {"s": Series("s", "S", "", "x", "y", "rate", ())}, (), ())) == {}


def test_the_main_figure_shows_the_main_table(analysis, figures):
    table, axes = analysis.tables["main"], figures["main"].axes
    assert names(axes[0]) == ["good", "fair", "poor", "drawn"]
    for axis, key in zip(axes, ("sr", "ggs", "ofcr", "g"), strict=True):
        assert points(axis)[: len(table.rows)] == [(value, row) for row, value in enumerate(table.column(key))]
        limits = analysis.tables["intervals"].column(key)
        assert spans(axis) == [(limit.low, limit.high, row) for row, limit in enumerate(limits)]
    assert axes[0].get_xlabel() == "SR\nn = 60"


def test_names_that_a_line_cannot_hold_whole_take_a_line_each(analysis):
    long = {"good": "a-study-of-one-grounding-mag-0/round-05", "poor": "a-study-of-one-grounding-mag-0/round-10"}
    table = analysis.tables["pairs"]
    renamed = replace(table, rows=tuple((*(long.get(name, name) for name in row[:2]), *row[2:]) for row in table.rows))
    with styled():
        axis = draw(Analysis({"pairs": renamed}, {}, (), ()))["pairs"].axes[0]
    assert names(axis) == [f"{long['good']} − fair", f"{long['good']}\n− {long['poor']}"]


def test_a_difference_whose_interval_holds_0_is_hollow(analysis, figures):
    axis = figures["pairs"].axes[0]
    table = analysis.tables["pairs"]
    assert names(axis) == ["good − fair", "good − poor"]
    assert points(axis) == [(delta, row) for row, delta in enumerate(table.column("delta"))]
    with styled():
        drawn = forest(["a", "b", "c"], [Dot(1, 0.5, 2), Dot(1, -0.5, 2), Dot(-1, -2, -0.5)], ["1 / 2", "", ""], "points").axes[0]
    shapes = [line.get_marker() for line in drawn.lines if line.get_marker() in ("o", "s")]
    assert shapes == ["o", "s", "o"]
    right = drawn.child_axes[0]
    assert [text.get_text() for text in right.get_yticklabels()] == ["1 / 2", "", ""]


def test_slices_have_wilson_intervals_where_each_task_has_one_episode(analysis, figures):
    table, axes = analysis.tables["sites"], figures["sites"].axes
    assert len(axes) == len(table.columns) - 1 == 4
    for axis, column in zip(axes, table.columns[1:], strict=True):
        assert [x for x, _ in points(axis)[:4]] == [100 * value for value in table.column(column.key)]
        assert [y for *_, y in spans(axis)] == [0, 1, 2]  # not `drawn`, which has three episodes a task
        assert column.n == 15
        assert all(low <= x <= high for (low, high, _), (x, _) in zip(spans(axis), points(axis), strict=False))
    assert len({axis.get_xlim() for axis in axes}) == 1


def test_solved_sets_are_those_of_the_episodes(evaluations, figures):
    solved = {item.name: {row.task_id for row in item.episodes if row.success} for item in evaluations}
    who = Counter(frozenset(name for name, tasks in solved.items() if task in tasks) for task in set().union(*solved.values()))
    bars, matrix, totals = figures["solved_sets"].axes
    assert sorted(bar.get_height() for bar in bars.patches) == sorted(who.values())
    assert [bar.get_width() for bar in totals.patches] == [len(tasks) for tasks in solved.values()]
    full = [line for line in matrix.lines if line.get_linestyle() == "-"]
    drawn = [frozenset(list(solved)[int(row)] for row in line.get_ydata()) for line in full]
    assert dict(zip(drawn, (bar.get_height() for bar in bars.patches), strict=True)) == who


def test_actions_add_up_to_all_steps(analysis, figures):
    axis = figures["actions"].axes[0]
    assert names(axis)[0].startswith("good (") and names(axis)[0].endswith(" steps)")
    ends = Counter()
    for bar in axis.patches:
        ends[round(bar.get_y(), 6)] += bar.get_width()
    assert len(ends) == 4 and all(end == pytest.approx(100) for end in ends.values())
    share = {text.get_text() for text in figures["actions"].legends[0].get_texts()}
    assert share == {"click", "type", "select", "scroll", "go_back", "finish", "unparsable"}  # press_enter and invalid: nobody


def test_curves_have_their_bands_and_levels(analysis, figures):
    line = analysis.series["passk"].lines[0]
    axis = figures["passk"].axes[0]
    assert list(axis.lines[0].get_ydata()) == [100 * y for y in line.y]
    vertices = axis.collections[0].get_paths()[0].vertices
    assert vertices[:, 1].max() == pytest.approx(100 * max(line.high))
    with styled():
        level = curves([Line("a", (1, 2), (0.1, 0.2)), Line("greedy", (), (0.15,), level=True)], "k", "pass@k (%)", 100).axes[0]
    dotted = [item for item in level.lines if item.get_linestyle() == ":"]
    assert [list(item.get_ydata()) for item in dotted] == [[15, 15]]
    assert [text.get_text() for text in level.child_axes[0].get_yticklabels()] == ["greedy"]


def test_levels_that_are_close_keep_their_names_apart():
    lines = [Line("a", (1, 2), (0, 100)), *(Line(str(y), (), (y,), level=True) for y in (50, 50.1, 50.2))]
    with styled():
        axis = curves(lines, "x", "y").axes[0]
    ticks = axis.child_axes[0].get_yticks()
    assert all(after - before > 5 for before, after in pairwise(ticks))


def luminance(colour):
    return sum(weight * part for weight, part in zip((0.299, 0.587, 0.114), to_rgb(colour), strict=True))


def test_fills_and_lines_are_told_apart_in_grey():
    for (first, hatch), (second, other) in pairwise(FILLS):
        assert hatch != other or abs(luminance(first) - luminance(second)) > 0.2, (first, second)
    plain = [luminance(colour) for colour, hatch in FILLS if not hatch]
    assert all(abs(a - b) > 0.06 for i, a in enumerate(plain) for b in plain[:i])
    assert len({(str(dash), marker) for _, dash, marker in LINES}) == len(LINES)


def test_the_same_figure_gives_the_same_bytes_whatever_the_machine_prefers(tmp_path, analysis):
    only = Analysis({"actions": analysis.tables["actions"]}, {}, (), analysis.evaluations)
    first = write_figures(only, tmp_path / "a")
    with matplotlib.rc_context({"font.size": 20, "axes.grid": True, "svg.fonttype": "path", "lines.linewidth": 9}):
        second = write_figures(only, tmp_path / "b")
    assert first == second
    files = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}
    assert set(files) == {"actions.svg", "actions.png", "actions.pdf"}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "b").iterdir()}
    assert files["actions.png"].startswith(b"\x89PNG") and files["actions.pdf"].startswith(b"%PDF")
    assert not any(re.search(rb"CreationDate|dc:date|Matplotlib v", data) for data in files.values())


HOSTILE = ("$\\frac{", "<script>alert(1)</script>&amp;", "a\u202eb\x00c\ufffe", "line\nbreak\ttab", "名前", "x" * 200, "]]>--><!--")


def test_hostile_names_are_text():
    with styled():
        svg = encoded(dots(HOSTILE, [Panel("<b>$y$</b>", [Dot(1.0)] * len(HOSTILE))]), "svg")
    texts = [node.text for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    for name in ("$\\frac{", "<script>alert(1)</script>&amp;", "a⟨U+202E⟩b⟨U+0000⟩c", "名前", "x" * 47 + "…", "]]>--><!--", "<b>$y$</b>"):
        assert name in texts
    assert label("a\n b") == "a b"


def test_an_inlined_figure_has_no_styles_and_only_references_of_its_own(figures):
    with styled():
        svg = encoded(figures["actions"], "svg")
    one, other = (ElementTree.fromstring(inline(svg, key, 'named "so" <b>')) for key in ("one", "other"))
    assert one.get("aria-label") == 'named "so" <b>'
    ids = {}
    for key, root in (("one", one), ("other", other)):
        nodes = list(root.iter())
        assert not any("style" in node.attrib or node.tag == "style" for node in nodes)
        ids[key] = {node.get("id") for node in nodes if node.get("id")}
        used = {
            found for node in nodes for value in node.attrib.values() for found in re.findall(r"^#([\w-]{8,})$|url\(#([\w-]+)\)", value)
        }
        assert {a or b for a, b in used} == ids[key] and len(ids[key]) > 3
    assert not ids["one"] & ids["other"]
    assert any(node.get("fill", "").startswith("url(") for node in one.iter())


def test_without_matplotlib_one_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.style", None)
    with pytest.raises(BadInput, match="install"), styled():
        pass
