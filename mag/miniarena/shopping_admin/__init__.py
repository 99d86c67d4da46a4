"""Storekeeper: the administration panel of a sportswear store."""

from mag.miniarena.core import Account, Site
from mag.miniarena.shopping_admin import (
    formatting,
    views_customers,
    views_dashboard,
    views_marketing,
    views_orders,
    views_products,
    views_reports,
    views_stores,
)
from mag.miniarena.shopping_admin.grids import GRIDS
from mag.miniarena.shopping_admin.menu import MENU
from mag.miniarena.shopping_admin.schema import SCHEMA
from mag.miniarena.shopping_admin.seed import seed
from mag.miniarena.shopping_admin.views_grid import grid_routes

SITE = Site(
    key="shopping_admin",
    title="Storekeeper",
    schema=SCHEMA,
    seed=seed,
    routes=(
        *views_dashboard.ROUTES,
        *grid_routes(GRIDS),
        *views_orders.ROUTES,
        *views_products.ROUTES,
        *views_customers.ROUTES,
        *views_marketing.ROUTES,
        *views_stores.ROUTES,
        *views_reports.ROUTES,
    ),
    account=Account("admin", "admin@storekeeper.test", "Store Admin", "admin1234"),
    registration=False,
    login_required=True,
    globals={
        "MENU": MENU,
        "money": formatting.money,
        "moment": formatting.moment,
        "day": formatting.day,
        "plain_money": formatting.plain_money,
    },
)
