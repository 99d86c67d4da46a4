"""Fieldbook, an encyclopedia."""

from mag.miniarena.core import Site
from mag.miniarena.wikipedia.routes import ROUTES
from mag.miniarena.wikipedia.schema import SCHEMA
from mag.miniarena.wikipedia.seed import seed
from mag.miniarena.wikipedia.text import TEMPLATE_GLOBALS

SITE = Site(key="wikipedia", title="Fieldbook", schema=SCHEMA, seed=seed, routes=ROUTES, account=None, globals=TEMPLATE_GLOBALS)
