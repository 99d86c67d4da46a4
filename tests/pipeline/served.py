"""What tests of flows share: flows on a real Prefect server, each test's in one process, in a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

HEAD = """
from prefect.testing.utilities import prefect_test_harness
with prefect_test_harness(server_startup_timeout=180):
"""


def environment_of(folder: Path) -> dict[str, str]:
    """Variables of a process whose runs, sites, tracking and Prefect are under `folder`."""
    (folder / "conf").mkdir(exist_ok=True)
    (folder / "conf" / "sites.yaml").write_text("sets: 2\n")
    (folder / "conf" / "tracking.yaml").write_text(f"uri: sqlite:///{folder}/mlflow.db\nartifacts: {folder}/artifacts\n")
    return os.environ | {
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "PREFECT_HOME": str(folder / "prefect"),
        "PREFECT_LOGGING_TO_API_ENABLED": "false",
        "MAG_HOME": str(folder / "home"),
        "MAG_RUNS": str(folder / "runs"),
        "MAG_CONF": str(folder / "conf"),
        "PYTHONPATH": os.getcwd(),
    }


def flows(folder: Path, script: str, seconds: float = 900) -> str:
    """What a script with flows in it said, run on a Prefect server of its own; it must end well."""
    body = HEAD + "".join(f"    {line}\n" for line in script.strip().splitlines())
    done = subprocess.run(
        [sys.executable, "-c", body], cwd=folder, env=environment_of(folder), capture_output=True, text=True, timeout=seconds
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr
