//! Type inference of attribute columns: one type for a column, from all of its cells, or set by a person.
//!
//! A column is numeric only where every cell is a number and none looks like a code; otherwise all of it is text, as
//! written. So no column mixes numbers and texts, no code loses its zeros, and `1.250` is read by the evidence of the
//! other cells of its column, or stays text.

use super::cell::{Cell, number_text, number_value};
use super::header::fold_name;
use crate::import::protocol::{ColumnType, ValueType};
use celeiro_domain::catalog::defined_fields::read_truth;
use celeiro_domain::catalog::{
    DecimalMark, FieldErrorCode, NumberError, both_readings, json_number, read_number, split_tags,
};
use celeiro_domain::text::folds_to;
use serde_json::Value;

/// Words in the names of columns whose digits are no amounts.
const CODES: [&str; 22] = [
    "ean",
    "codbar",
    "codgtin",
    "gtin",
    "barras",
    "barcode",
    "ncm",
    "cest",
    "cnpj",
    "cpf",
    "cep",
    "codigo",
    "cod",
    "code",
    "sku",
    "ref",
    "referencia",
    "registro",
    "lote",
    "telefone",
    "fone",
    "celular",
];
/// Whole numbers of more digits are codes: no field of a product counts so far.
const MOST_DIGITS: usize = 11;
/// More digits than a binary fraction keeps.
const EXACT_DIGITS: usize = 15;

/// What stands in a column.
#[derive(Debug, Default, Clone, Copy)]
pub(in crate::import) struct Survey {
    filled: u32,
    /// Cells that are numbers in the file, as in a sheet.
    numbers: u32,
    /// Texts that are numbers, one way or both.
    written: u32,
    /// Of those, the ones that need a proof.
    ambiguous: u32,
    comma: bool,
    point: bool,
    /// Digits that are no amount.
    codes: u32,
    truths: u32,
    /// Of those, the ones that are texts.
    words: u32,
}

impl Survey {
    /// Counts a cell of the column as evidence for its type.
    pub fn take(&mut self, cell: &Cell<'_>) {
        match cell {
            // A formula that failed says nothing of its column.
            Cell::Blank | Cell::Failed(_) | Cell::Uncomputed(_) => return,
            Cell::Number(number) => self.number(&number_text(*number)),
            Cell::Digits(digits) => self.number(digits),
            Cell::Bool(_) => self.truths += 1,
            Cell::Text(text) => self.text(text.trim()),
            Cell::Json(_) | Cell::HalfCharacter(_) | Cell::Unreadable(_) | Cell::TooLong(_) => {}
        }
        self.filled += 1;
    }

    fn number(&mut self, digits: &str) {
        self.numbers += 1;
        self.codes += u32::from(is_long(digits));
    }

    fn text(&mut self, text: &str) {
        if parse_truth(text).is_some() {
            (self.truths, self.words) = (self.truths + 1, self.words + 1);
        }
        // Most cells are words.
        if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+')) {
            return;
        }
        if is_code(text) {
            self.codes += 1;
        } else if is_spelt_out(text) {
            self.written_number(text);
        }
    }

    fn written_number(&mut self, text: &str) {
        let read = read_number(text, None);
        if read == Err(NumberError::NotANumber) {
            return;
        }
        self.written += 1;
        self.ambiguous += u32::from(read.is_err());
        self.codes += u32::from(is_long(text));
        match DecimalMark::proven_by(text) {
            Some(DecimalMark::Comma) => self.comma = true,
            Some(DecimalMark::Point) => self.point = true,
            None => {}
        }
    }

    /// Which sign its numbers prove; both where they prove two.
    fn proof(&self) -> (bool, bool) {
        (self.comma, self.point)
    }

    fn is_all_numbers(&self) -> bool {
        self.filled > 0 && self.numbers + self.written == self.filled
    }

    /// The sign before decimals in this column; `other` where it shows none, and `None` where it shows two.
    fn mark(&self, other: Option<DecimalMark>) -> Option<DecimalMark> {
        match self.proof() {
            (true, false) => Some(DecimalMark::Comma),
            (false, true) => Some(DecimalMark::Point),
            (false, false) => other,
            (true, true) => None,
        }
    }

    /// Decides the type of the attribute column `name`; `other` is the decimal mark elsewhere in the file.
    pub fn decide(&self, name: &str, other: Option<DecimalMark>) -> ColumnType {
        let text = ColumnType { value: ValueType::Text, mark: None };
        let mark = self.mark(other);
        if self.filled > 0 && self.truths == self.filled {
            return ColumnType { value: ValueType::YesNo, mark: None };
        }
        let is_clear = (self.ambiguous == 0 || mark.is_some()) && self.proof() != (true, true);
        let is_amount = self.is_all_numbers() && self.codes == 0 && !is_code_name(name) && is_clear;
        if is_amount { ColumnType { value: ValueType::Number, mark } } else { text }
    }

    /// The type that a person said, with what the column shows of its decimals.
    pub fn declared_type(&self, value: ValueType, other: Option<DecimalMark>) -> ColumnType {
        ColumnType { value, mark: self.mark(other) }
    }

    /// Whether most cells of the attribute column are amounts, although not all.
    pub fn is_nearly_numbers(&self, name: &str) -> bool {
        let most = (self.numbers + self.written) * 2 > self.filled;
        most && self.codes == 0 && !is_code_name(name)
    }

    /// Whether the file itself has other types than text in the column.
    pub fn has_types(&self) -> bool {
        self.numbers > 0 || self.truths > self.words
    }
}

