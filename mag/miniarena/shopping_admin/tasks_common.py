"""Ways that many demonstrations share: through the menu, through a search, through a filter panel."""

import sqlite3
from typing import Any

from mag.miniarena.spec import click, press_enter, type_
from mag.shown import DemoStep

HOME = "__SHOPPING_ADMIN__"
Steps = list[DemoStep]


def pick(n: int, *texts: str) -> str:
    """One of several ways to say it."""
    return texts[n % len(texts)]


def rows(db: sqlite3.Connection, sql: str, *values: Any) -> list[sqlite3.Row]:
    """All rows of a query."""
    return db.execute(sql, values).fetchall()


def one(db: sqlite3.Connection, sql: str, *values: Any) -> Any:
    """The single value of a query."""
    return db.execute(sql, values).fetchone()[0]


def menu(n: int, section: str, link: str, what: str) -> Steps:
    """Open a section of the left sidebar and follow a link in its panel; `what` completes "to open ..."."""
    return [
        click(
            "button",
            section,
            pick(
                n,
                f"Click '{section}' in the left sidebar to open its menu.",
                f"Open the '{section}' menu with its icon in the sidebar on the left.",
                f"In the dark sidebar on the left, click '{section}' to see its pages.",
            ),
            f"{what[0].upper()}{what[1:]} should be under {section}.",
        ),
        click(
            "link",
            link,
            pick(
                n + 1,
                f"Choose '{link}' in the menu panel that opened to go to {what}.",
                f"Click '{link}' in the panel beside the sidebar to open {what}.",
                f"In the open panel, click the link '{link}' to show {what}.",
            ),
            f"{link} leads to {what}.",
        ),
    ]


def keyword(n: int, text: str, things: str) -> Steps:
    """Search a grid by keyword."""
    return [
        type_(
            "Search by keyword",
            text,
            pick(
                n,
                f"Type '{text}' into the 'Search by keyword' field above the table.",
                f"Enter '{text}' in the keyword search box at the top left of the list.",
                f"In the search field above the table of {things}, type '{text}'.",
            ),
            f"The keyword narrows the {things} down.",
            role="searchbox",
        ),
        press_enter(
            pick(
                n,
                f"Press Enter to search the {things} for this keyword.",
                f"Press Enter to start the search and shorten the list of {things}.",
                f"Submit the search with Enter so that only matching {things} remain.",
            ),
            "The search has to be sent.",
        ),
    ]


def by_global_search(n: int, text: str, result: str, kind: str) -> Steps:
    """Go to an order, customer or product through the search at the top of every page."""
    return [
        type_(
            "Global search",
            text,
            pick(
                n,
                f"Type '{text}' into the search field at the top right of the page.",
                f"Use the global search box in the top bar and enter '{text}'.",
                f"In the field 'Orders, customers, products' at the top, type '{text}'.",
            ),
            f"The global search finds the {kind} directly.",
            role="searchbox",
        ),
        press_enter(
            pick(n, f"Press Enter to look the {kind} up across the whole store.", f"Press Enter to run the search for the {kind}."),
            "The search has to be sent.",
        ),
        click(
            "link",
            result,
            pick(
                n,
                f"Click '{result}' in the search results to open the page of this {kind}.",
                f"Open '{result}' from the results to get to the {kind}.",
            ),
            f"This is the {kind} that was asked for.",
        ),
    ]


def open_filters(n: int, things: str) -> DemoStep:
    """Show a grid's filter panel."""
    return click(
        "button",
        "Filters",
        pick(
            n,
            f"Click 'Filters' at the top right to open the filter panel for {things}.",
            f"Open the filter panel with the 'Filters' button above the table of {things}.",
            "Click the 'Filters' button at the right above the table to set conditions.",
        ),
        f"The {things} have to be filtered.",
    )


def apply_filters(n: int) -> DemoStep:
    """Apply the filter panel."""
    return click(
        "button",
        "Apply Filters",
        pick(
            n,
            "Click 'Apply Filters' at the bottom right of the filter panel.",
            "Confirm the conditions with the 'Apply Filters' button below the filter fields.",
            "Press the 'Apply Filters' button at the panel's lower right to update the table.",
        ),
        "The filters are filled in.",
    )


def joined(names: list[str]) -> str:
    """A, B and C."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
