"""Words for places: descriptions, opening hours, extra tags, and what mappers write about their changes."""

# group of categories: openings, details
DESCRIPTIONS = {
    "food": (
        ("A narrow, friendly room with mismatched chairs", "A family business, now run by the third generation", "Counter service in front and a quiet back room",
         "A bright corner house with large windows", "Small, and often full at weekends", "A long room under old beams"),
        ("known for its soup of the day.", "with a short menu that changes on Thursdays.", "where the owner still greets regulars by name.",
         "with tables in the yard from April to September.", "and a shelf of board games for rainy afternoons.", "popular with walkers coming off the path.",
         "with the best seats by the stove.", "which closes early when the fish runs out."),
    ),
    "sleep": (
        ("Comfortable rooms above a busy street", "A converted warehouse with thick walls", "Plain, clean rooms and a generous breakfast", "A quiet house behind a walled garden",
         "An old coaching inn with uneven floors", "Modern rooms behind a listed front"),
        ("Ask for the back rooms if you sleep lightly.", "The reception closes at 22:00; a code opens the side door.", "Bicycles can be left in the locked shed.",
         "The lift does not reach the top floor.", "Dogs are welcome in the ground-floor rooms.", "There is a small terrace with a view of the roofs."),
    ),
    "culture": (
        ("Three floors of objects given by local families", "A compact collection with good labels in two languages", "A listed building that repays a slow visit",
         "One of the most visited sights of the region", "A volunteer-run house that punches above its weight"),
        ("The guided tour at 14:00 is included in the ticket.", "The last admission is 45 minutes before closing.", "Large bags must be left in the lockers.",
         "The courtyard can be visited without a ticket.", "Photography is allowed without flash.", "Members of the civic trust enter free."),
    ),
    "shop": (
        ("A well-stocked shop on two levels", "A long-established shop with patient staff", "A compact branch that covers the everyday things", "An independent shop that orders almost anything",
         "A corner shop with a wide door and a narrow aisle"),
        ("Deliveries leave before noon.", "The side entrance has no step.", "Card payments from any amount.", "A bench outside is the neighbourhood's meeting point.",
         "Closed on public holidays.", "Returns are handled at the rear counter."),
    ),
    "civic": (
        ("A public building from the brick-and-slate years", "Rebuilt after the flood of 1953", "A low modern building beside a large plane tree", "An old house extended twice",
         "A plain building that is easy to miss"),
        ("Enter from the side street outside office hours.", "Appointments can be made by telephone.", "The foyer has a small display on local history.",
         "Visitors sign in at the desk on the left.", "The clock above the door runs four minutes fast.", "Bicycle stands are in the courtyard."),
    ),
    "outdoor": (
        ("Open ground with old limes and a pond", "A windy spot with a wide view", "A green corner between busy streets", "Lawns, a playground and a drinking fountain", "A quiet place with benches facing west"),
        ("Dogs must be kept on the lead in spring.", "The gates are locked at dusk.", "The path can be muddy after rain.", "There are toilets near the north entrance.",
         "Model boats sail here on Sunday mornings.", "A signboard explains the view."),
    ),
    "transport": (
        ("A busy interchange with covered seating", "A modest building with a ticket machine and a clock", "Well lit and staffed until late", "Rebuilt with wide platforms and ramps"),
        ("Lockers are beside the main entrance.", "Taxis wait on the north side.", "The café kiosk closes after the morning rush.", "Pay by card at the machine; coins are not taken.",
         "Bicycles may be left under the roof for 48 hours."),
    ),
}
GROUPS = {
    "cafe": "food", "restaurant": "food", "pub": "food", "bakery": "shop", "hotel": "sleep", "hostel": "sleep", "museum": "culture", "attraction": "culture", "theatre": "culture",
    "supermarket": "shop", "books": "shop", "bicycle_shop": "shop", "pharmacy": "shop", "bank": "civic", "post_office": "civic", "library": "civic", "school": "civic", "college": "civic",
    "town_hall": "civic", "hospital": "civic", "clinic": "civic", "park": "outdoor", "viewpoint": "outdoor", "pool": "outdoor", "station": "transport", "bus_station": "transport",
    "ferry": "transport", "fuel": "transport", "parking": "transport",
}
HOURS = {
    "cafe": ("Mo-Fr 07:30-17:00; Sa-Su 09:00-16:00", "Tu-Su 09:00-18:00", "Mo-Sa 08:00-17:30", "We-Su 10:00-17:00", "Mo-Su 08:00-18:00"),
    "restaurant": ("Tu-Sa 12:00-14:30, 18:00-22:00", "Mo-Su 11:30-22:00", "We-Su 17:30-23:00", "Mo-Sa 12:00-22:30", "Th-Mo 12:00-21:30"),
    "pub": ("Mo-Su 12:00-23:00", "Mo-Th 16:00-23:00; Fr-Su 12:00-24:00", "Tu-Su 15:00-23:30"),
    "bakery": ("Mo-Sa 06:30-15:00", "Tu-Su 07:00-14:00", "Mo-Fr 06:00-17:00; Sa 06:30-13:00"),
    "hotel": ("24/7", "Mo-Su 07:00-22:00", "Mo-Su 06:30-23:00"),
    "hostel": ("Mo-Su 08:00-21:00", "Mo-Su 15:00-22:00"),
    "museum": ("Tu-Su 10:00-17:00", "We-Mo 09:30-17:30", "Tu-Sa 11:00-18:00; Su 13:00-17:00", "Th-Su 10:00-16:00", "Mo-Su 10:00-18:00"),
    "attraction": ("Mo-Su 09:00-18:00", "Tu-Su 10:00-16:30", "Sa-Su 11:00-17:00", "24/7"),
    "theatre": ("Mo-Sa 14:00-23:00", "We-Su 16:00-23:30", "Mo-Su 13:00-24:00"),
    "supermarket": ("Mo-Sa 07:00-21:00; Su 10:00-16:00", "Mo-Su 08:00-22:00", "Mo-Fr 07:30-20:00; Sa-Su 08:00-18:00"),
    "books": ("Mo-Sa 10:00-18:00", "Tu-Sa 09:30-17:30", "Mo-Sa 09:00-18:30; Su 12:00-16:00"),
    "bicycle_shop": ("Tu-Fr 09:00-18:00; Sa 09:00-15:00", "Mo-Sa 09:30-17:30"),
    "pharmacy": ("Mo-Fr 08:30-18:30; Sa 09:00-13:00", "Mo-Sa 09:00-19:00", "Mo-Su 08:00-20:00", "Mo-Fr 09:00-17:30"),
    "bank": ("Mo-Fr 09:30-16:30", "Mo-Fr 09:00-16:00; Sa 09:30-12:30"),
    "post_office": ("Mo-Fr 09:00-17:30; Sa 09:00-12:30", "Mo-Fr 08:30-17:00"),
    "library": ("Mo-Fr 09:00-19:00; Sa 10:00-16:00", "Tu-Sa 10:00-18:00", "Mo, We, Fr 13:00-18:00"),
    "school": ("Mo-Fr 08:00-16:00",), "college": ("Mo-Fr 08:00-20:00",), "town_hall": ("Mo-Th 09:00-16:30; Fr 09:00-13:00", "Mo-Fr 08:30-15:30"),
    "hospital": ("24/7",), "clinic": ("Mo-Fr 08:00-18:00", "Mo-Fr 08:30-12:30, 14:00-17:30"), "park": ("Mo-Su 06:00-21:00", "24/7", "Mo-Su 07:00-dusk"),
    "pool": ("Mo-Fr 06:30-21:00; Sa-Su 08:00-18:00", "Tu-Su 10:00-19:00"), "viewpoint": ("24/7",), "station": ("Mo-Su 05:00-24:00", "Mo-Su 05:30-23:00"),
    "bus_station": ("Mo-Su 05:30-23:30",), "ferry": ("Mo-Su 06:30-20:30",), "fuel": ("24/7", "Mo-Su 06:00-22:00"), "parking": ("24/7", "Mo-Sa 07:00-22:00"),
}
EXTRA_TAGS = {
    "food": (("cuisine", ("regional", "seafood", "coffee and cake", "vegetarian", "noodles", "pizza", "tapas", "pies")), ("outdoor_seating", ("yes", "no")),
             ("internet_access", ("wlan", "no")), ("diet:vegan", ("yes", "no", "only"))),
    "sleep": (("stars", ("2", "3", "4")), ("rooms", ("9", "14", "22", "31", "48", "75")), ("internet_access", ("wlan",)), ("breakfast", ("included", "extra charge"))),
    "culture": (("fee", ("yes", "no")), ("charge", ("4.50", "6.00", "8.50", "11.00")), ("audio_guide", ("yes", "no")), ("start_date", ("1694", "1788", "1821", "1866", "1909", "1954"))),
    "shop": (("payment:cards", ("yes",)), ("operator", ("independent", "Merrowdale Retail Society", "family business")), ("self_checkout", ("yes", "no"))),
    "civic": (("operator", ("Merrowdale County", "Alderhaven City Council", "civic trust")), ("building:levels", ("1", "2", "3", "4")), ("start_date", ("1871", "1904", "1956", "1988", "2009"))),
    "outdoor": (("access", ("yes",)), ("dog", ("leashed", "yes", "no")), ("lit", ("yes", "no")), ("drinking_water", ("yes", "no"))),
    "transport": (("covered", ("yes", "no")), ("capacity", ("24", "40", "65", "120", "310")), ("toilets", ("yes", "no")), ("lit", ("yes",))),
}
WHEELCHAIR = {"yes": "Yes", "limited": "Limited", "no": "No"}

