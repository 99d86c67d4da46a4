"""The trips that the tasks of the route planner ask about: how, from where, to where."""

TIMED = (
    ("foot", "Harbourmaster's Hotel", "Merrow Maritime Museum"),
    ("bicycle", "Alderhaven Central", "Fernhill Leisure Pool"),
    ("car", "Quenby Teaching Hospital", "Osterby Pier"),
    ("bicycle", "Hallowmere Station", "Mere House Hotel"),
    ("foot", "Larkspur Pharmacy, Thornwick", "Thornwick Castle"),
)

SAVED_BY_BICYCLE = (
    ("Northgate Baths", "Museum of Maps"),
    ("Kettle & Thread", "Lantern Cinema"),
    ("Alderhaven South", "Observatory Museum"),
)

SHOWN = (
    ("car", "Alderhaven Central Library", "Beacon Head Lighthouse"),
    ("bicycle", "Freewheel Merrow", "Larkfield"),
    ("foot", "The Compass Rose", "Saint Osric's Minster"),
    ("car", "Corner Basket, Thornwick", "Pellsea Ferry Terminal"),
)

CHOICES = (
    ("foot", "Hotel Meridian", ("Merrow Maritime Museum", "Customs House Gallery", "Observatory Museum")),
    ("bicycle", "Rowan House Hotel", ("Great Chimney", "Loom Meadow", "Quayside Ferry Landing")),
    ("foot", "Priory Court Hotel", ("Tithe Barn Tea Room", "The Portcullis", "Bakehouse Lane Bakery")),
)

LIMITED = (
    ("foot", "Alderhaven Central", "Guildhall Playhouse", 30),
    ("bicycle", "Quenby Cycle Co-op", "Marram Cross", 30),
    ("car", "Grand Promenade Hotel", "Alderhaven Royal Infirmary", 25),
    ("foot", "Millbank Grange", "Little Loom Theatre", 10),
)
