"""Tasks that change or take back what the account has written."""

import sqlite3

from mag.miniarena.reddit.tasks_common import (
    post,
    post_page,
    vary,
)
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


def edits(db: sqlite3.Connection) -> Template:
    """Change one's own text."""
    wanted = (
        ("Second-hand paper cutter, does anybody have one to lend?", "Found one, thank you! The class is on 11 April at 14:00."),
        ("Does a lens hood matter on a folding camera?", "Solved: a film canister, blackened inside, does the job."),
        ("Wiki for beginners: what should be in it?", "The draft is finished. It covers tools, paper grain, and four structures."),
    )
    instances: list[Instance] = []
    for turn, (title, text) in enumerate(wanted):
        demo = [
            *to_own(turn, "My submissions"),
            click("link", title, f"Click the title '{title}' in the list of your submissions.", "This is the post."),
            click(
                "link",
                "Edit post",
                vary(turn, ("Click 'Edit post' in the row of links below the text.", "Open the editor with 'Edit post' under the post.")),
                "The text has to change.",
            ),
            type_("Body", text, f"Replace the text in the 'Body' field by '{text}'.", "The new text is given."),
            click("button", "Save changes", "Click 'Save changes' below the text to publish the new version.", "The change is ready."),
            finish("Stop here: the post shows the new text.", think="The change is online."),
        ]
        check = page_content(post_page(post(db, title)), equals=text, locator="document.querySelector('.submission-body').innerText.trim()")
        instances.append(Instance({"title": title, "text": text}, evaluation(pages=[check]), demo))
    return Template(15, "Replace the text of my post '{{title}}' by: {{text}}", instances)


def to_own(turn: int, entry: str) -> list[DemoStep]:
    """From any page to an entry of the account's menu."""
    return [
        click(
            "button",
            "quillfern",
            vary(
                turn,
                (
                    "Click your user name 'quillfern' at the top right to open the menu.",
                    "Open the account menu by clicking 'quillfern' in the top bar.",
                ),
            ),
            "The menu leads there.",
        ),
        click(
            "link",
            entry,
            vary(
                turn,
                (f"Choose '{entry}' in the menu that opened at the top right.", f"Click '{entry}' in the account menu below your name."),
            ),
            "This entry is needed.",
        ),
    ]


def deletions(db: sqlite3.Connection) -> Template:
    """Take one's own comment back, with a confirmation."""
    titles = ("A village on my sheet does not exist and never did", "How much swell is too much?", "Is expired film ever worth it?")
    instances: list[Instance] = []
    for turn, title in enumerate(titles):
        row = post(db, title)
        (own,) = db.execute("SELECT id FROM comments WHERE user_id = 1 AND submission_id = ?", (row["id"],)).fetchall()
        demo = [
            *to_own(turn, "My comments"),
            click(
                "button",
                "Delete",
                f"Click 'Delete' under your comment on '{title}' and confirm the question.",
                "This comment has to go.",
                row=title,
            ),
            finish("Stop here: the message confirms that the comment has been deleted.", think="The deletion is confirmed."),
        ]
        check = page_content(post_page(row), "[deleted]", locator=f"document.querySelector('#comment-{own['id']} > .comment').innerText")
        instances.append(Instance({"title": title}, evaluation(pages=[check]), demo))
    return Template(16, "Delete my comment on the post '{{title}}'.", instances)


def own_post_deletion(db: sqlite3.Connection) -> Template:
    """Take one's own submission back, with a confirmation."""
    instances: list[Instance] = []
    for turn, title in enumerate(
        ("Paste from stale bread, a report from the other side", "Folding a large sheet without breaking the old creases")
    ):
        row = post(db, title)
        demo = [
            *to_own(turn, "My submissions"),
            click("link", title, f"Open your post '{title}' from the list.", "This post has to go."),
            click(
                "button", "Delete post", "Click 'Delete post' below the text and confirm the question.", "Deleting is possible on its page."
            ),
            finish("Stop here: the page says that the submission was deleted.", think="The deletion is confirmed."),
        ]
        check = page_content(post_page(row), "deleted by its author", locator="document.querySelector('.submission-gone').innerText")
        instances.append(Instance({"title": title}, evaluation(pages=[check]), demo))
    return Template(17, "Delete my submission '{{title}}'.", instances)