EDITORS = ("Wayfinder web editor", "Wayfinder web editor", "Pocket Surveyor 4", "Plumbline 2.8")
MAPPERS = (
    ("tallowpath", "Greta Tallow", "Maps every drinking fountain between the sea and the moor."), ("isobar_ned", "Ned Farrow", "Retired surveyor. Contours, mostly."),
    ("ferrywoman", "Una Castle", "Commutes over the estuary and corrects timetables."), ("hedgerow", "Piet Hallam", "Footpaths, stiles and gates."),
    ("m_ashdown", "Mira Ashdown", "Shops and opening hours of the city."), ("quoin", "Desmond Lark", "Old buildings and what became of them."),
    ("sallow_cyclist", "Ines Marlow", "If it has a kerb, I have measured it."), ("lampwick", "Rufus Bligh", "Lanternfield born and mapping."),
    ("northgate_nan", "Nan Pickering", "Accessibility surveys with my grandson."), ("dunewalker", "Sjoerd Elm", "The coast from Osterby to Pellsea."),
    ("brindle_b", "Beatrix Orme", "Brindleford market days and everything around them."), ("statio", "Kwame Dovey", "Railways, platforms, and the ramps that are missing."),
    ("merrow_import", "Merrowdale County GIS", "Imports of county data. Write to us before you revert."),
)
COMMENTS = {
    "import": ("Import of county address data, {town}", "Second batch of surveyed places in {town}", "Places from the open register, {town}"),
    "hours": ("New opening hours after a visit in {town}", "Winter opening hours, seen on the doors in {town}", "Opening hours from photographs, {town}", "Hours changed since the new owner took over, {town}"),
    "phone": ("Telephone numbers corrected in {town}", "New telephone exchange in {town}, numbers updated", "Phone numbers from shop windows, {town}"),
    "wheelchair": ("Wheelchair survey, {town}", "Ramps and steps checked in {town}", "Accessibility walk with the county group, {town}"),
    "website": ("Websites checked, dead links replaced, {town}", "Website addresses from the trade register, {town}"),
}
