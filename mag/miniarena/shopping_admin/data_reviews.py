"""What customers write: phrase banks by kind of article, and the faults that the reviews of some articles keep coming back to."""

NICKNAMES = [
    "Adri", "Bea", "Cam", "Dot", "Ellie", "Finn", "Gus", "Hattie", "Ike", "Jules", "Kit", "Lou", "Mo", "Nell", "Ozzie", "Pip", "Remy", "Sid",
    "Tess", "Una", "Vic", "Wes", "Yara", "Zane", "Runner77", "hillclimber", "mat_mornings", "Coach Dee", "slowmiles", "northside_liz",
    "Benchpress Ben", "two wheels", "Oma runs", "Trailmix", "Early Bird", "saturday parkrun", "kettlebell kim", "Marlow", "Petra V.", "Otis",
]

GOOD_TITLES = {
    "top": ["Softest thing in my drawer", "Dries before I do", "Great cut", "My new favorite top", "Holds up wash after wash",
            "Buying a second color"],
    "hoodie": ["Lives on my shoulders", "Warm without bulk", "Everyone asks where I got it", "Cozy and well made",
               "Worth every dollar", "A hoodie for grown-ups"],
    "jacket": ["Laughs at the wind", "Good jacket, great hood", "Kept me dry for 12 miles", "Light but serious", "Exactly what fall needed",
               "Packs down to nothing"],
    "bottom": ["Stays put", "Pockets at last", "Comfortable from mile one", "Great for leg day", "No chafing, no fuss", "Third pair and counting"],
    "bag": ["Swallows everything", "My carry-on for a year now", "Smart pockets", "Built like a tank", "Perfect size for the gym",
            "Best bag I have owned"],
    "equipment": ["Solid and simple", "Does what it should", "A corner gym in one piece", "Good value", "My physio approves", "Tough as promised"],
    "yoga": ["Grips even when wet", "My practice thanks you", "Feels natural", "Great for sore knees", "No chemical smell", "Simple and good"],
    "bottle": ["Still cold at night", "No rattling, no drips", "The right size", "Survived a fall", "Goes everywhere with me", "Easy to clean"],
    "watch": ["Accurate pace at last", "Clear screen in the sun", "Changed how I train", "Easy to set up", "Looks good with a shirt too",
              "More than I expected"],
    "accessory": ["Small thing, big help", "Fits well", "Winter sorted", "Light as nothing", "Simple and useful", "Glad I added it"],
}
BAD_TITLES = {
    "top": ["Thin fabric", "Lost its shape", "Not for me", "Color faded", "Scratchy label"],
    "hoodie": ["Sleeves too short", "Pilled within weeks", "Expected better", "Heavy when damp", "Hood is tiny"],
    "jacket": ["Let me down in the rain", "Too boxy", "Not warm enough", "Disappointed", "Noisy fabric"],
    "bottom": ["Slides down", "Wrong length", "Not happy", "Rides up", "Waistband rolls"],
    "bag": ["Not built to last", "Too heavy empty", "Straps dig in", "Disappointed", "Nice look, poor use"],
    "equipment": ["Arrived scratched", "Wobbly", "Less than the photo promised", "Sent it back", "Cheap finish"],
    "yoga": ["Slippery", "Sheds crumbs", "Smells of rubber", "Thinner than stated", "Curls at the ends"],
    "bottle": ["Drips in my bag", "Lid trouble", "Paint chipped", "Hard to clean", "Dented at once"],
    "watch": ["Charging all the time", "Loses the signal", "Strap irritates", "Too many menus", "Not worth it"],
    "accessory": ["Too small", "Came apart", "Thin", "Looks different", "Meh"],
}
MIXED_TITLES = ["It is fine", "Good, not great", "Three stars from me", "Nearly there", "Decent for the price", "Two sides to it"]

