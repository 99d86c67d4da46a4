"""The map: places of an invented region, directions over its roads, notes, saved places and the history of edits."""

from starlette.routing import Route

from mag.miniarena.core import Account, Site
from mag.miniarena.map import views_community, views_directions, views_lists, views_map, views_notes, views_place
from mag.miniarena.map.data_prose import WHEELCHAIR
from mag.miniarena.map.data_styles import LAYERS
from mag.miniarena.map.geo import coordinates_text, distance_text
from mag.miniarena.map.pages import ago, day
from mag.miniarena.map.schema import SCHEMA
from mag.miniarena.map.seed import seed

BOTH = ["GET", "POST"]
ROUTES = (
    Route("/", views_map.home),
    Route("/search", views_map.search),
    Route("/suggest", views_map.suggest),
    Route("/tiles", views_map.tiles),
    Route("/directions", views_directions.directions),
    Route("/place/{place:int}", views_place.place),
    Route("/place/{place:int}/history", views_place.history),
    Route("/place/{place:int}/edit", views_place.edit, methods=BOTH),
    Route("/place/{place:int}/save", views_place.save, methods=["POST"]),
    Route("/notes", views_notes.notes),
    Route("/note/new", views_notes.new_note, methods=BOTH),
    Route("/note/{note:int}", views_notes.note),
    Route("/note/{note:int}/answer", views_notes.answer, methods=["POST"]),
    Route("/lists", views_lists.lists, methods=BOTH),
    Route("/lists/{list:int}", views_lists.one_list),
    Route("/lists/{list:int}/edit", views_lists.edit_list, methods=BOTH),
    Route("/lists/{list:int}/delete", views_lists.delete_list, methods=["POST"]),
    Route("/lists/{list:int}/items/{item:int}/remark", views_lists.remark, methods=["POST"]),
    Route("/lists/{list:int}/items/{item:int}/move", views_lists.move, methods=["POST"]),
    Route("/lists/{list:int}/items/{item:int}/remove", views_lists.remove, methods=["POST"]),
    Route("/changesets", views_community.changesets),
    Route("/changeset/{changeset:int}", views_community.changeset),
    Route("/user/{username}", views_community.profile),
    Route("/settings", views_community.edit_settings, methods=BOTH),
    Route("/export", views_community.export),
    Route("/help", views_community.help_page),
    Route("/about", views_community.about),
)

SITE = Site(
    key="map",
    title="Wayfinder",
    schema=SCHEMA,
    seed=seed,
    routes=ROUTES,
    account=Account("otter.walks", "otter.walks@wayfinder.test", "Otto Walker", "map12345"),
    globals={
        "ago": ago,
        "day": day,
        "coordinates_text": coordinates_text,
        "distance_text": distance_text,
        "LAYERS": LAYERS,
        "WHEELCHAIR": WHEELCHAIR,
    },
)
