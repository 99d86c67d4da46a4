"""Words for the further tasks of Codeyard: titles, texts and names that fit any project."""

ISSUE_TITLES = (
    "Exit code is 0 after a failed run",
    "Explain the environment variables in one place",
    "Progress bar jumps backwards",
    "Warn before overwriting a file",
    "Time zone is ignored in the weekly report",
    "Ship a sample configuration",
    "Tests fail on a machine without network",
    "Shorter error text when the disk is full",
    "Remember the last opened folder",
    "Broken link in the installation guide",
    "Allow comments in the settings file",
    "Memory grows during long runs",
    "Add a quiet mode for scripts",
    "Wrong plural in the summary line",
    "Document how releases are made",
    "Names with umlauts are cut off",
    "Retry downloads that were interrupted",
    "List the supported versions",
    "Start fails when the home folder is read-only",
    "Keep the order of entries when saving",
)
COMMENTS = (
    "Fixed in the nightly build, please try it.",
    "Nobody could reproduce this, so I am closing it.",
    "Superseded by the plan for the next milestone.",
    "Thank you all, this is done.",
    "We decided against it in the March meeting.",
    "Moved to the mailing list.",
    "Answered in the handbook by now.",
    "The reporter has found a workaround.",
    "Part of the spring release.",
    "Not a bug in our code after all.",
)
MILESTONE_TITLES = (
    "Summer polish",
    "Stable interface",
    "Feature freeze",
    "Faster start",
    "Handbook rewrite",
    "Winter maintenance",
    "First public beta",
    "Packaging week",
    "Accessibility sprint",
    "Long-term support",
)
LABEL_NAMES = (
    "upstream",
    "good talk topic",
    "wording",
    "hardware needed",
    "waiting for reporter",
    "quick win",
    "breaking change",
    "release notes",
    "community",
    "second opinion",
    "night shift",
    "sponsored",
)
STATUS_TEXTS = (
    "Reading old issues",
    "On the ferry until four",
    "Writing the release notes",
    "Pairing all afternoon",
    "Away for the conference",
    "Cleaning up branches",
    "Back after lunch",
    "In the workshop today",
    "Hunting a race condition",
    "Travelling, slow to answer",
    "Interviewing this week",
    "Listening to the build",
)
SUMMARIES = (
    "Small, steady and well tested.",
    "Maintained in the evenings, used every day.",
    "One job, done without surprises.",
    "Now with a handbook that explains the why.",
    "Looking for a second maintainer.",
    "Works offline, and says so.",
)
NEW_FILES = (
    ("CONTRIBUTING.md", "Please open an issue before you send a large change."),
    ("docs/support.md", "Ask in the forum first, then open an issue."),
    ("CODEOWNERS", "Every change needs one review."),
    ("docs/releases.md", "A release is cut on the first Monday of the month."),
    ("NOTICE", "Parts of this project were written at Tidewater Labs."),
    ("docs/style.md", "Names are long, functions are short."),
)
START_DAYS = ("2026-04-06", "2026-05-04", "2026-06-01", "2026-07-06")
DUE_DAYS = ("2026-04-09", "2026-04-24", "2026-05-05", "2026-05-19", "2026-06-02", "2026-06-18", "2026-07-03")
FAR_DAYS = ("2026-08-14", "2026-09-25", "2026-10-30", "2026-11-20")
