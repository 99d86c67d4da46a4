"""A shaped reward, of the kind MAG App. H reports trying without success. The paper gives no formula; the two terms here are ours.

R = S + 0.1 (share of steps that pass the output gate) - 0.1 (1 when it declared the task finished and failed).
"""

from mag.records import Episode
from mag.train.groups import success
from mag.train.recipes import Recipe

FORM, PREMATURE = 0.1, 0.1


def reward(episode: Episode) -> float:
    """S, with credit for outputs that keep the contract and a penalty for a premature finish; -0.1 .. 1.1."""
    solved = success(episode)
    form = sum(step.gate.passed for step in episode.steps) / max(1, len(episode.steps))
    return solved + FORM * form - PREMATURE * (episode.finished and not solved)


SHAPED = Recipe("shaped", reward=reward)
