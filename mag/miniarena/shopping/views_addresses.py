"""The address book."""

import sqlite3
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, page, redirect, require_user, row_or_404
from mag.miniarena.shopping.data_people import COUNTRIES, REGIONS

FIELDS = ("first_name", "last_name", "company", "street", "city", "region", "postcode", "country", "phone")


def posted_address(data: Mapping[str, str]) -> dict[str, str]:
    """The fields of an address as posted."""
    return {key: data.get(key, "").strip() for key in FIELDS}


def address_errors(values: Mapping[str, str]) -> str:
    """What an address lacks, empty for a good one."""
    missing = [key.replace("_", " ") for key in FIELDS if key not in ("company",) and not values[key]]
    if values["country"] != "United States" and missing == ["region"]:
        return ""
    return f"Please fill in: {', '.join(missing)}." if missing else ""


def insert_address(db: sqlite3.Connection, user_id: int, values: Mapping[str, str], *, listed: bool) -> int | None:
    """A new address of the account; `listed` ones show in the address book."""
    return db.execute(
        "INSERT INTO addresses (user_id, first_name, last_name, company, street, city, region, postcode, country, phone, listed)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (user_id, *(values[key] for key in FIELDS), int(listed)),
    ).lastrowid


def set_defaults(db: sqlite3.Connection, user_id: int, address_id: int | None, data: Mapping[str, str]) -> None:
    """Make an address the default for billing or shipping, where the form says so."""
    for column in ("billing", "shipping"):
        if column in data:
            db.execute(f"UPDATE addresses SET {column} = (id = ?) WHERE user_id = ?", (address_id, user_id))


async def book(request: Request) -> Response:
    """All addresses of the account."""
    person = require_user(request)
    rows = database(request).execute("SELECT * FROM addresses WHERE user_id = ? AND listed ORDER BY id", (person["id"],)).fetchall()
    return page(
        request,
        "addresses.html",
        billing=next((row for row in rows if row["billing"]), None),
        shipping=next((row for row in rows if row["shipping"]), None),
        others=[row for row in rows if not row["billing"] and not row["shipping"]],
    )


async def new(request: Request) -> Response:
    """The form for a new address, and its submission."""
    person = require_user(request)
    first, _, last = person["name"].partition(" ")
    values = {**dict.fromkeys(FIELDS, ""), "first_name": first, "last_name": last, "country": "United States"}
    error = ""
    if request.method == "POST":
        data = await form(request)
        values = posted_address(data)
        error = address_errors(values)
        if not error:
            set_defaults(database(request), person["id"], insert_address(database(request), person["id"], values, listed=True), data)
            flash(request, "You saved the address.")
            return redirect(request, "/account/addresses")
    return page(
        request,
        "address_form.html",
        422 if error else 200,
        heading="Add New Address",
        address=values,
        error=error,
        regions=REGIONS,
        countries=COUNTRIES,
    )


async def edit(request: Request) -> Response:
    """The form for an address, and its submission."""
    person, db = require_user(request), database(request)
    found = row_or_404(
        request, "SELECT * FROM addresses WHERE id = ? AND user_id = ? AND listed", request.path_params["address_id"], person["id"]
    )
    values, error = {key: str(found[key]) for key in FIELDS}, ""
    if request.method == "POST":
        data = await form(request)
        values = posted_address(data)
        error = address_errors(values)
        if not error:
            assignments = ", ".join(f"{key} = ?" for key in FIELDS)
            db.execute(f"UPDATE addresses SET {assignments} WHERE id = ?", (*(values[key] for key in FIELDS), found["id"]))
            set_defaults(db, person["id"], found["id"], data)
            flash(request, "You saved the address.")
            return redirect(request, "/account/addresses")
    return page(
        request,
        "address_form.html",
        422 if error else 200,
        heading="Edit Address",
        address=values,
        error=error,
        regions=REGIONS,
        countries=COUNTRIES,
    )


async def delete(request: Request) -> Response:
    """Take an address out of the book; the defaults stay."""
    await form(request)
    person = require_user(request)
    database(request).execute(
        "DELETE FROM addresses WHERE id = ? AND user_id = ? AND NOT billing AND NOT shipping",
        (request.path_params["address_id"], person["id"]),
    )
    flash(request, "You deleted the address.")
    return redirect(request, "/account/addresses")


ROUTES = [
    Route("/account/addresses", book),
    Route("/account/addresses/new", new, methods=["GET", "POST"]),
    Route("/account/addresses/{address_id:int}/edit", edit, methods=["GET", "POST"]),
    Route("/account/addresses/{address_id:int}/delete", delete, methods=["POST"]),
]
