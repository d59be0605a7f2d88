#!/bin/sh
# Known vulnerabilities in what the lock files name. They change by the day, so this asks online, and
# is no part of `make test`.
set -u
cd "$(dirname "$0")/.."
. scripts/steps.sh

if cargo deny --version >/dev/null 2>&1; then
	step "crates: advisories, bans, sources" cargo deny check
else
	printf 'cargo-deny is not installed (cargo install cargo-deny): crates were not looked up.\n'
fi
step "interface: npm audit" npm --prefix ui audit --omit=dev
steps_end
