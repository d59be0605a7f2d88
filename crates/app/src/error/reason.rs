//! Reasons of failures reported by the system or a library: the commonest ones in the person's language, all others
//! unchanged.
//!
//! The system's errors are matched by kind, our own by type. Errors of the JSON reader have no kinds, only words;
//! unknown words are passed on unchanged, so that nothing is lost when the library changes them.

use crate::messages::{join_alternatives, translate, translate_with};
use celeiro_domain::catalog::PriceError;
use celeiro_domain::catalog::stock::StockState;
use celeiro_domain::search::{FilterError, FilterValues, Lang};
use serde_json::error::Category;
use std::{fmt, io};

/// What is said of JSON whose words are not.
const SHAPE: &str = "of another shape";

/// A reason: its words, and the texts that say the same to people.
#[derive(Debug, Clone, PartialEq)]
pub struct Reason {
    words: String,
    known: Option<KnownReason>,
    /// The field of a request, or the line of a file, that it is about.
    place: Option<String>,
    /// Line and column of a text.
    at: Option<(String, String)>,
}

/// A text `reason.…`, and what stands in its places.
#[derive(Debug, Clone, PartialEq)]
struct KnownReason {
    key: &'static str,
    args: Vec<(&'static str, Part)>,
}

/// What stands in a place of a text.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    /// A text as it is.
    Data(String),
    /// A value, or a kind of values, as the JSON reader calls it.
    Read(String),
    /// A text `reason.json.kind.…`.
    Kind(&'static str),
    /// Numbers of which either is meant: `1250 | 1.25`.
    Readings(String),
}

impl Reason {
    /// What a reader of JSON says: `expected value at line 1 column 2`.
    pub fn of_json(words: &str) -> Self {
        let (what, at) = match words.rsplit_once(" at line ") {
            Some((what, at)) => (what, at.split_once(" column ")),
            None => (words, None),
        };
        let at = at.map(|(line, column)| (line.to_owned(), column.to_owned()));
        Self { words: words.to_owned(), known: classify_json_error(what), place: None, at }
    }

    /// Creates the reason why JSON with secrets is invalid; the words about a wrong value would quote them.
    pub fn of_secret_json(error: &serde_json::Error) -> Self {
        match error.classify() {
            Category::Data => {
                Self::of_json(&format!("{SHAPE} at line {} column {}", error.line(), error.column()))
            }
            Category::Io | Category::Syntax | Category::Eof => error.into(),
        }
    }

    /// Adds the field or line that the failure's reason is about.
    pub fn about(self, place: impl fmt::Display) -> Self {
        Self { place: Some(place.to_string()), words: format!("{place}: {}", self.words), ..self }
    }

    /// JSON that is no object, where the fields of a request belong.
    pub fn not_an_object() -> Self {
        Self { known: Some(KnownReason::plain("notAnObject")), ..Self::from("not a JSON object") }
    }

    /// Creates the reason of a failure whose request body ended early.
    pub fn cut_off() -> Self {
        Self { known: Some(KnownReason::plain("cutOff")), ..Self::from("the body ended early") }
    }

    /// A body that is packed in transit, which nothing here unpacks.
    pub fn of_packed_body() -> Self {
        Self {
            known: Some(KnownReason::plain("packed")),
            ..Self::from("a transfer coding other than chunked")
        }
    }

    /// More than may be read; `most` says how much may.
    pub fn too_large(most: u64) -> Self {
        let most = format!("{} MiB", most >> 20);
        let args = vec![("most", Part::Data(most.clone()))];
        Self {
            known: Some(KnownReason { key: "tooLarge", args }),
            ..Self::from(format!("larger than {most}"))
        }
    }

    /// Creates the reason of a failure whose bytes are not valid UTF-8.
    pub fn not_text() -> Self {
        Self { known: Some(KnownReason::plain("notUtf8")), ..Self::from("no valid UTF-8") }
    }

    /// A folder, a pipe or a device where a file is needed.
    pub fn not_a_file() -> Self {
        Self { known: Some(KnownReason::plain("notAFile")), ..Self::from("not a regular file") }
    }

