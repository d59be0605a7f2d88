//! Expected fields of a category, which count for the completeness of its items.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::catalog::{FieldError, FieldErrorCode, LIMITS, clean_text};
use celeiro_domain::wire::Number;
use celeiro_store::CategoryAttributes;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashSet;
use uuid::Uuid;

/// Attributes that a category can expect.
const MOST: usize = 64;
/// Longest name of one, in characters.
const KEY_CHARS: usize = 200;

/// Of which category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpectationOf {
    /// The category, in any case and with any accents.
    pub category: String,
}

/// What a category is to expect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettleExpectation {
    /// The category.
    pub category: String,
    /// The attributes, at most 64; absent or null: those that at least half of its active items have now.
    #[serde(default)]
    pub attributes: Option<Vec<String>>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// How an expectation came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ExpectationOrigin {
    /// Half of the items had the attributes.
    Counted,
    /// A person chose them.
    Person,
}

/// An attribute of a category.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpectedAttribute {
    /// Its key.
    pub key: String,
    /// Active items of the category that have it.
    pub items: u32,
    /// The same as a part of all of them, 0..1.
    #[specta(type = Number)]
    pub share: f64,
    /// Whether it is expected, by the category itself or by one above it.
    pub expected: bool,
    /// Whether the category itself expects it: what was settled of it.
    pub own: bool,
    /// The nearest category above that expects it, whatever the category itself expects; null where none does.
    pub inherited_from: Option<String>,
}

/// When and how an expectation was settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpectationSettlement {
    /// How.
    pub origin: ExpectationOrigin,
    /// The actor who asked; null where the program counted by itself.
    pub actor: Option<String>,
    /// Active items of the category at that time.
    pub items: u32,
    /// When.
    pub at: DateTime<Utc>,
    /// What was expected before; null where nothing was settled then.
    pub before: Option<Vec<String>>,
}

/// What the items of a category have, and what they are expected to have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryExpectation {
    /// The category as most of its items spell it.
    pub category: String,
    /// Whether there is such a category: the tree knows it, or an item that is not deleted has it. What another one is
    /// expected to say waits for its first item.
    #[serde(default)]
    pub is_known: bool,
    /// Its active items.
    pub items: u32,
    /// The attributes that are expected or that items have, commonest first.
    pub attributes: Vec<ExpectedAttribute>,
    /// Null as long as the category has fewer than five active items and no person has decided: then
    /// it expects nothing but what it inherits.
    pub settled: Option<ExpectationSettlement>,
}

/// What the items of a category are expected to say, and why.
///
/// # Errors
/// `invalid_fields` for a blank category.
pub async fn category_expectation(
    app: &App,
    _: &Caller,
    request: ExpectationOf,
) -> Result<CategoryExpectation, AppError> {
    let mut errors = Vec::new();
    let category = read_category(&request.category, &mut errors);
    if !errors.is_empty() {
        return Err(AppError::fields(errors));
    }
    app.store().renew_expectations().await?;
    read_expectation(app, &category).await
}

/// Settles what the items of a category, and of all below it, are expected to say; their completeness follows.
/// What a category above expects holds as well.
///
/// # Errors
/// `invalid_fields` for a blank category, a blank or too long attribute, or too many.
pub async fn settle_expectation(
    app: &App,
    caller: &Caller,
    request: SettleExpectation,
) -> Result<CategoryExpectation, AppError> {
    let mut errors = Vec::new();
    let category = read_category(&request.category, &mut errors);
    let attributes = request.attributes.map(|keys| read_keys(&keys, &mut errors));
    if !errors.is_empty() {
        return Err(AppError::fields(errors));
    }
    let write = new_write(caller, request.operation_id);
    app.store().settle_expectation(&category, attributes, &write).await?;
    read_expectation(app, &category).await
}

async fn read_expectation(app: &App, category: &str) -> Result<CategoryExpectation, AppError> {
    let stored = app.store().category_attributes(category).await?;
    let unknown = app.store().unknown_categories(&[category.to_owned()]).await?;
    Ok(CategoryExpectation { is_known: unknown.is_empty(), ..expectation_of(category, stored) })
}

/// Cleans the name of a category; a blank name is an error of the field.
fn read_category(text: &str, errors: &mut Vec<FieldError>) -> String {
    let category = clean_text(text, "category", LIMITS.category, errors);
    if category.is_empty() {
        let allowed = format!("1..{}", LIMITS.category);
        errors.push(FieldError::new("category", FieldErrorCode::Required, "", allowed));
    }
    category
}

/// Each key once, as it is written: keys are compared to the letter.
fn read_keys(keys: &[String], errors: &mut Vec<FieldError>) -> Vec<String> {
    let mut read: Vec<String> = Vec::new();
    for key in keys {
        let key = key.replace('\0', "");
        if key.trim().is_empty() {
            let allowed = format!("1..{KEY_CHARS}");
            errors.push(FieldError::new("attributes", FieldErrorCode::Required, "", allowed));
        } else if key.chars().count() > KEY_CHARS {
            let allowed = format!("1..{KEY_CHARS}");
            errors.push(FieldError::new("attributes", FieldErrorCode::TooLong, &key, allowed));
        } else if !read.contains(&key) {
            read.push(key);
        }
    }
    if read.len() > MOST {
        let count = read.len().to_string();
        let allowed = format!("0..{MOST}");
        errors.push(FieldError::new("attributes", FieldErrorCode::TooLong, &count, allowed));
    }
    read.sort();
    read
}

/// Attributes that are settled or that items have; `asked` spells the category where no item does.
fn expectation_of(asked: &str, stored: CategoryAttributes) -> CategoryExpectation {
    let own = stored.settled.as_ref().map_or(&[][..], |settled| settled.attributes.as_slice());
    let attribute = |key: &str, items: i64| {
        let is_own = own.iter().any(|one| one == key);
        let above = stored.above.iter().find(|(_, keys)| keys.iter().any(|one| one == key));
        ExpectedAttribute {
            key: key.to_owned(),
            items: items as u32,
            share: if stored.items > 0 { items as f64 / stored.items as f64 } else { 0.0 },
            expected: is_own || above.is_some(),
            own: is_own,
            inherited_from: above.map(|(category, _)| category.clone()),
        }
    };
    let mut attributes: Vec<ExpectedAttribute> =
        stored.attributes.iter().map(|(key, items)| attribute(key, *items)).collect();
    let mut known: HashSet<&str> = stored.attributes.iter().map(|(key, _)| key.as_str()).collect();
    for key in own.iter().chain(stored.above.iter().flat_map(|(_, keys)| keys)) {
        if known.insert(key) {
            attributes.push(attribute(key, 0));
        }
    }
    CategoryExpectation {
        category: stored.spelled.clone().unwrap_or_else(|| asked.to_owned()),
        is_known: true,
        items: stored.items as u32,
        attributes,
        settled: stored.settled.as_ref().map(|settled| ExpectationSettlement {
            origin: match settled.origin.as_str() {
                "person" => ExpectationOrigin::Person,
                _ => ExpectationOrigin::Counted,
            },
            actor: settled.actor.clone(),
            items: settled.items as u32,
            at: settled.settled_at,
            before: settled.before.clone(),
        }),
    }
}
