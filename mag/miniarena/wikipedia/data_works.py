"""Caldrey's people and what they made: institutions, instruments, ships, plants that were described."""

# name, town, founded, students, colours, strength
INSTITUTIONS = (
    ("University of Selburne", "Selburne", 1571, 21400, "dark blue and silver", "law, letters and botany"),
    ("Thornby College", "Thornby", 1689, 5300, "green and brass", "mechanics and horology"),
    ("Marlock Institute", "Marlock", 1824, 8900, "red and white", "engineering and paper chemistry"),
    ("Eastholm School of Navigation", "Wexmouth", 1743, 1650, "navy and gold", "navigation and hydrography"),
    ("Skerrow Marine Station", "Skerrow", 1891, 240, "grey and sea green", "marine biology"),
)

# name, born, birthplace, died or "", profession, institution, what the person is known for, he or she
PEOPLE = (
    ("Lucas Garsdale", "14 March 1704", "Hallinfoot", "2 November 1779", "surveyor", "Thornby College", "the first measured map of [[Aldermoor]]", "he"),
    ("Philippa Rawdon", "9 June 1768", "Kelderwick", "21 January 1841", "geologist", "Thornby College", "the first section through the slate of [[Kelder Fell]]", "she"),
    ("Oliver Orme", "30 September 1659", "Dunnet Priory", "17 April 1731", "antiquary", "University of Selburne", "the ''Survey of Hills and Springs''", "he"),
    ("Hester Larkin", "5 February 1796", "Nessing", "11 August 1870", "surveyor", "Eastholm School of Navigation", "the triangulation of the eastern coast", "she"),
    ("Ansel Trevelder", "22 October 1751", "Marlock", "3 May 1829", "mining engineer", "University of Selburne", "deep drainage of the [[Penhallam]] copper mines", "he"),
    ("Bartholomew Pell", "1 December 1798", "Lidstone Bray", "28 July 1876", "engineer", "Marlock Institute", "the [[Selburne Chain Bridge]]", "he"),
    ("Dorothea Stannard", "17 May 1840", "Arrowmouth", "6 March 1919", "engineer", "Marlock Institute", "the [[Hexley Viaduct]]", "she"),
    ("Josias Thorrold", "8 April 1762", "Carrick Sound", "19 September 1850", "engineer", "Eastholm School of Navigation", "the first lighthouses of [[Eastholm]]", "he"),
    ("Erlend Flett", "26 January 1822", "Gannet Voe", "30 December 1895", "engineer", "Eastholm School of Navigation", "the [[Gannet Skerry Light]]", "he"),
    ("Ingrid Mundy", "12 July 1868", "Stourquay", "24 October 1958", "engineer", "Marlock Institute", "light railways in the fen", "she"),
    ("Susanna Weald", "3 August 1731", "Wickenford", "15 June 1802", "botanist", "University of Selburne", "the ''Flora of the Arrowel''", "she"),
    ("Gideon Leake", "20 February 1809", "Saltby Fen", "9 October 1884", "botanist", "University of Selburne", "the plants of the salt marsh", "he"),
    ("Matilda Brearley", "11 November 1855", "Upper Oswin", "4 April 1938", "botanist", "University of Selburne", "moss gardens and moorland ecology", "she"),
    ("Cornelius Fenn", "27 March 1778", "Great Lode", "13 January 1851", "botanist", "University of Selburne", "the drainage of fens and its effect on plants", "he"),
    ("Rosamund Pellow", "6 September 1882", "Penhallam", "18 May 1967", "botanist", "Marlock Institute", "plants that grow on copper spoil", "she"),
    ("Halvar Rendall", "14 December 1890", "Skerrow", "2 July 1974", "marine biologist", "Skerrow Marine Station", "the life cycle of the herring", "he"),
    ("Isaac Ellingham", "4 October 1688", "Thornby", "23 February 1757", "clockmaker", "Thornby College", "the [[Thornby orrery]]", "he"),
    ("Judith Askrigg", "19 July 1745", "Farrowmoor", "8 December 1816", "instrument maker", "Thornby College", "the [[Askrigg barometer]]", "she"),
    ("Silas Hexham", "2 May 1813", "Hexley", "16 November 1889", "printer", "Thornby College", "the [[Hexham type caster]]", "he"),
    ("Amabel Carlow", "25 August 1827", "Tolverne Cross", "10 March 1903", "instrument maker", "Marlock Institute", "the [[Carlow salinometer]]", "she"),
    ("Nathaniel Snow", "16 January 1719", "Fallowby", "29 June 1790", "instrument maker", "Eastholm School of Navigation", "the [[Snow octant]]", "he"),
    ("Edith Applegarth", "7 November 1904", "Wickenford", "1 September 1992", "physicist", "University of Selburne", "the [[Applegarth rain recorder]]", "she"),
    ("Tobias Gedney", "13 June 1675", "Ousel Bank", "26 March 1748", "composer", "University of Selburne", "forty suites for [[Marsh pipe|marsh pipe]]", "he"),
    ("Lavinia Orme", "28 April 1861", "Dunnet Priory", "12 February 1944", "composer", "University of Selburne", "the opera ''The Ferryman''", "she"),
    ("Elspeth Harcus", "10 October 1838", "Tarvit", "5 August 1917", "captain", "Eastholm School of Navigation", "two voyages to the southern ice", "she"),
    ("Roderick Penhallow", "31 May 1801", "Wexmouth", "14 September 1863", "captain", "Eastholm School of Navigation", "the circumnavigation in the ''Patient Heron''", "he"),
    ("Barnaby Linklater", "18 March 1872", "Sule Bay", "7 January 1929", "captain", "Eastholm School of Navigation", "the rescue of the crew of the ''Gannet''", "he"),
    ("Winifred Mundy", "21 December 1834", "Stourquay", "3 June 1911", "shipbuilder", "Eastholm School of Navigation", "fast wooden schooners", "she"),
    ("Thaddeus Voss", "15 July 1770", "Selburne", "20 October 1846", "astronomer", "University of Selburne", "the ''Selburne Star List''", "he"),
    ("Clemency Bright", "24 September 1848", "Hexley", "11 May 1926", "astronomer", "University of Selburne", "two comets and a map of the Moon", "she"),
)

