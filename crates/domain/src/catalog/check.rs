//! What can be stored: cleaning and limits of fields, shared by items and FAQs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;

/// Longest texts that are stored, in characters. The interface has them from [`RECORD_FIELDS`](super::RECORD_FIELDS).
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// External id.
    pub external_id: usize,
    /// Item name, FAQ question.
    pub name: usize,
    /// Item description, FAQ answer.
    pub description: usize,
    /// Category.
    pub category: usize,
    /// Manufacturer.
    pub manufacturer: usize,
    /// One tag.
    pub tag: usize,
    /// Number of tags.
    pub tags: usize,
    /// Attributes, in bytes of JSON.
    pub attributes: usize,
    /// Notes of an item.
    pub notes: usize,
    /// Number of packages.
    pub packages: usize,
    /// Label of a package.
    pub package_label: usize,
    /// Code of a package.
    pub package_code: usize,
}

/// The limits in force.
pub const LIMITS: Limits = Limits {
    external_id: 200,
    name: 500,
    description: 100_000,
    category: 300,
    manufacturer: 300,
    tag: 120,
    tags: 500,
    attributes: 200_000,
    notes: 20_000,
    packages: 40,
    package_label: 120,
    package_code: 60,
};

/// What is wrong with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldErrorCode {
    /// Must not be blank.
    Required,
    /// Needed by a record that does not exist yet; `allowed` names the external id that nothing has.
    NeededForNew,
    /// More characters (or tags, or bytes) than allowed.
    TooLong,
    /// Fewer characters than allowed.
    TooShort,
    /// A control character, such as NUL or a line break, where none may be.
    ControlCharacter,
    /// Not a price.
    InvalidPrice,
    /// A price that may be thousands or decimals (`1.250`).
    AmbiguousPrice,
    /// Not a status.
    InvalidStatus,
    /// Not a currency code.
    InvalidCurrency,
    /// Not a JSON object.
    InvalidAttributes,
    /// Not readable text in the file's encoding.
    InvalidText,
    /// A list or an object where a text belongs.
    NotText,
    /// A formula of a sheet that ended in an error (`#DIV/0!`).
    FailedFormula,
    /// A formula of a sheet whose value was not saved with it.
    UncomputedFormula,
    /// The same record stands in the file a second time.
    DuplicateInFile,
    /// More or fewer cells than the header has.
    RaggedRow,
    /// A quote is opened in the row and never closed.
    OpenQuote,
    /// The row belongs to another table of the file, with other columns; `allowed` is the row of its heading.
    OtherTable,
    /// The row is not a JSON object.
    InvalidRow,
    /// The row is no JSON, or ends in the middle.
    BrokenJson,
    /// Half a character: a `\ud800` without its other half.
    HalfCharacter,
    /// A synonym that another group of its kind holds; `allowed` names that group.
    InAnotherGroup,
    /// Not one word, which the id of a query must be.
    InvalidKey,
    /// Not a grade.
    InvalidGrade,
    /// It contradicts another field.
    Contradiction,
    /// There is no such field.
    UnknownField,
    /// The field cannot be changed in this way.
    NotPossible,
    /// Not a number.
    InvalidNumber,
    /// A number beyond what `allowed` gives.
    OutOfRange,
    /// Not a day or a moment.
    InvalidDate,
    /// None of the values, or not of the form, that `allowed` gives.
    InvalidValue,
    /// Another record has it.
    Taken,
    /// A moment that is still to come, of what has happened.
    DateInFuture,
    /// A word that every search passes over.
    IgnoredBySearch,
    /// An attribute that has a value and no name.
    AttributeUnnamed,
    /// Not the id of a record.
    InvalidId,
    /// An id that no record has, beside a name that records have: which of them is meant is not known.
    UnknownRecord,
}

/// One field that cannot be stored as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldError {
    /// The field's name on the wire.
    pub field: String,
    /// What is wrong.
    pub code: FieldErrorCode,
    /// The value as given, shortened to 120 characters.
    pub value: String,
    /// What is allowed, in a form that needs no translation (`1..500`, `ativo | inativo`).
    pub allowed: String,
    /// Whether `value` is not all that the field was given: its beginning, one of several, a count.
    /// It must not be offered for correction then. Stays inside the program.
    #[serde(skip)]
    #[schemars(skip)]
    #[specta(skip)]
    pub is_cut: bool,
}

