"""What there is in Merrowdale: kinds of places, and every place as `name @ district, town or village`."""

# slug: label, plural, marker colour, rank on the map (1 is drawn first), other words people search with, tag of the main kind
CATEGORIES = {
    "town": ("Town", "Towns", "#333333", 1, "city settlement", "place=town"),
    "district": ("District", "Districts", "#555555", 9, "quarter suburb neighbourhood", "place=suburb"),
    "village": ("Village", "Villages", "#555555", 8, "hamlet", "place=village"),
    "station": ("Railway station", "Railway stations", "#7a2e8e", 1, "train station trains railway stations", "railway=station"),
    "bus_station": ("Bus station", "Bus stations", "#7a2e8e", 3, "buses coach station", "amenity=bus_station"),
    "ferry": ("Ferry terminal", "Ferry terminals", "#7a2e8e", 2, "ferry boat pier", "amenity=ferry_terminal"),
    "hospital": ("Hospital", "Hospitals", "#b3261e", 1, "infirmary emergency", "amenity=hospital"),
    "clinic": ("Doctors' surgery", "Doctors' surgeries", "#b3261e", 5, "doctor doctors gp clinic surgery", "amenity=doctors"),
    "pharmacy": ("Pharmacy", "Pharmacies", "#b3261e", 4, "chemist chemists drugstore", "amenity=pharmacy"),
    "museum": ("Museum", "Museums", "#6b4a1b", 2, "gallery exhibition", "tourism=museum"),
    "attraction": ("Attraction", "Attractions", "#6b4a1b", 2, "sight sights castle lighthouse landmark", "tourism=attraction"),
    "theatre": ("Theatre or cinema", "Theatres and cinemas", "#6b4a1b", 4, "theatre cinema film films theatres cinemas", "amenity=theatre"),
    "hotel": ("Hotel", "Hotels", "#1f5fa8", 3, "inn guest house accommodation", "tourism=hotel"),
    "hostel": ("Hostel or campsite", "Hostels and campsites", "#1f5fa8", 5, "hostel camping campsite tents hostels campsites", "tourism=hostel"),
    "cafe": ("Café", "Cafés", "#a1541a", 5, "cafe cafes coffee tea room coffee shop", "amenity=cafe"),
    "restaurant": ("Restaurant", "Restaurants", "#a1541a", 4, "food dinner eating", "amenity=restaurant"),
    "pub": ("Pub", "Pubs", "#a1541a", 6, "bar beer bars", "amenity=pub"),
    "bakery": ("Bakery", "Bakeries", "#8a1c6a", 7, "bread baker", "shop=bakery"),
    "supermarket": ("Supermarket", "Supermarkets", "#8a1c6a", 6, "grocery groceries food shop", "shop=supermarket"),
    "books": ("Bookshop", "Bookshops", "#8a1c6a", 6, "books bookstore book shop", "shop=books"),
    "bicycle_shop": ("Bicycle shop", "Bicycle shops", "#8a1c6a", 6, "bike shop bikes cycle repair", "shop=bicycle"),
    "bank": ("Bank", "Banks", "#4a5560", 7, "cash atm money", "amenity=bank"),
    "post_office": ("Post office", "Post offices", "#4a5560", 7, "post mail parcels", "amenity=post_office"),
    "library": ("Library", "Libraries", "#4a5560", 5, "public library reading", "amenity=library"),
    "school": ("School", "Schools", "#4a5560", 6, "primary academy education", "amenity=school"),
    "college": ("University or college", "Universities and colleges", "#4a5560", 4, "university college campus universities colleges", "amenity=university"),
    "town_hall": ("Town hall", "Town halls", "#4a5560", 5, "council city hall", "amenity=townhall"),
    "park": ("Park", "Parks", "#2f7a35", 3, "garden gardens green playground", "leisure=park"),
    "pool": ("Swimming pool", "Swimming pools", "#2f7a35", 5, "swimming baths leisure centre", "leisure=sports_centre"),
    "viewpoint": ("Viewpoint", "Viewpoints", "#2f7a35", 4, "view lookout panorama", "tourism=viewpoint"),
    "fuel": ("Fuel station", "Fuel stations", "#4a5560", 7, "petrol gas station charging", "amenity=fuel"),
    "parking": ("Car park", "Car parks", "#4a5560", 8, "parking garage", "amenity=parking"),
    "street": ("Street", "Streets", "#777777", 10, "road lane", "highway=residential"),
}

