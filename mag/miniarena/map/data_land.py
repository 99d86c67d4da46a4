"""The invented region of Merrowdale: settlements with their streets, country roads, water, woods and railways. Kilometres."""

from dataclasses import dataclass

REGION = "Merrowdale"
CITY = "Alderhaven"


@dataclass(frozen=True)
class Town:
    """A settlement on a bent street grid: rows are counted from the south, columns from the west."""

    name: str
    centre: tuple[float, float]
    spacing: float
    turn: float  # degrees
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    main_row: int
    main_column: int
    park: tuple[int, int]  # the block that is a park
    postcode: str


TOWNS = (
    Town("Brindleford", (12.0, 26.2), 0.27, -12, ("Brind Walk", "Wool Street", "High Street", "Pound Lane", "Cloth Hall Street"),
         ("Ford Lane", "Church Lane", "Market Place", "Hatter Street", "Station Road", "Quarry Road"), 2, 2, (3, 0), "MD3"),
    Town("Osterby", (38.0, 28.4), 0.28, 6, ("Beacon Road", "Gannet Road", "High Street", "Terrace Road", "Links Avenue"),
         ("Station Road", "Chapel Street", "Sandpiper Street", "Pavilion Street", "The Promenade"), 2, 1, (0, 3), "MD4"),
    Town("Thornwick", (16.0, 8.8), 0.24, 17, ("Priory Lane", "Sheep Street", "Castle Street", "Upper Row", "Moorside"),
         ("Tithe Lane", "Bakehouse Lane", "Market Hill", "Smithy Street", "Thorn Road"), 2, 2, (0, 0), "MD5"),
    Town("Pellsea", (38.4, 8.2), 0.29, -4, ("Ferry Road", "Cockle Street", "Harbour Street", "Lifeboat Road", "Windmill Road"),
         ("Station Road", "Netmaker Street", "Cable Street", "Bollard Street", "Seawall"), 2, 2, (1, 3), "MD6"),
    Town("Hallowmere", (7.4, 17.2), 0.25, 9, ("Boathouse Lane", "Reed Street", "Lake Road", "Abbey Street", "Kiln Lane"),
         ("The Shore", "Swan Street", "Bridge Street", "Grange Road", "Depot Road"), 2, 2, (0, 3), "MD7"),
    Town("Quenby", (27.2, 31.2), 0.25, -7, ("College Road", "Scholar's Row", "Library Street", "Garden Street", "Hill Road"),
         ("Inkwell Lane", "Bishop Street", "Main Street", "Lecture Lane", "Tower Road"), 2, 2, (3, 2), "MD8"),
)

# --- the city: fourteen columns, ten rows, the river between rows four and five -------------------------------------
CITY_CENTRE, CITY_SPACING, CITY_TURN, CITY_COLUMNS, CITY_ROWS = (28.05, 18.0), 0.33, 7, 14, 10
DISTRICTS = (("Northgate", "Old Quay", "Lanternfield"), ("Millbank", "Tannery Side", "Fernhill"))  # north bank, south bank; west to east
DISTRICT_COLUMNS = (5, 10)  # first column of the second and third district
CITY_ROW_NAMES = {
    "Northgate": ("Tanner's Strand", "Gable Street", "Northgate Road", "Wicket Lane", "North Ring Road"),
    "Old Quay": ("Quayside", "Customs Row", "Market Street", "Bell Foundry Street", "North Ring Road"),
    "Lanternfield": ("Shipwright Parade", "Halyard Street", "Observatory Road", "Candle Lane", "North Ring Road"),
    "Millbank": ("South Ring Road", "Weir Street", "Millbank Road", "Cooper's Row", "Mill Strand"),
    "Tannery Side": ("South Ring Road", "Vetch Street", "Saddler Street", "Alum Lane", "South Quay"),
    "Fernhill": ("South Ring Road", "Bracken Avenue", "Fernhill Road", "Orchard Terrace", "Lock Strand"),
}
CITY_COLUMN_NAMES = (
    ("West Ring Road", "Plover Street", "Saint Osric Street", "Chandler Street", "Ropewalk", "Fishgate", "Anchor Street", "Guildhall Street",
     "Salter Street", "Compass Street", "Kingsway", "Meridian Street", "Sextant Lane", "East Ring Road"),
    ("West Ring Road", "Loom Street", "Shuttle Lane", "Chandler Street", "Dyer Street", "Currier's Lane", "Pigeon Street", "Almond Street",
     "Madder Street", "Hide Street", "Kingsway", "Heather Road", "Rowan Road", "East Ring Road"),
)
BRIDGES = {0: ("West Ring Bridge", "primary"), 3: ("Chandler Bridge", "secondary"), 7: ("Old Bridge", "cycleway"),
           10: ("Kingsway Bridge", "primary"), 12: ("Lock Footbridge", "footway")}
