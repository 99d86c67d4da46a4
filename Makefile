# Everything a person types. `make demo` and `make test` set up all they need on a fresh machine.
PYTHON ?= python3
BIN := .venv/bin
export DO_NOT_TRACK := 1
export PREFECT_SERVER_ANALYTICS_ENABLED := false
export PREFECT_HOME := $(CURDIR)/.prefect
export PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS := 180
export PREFECT_LOGGING_LEVEL ?= INFO
export PREFECT_FLOWS_HEARTBEAT_FREQUENCY ?= 30
export MLFLOW_DISABLE_TELEMETRY := true
export MAG_CHECKOUT := $(CURDIR)
unexport PYTHONDONTWRITEBYTECODE # the suite and the flows start many interpreters: without kept bytecode each compiles everything anew

.PHONY: demo miniature repro test lint setup everything server worker deploy automations mlflow images stack vllm bench-observation bench-metrics bench-judge bench-memory bench-harness clean

demo: setup  ## the whole thing once: demonstrations in both groundings and a random policy over all tasks
	$(BIN)/python -m flows.demo

miniature: everything  ## the whole recipe on a tiny model; hours, and goes on where it stopped
	$(BIN)/mag study run miniature

repro: everything  ## the study of params.yaml by DVC: what is missing of it, and what its inputs have changed
	$(BIN)/dvc repro

test: everything  ## the default test suite, in a real browser on real sites
	$(BIN)/python -m pytest

lint: everything
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

setup: .venv/.ready
	@$(BIN)/python -m mag.web.setup

everything: .venv/.everything  ## with what training (torch) and the test suite need
	@$(BIN)/python -m mag.web.setup

INSTALL = UV_FIND_LINKS="$$PIP_FIND_LINKS" $(BIN)/uv pip install -q -p $(BIN)/python -c constraints.txt -e

.venv/.uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mag needs Python 3.11 or newer; run make PYTHON=python3.11 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check uv
	@touch $@

.venv/.ready: .venv/.uv pyproject.toml constraints.txt
	$(INSTALL) '.[pipeline,analysis,apis]'
	@touch $@

.venv/.everything: .venv/.uv pyproject.toml constraints.txt
	$(INSTALL) '.[pipeline,analysis,apis,train,dev]'
	@touch $@ .venv/.ready

server: setup  ## the Prefect server, on http://127.0.0.1:4200
	$(BIN)/prefect server start --host 127.0.0.1

worker: setup  ## a worker for the deployments; needs the server
	PREFECT_API_URL=$${PREFECT_API_URL:-http://127.0.0.1:4200/api} $(BIN)/prefect worker start --pool mag-local --type process --limit 4

deploy: setup  ## send prefect.yaml to the server
	PREFECT_API_URL=$${PREFECT_API_URL:-http://127.0.0.1:4200/api} $(BIN)/prefect --no-prompt work-pool create mag-local --type process --overwrite
	PREFECT_API_URL=$${PREFECT_API_URL:-http://127.0.0.1:4200/api} $(BIN)/prefect --no-prompt deploy --all

automations: setup  ## send automations.yaml to the server; notices go to the webhook in MAG_NOTICE_URL
	PREFECT_API_URL=$${PREFECT_API_URL:-http://127.0.0.1:4200/api} $(BIN)/python -m tasks.automations

images: setup  ## the image of miniarena's sites, for `mag sites up --kind compose` (ENGINE=podman for podman)
	sh containers/build.sh $${ENGINE:-docker} localhost/mag-miniarena $(BIN)/python

stack:  ## Prefect, MLflow and PostgreSQL as containers, on loopback
	docker compose --profile stack up -d --build

mlflow: setup  ## the MLflow page, on http://127.0.0.1:5000
	MLFLOW_SERVER_ENABLE_JOB_EXECUTION=false $(BIN)/mlflow ui --backend-store-uri sqlite:///mlflow.db --host 127.0.0.1 --workers 1

vllm: setup  ## vLLM in an environment of its own, for `mag serve` (VLLM=cuda or cpu; default: as the machine is)
	UV_FIND_LINKS="$$PIP_FIND_LINKS" $(BIN)/python -m mag.serve.setup $(VLLM)

bench-observation: setup
	$(BIN)/python bench/observation.py

bench-metrics: setup
	$(BIN)/uv pip install -q -p $(BIN)/python nltk==3.10.4
	$(BIN)/python bench/metrics.py

bench-judge: setup
	$(BIN)/python bench/judge_storm.py

bench-memory: setup
	$(BIN)/python bench/memory.py

bench-harness: setup
	$(BIN)/uv pip install -q -p $(BIN)/python -c constraints.txt psutil
	$(BIN)/python bench/harness_overhead.py

clean:  ## remove what the commands above made, except run folders
	rm -rf .venv .mag .prefect .pytest_cache .mypy_cache .ruff_cache .hypothesis