/// Whether a cell of a column of bar codes is a number that a spreadsheet has rounded: `7,89E+12`.
pub(super) fn lacks_digits(name: &str, cell: &Cell<'_>) -> bool {
    // A code of thirteen digits ends in six zeros once in a million times.
    let is_round = |digits: &str| digits.len() >= 12 && digits.ends_with("000000") && !is_zeros(digits);
    let is_rounded = match cell {
        Cell::Text(text) => is_scientific(text.trim()),
        Cell::Digits(digits) => is_scientific(digits) || is_round(digits),
        Cell::Number(number) => is_round(&number_text(*number)),
        _ => false,
    };
    is_rounded && is_of_bars(name)
}

/// Whether a cell of a column of bar codes says that there is none: `SEM GTIN`, as the invoices of Brazil have it, or
/// nothing but zeros.
pub(super) fn is_no_bar_code(name: &str, cell: &Cell<'_>) -> bool {
    const WORDS: [&str; 3] = ["sem gtin", "sem ean", "isento"];
    let is_none = match cell {
        Cell::Text(text) => is_zeros(text.trim()) || WORDS.iter().any(|words| folds_to(text.trim(), words)),
        Cell::Digits(digits) => is_zeros(digits),
        Cell::Number(number) => is_zeros(&number_text(*number)),
        _ => false,
    };
    is_none && is_of_bars(name)
}

fn is_zeros(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|b| b == b'0')
}

/// Whether a column is one of bar codes.
fn is_of_bars(name: &str) -> bool {
    const OF_BARS: [&str; 8] = ["ean", "gtin", "barras", "barcode", "ean13", "cean", "codbar", "codgtin"];
    fold_name(name).split('_').any(|word| OF_BARS.contains(&word))
}

/// Whether a code is a number that a spreadsheet has rounded; `12E5` is a code.
pub(super) fn is_rounded_code(text: &str) -> bool {
    text.contains('+') && is_scientific(text.trim())
}

/// `7,89E+12`.
fn is_scientific(text: &str) -> bool {
    let Some((digits, exponent)) = text.split_once(['E', 'e']) else { return false };
    let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number(exponent) && is_number(&digits.replacen([',', '.'], "", 1))
}

/// The sign before decimals that columns of numbers show, where they show but one.
pub(in crate::import) fn mark_of_all<'s>(columns: impl Iterator<Item = &'s Survey>) -> Option<DecimalMark> {
    let proofs = columns.filter(|column| column.is_all_numbers()).map(Survey::proof);
    match proofs.fold((false, false), |all, one| (all.0 || one.0, all.1 || one.1)) {
        (true, false) => Some(DecimalMark::Comma),
        (false, true) => Some(DecimalMark::Point),
        _ => None,
    }
}

/// Why a cell is not of its column's type: the code, what stands there, what is allowed.
pub(super) type Misfit = (FieldErrorCode, String, String);