# name, kind, maker, year, town, purpose, material, where it is kept
INSTRUMENTS = (
    ("Thornby orrery", "astronomical model", "Isaac Ellingham", 1733, "Thornby", "to show the motions of the planets", "brass and pear wood", "Thornby College"),
    ("Askrigg barometer", "weather instrument", "Judith Askrigg", 1779, "Thornby", "to foretell storms on the moor", "mercury in a walnut case", "Thornby College"),
    ("Hexham type caster", "printing machine", "Silas Hexham", 1852, "Hexley", "to cast single letters of type", "cast iron", "Marlock Institute"),
    ("Carlow salinometer", "chemical instrument", "Amabel Carlow", 1866, "Marlock", "to measure the salt in brine", "glass and silver", "Skerrow Marine Station"),
    ("Snow octant", "navigational instrument", "Nathaniel Snow", 1754, "Wexmouth", "to take the height of the sun at sea", "ebony and ivory", "Eastholm School of Navigation"),
    ("Applegarth rain recorder", "weather instrument", "Edith Applegarth", 1937, "Selburne", "to record rainfall minute by minute", "aluminium and paper tape", "University of Selburne"),
    ("Marsh pipe", "wind instrument", "", 1540, "Saltby Fen", "to be played at sluice fairs", "reed and elder wood", "University of Selburne"),
    ("Kelder fiddle", "string instrument", "", 1690, "Kelderwick", "to lead the dance at shearings", "sycamore and slate", "Thornby College"),
    ("Oswin clavier", "keyboard instrument", "Isaac Ellingham", 1741, "Upper Oswin", "to accompany singers in small rooms", "lime wood and wire", "University of Selburne"),
    ("Lode gauge", "surveying instrument", "Cornelius Fenn", 1819, "Great Lode", "to read the water level from a distance", "oak and copper", "Marlock Institute"),
    ("Garsdale chain", "surveying instrument", "Lucas Garsdale", 1738, "Hallinfoot", "to measure distances over rough ground", "wrought iron", "Thornby College"),
    ("Voss transit", "astronomical instrument", "Thaddeus Voss", 1808, "Selburne", "to time the passage of stars", "brass on a granite pier", "University of Selburne"),
    ("Tide engine of Skerrow", "calculating machine", "Halvar Rendall", 1924, "Skerrow", "to predict the tides of ninety harbours", "steel and bronze", "Skerrow Marine Station"),
    ("Flett lantern", "optical instrument", "Erlend Flett", 1865, "Gannet Voe", "to turn a lamp by falling weights", "glass prisms in gunmetal", "Eastholm School of Navigation"),
)

