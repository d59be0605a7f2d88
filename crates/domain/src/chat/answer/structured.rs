//! The JSON object in what a model wrote: models put fences, thoughts and manners around it.

use serde_json::{Map, Value};

/// Bytes of an answer that are looked at: a structured answer of ours is a few lines.
const MAX_BYTES: usize = 64 * 1024;

/// The last JSON object in `text` that can be read; thoughts come before an answer.
pub(crate) fn object_in(text: &str) -> Option<Map<String, Value>> {
    let text = &text[..text.floor_char_boundary(MAX_BYTES)];
    let mut found = None;
    let mut at = 0;
    while let Some(open) = text[at..].find('{').map(|offset| at + offset) {
        let mut values = serde_json::Deserializer::from_str(&text[open..]).into_iter::<Map<String, Value>>();
        match values.next() {
            Some(Ok(map)) => {
                at = open + values.byte_offset().max(1);
                found = Some(map);
            }
            _ => at = open + 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_object_is_found_in_its_wrapping() {
        for text in [
            r#"{"a":1}"#,
            "```json\n{\"a\": 1}\n```",
            "Claro! {\"a\":1} Espero ter ajudado.",
            "<think>{\"a\":2} or {maybe}</think>{\"a\":1}",
        ] {
            assert_eq!(object_in(text).and_then(|m| m["a"].as_i64()), Some(1), "{text}");
        }
        for text in ["", "{", "{\"a\":", "faq", "[1]"] {
            assert_eq!(object_in(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_it_and_without_braces_nothing_is_found(text in any::<String>()) {
            let is_possible = text.contains(['{', '}']);
            prop_assert!(is_possible || object_in(&text).is_none());
        }
    }
}
