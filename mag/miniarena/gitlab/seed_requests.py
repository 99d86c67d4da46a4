"""Merge requests with their commits, and the account's to-do list."""

from datetime import datetime, timedelta

from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.gitlab.data_prose import COMMIT_TITLES, REQUEST_BODIES, REQUEST_TITLES, REVIEWS
from mag.miniarena.gitlab.seed_repository import add_commit, small_patch
from mag.miniarena.gitlab.world import ACCOUNT_ID, SeededProject, World, fill, stamp

COUNTS = {10: 5, 7: 3, 6: 2, 5: 1, 4: 1}  # merge requests by size of the project


def seed_requests(world: World, project: SeededProject) -> None:
    """Merge requests, oldest first, so that the newest are the open ones."""
    count = COUNTS.get(project.spec.size, 0)
    seen: set[str] = set()
    for iid in range(1, count + 1):
        part, title = "", ""
        while not title or title in seen:
            part = world.rng.choice(project.spec.parts)
            title = fill(world.rng.choice(REQUEST_TITLES), part)
        seen.add(title)
        age = (count - iid) * 17 + world.rng.randrange(2, 15)
        state = "open" if iid == count or world.rng.random() < 0.2 else world.rng.choice(("merged", "merged", "closed"))
        seed_request(world, project, (iid, title, part), project.latest - timedelta(days=age, minutes=-world.rng.randrange(600)), state)


def seed_request(world: World, project: SeededProject, request: tuple[int, str, str], moment: datetime, state: str) -> None:
    """One merge request with branch, commits and review."""
    rng, (iid, title, part) = world.rng, request
    writers = project.writers()
    author = rng.choice([user_id for user_id in writers if user_id != ACCOUNT_ID] or writers)
    reviewers = [user_id for user_id in writers if user_id != author]
    reviewer = ACCOUNT_ID if ACCOUNT_ID in reviewers and rng.random() < 0.4 else rng.choice(reviewers or [author])
    branch = "-".join(title.lower().split()[:6])
    draft = state == "open" and rng.random() < 0.15
    request_id = world.insert(
        "INSERT INTO merge_requests (project_id, iid, title, description, state, source_branch, target_branch, author_id, assignee_id, "
        "reviewer_id, draft, merged_by, created, updated) VALUES (?, ?, ?, ?, ?, ?, 'main', ?, ?, ?, ?, ?, ?, ?)",
        project.id,
        iid,
        title,
        fill(rng.choice(REQUEST_BODIES), part),
        state,
        branch,
        author,
        author,
        reviewer,
        draft,
        reviewer if state == "merged" else None,
        stamp(moment),
        stamp(moment + timedelta(days=1)),
    )
    if state != "merged":
        world.db.execute("INSERT INTO branches (project_id, name) VALUES (?, ?)", (project.id, branch))
    files = world.db.execute("SELECT path, content FROM files WHERE project_id = ? ORDER BY path", (project.id,)).fetchall()
    for index in range(rng.choice((1, 2, 2, 3))):
        touched = rng.sample(files, rng.choice((1, 1, 2)))
        commit_title = title if index == 0 else fill(rng.choice(COMMIT_TITLES), part)
        commit = add_commit(
            world,
            project,
            (commit_title, ""),
            (author, moment + timedelta(hours=index, minutes=rng.randrange(50))),
            {row["path"]: small_patch(world, row["content"]) for row in touched},
            "main" if state == "merged" else branch,
        )
        world.db.execute("UPDATE commits SET request_id = ? WHERE id = ?", (request_id, commit))
    seed_review(world, request_id, moment, writers, state)


def seed_review(world: World, request_id: int, moment: datetime, writers: list[int], state: str) -> None:
    """Review comments and approvals; the account has not approved anything open."""
    rng = world.rng
    sql = "INSERT INTO notes (request_id, author_id, body, is_system, created) VALUES (?, ?, ?, ?, ?)"
    for hours, body in enumerate(rng.sample(REVIEWS, rng.randrange(0, 5)), 4):
        world.db.execute(sql, (request_id, rng.choice(writers), body, 0, stamp(moment + timedelta(hours=hours))))
    if state == "closed":
        world.db.execute(sql, (request_id, rng.choice(writers), "closed the merge request", 1, stamp(moment + timedelta(hours=20))))
    approvers = [user_id for user_id in writers if user_id != ACCOUNT_ID]
    for user_id in rng.sample(approvers, min(len(approvers), rng.choice((0, 1, 1, 2)))):
        world.db.execute("INSERT INTO approvals VALUES (?, ?)", (request_id, user_id))


def seed_todos(world: World) -> None:
    """What waits for the account: assigned issues, reviews, and questions in comments."""
    db, rng = world.db, world.rng
    sql = "INSERT INTO todos (user_id, author_id, issue_id, request_id, action, created, done) VALUES (?, ?, ?, ?, ?, ?, ?)"
    issues = db.execute("SELECT id, author_id, updated, state FROM issues WHERE assignee_id = ? ORDER BY id", (ACCOUNT_ID,)).fetchall()
    for row in issues:
        db.execute(sql, (ACCOUNT_ID, row["author_id"], row["id"], None, "assigned you", row["updated"], row["state"] == "closed"))
    for row in db.execute(
        "SELECT id, author_id, created FROM merge_requests WHERE reviewer_id = ? AND state = 'open' ORDER BY id", (ACCOUNT_ID,)
    ).fetchall():
        db.execute(sql, (ACCOUNT_ID, row["author_id"], None, row["id"], "requested a review of", row["created"], 0))
    mentions = db.execute(
        "SELECT id, project_id, updated FROM issues WHERE state = 'open' AND project_id IN "
        "(SELECT project_id FROM members WHERE user_id = ?) AND ifnull(assignee_id, 0) <> ? ORDER BY id",
        (ACCOUNT_ID, ACCOUNT_ID),
    ).fetchall()
    for row in rng.sample(mentions, 4):
        author = db.execute(
            "SELECT user_id FROM members WHERE project_id = ? AND user_id <> ? ORDER BY user_id LIMIT 1", (row["project_id"], ACCOUNT_ID)
        ).fetchone()[0]
        when = min(datetime.fromisoformat(row["updated"]) + timedelta(hours=3), SNAPSHOT_TIME - timedelta(minutes=5))
        db.execute(
            "INSERT INTO notes (issue_id, author_id, body, created) VALUES (?, ?, ?, ?)",
            (row["id"], author, "@mara.lindqvist you wrote the first version of this, what do you think?", stamp(when)),
        )
        db.execute("UPDATE issues SET updated = ? WHERE id = ?", (stamp(when), row["id"]))
        db.execute(sql, (ACCOUNT_ID, author, row["id"], None, "mentioned you in", stamp(when), 0))
