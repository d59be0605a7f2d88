//! Download of shared attached files that this machine lacks, for a backup made here.

use crate::backup::archive::to_hex;
use crate::error::{AppError, Code};
use crate::files::contents::Contents;
use crate::files::fetched_content::fetch_content;
use crate::runtime::blocking::run_blocking;
use celeiro_store::BackupSnapshot;
use std::path::Path;

/// Fetches into the data folder what is not there of `contents` and is shared. One that is damaged is left out, and
/// the backup lacks it.
///
/// # Errors
/// What disk and database say.
pub(super) async fn fetch_missing_contents(
    data_dir: &Path,
    snapshot: &mut BackupSnapshot,
    contents: &[Vec<u8>],
) -> Result<(), AppError> {
    if contents.is_empty() || !snapshot.may_share_contents().await? {
        return Ok(());
    }
    let folder = Contents::new(data_dir);
    let missing = {
        let (folder, mut missing) = (folder.clone(), contents.to_vec());
        run_blocking(move || {
            missing.retain(|sha256| !folder.path_of(sha256).exists());
            Ok::<_, AppError>(missing)
        })
        .await?
    };
    for sha256 in &missing {
        if !snapshot.is_content_shared(sha256).await? {
            continue;
        }
        let name = to_hex(sha256);
        match fetch_content(folder.clone(), sha256, &name, &mut *snapshot).await {
            Ok(_) => {}
            Err(error) if error.code() == Code::FileUnreadable => {
                tracing::warn!(name, "a shared file is damaged and is not in the backup");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
