"""Tasks around the account: subscriptions, votes, saved posts, messages, settings, forums of one's own."""

import sqlite3

from mag.miniarena.reddit.tasks_common import (
    VISIBLE,
    forum,
    post,
    post_page,
    posts,
    search,
    search_words,
    to_forum,
    to_forum_list,
    to_post,
    vary,
)
from mag.miniarena.reddit.tasks_find import sort_by
from mag.miniarena.reddit.tasks_write import to_own
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, select, type_

NEAR = 11  # rows of a list that are in reach without scrolling first
SUBSCRIBE_BUTTON = "document.querySelector('.side .subscribe').innerText"
BIOGRAPHIES = (
    "Bookbinder and occasional printer. I answer messages on Sundays.",
    "I fold paper for a living and maps for fun.",
    "Away until the end of April; questions about the class go to the library.",
)
MESSAGES = (
    ("papercrane_pim", "Re: paper swap", "Yes to the swap, I will bring the green cloth on 11 April."),
    ("odd_lathe", "Re: beech", "I will take the plank and the offcuts for 30."),
    ("tinplate", "Sheet 47 again", "Thank you, I will bid on lot 212."),
    ("thistledown", "Wool for a cover", "Would you spin two skeins of undyed wool for me?"),
)


def subscriptions(db: sqlite3.Connection) -> Template:
    """Subscribe to one forum, from the list or on its page."""
    instances: list[Instance] = []
    for turn, name in enumerate(("canalboats", "typewriters", "birding", "tinykitchens")):
        title = forum(db, name)["title"]
        done = finish(
            vary(turn, (f"Stop here: you are subscribed to {title} now.", "The subscription is confirmed, so the task is done.")),
            think="It says so.",
        )
        if turn % 2:
            demo = [
                *to_forum(db, name, turn),
                click("button", "Subscribe", "Click the 'Subscribe' button in the forum's box on the right.", "This subscribes."),
                done,
            ]
        else:
            demo = [
                *to_forum_list(db, name, turn),
                click(
                    "button",
                    "Subscribe",
                    f"Click 'Subscribe' at the right end of the row '{title}'.",
                    "The row has a button of its own.",
                    row=title,
                ),
                done,
            ]
        check = page_content(f"__REDDIT__/f/{name}", equals="Unsubscribe", locator=SUBSCRIBE_BUTTON)
        instances.append(Instance({"forum": title}, evaluation(pages=[check]), demo))
    return Template(19, "Subscribe to the {{forum}} forum.", instances)


def biggest_forums(db: sqlite3.Connection) -> Template:
    """Several subscriptions in a sorted table."""
    rows = db.execute(
        "SELECT f.name, f.title, EXISTS (SELECT 1 FROM subscriptions WHERE forum_id = f.id AND user_id = 1) AS mine FROM forums f"
        " ORDER BY f.base_subscribers + (SELECT count(*) FROM subscriptions WHERE forum_id = f.id) DESC"
    ).fetchall()
    instances: list[Instance] = []
    for number, word in ((2, "two"), (3, "three"), (4, "four")):
        chosen = rows[:number]
        demo = [
            *to_forum_list(db, "allotment", number),
            click(
                "link",
                "By subscribers",
                "Click 'By subscribers' above the table to put the biggest forums first.",
                "The biggest forums are wanted.",
            ),
            *(
                click(
                    "button",
                    "Subscribe",
                    vary(
                        turn,
                        (
                            f"Click 'Subscribe' in the row of '{row['title']}'.",
                            f"Subscribe to '{row['title']}' with the button in its row.",
                        ),
                    ),
                    "It is among the biggest.",
                    row=row["title"],
                )
                for turn, row in enumerate(chosen)
                if not row["mine"]
            ),
            finish(f"Stop here: you are subscribed to the {word} biggest forums.", think="All of them are subscribed."),
        ]
        checks = [page_content(f"__REDDIT__/f/{row['name']}", equals="Unsubscribe", locator=SUBSCRIBE_BUTTON) for row in chosen]
        instances.append(Instance({"number": word}, evaluation(pages=checks), demo))
    return Template(20, "Subscribe to the {{number}} forums that have the most subscribers.", instances)


