//! The nearest items, and how much each of them counts.

use crate::catalog::{Item, ItemDraft};
use crate::text::{is_stop_word, normalize_text, plain_words};
use rustc_hash::FxHashSet;
use serde_json::Value;

/// An item near the draft.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbour {
    /// The item.
    pub item: Item,
    /// How much it counts against the nearest, 0..1.
    pub weight: f64,
    /// The part of the draft's telling words that it holds, 0..1.
    pub coverage: f64,
}

/// Scores say an order well and distances badly: their fourth power lets the near ones decide
/// (measured on held-back categories of AGROFIT, powers 1 to 6).
const SHARPNESS: i32 = 4;

/// The neighbours with their weights, from hits in order with their scores. `query` is what was
/// searched for.
pub fn weigh_neighbours(hits: Vec<(Item, f64)>, query: &str) -> Vec<Neighbour> {
    let best = hits.iter().map(|(_, score)| *score).fold(0.0, f64::max);
    let wanted = words_without_stop_words(query);
    hits.into_iter()
        .map(|(item, score)| {
            let near = if best > 0.0 { (score / best).clamp(0.0, 1.0) } else { 0.0 };
            let coverage = measure_coverage(&wanted, &item_text(&item));
            Neighbour { item, weight: near.powi(SHARPNESS), coverage }
        })
        .collect()
}

/// The mean coverage of the neighbours at `places`, by weight.
pub(super) fn mean_coverage(neighbours: &[Neighbour], places: &[usize]) -> f64 {
    let of = |at: &usize| neighbours.get(*at).map(|n| (n.weight, n.weight * n.coverage));
    let (weight, sum) = places.iter().filter_map(of).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    if weight > 0.0 { sum / weight } else { 0.0 }
}

/// The folded words that a search would look for.
fn words_without_stop_words(text: &str) -> FxHashSet<String> {
    let folded = normalize_text(text);
    plain_words(&folded).filter(|word| !is_stop_word(word)).map(str::to_owned).collect()
}

/// The share of the wanted words that the text holds, 0 to 1.
fn measure_coverage(wanted: &FxHashSet<String>, text: &str) -> f64 {
    if wanted.is_empty() {
        return 0.0;
    }
    let held = words_without_stop_words(text);
    wanted.iter().filter(|word| held.contains(*word)).count() as f64 / wanted.len() as f64
}

/// Joins all texts of a neighbour, for looking words up in it.
pub(super) fn item_text(item: &Item) -> String {
    let mut text = item.name.clone();
    let fields = [&item.description, &item.category, &item.manufacturer];
    for field in fields.into_iter().flatten().chain(&item.tags) {
        text.push('\n');
        text.push_str(field);
    }
    values_text(&item.attributes, &mut text);
    text
}

/// What an item would say if no more of it were entered than of the draft.
pub(super) fn like_draft(item: &Item, draft: &ItemDraft) -> String {
    let mut text = item.name.clone();
    let description = item.description.as_ref().filter(|_| draft.description.is_some());
    let category = item.category.as_ref().filter(|_| draft.category.is_some());
    for field in [description, category, item.manufacturer.as_ref()].into_iter().flatten() {
        text.push('\n');
        text.push_str(field);
    }
    values_text(&item.attributes, &mut text);
    text
}

/// Joins all texts of an item's draft, for suggestions.
pub(super) fn draft_text(draft: &ItemDraft) -> String {
    let mut text = draft.name.clone();
    let fields = [&draft.description, &draft.category, &draft.manufacturer, &draft.notes];
    for field in fields.into_iter().flatten().chain(&draft.tags) {
        text.push('\n');
        text.push_str(field);
    }
    values_text(&draft.attributes, &mut text);
    text
}

/// Appends each attribute as a line of key and values.
fn values_text(attributes: &serde_json::Map<String, Value>, text: &mut String) {
    for (key, value) in attributes {
        text.push('\n');
        text.push_str(key);
        text.push_str(": ");
        value_text(value, text);
    }
}

/// Appends the texts of a value, however deep.
fn value_text(value: &Value, text: &mut String) {
    match value {
        Value::String(value) => {
            text.push_str(value);
            text.push_str(" ; ");
        }
        Value::Array(values) => values.iter().for_each(|value| value_text(value, text)),
        Value::Object(map) => map.values().for_each(|value| value_text(value, text)),
        Value::Null => {}
        other => {
            text.push_str(&other.to_string());
            text.push_str(" ; ");
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use serde_json::json;

    /// An item with these fields over empty ones.
    pub(in crate::assist) fn item(at: u128, fields: Value) -> Item {
        let mut whole = json!({ "id": uuid::Uuid::from_u128(at), "externalId": format!("X-{at}"),
            "name": "Produto", "description": null, "category": null, "manufacturer": null, "price": null,
            "currency": "BRL", "tags": [], "status": "ativo", "attributes": {},
            "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z", "version": 1 });
        if let (Value::Object(whole), Value::Object(fields)) = (&mut whole, fields) {
            whole.extend(fields);
        }
        serde_json::from_value(whole).expect("an item")
    }

    /// Neighbours of equal weight and full coverage.
    pub(in crate::assist) fn neighbours(fields: Vec<Value>) -> Vec<Neighbour> {
        let items = fields.into_iter().zip(1..).map(|(fields, at)| item(at, fields));
        items.map(|item| Neighbour { item, weight: 1.0, coverage: 1.0 }).collect()
    }

    #[test]
    fn the_nearest_counts_fully_and_the_far_hardly() {
        let hits = vec![(item(1, json!({ "name": "azoxistrobina" })), 8.0), (item(2, json!({})), 4.0)];
        let weighed = weigh_neighbours(hits, "azoxistrobina ferrugem");
        assert_eq!((weighed[0].weight, weighed[0].coverage), (1.0, 0.5));
        assert_eq!((weighed[1].weight, weighed[1].coverage), (0.0625, 0.0));
    }

    #[test]
    fn scores_that_say_nothing_give_no_weight() {
        assert_eq!(weigh_neighbours(vec![(item(1, json!({})), 0.0)], "")[0].weight, 0.0);
    }
}
