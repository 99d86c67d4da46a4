"""Names and places for customers."""

FIRST_WOMEN = [
    "Adriana", "Beatrice", "Camille", "Dalia", "Elspeth", "Fiona", "Greta", "Hanna", "Imani", "Joanna", "Katarina", "Leonie", "Marisol",
    "Nadine", "Odette", "Priya", "Quinn", "Rosalind", "Saskia", "Tamsin", "Ursula", "Valeria", "Wilhelmina", "Ximena", "Yasmin", "Zelda",
    "Annika", "Bronwyn", "Carmen", "Delphine", "Esther", "Frances",
]
FIRST_MEN = [
    "Alistair", "Benedict", "Cyrus", "Dominic", "Emeka", "Florian", "Gideon", "Hector", "Ivo", "Jasper", "Kenji", "Lorenzo", "Malcolm",
    "Nikolai", "Oscar", "Percival", "Rafael", "Soren", "Tobias", "Ulrich", "Viktor", "Walter", "Xavier", "Yusuf", "Zachary", "Anders",
    "Bartholomew", "Casimir", "Desmond", "Elias", "Ferdinand", "Graham",
]
LAST = [
    "Abernathy", "Bellweather", "Castellano", "Dunmore", "Eastwick", "Fairbanks", "Gallagher", "Holloway", "Ibarra", "Jorgensen",
    "Kowalczyk", "Lindqvist", "Marchetti", "Nakagawa", "Okonkwo", "Pemberton", "Quintero", "Rasmussen", "Sutherland", "Thistlewood",
    "Underhill", "Vandermeer", "Whitcombe", "Yarrow", "Zielinski", "Ashdown", "Brightwater", "Calloway", "Devereux", "Ellsworth",
    "Farnsworth", "Greenhalgh", "Hawthorne", "Ingersoll", "Jankowski", "Kirkpatrick", "Lockhart", "Montague", "Nethercott", "Oyelaran",
    "Prendergast", "Ravenscroft", "Stavros", "Tremaine", "Uchida", "Villanueva", "Winterbourne", "Youngblood", "Achterberg", "Bancroft",
]
MAIL_HOSTS = ["quickpost.test", "northmail.test", "inboxly.test", "harbormail.test", "pinepost.test"]
STREETS = [
    "Alder Court", "Bayberry Lane", "Cooper Street", "Dogwood Avenue", "Elmhurst Drive", "Foundry Road", "Garrison Street", "Hickory Hollow",
    "Ironwood Terrace", "Juniper Way", "Kestrel Lane", "Larkspur Avenue", "Mill Pond Road", "Northgate Boulevard", "Orchard Street",
    "Prospect Avenue", "Quarry Road", "Riverside Drive", "Sycamore Street", "Tannery Row", "Union Street", "Vineyard Lane", "Willow Bend",
]
CITIES = [  # city, state, first digits of the ZIP code, area code, sales tax in thousandths
    ("Portland", "Oregon", "972", "503", 0), ("Eugene", "Oregon", "974", "541", 0), ("Seattle", "Washington", "981", "206", 102),
    ("Tacoma", "Washington", "984", "253", 102), ("San Jose", "California", "951", "408", 93), ("Oakland", "California", "946", "510", 93),
    ("Fresno", "California", "937", "559", 93), ("Denver", "Colorado", "802", "303", 81), ("Boulder", "Colorado", "803", "720", 81),
    ("Madison", "Wisconsin", "537", "608", 55), ("Ann Arbor", "Michigan", "481", "734", 60), ("Grand Rapids", "Michigan", "495", "616", 60),
    ("Burlington", "Vermont", "054", "802", 70), ("Albany", "New York", "122", "518", 80), ("Rochester", "New York", "146", "585", 80),
    ("Pittsburgh", "Pennsylvania", "152", "412", 70), ("Asheville", "North Carolina", "288", "828", 70),
    ("Austin", "Texas", "787", "512", 82), ("Boise", "Idaho", "837", "208", 60), ("Missoula", "Montana", "598", "406", 0),
]
GROUPS = [("General", "Retail Customer"), ("Wholesale", "Wholesale Customer"), ("Retailer", "Retail Customer"),
          ("VIP Members", "Retail Customer"), ("Clubs & Teams", "Wholesale Customer")]
