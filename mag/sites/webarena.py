"""What is known of WebArena's applications: accounts, login forms, rows of their data, and what to set in a fresh container. Tables only.

The accounts are the sandbox defaults WebArena publishes; MAG_ACCOUNT_<SITE>=user:password overrides one. The commands are those of
WebArena's own setup notes and of the published setups that followed it, with mag's host names and made safe to run twice.
"""

from dataclasses import dataclass

from mag.miniarena import hostname
from mag.sites.accounts import Account, Login
from mag.sites.checks import Row, Site

WIKIPEDIA_HOME = "/wikipedia_en_all_maxi_2022-05/A/User:The_other_Kiwix_guy/Landing"
MAGENTO_TOKEN = ("form_key",)  # Magento's page cache serves one visitor's token to all; its script swaps the form's for the cookie's

SITES = {
    site.key: site
    for site in (
        Site(
            "gitlab",
            Row("/a11yproject/a11yproject.com", "a11yproject.com"),
            Login("/users/sign_in", "/-/profile", "{username}", sign_out=r"^/users/sign_out"),
            Account("byteblaze", "hello1234", name="Byte Blaze"),
            start_timeout_s=900,
        ),
        Site("map", Row("/", "OpenStreetMap"), start_timeout_s=300),
        Site(
            "reddit",
            Row("/f/books", "books"),
            Login("/login", "/user/{username}/account", "Delete", sign_out=r"^/logout"),
            Account("MarvelsGrantMan136", "test1234"),
        ),
        Site(
            "shopping",
            Row("/customer/account/", "Emma Lopez"),
            Login(
                "/customer/account/login/",
                "/customer/account/",
                "{username}",
                sign_out=r"^/customer/account/logout/?$",
                echoed=MAGENTO_TOKEN,
            ),
            Account("emma.lopez@gmail.com", "Password.123", name="Emma Lopez"),
            start_timeout_s=300,
        ),
        Site(
            "shopping_admin",
            Row("/admin/dashboard/", "Lifetime Sales"),
            Login("/", "/admin/dashboard/", "admin-user-account-text", sign_out=r"/auth/logout"),
            Account("admin", "admin1234"),
            path="/admin",
            start_timeout_s=300,
        ),
        Site("wikipedia", Row("", "Wikipedia"), path=WIKIPEDIA_HOME),
    )
}
SHARED = ("map", "wikipedia")  # read only: one container serves all sets

# site -> variable of docker-compose.yml, name of the image as WebArena's archives load it
IMAGES = {
    "gitlab": ("MAG_IMAGE_GITLAB", "gitlab-populated-final-port8023"),
    "map": ("MAG_IMAGE_MAP", "am1n3e/webarena-verified-map"),
    "reddit": ("MAG_IMAGE_REDDIT", "postmill-populated-exposed-withimg"),
    "shopping": ("MAG_IMAGE_SHOPPING", "shopping_final_0712"),
    "shopping_admin": ("MAG_IMAGE_SHOPPING_ADMIN", "shopping_admin_final_0719"),
    "wikipedia": ("MAG_IMAGE_WIKIPEDIA", "ghcr.io/kiwix/kiwix-serve:3.3.0"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """Something to set inside a fresh container. Safe to run twice; not run at all where `unless` ends well."""

    name: str
    script: str
    unless: str = ""
    timeout_s: float = 300.0


def _once(name: str, mark: str, commands: tuple[str, ...], timeout_s: float = 300.0) -> tuple[Step, ...]:
    """A step of several commands. The last of them writes the mark, so that a step that broke off is done again as a whole."""
    return (Step(name, " && ".join((*commands, f"echo {DONE} > {mark}")), f"grep -qxF {DONE} {mark}", timeout_s),)


def _magento(key: str, *more: str) -> tuple[Step, ...]:
    """Magento answers under the one base URL in its database and redirects every other name there."""
    base, magento = f"http://{hostname(key)}", "/var/www/magento2/bin/magento"
    sql = "mysql -u magentouser -pMyPassword magentodb"  # inside the image, reachable from inside the container only
    commands = (
        f"{magento} setup:store-config:set --base-url='{base}'",
        f"{sql} -e \"UPDATE core_config_data SET value = '{base}/' WHERE path = 'web/secure/base_url'\"",
        *(f"php {magento} {command}" for command in more),
        f"{magento} cache:flush",
    )
    return _once("base URL", "/var/www/magento2/var/set-up", commands)


DONE = "set-up-for-mag.test"  # what a mark says
GITLAB_CONFIG = "/etc/gitlab/gitlab.rb"
GITLAB_DATA = "/var/opt/gitlab/postgresql/data"
GITLAB_SETTINGS = ("nginx['listen_port'] = 8023", "puma['worker_processes'] = 4")  # many-core hosts start too many workers and fail

STEPS: dict[str, tuple[Step, ...]] = {
    "gitlab": _once(
        "external URL",
        "/etc/gitlab/set-up",
        (
            f"sed -i \"s|^external_url.*|external_url 'http://{hostname('gitlab')}'|\" {GITLAB_CONFIG}",
            *(f'{{ grep -qxF "{line}" {GITLAB_CONFIG} || echo "{line}" >> {GITLAB_CONFIG}; }}' for line in GITLAB_SETTINGS),
            "gitlab-ctl reconfigure",
        ),
        900,
    ),
    "reddit": _once(
        "no rate limits",
        "/var/www/html/set-up",
        (
            "cd /var/www/html",
            *(f"sed -i '/@RateLimit/,/)/d' src/DataObject/{name}.php" for name in ("CommentData", "SubmissionData", "UserData")),
            "bin/console cache:clear --env=prod",
        ),
    ),
    "shopping": _magento("shopping"),
    "shopping_admin": _magento(
        "shopping_admin", "config:set admin/security/password_is_forced 0", "config:set admin/security/password_lifetime 0"
    ),
}

# For a site that keeps answering 502: its database was stopped in the middle of something.
REPAIRS: dict[str, Step] = {
    "gitlab": Step(
        "PostgreSQL recovery",
        f"gitlab-ctl stop postgresql; rm -f {GITLAB_DATA}/postmaster.pid; "
        f"/opt/gitlab/embedded/bin/chpst -u gitlab-psql /opt/gitlab/embedded/bin/pg_resetwal -f {GITLAB_DATA}; gitlab-ctl restart",
        timeout_s=600,
    )
}
REPAIR_AFTER_S = 240.0
