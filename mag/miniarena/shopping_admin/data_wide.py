"""Words for the further tasks of the administration: amounts, reasons, messages, numbers."""

CHANGES = (  # what people say, amount as they write it, in cents or in per cent
    ("Increase", "$2.50", 250),
    ("Reduce", "$1", -100),
    ("Increase", "10%", 10),
    ("Reduce", "20%", -20),
    ("Increase", "$4", 400),
    ("Reduce", "5%", -5),
    ("Reduce", "$3.20", -320),
    ("Increase", "25%", 25),
)
REASONS = (
    "the photos show the wrong model",
    "the last delivery was damaged",
    "we are waiting for a new certificate",
    "its successor arrives next week",
    "two customers have reported sharp edges",
    "the warehouse is counting it",
)
MESSAGES = (
    "your parcel leaves our warehouse tomorrow",
    "the second item follows in a separate box",
    "we have changed the carrier at no extra cost",
    "please call us about the color you chose",
    "thank you for your patience, it is packed now",
    "the invoice will come by post",
    "we had to replace the box",
    "your size is in stock again",
    "a colleague will write to you on Monday",
    "the gift card is inside the parcel",
    "we have noted your new phone number",
    "delivery is possible on Saturday as well",
)
CARRIERS = ("Redwood Parcel", "Blue Heron Express", "United States Postal Service")
PARCELS = tuple(f"{2203 + 1717 * place}{5501 + 389 * place}" for place in range(18))
PHONES = tuple(f"{area}-555-{2104 + 317 * place}" for place, area in enumerate(("503", "206", "608", "414") * 3))
TITLES = ("{page}, Spring 2026", "Everything on {page}", "{page} at a Glance")
