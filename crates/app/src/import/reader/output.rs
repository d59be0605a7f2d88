//! Output channel of the child.

use crate::import::error::Refusal;
use crate::import::protocol::{Message, ParsedRow, PriceCell};
use celeiro_domain::catalog::DecimalMark;
use celeiro_domain::import::bare_price;
use std::io::{self, BufWriter, Stdout, Write};

/// Why reading ends before the end of the file.
#[derive(Debug)]
pub(in crate::import) enum Stop {
    /// The file cannot be used.
    Refused(Refusal),
    /// The reader of the output is gone.
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

/// Rows, and bytes of them, that are held back until the sign before decimals is looked for in all
/// of their prices.
const HEAD_ROWS: u32 = 5_000;
const HEAD_BYTES: usize = 4 << 20;

/// Writes messages to standard output, many at a time.
///
/// The first rows wait: `1.250` in the first may be understood by the `12,50` in the hundredth.
pub(in crate::import) struct Output {
    to: BufWriter<Stdout>,
    percent: u8,
    rows: u32,
    /// What waits; `None` once the head of the file is over.
    head: Option<Vec<u8>>,
    marks: Marks,
}

/// What the prices so far have shown.
#[derive(Default)]
struct Marks {
    said: Option<DecimalMark>,
    comma: bool,
    point: bool,
}

impl Marks {
    fn take(&mut self, text: &str) {
        match DecimalMark::proven_by(text) {
            Some(DecimalMark::Comma) => self.comma = true,
            Some(DecimalMark::Point) => self.point = true,
            None => {}
        }
    }

    /// What a person said, or else the one sign that was seen; two prove nothing.
    fn mark(&self) -> Option<DecimalMark> {
        self.said.or(match (self.comma, self.point) {
            (true, false) => Some(DecimalMark::Comma),
            (false, true) => Some(DecimalMark::Point),
            _ => None,
        })
    }
}

impl Output {
    pub fn new(stdout: Stdout) -> Self {
        let to = BufWriter::with_capacity(64 << 10, stdout);
        Self { to, percent: 0, rows: 0, head: Some(Vec::new()), marks: Marks::default() }
    }

    /// Sets the decimal mark of all prices, whatever the rows suggest.
    pub fn decimals(&mut self, said: Option<DecimalMark>) {
        self.marks.said = said;
    }

    /// Writes one message of the child process to the parent.
    pub fn say(&mut self, message: &Message) -> io::Result<()> {
        serde_json::to_writer(&mut self.to, message)?;
        self.to.write_all(b"\n")
    }

    /// Writes a message of the child for readers, as [`Output::say`] does. Behind rows that wait, names of columns
    /// wait too.
    pub fn emit(&mut self, message: &Message) -> Result<(), Stop> {
        match (&mut self.head, message) {
            (Some(head), Message::Row(_) | Message::Columns(_)) => {
                serde_json::to_writer(&mut *head, message).map_err(|e| Stop::Output(e.into()))?;
                head.push(b'\n');
                Ok(())
            }
            _ => self.say(message).map_err(Stop::Output),
        }
    }

    /// Writes out the held-back head of the file, with the decimal mark that its prices show.
    pub fn release(&mut self) -> io::Result<()> {
        let Some(head) = self.head.take() else { return Ok(()) };
        self.say(&Message::Decimals(self.marks.mark()))?;
        self.to.write_all(&head)
    }

    fn observe_price(&mut self, row: &ParsedRow) -> Result<(), Stop> {
        let Some(PriceCell::Written(text)) = row.record.as_ref().and_then(|record| record.price.as_ref())
        else {
            return Ok(());
        };
        let before = self.marks.mark();
        self.marks.take(bare_price(text));
        let now = self.marks.mark();
        if self.head.is_none() && now != before {
            self.emit(&Message::Decimals(now))?;
        }
        Ok(())
    }

    /// Writes a parsed row to the parent process, and counts it.
    pub fn row(&mut self, row: ParsedRow) -> Result<(), Stop> {
        self.rows += 1;
        if self.rows > super::MAX_ROWS {
            return Err(Refusal::TooManyRows(super::MAX_ROWS).into());
        }
        self.observe_price(&row)?;
        self.emit(&Message::Row(row))?;
        let over = |head: &Vec<u8>| self.rows >= HEAD_ROWS || head.len() >= HEAD_BYTES;
        if self.head.as_ref().is_some_and(over) {
            self.release().map_err(Stop::Output)?;
        }
        Ok(())
    }

    /// Number of rows that the child process has written.
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
