"""Numbers as the papers print them; text that no format takes for its own."""

import csv
import io

import pytest

from mag.analysis.table import Column, Interval, Table
from mag.report.tables import as_csv, as_latex, as_markdown, as_text, cell_text, write_tables


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (0.3563, "rate", ".356"), (1.0, "rate", "1.000"), (0.0, "rate", ".000"), (-0.0321, "rate", "-.032"), (0.9996, "rate", "1.000"),
        (0.1667, "percent", "16.7"), (0.0, "percent", "0.0"), (6.32, "points", "+6.3"), (-14.6, "points", "-14.6"), (-0.01, "points", "0.0"),
        (0.0347, "p", ".035"), (0.0004, "p", "<.001"), (1.0, "p", "1.000"), (0.126, "number", "0.126"), (6.0, "count", "6.0"),
        (1.204, "seconds", "1.20"), (3, "int", "3"), (None, "rate", "–"), ("a\nb", "text", "a b"), (-1e-17, "rate", ".000"),
        (Interval(0.692, 0.902), "rate", "[.692, .902]"), (Interval(-0.6, 12.1), "points", "[-0.6, +12.1]"),
    ],
)  # fmt: skip
def test_cells(value, kind, text):
    assert cell_text(value, kind) == text


@pytest.fixture
def table():
    columns = (Column("system", "system"), Column("sr", "SR", "rate", 174), Column("ci", "95 % CI", "rate", 174))
    rows = (("a_b|c†", 62 / 174, Interval(0.285, 0.43)), ("[x] & <b>", None, None))
    return Table("main", "Main", "MAG Table 1", columns, rows, ("50 % of #1",))


def test_csv_keeps_what_was_measured(table):
    assert list(csv.reader(io.StringIO(as_csv(table)))) == [
        ["system", "sr", "ci_low", "ci_high"],
        ["a_b|c†", "0.356321839", "0.285", "0.43"],
        ["[x] & <b>", "", "", ""],
    ]


def test_markdown(table):
    lines = as_markdown(table).splitlines()
    assert lines[0] == "**Main** (MAG Table 1)"
    assert lines[2:5] == ["| system | SR (n=174) | 95 % CI (n=174) |", "| --- | ---: | ---: |", "| a\\_b\\|c† | .356 | \\[.285, .430\\] |"]
    assert lines[5] == "| \\[x\\] & \\<b\\> | – | – |"
    assert lines[-1] == "50 % of \\#1"


def test_latex(table):
    text = as_latex(table)
    assert r"\begin{tabular}{lrr}" in text
    assert r"a\_b|c$^\dagger$ & .356 & {}[.285, .430] \\" in text
    assert r"{}[x] \& \textless{}b\textgreater{} & -- & -- \\" in text
    assert r"\caption{Main. 50 \% of \#1}" in text


def test_plain_text_is_aligned(table):
    lines = as_text(table).splitlines()
    assert lines[0] == "Main (MAG Table 1)"
    assert lines[1].endswith("95 % CI (n=174)")
    assert lines[2].endswith("[.285, .430]")
    assert len(lines[1]) == len(lines[2])


def test_writing_twice_writes_the_same(table, tmp_path):
    first = {path.name: path.read_bytes() for path in write_tables({"main": table}, tmp_path)}
    assert set(first) == {"main.csv", "main.md", "main.tex"}
    assert first == {path.name: path.read_bytes() for path in write_tables({"main": table}, tmp_path)}


def test_columns_by_key(table):
    assert table.column("sr") == (62 / 174, None)
    with pytest.raises(KeyError, match="no column 'ggs'"):
        table.column("ggs")
