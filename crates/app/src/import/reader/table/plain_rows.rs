//! Plain rows, one record each, by the columns' targets.

use super::column_types::Types;
use super::sample::TableSample;
use crate::import::protocol::{ParsedRecord, ParsedRow};
use crate::import::reader::MAX_ROW;
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{self, Columns, Target};
use crate::import::reader::record::RowBuilder;
use crate::import::reader::types::{is_no_bar_code, lacks_digits};
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
                } else if !is_no_bar_code(name, &cell) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::protocol::{ColumnType, PriceCell, ValueType};
    use crate::import::reader::header::Knowledge;
    use crate::import::report::{ImportWarning, WarningCode};
    use serde_json::{Value, json};

    const HEADER: [&str; 5] = ["Código", "Produto", "Preço", "Largura", "Cód. Barras"];

    /// The third row below [`HEADER`], in which cells are absent, and the warnings about it.
    fn read_items(cells: Vec<Cell<'_>>, absent: &[usize]) -> (ParsedRow, Vec<ImportWarning>) {
        let columns = Columns::read(Knowledge::of_names(Kind::Items), &HEADER.map(str::to_owned));
        let mut seen = TableSample::new(&columns.targets);
        let types = Types::from([(3, ColumnType { value: ValueType::Number, mark: None })]);
        let is_absent = |at: usize| absent.contains(&at);
        let row = plain_row((3, cells), &columns, is_absent, &mut seen, &types, Kind::Items);
        (row, seen.into_warnings(Kind::Items).collect())
    }

    #[test]
    fn cells_go_where_their_columns_say_and_rounded_codes_nowhere() {
        let cells = ["7", "Ureia", "98,50", "12", "7,89E+12", "à parte"].map(Cell::text);
        let (row, warnings) = read_items(cells.into(), &[]);
        let record = row.record.unwrap();
        assert_eq!((record.external_id.as_deref(), record.name.as_deref()), (Some("7"), Some("Ureia")));
        assert_eq!(record.price, Some(PriceCell::Written("98,50".into())));
        assert_eq!(Value::Object(record.attributes), json!({"Largura": 12, "column_6": "à parte"}));
        let warnings: Vec<_> = warnings.into_iter().map(|warning| (warning.code, warning.names)).collect();
        assert_eq!(
            warnings,
            [
                (WarningCode::UnnamedColumns, vec!["column_6".to_owned()]),
                (WarningCode::LostDigits, vec!["Cód. Barras".to_owned()]),
            ]
        );
    }

    #[test]
    fn what_a_row_lacks_stays_and_what_it_has_blank_is_cleared() {
        let cells = || vec![Cell::text("7"), Cell::text("Ureia"), Cell::Blank, Cell::Blank];
        let record = read_items(cells(), &[]).0.record.unwrap();
        assert_eq!((record.name.as_deref(), record.cleared), (Some("Ureia"), vec!["Largura".to_owned()]));
        let record = read_items(cells(), &[1, 3]).0.record.unwrap();
        assert_eq!((record.name, record.cleared), (None, Vec::new()));
    }

    #[test]
    fn a_row_that_is_too_long_is_refused_whole() {
        let long = Cell::Text("a".repeat(MAX_ROW).into());
        let (row, _) = read_items(vec![Cell::text("7"), long], &[]);
        assert!(row.record.is_none());
        let problems: Vec<_> = row.problems.iter().map(|one| (one.row, one.code)).collect();
        assert_eq!(problems, [(3, FieldErrorCode::TooLong)]);
    }

    #[test]
    fn a_product_without_a_category_has_that_of_the_rows_above() {
        let record = |name: &str, price: Option<&str>, category: Option<&str>| ParsedRecord {
            name: Some(name.to_owned()),
            price: price.map(|price| PriceCell::Written(price.to_owned())),
            category: category.map(str::to_owned),
            ..ParsedRecord::default()
        };
        let mut last = None;
        let mut fill = |mut one: ParsedRecord| {
            fill_category(&mut one, &mut last);
            one.category
        };
        assert_eq!(fill(record("Sem grupo", Some("1"), None)), None);
        assert_eq!(fill(record("Decis", Some("90"), Some("Inseticidas"))).as_deref(), Some("Inseticidas"));
        assert_eq!(fill(record("Karate", Some("80"), Some(" "))).as_deref(), Some("Inseticidas"));
        assert_eq!(fill(record("Preços sem frete", None, None)), None, "a remark is no product");
        let coded = ParsedRecord { external_id: Some("9".into()), ..record("Engeo", None, None) };
        assert_eq!(fill(coded).as_deref(), Some("Inseticidas"));
        assert!(!is_product(&record(" ", Some("1"), None)));
    }
}
