"""Drafts of the articles on the country itself: regions, towns, rivers, lakes, mountains."""

from random import Random

from mag.miniarena.wikipedia.article import Draft, known, link, links
from mag.miniarena.wikipedia.compose_people import the_link
from mag.miniarena.wikipedia.data_places import BRIDGES, COUNTRY, LAKES, LIGHTHOUSES, MOUNTAINS, RAILWAYS, REGIONS, RIVERS, TOWNS
from mag.miniarena.wikipedia.data_works import INSTITUTIONS, PEOPLE, PLANTS

SEA = "Selden Sea"
RANKS = ("largest", "second largest", "third largest", "fourth largest", "fifth largest", "sixth largest", "seventh largest", "smallest")


def country_and_sea() -> list[Draft]:
    """The two articles about the whole."""
    name, area = str(COUNTRY["name"]), COUNTRY["area"]
    infobox = [
        ("Capital", link(str(COUNTRY["capital"]))),
        ("Area", f"{area:,} km²"),
        ("Population (2021)", f"{sum(town[4] for town in TOWNS):,}"),
        ("Languages", str(COUNTRY["languages"])),
        ("Currency", str(COUNTRY["currency"])),
        ("Constitution", str(COUNTRY["constitution"])),
        ("Highest point", link(str(COUNTRY["highest"]))),
        ("Longest river", link(str(COUNTRY["longest"]))),
    ]
    facts = known(
        **{
            **COUNTRY,
            "capital": link("Selburne"),
            "highest": link("Great Hallin"),
            "longest": link("River Arrowel"),
            "languages": " and ".join(str(COUNTRY["languages"]).split(", ")),
            "regions": links([region[0] for region in REGIONS]),
        }
    )
    to_sea = [river[0] for river in RIVERS if river[3] == SEA]
    sea = known(name=SEA, rivers=links(to_sea, "the "), lights=links([light[1] for light in LIGHTHOUSES]))
    return [
        Draft(name, "country", infobox, facts, ["Caldrey"], [region[0] for region in REGIONS]),
        Draft(
            SEA,
            "sea",
            [("Bordering country", link(name)), ("Rivers", links(to_sea)), ("Lighthouses", str(len(LIGHTHOUSES)))],
            sea,
            ["Caldrey", "Waters of Caldrey"],
            to_sea[:4],
        ),
    ]


def regions() -> list[Draft]:
    """One article for each region."""
    drafts = []
    for name, capital, area, landscape, economy, motto, _ in REGIONS:
        towns = [town for town in TOWNS if town[1] == name]
        people = sum(town[4] for town in towns)
        highest = max((mountain for mountain in MOUNTAINS if mountain[2] == name), key=lambda mountain: mountain[1], default=None)
        rivers = [river[0] for river in RIVERS if river[6] == name]
        lakes = [lake[0] for lake in LAKES if lake[4] == name]
        infobox = [
            ("Chief town", link(capital)),
            ("Area", f"{area:,} km²"),
            ("Town population (2021)", f"{people:,}"),
            ("Towns", str(len(towns))),
            ("Highest point", link(highest[0]) if highest else "a dune"),
            ("Motto", motto),
        ]
        facts = known(
            name=name,
            capital=link(capital),
            area=area,
            landscape=landscape,
            economy=economy,
            motto=motto,
            population=people,
            town_count=str(len(towns)),
            highest=link(highest[0]) if highest else "a dune near the coast",
            rivers=links(rivers, "the ") if rivers else None,
            lakes=links(lakes) if lakes else None,
            towns=links([town[0] for town in towns]),
            biggest=link(max(towns, key=lambda town: town[4])[0]),
        )
        drafts.append(Draft(name, "region", infobox, facts, ["Regions of Caldrey"], [town[0] for town in towns][:4]))
    return drafts


def towns(rng: Random) -> list[Draft]:
    """One article for each town."""
    drafts = []
    for name, region, river, founded, population, elevation, known_for, mayor, market, twin, _, _ in TOWNS:
        natives = [person[0] for person in PEOPLE if person[2] == name]
        bridge = next((bridge[0] for bridge in BRIDGES if bridge[1] == name), None)
        light = next((light[0] for light in LIGHTHOUSES if light[1] == name), None)
        railway = next((line for line in RAILWAYS if name in line[1:3]), None)
        institution = next((one[0] for one in INSTITUTIONS if one[1] == name), None)
        facts = known(
            name=name,
            region=link(region),
            river=link(river) if river else None,
            no_river=None if river else "",
            population=population,
            elevation=elevation,
            founded=founded,
            known_for=known_for,
            market=market,
            twin=link(twin),
            twin_year=rng.randint(1951, 2009),
            fire_year=rng.randint(max(founded + 60, 1480), 1790),
            fire_houses=str(rng.randint(40, 380)),
            hall_year=rng.randint(1802, 1931),
            railway=link(railway[0]) if railway else None,
            railway_year=railway[3] if railway else None,
            institution=the_link(institution) if institution else None,
            bridge=link(bridge) if bridge else None,
            light=link(light) if light else None,
            natives=links(natives) if natives else None,
        )
        infobox = [
            ("Region", link(region)),
            ("River", link(river) if river else "none"),
            ("Founded", str(founded)),
            ("Population (2021)", f"{population:,}"),
            ("Elevation", f"{elevation} m"),
            ("Mayor", mayor),
            ("Market day", market),
            ("Twin town", link(twin)),
            ("Known for", known_for),
        ]
        categories = ["Towns of Caldrey", f"Towns in {region}", f"Towns founded in the {founded // 100 + 1}th century"]
        others = [town[0] for town in TOWNS if town[1] == region and town[0] != name]
        drafts.append(Draft(name, "town", infobox, facts, categories, [region, *others[:3]]))
    return drafts


