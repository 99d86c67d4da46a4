"""The append-only file beneath queues, ledgers and metrics: offsets, torn lines, a full disk."""

import errno
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.errors import Corrupt, NoSpace
from mag.journal import Journal, encoded


def test_rows_are_found_again_by_their_offset(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    offsets = [journal.append([{"n": n, "text": "é" * n}]) for n in range(3)]
    assert [journal.at(offset)["n"] for offset in offsets] == [0, 1, 2]
    assert [offset for offset, _ in journal.entries()] == offsets
    assert list(Journal(journal.path).rows()) == [row for _, row in journal.entries()]


@given(st.text(st.characters(codec=None)))  # lone surrogates included
def test_any_text_comes_back_as_it_was(text):
    assert json.loads(encoded({"text": text})) == {"text": text}
    assert b"\n" not in encoded({"text": text})


def test_a_torn_line_spoils_only_itself(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    journal.append([{"n": 0}])
    with journal.path.open("ab") as file:
        file.write(b'{"n": 1, "te')
    offset = journal.append([{"n": 2}])
    assert journal.at(offset) == {"n": 2}
    assert [row["n"] for row in journal.rows()] == [0, 2]
    with pytest.raises(Corrupt, match="was changed"):
        journal.at(offset - 5)


def test_a_full_disk_says_what_to_do(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "j.jsonl")

    def full(data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(journal, "_write", full)
    with pytest.raises(NoSpace, match="free some"):
        journal.append([{"n": 0}])