def upvotes(db: sqlite3.Connection) -> Template:
    """Vote for the newest post of a forum."""
    instances: list[Instance] = []
    for turn, name in enumerate(("bookbinding", "nightsky", "oldmaps", "homelab")):
        row = posts(db, "f.name = ?", name)[0]
        demo = [
            *to_forum(db, name, turn),
            sort_by("New", turn),
            click(
                "button",
                "Upvote",
                vary(
                    turn,
                    (
                        f"Click the upward arrow beside '{row['title']}', the first post.",
                        "Click the 'Upvote' arrow left of the topmost post.",
                    ),
                ),
                "The first post is the newest.",
                row=row["title"],
            ),
            finish("Stop here: the newest post has your upvote.", think="The arrow is coloured."),
        ]
        instances.append(Instance({"forum": row["forum_title"]}, evaluation(pages=[voted(row)]), demo))
    return Template(21, "Upvote the newest post in the {{forum}} forum.", instances)


def voted(row: sqlite3.Row) -> dict[str, object]:
    """The submission's page shows the account's upvote."""
    return page_content(
        post_page(row), equals="Retract upvote", locator="document.querySelector('.submission .vote.up').getAttribute('aria-label')"
    )


def upvote_all(db: sqlite3.Connection) -> Template:
    """Vote for everything that somebody has posted in a forum."""
    rows = db.execute(
        f"SELECT u.username, f.name, f.title, count(*) AS n, count(v.value) AS voted FROM submissions s JOIN users u ON u.id = s.user_id"
        f" JOIN forums f ON f.id = s.forum_id LEFT JOIN submission_votes v ON v.item_id = s.id AND v.user_id = 1"
        f" WHERE {VISIBLE} AND s.user_id != 1 GROUP BY u.id, f.id HAVING n BETWEEN 3 AND 4 AND voted = 0 ORDER BY n DESC, f.name"
    ).fetchall()
    instances: list[Instance] = []
    for row in rows:
        name, turn, own = row["username"], len(instances), posts(db, "u.username = ? AND f.name = ?", row["username"], row["name"])
        newer = posts(db, "f.name = ? AND s.id > ?", row["name"], own[-1]["id"])
        if len(newer) > NEAR or turn == 3:
            continue
        demo = [
            *to_forum(db, row["name"], turn),
            sort_by("New", turn),
            *(
                click(
                    "button",
                    "Upvote",
                    vary(
                        place,
                        (
                            f"Upvote '{one['title']}', which {name} submitted.",
                            f"Click the upward arrow left of '{one['title']}' by {name}.",
                        ),
                    ),
                    f"A post by {name}.",
                    row=one["title"],
                )
                for place, one in enumerate(own)
            ),
            finish(f"Stop here: all {row['n']} posts by {name} have your upvote.", think="The list has been gone through."),
        ]
        instances.append(Instance({"user": name, "forum": row["title"]}, evaluation(pages=[voted(one) for one in own]), demo))
    return Template(22, "Upvote every post that {{user}} has submitted in the {{forum}} forum.", instances)


def savings(db: sqlite3.Connection) -> Template:
    """Save the most discussed post."""
    instances: list[Instance] = []
    for turn, name in enumerate(("bikerepair", "filmcameras", "typewriters")):
        row = posts(db, "f.name = ?", name, order="comments DESC, s.id")[0]
        demo = [
            *to_forum(db, name, turn + 1),
            sort_by("Most commented", turn),
            click(
                "button",
                "Save",
                f"Click 'Save' below '{row['title']}' at the top of the list.",
                "The first post has the most comments.",
                row=row["title"],
            ),
            finish("Stop here: the post is on the saved list.", think="The message says so."),
        ]
        check = page_content("__REDDIT__/saved", "Unsave", locator=f"document.querySelector('#post-{row['id']}').innerText")
        instances.append(Instance({"forum": row["forum_title"]}, evaluation(pages=[check]), demo))
    return Template(23, "Save the most commented post of the {{forum}} forum to my saved posts.", instances)


