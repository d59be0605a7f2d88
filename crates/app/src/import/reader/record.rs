//! Assignment of cells to the fields of a record.

use super::cell::{Cell, number_text, number_value};
use super::types::{Survey, is_rounded_code, value_of};
use crate::import::protocol::{ColumnType, ParsedRecord, ParsedRow, PriceCell};
use crate::import::report::CellError;
use celeiro_domain::catalog::{FieldErrorCode, RecordField, split_tags};
use serde_json::Value;

/// A code with all of its digits, beside what a spreadsheet makes of it.
const WHOLE_CODE: &str = "7891950619014 ≠ 7,89E+12";

/// What a column of packages holds.
const PACKAGE_LIST: &str = r#"[{"label": "5 L", "price": 298}, …]"#;

/// A row that is being put together.
pub(super) struct RowBuilder {
    row: u32,
    record: ParsedRecord,
    problems: Vec<CellError>,
}

impl RowBuilder {
    pub fn new(row: u32) -> Self {
        Self { row, record: ParsedRecord::default(), problems: Vec::new() }
    }

    /// Puts `cell`, of the column called `column`, into `field`. Blank cells leave it empty.
    pub fn fill(&mut self, field: RecordField, column: &str, cell: Cell<'_>) {
        // A price that could not be computed changes none.
        if field == RecordField::Price && matches!(cell, Cell::Failed(_)) {
            return;
        }
        self.record.given = self.record.given.with(field);
        if let Some((code, shown)) = cell.fault() {
            let allowed = match code {
                FieldErrorCode::TooLong => format!("0..{} bytes", super::MAX_CELL),
                _ => String::new(),
            };
            let problem = CellError::new(self.row, column, code, shown, &allowed);
            let is_cut = matches!(cell, Cell::TooLong(_));
            return self.problems.push(if is_cut { problem.of_a_part() } else { problem });
        }
        match (field, cell) {
            (_, Cell::Blank) => {}
            // Products whose codes were rounded to the same would be one.
            (RecordField::ExternalId, Cell::Text(code)) if is_rounded_code(&code) => {
                self.problem(column, FieldErrorCode::InvalidValue, &code, WHOLE_CODE);
            }
            (RecordField::Tags, cell) => self.tags(column, cell),
            (RecordField::Attributes, cell) => self.attributes(column, cell),
            (RecordField::Packages, cell) => self.packages(column, cell),
            (RecordField::Price, cell) => self.record.price = Some(price_cell(cell)),
            (field, cell) => self.text(field, column, cell),
        }
    }

    /// Puts `cell` under `name` into the attributes, as a value of the type of its column, or as it is given
    /// where the column has none; what cannot be read, or does not fit, is a problem.
    pub fn add_attribute(&mut self, name: &str, cell: Cell<'_>, column: Option<ColumnType>) {
        let value = match (cell, column) {
            (Cell::Blank, _) => return self.record.cleared.push(name.to_owned()),
            (Cell::Failed(_) | Cell::Uncomputed(_), _) => return,
            (broken @ (Cell::Unreadable(_) | Cell::TooLong(_) | Cell::HalfCharacter(_)), _) => {
                return self.fill(RecordField::Attributes, name, broken);
            }
            (cell, Some(column)) => match value_of(cell, column) {
                Ok(value) => value,
                Err((code, shown, allowed)) => return self.problem(name, code, &shown, &allowed),
            },
            (Cell::Text(text), None) => Value::String(text.trim().to_owned()),
            (Cell::Number(number), None) => number_value(number),
            (Cell::Digits(digits), None) => match serde_json::from_str(&digits) {
                Ok(number) => number,
                Err(_) => {
                    let (code, allowed) = (FieldErrorCode::InvalidAttributes, "-1.8e308..1.8e308");
                    return self.problem(name, code, &digits, allowed);
                }
            },
            (Cell::Bool(value), None) => Value::Bool(value),
            (Cell::Json(value), None) => value,
        };
        // What stands in a column of attributes was meant; a column beside it does not replace it.
        self.record.attributes.entry(name.to_owned()).or_insert(value);
    }

