#!/bin/sh
# Build miniarena's image: sh containers/build.sh ENGINE IMAGE [PYTHON]
# Packages are fetched on this side, with this machine's pip settings, so the build itself needs no network but the base image.
set -eu
cd "$(dirname "$0")/.."
"${3:-python3}" -m pip download --quiet --disable-pip-version-check --only-binary :all: -d containers/wheels -c constraints.txt -r containers/sites.txt
exec "$1" build --quiet --build-arg PIP_NO_INDEX=1 -t "$2" -f containers/miniarena.Dockerfile .
