"""Run while miniarena's image is built: the snapshot of every site on its own, as its container will look for it."""

import compileall
from pathlib import Path

from mag.miniarena import SITE_KEYS
from mag.miniarena.snapshot import build

for key in SITE_KEYS:
    print(build(Path("/srv/snapshots"), [key]).name)
compileall.compile_dir("/srv/mag", quiet=1)
