"""Drafts of the articles on people and on what they built, invented, sailed and described."""

from random import Random

from mag.miniarena.wikipedia.article import Draft, known, link
from mag.miniarena.wikipedia.compose_people import the_link
from mag.miniarena.wikipedia.data_places import BRIDGES, LIGHTHOUSES, RAILWAYS
from mag.miniarena.wikipedia.data_works import INSTRUMENTS, PLANTS, SHIPS


def bridges() -> list[Draft]:
    """One article for each bridge."""
    drafts = []
    for name, town, river, year, span, kind, designer in BRIDGES:
        facts = known(
            name=name,
            town=link(town),
            river=link(river),
            year=year,
            span=span,
            type=kind,
            designer=link(designer) if designer else None,
            unknown=None if designer else "",
        )
        infobox = [
            ("Crosses", link(river)),
            ("Town", link(town)),
            ("Type", kind),
            ("Opened", str(year)),
            ("Span", f"{span} m"),
            ("Designer", link(designer) if designer else "unknown"),
        ]
        drafts.append(
            Draft(
                name,
                "bridge",
                infobox,
                facts,
                ["Bridges of Caldrey"],
                [town, river, *(bridge[0] for bridge in BRIDGES[:2] if bridge[0] != name)],
            )
        )
    return drafts


def lighthouses(rng: Random) -> list[Draft]:
    """One article for each lighthouse."""
    drafts = []
    for name, town, year, height, reach, colour, engineer in LIGHTHOUSES:
        facts = known(
            name=name,
            town=link(town),
            year=year,
            height=height,
            range=reach,
            colour=colour,
            engineer=link(engineer),
            unmanned=rng.randint(1969, 1998),
            steps=str(height * 5 + rng.randint(1, 9)),
        )
        infobox = [
            ("Town", link(town)),
            ("First lit", str(year)),
            ("Tower height", f"{height} m"),
            ("Range", f"{reach} sea miles"),
            ("Colour", colour),
            ("Engineer", link(engineer)),
        ]
        others = [light[0] for light in LIGHTHOUSES if light[0] != name]
        drafts.append(Draft(name, "lighthouse", infobox, facts, ["Lighthouses of Caldrey"], [town, *others[:2]]))
    return drafts


def railways(rng: Random) -> list[Draft]:
    """One article for each railway."""
    drafts = []
    for name, start, end, year, length, gauge, engineer in RAILWAYS:
        facts = known(
            name=name,
            start=link(start),
            end=link(end),
            year=year,
            length=length,
            gauge=gauge,
            engineer=link(engineer),
            stations=str(rng.randint(7, 24)),
        )
        infobox = [
            ("From", link(start)),
            ("To", link(end)),
            ("Opened", str(year)),
            ("Length", f"{length} km"),
            ("Gauge", f"{gauge:,} mm"),
            ("Engineer", link(engineer)),
        ]
        drafts.append(Draft(name, "railway", infobox, facts, ["Railways of Caldrey"], [start, end]))
    return drafts


def instruments(rng: Random) -> list[Draft]:
    """One article for each instrument."""
    drafts = []
    for name, kind, maker, year, town, purpose, material, kept in INSTRUMENTS:
        musical = kind.split()[0] in ("wind", "string", "keyboard")
        facts = known(
            name=name,
            type=kind,
            maker=link(maker) if maker else None,
            unknown=None if maker else "",
            year=year,
            town=link(town),
            technical=None if musical else "",
            purpose=purpose,
            material=material,
            kept=the_link(kept),
            copies=str(rng.randint(3, 60)),
        )
        infobox = [
            ("Type", kind),
            ("Maker", link(maker) if maker else "unknown"),
            ("Year", str(year)),
            ("Place", link(town)),
            ("Material", material),
            ("Kept at", link(kept)),
        ]
        group = "Musical instruments" if musical else "Scientific instruments"
        others = [one[0] for one in INSTRUMENTS if one[1] == kind and one[0] != name]
        drafts.append(
            Draft(name, "instrument", infobox, facts, ["Instruments of Caldrey", group], [town, *others[:2], *([maker] if maker else [])])
        )
    return drafts


def ships(rng: Random) -> list[Draft]:
    """One article for each ship."""
    drafts = []
    for name, kind, yard, year, length, tonnage, captain, port, fate in SHIPS:
        facts = known(
            name=name,
            type=kind,
            yard=link(yard),
            year=year,
            length=str(length),
            tonnage=tonnage,
            captain=link(captain) if captain else None,
            port=link(port),
            fate=fate,
            trips=str(rng.randint(12, 140)),
        )
        infobox = [
            ("Type", kind),
            ("Built at", link(yard)),
            ("Launched", str(year)),
            ("Length", f"{length} m"),
            ("Tonnage", f"{tonnage} tons"),
            ("Captain", link(captain) if captain else "several"),
            ("Home port", link(port)),
            ("Fate", fate),
        ]
        categories = ["Ships of Caldrey", f"Ships built at {yard}", f"Ships of the {year // 100 + 1}th century"]
        if fate.startswith("preserved") or "houseboat" in fate:
            categories.append("Surviving ships")
        others = [ship[0] for ship in SHIPS if ship[2] == yard and ship[0] != name]
        drafts.append(Draft(name, "ship", infobox, facts, categories, [yard, *others[:2], *([captain] if captain else [])]))
    return drafts


def plants(rng: Random) -> list[Draft]:
    """One article for each plant."""
    drafts = []
    for name, latin, family, author, year, height, habitat, flowers, months, region, use in PLANTS:
        season = f"from {months}" if " to " in months else f"in {months}"
        facts = known(
            name=name,
            latin=latin,
            family=family,
            author=link(author),
            year=year,
            height=height,
            habitat=habitat,
            flowers=flowers if months else None,
            months=season if months else None,
            no_flowers=None if months else "",
            region=link(region),
            use=None if use == "none on record" else use,
            survey=rng.randint(1996, 2022),
            sites=str(rng.randint(4, 160)),
        )
        infobox = [
            ("Scientific name", f"''{latin}''"),
            ("Family", family),
            ("Described by", link(author)),
            ("Described in", str(year)),
            ("Height", f"{height} cm"),
            ("Habitat", habitat),
            ("Flowers", flowers),
            ("Flowering", months or "never"),
            ("Region", link(region)),
        ]
        categories = ["Plants of Caldrey", f"Plants of {region}", f"Plants described by {author}"]
        others = [plant[0] for plant in PLANTS if plant[9] == region and plant[0] != name]
        drafts.append(Draft(name, "plant", infobox, facts, categories, [region, author, *others[:2]]))
    return drafts
