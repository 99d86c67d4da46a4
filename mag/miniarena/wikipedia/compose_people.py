"""Drafts of the articles on people and on places of learning."""

from datetime import datetime
from random import Random

from mag.miniarena.wikipedia.article import Draft, known, link, links
from mag.miniarena.wikipedia.data_places import BRIDGES, LIGHTHOUSES, MOUNTAINS, RAILWAYS
from mag.miniarena.wikipedia.data_works import INSTITUTIONS, INSTRUMENTS, PEOPLE, PLANTS, SHIPS

PRONOUNS = {"he": ("He", "his", "His", "wives"), "she": ("She", "her", "Her", "husbands")}
CHILDREN = ("eldest", "second", "third", "fifth", "youngest")
PARENTS = ("miller", "ferryman", "schoolmistress", "rope maker", "vicar", "tenant farmer", "ship's carpenter", "apothecary", "innkeeper")
PLURALS = {"antiquary": "Antiquaries"}


def works_of(name: str) -> list[str]:
    """Articles about what somebody made, commanded, climbed or described."""
    made = [one[0] for one in INSTRUMENTS if one[2] == name] + [one[0] for one in BRIDGES if one[6] == name]
    built = [one[0] for one in LIGHTHOUSES if one[6] == name] + [one[0] for one in RAILWAYS if one[6] == name]
    return (
        made
        + built
        + [one[0] for one in SHIPS if one[6] == name]
        + [one[0] for one in PLANTS if one[3] == name]
        + [one[0] for one in MOUNTAINS if one[5] == name]
    )


def people(rng: Random) -> list[Draft]:
    """One article for each person."""
    drafts = []
    for name, born, birthplace, died, profession, institution, known_for, pronoun in PEOPLE:
        birth, death = (datetime.strptime(date, "%d %B %Y") for date in (born, died))
        age = death.year - birth.year - ((death.month, death.day) < (birth.month, birth.day))
        subject, possessive, capital_possessive, spouses = PRONOUNS[pronoun]
        surname, works = name.split()[-1], works_of(name)
        facts = known(
            name=name,
            born=born,
            died=died,
            birthplace=link(birthplace),
            profession=profession,
            institution=the_link(institution),
            known_for=known_for,
            pronoun=pronoun,
            Pronoun=subject,
            possessive=possessive,
            Possessive=capital_possessive,
            surname=surname,
            Surname=surname,
            spouse=spouses,
            age=age,
            child=rng.choice(CHILDREN),
            parent=rng.choice(PARENTS),
            school_age=str(rng.randint(7, 12)),
            entered=birth.year + rng.randint(16, 20),
            years=str(rng.randint(3, 14)),
            retired=death.year - rng.randint(2, 9),
            prize_year=rng.randint(max(1930, death.year + 5), 2015),
            works=links(works) if works else None,
            articles="articles" if len(works) > 1 else "article",
        )
        infobox = [
            ("Born", f"{born}, {link(birthplace)}"),
            ("Died", f"{died} (aged {age})"),
            ("Profession", profession),
            ("Institution", link(institution)),
            ("Known for", known_for),
        ]
        categories = [
            "People of Caldrey",
            PLURALS.get(profession, f"{profession.capitalize()}s"),
            f"People of {with_article(institution)}",
            f"{birth.year // 100 + 1}th-century births",
        ]
        drafts.append(Draft(name, "person", infobox, facts, categories, [birthplace, institution, *works[:3]]))
    return drafts


def with_article(institution: str) -> str:
    """The institution as it stands in a sentence: one of them takes no article."""
    return institution if institution == "Thornby College" else f"the {institution}"


def the_link(institution: str) -> str:
    """A link to the institution, with its article before it."""
    return with_article(institution).replace(institution, link(institution))


def institutions() -> list[Draft]:
    """One article for each place of learning."""
    drafts = []
    for name, town, founded, students, colours, strength in INSTITUTIONS:
        alumni = [person[0] for person in PEOPLE if person[5] == name]
        kept = [one[0] for one in INSTRUMENTS if one[7] == name]
        facts = known(
            name=name,
            town=link(town),
            founded=founded,
            students=students,
            colours=colours,
            strength=strength,
            old="" if founded < 1742 else None,
            new=None if founded < 1742 else "",
            alumni=links(alumni) if alumni else None,
            instruments=links(kept, "the ").removeprefix("the ") if kept else None,
        )
        infobox = [
            ("Town", link(town)),
            ("Founded", str(founded)),
            ("Students", f"{students:,}"),
            ("Colours", colours),
            ("Known for", strength),
        ]
        drafts.append(Draft(name, "institution", infobox, facts, ["Places of learning"], [town, *alumni[:2]]))
    return drafts
