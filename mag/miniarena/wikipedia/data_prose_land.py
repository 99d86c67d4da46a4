"""Sentences of the articles on regions, towns, rivers, lakes and mountains.

For each kind of article: sections, each a heading ("" for the lead) with groups of variants. One variant a group is taken; a variant that needs
a fact which the article does not have is passed over. [[Name]] links to the article of that name.
"""

Sections = tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]

REGION: Sections = (
    ("", (
        ("'''{name}''' is one of the six regions of [[Caldrey]]. It covers {area} square kilometres of {landscape}, and its chief town is {capital}.",),
        ("About {population} people live in {name}, most of them within an hour of {capital}.", "Its {population} inhabitants are spread over {town_count} towns and some hundreds of villages."),
        ("The economy rests on {economy}.", "For two centuries the region has lived on {economy}."),
    )),
    ("Geography", (
        ("The landscape is made up of {landscape}. The highest ground in the region is {highest}.", "Most of {name} consists of {landscape}; {highest} is the highest point.", "Visitors notice the {landscape} before anything else."),
        ("Its rivers include {rivers}.", "It is drained by {rivers}."),
        ("Its standing waters include {lakes}.", "Of standing waters it has {lakes}."),
        ("Rain falls on about 190 days of the year, more often in the west than in the east.", "Winters are long and grey, and the first warm days usually come in May.", "The climate is mild for the latitude, with few nights of hard frost."),
    )),
    ("History", (
        ("Charters of the twelfth century already speak of the men of {name} as a body with rights of its own.", "The borders of {name} were drawn in 1410, after a quarrel over fishing that lasted for thirty years."),
        ("The region sent nine members to the first assembly at [[Selburne]] in 1848.", "Under the constitution of 1848 the region received a council, which still meets in {capital}."),
        ("The motto, ''{motto}'', appears on a seal of 1613.", "Its motto, ''{motto}'', was chosen by lot from eleven proposals in 1849."),
    )),
    ("Towns", (
        ("The towns of the region are {towns}.",),
        ("Of these, {biggest} is by far the largest.",),
    )),
)

TOWN: Sections = (
    ("", (
        ("'''{name}''' is a town in {region}, [[Caldrey]], on the {river}.", "'''{name}''' is a town in the region of {region}, [[Caldrey]].", "'''{name}''' is a town in {region}."),
        ("At the census of 2021 it had {population} inhabitants.", "It had a population of {population} at the census of 2021."),
        ("It is known for {known_for}.", "Outside the region the town is best known for {known_for}."),
    )),
    ("Geography", (
        ("The town stands on both banks of the {river}, at {elevation} metres above the sea.", "{name} lies {elevation} metres above sea level, where the {river} leaves its narrow valley.", "The oldest streets follow the high-water line of the {river}, {elevation} metres above the sea."),
        ("{no_river}It lies at an elevation of {elevation} metres and has no river of its own; water was brought by a conduit until 1902.",),
        ("The soil is thin and stony, and gardens are walled.", "Meadows reach into the middle of the town.", "Three streams that once crossed the market place now run in culverts.", "The wind is seldom still, and most houses turn a blank wall to the west."),
    )),
    ("History", (
        ("The place is first mentioned in {founded}, in a grant of market rights.", "{name} was founded in {founded} by settlers who had lost their village to a flood.", "A charter of {founded} is the oldest document that names the town."),
        ("A fire in {fire_year} destroyed {fire_houses} houses; the rebuilt centre still follows the plan drawn in that winter.", "The plague year of {fire_year} cost the town a third of its people.", "In {fire_year} the town refused a new toll and was besieged for eleven days."),
        ("The {railway} reached the town in {railway_year}.", "Since {railway_year} the town has been a station on the {railway}."),
        ("The town hall dates from {hall_year} and was paid for by a lottery.", "The present town hall, finished in {hall_year}, stands on the site of the corn exchange.", "A library was opened in {hall_year} with a gift of 900 books."),
    )),
    ("Economy", (
        ("For most of its history the town has lived on {known_for}.", "{name} owes its growth to {known_for}.", "Work in the town has long meant {known_for}."),
        ("A market is held every {market}.", "The weekly market, held on {market}, fills the streets around the church.", "On {market} the market draws farmers from the whole district."),
        ("{institution} is the largest employer today.", "Today many people work at {institution}."),
        ("Since the 1970s visitors have become as important as the old trades.", "Two of the old workshops have survived and can be visited.", "Unemployment has been below the average of the country since 1998."),
    )),
    ("Sights", (
        ("The {bridge} is the town's best-known structure.", "Most visitors come to see the {bridge}."),
        ("The {light} can be climbed between May and September.", "A walk of half an hour leads to the {light}."),
        ("The town museum shows tools, paintings and a stuffed swan of uncertain age.", "The parish church has a leaning spire and a clock with one hand.", "The old prison is a school of music today."),
    )),
    ("Notable people", (("Natives of {name} include {natives}.", "{natives} came from {name}."),)),
    ("Twin town", (("{name} has been twinned with {twin} since {twin_year}.", "A partnership with {twin} was agreed in {twin_year}."),)),
)

