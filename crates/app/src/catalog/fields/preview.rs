//! Preview of a definition: how well the items' values fit it. Nothing is stored.

use super::definitions::SaveField;
use super::undefined::show_value;
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::messages::field_error;
use celeiro_domain::catalog::FieldErrorCode;
use celeiro_domain::text::normalize_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Values that do not fit and are named; the rest is counted.
const MAX_MISFITS: usize = 50;

/// A definition that is looked at before it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewField {
    /// The definition.
    pub field: SaveField,
}

/// A value that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldMisfitValue {
    /// The value, cut at 80 characters.
    pub value: String,
    /// Items that have it.
    pub items: u32,
    /// One of them.
    pub item: Uuid,
    /// Its name.
    pub name: String,
    /// What is wrong with it.
    pub code: FieldErrorCode,
    /// The same for people.
    pub message: String,
}

/// What a definition would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldPreview {
    /// Items that have a value.
    pub items: u32,
    /// Those whose value is as the field stores it.
    pub fitting: u32,
    /// Those whose value can be read and is written otherwise; it is stored anew when a person changes it.
    pub readable: u32,
    /// Those whose value does not fit; it stays as it is.
    pub misfits: u32,
    /// Such values, the commonest first, at most 50.
    pub sample: Vec<FieldMisfitValue>,
    /// Active items of the categories that require or expect the field, and of those below them, that have nothing in
    /// it.
    pub lacking: u32,
    /// The categories that would require or expect the field and that there are not: neither the tree knows them, nor
    /// has an item one.
    #[serde(default)]
    pub unknown_categories: Vec<String>,
}

/// What a definition would do with the values that items have; stores nothing.
///
/// # Errors
/// `invalid_fields` as [`save_field`](super::definitions::save_field), but for names that are taken.
pub async fn preview_field(
    app: &App,
    caller: &Caller,
    request: PreviewField,
) -> Result<FieldPreview, AppError> {
    let definition = request.field.definition()?;
    let expecting = match &request.field.expected_in {
        Some(named) => named.clone(),
        None => {
            let mut by_key = app.store().expecting_categories(std::slice::from_ref(&definition.key)).await?;
            by_key.remove(&definition.key).unwrap_or_default()
        }
    };
    let named: Vec<String> = definition.required_in.iter().chain(&expecting).cloned().collect();
    let unknown = app.store().unknown_categories(&named).await?;
    let categories: BTreeSet<String> = named.iter().map(|category| normalize_text(category)).collect();
    let categories: Vec<String> = categories.into_iter().filter(|category| !category.is_empty()).collect();
    let categories = app.store().categories_below(&categories).await?;
    let lacking = app.store().count_items_without(&definition.key, &categories).await?;
    let mut preview = FieldPreview {
        items: 0,
        fitting: 0,
        readable: 0,
        misfits: 0,
        sample: Vec::new(),
        lacking: u32::try_from(lacking).unwrap_or(u32::MAX),
        unknown_categories: spell_unknown(&named, &unknown),
    };
    for stored in app.store().attribute_values(&definition.key).await? {
        let items = u32::try_from(stored.items).unwrap_or(u32::MAX);
        preview.items = preview.items.saturating_add(items);
        match definition.read_value(&stored.value, None) {
            Ok(read) if read == stored.value => preview.fitting = preview.fitting.saturating_add(items),
            Ok(_) => preview.readable = preview.readable.saturating_add(items),
            Err(misfit) => {
                preview.misfits = preview.misfits.saturating_add(items);
                if preview.sample.len() < MAX_MISFITS {
                    preview.sample.push(FieldMisfitValue {
                        value: show_value(&stored.value),
                        items,
                        item: stored.item,
                        name: stored.name,
                        code: misfit.code,
                        message: field_error(caller.lang, misfit.code, &misfit.allowed),
                    });
                }
            }
        }
    }
    Ok(preview)
}

/// The names whose folded ones are unknown, each once, as they were written.
fn spell_unknown(names: &[String], unknown: &[String]) -> Vec<String> {
    let mut left: BTreeSet<&String> = unknown.iter().collect();
    names.iter().filter(|name| left.remove(&normalize_text(name))).cloned().collect()
}
