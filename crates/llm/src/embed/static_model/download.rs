//! Fetches a static model, when a person has asked for it.
//!
//! Everything is checked before anything is there: files go to a temporary folder beside the
//! destination, each must have the SHA-256 that the caller knows, and the folder appears under
//! its name in one step. A download that fails or is called off leaves nothing behind.

use std::{
    path::{Component, Path},
    time::Duration,
};

use reqwest::{Client, Url};
use sha2::{Digest, Sha256};
use tokio::{fs, io::AsyncWriteExt, time::timeout};

use crate::http::{self, AddressError};

/// A server that sends nothing for this long is given up.
const MAX_SILENCE: Duration = Duration::from_secs(30);

/// One file of a model.
#[derive(Clone, Debug)]
pub struct FileSpec {
    /// Its name under the base address and in the folder: no separators.
    pub name: String,
    /// Lower-case hexadecimal SHA-256 of its content.
    pub sha256: String,
    /// More bytes than this are not taken.
    pub max_bytes: u64,
}

/// How far a download is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// Name of the file under way.
    pub file: &'a str,
    /// Bytes of it that have arrived.
    pub done: u64,
    /// Its size, where the server says it.
    pub total: Option<u64>,
}

/// Why a model was not downloaded.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// The base address is not usable.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The destination exists; nothing is overwritten.
    #[error("the folder for the model is there already")]
    DestinationExists,
    /// A name is not the name of a file.
    #[error("{0:?} is not a file name")]
    BadName(String),
    /// The server answered with a status that is not success.
    #[error("{file}: the server answered {status}")]
    Status {
        /// Name of the file.
        file: String,
        /// HTTP status.
        status: u16,
    },
    /// The connection failed, broke off or fell silent.
    #[error("{file}: the connection failed or broke off")]
    Interrupted {
        /// Name of the file.
        file: String,
    },
    /// The file is larger than its limit.
    #[error("{file}: larger than {limit} bytes")]
    TooLarge {
        /// Name of the file.
        file: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The content is not the one that was asked for.
    #[error("{file}: the content is not the expected one (its check sum differs)")]
    WrongContent {
        /// Name of the file.
        file: String,
    },
    /// The HTTP client could not be built.
    #[error("no HTTP client: {0}")]
    Client(String),
    /// Writing failed.
    #[error("writing the model: {0}")]
    Disk(#[from] std::io::Error),
}

/// Fetches `files` from below `base_url` into the new folder `destination`, telling `progress`
/// after each piece. Dropping the future calls it off.
///
/// # Errors
/// See [`DownloadError`]; in every case `destination` is as it was.
pub async fn download_static_model(
    base_url: &str,
    files: &[FileSpec],
    destination: &Path,
    mut progress: impl FnMut(Progress<'_>),
) -> Result<(), DownloadError> {
    let base = http::parse_base(base_url)?;
    if let Some(bad) = files.iter().find(|file| !is_plain_name(&file.name)) {
        return Err(DownloadError::BadName(bad.name.clone()));
    }
    if destination.exists() {
        return Err(DownloadError::DestinationExists);
    }
    let client =
        http::download_client(&base).map_err(|e| DownloadError::Client(e.without_url().to_string()))?;
    let parent = destination.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent).await?;
    let partial = tempfile::Builder::new().prefix(".model-").tempdir_in(parent)?;
    for file in files {
        fetch(&client, &base, file, partial.path(), &mut progress).await?;
    }
    // From here on the folder is no longer deleted when `partial` goes out of scope.
    fs::rename(partial.keep(), destination).await?;
    Ok(())
}

async fn fetch(
    client: &Client,
    base: &Url,
    file: &FileSpec,
    folder: &Path,
    progress: &mut impl FnMut(Progress<'_>),
) -> Result<(), DownloadError> {
    let name = || file.name.clone();
    let report_interruption = || DownloadError::Interrupted { file: name() };
    let request = client.get(http::endpoint(base, &file.name)).send();
    let mut response = timeout(MAX_SILENCE, request)
        .await
        .map_err(|_| report_interruption())?
        .map_err(|_| report_interruption())?;
    if !response.status().is_success() {
        return Err(DownloadError::Status { file: name(), status: response.status().as_u16() });
    }
    let total = response.content_length();
    let mut target = fs::File::create(folder.join(&file.name)).await?;
    let mut sum = Sha256::new();
    let mut done = 0u64;
    while let Some(piece) = timeout(MAX_SILENCE, response.chunk())
        .await
        .map_err(|_| report_interruption())?
        .map_err(|_| report_interruption())?
    {
        done += piece.len() as u64;
        if done > file.max_bytes {
            return Err(DownloadError::TooLarge { file: name(), limit: file.max_bytes });
        }
        sum.update(&piece);
        target.write_all(&piece).await?;
        progress(Progress { file: &file.name, done, total });
    }
    target.sync_all().await?;
    let hex: String = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    if hex.eq_ignore_ascii_case(&file.sha256) {
        Ok(())
    } else {
        Err(DownloadError::WrongContent { file: name() })
    }
}

/// One component, neither `.` nor `..`, without separators of any system.
fn is_plain_name(name: &str) -> bool {
    let mut components = Path::new(name).components();
    matches!((components.next(), components.next()), (Some(Component::Normal(_)), None))
        && !name.contains(['/', '\\', ':', '\0'])
}

#[cfg(test)]
mod tests {
    use super::is_plain_name;

    #[test]
    fn names_cannot_leave_the_folder() {
        assert!(is_plain_name("model.safetensors"));
        for bad in ["", ".", "..", "../x", "a/b", "/etc/passwd", "a\\b", "c:x"] {
            assert!(!is_plain_name(bad), "{bad}");
        }
    }
}
