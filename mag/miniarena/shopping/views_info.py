"""Contact form, newsletter sign-up of the footer, and the pages about the shop."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, now, page, redirect, user
from mag.miniarena.shopping.data_people import FREE_SHIPPING, SHIPPING, TOPICS
from mag.miniarena.shopping.store import back_to


async def contact(request: Request) -> Response:
    """The contact form and its submission."""
    person = user(request)
    values = {
        "name": person["name"] if person else "",
        "email": person["email"] if person else "",
        "phone": "",
        "topic": "",
        "order_number": "",
        "body": "",
    }
    if request.method == "GET":
        return page(request, "contact.html", values=values, topics=TOPICS, error="")
    data = await form(request)
    values = {key: data.get(key, "").strip() for key in values}
    if not (values["name"] and "@" in values["email"] and values["topic"] in TOPICS and values["body"]):
        return page(request, "contact.html", 422, values=values, topics=TOPICS, error="Fill in name, e-mail, topic and message.")
    database(request).execute(
        "INSERT INTO enquiries (user_id, name, email, phone, topic, order_number, body, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (person["id"] if person else None, *values.values(), now(request)),
    )
    flash(request, "Thanks for contacting us. We will answer within two working days.")
    return redirect(request, "/contact")


async def subscribe(request: Request) -> Response:
    """An e-mail address for the newsletter."""
    data = await form(request)
    email = data.get("email", "").strip()
    if "@" in email:
        database(request).execute("INSERT OR IGNORE INTO newsletter_emails (email, added) VALUES (?, ?)", (email, now(request)))
        flash(request, "Thank you for your subscription.")
    else:
        flash(request, "Enter a valid e-mail address.")
    return redirect(request, back_to(data, "/"))


async def delivery(request: Request) -> Response:
    """What delivery costs, and how returns work."""
    return page(request, "delivery.html", methods=SHIPPING.values(), free=FREE_SHIPPING)


async def about(request: Request) -> Response:
    """Who runs the shop."""
    return page(request, "about.html")


ROUTES = [
    Route("/contact", contact, methods=["GET", "POST"]),
    Route("/newsletter", subscribe, methods=["POST"]),
    Route("/delivery", delivery),
    Route("/about", about),
]
