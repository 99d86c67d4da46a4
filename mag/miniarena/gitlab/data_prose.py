"""Phrase banks for issues, comments, commits and merge requests. {c} is a part of the project, {C} the same capitalised."""

ISSUE_TITLES = {
    "bug": (
        "{C} fails when the input is empty",
        "{C} is slow with more than a thousand entries",
        "{C} ignores the configured time zone",
        "Crash in the {c} after an upgrade",
        "{C} shows stale values until restarted",
        "Memory use of the {c} grows overnight",
        "{C} swallows the real error message",
        "Wrong order of results from the {c}",
        "{C} breaks with accented characters",
        "Second run of the {c} gives a different answer",
        "{C} does not stop on interrupt",
        "{C} rounds values too early",
    ),
    "feature": (
        "Make the {c} configurable per user",
        "Add a quiet mode to the {c}",
        "{C}: remember the last choice",
        "Show more detail in the {c} on request",
        "Allow several instances of the {c}",
        "{C} should accept input from a pipe",
        "Undo for the {c}",
        "Offer a preview in the {c}",
        "{C}: keyboard operation throughout",
        "Group similar entries in the {c}",
    ),
    "docs": (
        "Document the defaults of the {c}",
        "Add an example for the {c}",
        "The page about the {c} is out of date",
        "Clarify units in the {c} reference",
    ),
    "chore": (
        "Split the {c} into smaller modules",
        "Raise test coverage of the {c}",
        "Remove deprecated options of the {c}",
        "Update dependencies of the {c}",
    ),
    "question": (
        "Is the {c} meant to run as a service?",
        "Can the {c} be switched off?",
        "What limits does the {c} have?",
    ),
}

ISSUE_LABELS = {
    "bug": ("bug", "regression", "performance", "security", "needs triage"),
    "feature": ("enhancement", "help wanted", "accessibility", "good first issue"),
    "docs": ("documentation", "good first issue", "help wanted"),
    "chore": ("enhancement", "blocked", "performance"),
    "question": ("question", "needs triage", "documentation"),
}

OPENINGS = {
    "bug": (
        "I ran into this on a fresh install of {version} and could repeat it on a second machine.",
        "This started after the last update; the week before it still worked.",
        "A colleague reported this and I can confirm it with the sample data.",
        "Seen three times this week, always in the afternoon batch.",
        "It took me a while to notice because nothing is logged.",
        "We hit this while preparing a demonstration, which was not ideal.",
    ),
    "feature": (
        "Several people asked for this at the last community call.",
        "At present we work around this with a script, and every site has its own version of it.",
        "This would save us about an hour a week.",
        "I know this was discussed before, but circumstances have changed.",
        "Coming from another tool, this is the one thing I miss.",
    ),
    "docs": (
        "The current text assumes that the reader has used version 1.",
        "I had to read the source to find this out.",
        "New contributors stumble over this in their first week.",
    ),
    "chore": (
        "No change for users is intended.",
        "This has been on our list since last autumn.",
        "Preparation for the next minor release.",
    ),
    "question": (
        "I could not find an answer in the documentation.",
        "We are planning a rollout and would like to know before we start.",
        "Perhaps I overlooked a setting.",
    ),
}

DETAILS = {
    "bug": (
        "## Steps to reproduce\n\n1. Start with the default configuration.\n2. Trigger the {c} twice in a row.\n3. Look at the output.\n\n"
        "**Expected:** the second run changes nothing.\n\n**Found:** the {c} reports success but leaves half of the work undone.",
        "The {c} seems to keep a reference to the old state. A restart helps, for a while. The log says only this:\n\n"
        "```\nwarning: {c}: nothing to do\n```",
        "With a small file everything is fine. From roughly 2,000 lines on the {c} falls behind, and at 10,000 it gives up without a message.",
        "I bisected this to the change that moved the {c} to its own module. Reverting it locally makes the problem go away.",
        "What I tried:\n\n- clearing the cache\n- a different user account\n- the previous release, where the {c} behaves\n\nHappy to test a patch.",
    ),
    "feature": (
        "My proposal: a new option of the {c}, off by default, so that nobody is surprised by it. A first version could leave out the configuration file.",
        "It does not need to be clever. If the {c} offered a hook at the right place, we could do the rest ourselves.",
        "## Why\n\nThe {c} is where people spend most of their time.\n\n## What\n\n- a visible control\n- a sensible default\n- one paragraph in the manual",
        "I would be glad to work on this if a maintainer can tell me where in the {c} it belongs.",
    ),
    "docs": (
        "A short example with the {c} would help more than the full table of options. I can write a draft and somebody who knows it well can correct it.",
        "Please also mention what happens when the {c} is used without a configuration file.",
    ),
    "chore": (
        "The {c} has grown to the point where a change in one place breaks another. A list of what can go is in the comments.",
        "Let us do this in three small merge requests, the first of which only moves the {c}.",
    ),
    "question": (
        "Our set-up: one server, about forty users, the {c} used mostly in the morning. Is that within what you had in mind?",
        "If there is a recommended way for the {c}, a pointer would be enough.",
    ),
}

