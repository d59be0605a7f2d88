# The front door. `make` alone lists what there is; every target installs what it lacks
# (scripts/setup.sh), so a fresh clone needs nothing but make and Rust.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# Two at a time unless told otherwise: linking Celeiro takes about a gigabyte.
export CARGO_BUILD_JOBS ?= 2
# Node.js that setup fetched because the system's is missing or too old.
export PATH := $(CURDIR)/target/tools/node/bin:$(PATH)

UI_SOURCES := $(shell find ui/src ui/public -type f 2>/dev/null) \
	ui/index.html ui/package.json ui/package-lock.json ui/tsconfig.json ui/vite.config.ts
UI_BUILT := target/stamps/ui
# The stamp is only worth something with the files beside it.
ifeq ($(wildcard ui/dist/assets),)
.PHONY: $(UI_BUILT)
endif

##@ Everyday

.PHONY: run
run: setup-run interface postgres model ## open Celeiro: the window where there is a display, else the server
	@scripts/run.sh

.PHONY: desktop
desktop: setup-desktop interface postgres model ## build the desktop window (target/release/celeiro-desktop)
	cargo build --release --package celeiro-desktop

.PHONY: build
build: setup-run interface postgres model ## build the program (target/release/celeiro), interface, database and model beside it
	cargo build --release --package celeiro-cli

.PHONY: package
package: setup-package build desktop ## build packages for Debian and a portable archive (target/packages)
	@scripts/package.sh

##@ Checking

.PHONY: test
test: setup-test ## everything: checks, tests of every part, the page in Chromium, the real window
	@scripts/test.sh

.PHONY: check
check: setup-desktop ## the quick half: tidy, format, lints, types, licences
	@scripts/check.sh

.PHONY: bench
bench: build ## measure speed and size against the promised figures
	cargo bench --package celeiro-domain --bench rerank --bench trends
	cargo bench --package celeiro-tests --bench celeiro

.PHONY: bench-peers
bench-peers: build target/tools/peers/.ready ## the same searches in Celeiro, LanceDB and a plain PostgreSQL, side by side
	target/tools/peers/bin/python tests/benches/peers/peers.py

target/tools/peers/.ready: tests/benches/peers/requirements.txt
	python3 -m venv target/tools/peers
	target/tools/peers/bin/pip install --quiet --requirement $<
	touch $@

.PHONY: proofs
proofs: setup-run interface postgres model ## the promises of docs/security.md at full size: several hours; power cuts need root
	@scripts/proofs.sh

.PHONY: advisories
advisories: setup-run ## ask online for known vulnerabilities (cargo deny where installed, npm audit)
	@scripts/advisories.sh

##@ Around it

.PHONY: format
format: ui/node_modules/.package-lock.json ## format all sources
	cargo fmt --all
	npm --prefix ui run format

.PHONY: clean
clean: ## remove everything that was built or fetched; data folders stay
	rm -rf target ui/dist ui/node_modules tests/e2e/node_modules artifacts

.PHONY: help
help: ## this list
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# --- Parts of the above

.PHONY: setup-run setup-desktop setup-test setup-package
setup-run setup-desktop setup-test setup-package: setup-%:
	@scripts/setup.sh $*

.PHONY: interface postgres model
interface: $(UI_BUILT)

postgres:
	@cargo xtask postgres

model:
	@cargo xtask model

ui/node_modules/.package-lock.json: ui/package-lock.json
	npm --prefix ui ci --no-audit --no-fund
	@touch $@

tests/e2e/node_modules/.package-lock.json: tests/e2e/package-lock.json
	npm --prefix tests/e2e ci --no-audit --no-fund
	@touch $@

$(UI_BUILT): ui/node_modules/.package-lock.json $(UI_SOURCES)
	npm --prefix ui run --silent build
	@mkdir -p $(@D) && touch $@
