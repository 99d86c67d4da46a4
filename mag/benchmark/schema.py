"""Reading WebArena's task schema: what is odd but clear is read and remarked on, what is unusable is named with its task id."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pydantic import TypeAdapter, ValidationError

from mag.benchmark.facts import login_sites, stored_sites
from mag.errors import BadInput
from mag.records import WebTask

ORIGIN = "old_task_id"  # WebArena-Lite's key for the id in WebArena
KEYS = frozenset(field.name for field in fields(WebTask)) | {ORIGIN}
EVAL_TYPES = ("string_match", "url_match", "program_html")
TASK: TypeAdapter[WebTask] = TypeAdapter(WebTask)


@dataclass(frozen=True, slots=True)
class TaskFile:
    """The tasks of a file and what was odd about it."""

    tasks: tuple[WebTask, ...]
    origin: dict[int, int]  # task id -> id of the WebArena task it revises, where the file says so
    remarks: tuple[str, ...]  # one line each, with task ids


def read_rows(rows: Any, where: str) -> TaskFile:
    """Rows of a task file as tasks; `where` names the file in errors. Raises BadInput."""
    if not isinstance(rows, list) or not rows:
        raise BadInput(f"{where} is not a task file: a list of tasks is wanted, this is {_kind(rows)}")
    tasks, origin, found = [], {}, list[tuple[str, int]]()
    for number, row in enumerate(rows):
        if not isinstance(row, dict) or not _is_id(row.get("task_id")):
            raise BadInput(f"{where}: entry {number} (counted from 0) has no number as its task_id; give every task one")
        repaired, notes = _repair(row)
        web_task = _validate(repaired, where)
        tasks.append(web_task)
        if ORIGIN in row:
            origin[web_task.task_id] = row[ORIGIN]
        found += [(note, web_task.task_id) for note in (*notes, *_oddities(web_task))]
    if repeated := [task_id for task_id, count in Counter(item.task_id for item in tasks).items() if count > 1]:
        raise BadInput(f"{where} has several tasks with the same task_id: {numbers(repeated)}; give each its own")
    return TaskFile(tuple(tasks), origin, _grouped(found, origin))


def _repair(row: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The row as the schema wants it, and what was done to it. Nothing of the row given is changed."""
    notes = [f"the key {key} stands outside the schema and is not read" for key in row if key not in KEYS]
    row = {key: value for key, value in row.items() if key in KEYS and key != ORIGIN}
    if isinstance(row.get("sites"), str):
        row["sites"] = [row["sites"]]
        notes.append("sites is a string where a list belongs; read as a list of one")
    if not isinstance(row.get("eval"), dict):
        return row, notes
    block = {"reference_answers": None, "reference_url": None, "program_html": [], **row["eval"]}
    answers = block["reference_answers"]
    for key in ("must_include", "fuzzy_match") if isinstance(answers, dict) else ():
        value = answers.get(key)
        if isinstance(value, str) and (key, value) != ("fuzzy_match", "N/A"):
            block["reference_answers"] = answers = {**answers, key: [value]}
            notes.append(f"{key} is a string where a list belongs; read as a list of one")
    return {**row, "eval": block}, notes


def _validate(row: dict[str, Any], where: str) -> WebTask:
    name = f"{where}: task {row['task_id']}"
    try:
        web_task = TASK.validate_python(row)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    block = web_task.eval
    if not web_task.sites:
        raise BadInput(f"{name} has no site; name at least one in sites")
    if not isinstance(block.get("eval_types"), list) or not isinstance(block["program_html"], list):
        raise BadInput(f"{name}: eval needs eval_types and program_html as lists")
    if not isinstance(block["reference_answers"], dict | None):
        raise BadInput(f"{name}: reference_answers is {_kind(block['reference_answers'])}; give an object or null")
    for target in block["program_html"]:
        if not isinstance(target, dict) or not {"url", "locator", "required_contents"} <= set(target):
            raise BadInput(f"{name}: every entry of program_html needs url, locator and required_contents")
    return web_task


def _oddities(web_task: WebTask) -> Iterator[str]:
    """What a person who runs the task should know."""
    block = web_task.eval
    kinds = block["eval_types"]
    for kind in kinds:
        if kind not in EVAL_TYPES:
            yield f"the evaluation {kind!r} is not known, so they cannot be checked"
    if "string_match" in kinds and not block["reference_answers"]:
        yield "string_match has no reference answer to compare with"
    if "url_match" in kinds and not block["reference_url"]:
        yield "url_match has no reference_url to compare with"
    elif block["reference_url"] is None:
        yield "reference_url is null, read as none"
    if len(web_task.start_urls) > 1:
        yield "several pages to start on, opened as tabs in the order given"
    wanted, stored = login_sites(web_task), stored_sites(web_task)
    if set(wanted) != set(stored):
        yield f"sites with accounts are {_listed(wanted)}, storage_state names {_listed(stored)}; the sites decide who is logged in"


def _grouped(found: Sequence[tuple[str, int]], origin: Mapping[int, int]) -> tuple[str, ...]:
    """One line a remark, with the ids of the tasks it is about."""
    by_note: dict[str, list[str]] = {}
    for note, task_id in found:
        by_note.setdefault(note, []).append(f"{task_id} (WebArena's {origin[task_id]})" if task_id in origin else str(task_id))
    return tuple(f"{'task' if len(ids) == 1 else 'tasks'} {numbers(ids, 50)}: {note}" for note, ids in by_note.items())


def numbers(ids: Sequence[int | str], most: int = 8) -> str:
    """Ids for a message, cut where there are many."""
    return ", ".join(map(str, ids[:most])) + (f" and {len(ids) - most} more" if len(ids) > most else "")


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(names) or "none"


def _kind(value: Any) -> str:
    return {dict: "an object", list: "an empty list", str: "a text", type(None): "null"}.get(type(value), "a number")
