"""Tasks on reports and the dashboard."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.shopping_admin.tasks_common import HOME, Steps, joined, menu, one, pick, rows
from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    exact,
    finish,
    must_include,
    press_enter,
    scroll,
    select,
    type_,
)

# What people call a period, the unit that shows it in one piece, first and last day.
PERIODS = [
    ("2025", "Year", "2025-01-01", "2025-12-31"),
    ("the first quarter of 2025", "Year", "2025-01-01", "2025-03-31"),
    ("January 2026", "Month", "2026-01-01", "2026-01-31"),
    ("2024", "Year", "2024-01-01", "2024-12-31"),
    ("November 2025", "Month", "2025-11-01", "2025-11-30"),
    ("the second quarter of 2025", "Year", "2025-04-01", "2025-06-30"),
    ("the second half of 2024", "Year", "2024-07-01", "2024-12-31"),
    ("August 2025", "Month", "2025-08-01", "2025-08-31"),
    ("December 2025", "Month", "2025-12-01", "2025-12-31"),
    ("the third quarter of 2025", "Year", "2025-07-01", "2025-09-30"),
]
BETWEEN = "substr(o.created, 1, 10) BETWEEN ? AND ?"


def american(iso: str) -> str:
    """MM/DD/YYYY of an ISO day."""
    return f"{iso[5:7]}/{iso[8:10]}/{iso[:4]}"


def fill_report(n: int, unit: str, start: str, end: str, enter: bool = False) -> Steps:
    """Set a report's period and show it, with Enter in the last field or the button."""
    low, high = american(start), american(end)
    unit_step = (
        []
        if unit == "Day"
        else [
            select(
                "Period",
                unit,
                pick(
                    n,
                    f"Select '{unit}' in the 'Period' list of the filter box.",
                    f"Choose '{unit}' as the 'Period' at the top of the report's filter.",
                ),
                "The result should come in pieces of this length.",
            )
        ]
    )
    show = (
        press_enter("Press Enter in the 'To' field to show the report.", "The form is complete.")
        if enter
        else click(
            "button",
            "Show Report",
            pick(
                n,
                "Click the 'Show Report' button in the header at the top right.",
                "Press 'Show Report' at the upper right to run the report.",
            ),
            "The period is filled in.",
        )
    )
    return [
        *unit_step,
        type_(
            "From",
            low,
            pick(n, f"Type '{low}' into the 'From' field below the period.", f"Enter the first day '{low}' in the field 'From'."),
            "This is the first day of the period.",
        ),
        type_(
            "To",
            high,
            pick(n, f"Type '{high}' into the 'To' field right below it.", f"Enter the last day '{high}' in the field labeled 'To'."),
            "This is the last day of the period.",
        ),
        show,
    ]


def bestsellers(db: sqlite3.Connection, periods: Sequence[tuple[str, str, str, str]] = PERIODS, most: int = 4) -> Template:
    """Top-selling products of a period."""
    instances: list[Instance] = []
    for n, (period, unit, start, end) in enumerate(periods):
        sold = rows(
            db,
            f"SELECT i.name, sum(i.quantity) AS units FROM order_items i JOIN orders o ON o.id = i.order_id WHERE {BETWEEN} "
            "AND o.status != 'Canceled' GROUP BY i.name ORDER BY units DESC, i.name LIMIT 6",
            start,
            end,
        )
        count = next((count for count in (2, 3, 1) if sold[count - 1]["units"] > sold[count]["units"]), 0)  # no tie at the end
        if count < 2 or len(instances) == most:
            continue
        names = [row["name"] for row in sold[:count]]
        demo = [
            *menu(n, "Reports", "Bestsellers", "the bestsellers report"),
            *fill_report(n, unit, start, end),
            finish(
                f"Report the best-selling products with the highest quantities: {joined(names)}.",
                ", ".join(names),
                f"The first {count} rows show the largest quantities.",
            ),
        ]
        instances.append(Instance({"count": str(count), "period": period}, evaluation(must_include(*names)), demo))
    return Template(1, "What are the top {{count}} best-selling products in {{period}}?", instances)


def best_customer(db: sqlite3.Connection, periods: Sequence[tuple[str, str, str, str]] = PERIODS, most: int = 3) -> Template:
    """The customer with most orders of a period; the same whether or not canceled orders count."""
    instances: list[Instance] = []
    for n, (period, unit, start, end) in enumerate(periods):
        leaders = [
            rows(
                db,
                f"SELECT o.customer, o.email, count(*) AS orders FROM orders o WHERE {BETWEEN} {extra} GROUP BY o.email "
                "ORDER BY orders DESC LIMIT 2",
                start,
                end,
            )
            for extra in ("", "AND o.status != 'Canceled'")
        ]
        if (
            len(instances) == most
            or any(first["orders"] == second["orders"] for first, second in leaders)
            or leaders[0][0]["email"] != leaders[1][0]["email"]
        ):
            continue
        name, email = leaders[0][0]["customer"], leaders[0][0]["email"]
        demo = [
            *menu(n + 1, "Reports", "Order Count", "the report of customers by number of orders"),
            *fill_report(n, unit, start, end),
            finish(
                f"Report that {name} with the address {email} placed the most orders.",
                f"{name}, {email}",
                "The first row has the highest number of orders.",
            ),
        ]
        instances.append(Instance({"period": period}, evaluation(must_include(name, email)), demo))
    return Template(2, "Which customer placed the most orders in {{period}}? Give me the name and the email address.", instances)


