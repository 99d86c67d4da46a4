"""Texts of the store: pages, price rules, search terms, settings, remarks on orders."""

from typing import NamedTuple


class PageText(NamedTuple):
    """A page of the storefront."""

    title: str
    url_key: str
    heading: str
    layout: str
    enabled: bool
    content: str


PAGES = [
    PageText("Home Page", "home", "Gear for people who go out anyway", "Page -- Full Width", True,
             "Spring collection is here.\n\nBrowse new arrivals in running, studio and trail, or pick up where you left off last season."),
    PageText("About Us", "about-us", "A workshop with a shop attached", "1 column", True,
             "Fernhill Sports began in 2009 with two sewing machines and a borrowed van.\n\nToday forty people design, test and mend sportswear "
             "in the old tannery by the river. We still answer every letter ourselves."),
    PageText("Shipping & Returns", "shipping-and-returns", "Shipping and returns", "2 columns with left bar", True,
             "Orders placed before 2 p.m. leave the warehouse the same day.\n\nStandard delivery takes three to five working days. "
             "You can return unworn items within 60 days; the label is in the parcel."),
    PageText("Size Guide", "size-guide", "Find your size", "1 column", True,
             "Measure your chest, waist and hip over a thin layer.\n\nIf you fall between two sizes, take the larger one for jackets and the "
             "smaller one for leggings."),
    PageText("Privacy Policy", "privacy-policy", "How we handle your data", "2 columns with left bar", True,
             "We keep what we need to send your parcel and nothing else.\n\nAddresses are deleted seven years after the last order, "
             "as bookkeeping law asks. We do not sell data."),
    PageText("Cookie Notice", "cookie-notice", "Cookies on this site", "1 column", True,
             "One cookie remembers your cart, another one remembers that you have read this notice.\n\nNeither follows you elsewhere."),
    PageText("Contact", "contact", "Talk to a person", "1 column", True,
             "Call us on weekdays between 9 and 5, or write to care@fernhill-sports.test.\n\nWe usually reply within one working day."),
    PageText("Store Locations", "store-locations", "Where to find us", "2 columns with right bar", True,
             "Visit the workshop store in Portland or the pop-up at the Saturday market.\n\nBoth repair what you bought from us, free of charge."),
    PageText("Careers", "careers", "Work with us", "1 column", False,
             "There are no open positions at the moment.\n\nIf you can mend a zipper in four minutes, write to us all the same."),
    PageText("Gift Cards", "gift-cards", "Gift cards", "1 column", True,
             "Gift cards come on paper made from our own offcuts.\n\nThey are valid for five years and can be used in several purchases."),
    PageText("Care Instructions", "care-instructions", "Make it last", "1 column", True,
             "Wash cold, skip the softener, dry in the shade.\n\nMerino can be aired instead of washed; shells want a new coat of wax "
             "every other year."),
    PageText("Club Orders", "club-orders", "For clubs and teams", "2 columns with right bar", True,
             "Clubs of ten and more get their own prices.\n\nSend us your logo and the list of sizes; we answer with a drawing "
             "and an offer within a week."),
    PageText("Loyalty Program", "loyalty-program", "Miles that count", "1 column", False,
             "Collect one mile for every dollar.\n\nThe program is paused while we rebuild it; miles collected so far are kept."),
    PageText("404 Not Found", "no-route", "This path ends here", "1 column", True,
             "The page you asked for has moved on.\n\nTry the search, or go back to the start."),
]


class Rule(NamedTuple):
    """A cart price rule."""

    name: str
    description: str
    active: bool
    groups: str
    coupon: str
    starts: str
    ends: str
    apply: str
    amount: str
    free_shipping: str


