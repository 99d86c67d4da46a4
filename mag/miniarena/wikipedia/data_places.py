"""Caldrey, an invented island country: regions, towns, waters, mountains."""

COUNTRY: dict[str, str | int] = {"name": "Caldrey", "capital": "Selburne", "area": 41870, "sea": "Selden Sea", "languages": "Caldrish, Skerrish", "currency": "Caldrish mark",
           "constitution": 1848, "highest": "Great Hallin", "longest": "River Arrowel"}

# name, chief town, area in square kilometres, landscape, economy, motto, outline on the locator map
REGIONS = (
    ("Aldermoor", "Thornby", 7340, "high moorland cut by narrow dales", "sheep, slate and clockmaking", "Slow and level", "120,60 200,50 215,110 190,150 130,140"),
    ("Brackenshire", "Marlock", 8120, "wooded hills and deep river valleys", "orchards, paper and copper", "Root before branch", "70,150 130,140 150,200 120,270 60,240"),
    ("Corvale", "Selburne", 9260, "broad lowlands along the middle Arrowel", "grain, printing and trade", "By water and by word", "130,140 190,150 205,230 180,270 120,270 150,200"),
    ("Dunmarsh", "Great Lode", 6480, "fen, salt marsh and reclaimed polder", "reed, salt and eels", "We keep the wall", "120,270 180,270 210,300 190,350 130,345"),
    ("Eastholm", "Wexmouth", 6910, "chalk cliffs, sandy bays and small harbours", "fishing, shipbuilding and ferries", "Face the weather", "190,150 215,110 255,150 260,240 210,300 180,270 205,230"),
    ("Skerryside", "Skerrow", 3760, "some ninety islands of hard grey rock", "herring, wool and seaweed", "Between two tides", "30,50 90,30 110,80 80,120 35,110"),
)

# name, region, river or "", founded, population, elevation in metres, known for, mayor, market day, twin town, x, y
TOWNS = (
    ("Thornby", "Aldermoor", "River Arrowel", 1187, 38420, 214, "clockmaking", "Maud Ellingham", "Tuesday", "Hexley", 165, 112),
    ("Kelderwick", "Aldermoor", "River Kelder", 1312, 9140, 288, "slate quarries", "Piers Rawdon", "Friday", "Nessing", 185, 92),
    ("Upper Oswin", "Aldermoor", "River Oswin", 1244, 6310, 341, "its summer sheep fair", "Agnes Brearley", "Thursday", "Tarvit", 150, 84),
    ("Farrowmoor", "Aldermoor", "", 1608, 4870, 402, "heather honey", "Tom Askrigg", "Saturday", "Ousel Bank", 134, 100),
    ("Hallinfoot", "Aldermoor", "River Arrowel", 1455, 5220, 376, "the mountain rescue museum", "Ruth Garsdale", "Monday", "Sule Bay", 172, 72),
    ("Marlock", "Brackenshire", "River Marl", 1093, 71250, 18, "paper mills", "Hugh Trevelder", "Wednesday", "Wexmouth", 78, 232),
    ("Ashcombe Weir", "Brackenshire", "River Marl", 1266, 12380, 96, "cider", "Loveday Marsh", "Tuesday", "Fallowby", 104, 204),
    ("Penhallam", "Brackenshire", "Tolverne Water", 1351, 8040, 131, "copper mines", "Jago Pellow", "Friday", "Kelderwick", 92, 178),
    ("Tolverne Cross", "Brackenshire", "Tolverne Water", 1220, 5630, 74, "a seven-arched market hall", "Enid Carlow", "Saturday", "Dunnet Priory", 110, 168),
    ("Lidstone Bray", "Brackenshire", "River Brack", 1489, 15970, 112, "bookbinding leather", "Simon Bray", "Thursday", "Selburne", 124, 236),
    ("Selburne", "Corvale", "River Arrowel", 948, 612300, 34, "the national library", "Helena Voss-Carey", "Saturday", "Lidstone Bray", 168, 216),
    ("Arrowmouth", "Corvale", "River Arrowel", 1130, 84610, 6, "grain docks", "Edmund Stannard", "Wednesday", "Gannet Voe", 196, 246),
    ("Dunnet Priory", "Corvale", "River Dunnet", 1071, 11890, 52, "the ruined priory", "Cecily Orme", "Monday", "Tolverne Cross", 146, 250),
    ("Hexley", "Corvale", "River Arrowel", 1164, 47760, 88, "printing works", "Martin Hexham", "Friday", "Thornby", 160, 168),
    ("Wickenford", "Corvale", "River Hexle", 1338, 19430, 71, "basket weaving", "Joan Applegarth", "Tuesday", "Reedham Staithe", 138, 186),
    ("Great Lode", "Dunmarsh", "River Lode", 1402, 33180, 3, "pumping stations", "Walter Fenn", "Thursday", "North Haaf", 164, 332),
    ("Saltby Fen", "Dunmarsh", "River Ousel", 1287, 7720, 2, "sea salt", "Dorothy Leake", "Monday", "Skerrow", 140, 312),
    ("Ousel Bank", "Dunmarsh", "River Ousel", 1530, 10260, 4, "smoked eel", "Percy Gedney", "Saturday", "Farrowmoor", 150, 292),
    ("Reedham Staithe", "Dunmarsh", "Fenny Stour", 1419, 5940, 1, "reed thatching", "Ida Wragg", "Wednesday", "Wickenford", 186, 306),
    ("Marshgate", "Dunmarsh", "River Lode", 1571, 14350, 2, "tulip fields", "Noel Bicker", "Friday", "Carrick Sound", 172, 296),
    ("Wexmouth", "Eastholm", "River Wex", 1158, 56840, 9, "its lighthouse and its ferries", "Judith Penhallow", "Saturday", "Marlock", 248, 172),
    ("Carrick Sound", "Eastholm", "River Carrick", 1301, 22710, 12, "oyster beds", "Alan Thorrold", "Thursday", "Marshgate", 240, 214),
    ("Fallowby", "Eastholm", "", 1476, 9880, 47, "lace", "Bridget Snow", "Tuesday", "Ashcombe Weir", 222, 200),
    ("Nessing", "Eastholm", "Ness Burn", 1255, 7360, 21, "chalk quarries", "Owen Larkin", "Wednesday", "Kelderwick", 230, 140),
    ("Stourquay", "Eastholm", "Fenny Stour", 1384, 29150, 5, "rope walks", "Clara Mundy", "Monday", "Great Lode", 220, 276),
    ("Skerrow", "Skerryside", "", 1342, 13470, 7, "herring", "Magnus Rendall", "Friday", "Saltby Fen", 66, 72),
    ("Gannet Voe", "Skerryside", "", 1510, 3290, 11, "its gannet colony", "Inga Flett", "Tuesday", "Arrowmouth", 48, 58),
    ("North Haaf", "Skerryside", "", 1627, 1840, 5, "knitted jackets", "Sigrid Haaf", "Saturday", "Great Lode", 80, 42),
    ("Tarvit", "Skerryside", "", 1433, 2760, 16, "peat and whisky", "Donald Harcus", "Wednesday", "Upper Oswin", 58, 98),
    ("Sule Bay", "Skerryside", "Sule Water", 1580, 2120, 8, "seaweed kilns", "Effie Linklater", "Thursday", "Hallinfoot", 94, 64),
)

