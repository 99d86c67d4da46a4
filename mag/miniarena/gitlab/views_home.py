"""Pages outside any project: dashboards, exploring, search, to-dos."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, page, redirect, require_user, row_or_404, user
from mag.miniarena.gitlab.access import VISIBLE, Filter, labels_of, like, listing, tally, viewer_id

PROJECT_SORTS = {
    "updated": ("Last updated", "p.updated DESC"),
    "created": ("Newest first", "p.created DESC"),
    "name": ("Name", "p.name COLLATE NOCASE"),
    "stars": ("Most stars", "p.star_count DESC, p.name"),
}
SCOPES = ("Projects", "Issues", "Merge requests", "People")


async def dashboard(request: Request) -> Response:
    """The signed-in person's projects; guests explore."""
    me = user(request)
    if me is None:
        return redirect(request, "/explore")
    return project_index(request, "Your projects", "p.id IN (SELECT project_id FROM members WHERE user_id = :me)")


async def starred(request: Request) -> Response:
    """Projects with the person's star."""
    require_user(request)
    return project_index(request, "Starred projects", "p.id IN (SELECT project_id FROM stars WHERE user_id = :me)")


async def explore(request: Request) -> Response:
    """Everything the visitor may see."""
    return project_index(request, "Explore projects", "1")


def project_index(request: Request, heading: str, scope: str) -> Response:
    """A filtered, sorted and paged list of projects."""
    query = request.query_params
    wanted = Filter([scope, VISIBLE], {"me": viewer_id(request)})
    wanted.add("(p.name LIKE :name ESCAPE '\\' OR p.description LIKE :name ESCAPE '\\')", name=like(query.get("name", "")))
    wanted.add("p.language = :language", language=query.get("language", ""))
    wanted.add("p.visibility = :visibility", visibility=query.get("visibility", ""))
    wanted.add("(',' || p.topics || ',') LIKE '%,' || :topic || ',%'", topic=query.get("topic", ""))
    sort = query.get("sort", "") if query.get("sort", "") in PROJECT_SORTS else "updated"
    select = (
        f"SELECT p.*, (SELECT role FROM members m WHERE m.project_id = p.id AND m.user_id = :me) AS role "
        f"FROM project_list p {wanted.where()} ORDER BY {PROJECT_SORTS[sort][1]}"
    )
    languages = [row[0] for row in database(request).execute("SELECT DISTINCT language FROM projects ORDER BY language")]
    return page(
        request,
        "projects.html",
        heading=heading,
        found=listing(request, select, wanted.values, 10),
        languages=languages,
        sorts={key: label for key, (label, _) in PROJECT_SORTS.items()},
        sort=sort,
        counts=tab_counts(request),
    )


def tab_counts(request: Request) -> dict[str, int]:
    """How many projects each tab of the index holds."""
    me = viewer_id(request)
    row = (
        database(request)
        .execute(
            "SELECT (SELECT count(*) FROM members WHERE user_id = :me) AS yours, "
            "(SELECT count(*) FROM stars WHERE user_id = :me) AS starred",
            {"me": me},
        )
        .fetchone()
    )
    return dict(row)


async def my_issues(request: Request) -> Response:
    """Issues assigned to the person, or opened by them."""
    me = require_user(request)
    role = "author" if request.query_params.get("scope") == "created" else "assignee"
    state = "closed" if request.query_params.get("state") == "closed" else "open"
    select = f"SELECT * FROM issue_list WHERE {role}_id = :me AND state = :state ORDER BY updated DESC"
    found = listing(request, select, {"me": me["id"], "state": state}, 20)
    return page(
        request, "my_issues.html", found=found, labels=labels_of(request, [row["id"] for row in found.rows]), role=role, state=state
    )


async def my_requests(request: Request) -> Response:
    """Merge requests that wait for the person's review, or are theirs."""
    me = require_user(request)
    role = "author" if request.query_params.get("scope") == "created" else "reviewer"
    found = listing(
        request, f"SELECT * FROM request_list WHERE {role}_id = :me AND state = 'open' ORDER BY updated DESC", {"me": me["id"]}, 20
    )
    return page(request, "my_requests.html", found=found, role=role)


