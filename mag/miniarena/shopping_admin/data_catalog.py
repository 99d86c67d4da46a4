"""The assortment of the store: categories, styles sold in sizes and colours, and single articles."""

from typing import NamedTuple

CATEGORIES = [  # name, name of the parent
    ("Men", ""), ("Men Tops", "Men"), ("Men Bottoms", "Men"), ("Women", ""), ("Women Tops", "Women"), ("Women Bottoms", "Women"),
    ("Gear", ""), ("Bags", "Gear"), ("Fitness Equipment", "Gear"), ("Hydration", "Gear"), ("Watches", "Gear"), ("Accessories", "Gear"),
    ("Winter Sale", ""),
]


class Style(NamedTuple):
    """An article sold in sizes and colours."""

    name: str
    sku: str
    category: str
    kind: str  # which reviews it gets
    price: int
    weight: str
    colors: tuple[str, ...]
    sizes: tuple[str, ...]
    short: str


class Article(NamedTuple):
    """An article sold in one shape."""

    name: str
    category: str
    kind: str
    price: int
    weight: str
    short: str


STYLES = [
    Style("Corvin Training Tee", "MT01", "Men Tops", "top", 2900, "0.4", ("Slate", "Ember"), ("S", "M", "L"),
          "A light crew-neck tee with flat seams and a mesh back panel for hot gym days."),
    Style("Haldor Fleece Hoodie", "MH01", "Men Tops", "hoodie", 6400, "1.3", ("Charcoal", "Moss"), ("S", "M", "L", "XL"),
          "Brushed fleece hoodie with a kangaroo pocket, made for the walk to and from practice."),
    Style("Tarn Rain Shell", "MJ01", "Men Tops", "jacket", 9800, "1.1", ("Navy", "Ochre"), ("M", "L", "XL"),
          "Three-layer rain shell with taped seams and a hood that turns with your head."),
    Style("Brandt Merino Crew", "MT02", "Men Tops", "top", 7200, "0.6", ("Oatmeal", "Slate"), ("S", "M", "L"),
          "A fine merino base layer that stays fresh through a week of early runs."),
    Style("Stride Running Short", "MS01", "Men Bottoms", "bottom", 3400, "0.3", ("Black", "Cobalt"), ("30", "32", "34"),
          "Five-inch running short with a brief liner and a key pocket at the back."),
    Style("Ridgeline Track Pant", "MP01", "Men Bottoms", "bottom", 5800, "0.9", ("Black", "Moss"), ("32", "34", "36"),
          "Tapered track pant with ankle zips and two pockets that close."),
    Style("Alder Racerback Tank", "WT01", "Women Tops", "top", 2600, "0.3", ("Coral", "White"), ("XS", "S", "M"),
          "A soft racerback tank cut loose at the hem, for studio work and long summer runs."),
    Style("Mira Long-Sleeve Run Top", "WT02", "Women Tops", "top", 4600, "0.5", ("Plum", "Teal"), ("S", "M", "L"),
          "Long-sleeved run top with thumb loops and a reflective stripe along the spine."),
    Style("Isolde Quilted Jacket", "WJ01", "Women Tops", "jacket", 11800, "1.6", ("Black", "Rust"), ("S", "M", "L"),
          "A quilted jacket with recycled fill, warm enough for the sideline in January."),
    Style("Wren Zip Hoodie", "WH01", "Women Tops", "hoodie", 6800, "1.2", ("Charcoal", "Lilac"), ("XS", "S", "M"),
          "Full-zip hoodie in a heavy cotton blend, with a hood lined in jersey."),
    Style("Linnea Windbreaker", "WJ02", "Women Tops", "jacket", 8400, "0.7", ("Mint", "Navy"), ("S", "M", "L"),
          "A windbreaker that packs into its own chest pocket and weighs less than an apple."),
    Style("Calla Yoga Legging", "WP01", "Women Bottoms", "bottom", 6200, "0.6", ("Black", "Plum"), ("XS", "S", "M"),
          "High-waisted legging with a wide band that stays put in every inversion."),
    Style("Sable Capri", "WP02", "Women Bottoms", "bottom", 4800, "0.5", ("Black", "Teal"), ("S", "M", "L"),
          "Cropped training tight with side pockets deep enough for a phone."),
    Style("Fjord Running Skirt", "WS01", "Women Bottoms", "bottom", 4400, "0.4", ("Coral", "Navy"), ("XS", "S", "M"),
          "A running skirt over a fitted inner short with gripper tape that does not pinch."),
]

