"""How far the engine that sampled a batch is from the training stack that learns from it: on the very tokens, once the update has begun."""

from pathlib import Path

from mag.runs import load_episode
from mag.train.job import read_job


def sampling_gap(folder: Path) -> dict[str, float]:
    """Mean and largest difference, in nats a token, between the log-probabilities of a round's steps as sampled and at the round's start.

    Of the policy's tokens that are trained on; empty where there are none. The objective does not depend on it: its ratios are between two
    readings of the training stack. A growing one says that the batch is less and less on-policy (MAG Eq. 8 takes it to be).
    """
    import pyarrow.parquet as parquet

    table = parquet.read_table(folder / "logprobs.parquet", columns=["key", "logprobs"]).to_pydict()
    trained = dict(zip(table["key"], table["logprobs"], strict=True))
    gaps = [
        abs(one - other)
        for member in read_job(folder).members
        if not member.expert
        for episode in [load_episode(Path(member.folder))]
        for step in episode.steps
        for one, other in zip(step.logprobs, trained.get(f"{episode.key[:12]}/{step.index}", ()), strict=False)
    ]
    return {"sampling_gap": sum(gaps) / len(gaps), "sampling_gap_largest": max(gaps)} if gaps else {}
