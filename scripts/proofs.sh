#!/bin/sh
# The proofs of docs/security.md at full size, each followed by its controls: the same with the
# protection switched off, in which violations must be noticed. Hours, and power cuts need root.
set -u
cd "$(dirname "$0")/.."
. scripts/steps.sh

step "build" cargo build --quiet --package celeiro-cli
step "replies cut at every byte" node tests/proofs/replies.mjs
step "replies, control: other operation ids" env CONTROL=fresh STEP=100 REPLIES=1 node tests/proofs/replies.mjs
step "hostile files" node tests/proofs/files.mjs
step "hostile files, control: a server that fails" env CONTROL=fault FILES=40 node tests/proofs/files.mjs
step "kills" node tests/proofs/kills.mjs
step "kills, control: other operation ids" env CONTROL=fresh KILLS=20 WRITES=2000 node tests/proofs/kills.mjs
step "kills, control: a write that never was" env CONTROL=phantom KILLS=2 WRITES=100 node tests/proofs/kills.mjs
step "kills between a confirmation and its commit" node tests/proofs/confirmations.mjs
step "kills between a confirmation and its commit, control: the change is made again" env CONTROL=again KILLS=2 node tests/proofs/confirmations.mjs
step "upgrades of an older folder" node tests/proofs/upgrade.mjs
step "upgrades, control: a migration that loses rows" env CONTROL=lost node tests/proofs/upgrade.mjs
step "upgrades, control: a migration that was not made" env CONTROL=skipped node tests/proofs/upgrade.mjs
step "upgrades, control: the second role may change a history" env CONTROL=rights node tests/proofs/upgrade.mjs
step "kills of backups and restores" env CELEIRO_BACKUP_KILLS=25 cargo test --quiet --package celeiro-tests --test all -- killed_processes
step "restores" sh -c 'cargo build --quiet --release --package celeiro-cli && CELEIRO=target/release/celeiro node tests/proofs/restores.mjs'
step "restores, control: a row of what was read back is changed" env CONTROL=changed node tests/proofs/restores.mjs
step "restores, control: an attached file is lost" env CONTROL=lost node tests/proofs/restores.mjs
step "restores, control: no byte was flipped" env CONTROL=unflipped node tests/proofs/restores.mjs
step "failover of replicas" node tests/proofs/failover.mjs
step "failover of replicas, control: no commit waits for a standby" env CONTROL=asynchronous ROUNDS=4 node tests/proofs/failover.mjs
step "failover of replicas, control: the standby behind is promoted" env CONTROL=behind ROUNDS=4 node tests/proofs/failover.mjs
step "failover of replicas, control: the program knows one server" env CONTROL=alone ROUNDS=1 node tests/proofs/failover.mjs
step "failover of replicas, control: others search for what was saved" env CONTROL=others node tests/proofs/failover.mjs
step "replicas that answer alike, and are lost" node tests/proofs/alike.mjs
step "replicas that answer alike, control: one replays nothing" env CONTROL=paused node tests/proofs/alike.mjs
step "a team's day" node tests/proofs/team-day.mjs
step "a team's day, control: no commit waits for a standby" env CONTROL=asynchronous node tests/proofs/team-day.mjs
step "the Model Context Protocol" sh -c 'cargo build --quiet --package celeiro-cli --features mcp-fixture &&
	cp target/debug/celeiro target/debug/celeiro-mcp-fixture && cargo build --quiet --package celeiro-cli &&
	CELEIRO_MCP_FIXTURE=target/debug/celeiro-mcp-fixture node tests/proofs/mcp.mjs'
step "the Model Context Protocol, control: answers without their content" env CONTROL=damage node tests/proofs/mcp.mjs
step "the assistant: seals, words, origin, undo, effort, memory, reminders, doses, streams" env CELEIRO_PROOFS=full cargo test --quiet --package celeiro-tests --test assistant -- at_size --nocapture
step "figures for a monitoring system" node tests/proofs/metrics.mjs
step "figures for a monitoring system, control: a text that is damaged" env CONTROL=damage node tests/proofs/metrics.mjs
step "tracking: false claims and power" env CELEIRO_PROOFS=full cargo test --quiet --package celeiro-domain --lib -- personal::tracking::tests::proof --nocapture
step "prefixes of a growing answer, in two engines" sh -c 'cargo build --quiet --workspace --bin celeiro-desktop && node tests/e2e/prefixes.mjs'
step "a server at rest" sh -c 'cargo build --quiet --release --package celeiro-cli && CELEIRO=target/release/celeiro node tests/proofs/rest.mjs'
step "a server at rest, control: measured at work" env CONTROL=busy CELEIRO=target/release/celeiro ITEMS=2000 node tests/proofs/rest.mjs
if [ "$(id -u)" = 0 ]; then
	step "attacks on the connections" sh -c 'cargo build --quiet --release --package celeiro-cli &&
		CELEIRO=target/release/celeiro unshare -n sh -c "ip link set lo up; ip addr add 198.51.100.1/24 dev lo; node tests/e2e/attack.mjs"'
	step "guessed passwords" unshare -n sh -c "ip link set lo up; ip addr add 198.51.100.1/24 dev lo; node tests/proofs/guesses.mjs"
	step "guessed passwords, control: each from another address" env CONTROL=spread GUESSES=1000 unshare -n sh -c "ip link set lo up; ip addr add 198.51.100.1/24 dev lo; node tests/proofs/guesses.mjs"
	step "guessed passwords, control: no hash for logins without an account" env CONTROL=early GUESSES=100 unshare -n sh -c "ip link set lo up; ip addr add 198.51.100.1/24 dev lo; node tests/proofs/guesses.mjs"
	if command -v mmdebstrap >/dev/null; then
		step "packages on clean systems" sh -c 'make --no-print-directory package && BINARIES=target/release node tests/proofs/packages.mjs'
		step "packages, control: a file is left behind" env CONTROL=residue KEEP=1 RELEASES=bookworm SYSTEMS=server node tests/proofs/packages.mjs
		step "packages, control: the data go too" env CONTROL=wipe KEEP=1 RELEASES=bookworm SYSTEMS=server node tests/proofs/packages.mjs
	else
		step "packages on clean systems" sh -c 'echo "error: install mmdebstrap, which makes the clean systems"; exit 1'
	fi
	step "power cuts" node tests/proofs/powercuts.mjs
	step "power cuts, control: nothing forced to disk" env CONTROL=fsync CUTS=10 node tests/proofs/powercuts.mjs
	step "power cuts, control: commits not waited for" env CONTROL=synchronous_commit CUTS=10 node tests/proofs/powercuts.mjs
else
	step "power cuts, attacks, guessed passwords" sh -c 'echo "error: power cuts mount file systems, attacks and guesses need addresses of their own, which needs root"; exit 1'
fi
steps_end
