"""Larder & Loom, a general web shop."""

from mag.miniarena.core import Account, Site
from mag.miniarena.shopping import (
    store,
    views_account,
    views_addresses,
    views_api,
    views_cart,
    views_catalogue,
    views_checkout,
    views_info,
    views_product,
    views_wishlist,
)
from mag.miniarena.shopping.schema import SCHEMA
from mag.miniarena.shopping.seed import seed

VIEWS = (views_catalogue, views_product, views_cart, views_checkout, views_account, views_addresses, views_wishlist, views_info, views_api)

SITE = Site(
    key="shopping",
    title="Larder & Loom",
    schema=SCHEMA,
    seed=seed,
    routes=[route for module in VIEWS for route in module.ROUTES],
    account=Account("emma.lopes", "emma.lopes@larder.test", "Emma Lopes", "Password.123"),
    globals={
        "usd": store.usd,
        "day": store.day,
        "order_number": store.order_number,
        "address_line": store.address_line,
        "frame": store.frame,
        "this_page": store.here,
    },
)
