//! An outgoing file: written by the program, fetched when complete.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

/// A file that is being written, or waits.
pub(super) struct Outgoing {
    pub(crate) name: String,
    pub(crate) media_type: &'static str,
    /// The login of the account that it is made for; none without one.
    pub(crate) owner: Option<String>,
    pub(crate) path: PathBuf,
    /// Its bytes, once it is whole.
    pub(crate) size: Mutex<Option<u64>>,
    pub(crate) made: Instant,
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// A file to be fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// What it is to be called.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// Its bytes.
    pub size: u64,
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Those of the whole file.
    pub size: u64,
}

#[cfg(test)]
mod tests {
    use crate::files::transfer::PIECE_BYTES;
    use crate::files::transfer::Transfers;

    use crate::error::Code;
    use std::io::Write as _;

    #[test]
    fn a_file_is_fetched_in_pieces_once_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let transfers = Transfers::new(folder.path());
        let (id, mut file) = transfers.begin_download("itens.csv".into(), "text/csv", None).unwrap();
        let content: Vec<u8> = (0..PIECE_BYTES + 3).map(|n| n as u8).collect();
        file.write_all(&content).unwrap();
        assert_eq!(transfers.read_piece(id, 0).unwrap_err().code(), Code::TransferGone, "it is not whole");
        transfers.finish_download(id, content.len() as u64).unwrap();
        let mut fetched = transfers.read_piece(id, 0).unwrap().bytes;
        assert_eq!(fetched.len(), PIECE_BYTES as usize);
        fetched.extend(transfers.read_piece(id, u64::from(PIECE_BYTES)).unwrap().bytes);
        assert!(fetched == content);
        assert!(transfers.read_piece(id, 1 << 40).unwrap().bytes.is_empty());
        transfers.drop_download(id);
        assert!(transfers.download(id).is_err());
    }
}