def messages(db: sqlite3.Connection) -> Template:
    """Write to somebody, from the inbox or from the profile."""
    instances: list[Instance] = []
    for turn, (name, subject, body) in enumerate(MESSAGES):
        written = [
            type_("Subject", subject, f"Type '{subject}' into the 'Subject' field.", "The subject is given."),
            type_("Message", body, f"Write '{body}' in the 'Message' field.", "The text is given."),
            click("button", "Send message", "Click 'Send message' below the text.", "The message is ready."),
            finish(f"Stop here: the message to {name} has been sent.", think="It is among the sent messages."),
        ]
        start = [click("link", "Messages", "Click 'Messages' in the top bar.", "Messages are written there.")]
        if turn % 2:
            start += [
                click(
                    "link", name, f"Click the sender's name '{name}' in the inbox to open the profile.", "The profile has a message button."
                ),
                click("link", "Send message", "Click the 'Send message' button in the profile box on the right.", "This opens the form."),
            ]
        if turn == 3:
            sample = posts(db, "u.username = ? AND s.kind = 'text'", name)[0]
            start = [
                *search(search_words(db, sample), turn),
                click("link", name, f"Click the author '{name}' below '{sample['title']}'.", "The post leads to the profile."),
                start[-1],
            ]
        if turn % 2 == 0:
            start += [
                click("link", "New message", "Click 'New message' above the inbox table.", "A new message is needed."),
                type_("Recipient", name, f"Enter '{name}' in the 'Recipient' field.", "This is the recipient."),
            ]
        check = page_content(
            "__REDDIT__/messages/sent", name, subject, body, locator="document.querySelector('.message-table tbody tr').innerText"
        )
        instances.append(Instance({"user": name, "subject": subject, "body": body}, evaluation(pages=[check]), [*start, *written]))
    return Template(24, "Send {{user}} a private message with the subject '{{subject}}' and the text '{{body}}'", instances)


def biographies(db: sqlite3.Connection) -> Template:
    """A new biography."""
    instances: list[Instance] = []
    for turn, text in enumerate(BIOGRAPHIES):
        demo = [
            *to_own(turn, "Profile"),
            click("link", "Edit biography", "Click 'Edit biography' in the box on the right.", "The text can be changed there."),
            type_("Biography", text, f"Replace the text in the 'Biography' field by '{text}'.", "The new text is given."),
            click("button", "Save biography", "Click 'Save biography' below the field.", "The text is ready."),
            finish("Stop here: the profile shows the new biography.", think="The profile has changed."),
        ]
        check = page_content("__REDDIT__/user/quillfern", equals=text, locator="document.querySelector('.biography').innerText")
        instances.append(Instance({"text": text}, evaluation(pages=[check]), demo))
    return Template(25, "Change my biography to: {{text}}", instances)


def preferences(db: sqlite3.Connection) -> Template:
    """Several settings at once."""
    wanted = (
        ("Dark", "dark", "New", "new", "E-mail me when somebody replies", "mail_replies", "turn on e-mails about replies"),
        ("Sepia", "sepia", "Top", "top", "Show thumbnails in lists", "thumbnails", "turn off thumbnails"),
        ("Dark", "dark", "Active", "active", "Allow private messages", "allow_messages", "refuse private messages"),
    )
    instances: list[Instance] = []
    for turn, (theme, theme_key, sort, sort_key, label, key, wish) in enumerate(wanted):
        demo = [
            *to_own(turn, "Settings"),
            select("Default sort", sort, f"Set 'Default sort' to '{sort}'.", "This is the first wish."),
            click("radio", theme, f"Choose '{theme}' in the 'Theme' box.", "This is the second wish."),
            click("checkbox", label, f"Click the check box '{label}' under 'Options'.", "This is the third wish."),
            click("button", "Save settings", "Click 'Save settings' at the bottom of the form.", "All three are set."),
            finish("Stop here: the settings have been saved.", think="The message confirms it."),
        ]
        state = (
            "document.querySelector('#sort').value + ' ' + document.querySelector('[name=theme]:checked').value + ' ' +"
            f" document.querySelector('[name={key}]').checked"
        )
        check = page_content("__REDDIT__/settings", equals=f"{sort_key} {theme_key} {'true' if turn == 0 else 'false'}", locator=state)
        instances.append(Instance({"theme": theme.lower(), "sort": sort, "wish": wish}, evaluation(pages=[check]), demo))
    return Template(26, "In my settings, switch to the {{theme}} theme, make '{{sort}}' the default sort, and {{wish}}.", instances)


