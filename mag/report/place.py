"""How the pages of a comparison reach what belongs to the runs compared."""

import os
from dataclasses import dataclass
from pathlib import Path

from mag.errors import Corrupt
from mag.report.columns import Column
from mag.report.pages import segment
from mag.runs import write_atomic


@dataclass(frozen=True, slots=True)
class Place:
    """The folder that a comparison is written to. Within the folder of runs it links to what is there; elsewhere it keeps copies."""

    out: Path  # resolved

    def picture(self, column: Column, task: int, image: str) -> str:
        """Address of a screenshot of the column's episode of this task."""
        source = column.units[task] / Path(image).name
        if self._among_the_runs_of(column):
            return self._address(source)
        target = self.out / "pictures" / str(column.number) / source.parent.name / source.name
        try:
            write_atomic(target, source.read_bytes())
        except FileNotFoundError:
            advice = f"move {source.parent} away and start the same sweep again to roll it anew"
            raise Corrupt(f"{source} is missing; {advice}; nothing else is touched") from None
        return self._address(target)

    def episode(self, column: Column, task: int) -> str:
        """Address of the episode's own page, "" where it has none or the comparison is to stand by itself."""
        page = column.folder / "view" / f"{column.units[task].name}.html"
        return self._address(page) if self._among_the_runs_of(column) and page.exists() else ""

    def _among_the_runs_of(self, column: Column) -> bool:
        return self.out.is_relative_to(column.folder.parents[2])

    def _address(self, path: Path) -> str:
        return "/".join(segment(part) for part in Path(os.path.relpath(path, self.out)).parts)
