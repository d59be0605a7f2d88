//! What tests of printed texts share: answers of operations as JSON, and their text in both languages.

use crate::render::cards::moment;
use celeiro_domain::search::Lang;
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An id, and a moment, of answers.
pub const ID: &str = "00000000-0000-4000-8000-000000000000";
pub const AT: &str = "2026-03-04T05:06:07Z";

/// An answer from its form on the wire.
pub fn answer<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// An answer whose usual fields are `fields`, with those of `more` over them.
pub fn answer_with<T: DeserializeOwned>(fields: Value, more: Value) -> T {
    answer(with(fields, more))
}

/// `fields` with those of `more` over them.
pub fn with(mut fields: Value, more: Value) -> Value {
    if let (Some(fields), Value::Object(more)) = (fields.as_object_mut(), more) {
        fields.extend(more);
    }
    fields
}

/// What is printed, in Portuguese and then in English. Moments are the machine's, so they lose their value.
pub fn in_both(print: impl Fn(Lang) -> String) -> String {
    let at: DateTime<Utc> = AT.parse().unwrap();
    let [pt, en] = [Lang::PtBr, Lang::En].map(|lang| print(lang).replace(&moment(lang, at), "‹moment›"));
    assert!(!pt.contains("cli.") && !en.contains("cli."), "a text is missing: {pt} {en}");
    format!("{pt}{}\n{en}", "-".repeat(100))
}
