"""The catalogue, first half. A line a product: name | price | former price or - | material | what sets it apart | options."""

KITCHEN = {
    "Cookware": """
Ashcombe Cast Iron Skillet|34.95|-|pre-seasoned cast iron|Two pouring lips and a helper handle make it easy to lift when it is full.|Size=20 cm,26 cm,30 cm
Ashcombe Enameled Casserole|89.00|109.00|enameled cast iron|The heavy lid returns moisture to the pot, so a stew can be left alone for an afternoon.|Color=Brick,Ink,Sage;Size=3 qt,5 qt
Tarnside Copper Saucepan|74.50|-|copper with a steel lining|It answers the flame within seconds and is at its best with sugar work and sauces.|Size=1 qt,2 qt
Halden Nonstick Frying Pan|27.90|-|forged aluminum|The coating is free of PFAS and the base works on induction hobs.|Size=24 cm,28 cm
Halden Steel Stockpot|49.95|-|stainless steel|Graduation marks on the inside wall count up to ten quarts.|-
Fennick Carbon Steel Wok|38.00|-|carbon steel|It needs seasoning once and gets better with every dinner after that.|-
Fennick Bamboo Steamer Basket|16.80|21.00|bamboo|Two tiers and a woven lid sit snugly on most ten inch pans.|-
Pellan Egg Poacher Pan|22.40|-|anodized aluminum|Four cups lift out one by one so that nobody has to wait for a soft yolk.|-
""",
    "Bakeware": """
Orla Loaf Tin|12.50|-|tinplate|The folded corners hold a two pound loaf and never need soaking.|-
Orla Springform Cake Pan|17.95|-|coated steel|The clasp closes flush, so a thin batter stays where it belongs.|Size=8 inch,9 inch,10 inch
Marlowe Stoneware Pie Dish|24.00|-|glazed stoneware|A fluted rim gives a pretty edge to the crust without any pinching.|Color=Cream,Sage,Plum
Marlowe Stoneware Roasting Tray|36.50|44.00|glazed stoneware|It goes from freezer to oven to table and hides knife marks well.|-
Wrenfield Silicone Baking Mats|14.20|-|food grade silicone|A set of two, printed with guide rings for macarons and buns.|-
Wrenfield Muffin Tin|18.75|-|coated steel|Twelve deep cups with a wide margin for a thumb in an oven glove.|-
Kestrel Dough Proofing Basket|19.60|-|rattan cane|A linen liner is included, and the spiral marks the loaf as a bakery would.|Size=Round,Oval
""",
    "Tableware": """
Saltmarsh Dinner Plate Set|52.00|-|reactive glaze stoneware|Four plates that are each a little different, because the glaze moves in the kiln.|Color=Slate,Cream,Teal
Saltmarsh Pasta Bowl|15.50|-|reactive glaze stoneware|Wide and shallow, with a rim that stays cool enough to hold.|Color=Slate,Cream,Teal
Saltmarsh Salad Servers|21.00|-|olive wood|Cut from a single piece and oiled by hand before they leave the workshop.|-
Bramley Linen Napkins|28.00|-|washed linen|A set of four with mitred corners that soften with every wash.|Color=Oat,Clay,Forest
Bramley Table Runner|32.40|39.00|washed linen|Long enough for a table of eight and weighted at the hem so that it lies flat.|Color=Oat,Clay,Forest
Halden Steel Cutlery Set|64.90|-|brushed stainless steel|Sixteen pieces with a matte handle that does not show fingerprints.|-
Pellan Glass Water Carafe|23.75|-|borosilicate glass|The tumbler doubles as a lid, which suits a bedside table.|-
Tarnside Hammered Serving Tray|41.20|-|hammered brass|Raised handles and a felted base keep it from scratching a sideboard.|-
""",
    "Coffee & Tea Gear": """
Northlode Pour Over Coffee Maker|36.00|-|heatproof glass|A double wall keeps the second cup as warm as the first.|-
Northlode Burr Hand Grinder|44.50|52.00|steel and walnut|Eighteen clicks from espresso to French press and no static in the catch jar.|-
Northlode Gooseneck Kettle|58.90|-|stainless steel|The thin spout pours a thread of water exactly where it is wanted.|Color=Charcoal,Cream
Quillmere Stoneware Teapot|39.95|-|glazed stoneware|The strainer reaches to the bottom, so even a single cup brews properly.|Color=Moss,Ink,Rose
Quillmere Tea Infuser Mug|18.40|-|glazed stoneware|The lid turns into a drip tray for the strainer.|Color=Moss,Ink,Rose
Fennick Moka Pot|31.25|-|cast aluminum|A safety valve and a cool handle bring an old design up to date.|Size=3 cups,6 cups
Pellan Milk Frother|26.60|-|stainless steel|Hot foam, cold foam or plain warm milk at the press of one button.|-
""",
}

