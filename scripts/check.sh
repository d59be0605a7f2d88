#!/bin/sh
# The quick half of `make test`: nothing is run, only read and compiled.
set -u
cd "$(dirname "$0")/.."
. scripts/steps.sh

step "interface: packages" make --no-print-directory ui/node_modules/.package-lock.json
step "tidy: arrows, leftovers, migrations, translations, licences" cargo xtask tidy
step "format" cargo fmt --all --check
step "interface: types" npm --prefix ui run --silent typecheck
step "interface: lint and format" npm --prefix ui run --silent lint
step "clippy" cargo clippy --quiet --workspace --all-targets -- -D warnings
steps_end