RIVER: Sections = (
    ("", (
        ("The '''{name}''' is a river in [[Caldrey]]. It is {length} kilometres long and drains {basin} square kilometres.", "The '''{name}''', {length} kilometres long, is {character}."),
        ("It rises on {source} and flows into the {mouth}.", "From its source on {source} it runs to the {mouth}."),
        ("{longest}It is the longest river of the country.",),
    )),
    ("Course", (
        ("The river begins on the slopes of {source} in {region}, where several springs meet in a hollow called the Font.", "Its source lies on {source}, in a bog that never freezes.", "On {source} it gathers from a dozen small becks."),
        ("It is {character}.", "Travellers have described it as {character}."),
        ("On its way it passes {towns}.", "Boats on it pass {towns}."),
        ("It leaves {lake} at a weir that was rebuilt in 1911.", "{lake} evens out its flow in spring."),
        ("After {length} kilometres it reaches the {mouth}.", "It meets the {mouth} in a wide bed of gravel."),
    )),
    ("Hydrology", (
        ("The mean discharge near the mouth is {discharge} cubic metres a second.", "At the lowest gauge {discharge} cubic metres of water pass in a second, averaged over the year."),
        ("The basin covers {basin} square kilometres, which is {basin_share} percent of the country.", "Its basin of {basin} square kilometres makes up {basin_share} percent of Caldrey."),
        ("Its tributaries include {tributaries}.", "On its way it takes in {tributaries}."),
        ("{no_tributaries}It has no tributaries of any size.",),
        ("The flood of {flood_year} rose {flood_height} metres above the mean and is marked on several walls.", "Ice closed the river for {flood_days} days in the winter of {flood_year}.", "In the drought of {flood_year} it could be crossed dry-shod in many places."),
    )),
    ("Ecology", (
        ("Salmon run in late autumn, and otters have returned since 1995.", "Trout, grayling and the rare river lamprey live in the upper course.", "Eels were once so common that they served as rent.", "Dippers and kingfishers nest along the quieter stretches."),
        ("The {plant} grows along its banks.", "In summer the {plant} is common on the banks."),
        ("A trust founded in {trust_year} looks after the banks.", "Since {trust_year} no gravel may be taken from the bed."),
    )),
    ("Crossings", (("Travellers cross it by the {bridges}.", "Roads cross it on the {bridges}."), ("Until 1900 most crossings were fords and ferries.", "There are fords at low water, marked by white posts."))),
)

LAKE: Sections = (
    ("", (
        ("'''{name}''' is {character} in {region}, [[Caldrey]]. It covers {area} square kilometres and is up to {depth} metres deep.",),
        ("It lies {elevation} metres above the sea.",),
        ("The {outflow} flows out of it.",),
    )),
    ("Geography", (
        ("The lake was formed by ice, and its floor falls steeply from the northern shore.", "A bar of gravel divides the lake into two unequal basins.", "The shores are flat and reedy in the south and rocky in the north."),
        ("With a surface of {area} square kilometres it is the {area_rank} lake of the country.",),
        ("{no_outflow}It has no outflow above ground; the water is thought to seep through the peat.",),
        ("Of its islands, only one has ever been inhabited.", "The water is brown with peat and warmer than it looks."),
    )),
    ("Use", (
        ("Water from the lake has supplied the nearest towns since {works_year}.", "A steam launch carried visitors from {works_year} until the war.", "Ice was cut here for the fish trade until {works_year}."),
        ("Rowing boats may be hired between May and October.", "Fishing needs a permit, which is sold at the inn.", "Swimming is allowed at the eastern end only."),
    )),
    ("Nature", (
        ("Whooper swans winter on the lake in small numbers.", "A colony of black-headed gulls breeds on the largest island.", "Char, a fish of cold water, has survived here since the ice age."),
        ("The {plant} has been recorded on the shore.", "Botanists come for the {plant}."),
    )),
)

MOUNTAIN: Sections = (
    ("", (
        ("'''{name}''' is a mountain in {region}, [[Caldrey]], {height} metres high.", "'''{name}''', {height} metres, is a summit in {region}, [[Caldrey]]."),
        ("{highest}It is the highest mountain of the country.",),
        ("The first ascent on record was made by {climber} in {year}.",),
    )),
    ("Geology", (
        ("The mountain consists of {rock}.", "Its rock is {rock}, which weathers into steps and ledges.", "The summit is built of {rock} and has been smoothed by ice."),
        ("Veins of quartz cross the southern face.", "The screes on the northern side are still moving.", "A boulder field near the top is known as the Flock."),
    )),
    ("Ascent", (
        ("{climber} reached the top in {year}, with two guides and a barometer that broke on the way down.", "In {year} {climber} climbed the mountain to settle a wager about its height.", "The ascent of {climber} in {year} took eleven hours from the nearest farm."),
        ("The usual route takes about {hours} hours and needs no climbing.", "Most walkers allow {hours} hours for the way up.", "The path is marked by cairns and takes about {hours} hours."),
        ("On clear days the view reaches the sea on two sides.", "The summit is in cloud on two days out of three.", "A stone shelter stands a little below the top."),
    )),
    ("Waters", (("Rain that falls here ends up in {rivers}.", "The mountain is the source of {rivers}."),)),
    ("Plants", (("The {plant} grows on the wetter ledges.", "Among its plants is the {plant}."), ("The tree line lies at about 480 metres.", "Sheep have kept the slopes free of trees for centuries."))),
)
