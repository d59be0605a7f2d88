//! Rows of which each is a record, by the targets of the columns.

use super::column_types::Types;
use super::sample::TableSample;
use crate::import::protocol::{ParsedRecord, ParsedRow};
use crate::import::reader::MAX_ROW;
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{self, Columns, Target};
use crate::import::reader::record::RowBuilder;
use crate::import::reader::types::lacks_digits;
use crate::import::report::CellError;
use celeiro_domain::catalog::FieldErrorCode;
use celeiro_domain::search::Kind;

/// The record of a row by the columns' targets; one above [`MAX_ROW`] bytes is refused whole.
pub(super) fn plain_row(
    (number, cells): (u32, Vec<Cell<'_>>),
    columns: &Columns,
    is_absent: impl Fn(usize) -> bool,
    seen: &mut TableSample,
    types: &Types,
    kind: Kind,
) -> ParsedRow {
    if cells.iter().map(Cell::size).sum::<usize>() > MAX_ROW {
        let allowed = format!("0..{MAX_ROW} bytes");
        let problem = CellError::new(number, "", FieldErrorCode::TooLong, "", &allowed);
        return ParsedRow { row: number, line: None, record: None, problems: vec![problem] };
    }
    let mut row = RowBuilder::new(number);
    let mut names = columns.names.iter();
    for (at, cell) in cells.into_iter().enumerate() {
        if columns.is_unnamed(at) {
            seen.note_unnamed(at, &cell);
        }
        let column = types.get(&at).copied();
        match columns.targets.get(at) {
            // Names stand in the order of their columns.
            Some(Target::Field(field)) => {
                let name = names.next().map_or("", |(_, name)| name);
                seen.note_field(*field, name, &cell);
                if !is_absent(at) {
                    row.fill(*field, name, cell);
                }
            }
            // What the row does not name stays as it is in its record.
            Some(Target::Attribute(_)) if is_absent(at) => {}
            Some(Target::Attribute(name)) => {
                seen.note_attribute(at, name, &cell);
                // Digits that a spreadsheet has rounded away cannot be had back.
                if lacks_digits(name, &cell) {
                    seen.note_lost_digits(name);
                } else {
                    row.add_attribute(name, cell, column);
                }
            }
            // A sheet may have cells to the right of its header.
            None if kind == Kind::Items => row.add_attribute(&header::name_of_unnamed(at), cell, column),
            Some(Target::Nowhere) | None => {}
        }
    }
    row.build()
}

/// Takes the category of the rows above, where a product has none of its own.
pub(super) fn fill_category(record: &mut ParsedRecord, last: &mut Option<String>) {
    if has_text(record.category.as_deref()) {
        last.clone_from(&record.category);
    } else if is_product(record) {
        record.category.clone_from(last);
    }
}

/// Whether a row has a name, and a price or a code: titles and remarks stand alone.
pub(super) fn is_product(record: &ParsedRecord) -> bool {
    has_text(record.name.as_deref()) && (record.price.is_some() || has_text(record.external_id.as_deref()))
}

fn has_text(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.trim().is_empty())
}
