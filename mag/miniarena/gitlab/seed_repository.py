"""Files, branches and commits of a project."""

import hashlib
import re
from datetime import datetime, timedelta

from mag.miniarena.gitlab.data_code import GITIGNORE, LICENCES, PER_PART, SINGLE, USAGE
from mag.miniarena.gitlab.data_prose import COMMIT_BODIES, COMMIT_TITLES, README_NOTES
from mag.miniarena.gitlab.world import SeededProject, World, fill, stamp

HISTORY_START = datetime(2025, 6, 1, 9)  # older history is squashed into the first commits
SWAPS = (
    ("limit", "maximum"),
    ("retries", "attempts"),
    ("entries", "items"),
    ("timeout", "delay"),
    ("return", "result ="),
    ("open", "visible"),
)


def commit_sha(*parts: object) -> str:
    """Forty hex digits for a commit."""
    return hashlib.sha1("\0".join(map(str, parts)).encode()).hexdigest()


def seed_repository(world: World, project: SeededProject) -> None:
    """The files, a first commit with the frame, one commit a part, and daily work until the snapshot."""
    single, parts = project_files(world, project)
    world.db.executemany(
        "INSERT INTO files (project_id, path, content) VALUES (?, ?, ?)",
        [(project.id, path, content) for path, content in sorted({**single, **parts}.items())],
    )
    world.db.execute("INSERT INTO branches (project_id, name, protected) VALUES (?, 'main', 1)", (project.id,))
    writers = project.writers()
    moment = project.created
    add_commit(world, project, ("Initial commit", ""), (writers[0], moment), {path: whole_patch(text) for path, text in single.items()})
    for (path, text), part in zip(parts.items(), project.spec.parts, strict=True):
        moment += timedelta(days=world.rng.randrange(1, 30), minutes=world.rng.randrange(1, 500))
        add_commit(world, project, (f"Add the {part}", ""), (writers[0], moment), {path: whole_patch(text)})
    size = project.spec.size
    count = max(4, round(0.36 * size * size + 2.2 * size) - len(parts) - 1)
    moments = sorted(world.moment(max(moment, HISTORY_START), project.latest) for _ in range(count))
    for moment in moments:
        add_daily_commit(world, project, moment, {**single, **parts})
    if size >= 5:
        world.db.executemany(
            "INSERT INTO branches (project_id, name, protected) VALUES (?, ?, ?)",
            [(project.id, f"release/{project.version.rsplit('.', 1)[0]}", 1), (project.id, "next", 0)],
        )


def add_daily_commit(world: World, project: SeededProject, moment: datetime, files: dict[str, str]) -> None:
    """One small change by one of the writers."""
    rng, writers = world.rng, project.writers()
    author = rng.choices(writers, [3 / (rank + 2) for rank in range(len(writers))])[0]
    title = fill(rng.choice(COMMIT_TITLES), rng.choice(project.spec.parts))
    touched = rng.sample(sorted(files), rng.choice((1, 1, 1, 2, 3)))
    add_commit(
        world,
        project,
        (title, rng.choice(COMMIT_BODIES)),
        (author, moment),
        {path: small_patch(world, files[path]) for path in sorted(touched)},
    )


def add_commit(
    world: World,
    project: SeededProject,
    message: tuple[str, str],
    signed: tuple[int, datetime],
    patches: dict[str, str],
    branch: str = "main",
) -> int:
    """Write a commit with its patches; returns its id."""
    (title, body), (author, moment) = message, signed
    sha = commit_sha(project.id, title, author, stamp(moment))
    commit_id = world.insert(
        "INSERT INTO commits (project_id, sha, title, body, author_id, created, branch) VALUES (?, ?, ?, ?, ?, ?, ?)",
        project.id,
        sha,
        title,
        body,
        author,
        stamp(moment),
        branch,
    )
    world.db.executemany("INSERT INTO commit_files VALUES (?, ?, ?)", [(commit_id, path, patch) for path, patch in patches.items()])
    return commit_id


def whole_patch(content: str) -> str:
    """The patch of a new file."""
    lines = content.splitlines()
    return "\n".join([f"@@ -0,0 +1,{len(lines)} @@", *(f"+{line}" for line in lines)])


