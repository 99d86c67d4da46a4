"""A gold corpus on disk: the steps of verified demonstrations with their screenshots (WebMRE 3.1).

gold/
    steps.jsonl         one GoldStep a line, by task and step
    images/<sha256>.png named by content: equal screenshots are stored once
    corpus.json         where the steps come from, how many there are, and a digest over the lines
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from mag.constants import ELEMENT_VERBS
from mag.errors import BadInput, Corrupt
from mag.offline import audit as audits
from mag.offline.lines import raw_lines, read_lines
from mag.records import digest
from mag.runs import read_json, write_atomic, write_json
from mag.shown import GoldStep

STEPS, CORPUS, IMAGES = "steps.jsonl", "corpus.json", "images"
SCHEMA = 1

# Where a gold step keeps the target that an action of the view names.
VIEWS: dict[str, Callable[[GoldStep], object]] = {"som": lambda step: step.mark, "coord": lambda step: step.point}

_GOLD: TypeAdapter[GoldStep] = TypeAdapter(GoldStep)


@dataclass(frozen=True)
class Corpus:
    """Gold steps by task and step, with the rulings of an audit merged in, and what the folder says about them."""

    folder: Path
    steps: tuple[GoldStep, ...]
    about: Mapping[str, Any]  # corpus.json: protocol, snapshot, benchmark, sources, counts, digest
    audited: int = 0  # rulings merged in

    @property
    def digest(self) -> str:
        """Of the steps as they lie in the folder, whatever their order and the audit."""
        return str(self.about["digest"])

    @property
    def protocol(self) -> str:
        """Digest of the protocol the steps were observed under."""
        return str(self.about["protocol"])

    def select(self, part: str) -> tuple[GoldStep, ...]:
        """The steps of one part of the split, "" for all. Raises BadInput for a part without steps."""
        chosen = tuple(step for step in self.steps if part in ("", step.part))
        if not chosen:
            raise BadInput(f"no step of {self.folder} is in {part!r}; its parts are {', '.join(sorted({s.part for s in self.steps}))}")
        return chosen

    def image(self, step: GoldStep) -> bytes:
        """The screenshot of a step. Raises Corrupt when it is not the one that was stored."""
        path = self.folder / step.image
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise BadInput(f"task {step.task_id}, step {step.index}: {step.image} lies outside the corpus; mend the line")
        if not path.is_file() or hashlib.sha256(data := path.read_bytes()).hexdigest() != step.image_sha256:
            raise Corrupt(f"{path} is missing or not what was stored; make the corpus again with `mag gold`")
        return data


def in_view(step: GoldStep, grounding: str) -> bool:
    """Whether an action of this view can name the step's target; steps that it cannot represent are left out of it (WebMRE Table 1)."""
    return step.verb not in ELEMENT_VERBS or VIEWS[grounding](step) is not None


def load_corpus(folder: Path, audit: Path | None = None) -> Corpus:
    """The corpus of a folder, `audit` merged into it. Raises BadInput or Corrupt for one that cannot be scored, with the line."""
    about = read_json(folder / CORPUS)
    path = folder / STEPS
    if missing := [key for key in ("protocol", "digest") if not isinstance(about, dict) or key not in about]:
        raise BadInput(f"{folder / CORPUS} does not say {', '.join(missing)}; it is no corpus that `mag gold` made")
    if _digest(line for _, line in raw_lines(path)) != about["digest"]:
        raise Corrupt(f"{path} is not what {CORPUS} says; make the corpus again with `mag gold`")
    steps: dict[tuple[int, int], GoldStep] = {}
    for place, step in read_lines(path, _GOLD):
        if step.key in steps:
            raise BadInput(f"{place}: task {step.task_id}, step {step.index} is there twice; leave one out")
        if problem := _problem(step):
            raise BadInput(f"{place}: {problem}; mend the line or leave it out")
        steps[step.key] = step
    ordered = tuple(steps[key] for key in sorted(steps))
    ruled = audits.read_audit(audit) if audit else {}
    return Corpus(folder, audits.apply(ordered, ruled), about, len(ruled))


def write_corpus(folder: Path, steps: Sequence[GoldStep], about: Mapping[str, Any], image: Callable[[GoldStep], bytes]) -> Corpus:
    """Store steps with their screenshots; again over the same folder it changes nothing. Raises BadInput where another corpus lies."""
    ordered = tuple(sorted(steps, key=lambda step: step.key))
    lines = [_GOLD.dump_json(step) for step in ordered]
    counts = {
        "steps": len(ordered),
        "tasks": len({step.task_id for step in ordered}),
        **{view: sum(in_view(step, view) for step in ordered) for view in VIEWS},
        "obs_stale": sum(step.obs_stale for step in ordered),
    }
    whole = {"schema": SCHEMA, **about, "counts": counts, "digest": _digest(lines)}
    if (folder / CORPUS).exists() and read_json(folder / CORPUS).get("digest") != whole["digest"]:
        raise BadInput(f"{folder} holds another corpus; choose another --out")
    for step in ordered:
        if not (folder / step.image).exists():
            write_atomic(folder / step.image, image(step))
    write_atomic(folder / STEPS, b"".join(line + b"\n" for line in lines))
    write_json(folder / CORPUS, whole)
    return Corpus(folder, ordered, whole)


def _digest(lines: Iterable[bytes]) -> str:
    return digest(sorted(hashlib.sha256(line).hexdigest() for line in lines))


def _problem(step: GoldStep) -> str:
    """Why a step cannot be scored, "" for nothing."""
    if step.verb not in ELEMENT_VERBS:
        return f"{step.verb} takes no target, and the step has one" if (step.mark, step.box, step.point) != (None, None, None) else ""
    if step.mark is not None and step.mark not in {mark.id for mark in step.marks}:
        return f"mark {step.mark} is not among its marks"
    return "it has a point and no box to measure from" if step.point and not (step.box or step.mark) else ""
