"""Packing and unpacking: nothing is lost, damage is named, equal corpora give equal shards."""

import hashlib
import io
import json
from dataclasses import replace

import pyarrow
import pytest
from PIL import Image
from pyarrow import parquet

from mag.corpus.shards import _content, _parquet, pack, unpack
from mag.errors import BadInput, Corrupt
from mag.offline.corpus import load_corpus, write_corpus
from mag.runs import read_json, write_json
from tests.offline.steps import gold_step

_buffer = io.BytesIO()
Image.effect_noise((60, 40), 80).save(_buffer, "PNG")
PICTURE = _buffer.getvalue()
SHA = hashlib.sha256(PICTURE).hexdigest()
ABOUT = {"protocol": "p", "snapshot": "s", "benchmark": "", "sources": [], "left_out": {}}


def gold(task_id, index=1):
    return gold_step(task_id, index, "click", 1, guide="Click 'Reports'.", image=f"images/{SHA}.png", image_sha256=SHA)


def corpus_of(folder, steps):
    write_corpus(folder, steps, ABOUT, lambda step: PICTURE)
    return load_corpus(folder)


@pytest.fixture
def corpus(tmp_path):
    steps = [gold(task_id=task_id, index=index) for task_id in (3, 1, 2, 10) for index in (1, 2, 4)]
    parts = {1: "train", 2: "train", 3: "test", 10: ""}
    return corpus_of(tmp_path / "gold", [replace(step, part=parts[step.task_id]) for step in steps])


def test_a_corpus_comes_back_whole_byte_for_byte(corpus, tmp_path):
    assert pack(corpus, tmp_path / "shards", rows=4) == {
        "none-00000.parquet": 3,
        "test-00000.parquet": 3,
        "train-00000.parquet": 4,
        "train-00001.parquet": 2,
    }
    back = unpack(tmp_path / "shards", tmp_path / "back")
    assert back.digest == corpus.digest
    for path in sorted(corpus.folder.rglob("*")):
        if path.is_file():
            assert (tmp_path / "back" / path.relative_to(corpus.folder)).read_bytes() == path.read_bytes(), path
    assert load_corpus(tmp_path / "back").steps == corpus.steps


def test_packing_again_writes_nothing_and_equal_corpora_give_equal_shards(corpus, tmp_path):
    pack(corpus, tmp_path / "a", rows=4)
    before = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in (tmp_path / "a").glob("*.parquet")}
    (tmp_path / "a" / "test-00000.parquet").unlink()
    pack(corpus, tmp_path / "a", rows=4)
    after = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in (tmp_path / "a").glob("*.parquet")}
    assert {name: data for name, (_, data) in after.items()} == {name: data for name, (_, data) in before.items()}
    assert {name for name in after if after[name][0] != before[name][0]} == {"test-00000.parquet"}
    pack(corpus, tmp_path / "b", rows=4)
    assert {path.name: path.read_bytes() for path in (tmp_path / "b").iterdir()} == {
        path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()
    }


def test_larger_shards_leave_none_of_the_smaller_behind(corpus, tmp_path):
    pack(corpus, tmp_path / "shards", rows=2)
    pack(corpus, tmp_path / "shards", rows=100)
    assert sorted(path.name for path in (tmp_path / "shards").glob("*.parquet")) == [
        f"{part}-00000.parquet" for part in ("none", "test", "train")
    ]
    assert unpack(tmp_path / "shards", tmp_path / "back").digest == corpus.digest


def test_another_corpus_is_not_overwritten(corpus, tmp_path):
    pack(corpus, tmp_path / "shards")
    with pytest.raises(BadInput, match="another corpus"):
        pack(corpus_of(tmp_path / "other", [gold(task_id=99)]), tmp_path / "shards")


