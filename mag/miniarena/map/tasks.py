"""The map's tasks, computed from its freshly seeded data."""

import sqlite3

from mag.miniarena.map.tasks_lists import list_templates
from mag.miniarena.map.tasks_map import map_templates
from mag.miniarena.map.tasks_notes import note_templates
from mag.miniarena.map.tasks_places import place_templates
from mag.miniarena.map.tasks_routes import route_templates
from mag.miniarena.map.tasks_world import World
from mag.miniarena.spec import Template


def templates(db: sqlite3.Connection) -> list[Template]:
    """Every template with its instances."""
    world = World(db)
    return [*route_templates(world), *place_templates(world), *map_templates(world), *list_templates(world), *note_templates(world)]
