"""The catalogue, second half. A line a product: name | price | former price or - | material | what sets it apart | options."""

HOME = {
    "Lamps": """
Wickery Ceramic Table Lamp|74.00|-|glazed ceramic|A pleated shade and a base with a thumbprint of glaze.|Color=Sage,Cream,Ink
Wickery Brass Reading Lamp|92.00|112.00|brass|The arm swings through a half circle and stays where it is put.|-
Wickery Paper Floor Lantern|58.00|-|rice paper and bamboo|Gives off an even glow from floor to waist height.|-
Stellan Clip Lamp|36.50|-|powder coated steel|Grips shelves up to two inches thick.|Color=Charcoal,Mustard
Stellan Pendant Shade|48.00|-|spun aluminum|White inside, so that the table below is properly lit.|Color=Teal,Brick
Stellan Night Light|21.50|-|frosted acrylic|Warm amber light that fades out after an hour.|-
Stellan Desk Lamp|64.00|-|aluminum|Five brightness steps and a base that charges a phone.|-
Wickery Rattan Lampshade|44.00|-|rattan|Throws a pattern of leaves across the ceiling.|-
""",
    "Candles & Scents": """
Emberly Beeswax Pillar Candle|16.50|-|beeswax|Burns for fifty hours with a clean, steady flame.|Size=Small,Medium,Large
Emberly Fig Candle|24.00|-|soy wax|Green fig leaf on a woody base, poured into a reusable glass.|-
Emberly Cedar Candle|24.00|29.00|soy wax|Pencil shavings, dry moss and a little smoke.|-
Emberly Dinner Candle Set|13.90|-|stearin|Six tapers that do not drip on the tablecloth.|Color=Cream,Brick,Forest
Ottoline Reed Diffuser|32.00|-|perfume oil and reeds|Lasts about three months in a hallway.|Scent=Bergamot,Lavender,Tomato leaf
Ottoline Room Mist|18.00|-|essential oils|Two pumps are plenty.|Scent=Bergamot,Lavender
Ottoline Wax Melts|9.50|-|soy wax|Eight squares that snap apart like chocolate.|-
""",
    "Clocks & Mirrors": """
Meridew Station Wall Clock|84.00|-|steel and glass|A silent sweep and numerals that can be read across a kitchen.|Color=Charcoal,Cream
Meridew Mantel Clock|68.00|81.00|walnut|Chimes the hours, or keeps quiet at the flick of a lever.|-
Meridew Travel Alarm Clock|27.00|-|aluminum|Folds shut like a book and glows when touched.|-
Meridew Kitchen Timer Clock|31.00|-|enameled steel|Clock above, sixty minute timer below.|-
Silverlea Round Mirror|96.00|-|mirror glass and oak|The frame is steamed and bent from one length of oak.|Size=20 inch,28 inch
Silverlea Arched Mirror|132.00|-|mirror glass and steel|Leans or hangs; fixings for both are in the box.|-
Silverlea Shaving Mirror|39.50|-|chromed steel|Plain on one side and three times larger on the other.|-
""",
    "Baskets & Storage": """
Reedham Log Basket|64.00|-|willow|Double woven base for a life of being dragged about.|-
Reedham Laundry Hamper|72.00|88.00|seagrass|A cotton liner lifts out and goes straight to the machine.|-
Reedham Shelf Basket|23.00|-|water hyacinth|Handles on both ends and square enough for a bookcase.|Size=Small,Medium,Large
Reedham Magazine Rack|41.00|-|rattan|Takes a month of papers and a tablet.|-
Boxwell Stacking Crate|19.50|-|recycled plastic|Folds flat in two moves and stacks to five.|Color=Moss,Clay,Slate
Boxwell Shoe Bench|118.00|-|bamboo|Sits two, stores eight pairs.|-
Boxwell Hook Rail|28.00|-|oak and iron|Five hooks, forged rather than bent.|-
Boxwell Drawer Dividers|17.40|-|bamboo|Spring loaded, so no tools are needed.|-
""",
}