PERCENT, FIXED, WHOLE = "Percent of product price discount", "Fixed amount discount", "Fixed amount discount for whole cart"
RULES = [
    Rule("Welcome 10", "Ten percent off the first order of new customers", True, "NOT LOGGED IN, General", "WELCOME10", "", "", PERCENT, "10", "No"),
    Rule("Free shipping over $75", "No shipping cost on larger carts", True, "NOT LOGGED IN, General, VIP Members", "", "", "",
         PERCENT, "0", "For matching items only"),
    Rule("Club season prices", "Standing discount for clubs", True, "Clubs & Teams", "", "", "", PERCENT, "15", "No"),
    Rule("Winter Sale 2025", "End of winter stock", False, "NOT LOGGED IN, General, VIP Members", "WINTER25", "2025-01-10", "2025-02-28",
         PERCENT, "25", "No"),
    Rule("Mother's Day", "Five dollars off women's tops", False, "General, VIP Members", "MOM5", "2025-05-01", "2025-05-11", FIXED, "5", "No"),
    Rule("Trail Week", "Discount during the trail running week", False, "NOT LOGGED IN, General", "TRAIL15", "2025-09-12", "2025-09-21",
         PERCENT, "15", "No"),
    Rule("Black Friday 2025", "Thirty percent off everything", False, "NOT LOGGED IN, General, Retailer, VIP Members", "BLACK30", "2025-11-27",
         "2025-12-01", PERCENT, "30", "No"),
    Rule("VIP thank you", "Twenty dollars for our most loyal customers", True, "VIP Members", "THANKS20", "2026-01-01", "2026-06-30", WHOLE, "20", "No"),
    Rule("Spring Stretch", "Yoga gear promotion", True, "General", "STRETCH", "2026-03-01", "2026-04-15", PERCENT, "12", "No"),
]
COUPON_PERIODS = [  # coupon, share of the subtotal in percent, first and last day it is used
    ("WELCOME10", 10, "2024-01-01", "2026-12-31"), ("WINTER25", 25, "2025-01-10", "2025-02-28"), ("TRAIL15", 15, "2025-09-12", "2025-09-21"),
    ("BLACK30", 30, "2025-11-27", "2025-12-01"), ("STRETCH", 12, "2026-03-01", "2026-04-15"),
]

SEARCH_TERMS = [  # query, results, uses
    ("hoodie", 18, 214), ("yoga mat", 4, 187), ("rain jacket", 9, 151), ("kettlebell", 3, 133), ("running shorts", 8, 118), ("leggings", 8, 97),
    ("bottle", 4, 88), ("duffel", 1, 74), ("fitness watch", 3, 69), ("merino", 8, 62), ("resistance bands", 1, 53), ("gift card", 0, 47),
    ("foam roller", 2, 41), ("skirt", 7, 36), ("tank", 7, 31), ("waterproof", 7, 28), ("jump rope", 0, 23), ("shoes", 1, 21), ("headphones", 0, 17),
    ("beanie", 1, 14), ("capri", 7, 12), ("heart rate", 2, 9), ("reflective", 3, 8), ("swimsuit", 0, 6), ("dog leash", 0, 2),
]

CANCEL_REASONS = [
    "Customer called: ordered the wrong size and will place a new order.",
    "Payment was declined twice by the bank.",
    "Canceled on customer's request, found it cheaper elsewhere.",
    "Delivery address could not be verified.",
    "Item out of stock at the supplier until May.",
    "Duplicate of the previous order, customer clicked twice.",
    "Customer moves abroad next week and cannot receive the parcel.",
    "Suspected fraud, card holder and recipient do not match.",
]
HOLD_REASONS = ["Waiting for the bank transfer.", "Customer asked us to ship next month.", "Address check pending.", "Wholesale price to be confirmed."]
REFUND_REASONS = ["Returned unworn, refunded in full.", "Parcel lost by the carrier, refunded.", "Wrong color delivered, customer kept nothing."]
SHIP_NOTES = ["Left the warehouse with the noon truck.", "Packed together with a hand-written card.", "Carrier picked up one parcel."]

SETTINGS = {
    "general/store_name": "Fernhill Sports", "general/store_phone": "503-555-0142", "general/hours": "Mon-Fri 9am-5pm",
    "general/country": "United States", "general/street": "18 Tannery Row", "general/city": "Portland", "general/zip": "97209",
    "general/timezone": "Pacific Standard Time", "general/locale": "English (United States)", "general/first_day": "Sunday",
    "general/weight_unit": "lbs",
    "catalog/per_page": "24", "catalog/sort": "Position", "catalog/guest_reviews": "Yes", "catalog/threshold": "0", "catalog/notify_below": "8",
    "catalog/backorders": "No Backorders",
    "sales/minimum_enabled": "No", "sales/minimum_amount": "25", "sales/flat_rate": "5.00", "sales/free_from": "75.00", "sales/reorder": "Yes",
    "sales/invoice_note": "Thank you for choosing Fernhill Sports.",
    "contact/general_name": "Store Owner", "contact/general_email": "owner@fernhill-sports.test", "contact/support_name": "Customer Care",
    "contact/support_email": "care@fernhill-sports.test",
}

LOG = [
    "Signed in", "Changed the price of Winter stock articles", "Sent the March newsletter", "Approved 6 reviews", "Imported 40 stock levels",
    "Changed the content of page 'Shipping & Returns'", "Created price rule 'Spring Stretch'", "Flushed the page cache", "Signed in",
    "Exported the orders of February", "Reindexed the catalog search", "Signed in",
]
