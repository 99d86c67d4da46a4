"""Two of three judges decide a label, and what their ruling does to both views."""

import json
from itertools import permutations

import pytest

from mag.errors import BadInput
from mag.offline.audit import AuditRow, apply, majority, rulings
from mag.offline.corpus import in_view, load_corpus
from tests.offline.steps import ORDERS, gold_step, six_steps


def rows(*verdicts, key=(1, 1)):
    parted = [verdict.partition(" ") for verdict in verdicts]
    return [AuditRow(*key, verdict, int(mark) if mark else None, f"judge {number}") for number, (verdict, _, mark) in enumerate(parted)]


@pytest.mark.parametrize(
    ("verdicts", "ruling", "mark"),
    [
        (("confirm", "confirm", "remap 2"), "confirm", None),
        (("remap 2", "remap 2", "confirm"), "remap", 2),
        (("remap 2", "remap 3", "confirm"), "disputed", None),  # a remap needs the same mark twice
        (("remap 2", "remap 3", "remap 4"), "disputed", None),
        (("unmappable", "unmappable", "remap 2"), "unmappable", None),
        (("confirm", "unmappable", "remap 2"), "disputed", None),
        (("confirm", "disputed", "disputed"), "disputed", None),
        (("confirm", "confirm", "disputed"), "confirm", None),
    ],
)
def test_majority(verdicts, ruling, mark):
    for order in permutations(rows(*verdicts)):
        assert majority(order) == AuditRow(1, 1, ruling, mark)


def test_rows_that_decide_nothing_are_refused():
    for broken in (rows("confirm", "confirm"), rows("confirm") * 3, [*rows("confirm", "confirm"), AuditRow(1, 1, "confirm")]):
        with pytest.raises(BadInput, match="task 1, step 1: it needs one row from each of 3 judges"):
            rulings(broken)
    for broken in (AuditRow(1, 1, "remap"), AuditRow(1, 1, "confirm", 3)):
        with pytest.raises(BadInput, match="a remap names a mark"):
            rulings([broken])


def test_rulings_in_both_views():
    steps = {step.key: step for step in apply(six_steps(), rulings([AuditRow(1, 1, "remap", 2), AuditRow(1, 2, "unmappable")]))}
    remapped, gone = steps[1, 1], steps[1, 2]
    assert (remapped.mark, remapped.box, remapped.point) == (2, ORDERS.box, ORDERS.point)
    assert (gone.mark, gone.box, gone.point) == (None, (100.0, 115.0, 0.0, 0.0), (100.0, 115.0))
    assert (in_view(gone, "som"), in_view(gone, "coord")) == (False, True)
    assert steps[2, 2] == six_steps()[4]


def test_a_remap_keeps_the_point_inside_its_box_and_a_hidden_mark_has_none():
    step = gold_step(1, 1, "click", 1, point=(225.0, 5.0))
    assert apply([step], {(1, 1): AuditRow(1, 1, "remap", 2)})[0].point == (225.0, 5.0)
    assert apply([step], {(1, 1): AuditRow(1, 1, "remap", 4)})[0].point is None


def test_a_dispute_keeps_the_label_and_a_later_ruling_settles_it():
    (step,) = apply([gold_step(1, 1, "click", 1)], rulings(rows("confirm", "unmappable", "disputed")))
    assert (step.disputed, step.mark) == (True, 1)
    for verdict in ("confirm", "unmappable"):
        assert not apply([step], {(1, 1): AuditRow(1, 1, verdict)})[0].disputed


def test_rulings_that_fit_no_step():
    for row, problem in (
        (AuditRow(7, 1, "confirm"), "which the corpus lacks"),
        (AuditRow(1, 4, "disputed"), "a finish, which has no target"),
        (AuditRow(1, 1, "remap", 77), "not in its menu"),
    ):
        with pytest.raises(BadInput, match=problem):
            apply(six_steps(), {row.key: row})


def test_an_audit_file_is_merged_at_load(store, tmp_path):
    corpus = store(six_steps())
    file = tmp_path / "audit.jsonl"
    judged = [{"task_id": 1, "index": 1, "verdict": "remap", "mark": 2, "judge": name, "reason": "not read"} for name in ("a", "b")]
    lines = [*judged, {"task_id": 1, "index": 1, "verdict": "confirm", "judge": "c"}, {"task_id": 1, "index": 2, "verdict": "disputed"}]
    file.write_text("\n".join(json.dumps(line) for line in lines))
    merged = load_corpus(corpus.folder, file)
    assert (merged.audited, merged.digest) == (2, corpus.digest)
    assert (merged.steps[0].mark, merged.steps[1].disputed) == (2, True)
    file.write_text('{"task_id": 1, "index": 1, "verdict": "perhaps"}\n')
    with pytest.raises(BadInput, match=r"audit\.jsonl:1: verdict"):
        load_corpus(corpus.folder, file)
