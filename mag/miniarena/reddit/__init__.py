"""Threadline, a forum of link and text submissions."""

from mag.miniarena.core import Account, Site
from mag.miniarena.reddit.queries import preferences
from mag.miniarena.reddit.routes import ROUTES
from mag.miniarena.reddit.schema import SCHEMA
from mag.miniarena.reddit.seed import seed
from mag.miniarena.reddit.text import TEMPLATE_GLOBALS

SITE = Site(
    key="reddit",
    title="Threadline",
    schema=SCHEMA,
    seed=seed,
    routes=ROUTES,
    account=Account("quillfern", "quillfern@threadline.test", "Robin Quill", "test1234"),
    globals={**TEMPLATE_GLOBALS, "preferences": preferences},
)
