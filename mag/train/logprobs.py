"""Log-probabilities of loss tokens by the training stack, and those of the start of a round on disk.

They are kept as parquet, a row's key beside the list of its tokens' values: ragged lists need no padding, any table reader opens them, and
batch.parquet beside them joins on the key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import Corrupt
from mag.runs import write_atomic

if TYPE_CHECKING:
    from torch import Tensor

    from mag.train.batches import Batch, Minibatch
    from mag.train.rows import Row

CHUNK = 1024  # tokens whose logits are held at once: with 250,000 words these are 1 GB in fp32


def token_logprobs(model: Any, batch: Batch) -> Tensor:
    """log pi of every loss token, fp32 [tokens], at temperature 1. Only these tokens go through the output layer."""
    hidden = model.base_model(**batch.inputs, use_cache=False)[0]
    picked = hidden.flatten(0, 1)[batch.where]
    head = model.get_output_embeddings()
    return _chosen(head, picked, batch.targets)


def _chosen(head: Any, hidden: Tensor, targets: Tensor) -> Tensor:
    import torch
    from torch.utils.checkpoint import checkpoint

    def chosen(some: Tensor, ids: Tensor) -> Tensor:
        logits = head(some)
        logits = logits if logits.dtype == torch.double else logits.float()
        values: Tensor = logits.gather(1, ids[:, None])[:, 0] - logits.logsumexp(1)
        return values

    if len(targets) <= CHUNK:
        return chosen(hidden, targets)
    pieces = zip(torch.split(hidden, CHUNK), torch.split(targets, CHUNK), strict=True)
    if not torch.is_grad_enabled():
        return torch.cat([chosen(*piece) for piece in pieces])
    return torch.cat([checkpoint(chosen, *piece, use_reentrant=False) for piece in pieces])


def without_dropout(model: Any) -> Any:
    """Switch dropout off for good, so that training mode computes what evaluation mode does; layers may still be checkpointed."""
    import torch

    for module in model.modules():
        if isinstance(module, torch.nn.modules.dropout._DropoutNd):
            module.p = 0.0
        for name in ("attention_dropout", "dropout"):
            if isinstance(getattr(module, name, None), float):
                setattr(module, name, 0.0)
    return model


def write_logprobs(path: Path, keys: Sequence[str], columns: Mapping[str, Sequence[Sequence[float]]], belongs: str) -> None:
    """Store one list of fp32 a row and column. belongs: digest of what they were computed from, weights and rows."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    fields = {name: pa.array(lists, pa.list_(pa.float32())) for name, lists in columns.items()}
    table = pa.table({"key": pa.array(keys, pa.string()), **fields}).replace_schema_metadata({"belongs": belongs})
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, write_page_checksum=True)
    write_atomic(path, sink.getvalue().to_pybytes())


def read_logprobs(path: Path, keys: Sequence[str], belongs: str) -> dict[str, list[list[float]]] | None:
    """The columns in the order of `keys`; None where there is no file, or one of other weights or rows.

    Raises Corrupt for a file that cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    if not path.exists():
        return None
    try:
        table = parquet.read_table(path, page_checksum_verification=True)
    except (pa.ArrowException, OSError):
        raise Corrupt(f"{path} cannot be read; move it away and start the round's update again, it is computed anew") from None
    stored = (table.schema.metadata or {}).get(b"belongs", b"").decode()
    if stored != belongs or table.column("key").to_pylist() != list(keys):
        return None
    return {name: table.column(name).to_pylist() for name in table.column_names if name != "key"}


def write_batch(path: Path, rows: Sequence[Row], minibatches: Sequence[Minibatch]) -> None:
    """Which rows a round trained on: episode and step, task, whose, advantage, loss tokens, and the update each one went into."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    update = {row: number for number, minibatch in enumerate(minibatches) for row in minibatch.rows}
    table = pa.table(
        {
            "key": [row.key for row in rows],
            "task_id": [row.task_id for row in rows],
            "expert": [row.expert for row in rows],
            "advantage": [row.advantage for row in rows],
            "loss_tokens": [len(row.token_ids) for row in rows],
            "minibatch": [update[number] for number in range(len(rows))],
        }
    )
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink)
    write_atomic(path, sink.getvalue().to_pybytes())
