"""The account's addresses, wish list, enquiries and order habits; coupons, shipping methods and the regions of address forms."""

# first name, last name, company, street, city, region, postcode, phone, default billing, default shipping
ADDRESSES = [
    ("Emma", "Lopes", "", "14 Tallow Lane", "Northfield", "Ohio", "44067", "330-555-0148", 1, 1),
    ("Emma", "Lopes", "Brightwater Surveyors", "880 Canal Street, Floor 3", "Akron", "Ohio", "44308", "330-555-0172", 0, 0),
    ("Helena", "Lopes", "", "27 Orchard Hill Road", "Brattleboro", "Vermont", "05301", "802-555-0119", 0, 0),
    ("Marta", "Lopes-Reid", "", "5 Sycamore Court, Apt 2B", "Madison", "Wisconsin", "53703", "608-555-0187", 0, 0),
    ("Emma", "Lopes", "", "The Boathouse, 3 Lake Shore Drive", "Traverse City", "Michigan", "49684", "231-555-0163", 0, 0),
]

REGIONS = ["California", "Colorado", "Connecticut", "Illinois", "Indiana", "Iowa", "Maine", "Maryland", "Massachusetts", "Michigan", "Minnesota", "Montana",
           "New Hampshire", "New Jersey", "New York", "North Carolina", "Ohio", "Oregon", "Pennsylvania", "Rhode Island", "Texas", "Vermont", "Virginia",
           "Washington", "Wisconsin"]
COUNTRIES = ["United States", "Canada", "Ireland", "Netherlands", "Portugal", "United Kingdom"]

# code -> name, what it costs, what the page says; orders above FREE_SHIPPING travel free with the first one
SHIPPING = {
    "standard": ("Standard Delivery", 595, "3 to 5 working days"),
    "express": ("Express Delivery", 1295, "2 working days"),
    "nextday": ("Next Day Delivery", 1995, "ordered before 2 p.m."),
    "pickup": ("Store Pickup", 0, "Akron shop, ready in 2 hours"),
}
FREE_SHIPPING = 15000
PAYMENTS = {"invoice": "Invoice by e-mail", "card": "Saved card ending 4417", "check": "Check / Money order"}

# code, percent off, amount off, least subtotal, last day
COUPONS = [("LOOM10", 10, 0, 0, "2026-06-30"), ("LARDER5", 0, 500, 4000, "2026-04-30"), ("SPRING20", 20, 0, 12000, "2026-05-15"),
           ("WELCOME15", 15, 0, 0, "2025-12-31")]

TOPICS = ["General question", "Refund request", "Delivery problem", "Damaged item", "Product advice", "Wholesale"]
SUBSCRIPTIONS = [("general", "General newsletter", "Once a month, what is new in the shop.", 1),
                 ("sales", "Sale alerts", "First word when prices go down.", 0),
                 ("recipes", "Recipes from the larder", "A seasonal recipe every second Friday.", 0),
                 ("workshops", "Workshops and classes", "Dates of sewing, baking and knitting classes.", 0),
                 ("restock", "Back in stock notices", "When something on your wish list returns.", 1)]

WISHES = [("Meridew Mantel Clock", 1, "for the hallway, if Papa agrees"), ("Reedham Picnic Hamper", 1, ""), ("Inkwright Wax Seal Kit", 2, "one for Marta"),
          ("Weftway Herringbone Blanket", 1, "wait for the winter sale"), ("Gramley Mandoline Slicer", 1, ""), ("Finchley Bird Bath", 1, "Mother's Day")]

# topic, whether it is about the latest order, message, when
ENQUIRIES = [("Delivery problem", True, "The parcel was left with a neighbor who is away until Friday. Could you ask the driver to leave a card next time?", "2025-09-04 18:22:00"),
             ("Product advice", False, "Does the linen duvet cover come in a size for an extra long twin bed?", "2025-12-11 08:40:00")]

# product, rating, title, what Emma wrote, when
MY_REVIEWS = [("Northlode Burr Hand Grinder", 5, "Quiet mornings", "It wakes nobody, and the grind is even. The walnut knob is a nice touch.", "2024-06-19 07:55:00"),
              ("Cloudrick Fleece Blanket", 3, "Warm but clingy", "Very warm, although it collects every hair in the house.", "2024-11-30 20:10:00"),
              ("Hollin Bypass Pruners", 4, "Sharp", "They cut roses like butter. The spring needs a drop of oil now and then.", "2025-05-02 17:31:00"),
              ("Larkspur Sea Salt Caramels", 5, "Dangerous", "The tin was empty before the guests had arrived.", "2025-10-18 21:04:00")]
