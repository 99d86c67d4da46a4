"""The content around the account quillfern, and the polls: written out, because tasks are done on them."""

SUBSCRIBED = ("bookbinding", "woodworking", "filmcameras", "oldmaps", "wexmouth", "shortstories", "nightsky", "sourdough")

# forum, title, body, age in minutes
OWN_POSTS = (
    ("bookbinding", "Wiki for beginners: what should be in it?",
     "As the person who keeps this place tidy I would like to write a page for beginners. So far I have tools, paper grain, and three structures.\n\nThe draft is open until the end of the month.", 2950),
    ("bookbinding", "Rules update: decorated papers need a credit",
     "Two makers wrote to me because their papers were shown here without a name. From now on, please credit the maker in the title or the first comment.", 61200),
    ("woodworking", "Small laying press from one plank of beech",
     "It is meant for book spines, so the cheeks are only 30 centimetres long. The screws are from an old veneer press.\n\nFinish is two coats of oil.", 20880),
    ("filmcameras", "Does a lens hood matter on a folding camera?",
     "I have lost contrast on three rolls whenever the sun was off to one side. A hood would stop the camera from folding, which is the whole point of it.", 8790),
    ("oldmaps", "Folding a large sheet without breaking the old creases",
     "The sheet is from 1893 and has been folded in eight for most of its life. I would like to keep it in a box of 30 by 25 centimetres.", 44050),
    ("wexmouth", "Second-hand paper cutter, does anybody have one to lend?",
     "I need it for one weekend in April, for a class in the library. I can collect it and I will bring cake.", 5210),
    ("shortstories", "The Bookmark (480 words)",
     "There was a ticket on page 112, for a boat that had sunk before I was born.\n\nI kept reading from page 113, as the last reader must have wanted to.", 130300),
    ("sourdough", "Paste from stale bread, a report from the other side",
     "Bookbinders used it for centuries, so I tried it. It sticks, it smells of toast, and mice adore it.", 210900),
)

# forum, title, question of the poll, options with their votes, author, age in minutes
POLLS = (
    ("sourdough", "Poll: which flour for the everyday loaf?", "Which flour goes into your everyday loaf?",
     (("Strong white", 61), ("Wholemeal wheat", 38), ("Rye", 44), ("Spelt", 17)), "crumbcoat", 3380),
    ("boardgames", "Poll: how long may a game night last?", "When should the last game be over?",
     (("Before ten", 29), ("Before midnight", 73), ("When the milk arrives", 31)), "meeplewright", 9410),
    ("nightsky", "Poll: what do you show to beginners first?", "The first thing in the eyepiece for a beginner?",
     (("The Moon", 88), ("Saturn", 67), ("A double star", 12), ("The Pleiades", 35)), "pewterfox", 6100),
    ("wexmouth", "Poll: what colour should the lighthouse be?", "Which colour for the Wexmouth lighthouse?",
     (("White, as before", 40), ("Yellow, now that it has started", 26), ("Red and white bands", 57)), "harbourlight_jo", 1490),
    ("bikerepair", "Poll: how often do you clean your chain?", "How often do you clean your chain?",
     (("Every ride", 8), ("Every month", 41), ("Once a year", 33), ("What chain?", 22)), "spoke_sister", 14900),
)

