"""Evaluations on disk, built from records, for the viewer to show."""

import io
import json

import pytest
from PIL import Image, ImageDraw

from mag.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.contract.contracts import CONTRACTS
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.records import Effect, Episode, Mark, Step, Usage, Verdict, WebTask, digest
from mag.runs import EvalFolder
from mag.web.draw import draw_marks


def make_mark(number=1, box=(100, 200, 160, 40), visible=True, **other):
    fields = {"type": "BUTTON", "name": f"Button {number}", "text": f"Button {number}", "role": "button"} | other
    return Mark(id=number, box=box, visible=visible, point=(box[0] + box[2] / 2, box[1] + box[3] / 2), **fields)


MARK = make_mark()


def make_step(index, reply, marks=(MARK,), grounding="som", **other):
    """A step as the harness would record it: `reply` is the completion, or the fields of one."""
    key = GROUNDINGS[grounding].key
    text = (
        reply
        if isinstance(reply, str)
        else json.dumps({"think": "t", "action_type": "click", key: None, "content": None, "guide_text": "g"} | reply)
    )
    parsed, action, gate, guide = read(text, marks, "", GROUNDINGS[grounding], CONTRACTS["full"])
    fields = {
        "url": f"http://shop.test/{index}",
        "title": f"Page {index}",
        "prompt": "Task: buy it",
        "notices": (),
        "omitted": 0,
        "effect": Effect("url", None, 80.0, "quiet") if action else Effect("none", "no valid action"),
        "obs_stale": False,
        "scroll": (0, 0),
    } | other
    return Step(
        index=index,
        image=f"step-{index:02d}.png",
        marks=tuple(marks),
        completion=text,
        notes=parsed.notes,
        gate=gate,
        action=action,
        guide=guide,
        usage=Usage(2000, 60, 900.0),
        observe_ms=120.0,
        **fields,
    )


def make_episode(task_id, steps, outcome="success", site="shopping", grounding="som", **other):
    task = WebTask(task_id, (site,), "__SHOPPING__/", other.pop("intent", f"Buy thing {task_id}"), "Buy {{thing}}", 7, {}, {})
    last = steps[-1].action
    answer = (last.content or "") if last and last.verb == "finish" else ""
    passed = {"success": True, "failure": False}.get(outcome)
    verdict = Verdict(passed, "", ({"kind": "exact_match", "expected": "blue", "found": answer, "passed": passed},))
    fields = {"verdict": verdict, "sample": 0, "attempt": 1, "seconds": 12.5, "answer": answer} | other
    return Episode(
        key=digest([task_id, fields["sample"], grounding]),
        web_task=task,
        policy="test/1",
        grounding=grounding,
        contract="full",
        protocol="p" * 16,
        code="c" * 12,
        snapshot="s" * 16,
        environment_set=1,
        seed=5,
        steps=tuple(steps),
        finished=last is not None and last.verb == "finish",
        outcome=outcome,
        started=1.7e9,
        **fields,
    )


def finish(index, answer=None, **other):
    return make_step(index, {"action_type": "finish", "content": answer, "guide_text": "Read the colour on the page."}, **other)


@pytest.fixture(scope="session")
def picture():
    """A plain page of the protocol's size with two marks drawn, PNG."""
    image = Image.new("RGB", (VIEWPORT_WIDTH, VIEWPORT_HEIGHT), "#eef3f8")
    ImageDraw.Draw(image).rectangle((80, 80, 900, 600), outline="#8899aa")
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return draw_marks(out.getvalue(), [make_mark(1), make_mark(2, (700, 500, 80, 30))])


@pytest.fixture
def store(picture):
    """Puts episodes into an evaluation folder, every step with the same picture."""

    def put(folder, *episodes):
        for episode in episodes:
            EvalFolder(folder).store(episode, {step.image: picture for step in episode.steps})
        return folder

    return put


@pytest.fixture
def build():
    """Makers of records."""

    class Build:
        mark, step, episode, finish = staticmethod(make_mark), staticmethod(make_step), staticmethod(make_episode), staticmethod(finish)

    return Build


@pytest.fixture
async def opened(chromium):
    """A page of its own and what went wrong on it: dialogs, console errors, policy violations, failed or foreign requests."""
    context = await chromium.new_context(viewport={"width": 1440, "height": 900}, offline=True)
    page = await context.new_page()
    page.trouble = []
    page.on("dialog", lambda dialog: page.trouble.append(f"dialog {dialog.message}"))
    page.on("console", lambda message: page.trouble.append(f"console {message.text}") if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.trouble.append(f"script {error}"))
    # A picture still on its way when the page is left is aborted by the browser; nothing is wrong with it.
    page.on(
        "requestfailed",
        lambda request: None if request.failure == "net::ERR_ABORTED" else page.trouble.append(f"failed {request.failure} {request.url}"),
    )
    page.on("request", lambda request: None if request.url.startswith("file:") else page.trouble.append(f"foreign {request.url}"))
    await page.add_init_script("addEventListener('securitypolicyviolation', event => console.error('policy', event.violatedDirective));")
    yield page
    await context.close()