PANTRY = {
    "Preserves & Honey": """
Hedgeway Blackberry Jam|7.50|-|blackberries, sugar, lemon|Picked along the lanes in late August and boiled in small copper pans.|-
Hedgeway Seville Marmalade|7.80|-|oranges, sugar|Thick cut and properly bitter, the way it is liked on buttered toast.|-
Hedgeway Damson Chutney|8.20|-|damsons, onions, vinegar|Left for three months before sale so that the vinegar mellows.|-
Combside Wildflower Honey|11.90|-|raw honey|Unheated and lightly strained, it sets to a soft cream in winter.|Size=8 oz,16 oz
Combside Heather Honey|14.60|-|raw honey|A dark moorland honey that holds its shape on the spoon.|Size=8 oz,16 oz
Combside Honeycomb Slab|18.90|-|cut comb|Cut from the frame and boxed on the same day, wax and all.|-
Thornbury Piccalilli|6.90|8.40|cauliflower, mustard, turmeric|Crunchy, sharp and bright yellow; made for a cold pork pie.|-
Thornbury Onion Marmalade|7.10|-|red onions, port, sugar|Slow cooked until it shines and lovely beside a hard cheese.|-
""",
    "Biscuits & Sweets": """
Millpond Butter Shortbread|6.40|-|butter, wheat flour, sugar|Baked in petticoat tails and packed in a tin worth keeping.|-
Millpond Ginger Snaps|4.95|-|wheat flour, ginger, treacle|Thin enough to snap and strong enough for dunking.|-
Millpond Oatcakes|4.60|-|oats, sea salt|Plain and nutty, and they stay crisp for a week once opened.|-
Larkspur Sea Salt Caramels|12.80|-|cream, sugar, sea salt|Twenty soft caramels, each wrapped and twisted by hand.|-
Larkspur Violet Creams|13.50|16.00|dark chocolate, violet oil|An old fashioned filling under a bitter shell.|-
Larkspur Hazelnut Nougat|9.75|-|hazelnuts, honey, egg white|Soft rather than brittle and full of whole roasted nuts.|-
Cobbler Row Licorice Twists|5.20|-|licorice, molasses|Salted or sweet, both with a long finish.|Flavor=Salted,Sweet
""",
    "Spices & Seasonings": """
Tallow Hill Smoked Paprika|5.60|-|oak smoked peppers|Deep red and mild, from peppers dried over oak for two weeks.|-
Tallow Hill Curry Powder|6.10|-|blend of twelve spices|Roasted in small lots so that it does not taste of the cupboard.|Flavor=Mild,Hot
Tallow Hill Cinnamon Sticks|4.80|-|true cinnamon bark|Thin quills that crumble between two fingers.|-
Tallow Hill Black Peppercorns|7.40|-|tellicherry pepper|Large berries with a citrus edge, best cracked at the last moment.|-
Greyling Flaked Sea Salt|5.90|-|sea salt|Pyramid flakes that crackle and then vanish.|Flavor=Plain,Smoked
Greyling Herb Rub|6.75|-|rosemary, thyme, garlic|Made for lamb and very good on potatoes.|-
Greyling Saffron Threads|16.50|19.50|saffron|One gram of long red threads in a glass vial.|-
Greyling Vanilla Pods|13.20|-|vanilla|Three plump pods, moist enough to tie in a knot.|-
""",
    "Tea & Coffee": """
Quillmere Breakfast Tea|8.90|-|black tea|A brisk blend that stands up to milk.|Size=50 bags,100 bags,Loose 8 oz
Quillmere Smoky Lapsang|11.40|-|pine smoked black tea|Campfire in a caddy; divisive and adored.|-
Quillmere Peppermint Leaf|7.20|-|peppermint|Whole leaves, dried slowly so that they keep their green.|-
Quillmere Chamomile Blossom|7.60|-|chamomile flowers|Whole flower heads with a taste of apple.|-
Northlode House Espresso Beans|15.80|-|arabica and robusta|Cocoa and toasted almond with a thick crema.|Size=8 oz,2 lb
Northlode Single Origin Filter Beans|17.90|-|washed arabica|Bright and floral; the roast date is stamped on each bag.|Grind=Whole bean,Filter,French press
Northlode Decaf Beans|16.40|-|water process decaf|Decaffeinated with water alone, and few will notice.|-
""",
}

