//! Archive format of a backup: a tar file with a checksum over every byte.
//!
//! | entry | holds |
//! |---|---|
//! | `celeiro-backup` | what the file is, and in which format: read before anything else |
//! | `database.dump` | `pg_dump`'s custom format; `pg_restore` reads it without Celeiro |
//! | `files/SHA-256` | attached contents |
//! | `settings.json` | saved settings, without secrets |
//! | `manifest.json` | versions, rows by table, length and SHA-256 of each entry before it |
//! | `seal` | the SHA-256 of all bytes before it |
//!
//! Seal and end of the archive are computed from the bytes before them, so that a changed, missing or additional byte
//! is detected anywhere. The seal detects damage; it is no signature.

pub mod manifest;
pub mod reader;
#[cfg(test)]
mod tests;
pub mod writer;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::io::{self, Read};

/// The newest format that this program reads, and the one that it writes.
pub const FORMAT: u32 = 1;
/// The size of a block of tar.
pub(super) const BLOCK: u64 = 512;
/// Length of the seal's entry and of the archive's end.
pub(super) const TAIL: u64 = 4 * BLOCK;

pub(super) const IDENTITY: &str = "celeiro-backup";
pub(super) const DATABASE: &str = "database.dump";
pub(super) const SETTINGS: &str = "settings.json";
pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const FILES: &str = "files/";
const SEAL: &str = "seal";
const PRODUCT: &str = "celeiro";

/// The first entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileIdentity {
    pub product: String,
    pub format: u32,
}

impl FileIdentity {
    pub fn of_this_program() -> Self {
        Self { product: PRODUCT.to_owned(), format: FORMAT }
    }

    pub fn is_ours(&self) -> bool {
        self.product == PRODUCT
    }
}

/// The header of an entry.
pub(super) fn build_header(name: &str, bytes: u64) -> io::Result<tar::Header> {
    let mut header = tar::Header::new_gnu();
    header.set_path(name)?;
    header.set_size(bytes);
    header.set_mode(0o600);
    header.set_entry_type(tar::EntryType::Regular);
    header.set_cksum();
    Ok(header)
}

/// Bytes that fill the last block of an entry.
pub(super) fn count_padding(bytes: u64) -> u64 {
    (BLOCK - bytes % BLOCK) % BLOCK
}

/// The end of an archive whose bytes before it have this SHA-256.
pub(super) fn build_tail(sha256: &[u8]) -> io::Result<Vec<u8>> {
    let text = to_hex(sha256);
    let mut tail = build_header(SEAL, text.len() as u64)?.as_bytes().to_vec();
    tail.extend_from_slice(text.as_bytes());
    tail.resize(TAIL as usize, 0);
    Ok(tail)
}

/// Hashes the next `bytes` bytes of a backup archive by SHA-256. `note` receives how many were read at a time and may
/// end it.
pub(super) fn hash_bytes(
    source: &mut impl Read,
    bytes: u64,
    mut note: impl FnMut(u64) -> io::Result<()>,
) -> io::Result<Vec<u8>> {
    let mut hash = Sha256::new();
    let mut rest = source.take(bytes);
    let mut chunk = vec![0; 256 << 10];
    loop {
        let count = rest.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        hash.update(&chunk[..count]);
        note(count as u64)?;
    }
    match rest.limit() {
        0 => Ok(hash.finalize().to_vec()),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// Bytes in hexadecimal.
pub(super) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
