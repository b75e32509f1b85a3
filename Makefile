# `make play` and `make test` need only make and Python 3.11 or newer: the rest is installed
# into .venv on the first call, and again whenever pyproject.toml changes. Playing needs little;
# tests, checks and documents bring the rest.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)
BIN := .venv/bin
PLAYS := .venv/.plays
READY := .venv/.ready

# A folder of rule files and recorded games to compare with, and a table of known counts.
REFERENCE ?= ../shared/reference

# Tests start many processes, which would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check slow golden docs pictures page vscode site conformance corpus compare bench ablation gains clean

play: $(PLAYS)
	@$(BIN)/ludwright play Yavalath

test: $(READY)
	$(BIN)/python -m pytest -q -n auto --dist worksteal --durations 10 -m "not thorough"

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright --threads --pythonpath $(BIN)/python
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "not slow and not thorough"

slow: $(READY)
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "slow or thorough"

# Rewrites the expected files; read the difference before committing it.
golden: $(READY)
	GOLDEN=write $(BIN)/python -m pytest -q -n auto --dist worksteal -m "not slow and not thorough"
	GOLDEN=write $(BIN)/python -m pytest -q -n auto tests/test_docs.py

docs: $(READY)
	$(BIN)/python -m lab.breeding.judging.nearest
	$(BIN)/python -m lab.pages.reference docs/reference
	$(BIN)/python -m lab.measuring.telling.criteria_page docs/criteria.md
	$(BIN)/python -m lab.breeding.trials.ordering docs/ordering.md
	$(BIN)/python -m lab.pages.api docs/python.md
	$(BIN)/python -m lab.told.page docs/json.md
	$(BIN)/python -m lab.pages.mistakes docs/errors.md
	$(BIN)/python -m lab.pages.directions docs
	$(BIN)/python -m lab.pages.editors editors/vscode

# The boards of all games of the library on sheets, to be looked at.
pictures: $(READY)
	$(BIN)/python -m lab.pages.pictures docs

# Builds the script of exported pages anew; needs npm. Nothing else here does.
page:
	cd lab/web && npm ci --silent --no-audit --no-fund && npm run --silent check && npm run --silent build

# Packages the extension for Visual Studio Code, as build/ludwright.vsix; needs npm and its registry.
vscode: $(READY)
	$(BIN)/python -m lab.pages.editors editors/vscode
	mkdir -p build
	cd editors/vscode && npm ci --silent --no-audit --no-fund && npm run --silent package

# A web site of the whole library, in build/site.
site: $(READY)
	$(BIN)/ludwright export --site build/site $(notdir $(patsubst %/,%,$(wildcard games/*/)))

conformance: $(READY)
	$(BIN)/python -m lab.checks.conformance $(REFERENCE)

# Every rule file there, with all its options: read, drawn, told in words, played on every target.
# make corpus MORE=--resume goes on with a run that was stopped; MORE="--sample 50" takes fewer files.
corpus: $(READY)
	$(BIN)/python -m lab.checks.corpus $(REFERENCE)/games $(MORE)

# How fast this version is beside that in another folder: make compare WITH=../before
compare: $(READY)
	$(BIN)/python -m lab.speed.paired $(WITH)

# The games of the target table, beside other systems; then how long the library takes to compile.
bench: $(READY)
	$(BIN)/ludwright bench Yavalath Gomoku Hex Yavalax Connect6 Pentalath Havannah Y Go Tic-Tac-Toe
	$(BIN)/ludwright bench Breakthrough "English Draughts" Reversi Amazons "Lines of Action" "Nine Men's Morris" Clobber Konane Fanorona
	$(BIN)/ludwright bench Chess Xiangqi Shogi Kalah Oware "Ard Ri" Backgammon
	$(BIN)/ludwright bench --compile

# What each pass of the compiler gains, measured anew; takes some minutes.
ablation: $(READY)
	$(BIN)/python -m lab.speed.ablation docs/passes.md

# What each idea of the tree search gains, measured anew; takes half an hour.
gains: $(READY)
	$(BIN)/python -m lab.speed.gains docs/search.md

clean:
	rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis

define environment
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; set PYTHON=/path/to/it" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
endef
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# The installer itself is left out again: it is a tenth of all, and comes back when it is needed.
$(PLAYS): pyproject.toml
	$(environment)
	@echo "installing what playing needs into .venv (once)" >&2
	@$(INSTALL) --no-compile --editable .
	@test -e $(READY) || $(BIN)/python -m pip uninstall --quiet --yes setuptools pip
	@touch $@

$(READY): pyproject.toml
	$(environment)
	@echo "installing what tests need into .venv (once)" >&2
	@$(INSTALL) --editable ".[dev]"
	@$(INSTALL) --no-deps "xgrammar>=0.2" 2>/dev/null \
		|| echo "xgrammar is not installed: the tests that decode with it are skipped" >&2
	@touch $(PLAYS) $@