# name, type, built at, launched, length in metres, tonnage, captain or "", home port, fate
SHIPS = (
    ("Patient Heron", "barque", "Stourquay", 1831, 38.4, 412, "Roderick Penhallow", "Wexmouth", "hulked in 1869"),
    ("Grey Sister", "schooner", "Stourquay", 1859, 31.2, 188, "", "Skerrow", "wrecked off North Haaf in 1883"),
    ("Morning of Selburne", "paddle steamer", "Arrowmouth", 1847, 52.6, 640, "", "Arrowmouth", "scrapped in 1881"),
    ("Lady of the Lode", "steam dredger", "Marlock", 1896, 44.0, 530, "", "Great Lode", "preserved as a museum ship"),
    ("Southern Candle", "barquentine", "Wexmouth", 1872, 46.9, 508, "Elspeth Harcus", "Wexmouth", "lost in the ice in 1891"),
    ("Second Thought", "schooner", "Stourquay", 1866, 33.7, 214, "Elspeth Harcus", "Tarvit", "sold abroad in 1902"),
    ("Gannet", "fishing smack", "Carrick Sound", 1888, 19.8, 54, "", "Gannet Voe", "wrecked on Gannet Skerry in 1907"),
    ("Barnacle Rose", "lifeboat", "Wexmouth", 1899, 11.6, 9, "Barnaby Linklater", "Sule Bay", "preserved ashore"),
    ("Wex Ferry No. 3", "motor ferry", "Wexmouth", 1934, 28.5, 143, "", "Wexmouth", "retired in 1971"),
    ("Countess of Corvale", "paddle steamer", "Arrowmouth", 1868, 61.3, 892, "", "Selburne", "burned at her moorings in 1894"),
    ("Halcyon", "brig", "Marlock", 1804, 27.9, 236, "", "Marlock", "captured in 1811"),
    ("Old Certainty", "barge", "Great Lode", 1813, 24.1, 96, "", "Great Lode", "afloat as a houseboat"),
    ("Curlew", "survey ship", "Wexmouth", 1826, 34.5, 307, "Roderick Penhallow", "Wexmouth", "broken up in 1858"),
    ("Winifred", "schooner", "Stourquay", 1874, 36.8, 251, "", "Stourquay", "preserved as a museum ship"),
    ("Rendall", "research vessel", "Wexmouth", 1958, 41.7, 466, "", "Skerrow", "retired in 1994"),
    ("Salt Wind", "coaster", "Marlock", 1911, 48.2, 577, "Barnaby Linklater", "Saltby Fen", "sunk by a drifting mine in 1917"),
)

