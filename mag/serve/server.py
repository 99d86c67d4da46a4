"""A running server: started, waited for, stopped with all of its processes."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx

from mag.contract.text import clean
from mag.errors import BadInput, MagError
from mag.serve import keeper
from mag.serve.settings import ServeConf

POLL_S = 0.5
TELLING = ("Error", "error:", "Exception", "Killed", "out of memory")  # the lines of a log that say why a server ended
DETAIL_CHARS = 300

Progress = Callable[[float, str], None]  # seconds since the start, last line of the log


@dataclass
class Server:
    """A server under a keeper: gone when this process is gone."""

    conf: ServeConf
    process: "subprocess.Popen[bytes]"
    log: Path

    @property
    def root(self) -> str:
        """http://host:port"""
        host = "127.0.0.1" if self.conf.host in ("0.0.0.0", "::") else self.conf.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.conf.port}"

    @property
    def url(self) -> str:
        """What a client takes as base_url."""
        return f"{self.root}/v1"

    def wait(self, progress: Progress = lambda *_: None) -> float:
        """Until it answers; the seconds that took. Raises BadInput when it ended instead, MagError when it took too long."""
        started = time.monotonic()
        with httpx.Client(timeout=5.0, trust_env=False) as client:
            while (seconds := time.monotonic() - started) < self.conf.start_s:
                if self.process.poll() is not None:
                    raise BadInput(f"the server ended at its start: {reason(self.log)} (all of it: {self.log})")
                if _healthy(client, self.root):
                    return seconds
                progress(seconds, _last(self.log))
                time.sleep(POLL_S)
        self.stop()
        raise MagError(f"the server did not answer within {self.conf.start_s:g} s (start_s of conf/serve.yaml); its log: {self.log}")

    def run(self) -> None:
        """Until it ends by itself, which it should not. Raises MagError then."""
        self.process.wait()
        raise MagError(f"the server ended: {reason(self.log)} (all of it: {self.log})")

    def stop(self) -> None:
        """An orderly end of all its processes; killed when they do not hurry."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        self.process.wait()


def start(conf: ServeConf, command: Sequence[str], variables: Mapping[str, str], log: Path) -> Server:
    """Start a server; its output goes into the log. Raises BadInput when the port is taken."""
    require_port(conf)
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-I", keeper.__file__, f"{conf.stop_s:g}", *command],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(variables),
            cwd=log.parent,  # vLLM imports from where it starts; nothing of ours, or of a user's, is to be found there
            start_new_session=True,
        )
    return Server(conf, process, log)


def require_port(conf: ServeConf) -> None:
    """Raises BadInput when something listens there already, or the address cannot be had."""
    family = socket.AF_INET6 if ":" in conf.host else socket.AF_INET
    with closing(socket.socket(family)) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((conf.host, conf.port))
        except OSError as error:
            raise BadInput(
                f"{conf.host}:{conf.port} cannot be listened on ({error.strerror}); stop what is there or give another --port"
            ) from None


def reason(log: Path) -> str:
    """Why a server ended, as its log tells: the first error of the last process to complain, else the last line."""
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    telling = [line for line in lines if any(sign in line for sign in TELLING) and "See root cause" not in line]
    return clean((telling or lines or ["it said nothing"])[-1])[-DETAIL_CHARS:]


def _last(log: Path) -> str:
    with log.open("rb") as opened:
        opened.seek(max(0, log.stat().st_size - 2_000))
        lines = opened.read().decode(errors="replace").split("\n")
    return clean(next((line for line in reversed(lines) if line.strip()), ""))[:DETAIL_CHARS]


def _healthy(client: httpx.Client, root: str) -> bool:
    try:
        return client.get(f"{root}/health").status_code == 200
    except httpx.HTTPError:
        return False