def poll_votes(db: sqlite3.Connection) -> Template:
    """Take part in a poll."""
    wanted = (
        ("Poll: what colour should the lighthouse be?", "White, as before"),
        ("Poll: which flour for the everyday loaf?", "Spelt"),
        ("Poll: what do you show to beginners first?", "The Pleiades"),
        ("Poll: how long may a game night last?", "Before midnight"),
    )
    instances: list[Instance] = []
    for turn, (title, option) in enumerate(wanted):
        row = post(db, title)
        demo = [
            *to_post(db, row, turn),
            click("radio", option, f"Select '{option}' in the poll below the post's text.", "This is the option."),
            click("button", "Cast vote", "Click 'Cast vote' at the bottom of the poll.", "The choice has to be sent."),
            finish(f"Stop here: the poll says that you voted for '{option}'.", think="The vote is counted."),
        ]
        check = page_content(post_page(row), equals=option, locator="document.querySelector('thread-poll').dataset.own")
        instances.append(Instance({"title": title, "option": option}, evaluation(pages=[check]), demo))
    return Template(27, "Vote for '{{option}}' in '{{title}}'.", instances)


def blocks(db: sqlite3.Connection) -> Template:
    """Block an author, with a confirmation."""
    instances: list[Instance] = []
    for turn, title in enumerate(("The box is 40 percent air", "Bobbles: a defence", "Somebody is stealing my leeks, one at a time")):
        row = post(db, title)
        demo = [
            *search(search_words(db, row), turn),
            click("link", row["author"], f"Click the author's name '{row['author']}' below the title.", "The profile has the button."),
            click("button", "Block user", "Click 'Block user' in the right column and confirm the question.", "This blocks the author."),
            finish(f"Stop here: {row['author']} is blocked.", think="The message says so."),
        ]
        check = page_content(
            "__REDDIT__/settings/blocked", row["author"], locator="document.querySelector('.message-table tbody').innerText"
        )
        instances.append(Instance({"title": title}, evaluation(pages=[check]), demo))
    return Template(28, "Block the user who submitted '{{title}}'.", instances)


def reports(db: sqlite3.Connection) -> Template:
    """Report a post in a modal dialog."""
    wanted = (
        ("Best chips after nine in the evening?", "Wrong forum", "Belongs to a food forum."),
        ("Shipping a desk standard without killing it", "Breaks a forum rule", "The price is in the text."),
        ("Recommend a finish for a chopping board that lives next to a sink", "Spam or advertising", "Same text as last week."),
    )
    instances: list[Instance] = []
    for turn, (title, reason, note) in enumerate(wanted):
        row = post(db, title)
        demo = [
            *to_post(db, row, turn),
            click("button", "More", "Open the 'More' menu below the post.", "Reporting is under More."),
            click("button", "Report…", "Choose 'Report…' in the little menu.", "This opens the dialog."),
            click("radio", reason, f"Select the reason '{reason}' in the dialog.", "This is the reason."),
            type_("Details for the moderators", note, f"Type '{note}' into 'Details for the moderators'.", "The note is given."),
            click("button", "Send report", "Click 'Send report' at the bottom of the dialog.", "The report is complete."),
            finish("Stop here: the report has been sent.", think="The message confirms it."),
        ]
        check = page_content(post_page(row), reason, note, locator="document.querySelector('.reported-note').innerText")
        instances.append(Instance({"title": title, "reason": reason, "note": note}, evaluation(pages=[check]), demo))
    return Template(29, "Report the post '{{title}}' to the moderators with the reason '{{reason}}' and the details '{{note}}'", instances)


def account_templates(db: sqlite3.Connection) -> list[Template]:
    """All of this module."""
    return [
        subscriptions(db),
        biggest_forums(db),
        upvotes(db),
        upvote_all(db),
        savings(db),
        messages(db),
        biographies(db),
        preferences(db),
        poll_votes(db),
        blocks(db),
        reports(db),
    ]