/// Characters of a value that an error repeats.
pub const MAX_ERROR_VALUE: usize = 120;

impl FieldError {
    /// An error at `field`.
    pub fn new(field: &str, code: FieldErrorCode, value: &str, allowed: impl Into<String>) -> Self {
        let end = value.char_indices().nth(MAX_ERROR_VALUE).map(|(end, _)| end);
        Self {
            field: field.into(),
            code,
            value: value[..end.unwrap_or(value.len())].to_owned(),
            allowed: allowed.into(),
            is_cut: end.is_some(),
        }
    }

    /// The same, with a value that stands for what was given.
    #[must_use]
    pub fn of_a_part(self) -> Self {
        Self { is_cut: true, ..self }
    }
}

/// Removes control and invisible characters, folds white space other than line breaks in the
/// middle, trims, and checks the length. A line that ends as on Windows ends without a blank.
pub fn clean_text(text: &str, field: &str, limit: usize, errors: &mut Vec<FieldError>) -> String {
    let multi_line = matches!(field, "description" | "answer" | "notes" | "reasoning" | "outcome");
    let mut out = String::with_capacity(text.len());
    let mut returned = false;
    for c in text.chars() {
        let after_return = returned;
        returned = c == '\r' || (returned && c.is_whitespace() && c != '\n');
        match c {
            '\n' if multi_line => {
                if after_return {
                    out.truncate(out.trim_end_matches(' ').len());
                }
                out.push('\n');
            }
            c if c.is_whitespace() || c == '\0' => {
                if !out.is_empty() && !out.ends_with([' ', '\n']) {
                    out.push(' ');
                }
            }
            c if is_invisible(c) => {}
            c => out.push(c),
        }
    }
    out.truncate(out.trim_end().len());
    let out = out.trim_start().to_owned();
    if out.chars().count() > limit {
        errors.push(FieldError::new(field, FieldErrorCode::TooLong, &out, format!("1..{limit}")));
    }
    out
}

/// Control characters, zero-width and bidirectional controls, tags, and the byte-order mark:
/// nothing a person could see, and a hiding place for instructions.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// [`clean_text`] for a field that may be absent; blank becomes absent.
pub fn clean_optional(
    text: Option<String>,
    field: &str,
    limit: usize,
    errors: &mut Vec<FieldError>,
) -> Option<String> {
    text.map(|t| clean_text(&t, field, limit, errors)).filter(|t| !t.is_empty())
}

/// Cleans tags, drops blank ones and those that differ only in case or accents.
pub fn clean_tags(tags: Vec<String>, errors: &mut Vec<FieldError>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    let known = errors.len();
    let tags: Vec<String> = tags
        .iter()
        .map(|t| clean_text(t, "tags", LIMITS.tag, errors))
        .filter(|t| !t.is_empty() && seen.insert(crate::text::normalize_text(t)))
        .collect();
    if tags.len() > LIMITS.tags {
        errors.push(FieldError::new(
            "tags",
            FieldErrorCode::TooLong,
            &tags.len().to_string(),
            format!("0..{}", LIMITS.tags),
        ));
    }
    // One tag, or their number, is not the list.
    errors[known..].iter_mut().for_each(|error| error.is_cut = true);
    tags
}

/// The code in capitals; none where it is blank, an error where it is not three letters.
pub(super) fn check_currency(currency: Option<String>, errors: &mut Vec<FieldError>) -> Option<String> {
    let code = currency?.trim().to_ascii_uppercase();
    if code.is_empty() {
        return None;
    }
    if code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase()) {
        return Some(code);
    }
    errors.push(FieldError::new("currency", FieldErrorCode::InvalidCurrency, &code, "BRL, USD, EUR, …"));
    None
}

