"""Report pages."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from mag.miniarena.core import database, page
from mag.miniarena.shopping_admin.common import route
from mag.miniarena.shopping_admin.formatting import parse_date
from mag.miniarena.shopping_admin.orders import STATUSES
from mag.miniarena.shopping_admin.reports import PERIODS, REPORTS, Selection, run, table


async def show_report(request: Request) -> Response:
    """A report's filter, and its table once From and To are given."""
    report = REPORTS.get(request.path_params["key"])
    if report is None:
        raise HTTPException(404)
    asked = {name: request.query_params.get(name, "").strip() for name in ("period", "from", "to", "status")}
    period = asked["period"] if asked["period"] in PERIODS else "day"
    status = asked["status"] if asked["status"] in STATUSES else ""
    start, end = parse_date(asked["from"]), parse_date(asked["to"])
    error, rows = "", None
    if not report.dated or (start and end):
        rows = run(database(request), report, Selection(period, start or "", end or "", status))
    elif "from" in request.query_params:
        error = "Enter From and To as MM/DD/YYYY."
    shown, totals = table(report, rows or [])
    return page(
        request,
        "report.html",
        report=report,
        asked={**asked, "period": period},
        periods=PERIODS,
        statuses=STATUSES,
        error=error,
        ready=rows is not None,
        rows=shown,
        totals=totals,
    )


ROUTES: list[BaseRoute] = [route("/reports/{key}", show_report)]
