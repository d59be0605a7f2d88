//! Undefined attributes of items with proposed types, and deleted definitions.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::sheet::grid::{AttributeColumn, AttributeColumnKind, grid_columns};
use celeiro_domain::catalog::attribute_label::AttributeLabel;
use celeiro_domain::catalog::defined_fields::{DefinedFieldType, DeletedField, FieldGuess, guess_field};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;
use std::collections::HashMap;

/// Values of an attribute that are shown.
const MAX_EXAMPLES: usize = 3;
/// Characters of one that are shown.
const MAX_EXAMPLE_CHARS: usize = 80;

/// Deleted definitions that are listed.
const MAX_DELETED: i64 = 20;

/// An attribute that is not defined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundField {
    /// The attribute.
    pub key: String,
    /// What its key says that it is called.
    pub name: String,
    /// What its key says that its numbers are counted in.
    pub unit: Option<String>,
    /// What its values likely are.
    pub field_type: DefinedFieldType,
    /// The values of a choice, the commonest first.
    pub allowed: Vec<String>,
    /// The categories whose items are expected to have it.
    pub expected_in: Vec<String>,
    /// Items that have it.
    pub items: u32,
    /// Some of its values, the commonest first, each cut at 80 characters.
    pub examples: Vec<String>,
}

/// How many items have a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldUse {
    /// The attribute.
    pub key: String,
    /// Items that have it.
    pub items: u32,
}

/// The attributes that items have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundFields {
    /// Those that are not defined, commonest first.
    pub undefined: Vec<FoundField>,
    /// Those that are.
    pub defined: Vec<FieldUse>,
    /// The latest 20 definitions that were deleted and whose attribute is not defined again.
    #[serde(default)]
    pub deleted: Vec<DeletedField>,
}

/// The attributes that items have, at most 200, with a guess of what those are that are not defined. The counts are up
/// to half a minute old, and types are guessed from the newest 2,000 items.
///
/// # Errors
/// None but those of the database.
pub async fn find_fields(app: &App, caller: &Caller, _: Empty) -> Result<FoundFields, AppError> {
    let fields = app.store().field_definitions().await?;
    let columns = grid_columns(app, caller, Empty {}).await?.attributes;
    let (defined, undefined): (Vec<_>, Vec<_>) =
        columns.into_iter().partition(|column| fields.get(&column.key).is_some());
    let keys: Vec<String> = undefined.iter().map(|column| column.key.clone()).collect();
    let mut samples: HashMap<String, Vec<(Value, u32)>> = HashMap::new();
    for sampled in app.store().sample_attributes(&keys).await? {
        let items = u32::try_from(sampled.items).unwrap_or(u32::MAX);
        samples.entry(sampled.key).or_default().push((sampled.value, items));
    }
    let mut expecting = app.store().expecting_categories(&keys).await?;
    let describe = |column: AttributeColumn| {
        let values = samples.remove(&column.key).unwrap_or_default();
        let guess = match values.is_empty() {
            true => guess_by_kind(column.kind),
            false => guess_field(&values),
        };
        let label = AttributeLabel::of(&column.key);
        FoundField {
            expected_in: expecting.remove(&column.key).unwrap_or_default(),
            key: column.key,
            name: label.name,
            unit: label.unit.map(str::to_owned),
            field_type: guess.field_type,
            allowed: guess.allowed,
            items: column.count,
            examples: values.iter().take(MAX_EXAMPLES).map(|(value, _)| show_value(value)).collect(),
        }
    };
    Ok(FoundFields {
        deleted: app.store().deleted_fields(MAX_DELETED).await?,
        undefined: undefined.into_iter().map(describe).collect(),
        defined: defined
            .into_iter()
            .map(|column| FieldUse { key: column.key, items: column.count })
            .collect(),
    })
}

/// What an attribute likely is that no new item has.
fn guess_by_kind(kind: AttributeColumnKind) -> FieldGuess {
    let field_type = match kind {
        AttributeColumnKind::Number => DefinedFieldType::Number,
        AttributeColumnKind::YesNo => DefinedFieldType::YesNo,
        AttributeColumnKind::List => DefinedFieldType::Choices,
        AttributeColumnKind::Text | AttributeColumnKind::Object => DefinedFieldType::Text,
    };
    FieldGuess { field_type, allowed: Vec::new() }
}

/// A value as a text of at most 80 characters.
pub(super) fn show_value(value: &Value) -> String {
    // A list is cut between its values, so that it is still one.
    let text = match value {
        Value::Array(values) => json!(leading_values(values)).to_string(),
        _ => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    };
    match text.char_indices().nth(MAX_EXAMPLE_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// As many values from the beginning as have room as a list; the first one always.
fn leading_values(values: &[Value]) -> &[Value] {
    let mut length = "[]".len();
    let has_room = |value: &&Value| {
        length += value.to_string().chars().count() + ",".len();
        length - ",".len() <= MAX_EXAMPLE_CHARS
    };
    let count = values.iter().take_while(has_room).count();
    &values[..count.max(1).min(values.len())]
}