COMMENTS = (
    "I can reproduce this with the current main branch.",
    "Thanks for the clear report. I will look at it this week.",
    "Could you attach the configuration you used, without the secrets?",
    "Same here, since the last release.",
    "I think the {c} is only the messenger; the cause is one layer below.",
    "This looks like a good task for somebody new.",
    "Let us discuss it on Thursday and write the result down here.",
    "Would a smaller change be enough for your case?",
    "I pushed a draft to a branch. Tests are still missing.",
    "The draft works for me. I left two remarks on naming.",
    "We decided to keep the old behaviour for one more release and warn about it.",
    "Please add an entry to the changelog when you are done.",
    "I measured it: 14 seconds before, 3 seconds after.",
    "I am against another option. Can the {c} find out by itself?",
    "No objections from the documentation side.",
    "Moved to the next milestone, there is not enough time left in this one.",
    "Is anybody working on this? Otherwise I will take it.",
    "The tests pass on my machine but not in the pipeline, so there is more to it.",
    "For the record: the workaround is to restart the service once a day.",
    "Sorry for the silence, I was away.",
    "This affects all of our regional sites, so I would rather see it fixed soon.",
    "I agree with the direction. Two details inline.",
    "Let me split this into two issues.",
    "I have asked the users who reported it to try the release candidate.",
)

CLOSINGS = (  # reason as an answer, comment, further accepted wordings
    ("duplicate", "Closing as a duplicate of #{n}; the discussion continues there.", "duplicate"),
    ("cannot reproduce", "Closing because nobody can reproduce it with the current release.", "not reproducible"),
    ("works as designed", "Closing: this works as designed, and the manual now says so.", "intended behaviour"),
    ("fixed", "Closing: fixed on main, it will be part of the next release.", "fixed on main"),
    ("out of scope", "Closing as out of scope. A separate tool would serve this better.", "not in scope"),
    ("stale", "Closing as stale after three months without an answer.", "no answer"),
)

COMMIT_TITLES = (
    "Fix off-by-one error in the {c}",
    "Add tests for the {c}",
    "Handle empty input in the {c}",
    "Speed up the {c}",
    "Rename options of the {c}",
    "Document the {c}",
    "Log the reason when the {c} gives up",
    "Move the {c} to its own module",
    "Simplify the {c}",
    "Retry once in the {c}",
    "Remove dead code from the {c}",
    "Make the {c} deterministic",
    "Validate settings of the {c} on start",
    "Show progress in the {c}",
    "Use the shared logger in the {c}",
    "Close files in the {c}",
    "Cover the {c} with an integration test",
    "Improve error messages of the {c}",
    "Cache results of the {c}",
    "Limit memory of the {c}",
    "Support time zones in the {c}",
    "Fix a race in the {c}",
    "Add a timeout to the {c}",
    "Let users disable the {c}",
    "Tidy imports in the {c}",
    "Correct units in the {c}",
    "Escape special characters in the {c}",
    "Keep order stable in the {c}",
    "Replace magic numbers in the {c}",
    "Explain the {c} in the readme",
    "Fix typo in the {c}",
    "Update the changelog for the {c}",
)

COMMIT_BODIES = (
    "",
    "",
    "",
    "The old way worked by accident.",
    "Found by a user with a very large data set.",
    "No change in behaviour, only in how often we ask.",
    "Follow-up to the review of last week.",
    "The test fails without this change and passes with it.",
    "Names now match the manual.",
    "Measured on the slowest machine we have: about a third faster.",
)

REQUEST_TITLES = (
    "Add a timeout to the {c}",
    "Rework error handling of the {c}",
    "Speed up the {c} for large inputs",
    "New settings page for the {c}",
    "Fix the {c} on slow disks",
    "Write an integration test for the {c}",
    "Translate messages of the {c}",
    "Cache the {c} between runs",
    "Let the {c} read from a pipe",
    "Drop the legacy mode of the {c}",
    "Make the {c} accessible by keyboard",
    "Log decisions of the {c}",
    "Split the {c} in two",
    "Document the {c} for operators",
    "Warn about unknown options in the {c}",
    "Sort output of the {c}",
)

REQUEST_BODIES = (
    "Touches only the {c}. I kept the change small so that it can be reverted easily.",
    "## What changes\n\n- the {c} gets a single place where decisions are made\n- two helper functions disappear\n\n## How to test\n\nRun the examples in the readme.",
    "Follow-up to the discussion in the last call. Open question: should this be on by default?",
    "This is the second of three merge requests. The first one moved files, the third will remove the old options.",
    "Reviewers: please look at the tests first, they show the intended behaviour of the {c}.",
)

REVIEWS = (
    "Looks good, one remark about naming.",
    "Could you add a test for the empty case?",
    "I tried it on our staging server, works.",
    "Please rebase, the pipeline picked up an old image.",
    "Why is the second loop needed?",
    "Nice, this is much easier to read.",
    "The changelog entry is missing.",
    "I would prefer a plain function here.",
    "Approved from my side once the pipeline is green.",
)

MILESTONE_THEMES = (
    "Bug fixes from the winter and nothing else.",
    "Smaller things that make daily work nicer.",
    "Preparation for the spring release, mostly under the hood.",
    "Documentation and first-use experience.",
    "Everything that the pilot sites asked for.",
    "Performance with real-world data sizes.",
)

README_NOTES = (
    "We release when there is something worth releasing, usually every six weeks.",
    "Questions are welcome as issues; please search the closed ones first.",
    "Patches are reviewed within a week. If yours is not, remind us.",
    "The main branch is always releasable; work happens on branches.",
    "Security reports go to the maintainers by e-mail, not into an issue.",
)