# name, length in kilometres, source, mouth, basin in square kilometres, mean discharge in cubic metres a second, region of the source, character
RIVERS = (
    ("River Arrowel", 214, "Great Hallin", "Selden Sea", 8940, 118, "Aldermoor", "a quick upland stream that becomes broad and slow below Hexley"),
    ("River Oswin", 88, "Orrow Pike", "River Arrowel", 1420, 21, "Aldermoor", "a clear river of gravel banks and alder woods"),
    ("River Kelder", 61, "Kelder Fell", "River Oswin", 690, 11, "Aldermoor", "a stony river known for sudden floods"),
    ("River Marl", 142, "Brackstone", "Selden Sea", 4310, 64, "Brackenshire", "a reddish river that colours the sea at its mouth"),
    ("River Brack", 97, "Moor of Farrow", "River Marl", 1850, 27, "Brackenshire", "a wooded river with eleven weirs"),
    ("Tolverne Water", 54, "Tolverne Beacon", "River Marl", 610, 9, "Brackenshire", "a short river stained by old copper workings"),
    ("River Lode", 119, "Dunnet Edge", "Selden Sea", 3980, 42, "Dunmarsh", "an embanked river that runs higher than the land beside it"),
    ("River Ousel", 73, "Ashcombe Down", "River Lode", 1240, 14, "Dunmarsh", "a lowland river with hardly any fall"),
    ("Fenny Stour", 46, "Long Lode Mere", "Selden Sea", 720, 8, "Dunmarsh", "a tidal river for most of its length"),
    ("River Carrick", 66, "Carrick Crag", "Selden Sea", 910, 13, "Eastholm", "a chalk stream of even temperature"),
    ("River Wex", 58, "Carrick Crag", "Selden Sea", 780, 10, "Eastholm", "a fast river that once drove thirty mills"),
    ("Ness Burn", 31, "Little Hallin", "Selden Sea", 240, 4, "Eastholm", "a small river that vanishes underground in dry summers"),
    ("River Hexle", 39, "Kelder Fell", "River Arrowel", 410, 6, "Corvale", "a quiet tributary lined with osier beds"),
    ("River Dunnet", 77, "Dunnet Edge", "River Arrowel", 1530, 19, "Corvale", "a winding river with many islands"),
    ("Sule Water", 22, "Sule Head", "Selden Sea", 96, 2, "Skerryside", "the only river of the islands to carry salmon"),
)

