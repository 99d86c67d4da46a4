"""Steps with a guide and the action that was taken, from a gold corpus or from the episodes of an evaluation."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mag.benchmark.load import load_benchmark
from mag.constants import ELEMENT_VERBS
from mag.contract.contracts import CONTRACTS
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.errors import BadInput, Corrupt
from mag.metrics.step import Gold
from mag.metrics.target import element_at
from mag.offline.completions import read_completions
from mag.offline.corpus import CORPUS, Corpus, load_corpus
from mag.records import Action, Episode, Observation, Step
from mag.runs import COMMITTED, EvalFolder, read_json
from mag.scoring import settled_episodes
from mag.shown import GoldStep


@dataclass(frozen=True)
class Item:
    """One guide sentence at the page it was written for, with the action that was taken there. A step may lack its sentence ("")."""

    task_id: int
    sample: int
    index: int  # 1-based, of the episode
    site: str
    guide: str
    gold: Gold
    image: Path
    image_sha256: str

    @property
    def key(self) -> tuple[int, int, int]:
        """Task, sample, step."""
        return self.task_id, self.sample, self.index

    @property
    def seen(self) -> Observation:
        """The page as a follower sees it. Raises Corrupt when the screenshot is not the one that was stored."""
        return Observation("", "", self.picture(), self.gold.marks, (0.0, 0.0))

    def picture(self) -> bytes:
        """The screenshot, PNG."""
        data = self.image.read_bytes() if self.image.is_file() else b""
        if hashlib.sha256(data).hexdigest() != self.image_sha256:
            raise Corrupt(f"{self.image} is missing or not what was stored; move it away and make its folder again")
        return data


@dataclass(frozen=True)
class Source:
    """Items of one folder, in order of task, sample and step, with what the tables need of where they come from."""

    folder: Path
    name: str
    items: tuple[Item, ...]
    left_out: Counter[str]
    references: dict[int, str]  # reference guides by task
    guides: dict[tuple[int, int], tuple[str, ...]]  # whole episodes: task, sample -> sentences in order
    solved: dict[tuple[int, int], bool]  # episodes with a verdict


def read_source(folder: Path) -> Source:
    """A gold corpus or an evaluation's folder. Raises BadInput for neither, and where nothing can be followed."""
    if (folder / CORPUS).exists():
        source = _of_corpus(load_corpus(folder))
    elif (folder / "plan.json").exists():
        source = _of_evaluation(EvalFolder(folder))
    else:
        raise BadInput(f"{folder} is neither a gold corpus nor an evaluation; give a folder with {CORPUS} or plan.json")
    if not source.items:
        raise BadInput(f"no step of {folder} has a guide and an action; {dict(source.left_out) or 'it is empty'}")
    return source


def read_completed(folder: Path, completions: Path) -> list[Source]:
    """What models wrote at the steps of a gold corpus, one source a run: their guides with the gold actions (WebMRE 5, usefulness).

    Raises BadInput for runs whose contract asks for no guide.
    """
    corpus = load_corpus(folder)
    gold, sources = _of_corpus(corpus), []
    for run, said in sorted(read_completions([completions]).items()):
        contract, grounding = CONTRACTS[run.contract], GROUNDINGS[run.grounding]
        if not contract.wants_guide:
            raise BadInput(f"{completions}: {run} asks for no guides; leave its lines out")
        guides = {key: read(one.text, (), "", grounding, contract)[3] for key, one in said.items()}
        items = tuple(replace(item, guide=guides[item.task_id, item.index]) for item in gold.items if (item.task_id, item.index) in guides)
        whole = {key: tuple(guides[at] for at in sorted(guides) if at[0] == key[0] and guides[at]) for key in gold.guides}
        sources.append(replace(gold, name=str(run), items=items, guides=whole, solved={}))
    return sources


def _of_corpus(corpus: Corpus) -> Source:
    left_out: Counter[str] = Counter()
    items = []
    for step in corpus.steps:
        if why := _unusable(step):
            left_out[why] += 1
            continue
        gold = Gold(step.verb, step.marks, step.mark, step.box, step.content, step.guide, step.disputed)
        items.append(Item(step.task_id, 0, step.index, step.site, step.guide, gold, corpus.folder / step.image, step.image_sha256))
    keys = {(step.task_id, 0) for step in corpus.steps}
    guides = {key: tuple(step.guide for step in corpus.steps if step.task_id == key[0] and step.guide) for key in keys}
    references = _references(corpus.about.get("benchmark", ""))
    return Source(corpus.folder, corpus.folder.name, tuple(items), left_out, references, guides, dict.fromkeys(keys, True))


def _unusable(step: GoldStep) -> str:
    if step.disputed:
        return "steps whose label is disputed"
    if not step.guide.strip():
        return "steps without a guide"
    return "steps without a target" if step.verb in ELEMENT_VERBS and step.mark is None and step.box is None else ""


def _of_evaluation(folder: EvalFolder) -> Source:
    plan = read_json(folder.path / "plan.json")
    left_out: Counter[str] = Counter()
    items: list[Item] = []
    episodes = settled_episodes(folder)
    if not CONTRACTS[plan["contract"]].wants_guide:
        raise BadInput(f"{folder.path} has contract {plan['contract']}, which asks for no guides; give one with full, G, J or JG")
    for unit, episode in zip(folder.units(), episodes, strict=True):
        digests = read_json(unit / COMMITTED)
        for step in episode.steps:
            if step.action is None:
                left_out["steps without an action"] += 1
                continue
            items.append(_item(episode, step, step.action, unit / step.image, digests.get(step.image, "")))
    return Source(
        folder.path,
        f"{plan['run']}/{plan['name']}",
        tuple(items),
        left_out,
        _references(plan.get("benchmark", "")),
        {(episode.web_task.task_id, episode.sample): episode.guides for episode in episodes},
        {
            (episode.web_task.task_id, episode.sample): episode.outcome == "success"
            for episode in episodes
            if episode.outcome in ("success", "failure")
        },
    )


def _item(episode: Episode, step: Step, action: Action, image: Path, sha256: str) -> Item:
    return Item(
        episode.web_task.task_id,
        episode.sample,
        step.index,
        episode.web_task.site,
        step.guide,
        gold_of(step, action),
        image,
        sha256,
    )


def gold_of(step: Step, action: Action) -> Gold:
    """The action taken as the one to agree with; a point stands for the element under it, where there is one."""
    mark, box = action.mark, None
    if action.point is not None:
        hit = element_at(action.point, step.marks)
        mark, box = (hit.id, hit.box) if hit else (None, (*action.point, 0.0, 0.0))
    return Gold(action.verb, step.marks, mark, box, action.content, step.guide)


def _references(benchmark: str) -> dict[int, str]:
    return dict(load_benchmark(benchmark).references())


def limited(items: Sequence[Item], limit: int, seed: int) -> list[Item]:
    """At most `limit` items (0: all), drawn by the seed, in their order."""
    order = sorted(items, key=lambda item: hashlib.sha256(f"{seed}/{item.key}".encode()).digest())
    return sorted(order[: limit or None], key=lambda item: item.key)
