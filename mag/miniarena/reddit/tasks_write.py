"""Tasks that write: submissions, comments, corrections, deletions."""

import sqlite3

from mag.miniarena.reddit.data_own import BLOCKED
from mag.miniarena.reddit.tasks_common import forum, post, post_page, posts, search, search_words, to_forum, to_post, vary
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, select, type_
from mag.records import DemoStep

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


def new_texts(db: sqlite3.Connection) -> Template:
    """A text submission by the form."""
    instances: list[Instance] = []
    for turn, (name, title, body) in enumerate(TEXTS):
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
            vary(turn, ("Stop here: the new post is online.", "The submission has been published, so the task is done.")),
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


def new_links(db: sqlite3.Connection) -> Template:
    """A link submission, started from the forum."""
    instances: list[Instance] = []
    for turn, (name, title, url) in enumerate(LINKS):
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


def replies(db: sqlite3.Connection) -> Template:
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
        text = REPLIES[turn]
        demo = [
            *to_post(db, row, turn),
            click(
                "button",
                "Reply",
                vary(
                    turn, (f"Click 'Reply' under the comment by {author}.", f"Open the reply form below {author}'s comment with 'Reply'.")
                ),
                "The answer goes to this comment.",
                row=mark,
            ),
            type_("Your reply", text, f"Type '{text}' into the reply field that opened.", "The text is given."),
            click("button", "Post", f"Click 'Post' below the reply to {author}.", "The reply is ready.", row=mark),
            finish("Stop here: the reply is online below the comment.", think="The reply is shown."),
        ]
        check = page_content(
            post_page(row), text, "quillfern", locator=f"document.querySelector('#comment-{answered['id']} > .answers').innerText"
        )
        instances.append(
            Instance({"author": author, "title": row["title"], "text": text, "forum": row["forum"]}, evaluation(pages=[check]), demo)
        )
        if len(instances) == len(REPLIES):
            break
    return Template(13, "Reply to {{author}}'s comment on the post '{{title}}' in {{forum}} with: {{text}}", instances)


def comment_on_newest(db: sqlite3.Connection) -> Template:
    """Answer a submission itself."""
    wanted = (
        ("woodworking", "A new mallet handle, from a broken rake."),
        ("knitting", "One sock finished, the second one cast on."),
        ("shortstories", "I can read two stories a week, up to 2,000 words each."),
    )
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
            click("button", "Post", "Click 'Post' right below the comment field.", "The comment is ready."),
            finish("Stop here: the comment is online.", think="The comment is shown."),
        ]
        check = page_content(
            post_page(row),
            text,
            locator="[...document.querySelectorAll('.thread-list > li > .comment')]"
            ".filter(one => one.querySelector('.person').innerText === 'quillfern').map(one => one.innerText).join()",
        )
        instances.append(Instance({"forum": row["forum_title"], "text": text}, evaluation(pages=[check]), demo))
    return Template(14, "Write this comment on the newest post of the {{forum}} forum: {{text}}", instances)


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
                vary(turn, ("Click 'Edit post' below the text.", "Open the editor with 'Edit post' under the post.")),
                "The text has to change.",
            ),
            type_("Body", text, f"Replace the text in the 'Body' field by '{text}'.", "The new text is given."),
            click("button", "Save changes", "Click 'Save changes' below the text.", "The change is ready."),
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
            vary(turn, (f"Choose '{entry}' in the menu.", f"Click '{entry}' in the account menu below your name.")),
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
            finish("Stop here: the comment has been deleted.", think="The deletion is confirmed."),
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


def crossposts(db: sqlite3.Connection) -> Template:
    """Post a second time elsewhere."""
    wanted = (
        ("Fog over the outer harbour this morning", "filmcameras"),
        ("A tour of a bindery in three small rooms", "woodworking"),
        ("How ship's cooks feed nine from a locker", "canalboats"),
    )
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
            click("link", "Cross-post", "Choose 'Cross-post' in the little menu.", "This starts the second post."),
            select("Forum", label, f"Choose '{label}' in the 'Forum' list of the filled-in form.", "It should appear there."),
            *publish(turn),
        ]
        check = page_content(f"__REDDIT__/f/{name}?sort=new", title, "quillfern", locator=NEWEST)
        instances.append(Instance({"title": title, "forum": label}, evaluation(url=f"__REDDIT__/f/{name}/", pages=[check]), demo))
    return Template(18, "Cross-post '{{title}}' to the {{forum}} forum, keeping its title.", instances, unseen=True)


def write_templates(db: sqlite3.Connection) -> list[Template]:
    """All of this module."""
    return [
        new_texts(db),
        new_links(db),
        replies(db),
        comment_on_newest(db),
        edits(db),
        deletions(db),
        own_post_deletion(db),
        crossposts(db),
    ]
