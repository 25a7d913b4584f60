# `make` sets up and builds; `make test` sets up and tests; `make serve` opens the site.
PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8001

.DEFAULT_GOAL := build
.PHONY: build check test lint serve bench lock readme clean

build: .venv/installed
	$(BIN)/python build.py

check: .venv/installed
	$(BIN)/python build.py --check

test: .venv/installed lint
	$(BIN)/python -m pytest -n auto

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/mypy

serve: build
	$(BIN)/datasette $$($(BIN)/python -m pipeline.site) --port $(PORT) --open

bench: .venv/installed
	$(BIN)/python bench.py $(BENCH)

readme: .venv/installed
	$(BIN)/python -m tests.readme

# The lock names no host and no path: only versions and hashes.
lock: .venv/installed
	$(BIN)/pip install --quiet pip-tools
	CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --extra dev --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --output-file requirements.lock pyproject.toml

.venv/installed: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@
