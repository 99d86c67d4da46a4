"""The append-only file beneath queues, ledgers and metrics: offsets, torn lines, a full disk."""

import errno
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.errors import Corrupt, NoSpace
from mag.journal import Journal, encoded, sealed


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


def test_a_flipped_bit_is_never_taken_for_what_was_written(tmp_path):
    journal, row = Journal(tmp_path / "j.jsonl"), {"n": 17, "verdict": True, "text": "é0"}
    journal.append([row])
    line = journal.path.read_bytes()
    kept = 0
    for bit in range(8 * len(line)):
        damaged = bytearray(line)
        damaged[bit // 8] ^= 1 << bit % 8
        journal.path.write_bytes(damaged)
        for found in journal.rows():
            kept += 1
            assert {name: found[name] for name in row} == row, damaged
    assert kept < 150, "what may be damaged is the checksum's own field, and the end of the line"


def test_a_damaged_line_is_named_and_spoils_only_itself(tmp_path, caplog):
    journal = Journal(tmp_path / "j.jsonl")
    journal.append([{"n": 0}, {"n": 1}, {"n": 2}])
    journal.path.write_bytes(journal.path.read_bytes().replace(b'"n":1', b'"n":3'))
    with journal.path.open("ab") as file:
        file.write(b'{"n": 4}\n')  # of another writer
    assert [row["n"] for row in journal.rows()] == [0, 2, 4]
    assert "the line at byte" in caplog.text and str(journal.path) in caplog.text
    with pytest.raises(Corrupt, match="was changed"):
        journal.at(len(sealed(b'{"n":0}')) + 1)


def test_a_full_disk_says_what_to_do(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "j.jsonl")

    def full(data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(journal, "_write", full)
    with pytest.raises(NoSpace, match="free some"):
        journal.append([{"n": 0}])
