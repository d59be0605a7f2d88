//! State of an upload: incoming or complete.

use celeiro_domain::catalog::clean_text;
use celeiro_domain::chat::MAX_ATTACHMENT_BYTES;
use celeiro_domain::team::Access;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Characters of a name that are kept.
const NAME_CHARS: usize = 200;

/// What a file is sent for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// To be imported.
    Import,
    /// To be attached to an item.
    Attachment,
    /// To be sent with a message of the chat.
    Message,
    /// To be written down as the text of a message.
    Dictation,
}

impl Purpose {
    /// Most bytes of such a file.
    pub fn limit(self) -> u64 {
        match self {
            Purpose::Import => 2 << 30,
            Purpose::Attachment => 64 << 20,
            Purpose::Message => MAX_ATTACHMENT_BYTES.into(),
            Purpose::Dictation => 25 << 20,
        }
    }

    /// What a caller needs to send such a file: what the operation needs that takes it in the end.
    pub fn access(self) -> Access {
        match self {
            Purpose::Import | Purpose::Attachment => Access::Edit,
            Purpose::Message | Purpose::Dictation => Access::Read,
        }
    }
}

/// A file that is coming in.
pub(super) struct Incoming {
    pub(crate) name: String,
    pub(crate) purpose: Purpose,
    pub(crate) size: u64,
    pub(crate) received: u64,
    pub(crate) path: PathBuf,
    pub(crate) touched: Instant,
    /// Whether an import has stored its rows.
    pub(crate) is_stored: bool,
}

/// One of the places for files that come in.
#[derive(Clone)]
pub(super) struct Slot {
    /// Of the client; none on this machine.
    pub(super) network: Option<IpAddr>,
    /// The login of the account that sends it; none without one.
    pub(super) owner: Option<String>,
    pub(super) upload: Arc<Mutex<Incoming>>,
}

/// A file that is here.
#[derive(Debug, Clone)]
pub struct UploadedFile {
    /// What the person's machine calls it: for messages, never a path.
    pub name: String,
    /// Its bytes.
    pub size: u64,
    /// Where it is.
    pub path: PathBuf,
}

impl Drop for Incoming {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// What stands behind the last separator of a path, without what cannot be seen.
pub fn clean_file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let whole: String = last.chars().filter(|c| !c.is_control()).collect();
    let seen = clean_text(&whole, "name", usize::MAX, &mut Vec::new());
    let kept: String = seen.trim().chars().take(NAME_CHARS).collect();
    if kept.trim_matches('.').is_empty() { "–".to_owned() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::files::transfer::Transfers;

    fn transfers() -> (tempfile::TempDir, Transfers) {
        let folder = tempfile::tempdir().unwrap();
        let transfers = Transfers::new(folder.path());
        (folder, transfers)
    }

    #[test]
    fn pieces_make_a_file_and_one_sent_twice_changes_nothing() {
        let (_folder, transfers) = transfers();
        let id = transfers.begin_upload("lista.csv", 6, Purpose::Import, None, None).unwrap();
        assert_eq!(transfers.append(id, 0, b"abc").unwrap(), 3);
        assert_eq!(transfers.append(id, 0, b"abc").unwrap(), 3);
        assert_eq!(transfers.find_upload(id, Purpose::Import).unwrap_err().code(), Code::UploadIncomplete);
        assert_eq!(transfers.append(id, 5, b"f").unwrap_err().code(), Code::InvalidRequest);
        assert_eq!(transfers.append(id, 3, b"defg").unwrap_err().code(), Code::InvalidRequest);
        assert_eq!(transfers.append(id, 3, b"def").unwrap(), 6);
        let file = transfers.find_upload(id, Purpose::Import).unwrap();
        assert_eq!(std::fs::read(&file.path).unwrap(), b"abcdef");
        assert!(transfers.find_upload(id, Purpose::Attachment).is_err());
        transfers.drop_upload(id);
        assert!(!file.path.exists());
        assert_eq!(transfers.append(id, 0, b"a").unwrap_err().code(), Code::TransferGone);
    }

    #[test]
    fn what_is_too_large_is_refused_before_a_byte_is_sent() {
        let (_folder, transfers) = transfers();
        let error =
            transfers.begin_upload("a.pdf", (64 << 20) + 1, Purpose::Attachment, None, None).unwrap_err();
        assert_eq!((error.code(), error.code().status()), (Code::TooLarge, 413));
        assert!(transfers.begin_upload("a.csv", (64 << 20) + 1, Purpose::Import, None, None).is_ok());
    }

    #[test]
    fn a_name_is_never_a_path() {
        for (name, shown) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\temp\\preços.xlsx", "preços.xlsx"),
            ("a\0b\u{202e}c.csv", "abc.csv"),
            ("..", "–"),
            ("/", "–"),
        ] {
            assert_eq!(clean_file_name(name), shown);
        }
        let (folder, transfers) = transfers();
        let id = transfers.begin_upload("../../out.csv", 0, Purpose::Import, None, None).unwrap();
        let path = transfers.find_upload(id, Purpose::Import).unwrap().path;
        assert!(path.starts_with(folder.path().join("transfers")));
    }
}
