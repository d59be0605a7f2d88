//! Helpers of tests of printed texts: responses from JSON, and their text in both languages.

use crate::render::cards::moment;
use celeiro_domain::search::Lang;
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Id in test responses.
pub const ID: &str = "00000000-0000-4000-8000-000000000000";
/// Time in test responses.
pub const AT: &str = "2026-03-04T05:06:07Z";

/// Deserializes a response from its wire format.
pub fn answer<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// Deserializes a response with the common `fields`, overridden by `more`.
pub fn answer_with<T: DeserializeOwned>(fields: Value, more: Value) -> T {
    answer(merge_fields(fields, more))
}

/// Merges `more` over `fields`.
pub fn merge_fields(mut fields: Value, more: Value) -> Value {
    if let (Some(fields), Value::Object(more)) = (fields.as_object_mut(), more) {
        fields.extend(more);
    }
    fields
}

/// Renders a text in Portuguese and then in English. Times depend on the machine's time zone, so a
/// placeholder replaces them.
pub fn in_both(print: impl Fn(Lang) -> String) -> String {
    let at: DateTime<Utc> = AT.parse().unwrap();
    let [pt, en] = [Lang::PtBr, Lang::En].map(|lang| print(lang).replace(&moment(lang, at), "‹moment›"));
    assert!(!pt.contains("cli.") && !en.contains("cli."), "a text is missing: {pt} {en}");
    format!("{pt}{}\n{en}", "-".repeat(100))
}
