//! A table told as it stands: its header, and the cells of its rows, bad ones too.
//!
//! For a person who says which column is what, and for the file of rejected rows. A table in which no
//! row is a header by its names has one all the same: the row that knows most names, or else the first.

use super::agrofit::Products;
use super::cell::Cell;
use super::header::{Columns, Knowledge, Target};
use super::table::HEADER_ROWS;
use super::{Output, Stop};
use crate::import::error::Refusal;
use crate::import::protocol::{Cells, Header, Message};
use crate::import::report::{FileFacts, ImportPreset};
use celeiro_domain::search::Kind;
use serde_json::Value;

/// Which rows are headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Headers {
    /// Only those whose names are known: another sheet may have one.
    Known,
    /// Any, where none is known.
    #[default]
    Any,
}

/// A table that is told.
#[derive(Default)]
pub(super) struct RawTable {
    pub headers: Headers,
    /// Rows above the header, or among which it still has to be found.
    waiting: Vec<Cells>,
    width: Option<usize>,
}

impl RawTable {
    /// How many cells the header has; `None` before it.
    pub fn width(&self) -> Option<usize> {
        self.width
    }

    /// Takes a row.
    pub fn row(
        &mut self,
        row: u32,
        cells: Vec<Cell<'_>>,
        known: Knowledge<'_>,
        facts: &FileFacts,
        out: &mut Output,
    ) -> Result<(), Stop> {
        let cells = Cells { row, cells: cells.into_iter().map(Cell::into_value).collect() };
        if self.width.is_some() {
            return out.emit(&Message::Cells(cells));
        }
        let preset = preset_of(known, &cells);
        self.waiting.push(cells);
        match preset {
            Some(preset) => self.begin(self.waiting.len() - 1, preset, known, facts, out),
            None if self.waiting.len() >= HEADER_ROWS => self.settle(known, facts, out),
            None => Ok(()),
        }
    }

    /// The table has ended.
    pub fn finish(mut self, known: Knowledge<'_>, facts: &FileFacts, out: &mut Output) -> Result<(), Stop> {
        match (self.width, self.waiting.is_empty()) {
            (Some(_), _) => Ok(()),
            (None, true) => Err(Refusal::Empty.into()),
            (None, false) => self.settle(known, facts, out),
        }
    }

    /// No row is a header by its names.
    fn settle(&mut self, known: Knowledge<'_>, facts: &FileFacts, out: &mut Output) -> Result<(), Stop> {
        if self.headers == Headers::Known {
            let column = super::header::needed(known.kind).first().map_or("", |field| field.column());
            return Err(Refusal::MissingColumn { column: column.to_owned(), found: Vec::new() }.into());
        }
        let names_known = |at: &usize| Columns::read(known, &names(&self.waiting[*at])).names.len();
        let best = (0..self.waiting.len()).rev().max_by_key(names_known).unwrap_or(0);
        self.begin(best, ImportPreset::Plain, known, facts, out)
    }

    fn begin(
        &mut self,
        at: usize,
        preset: ImportPreset,
        known: Knowledge<'_>,
        facts: &FileFacts,
        out: &mut Output,
    ) -> Result<(), Stop> {
        let below = self.waiting.split_off(at + 1);
        let names = self.waiting.pop().map(|cells| names(&cells)).unwrap_or_default();
        self.width = Some(names.len());
        out.emit(&Message::Facts(FileFacts { preset, ..facts.clone() }))?;
        out.emit(&Message::Header(header(known, &names, preset)))?;
        below.into_iter().try_for_each(|cells| out.emit(&Message::Cells(cells)))
    }
}

/// Whether a row is a header by its names, and of which table.
fn preset_of(known: Knowledge<'_>, cells: &Cells) -> Option<ImportPreset> {
    let names = names(cells);
    if known.kind == Kind::Items && known.map.is_empty() && Products::of_header(&names).is_some() {
        return Some(ImportPreset::Agrofit);
    }
    let is_header =
        Columns::read(known, &names).missing(known.kind).is_none() && known.absent(&names).is_none();
    is_header.then_some(ImportPreset::Plain)
}

/// The header of these columns.
pub(super) fn header(known: Knowledge<'_>, names: &[String], preset: ImportPreset) -> Header {
    let field = |target: &Target| match target {
        Target::Field(field) => Some(*field),
        Target::Attribute(_) | Target::Nowhere => None,
    };
    let fields = Columns::read(known, names).targets.iter().map(field).collect();
    Header { names: names.to_vec(), fields, preset }
}

fn names(cells: &Cells) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    cells.cells.iter().map(text).collect()
}
