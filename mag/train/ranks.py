"""The processes of one training run, where there are several; alone, every function does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def rank() -> int:
    """Number of this process, 0 when it is alone."""
    import torch.distributed as dist

    return dist.get_rank() if dist.is_initialized() else 0


def ranks() -> int:
    """How many processes there are."""
    import torch.distributed as dist

    return dist.get_world_size() if dist.is_initialized() else 1


def total(values: Tensor) -> Tensor:
    """The sum over all processes, in place."""
    import torch.distributed as dist

    if dist.is_initialized():
        dist.all_reduce(values)
    return values


def largest(value: float) -> float:
    """The largest over all processes."""
    return float(max(everybodys(value)))


def everybodys(value: object) -> list:  # type: ignore[type-arg]
    """What each process has, in the order of ranks; everywhere the same list."""
    import torch.distributed as dist

    if not dist.is_initialized():
        return [value]
    found: list[object] = [None] * ranks()
    dist.all_gather_object(found, value)
    return found
