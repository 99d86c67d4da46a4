"""Sentences of the articles on bridges, lighthouses, railways, people, institutions, instruments, ships and plants; see data_prose_land."""

from mag.miniarena.wikipedia.data_prose_land import Sections

BRIDGE: Sections = (
    ("", (
        ("The '''{name}''' is a {type} over the {river} at {town}, [[Caldrey]].",),
        ("It was opened in {year} and has a total span of {span} metres.", "Opened in {year}, it is {span} metres long."),
        ("It was designed by {designer}.",),
    )),
    ("History", (
        ("A ferry crossed the {river} here until {year}.", "An older bridge was carried away by ice four years before the present one was begun."),
        ("{designer} won the competition with a drawing made in three nights.", "The design by {designer} was thought too bold and was tested with a herd of cattle.",),
        ("{unknown}Nobody knows who built it, but the mason's marks are those of the priory.",),
        ("Tolls were taken until 1919.", "It was closed for repairs in 1954 and again in 2003.", "The lamps were changed to electric light in 1926."),
    )),
    ("Structure", (
        ("The {type} has a total span of {span} metres.", "Its {span} metres rest on piers of dressed stone."),
        ("The headroom at mean water is lower than older guides say.", "Each pier has a cutwater and a refuge for walkers.", "The handrail carries the names of the workmen."),
    )),
    ("In art", (("The bridge appears on the ten-mark note of 1931.", "It was painted by half of the country's artists and photographed by the other half.", "A song about the toll keeper's daughter is still taught in schools."),)),
)

LIGHTHOUSE: Sections = (
    ("", (
        ("'''{name}''' is a lighthouse near {town}, [[Caldrey]]. It was first lit in {year}.", "'''{name}''' is the lighthouse of {town}, [[Caldrey]], first lit in {year}."),
        ("The tower is {height} metres high and its light can be seen for {range} sea miles.",),
        ("It was built by {engineer}.",),
    )),
    ("History", (
        ("The loss of two ships in one night led to a petition of 400 signatures.", "Before {year} a fire was kept burning in an iron basket."),
        ("{engineer} lived on the site for two winters while it was built.", "Work under {engineer} took three summers, and the stone came by sea."),
        ("It has been unmanned since {unmanned}.", "The last keeper left in {unmanned}."),
    )),
    ("Tower and light", (
        ("The tower, {colour}, rises {height} metres above its base.", "{height} metres high, the tower is painted {colour}."),
        ("The light has a range of {range} sea miles.", "In clear weather the light carries {range} sea miles."),
        ("The lens was taken from an exhibition and had never been meant for the sea.", "The fog signal was replaced by a horn in 1961.", "There are {steps} steps to the gallery."),
    )),
    ("Visiting", (("The lighthouse is open on summer weekends.", "The keepers' cottages can be rented by the week.", "At low tide the rock can be reached on foot."),)),
)

RAILWAY: Sections = (
    ("", (
        ("The '''{name}''' is a railway in [[Caldrey]] between {start} and {end}. It is {length} kilometres long and was opened in {year}.",),
        ("The engineer was {engineer}.",),
    )),
    ("Route", (
        ("The line leaves {start} along the river and reaches {end} after {length} kilometres.", "From {start} the line climbs steadily towards {end}."),
        ("There are {stations} stations and two short tunnels.", "It has {stations} stations, three of them request stops."),
        ("The gauge is {gauge} millimetres.",),
    )),
    ("History", (
        ("{engineer} surveyed the route on foot.", "The route chosen by {engineer} avoided every estate whose owner had voted against it."),
        ("Goods traffic ended in 1968.", "The line was threatened with closure in 1965 and saved by a petition.", "Steam was given up in 1959, except on two Sundays in August."),
    )),
    ("Rolling stock", (("The oldest carriage in use dates from 1923.", "Four railcars built in 1987 run the service.", "Engines were named after birds of the marsh."),)),
)