    /// Notes a problem of a cell of the row.
    pub fn problem(&mut self, column: &str, code: FieldErrorCode, value: &str, allowed: &str) {
        self.problems.push(CellError::new(self.row, column, code, value, allowed));
    }

    /// Builds the parsed row with the fields that could be read.
    pub fn build(self) -> ParsedRow {
        ParsedRow { row: self.row, line: None, record: Some(Box::new(self.record)), problems: self.problems }
    }

    fn empty(&mut self, field: RecordField) {
        match field {
            RecordField::Price => self.record.price = None,
            RecordField::Tags => self.record.tags.clear(),
            RecordField::Attributes => self.record.attributes.clear(),
            RecordField::Packages => self.record.packages.clear(),
            field => {
                if let Some(place) = self.record.text_mut(field) {
                    *place = None;
                }
            }
        }
    }

    fn text(&mut self, field: RecordField, column: &str, cell: Cell<'_>) {
        if let Cell::Json(value) = cell {
            return self.problem(column, FieldErrorCode::NotText, &value.to_string(), "");
        }
        if let Some(place) = self.record.text_mut(field) {
            *place = cell.into_text();
        }
    }

    fn tags(&mut self, column: &str, cell: Cell<'_>) {
        match cell {
            Cell::Json(Value::Array(list)) => {
                for tag in list {
                    match tag {
                        Value::String(text) => self.record.tags.push(text),
                        Value::Number(number) => self.record.tags.push(number.to_string()),
                        Value::Null => {}
                        other => {
                            let (code, one) = (FieldErrorCode::NotText, other.to_string());
                            let problem = CellError::new(self.row, column, code, &one, "");
                            self.problems.push(problem.of_a_part());
                        }
                    }
                }
            }
            Cell::Json(other) => self.problem(column, FieldErrorCode::NotText, &other.to_string(), ""),
            // A single number is one tag, whatever its comma.
            Cell::Number(number) => self.record.tags.push(number_text(number)),
            cell => self.record.tags = cell.into_text().map_or_else(Vec::new, |text| split_tags(&text)),
        }
    }

    fn packages(&mut self, column: &str, cell: Cell<'_>) {
        let shown = json_text(cell);
        match serde_json::from_str(&shown) {
            Ok(Value::Array(list)) => self.record.packages = list,
            Ok(Value::Null) => {}
            _ => self.problem(column, FieldErrorCode::InvalidValue, &shown, PACKAGE_LIST),
        }
    }

    fn attributes(&mut self, column: &str, cell: Cell<'_>) {
        let shown = json_text(cell);
        match serde_json::from_str(&shown) {
            Ok(Value::Object(object)) => self.record.attributes.extend(object),
            Ok(Value::Null) => {}
            _ => self.problem(column, FieldErrorCode::InvalidAttributes, &shown, "{\"…\": …}"),
        }
    }
}

/// The JSON that a cell is or holds as a text.
fn json_text(cell: Cell<'_>) -> String {
    match cell {
        Cell::Json(value) => value.to_string(),
        cell => cell.into_text().unwrap_or_default(),
    }
}

/// The row with another text in the cell of `column`, which fills `field` or, where that is `None`, is
/// an attribute. What was wrong there is forgotten; what is wrong with the new text is noted.
pub(in crate::import) fn correct_cell(
    row: ParsedRow,
    field: Option<RecordField>,
    column: &str,
    text: &str,
    column_type: Option<ColumnType>,
) -> ParsedRow {
    let ParsedRow { row, line, record, problems } = row;
    let Some(record) = record else { return ParsedRow { row, line, record, problems } };
    let problems = problems.into_iter().filter(|p| p.column != column).collect();
    let mut builder = RowBuilder { row, record: *record, problems };
    match field {
        Some(field) => {
            builder.empty(field);
            builder.fill(field, column, Cell::text(text));
        }
        None => {
            builder.record.attributes.remove(column);
            builder.record.cleared.retain(|name| name != column);
            // A column without a type takes the one that the text itself shows.
            let column_type = column_type.unwrap_or_else(|| {
                let mut survey = Survey::default();
                survey.take(&Cell::text(text));
                survey.decide(column, None)
            });
            builder.add_attribute(column, Cell::text(text), Some(column_type));
        }
    }
    ParsedRow { line, ..builder.build() }
}

