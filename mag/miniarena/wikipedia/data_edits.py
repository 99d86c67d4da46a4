"""Sources and edits: who is cited, who has worked on the articles, and in which words. German and French sentences for the short editions."""

AUTHORS = ("E. Applegarth", "M. Thorrold", "J. Carlow", "S. Wragg", "A. Hexham", "R. Leake", "T. Gedney-Orme", "P. Linklater", "C. Askrigg", "H. Bicker", "N. Harcus", "D. Stannard")
BOOKS = ("A Companion to Caldrey", "The Waters of the Lowlands", "Hills and Their Names", "Annals of the Coast", "Notes from a Slow Train", "Fen and Wall", "The Island Gazetteer",
         "Measured Ground", "Letters of a Surveyor", "Cargo and Weather", "Herbal of the Six Regions", "Towns and Their Charters")
PUBLISHERS = ("Selburne University Press", "Hexley Printing House", "Marlock: Pell & Daughters", "Thornby College Papers", "Wexmouth Maritime Society", "Skerrow Station Reports")
EDITORS = ("Lodekeeper", "Miss Osier", "Tarn and Tor", "Inkcap", "Wren of Wex", "Graphite", "Old Meridian", "Plover", "Semicolon", "Gorse", "Harbour Clerk", "Quarto")
SUMMARIES = ("corrected a date", "added a source", "shortened the introduction", "typing error", "new section", "moved a paragraph", "link repaired", "numbers from the census of 2021",
             "clearer wording", "removed a doubtful claim", "added to the infobox", "restored a lost sentence", "category", "grammar")

# kind: German and French first sentences, from values of the infobox
SHORT = {
    "river": ("{title} ist ein Fluss in Caldrey. Länge: {Length}. Quelle: {Source}. Mündung: {Mouth}.", "{title} est une rivière de Caldrey. Longueur : {Length}. Source : {Source}. Embouchure : {Mouth}."),
    "town": ("{title} ist eine Stadt in der Region {Region} in Caldrey. Einwohner (2021): {Population (2021)}. Gegründet: {Founded}.", "{title} est une ville de la région {Region}, à Caldrey. Population (2021) : {Population (2021)}. Fondation : {Founded}."),
    "mountain": ("{title} ist ein Berg in der Region {Region} in Caldrey. Höhe: {Height}. Erstbesteigung: {First ascent}.", "{title} est une montagne de la région {Region}, à Caldrey. Altitude : {Height}. Première ascension : {First ascent}."),
    "ship": ("{title} war ein Schiff aus Caldrey. Gebaut in: {Built at}. Stapellauf: {Launched}. Länge: {Length}.", "{title} était un navire de Caldrey. Construit à : {Built at}. Lancement : {Launched}. Longueur : {Length}."),
    "plant": ("{title} ({Scientific name}) ist eine Pflanze in Caldrey. Höhe: {Height}. Beschrieben von: {Described by}.", "{title} ({Scientific name}) est une plante de Caldrey. Hauteur : {Height}. Décrite par : {Described by}."),
    "lighthouse": ("{title} ist ein Leuchtturm bei {Town} in Caldrey. Erstes Licht: {First lit}. Höhe: {Tower height}.", "{title} est un phare près de {Town}, à Caldrey. Premier allumage : {First lit}. Hauteur : {Tower height}."),
}
