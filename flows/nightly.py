"""mag/nightly-eval: the champion on the same tasks every night, compared with the night before; skipped where it would be in the way."""

from typing import Any

from prefect.states import Completed

from mag.settings import load_settings
from tasks import nightly
from tasks.deployed import deployed
from tasks.environment import Taken


@deployed("nightly-eval")
def nightly_eval(date: str = "") -> Any:
    """The night of this date, by default today's; its row in runs/<run>/nightly.csv."""
    settings = load_settings()
    try:
        with nightly.place(settings):
            folder = nightly.roll(settings, nightly.name_of(date))
    except Taken as reason:
        return Completed(name="Skipped", message=f"skipped: {reason}")
    row = nightly.note(folder)
    nightly.track(folder, settings)
    return nightly.tell(folder, row)


if __name__ == "__main__":
    nightly_eval()
