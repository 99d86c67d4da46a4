"""Who reviews, and the sentences reviews are composed of: openings and endings by rating, praise and complaints by kind of product."""

NICKNAMES = """Maribel Quint|Oskar V.|Tess Hollander|J. Abernathy|Priya N.|Noor|Gwen Pettibone|Hal|Ruthie M.|Dmitri K.|Annelise|Cora Whitlock|B. Okafor
Sunniva|Pat from Duluth|Leonie F.|Marcus Tell|Ines|Otis Brand|Greta Lind|Yusuf A.|Wilma|Desmond P.|Fern Castellan|Ida Rowe|K. Sorensen|Bettina|Rafael Ortega
Lucinda B.|Theo Marsh|Agnes|Simone D.|Walt Huxtable|Mina Farrow|Ezra|Odette Crane|Nils|Harriet Poole|Joaquin|Della M.|Viktor S.|Pearl Addison|Amara
Clement|Sadie Birch|Ivo|Margit Stein|Toby Lark|Renata|Elspeth Kerr|Dov|Linnea Holm|Barnaby|Chiara L.|Moses T.|Freya Dunn|Gus|Hana Kimura|Roland Petty
Mabel|Zeke Norwood|Paloma|Ernest Vane|Astrid|Calla Finch|Jun|Ottilie|Pierce Langley|Romy|Solveig|Tamsin Grey|Ursula|Vernon Hale|Winifred|Xander Bly
Yara|Zora Fields|Albin|Beatrix Moon|Caspian|Delphine|Edmund Rook|Fenella|Gideon Ames|Hester|Isolde|Jasper Thorn|Kitty Weller|Lorcan|Maeve Doyle
Nadia Petrova|Orson|Phoebe Lund|Quincy|Rosalind|Silas Webb|Thelma|Umberto|Violet Sharpe|Wendell|Yvette|Abel Cross|Birgit|Cyrus|Dorothea Plum
Emil|Flora McBain|Gareth|Hilda|Ignatius|Jemima Frost|Kasper|Lottie|Monroe|Nell Tierney|Oona|Prudence Ivey|Reuben|Saskia|Tobias|Una Blythe|Vera
Wyatt Coe|Ansel|Bridie|Corwin|Dagny|Effie Stone|Florian|Ginny|Horatio|Imogen Salt|Jory|Kerensa|Lyle|Morwenna|Nestor|Olympia|Piers|Rhoda|Sven""".replace("\n", "|").split("|")

TITLES = {
    5: ["Could not be happier", "Worth every cent", "Exactly as described", "A joy to own", "Bought a second one", "Beautifully made", "Even better in person",
        "Five stars from a fussy person", "The one I was looking for", "Already ordered another", "Delighted", "A keeper", "Finally, a good one",
        "Made my week", "Better than the one it replaced", "Simple and right"],
    4: ["Very good, nearly perfect", "Happy with it", "Good value", "Lovely, with one small grumble", "Does what it should", "Would buy again", "Nice surprise",
        "So close to five stars", "Good, honest thing", "Pleased so far", "Well done"],
    3: ["It is all right", "Mixed feelings", "Fine for the price", "Good idea, so-so finish", "Expected a bit more", "Middle of the road", "Neither here nor there", "Okay, I suppose"],
    2: ["Not what I hoped for", "Disappointing", "Looks better than it is", "Close, but no", "Sending it back, I think", "Underwhelmed"],
    1: ["Would not recommend", "Returned it", "A letdown", "Please do better", "Money wasted", "Never again"],
}