CITY_PARKS = ((1, 7), (8, 8), (11, 7), (2, 1), (7, 2), (11, 2))  # blocks, one a district, in the order of DISTRICTS
CITY_POSTCODES = {"Northgate": "MD1 1", "Old Quay": "MD1 2", "Lanternfield": "MD1 3", "Millbank": "MD2 1", "Tannery Side": "MD2 2", "Fernhill": "MD2 3"}
PEDESTRIAN = (("Customs Row", "Old Quay"), ("Bakehouse Lane", "Thornwick"), ("Pavilion Street", "Osterby"))
ONE_WAY = ("Anchor Street", "Salter Street", "Shuttle Lane", "Heather Road", "Hatter Street")

# --- the country: a settlement's name stands for its nearest street corner ------------------------------------------
VILLAGES = {
    "Nether Cross": (11.2, 18.0), "Sallow Green": (16.2, 18.5), "Tolley": (21.4, 18.2), "Pike End": (16.5, 24.4), "Coldbeck": (21.2, 21.8),
    "Whin Hill": (27.4, 23.3), "Larkfield": (27.0, 27.2), "Marram Cross": (32.3, 21.9), "Gull Farm": (35.2, 25.3), "Eastry Lock": (32.6, 15.1),
    "Saltings": (35.8, 12.3), "Dapple Hill": (23.2, 14.2), "Stonnard": (19.7, 11.5), "Fennick": (5.2, 21.6), "Upper Brind": (8.6, 24.3),
    "Carrow": (9.0, 12.6), "Hobthorn": (17.4, 28.5), "Askel": (22.3, 30.3), "Withy Bank": (32.2, 30.6), "Ludd's Gate": (22.4, 7.6),
    "Mere Cross": (29.2, 7.3), "Sallow Junction": (17.0, 16.7), "Estuary Junction": (31.6, 14.2),
}
Stop = str | tuple[float, float]
COUNTRY_ROADS: tuple[tuple[str, str, tuple[Stop, ...]], ...] = (
    ("Merrow Expressway", "motorway", ("Hallowmere", (11.8, 16.3), "Sallow Junction", (21.8, 15.9), "Alderhaven")),
    ("Merrow Expressway", "motorway", ("Alderhaven", "Estuary Junction", (35.2, 11.0), "Pellsea")),
    ("Hallow Road", "secondary", ("Hallowmere", "Nether Cross", "Sallow Green", "Tolley", "Alderhaven")),
    ("Brind Road", "primary", ("Brindleford", "Pike End", "Coldbeck", "Alderhaven")),
    ("Quenby Road", "primary", ("Alderhaven", "Whin Hill", "Larkfield", "Quenby")),
    ("Osterby Road", "primary", ("Alderhaven", "Marram Cross", "Gull Farm", "Osterby")),
    ("Pellsea Old Road", "secondary", ("Alderhaven", "Eastry Lock", "Saltings", "Pellsea")),
    ("Thornwick Road", "primary", ("Alderhaven", "Dapple Hill", "Stonnard", "Thornwick")),
    ("Lakeside Road", "secondary", ("Hallowmere", "Fennick", "Upper Brind", "Brindleford")),
    ("Moor Road", "secondary", ("Hallowmere", "Carrow", "Thornwick")),
    ("Northern Way", "secondary", ("Brindleford", "Hobthorn", "Askel", "Quenby")),
    ("Coast Road", "secondary", ("Quenby", "Withy Bank", "Osterby")),
    ("Southern Way", "secondary", ("Thornwick", "Ludd's Gate", "Mere Cross", "Pellsea")),
    ("Pike Lane", "lane", ("Pike End", (16.0, 21.5), "Sallow Green")), ("Beck Lane", "lane", ("Coldbeck", "Tolley")),
    ("Slip Road", "secondary", ("Sallow Junction", "Sallow Green")), ("Slip Road", "secondary", ("Estuary Junction", "Eastry Lock")),
    ("Dapple Lane", "lane", ("Dapple Hill", "Tolley")), ("Gate Lane", "lane", ("Stonnard", "Ludd's Gate")),
    ("Lock Lane", "lane", ("Eastry Lock", (31.2, 11.2), "Mere Cross")), ("Whin Lane", "lane", ("Whin Hill", "Marram Cross")),
    ("Long Lane", "lane", ("Larkfield", (31.2, 26.6), "Gull Farm")), ("Hob Lane", "lane", ("Hobthorn", "Pike End")),
    ("Askel Lane", "lane", ("Askel", (24.4, 26.6), "Whin Hill")), ("Cross Lane", "lane", ("Nether Cross", (11.0, 21.4), "Upper Brind")),
    ("Carrow Lane", "lane", ("Carrow", (13.2, 14.4), "Sallow Junction")), ("Withy Lane", "lane", ("Withy Bank", "Gull Farm")),
    ("Merrow Towpath", "cycleway", ("Alderhaven", (22.4, 17.2), (16.6, 15.6), (11.4, 15.2), "Hallowmere")),
    ("Old Railway Path", "cycleway", ("Quenby", (29.4, 27.4), (30.4, 23.2), "Alderhaven")),
    ("Estuary Path", "footway", ("Alderhaven", (32.4, 17.1), "Eastry Lock")), ("Dune Path", "footway", ("Osterby", (38.3, 24.9), "Gull Farm")),
    ("Ridge Path", "footway", ("Thornwick", (12.9, 11.4), "Carrow")), ("Mere Path", "footway", ("Hallowmere", (6.1, 19.4), "Fennick")),
    ("Brind Meadow Path", "footway", ("Brindleford", (10.1, 25.1), "Upper Brind")), ("Windmill Path", "footway", ("Pellsea", (37.2, 10.4), "Saltings")),
)

