"""Departments and the sentences product descriptions are composed of."""

from mag.miniarena.shopping import data_catalogue_a as first
from mag.miniarena.shopping import data_catalogue_b as second

# name, address, two-letter code for SKUs, kind of reviews, subcategories with their products, line under the heading
DEPARTMENTS = [
    ("Kitchen & Dining", "kitchen-dining", "KD", "home", first.KITCHEN, "Pans that last, plates that forgive, and a kettle worth waking up for."),
    ("Pantry", "pantry", "PA", "food", first.PANTRY, "Small makers, short ingredient lists and tins you will want to keep."),
    ("Bedding & Textiles", "bedding-textiles", "BT", "cloth", first.BEDDING, "Wool, linen and cotton from mills that still know the farmers."),
    ("Clothing", "clothing", "CL", "wear", first.CLOTHING, "Plain clothes, well made, in colors that go on working together."),
    ("Home & Lighting", "home-lighting", "HL", "home", second.HOME, "Warm light, honest materials and somewhere to put everything."),
    ("Garden & Outdoor", "garden-outdoor", "GO", "home", second.GARDEN, "Tools with ash handles, pots that survive frost, guests with wings."),
    ("Craft & Stationery", "craft-stationery", "CS", "craft", second.CRAFT, "For people who would rather make it, mend it or write it down."),
    ("Tech & Gadgets", "tech-gadgets", "TG", "tech", second.TECH, "A small, stubborn selection of things with plugs."),
]

OPENINGS = {
    "home": ["The {name} has been in our range since the first catalog.", "We tried eleven before settling on the {name}.",
             "A quiet piece of equipment that earns its shelf.", "Made in short runs by a workshop of nine people.",
             "The {name} is one of those things that gets lent to neighbors.", "Simple to look at and hard to improve on.",
             "Our buyers keep one of these at home.", "Sturdy, repairable and pleasant to handle."],
    "food": ["A store cupboard favorite from a family kitchen.", "Made by the batch, so labels may differ slightly.",
             "The {name} is the jar most often reordered by our customers.", "Nothing in it that you would not have at home.",
             "One of the first things we ever sold.", "Best opened in company.", "Tasted blind against seven others, and chosen twice."],
    "cloth": ["Woven in a mill that has run since 1887.", "The {name} gets softer each time it is washed.",
              "Thick where it should be and light where it can be.", "Dyed in small lots, so expect a slight variation in color.",
              "Something to inherit rather than replace.", "A generous size, hemmed to last.", "Washed before it reaches you, so it will not shrink."],
    "wear": ["Cut on the roomy side; take your usual size.", "The {name} looks better in its third winter than in its first.",
             "Made in a small workshop and mended there too, free for ten years.", "A plain garment with all the effort in the seams.",
             "Our best seller among people who hate shopping.", "Easy to wear, easy to wash, easy to forget you have it on."],
    "craft": ["The {name} was suggested by our Tuesday sewing circle.", "Pleasant to hold, which matters by the fourth hour.",
              "Good materials make patient people.", "A present for someone who already has everything half finished.",
              "Chosen by the two of us who teach the weekend classes.", "For beginners and for those who should know better."],
    "tech": ["We sell few electrical things and test each for a month.", "The {name} does one job and does not ask for an account.",
             "Spare parts are kept for eight years.", "No app needed, no newsletter, no blinking lights.",
             "Set up in the time it takes to boil water.", "The instructions fit on one card."],
}

USES = {
    "home": ["It suits a busy household and cleans up in a minute.", "Use it daily; it was built for that.", "It arrives flat packed in plain cardboard.",
             "A wipe with a damp cloth is all the care it needs.", "It makes a good wedding present and a better one to yourself.", "Small marks are part of the finish and not a fault."],
    "food": ["Keep it somewhere cool and dark.", "Once opened, it is at its best for six weeks.", "It travels well and makes an easy gift.",
             "Try it with a sharp cheese.", "Suitable for vegetarians.", "The jar goes back into the kitchen when it is empty."],
    "cloth": ["Wash it at 30 degrees and dry it flat.", "It may be tumbled on low heat.", "Shake it out and it hardly needs an iron.",
              "It comes folded in a cotton bag.", "Colors are fixed with a low impact dye.", "Made to the dimensions in the table below, give or take a finger."],
    "wear": ["Hand wash or use the wool program.", "Turn it inside out before washing.", "Spare buttons are sewn into the side seam.",
             "Our models wear a medium.", "Fold it; a hanger will pull the shoulders.", "If it does not fit, the return is on us."],
    "craft": ["A pattern card is included.", "It is packed without plastic.", "Stocks vary with the season, so buy enough for the project.",
              "Wash finished pieces by hand.", "It also fits in a coat pocket.", "Ask in the shop for a swatch."],
    "tech": ["A cotton pouch and a short cable are in the box.", "The battery can be replaced with one screwdriver.", "It is guaranteed for two years.",
             "It runs on mains voltage from 100 to 240 V.", "A printed manual comes in five languages.", "Firmware is updated by cable, once, if ever."],
}

ORIGINS = ["Portugal", "England", "Scotland", "Wales", "Lithuania", "Sweden", "Denmark", "Italy", "Vermont, USA", "Oregon, USA", "Japan", "Ireland"]
WARRANTIES = {"home": ["2 years", "5 years", "10 years"], "food": ["Best before date on the pack"], "cloth": ["1 year", "2 years"],
              "wear": ["Free repairs for 10 years", "1 year"], "craft": ["1 year", "2 years"], "tech": ["2 years", "3 years"]}

COLORS = {"Brick": "#a4472f", "Ink": "#26324a", "Sage": "#93a58a", "Cream": "#f1e7cf", "Plum": "#6c3a5c", "Slate": "#5d6b78", "Teal": "#2f7f80",
          "Oat": "#d9c8a5", "Clay": "#c27c57", "Forest": "#2f5438", "Charcoal": "#3b3d40", "Moss": "#6f7a3a", "Rose": "#d69aa0", "Heather": "#8d7d9b",
          "Rust": "#b4532a", "Navy": "#23365f", "Mustard": "#d0a02f", "Sky": "#9cc3dc"}
