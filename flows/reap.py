"""mag/reap: what killed programs left behind: runs that still say Running, processes, temporary files."""

from pathlib import Path

from mag.settings import load_settings
from tasks import reaping
from tasks.deployed import deployed


@deployed("reap")
def reap(dry: bool = False, hours: float = 24.0) -> dict[str, list[str]]:
    """Tidy up what is provably nobody's; files once nothing has changed in them for so many hours. What was found."""
    settings = load_settings()
    home, runs = Path(settings.sites.home), Path(settings.runs.folder)
    found = {
        "runs": reaping.dead_runs(home, dry),
        "processes": reaping.orphans(dry),
        "files": reaping.files([runs, home], 3600 * hours, dry),
    }
    reaping.tell(found, dry)
    return found


if __name__ == "__main__":
    reap()
