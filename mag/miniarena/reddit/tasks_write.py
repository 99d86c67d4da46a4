"""Tasks that write: submissions, comments, corrections, deletions."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.reddit.data_own import BLOCKED
from mag.miniarena.reddit.tasks_common import (
    forum,
    post,
    post_page,
    posts,
    search,
    search_words,
    to_forum,
    to_post,
    vary,
)
from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    finish,
    page_content,
    select,
    type_,
)
from mag.shown import DemoStep

LAST_POST = "func:reddit_get_post_url('__last_url__')"
NEWEST = "document.querySelector('.post').innerText"
REPLIES = (
    "Thank you, that is exactly what I was missing.",
    "Could you post a picture of how you did it?",
    "I tried this at the weekend and it worked at once.",
    "Which size would you recommend for a beginner?",
)
TEXTS = (
    ("nightsky", "Looking for a dark site near the coast", "I have one free night in April and a small refractor. Where would you go?"),
    ("tinykitchens", "Where do you keep the flour?", "Ten kilos, no cupboard, and mice in the cellar."),
    ("sourdough", "Starter exchange in Wexmouth", "I can bring three jars to the library on 11 April."),
    ("typewriters", "Carriage return lever came loose", "The screw is still there, but it no longer holds. What thread is it?"),
)
LINKS = (
    ("bookbinding", "A short guide to linen thread", "https://boneandboard.test/linen-thread-guide"),
    ("canalboats", "Spring stoppages, the full list", "https://towpath.test/stoppages-spring-2026"),
    ("oldmaps", "Atlas pages scanned at full size", "https://gridnorth.test/atlas-scans"),
)


def new_texts(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = TEXTS) -> Template:
    """A text submission by the form."""
    instances: list[Instance] = []
    for turn, (name, title, body) in enumerate(wanted):
        label = forum(db, name)["title"]
        demo = [
            click(
                "link",
                "Submit",
                vary(turn, ("Click the 'Submit' button in the top bar.", "Start a new post with 'Submit' at the top right.")),
                "A new post is needed.",
            ),
            select("Forum", label, f"Choose '{label}' in the 'Forum' list at the top of the form.", "The post belongs there."),
            click("tab", "Text", "Switch to the 'Text' tab above the title field.", "It is a text and not a link."),
            *fill(title, body, turn),
            *publish(turn),
        ]
        instances.append(Instance({"forum": label, "title": title, "body": body}, posted(name, title, ".submission-body", body), demo))
    return Template(11, "Post a text submission in the {{forum}} forum with the title '{{title}}' and the body '{{body}}'", instances)


def fill(title: str, body: str, turn: int) -> list[DemoStep]:
    """Title and text of a submission."""
    return [
        type_(
            "Title",
            title,
            vary(turn, (f"Type '{title}' into the 'Title' field.", f"Enter the title '{title}' below the tabs.")),
            "The title is given.",
        ),
        type_(
            "Body",
            body,
            vary(turn, (f"Write '{body}' in the large 'Body' field.", f"Fill the 'Body' box with '{body}'.")),
            "The text is given.",
        ),
    ]


def publish(turn: int) -> list[DemoStep]:
    """Send the form, and be done."""
    return [
        click(
            "button",
            "Create submission",
            vary(
                turn, ("Click 'Create submission' below the form to publish it.", "Publish the post with the 'Create submission' button.")
            ),
            "Everything is filled in.",
        ),
        finish(
            vary(
                turn, ("Stop here: the new post is online and its page is open.", "The submission has been published, so the task is done.")
            ),
            think="The post is shown.",
        ),
    ]


def posted(name: str, title: str, selector: str, content: str) -> dict[str, object]:
    """The page at the end is the new submission's, in the right forum, with the right title and content."""
    return evaluation(
        url=f"__REDDIT__/f/{name}/",
        pages=[
            page_content(LAST_POST, equals=title, locator="document.querySelector('.submission-title a').innerText"),
            page_content(LAST_POST, content, locator=f"document.querySelector('{selector}').innerText"),
            page_content(LAST_POST, "quillfern", locator="document.querySelector('.submission .person').innerText"),
        ],
    )


