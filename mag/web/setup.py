"""Make sure there is a browser: one named or found, else Playwright's download, else the system's package manager (as root)."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

from mag.errors import BadInput
from mag.web.browser import find_chromium


def present() -> str | None:
    """The browser that would be started, None when there is none."""
    with sync_playwright() as playwright:
        bundled = playwright.chromium.executable_path
    try:
        return find_chromium(bundled) or bundled
    except BadInput:
        if os.environ.get("MAG_CHROMIUM"):
            raise
        return None


def download() -> bool:
    """Playwright's own build, where its host can be reached."""
    return subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False).returncode == 0


def install_package() -> bool:
    """The system's chromium package; Debian and its kin, as root."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    commands = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium-headless-shell", "fonts-liberation"])
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return all(subprocess.run(command, check=False, env=quiet).returncode == 0 for command in commands)


def main() -> None:
    """Find or install a browser, or say what to do."""
    try:
        found = present()
    except BadInput as error:
        sys.exit(f"mag: {error}")
    if found is None and not (download() and present()) and not (install_package() and present()):
        sys.exit("mag: no browser found and none could be installed; install a Chromium and set MAG_CHROMIUM to its path")


if __name__ == "__main__":
    main()