# sender, subject, body, age in minutes, seen
INBOX = (
    ("papercrane_pim", "Paper swap in April?",
     "Hello Robin,\n\nI have about forty sheets of the grey laid paper left and no plan for them. Would you swap ten for a metre of your green cloth? I am in Wexmouth on Saturday 11 April and could bring them along.\n\nPim", 410, 0),
    ("harbourlight_jo", "Your class in the library",
     "Hi Robin,\n\nthe library has given us the reading room on the first floor, from 14:00 to 17:30. They ask for a list of names by 2 April. Twelve people at most, because of the chairs.\n\nJo", 1730, 0),
    ("odd_lathe", "Beech for the press",
     "The plank you asked about is still here: 220 centimetres long, 28 wide, 4 thick. I would want 35 for it, or 30 if you take the offcuts as well.\n\nMarek", 3190, 0),
    ("halide_hana", "Re: lens hood",
     "I cut mine from a film canister and blackened it with a marker. It weighs nothing, fits with a rubber band and folds away in the lid.\n\nHana", 8300, 1),
    ("lanternjaw", "The Bookmark",
     "Dear Robin, I would like to print The Bookmark in our summer booklet. The fee is two copies and my gratitude. Deadline for changes is 30 May.\n\nEmmet", 26700, 1),
    ("tinplate", "Sheet 47",
     "You once wrote that you were looking for sheet 47 of the coastal survey. There is one in the catalogue of the sale on 9 May, lot 212, with a torn corner.", 31050, 1),
    ("northbynora", "Box for the 1893 sheet",
     "I had a box made for the same format and the maker still has the pattern. Ask for the grey one with the drop front; mine cost 48.\n\nNora", 43200, 1),
    ("selvedge", "Backing cloth with paste",
     "Do you back your cloth with paste or with a paste and glue mixture? Mine bubbles along one edge, and always on the same side.", 52400, 1),
    ("bluepencil", "A comma",
     "Page two, third line: you want the comma after 'boat', not before. Otherwise I would not touch a word.\n\nAdaeze", 128400, 1),
    ("crumbcoat", "Mice",
     "Add a little clove oil to the bread paste. The mice hated it and so did I, but the mice more.", 208000, 1),
)

# recipient, subject, body, age in minutes
SENT = (
    ("halide_hana", "Lens hood", "Hana, how did you make the hood in your contact sheet picture? It looks as though it folds.", 8600),
    ("odd_lathe", "Wood for a small press", "Do you still have that plank of beech from the autumn thread? I want to build a laying press.", 4900),
    ("harbourlight_jo", "A room for a class", "Jo, would the library lend us a room for a bookbinding class in April? Eight to twelve people, no machines.", 9900),
    ("northbynora", "Boxes", "Which maker did you use for the big boxes? I have a sheet from 1893 that deserves one.", 45500),
)

# comments of quillfern: title of the post, what is said
OWN_COMMENTS = (
    ("Long-stitch binding in reclaimed sailcloth", "Is the sailcloth sized in any way? Mine soaks up paste like a sponge."),
    ("How much swell is too much?", "Sew every second signature with the thinner thread and press the sections before sewing. That took four millimetres off mine."),
    ("Wheat paste went sour after two days, what did I do wrong?", "Nothing wrong at all. Keep it in the fridge, cover the surface with water, and make half as much."),
    ("Cheapest press that really presses?", "Two boards, four carriage bolts, wing nuts. I will post a drawing at the weekend."),
    ("My first dovetailed drawer took eleven hours", "Eleven hours is quick. My first one is still in the shed, unfinished since 2018."),
    ("A village on my sheet does not exist and never did", "Does the same village appear on the sheet to the east? Mine disappears at the join."),
    ("Who is repainting the lighthouse, and why yellow?", "The man on the scaffolding told me that it is a primer and that he is tired of being asked."),
    ("Is expired film ever worth it?", "For portraits yes, for weddings no. Shoot one roll as a test and keep the rest cold."),
    ("The Lamp Inspector (2,950 words)", "I would cut the second letter. We know what it says from the way he folds it."),
    ("Sketch of the Moon's terminator, pencil on grey paper", "What weight is the grey paper? It takes the eraser so well."),
    ("Library to open on Sundays after petition", "I signed it four times, once for each card I have lost."),
)

BIO = "Bookbinder in Wexmouth. Paper, thread, paste, and the occasional folding camera."
BLOCKED = ("half_a_mind",)
SAVED = ("Long-stitch binding in reclaimed sailcloth", "Sewing frames through the centuries", "Measured drawings of a six-board chest from 1790",
         "A village on my sheet does not exist and never did")
