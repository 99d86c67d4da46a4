"""Environment sets of miniarena: a process a set, started here or found running (`mag sites up`)."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mag.errors import BadInput, SiteDown
from mag.miniarena import SITE_KEYS, hostname
from mag.miniarena.core import load_site
from mag.runs import write_json
from mag.sites.accounts import Account, Login, log_in, verify
from mag.sites.http import fetch, site_client

PORTS_PER_SET = 7
# The form leads on to the page that says who is logged in: a start page would be rendered for nobody, twice an episode.
LOGIN = Login(page="/login?next=/whoami", probe="/whoami", marker="{username}", sign_out=r"^/logout$", register="/register")


def account_of(key: str) -> Account:
    """The published sandbox account of a site."""
    known = load_site(key).account
    assert known is not None, f"{key} has no accounts"
    return Account(known.username, known.password, known.email, known.name)


class MiniarenaSet:
    """A running set, addressed through its ports. A reset finds a set whose process is dead or hangs, and starts it anew."""

    resets_per_episode = True

    def __init__(self, start: "Start", found: dict[str, Any], process: subprocess.Popen[str] | None = None) -> None:
        self.start, self.process, self._closed = start, process, False
        self.number, self.ports, self.snapshot, self.pid = start.number, dict(found["ports"]), found["snapshot"], int(found["pid"])
        self.sites = [key for key in SITE_KEYS if key in self.ports]
        self.hosts: dict[str, int | str] = {hostname(key): self.ports[key] for key in self.sites}
        self.urls = {key: f"http://{hostname(key)}" for key in self.sites}
        self.logins = {key: LOGIN for key in self.sites if load_site(key).account}

    async def reset(self) -> float:
        """See EnvironmentSet.reset."""
        try:
            answer = await self._control("POST", "/reset")
        except SiteDown:
            if self._closed:
                raise
            await asyncio.to_thread(self._replace)
            answer = await self._control("POST", "/reset")
        if not answer["verified"]:
            raise SiteDown(f"set {self.number} does not hold the snapshot's data after its reset; stop and start it")
        return float(answer["seconds"])

    async def login(self, sites: Iterable[str]) -> dict[str, Any]:
        """See EnvironmentSet.login."""
        found = [await log_in(self.hosts, self.urls[key], account_of(key), LOGIN) for key in sites if key in self.logins]
        return {"cookies": [cookie for cookies in found for cookie in cookies], "origins": []}

    async def verify(self, sites: Iterable[str], cookies: Sequence[dict[str, Any]]) -> None:
        """See EnvironmentSet.verify."""
        for key in sites:
            if key in self.logins:
                await verify(self.hosts, self.urls[key], account_of(key), LOGIN, cookies)

    async def health(self) -> None:
        """See EnvironmentSet.health."""
        async with site_client(self.hosts) as client:
            for key in self.sites:
                await fetch(client, "GET", f"{self.urls[key]}/healthz")

    async def fingerprint(self) -> dict[str, str]:
        """See EnvironmentSet.fingerprint."""
        return dict((await self.status())["fingerprints"])

    async def status(self) -> dict[str, Any]:
        """Snapshot name, whether the data is the snapshot's, and the fingerprints."""
        return await self._control("GET", "/status")

    async def close(self) -> None:
        """See EnvironmentSet.close. A set that was found running is left running."""
        self._closed = True
        if self.process is not None:
            await asyncio.to_thread(_stop, self.process)

    async def _control(self, method: str, path: str) -> dict[str, Any]:
        async with site_client({}) as client:
            answer: dict[str, Any] = (await fetch(client, method, f"http://127.0.0.1:{self.ports['control']}{path}")).json()
            return answer

    def _replace(self) -> None:
        if self.process:
            self.process.kill()
            _stop(self.process)
        elif _alive(self.pid):
            os.kill(self.pid, signal.SIGKILL)
        fresh = self.start()
        self.process, self.ports, self.pid = fresh.process, fresh.ports, fresh.pid
        self.hosts.update(fresh.hosts)


def _stop(process: subprocess.Popen[str]) -> None:
    if process.stdin:
        process.stdin.close()  # the set ends with its standard input
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@dataclass(frozen=True)
class Start:
    """How a set is started, so that it can be started again.

    `home` keeps snapshots between runs. A detached set lives until it is stopped and is written down in `home`/sets; any other one
    keeps its databases in a temporary folder and ends with this process.
    """

    number: int
    home: Path
    base_port: int = 0  # the first of seven; 0: any free ports
    detached: bool = False
    sites: Sequence[str] = SITE_KEYS

    def __call__(self) -> MiniarenaSet:
        """Start the set's process and wait until it listens."""
        own = self.home / "sets" if self.detached else Path(tempfile.mkdtemp(prefix=f"mag-set{self.number}-"))
        log = own / f"set{self.number}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as errors:
            process = subprocess.Popen(
                self._command(own),
                stdin=subprocess.DEVNULL if self.detached else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            found = json.loads(line)
            _ = found["ports"]
        except (ValueError, KeyError):
            process.wait()
            raise _start_failure(self.number, line, log.read_text().strip().splitlines()) from None
        if self.detached:
            write_json(self.home / "sets" / f"set{self.number}.json", found | {"number": self.number})
            process.stdout.close()
        return MiniarenaSet(self, found, None if self.detached else process)

    def _command(self, own: Path) -> list[str]:
        command = [sys.executable, "-m", "mag.miniarena.server", "--state", str(own / f"set{self.number}")]
        command += ["--snapshots", str(self.home / "snapshots"), "--ports", str(self.base_port), "--sites", *self.sites]
        return command + (["--detached"] if self.detached else ["--remove", str(own)])


def start(number: int, home: Path, base_port: int = 0, detached: bool = False, sites: Sequence[str] = SITE_KEYS) -> MiniarenaSet:
    """Start a set; see Start."""
    return Start(number, home, base_port, detached, sites)()


def _start_failure(number: int, line: str, detail: list[str]) -> Exception:
    for text in (line, *reversed(detail)):
        try:
            return BadInput(f"set {number}: {json.loads(text)['error']}")
        except (ValueError, KeyError, TypeError):
            continue
    return SiteDown(f"set {number} did not start: {detail[-1] if detail else 'no output'}")


def running(home: Path) -> list[MiniarenaSet]:
    """Detached sets that answer; records of sets that are gone are removed."""
    sets = []
    for record in sorted((home / "sets").glob("set*.json")):
        found = json.loads(record.read_text())
        if _alive(found["pid"]):
            ports = found["ports"]
            again = Start(found["number"], home, min(ports.values()), True, [key for key in SITE_KEYS if key in ports])
            sets.append(MiniarenaSet(again, found))
        else:
            record.unlink()
    return sorted(sets, key=lambda item: item.number)


def stop_detached(home: Path) -> int:
    """Stop every detached set; how many there were."""
    stopped = 0
    for record in sorted((home / "sets").glob("set*.json")):
        pid = json.loads(record.read_text())["pid"]
        if _alive(pid):
            os.kill(pid, signal.SIGTERM)
            stopped += 1
        record.unlink()
    return stopped


def _alive(pid: int) -> bool:
    try:  # also that the number was not given to another program since
        return b"mag.miniarena.server" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        if Path("/proc").is_dir():
            return False
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