async def search(request: Request) -> Response:
    """Search everything the visitor may see, one scope at a time."""
    text = request.query_params.get("search", "").strip()
    scope = request.query_params.get("scope", "Projects")
    scope = scope if scope in SCOPES else "Projects"
    values = {"me": viewer_id(request), "text": like(text)}
    contains = "LIKE :text ESCAPE '\\'"
    selects = {
        "Projects": f"SELECT p.* FROM project_list p WHERE {VISIBLE} "
        f"AND (p.name {contains} OR p.description {contains}) ORDER BY p.updated DESC",
        "Issues": f"SELECT i.* FROM issue_list i JOIN projects p ON p.id = i.project_id WHERE {VISIBLE} "
        f"AND (i.title {contains} OR i.description {contains}) ORDER BY i.updated DESC",
        "Merge requests": f"SELECT r.* FROM request_list r JOIN projects p ON p.id = r.project_id WHERE {VISIBLE} "
        f"AND r.title {contains} ORDER BY r.updated DESC",
        "People": f"SELECT u.*, f.title, f.location FROM users u JOIN profiles f ON f.user_id = u.id "
        f"WHERE u.name {contains} OR u.username {contains} ORDER BY u.name",
    }
    counts = {
        name: database(request).execute(f"SELECT count(*) FROM ({select})", values).fetchone()[0] if text else 0
        for name, select in selects.items()
    }
    found = listing(request, selects[scope], values, 10)
    return page(request, "search.html", text=text, scope=scope, counts=counts, found=found)


async def todos(request: Request) -> Response:
    """The to-do list, pending or done, by project or reason."""
    me, query = require_user(request), request.query_params
    done = query.get("state") == "done"
    wanted = Filter(["user_id = :me", "done = :done"], {"me": me["id"], "done": done})
    wanted.add("full_path = :project", project=query.get("project", ""))
    wanted.add("action = :action", action=query.get("action", ""))
    every = (
        "SELECT t.*, a.name AS author, a.username AS author_username, ifnull(i.title, r.title) AS title, ifnull(i.iid, r.iid) AS iid, "
        "p.full_path, p.full_name FROM todos t JOIN users a ON a.id = t.author_id LEFT JOIN issues i ON i.id = t.issue_id "
        "LEFT JOIN merge_requests r ON r.id = t.request_id JOIN project_list p ON p.id = ifnull(i.project_id, r.project_id)"
    )
    found = listing(request, f"SELECT * FROM ({every}) {wanted.where()} ORDER BY created DESC, id", wanted.values, 12)
    db = database(request)
    projects = db.execute(
        f"SELECT DISTINCT full_path, full_name FROM ({every}) WHERE user_id = ? ORDER BY full_name", (me["id"],)
    ).fetchall()
    counts = tally(request, "SELECT done, count(*) FROM todos WHERE user_id = ? GROUP BY done", (me["id"],))
    actions = [row[0] for row in db.execute("SELECT DISTINCT action FROM todos WHERE user_id = ? ORDER BY action", (me["id"],))]
    return page(request, "todos.html", found=found, done=done, projects=projects, counts=counts, actions=actions)


async def change_todo(request: Request) -> Response:
    """Mark one to-do as done, or bring it back."""
    data, me = await form(request), require_user(request)
    todo = row_or_404(request, "SELECT * FROM todos WHERE id = ? AND user_id = ?", request.path_params["id"], me["id"])
    done = data.get("done") == "1"
    database(request).execute("UPDATE todos SET done = ? WHERE id = ?", (done, todo["id"]))
    flash(request, "To-do marked as done." if done else "To-do restored.")
    return redirect(request, "/dashboard/todos" if done else "/dashboard/todos?state=done")


async def finish_todos(request: Request) -> Response:
    """Mark every pending to-do as done."""
    await form(request)
    me = require_user(request)
    count = database(request).execute("UPDATE todos SET done = 1 WHERE user_id = ? AND NOT done", (me["id"],)).rowcount
    flash(request, f"{count} to-dos marked as done.")
    return redirect(request, "/dashboard/todos")


ROUTES = [
    Route("/", dashboard),
    Route("/dashboard/starred", starred),
    Route("/explore", explore),
    Route("/dashboard/issues", my_issues),
    Route("/dashboard/merge_requests", my_requests),
    Route("/search", search),
    Route("/dashboard/todos", todos),
    Route("/dashboard/todos/done_all", finish_todos, methods=["POST"]),
    Route("/dashboard/todos/{id:int}", change_todo, methods=["POST"]),
]