@pytest.mark.parametrize("harm", ["cut", "flip", "gone", "swapped", "text"])
def test_a_damaged_shard_is_named_and_no_corpus_is_left(corpus, tmp_path, harm):
    pack(corpus, tmp_path / "shards", rows=4)
    path = tmp_path / "shards" / "train-00001.parquet"
    data = bytearray(path.read_bytes())
    if harm == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif harm == "flip":
        place = data.index(PICTURE) + len(PICTURE) // 2
        data[place] ^= 1
        path.write_bytes(data)
    elif harm == "gone":
        path.unlink()
    elif harm == "swapped":
        path.write_bytes((tmp_path / "shards" / "train-00000.parquet").read_bytes())
    else:
        path.write_bytes(b"<html>not found</html>")
    with pytest.raises(Corrupt, match="train-00001"):
        unpack(tmp_path / "shards", tmp_path / "back")
    assert not (tmp_path / "back" / "corpus.json").exists()


@pytest.mark.parametrize("image", ["../escaped.png", "images/other.png", "corpus.json"])
def test_a_shared_shard_writes_nowhere_but_where_screenshots_lie(corpus, tmp_path, image):
    pack(corpus, tmp_path / "shards")
    shards, name = tmp_path / "shards", "test-00000.parquet"
    steps = [replace(step, image=image) for step in corpus.steps if step.part == "test"]
    (shards / name).write_bytes(_parquet([(step, PICTURE) for step in steps]))
    index = read_json(shards / "shards.json")
    index["shards"] = {name: {"rows": len(steps), "content": _content(steps)}}
    write_json(shards / "shards.json", index)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(Corrupt, match="names no screenshot"):
        unpack(shards, tmp_path / "a" / "back")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["../kept.parquet", "deeper/kept.parquet", "/kept.parquet", "kept.txt"])
def test_an_index_whose_names_are_no_file_names_is_refused(corpus, tmp_path, name):
    pack(corpus, tmp_path / "shards")
    index = read_json(tmp_path / "shards" / "shards.json")
    index["shards"][name] = next(iter(index["shards"].values()))
    write_json(tmp_path / "shards" / "shards.json", index)
    kept = tmp_path / "shards" / name
    if not name.startswith("/"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(b"mine")
    for use in (lambda: pack(corpus, tmp_path / "shards"), lambda: unpack(tmp_path / "shards", tmp_path / "back")):
        with pytest.raises(BadInput, match="of another kind or version"):
            use()
    assert name.startswith("/") or kept.read_bytes() == b"mine"


@pytest.mark.parametrize(
    "harm", [[], {"shards": {}}, {"schema": 2}, {"corpus": {}}, {"corpus": None}, {"shards": []}, {"shards": {"a.parquet": {}}}]
)
def test_an_index_of_another_kind_is_refused(corpus, tmp_path, harm):
    pack(corpus, tmp_path / "shards")
    path = tmp_path / "shards" / "shards.json"
    write_json(path, read_json(path) | harm if harm and harm != {"shards": {}} else harm)
    with pytest.raises(BadInput, match="of another kind or version"):
        unpack(tmp_path / "shards", tmp_path / "back")
    with pytest.raises(BadInput, match="of another kind or version"):
        pack(corpus, tmp_path / "shards")


@pytest.mark.parametrize("image", [None, {"bytes": None, "path": "x"}])
def test_a_row_without_its_picture_is_damage(corpus, tmp_path, image):
    pack(corpus, tmp_path / "shards")
    path = tmp_path / "shards" / "test-00000.parquet"
    table = parquet.read_table(path)
    images = pyarrow.array([image] * len(table), table.schema.field("image").type)
    parquet.write_table(table.set_column(4, "image", images), path)
    with pytest.raises(Corrupt, match=r"test-00000.* cannot be read"):
        unpack(tmp_path / "shards", tmp_path / "back")


def test_hugging_face_datasets_reads_the_pictures(corpus, tmp_path, monkeypatch):
    pack(corpus, tmp_path / "shards")
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    rows = datasets.load_dataset(
        "parquet", data_files=str(tmp_path / "shards" / "train-*.parquet"), split="train", cache_dir=str(tmp_path / "cache")
    ).cast_column("image", datasets.Image())
    assert len(rows) == 6
    assert rows[0]["image"].size == Image.open(io.BytesIO(PICTURE)).size
    assert json.loads(rows[0]["step"])["task_id"] == rows[0]["task_id"] == 1