GARDEN = {
    "Planters": """
Terrabel Terracotta Pot|14.00|-|terracotta|Frost hardened at a higher heat than most.|Size=6 inch,8 inch,12 inch
Terrabel Window Box|32.50|-|terracotta|Raised feet let the water run away.|-
Terrabel Glazed Planter|46.00|55.00|glazed stoneware|A drip glaze that looks better wet.|Color=Teal,Slate,Moss
Verdley Hanging Basket|21.80|-|coated wire and coir|The liner is thick enough to last three seasons.|-
Verdley Raised Bed Kit|129.00|-|larch|Slots together without screws in ten minutes.|Size=3 x 3 ft,3 x 6 ft
Verdley Seed Tray Set|16.20|-|recycled plastic|Two trays, two lids, one windowsill of seedlings.|-
Verdley Self Watering Pot|27.90|-|recycled plastic|A float shows when the reservoir wants filling.|Color=Charcoal,Cream
""",
    "Garden Tools": """
Hollin Hand Trowel|18.90|-|forged steel and ash|A narrow blade with depth marks for bulbs.|-
Hollin Bypass Pruners|34.50|-|carbon steel|Every part can be replaced, blade included.|-
Hollin Border Spade|52.00|-|stainless steel and ash|Shorter and lighter, for work between plants.|-
Hollin Leaf Rake|29.00|36.00|spring steel|Tines spread from nine to twenty inches.|-
Hollin Watering Can|38.00|-|galvanized steel|A brass rose gives a rain soft enough for seedlings.|Color=Forest,Cream
Verdley Kneeling Pad|15.60|-|dense foam|Two inches thick and washable with a hose.|-
Verdley Gardening Gloves|13.40|-|goatskin|Supple enough to pick up a seed.|Size=S,M,L
Verdley Twine Dispenser|11.20|-|jute and tin|A cutter in the lid, so the knife can stay indoors.|-
""",
    "Picnic & Camping": """
Ridgeback Enamel Mug|11.80|-|enameled steel|Chips but never breaks, which is half the charm.|Color=Sky,Cream,Forest
Ridgeback Vacuum Flask|34.00|-|stainless steel|Hot for a day and cold for a night.|Size=17 oz,34 oz
Ridgeback Camp Stove|62.00|74.00|aluminum|Boils a pint in three minutes and folds to a fist.|-
Ridgeback Storm Lantern|39.00|-|galvanized steel|Burns lamp oil for twenty hours behind a wire guard.|-
Ridgeback Folding Chair|58.50|-|beech and canvas|Comes apart into a bag that fits behind a car seat.|Color=Moss,Rust
Reedham Picnic Hamper|96.00|-|willow|Set for four with a compartment kept for the cake.|-
Ridgeback Cutlery Roll|24.60|-|waxed canvas|Spoon, fork, knife, opener, straw.|-
""",
    "Bird & Wildlife": """
Finchley Oak Nest Box|29.50|-|untreated oak|Side hinge for autumn cleaning and a plate against woodpeckers.|-
Finchley Seed Feeder|24.00|-|steel and glass|Unscrews in three pieces for washing.|-
Finchley Suet Ball Holder|14.80|-|coated wire|Hangs level even when a magpie visits.|-
Finchley Bird Bath|74.00|89.00|cast stone|Shallow at one edge for wrens.|-
Finchley Wild Bird Seed|12.60|-|sunflower hearts, millet|No wheat and no dust.|Size=5 lb,10 lb
Finchley Bee Hotel|26.40|-|pine and bamboo|Tubes in four widths for four kinds of solitary bee.|-
Finchley Hedgehog House|68.00|-|larch|A baffle at the door keeps out cats.|-
Finchley Window Feeder|19.90|-|acrylic|Sticks to the pane and lifts off to be rinsed.|-
""",
}