BEDDING = {
    "Throws & Blankets": """
Weftway Merino Throw|98.00|-|merino wool|Woven on a narrow loom and finished with a rolled fringe.|Color=Heather,Oat,Forest
Weftway Herringbone Blanket|124.00|149.00|lambswool|A heavy weave that a drafty house will be grateful for.|Color=Slate,Rust
Weftway Picnic Blanket|56.50|-|recycled wool|The waxed backing keeps out a damp lawn and rolls up with a strap.|-
Cloudrick Waffle Throw|48.00|-|cotton|Light enough for summer evenings and quick to dry.|Color=Sage,Rose,Cream
Cloudrick Fleece Blanket|29.90|-|recycled polyester|Thick pile on one side and a smooth brushed face on the other.|Color=Navy,Plum,Mustard
Cloudrick Weighted Blanket|84.00|-|cotton and glass beads|Evenly quilted so that the weight does not wander to the foot.|Weight=12 lb,15 lb,20 lb
Tidewell Striped Bed Throw|62.00|-|cotton|Broad stripes and a tasseled edge for the end of the bed.|-
Tidewell Baby Cellular Blanket|24.50|-|organic cotton|The open weave holds warmth and lets air through.|Color=Cream,Sky
""",
    "Cushions": """
Loomis Velvet Cushion|32.00|-|cotton velvet|A piped edge and a feather pad that plumps up with one shake.|Color=Teal,Mustard,Plum
Loomis Boucle Cushion|36.00|-|wool boucle|Loopy, tactile and heavier than it looks.|Color=Cream,Charcoal
Loomis Linen Bolster|39.50|48.00|linen|Fills the gap behind the small of the back on a deep sofa.|-
Patchett Quilted Seat Pad|19.80|-|cotton|Ties at two corners and goes into the machine in one piece.|Color=Sky,Brick,Oat
Patchett Floor Cushion|58.00|-|recycled cotton|Packed firm enough for a grown up to sit through a film.|Color=Rust,Ink
Patchett Embroidered Cushion|42.00|-|cotton and wool thread|Hand stitched meadow flowers, so no two are quite alike.|-
Tidewell Outdoor Cushion|27.50|-|solution dyed acrylic|Showers run off it and sun does not fade it.|Color=Navy,Sage
""",
    "Bed Linen": """
Cloudrick Percale Sheet Set|89.00|-|cotton percale|Crisp and cool, with deep corners that stay put.|Size=Twin,Queen,King
Cloudrick Flannel Sheet Set|79.00|96.00|brushed cotton|Brushed on both sides and warm from the first minute.|Size=Twin,Queen,King
Tidewell Linen Duvet Cover|139.00|-|stonewashed linen|Coconut buttons and inside ties hold the duvet in its corners.|Size=Queen,King
Tidewell Oxford Pillowcase Pair|34.00|-|stonewashed linen|A two inch border frames the pillow.|Color=Oat,Slate,Rose
Tidewell Striped Pillowcase|16.90|-|cotton|Ticking stripes in the old mill pattern.|-
Downley Feather Pillow|42.00|-|duck feather|Medium support for people who turn over in the night.|-
Downley Wool Duvet|119.00|-|washable wool|Regulates heat far better than down for two sleepers who disagree.|Size=Queen,King
Downley Mattress Protector|38.50|-|cotton terry|Silent, breathable and properly waterproof.|Size=Twin,Queen,King
""",
    "Towels": """
Harbory Bath Towel|22.00|-|long staple cotton|Dense loops that drink water and dry within a morning.|Color=Cream,Teal,Charcoal
Harbory Bath Sheet|34.00|-|long staple cotton|Big enough to wrap around twice.|Color=Cream,Teal,Charcoal
Harbory Hand Towel|12.00|-|long staple cotton|Sized for the ring beside a basin.|Color=Cream,Teal,Charcoal
Harbory Bath Mat|26.00|32.00|cotton|A heavy mat with a ribbed edge that does not curl.|-
Tidewell Hammam Towel|28.50|-|flat woven cotton|Packs down to nothing and shakes free of sand.|Color=Sky,Clay
Tidewell Waffle Robe|68.00|-|cotton waffle|Two deep pockets and a loop that holds.|Size=S,M,L
Bramley Tea Towel Trio|19.50|-|linen and cotton|Lint free, so glasses come out clean.|-
""",
}

