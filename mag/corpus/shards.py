"""A gold corpus as a few Parquet files, for DVC and for sharing: tens of thousands of screenshots are too many files for either.

shards/
    <part>-00000.parquet ...   a step a row in corpus order: task_id, index, site, step (JSON, whole) and image ({bytes, path}), the form
                               in which Hugging Face datasets reads pictures; a step without a part is in `none`
    shards.json                corpus.json of the corpus, rows and content digest of every file

Screenshots repeat where steps share one. Equal corpora give equal rows; the bytes of the files depend on the writer's version.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from mag.errors import BadInput, Corrupt
from mag.offline.corpus import IMAGES, Corpus, write_corpus
from mag.runs import read_json, write_atomic, write_json
from mag.shown import GoldStep

ROWS = 512  # of a shard: some 50 MB of screenshots
INDEX = "shards.json"
SCHEMA = 1

_GOLD: TypeAdapter[GoldStep] = TypeAdapter(GoldStep)


def pack(corpus: Corpus, out: Path, rows: int = ROWS) -> dict[str, int]:
    """Write the corpus as shards of at most `rows` steps; shard name -> rows. What is already there as it should be is left alone.

    Raises BadInput where the shards of another corpus lie, or something else; Corrupt for a screenshot that is not the one stored.
    """
    index = read_index(out) if (out / INDEX).exists() else None
    if index and index["corpus"]["digest"] != corpus.digest:
        raise BadInput(f"{out} holds the shards of another corpus; choose another --out")
    known = index["shards"] if index else {}
    shards: dict[str, dict[str, Any]] = {}
    for name, steps in _cut(corpus.steps, rows):
        content = _content(steps)
        if known.get(name, {}).get("content") != content or not (out / name).is_file():
            write_atomic(out / name, _parquet([(step, corpus.image(step)) for step in steps]))
        shards[name] = {"rows": len(steps), "content": content}
    write_json(out / INDEX, {"schema": SCHEMA, "corpus": dict(corpus.about), "shards": shards})
    for left in set(known) - set(shards):
        (out / left).unlink(missing_ok=True)
    return {name: int(shard["rows"]) for name, shard in shards.items()}


def unpack(shards: Path, out: Path) -> Corpus:
    """The corpus of a folder of shards as a working folder, every step and screenshot checked against its digest.

    Raises BadInput for a folder without shards of this kind, Corrupt for a shard that is missing, damaged or not what the index says; then
    `out` has no corpus.json.
    """
    index = read_index(shards)
    steps: list[GoldStep] = []
    for name, shard in index["shards"].items():
        own: list[GoldStep] = []
        for step, image in read_shard(shards / name):
            if hashlib.sha256(image).hexdigest() != step.image_sha256:
                raise Corrupt(
                    f"{shards / name}: the screenshot of task {step.task_id}, step {step.index} is damaged; fetch the shard again"
                )
            if step.image != f"{IMAGES}/{step.image_sha256}.png":  # a path to write to, and somebody else's
                raise Corrupt(f"{shards / name}: task {step.task_id}, step {step.index} names no screenshot of a corpus; do not use it")
            if not (out / step.image).exists():
                write_atomic(out / step.image, image)
            own.append(step)
        if _content(own) != shard["content"]:
            raise Corrupt(f"{shards / name} is not what {INDEX} says; fetch the shard again")
        steps.extend(own)
    about = {key: value for key, value in index["corpus"].items() if key not in ("schema", "counts", "digest")}
    corpus = write_corpus(out, steps, about, lambda step: (out / step.image).read_bytes())
    if corpus.digest != index["corpus"]["digest"]:
        raise Corrupt(f"{shards} does not hold the corpus that {INDEX} names; fetch all of its files again")
    return corpus


def read_index(folder: Path) -> dict[str, Any]:
    """shards.json of a folder, with the names in it fit to be used as paths. Raises BadInput for one of another kind or version."""
    index = read_json(folder / INDEX)
    try:
        known = index["schema"] == SCHEMA and all(isinstance(index["corpus"][key], str) for key in ("protocol", "digest"))
        names = [name for name, shard in index["shards"].items() if isinstance(shard["content"], str)]
        plain = all(re.fullmatch(r"[^/\\\0]+\.parquet", name) for name in names)
    except (KeyError, TypeError, AttributeError):
        known = plain = False
    if not (known and plain):
        raise BadInput(f"{folder / INDEX} is of another kind or version; `mag corpus pack` writes one anew into an empty folder")
    return dict(index)


def read_shard(path: Path) -> Iterator[tuple[GoldStep, bytes]]:
    """Steps and the bytes of their screenshots (PNG), row by row. Raises Corrupt for a file that cannot be read."""
    import pyarrow
    from pyarrow import parquet

    try:
        for batch in parquet.ParquetFile(path).iter_batches(batch_size=32):
            for row in batch.to_pylist():
                yield _GOLD.validate_json(row["step"]), bytes(memoryview(row["image"]["bytes"]))
    except (OSError, pyarrow.ArrowException, ValidationError, KeyError, TypeError) as error:
        raise Corrupt(f"{path} cannot be read ({type(error).__name__}); fetch the shard again") from None


def _cut(steps: Sequence[GoldStep], rows: int) -> Iterator[tuple[str, Sequence[GoldStep]]]:
    for part in sorted({step.part for step in steps}):
        own = [step for step in steps if step.part == part]
        for number, start in enumerate(range(0, len(own), rows)):
            yield f"{part or 'none'}-{number:05d}.parquet", own[start : start + rows]


def _content(steps: Sequence[GoldStep]) -> str:
    hasher = hashlib.sha256()
    for step in steps:
        hasher.update(_GOLD.dump_json(step) + b"\n")
    return hasher.hexdigest()


def _parquet(rows: Sequence[tuple[GoldStep, bytes]]) -> bytes:
    import pyarrow
    from pyarrow import parquet

    image = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
    columns: dict[str, tuple[Any, list[Any]]] = {
        "task_id": (pyarrow.int64(), [step.task_id for step, _ in rows]),
        "index": (pyarrow.int32(), [step.index for step, _ in rows]),
        "site": (pyarrow.string(), [step.site for step, _ in rows]),
        "step": (pyarrow.string(), [_GOLD.dump_json(step).decode() for step, _ in rows]),
        "image": (image, [{"bytes": data, "path": step.image} for step, data in rows]),
    }
    table = pyarrow.table({name: pyarrow.array(values, kind) for name, (kind, values) in columns.items()})
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink, compression={"step": "zstd", "image.bytes": "none"}, row_group_size=64)
    return bytes(sink.getvalue())
