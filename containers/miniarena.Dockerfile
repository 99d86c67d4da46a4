# One of miniarena's six sites a container; which one is the command's last argument.
# Packages come from containers/wheels when they lie there (`pip download -d containers/wheels -c constraints.txt -r containers/sites.txt`;
# then build with --build-arg PIP_NO_INDEX=1), else from the package index.
FROM docker.io/library/python:3.11-slim-bookworm
ARG PIP_INDEX_URL=""
ARG PIP_NO_INDEX=""
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
WORKDIR /srv
COPY constraints.txt containers/sites.txt ./
COPY containers/wheels wheels
RUN python -m pip install --no-cache-dir --root-user-action=ignore --find-links wheels -c constraints.txt -r sites.txt && rm -r wheels
COPY mag/__init__.py mag/
COPY mag/miniarena mag/miniarena
# The data is part of the image, so a container that is made anew holds the snapshot from its first moment.
COPY containers/build_snapshots.py .
RUN python build_snapshots.py
EXPOSE 8000 8001
ENTRYPOINT ["python", "-m", "mag.miniarena.server", "--state", "/tmp/state", "--snapshots", "/srv/snapshots", "--host", "0.0.0.0", "--ports", "8000", "--detached", "--sites"]
