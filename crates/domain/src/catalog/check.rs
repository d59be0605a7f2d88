//! Cleaning and limits of fields, shared by items and FAQs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;

/// Maximum lengths of stored texts, in characters. [`RECORD_FIELDS`](super::RECORD_FIELDS) passes them to
/// the interface.
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

/// Reason why a field is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldErrorCode {
    /// Must not be blank.
    Required,
    /// A new record needs the field; `allowed` names an external id that no record has.
    NeededForNew,
    /// More characters (or tags, or bytes) than allowed.
    TooLong,
    /// Fewer characters than allowed.
    TooShort,
    /// A control character, such as NUL or a line break, where none may be.
    ControlCharacter,
    /// Not a price.
    InvalidPrice,
    /// A price with thousands or decimals, undecidably (`1.250`).
    AmbiguousPrice,
    /// Not a status.
    InvalidStatus,
    /// Not a currency code.
    InvalidCurrency,
    /// Not a JSON object.
    InvalidAttributes,
    /// Not readable text in the file's encoding.
    InvalidText,
    /// A list or an object in place of a text.
    NotText,
    /// A formula of a sheet that ended in an error (`#DIV/0!`).
    FailedFormula,
    /// A formula of a sheet whose value is not saved in the file.
    UncomputedFormula,
    /// The file contains the record a second time.
    DuplicateInFile,
    /// More or fewer cells than the header has.
    RaggedRow,
    /// The row opens a quote that is never closed.
    OpenQuote,
    /// The row belongs to another table of the file, with other columns; `allowed` is the row of that
    /// table's header.
    OtherTable,
    /// The row is not a JSON object.
    InvalidRow,
    /// The row is not JSON, or ends in the middle.
    BrokenJson,
    /// Half of a surrogate pair: a `\ud800` without its other half.
    HalfCharacter,
    /// Another group of the same kind holds the synonym; `allowed` names that group.
    InAnotherGroup,
    /// Not a single word, as the id of a query must be.
    InvalidKey,
    /// Not a grade.
    InvalidGrade,
    /// The value contradicts another field.
    Contradiction,
    /// The field does not exist.
    UnknownField,
    /// The field does not allow this change.
    NotPossible,
    /// Not a number.
    InvalidNumber,
    /// A number outside of the range in `allowed`.
    OutOfRange,
    /// Not a day or a moment.
    InvalidDate,
    /// Not one of the values in `allowed`, or not of the form in `allowed`.
    InvalidValue,
    /// Another record has the value.
    Taken,
    /// A future time for an event in the past.
    DateInFuture,
    /// A word that every search ignores.
    IgnoredBySearch,
    /// An attribute with a value but without a name.
    AttributeUnnamed,
    /// Not the id of a record.
    InvalidId,
    /// An id that no record has, beside a name that several records have, so the record is ambiguous.
    UnknownRecord,
}

/// A field that cannot be stored as given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldError {
    /// The field's name on the wire.
    pub field: String,
    /// Reason of the refusal.
    pub code: FieldErrorCode,
    /// The value as given, shortened to 120 characters.
    pub value: String,
    /// The allowed values, in a form that needs no translation (`1..500`, `ativo | inativo`).
    pub allowed: String,
    /// Whether `value` is only a part of the given value: its beginning, one of several, or a count. The
    /// interface must not offer it for correction. Never serialized.
    #[serde(skip)]
    #[schemars(skip)]
    #[specta(skip)]
    pub is_cut: bool,
}

/// Maximum length of a value in an error, in characters.
pub const MAX_ERROR_VALUE: usize = 120;

impl FieldError {
    /// Creates an error at `field`; cuts `value` to [`MAX_ERROR_VALUE`].
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

    /// Marks `value` as only a part of the given value.
    #[must_use]
    pub fn of_a_part(self) -> Self {
        Self { is_cut: true, ..self }
    }
}

/// Removes control and invisible characters, folds white space other than line breaks, trims, and checks
/// the length. Windows line ends (CR LF) leave no blank behind.
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

/// Whether `c` is a control character, a zero-width or bidirectional control, a tag, or the byte-order
/// mark. People cannot see them, so they can hide instructions.
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

/// Cleans tags, and drops blank ones and those that differ from another only in case or accents.
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
    // The value of these errors is one tag or the number of tags, not the whole list.
    errors[known..].iter_mut().for_each(|error| error.is_cut = true);
    tags
}

/// The currency code in capitals; `None` if blank. Adds an error unless it has three letters.
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

/// Removes NUL, which PostgreSQL cannot store, from keys and strings, and checks the size. An attribute
/// with a blank name is dropped if it has no value, and refused otherwise.
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

/// Removes U+0000 from keys and strings at any depth.
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