/// The cell as a value of its column's type.
///
/// # Errors
/// [`Misfit`]: nothing is bent until it fits.
pub(super) fn value_of(cell: Cell<'_>, column: ColumnType) -> Result<Value, Misfit> {
    let no_number = || (FieldErrorCode::InvalidNumber, "1234.5".to_owned());
    let no_truth = || (FieldErrorCode::NotPossible, "sim | não | true | false | 1 | 0".to_owned());
    let no_json = || (FieldErrorCode::InvalidValue, "JSON".to_owned());
    let fits = match (column.value, &cell) {
        (ValueType::Text, Cell::Text(text)) => Ok(Value::String(text.trim().to_owned())),
        (ValueType::Text, Cell::Number(number)) => Ok(Value::String(number_text(*number))),
        (ValueType::Text, Cell::Digits(digits)) => Ok(Value::String(digits.to_string())),
        (ValueType::Text, Cell::Bool(value)) => Ok(Value::String(value.to_string())),
        (ValueType::Text, _) => Err((FieldErrorCode::NotText, "text".to_owned())),
        (ValueType::Number, Cell::Number(number)) => Ok(number_value(*number)),
        (ValueType::Number, Cell::Digits(digits)) => serde_json::from_str(digits).map_err(|_| no_number()),
        (ValueType::Number, Cell::Text(text)) => match read_number(text.trim(), column.mark) {
            Ok(number) => json_number(number).map(Value::Number).ok_or_else(no_number),
            Err(NumberError::Ambiguous) => Err((FieldErrorCode::AmbiguousPrice, both_readings(text.trim()))),
            Err(NumberError::NotANumber) => Err(no_number()),
        },
        (ValueType::Number, _) => Err(no_number()),
        (ValueType::YesNo, Cell::Bool(value)) => Ok(Value::Bool(*value)),
        (ValueType::YesNo, Cell::Text(text)) => read_truth(text).map(Value::Bool).ok_or_else(no_truth),
        (ValueType::YesNo, Cell::Number(number)) => {
            read_truth(&number_text(*number)).map(Value::Bool).ok_or_else(no_truth)
        }
        (ValueType::YesNo, Cell::Digits(digits)) => read_truth(digits).map(Value::Bool).ok_or_else(no_truth),
        (ValueType::YesNo, _) => Err(no_truth()),
        (ValueType::List, Cell::Text(text)) => Ok(Value::from(split_tags(text))),
        (ValueType::List, Cell::Number(number)) => Ok(Value::from(vec![number_text(*number)])),
        (ValueType::List, Cell::Digits(digits)) => Ok(Value::from(vec![digits.to_string()])),
        (ValueType::List, Cell::Json(value)) if value.is_array() => Ok(value.clone()),
        (ValueType::List, _) => Err((FieldErrorCode::InvalidValue, "a; b".to_owned())),
        (ValueType::Json, Cell::Text(text)) => serde_json::from_str(text.trim()).map_err(|_| no_json()),
        (ValueType::Json, Cell::Number(number)) => Ok(number_value(*number)),
        (ValueType::Json, Cell::Digits(digits)) => serde_json::from_str(digits).map_err(|_| no_json()),
        (ValueType::Json, Cell::Bool(value)) => Ok(Value::Bool(*value)),
        (ValueType::Json, Cell::Json(value)) => Ok(value.clone()),
        (ValueType::Json, _) => Err(no_json()),
    };
    fits.map_err(|(code, allowed)| {
        let shown = cell.into_value();
        (code, shown.as_str().map_or_else(|| shown.to_string(), str::to_owned), allowed)
    })
}

/// What a text says yes or no to, whatever column it stands in.
fn parse_truth(text: &str) -> Option<bool> {
    let is = |words: [&str; 2]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match (is(["true", "verdadeiro"]), is(["false", "falso"])) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Leading zeros, a plus, or more digits than arithmetic keeps.
fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let count = digits.bytes().filter(u8::is_ascii_digit).count();
    let is_number =
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'+'));
    let is_zero_led = digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
    is_number && (is_zero_led || digits.starts_with('+') || count > EXACT_DIGITS)
}

/// Whether a text has more digits than a number keeps.
fn is_long(text: &str) -> bool {
    text.len() > MOST_DIGITS && text.bytes().all(|b| b.is_ascii_digit())
}