def new_links(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = LINKS) -> Template:
    """A link submission, started from the forum."""
    instances: list[Instance] = []
    for turn, (name, title, url) in enumerate(wanted):
        demo = [
            *to_forum(db, name, turn),
            click("link", "Submit", "Click 'Submit' in the top bar while the forum is open.", "The forum is filled in then."),
            type_("Title", title, f"Type '{title}' into the 'Title' field.", "The title is given."),
            type_("URL", url, f"Put the address '{url}' into the 'URL' field below the title.", "The link is given."),
            *publish(turn),
        ]
        instances.append(
            Instance({"forum": forum(db, name)["title"], "title": title, "url": url}, posted(name, title, ".link-line", url), demo)
        )
    return Template(12, "Submit the link {{url}} to the {{forum}} forum under the title '{{title}}'.", instances)


def replies(db: sqlite3.Connection, texts: Sequence[str] = REPLIES) -> Template:
    """Answer one of many comments."""
    instances: list[Instance] = []
    for row in posts(
        db, "s.kind = 'text' AND s.user_id != 1 AND (SELECT count(*) FROM comments c WHERE c.submission_id = s.id) BETWEEN 6 AND 14"
    ):
        top = db.execute(
            "SELECT c.*, u.username FROM comments c JOIN users u ON u.id = c.user_id WHERE submission_id = ? AND parent_id IS NULL"
            " ORDER BY score DESC, c.id LIMIT 2",
            (row["id"],),
        ).fetchall()
        answered = top[len(instances) % len(top)]
        names = [line["user_id"] for line in db.execute("SELECT user_id FROM comments WHERE submission_id = ?", (row["id"],))]
        if (
            names.count(answered["user_id"]) > 1
            or answered["username"] in BLOCKED
            or any(row["forum"] == old.values["forum"] for old in instances)
        ):
            continue
        turn, mark, author = len(instances), answered["body"][:60], answered["username"]
        text = texts[turn]
        demo = [
            *to_post(db, row, turn),
            click(
                "button",
                "Reply",
                vary(
                    turn,
                    (
                        f"Click 'Reply' under the comment by {author} to open a reply field.",
                        f"Open the reply form below {author}'s comment with 'Reply'.",
                    ),
                ),
                "The answer goes to this comment.",
                row=mark,
            ),
            type_("Your reply", text, f"Type '{text}' into the reply field that opened.", "The text is given."),
            click("button", "Post", f"Click the 'Post' button right below your reply to {author}.", "The reply is ready.", row=mark),
            finish("Stop here: the reply is online below the comment.", think="The reply is shown."),
        ]
        check = page_content(
            post_page(row), text, "quillfern", locator=f"document.querySelector('#comment-{answered['id']} > .answers').innerText"
        )
        instances.append(
            Instance({"author": author, "title": row["title"], "text": text, "forum": row["forum"]}, evaluation(pages=[check]), demo)
        )
        if len(instances) == len(texts):
            break
    return Template(13, "Reply to {{author}}'s comment on the post '{{title}}' in {{forum}} with: {{text}}", instances)


COMMENTS = (
    ("woodworking", "A new mallet handle, from a broken rake."),
    ("knitting", "One sock finished, the second one cast on."),
    ("shortstories", "I can read two stories a week, up to 2,000 words each."),
)