CRAFT = {
    "Yarn & Knitting": """
Skeinery Merino Yarn|9.80|-|merino wool|Round, bouncy and forgiving of a dropped stitch.|Color=Heather,Teal,Rust,Cream
Skeinery Aran Yarn|8.60|-|undyed wool|A sturdy yarn with flecks of the fleece left in.|Color=Oat,Navy,Moss
Skeinery Cotton Yarn|6.40|-|organic cotton|Matte, strong and right for dishcloths.|Color=Clay,Sky,Mustard
Skeinery Sock Yarn|14.50|17.50|wool and nylon|Dyed so that the stripes knit themselves.|-
Skeinery Bamboo Needles|12.20|-|bamboo|Warm in the hand and quiet on a train.|Size=4 mm,5 mm,6 mm
Skeinery Crochet Hook Set|18.90|-|aluminum and rubber|Eight sizes in a roll with a flap.|-
Skeinery Yarn Bowl|36.00|-|turned ash|A curl in the side feeds the yarn without snags.|-
""",
    "Sewing": """
Thimbley Sewing Kit|24.00|-|tin, steel, cotton|Needles, pins, shears, tape and thread for mending on the day.|-
Thimbley Fabric Shears|42.50|-|carbon steel|Weighted to lie flat along the table while they cut.|Hand=Right handed,Left handed
Thimbley Pin Cushion|9.90|-|wool felt|Filled with crushed walnut shell to keep points sharp.|-
Thimbley Thread Set|21.60|26.00|cotton|Twenty four reels sorted from snow to soot.|-
Thimbley Embroidery Hoop|8.40|-|beech|A brass screw that tightens evenly.|Size=5 inch,7 inch,9 inch
Thimbley Darning Mushroom|11.00|-|beech|Turned, waxed and oddly comforting.|-
Thimbley Tape Measure|6.20|-|fiberglass|Inches on one side and centimeters on the other.|-
Thimbley Sewing Box|58.00|-|beech and cotton|Opens like a stair to show every reel at once.|-
""",
    "Fabric": """
Broadcloth Cotton Lawn|14.20|-|cotton|Fine enough for a blouse; sold by the yard.|Color=Sky,Rose,Sage
Broadcloth Washed Linen|21.80|-|linen|Mid weight and prewashed; sold by the yard.|Color=Oat,Clay,Ink
Broadcloth Wool Tweed|36.00|-|wool|A true two by two twill; sold by the yard.|-
Broadcloth Striped Ticking|16.60|-|cotton|Dense enough to hold feathers.|Color=Ink,Brick
Broadcloth Waxed Canvas|28.40|34.00|waxed cotton|For bags and aprons that must stand some rain.|Color=Forest,Charcoal
Broadcloth Quilting Squares|24.90|-|cotton|Forty two precut squares from one palette.|-
Broadcloth Wool Felt Sheets|13.80|-|wool felt|Twelve colors that do not fray.|-
""",
    "Notebooks & Paper": """
Inkwright Dot Grid Notebook|15.50|-|paper and linen|Lies flat and takes fountain pen ink without bleeding.|Color=Navy,Rust,Sage
Inkwright Pocket Notebook Trio|11.90|-|recycled paper|Thread sewn, so that no page falls out.|-
Inkwright Weekly Planner|22.00|27.00|paper and cloth|Undated, with room for a list beside each week.|-
Inkwright Fountain Pen|38.00|-|brass|A medium nib with some spring in it.|Color=Charcoal,Teal
Inkwright Bottled Ink|12.40|-|water based ink|Shades from dark to light within one word.|Color=Ink,Moss,Plum
Inkwright Letter Writing Set|18.60|-|cotton paper|Twenty sheets and ten lined envelopes.|-
Inkwright Brown Paper Roll|8.80|-|kraft paper|Thirty yards for parcels, patterns and children.|-
Inkwright Wax Seal Kit|26.50|-|brass and wax|One initial, two sticks of wax, endless ceremony.|-
""",
}