OPENERS = {
    5: ["I have had this for two months now and use it nearly every day.", "This was a present to myself and I regret nothing.", "My sister had one, and I was envious until mine arrived.",
        "Ordered on a Monday, here by Thursday, in use by Friday.", "I read all the reviews first and they are right.", "Third thing I have bought from this shop and the best so far.",
        "Bought on a whim.", "I held out for a sale and then could not wait.", "A friend brought one round and I ordered mine that night.", "I do not usually gush.",
        "It took me years to find this.", "My mother-in-law approves, which says everything.", "Came well packed, with a note in somebody's handwriting.", "I bought it for the guest room and it never got there."],
    4: ["Overall I am pleased.", "A solid purchase.", "It took me a week to get used to it, and now I like it a lot.", "Good quality for what it costs.", "Nearly everything about it is right.",
        "I had my doubts, and most of them are gone.", "Bought to replace an old one from another shop.", "Quick delivery and no fuss.", "I like it more than I thought I would."],
    3: ["I wanted to love it.", "It does the job and no more.", "There are good and bad sides to this one.", "Not bad, and not special either.", "Perhaps my hopes were too high.",
        "After a month I am still undecided.", "My husband likes it and I do not."],
    2: ["I am a little let down.", "The photos promise more than the thing delivers.", "I tried to like it for three weeks.", "After all the praise here I expected better.", "It looked so good online."],
    1: ["I do not understand the high ratings.", "This went straight back into its box.", "I seldom write reviews, but this needs one.", "Save yourself the trouble.", "What a nuisance."],
}

# where it stands or who it was for; says nothing about how good it is
DETAILS = ["It lives by the back door now.", "I bought it for our tenth anniversary.", "It went to my daughter's first flat.", "We are four at home, plus a dog.", "I ordered it along with two other things.",
           "It was for my brother, who is hard to shop for.", "We live on the third floor without a lift, and the courier carried it up.", "I had the choice between this and a cheaper one.", "I took it along to the cabin.",
           "This was a replacement for one I left on a train.", "I work from home and see it all day.", "Our house is old and full of drafts.", "It came two days before the party.", "I gave the same to my neighbor.",
           "I am seventy-one and have owned a few of these.", "Mine was part of a birthday parcel.", "We use it at the weekend, mostly.", "I found it through the newsletter.", "It has moved house with us once already.",
           "I picked it up in the shop at Millrace Yard.", "I share it with two flatmates.", "It was on my wish list for a year.", "My first order here, by the way.", "I sent one to my aunt in Maine.", "It took the place of an heirloom, no less."]

CLOSERS = {
    5: ["Highly recommended.", "I would buy it again tomorrow.", "My partner has stopped teasing me about the price.", "Now I want the whole range.", "Thank you to whoever packed it so well.", "No regrets.",
        "Buy it.", "I look forward to using it every time.", ""],
    4: ["I would still buy it again.", "One star less only because nothing is perfect.", "Recommended, with that in mind.", "It will stay.", "Good enough for me.", ""],
    3: ["You could do worse.", "Maybe wait for a sale.", "I am keeping it, without much enthusiasm.", "Decide for yourself.", ""],
    2: ["I probably will not order this again.", "Customer care was kind about it, at least.", "It is going to the charity shop.", ""],
    1: ["I asked for my money back.", "Avoid.", "Two thumbs down from our house.", "The return was quick, I will give them that.", ""],
}

PRAISE = {
    "home": ["It feels solid in the hand and nothing rattles.", "The finish is even and there are no sharp edges.", "It is easy to clean, which was the point.", "It looks far more expensive than it was.",
             "The proportions are just right for a small flat.", "Guests always ask where it is from.", "It replaced something I had used for twenty years, and I do not miss the old one.",
             "You can see that it was made by hand.", "It does exactly what it should, quietly.", "The weight is reassuring.", "The color goes with everything I own.", "Whoever designed it has used one."],
    "food": ["The flavor is deep and well balanced.", "It was gone within the week.", "You can tell that somebody cared about the ingredients.", "The packaging is pretty enough to give away as it is.",
             "My kids, who like nothing, like this.", "It tastes the way I remember from my grandmother's kitchen.", "A little goes a long way.", "I hid the second one from my family.",
             "Fresh, and it smells wonderful when you open it.", "I have stopped buying the supermarket kind.", "Lovely on toast, with cheese, or straight from the spoon.", "It made an ordinary supper into something else."],
    "cloth": ["It has come through six washes without a mark.", "The weight is lovely and it drapes well.", "So soft that the cat has claimed it.", "The color is rich and looks like the picture.",
              "The stitching is straight and the hems are generous.", "It keeps me warm without making me sweat.", "It dries in no time.", "The weave is tight and even.", "It made the whole room look finished.",
              "Crisp at first and better each week.", "There is a heft to it that cheap ones never have."],
    "wear": ["The fit is true and the sleeves are long enough for once.", "I have had three compliments already.", "It is warm without being bulky.", "No bobbles after a whole winter.",
             "The fabric is soft from the first day.", "It has pockets, and they are real ones.", "I live in it.", "It washes well and keeps its shape.", "The cut is flattering without being tight.",
             "You can dress it up or dig the garden in it.", "The buttons are sewn on properly."],
    "craft": ["It is a pleasure to work with.", "My stitches have never looked so even.", "Nothing snags and nothing sheds.", "The quality is better than in my local shop.",
              "It got me back to a hobby that I had dropped.", "I gave one to a friend in my class and she ordered her own.", "The colors sing.", "I finished a whole project in one weekend.",
              "It feels like something from my grandfather's desk.", "Everything fits where it should."],
    "tech": ["It worked straight out of the box.", "The battery lasts as long as they claim.", "The build is well above the price.", "No app and no account, hooray.",
             "The buttons are where you expect them to be.", "It is quiet, small and does the job.", "Even my father can use it.", "It has survived a fall from the table.", "Setup took two minutes.",
             "I like that it can be repaired.", "It is handsome enough to leave out."],
}

