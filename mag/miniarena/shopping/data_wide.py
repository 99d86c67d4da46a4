"""Words for the further tasks of the shop: notes, addresses, reviews."""

NOTES = (
    "for the guest room",
    "ask Jonah whether it fits",
    "wait for the sale",
    "second choice for the wedding",
    "same as the neighbours have",
    "measure the shelf first",
    "birthday of Aunt Ines",
    "only if it comes before June",
)
ADDRESSES = (
    ("14 Lantern Street", "Duluth", "Minnesota", "55802", "218-555-0113"),
    ("66 Orchard Way", "Hudson", "New York", "12534", "518-555-0176"),
    ("5 Tanner Court", "Bend", "Oregon", "97701", "541-555-0158"),
    ("220 Wharf Road", "Camden", "Maine", "04843", "207-555-0139"),
    ("31 Mill Pond Lane", "Boone", "North Carolina", "28607", "828-555-0182"),
    ("9 Cooper Square", "Holland", "Michigan", "49423", "616-555-0125"),
)
REVIEWS = (
    ("Better than expected", "It looks exactly like the picture and feels solid."),
    ("Does what it should", "Nothing special, but it has not let me down yet."),
    ("A gift that was kept", "My sister uses it every day and asked where I found it."),
    ("Not for us", "It is well made, only far too large for our flat."),
    ("Bought a second one", "The first one is two years old and still in good shape."),
    ("Slow to arrive", "It took three weeks, and the box was open at one side."),
)
PHONES = ("330-555-0211", "802-555-0234", "608-555-0258", "231-555-0269")
STREETS = ("12 Bramble Row", "405 Station Road", "77 Lower Meadow", "3 Chapel Hill")
POSTCODES = ("44311", "05302", "53711", "49685")
