"""Tasks of many steps: founding forums, writing to several people."""

import sqlite3

from mag.miniarena.reddit.tasks_common import (
    vary,
)
from mag.miniarena.reddit.tasks_write import LAST_POST, fill, publish
from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    finish,
    page_content,
    type_,
)
from mag.shown import DemoStep

FOUNDED = (
    ("papermarbling", "Paper Marbling", "Patterns on water", "Inks, combs and baths for marbled papers.", "Say which size you used"),
    (
        "doorknockers",
        "Door Knockers",
        "Brass, iron and one hand",
        "Pictures and stories of door knockers from everywhere.",
        "One door a post",
    ),
    ("sundials", "Sundials", "Right twice a year, or all day", "Designing, carving and reading sundials.", "Give the latitude"),
)
OPENED = (
    (
        "letterpress",
        "Letterpress",
        "Ink, lead, pressure",
        "Setting and printing by hand.",
        "Show the type as well",
        "Welcome, and please show your press",
        "Introduce yourself and your press in a sentence or two.",
    ),
    (
        "lostproperty",
        "Lost Property",
        "Found, not kept",
        "Things found on trains, beaches and park benches.",
        "Say where and when",
        "What is the oddest thing you have handed in?",
        "Mine was a single, very large, left ski boot.",
    ),
)
ROUNDS = (
    ("Class on 11 April", "We start at 14:00 in the reading room.", ("harbourlight_jo", "papercrane_pim")),
    ("Box of offcuts", "I have a box of leather offcuts to give away.", ("selvedge", "plaincanvas", "dustjacket")),
    ("Reading on Friday", "Three stories, one kettle, my place at seven.", ("lanternjaw", "bluepencil", "stonefruit", "inkwell_ivo")),
)


def found(texts: tuple[str, ...], turn: int) -> list[DemoStep]:
    """From the front page to a forum of one's own."""
    labels = ("Name", "Title", "Tagline", "Description", "Rules, one a line")
    steps: list[DemoStep] = [
        click(
            "link",
            "Create forum",
            vary(
                turn,
                (
                    "Click 'Create forum' in the right column of the front page.",
                    "Start with the 'Create forum' button below your subscriptions.",
                ),
            ),
            "A new forum is wanted.",
        )
    ]
    for place, (label, text) in enumerate(zip(labels, texts, strict=True)):
        steps.append(
            type_(
                label,
                text,
                vary(
                    place + turn,
                    (
                        f"Type '{text}' into the field labelled '{label}' in the form.",
                        f"Fill the field '{label}' of the form with '{text}'.",
                        f"Enter '{text}' in the form field below the label '{label}'.",
                    ),
                ),
                "It is given.",
            )
        )
    return [*steps, click("button", "Create forum", "Click the 'Create forum' button below the form.", "All fields are filled in.")]


def new_forums(db: sqlite3.Connection) -> Template:
    """Found a forum."""
    instances: list[Instance] = []
    for turn, (name, title, tagline, about, rule) in enumerate(FOUNDED):
        demo = [
            *found((name, title, tagline, about, rule), turn),
            finish(f"Stop here: the forum '{title}' has been created.", think="Its page is shown."),
        ]
        checks = [
            page_content(f"__REDDIT__/f/{name}", title, tagline, locator="document.querySelector('.forum-head').innerText"),
            page_content(f"__REDDIT__/f/{name}", about, rule, locator="document.querySelector('.side').innerText"),
        ]
        instances.append(
            Instance({"name": name, "title": title, "tagline": tagline, "about": about, "rule": rule}, evaluation(pages=checks), demo)
        )
    return Template(
        30,
        "Create a forum named '{{name}}' with the title '{{title}}', the tagline '{{tagline}}', the description '{{about}}'"
        " and the single rule '{{rule}}'.",
        instances,
    )


def opened_forums(db: sqlite3.Connection) -> Template:
    """Found a forum and write its first post."""
    instances: list[Instance] = []
    for turn, (name, title, tagline, about, rule, post_title, body) in enumerate(OPENED):
        demo = [
            *found((name, title, tagline, about, rule), turn),
            click("link", "Submit", "Click 'Submit' in the top bar while the new forum is open.", "The forum needs a first post."),
            click("tab", "Text", "Switch to the 'Text' tab above the title field.", "It is a text and not a link."),
            *fill(post_title, body, turn),
            *publish(turn),
        ]
        checks = [
            page_content(f"__REDDIT__/f/{name}", title, tagline, locator="document.querySelector('.forum-head').innerText"),
            page_content(f"__REDDIT__/f/{name}", about, rule, locator="document.querySelector('.side').innerText"),
            page_content(LAST_POST, equals=post_title, locator="document.querySelector('.submission-title a').innerText"),
            page_content(LAST_POST, body, locator="document.querySelector('.submission-body').innerText"),
        ]
        values = {"name": name, "title": title, "tagline": tagline, "about": about, "rule": rule, "post": post_title, "body": body}
        instances.append(Instance(values, evaluation(url=f"__REDDIT__/f/{name}/", pages=checks), demo))
    return Template(
        31,
        "Create a forum named '{{name}}' (title '{{title}}', tagline '{{tagline}}', description '{{about}}', rule '{{rule}}') and"
        " post a text in it, titled '{{post}}', that says '{{body}}'",
        instances,
    )


def round_letters(db: sqlite3.Connection) -> Template:
    """The same message to several people, one after the other."""
    instances: list[Instance] = []
    for subject, body, names in ROUNDS:
        demo = [click("link", "Messages", "Click 'Messages' in the top bar to get to the inbox.", "Messages are written there.")]
        for turn, name in enumerate(names):
            demo += [
                click(
                    "link",
                    "New message",
                    vary(
                        turn,
                        (
                            f"Click 'New message' above the table to write to {name}.",
                            f"Start the next message, for {name}, with 'New message'.",
                        ),
                    ),
                    "One message for each.",
                ),
                type_("Recipient", name, f"Enter the user name '{name}' in the 'Recipient' field.", "This is the next recipient."),
                type_("Subject", subject, f"Type '{subject}' as the subject into the 'Subject' field.", "The subject is the same."),
                type_("Message", body, f"Write '{body}' in the 'Message' field.", "The text is the same."),
                click("button", "Send message", f"Click 'Send message' to send it to {name}.", "This one is ready."),
            ]
        demo.append(finish(f"Stop here: all {len(names)} messages have been sent.", think="The sent box shows them."))
        rows = f"[...document.querySelectorAll('.message-table tbody tr')].slice(0, {len(names)})"
        checks = [
            page_content("__REDDIT__/messages/sent", *names, locator=f"{rows}.map(row => row.innerText).join()"),
            page_content(
                "__REDDIT__/messages/sent",
                equals="true",
                locator=f"{rows}.every(row => row.innerText.includes({subject!r}) && row.innerText.includes({body!r}))",
            ),
        ]
        people = ", ".join(names[:-1]) + f" and {names[-1]}"
        instances.append(Instance({"users": people, "subject": subject, "body": body}, evaluation(pages=checks), demo))
    return Template(32, "Send each of {{users}} a private message with the subject '{{subject}}' and the text '{{body}}'", instances)