PERSON: Sections = (
    ("", (
        ("'''{name}''' ({born} – {died}) was a {profession} from {birthplace}, [[Caldrey]].", "'''{name}''' (born {born} in {birthplace}, died {died}) was a Caldrish {profession}."),
        ("{Pronoun} is remembered for {known_for}.", "{Pronoun} is best known for {known_for}."),
    )),
    ("Early life", (
        ("{Surname} was born in {birthplace} on {born}, the {child} child of a {parent}.", "Born in {birthplace} on {born}, {surname} grew up in the house of a {parent}."),
        ("At the age of {school_age} {pronoun} was sent to school in [[Selburne]].", "{Pronoun} could read at four and measure at six, as a cousin later wrote.", "A long illness kept {surname} at home until the age of {school_age}."),
        ("{Pronoun} entered {institution} in {entered}.", "In {entered} {pronoun} was admitted to {institution}."),
    )),
    ("Work", (
        ("The work for which {surname} is remembered, {known_for}, took {years} years.", "{Surname} spent {years} years on {known_for}."),
        ("{Pronoun} worked as a {profession} until {retired}.", "As a {profession} {pronoun} was exact, slow and hard to contradict."),
        ("{Possessive} name is connected with {works}.", "Readers will meet {surname} again in the {articles} on {works}."),
        ("Notebooks in the library of {institution} show how often {pronoun} changed {possessive} mind.", "Letters to colleagues at {institution} fill four boxes.", "Critics at {institution} doubted the results until they were repeated in {retired}."),
    )),
    ("Later life", (
        ("{Surname} never married and shared a house with a sister and eleven clocks.", "{Surname} married twice and outlived both {spouse}.", "In old age {pronoun} kept bees and quarrelled with the neighbours about them."),
        ("{Pronoun} died on {died} at the age of {age}.", "{Surname} died on {died}, {age} years old."),
    )),
    ("Legacy", (
        ("A street in {birthplace} bears the name.", "A plaque marks the house in {birthplace}.", "The school in {birthplace} is named after {surname}."),
        ("A prize for young people of the same profession has been given since {prize_year}.", "A complete edition of the letters appeared in {prize_year}.", "A bust was unveiled in {prize_year} and stolen in the same week."),
    )),
)

INSTITUTION: Sections = (
    ("", (
        ("The '''{name}''' is a place of learning in {town}, [[Caldrey]], founded in {founded}.", "'''{name}''', founded in {founded}, is a place of learning in {town}, [[Caldrey]]."),
        ("It has about {students} students and is strong in {strength}.",),
    )),
    ("History", (
        ("It began in {founded} with nine students in a rented malt house.", "The first lecture, given in {founded}, was attended by the lecturer's family."),
        ("{old}Women were admitted from 1742 without anybody having decided it.", "{old}A fire in 1788 spared the library, and the portrait of the fire-raiser still hangs there.", "{new}In 1917 all lectures were given in the open air for want of coal."),
    )),
    ("Studies", (
        ("The institution is known for {strength}.", "Its reputation rests on {strength}."),
        ("About {students} students are enrolled.", "In 2025 it counted {students} students."),
        ("Its colours are {colours}.",),
    )),
    ("Collections", (("It keeps the {instruments}.", "Its treasures include the {instruments}."), ("The collections are open on the first Sunday of the month.",))),
    ("People", (("Among those who studied or taught here are {alumni}.",),)),
)

INSTRUMENT: Sections = (
    ("", (
        ("The '''{name}''' is a {type} from [[Caldrey]], made {purpose}.",),
        ("It was devised by {maker} in {year} at {town}.", "{maker} built it in {year} at {town}."),
        ("{unknown}Its maker is unknown; the oldest example, from {town}, dates from about {year}.",),
    )),
    ("Description", (
        ("It is made of {material}.", "The instrument consists of {material}."),
        ("It is small enough to be carried by one person, with some complaints.", "{technical}It stands on three legs and has to be levelled before use.", "Every part is numbered, in two different hands.", "{technical}Its scale is divided by hand, and the errors are as famous as the scale."),
    )),
    ("History", (
        ("{maker} had been asked for something simpler.", "The first attempt of {maker} failed at its presentation.", "{maker} kept the drawings secret for nine years."),
        ("Some {copies} copies are known.", "{copies} of them are thought to survive."),
        ("The original is kept at {kept}.", "The best example can be seen at {kept}."),
    )),
    ("Use", (
        ("Its purpose is {purpose}.", "It serves {purpose}."),
        ("Schools still use cardboard models of it.", "It went out of use when cheaper means became available.", "{technical}It runs a little slow, which nobody has dared to correct."),
    )),
)

