"""The environment sets a program works on: its own for as long as it holds them, whatever their kind."""

from collections.abc import Iterator
from contextlib import contextmanager

from mag.settings import SitesConf
from mag.sites.base import EnvironmentSet
from mag.sites.kinds import kind_of


@contextmanager
def environment_sets(conf: SitesConf) -> Iterator[list[EnvironmentSet]]:
    """As many sets as the conf says, of the kind it says: those that are up and free first, then others, which end with the block."""
    with kind_of(conf).taken(conf.sets) as sets:
        yield sets
