//! Prediction of how an import would read an attribute column that an export is about to write.

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
    /// Adds a cell to the column whose reading by an import is predicted.
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

/// Predicts the value that an import reads in a cell of a column of this type; `None` where it is blank or refused.
pub(crate) fn read_text_cell(text: &str, value: ValueType) -> Option<Value> {
    let cell = Cell::text(text);
    if cell == Cell::Blank || cell.fault().is_some() {
        return None;
    }
    value_of(cell, ColumnType { value, mark: None }).ok()
}

/// Predicts the value that an import reads in a cell of a sheet that holds a number.
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_column_shows_a_type_only_where_no_sign_of_other_columns_makes_it_another() {
        for (name, cells, value) in [
            ("teor", &["3,75", "2,5"][..], Some(ValueType::Number)),
            ("teor", &["12", "-7"], Some(ValueType::Number)),
            ("ok", &["true", "falso"], Some(ValueType::YesNo)),
            ("cultura", &["soja", "milho"], Some(ValueType::Text)),
            ("série", &["0789"], Some(ValueType::Text)),
            ("EAN", &["12", "13"], Some(ValueType::Text)),
            ("teor", &["1.250"], None),
            ("teor", &["12", "13", "n/d"], None),
        ] {
            let mut probe = ColumnProbe::default();
            cells.iter().for_each(|cell| probe.take(cell));
            for one in [ValueType::Text, ValueType::Number, ValueType::YesNo, ValueType::List] {
                assert_eq!(probe.shows_type(name, one), value == Some(one), "{name} {cells:?} {one:?}");
            }
        }
    }

    #[test]
    fn a_cell_is_read_as_its_type_or_not_at_all() {
        for (text, value, read) in [
            ("3,75", ValueType::Number, Some(json!(3.75))),
            ("sim", ValueType::YesNo, Some(json!(true))),
            ("soja; milho", ValueType::List, Some(json!(["soja", "milho"]))),
            (r#"{"a": [1]}"#, ValueType::Json, Some(json!({"a": [1]}))),
            (" 007 ", ValueType::Text, Some(json!("007"))),
            ("n/d", ValueType::Number, None),
            ("1.250", ValueType::Number, None),
            ("talvez", ValueType::YesNo, None),
            ("{", ValueType::Json, None),
            ("  ", ValueType::Text, None),
            ("⚠ Celeiro: #N/A", ValueType::Text, None),
        ] {
            assert_eq!(read_text_cell(text, value), read, "{text}");
        }
        assert_eq!((read_number_cell(0.1 + 0.2), read_number_cell(5.0)), (json!(0.3), json!(5)));
    }

    #[test]
    fn names_that_mean_something_else_are_known() {
        assert!(names_field("Preço (R$)") && !names_field("Vlr nutricional"));
        for name in ["", " Cor", "Cor ", "A\tB", "Medidas / Altura", "Celeiro: erro", "Cor [lista]"] {
            assert!(is_misread_name(name), "{name:?}");
        }
        for name in ["Cor", "Altura (mm)", "Peso/volume", "Cor [x]"] {
            assert!(!is_misread_name(name), "{name:?}");
        }
    }
}
