//! `cluster.log`: the server's log, bounded to a few megabytes.
//!
//! The server appends through its standard error. That avoids a helper process and its memory, and because both sides
//! append, the file may be truncated while the server runs.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// The file is cut when it is longer than this, in bytes.
const LIMIT: u64 = 4 << 20;
/// This much of its end is kept then.
const KEPT: u64 = 256 << 10;
/// Enough of the end to show in an error.
const TAIL: u64 = 2000;

/// The server's log in one data folder.
#[derive(Debug, Clone)]
pub struct Log {
    path: PathBuf,
}

impl Log {
    /// Log of the PostgreSQL server in `data_dir`; the file need not exist yet.
    pub fn of(data_dir: &Path) -> Self {
        Self { path: data_dir.join("cluster.log") }
    }

    /// Path of the PostgreSQL server's log.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens it for the server to append to.
    ///
    /// # Errors
    /// The file cannot be created or opened.
    pub fn append(&self) -> io::Result<File> {
        OpenOptions::new().create(true).append(true).read(true).mode(0o600).open(&self.path)
    }

    /// Present length of the PostgreSQL server's log: what comes later was said by a server started after this call.
    pub fn end(&self) -> u64 {
        self.path.metadata().map_or(0, |meta| meta.len())
    }

    /// Reads the PostgreSQL server's log since `start` (at most the last 2,000 bytes), or a note that nothing was
    /// logged.
    pub fn since(&self, start: u64) -> String {
        let end = self.end();
        let said = File::open(&self.path)
            .and_then(|mut file| read_from(&mut file, start.max(end.saturating_sub(TAIL))));
        match said {
            Ok(bytes) if !bytes.trim_ascii().is_empty() => String::from_utf8_lossy(&bytes).trim().to_owned(),
            _ => "the server said nothing".to_owned(),
        }
    }

    /// Cuts the file to its end when it has grown too long. Lines written during the cut may be
    /// lost, which is acceptable for a log that only helps a person to understand a failed start.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn trim(&self) -> io::Result<()> {
        let end = self.end();
        if end <= LIMIT {
            return Ok(());
        }
        let mut file = self.append()?;
        let kept = read_from(&mut file, end - KEPT)?;
        let whole_lines = kept.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        file.set_len(0)?;
        file.write_all(&kept[whole_lines..])
    }
}

/// The bytes of the file from `start` to its end.
fn read_from(file: &mut File, start: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_log_is_cut_to_whole_lines_while_the_server_appends() {
        let dir = tempfile::tempdir().unwrap();
        let log = Log::of(dir.path());
        let mut server = log.append().unwrap();
        let line = "LOG:  one line of the server\n";
        let lines = usize::try_from(LIMIT).unwrap() / line.len() + 1;
        server.write_all(line.repeat(lines).as_bytes()).unwrap();

        log.trim().unwrap();
        let start = log.end();
        server.write_all(b"LOG:  after\n").unwrap();

        assert!(start <= KEPT && start > KEPT - 100);
        assert_eq!(log.since(start), "LOG:  after");
        let whole = std::fs::read_to_string(log.path()).unwrap();
        assert!(whole.starts_with(line) && whole.ends_with("LOG:  after\n"));
    }

    #[test]
    fn silence_is_said() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Log::of(dir.path()).since(0), "the server said nothing");
    }
}
