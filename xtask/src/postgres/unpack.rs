//! Unpacks the verified archives.
//!
//! Both libraries refuse entries that would land outside the target folder; the archives are pinned
//! anyway.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::fetch::Packages;

/// Roots of the two unpacked packages.
pub struct UnpackedTree {
    /// The npm package's `package` folder.
    pub npm: PathBuf,
    /// The wheel's root.
    pub wheel: PathBuf,
}

/// Unpacks both archives below `work`.
///
/// # Errors
/// An archive is damaged or the disk is full.
pub fn packages(packages: &Packages, work: &Path) -> anyhow::Result<UnpackedTree> {
    let npm = work.join("npm-files");
    let gzip = flate2::read::GzDecoder::new(File::open(&packages.npm)?);
    tar::Archive::new(gzip).unpack(&npm).context("unpacking the npm package")?;

    let wheel = work.join("wheel-files");
    zip::ZipArchive::new(File::open(&packages.wheel)?)
        .and_then(|mut archive| archive.extract(&wheel))
        .context("unpacking the wheel")?;
    Ok(UnpackedTree { npm: npm.join("package"), wheel })
}
