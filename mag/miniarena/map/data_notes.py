"""What visitors report on the map, how mappers answer, and the account's lists."""

# report ({place} stands for the place it is about), label of the place, open or resolved
NOTES = (
    ("The steps down to {place} are closed because the handrail was torn off in the February storm. Use the ramp on the other side.", "Quayside Ferry Landing, Old Quay, Alderhaven", "open"),
    ("Old Bridge next to {place} will be shut to cyclists in the evenings because the cobbles are being relaid.", "Old Bridge Gatehouse, Old Quay, Alderhaven", "open"),
    ("{place} is closed until Easter because of a burst water main under the yard.", "Madder & Cream, Tannery Side, Alderhaven", "open"),
    ("The entrance of {place} has moved to the side street while the front is rebuilt.", "Alderhaven Central Library, Old Quay, Alderhaven", "open"),
    ("{place} no longer opens on Mondays because they cannot find a second baker.", "Crumb & Quarry, Northgate, Alderhaven", "open"),
    ("The path to {place} is flooded at high tide. Please add a warning.", "Gull Farm Bird Hide, Gull Farm", "open"),
    ("House number of {place} is wrong, the sign says something else.", "Second Impression, Millbank, Alderhaven", "open"),
    ("There is a new ramp at {place}, wheelchairs can get in now.", "Lantern Cinema, Lanternfield, Alderhaven", "open"),
    ("{place} is fenced off because a lime tree fell across the playground.", "Minster Green, Old Quay, Alderhaven", "open"),
    ("The charging points at {place} do not work any more.", "Kingsway Charging Hub, Fernhill, Alderhaven", "open"),
    ("I think {place} has closed down, the windows are papered over.", "Vine & Rowan, Fernhill, Alderhaven", "open"),
    ("The barrier at {place} takes cards only. The coin slot has been removed.", "Guildhall Car Park, Old Quay, Alderhaven", "open"),
    ("Phone number of {place} rings at a private house!", "Wool Street Surgery, Brindleford", "open"),
    ("{place} has a second door on the lake side that is missing here.", "The Boathouse Café, Hallowmere", "open"),
    ("The tower of {place} cannot be climbed this season because falcons are nesting in the belfry.", "Quenby Campanile, Quenby", "open"),
    ("{place} moved two doors down.", "Sandpiper Books, Osterby", "open"),
    ("The lamp room of {place} is closed to visitors because the lens is away for repair.", "Beacon Head Lighthouse, Osterby", "open"),
    ("Buses do not stop at {place} on Sundays any more.", "Osterby Promenade Buses, Osterby", "open"),
    ("The footpath sign near {place} points into a field.", "Carrow Stone Circle, Carrow", "open"),
    ("{place} is missing its back entrance on Cable Street.", "The Cork & Cable, Pellsea", "open"),
    ("The sails of {place} have been taken down because of dry rot in the cap.", "Pellsea Windmill, Pellsea", "open"),
    ("The bench at {place} is gone.", "Ludd's Gate Lookout, Ludd's Gate", "open"),
    ("Is {place} open to the public at all? The gate was locked twice.", "Scholars' Garden, Quenby", "open"),
    ("Parcel counter of {place} has been moved to the back of the shop.", "Thornwick Post Office, Thornwick", "open"),
    ("{place} has new opening hours on the door, I could not read them from the bus.", "Spoke & Gear, Brindleford", "open"),
    ("The ford next to {place} is deeper than the map says.", "Ford Stones, Brindleford", "resolved"),
    ("{place} is spelled wrong, there is an apostrophe.", "Netmakers' Museum, Pellsea", "resolved"),
    ("Please add the ticket office of {place}.", "Alderhaven South, Tannery Side, Alderhaven", "resolved"),
    ("{place} now has an audio guide.", "Merrowdale Textile Museum, Millbank, Alderhaven", "resolved"),
    ("The lift at {place} is out of order for a week.", "Alderhaven Central, Old Quay, Alderhaven", "resolved"),
    ("{place} is shown on the wrong side of the road.", "Corner Basket, Thornwick", "resolved"),
    ("One-way sign outside {place} was turned round after the roadworks.", "Hatter Street Bakery, Brindleford", "resolved"),
    ("The website of {place} leads to an advertisement.", "Hotel Meridian, Lanternfield, Alderhaven", "resolved"),
    ("{place} takes dogs again.", "The Plough at Larkfield, Larkfield", "resolved"),
    ("Market stalls block the way to {place} on Wednesdays.", "Brindleford Town Hall, Brindleford", "resolved"),
    ("The pier is longer than drawn at {place}.", "Osterby Pier, Osterby", "resolved"),
    ("Please remove the old sorting office behind {place}.", "Pellsea Post Office, Pellsea", "resolved"),
    ("{place} has a drinking fountain by the south gate.", "Fernhill Park, Fernhill, Alderhaven", "resolved"),
    ("Steps without a handrail at {place}, not suitable for prams.", "Saint Osric's Minster, Northgate, Alderhaven", "resolved"),
    ("The hostel next to {place} has closed.", "Weir Street Hostel, Millbank, Alderhaven", "resolved"),
    ("A path is missing between {place} and the lane.", "Whin Hill Maze, Whin Hill", "resolved"),
    ("Wrong postcode at {place}.", "College Library, Quenby", "resolved"),
)
# label of the place of a note that gives a reason: the question, the reason, other phrasings
REASONS = {
    "Quayside Ferry Landing, Old Quay, Alderhaven": ("why are the steps closed", "The handrail was torn off in the February storm", "handrail torn off", "handrail storm"),
    "Madder & Cream, Tannery Side, Alderhaven": ("why is it closed until Easter", "A burst water main under the yard", "water main burst", "burst water pipe"),
    "Minster Green, Old Quay, Alderhaven": ("why is it fenced off", "A lime tree fell across the playground", "lime tree fell", "fallen lime tree", "tree fell playground"),
    "Quenby Campanile, Quenby": ("why can the tower not be climbed this season", "Falcons are nesting in the belfry", "falcons nesting", "falcons nest"),
    "Beacon Head Lighthouse, Osterby": ("why is the lamp room closed to visitors", "The lens is away for repair", "lens repair", "lens repaired"),
    "Pellsea Windmill, Pellsea": ("why have the sails been taken down", "Dry rot in the cap", "dry rot"),
}
REPLIES = (
    "I pass there on Thursday and will have a look.", "Seen it too, this is right.", "Could you say which side of the street you mean?", "The owner confirmed it on the telephone.",
    "Still the same today.", "I have asked the council, no answer yet.", "Photograph taken, will map it at home.", "Not sure this is permanent, let us wait a week.",
    "Thank you for the report!", "The sign was changed back last month.",
)
CLOSINGS = ("Mapped, thank you.", "Checked on the spot and corrected.", "This has been repaired in the meantime.", "Done with the last survey.", "Corrected from the county register.")

