"""People and groups of the code hosting site. All invented."""

# name, job title, location, bio
PEOPLE = (
    ("Piet Hoekstra", "Release engineer", "Groningen", "I keep old machines talking to new ones. Synths on weekends."),
    ("Ines Carvalho", "Front-end developer", "Porto", "Accessible components, slow coffee, long trains."),
    ("Oluwaseun Adeyemi", "Backend developer", "Lagos", "Queues, retries and the art of giving up politely."),
    ("Tamsin Okafor", "Data engineer", "Bristol", "Turning river gauges into tidy tables since 2016."),
    ("Jonas Brandvold", "Embedded developer", "Bergen", "Firmware for things that get wet."),
    ("Aiko Morimoto", "Product designer", "Kobe", "Design tokens, type scales and the occasional pull of a lever."),
    ("Rafael Quintero", "Site reliability engineer", "Medellín", "On call so that you are not."),
    ("Hannah Weisz", "Technical writer", "Vienna", "If it is not written down it did not happen."),
    ("Devika Raman", "Staff engineer", "Chennai", "Schedulers, solvers, spreadsheets that became systems."),
    ("Callum Fairweather", "GIS developer", "Inverness", "Maps with more contour lines than roads."),
    ("Noor El-Sayed", "Security engineer", "Alexandria", "Reads lock files for fun. Threat models for breakfast."),
    ("Matthias Vogel", "Systems programmer", "Leipzig", "Rust by day, radio by night."),
    ("Sunniva Dahl", "Mobile developer", "Tromsø", "Offline first, because the fjord has no signal."),
    ("Kwabena Asante", "Full-stack developer", "Kumasi", "Rotas, rosters and reminders for people who give their time."),
    ("Lucía Ferrer", "QA engineer", "Valencia", "I press the button you said nobody would press."),
    ("Tomasz Zielinski", "Compiler enthusiast", "Wrocław", "Parsers for formats that should have stayed on paper."),
    ("Maren Petersen", "Hydrologist", "Esbjerg", "Models estuaries, measures twice."),
    ("Elliot Vance", "Developer advocate", "Halifax", "Talks, samples and a suspicious number of stickers."),
    ("Zanele Dube", "Engineering manager", "Durban", "Meetings end five minutes early in my calendar."),
    ("Giulia Romano", "Data visualisation", "Bologna", "Charts without chart junk."),
    ("Samuel Achterberg", "Intern", "Utrecht", "Learning in public. Reviews welcome, gentle ones twice."),
    ("Yara Haddad", "Logistics analyst", "Beirut", "Trucks, crates, cold chains."),
    ("Bram Verstraete", "Infrastructure developer", "Ghent", "Shell scripts with manners."),
    ("Chidi Nwosu", "Java developer", "Enugu", "Route planning and the travelling everything problem."),
    ("Freya Lindholm", "Ecologist", "Uppsala", "Counts hedgerows, birds in them, and rows about them."),
    ("Marcus Thibault", "Electronics technician", "Quebec City", "Solder, scope, repeat."),
    ("Priya Nambiar", "Machine learning engineer", "Kochi", "Small models, honest baselines."),
    ("Owen Gallagher", "Ruby developer", "Galway", "Convention over configuration over lunch."),
    ("Saoirse Brennan", "UX researcher", "Cork", "Five users will find it. Ask me how I know."),
    ("Dmitri Alekseev", "Database administrator", "Tbilisi", "Vacuum is a verb."),
    ("Leilani Kahale", "Oceanographer", "Hilo", "Buoys, swell and the salt that eats connectors."),
    ("Anders Rosenqvist", "Build engineer", "Malmö", "Makes the pipeline green, keeps it green."),
    ("Beatriz Monteiro", "Community manager", "Recife", "Welcomes first contributions, chases the second."),
    ("Gareth Pugh", "Printer whisperer", "Swansea", "Thermal labels, serial ports, patience."),
    ("Nadia Benali", "Localisation lead", "Tunis", "Plural rules are my love language."),
    ("Victor Lindgren", "Ceramicist and coder", "Gothenburg", "Kilns need firmware too."),
    ("Hye-jin Park", "Platform engineer", "Busan", "Containers, but fewer of them."),
    ("Caspian Moreau", "Student", "Lyon", "Advent puzzles in whatever language I learnt last week."),
    ("Rosalind Achebe", "Open source lead", "Nottingham", "Governance, licences and long e-mails."),
)