# --- nature and railways ----------------------------------------------------------------------------------------------
COAST = ((64, 50), (40.0, 50), (41.0, 36), (41.4, 33.6), (40.2, 31.2), (39.3, 29.4), (39.5, 27.2), (40.4, 25.0), (40.9, 22.6), (39.6, 20.6), (36.2, 19.5),
         (33.0, 18.7), (33.0, 18.2), (36.4, 17.6), (39.8, 16.8), (41.2, 14.6), (40.6, 12.0), (39.7, 9.6), (39.6, 7.2), (40.6, 4.6), (41.4, 2.2),
         (41.0, 0), (40.0, -14), (64, -14))
MERROW_WEST = ((-16, 11.0), (0, 13.6), (3.0, 14.4), (6.0, 14.0), (9.2, 14.6), (12.4, 14.7), (15.2, 15.1), (18.2, 16.2), (20.6, 17.0), (23.2, 17.0))
BRIND = ((3.0, 46.0), (5.2, 36.0), (6.8, 30.6), (8.4, 28.6), (10.2, 25.5), (12.4, 25.2), (14.6, 23.3), (15.2, 20.4), (16.2, 17.7), (16.9, 15.8))
WOODS = (("Pike Wood", 13.6, 21.8, 1.7, 1.1), ("Whin Forest", 24.0, 25.0, 2.1, 1.4), ("Stonnard Heath", 19.0, 13.9, 1.6, 0.9),
         ("Long Covert", 32.6, 27.6, 1.5, 0.9), ("Carrow Moor", 5.6, 10.2, 2.6, 1.9), ("Ludd's Wood", 25.6, 9.6, 1.8, 1.2),
         ("Askel Plantation", 19.6, 32.6, 1.9, 1.0), ("Eastry Marsh", 35.6, 15.6, 1.5, 0.7))
LAKE = ("Hallow Mere", 4.6, 17.6, 1.6, 2.3)
RAILWAYS = (("Hallowmere line", ((6.6, 17.75), (10.4, 19.4), (14.6, 19.8), (20.0, 19.3), (25.2, 19.8), (28.3, 19.95))),
            ("Brindleford line", ((13.0, 26.6), (16.4, 26.0), (20.0, 23.8), (24.0, 21.2), (26.8, 20.2), (28.3, 19.95))),
            ("Osterby line", ((28.3, 19.95), (31.2, 20.6), (34.0, 23.2), (36.0, 26.6), (37.3, 28.1))),
            ("Southern line", ((15.0, 9.6), (19.2, 10.3), (24.0, 12.6), (26.6, 16.0), (27.9, 16.2), (30.6, 15.9), (33.6, 12.4), (36.4, 9.2), (37.7, 8.7))))