CLOTHING = {
    "Knitwear": """
Fairlea Guernsey Sweater|96.00|-|worsted wool|Knitted tight to turn the wind, with a split hem for moving in.|Color=Navy,Oat;Size=S,M,L,XL
Fairlea Cable Cardigan|104.00|128.00|lambswool|Horn buttons and cables that climb to a saddle shoulder.|Color=Moss,Cream;Size=S,M,L
Fairlea Crew Neck Jumper|72.00|-|merino wool|The everyday one; light, plain and easy to layer.|Color=Charcoal,Plum,Sage;Size=S,M,L,XL
Fairlea Roll Neck Sweater|84.00|-|merino wool|A long collar that folds once and stays folded.|Color=Ink,Rust;Size=S,M,L
Kilnside Cotton Vest|46.00|-|pima cotton|Ribbed at the armhole and neat under a jacket.|Size=S,M,L,XL
Kilnside Zip Fleece|58.00|-|recycled polyester|Chest pocket for a phone and a collar that covers the chin.|Color=Forest,Navy;Size=S,M,L,XL
Kilnside Boxy Sweatshirt|54.00|-|organic cotton|Loopback inside and a little too big on purpose.|Color=Heather,Clay;Size=S,M,L
Dovecot Cashmere V-Neck|148.00|-|cashmere|Two ply cashmere with a fine rolled neckline.|Size=S,M,L
""",
    "Shirts & Tops": """
Kilnside Oxford Shirt|52.00|-|cotton oxford|A soft collar roll and a locker loop at the back.|Color=Sky,Cream;Size=S,M,L,XL
Kilnside Flannel Shirt|56.00|68.00|brushed cotton|Woven check, brushed twice, two chest pockets.|Color=Brick,Forest;Size=S,M,L,XL
Kilnside Grandad Shirt|49.00|-|linen and cotton|No collar and a curved hem, made to be worn loose.|Size=S,M,L,XL
Dovecot Breton Top|34.00|-|cotton jersey|Heavy jersey with a boat neck and true stripes.|Size=XS,S,M,L
Dovecot Linen Blouse|62.00|-|linen|A pleat at the shoulder gives room without bulk.|Color=Clay,Sage;Size=XS,S,M,L
Dovecot Pocket T-Shirt|24.00|-|organic cotton|Cut a touch longer and preshrunk.|Color=Slate,Mustard,Cream;Size=S,M,L,XL
Fairlea Thermal Henley|44.00|-|merino blend|Warm without weight and slow to smell on a long walk.|Size=S,M,L,XL
""",
    "Socks & Slippers": """
Cobbler Row Boot Socks|16.00|-|wool and nylon|Cushioned at the heel and toe, where boots rub.|Color=Moss,Rust;Size=S,M,L
Cobbler Row Bed Socks|18.50|-|alpaca|Loose at the ankle and shamelessly warm.|Color=Rose,Oat
Cobbler Row Ankle Sock Trio|14.00|-|organic cotton|Three pairs with hand linked toes.|-
Cobbler Row Striped Socks|11.50|-|cotton|Five colors that happen to match everything.|-
Hearthstep Sheepskin Slippers|68.00|82.00|sheepskin|A full fleece lining and a sole fit for the garden path.|Size=6,7,8,9,10
Hearthstep Felt Clogs|54.00|-|boiled wool|Molded in one piece over a cork bed.|Color=Charcoal,Teal;Size=6,7,8,9,10
Hearthstep Corduroy Slippers|38.00|-|cotton corduroy|An old man's slipper in the best sense.|Size=7,8,9,10,11
Hearthstep Wool Insoles|12.80|-|felted wool|Cut to length with kitchen scissors.|-
""",
    "Scarves & Hats": """
Dovecot Lambswool Scarf|44.00|-|lambswool|Long enough for two turns and a knot.|Color=Heather,Forest,Brick
Dovecot Silk Square|48.00|-|silk twill|Printed with seed heads and rolled by hand at the edge.|-
Dovecot Cashmere Snood|66.00|79.00|cashmere|One loop, no fuss and nothing to lose.|Color=Cream,Ink
Fairlea Fisherman Beanie|26.00|-|worsted wool|Short, ribbed and worn just above the ears.|Color=Navy,Mustard,Charcoal
Fairlea Bobble Hat|29.00|-|lambswool|The bobble buttons off for washing.|Color=Plum,Sage
Kilnside Waxed Bucket Hat|42.00|-|waxed cotton|Keeps its shape in rain and folds into a pocket.|Size=S/M,L/XL
Kilnside Fingerless Mitts|22.00|-|wool and nylon|A long cuff and free fingertips for cold markets.|-
""",
}
