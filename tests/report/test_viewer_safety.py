"""Everything a model or a page wrote is shown as text: nothing of it runs, loads, links or restyles."""

import json
import shutil
from dataclasses import replace
from urllib.parse import unquote

import pytest

from mag.errors import BadInput
from mag.records import Effect, Gate, Verdict
from mag.report.comparison import write_comparison
from mag.report.pages import POLICY, printable, segment
from mag.report.viewer import write_runs_index, write_view
from mag.runs import EvalFolder

PAYLOADS = (
    "<script>window.canary = 1</script>",
    "</script><script>window.canary = 2</script>",
    "<!--<script>window.canary = 3</script>-->",
    '"><img src=x onerror="window.canary = 4">',
    "' onmouseover='window.canary = 5' autofocus onfocus='window.canary = 6'",
    '<svg onload=window.canary=7><a href="javascript:window.canary=8">x</a></svg>',
    "javascript:window.canary=9",
    "{{ 7 * 7 }}{% for x in range(3) %}{{ cycler.__init__.__globals__ }}{% endfor %}",
    "line\u2028separator\u2029here",
    "<style>body{display:none}</style><base href=//evil.test><meta http-equiv=refresh content=0;url=//evil.test>",
    "</pre></details></title></textarea><iframe srcdoc='<script>parent.canary=10</script>'></iframe>",
    "&lt;b&gt; &amp; \\u003cscript\\u003e",
)
ALL = " | ".join(PAYLOADS)


@pytest.fixture
def hostile(tmp_path, store, build):
    """An episode whose every text is hostile, between two harmless ones."""
    marks = (build.mark(1, name=ALL, text=ALL, context=ALL, value=ALL, type=ALL),)
    fields = {"url": f"http://shop.test/{ALL}", "title": ALL, "prompt": ALL, "notices": PAYLOADS, "effect": Effect("dom", ALL, 10.0, ALL)}
    said = {"think": ALL, "guide_text": ALL}
    steps = [build.step(index, said | {"selected_candidate_id": "1"}, marks, **fields) for index in range(1, 3)]
    steps += [
        replace(build.step(3, ALL, marks, **fields), gate=Gate(False, False, False, False, ALL), notes=PAYLOADS, guide=payload)
        for payload in PAYLOADS
    ]
    steps = [replace(step, index=number, image=f"step-{number:02d}.png") for number, step in enumerate(steps, 1)]
    steps.append(build.step(len(steps) + 1, said | {"action_type": "finish", "content": ALL}, marks, **fields))
    verdict = Verdict(
        False,
        ALL,
        (
            {"kind": ALL, "expected": [ALL, {ALL: None}], "found": ALL, "passed": False, "address": ALL, "locator": ALL},
            {"kind": "k", "expected": ALL, "found": ALL * 20, "passed": None},
        ),
    )
    episode = build.episode(5, steps, "failure", intent=ALL, verdict=verdict, error=ALL, site=ALL)
    task = replace(episode.web_task, start_url="javascript:canary=11", intent_template=ALL, sites=(ALL, ALL))
    episode = replace(episode, web_task=task, policy=ALL, contract=ALL, protocol=ALL, code=ALL, snapshot=ALL)
    folder = store(
        tmp_path / "runs" / "r" / "evals" / "e", build.episode(4, [build.finish(1)]), episode, build.episode(6, [build.finish(1)])
    )
    EvalFolder(folder).note_infra(task=5, sample=0, attempt=1, error=ALL)
    return folder


async def probe(page):
    """Waits for anything that was going to happen, then says what is on the page."""
    await page.evaluate("document.querySelectorAll('details').forEach(item => { item.open = true; })")
    await page.wait_for_timeout(100)
    return await page.evaluate("""() => ({
        canary: window.canary ?? null, shown: document.body.checkVisibility(), title: document.title,
        scripts: [...document.scripts].map(item => item.getAttribute('src') ?? item.type), base: document.querySelectorAll('base, iframe, object, embed').length,
        images: [...document.images].map(item => item.getAttribute('src')), links: [...document.links].map(item => item.getAttribute('href')),
        handlers: [...document.querySelectorAll('*')].filter(item => [...item.attributes].some(part => part.name.startsWith('on') || part.name === 'style' && !item.matches('html, svg text'))).length,
        text: document.documentElement.textContent })""")


async def test_hostile_texts_are_shown_literally_and_do_nothing(hostile, opened):
    view = write_view(hostile, {5: ALL})
    page = next(view.parent.glob("5-*.html"))
    await opened.goto(page.as_uri())
    for key in ("o", "o", "a", *"jjjjkk"):
        await opened.keyboard.press(key)
    await opened.mouse.move(600, 400)
    found = await probe(opened)
    assert found["canary"] is None
    assert found["shown"]
    assert await opened.evaluate("document.querySelector('.top').offsetHeight") < 330  # no text pushes the picture off the screen
    assert found["scripts"] == ["application/json", "view.js"]
    assert (found["base"], found["handlers"]) == (0, 0)
    assert all(image.startswith("../episodes/5-s0-") for image in found["images"])
    assert {link for link in found["links"] if not link.startswith("#step-")} == {
        "index.html",
        "#verdict",
        *(f"{path.name}" for path in view.parent.glob("[46]-*.html")),
    }
    for place in (
        "h1",
        "#step-1 .guide blockquote",
        "#step-1 .think",
        "#step-1 details:last-of-type pre",
        "#step-1 .urls",
        "#step-1 figcaption",
        "#verdict .check",
        "#verdict .reference",
        "#verdict .facts",
        ".line .warn",
    ):
        assert ALL in await opened.locator(place).first.text_content(), place
    assert "".join(PAYLOADS) in (await opened.inner_text("#step-1 .panel:has(.notice)")).replace("NOTICES", "").replace("\n", "")
    assert ALL * 20 in found["text"]
    raw = [json.loads(text) for text in await opened.locator("#step-1 pre").all_text_contents() if text.startswith("{")]
    assert raw[0]["guide_text"] == ALL
    for number, payload in enumerate(PAYLOADS, 3):
        drawn = await opened.locator(f"#step-{number} svg.overlay text").all_text_contents()
        assert "".join(drawn).replace(" ", "").startswith(payload.replace(" ", "").replace("\u2028", "").replace("\u2029", "")[:40]), (
            payload
        )
    assert opened.trouble == []


