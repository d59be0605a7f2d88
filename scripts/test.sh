#!/bin/sh
# Everything that must hold before a change is taken. Debug builds throughout; one step after the other, but where a
# step keeps one processor busy alone. Beside each other, steps that want all processors take more time than in turn:
# on two cores the compiler took half as long again beside the tests of the interface, and they three times as long.
set -u
cd "$(dirname "$0")/.."
. scripts/steps.sh

step "postgres: fetch and verify" cargo xtask postgres
step "neural model: fetch and verify" cargo xtask model
step "tidy: arrows, leftovers, migrations, translations, licences" cargo xtask tidy
step "format" cargo fmt --all --check

step "interface: packages" make --no-print-directory ui/node_modules/.package-lock.json
# Each of these keeps one processor busy.
begin_step "interface: types" npm --prefix ui run --silent typecheck
step "interface: build" make --no-print-directory interface
join_steps
step "interface: tests" npm --prefix ui run --silent test

# The compiler that lints also builds what is run then: `cargo clippy` would compile everything once more,
# a quarter of an hour on two cores. Its arguments are handed over as `cargo clippy` does. The whole
# workspace at once, so that every crate is built with one set of features and only once.
linting() {
	RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS='-Dwarnings__CLIPPY_HACKERY__' "$@"
}
# Beside the compiler, with what it leaves of the processors: it has one crate at a time to compile again and again.
begin_step "interface: lint and format" nice -n 19 npm --prefix ui run --silent lint
# The build asks a database of its own by the way whether the descriptions of queries are fresh.
step "crates: lint and build; sqlx: descriptions are fresh" linting \
	cargo xtask sqlx --check -- cargo test --quiet --workspace --all-targets --no-run
join_steps

# Tests make data folders of 66 MB by the hundred, and delete them. In memory, where there is room for
# them, that takes two thirds of the time; a database waits for no disk there.
if [ "$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print int($4 / 1048576) }')" -ge 12 ] 2>/dev/null; then
	TMPDIR=$(mktemp -d /dev/shm/celeiro-tests.XXXXXX)
	CELEIRO_TEST_DATABASES=$TMPDIR/databases
	export TMPDIR CELEIRO_TEST_DATABASES
	trap 'rm -rf "$TMPDIR"' EXIT
	trap 'exit 130' INT TERM
fi
# A test waits half of its time for a database, a child or a clock.
RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(nproc) * 2))}
export RUST_TEST_THREADS
step "end to end: packages" make --no-print-directory tests/e2e/node_modules/.package-lock.json
step "end to end: the page in Chromium" npm --prefix tests/e2e run --silent browser
step "end to end: a day at the catalog desk, in Chromium" npm --prefix tests/e2e run --silent catalog
step "end to end: a team with accounts, in Chromium" npm --prefix tests/e2e run --silent team
step "end to end: the real window" npm --prefix tests/e2e run --silent window
step "crates: tests" linting cargo test --quiet --workspace --no-fail-fast
steps_end