ARTICLES = [
    Article("Portage Duffel 40L", "Bags", "bag", 7400, "2.4", "A 40 litre duffel with a wet pocket and a padded shoulder strap."),
    Article("Commuter Roll-Top Pack", "Bags", "bag", 6800, "1.9", "Roll-top rucksack in coated canvas with a sleeve for a laptop."),
    Article("Quarry Gym Tote", "Bags", "bag", 3900, "1.2", "An open tote with a zipped inner pocket and loops for a yoga mat."),
    Article("Trailhead Daypack 22L", "Bags", "bag", 5900, "1.6", "Day pack with a vented back and room for two litres of water."),
    Article("Lumen Waist Pack", "Bags", "bag", 2400, "0.4", "A slim waist pack with a reflective zip for evening runs."),
    Article("Harbor Messenger Bag", "Bags", "bag", 6200, "1.7", "Messenger bag with a magnetic flap and a quick-release strap."),
    Article("Overnight Yoga Backpack", "Bags", "bag", 5400, "1.5", "Backpack with a mat holder below and a pocket for dry clothes."),
    Article("Juniper Shoe Bag", "Bags", "bag", 1800, "0.3", "A washable bag that keeps muddy shoes away from everything else."),
    Article("Anchor Kettlebell 8 kg", "Fitness Equipment", "equipment", 3800, "8.0", "Cast iron kettlebell with a powder-coated handle, 8 kg."),
    Article("Anchor Kettlebell 12 kg", "Fitness Equipment", "equipment", 4600, "12.0", "Cast iron kettlebell with a powder-coated handle, 12 kg."),
    Article("Anchor Kettlebell 16 kg", "Fitness Equipment", "equipment", 5700, "16.0", "Cast iron kettlebell with a powder-coated handle, 16 kg."),
    Article("Keel Push-Up Bars", "Fitness Equipment", "equipment", 2700, "1.4", "A pair of raised bars that take the bend out of your wrists."),
    Article("Tempo Speed Rope", "Fitness Equipment", "equipment", 1600, "0.3", "Skipping rope with a coated steel cable and ball bearings."),
    Article("Grip Trainer Pair", "Fitness Equipment", "equipment", 1400, "0.5", "Two sprung grips for forearms, one light and one firm."),
    Article("Solstice Yoga Mat 4 mm", "Fitness Equipment", "yoga", 3200, "2.1", "A thin natural rubber mat that rolls up small for travel."),
    Article("Solstice Yoga Mat 6 mm", "Fitness Equipment", "yoga", 3900, "2.9", "A thicker natural rubber mat for knees and wooden floors."),
    Article("Cork Balance Block", "Fitness Equipment", "yoga", 1700, "1.0", "A block of solid cork with rounded edges."),
    Article("Cotton Yoga Strap 8 ft", "Fitness Equipment", "yoga", 1200, "0.4", "Woven cotton strap with a metal buckle that does not slip."),
    Article("Orbit Stability Ball 55 cm", "Fitness Equipment", "equipment", 2300, "1.9", "Burst-resistant ball for people up to 165 cm, with a hand pump."),
    Article("Orbit Stability Ball 65 cm", "Fitness Equipment", "equipment", 2700, "2.2", "Burst-resistant ball for people up to 178 cm, with a hand pump."),
    Article("Loop Band Set", "Fitness Equipment", "equipment", 2100, "0.5", "Five latex loops from feather to heavy in a drawstring pouch."),
    Article("Foam Roller Long", "Fitness Equipment", "equipment", 3400, "1.8", "A 90 cm roller of firm foam for backs and hips."),
    Article("Foam Roller Half", "Fitness Equipment", "equipment", 2200, "1.0", "A 45 cm roller that fits into a sports bag."),
    Article("Massage Ball Trio", "Fitness Equipment", "equipment", 1300, "0.6", "Three balls, soft, ribbed and hard, for feet and shoulders."),
    Article("Ankle Weights 2 kg", "Fitness Equipment", "equipment", 2600, "2.0", "A pair of soft cuffs of 1 kg each with a wide closure."),
    Article("Doorframe Pull-Up Bar", "Fitness Equipment", "equipment", 4200, "3.6", "A bar that braces itself in the frame, no screws needed."),
    Article("Balance Board Birch", "Fitness Equipment", "equipment", 6600, "3.1", "Curved birch plywood board with a felt underside."),
    Article("Medicine Ball 4 kg", "Fitness Equipment", "equipment", 3600, "4.0", "Textured rubber ball that bounces a little and grips a lot."),
    Article("Agility Ladder 4 m", "Fitness Equipment", "equipment", 2400, "1.1", "Flat-rung ladder for footwork, with pegs and a bag."),
    Article("Training Cones Set of 12", "Fitness Equipment", "equipment", 1500, "0.9", "Low discs in two colours with a carrying stand."),
    Article("Glacier Insulated Bottle 750 ml", "Hydration", "bottle", 2800, "0.9", "Double-walled steel bottle that keeps ice overnight."),
    Article("Glacier Insulated Bottle 500 ml", "Hydration", "bottle", 2400, "0.7", "The smaller double-walled steel bottle, fits a cup holder."),
    Article("Cascade Squeeze Bottle", "Hydration", "bottle", 900, "0.2", "A soft bottle with a wide neck for the bike or the bench."),
    Article("Rill Soft Flask 400 ml", "Hydration", "bottle", 1700, "0.1", "A flask that shrinks as you drink, for running vests."),
    Article("Basecamp Steel Cup", "Hydration", "bottle", 1400, "0.3", "A steel cup with a folding handle and a lid."),
    Article("Pulse One Fitness Watch", "Watches", "watch", 12900, "0.2", "Heart rate, sleep and pace on a round always-on screen."),
    Article("Pulse Mini Band", "Watches", "watch", 6900, "0.1", "A slim band that counts steps and nudges you to stand up."),
    Article("Meridian Sport Watch", "Watches", "watch", 18900, "0.3", "GPS watch with maps, a barometer and a sapphire glass."),
    Article("Cadence Heart Strap", "Watches", "watch", 5900, "0.1", "Chest strap that talks to bikes, watches and phones."),
    Article("Split Second Stopwatch", "Watches", "watch", 3200, "0.2", "A coach's stopwatch with thirty lap memories."),
    Article("Cairn Trail Cap", "Accessories", "accessory", 2200, "0.1", "A five-panel cap with a foldable brim."),
    Article("Merino Run Beanie", "Accessories", "accessory", 2600, "0.1", "A thin beanie that fits under a helmet."),
    Article("Beacon Arm Band", "Accessories", "accessory", 1100, "0.1", "A reflective band with a red light that blinks or glows."),
    Article("Featherlight Run Gloves", "Accessories", "accessory", 1900, "0.1", "Thin gloves with fingertips that work on a screen."),
]

FABRIC = [
    "The fabric is knitted in a small mill and dyed without water baths.",
    "Flat seams keep chafing away on anything longer than an hour.",
    "It is cut a little longer at the back, so it stays where it belongs when you bend.",
    "After fifty washes in our test lab it had kept its shape and most of its colour.",
    "Half of the yarn comes from collected bottles; the label tells which half.",
    "A loop inside the collar lets it dry on a hook between two sessions.",
]
HARDWARE = [
    "Every piece is checked by hand before it is packed.",
    "It comes in a plain cardboard box without plastic.",
    "Spare parts can be ordered for five years.",
    "Our own coaches used it for a season before we put it on sale.",
    "A short leaflet with ten exercises is included.",
    "Wipe it with a damp cloth; nothing more is needed.",
]
CLOSING = [
    "If it does not suit you, send it back within 60 days.",
    "Designed in our workshop and made in small batches.",
    "Covered by our two-year guarantee.",
    "See the size guide before you order.",
    "Part of every order goes to local youth clubs.",
]
CLOTHING_KINDS = ("top", "hoodie", "jacket", "bottom")
COUNTRIES = ["Portugal", "Vietnam", "United States", "Türkiye", "Taiwan"]