def small_patch(world: World, content: str) -> str:
    """A patch that changes one line of the file or adds it, with three lines around."""
    lines = content.splitlines()
    at = world.rng.choice([index for index, line in enumerate(lines) if line.strip()])
    first, last = max(0, at - 3), min(len(lines), at + 4)
    old = older_line(world, lines[at])
    removed = [f"-{old}"] if old else []
    head = f"@@ -{first + 1},{last - first - (0 if old else 1)} +{first + 1},{last - first} @@"
    before, after = [f" {line}" for line in lines[first:at]], [f" {line}" for line in lines[at + 1 : last]]
    return "\n".join([head, *before, *removed, f"+{lines[at]}", *after])


def older_line(world: World, line: str) -> str:
    """How the line may have looked before; empty when it is new."""
    number = re.search(r"\d+", line)
    if number:
        return line[: number.start()] + str(int(number[0]) + world.rng.choice((1, 2, 5, 10))) + line[number.end() :]
    for word, old in SWAPS:
        if word in line:
            return line.replace(word, old, 1)
    return ""


def project_files(world: World, project: SeededProject) -> tuple[dict[str, str], dict[str, str]]:
    """path: content, of the files that exist once, and of one file a part."""
    spec = project.spec
    licence, terms = LICENCES[project.id % len(LICENCES)]
    names = {"@p@": spec.path, "@q@": spec.path.replace("-", "_"), "@P@": spec.name, "@v@": project.version}
    single = {path: content for path, content in SINGLE[spec.language]}
    single |= {
        ".gitignore": GITIGNORE[spec.language],
        "LICENSE": f"{licence}\n\nCopyright (c) {project.created.year} the {spec.name} authors\n\n{terms}",
        "README.md": readme(world, project, licence),
        "CHANGELOG.md": changelog(world, project),
    }
    path, content = PER_PART[spec.language]
    parts = {replace_all(path, names | part_names(part)): replace_all(content, names | part_names(part)) for part in spec.parts}
    return {replace_all(path, names): replace_all(content, names) for path, content in single.items()}, parts


def part_names(part: str) -> dict[str, str]:
    """A part's name in the spellings that code needs."""
    words = part.lower().split()
    return {"@t@": part, "@s@": "_".join(words), "@k@": "-".join(words), "@C@": "".join(word.capitalize() for word in words)}


def replace_all(text: str, names: dict[str, str]) -> str:
    """Fill the placeholders of a file template."""
    for mark, value in names.items():
        text = text.replace(mark, value)
    return text


def readme(world: World, project: SeededProject, licence: str) -> str:
    """The project's front page."""
    spec = project.spec
    parts = "\n".join(f"- the **{part}**, see `{'_'.join(part.split())}`" for part in spec.parts)
    notes = "\n\n".join(world.rng.sample(README_NOTES, 2))
    return (
        f"# {spec.name}\n\n{spec.description}\n\n## Install\n\n```\n{USAGE[spec.language].format(path=spec.path)}\n```\n\n"
        f"Version {project.version} needs no configuration to start; the defaults suit a small team.\n\n"
        f"## What is inside\n\n{parts}\n\n## Contributing\n\n{notes}\n\n## Licence\n\n{licence}, see `LICENSE`.\n"
    )


def changelog(world: World, project: SeededProject) -> str:
    """Three releases up to the current one."""
    major, minor, patch = (int(number) for number in project.version.split("."))
    versions = [f"{major}.{minor}.{patch}", f"{major}.{minor - 1}.{(patch + 3) % 7}", f"{major}.{max(0, minor - 2)}.{(patch + 5) % 9}"]
    day, entries = datetime(2026, 2, 20), []
    for version in versions:
        day -= timedelta(days=world.rng.randrange(12, 60))
        changes = "\n".join(f"- {fill(world.rng.choice(COMMIT_TITLES), part)}" for part in world.rng.sample(project.spec.parts, 2))
        entries.append(f"## {version} ({day:%Y-%m-%d})\n\n{changes}\n")
    return f"# Changes in {project.spec.name}\n\n" + "\n".join(entries)
