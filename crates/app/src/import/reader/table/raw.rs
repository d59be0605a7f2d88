//! Raw copy of a table: the rows above its header, the header, and all rows, invalid ones included.
//!
//! For the column mapping by a person, and for the file of rejected rows.

use super::joined::JoinedHeader;
use crate::import::protocol::{Cells, Header, Message};
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{ColumnNames, Columns, Knowledge, Target};
use crate::import::reader::order::ColumnOrder;
use crate::import::reader::table::heading;
use crate::import::reader::{Output, Stop};
use crate::import::report::{FileFacts, ImportPreset};
use serde_json::Value;

/// A table that is passed on as it stands.
#[derive(Default)]
pub(in crate::import::reader) struct RawTable {
    has_begun: bool,
    width: Option<usize>,
}

impl RawTable {
    /// Number of cells in the header of the raw table; `None` before it.
    pub fn width(&self) -> Option<usize> {
        self.width
    }

    /// Takes a row; that of the header is known from `facts`, and what its columns are called from `joined`
    /// where its cells do not say it. Gives the order of the columns when it is the header.
    pub fn row(
        &mut self,
        (row, cells): (u32, Vec<Cell<'_>>),
        joined: Option<&JoinedHeader>,
        known: Knowledge<'_>,
        facts: &FileFacts,
        out: &mut Output,
    ) -> Result<Option<ColumnOrder>, Stop> {
        let cells = Cells { row, cells: cells.into_iter().map(Cell::into_value).collect() };
        if self.width.is_some() {
            return out.emit(&Message::Cells(cells)).map(|()| None);
        }
        let texts = to_row_texts(&cells);
        let joined = joined.filter(|_| facts.header_row == Some(row)).map(|joined| &*joined.names);
        let names = ColumnNames::new(&texts, joined).names;
        let is_header = facts.header_row.is_none_or(|header| row >= header);
        let preset = match is_header && heading::is_agrofit(known, &names) {
            true => ImportPreset::Agrofit,
            false => ImportPreset::Plain,
        };
        if !self.has_begun {
            self.has_begun = true;
            out.emit(&Message::Facts(FileFacts { preset, ..facts.clone() }))?;
        } else if preset == ImportPreset::Agrofit {
            out.emit(&Message::Facts(FileFacts { preset, ..facts.clone() }))?;
        }
        if !is_header {
            return out.emit(&Message::Above(cells)).map(|()| None);
        }
        self.width = Some(names.len());
        let own_name =
            |(at, text): (usize, &String)| joined.and_then(|names| names.get(at)).unwrap_or(text).clone();
        let own_names = texts.iter().enumerate().map(own_name).collect();
        let header = Header { own_names, ..build_file_header(known, &names, preset) };
        let order = ColumnOrder::new(known.kind, &texts, &names, header.fields.iter().copied());
        out.emit(&Message::Header(header))?;
        Ok((preset == ImportPreset::Plain).then_some(order))
    }
}

/// The header of these columns.
pub(in crate::import::reader) fn build_file_header(
    known: Knowledge<'_>,
    names: &[String],
    preset: ImportPreset,
) -> Header {
    let fields = Columns::read(known, names).targets.iter().map(Target::field).collect();
    Header { names: names.to_vec(), own_names: names.to_vec(), fields, preset }
}

/// The cells of a row as texts, blank ones as empty texts.
fn to_row_texts(cells: &Cells) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    cells.cells.iter().map(text).collect()
}