/// Amounts are not written `.5` or `5.`.
fn is_spelt_out(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit()) && digits.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether a column's name says that it holds codes, whose digits must stay as they are.
fn is_code_name(name: &str) -> bool {
    fold_name(name).split('_').any(|word| CODES.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn survey(cells: &[&str]) -> Survey {
        let mut survey = Survey::default();
        cells.iter().for_each(|cell| survey.take(&Cell::text(*cell)));
        survey
    }

    fn values(name: &str, cells: &[&str], other: Option<DecimalMark>) -> Vec<Value> {
        let column = survey(cells).decide(name, other);
        cells.iter().map(|cell| value_of(Cell::text(*cell), column).unwrap()).collect()
    }

    #[test]
    fn a_column_has_one_type() {
        assert_eq!(
            values("teor", &["3,75", "1.250,00", "42,000"], None),
            [json!(3.75), json!(1250), json!(42)]
        );
        assert_eq!(values("teor", &["3.75", "42,000"], None), [json!(3.75), json!(42000)]);
        assert_eq!(values("teor", &["12", "-7"], None), [json!(12), json!(-7)]);
        assert_eq!(values("teor", &["12", "n/d"], None), [json!("12"), json!("n/d")]);
        assert_eq!(
            values("teor", &["3,75", "3.75"], None),
            [json!("3,75"), json!("3.75")],
            "two conventions"
        );
        assert_eq!(values("teor", &["42,000", "12"], None), [json!("42,000"), json!("12")], "never guessed");
        assert_eq!(values("teor", &["42,000"], Some(DecimalMark::Comma)), [json!(42)]);
        assert_eq!(values("ok", &["true", "Falso"], None), [json!(true), json!(false)]);
        assert_eq!(values("ok", &["sim", "não"], None), [json!("sim"), json!("não")]);
    }

    #[test]
    fn codes_keep_their_digits() {
        for (name, cells) in [
            ("série", &["0789", "123"][..]),
            ("EAN", &["7891234567890"]),
            ("x", &["7891234567890", "1"]),
            ("Cód. barras", &["12", "13"]),
            ("n", &["12345678901234567"]),
            ("n", &["+5"]),
            ("n", &["1e5"]),
            ("n", &[".5"]),
            ("n", &["10-10-10"]),
        ] {
            let texts: Vec<Value> = cells.iter().map(|cell| json!(cell)).collect();
            assert_eq!(values(name, cells, Some(DecimalMark::Point)), texts, "{name}");
        }
        assert_eq!(values("largura", &["0,5", "0"], None), [json!(0.5), json!(0)]);
    }

    #[test]
    fn what_does_not_fit_a_type_that_was_said_is_told() {
        let declare_type = |value| survey(&["3,75"]).declared_type(value, None);
        let of = |text: &'static str, value| value_of(Cell::text(text), declare_type(value));
        assert_eq!(of("1.250", ValueType::Number), Ok(json!(1250)));
        assert_eq!(of("007", ValueType::Number), Ok(json!(7)));
        assert_eq!(of("n/d", ValueType::Number).unwrap_err().0, FieldErrorCode::InvalidNumber);
        assert_eq!(of("Sim", ValueType::YesNo), Ok(json!(true)));
        assert_eq!(of("talvez", ValueType::YesNo).unwrap_err().0, FieldErrorCode::NotPossible);
        let unproven = Survey::default().declared_type(ValueType::Number, None);
        let misfit = value_of(Cell::text("1.250"), unproven).unwrap_err();
        assert_eq!((misfit.0, misfit.2.as_str()), (FieldErrorCode::AmbiguousPrice, "1250 | 1.25"));
        assert_eq!(value_of(Cell::Number(7.5), declare_type(ValueType::Text)), Ok(json!("7.5")));
    }

    #[test]
    fn a_code_of_bars_that_is_none_is_none() {
        for text in ["SEM GTIN", " sem gtin ", "0000000000000", "0", "Isento"] {
            assert!(is_no_bar_code("Cód. Barras", &Cell::text(text)), "{text}");
            assert!(!is_no_bar_code("Lote", &Cell::text(text)), "{text}");
            assert!(!lacks_digits("EAN", &Cell::text(text)), "{text}");
        }
        assert!(is_no_bar_code("EAN", &Cell::Number(0.0)));
        for text in ["7891950619014", "gtin", "-"] {
            assert!(!is_no_bar_code("EAN", &Cell::text(text)), "{text}");
        }
    }

    #[test]
    fn a_code_of_bars_that_a_spreadsheet_has_rounded_lacks_digits() {
        for (name, cell, lacks) in [
            ("EAN", Cell::text("7,89E+12"), true),
            ("Código de barras", Cell::Digits("7.89e12".into()), true),
            ("GTIN", Cell::Number(7_890_000_000_000.0), true),
            ("EAN", Cell::Number(7_891_234_567_890.0), false),
            ("EAN", Cell::text("7891234567890"), false),
            ("EAN", Cell::text("E12"), false),
            ("EAN", Cell::Blank, false),
            ("Peso", Cell::text("7,89E+12"), false),
        ] {
            assert_eq!(lacks_digits(name, &cell), lacks, "{name} {cell:?}");
        }
    }

    #[test]
    fn columns_of_numbers_prove_one_sign_for_all_or_none() {
        let (comma, point, whole) = (survey(&["3,75"]), survey(&["3.75"]), survey(&["12"]));
        let mixed = survey(&["3.75", "n/d"]);
        assert_eq!(mark_of_all([&comma, &whole, &mixed].into_iter()), Some(DecimalMark::Comma));
        assert_eq!(mark_of_all([&point, &whole].into_iter()), Some(DecimalMark::Point));
        assert_eq!(mark_of_all([&comma, &point].into_iter()), None);
        assert_eq!(mark_of_all([&whole, &mixed].into_iter()), None);
    }

    #[test]
    fn a_failed_formula_says_nothing_of_its_column() {
        let mut column = survey(&["3,75", "", "12"]);
        column.take(&Cell::Failed("#N/A".into()));
        column.take(&Cell::Uncomputed("=A1".into()));
        assert_eq!(column.decide("teor", None).value, ValueType::Number);
        assert!(!column.has_types(), "its numbers are texts");
        column.take(&Cell::Unreadable("?".into()));
        assert_eq!(column.decide("teor", None).value, ValueType::Text);
        let mut truths = survey(&["true"]);
        assert!(!truths.has_types());
        truths.take(&Cell::Bool(false));
        assert!(truths.has_types());
        assert_eq!(truths.decide("ok", None).value, ValueType::YesNo);
    }

    #[test]
    fn cells_of_sheets_and_of_json_become_values_of_their_columns() {
        let fit = |value, cell| value_of(cell, ColumnType { value, mark: None });
        for (value, cell, read) in [
            (ValueType::Text, Cell::Bool(true), json!("true")),
            (ValueType::YesNo, Cell::Number(1.0), json!(true)),
            (ValueType::YesNo, Cell::Digits("0".into()), json!(false)),
            (ValueType::List, Cell::text("soja; milho"), json!(["soja", "milho"])),
            (ValueType::List, Cell::Number(7.0), json!(["7"])),
            (ValueType::List, Cell::Json(json!(["a", "b"])), json!(["a", "b"])),
            (ValueType::Json, Cell::text(" [1] "), json!([1])),
            (ValueType::Json, Cell::Bool(false), json!(false)),
        ] {
            assert_eq!(fit(value, cell), Ok(read));
        }
        let object = || Cell::Json(json!({"a": 1}));
        for (value, cell, code, given) in [
            (ValueType::Text, object(), FieldErrorCode::NotText, r#"{"a":1}"#),
            (ValueType::Number, Cell::Bool(true), FieldErrorCode::InvalidNumber, "true"),
            (ValueType::YesNo, object(), FieldErrorCode::NotPossible, r#"{"a":1}"#),
            (ValueType::YesNo, Cell::Number(2.0), FieldErrorCode::NotPossible, "2"),
            (ValueType::List, object(), FieldErrorCode::InvalidValue, r#"{"a":1}"#),
            (ValueType::Json, Cell::text("{"), FieldErrorCode::InvalidValue, "{"),
        ] {
            let misfit = fit(value, cell).unwrap_err();
            assert_eq!((misfit.0, misfit.1.as_str()), (code, given));
        }
    }
}