# name, area in square kilometres, depth in metres, elevation in metres, region, outflow or "", kind
LAKES = (
    ("Hallin Tarn", 1.8, 64, 712, "Aldermoor", "River Arrowel", "a corrie lake below steep cliffs"),
    ("Lake Orrow", 23.6, 118, 246, "Aldermoor", "River Oswin", "a long ribbon lake"),
    ("Kelderwater", 9.4, 41, 301, "Aldermoor", "River Kelder", "a lake enlarged by a dam"),
    ("Brackmere", 14.2, 27, 158, "Brackenshire", "River Brack", "a wooded lake with nine islands"),
    ("Lake Dunnet", 6.7, 19, 63, "Corvale", "River Dunnet", "a shallow lake of the lowlands"),
    ("Long Lode Mere", 31.5, 4, 1, "Dunmarsh", "Fenny Stour", "a remnant of the undrained fen"),
    ("Carrick Water", 5.1, 36, 122, "Eastholm", "River Carrick", "a spring-fed lake in the chalk"),
    ("Tarvit Loch", 2.9, 52, 38, "Skerryside", "", "a peat-brown lake without an outflow above ground"),
)

# name, height in metres, region, rock, first ascent on record, by whom
MOUNTAINS = (
    ("Great Hallin", 1284, "Aldermoor", "gabbro", 1741, "Lucas Garsdale"),
    ("Orrow Pike", 1196, "Aldermoor", "slate", 1763, "Lucas Garsdale"),
    ("Little Hallin", 1102, "Aldermoor", "gabbro", 1741, "Lucas Garsdale"),
    ("Kelder Fell", 978, "Aldermoor", "slate", 1802, "Philippa Rawdon"),
    ("Brackstone", 861, "Brackenshire", "granite", 1788, "Ansel Trevelder"),
    ("Moor of Farrow", 811, "Aldermoor", "gritstone", 1795, "Philippa Rawdon"),
    ("Dunnet Edge", 743, "Corvale", "limestone", 1709, "Oliver Orme"),
    ("Carrick Crag", 688, "Eastholm", "chalk and flint", 1822, "Hester Larkin"),
    ("Tolverne Beacon", 524, "Brackenshire", "granite", 1688, "Oliver Orme"),
    ("Sule Head", 412, "Skerryside", "gneiss", 1834, "Hester Larkin"),
    ("Ashcombe Down", 361, "Brackenshire", "sandstone", 1702, "Oliver Orme"),
    ("Tarvit Ward", 297, "Skerryside", "gneiss", 1841, "Hester Larkin"),
)

# name, town, river, opened, span in metres, kind, designer
BRIDGES = (
    ("Marlock Bridge", "Marlock", "River Marl", 1837, 164, "stone arch bridge", "Bartholomew Pell"),
    ("Selburne Chain Bridge", "Selburne", "River Arrowel", 1851, 248, "chain bridge", "Bartholomew Pell"),
    ("Hexley Viaduct", "Hexley", "River Arrowel", 1874, 412, "brick viaduct", "Dorothea Stannard"),
    ("Oswin Bridge", "Upper Oswin", "River Oswin", 1622, 38, "packhorse bridge", ""),
    ("Great Lode Swing Bridge", "Great Lode", "River Lode", 1898, 91, "swing bridge", "Dorothea Stannard"),
    ("Wex Footbridge", "Wexmouth", "River Wex", 1939, 73, "suspension footbridge", "Ingrid Mundy"),
)

# name, town, first lit, height in metres, range in sea miles, colour, engineer
LIGHTHOUSES = (
    ("Wexmouth Light", "Wexmouth", 1829, 41, 22, "white", "Josias Thorrold"),
    ("Carrick Light", "Carrick Sound", 1836, 33, 18, "red and white bands", "Josias Thorrold"),
    ("Gannet Skerry Light", "Gannet Voe", 1868, 52, 26, "grey granite", "Erlend Flett"),
    ("North Haaf Light", "North Haaf", 1877, 29, 20, "white", "Erlend Flett"),
    ("Lode Beacon", "Great Lode", 1791, 17, 9, "black", "Josias Thorrold"),
    ("Arrow Point Light", "Arrowmouth", 1858, 37, 19, "white with a green lantern", "Erlend Flett"),
)

# name, from, to, opened, length in kilometres, gauge in millimetres, engineer
RAILWAYS = (
    ("Arrowel Valley Railway", "Selburne", "Thornby", 1869, 121, 1435, "Dorothea Stannard"),
    ("Marl and Brack Line", "Marlock", "Lidstone Bray", 1871, 64, 1435, "Bartholomew Pell"),
    ("Kelder Slate Tramway", "Kelderwick", "Hallinfoot", 1822, 27, 686, "Ansel Trevelder"),
    ("Fen Light Railway", "Great Lode", "Stourquay", 1902, 58, 762, "Ingrid Mundy"),
)