REPORTS = (
    ("tax report", "tax", "Tax", "Month", "2025-07-01", "2025-12-31", False),
    ("coupons report", "coupons", "Coupons", "Year", "2025-01-01", "2025-12-31", True),
    ("ordered products report", "ordered", "Ordered", "Day", "2026-02-01", "2026-02-28", False),
    ("new accounts report", "new-accounts", "New", "Month", "2024-01-01", "2024-12-31", True),
    ("orders report", "sales", "Orders", "Day", "2025-11-20", "2025-12-05", False),
)


def show_report(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, str, str, str, bool]] = REPORTS) -> Template:
    """Bring a report on the screen."""
    instances = []
    for n, (name, key, link, unit, start, end, enter) in enumerate(wanted):
        address = f"{HOME}/reports/{key}?period={unit.lower()}&from={american(start)}&to={american(end)}"
        demo = [
            *menu(n, "Reports", link, f"the {name}"),
            *fill_report(n, unit, start, end, enter),
            finish(f"Stop here: the {name} for the period is shown below the filter.", None, "The table is on the screen."),
        ]
        instances.append(
            Instance({"report": name, "unit": unit.lower(), "start": american(start), "end": american(end)}, evaluation(url=address), demo)
        )
    return Template(3, "Show me the {{report}} by {{unit}} from {{start}} to {{end}}.", instances)


MONTHS = (
    ("March 2025", "2025-03-01", "2025-03-31"),
    ("September 2024", "2024-09-01", "2024-09-30"),
    ("October 2025", "2025-10-01", "2025-10-31"),
)


def orders_of_month(db: sqlite3.Connection, months: Sequence[tuple[str, str, str]] = MONTHS) -> Template:
    """A figure of the orders report."""
    instances = []
    for n, (month, start, end) in enumerate(months):
        count = str(one(db, f"SELECT count(*) FROM orders o WHERE {BETWEEN}", start, end))
        demo = [
            *menu(n + 2, "Reports", "Orders", "the orders report"),
            *fill_report(n, "Month", start, end, n == 1),
            finish(f"Report that {count} orders were placed in {month}, as the table shows.", count, "The column Orders has the number."),
        ]
        instances.append(Instance({"month": month}, evaluation(exact(count)), demo))
    return Template(4, "According to the orders report, how many orders were placed in {{month}}? Answer with the number only.", instances)


def top_terms(db: sqlite3.Connection) -> Template:
    """The most used search terms."""
    instances = []
    for n, count in enumerate((2, 3, 5)):
        terms = [row["query"] for row in rows(db, "SELECT query FROM search_terms ORDER BY uses DESC LIMIT ?", count)]
        if n < 2:
            way = [
                scroll(
                    "down",
                    pick(
                        n,
                        "Scroll down the dashboard to the 'Top Search Terms' table on the left.",
                        "Scroll down until 'Top Search Terms' appears in the left column.",
                    ),
                    "The table is below the fold.",
                )
            ]
        else:
            way = [
                *menu(n, "Marketing", "Search Terms", "the list of search terms"),
                click("button", "Uses", "Click the column header 'Uses' to sort the terms by use.", "Sorting shows the extremes."),
                click("button", "Uses", "Click 'Uses' again so that the largest numbers come first.", "It was sorted upwards."),
            ]
        instances.append(
            Instance(
                {"count": str(count)},
                evaluation(must_include(*terms)),
                [*way, finish(f"Report the most used search terms: {joined(terms)}.", ", ".join(terms), "They have the most uses.")],
            )
        )
    return Template(5, "What are the top {{count}} search terms in the store?", instances)


def dashboard_tabs(db: sqlite3.Connection) -> Template:
    """What the tabs of the dashboard say."""
    viewed = one(db, "SELECT name FROM products WHERE parent_id IS NULL ORDER BY views DESC LIMIT 1")
    newest = one(db, "SELECT first || ' ' || last FROM customers ORDER BY id DESC LIMIT 1")
    best = one(
        db,
        "SELECT customer FROM orders WHERE customer_id IS NOT NULL AND status != 'Canceled' GROUP BY customer_id "
        "ORDER BY sum(total) DESC LIMIT 1",
    )
    wanted = [
        ("which product is viewed most", "Most Viewed Products", viewed, "is the most viewed product"),
        ("who is the newest customer", "New Customers", newest, "is the newest customer"),
        ("which customer has the highest order total", "Customers", best, "has the highest total"),
    ]
    return Template(
        6,
        "Tell me from the dashboard {{question}}.",
        [
            Instance(
                {"question": question},
                evaluation(must_include(answer)),
                [
                    click(
                        "tab",
                        tab,
                        pick(
                            n,
                            f"Click the '{tab}' tab below the figures in the middle of the dashboard.",
                            f"Open the tab '{tab}' above the table on the dashboard.",
                        ),
                        f"The tab {tab} should tell.",
                    ),
                    finish(f"Report that {answer} {statement}, the first row of the table.", answer, "The first row has it."),
                ],
            )
            for n, (question, tab, answer, statement) in enumerate(wanted)
        ],
    )


def report_templates(db: sqlite3.Connection) -> list[Template]:
    """The templates of this part."""
    return [bestsellers(db), best_customer(db), show_report(db), orders_of_month(db), top_terms(db), dashboard_tabs(db)]
