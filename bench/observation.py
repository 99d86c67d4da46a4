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
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from mag.web import browser
from mag.web.observe import observe
from mag.web.tab import Tab

HOME = Path(".mag/bench")
CARDS = {556: 50, 3306: 300}  # elements -> cards


def page_of(cards: int) -> str:
    """N cards of eleven elements each: a link, a picture, text, a button, a field and a list."""
    card = (
        '<div class="card"><a href="/item/{0}"><b>Item {0}</b></a><img alt="Picture {0}" width="40" height="30" '
        'src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p>A sturdy thing for daily use, number {0}.</p><span>{0}.50</span>'
        '<button>Add {0}</button><input placeholder="Amount {0}"><select><option>red</option><option>blue</option></select></div>'
    )
    style = "<style>.card{display:inline-block;width:300px;padding:8px;border:1px solid #ccc}</style>"
    head = f"<head><meta charset=utf-8><title>Cards</title>{style}</head>"
    return f"<!doctype html><html>{head}<body>{''.join(card.format(n) for n in range(cards))}</body></html>"


class Handler(BaseHTTPRequestHandler):
    """/N: the page of N cards."""

    def do_GET(self) -> None:
        body = page_of(int(self.path.strip("/"))).encode() if self.path != "/favicon.ico" else b""
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


class Peer:
    """The worker process in its own virtual environment."""

    def __init__(self, chromium: str) -> None:
        python = HOME / "browsergym" / "bin" / "python"
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(HOME / "browsergym")], check=True)
            subprocess.run([str(python), "-m", "pip", "install", "-q", "browsergym-core==0.14.3"], check=True)
        worker = Path(__file__).with_name("browsergym_worker.py")
        self.process = subprocess.Popen(
            [str(python), str(worker), *browser.ARGUMENTS],
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


async def measure(repetitions: int) -> dict:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    results = {}
    async with browser.driver() as playwright:
        chromium = browser.find_chromium(playwright.chromium.executable_path) or playwright.chromium.executable_path
        peer = Peer(chromium)
        ours = await browser.launch(playwright, {"cards.mag.test": server.server_port})
        for elements, cards in CARDS.items():
            peer.ask(f"open http://127.0.0.1:{server.server_port}/{cards}")
            async with browser.context(ours) as context:
                tab = Tab(context)
                await tab.open(f"http://cards.mag.test/{cards}")
                count = await tab.page.evaluate("document.querySelectorAll('*').length")
                times = {"mag": [], "browsergym": []}
                for repetition in range(repetitions + 3):
                    view = await observe(tab)
                    await view.release()
                    theirs = float(peer.ask("observe"))
                    if repetition >= 3:
                        times["mag"].append(view.observation.ms)
                        times["browsergym"].append(theirs)
            results[elements] = {"elements": count, "marks": len(view.observation.marks)} | {
                name: [round(value, 1) for value in statistics.quantiles(values, n=4)] for name, values in times.items()
            }
            results[elements]["ratio"] = round(statistics.median(times["browsergym"]) / statistics.median(times["mag"]), 2)
        await ours.close()
        peer.process.stdin.close()
        peer.process.wait(20)
    server.shutdown()
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=30)
    options = parser.parse_args()
    results = asyncio.run(measure(options.repetitions))
    for row in results.values():
        print(
            f"{row['elements']} elements, {row['marks']} marks: mag {row['mag']} ms, BrowserGym {row['browsergym']} ms (quartiles), "
            f"ratio of medians {row['ratio']}"
        )
    print(json.dumps(results))


if __name__ == "__main__":
    main()