GOOD_LINES = {
    "top": ["It breathes well and the seams do not rub.", "The fit across the shoulders is just right.", "Sweat is gone within minutes.",
            "I have washed it some thirty times and the color is as new.", "Long enough in the back to stay tucked in.",
            "Cool in July and fine under a fleece in October."],
    "hoodie": ["The inside is brushed and wonderfully soft.", "The pocket takes a phone and gloves without sagging.",
               "Sleeves are long enough for my arms, which is rare.", "It dries overnight on a chair.",
               "The hood stays up without blocking the view.", "Heavy enough for a cold bleacher, light enough for the bus."],
    "jacket": ["Rain beads off and the shoulders stayed dry.", "The hood can be pulled tight with one hand.",
               "There is room for a sweater beneath it.", "Wind does not get through at all, not even on the bike.",
               "The pockets sit high enough to be reached with a backpack on.", "It weighs next to nothing and still feels tough."],
    "bottom": ["The waistband does not roll and does not pinch.", "Deep pockets hold my phone while I run.",
               "Not see-through in a squat, I checked.", "The length is right for me at five foot seven.",
               "No riding up on a ten mile run.", "Soft on the inside and easy to move in."],
    "bag": ["Shoes, towel and lunch all have a place.", "The base is stiff, so it stands up on its own.", "The zips run smoothly and are easy to find.",
            "It has been through rain twice and nothing got wet.", "The padding makes a full load bearable.",
            "I like that the wet pocket comes out for washing."],
    "equipment": ["It feels solid and does not slip on a wooden floor.", "The finish is clean with no rough edges.",
                  "Setting it up took two minutes.", "It stores under the bed when I am done.",
                  "I use it every morning and see no wear.", "It is a good weight for someone coming back from injury."],
    "yoga": ["Hands stay where I put them, even in a hot room.", "It lies flat the moment it is rolled out.",
             "The edges are smooth and it wipes clean.", "Thick enough for my knees on tiles.",
             "It has not flaked after half a year of daily use.", "The texture is pleasant on bare feet."],
    "bottle": ["Ice in the morning, ice at night.", "The lid seals well and opens with one hand.", "It fits the cage on my bike.",
               "Water tastes of water, not of metal.", "It fell down the stairs and has one small mark.", "The wide neck makes it easy to scrub."],
    "watch": ["The heart rate matches my chest strap within two beats.", "I can read it in full sun.",
              "The sleep report is more honest than I would like.", "Pairing with the phone took a minute.",
              "GPS finds me before I have tied my shoes.", "The strap is soft and does not catch on sleeves."],
    "accessory": ["It stays in place on windy days.", "The stitching is neat.", "I forget that I am wearing it.",
                  "It washes well and dries in an hour.", "Cars clearly see me from far away now.", "It fits under my helmet."],
}
BAD_LINES = {
    "top": ["The fabric is so thin that you see every label.", "After three washes it was two inches shorter.",
            "The collar stretched and now hangs open.", "It holds on to odors even after washing.", "The color came out of the wash much paler."],
    "hoodie": ["The cuffs went loose within a month.", "Little balls of fluff formed under the arms.",
               "It takes two days to dry.", "The sleeves end well before my wrists.", "The print cracked after the second wash."],
    "jacket": ["Water came through at the shoulders after half an hour.", "It is cut like a box and flaps in the wind.",
               "The fabric rustles with every step.", "The lining tore at the pocket.", "The drawcord snapped when I pulled it."],
    "bottom": ["They slide down as soon as I start to run.", "The inner liner scratches.", "The drawstring disappeared into the hem in the wash.",
               "The knees bagged after one week.", "They ride up and I spend the run pulling at them."],
    "bag": ["One of the zips caught on the first day.", "There is no pocket for keys at all.", "It tips over as soon as it is half full.",
            "The coating peeled off at the corners.", "It is heavy before you have put anything in."],
    "equipment": ["One piece arrived with a deep scratch.", "It creaks and wobbles on a flat floor.", "The grip came off within two weeks.",
                  "The photo makes it look twice as big.", "The printed weight is not the real weight."],
    "yoga": ["My hands slide as soon as they are warm.", "Small crumbs come off and stick to my clothes.",
             "The ends curl up however long I leave it flat.", "The smell did not go away after two weeks outside.",
             "It is clearly thinner than the page says."],
    "bottle": ["The paint chipped off in the first week.", "The mouthpiece is hard to clean and soon tastes stale.",
               "It dented when it fell from a bench.", "It keeps drinks cold for three hours, not for a day.", "The lid squeaks and sticks."],
    "watch": ["It loses the satellite under trees.", "The strap left a rash on my wrist.", "There are too many menus between me and a stopwatch.",
              "It counts steps while I drive.", "The screen scratched in the first week."],
    "accessory": ["The seam opened after a few days.", "It is much smaller than it looks.", "The fabric is thin and lets the cold in.",
                  "The color is not the one in the picture.", "It slips off whenever I turn my head."],
}
MIXED_LINES = ["It does the job but does not excite me.", "The idea is good, the finishing could be better.", "I like the look more than the use.",
               "Good for the price, though I would pay more for a better one.", "It took some getting used to."]