/// NUL cannot be stored; keys and strings lose it. The size is bounded. What has no name can only go
/// where it has no value either.
pub(super) fn check_attributes(attributes: &mut Map<String, Value>, errors: &mut Vec<FieldError>) {
    let (named, unnamed): (Vec<_>, Vec<_>) = std::mem::take(attributes)
        .into_iter()
        .map(|(key, value)| (key.replace('\0', ""), without_nul(value)))
        .partition(|(key, _)| !key.trim().is_empty());
    let says_something = |value: &Value| match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        _ => true,
    };
    if let Some((_, value)) = unnamed.iter().find(|(_, value)| says_something(value)) {
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let error = FieldError::new("attributes", FieldErrorCode::AttributeUnnamed, &shown, "");
        errors.push(error.of_a_part());
    }
    let cleaned: Map<String, Value> = named.into_iter().collect();
    let bytes = serde_json::to_string(&cleaned).map_or(usize::MAX, |s| s.len());
    if bytes > LIMITS.attributes {
        let allowed = format!("0..{} bytes", LIMITS.attributes);
        let size = format!("{bytes} bytes");
        errors.push(FieldError::new("attributes", FieldErrorCode::TooLong, &size, allowed).of_a_part());
    }
    *attributes = cleaned;
}

/// Removes U+0000 from keys and strings, however deep.
fn without_nul(value: Value) -> Value {
    match value {
        Value::String(s) if s.contains('\0') => Value::String(s.replace('\0', "")),
        Value::Array(list) => Value::Array(list.into_iter().map(without_nul).collect()),
        Value::Object(map) => {
            Value::Object(map.into_iter().map(|(k, v)| (k.replace('\0', ""), without_nul(v))).collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tags_that_differ_in_case_or_accents_alone_are_one_and_blank_ones_are_none() {
        let mut errors = Vec::new();
        let tags = ["Soja", "  ", "SOJA", "Pós-emergência", "pos-emergencia", "Milho"];
        let cleaned = clean_tags(tags.map(str::to_owned).into(), &mut errors);
        assert_eq!(cleaned, ["Soja", "Pós-emergência", "Milho"]);
        assert!(errors.is_empty());
    }

    #[test]
    fn more_tags_than_a_record_may_have_are_one_error_of_a_part() {
        let mut errors = Vec::new();
        let at_most: Vec<String> = (0..LIMITS.tags).map(|at| format!("t{at}")).collect();
        clean_tags(at_most.clone(), &mut errors);
        assert!(errors.is_empty());
        clean_tags([at_most, vec!["mais uma".into()]].concat(), &mut errors);
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].code, FieldErrorCode::TooLong);
        assert!(errors[0].is_cut);
    }

    #[test]
    fn a_currency_is_three_letters_in_capitals() {
        let mut errors = Vec::new();
        assert_eq!(check_currency(Some(" brl ".into()), &mut errors).as_deref(), Some("BRL"));
        assert_eq!(check_currency(Some("  ".into()), &mut errors), None);
        assert_eq!(check_currency(None, &mut errors), None);
        assert!(errors.is_empty());
        for wrong in ["reais", "R$", "B1L"] {
            errors.clear();
            assert_eq!(check_currency(Some(wrong.into()), &mut errors), None, "{wrong}");
            assert_eq!(errors.len(), 1, "{wrong}");
            assert_eq!(errors[0].code, FieldErrorCode::InvalidCurrency, "{wrong}");
        }
    }

    #[test]
    fn attributes_lose_what_the_database_cannot_store_however_deep_it_stands() {
        let mut errors = Vec::new();
        let value = json!({ "a\0b": "x\0y", "list": ["\0", { "k\0": "v" }], "": null, " ": "  " });
        let mut attributes = value.as_object().cloned().unwrap();
        check_attributes(&mut attributes, &mut errors);
        assert_eq!(Value::Object(attributes), json!({ "ab": "xy", "list": ["", { "k": "v" }] }));
        assert!(errors.is_empty(), "without a name and a value there is nothing to lose");
    }

    #[test]
    fn a_value_without_a_name_is_refused() {
        let mut errors = Vec::new();
        let mut attributes = json!({ "  ": "valor" }).as_object().cloned().unwrap();
        check_attributes(&mut attributes, &mut errors);
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].code, FieldErrorCode::AttributeUnnamed);
    }
}