TECH = {
    "Headphones": """
Auralis Wireless Headphones|129.00|159.00|aluminum and protein leather|Thirty hours from one charge and a switch that silences the office.|Color=Charcoal,Cream
Auralis Sleep Earbuds|89.00|-|silicone|Flat enough for people who lie on their side.|-
Auralis Studio Headphones|148.00|-|steel and velour|A flat response for people who edit, and pads that can be replaced.|-
Auralis Running Earbuds|69.00|-|silicone|Ear hooks that hold and a rating for heavy rain.|Color=Slate,Teal
Sonnet Kids Headphones|34.00|-|recycled plastic|Volume stops at a safe level and the cable is braided.|Color=Sky,Rose
Sonnet Wired Earphones|22.50|-|aluminum|A plain pair with a microphone and a proper plug.|-
Sonnet Headphone Stand|27.80|-|walnut|Holds one pair and hides a yard of cable.|-
""",
    "Speakers & Radio": """
Auralis Bookshelf Speakers|219.00|259.00|walnut veneer|A pair that fills a room without shaking it.|-
Auralis Shower Speaker|44.00|-|silicone|Hooks over the rail and floats if it falls.|Color=Teal,Mustard
Sonnet Kitchen Radio|96.00|-|beech and steel|Two knobs, six presets, no menus.|Color=Sage,Cream,Brick
Sonnet Clock Radio|62.00|-|recycled plastic|Wakes by degrees with a rising tone.|-
Sonnet Portable Speaker|78.00|-|aluminum and wool|Twelve hours of music from something the size of a jar.|Color=Heather,Rust
Auralis Turntable|189.00|-|plywood and acrylic|Belt driven, with a built in preamp that can be switched off.|-
Sonnet Crank Radio|38.50|-|recycled plastic|A minute of winding buys ten of news.|-
Auralis Record Brush|16.00|-|carbon fiber|Lifts dust out of the groove before each side.|-
""",
    "Chargers & Cables": """
Voltane Braided Charging Cable|14.90|-|nylon and aluminum|Bent ten thousand times in a machine before it was approved.|Length=3 ft,6 ft,10 ft
Voltane Wall Charger|24.50|-|recycled plastic|Two ports that share their power sensibly.|-
Voltane Wireless Charging Pad|32.00|39.00|cork and aluminum|Cork on top, so that a phone stays put and unscratched.|-
Voltane Power Bank|46.00|-|aluminum|Three full charges and a display that tells the truth.|Color=Slate,Forest
Voltane Solar Charger|58.00|-|canvas|Four panels that strap to a rucksack.|-
Voltane Cable Tidy Set|9.60|-|leather|Five poppers for the drawer of doom.|-
Voltane Car Charger|17.80|-|aluminum|Sits flush with the socket.|-
""",
    "Kitchen Gadgets": """
Gramley Digital Kitchen Scale|29.00|-|glass and steel|Counts in tenths of a gram and resets at a tap.|-
Gramley Probe Thermometer|26.50|-|stainless steel|Reads in three seconds and folds like a penknife.|Color=Brick,Charcoal
Gramley Jar Opener|12.90|-|steel and rubber|Takes any lid between one and four inches.|-
Gramley Salad Spinner|31.00|38.00|recycled plastic|A brake button, and a bowl good enough for serving.|-
Gramley Mandoline Slicer|42.00|-|stainless steel|Comes with a guard that people will use.|-
Gramley Citrus Press|23.40|-|cast aluminum|Squeezes half a lemon flat in one go.|-
Gramley Stick Blender|54.00|-|steel|Steps from a murmur to a roar and comes apart for washing.|Color=Cream,Sage
Gramley Vacuum Sealer|88.00|-|recycled plastic|Keeps a cut cheese for weeks rather than days.|-
""",
}