/// A price, for the parent to judge. A sheet's numbers are binary fractions, often computed: they
/// are rounded to the four decimals that a price can have.
fn price_cell(cell: Cell<'_>) -> PriceCell {
    match cell {
        Cell::Number(number) if number.is_finite() => {
            let rounded: f64 = format!("{number:.4}").parse().unwrap_or(number);
            PriceCell::Number(format!("{rounded}"))
        }
        Cell::Digits(digits) => PriceCell::Number(plain_digits(&digits)),
        Cell::Json(value) => PriceCell::Written(value.to_string()),
        cell => PriceCell::Written(cell.into_text().unwrap_or_default()),
    }
}

/// JSON may write 1e3; people's numbers have no exponents.
fn plain_digits(digits: &str) -> String {
    match digits.parse::<f64>() {
        Ok(number) if digits.contains(['e', 'E']) && number.is_finite() => number.to_string(),
        _ => digits.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::protocol::ValueType;
    use serde_json::json;

    const NUMBERS: ColumnType = ColumnType { value: ValueType::Number, mark: None };

    fn fill_field(field: RecordField, cell: Cell<'_>) -> (ParsedRecord, Vec<FieldErrorCode>) {
        let mut row = RowBuilder::new(2);
        row.fill(field, "c", cell);
        let row = row.build();
        (*row.record.unwrap(), row.problems.iter().map(|p| p.code).collect())
    }

    #[test]
    fn a_code_that_a_spreadsheet_has_rounded_is_refused() {
        let codes = |text: &'static str| fill_field(RecordField::ExternalId, Cell::text(text)).1;
        assert_eq!(codes("7,89E+12"), [FieldErrorCode::InvalidValue]);
        for code in ["12E5", "E+12", "7891950619014", "A-1"] {
            assert_eq!(codes(code), [], "{code}");
        }
    }

    #[test]
    fn prices_keep_their_digits() {
        for (cell, text) in [
            (Cell::Number(12.3 * 1.1), "13.53"),
            (Cell::Number(10.0 / 3.0), "3.3333"),
            (Cell::Digits("999999999999.9999".into()), "999999999999.9999"),
            (Cell::Digits("1.5e3".into()), "1500"),
            (Cell::Digits("1e999".into()), "1e999"),
            (Cell::Text("R$ 1.234,50".into()), "R$ 1.234,50"),
        ] {
            let (PriceCell::Number(found) | PriceCell::Written(found)) =
                fill_field(RecordField::Price, cell).0.price.unwrap();
            assert_eq!(found, text);
        }
    }

    #[test]
    fn attributes_come_from_json_in_a_cell_and_from_columns() {
        let mut row = RowBuilder::new(2);
        row.fill(RecordField::Attributes, "attributes", Cell::text(r#"{"cor": "azul", "n": 1.0}"#));
        row.add_attribute("cor", Cell::text("verde"), None);
        row.add_attribute("peso", Cell::text("12.5"), Some(NUMBERS));
        assert_eq!(Value::Object(row.record.attributes), json!({"cor": "azul", "n": 1.0, "peso": 12.5}));
        for text in ["[1]", "{", "azul", "12"] {
            assert_eq!(
                fill_field(RecordField::Attributes, Cell::text(text)).1,
                [FieldErrorCode::InvalidAttributes],
                "{text}"
            );
        }
    }

    #[test]
    fn a_corrected_cell_is_read_as_if_it_had_stood_there() {
        let mut row = RowBuilder::new(9);
        row.fill(RecordField::Name, "nome", Cell::Failed("#N/A".into()));
        row.fill(RecordField::Tags, "tags", Cell::text("soja; milho"));
        row.add_attribute("teor", Cell::text("x"), Some(NUMBERS));
        let row = correct_cell(row.build(), Some(RecordField::Name), "nome", "Uréia", None);
        let row = correct_cell(row, None, "teor", "12,5", Some(NUMBERS));
        let row = correct_cell(row, Some(RecordField::Tags), "tags", "uva", None);
        let record = row.record.unwrap();
        assert_eq!((record.name.as_deref(), row.problems.len()), (Some("Uréia"), 0));
        assert_eq!((record.tags, &record.attributes["teor"]), (vec!["uva".to_owned()], &json!(12.5)));
    }

    #[test]
    fn what_cannot_be_read_is_a_problem_at_its_cell() {
        assert_eq!(
            fill_field(RecordField::Name, Cell::Failed("#N/A".into())).1,
            [FieldErrorCode::FailedFormula]
        );
        assert_eq!(fill_field(RecordField::Name, Cell::Json(json!({"a": 1}))).1, [FieldErrorCode::NotText]);
        assert_eq!(fill_field(RecordField::Tags, Cell::Json(json!(["a", {}]))).1, [FieldErrorCode::NotText]);
        assert_eq!(fill_field(RecordField::Tags, Cell::Json(json!(["a, b", 7]))).0.tags, ["a, b", "7"]);
    }

    #[test]
    fn packages_are_a_list_of_json_or_a_problem() {
        let list = r#"[{"label": "5 L"}, {"label": "20 L"}]"#;
        assert_eq!(fill_field(RecordField::Packages, Cell::text(list)).0.packages.len(), 2);
        let cell = Cell::Json(json!([{"label": "5 L"}]));
        assert_eq!(fill_field(RecordField::Packages, cell).0.packages, [json!({"label": "5 L"})]);
        let (record, problems) = fill_field(RecordField::Packages, Cell::text("null"));
        assert_eq!((record.packages, problems), (Vec::new(), Vec::new()));
        for text in ["5 L", "{}", "[", "7"] {
            let (record, problems) = fill_field(RecordField::Packages, Cell::text(text));
            assert_eq!(
                (record.packages, problems),
                (Vec::new(), vec![FieldErrorCode::InvalidValue]),
                "{text}"
            );
        }
    }

    #[test]
    fn a_price_that_could_not_be_computed_changes_none() {
        let (record, problems) = fill_field(RecordField::Price, Cell::Failed("#N/A".into()));
        assert_eq!((record, problems), (ParsedRecord::default(), Vec::new()));
        let (record, problems) = fill_field(RecordField::Price, Cell::Uncomputed("=A1".into()));
        assert_ne!(record.given, ParsedRecord::default().given);
        assert_eq!((record.price, problems), (None, vec![FieldErrorCode::UncomputedFormula]));
    }

    #[test]
    fn an_attribute_is_as_it_is_given_and_a_blank_one_is_cleared() {
        let mut row = RowBuilder::new(2);
        row.add_attribute("ativo", Cell::Bool(true), None);
        row.add_attribute("faixa", Cell::Json(json!([1, 2])), None);
        row.add_attribute("peso", Cell::Number(2.0), None);
        row.add_attribute("cor", Cell::Blank, None);
        row.add_attribute("teor", Cell::Failed("#N/A".into()), None);
        row.add_attribute("obs", Cell::TooLong("aaa".into()), None);
        row.add_attribute("teor 2", Cell::text("x"), Some(NUMBERS));
        let row = row.build();
        let problems: Vec<_> =
            row.problems.iter().map(|one| (one.column.as_str(), one.code, one.value_cut)).collect();
        assert_eq!(
            problems,
            [("obs", FieldErrorCode::TooLong, true), ("teor 2", FieldErrorCode::InvalidNumber, false)]
        );
        let record = row.record.unwrap();
        assert_eq!(Value::Object(record.attributes), json!({"ativo": true, "faixa": [1, 2], "peso": 2}));
        assert_eq!(record.cleared, ["cor"]);
    }
}
