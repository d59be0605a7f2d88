//! Writer of archives, entry by entry.

use super::manifest::{ArchivePart, Manifest};
use super::{
    BLOCK, FileIdentity, IDENTITY, MANIFEST, build_header, build_tail, count_padding, hash_bytes, to_hex,
};
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek as _, SeekFrom, Write as _};

/// An archive that is being written.
pub struct ArchiveWriter {
    file: BufWriter<File>,
    parts: Vec<ArchivePart>,
}

impl ArchiveWriter {
    /// Begins an archive in an empty file that can be read too.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(file: File) -> io::Result<Self> {
        let mut archive = Self { file: BufWriter::with_capacity(256 << 10, file), parts: Vec::new() };
        let identity = serde_json::to_vec(&FileIdentity::of_this_program())?;
        archive.add_bytes(IDENTITY, &identity)?;
        Ok(archive)
    }

    /// Adds an entry from memory to the backup archive.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add_bytes(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.add_reader(name, bytes)
    }

    /// Adds an entry with all bytes of `source` to the backup archive.
    ///
    /// # Errors
    /// `source` cannot be read, or the file cannot be written.
    pub fn add_reader(&mut self, name: &str, mut source: impl Read) -> io::Result<()> {
        self.add_part(name, |part| {
            let mut chunk = vec![0; 256 << 10];
            loop {
                match source.read(&mut chunk)? {
                    0 => return Ok(()),
                    count => part.take(&chunk[..count])?,
                }
            }
        })
    }

    /// Adds an entry whose length is known at its end alone. An error leaves the archive useless.
    ///
    /// # Errors
    /// The error of `fill`, or the file cannot be written.
    pub fn add_part<E: From<io::Error>>(
        &mut self,
        name: &str,
        fill: impl FnOnce(&mut PartWriter<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let start = self.file.stream_position()?;
        self.file.write_all(build_header(name, 0)?.as_bytes())?;
        let mut part = PartWriter { file: &mut self.file, hash: Sha256::new(), bytes: 0 };
        fill(&mut part)?;
        let (bytes, sha256) = (part.bytes, to_hex(&part.hash.finalize()));
        let padding = count_padding(bytes) as usize;
        self.file.write_all(&[0; BLOCK as usize][..padding])?;
        self.file.seek(SeekFrom::Start(start))?;
        self.file.write_all(build_header(name, bytes)?.as_bytes())?;
        self.file.seek(SeekFrom::End(0))?;
        self.parts.push(ArchivePart { name: name.to_owned(), bytes, sha256 });
        Ok(())
    }

    /// Adds the manifest, with the parts written so far in place of its own, and the seal; forces all of it to
    /// the disk. `note` receives how many bytes were read again at a time, and may end it.
    ///
    /// # Errors
    /// The file cannot be written or read, or the error of `note`.
    pub fn seal(
        mut self,
        manifest: Manifest,
        note: impl FnMut(u64) -> io::Result<()>,
    ) -> io::Result<Manifest> {
        let manifest = Manifest { parts: std::mem::take(&mut self.parts), ..manifest };
        self.add_bytes(MANIFEST, &serde_json::to_vec_pretty(&manifest)?)?;
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let bytes = file.stream_position()?;
        file.rewind()?;
        let sha256 = hash_bytes(&mut file, bytes, note)?;
        file.write_all(&build_tail(&sha256)?)?;
        file.sync_all()?;
        Ok(manifest)
    }
}

/// An entry that is being written.
pub struct PartWriter<'a> {
    file: &'a mut BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

impl PartWriter<'_> {
    /// Writes the next bytes of an entry into the backup archive.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes)
    }
}