# name, scientific name, family, described by, year, height in centimetres, habitat, flowers, flowering months, region, use
PLANTS = (
    ("Marsh heliotrope", "Heliotropium lodense", "borage family", "Gideon Leake", 1836, 45, "brackish ditches", "pale violet", "June to August", "Dunmarsh", "a scented tea"),
    ("Arrowel lily", "Lilium arrowelense", "lily family", "Susanna Weald", 1764, 110, "river meadows", "deep orange", "July", "Corvale", "garland making"),
    ("Copper sedge", "Carex cuprea", "sedge family", "Rosamund Pellow", 1921, 30, "mine spoil", "rust brown", "May to June", "Brackenshire", "finding ore"),
    ("Hallin saxifrage", "Saxifraga hallinensis", "saxifrage family", "Matilda Brearley", 1889, 8, "wet cliffs", "white with red dots", "May", "Aldermoor", "rock gardens"),
    ("Fen bellwort", "Campanula paludosa", "bellflower family", "Cornelius Fenn", 1811, 60, "reed beds", "sky blue", "July to September", "Dunmarsh", "a blue dye"),
    ("Skerry thrift", "Armeria skerrica", "leadwort family", "Gideon Leake", 1847, 15, "sea cliffs", "rose pink", "April to July", "Skerryside", "binding thin soil"),
    ("Weald's clover", "Trifolium wealdii", "pea family", "Cornelius Fenn", 1804, 25, "dry pastures", "cream", "June", "Corvale", "hay"),
    ("Orrow fern", "Dryopteris orroensis", "wood fern family", "Matilda Brearley", 1894, 90, "shaded gullies", "none", "", "Aldermoor", "bedding for sheep"),
    ("Salt aster", "Aster salinus", "daisy family", "Gideon Leake", 1829, 55, "salt marshes", "lilac with a yellow eye", "August to October", "Dunmarsh", "late honey"),
    ("Chalk gentian", "Gentiana cretacea", "gentian family", "Susanna Weald", 1771, 20, "chalk grassland", "dark blue", "August", "Eastholm", "a bitter cordial"),
    ("Moor cloudberry", "Rubus farrowi", "rose family", "Matilda Brearley", 1901, 18, "blanket bog", "white", "June", "Aldermoor", "preserves"),
    ("Tolverne willow", "Salix tolvernensis", "willow family", "Rosamund Pellow", 1913, 320, "shingle banks", "yellow catkins", "March", "Brackenshire", "basket rods"),
    ("Eastholm sea kale", "Crambe holmensis", "cabbage family", "Susanna Weald", 1758, 75, "shingle beaches", "white", "May to July", "Eastholm", "a spring vegetable"),
    ("Lode water soldier", "Stratiotes lodensis", "frogbit family", "Cornelius Fenn", 1817, 40, "slow ditches", "white", "June", "Dunmarsh", "manure"),
    ("Brack hellebore", "Helleborus brackensis", "buttercup family", "Rosamund Pellow", 1928, 35, "oak woods", "green edged with purple", "February to March", "Brackenshire", "winter gardens"),
    ("Skerrow dulse", "Palmaria skerrowensis", "dulse family", "Halvar Rendall", 1931, 50, "tidal rocks", "none", "", "Skerryside", "a salted snack"),
    ("Hexle osier", "Salix hexlensis", "willow family", "Susanna Weald", 1769, 450, "river banks", "grey catkins", "March to April", "Corvale", "basket rods"),
    ("Nessing poppy", "Papaver nessingense", "poppy family", "Gideon Leake", 1851, 50, "chalk fields", "scarlet", "June to July", "Eastholm", "seed for bread"),
    ("Kelder parsley fern", "Cryptogramma kelderi", "brake family", "Matilda Brearley", 1892, 22, "slate screes", "none", "", "Aldermoor", "rock gardens"),
    ("Dunnet orchid", "Orchis dunnetiana", "orchid family", "Susanna Weald", 1775, 40, "limestone pastures", "magenta", "May to June", "Corvale", "none on record"),
)
