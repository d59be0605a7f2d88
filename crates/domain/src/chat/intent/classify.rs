//! What the classifying model answers: one intent, as JSON.

use serde_json::{Value, json};

use super::plan::Intent;
use crate::chat::answer::structured::object_in;
use crate::text::normalize_text;

/// The schema that the model is asked to keep to.
pub fn intent_schema() -> Value {
    json!({
        "type": "object",
        "properties": { "intent": { "type": "string", "enum": Intent::ALL.map(|(_, name)| name) } },
        "required": ["intent"],
        "additionalProperties": false
    })
}

/// The intent in an answer: `{"intent": "faq"}`, also with a fence or words around it, or the bare
/// word. Nothing where the answer names no intent, or is longer than a word without being JSON.
pub fn parse_intent_answer(answer: &str) -> Option<Intent> {
    match object_in(answer) {
        Some(object) => parse_intent(object.get("intent")?.as_str()?),
        None => parse_intent(answer),
    }
}

/// The intent of that name, however it is written: `off_topic`, `Off-topic`, `"faq".`.
fn parse_intent(text: &str) -> Option<Intent> {
    let text = normalize_text(text.get(..64).unwrap_or(text));
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).replace(['_', ' '], "-");
    Intent::ALL.into_iter().find(|(_, name)| *name == bare || name.replace('-', "") == bare).map(|(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn answers_are_read_however_they_are_wrapped() {
        for (answer, intent) in [
            (r#"{"intent":"catalog"}"#, Some(Intent::Catalog)),
            ("```json\n{\"intent\": \"FAQ\"}\n```", Some(Intent::Faq)),
            ("A intenção é: {\"intent\": \"general\", \"confidence\": 0.9}", Some(Intent::General)),
            ("off_topic", Some(Intent::OffTopic)),
            (" \"Off-Topic\". ", Some(Intent::OffTopic)),
            ("OffTopic", Some(Intent::OffTopic)),
            ("greeting", Some(Intent::Greeting)),
            (r#"{"intent":"buy"}"#, None),
            (r#"{"intent":3}"#, None),
            (r#"{"other":"faq"}"#, None),
            ("I think it is faq or catalog", None),
            ("", None),
            ("<html>502</html>", None),
        ] {
            assert_eq!(parse_intent_answer(answer), intent, "{answer}");
        }
    }

    #[test]
    fn the_schema_allows_exactly_what_is_read() {
        let schema = intent_schema();
        let allowed = schema["properties"]["intent"]["enum"].as_array().expect("an enum");
        assert_eq!(allowed.len(), Intent::ALL.len());
        for name in allowed {
            assert!(parse_intent_answer(&json!({ "intent": name }).to_string()).is_some(), "{name}");
        }
    }

    proptest! {
        #[test]
        fn no_answer_breaks_it_and_without_letters_it_names_nothing(answer in any::<String>()) {
            let has_letter = normalize_text(&answer).contains(|c: char| c.is_ascii_alphabetic());
            prop_assert!(has_letter || parse_intent_answer(&answer).is_none());
        }
    }
}
