//! What a draft leaves open, what is searched for it, and what a suggestion rested on.

use super::AssistField;
use crate::catalog::ItemDraft;
use crate::text::{is_chatter, is_stop_word, normalize_text};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};

/// Distinct words that are searched for: more find hardly better neighbours and cost as much again.
const QUERY_WORDS: usize = 12;
/// Longer attribute values are running text.
const VALUE_CHARS: usize = 80;
/// Characters of the description that are looked at for words.
const DESCRIPTION_CHARS: usize = 400;

/// Keys of attributes that say what a product is, folded; their values are searched for first.
const TELLING_KEYS: [&str; 12] = [
    "ingrediente",
    "ativo",
    "active",
    "ingredient",
    "nome",
    "name",
    "tipo",
    "type",
    "classe",
    "cultura",
    "uso",
    "product",
];

/// Whether the item's draft leaves `field` empty, so that it can get a suggestion.
pub fn is_open(draft: &ItemDraft, field: AssistField) -> bool {
    match field {
        AssistField::Description => draft.description.is_none(),
        AssistField::Category => draft.category.is_none(),
        AssistField::Price => draft.price.is_none(),
        AssistField::Tags => draft.tags.is_empty(),
    }
}

/// Lists the empty fields of an item's draft, which can get suggestions.
pub fn open_fields(draft: &ItemDraft) -> Vec<AssistField> {
    AssistField::ALL.into_iter().filter(|field| is_open(draft, *field)).collect()
}

/// Builds the query that finds neighbours of an item's draft for suggestions. It is the name, what kind of thing it
/// is, and the attributes that say what it is made of, a few words in all.
pub fn query_of(draft: &ItemDraft) -> String {
    let mut values = attribute_texts(draft);
    values.sort_by_key(|(telling, _)| !telling);
    let description = draft.description.as_deref().unwrap_or_default();
    let beginning: String = description.chars().take(DESCRIPTION_CHARS).collect();
    let parts = [draft.name.as_str(), draft.category.as_deref().unwrap_or_default()];
    let texts = parts
        .into_iter()
        .chain(values.iter().map(|(_, text)| text.as_str()))
        .chain(draft.tags.iter().map(String::as_str))
        .chain([beginning.as_str()]);
    let mut seen = HashSet::new();
    let mut words: Vec<&str> = Vec::new();
    for word in texts.flat_map(str::split_whitespace) {
        let folded = normalize_text(word.trim_matches(|c: char| !c.is_alphanumeric()));
        if folded.chars().count() < 2 || is_stop_word(&folded) || is_chatter(&folded) {
            continue;
        }
        if words.len() < QUERY_WORDS && seen.insert(folded) {
            words.push(word);
        }
    }
    words.join(" ")
}

/// The short texts among a draft's attributes, each with whether its key says what the product is.
pub(super) fn attribute_texts(draft: &ItemDraft) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    for (key, value) in &draft.attributes {
        collect_attribute_texts(value, is_telling(key), &mut found);
    }
    found
}

/// Whether an attribute of the key says what the product is.
fn is_telling(key: &str) -> bool {
    let key = normalize_text(key);
    TELLING_KEYS.iter().any(|telling| key.contains(telling))
}

/// Collects short texts from a value, however deep; yes and no say nothing.
fn collect_attribute_texts(value: &Value, telling: bool, found: &mut Vec<(bool, String)>) {
    match value {
        Value::String(text) => {
            let folded = normalize_text(text);
            let says = !matches!(folded.as_str(), "" | "sim" | "nao" | "yes" | "no" | "true" | "false");
            if says && text.chars().count() <= VALUE_CHARS {
                found.push((telling, text.clone()));
            }
        }
        Value::Array(values) => {
            values.iter().for_each(|value| collect_attribute_texts(value, telling, found))
        }
        Value::Object(map) => {
            map.iter()
                .for_each(|(key, value)| collect_attribute_texts(value, telling && is_telling(key), found));
        }
        Value::Number(_) | Value::Bool(_) | Value::Null => {}
    }
}

