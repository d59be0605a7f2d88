//! Downloads the two packages with the user's own `npm` and `pip`, and checks them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use base64::Engine as _;
use sha2::{Digest, Sha512};

use super::lock::Pins;
use crate::packages::clients::{Wheel, check_output, fetch_wheel, only_file, run};

/// The verified archives.
pub struct Packages {
    /// npm's gzipped tar.
    pub npm: PathBuf,
    /// Python wheel, a zip file.
    pub wheel: PathBuf,
}

/// Fetches both packages into `work`.
///
/// # Errors
/// A client is missing or fails, or an archive differs from its pin.
pub fn packages(pins: &Pins, work: &Path) -> anyhow::Result<Packages> {
    let wheel = Wheel { spec: &pins.wheel_spec, sha256: &pins.wheel_sha256, tag: &pins.wheel_tag };
    let wheel = fetch_wheel(&wheel, work)?;
    Ok(Packages { npm: npm(pins, work)?, wheel })
}

fn npm(pins: &Pins, work: &Path) -> anyhow::Result<PathBuf> {
    let dir = work.join("npm");
    std::fs::create_dir(&dir)?;
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(program);
    command.args(["pack", "--loglevel=error", "--ignore-scripts", &pins.npm_spec]).current_dir(&dir);
    let output = run(&mut command)
        .context("npm was not found: install Node.js 20 or newer, which brings it, and run this again")?;
    check_output(&output, "npm", &pins.npm_spec)?;

    let archive = only_file(&dir)?;
    let hash = Sha512::digest(std::fs::read(&archive)?);
    let found = format!("sha512-{}", base64::engine::general_purpose::STANDARD.encode(hash));
    if found != pins.npm_integrity {
        bail!("{} has integrity {found}, the pin says {}", pins.npm_spec, pins.npm_integrity);
    }
    Ok(archive)
}
