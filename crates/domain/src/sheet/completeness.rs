//! How complete a record is: the share of what it should hold that it holds.
//!
//! Of an item count description 3, category 3, price 3, manufacturer 2, tags 2, and each attribute
//! that its category expects 1: those that at least half of the category's active items had when that
//! was settled, or that a person chose. The name does not count, for no item is without. A FAQ without
//! its parts cannot be stored, so completeness is a matter of items.
//!
//! The function `item_completeness` in SQL says the same; a test compares them.

use crate::catalog::Item;
use serde_json::Value;

/// What each field of an item counts.
pub const WEIGHTS: [(&str, u32); 5] =
    [("description", 3), ("category", 3), ("price", 3), ("manufacturer", 2), ("tags", 2)];

/// How complete a record is.
#[derive(Debug, Clone, PartialEq)]
pub struct Completeness {
    /// 0 to 1.
    pub value: f64,
    /// Columns that it lacks, weightiest first.
    pub missing: Vec<String>,
}

/// How complete `item` is where its category expects the attributes `expected`.
pub fn measure_completeness(item: &Item, expected: &[String]) -> Completeness {
    let is_there = |field: &str| match field {
        "description" => has_text(item.description.as_deref()),
        "category" => has_text(item.category.as_deref()),
        "manufacturer" => has_text(item.manufacturer.as_deref()),
        "price" => item.price.is_some(),
        _ => !item.tags.is_empty(),
    };
    let fields = WEIGHTS.iter().map(|(field, weight)| ((*field).to_owned(), *weight, is_there(field)));
    let attributes = expected.iter().map(|key| {
        let filled = item.attributes.get(key).is_some_and(is_filled);
        (format!("attributes.{key}"), 1, filled)
    });
    weigh_filled_fields(fields.chain(attributes))
}

/// The weight of what is there as a share of all weight, and the columns that are missing.
fn weigh_filled_fields(parts: impl Iterator<Item = (String, u32, bool)>) -> Completeness {
    let (mut all, mut filled, mut missing) = (0, 0, Vec::new());
    for (column, weight, is_there) in parts {
        all += weight;
        if is_there {
            filled += weight;
        } else {
            missing.push(column);
        }
    }
    Completeness { value: f64::from(filled) / f64::from(all.max(1)), missing }
}

/// Whether an attribute says something: not null, no blank text, no empty list or object.
pub fn is_filled(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => has_text(Some(text)),
        Value::Array(list) => !list.is_empty(),
        Value::Object(map) => !map.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

/// Blank as PostgreSQL's `btrim(…, E' \t\r\n')` has it.
fn has_text(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.trim_matches([' ', '\t', '\r', '\n']).is_empty())
}
