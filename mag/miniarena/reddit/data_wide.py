"""Words for the further tasks of Threadline: titles, texts and notes that fit any forum."""

TITLES = (
    "What did you learn the hard way?",
    "A small success to start the week",
    "Who is coming to the spring fair?",
    "Looking for somebody to swap notes with",
    "My first attempt, be kind",
    "Is there a good book for the first year?",
    "How do you keep your records?",
    "What would you buy second-hand, and what never?",
    "A question I was too shy to ask at the club",
    "Before and after, three months apart",
    "Where do you go when it rains?",
    "One tool I could not do without",
)
BODIES = (
    "I have been at it since autumn and would like to hear how others began.",
    "It took me three evenings and a lot of tea.",
    "Short answers are welcome, long ones even more so.",
    "I can bring pictures to the next meeting if somebody is curious.",
    "My budget is small and my patience is not.",
    "The library has one copy, and it is always lent out.",
    "Nobody in my family understands why I care.",
    "I will collect the answers and post a summary on Sunday.",
)
COMMENTS = (
    "Thank you for writing this down.",
    "I had the same trouble last winter.",
    "This made my morning.",
    "Could you say a little more about the beginning?",
    "I would do the second step first.",
    "Saved for the long weekend.",
    "My neighbour swears by the opposite.",
    "Good luck, and tell us how it went.",
)
REPLIES = (
    "I did not know that, thank you.",
    "Where did you find it?",
    "That is what I would do as well.",
    "How long did it take in the end?",
    "I will try this on Saturday.",
    "Does it still hold after a year?",
    "Would you do it again?",
    "Please post a picture when it is done.",
    "That is better than what the handbook says.",
    "I asked the same thing last spring.",
    "Half of that would do for me.",
    "You have convinced me.",
    "What did it cost, roughly?",
    "I keep coming back to this answer.",
    "My grandmother said the same.",
    "Did you use gloves?",
)
PAGES = (
    ("A calendar of the spring meetings", "https://wexmouth-clubs.test/spring-calendar"),
    ("A long interview worth the time", "https://slowpress.test/interview-41"),
    ("The exhibition opens on Friday", "https://harbourhall.test/exhibition"),
    ("Forty pages of scanned instructions", "https://paperattic.test/instructions"),
    ("A beginner's mistakes, listed", "https://firstyear.test/mistakes"),
    ("Sheet for keeping your own records", "https://tidytables.test/records"),
)
LETTERS = (
    ("Saturday", "I can be there at ten, and I will bring the tools."),
    ("The parcel", "It arrived today and nothing is broken."),
    ("A favour", "Could you lend me your copy until the end of the month?"),
    ("Thanks", "Your advice worked, I owe you a cake."),
    ("One question", "Do you still have the list you mentioned?"),
    ("Next meeting", "Shall we take the small room this time?"),
)
NOTES = ("Please have a look.", "The third one this week.", "Posted twice already.", "The comments have noticed it too.", "See rule one.")
