"""Nights on real rolled episodes' tables: rows, comparison, alert; and who has the sites."""

import csv
import json
import subprocess
import sys
from dataclasses import replace

import pytest

from mag import programs
from mag.errors import BadInput
from mag.locks import hold
from mag.nightly import TABLE, champion_command, device_of, note_night, read_nights
from mag.settings import ModelConf, Settings, load_settings

PLAN = {
    "benchmark": "miniarena", "policy": "tiny", "identity": "tiny@1", "grounding": "som", "contract": "full", "protocol": "p", "snapshot": "s",
    "judge": "local", "samples": 1,
}  # fmt: skip


def night(run, date, outcomes, **plan):
    """An evaluation as `mag sweep` leaves it, as far as a night is noted from it: True, False or None (no verdict) a task."""
    folder = run / "evals" / f"nightly-{date}"
    folder.mkdir(parents=True)
    (folder / "plan.json").write_text(json.dumps({**PLAN, **plan}))
    with (folder / "scores.csv").open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["task_id", "site", "success"])
        rows.writerows([task, "map", "" if value is None else value] for task, value in enumerate(outcomes))
    return folder.name


def test_nights_are_compared_over_their_common_tasks(tmp_path):
    note_night(tmp_path, night(tmp_path, "2026-10-01", [True] * 10))
    same = note_night(tmp_path, night(tmp_path, "2026-10-02", [True] * 9 + [None]))
    assert (same.before, same.shared, same.delta, same.changed, same.n) == ("nightly-2026-10-01", "9", "0.0000", "no", "9")
    worse = note_night(tmp_path, night(tmp_path, "2026-10-03", [False] * 8 + [True] * 2))
    assert (worse.delta, worse.changed, worse.shared) == ("-0.8889", "yes", "9")
    assert float(worse.delta_high) < 0 and "CHANGED" in worse.line
    a_little = note_night(tmp_path, night(tmp_path, "2026-10-04", [True] + [False] * 7 + [True] * 2))
    assert (a_little.delta, a_little.changed) == ("0.1000", "no"), "one task of ten: chance reaches as far"
    assert [row.night[-2:] for row in read_nights(tmp_path)] == ["01", "02", "03", "04"]


def test_a_night_noted_again_replaces_its_row(tmp_path):
    note_night(tmp_path, night(tmp_path, "2026-10-01", [True, False]))
    name = night(tmp_path, "2026-10-02", [True, True])
    assert note_night(tmp_path, name) == note_night(tmp_path, name)
    assert len((tmp_path / TABLE).read_text().splitlines()) == 3
    again = note_night(tmp_path, "nightly-2026-10-01")
    assert again.note == "the first night", "a later night is not before it"


@pytest.mark.parametrize("change", [{"snapshot": "other"}, {"protocol": "other", "judge": "other"}])
def test_what_does_not_compare_is_not_compared(tmp_path, change):
    note_night(tmp_path, night(tmp_path, "2026-10-01", [True] * 5))
    row = note_night(tmp_path, night(tmp_path, "2026-10-02", [False] * 5, **change))
    assert not row.delta and not row.changed and all(name in row.note for name in change)


def test_another_champion_is_compared_and_said(tmp_path):
    note_night(tmp_path, night(tmp_path, "2026-10-01", [False] * 5))
    row = note_night(tmp_path, night(tmp_path, "2026-10-02", [True] * 5, identity="tiny@2"))
    assert (row.delta, row.changed, row.note) == ("1.0000", "yes", "another policy")


def test_a_night_without_verdicts_has_no_row(tmp_path):
    with pytest.raises(BadInput, match="no verdict"):
        note_night(tmp_path, night(tmp_path, "2026-10-01", [None, None]))
    assert not (tmp_path / TABLE).exists()


def test_the_champion_must_be_the_one_that_was_named(tmp_path):
    settings = Settings(models={"tiny": ModelConf(client="local", model=str(tmp_path))})
    settings.champion = replace(settings.champion, policy="tiny", digest="0" * 12)
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    with pytest.raises(BadInput, match=r"champion.yaml says 0{12}"):
        champion_command(settings, "nightly-2026-10-01")
    assert device_of(settings) == "cpu"


def test_the_shipped_champion_is_a_sweep_over_tasks_to_choose_by(monkeypatch):
    for name in ("MAG_HOME", "MAG_RUNS", "MAG_CONF"):
        monkeypatch.delenv(name, raising=False)
    settings = load_settings()
    assert settings.champion.part == "validation"
    done = subprocess.run(
        [sys.executable, "-m", "mag.cli", *champion_command(settings, "nightly-x"), "--help"], capture_output=True, text=True, check=True
    )
    assert "Usage" in done.stdout
    assert device_of(settings) == ""


def test_who_has_the_sites_is_told_by_name(tmp_path):
    assert programs.busy(tmp_path, "cpu") == ""
    programs.note(tmp_path, "4711", "grpo-round-miniature")
    with hold(tmp_path / "sites.lock") as had:
        assert had and "(grpo-round-miniature)" in programs.busy(tmp_path)
    with hold(programs.device_lock(tmp_path, "cuda:0")):
        assert programs.busy(tmp_path) == programs.busy(tmp_path, "cpu") == ""
        assert programs.busy(tmp_path, "cuda:0").startswith("device cuda:0 taken by process")
    with hold(tmp_path / "sets" / "set2.lock"):
        assert programs.busy(tmp_path).startswith("environment set set2 taken")
    assert [one.gone for one in programs.noted(tmp_path)] == [False]
