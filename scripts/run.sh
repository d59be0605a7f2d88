#!/bin/sh
# Opens Celeiro with the demo catalog: the window where there is a display, else the server, whose
# address it prints. Ctrl+C stops it, and the database with it.
#
# What it is told by the environment holds: CELEIRO_DATA_DIR, DATABASE_URL, and every other setting.
set -eu
cd "$(dirname "$0")/.."

# The demo catalog goes into a database of our own, never into a team's.
demo=--demo
[ -z "${DATABASE_URL:-}" ] || demo=

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
	scripts/setup.sh desktop
	cargo build --release --package celeiro-cli --package celeiro-desktop
	target/release/celeiro init $demo
	exec target/release/celeiro-desktop
fi
cargo build --release --package celeiro-cli
target/release/celeiro init $demo
exec target/release/celeiro serve
