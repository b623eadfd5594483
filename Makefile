# One verb a task, run from the root of a checkout. It needs make, git and Python 3.11 or newer; the rest is installed.

PYTHON ?= python3
ARGS   ?=

BIN     := .venv/bin
CORE    := .venv-compiled/bin
PYTEST  := $(BIN)/pytest --numprocesses auto --dist worksteal
PLUGINS := $(patsubst %/pyproject.toml,%,$(filter-out plugins/template/%,$(wildcard plugins/*/pyproject.toml)))
PLUGIN   = $(abspath $(or $(DIR),plugins/$(NAME)))
DEALS   ?= 5000
MUTANTS ?= 20000
SECONDS ?= 60
MINUTES ?= 10
FEATURE_DEALS := tests/properties/test_feature_deals.py
BEFORE   = $(shell git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || echo main)

.DEFAULT_GOAL := help
.PHONY: help setup new-plugin serve demo test lint proto clients conformance client-tests browser cases perft golden pages deals feature-deals fuzz fuzz-guided bench

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: .venv/ready ## install the referee, its client and its plugins into .venv

new-plugin: .venv/ready ## start a plugin in plugins/x (NAME=x), or elsewhere (NAME=x DIR=path)
	@$(BIN)/python plugins/template "$(NAME)" "$(DIR)"
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable "$(PLUGIN)"
	$(BIN)/pytest --quiet "$(PLUGIN)"
	@touch $< # all that it stands for is installed

serve: .venv/ready ## start a referee (ARGS="--port 0" takes a free port)
	$(BIN)/referee serve $(ARGS)

demo: .venv/ready ## let a referee judge a deal card by card
	$(BIN)/referee demo $(ARGS)

test: .venv/ready ## run every test, some minutes (ARGS="-k trick" chooses)
	$(PYTEST) $(ARGS)

lint: .venv/ready ## check style, types and the contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@set -e; for one in plugins/template $(PLUGINS); do echo $(BIN)/mypy $$one; MYPYPATH=$$one $(BIN)/mypy $$one; done
	$(BIN)/buf lint
	$(BIN)/buf format --diff --exit-code
	@if git cat-file -e $(BEFORE):buf.yaml 2>/dev/null; \
	then echo $(BIN)/buf breaking, since $(BEFORE); $(BIN)/buf breaking --against '.git#ref=$(BEFORE)'; \
	else echo buf breaking skipped: there is no contract in $(BEFORE) to compare with; fi

.PHONY: compiled test-compiled bench-compiled
compiled: .venv-compiled/ready ## build the referee with a compiled core and install it into .venv-compiled

test-compiled: .venv-compiled/ready ## run every test against the compiled core (ARGS="-k trick" chooses)
	REFEREE_TEST_COMPILED=1 PYTHONSAFEPATH=1 $(CORE)/pytest --override-ini pythonpath= --numprocesses auto \
	--dist worksteal $(ARGS)

proto: .venv-proto/ready ## generate what is committed of it from the contract, in every language (ARGS="--only python")
	.venv-proto/bin/python -m tests.conformance.generate $(ARGS)

cases: .venv/ready ## judge every case file and count them
	$(BIN)/python -m tests.cases $(ARGS)

clients: .venv/ready ## build every client
	$(BIN)/python -m tests.conformance --build-only $(ARGS)

conformance: .venv/ready ## let every client replay the vectors against a live referee (ARGS="--only go,rust")
	$(BIN)/python -m tests.conformance $(ARGS)

client-tests: .venv/ready ## let every client run its tests and README against a live referee (ARGS="--only go,rust")
	$(BIN)/python -m tests.conformance.client_tests $(ARGS)

browser: .venv/ready ## let pages in headless Chromium ask a live referee, and replay the vectors
	$(BIN)/python -m tests.browser $(ARGS)

perft: .venv/ready ## count continuations against the second engine's numbers
	$(BIN)/pytest tests/perft $(ARGS)

golden: .venv/ready ## write the playthroughs anew; reading the diff is the review
	$(BIN)/python -m tests.playthroughs $(ARGS)

pages: .venv/ready ## write the pages of rules, options and sources, and openapi.json, anew (ARGS=--check only compares)
	$(BIN)/python -m tests.pages $(ARGS)
	$(BIN)/python -m tests.openapi $(ARGS)

.PHONY: capacity deploy-check
capacity: .venv/ready ## write the page of how many cores tables need, from what was measured
	$(BIN)/python -m tests.load.capacity $(ARGS)

deploy-check: .venv/ready ## try what deploy/ promises with HAProxy, Envoy and kubectl, where they are installed
	$(BIN)/pytest -m deploy -rs tests/deploy $(ARGS)

deals: .venv/ready ## play 10,000 random deals of classic belote, some minutes
	REFEREE_TEST_DEALS=10000 $(PYTEST) -m deals --ignore $(FEATURE_DEALS) $(ARGS)

feature-deals: .venv/ready ## play 5,000 random deals of every preset and pair of features, half an hour or more (DEALS=300)
	REFEREE_TEST_FEATURE_DEALS=$(DEALS) $(PYTEST) -m deals $(FEATURE_DEALS) $(ARGS)

fuzz: .venv/ready ## send 20,000 spoiled requests through every door (MUTANTS=100000)
	REFEREE_TEST_MUTANTS=$(MUTANTS) $(BIN)/pytest -m fuzz $(ARGS)

fuzz-guided: ## look for faults by following the code that is reached (SECONDS=60)
	@if $(MAKE) --no-print-directory .venv-fuzz/ready; \
	then echo .venv-fuzz/bin/python -m tests.fuzz.guided $(SECONDS); .venv-fuzz/bin/python -m tests.fuzz.guided $(SECONDS); \
	else echo "GUIDED FUZZING SKIPPED: atheris cannot be installed here; it has wheels for Linux"; test -z "$$CI"; fi

bench: .venv/ready ## measure against an echo of the same bytes
	$(BIN)/python -m tests.bench $(ARGS)

bench-compiled: .venv-compiled/ready ## the same with the compiled core
	PYTHONSAFEPATH=1 $(CORE)/python -m tests.bench $(ARGS)

.PHONY: load chaos soak
load: .venv/ready ## measure what a referee bears, some 4 minutes, with h2load (ARGS=--quick, ARGS="--seconds 10 --json FILE")
	$(BIN)/python -m tests.load $(ARGS)

chaos: .venv/ready ## break what is around a referee, and count the calls that are lost (ARGS="--only kill_direct", ARGS=--list)
	$(BIN)/python -m tests.load.chaos $(ARGS)

soak: .venv/ready ## ask for ten minutes and see whether the referee grows (MINUTES=60)
	$(BIN)/python -m tests.load.soak --minutes $(MINUTES) $(ARGS)

.venv/ready: constraints.txt pyproject.toml clients/python/pyproject.toml $(PLUGINS:=/pyproject.toml) $(wildcard plugins)
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "Python 3.11 or newer with its venv module is needed, and '$(PYTHON)' is not that."; \
	echo "Debian keeps venv in the package python3-venv; another Python is named so: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt setuptools
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --no-build-isolation \
	$(addprefix --editable ,./clients/python '.[dev]' $(PLUGINS:%=./%))
	touch $@

.venv-fuzz/ready: tests/fuzz/requirements.txt constraints.txt pyproject.toml $(PLUGINS:=/pyproject.toml)
	$(PYTHON) -m venv --clear .venv-fuzz
	.venv-fuzz/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt setuptools pytest
	.venv-fuzz/bin/pip install --quiet --disable-pip-version-check --requirement tests/fuzz/requirements.txt
	.venv-fuzz/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt --no-build-isolation \
	$(addprefix --editable ,./clients/python '.[web]' $(PLUGINS:%=./%))
	touch $@

# The tests' own folders come after what is installed, so that the compiled referee is found before the checkout's.
.venv-compiled/tools: constraints.txt pyproject.toml clients/python/pyproject.toml $(PLUGINS:=/pyproject.toml)
	@command -v $(CC) >/dev/null || { echo "A compiled core needs a C compiler, and '$(CC)' is none (Debian: gcc)."; exit 1; }
	$(PYTHON) -m venv --clear .venv-compiled
	$(CORE)/pip install --quiet --disable-pip-version-check --constraint constraints.txt setuptools
	$(CORE)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --no-build-isolation \
	'.[dev]' $(addprefix --editable ,./clients/python $(PLUGINS:%=./%))
	$(CORE)/python -c 'import pathlib, sysconfig; \
	pathlib.Path(sysconfig.get_path("purelib"), "checkout.pth").write_text(str(pathlib.Path.cwd()))'
	touch $@

.venv-compiled/ready: .venv-compiled/tools setup.py $(shell find referee -type f -not -name '*.pyc')
	rm -rf .venv-compiled/wheel
	REFEREE_COMPILE=1 $(CORE)/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
	--wheel-dir .venv-compiled/wheel .
	$(CORE)/pip install --quiet --disable-pip-version-check --no-deps --force-reinstall .venv-compiled/wheel/*.whl
	touch $@

.venv-proto/ready: proto/requirements.txt
	$(PYTHON) -m venv --clear .venv-proto
	.venv-proto/bin/pip install --quiet --disable-pip-version-check --requirement proto/requirements.txt
	touch $@
