//! Lists of files.

use std::fs;
use std::path::Path;

use anyhow::Context;

/// Relative paths of all files below `root`, with `/`, sorted by byte.
///
/// # Errors
/// A folder cannot be read.
pub fn list_files(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                let path = entry.path();
                let relative = path.strip_prefix(root)?.to_str().context("file name not UTF-8")?;
                found.push(relative.replace('\\', "/"));
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}
