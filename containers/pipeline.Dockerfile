# Prefect's server and worker and MLflow's server, from this checkout: one image, three commands.
FROM docker.io/library/python:3.11-slim-bookworm
ARG PIP_INDEX_URL=""
ENV PYTHONUNBUFFERED=1 DO_NOT_TRACK=1 PREFECT_SERVER_ANALYTICS_ENABLED=false MLFLOW_DISABLE_TELEMETRY=true
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/mag
COPY constraints.txt pyproject.toml README.md LICENSE ./
COPY mag mag
COPY flows flows
COPY tasks tasks
COPY prefect.yaml automations.yaml params.yaml ./
RUN python -m pip install --no-cache-dir --root-user-action=ignore -c constraints.txt -e '.[pipeline]' asyncpg psycopg2-binary
# conf/ for a worker beside these services: MLflow by its name, runs and sets on a volume.
COPY conf conf
RUN printf 'uri: http://mlflow:5000\nartifacts: mlflow-artifacts:///mag\nexperiment: mag/eval\n' > conf/tracking.yaml && sed -i 's/^sets: .*/sets: 2/' conf/sites.yaml
ENV MAG_CHECKOUT=/srv/mag MAG_RUNS=/data/runs MAG_HOME=/data/mag
