"""The projects: what they are about, their parts, and issues that belong to them only. All invented."""

from typing import NamedTuple


class ProjectSeed(NamedTuple):
    """One project; `parts` and `issues` feed titles, files and diffs, `size` its number of commits and issues."""

    namespace: str
    path: str
    name: str
    language: str
    visibility: str
    size: int
    description: str
    topics: str
    parts: tuple[str, ...]
    issues: tuple[str, ...]  # "kind|title"


# One block a project reads better than one line a word.
# fmt: off
PROJECTS = (
    ProjectSeed(
        "harbour-tools", "quayside", "Quayside", "Go", "public", 10,
        "Deploy small services to a handful of machines without a cluster.", "deployment,cli,ssh",
        ("rollback planner", "health probe", "release lock", "host inventory", "secrets loader", "progress printer"),
        ("bug|Rollback leaves the release lock behind when the health probe times out", "feature|Deploy to hosts in batches of a given size",
         "bug|Progress bar prints past the terminal width on narrow screens", "docs|Explain how to rotate the deploy key",
         "question|Can one inventory file describe staging and production?", "feature|Dry run should print the commands it would send")),
    ProjectSeed(
        "harbour-tools", "ropewalk", "Ropewalk", "Rust", "public", 6,
        "Follow logs of many hosts in one terminal, in order.", "logging,terminal",
        ("merge queue", "timestamp parser", "colour palette", "reconnect loop", "filter language"),
        ("bug|Lines with equal timestamps swap order after a reconnect", "feature|Save the current view to a file with one key",
         "bug|Panic on log lines longer than 64 KiB", "feature|Highlight lines that match a second filter")),
    ProjectSeed(
        "harbour-tools", "bollard", "Bollard", "Python", "public", 6,
        "Lint configuration files before they reach a server.", "lint,configuration,yaml",
        ("rule loader", "YAML reader", "report writer", "ignore list", "schema cache"),
        ("feature|Warn about keys that appear twice in one mapping", "bug|Ignore comments are dropped after a multi-line string",
         "docs|List every rule with an example of what it rejects", "feature|Exit code should tell warnings from errors")),
    ProjectSeed(
        "harbour-tools", "dockhand", "Dockhand", "Go", "internal", 4,
        "Housekeeping for container hosts: old images, stale volumes, full disks.", "containers,cleanup",
        ("image sweeper", "volume scanner", "disk gauge", "schedule reader"),
        ("bug|Sweeper removes an image that a stopped container still needs", "feature|Send a summary after the nightly run")),
    ProjectSeed(
        "harbour-tools", "manifest-check", "Manifest Check", "Python", "private", 3,
        "Compare what is installed with what should be.", "inventory",
        ("package list", "difference printer", "host collector"),
        ("feature|Ignore packages pinned by the vendor",)),
    ProjectSeed(
        "lumen-web", "lantern-ui", "Lantern UI", "TypeScript", "public", 10,
        "Accessible interface components without a framework.", "components,accessibility,design-system",
        ("date picker", "combobox", "dialog", "toast region", "tab list", "colour tokens"),
        ("bug|Date picker announces the wrong month to screen readers", "bug|Dialog loses focus when its trigger is removed",
         "feature|Combobox should accept values that are not in the list", "docs|Write a page about focus order",
         "bug|Toast text is cut off in German", "feature|Dark theme for the tab list")),
    ProjectSeed(
        "lumen-web", "wickbuild", "Wickbuild", "JavaScript", "public", 6,
        "A static site builder that only rebuilds what changed.", "static-site,build",
        ("dependency graph", "template cache", "image resizer", "watch mode", "link checker"),
        ("bug|Watch mode misses files renamed by an editor", "feature|Print the slowest ten templates after a build",
         "bug|Link checker follows links inside code blocks", "docs|Show how to deploy the output folder")),
    ProjectSeed(
        "lumen-web", "prism-charts", "Prism Charts", "TypeScript", "public", 6,
        "Plain charts for plain pages, drawn as SVG.", "charts,svg,visualisation",
        ("axis layout", "legend", "bar renderer", "tooltip", "number formatter"),
        ("bug|Axis labels overlap when every value has five digits", "feature|Horizontal bars for long category names",
         "bug|Tooltip stays on the page after the chart is removed", "question|How do I print a chart in black and white?")),
    ProjectSeed(
        "lumen-web", "afterglow-theme", "Afterglow Theme", "CSS", "public", 3,
        "A warm theme for documentation sites.", "theme,css",
        ("sidebar", "code block", "print styles", "search box"),
        ("bug|Printed pages lose the last line of long code blocks", "feature|Larger text option in the header")),
    ProjectSeed(
        "fieldkit", "trailmark", "Trailmark", "Kotlin", "public", 7,
        "Record walks, photographs and notes without a network.", "android,offline,maps",
        ("track recorder", "photo importer", "map cache", "battery saver", "export screen"),
        ("bug|Track recorder stops when the screen is locked for an hour", "feature|Export a walk with its photographs as one archive",
         "bug|Map tiles from last season are never removed", "docs|Describe the sensors that the app reads")),
    ProjectSeed(
        "fieldkit", "contour-tiles", "Contour Tiles", "Python", "public", 7,
        "Cut elevation data into contour map tiles.", "maps,elevation,tiles",
        ("tile cutter", "elevation reader", "line smoother", "zoom planner", "tile index"),
        ("bug|Contours break at the edge of a tile near the date line", "feature|Mark every fifth contour with its height",
         "feature|Cut only the tiles inside a polygon", "chore|Drop the old elevation format")),
    ProjectSeed(
        "fieldkit", "waypoint-sync", "Waypoint Sync", "Go", "internal", 5,
        "Keep survey points of several devices in step.", "sync,survey",
        ("conflict resolver", "change log", "device registry", "upload queue"),
        ("bug|Two devices with the same clock overwrite each other", "feature|Show which device wrote a point last")),
    ProjectSeed(
        "fieldkit", "hedgerow-survey", "Hedgerow Survey", "Python", "public", 4,
        "Forms and reports for counting hedgerows and what lives in them.", "ecology,survey,forms",
        ("species list", "form builder", "yearly report", "grid picker"),
        ("feature|Suggest species seen in the neighbouring square", "docs|Translate the field guide chapter")),
    ProjectSeed(
        "openlarder", "pantry-api", "Pantry API", "Python", "public", 10,
        "Stock, donations and parcels of a food bank as a web service.", "api,stock,food-bank",
        ("stock counter", "expiry report", "donation importer", "parcel builder", "supplier directory", "webhook sender"),
        ("bug|Expiry report counts items that were already handed out", "feature|Reserve items for a parcel for two hours",
         "bug|Donation importer refuses files with a byte order mark", "feature|Tell the warehouse when a shelf runs low",
         "docs|Document the rate limits of the public endpoints", "question|Should crates and single items share one counter?")),
    ProjectSeed(
        "openlarder", "shelf-label-printer", "Shelf Label Printer", "Python", "public", 5,
        "Print shelf and crate labels on cheap thermal printers.", "printing,labels",
        ("label layout", "barcode encoder", "printer driver", "preview window"),
        ("bug|Barcodes on narrow labels cannot be scanned", "feature|Print the allergen list in two languages",
         "bug|Printer driver hangs when the paper runs out")),
    ProjectSeed(
        "openlarder", "route-planner", "Route Planner", "Java", "public", 6,
        "Plan van rounds so that cold food stays cold.", "logistics,optimisation",
        ("cold chain model", "van capacity", "stop sorter", "map view", "driver sheet"),
        ("bug|Stop sorter ignores the lunch break of the driver", "feature|Print the driver sheet in large type",
         "bug|Van capacity counts empty crates twice", "feature|Plan around closed streets")),
    ProjectSeed(
        "openlarder", "volunteer-rota", "Volunteer Rota", "Ruby", "public", 6,
        "Shifts, reminders and swaps for volunteers.", "rota,volunteers,calendar",
        ("shift board", "reminder mailer", "swap request", "calendar feed", "availability form"),
        ("bug|Reminder mailer sends two messages when clocks change", "feature|Let volunteers swap shifts without a coordinator",
         "bug|Calendar feed shows cancelled shifts", "docs|Add a guide for new coordinators")),
    ProjectSeed(
        "tidewater-labs", "gauge-reader", "Gauge Reader", "Python", "public", 6,
        "Read river gauges of nine agencies into one format.", "hydrology,sensors,data",
        ("agency adapter", "unit converter", "gap filler", "quality flags", "archive writer"),
        ("bug|Gap filler invents values across the summer time change", "feature|Adapter for the new northern agency",
         "bug|Quality flags are lost when readings are merged", "chore|Remove the adapter of the closed agency")),
    ProjectSeed(
        "tidewater-labs", "estuary-model", "Estuary Model", "Python", "public", 5,
        "A small model of salt and silt in an estuary.", "modelling,hydrology",
        ("salt solver", "boundary reader", "time stepper", "result plotter"),
        ("bug|Salt solver diverges when the river runs dry", "feature|Restart a run from its last full day")),
    ProjectSeed(
        "tidewater-labs", "buoy-firmware", "Buoy Firmware", "C", "public", 6,
        "Firmware for a cheap wave and temperature buoy.", "firmware,sensors,low-power",
        ("wave sampler", "radio link", "sleep scheduler", "battery monitor", "watchdog"),
        ("bug|Radio link never wakes after a brown-out", "feature|Send a short report when the battery is low",
         "bug|Wave sampler loses the first second of each burst")),
    ProjectSeed(
        "tidewater-labs", "salt-notebooks", "Salt Notebooks", "Python", "private", 3,
        "Notebooks behind the yearly coast report.", "notebooks,reporting",
        ("figure style", "station loader", "trend table"),
        ("docs|Say which notebook makes which figure",)),
    ProjectSeed(
        "tidewater-labs", "tide-table-parser", "Tide Table Parser", "Rust", "public", 4,
        "Read tide tables that were typed for paper.", "parser,tides",
        ("table scanner", "date repair", "station matcher"),
        ("bug|Date repair turns 31 April into 1 May silently", "feature|Report the page and line of a bad entry")),
    ProjectSeed(
        "mara.lindqvist", "dotfiles", "Dotfiles", "Shell", "private", 3,
        "My shell, editor and terminal settings.", "shell",
        ("prompt", "aliases", "installer"),
        ("chore|Installer should not overwrite local changes",)),
    ProjectSeed(
        "mara.lindqvist", "reading-log", "Reading Log", "Python", "public", 4,
        "A tiny web page of what I read and what I thought of it.", "books,static-site",
        ("book list", "cover finder", "year page", "feed"),
        ("feature|Show the number of pages read in a month", "bug|Feed repeats books that were edited")),
    ProjectSeed(
        "mara.lindqvist", "kiln-controller", "Kiln Controller", "C", "public", 5,
        "Firing schedules for a small electric kiln.", "firmware,ceramics,hardware",
        ("firing schedule", "thermocouple", "relay guard", "status screen"),
        ("bug|Relay guard trips when the lid switch bounces", "feature|Hold the temperature for a given time",
         "question|Which thermocouple do you recommend for cone 9?")),
    ProjectSeed(
        "mara.lindqvist", "sourdough-timer", "Sourdough Timer", "JavaScript", "public", 3,
        "Feeding and baking times that follow the room temperature.", "baking,timer",
        ("feeding plan", "notification", "temperature slider"),
        ("feature|Remember the flour mix of the last loaf",)),
    ProjectSeed(
        "piet.hoekstra", "pocket-synth", "Pocket Synth", "C", "public", 4,
        "A four voice synthesiser on a twelve euro board.", "audio,hardware",
        ("voice mixer", "envelope", "knob reader", "patch storage"),
        ("bug|Clicks when two voices end at once", "feature|Store patches on the card")),
    ProjectSeed(
        "ines.carvalho", "typewriter-sim", "Typewriter Simulator", "JavaScript", "public", 3,
        "Write as slowly as it deserves.", "writing,fun",
        ("carriage", "ribbon", "sound bank"),
        ("feature|A bell before the right margin",)),
    ProjectSeed(
        "caspian.moreau", "advent-solutions", "Advent Solutions", "Rust", "public", 3,
        "One puzzle a day in December.", "puzzles",
        ("grid walker", "input loader", "timer"),
        ("docs|Explain the trick of day 14",)),
)

LABELS = (  # name, colour, description
    ("bug", "#b3261e", "Something does not work as described"),
    ("enhancement", "#1a6d3c", "A new ability or a better one"),
    ("documentation", "#2457a6", "Guides, references, examples"),
    ("good first issue", "#6a4fb3", "Small and well described"),
    ("help wanted", "#8a5a00", "Maintainers would welcome a patch"),
    ("performance", "#9c3d6e", "Speed and memory"),
    ("security", "#7a1f1f", "Handle with care"),
    ("question", "#4a5a6a", "Support and clarification"),
    ("regression", "#c4450c", "It worked in an earlier release"),
    ("needs triage", "#6b6b00", "Nobody has looked at it yet"),
    ("blocked", "#3d3d3d", "Waits for something else"),
    ("accessibility", "#0b6b75", "Keyboard, screen readers, contrast"),
)
# fmt: on
