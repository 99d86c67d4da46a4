"""`make demo`: all demonstrations, the test tasks' in coordinates too, a random policy; the table, the viewer, the way to MLflow."""

import sys
from pathlib import Path

from flows.sweep import sweep
from mag.errors import MagError
from mag.report.console import summary_table
from mag.report.viewer import write_runs_index
from mag.settings import load_settings

RUN = "demo"
SWEEPS = (("demo", "som", "all", 0), ("demo", "coord", "test", 0), ("random", "som", "test", 24))  # policy, grounding, part, at most


def main() -> None:
    """Run the three sweeps and say where to look."""
    settings = load_settings()
    rows = {
        f"{policy}-{grounding}": sweep(run=RUN, policy=policy, grounding=grounding, part=part, limit=limit)
        for policy, grounding, part, limit in SWEEPS
    }
    print(summary_table(rows))
    print(f"viewer:  {write_runs_index(Path(settings.runs.folder)).resolve()}")
    print(f"MLflow:  .venv/bin/mlflow ui --backend-store-uri {settings.tracking.uri} --host 127.0.0.1   then open http://127.0.0.1:5000")


if __name__ == "__main__":
    try:
        main()
    except MagError as error:
        sys.exit(f"mag: {error}")
