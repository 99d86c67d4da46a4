"""From stored episodes to verdicts, scores and the summary: no site, no browser, the same bytes whenever the records are the same."""

import csv
import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path

from mag.checkers.judge import Judge, PhraseJudge
from mag.checkers.verdict import decide, questions
from mag.costs import write_costs
from mag.harness import outcome_of
from mag.judge.book import BookJudge
from mag.judge.drain import DrainReport, drain
from mag.judge.gateway import Gateway
from mag.judge.model import ModelJudge, judge_name
from mag.judge.queue import JudgeQueue
from mag.metrics.summary import Summary, score, summarise
from mag.records import Episode, Score
from mag.runs import COMMITTED, EvalFolder, read_json, write_atomic, write_json
from mag.settings import JudgeConf

JUDGE = "judge"  # folder of an evaluation's questions and rulings


def judge_of(folder: EvalFolder) -> Judge:
    """The judge of the evaluation's plan, with the rulings that lie in the folder."""
    plan = folder.path / "plan.json"
    name = str((read_json(plan) if plan.exists() else {}).get("judge", PhraseJudge.name))
    if name == PhraseJudge.name:
        return PhraseJudge()
    return BookJudge(name, JudgeQueue(folder.path / JUDGE).rulings(name), stub=name.startswith("stub-"))


def settle(episode: Episode, judge: Judge) -> Episode:
    """The episode with what its judge has ruled since it was stored. A verdict that was decided stays as it is."""
    web_task, evidence = episode.web_task, episode.evidence
    if evidence is None:
        return episode
    if episode.strict is not None and episode.strict.success is None:
        episode = replace(episode, strict=decide(web_task, evidence, judge, "strict"))
    if episode.outcome == "undecided":
        verdict = decide(web_task, evidence, judge)
        episode = replace(episode, verdict=verdict, outcome=outcome_of(verdict))
    return episode


def settled_episodes(folder: EvalFolder) -> list[Episode]:
    """Every stored episode with the judge's rulings so far."""
    judge = judge_of(folder)
    return [settle(episode, judge) for episode in folder.load()]


def queue_questions(folder: EvalFolder) -> JudgeQueue:
    """Queue what the judge must be asked for the episodes that are still undecided."""
    queue = JudgeQueue(folder.path / JUDGE)
    for episode in settled_episodes(folder):
        if episode.evidence is not None and (episode.outcome == "undecided" or (episode.strict and episode.strict.success is None)):
            queue.put(questions(episode.web_task, episode.evidence))
    return queue


async def judge_pending(folder: EvalFolder, conf: JudgeConf) -> DrainReport | None:
    """Queue what the evaluation's judge has not ruled on, and put it to the judge where its key is at hand.

    None when there is nothing to ask, or nobody to be asked from here: then the questions wait in the folder's queue (`mag judge drain`).
    """
    name = judge_of(folder).name
    queue = queue_questions(folder)
    if not queue.pending(name) or name != judge_name(conf) or (conf.key_variable and not os.environ.get(conf.key_variable)):
        return None
    async with ModelJudge(conf) as judge:
        return await drain(queue, Gateway(judge, conf), Path(conf.store))


def score_sweep(folder: EvalFolder, references: Mapping[int, str]) -> Summary:
    """Scores of every episode and their summary, from the stored records alone; the same bytes whenever the records are the same."""
    plan = read_json(folder.path / "plan.json")
    episodes = settled_episodes(folder)
    scores = [score(episode, references.get(episode.web_task.task_id)) for episode in episodes]
    undecided = sum(episode.outcome == "undecided" for episode in episodes)
    planned = len(plan["tasks"]) * plan["samples"]
    summary = summarise(scores, infra=planned - len(episodes), undecided=undecided, planned=planned)
    rows = _csv(scores)
    write_atomic(folder.path / "scores.csv", rows)
    write_json(folder.path / "summary.json", asdict(summary))
    write_costs(folder.path, episodes)
    write_json(
        folder.path / COMMITTED,
        {
            "episodes": len(episodes),
            "complete": not summary.incomplete,
            "scores": sha256(rows).hexdigest(),
            "summary": sha256((folder.path / "summary.json").read_bytes()).hexdigest(),
        },
    )
    return summary


def _csv(scores: Sequence[Score]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(Score.__dataclass_fields__), lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {name: "" if value is None else round(value, 6) if isinstance(value, float) else value for name, value in asdict(row).items()}
        for row in scores
    )
    return text.getvalue().encode()
