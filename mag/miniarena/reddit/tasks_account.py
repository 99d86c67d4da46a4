"""Tasks around the account: subscriptions, votes, saved posts, messages, settings, forums of one's own."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.reddit.tasks_common import (
    post,
    post_page,
    posts,
    search,
    search_words,
    to_post,
)
from mag.miniarena.reddit.tasks_own import to_own
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


def messages(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = MESSAGES) -> Template:
    """Write to somebody, from the inbox or from the profile."""
    instances: list[Instance] = []
    for turn, (name, subject, body) in enumerate(wanted):
        written = [
            type_("Subject", subject, f"Type '{subject}' as the subject into the 'Subject' field.", "The subject is given."),
            type_("Message", body, f"Write '{body}' in the 'Message' field.", "The text is given."),
            click("button", "Send message", "Click the 'Send message' button below the text field.", "The message is ready."),
            finish(f"Stop here: the message to {name} has been sent.", think="It is among the sent messages."),
        ]
        start = [click("link", "Messages", "Click 'Messages' in the top bar, next to your user name.", "Messages are written there.")]
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
                click("link", "New message", "Click the 'New message' button above the inbox table.", "A new message is needed."),
                type_("Recipient", name, f"Enter the user name '{name}' in the 'Recipient' field.", "This is the recipient."),
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
            click("button", "Save biography", "Click the 'Save biography' button below the text field.", "The text is ready."),
            finish("Stop here: the profile shows the new biography.", think="The profile has changed."),
        ]
        check = page_content("__REDDIT__/user/quillfern", f'<p class="biography">{text}</p>')
        instances.append(Instance({"text": text}, evaluation(pages=[check]), demo))
    return Template(25, "Change my biography to: {{text}}", instances, core=True)


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
            select("Default sort", sort, f"Set the list 'Default sort' to '{sort}', below 'Front page shows'.", "This is the first wish."),
            click("radio", theme, f"Choose the radio button '{theme}' in the 'Theme' box below the lists.", "This is the second wish."),
            click("checkbox", label, f"Click the check box '{label}' under 'Options'.", "This is the third wish."),
            click("button", "Save settings", "Click 'Save settings' at the bottom of the form.", "All three are set."),
            finish("Stop here: the message at the top says that the settings have been saved.", think="The message confirms it."),
        ]
        state = (
            "document.querySelector('#sort').value + ' ' + document.querySelector('[name=theme]:checked').value + ' ' +"
            f" document.querySelector('[name={key}]').checked"
        )
        check = page_content("__REDDIT__/settings", equals=f"{sort_key} {theme_key} {'true' if turn == 0 else 'false'}", locator=state)
        instances.append(Instance({"theme": theme.lower(), "sort": sort, "wish": wish}, evaluation(pages=[check]), demo))
    return Template(26, "In my settings, switch to the {{theme}} theme, make '{{sort}}' the default sort, and {{wish}}.", instances)


BLOCKED_FOR = ("The box is 40 percent air", "Bobbles: a defence", "Somebody is stealing my leeks, one at a time")


def blocks(db: sqlite3.Connection, wanted: Sequence[str] = BLOCKED_FOR) -> Template:
    """Block an author, with a confirmation."""
    instances: list[Instance] = []
    for turn, title in enumerate(wanted):
        row = post(db, title)
        demo = [
            *search(search_words(db, row), turn),
            click("link", row["author"], f"Click the author's name '{row['author']}' below the title.", "The profile has the button."),
            click("button", "Block user", "Click 'Block user' in the right column and confirm the question.", "This blocks the author."),
            finish(f"Stop here: the message at the top says that {row['author']} is blocked.", think="The message says so."),
        ]
        check = page_content(
            "__REDDIT__/settings/blocked", row["author"], locator="document.querySelector('.message-table tbody').innerText"
        )
        instances.append(Instance({"title": title}, evaluation(pages=[check]), demo))
    return Template(28, "Block the user who submitted '{{title}}'.", instances)


REPORTED = (
    ("Best chips after nine in the evening?", "Wrong forum", "Belongs to a food forum."),
    ("Shipping a desk standard without killing it", "Breaks a forum rule", "The price is in the text."),
    ("Recommend a finish for a chopping board that lives next to a sink", "Spam or advertising", "Same text as last week."),
)


def reports(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = REPORTED) -> Template:
    """Report a post in a modal dialog."""
    instances: list[Instance] = []
    for turn, (title, reason, note) in enumerate(wanted):
        row = post(db, title)
        demo = [
            *to_post(db, row, turn),
            click("button", "More", "Open the 'More' menu in the row of links below the post.", "Reporting is under More."),
            click("button", "Report…", "Choose 'Report…' at the bottom of the little menu.", "This opens the dialog."),
            click("radio", reason, f"Select the reason '{reason}' in the dialog.", "This is the reason."),
            type_("Details for the moderators", note, f"Type '{note}' into 'Details for the moderators'.", "The note is given."),
            click("button", "Send report", "Click 'Send report' at the bottom of the dialog.", "The report is complete."),
            finish("Stop here: the message confirms that the report has been sent.", think="The message confirms it."),
        ]
        check = page_content(post_page(row), reason, note, locator="document.querySelector('.reported-note').innerText")
        instances.append(Instance({"title": title, "reason": reason, "note": note}, evaluation(pages=[check]), demo))
    return Template(29, "Report the post '{{title}}' to the moderators with the reason '{{reason}}' and the details '{{note}}'", instances)