OPENERS_GOOD = ["Bought it for marathon training and could not be happier.", "My sister recommended it and she was right.",
                "I was skeptical at first.", "Two months in, here is my verdict.", "I use it at least four times a week.",
                "This was a birthday present from my husband.", "Ordered on Monday, here on Wednesday.",
                "I have tried three others before this one.", "Our whole club uses these now.", "It looked plain online and is lovely in person.",
                "I bought it for my daughter and ended up getting one for myself.", "After a knee operation I needed something I could trust.",
                "I teach four classes a week, so my gear has to last.", "I run before work, mostly in the dark.", "What a pleasant surprise."]
OPENERS_BAD = ["I really wanted to like it.", "After all the praise I expected more.", "Not what I had hoped for at this price.",
               "It looked fine in the box.", "I have bought from you for years and this is the first letdown.",
               "Two weeks in and I regret it.", "I gave it a fair chance.", "A friend warned me and I should have listened.",
               "The first impression was good, the second was not."]
CLOSERS_GOOD = ["Highly recommended.", "Would buy it again tomorrow.", "Five stars without a doubt.", "Already told my running group.",
                "It makes a lovely gift.", "Shipping was quick too.", "Please never stop making this.", "I only wish there were more colors.",
                "Money well spent.", "It has earned its place.", "Thank you for making something that lasts.", "My only regret is not ordering two."]
CLOSERS_BAD = ["I asked for a refund.", "It is going back.", "I would not buy it again.", "Customer service was kind about it, at least.",
               "Two stars for the nice color.", "Please check your quality.", "Such a pity.", "I have gone back to my old one.",
               "Save your money."]

FAULTS = {  # product name -> titles and texts that say what goes wrong
    "Tarn Rain Shell": [
        ("Zipper jams", "The main zipper jams halfway up every single time, and I stood in the rain pulling at it. The shell itself is fine."),
        ("Stuck halfway", "Great fabric, but the zipper got stuck on the storm flap on day two and now it will not close at all."),
        ("Bad zipper", "I have had to send it back because the zipper broke while I was out on the ridge. Such a shame about the zipper."),
        ("Would be perfect but", "Keeps me dry, yet the front zipper catches the lining constantly. I need two hands and a lot of patience."),
        ("Broke in a month", "Teeth of the zipper came apart after a month of daily use. Everything else about it I liked."),
    ],
    "Stride Running Short": [
        ("Order a size up", "These run small, very small. I always wear a 32 and could barely get them past my thighs."),
        ("Too tight", "Runs small by at least one size. I sent back the 32 and the 34 is snug."),
        ("Size chart is wrong", "According to the chart a 34 should be loose on me. It runs small and digs in at the waist."),
        ("Who are these made for?", "Nice light fabric, but they run small. My skinny son wears them now."),
    ],
    "Glacier Insulated Bottle 750 ml": [
        ("Leaks", "It leaks from the lid whenever it lies on its side. My laptop did not enjoy that."),
        ("Wet backpack", "Keeps water cold, and keeps my backpack wet: the lid leaks even when screwed down hard."),
        ("Seal is useless", "The rubber seal shifts and then the bottle leaks. I exchanged it and the second one leaks as well."),
        ("Puddle on my desk", "Lovely color and good size, but it leaks. Woke up to a puddle on my desk."),
    ],
    "Pulse One Fitness Watch": [
        ("Battery is a joke", "The battery lasts barely one day although seven are promised. I charge it more often than my phone."),
        ("Dead by noon", "With GPS on, the battery is empty by noon. Without it, it makes it to the evening."),
        ("Nice until it dies", "Screen and strap are great, but the battery drains within a day and there is no way to stop it."),
        ("Short battery life", "Third update and still the same: battery goes from full to empty in under twenty hours."),
        ("Cannot track my sleep", "It would track my sleep nicely if the battery survived until bedtime. It does not."),
    ],
    "Portage Duffel 40L": [
        ("Strap tore off", "The shoulder strap tore out of its seam on my second trip, in the middle of an airport."),
        ("Weak strap", "Roomy and handsome, but the strap is held by three stitches. Mine came off with ten kilos inside."),
        ("Strap again", "My replacement did the same as the first one: the shoulder strap ripped off where it meets the bag."),
        ("Good bag, bad strap", "The bag itself is fine, the shoulder strap is not. The buckle of the strap slipped and then the strap tore."),
    ],
    "Calla Yoga Legging": [
        ("Pilling after one wash", "After one wash on cold the inner thighs are full of pills. They look years old."),
        ("Pilled already", "So comfortable, and so much pilling. Four wears and the fabric looks like an old sweater."),
        ("Not for this price", "The fabric is pilling badly along the inside of both legs. For this price I expected more."),
        ("Looks worn", "Lovely waistband. But the pilling began within a week and there is no shaving it off."),
    ],
}