    /// The failure's reason in English, as the system or library worded it.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Renders the failure's reason in the person's language.
    pub fn to_text(&self, lang: Lang) -> String {
        let Some(known) = &self.known else { return self.words.clone() };
        let args: Vec<_> = known.args.iter().map(|(name, value)| (*name, value.to_text(lang))).collect();
        let mut said = translate_with(lang, &format!("reason.{}", known.key), &args);
        if let Some((line, column)) = &self.at {
            let places = [("what", said), ("line", line.clone()), ("column", column.clone())];
            said = translate_with(lang, "reason.at", &places);
        }
        match &self.place {
            Some(place) => format!("{place}: {said}"),
            None => said,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl KnownReason {
    fn plain(key: &'static str) -> Self {
        Self { key, args: Vec::new() }
    }
}

impl Part {
    fn to_text(&self, lang: Lang) -> String {
        match self {
            Part::Data(value) => value.clone(),
            Part::Read(word) => translate_word(lang, word),
            Part::Kind(key) => translate(lang, &format!("reason.json.kind.{key}")),
            Part::Readings(readings) => join_alternatives(lang, readings),
        }
    }
}

impl From<&str> for Reason {
    fn from(words: &str) -> Self {
        words.to_owned().into()
    }
}

impl From<String> for Reason {
    fn from(words: String) -> Self {
        Self { words, known: None, place: None, at: None }
    }
}

impl From<fmt::Arguments<'_>> for Reason {
    fn from(words: fmt::Arguments<'_>) -> Self {
        words.to_string().into()
    }
}

impl From<&io::Error> for Reason {
    fn from(error: &io::Error) -> Self {
        let words = error.to_string();
        // The name of a temporary file means nothing to a person.
        let words = words.split(" at path ").next().unwrap_or_default();
        Self { known: classify_system_error(error.kind()).map(KnownReason::plain), ..Self::from(words) }
    }
}

impl From<io::Error> for Reason {
    fn from(error: io::Error) -> Self {
        Self::from(&error)
    }
}

impl From<&serde_json::Error> for Reason {
    fn from(error: &serde_json::Error) -> Self {
        Self::of_json(&error.to_string())
    }
}

impl From<serde_json::Error> for Reason {
    fn from(error: serde_json::Error) -> Self {
        Self::from(&error)
    }
}

impl From<PriceError> for Reason {
    fn from(error: PriceError) -> Self {
        let words = error.to_string();
        let known = match error {
            PriceError::NotANumber => KnownReason::plain("json.price"),
            PriceError::OutOfRange => KnownReason::plain("json.priceRange"),
            PriceError::Ambiguous(readings) => {
                KnownReason { key: "json.ambiguousPrice", args: vec![("readings", Part::Readings(readings))] }
            }
        };
        Self { known: Some(known), ..Self::from(words) }
    }
}

impl From<FilterError> for Reason {
    fn from(error: FilterError) -> Self {
        let words = error.to_string();
        let allowed = match error.allowed {
            FilterValues::ShortText => Part::Kind("shortText"),
            FilterValues::Texts => Part::Kind("texts"),
            FilterValues::Price => Part::Kind("price"),
            FilterValues::StockState => Part::Data(StockState::list_names()),
            FilterValues::Readings(readings) => Part::Readings(readings),
        };
        let args =
            vec![("name", Part::Data(error.key)), ("value", Part::Data(error.value)), ("allowed", allowed)];
        Self { known: Some(KnownReason { key: "json.filter", args }), ..Self::from(words) }
    }
}

/// The text's key for a failure of the system; `None` for kinds without a text.
fn classify_system_error(kind: io::ErrorKind) -> Option<&'static str> {
    Some(match kind {
        io::ErrorKind::NotFound => "notFound",
        io::ErrorKind::PermissionDenied => "permissionDenied",
        io::ErrorKind::IsADirectory => "isAFolder",
        io::ErrorKind::NotADirectory => "notAFolder",
        io::ErrorKind::ReadOnlyFilesystem => "readOnly",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "full",
        io::ErrorKind::AddrInUse => "addressTaken",
        io::ErrorKind::AddrNotAvailable => "addressElsewhere",
        _ => return None,
    })
}

/// What the JSON reader says of a text that is no JSON, and of JSON that is not what it should be.
fn classify_json_error(what: &str) -> Option<KnownReason> {
    let plain = |key| Some(KnownReason::plain(key));
    match what {
        _ if what.starts_with("EOF while parsing") => plain("json.cutOff"),
        SHAPE => plain("json.shape"),
        "expected value" | "expected ident" => plain("json.value"),
        "expected `:`" => plain("json.colon"),
        "expected `,` or `}`" | "expected `,` or `]`" => plain("json.comma"),
        "trailing comma" => plain("json.trailingComma"),
        "trailing characters" => plain("json.trailing"),
        "key must be a string" => plain("json.key"),
        "invalid escape" => plain("json.escape"),
        "invalid number" | "number out of range" => plain("json.number"),
        "recursion limit exceeded" => plain("json.depth"),
        _ if what.starts_with("control character") => plain("json.control"),
        _ => classify_field_error(what),
    }
}

/// Recognizes a missing field and a value of a wrong type.
fn classify_field_error(what: &str) -> Option<KnownReason> {
    if let Some(name) = what.strip_prefix("missing field ") {
        return Some(KnownReason {
            key: "json.missing",
            args: vec![("name", Part::Data(quoted_part(name)?.to_owned()))],
        });
    }
    let (key, found, expected) = unexpected_type(what)?;
    let args = vec![("found", Part::Read(found.to_owned())), ("expected", Part::Read(expected))];
    Some(KnownReason { key, args })
}

/// `invalid type: FOUND, expected EXPECTED` and its like.
fn unexpected_type(what: &str) -> Option<(&'static str, &str, String)> {
    let starts = [
        ("unknown field ", "json.unknownField"),
        ("unknown variant ", "json.unknownValue"),
        ("invalid type: ", "json.type"),
        ("invalid value: ", "json.type"),
    ];
    let (rest, key) = starts.iter().find_map(|(start, key)| Some((what.strip_prefix(start)?, *key)))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some((key, quoted_part(found).unwrap_or(found), split_list(expected)))
}

/// `` one of `a`, `b` `` and `` `a` or `b` `` as a list of names; a kind of value as it is.
fn split_list(expected: &str) -> String {
    let names = expected.strip_prefix("one of ").unwrap_or(expected);
    if names.starts_with('`') { names.replace(" or ", ", ").replace('`', "") } else { names.to_owned() }
}

/// What stands between the backticks of the reader's words.
fn quoted_part(text: &str) -> Option<&str> {
    text.strip_prefix('`')?.strip_suffix('`')
}

/// A kind of value as the reader calls it, in the person's language; everything else as it is.
fn translate_word(lang: Lang, value: &str) -> String {
    let key = match value {
        "null" | "unit value" => "null",
        "map" | "a map" => "object",
        "sequence" | "a sequence" => "list",
        "a string" | "string" => "text",
        "a boolean" => "boolean",
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "integer",
        "f32" | "f64" => "number",
        value if value.starts_with("struct ") => "object",
        value => return value.to_owned(),
    };
    translate(lang, &format!("reason.json.kind.{key}"))
}

#[cfg(test)]
mod tests;