async def test_hostile_texts_in_the_indexes(hostile, opened):
    for index in (write_view(hostile), write_runs_index(hostile.parents[2])):
        await opened.goto(index.as_uri())
        await opened.keyboard.press("/")
        await opened.keyboard.type("script canary")
        for heading in await opened.locator("th button").all():
            await heading.click()
        found = await probe(opened)
        assert found["canary"] is None
        assert found["shown"]
        assert found["scripts"] == ["view.js"]
        assert (found["base"], found["handlers"], found["images"]) == (0, 0, [])
        assert not [link for link in found["links"] if ":" in link or link.startswith("/")]
        assert opened.trouble == []
    await opened.goto(write_view(hostile).as_uri())
    assert ALL in await opened.text_content("#rows tbody tr:nth-child(2)")
    await opened.select_option("[name=site]", " ".join(ALL.split()))
    assert await opened.locator("#rows tbody tr:visible").count() == 1


async def test_hostile_texts_in_a_comparison(hostile, opened):
    other = hostile.with_name("other")
    shutil.copytree(hostile, other)
    shutil.rmtree(next(other.glob("episodes/6-*")))
    EvalFolder(other).note_infra(task=6, sample=0, attempt=1, error=ALL)
    index, _ = write_comparison([hostile, other], hostile.parents[2] / "compare" / "both")
    for page in (index, index.with_name("5.html"), index.with_name("6.html")):
        await opened.goto(page.as_uri())
        for key in ("/", "Escape", "ArrowRight", "f", "t", "t"):
            await opened.keyboard.press(key)
        for heading in await opened.locator("th button").all():
            await heading.click()
        found = await probe(opened)
        assert found["canary"] is None, page
        assert found["shown"]
        assert found["scripts"] == ["view.js"]
        assert (found["base"], found["handlers"]) == (0, 0)
        assert all(image.startswith("../../r/evals/") for image in found["images"])
        assert not [link for link in found["links"] if ":" in link or link.startswith("/")]
        assert ALL in found["text"]
        assert opened.trouble == []
    await opened.goto(index.with_name("5.html").as_uri())
    for place in ("h1", "#row-1 blockquote", "#row-1 .target", "#row-1 .effect", "thead th:nth-child(2)"):
        assert ALL[:60] in await opened.locator(place).first.text_content(), place
    assert ALL in await opened.get_attribute("#row-1 .page", "title")
    assert await opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_the_policy_holds_on_pages_from_disk(hostile, opened):
    """Were a text to become markup after all, the browser itself would refuse it."""
    await opened.goto(write_view(hostile).as_uri())
    await opened.evaluate("""async () => {
        const script = document.createElement('script'); script.textContent = 'window.canary = 1'; document.body.append(script);
        const image = document.createElement('img'); image.setAttribute('onerror', 'window.canary = 2'); image.src = 'missing.png'; document.body.append(image);
        const outside = document.createElement('img'); outside.src = 'http://127.0.0.1:9/x.png'; document.body.append(outside);
        const link = document.createElement('a'); link.href = 'javascript:window.canary = 3'; document.body.append(link); link.click();
        await fetch('view.js').catch(() => null); }""")
    await opened.wait_for_timeout(200)
    assert await opened.evaluate("window.canary ?? null") is None
    refused = {line.split()[-1] for line in opened.trouble if line.startswith("console policy")}
    assert {"script-src-elem", "script-src-attr", "img-src", "connect-src"} <= refused
    assert "unsafe" not in POLICY


@pytest.mark.parametrize("name", ["../x", "a/b", "javascript:x", "a?b#c", "%2e%2e", "a b\u2028", "..", '"<'])
def test_a_name_stays_one_segment_of_an_address(name):
    assert unquote(segment(name)) == name
    assert not set(segment(name)) & set("/\\:?#\"'<> \u2028")


def test_characters_that_hide_or_reorder_text_are_spelled_out():
    assert printable("a\x00b\x1bc\u202ed\ud800\n\t") == "a⟨U+0000⟩b⟨U+001B⟩c⟨U+202E⟩d⟨U+D800⟩\n\t"
    assert printable(5) == 5


def test_such_characters_reach_the_page_spelled_out(tmp_path, store, build):
    step = build.step(1, {"selected_candidate_id": "1", "guide_text": "Click \u202egnihton"})
    folder = store(tmp_path / "r" / "evals" / "e", build.episode(1, [step], intent="in\x00tent\x1b[31m"))
    write_view(folder)
    page = next((folder / "view").glob("1-*.html")).read_text()
    assert "in⟨U+0000⟩tent⟨U+001B⟩[31m" in page
    assert "\u202e" not in page
    assert "\\u202e" not in page.split("overlays")[1]


def test_a_folder_of_runs_that_is_not_there(tmp_path):
    with pytest.raises(BadInput, match="is not there"):
        write_runs_index(tmp_path / "none")
