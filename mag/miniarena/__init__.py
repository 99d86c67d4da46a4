"""miniarena: six small real web sites with the characters of WebArena's six, their tasks and demonstrations.

core: one site as an application (database, sessions, pages); auth: registration and login forms; snapshot: seed, fingerprint, reset;
server: one environment set (six sites) as a process; a package a site; spec and build: tasks and demonstrations written from the data.
"""

SITE_KEYS = ("gitlab", "map", "reddit", "shopping", "shopping_admin", "wikipedia")


def hostname(key: str) -> str:
    """The site's name in every environment set; browsers map it to the set's port, so pages and URLs are the same in all sets."""
    return f"{key.replace('_', '-')}.mag.test"
