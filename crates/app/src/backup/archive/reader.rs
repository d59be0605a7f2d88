//! Reader of archives, after verification of every byte.

use super::manifest::{ArchivePart, Manifest};
use super::{
    BLOCK, DATABASE, FILES, FORMAT, FileIdentity, IDENTITY, MANIFEST, SETTINGS, TAIL, build_header,
    build_tail, hash_bytes, to_hex,
};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::Path;

/// Longest first entry that is read as one.
const MOST_IDENTITY: u64 = 4 << 10;
/// Longest manifest: a hundred bytes for each attached file.
const MOST_MANIFEST: u64 = 512 << 20;

/// What is wrong with an archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It does not begin as a backup of Celeiro.
    #[error("not a backup of Celeiro")]
    Foreign,
    /// It is of a format that a newer program writes.
    #[error("format {0}")]
    Newer(u32),
    /// Bytes of it are missing or other than those that were written.
    #[error("damaged: {0}")]
    Damaged(&'static str),
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// An archive whose bytes are those that were written.
#[derive(Debug)]
pub struct Archive {
    file: File,
    /// What it says of its content.
    pub manifest: Manifest,
    /// Its length in bytes.
    pub bytes: u64,
    /// The SHA-256 of all before the seal, in hexadecimal.
    pub sha256: String,
    /// Where each entry begins.
    starts: BTreeMap<String, u64>,
}

impl Archive {
    /// Opens an archive and checks each byte of it, twice; `note` receives how many were read at a time.
    ///
    /// # Errors
    /// See [`ArchiveError`].
    pub fn open(path: &Path, note: impl FnMut(u64) -> io::Result<()>) -> Result<Self, ArchiveError> {
        Self::read(File::open(path)?, note)
    }

    /// Reads and verifies a backup archive from an open file, whose clones share its position: none of them is used
    /// meanwhile.
    ///
    /// # Errors
    /// See [`ArchiveError`].
    pub fn read(mut file: File, mut note: impl FnMut(u64) -> io::Result<()>) -> Result<Self, ArchiveError> {
        let bytes = file.metadata()?.len();
        check_identity(&mut file)?;
        let sha256 = check_seal(&mut file, bytes, &mut note)?;
        let (manifest, starts) = read_entries(&mut file, bytes - TAIL, note)?;
        Ok(Self { file, manifest, bytes, sha256, starts })
    }

    /// The bytes of an entry; none where there is no such entry.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read_part(&self, name: &str) -> io::Result<Option<io::Take<File>>> {
        let part = self.manifest.parts.iter().find(|part| part.name == name);
        let (Some(part), Some(start)) = (part, self.starts.get(name)) else { return Ok(None) };
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(*start))?;
        Ok(Some(file.take(part.bytes)))
    }

    /// Opens the database dump of a backup archive.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read_database(&self) -> Result<io::Take<File>, ArchiveError> {
        self.read_part(DATABASE)?.ok_or(ArchiveError::Damaged(DATABASE))
    }

    /// The attached contents: for each its entry and its SHA-256 in hexadecimal.
    pub fn list_files(&self) -> impl Iterator<Item = (&ArchivePart, &str)> {
        self.manifest.parts.iter().filter_map(|part| Some((part, part.name.strip_prefix(FILES)?)))
    }
}

/// Whether a file begins as a backup, of whatever format; its rest is not looked at.
///
/// # Errors
/// The file cannot be read.
pub fn begins_as_backup(file: &mut File) -> io::Result<bool> {
    match check_identity(file) {
        Ok(()) | Err(ArchiveError::Newer(_)) => Ok(true),
        Err(ArchiveError::Foreign | ArchiveError::Damaged(_)) => Ok(false),
        Err(ArchiveError::Io(error)) => Err(error),
    }
}