/// A hash of each field that a suggestion for this draft rests on: those that are given.
pub fn input_hashes(draft: &ItemDraft) -> BTreeMap<String, String> {
    let mut all = hash_draft_fields(draft);
    all.retain(|_, hash| !hash.is_empty());
    all
}

/// Whether a suggestion is stale: any of the fields behind it has another value now.
pub fn is_stale(inputs: &BTreeMap<String, String>, now: &ItemDraft) -> bool {
    let now = hash_draft_fields(now);
    inputs.iter().any(|(field, hash)| now.get(field).is_none_or(|now| now != hash))
}

/// Field to the first sixteen hexadecimal digits of the SHA-256 of its value; empty for a blank field.
fn hash_draft_fields(draft: &ItemDraft) -> BTreeMap<String, String> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let attributes = if draft.attributes.is_empty() {
        String::new()
    } else {
        sort_keys(&Value::Object(draft.attributes.clone()))
    };
    let fields = [
        ("name", draft.name.clone()),
        ("description", text(&draft.description)),
        ("category", text(&draft.category)),
        ("manufacturer", text(&draft.manufacturer)),
        ("price", draft.price.map(|price| price.to_string()).unwrap_or_default()),
        ("tags", draft.tags.join("\n")),
        ("attributes", attributes),
        ("notes", text(&draft.notes)),
    ];
    fields.into_iter().map(|(field, value)| (field.to_owned(), short_hash(&value))).collect()
}

/// The first sixteen hexadecimal digits of the SHA-256; empty for an empty value.
fn short_hash(value: &str) -> String {
    if value.is_empty() {
        return String::new();
    }
    Sha256::digest(value.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// JSON with its keys in order, so that the same attributes are the same text: the database gives
/// them back in an order of its own.
fn sort_keys(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let ordered: BTreeMap<&String, &Value> = map.iter().collect();
            let pairs = ordered.into_iter().map(|(key, value)| format!("{key:?}:{}", sort_keys(value)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(","))
        }
        Value::Array(values) => format!("[{}]", values.iter().map(sort_keys).collect::<Vec<_>>().join(",")),
        // `10` and `10.0` are one number, and PostgreSQL keeps whichever it was given.
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |n| n.to_string()),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn draft(value: Value) -> ItemDraft {
        serde_json::from_value(value).expect("a draft")
    }

    #[test]
    fn a_field_is_open_where_it_is_blank() {
        let draft = draft(json!({ "name": "x", "category": "Herbicidas", "tags": [], "description": " " }));
        let draft = draft.check().expect("storable");
        assert_eq!(open_fields(&draft), [AssistField::Description, AssistField::Price, AssistField::Tags]);
    }

    #[test]
    fn what_the_product_is_made_of_is_searched_before_the_rest() {
        let draft = draft(json!({ "name": "Ferrugen 200 SC", "attributes": {
            "cor": "azul", "ingrediente_ativo": ["azoxistrobina"], "exige_receituario": "SIM" } }));
        assert_eq!(query_of(&draft), "Ferrugen 200 SC azoxistrobina azul");
    }

    #[test]
    fn a_query_has_few_words_and_none_twice() {
        let long = draft(json!({ "name": "a1 b2 c3 a1 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13 n14" }));
        assert_eq!(query_of(&long).split(' ').count(), QUERY_WORDS);
    }

    #[test]
    fn a_suggestion_is_stale_when_a_field_behind_it_changes_and_not_when_another_is_filled() {
        let before = draft(json!({ "name": "x", "attributes": { "a": 1, "b": [1.0] } }));
        let inputs = input_hashes(&before);
        assert_eq!(inputs.keys().collect::<Vec<_>>(), ["attributes", "name"]);
        let filled =
            draft(json!({ "name": "x", "category": "Adubos", "attributes": { "b": [1], "a": 1.0 } }));
        assert!(!is_stale(&inputs, &filled));
        assert!(is_stale(&inputs, &draft(json!({ "name": "y", "attributes": { "a": 1, "b": [1] } }))));
        assert!(is_stale(&inputs, &draft(json!({ "name": "x", "attributes": { "a": 2, "b": [1] } }))));
    }
}
