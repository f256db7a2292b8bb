# One command for each chore. The two that matter: `make demo` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Two workers that begin at either half, so that what the tests of a file share is mostly made once.
BOTH   := -n 2 --dist worksteal
STAMP  := $(VENV)/.installed

.PHONY: demo test test-all compiled lint format types bench vectors judge-power editors vsix setup clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Ludex needs Python 3.11 or later; this is " + sys.version.split()[0] + ". Set PYTHON=python3.11 (or later).")'
	@$(PYTHON) -m venv $(VENV) || { echo "The venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }
	@$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(STAMP)

demo: setup
	@$(BIN)/ludex demo

test: setup compiled
	@$(BIN)/pytest -q $(BOTH)

test-all: setup compiled
	@LUDEX_ALL=1 $(BIN)/pytest -q $(BOTH)

# Many tests start commands, which load what is compiled in a third less time.
compiled: setup
	@$(BIN)/python -m compileall -q reference grammar conformance

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: setup
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

types: setup
	@$(BIN)/mypy

bench: setup
	@$(BIN)/python -m ludex.bench

judge-power: setup
	@$(BIN)/python -m tests.judge_power --sample 300 --seed 1 -j 2

vectors: setup
	@$(BIN)/ludex generate

# What is made for editors and shown of them: the grammar of colours, a recorded conversation, pictures.
editors: setup
	@$(BIN)/python -m tests.editor.making

vsix:
	@cd editors/vscode && npm ci --no-audit --no-fund && npm test && npm run package

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
