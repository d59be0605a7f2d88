//! What the chores that assemble folders from published packages share: the ordinary clients, the manifest
//! of what was assembled, and the step by which it comes to its place.

pub mod clients;
pub mod files;
pub mod manifest;

use std::path::Path;

use anyhow::Context;

/// Builds beside `out` in a working folder and renames at the end: a killed run never leaves half of it
/// under the final name. `assemble` gets the working folder and the one to fill, which is not there yet,
/// and gives what it found out.
///
/// # Errors
/// Those of `assemble`, or a folder that cannot be written.
pub fn assemble<T>(
    out: &Path,
    prefix: &str,
    assemble: impl FnOnce(&Path, &Path) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let parent = out.parent().context("the output folder needs a parent folder")?;
    std::fs::create_dir_all(parent).with_context(|| format!("creating {}", parent.display()))?;
    let work = tempfile::Builder::new()
        .prefix(prefix)
        .tempdir_in(parent)
        .with_context(|| format!("creating a working folder in {}", parent.display()))?;
    let tree = work.path().join("tree");
    let done = assemble(work.path(), &tree)?;
    put_in_place(&tree, out, work.path())?;
    Ok(done)
}

/// Swaps the finished tree in; what was there before is removed with the working folder.
pub fn put_in_place(tree: &Path, out: &Path, work: &Path) -> anyhow::Result<()> {
    if out.exists() {
        std::fs::rename(out, work.join("replaced"))
            .with_context(|| format!("moving the old {} away", out.display()))?;
    }
    std::fs::rename(tree, out).with_context(|| format!("moving the tree to {}", out.display()))
}
