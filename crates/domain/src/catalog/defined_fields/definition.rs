//! What is defined of a field, and its limits.

use crate::catalog::{FieldError, FieldErrorCode, LIMITS, clean_optional, clean_text};
use crate::text::normalize_text;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashSet;
use uuid::Uuid;

/// Fields that are defined at most, deleted ones not counted.
pub const MAX_DEFINED_FIELDS: u32 = 300;
/// Characters of a key at most.
const MAX_KEY: usize = 200;
/// Characters of a name at most.
const MAX_NAME: usize = 80;
/// Characters of a unit at most.
const MAX_UNIT: usize = 20;
/// Characters of the name of a group at most.
const MAX_GROUP: usize = 60;
/// Allowed values of a field at most.
pub(super) const MAX_ALLOWED: usize = 200;
/// Characters of an allowed value at most.
pub(super) const MAX_ALLOWED_CHARS: usize = 120;
/// Categories that require a field at most.
const MAX_CATEGORIES: usize = 200;
/// The last place in the form.
const MAX_POSITION: u32 = 10_000;

/// What the values of a field are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DefinedFieldType {
    /// A text of one line.
    #[default]
    Text,
    /// A text of several lines.
    LongText,
    /// A number, in the unit of the field where it has one.
    Number,
    /// An amount of money.
    Price,
    /// A day, stored as `2026-05-31`.
    Date,
    /// Yes or no.
    YesNo,
    /// One of the allowed values.
    Choice,
    /// Several of the allowed values; any texts where none is listed.
    Choices,
    /// An EAN or another GTIN with its check digit, stored as digits.
    Gtin,
    /// A code of the Mercosur nomenclature, stored as `3808.93.24`.
    Ncm,
    /// An address that begins with `https://` or `http://`.
    Link,
}

impl DefinedFieldType {
    /// All types, in the order in which people choose among them.
    pub const ALL: [Self; 11] = [
        Self::Text,
        Self::LongText,
        Self::Number,
        Self::Price,
        Self::Date,
        Self::YesNo,
        Self::Choice,
        Self::Choices,
        Self::Gtin,
        Self::Ncm,
        Self::Link,
    ];

    /// Whether the field lists the values that it allows.
    pub fn has_choices(self) -> bool {
        matches!(self, Self::Choice | Self::Choices)
    }
}

/// How much the search goes by the values of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SearchWeight {
    /// The search finds no item by them.
    None,
    /// As by attributes that are not defined.
    #[default]
    Normal,
    /// As by tags.
    Strong,
}

/// What people define of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldDefinition {
    /// The attribute; it never changes.
    pub key: String,
    /// Its name as people read it; no other field has the same name and unit, whatever their case and accents.
    pub name: String,
    /// What its numbers are counted in: `g/L`.
    pub unit: Option<String>,
    /// What its values are.
    pub field_type: DefinedFieldType,
    /// The values that a choice allows, in the order of the form.
    pub allowed: Vec<String>,
    /// The group of the form that it stands in.
    pub group: Option<String>,
    /// Its place among the fields of the form, the least first.
    pub position: u32,
    /// Whether filters offer it.
    pub filterable: bool,
    /// How much the search goes by what items have in it.
    pub search_weight: SearchWeight,
    /// The categories whose items must have it, and those of all categories below them.
    pub required_in: Vec<String>,
}

/// A field that is defined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DefinedField {
    /// Its id.
    pub id: Uuid,
    /// What is defined.
    #[serde(flatten)]
    pub definition: FieldDefinition,
    /// The categories whose items, and those of all categories below them, are expected to have it; those that require
    /// it are among them.
    pub expected_in: Vec<String>,
    /// The categories that require or expect it and that there are not: neither the tree knows them, nor has an item one.
    #[serde(default)]
    pub unknown_in: Vec<String>,
    /// Counts up with every save.
    pub version: i32,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
    /// The actor who saved it last.
    pub updated_by: String,
}

/// A field at one moment of its history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldState {
    /// What was defined.
    #[serde(flatten)]
    pub definition: FieldDefinition,
    /// The categories that expected it, folded.
    pub expected_in: Vec<String>,
}

impl FieldDefinition {
    /// Label of the defined field: its name with its unit, as columns of files are called.
    pub fn label(&self) -> String {
        match &self.unit {
            Some(unit) => format!("{} ({unit})", self.name),
            None => self.name.clone(),
        }
    }

    /// Cleans and validates the definition of a field.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(mut self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        self.key = check_key(&self.key, &mut errors);
        self.name = clean_text(&self.name, "name", MAX_NAME, &mut errors);
        // A name of signs alone folds to nothing and would be that of every other such name.
        if normalize_text(&self.name).is_empty() {
            let allowed = format!("1..{MAX_NAME}");
            errors.push(FieldError::new("name", FieldErrorCode::Required, &self.name, allowed));
        }
        self.unit = clean_optional(self.unit, "unit", MAX_UNIT, &mut errors);
        self.group = clean_optional(self.group, "group", MAX_GROUP, &mut errors);
        self.position = self.position.min(MAX_POSITION);
        let limits = (MAX_ALLOWED, MAX_ALLOWED_CHARS);
        self.allowed = match self.field_type.has_choices() {
            true => clean_list(&self.allowed, "allowed", limits, &mut errors),
            false => Vec::new(),
        };
        if self.field_type == DefinedFieldType::Choice && self.allowed.is_empty() {
            let allowed = format!("1..{MAX_ALLOWED}");
            errors.push(FieldError::new("allowed", FieldErrorCode::Required, "", allowed));
        }
        let limits = (MAX_CATEGORIES, LIMITS.category);
        self.required_in = clean_list(&self.required_in, "requiredIn", limits, &mut errors);
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }
}

/// The key as items have it: keys are compared to the letter, so nothing but NUL is taken out.
fn check_key(key: &str, errors: &mut Vec<FieldError>) -> String {
    let key = key.replace('\0', "");
    let allowed = format!("1..{MAX_KEY}");
    if key.trim().is_empty() {
        errors.push(FieldError::new("key", FieldErrorCode::Required, "", allowed));
    } else if key.chars().count() > MAX_KEY {
        errors.push(FieldError::new("key", FieldErrorCode::TooLong, &key, allowed));
    }
    key
}

/// Cleans each text, and drops blank ones and those that differ in case or accents alone.
fn clean_list(
    texts: &[String],
    field: &str,
    (most, chars): (usize, usize),
    errors: &mut Vec<FieldError>,
) -> Vec<String> {
    let mut seen = HashSet::new();
    let texts: Vec<String> = texts
        .iter()
        .map(|text| clean_text(text, field, chars, errors))
        .filter(|text| !text.is_empty() && seen.insert(normalize_text(text)))
        .collect();
    if texts.len() > most {
        let count = texts.len().to_string();
        errors.push(FieldError::new(field, FieldErrorCode::TooLong, &count, format!("0..{most}")));
    }
    texts
}
