"""A few failed episodes of an evaluation as traces, a span a step with what the model saw, said and did: to look at, not to count."""

import csv
import os
from collections.abc import Sequence
from pathlib import Path

import mlflow
from mlflow.entities import SpanStatusCode
from mlflow.tracing.attachments import Attachment

from mag.records import Episode, Step
from mag.runs import EvalFolder, load_episode
from mag.study.choose import spread
from tasks.tracking.store import Store

MOST = 3  # episodes an evaluation
EPISODE, WHOLE = "mag.episode", "mag.whole"  # tags: the key; set last, when everything is there
NS = 1_000_000  # nanoseconds in a millisecond


def log_failures(store: Store, run_id: str, folder: Path) -> None:
    """Traces of at most three failed episodes, spread over the tasks, linked to the evaluation's run. One that is there is left alone."""
    for path in failed(folder):
        episode = load_episode(path, images=True)
        where, key = [store.experiment.experiment_id], episode.key[:32]
        traces = store.client.search_traces(locations=where, run_id=run_id, include_spans=False)
        known = [trace for trace in traces if trace.info.tags.get(EPISODE) == key]
        if any(trace.info.tags.get(WHOLE) for trace in known):
            continue
        if known:  # a projection that was killed left parts of it
            store.client.delete_traces(where[0], trace_ids=[trace.info.trace_id for trace in known])
        _trace(store, run_id, episode, path)


def failed(folder: Path) -> list[Path]:
    """Folders of episodes that failed, one a task, at most three."""
    with (folder / "scores.csv").open(newline="") as file:
        tasks = dict.fromkeys(row["task_id"] for row in csv.DictReader(file) if row["success"] == "False")
    by_task: dict[str, list[Path]] = {}
    for path in EvalFolder(folder).units():
        by_task.setdefault(path.name.split("-s")[0], []).append(path)
    return [path for name in spread(list(tasks), MOST) for path in _first_failure(by_task[name])]


def _first_failure(paths: Sequence[Path]) -> list[Path]:
    return next(([path] for path in paths if load_episode(path).outcome == "failure"), [])


def _trace(store: Store, run_id: str, episode: Episode, folder: Path) -> None:
    os.environ["MLFLOW_ENABLE_ASYNC_TRACE_LOGGING"] = "false"  # a trace that is marked whole is on disk
    if mlflow.get_tracking_uri() != store.conf.uri:
        mlflow.set_tracking_uri(store.conf.uri)  # where the client sends traces to, whatever its own store is
    client, start = store.client, int(1e9 * episode.started)
    root = client.start_trace(
        f"task {episode.web_task.task_id} sample {episode.sample}",
        span_type="AGENT",
        inputs={"intent": episode.web_task.intent, "site": episode.web_task.sites},
        tags={EPISODE: episode.key[:32], "mag.outcome": episode.outcome},
        experiment_id=store.experiment.experiment_id,
        start_time_ns=start,
        run_id=run_id,
    )
    at = start
    for step in episode.steps:
        inputs = {"screenshot": Attachment.from_file(folder / step.image), "prompt": step.prompt, "url": step.url}
        span = client.start_span(f"step {step.index}", root.trace_id, root.span_id, "LLM", inputs, start_time_ns=at)
        at += int(NS * (step.observe_ms + step.usage.ms + step.effect.ms))
        client.end_span(root.trace_id, span.span_id, _said(step), _facts(step), end_time_ns=at)
    outputs = {"outcome": episode.outcome, "answer": episode.answer, "checks": list(episode.verdict.checks) if episode.verdict else []}
    client.end_trace(root.trace_id, outputs, status=SpanStatusCode.ERROR, end_time_ns=max(at, start + int(1e9 * episode.seconds)))
    client.set_trace_tag(root.trace_id, WHOLE, "true")


def _said(step: Step) -> dict[str, object]:
    action = step.action
    return {"completion": step.completion, "guide": step.guide, "action": repr(action) if action else None}


def _facts(step: Step) -> dict[str, object]:
    return {
        "gate": {"parsed": step.gate.parsed, "valid": step.gate.valid, "clean": step.gate.clean, "reason": step.gate.reason},
        "changed": step.effect.changed,
        "error": step.effect.error,
        "tokens": {"input": step.usage.input_tokens, "output": step.usage.output_tokens},
    }
