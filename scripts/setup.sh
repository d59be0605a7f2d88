#!/bin/sh
# Makes sure that what a target needs is on the machine, and installs what is missing:
#
#   setup.sh run       Node.js, a C compiler, pip (to build and run Celeiro)
#   setup.sh desktop   and WebKitGTK's headers (to build the window)
#   setup.sh test      and Chromium, WebKit's driver and a screen without a screen
#   setup.sh package   WebKitGTK's headers, and what makes packages for Debian
#
# It looks for what is used, not for packages, so any system that has it will do; only where something
# is missing does it turn to apt. It never asks anything.
set -eu

need=${1:?run, desktop, test or package}
node_least=20.19
node_version=22.23.3 # fetched where the system has none or an older one
rust_least=1.95

say() { printf '%s\n' "$*"; }
die() {
	say "error: $*" >&2
	exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }
# at_least FOUND LEAST: whether a version is not older than another.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

missing=
# want PACKAGES COMMAND...: remembers the Debian packages if the command fails.
want() {
	packages=$1
	shift
	"$@" >/dev/null 2>&1 || missing="$missing $packages"
}

has_headers() { printf '#include <stdlib.h>\n' | cc -E -x c - ; }
has_library() { pkg-config --exists "$1"; }
has_pip() { python3 -m pip --version || python -m pip --version; }
has_browser() { [ -n "${CHROMIUM:-}" ] || have chromium; }
has_fonts() { have fc-list && [ -n "$(fc-list)" ]; }

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif have sudo && sudo -n true 2>/dev/null; then
		sudo -n "$@"
	elif have sudo && [ -t 0 ]; then
		sudo "$@"
	else
		return 1
	fi
}

install_missing() {
	[ -n "$missing" ] || return 0
	# shellcheck disable=SC2086 # the list is meant to fall apart
	set -- $missing
	have apt-get || die "missing: $*
These are Debian's names; install what your system calls them, and run this again."
	say "Installing with apt: $*"
	as_root env DEBIAN_FRONTEND=noninteractive sh -c '
		apt-get -q update && apt-get -q install --yes --no-install-recommends "$@"' apt "$@" </dev/null ||
		die "could not install: $*
Run as root: apt-get update && apt-get install $*"
	missing=
}

node_is_fine() {
	have node && have npm && at_least "$(node --version | tr -d v)" "$node_least"
}

# Debian's Node.js may be missing or too old; its npm is good enough to fetch a newer one.
set_up_node() {
	node_is_fine && return 0
	have npm || missing="$missing nodejs npm"
	install_missing
	node_is_fine && return 0
	case $(uname -m) in
	x86_64) platform=linux-x64 ;;
	aarch64) platform=linux-arm64 ;;
	*) die "Node.js $node_least or newer is needed; this one is $(node --version). Install it, and run this again." ;;
	esac
	say "Fetching Node.js $node_version (the system's is $(node --version))"
	tools=target/tools
	mkdir -p "$tools/npm"
	npm install --prefix "$tools/npm" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error \
		"node-$platform@$node_version" </dev/null || die "npm could not fetch Node.js $node_version"
	rm -rf "$tools/node"
	ln -s "npm/node_modules/node-$platform" "$tools/node"
	hash -r # the shell remembers where the old one was
	node_is_fine || die "the fetched Node.js does not run on this system"
}

cd "$(dirname "$0")/.."
PATH="$PWD/target/tools/node/bin:$PATH"

have cargo || die "Rust is missing. Install Rust $rust_least or newer (https://rustup.rs), and run this again."
rust=$(rustc --version | cut -d ' ' -f 2)
at_least "$rust" "$rust_least" || die "Rust $rust_least or newer is needed; this one is $rust (rustup update)."

want "gcc libc6-dev" has_headers
want "python3 python3-pip" has_pip
case $need in
run) ;;
desktop | test | package)
	want "pkg-config" have pkg-config
	want "libwebkit2gtk-4.1-dev" has_library webkit2gtk-4.1
	want "libgtk-3-dev" has_library gtk+-3.0
	want "librsvg2-dev" has_library librsvg-2.0
	;;
*) die "unknown: $need" ;;
esac
if [ "$need" = test ]; then
	want "webkit2gtk-driver" have WebKitWebDriver
	want "xvfb" have Xvfb
	want "dbus" have dbus-daemon
	want "chromium" has_browser
	want "fontconfig fonts-dejavu-core" has_fonts
fi
if [ "$need" = package ]; then
	want "dpkg-dev" have dpkg-shlibdeps
	want "binutils" have strip
fi
install_missing
set_up_node
