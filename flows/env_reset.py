"""mag/env-reset: every environment set back to its snapshot, verified; every account logged in (MAG Algorithm 1, lines 1-2)."""

from pathlib import Path
from typing import Any

from mag.runs import EvalFolder
from mag.settings import load_settings
from tasks import environment
from tasks.deployed import deployed


@deployed("env-reset")
def env_reset(sets: int = 0) -> list[dict[str, Any]]:
    """Reset this many sets (0: as conf/sites.yaml says), those that are up first; a row for each. Fails where one of them is not well."""
    conf = load_settings().sites
    conf.sets = sets or conf.sets
    folder = EvalFolder(Path(conf.home) / "reset")
    with environment.sites(conf) as found, folder.lock():
        well = environment.reset(folder, found)
        well = environment.login(folder, well, sorted(found[0].urls))
        rows: list[dict[str, Any]] = environment.show(folder, found, well)
    return rows


if __name__ == "__main__":
    env_reset()