# what is wrong, the milder things first: how a customer would sum it up, and the sentences that say it
COMPLAINTS = {
    "home": [("it is smaller than it looks in the pictures", ["It is a good deal smaller than it looks in the pictures.", "I misjudged the size; the photos make it look larger."]),
             ("it came with a strong chemical smell", ["It had a chemical smell that took days to air out.", "The smell of varnish on arrival was awful."]),
             ("it arrived chipped or dented", ["Mine arrived with a chip on one side.", "There was a dent in it when I opened the box."]),
             ("it started to rust", ["Rust spots showed up after the second week.", "It has begun to rust around the edge already."]),
             ("it wobbles", ["It wobbles on a flat surface.", "It never stands quite level and wobbles when touched."])],
    "food": [("it is too sweet", ["For my taste it is far too sweet.", "Sugar is all I can taste."]),
             ("it was close to its best before date", ["It had only two weeks left before its date.", "The best before date was this month."]),
             ("the pack was leaking", ["The lid had come loose and it leaked all over the parcel.", "It arrived leaking and sticky."]),
             ("it tastes bland", ["Sadly it is rather bland.", "There is hardly any flavor to it."])],
    "cloth": [("it sheds fluff", ["It sheds fluff on everything dark.", "There is lint all over the sofa since it came."]),
              ("the color faded in the wash", ["The color faded after two washes.", "It came out of the machine three shades lighter."]),
              ("it shrank", ["It shrank by a hand's width at 30 degrees.", "After one wash it is too short."]),
              ("the seam came undone", ["A seam came undone within a month.", "The stitching at one corner has opened up."])],
    "wear": [("it runs small", ["Order a size up, because it runs small.", "My usual size was much too tight."]),
             ("it is cut too short", ["It is cut too short for anyone tall.", "The length is wrong; it ends well above where it should."]),
             ("it itches", ["It itches, even over a shirt.", "Too scratchy for bare skin."]),
             ("it pilled quickly", ["It pilled badly within two weeks.", "Little balls of fluff all over it after a few days."])],
    "craft": [("the color differs from the picture", ["The shade is nothing like the picture.", "Online it looked much brighter than it is."]),
              ("it is overpriced", ["You pay far too much for what you get.", "Half the price would be fair."]),
              ("pieces were missing from the pack", ["One piece was missing from the pack.", "The set was not complete when I counted it."]),
              ("it broke", ["It snapped the first time I used it.", "It broke in two within a week."])],
    "tech": [("the cable is too short", ["The cable that comes with it is too short to be useful.", "You will need an extension, because the lead is tiny."]),
             ("it gets hot", ["It gets alarmingly hot in use.", "After an hour it is too warm to hold."]),
             ("the battery runs down too fast", ["The battery is flat by lunchtime.", "It needs charging far more often than they say."]),
             ("it stopped working", ["It died after three weeks.", "One morning it simply would not switch on any more."])],
}
MILD = 2  # so many of each kind also occur in reviews of four stars