def rivers(rng: Random) -> list[Draft]:
    """One article for each river."""
    drafts = []
    for name, length, source, mouth, basin, discharge, region, character in RIVERS:
        tributaries = [river[0] for river in RIVERS if river[3] == name]
        towns = [town[0] for town in sorted((town for town in TOWNS if town[2] == name), key=lambda town: -town[5])]
        bridges = [bridge[0] for bridge in BRIDGES if bridge[2] == name]
        lake = next((lake[0] for lake in LAKES if lake[5] == name), None)
        plant = next((plant[0] for plant in PLANTS if plant[9] == region and "river" in plant[6]), None)
        facts = known(
            name=name,
            length=length,
            source=link(source),
            mouth=link(mouth),
            basin=basin,
            discharge=discharge,
            region=link(region),
            character=character,
            basin_share=f"{100 * basin / 41870:.1f}",
            towns=links(towns) if towns else None,
            tributaries=links(tributaries, "the ") if tributaries else None,
            no_tributaries=None if tributaries else "",
            bridges=links(bridges, "the ").removeprefix("the ") if bridges else None,
            lake=link(lake) if lake else None,
            plant=link(plant) if plant else None,
            longest="" if name == COUNTRY["longest"] else None,
            flood_year=rng.randint(1824, 1988),
            flood_height=f"{rng.randint(21, 58) / 10}",
            flood_days=str(rng.randint(9, 41)),
            trust_year=rng.randint(1962, 2004),
        )
        infobox = [
            ("Length", f"{length} km"),
            ("Source", link(source)),
            ("Mouth", link(mouth)),
            ("Basin", f"{basin:,} km²"),
            ("Mean discharge", f"{discharge} m³/s"),
            ("Region of source", link(region)),
            ("Tributaries", links(tributaries) if tributaries else "none"),
            ("Towns", links(towns) if towns else "none"),
        ]
        categories = [
            "Rivers of Caldrey",
            "Rivers that flow into the Selden Sea" if mouth == SEA else "Tributaries in Caldrey",
            "Waters of Caldrey",
        ]
        drafts.append(Draft(name, "river", infobox, facts, categories, [mouth, source, *tributaries[:2]]))
    return drafts


def lakes(rng: Random) -> list[Draft]:
    """One article for each lake."""
    drafts = []
    by_size = sorted(LAKES, key=lambda lake: -lake[1])
    for lake in LAKES:
        name, area, depth, elevation, region, outflow, character = lake
        plant = next(
            (
                plant[0]
                for plant in PLANTS
                if plant[9] == region and plant[6] in ("wet cliffs", "slow ditches", "oak woods", "shaded gullies")
            ),
            None,
        )
        facts = known(
            name=name,
            area=str(area),
            depth=depth,
            elevation=elevation,
            region=link(region),
            outflow=link(outflow) if outflow else None,
            no_outflow=None if outflow else "",
            character=character,
            area_rank=RANKS[by_size.index(lake)],
            works_year=rng.randint(1851, 1938),
            plant=link(plant) if plant else None,
        )
        infobox = [
            ("Region", link(region)),
            ("Area", f"{area} km²"),
            ("Greatest depth", f"{depth} m"),
            ("Elevation", f"{elevation} m"),
            ("Outflow", link(outflow) if outflow else "none"),
        ]
        others = [other[0] for other in LAKES if other[0] != name]
        drafts.append(Draft(name, "lake", infobox, facts, ["Lakes of Caldrey", "Waters of Caldrey"], [region, *others[:2]]))
    return drafts


def mountains(rng: Random) -> list[Draft]:
    """One article for each mountain."""
    drafts = []
    for name, height, region, rock, year, climber in MOUNTAINS:
        fed = [river[0] for river in RIVERS if river[2] == name]
        plant = next(
            (plant[0] for plant in PLANTS if plant[9] == region and plant[6] in ("wet cliffs", "slate screes", "sea cliffs")), None
        )
        facts = known(
            name=name,
            height=height,
            region=link(region),
            rock=rock,
            year=year,
            climber=link(climber),
            hours=str(rng.randint(2, 6)),
            rivers=links(fed, "the ") if fed else None,
            plant=link(plant) if plant else None,
            highest="" if name == COUNTRY["highest"] else None,
        )
        infobox = [
            ("Height", f"{height:,} m"),
            ("Region", link(region)),
            ("Rock", rock),
            ("First ascent", str(year)),
            ("First climbed by", link(climber)),
        ]
        others = [other[0] for other in MOUNTAINS if other[0] != name and other[2] == region]
        drafts.append(
            Draft(name, "mountain", infobox, facts, ["Mountains of Caldrey", f"Mountains of {region}"], [region, *others[:2], *fed[:1]])
        )
    return drafts