/// Tells an archive from any other file, and its format, before anything else of it is believed.
fn check_identity(file: &mut File) -> Result<(), ArchiveError> {
    file.rewind()?;
    let mut header = tar::Header::new_gnu();
    let read = file.read_exact(header.as_mut_bytes());
    let named = header.path_bytes().as_ref() == IDENTITY.as_bytes();
    let bytes = header.size().unwrap_or(0);
    if read.is_err() || !named || bytes > MOST_IDENTITY {
        return Err(ArchiveError::Foreign);
    }
    let mut text = Vec::new();
    Read::by_ref(file).take(bytes).read_to_end(&mut text)?;
    let identity: FileIdentity = serde_json::from_slice(&text).map_err(|_| ArchiveError::Foreign)?;
    match identity {
        identity if !identity.is_ours() => Err(ArchiveError::Foreign),
        FileIdentity { format, .. } if format > FORMAT => Err(ArchiveError::Newer(format)),
        FileIdentity { .. } => Ok(()),
    }
}

/// Holds all bytes against the seal and the end that follows from them.
fn check_seal(
    file: &mut File,
    bytes: u64,
    note: impl FnMut(u64) -> io::Result<()>,
) -> Result<String, ArchiveError> {
    let sealed = bytes.checked_sub(TAIL).filter(|_| bytes.is_multiple_of(BLOCK));
    let sealed = sealed.ok_or(ArchiveError::Damaged("length"))?;
    file.rewind()?;
    let sha256 = hash_bytes(file, sealed, note)?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    if tail != build_tail(&sha256)? {
        return Err(ArchiveError::Damaged("seal"));
    }
    Ok(to_hex(&sha256))
}

/// Walks through the entries and holds each against the manifest, the last of them.
fn read_entries(
    file: &mut File,
    sealed: u64,
    mut note: impl FnMut(u64) -> io::Result<()>,
) -> Result<(Manifest, BTreeMap<String, u64>), ArchiveError> {
    let (mut parts, mut starts) = (Vec::new(), BTreeMap::new());
    let mut at = 0;
    while at < sealed {
        file.seek(SeekFrom::Start(at))?;
        let mut header = tar::Header::new_gnu();
        file.read_exact(header.as_mut_bytes())?;
        let name = String::from_utf8_lossy(&header.path_bytes()).into_owned();
        let bytes = header.size()?;
        // Written by this program and by no other: nothing in a header is left to choose.
        if !is_known(&name) || header.as_bytes() != build_header(&name, bytes)?.as_bytes() {
            return Err(ArchiveError::Damaged("header"));
        }
        if name == MANIFEST {
            let manifest = read_manifest(file, bytes)?;
            let last = at + BLOCK + bytes.next_multiple_of(BLOCK) == sealed;
            return match last && manifest.parts == parts {
                true => Ok((manifest, starts)),
                false => Err(ArchiveError::Damaged(MANIFEST)),
            };
        }
        starts.insert(name.clone(), at + BLOCK);
        let sha256 = to_hex(&hash_bytes(file, bytes, &mut note)?);
        parts.push(ArchivePart { name, bytes, sha256 });
        at = bytes
            .checked_next_multiple_of(BLOCK)
            .and_then(|long| at.checked_add(BLOCK + long))
            .unwrap_or(sealed);
    }
    Err(ArchiveError::Damaged(MANIFEST))
}

fn read_manifest(file: &mut File, bytes: u64) -> Result<Manifest, ArchiveError> {
    if bytes > MOST_MANIFEST {
        return Err(ArchiveError::Damaged(MANIFEST));
    }
    let mut text = Vec::new();
    file.take(bytes).read_to_end(&mut text)?;
    serde_json::from_slice(&text).map_err(|_| ArchiveError::Damaged(MANIFEST))
}

/// Whether an entry is one of those that a backup has. A name is never a path.
fn is_known(name: &str) -> bool {
    let is_hash =
        |text: &str| text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    matches!(name, IDENTITY | DATABASE | SETTINGS | MANIFEST) || name.strip_prefix(FILES).is_some_and(is_hash)
}