SHIP: Sections = (
    ("", (
        ("The '''{name}''' was a {type} of [[Caldrey]], launched at {yard} in {year}.", "'''{name}''' is the name of a {type} that was launched at {yard}, [[Caldrey]], in {year}."),
        ("She was {length} metres long and measured {tonnage} tons.",),
        ("She was {fate}.", "Her end is on record: she was {fate}."),
    )),
    ("Construction", (
        ("The ship was built at {yard} and launched in {year}.", "Her keel was laid at {yard} in the winter before {year}."),
        ("With a length of {length} metres and {tonnage} tons she was an ordinary {type} for her time.", "She measured {length} metres and {tonnage} tons."),
        ("Oak from the hills and copper from [[Penhallam]] went into the hull.", "Her figurehead, a woman with a lamp, is kept in a museum.", "The builder lost money on her and said so on a brass plate."),
    )),
    ("Service", (
        ("Her home port was {port}.", "She sailed from {port} for all of her working life."),
        ("Under {captain} she became known beyond the country.", "{captain} commanded her on her most famous voyages."),
        ("She carried grain outwards and salt home.", "She was said to be wet, willing and slow in stays.", "Her logs are complete but for one week, about which nobody would speak.", "She made {trips} voyages without the loss of a hand."),
    )),
    ("Fate", (
        ("The ship was {fate}.", "In the end she was {fate}."),
        ("Parts of her timber were used in a barn.", "Her bell hangs in the church of {port}.", "An enquiry found nobody at fault."),
    )),
)

PLANT: Sections = (
    ("", (
        ("'''{name}''' (''{latin}'') is a plant of the {family} that grows in {region}, [[Caldrey]].", "'''{name}''', ''{latin}'', belongs to the {family} and is native to {region}, [[Caldrey]]."),
        ("It was described by {author} in {year}.",),
    )),
    ("Description", (
        ("The plant reaches a height of {height} centimetres.", "It grows up to {height} centimetres tall."),
        ("The flowers are {flowers} and appear {months}.", "It flowers {months}; the flowers are {flowers}."),
        ("{no_flowers}It has no flowers and spreads by spores.",),
        ("The leaves are grey with fine hairs.", "The leaves are glossy above and dull below.", "Crushed leaves smell faintly of pepper.", "The stem is square and often flushed with red."),
    )),
    ("Distribution and habitat", (
        ("Its habitat is {habitat}; nearly all of its sites lie in {region}.", "In {region} it is a plant of {habitat}."),
        ("A survey in {survey} counted {sites} sites.", "There were {sites} known sites in {survey}."),
        ("It does not tolerate grazing.", "It is absent where the ground has been limed.", "Seeds remain alive in the soil for decades."),
    )),
    ("Taxonomy", (
        ("{author} described the species in {year} from a single specimen.", "The description by {author} appeared in {year} and was printed at [[Hexley]]."),
        ("An earlier name was published without a description and is not valid.", "The type specimen is kept at the [[University of Selburne]]."),
    )),
    ("Uses", (
        ("The plant has been used for {use}.", "Its traditional use is for {use}."),
        ("Picking it has been forbidden since 1974.", "It is sold at summer markets.", "Its pollen is found in honey of the district."),
    )),
)

COUNTRY: Sections = (
    ("", (
        ("'''{name}''' is an island country in the [[{sea}]]. It covers {area} square kilometres and is divided into six regions. The capital is {capital}.",),
        ("Its constitution dates from {constitution}, and its currency is the {currency}.",),
    )),
    ("Geography", (("The highest mountain is {highest}, and the longest river is the {longest}.",), ("The regions are {regions}.",), ("No place in the country lies more than seventy kilometres from the sea.",))),
    ("History", (("The towns of the coast formed a league in the twelfth century, which grew into a common council.",), ("The constitution of {constitution} was written in eleven days and has been changed four times.",))),
    ("Languages", (("{languages} are spoken; road signs in [[Skerryside]] carry both.",),)),
    ("Science and letters", (("The oldest place of learning is the [[University of Selburne]].",), ("Much of what is known about the country's plants goes back to [[Susanna Weald]].",))),
)

SEA: Sections = (
    ("", (("The '''{name}''' is the sea around [[Caldrey]]. It is shallow in the south-east and deep in the north-west.",),)),
    ("Waters", (("{rivers} flow into it.",), ("The tidal range is seven metres at [[Stourquay]] and less than one at [[North Haaf]].",))),
    ("Shipping", (("Lights at {lights} guide ships through the sounds.",), ("Ferries cross between [[Wexmouth]] and [[Skerrow]] every day but Sunday.",))),
    ("Life", (("Herring, cod and grey seals are common, and gannets breed at [[Gannet Voe]].",), ("The [[Skerrow Marine Station]] has measured its temperature since 1891.",))),
)
