"""Observing a page (marks, screenshot, menu) beside BrowserGym's own extraction and screenshot of the same page.

`make bench-observation`. Interleaved, one after the other on the same machine, same browser binary and arguments, 30 repetitions after
3 warm-ups; medians, quartiles and their ratio. BrowserGym's fixed sleeps (0.5 s before every observation and more) are left out.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote

from observation_pages import OTHER_SITE, PAGES, SITE, html
from playwright.async_api import Browser

from mag.web import browser
from mag.web.observe import observe
from mag.web.tab import Tab

HOME = Path(".mag/bench")
COUNT = """() => {
  const roots = [document];
  let count = 0;
  for (const root of roots) for (const element of root.querySelectorAll('*')) {
    count++;
    if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  return count;
}"""


class Handler(BaseHTTPRequestHandler):
    """/NAME: the page of that name."""

    def do_GET(self) -> None:
        name = unquote(self.path.strip("/"))
        known = name in PAGES or name == "inner"
        body = html(name, self.server.server_port).encode() if known else b""
        self.send_response(200 if known else 404)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


class Peer:
    """The worker process in its own virtual environment."""

    def __init__(self, chromium: str, rules: str) -> None:
        python = HOME / "browsergym" / "bin" / "python"
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(HOME / "browsergym")], check=True)
            subprocess.run([str(python), "-m", "pip", "install", "-q", "browsergym-core==0.14.3"], check=True)
        worker = Path(__file__).with_name("browsergym_worker.py")
        self.process = subprocess.Popen(
            [str(python), str(worker), *browser.ARGUMENTS, f"--host-resolver-rules={rules}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"MAG_CHROMIUM": chromium},
        )
        self._answer()

    def ask(self, line: str) -> str:
        print(line, file=self.process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> str:
        answer = self.process.stdout.readline().strip()
        if not answer:
            sys.exit("the BrowserGym worker ended; its message is above")
        return answer


async def measure(names: Sequence[str], repetitions: int) -> list[dict]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    hosts = dict.fromkeys((SITE, OTHER_SITE), server.server_port)
    rules = ", ".join(f"MAP {name} 127.0.0.1:{port}" for name, port in hosts.items())
    async with browser.driver() as playwright:
        peer = Peer(browser.find_chromium(playwright.chromium.executable_path) or playwright.chromium.executable_path, rules)
        ours = await browser.launch(playwright, hosts)
        rows = [await compare(ours, peer, f"http://{SITE}:{server.server_port}/", name, repetitions) for name in names]
        await ours.close()
        peer.process.stdin.close()
        peer.process.wait(20)
    server.shutdown()
    return rows


async def compare(ours: Browser, peer: Peer, base: str, name: str, repetitions: int) -> dict:
    """One page, both tools in turn; quartiles in milliseconds."""
    peer.ask(f"open {base}{quote(name)}")
    async with browser.context(ours) as context:
        tab = Tab(context)
        await tab.open(base + quote(name))
        count = sum([await frame.evaluate(COUNT) for frame in tab.page.frames])
        times = {"mag": [], "browsergym": []}
        for repetition in range(repetitions + 3):
            view = await observe(tab)
            await view.release()
            theirs = float(peer.ask("observe"))
            if repetition >= 3:
                times["mag"].append(view.observation.ms)
                times["browsergym"].append(theirs)
    seen = view.observation
    medians = {tool: statistics.median(values) for tool, values in times.items()}
    return {
        "page": name,
        "elements": count,
        "marks": len(seen.marks),
        "omitted": seen.omitted,
        "ratio": round(medians["browsergym"] / medians["mag"], 2),
    } | {tool: [round(value, 1) for value in statistics.quantiles(values, n=4)] for tool, values in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=30)
    parser.add_argument("--pages", nargs="*", choices=PAGES, default=list(PAGES))
    options = parser.parse_args()
    print("| page | elements | marks | mag | BrowserGym | ratio of medians |\n|---|---|---|---|---|---|")
    load = os.getloadavg()[0]
    rows = asyncio.run(measure(options.pages, options.repetitions))
    for row in rows:
        quartiles = (" / ".join(map(str, row[tool])) for tool in ("mag", "browsergym"))
        print("|", " | ".join([row["page"], f"{row['elements']:,}", str(row["marks"]), *quartiles, str(row["ratio"])]), "|")
    print(f"load average before {load:.1f}, after {os.getloadavg()[0]:.1f}")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
