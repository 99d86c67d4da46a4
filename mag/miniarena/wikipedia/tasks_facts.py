"""Tasks that ask for facts of one article, of two, or of one that another leads to."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    exact,
    finish,
    fuzzy,
    fuzzy_each,
    go_back,
    must_include,
    scroll,
    unachievable,
)
from mag.miniarena.wikipedia.tasks_common import fact, members, quantity, to_article, vary
from mag.shown import DemoStep

FACTS = (
    ("Farrowmoor", "Mayor", "name of the mayor"),
    ("Southern Candle", "Fate", "fate"),
    ("Copper sedge", "Habitat", "habitat"),
    ("Gannet Skerry Light", "Colour", "colour"),
    ("Snow octant", "Material", "material"),
    ("Marshgate", "Market day", "market day"),
)
PAIRS = (
    ("River Brack", "River Dunnet", "Length", "longer"),
    ("Moor of Farrow", "Brackstone", "Height", "higher"),
    ("Saltby Fen", "Penhallam", "Population (2021)", "more populous"),
    ("Wexmouth Light", "Arrow Point Light", "Tower height", "taller"),
    ("Brackmere", "Lake Orrow", "Greatest depth", "deeper"),
)


def single_fact(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = FACTS) -> Template:
    """Read a line of an infobox."""
    instances = []
    for turn, (title, label, words) in enumerate(wanted):
        answer = fact(db, title, label)
        guides = (
            f"Report '{answer}', read beside '{label}' in the box on the right.",
            f"Answer with '{answer}', the entry '{label}' of the green box.",
        )
        demo = [*to_article(title, turn), finish(vary(turn, guides), answer, f"The box has a line '{label}'.")]
        instances.append(Instance({"fact": words, "title": title}, evaluation(must_include(answer)), demo))
    return Template(1, "According to Fieldbook, what is the {{fact}} given for {{title}}?", instances)


def comparison(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, str]] = PAIRS) -> Template:
    """Compare two articles."""
    instances = []
    for turn, (first, second, label, quality) in enumerate(wanted):
        sizes = {title: quantity(db, title, label) for title in (first, second)}
        winner = max(sizes, key=lambda title: sizes[title])
        values = {title: fact(db, title, label) for title in sizes}
        demo = to_article(first, turn)
        if turn % 2:
            demo.append(go_back(f"Go back after noting the value {values[first]} for {first}.", "The second article is still to be read."))
        demo += to_article(second, turn + 1)
        loser = second if winner == first else first
        guide = f"Report that {winner} is {quality}: {values[winner]} against {values[loser]}."
        demo.append(finish(guide, winner, "Both values are known."))
        instances.append(Instance({"quality": quality, "first": first, "second": second}, evaluation(exact(winner)), demo))
    return Template(2, "Which is {{quality}}, {{first}} or {{second}}? Answer with the name only.", instances)


RIVERS = ("River Kelder", "River Wex", "River Lode", "River Marl")


def first_climber(db: sqlite3.Connection, wanted: Sequence[str] = RIVERS) -> Template:
    """From a river to its mountain to a climber."""
    instances = []
    for turn, river in enumerate(wanted):
        mountain = fact(db, river, "Source")
        climber = fact(db, mountain, "First climbed by")
        demo = [
            *to_article(river, turn),
            click(
                "link",
                mountain,
                vary(
                    turn,
                    (
                        f"Click '{mountain}' beside 'Source' in the box on the right.",
                        f"Follow the link '{mountain}' in the box's line 'Source'.",
                    ),
                ),
                "The river rises there.",
                row="Source",
            ),
            finish(f"Report that {climber} was the first to climb {mountain}.", climber, "The box names the climber."),
        ]
        instances.append(Instance({"river": river}, evaluation(must_include(climber)), demo))
    return Template(3, "Who made the first recorded ascent of the mountain on which the {{river}} rises?", instances)


PEOPLE = ("Rosamund Pellow", "Bartholomew Pell", "Tobias Gedney", "Edith Applegarth")


def birthplace(db: sqlite3.Connection, wanted: Sequence[str] = PEOPLE) -> Template:
    """From a person to the town of birth."""
    instances = []
    for turn, person in enumerate(wanted):
        town = fact(db, person, "Born").split(", ")[1]
        people = fact(db, town, "Population (2021)")
        demo = [
            *to_article(person, turn),
            click(
                "link",
                town,
                vary(
                    turn,
                    (
                        f"Click '{town}' in the line 'Born' of the box on the right.",
                        f"Open the birthplace, '{town}', from the box's first line.",
                    ),
                ),
                "The town of birth is named there.",
                row="Born",
            ),
            finish(f"Report that {town} had {people} inhabitants in 2021.", people, "The population is in the town's box."),
        ]
        instances.append(Instance({"person": person}, evaluation(fuzzy(people, people.replace(",", ""), people.replace(",", " "))), demo))
    return Template(4, "How many inhabitants did the town in which {{person}} was born have in 2021?", instances)


CATEGORIES = ("Lakes of Caldrey", "Ships built at Wexmouth", "Towns of Caldrey", "Waters of Caldrey", "Scientific instruments")


def category_size(db: sqlite3.Connection, wanted: Sequence[str] = CATEGORIES) -> Template:
    """Count a list that may be longer than the window, or than a page."""
    instances = []
    for turn, category in enumerate(wanted):
        size = len(members(db, category))
        demo: list[DemoStep] = [
            click("link", "Categories", "Click 'Categories' in the column on the left.", "The category has to be found."),
            click(
                "link",
                category,
                vary(
                    turn,
                    (
                        f"Open '{category}' in the alphabetical list of categories.",
                        f"Click '{category}' in the three columns of categories.",
                    ),
                ),
                "This is the category asked for.",
            ),
        ]
        if size > 20:
            demo += [
                scroll("down", "Scroll down to the end of the first page, which lists twenty articles.", "The first page is full."),
                click("link", "Next page", "Click 'Next page' below the table to see the other articles.", "The list goes on."),
            ]
        demo.append(finish(f"Report that the category holds {size} articles in its table.", str(size), "All rows are counted."))
        instances.append(Instance({"category": category}, evaluation(exact(str(size))), demo))
    return Template(5, "How many articles are in the Fieldbook category '{{category}}'? Answer with the number only.", instances)


def first_launched(db: sqlite3.Connection) -> Template:
    """Visit every article of a category."""
    instances = []
    for turn, town in enumerate(("Marlock", "Stourquay", "Wexmouth")):
        category = f"Ships built at {town}"
        ships = members(db, category)
        years = {ship: quantity(db, ship, "Launched") for ship in ships}
        oldest = min(ships, key=lambda ship: years[ship])
        demo: list[DemoStep] = [
            click(
                "link",
                "Categories",
                "Click 'Categories' in the left column to find the list of ships.",
                "The ships are listed in a category.",
            ),
            click("link", category, f"Open the category '{category}' in the list.", "These are the ships to compare."),
        ]
        for place, ship in enumerate(ships):
            guides = (f"Open '{ship}' in the table to read when it was launched.", f"Click '{ship}' in the table to look up its launch.")
            demo.append(click("link", ship, vary(place + turn, guides), "Every launch has to be looked up."))
            if ship != ships[-1]:
                back = (
                    f"Go back to the category; {ship} was launched in {years[ship]:.0f}.",
                    f"Return to the list after noting {years[ship]:.0f} as the year.",
                )
                demo.append(go_back(vary(place, back), "The next ship is in the list."))
        demo.append(finish(f"Report that '{oldest}' was launched first, in {years[oldest]:.0f}.", oldest, "All years are known."))
        instances.append(Instance({"town": town}, evaluation(exact(oldest)), demo))
    return Template(
        6, "Which of the ships in the category 'Ships built at {{town}}' was launched first? Answer with the ship's name only.", instances
    )


BRIDGES = ("Hexley Viaduct", "Wex Footbridge", "Selburne Chain Bridge", "Great Lode Swing Bridge")


def bridges(db: sqlite3.Connection, wanted: Sequence[str] = BRIDGES) -> Template:
    """Two facts of one box."""
    instances = []
    for turn, title in enumerate(wanted):
        river, designer = fact(db, title, "Crosses"), fact(db, title, "Designer")
        demo = [
            *to_article(title, turn),
            finish(f"Report that it crosses the {river} and that {designer} designed it.", f"{river}; {designer}", "Both are in the box."),
        ]
        answers = {river: [river.removeprefix("River ")], designer: [designer.split()[-1]]}
        instances.append(Instance({"title": title}, evaluation(fuzzy_each(answers)), demo))
    return Template(13, "Which river does the {{title}} cross, and who designed it?", instances, core=True)


VISITS = ("Wexmouth Light", "Carrick Light", "Arrow Point Light")


def entrance_fee(db: sqlite3.Connection, wanted: Sequence[str] = VISITS) -> Template:
    """Something the articles do not say."""
    reason = "The article gives no price for a visit."
    accepted = ("no price", "no fee", "not say cost", "not mention cost", "not give price", "not mention price", "no admission")
    instances = []
    for turn, title in enumerate(wanted):
        guides = (
            "Answer that it is not known: the section 'Visiting' gives no price.",
            "Report that no price is given, neither in the box nor in the section 'Visiting'.",
        )
        demo = [
            *to_article(title, turn),
            click("link", "Visiting", "Click 'Visiting' in the table of contents of the article.", "A price would stand there."),
            finish(vary(turn, guides), reason if turn % 2 else "N/A", "There is no price."),
        ]
        instances.append(Instance({"title": title}, unachievable(reason, *accepted), demo))
    return Template(14, "According to Fieldbook, what does a visit to {{title}} cost?", instances, core=True)
