"""From evaluation folders to `Evaluation`: verdicts settled, guides scored, every task placed in the benchmark."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mag.analysis.evaluation import INVALID, TRAIN, UNPARSABLE, EpisodeRow, Evaluation, StepRow
from mag.analysis.stored import StoredEpisode, StoredStep, read_stored
from mag.benchmark.load import Benchmark
from mag.checkers.judge import PhraseJudge
from mag.checkers.verdict import decide
from mag.contract.contracts import CONTRACTS
from mag.costs import ledger_bill
from mag.judge.book import BookJudge
from mag.judge.queue import JudgeQueue
from mag.metrics.guide import Scorer, guide_score
from mag.records import Episode
from mag.runs import EvalFolder, load_episode, read_json
from mag.scoring import JUDGE, judge_of, settle

Rulings = Mapping[str, Mapping[str, bool | None]]


@dataclass(frozen=True)
class Places:
    """What the benchmark knows of each task."""

    benchmark: Benchmark
    references: Mapping[int, str]
    parts: Mapping[int, str]
    trained: Collection[int] | None  # templates of the training tasks; None without a training part
    scorer: Scorer

    @classmethod
    def of(cls, benchmark: Benchmark, scorer: Scorer = guide_score) -> "Places":
        """Looked up once for all evaluations."""
        templates = {web_task.task_id: web_task.intent_template_id for web_task in benchmark.tasks}
        train = benchmark.split.get(TRAIN)
        parts = {task_id: part for part, ids in benchmark.split.items() for task_id in ids}
        return cls(benchmark, benchmark.references(), parts, None if train is None else {templates[task] for task in train}, scorer)


def load_evaluations(folders: Sequence[Path], places: Places) -> list[Evaluation]:
    """Each evaluation once, in the order given, with a name unlike the others'. Raises BadInput and Corrupt for what cannot be read."""
    unique = list(dict.fromkeys(folder.resolve() for folder in folders))
    plans = [read_json(folder / "plan.json") for folder in unique]
    return [load_evaluation(folder, places, name) for folder, name in zip(unique, _names(unique, plans), strict=True)]


def load_evaluation(folder: Path, places: Places, name: str = "") -> Evaluation:
    """One evaluation folder; without a name it is called as in its plan."""
    plan = read_json(folder / "plan.json")
    evaluation = EvalFolder(folder)
    queue = JudgeQueue(folder / JUDGE)
    rulings = {judge: queue.rulings(judge) for judge in queue.verdicts.judges()}
    contract = CONTRACTS.get(plan["contract"])
    references = places.references if contract is None or contract.wants_guide else {}
    settled = _settler(evaluation, rulings)
    rows, codes = [], set()
    for unit in evaluation.units():
        stored = read_stored(unit)
        codes.add(stored.code)
        verdicts = settled(unit, stored)
        if stored.outcome != "infra":
            rows.append(_row(stored, verdicts, places, references))
    order = sorted(rows, key=lambda row: (row.task_id, row.sample))
    return Evaluation(name or plan["name"], folder, plan, tuple(order), tuple(sorted(codes)), rulings, total=ledger_bill(folder))


@dataclass(frozen=True)
class _Verdicts:
    """Both verdicts as they stand now, and the first one under each judge."""

    success: bool | None
    strict: bool | None
    judge: str
    by_judge: Mapping[str, bool | None]


def _settler(folder: EvalFolder, rulings: Rulings) -> Callable[[Path, StoredEpisode], _Verdicts]:
    """How an episode's verdicts are found: as stored, but where a judge has been asked from the record as a whole."""
    own = judge_of(folder)
    others = {name: BookJudge(name, known) for name, known in rulings.items()}

    def verdicts(unit: Path, stored: StoredEpisode) -> _Verdicts:
        asked = stored.outcome == "undecided" or (stored.verdict is not None and stored.verdict.judge not in ("", PhraseJudge.name))
        if not asked:
            judge = stored.verdict.judge if stored.verdict else ""
            return _Verdicts(_success(stored.outcome), stored.strict.success if stored.strict else None, judge, {})
        episode = settle(load_episode(unit), own)
        strict, verdict = episode.strict, episode.verdict
        by_judge = {name: _under(episode, judge) for name, judge in others.items()}
        return _Verdicts(_success(episode.outcome), strict.success if strict else None, verdict.judge if verdict else "", by_judge)

    return verdicts


def _under(episode: Episode, judge: BookJudge) -> bool | None:
    return None if episode.evidence is None else decide(episode.web_task, episode.evidence, judge).success


def _success(outcome: str) -> bool | None:
    return {"success": True, "failure": False}.get(outcome)


def _row(stored: StoredEpisode, verdicts: _Verdicts, places: Places, references: Mapping[int, str]) -> EpisodeRow:
    task = stored.web_task
    reference = references.get(task.task_id, "")
    demo = places.benchmark.demonstrations.get(task.task_id)
    guides = " ".join(step.guide for step in stored.steps if step.guide)
    return EpisodeRow(
        task_id=task.task_id,
        sample=stored.sample,
        site=task.sites[0],
        template=task.intent_template_id,
        part=places.parts.get(task.task_id, ""),
        seen=None if places.trained is None else task.intent_template_id in places.trained,
        gold_length=len(demo.steps) if demo else None,
        outcome=stored.outcome if verdicts.success is None else "success" if verdicts.success else "failure",
        success=verdicts.success,
        strict=verdicts.strict,
        judge=verdicts.judge,
        by_judge=verdicts.by_judge,
        guide=places.scorer(guides, reference) if reference.strip() else None,
        steps=tuple(_step(step) for step in stored.steps),
        started=stored.started,
        seconds=stored.seconds,
    )


def _step(step: StoredStep) -> StepRow:
    gate = step.gate
    return StepRow(
        verb=step.action.verb if step.action else INVALID if gate.parsed else UNPARSABLE,
        passed=gate.parsed and gate.valid and gate.clean,
        reason=gate.reason,
        obs_stale=step.obs_stale,
        changed=step.effect.changed,
        error=step.effect.error if step.action else None,
        usage=step.usage,
        observe_ms=step.observe_ms,
        act_ms=step.effect.ms,
    )


def _names(folders: Sequence[Path], plans: Sequence[Mapping[str, object]]) -> list[str]:
    """The plan's name where no other evaluation has it, else run and name, else the folder."""
    short = [str(plan["name"]) for plan in plans]
    long = [f"{plan['run']}/{plan['name']}" for plan in plans]
    return [
        name if short.count(name) == 1 else full if long.count(full) == 1 else str(folder)
        for name, full, folder in zip(short, long, folders, strict=True)
    ]
