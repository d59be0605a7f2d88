//! A model's answer as it came: the form that is asked for, and what can be read of one, unchecked.

use crate::assist::AssistField;
use crate::assist::plain_text::{address_in, strip_markup};
use crate::chat::answer::sanitize::{cut_text, sanitize_field};
use crate::chat::answer::structured::object_in;
use serde_json::{Map, Value, json};

/// Longest reason, in characters.
const REASON_CHARS: usize = 300;

/// A value with the reason and the marks that the model gives.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelField<T> {
    /// The value.
    pub value: T,
    /// Why; may be blank.
    pub reason: String,
    /// Marks of its sources, as `1` and `A2`.
    pub marks: Vec<String>,
}

/// A model's answer as it was read, unchecked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelAnswer {
    /// A description.
    pub description: Option<ModelField<String>>,
    /// A category.
    pub category: Option<ModelField<String>>,
    /// A price: a number, or what stood in its place.
    pub price: Option<ModelField<Value>>,
    /// Tags.
    pub tags: Option<ModelField<Vec<String>>>,
}

/// The schema of an answer that fills `open`.
pub fn suggestion_schema(open: &[AssistField]) -> Value {
    let make_schema = |value: Value| {
        json!({
            "type": "object",
            "properties": {
                "value": value,
                "reason": { "type": "string" },
                "evidence": { "type": "array", "items": { "type": "string" } }
            },
            "required": ["value", "reason", "evidence"],
            "additionalProperties": false
        })
    };
    let of = |field: &AssistField| match field {
        AssistField::Description | AssistField::Category => {
            make_schema(json!({ "type": ["string", "null"] }))
        }
        AssistField::Price => make_schema(json!({ "type": ["number", "null"] })),
        AssistField::Tags => make_schema(json!({ "type": "array", "items": { "type": "string" } })),
    };
    let properties: Map<String, Value> =
        open.iter().map(|field| (field.as_str().to_owned(), of(field))).collect();
    let required: Vec<&str> = open.iter().map(|field| field.as_str()).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Reads a model's answer with suggestions; nothing where there is no JSON object with one of the fields in it.
pub fn read_model_answer(text: &str, open: &[AssistField]) -> Option<ModelAnswer> {
    let object = object_in(text)?;
    let object = match object.get("suggestions") {
        Some(Value::Object(inner)) => inner.clone(),
        _ => object,
    };
    let part = |field: AssistField| object.get(field.as_str()).filter(|_| open.contains(&field));
    if !open.iter().any(|field| object.contains_key(field.as_str())) {
        return None;
    }
    let text_of = |value: Value| value.as_str().map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned);
    Some(ModelAnswer {
        description: part(AssistField::Description).and_then(|value| read_field(value, text_of)),
        category: part(AssistField::Category).and_then(|value| read_field(value, text_of)),
        price: part(AssistField::Price).and_then(|value| read_field(value, |v| (!v.is_null()).then_some(v))),
        tags: part(AssistField::Tags).and_then(|value| read_field(value, tags_of)),
    })
}

/// `{"value": …, "reason": …, "evidence": […]}`, or the bare value.
fn read_field<T>(given: &Value, read: impl Fn(Value) -> Option<T>) -> Option<ModelField<T>> {
    let Value::Object(object) = given else {
        return Some(ModelField { value: read(given.clone())?, reason: String::new(), marks: Vec::new() });
    };
    let marks = object.get("evidence").and_then(Value::as_array).into_iter().flatten();
    let mark = |value: &Value| match value {
        Value::String(text) => Some(text.trim_matches(|c: char| !c.is_alphanumeric()).to_uppercase()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    Some(ModelField {
        value: read(object.get("value")?.clone())?,
        reason: object.get("reason").and_then(Value::as_str).map(read_reason).unwrap_or_default(),
        marks: marks.filter_map(mark).take(50).collect(),
    })
}

/// The tags of a list or of one text with commas, at most a hundred.
fn tags_of(value: Value) -> Option<Vec<String>> {
    let tags: Vec<String> = match value {
        Value::Array(values) => {
            values.iter().filter_map(Value::as_str).map(|tag| sanitize_field(tag, 120)).collect()
        }
        Value::String(text) => text.split(',').map(|tag| sanitize_field(tag, 120)).collect(),
        _ => return None,
    };
    let tags: Vec<String> = tags.into_iter().filter(|tag| !tag.is_empty()).take(100).collect();
    (!tags.is_empty()).then_some(tags)
}

/// A reason as people may read it; blank where it holds an address.
fn read_reason(text: &str) -> String {
    let (text, _) = strip_markup(text);
    if address_in(&text).is_some() { String::new() } else { cut_text(&text.replace('\n', " "), REASON_CHARS) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_however_it_is_wrapped_and_half_a_one_is_none() {
        let open = [AssistField::Category, AssistField::Tags];
        let wrapped = read_model_answer(
            "```json\n{\"suggestions\":{\"category\":\"A\",\"tags\":\"x, y\"}}\n```",
            &open,
        )
        .expect("read");
        assert_eq!(wrapped.category.map(|said| said.value), Some("A".to_owned()));
        assert_eq!(wrapped.tags.map(|said| said.value.len()), Some(2));
        for broken in ["", "{\"category\": {\"value\": \"Fung", "Não posso ajudar.", "{\"price\": 3}", "[]"]
        {
            assert_eq!(read_model_answer(broken, &open), None, "{broken}");
        }
    }

    #[test]
    fn the_schema_asks_for_the_open_fields_alone() {
        let schema = suggestion_schema(&[AssistField::Price, AssistField::Tags]);
        assert_eq!(schema["required"], json!(["price", "tags"]));
        assert_eq!(schema["properties"].as_object().map(Map::len), Some(2));
        assert_eq!(schema["additionalProperties"], false);
    }
}
