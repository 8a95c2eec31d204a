# Everything sets itself up: a Python of 3.11 or later is all a machine needs.
PYTHON ?= python3
BIN := .venv/bin

# Byte-code is kept, whatever the machine thinks of that: many tests start a Stardeck of their own.
export PYTHONDONTWRITEBYTECODE :=

# Neighbours stay together, so that what they share is set up once; who is done takes from the other.
# Two more than there are processors: who drives a browser, or waits for a process, waits a while.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 2 )))
PYTEST := $(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal

# What checks the pages' JavaScript; where there is no node, only a sentence that says so.
NODE := $(and $(shell command -v node),$(shell command -v npm))
NODE_TOOLS := $(if $(NODE),node_modules/.package-lock.json,no-node)

# From Python 3.12 on lines are counted at little cost; before, counting doubles the time of the
# tests, and is left to `make coverage`.
SYSMON = $(shell $(BIN)/python -c "import sys; print('COVERAGE_CORE=sysmon' * (sys.version_info >= (3, 12)))")

.PHONY: play demo test long coverage mutate constraints check check-js test-js format screenshots films hardware bench profile league thinking soak fuzz cuts days race hil appliance docs proofs no-node clean

play: .venv/play
	@$(BIN)/stardeck play astron

demo: .venv/play
	@$(BIN)/stardeck play astron --demo --fast --seats 4 --seed 7

# Style and types are checked beside the tests, which leave time on one processor; what they find is
# shown at the end, where it is seen. (`make -n` runs a line that says $(MAKE), and this one is long.)
THIS_MAKE := $(MAKE)
test: .venv/test $(NODE_TOOLS)
	@mkdir -p build; $(THIS_MAKE) --no-print-directory check test-js >build/check.log 2>&1 & check=$$!; \
	$(SYSMON) $(PYTEST) --durations 25 $(if $(SYSMON),--cov); tests=$$?; \
	wait $$check || { cat build/check.log; exit 1; }; exit $$tests

# More of what is tried every day: every number of seats, more seeds, longer games.
# PART=2/4 is the second of four parts.
PART ?= 1/1
long: .venv/test
	$(PYTEST) -m long --long --part $(PART)

# How much of the code the tests come by; every line they do not, with its number.
coverage: .venv/test
	$(SYSMON) $(PYTEST) --cov --cov-report=term-missing:skip-covered

# Small mistakes made on purpose in controller, drivers and firmware: which of N, chosen by SEED,
# does no test notice? make mutate N=6 ONLY=controller/web makes them only there.
N ?= 24
SEED ?= 1
mutate: .venv/test
	$(BIN)/python -m tests.mutants $(N) $(SEED) $(ONLY)

check: .venv/test check-js
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	MYPYPATH=docs $(BIN)/mypy docs/generators

check-js: $(NODE_TOOLS)
	$(if $(NODE),node_modules/.bin/biome check --error-on-warnings)

test-js: $(NODE_TOOLS)
	$(if $(NODE),node --test --test-reporter=spec --import ./tests/js/served.js tests/js/*.test.js)

format: .venv/test $(NODE_TOOLS)
	$(BIN)/ruff format .
	$(if $(NODE),node_modules/.bin/biome check --write)

# Figures, each beside the calibration loop and what it must come to; also written to bench.json.
# ONLY=playouts measures these alone; COMPARE=FILE, an earlier bench.json, says what has become slower.
# PEERS=1 installs other people's code for the same work and measures it in the same run.
ONLY ?=
PEERS ?=
bench: .venv/test $(if $(PEERS),.venv/peers)
	@$(BIN)/python -m tests.bench --only "$(ONLY)" $(if $(COMPARE),--compare $(COMPARE)) $(if $(PEERS),--peers)

# Where the time of an engine goes, or of all: make profile ONLY=astron
profile: .venv/test
	@$(BIN)/python -m tests.bench.profile $(ONLY)

# Levels of robots against each other, GAMES of each pair; docs/explanation/robots_and_league.md has the table.
GAMES ?= 100
league: .venv/test
	@$(BIN)/python -m tests.league --games $(GAMES)

# What the best robots' thoughts take, and what they take from the lights: make thinking ONLY=astron
thinking: .venv/test
	@$(BIN)/python -m tests.bench.thinking $(ONLY)

# The pages as they are, into docs/; needs a Chromium.
screenshots: .venv/test
	$(BIN)/python -m tests.web.pictures

# A newcomer's first minutes with every game, into docs/films/; needs a Chromium.
films: .venv/test
	$(BIN)/python -m tests.web.films

# The tables of hardware.md, from the wirings.
hardware: .venv/test
	$(BIN)/python -m tests.hardware_tables

# So many cases of every law of hands on every panel, clumsy games and races among them.
CASES ?= 200
soak: .venv/test
	$(BIN)/python -m tests.soak $(CASES)

# So many inputs that nobody makes on purpose, of every kind: nothing comes of them but sentences.
COUNT ?= 1000000
fuzz: .venv/test
	$(BIN)/python -m tests.fuzz all $(COUNT) $(SEED)

# So many power cuts over the five games: nothing that was lit may be lost.
CUTS ?= 2000
cuts: .venv/test
	$(BIN)/python -m tests.cuts $(CUTS) $(SEED)

# One table that stays on for so many simulated days: nothing that it holds may grow.
DAYS ?= 1
days: .venv/test
	$(BIN)/python -m tests.days $(DAYS) $(SEED)

# So many games of Situation 7 by two hands at full speed.
RACES ?= 1000
race: .venv/test
	$(BIN)/python -m tests.situation7.race $(RACES)

# The firmware on a virtual Pico, and what else takes too long for `make test`, which plays every
# scenario on sim://. Of scenarios and lessons the Pico gets as many as ask of it all that any does
# (tests/pico/choice.py), the others in `make long`. With BOARD=URL those of a real board, by hand:
# it can be broken off and gone on with, and writes a report into the folder REHEARSAL.
REHEARSAL ?= rehearsal
hil: .venv/test
ifdef BOARD
	@$(BIN)/python -m sims.scenarios.rehearsal $(BOARD) --out $(REHEARSAL) $(if $(WIRING),--wiring $(WIRING))
else
	$(PYTEST) -m "pico or hil" --hil
endif

# Installed, killed, unplugged, cut off, updated and taken away in a Debian for arm64, and pi:// on
# the kernel's simulated pins, all of it in QEMU; as root. Half an hour; see docs/reference/proofs.md.
APPLIANCE ?= build/appliance
appliance: .venv/test
	@$(BIN)/python -m tests.arm $(APPLIANCE) $(BOOTS)

# The documentation site, into build/docs and for the table itself, which serves it at /docs.
docs: .venv/docs
	@rm -rf build/docs controller/web/site
	@$(BIN)/sphinx-build -q -W --keep-going -b html docs build/docs -d build/doctrees
	@rm -f build/docs/.buildinfo build/docs/objects.inv && cp -r build/docs controller/web/site
	@echo "build/docs/index.html"

# Every proof above, one after the other; results go into docs/proofs.toml and docs/reference/proofs.md.
# make proofs ONLY=cuts,fuzz SIZES="CUTS=50 COUNT=1000" runs two of them, as small as that.
SIZES ?=
proofs: .venv/test
	@$(BIN)/python -m tests.proofs $(if $(ONLY),--only $(ONLY)) $(SIZES)

.venv/play: pyproject.toml constraints.txt | .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

.venv/docs: pyproject.toml constraints.txt | .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[docs]"
	@touch $@ .venv/play

.venv/test: pyproject.toml constraints.txt | .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[test,docs]"
	@touch $@ .venv/play .venv/docs

.venv/peers: pyproject.toml | .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[peers]"
	@touch $@

# Everything as new as pyproject.toml lets it be, written down for everybody; then: make test.
constraints: .venv/test
	@$(BIN)/pip install --quiet --upgrade --upgrade-strategy eager --editable ".[test,docs]"
	@head -1 constraints.txt > constraints.new
	@$(BIN)/pip freeze --exclude-editable --exclude setuptools >> constraints.new
	@mv constraints.new constraints.txt

.venv:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
	    (echo "Stardeck needs Python 3.11 or later: make PYTHON=python3.12 ..." && false)
	@$(PYTHON) -m venv .venv || \
	    (rm -rf .venv; echo "Python lacks venv: on Debian, apt install python3-venv" && false)

node_modules/.package-lock.json: package-lock.json
	@npm ci --loglevel=error >/dev/null
	@touch $@

# Promised (STARDECK_NODE=required), it must be there.
no-node:
	@echo "There is no node with npm here: the pages' JavaScript is neither linted nor tested."
	@test "$(STARDECK_NODE)" != required

clean:
	rm -rf .venv node_modules build controller/web/site docs/reference/generated *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage bench.json
