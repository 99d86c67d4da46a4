"""A study as operators run it: a Prefect server, a worker, and a deployment started again until its flow completes."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import httpx

from mag.processes import mark
from tests.chaos.campaign import VICTIMS, Place, Victims
from tests.sites.applications import free_ports

PREFECT = (sys.executable, "-m", "prefect")
FLOW, WORKER, SERVER = "prefect.engine", "prefect worker start", "prefect server start"
OPERATED: Victims = {
    **VICTIMS,
    "worker": (WORKER, None),
    "server": (SERVER, None),
    "keeper": ("keeper.py", None),
    "unit": ("mag.cli study run", "keeper.py"),
}
PATIENCE_S = 120.0  # for a server to answer, for a worker to begin a run
ENDED = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")


class Operators:
    """Keep server and worker up: what was killed of them is started again when the next run is wanted."""

    def __init__(self, place: Place, conf: Path, deployment: str) -> None:
        self.place, self.deployment = place, deployment
        place.temporary.mkdir(parents=True, exist_ok=True)
        self.port = free_ports(1)
        self.api = f"http://127.0.0.1:{self.port}/api"
        self.variables = os.environ | place.variables(conf) | {
            "PREFECT_HOME": str(place.folder / "prefect"),
            "PREFECT_API_URL": self.api,
            "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
            "MLFLOW_DISABLE_TELEMETRY": "true",
            "DO_NOT_TRACK": "1",
            "MAG_CHECKOUT": os.getcwd(),
        }  # fmt: skip
        self._started: dict[str, subprocess.Popen[bytes]] = {}
        self._deployed = False

    def begin(self) -> "FlowRun":
        """A run of the deployment, on a server and a worker that are up."""
        self._up("server", *PREFECT, "server", "start", "--host", "127.0.0.1", "--port", str(self.port))
        self._wait(self._healthy, "the server does not answer")
        if not self._deployed:
            self._call("work-pool", "create", "mag-local", "--type", "process", "--overwrite")
            self._call("deploy", "--name", self.deployment.partition("/")[2])
            self._deployed = True
        self._up("worker", *PREFECT, "worker", "start", "--pool", "mag-local", "--type", "process")
        self._wait(lambda: not self.running(FLOW), "a flow of before goes on")
        with suppress(httpx.HTTPError):  # the place in the queue of a flow that was killed, which is its own again after a minute only
            httpx.delete(f"{self.api}/v2/concurrency_limits/sites", timeout=30)
        known = httpx.get(f"{self.api}/deployments/name/{self.deployment}", timeout=30).json()
        about = {"parameters": {"study": "own"}, "state": {"type": "SCHEDULED"}}
        return FlowRun(self, httpx.post(f"{self.api}/deployments/{known['id']}/create_flow_run", json=about, timeout=30).json()["id"])

    def state(self, run: str) -> str:
        """Of a flow run, "" where nobody can say."""
        try:
            return str(httpx.get(f"{self.api}/flow_runs/{run}", timeout=10).json()["state_type"])
        except (httpx.HTTPError, KeyError, ValueError):
            return ""

    def running(self, holds: str) -> list[int]:
        """Processes of the place whose command line holds this."""
        return [pid for pid, command in self.place.processes().items() if holds in command]

    def close(self) -> None:
        """End server and worker."""
        for process in reversed(self._started.values()):
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()
            process.wait()

    def _up(self, name: str, *command: str) -> None:
        if name in self._started and self._started[name].poll() is None:
            return
        with (self.place.folder / "log").open("ab") as log:
            self._started[name] = subprocess.Popen(
                command, env=self.variables, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def _call(self, *arguments: str) -> None:
        done = subprocess.run([*PREFECT, "--no-prompt", *arguments], env=self.variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]

    def _healthy(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.api}/health", timeout=5).status_code == 200
        return False

    @staticmethod
    def _wait(until: Callable[[], bool], problem: str) -> None:
        limit = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < limit, problem
            time.sleep(0.2)


@dataclass
class FlowRun:
    """A flow run under way; it has ended when the server says so, or when its process is gone."""

    kind: ClassVar[str] = "flow"
    operators: Operators
    run: str
    seen: int = 0  # its process

    @property
    def pid(self) -> int:
        """Its process, 0 while it has none."""
        if not (self.seen and mark(self.seen)):
            self.seen = next(iter(self.operators.running(FLOW)), self.seen)
        return self.seen if self.seen and mark(self.seen) else 0

    @property
    def up(self) -> bool:
        """Whether it may still come to something."""
        if self.pid:
            return True
        return not self.seen and self.operators.state(self.run) not in ENDED and bool(self.operators.running(WORKER))

    def wait(self) -> int:
        """0 when it completed."""
        limit = time.monotonic() + 1800
        while self.up:
            assert time.monotonic() < limit, "a flow run does not end"
            time.sleep(0.2)
        for _ in range(50):  # the worker says how it ended a little later
            if (state := self.operators.state(self.run)) in ENDED or not self.operators.running(SERVER):
                break
            time.sleep(0.1)
        return int(state != "COMPLETED")
