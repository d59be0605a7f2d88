//! `MANIFEST.sha256`: the hash of every file of the tree, and the tree's digest, which is the hash
//! of the manifest.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Context;
use sha2::{Digest, Sha256};

use super::files::list_files;

const NAME: &str = "MANIFEST.sha256";

/// Writes the manifest in the form `sha256sum --check` reads, sorted by path, and returns its digest.
///
/// # Errors
/// A file of the tree cannot be read.
pub fn write(tree: &Path) -> anyhow::Result<String> {
    let mut lines = String::new();
    for path in list_files(tree)? {
        let hash = hash_file(&tree.join(&path)).with_context(|| format!("hashing {path}"))?;
        lines.push_str(&format!("{hash}  ./{path}\n"));
    }
    std::fs::write(tree.join(NAME), &lines).context("writing the manifest")?;
    Ok(hex(&Sha256::digest(lines.as_bytes())))
}

/// Whether `tree` holds exactly what its manifest lists, and the manifest is the pinned one. Any
/// doubt, including an unreadable file, means no: the tree is then built anew.
pub fn is_complete(tree: &Path, pinned: Option<&str>) -> bool {
    let Ok(manifest) = std::fs::read_to_string(tree.join(NAME)) else {
        return false;
    };
    let digest = hex(&Sha256::digest(manifest.as_bytes()));
    let list_entries = || manifest.lines().filter_map(|line| line.split_once("  ./"));
    let is_pinned = pinned == Some(digest.as_str());
    is_pinned
        && list_files(tree).is_ok_and(|files| {
            let found = files.iter().map(String::as_str).filter(|path| *path != NAME);
            found.eq(list_entries().map(|(_, path)| path))
        })
        && list_entries().all(|(hash, path)| hash_file(&tree.join(path)).is_ok_and(|found| found == hash))
}

fn hash_file(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hex(&hasher.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_missing_or_unpinned_file_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("bin")).unwrap();
        let file = dir.path().join("bin/postgres");
        std::fs::write(&file, "program").unwrap();
        let digest = write(dir.path()).unwrap();

        assert!(is_complete(dir.path(), Some(&digest)));
        assert!(!is_complete(dir.path(), Some(&"0".repeat(64))));
        assert!(!is_complete(dir.path(), None));
        std::fs::write(&file, "Program").unwrap();
        assert!(!is_complete(dir.path(), Some(&digest)));
        std::fs::remove_file(&file).unwrap();
        assert!(!is_complete(dir.path(), Some(&digest)));
    }
}
