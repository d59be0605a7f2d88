//! What an import would read in a column of attributes that an export is about to write.

use super::cell::{Cell, number_value};
use super::header::{field_of, is_remark, split_attribute_mark};
use super::types::{Survey, value_of};
use crate::import::protocol::{ColumnType, ValueType};
use celeiro_domain::catalog::DecimalMark;
use celeiro_domain::search::Kind;
use serde_json::Value;

/// Cells of a column, as a CSV has them.
#[derive(Debug, Default)]
pub(crate) struct ColumnProbe(Survey);

impl ColumnProbe {
    /// Adds a cell.
    pub fn take(&mut self, text: &str) {
        self.0.take(&Cell::text(text));
    }

    /// Whether the cells alone show that a column of this name holds values of the type, whatever sign other columns of
    /// the file have before decimals.
    pub fn shows_type(&self, name: &str, value: ValueType) -> bool {
        let marks = [None, Some(DecimalMark::Comma), Some(DecimalMark::Point)];
        let is_doubtful = value == ValueType::Text && self.0.is_nearly_numbers(name);
        marks.into_iter().all(|mark| self.0.decide(name, mark).value == value) && !is_doubtful
    }
}

/// What is read in a cell of a column of this type; `None` where it is blank or refused.
pub(crate) fn read_text_cell(text: &str, value: ValueType) -> Option<Value> {
    let cell = Cell::text(text);
    if cell == Cell::Blank || cell.fault().is_some() {
        return None;
    }
    value_of(cell, ColumnType { value, mark: None }).ok()
}

/// What is read in a cell of a sheet that holds a number.
pub(crate) fn read_number_cell(number: f64) -> Value {
    number_value(number)
}

/// Whether a column of this name is taken for a field of an item.
pub(crate) fn names_field(name: &str) -> bool {
    field_of(Kind::Items, name).is_some()
}

/// Whether a column of this name is not read as the attribute of that name: blanks around it, bands, remarks of ours
/// and marks of types mean something else.
pub(crate) fn is_misread_name(name: &str) -> bool {
    let has_band = name.contains(super::header::JOINT);
    let is_odd = name.trim() != name || name.is_empty() || name.chars().any(char::is_control);
    is_odd || has_band || is_remark(name) || split_attribute_mark(name).is_some()
}
