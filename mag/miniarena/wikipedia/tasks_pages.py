"""Tasks that end on a page: a section, a language, a look; and those that read histories, indexes and search results."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.spec import Instance, Template, click, evaluation, exact, finish, must_include, page_content, press_enter, select, type_
from mag.miniarena.wikipedia.markup import slug
from mag.miniarena.wikipedia.tasks_common import to_article, vary
from mag.miniarena.wikipedia.views_articles import HISTORY_SIZE
from mag.miniarena.wikipedia.views_search import ranked
from mag.shown import DemoStep

TARGET = "document.querySelector(':target h2').firstChild.textContent.trim()"


SECTIONS = (
    ("Salt aster", "Uses"),
    ("Selburne", "Twin town"),
    ("River Oswin", "Ecology"),
    ("Clemency Bright", "Legacy"),
)


def section(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = SECTIONS) -> Template:
    """Jump within a long article."""
    instances = []
    for turn, (title, heading) in enumerate(wanted):
        demo = [
            *to_article(title, turn),
            click(
                "link",
                heading,
                vary(
                    turn,
                    (
                        f"Click '{heading}' in the 'Contents' box below the introduction.",
                        f"Choose '{heading}' from the table of contents below the introduction.",
                    ),
                ),
                "It jumps there.",
            ),
            finish(f"Stop here: the heading of the section '{heading}' is highlighted on the page.", think="The section is shown."),
        ]
        check = evaluation(url=f"__WIKIPEDIA__/wiki/{slug(title)}", pages=[page_content("last", equals=heading, locator=TARGET)])
        instances.append(Instance({"heading": heading, "title": title}, check, demo))
    return Template(
        7, "Jump to the section '{{heading}}' of the Fieldbook article '{{title}}' by its table of contents.", instances, core=True
    )


EDITIONS = (
    ("Wexmouth", "fr", "Français", "French"),
    ("Great Hallin", "de", "Deutsch", "German"),
    ("Halcyon", "fr", "Français", "French"),
)


def other_language(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, str]] = EDITIONS) -> Template:
    """A short edition in another language."""
    instances = []
    for turn, (title, code, name, english) in enumerate(wanted):
        demo = [
            *to_article(title, turn),
            click(
                "button",
                "Languages",
                vary(
                    turn,
                    (
                        "Open the 'Languages' menu to the right of the title.",
                        "Click the 'Languages' button above the article, at the right.",
                    ),
                ),
                "It is a menu.",
            ),
            click("link", name, f"Choose '{name}' in the menu of languages that opened.", f"This is the {english} edition."),
            finish(f"Stop here: the {english} edition of the article is open.", think="The language has changed."),
        ]
        instances.append(Instance({"language": english, "title": title}, evaluation(url=f"__WIKIPEDIA__/{code}/{slug(title)}"), demo))
    return Template(8, "Open the {{language}} edition of the Fieldbook article '{{title}}'.", instances)


LOOKS = (
    ("dark", "large", "Orrow fern"),
    ("sepia", "standard", "Hexley Viaduct"),
    ("sepia", "small", "Marsh pipe"),
)


def look(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = LOOKS) -> Template:
    """Change the theme, then read."""
    instances = []
    for turn, (theme, size, title) in enumerate(wanted):
        demo = [
            click(
                "button", "Appearance", "Open the 'Appearance' menu at the right end of the green bar.", "Theme and text size are there."
            ),
            click(
                "radio",
                theme.capitalize(),
                f"Select the radio button '{theme.capitalize()}' under 'Theme' in the menu.",
                "This is the theme.",
            ),
            click(
                "radio",
                size.capitalize(),
                f"Select the radio button '{size.capitalize()}' under 'Text size' in the menu.",
                "This is the size.",
            ),
            click("button", "Apply", "Click 'Apply' at the bottom of the menu.", "The choice has to be kept."),
            *to_article(title, turn),
            finish(f"Stop here: the article is open in the {theme} theme.", think="Theme and article are right."),
        ]
        state = page_content(
            "last", equals=f"{theme} {size}", locator="document.documentElement.dataset.theme + ' ' + document.documentElement.dataset.size"
        )
        check = evaluation(url=f"__WIKIPEDIA__/wiki/{slug(title)}", pages=[state])
        instances.append(Instance({"theme": theme, "size": size, "title": title}, check, demo))
    return Template(
        9, "Switch Fieldbook to the {{theme}} theme with {{size}} text, then open the article '{{title}}'.", instances, core=True
    )


CREATED = (("bridge", "lake", "railway"), (0, 2, 4))  # kinds of article, and which of theirs


def creator(db: sqlite3.Connection, kinds: Sequence[str] = CREATED[0], places: Sequence[int] = CREATED[1]) -> Template:
    """The far end of an article's history."""
    instances = []
    rows = db.execute(
        "SELECT a.title, count(*) AS n FROM articles a JOIN revisions r ON r.article_id = a.id"
        f" WHERE a.kind IN ({', '.join('?' * len(kinds))}) GROUP BY a.id HAVING n BETWEEN 9 AND 17 ORDER BY a.id",
        tuple(kinds),
    ).fetchall()
    for turn, row in enumerate(rows[place] for place in places):
        title = row["title"]
        editor = db.execute(
            "SELECT r.editor FROM revisions r JOIN articles a ON a.id = r.article_id WHERE a.title = ? ORDER BY r.created LIMIT 1", (title,)
        ).fetchone()["editor"]
        demo: list[DemoStep] = [
            *to_article(title, turn),
            click("link", "History", "Click 'History' to the right of the title to list the edits.", "The first edit is in the history."),
        ]
        demo += [
            click(
                "link",
                "Next page",
                vary(turn, ("Click 'Next page' below the table to reach the older edits.", "Go on to the older edits with 'Next page'.")),
                "The list begins with the latest.",
            )
        ] * ((row["n"] - 1) // HISTORY_SIZE)
        demo.append(
            finish(f"Report that {editor}, in the last row of the history, created the article.", editor, "The last row is the first edit.")
        )
        instances.append(Instance({"title": title}, evaluation(must_include(editor)), demo))
    return Template(10, "Which editor created the Fieldbook article '{{title}}'?", instances)


SEARCHES = (
    ("copper", "town"),
    ("museum ship", "ship"),
    ("salt", "person"),
)


def mentions(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = SEARCHES) -> Template:
    """Narrow a search down."""
    instances = []
    for words, kind in wanted:
        total = sum(row["kind"] == kind for row in ranked(db, words))
        demo = [
            type_(
                "Search Fieldbook",
                words,
                f"Type '{words}' into the search field in the green bar.",
                "The articles have to be found.",
                role="searchbox",
            ),
            press_enter("Press Enter to see all results on a page of their own.", "Start the search."),
            select(
                "Kind of article",
                kind.capitalize(),
                f"Choose '{kind.capitalize()}' in the list 'Kind of article'.",
                "Only this kind counts.",
            ),
            click("button", "Filter results", "Click 'Filter results' at the right end of the form.", "The choice has to be applied."),
            finish(f"Report {total}, the number of results shown above the list.", str(total), "The number stands above the list."),
        ]
        assert total > 0, words
        instances.append(Instance({"words": words, "kind": kind}, evaluation(exact(str(total))), demo))
    return Template(
        11,
        "How many articles of the kind '{{kind}}' does the Fieldbook search find for '{{words}}'? Answer with the number only.",
        instances,
    )


LETTERS = ("M", "T", "G", "W")


def last_of_letter(db: sqlite3.Connection, wanted: Sequence[str] = LETTERS) -> Template:
    """The alphabetical index."""
    instances = []
    for turn, letter in enumerate(wanted):
        title = db.execute("SELECT title FROM articles WHERE substr(title, 1, 1) = ? ORDER BY title DESC LIMIT 1", (letter,)).fetchone()[
            "title"
        ]
        demo = [
            click(
                "link",
                "Index A–Z",
                vary(turn, ("Click 'Index A–Z' in the column on the left.", "Open the 'Index A–Z' from the left column.")),
                "It is alphabetical.",
            ),
            click("link", letter, f"Choose the letter '{letter}' in the row below the heading.", "This is the letter."),
            finish(f"Report that '{title}' is the last entry under {letter}.", title, "It ends the last column."),
        ]
        instances.append(Instance({"letter": letter}, evaluation(exact(title)), demo))
    return Template(
        12, "Which article is the last one under the letter {{letter}} in Fieldbook's index? Answer with its title only.", instances
    )