# path, name, description, members by role (first names of PEOPLE; Mara is the account)
GROUPS = (
    ("harbour-tools", "Harbour Tools", "Small, sturdy command line tools for people who run a few servers.",
     {"Owner": ("Rafael Quintero",), "Maintainer": ("Piet Hoekstra", "Mara Lindqvist", "Hye-jin Park"),
      "Developer": ("Matthias Vogel", "Noor El-Sayed", "Bram Verstraete"), "Reporter": ("Lucía Ferrer",)}),
    ("lumen-web", "Lumen Web", "Components, charts and a build tool for sites that load fast.",
     {"Owner": ("Ines Carvalho",), "Maintainer": ("Aiko Morimoto", "Anders Rosenqvist"),
      "Developer": ("Mara Lindqvist", "Giulia Romano", "Samuel Achterberg"), "Reporter": ("Saoirse Brennan", "Nadia Benali")}),
    ("fieldkit", "Fieldkit", "Maps and survey apps that work where the signal does not.",
     {"Owner": ("Callum Fairweather",), "Maintainer": ("Sunniva Dahl",), "Developer": ("Freya Lindholm", "Oluwaseun Adeyemi"),
      "Reporter": ("Elliot Vance", "Beatriz Monteiro")}),
    ("openlarder", "OpenLarder", "Software for food banks: stock, labels, routes and rotas.",
     {"Owner": ("Devika Raman",), "Maintainer": ("Mara Lindqvist", "Kwabena Asante"),
      "Developer": ("Yara Haddad", "Chidi Nwosu", "Owen Gallagher", "Gareth Pugh"), "Reporter": ("Beatriz Monteiro", "Zanele Dube")}),
    ("tidewater-labs", "Tidewater Labs", "Sensors, models and notebooks about rivers and coasts.",
     {"Owner": ("Maren Petersen",), "Maintainer": ("Tamsin Okafor", "Jonas Brandvold"),
      "Developer": ("Leilani Kahale", "Priya Nambiar", "Tomasz Zielinski"), "Guest": ("Rosalind Achebe",)}),
)

# people who joined one project only: full path, name, role
DIRECT_MEMBERS = (
    ("fieldkit/contour-tiles", "Mara Lindqvist", "Developer"), ("tidewater-labs/gauge-reader", "Mara Lindqvist", "Reporter"),
    ("harbour-tools/quayside", "Oluwaseun Adeyemi", "Developer"), ("harbour-tools/quayside", "Hannah Weisz", "Reporter"),
    ("harbour-tools/quayside", "Samuel Achterberg", "Guest"), ("harbour-tools/bollard", "Elliot Vance", "Reporter"),
    ("harbour-tools/ropewalk", "Tomasz Zielinski", "Developer"), ("lumen-web/lantern-ui", "Sunniva Dahl", "Developer"),
    ("lumen-web/lantern-ui", "Rosalind Achebe", "Guest"), ("lumen-web/prism-charts", "Priya Nambiar", "Reporter"),
    ("openlarder/pantry-api", "Dmitri Alekseev", "Developer"), ("openlarder/pantry-api", "Hannah Weisz", "Reporter"),
    ("openlarder/pantry-api", "Noor El-Sayed", "Guest"), ("openlarder/volunteer-rota", "Nadia Benali", "Reporter"),
    ("openlarder/volunteer-rota", "Caspian Moreau", "Guest"), ("openlarder/route-planner", "Callum Fairweather", "Developer"),
    ("openlarder/shelf-label-printer", "Marcus Thibault", "Developer"), ("fieldkit/trailmark", "Aiko Morimoto", "Reporter"),
    ("mara.lindqvist/kiln-controller", "Victor Lindgren", "Maintainer"), ("mara.lindqvist/kiln-controller", "Marcus Thibault", "Developer"),
    ("mara.lindqvist/kiln-controller", "Jonas Brandvold", "Reporter"), ("mara.lindqvist/reading-log", "Hannah Weisz", "Developer"),
    ("mara.lindqvist/reading-log", "Saoirse Brennan", "Reporter"), ("mara.lindqvist/sourdough-timer", "Owen Gallagher", "Developer"),
    ("piet.hoekstra/pocket-synth", "Marcus Thibault", "Developer"), ("ines.carvalho/typewriter-sim", "Giulia Romano", "Developer"),
)

STATUSES = (  # signs that every system font has
    ("Piet Hoekstra", "⚓", "Release week", 1), ("Ines Carvalho", "☀", "On holiday until 23 March", 1),
    ("Lucía Ferrer", "✎", "Testing 2.5 release candidates", 0), ("Jonas Brandvold", "⚓", "At sea, slow to answer", 1),
    ("Hannah Weisz", "✎", "Documentation sprint", 0), ("Priya Nambiar", "⌂", "Working from home", 0),
    ("Rafael Quintero", "☎", "On call", 0), ("Samuel Achterberg", "★", "Exams this week", 1),
)

EMOJI = (("✎", "Pencil"), ("☕", "Coffee cup"), ("⌂", "House"), ("☀", "Sun"), ("⚓", "Anchor"), ("✈", "Aeroplane"), ("☎", "Telephone"),
         ("♫", "Music"), ("★", "Star"))
