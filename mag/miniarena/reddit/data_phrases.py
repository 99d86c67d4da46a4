"""What people say in every forum: openings, reactions, answers, questions and tails, from which comments are put together."""

OPENERS = (
    "Lovely.", "Ha, same here.", "I had this exact problem.", "Late to the thread, sorry.", "I speak from bitter experience.", "Good question.",
    "For what it is worth:", "I am no expert.", "Came here to say this.", "A small correction.", "Thank you for posting this.", "Counterpoint:",
    "I have gone back and forth on this.", "My neighbour swears by it:", "Short answer:", "Long answer:", "Took me years to learn:", "Seconded.",
    "It depends, of course.", "In my case it was simple.", "You are closer than you think.", "Honest opinion?", "This again!", "Oh, I know that feeling.",
)
TAILS = (
    "Let us know how it goes.", "Worth a try before you spend money.", "Took me three attempts.", "Your mileage may vary.", "Please post an update.",
    "I learned it the hard way.", "There is a thread about it from last spring.", "It made all the difference for me.", "No guarantee, obviously.",
    "And then have a cup of tea.", "That is all I have.", "I still have the photo somewhere.", "Do it on a dry day, though.", "Nobody told me either.",
    "I wish I had known that ten years ago.", "Even my brother-in-law agrees.", "Start small.", "It is cheaper than it sounds.",
)
REACTIONS = (
    "This made my morning.", "Saved for later, thank you.", "I would read a whole book about this.", "That is either genius or a fire hazard.",
    "You have convinced me.", "Beautiful work.", "I laughed more than I should have.", "Consider me jealous.", "What a find!",
    "Never seen it done that way.", "I showed this to my father and he is already in the shed.", "More of this, please.", "Subscribed for the update.",
    "I am going to pretend I never read that.", "That is a lot of trouble for a small thing, and I approve.", "Now I want one too.",
    "I have been doing it wrong for a decade.", "Upvoted for honesty.", "There are dozens of us!", "Best thread of the week.",
    "I came for the picture and stayed for the comments.", "Somebody should pin this.", "Exactly what I needed today.", "My condolences.",
)
QUESTIONS = (
    "How long did it take you, all in all?", "Would you do it again?", "Do you have a picture of the other side?", "What did it cost, roughly?",
    "Where did you get the material?", "Does it hold up after a winter?", "Have you tried it without?", "What would you change next time?",
    "Is there a reason you did not go for the simpler way?", "Which part was the hardest?", "How did the others react?", "Could a beginner do this?",
    "Did you measure it, or is it a feeling?", "Any chance of a longer write-up?", "How old is it?",
)
ANSWERS = (
    "About two weekends, with interruptions.", "Yes, but with better light.", "I measured it twice and it was off by a hair.", "It held for the whole of last winter.",
    "Less than a decent lunch.", "From a man at the market who knew my aunt.", "The first step, by far.", "I tried, and we do not talk about it.",
    "A beginner did this; I am the beginner.", "Good point, I had not thought of that.", "I will take a picture tomorrow when the light is better.",
    "Thank you, that is kind.", "You may be right, I will check tonight.", "Because I already had the parts.", "No idea, it came with the house.",
    "I will write it up once I have slept.", "That is the plan for Sunday.", "It looks better than it is.",
)
REPLIES = (
    "Agreed, with one exception: not in the rain.", "I respectfully disagree, mine did the opposite.", "That is what I thought until last year.",
    "Could you say a little more about that?", "Can confirm.", "This is the way to do it.", "Not everyone has the space, though.", "Fair enough.",
    "I would not go that far.", "You and I should start a club.", "Interesting, I always assumed the reverse.", "Noted, thank you.",
    "And do not forget to let it rest.", "That only works if you have a helper.", "I tried it this morning and it works.", "Source: my own thumbs.",
    "Please do not give them ideas.", "Yes, and it also smells better.", "Underrated comment.", "Happy to be proved wrong.", "Well put.",
    "My wife says the same thing, in fewer words.", "It did not work for me, sadly.", "You should make that its own post.",
)
CLOSINGS = (
    "What am I missing?", "How would you go about it?", "Any advice is welcome, including 'give up'.", "I would love to hear how others handle this.",
    "Has anyone here been through the same?", "Tell me I am not alone.", "Opinions?", "I will report back.", "Pointers to older threads are fine too.",
    "Be gentle.", "What would you try first?", "Thank you for reading this far.",
)
WEEKLY_TEXT = (
    "Same rules as always: one comment each, pictures welcome, be kind. The thread is replaced every Monday.",
    "Everything that is too small for its own post goes in here. Newcomers first, please say hello.",
    "Post what you have been up to since last week. Successes and disasters count the same.",
)
ANECDOTES = (
    "I tried that in {year} and {outcome}.", "My {relative} did it for {n} years and {outcome}.", "We had the same thing in {year}; {outcome}.",
    "Gave it {n} {span}, and {outcome}.", "A {trade} once told me to leave it alone, and {outcome}.", "I asked a {trade} about it and {outcome}.",
    "After {n} {span} of doubt I just went ahead, and {outcome}.", "It worked on the {ordinal} try, after {outcome_short}.",
    "I keep a note about this from {year}: '{outcome}'.", "My {relative} and my {other} still argue about it, and {outcome}.",
    "Last {season} I did exactly this, and {outcome}.", "The {ordinal} time is always the worst, at least that is what my {relative} says.",
    "There was a {trade} in our street who did nothing else all {season}.", "Whatever you do, do not do it in {season}; {outcome}.",
    "You would be surprised how many {trade}s get this wrong.", "I saw it done by a {trade} in {n} minutes, and {outcome}.",
    "Ours lasted {n} {span}, which is {n2} {span} more than expected.", "I wrote it down in {year} and have looked it up {n} times since.",
)
OUTCOMES = (
    "never looked back", "regretted it by the evening", "it is still going strong", "nobody noticed the difference", "it cost me a weekend",
    "the neighbours came to look", "I would do it again tomorrow", "had to start over twice", "it turned out better than it deserved to",
    "learned to leave well alone", "the cat was not amused", "ended up with two of them", "it was quicker than I feared", "the old way won",
    "only the smell remained", "it made me a patient person", "I got away with it", "half of it had to go in the bin", "it is the first thing guests ask about",
)
SLOTS = {
    "relative": ("grandmother", "brother", "aunt", "sister", "uncle", "father", "mother-in-law", "cousin"),
    "other": ("neighbour", "flatmate", "boss", "daughter", "son", "dentist", "landlord"),
    "trade": ("cooper", "surveyor", "plumber", "sailmaker", "piano tuner", "roofer", "gardener", "watchmaker", "librarian", "farrier", "signwriter", "joiner"),
    "span": ("days", "weeks", "months", "evenings", "seasons"),
    "season": ("spring", "summer", "autumn", "winter", "November", "February"),
    "ordinal": ("second", "third", "fourth", "fifth", "ninth"),
    "outcome_short": ("a lot of swearing", "two pots of tea", "a good night's sleep", "a call to my brother", "reading the manual, for once"),
}