PLACES = {
    "station": """Alderhaven Central @ Old Quay; Alderhaven South @ Tannery Side; Brindleford Station @ Brindleford; Osterby Station @ Osterby;
        Thornwick Station @ Thornwick; Pellsea Town Station @ Pellsea; Hallowmere Station @ Hallowmere; Coldbeck Halt @ Coldbeck""",
    "bus_station": """Kingsway Bus Station @ Lanternfield; Millbank Coach Stop @ Millbank; Quenby Bus Station @ Quenby; Osterby Promenade Buses @ Osterby""",
    "ferry": """Quayside Ferry Landing @ Old Quay; Pellsea Ferry Terminal @ Pellsea; Hallow Mere Steamer Pier @ Hallowmere""",
    "hospital": """Alderhaven Royal Infirmary @ Northgate; Fernhill Children's Hospital @ Fernhill; Osterby Cottage Hospital @ Osterby;
        Brind Valley Hospital @ Brindleford; Quenby Teaching Hospital @ Quenby""",
    "clinic": """Gable Street Surgery @ Northgate; Lanternfield Health Centre @ Lanternfield; Tannery Side Medical Practice @ Tannery Side;
        Millbank Family Practice @ Millbank; Wool Street Surgery @ Brindleford; Terrace Road Surgery @ Osterby; Moorside Surgery @ Thornwick;
        Seawall Health Centre @ Pellsea; Abbey Street Surgery @ Hallowmere; Scholars' Clinic @ Quenby""",
    "pharmacy": """Larkspur Pharmacy @ Old Quay; Mortar & Vale @ Northgate; Kingsway Chemist @ Lanternfield; Larkspur Pharmacy @ Millbank;
        Saddler Street Pharmacy @ Tannery Side; Fernhill Dispensary @ Fernhill; Hollyhock Chemist @ Fernhill; Larkspur Pharmacy @ Brindleford;
        Sandpiper Pharmacy @ Osterby; Larkspur Pharmacy @ Thornwick; Bollard Street Chemist @ Pellsea; Kiln Lane Pharmacy @ Hallowmere;
        Bishop's Pharmacy @ Quenby; Quillwort Chemist @ Osterby""",
    "museum": """Merrow Maritime Museum @ Old Quay; Customs House Gallery @ Old Quay; Museum of Candles and Light @ Lanternfield;
        Observatory Museum @ Lanternfield; Northgate Gaol Museum @ Northgate; Merrowdale Textile Museum @ Millbank; Tannery Works Gallery @ Tannery Side;
        Museum of Maps @ Fernhill; Cloth Hall Museum @ Brindleford; Osterby Lifeboat Museum @ Osterby; Thornwick Castle Museum @ Thornwick;
        Netmakers' Museum @ Pellsea; Abbey Barn Museum @ Hallowmere; Quenby Museum of Natural History @ Quenby; Inkwell Print Museum @ Quenby""",
    "attraction": """Saint Osric's Minster @ Northgate; Old Bridge Gatehouse @ Old Quay; Guildhall Clock @ Old Quay; Great Chimney @ Tannery Side;
        Beacon Head Lighthouse @ Osterby; Osterby Pier @ Osterby; Thornwick Castle @ Thornwick; Pellsea Windmill @ Pellsea; Hallowmere Abbey Ruins @ Hallowmere;
        Ford Stones @ Brindleford; Quenby Campanile @ Quenby; Eastry Flood Gates @ Eastry Lock; Carrow Stone Circle @ Carrow; Whin Hill Maze @ Whin Hill""",
    "theatre": """Guildhall Playhouse @ Old Quay; Lantern Cinema @ Lanternfield; Little Loom Theatre @ Millbank; Almond Street Picture House @ Tannery Side;
        Corn Exchange Theatre @ Brindleford; Pavilion Theatre @ Osterby; Scholars' Screen @ Quenby""",
    "hotel": """Harbourmaster's Hotel @ Old Quay; The Compass Rose @ Old Quay; Minster Gate Hotel @ Northgate; Ropewalk Lodge @ Northgate;
        Hotel Meridian @ Lanternfield; Candlemaker's Arms Hotel @ Lanternfield; Millbank Grange @ Millbank; The Dyeworks Hotel @ Tannery Side;
        Orchard Terrace Guest House @ Fernhill; Rowan House Hotel @ Fernhill; Wool Merchant's House @ Brindleford; Ford Inn @ Brindleford;
        Grand Promenade Hotel @ Osterby; The Gannet @ Osterby; Beacon View Guest House @ Osterby; Priory Court Hotel @ Thornwick; Castle Hill Inn @ Thornwick;
        The Old Ropeyard @ Pellsea; Seawall Hotel @ Pellsea; Mere House Hotel @ Hallowmere; Swan & Reeds @ Hallowmere; Bishop's Lodging @ Quenby""",
    "hostel": """Quayside Hostel @ Old Quay; Weir Street Hostel @ Millbank; Dune Meadow Campsite @ Osterby; Lakeside Camping @ Fennick;
        Stonnard Bunkhouse @ Stonnard; Scholars' Hostel @ Quenby""",
    "cafe": """Kettle & Thread @ Millbank; The Slow Anchor @ Old Quay; Tidewater Coffee @ Old Quay; Brass Lantern Café @ Lanternfield; Sextant Coffee Room @ Lanternfield;
        Gatehouse Tea Room @ Northgate; Plover & Finch @ Northgate; Bluestocking Café @ Northgate; Oak Gall Coffee @ Tannery Side; Madder & Cream @ Tannery Side;
        Heather Road Tea Garden @ Fernhill; Bracken Café @ Fernhill; Shuttle Café @ Millbank; Ford Lane Coffee @ Brindleford; The Carding Room @ Brindleford;
        Pavilion Tea Room @ Osterby; Salt & Saucer @ Osterby; Gannet Bay Coffee @ Osterby; The Warm Hearth @ Thornwick; Tithe Barn Tea Room @ Thornwick;
        Cockle Café @ Pellsea; Cable Street Coffee @ Pellsea; The Boathouse Café @ Hallowmere; Heron & Spoon @ Hallowmere; Footnote Coffee @ Quenby;
        Inkpot Café @ Quenby; Towpath Tea Stop @ Tolley""",
    "restaurant": """The Copper Ladle @ Old Quay; Quay Noodle Bar @ Old Quay; Saffron & Salt @ Old Quay; Olive Press @ Lanternfield; Halyard Fish House @ Lanternfield;
        The Minster Table @ Northgate; Casa Perla @ Northgate; Mill Wheel Kitchen @ Millbank; Tamarind Tree @ Millbank; The Tanner's Plate @ Tannery Side;
        Little Pavlova @ Tannery Side; Orchard Kitchen @ Fernhill; Vine & Rowan @ Fernhill; The Woolsack @ Brindleford; Pound Lane Bistro @ Brindleford;
        Crab & Kettle @ Osterby; Terrace Trattoria @ Osterby; The Portcullis @ Thornwick; The Drying Net @ Pellsea; Ferry Road Fish Bar @ Pellsea;
        The Abbey Kitchen @ Hallowmere; Garden Street Dumplings @ Quenby; Common Room Grill @ Quenby""",
    "pub": """The Bell & Buoy @ Old Quay; The Ropemaker @ Northgate; The Last Candle @ Lanternfield; The Fuller's Rest @ Millbank; The Oak Vat @ Tannery Side;
        The Green Rowan @ Fernhill; The Shearling @ Brindleford; The Signal Mast @ Osterby; The Ram's Head @ Thornwick; The Cork & Cable @ Pellsea;
        The Pike & Perch @ Hallowmere; The Blotted Page @ Quenby; The Plough at Larkfield @ Larkfield; The Lock Keeper @ Eastry Lock""",
    "bakery": """Anchor Street Bakery @ Old Quay; Crumb & Quarry @ Northgate; Candle Lane Loaves @ Lanternfield; Millbank Bread Co-op @ Millbank;
        Alum Lane Bakehouse @ Tannery Side; Hatter Street Bakery @ Brindleford; Promenade Pasties @ Osterby; Bakehouse Lane Bakery @ Thornwick;
        Netmaker's Loaf @ Pellsea; Swan Street Bakery @ Hallowmere; Lecture Lane Buns @ Quenby""",
    "supermarket": """Corner Basket @ Northgate; Corner Basket @ Millbank; Corner Basket @ Fernhill; Harvest Hall @ Lanternfield; Quay Provisions @ Old Quay;
        Tannery Food Hall @ Tannery Side; Corner Basket @ Brindleford; Harvest Hall @ Osterby; Corner Basket @ Thornwick; Pellsea Stores @ Pellsea;
        Corner Basket @ Hallowmere; Harvest Hall @ Quenby""",
    "books": """Dogwatch Books @ Old Quay; The Folded Corner @ Northgate; Meridian Books @ Lanternfield; Second Impression @ Millbank; Wool Street Books @ Brindleford;
        Sandpiper Books @ Osterby; Marginalia @ Quenby; Tower Road Books @ Quenby; The Reading Lamp @ Thornwick""",
    "bicycle_shop": """Freewheel Merrow @ Tannery Side; Northgate Cycles @ Northgate; Towpath Bikes @ Millbank; Spoke & Gear @ Brindleford; Dune Cycles @ Osterby;
        Quenby Cycle Co-op @ Quenby; Mere Bikes @ Hallowmere""",
    "bank": """Merrow Savings Bank @ Old Quay; Merrow Savings Bank @ Lanternfield; Weavers' Mutual @ Millbank; Merrow Savings Bank @ Brindleford;
        Weavers' Mutual @ Osterby; Merrow Savings Bank @ Pellsea; Weavers' Mutual @ Quenby; Merrow Savings Bank @ Fernhill""",
    "post_office": """Guildhall Street Post Office @ Old Quay; Fernhill Post Office @ Fernhill; Northgate Post Office @ Northgate; Brindleford Post Office @ Brindleford;
        Osterby Post Office @ Osterby; Thornwick Post Office @ Thornwick; Pellsea Post Office @ Pellsea; Hallowmere Post Office @ Hallowmere;
        Quenby Post Office @ Quenby; Sallow Green Post Office @ Sallow Green""",
    "library": """Alderhaven Central Library @ Old Quay; Lanternfield Library @ Lanternfield; Loom Street Library @ Millbank; Fernhill Branch Library @ Fernhill;
        Brindleford Library @ Brindleford; Osterby Library @ Osterby; Thornwick Reading Room @ Thornwick; Pellsea Library @ Pellsea; College Library @ Quenby""",
    "school": """Northgate Primary School @ Northgate; Lanternfield Academy @ Lanternfield; Merrow Bank School @ Millbank; Tannery Side Primary School @ Tannery Side;
        Fernhill High School @ Fernhill; Cloth Hall School @ Brindleford; Osterby Community School @ Osterby; Castle Street School @ Thornwick;
        Harbour School @ Pellsea; Lakeside School @ Hallowmere; Askel Village School @ Askel""",
    "college": """University of Quenby @ Quenby; Alderhaven Nautical College @ Lanternfield; Merrowdale School of Art @ Tannery Side""",
    "town_hall": """Alderhaven Guildhall @ Old Quay; Brindleford Town Hall @ Brindleford; Osterby Town Hall @ Osterby; Thornwick Moot Hall @ Thornwick;
        Pellsea Town Hall @ Pellsea; Hallowmere Council Offices @ Hallowmere; Quenby Town Hall @ Quenby""",
    "park": """Ropewalk Gardens @ Northgate; Minster Green @ Old Quay; Lantern Park @ Lanternfield; Loom Meadow @ Millbank; Oak Vat Gardens @ Tannery Side;
        Fernhill Park @ Fernhill; Wool Green @ Brindleford; Promenade Gardens @ Osterby; Priory Gardens @ Thornwick; Windmill Green @ Pellsea;
        Abbey Gardens @ Hallowmere; Scholars' Garden @ Quenby""",
    "pool": """Northgate Baths @ Northgate; Fernhill Leisure Pool @ Fernhill; Brindleford Baths @ Brindleford; Osterby Sea Pool @ Osterby; Quenby Sports Centre @ Quenby""",
    "viewpoint": """Dapple Hill Top @ Dapple Hill; Gull Farm Bird Hide @ Gull Farm; Ludd's Gate Lookout @ Ludd's Gate; Saltings Watchtower @ Saltings;
        Upper Brind Weir View @ Upper Brind; Hobthorn Ridge @ Hobthorn""",
    "fuel": """West Ring Fuel @ Northgate; Kingsway Charging Hub @ Fernhill; Brind Road Fuel @ Coldbeck; Osterby Road Fuel @ Marram Cross; Lake Road Fuel @ Hallowmere;
        Southern Way Services @ Mere Cross""",
    "parking": """Guildhall Car Park @ Old Quay; Observatory Car Park @ Lanternfield; Chandler Street Car Park @ Millbank; Market Place Car Park @ Brindleford;
        Seafront Car Park @ Osterby; Castle Car Park @ Thornwick; Ferry Car Park @ Pellsea; Mere Shore Car Park @ Hallowmere; College Car Park @ Quenby""",
}

# Places that stand where the land puts them, in kilometres; parks lie in their block.
FIXED = {
    "Alderhaven Central": (28.3, 19.93), "Alderhaven South": (27.9, 16.26), "Brindleford Station": (12.75, 26.5), "Osterby Station": (37.4, 28.0),
    "Thornwick Station": (15.4, 9.35), "Pellsea Town Station": (37.8, 8.65), "Hallowmere Station": (6.8, 17.75), "Quayside Ferry Landing": (28.3, 18.25),
    "Pellsea Ferry Terminal": (39.2, 7.6), "Hallow Mere Steamer Pier": (6.45, 17.0), "Beacon Head Lighthouse": (39.0, 27.7), "Osterby Pier": (38.9, 28.7),
    "Thornwick Castle": (16.3, 9.45), "Pellsea Windmill": (37.8, 8.95), "Hallowmere Abbey Ruins": (7.0, 17.9), "Old Bridge Gatehouse": (28.2, 18.28),
}
