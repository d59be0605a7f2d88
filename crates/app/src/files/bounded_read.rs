//! Reading of whole files up to a size limit, enforced while reading, because a pipe has no size beforehand.

use crate::error::{AppError, Reason};
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The bytes of a file, at most `most`.
///
/// # Errors
/// [`crate::Code::FileUnreadable`] with the file and the reason.
pub fn bytes_of(path: &Path, most: u64) -> Result<Vec<u8>, AppError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| AppError::unreadable(&name, error))?;
    bytes_from(file, &name, most)
}

/// Reads the bytes of an open file or pipe, called `name`, up to a limit.
///
/// # Errors
/// As [`bytes_of`].
pub fn bytes_from(source: impl Read, name: &str, most: u64) -> Result<Vec<u8>, AppError> {
    let mut bytes = Vec::new();
    let read = source.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| AppError::unreadable(name, error))?;
    match bytes.len() as u64 > most {
        true => Err(AppError::unreadable(name, Reason::too_large(most))),
        false => Ok(bytes),
    }
}

/// The text of a file of at most `most` bytes.
///
/// # Errors
/// As [`bytes_of`], also where it is no UTF-8.
pub fn text_of(path: &Path, most: u64) -> Result<String, AppError> {
    let text = String::from_utf8(bytes_of(path, most)?);
    text.map_err(|_| AppError::unreadable(path.display(), Reason::not_text()))
}

/// What a file of at most `most` bytes holds as JSON.
///
/// # Errors
/// As [`bytes_of`], also where it is no JSON, or not of this kind.
pub fn json_of<T: DeserializeOwned>(path: &Path, most: u64) -> Result<T, AppError> {
    let read = serde_json::from_slice(&bytes_of(path, most)?);
    read.map_err(|error: serde_json::Error| AppError::unreadable(path.display(), error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use celeiro_domain::search::Lang;

    fn error_text<T: std::fmt::Debug>(read: Result<T, AppError>) -> String {
        let error = read.unwrap_err();
        assert_eq!(error.code(), Code::FileUnreadable);
        error.message(Lang::PtBr)
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_reason() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        assert!(error_text(text_of(&file, 4)).ends_with("não existe"));
        std::fs::write(&file, "12345").unwrap();
        assert!(error_text(text_of(&file, 4)).contains("maior que"));
        assert_eq!(text_of(&file, 5).unwrap(), "12345");
        std::fs::write(&file, b"\"\xff").unwrap();
        assert!(error_text(text_of(&file, 4)).ends_with("UTF-8"));
        std::fs::write(&file, "{").unwrap();
        assert!(
            error_text(json_of::<serde_json::Value>(&file, 4))
                .contains("o JSON acaba no meio (linha 1, coluna 1)")
        );
    }

    #[test]
    fn a_source_without_an_end_is_left() {
        let error = bytes_from(std::io::repeat(b'x'), "-", 1 << 20).unwrap_err();
        assert!(error.message(Lang::En).contains("larger than 1 MiB"), "{error}");
    }
}