def comment_on_newest(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = COMMENTS) -> Template:
    """Answer a submission itself."""
    instances: list[Instance] = []
    for turn, (name, text) in enumerate(wanted):
        row = posts(db, "f.name = ?", name)[0]
        demo = [
            *to_forum(db, name, turn),
            select(
                "Sort by", "New", "Choose 'New' in the 'Sort by' box to bring the newest post to the top.", "The newest post is wanted."
            ),
            click("link", row["title"], f"Open the first post, '{row['title']}'.", "This is the newest post."),
            type_("Write a comment", text, f"Type '{text}' into the 'Write a comment' field.", "The text is given."),
            click("button", "Post", "Click the 'Post' button right below the comment field to publish it.", "The comment is ready."),
            finish("Stop here: the comment is online in the thread below the post.", think="The comment is shown."),
        ]
        check = page_content(
            post_page(row),
            text,
            locator="[...document.querySelectorAll('.thread-list > li > .comment')]"
            ".filter(one => one.querySelector('.person').innerText === 'quillfern').map(one => one.innerText).join()",
        )
        instances.append(Instance({"forum": row["forum_title"], "text": text}, evaluation(pages=[check]), demo))
    return Template(14, "Write this comment on the newest post of the {{forum}} forum: {{text}}", instances)


CROSSPOSTS = (
    ("Fog over the outer harbour this morning", "filmcameras"),
    ("A tour of a bindery in three small rooms", "woodworking"),
    ("How ship's cooks feed nine from a locker", "canalboats"),
)


def crossposts(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = CROSSPOSTS) -> Template:
    """Post a second time elsewhere."""
    instances: list[Instance] = []
    for turn, (title, name) in enumerate(wanted):
        row, label = post(db, title), forum(db, name)["title"]
        steps = to_post(db, row, turn) if turn else search(search_words(db, row), turn)
        demo = [
            *steps,
            click(
                "button",
                "More",
                vary(turn, (f"Open the 'More' menu below '{title}'.", "Click 'More' under the post to see further actions.")),
                "Cross-posting is under More.",
            ),
            click(
                "link", "Cross-post", "Choose 'Cross-post' in the little menu that opened below the post.", "This starts the second post."
            ),
            select("Forum", label, f"Choose '{label}' in the 'Forum' list of the filled-in form.", "It should appear there."),
            *publish(turn),
        ]
        check = page_content(f"__REDDIT__/f/{name}?sort=new", title, "quillfern", locator=NEWEST)
        instances.append(Instance({"title": title, "forum": label}, evaluation(url=f"__REDDIT__/f/{name}/", pages=[check]), demo))
    return Template(18, "Cross-post '{{title}}' to the {{forum}} forum, keeping its title.", instances, unseen=True)


QUESTIONS = (
    ("houseplants", "allotment", "Why do the leaves of my lemon tree turn yellow?", "It stands by a south window and gets rain water."),
    ("tinykitchens", "sourdough", "Which bread keeps for a week without a bread bin?", "The cupboard is full and the sill is damp."),
    ("filmcameras", "birding", "Can one photograph owls at dusk on film?", "I have a 200 mm lens and patience."),
)


def fitting_forums(db: sqlite3.Connection) -> Template:
    """A question that may go to either of two forums."""
    instances = []
    for turn, (first, second, title, body) in enumerate(QUESTIONS):
        chosen = forum(db, (first, second)[turn % 2])
        demo = [
            *to_forum(db, chosen["name"], turn),
            click("link", "Submit", "Click 'Submit' in the top bar while the forum is open.", "The forum is filled in then."),
            click("tab", "Text", "Switch to the 'Text' tab above the title field.", "It is a question and not a link."),
            *fill(title, body, turn),
            *publish(turn),
        ]
        check = posted(first, title, ".submission-body", body) | {"reference_url": f"__REDDIT__/f/{first}/ |OR| __REDDIT__/f/{second}/"}
        values = {"title": title, "first": forum(db, first)["title"], "second": forum(db, second)["title"], "body": body}
        instances.append(Instance(values, check, demo))
    return Template(
        35,
        "Ask '{{title}}' in the {{first}} forum or in the {{second}} forum, whichever you prefer. The text under it should be: {{body}}",
        instances,
        core=True,
    )
