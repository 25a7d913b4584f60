# `make` sets up and builds; `make test` sets up and tests; `make serve` opens the site.
PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8001

COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras \
	--no-emit-options

.DEFAULT_GOAL := build
.PHONY: build check test lint serve bench quality fuzz stress coverage lock readme pictures

build: .venv/installed
	$(BIN)/python build.py

check: .venv/installed
	$(BIN)/python build.py --check --strict

# pyspark stands in an environment of its own: pandera loads it where it is, which takes seconds.
test: .venv/installed .venv-spark/installed .venv-alpha/installed lint
	$(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/spark
	.venv-spark/bin/python -m pytest tests/spark

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/mypy

serve: build
	$(BIN)/datasette $$($(BIN)/python -m pipeline.site) --port $(PORT) --open

# The peers, and numba, stand in an environment of their own.
bench: .venv/installed .venv-bench/installed
	.venv-bench/bin/python bench.py $(BENCH)
	$(BIN)/python -m tests.site.bench

# New made-up texts each time; what fails is printed with its seed.
fuzz: .venv/installed
	$(BIN)/python -m tests.fuzz --examples 100000 --jobs $$(nproc)

# The faults of the machine, then those of the site's visitors.
stress: .venv/installed
	$(BIN)/python -m tests.stress.machine
	$(BIN)/python -m tests.site.stress

# Branches of the code that no test takes. Those in processes of their own count too.
coverage: .venv/installed
	$(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/spark --cov --cov-report=term-missing:skip-covered

quality: .venv/installed
	$(BIN)/python quality.py

readme: .venv/installed
	$(BIN)/python -m tests.readme

pictures: .venv/installed
	$(BIN)/python -m tests.pictures

# The lock names no host and no path: only versions and hashes.
lock: .venv/installed
	$(BIN)/pip install --quiet pip-tools
	$(COMPILE) --extra dev --output-file requirements.lock pyproject.toml
	$(COMPILE) --extra bench --output-file requirements-bench.lock pyproject.toml
	$(COMPILE) --extra spark --output-file requirements-spark.lock pyproject.toml
	$(COMPILE) --output-file requirements-alpha.lock requirements-alpha.in

.venv/installed: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv-%/installed: requirements-%.lock
	$(PYTHON) -m venv .venv-$*
	.venv-$*/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@
