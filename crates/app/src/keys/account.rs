//! Account names of keys in the operating system's key store.

use std::path::Path;

/// How the key store is told which data folder an entry belongs to.
pub(crate) fn name_account(name: &str, data_dir: &Path) -> String {
    let folder = std::path::absolute(data_dir).unwrap_or_else(|_| data_dir.to_path_buf());
    format!("{name} @ {}", folder.display())
}