LISTS = (
    ("Weekend walks", "Places to start or end a long walk", (
        ("Carrow Stone Circle, Carrow", "Boots needed after rain"), ("Gull Farm Bird Hide, Gull Farm", "Bring the binoculars"), ("Dapple Hill Top, Dapple Hill", ""),
        ("Hallowmere Abbey Ruins, Hallowmere", "Picnic on the wall"), ("Upper Brind Weir View, Upper Brind", "Best in March"))),
    ("Rainy days", "Dry, warm and worth a ticket", (
        ("Merrow Maritime Museum, Old Quay, Alderhaven", "Ship models on the second floor"), ("Lantern Cinema, Lanternfield, Alderhaven", ""), ("Inkwell Print Museum, Quenby", "Demonstrations on Saturdays"),
        ("Northgate Baths, Northgate, Alderhaven", ""))),
    ("Coffee to try", "Recommended by colleagues", (
        ("The Slow Anchor, Old Quay, Alderhaven", "Ask for the window seat"), ("Brass Lantern Café, Lanternfield, Alderhaven", ""), ("Footnote Coffee, Quenby", "Near the library"),
        ("Salt & Saucer, Osterby", "Lemon cake"), ("Heron & Spoon, Hallowmere", ""), ("Oak Gall Coffee, Tannery Side, Alderhaven", "Closed on Mondays?"))),
    ("Visitors in June", "Aunt Pauline and the twins", (
        ("Rowan House Hotel, Fernhill, Alderhaven", "Two rooms from the 12th"), ("Whin Hill Maze, Whin Hill", "The twins will love this"), ("Osterby Pier, Osterby", ""))),
    ("Errands", "", (
        ("Freewheel Merrow, Tannery Side, Alderhaven", "Rear wheel"), ("Fernhill Post Office, Fernhill, Alderhaven", "Parcel for Nils"), ("Merrow Savings Bank, Fernhill, Alderhaven", ""),
        ("Hollyhock Chemist, Fernhill, Alderhaven", ""))),
    ("Old winter list", "Can probably go", (("Quenby Sports Centre, Quenby", ""), ("Scholars' Screen, Quenby", "Matinee"))),
)
HOME = "Rowan Road, Fernhill, Alderhaven"
BIO = "Walks first, maps afterwards. Mostly Fernhill and the south bank."
