//! The child's voice.

use crate::import::error::Refusal;
use crate::import::protocol::{Message, Row};
use std::io::{self, BufWriter, Stdout, Write};

/// Why reading ends before the end of the file.
#[derive(Debug)]
pub(in crate::import) enum Stop {
    /// The file cannot be used.
    Refused(Refusal),
    /// Nobody listens.
    Output(io::Error),
}

/// A file that cannot be read any further is a damaged one, or sits on a damaged disk.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Refused(Refusal::Damaged(error.to_string()))
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refused(refusal)
    }
}

/// Writes messages to standard output, many at a time.
pub(in crate::import) struct Output {
    to: BufWriter<Stdout>,
    percent: u8,
    rows: u32,
}

impl Output {
    pub fn new(stdout: Stdout) -> Self {
        Self { to: BufWriter::with_capacity(64 << 10, stdout), percent: 0, rows: 0 }
    }

    /// Writes one message.
    pub fn say(&mut self, message: &Message) -> io::Result<()> {
        serde_json::to_writer(&mut self.to, message)?;
        self.to.write_all(b"\n")
    }

    /// As [`Output::say`], for readers.
    pub fn emit(&mut self, message: &Message) -> Result<(), Stop> {
        self.say(message).map_err(Stop::Output)
    }

    /// Writes a row, and counts it.
    pub fn row(&mut self, row: Row) -> Result<(), Stop> {
        self.rows += 1;
        if self.rows > super::MAX_ROWS {
            return Err(Refusal::TooManyRows(super::MAX_ROWS).into());
        }
        self.emit(&Message::Row(row))
    }

    /// Rows written.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Tells how much of the file is read, where a percent has been added: a person sees it, and the
    /// parent knows that we live.
    pub fn progress(&mut self, done: u64, total: u64) -> Result<(), Stop> {
        let percent = (done.saturating_mul(100) / total.max(1)).min(100) as u8;
        if percent > self.percent {
            self.percent = percent;
            self.emit(&Message::Progress(percent))?;
            self.flush().map_err(Stop::Output)?;
        }
        Ok(())
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
