"""Groups of Eq. 6: the trajectories of one task, the policy's own and the cached expert ones, with their rewards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mag.records import Episode
from mag.train.advantages import centred, varied
from mag.train.schedule import EXPERTS

SMALLEST = 2  # with one member there is nothing to compare

Reward = Callable[[Episode], float]
Advantages = Callable[[Sequence[float], Sequence[int]], tuple[float, ...]]  # of rewards and lengths in steps


@dataclass(frozen=True, slots=True)
class Trajectory:
    """One episode as a member of a group; its screenshots lie in `folder`."""

    episode: Episode
    folder: Path
    expert: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """G_q of one task, and A_i of Eq. 7 for each of its members."""

    task_id: int
    members: tuple[Trajectory, ...]
    rewards: tuple[float, ...]
    advantages: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sorted:
    """What became of a round's trajectories."""

    kept: tuple[Group, ...]  # those that carry a gradient
    level: tuple[int, ...] = ()  # task ids of groups whose members were all rewarded alike
    too_small: tuple[int, ...] = ()  # task ids of groups of fewer than two
    left_out: int = 0  # trajectories without a verdict: infra and undecided


def success(episode: Episode) -> float:
    """R = S of Eq. 3 and 6: 1 for a success, else 0."""
    return float(episode.outcome == "success")


def make_groups(
    trajectories: Iterable[Trajectory],
    reward: Reward = success,
    advantages: Advantages = centred,
) -> Sorted:
    """Group by task and drop what carries no gradient, before any token is counted (MAG 4.3).

    Infra and undecided trajectories belong to no group: they are not failures. The mean of Eq. 7 is over all members, experts included.
    Groups come in the order of their first trajectory.
    """
    members: dict[int, list[Trajectory]] = {}
    left_out = 0
    for trajectory in trajectories:
        own = members.setdefault(trajectory.episode.web_task.task_id, [])
        if trajectory.episode.outcome in ("success", "failure"):
            own.append(trajectory)
        else:
            left_out += 1
    too_small = tuple(task_id for task_id, own in members.items() if len(own) < SMALLEST)
    rewards = {task_id: tuple(reward(member.episode) for member in own) for task_id, own in members.items() if len(own) >= SMALLEST}
    level = tuple(task_id for task_id, own in rewards.items() if not varied(own))
    kept = tuple(_group(members[task_id], own, advantages) for task_id, own in rewards.items() if task_id not in level)
    return Sorted(kept, level, too_small, left_out)


def _group(members: Sequence[Trajectory], rewards: tuple[float, ...], advantages: Advantages) -> Group:
    lengths = [len(member.episode.steps) for member in members]
    return Group(members[0].episode.web_task.task_id, tuple(members), rewards, advantages(rewards, lengths))


def join_experts(rolled: Iterable[Trajectory], experts: Mapping[int, Sequence[Trajectory]]) -> list[Trajectory]:
    """Algorithm 2, lines 3-8: the rolled trajectories, followed by the cached ones, at most two, of every task that was rolled."""
    own = list(rolled)
    tasks = dict.fromkeys(trajectory.episode.web_task.task_id for trajectory in own)
    return own + [expert for task_id in tasks for expert in experts.get(task_id, ())[:EXPERTS]]
