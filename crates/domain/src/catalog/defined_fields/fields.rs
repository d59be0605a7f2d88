//! All fields that are defined, and what they say of an item that is saved.

use super::FieldDefinition;
use crate::catalog::attribute_label::AttributeLabel;
use crate::catalog::{FieldError, FieldErrorCode, ItemDraft, Status};
use crate::sheet::is_filled;
use crate::text::normalize_text;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The fields that are defined, in the order of the form.
#[derive(Debug, Clone, Default)]
pub struct DefinedFields {
    fields: Vec<FieldDefinition>,
    places: HashMap<String, usize>,
    /// Folded names, with and without their units; none where several fields have the name.
    names: OnceLock<HashMap<String, Option<usize>>>,
    /// The folded categories below those that require fields: what a category requires holds for them as well.
    below: HashMap<String, Vec<String>>,
    /// The fields that folded categories require, in the order of the form.
    required: OnceLock<HashMap<String, Vec<usize>>>,
}

impl DefinedFields {
    /// Collects the defined fields, in the order of the form.
    pub fn new(mut fields: Vec<FieldDefinition>) -> Self {
        fields.sort_by(|a, b| (a.position, &a.name, &a.key).cmp(&(b.position, &b.name, &b.key)));
        let places = fields.iter().enumerate().map(|(at, field)| (field.key.clone(), at)).collect();
        Self { fields, places, ..Self::default() }
    }

    /// Adds to the defined fields which categories stand below others. A pair is a category and one below it, at any
    /// level, both folded.
    #[must_use]
    pub fn with_categories_below(mut self, pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        for (category, below) in pairs {
            self.below.entry(category).or_default().push(below);
        }
        self.required = OnceLock::new();
        self
    }

    /// Iterates over all defined fields.
    pub fn iter(&self) -> impl Iterator<Item = &FieldDefinition> {
        self.fields.iter()
    }

    /// The field of an attribute; none where it is not defined.
    pub fn get(&self, key: &str) -> Option<&FieldDefinition> {
        self.places.get(key).and_then(|at| self.fields.get(*at))
    }

    /// Where the field of an attribute stands in the form; behind all others where it is not defined.
    pub fn place(&self, key: &str) -> usize {
        self.places.get(key).copied().unwrap_or(usize::MAX)
    }

    /// What people call an attribute: the name of its field, or what its key says.
    pub fn label(&self, key: &str) -> String {
        self.get(key).map_or_else(|| AttributeLabel::of(key).to_string(), FieldDefinition::label)
    }

    /// The attribute whose field has this name, with or without its unit, whatever its case and accents.
    pub fn key_called(&self, name: &str) -> Option<&str> {
        if self.fields.is_empty() {
            return None;
        }
        let at = (*self.names.get_or_init(|| self.index_names()).get(&normalize_text(name))?)?;
        self.fields.get(at).map(|field| field.key.as_str())
    }

    /// Names with their units go before bare ones.
    fn index_names(&self) -> HashMap<String, Option<usize>> {
        let mut names = HashMap::new();
        for (at, field) in self.fields.iter().enumerate() {
            names.insert(normalize_text(&field.label()), Some(at));
        }
        let mut bare: HashMap<String, Option<usize>> = HashMap::new();
        for (at, field) in self.fields.iter().enumerate().filter(|(_, field)| field.unit.is_some()) {
            let name = normalize_text(&field.name);
            bare.entry(name).and_modify(|other| *other = None).or_insert(Some(at));
        }
        for (name, at) in bare {
            names.entry(name).or_insert(at);
        }
        names
    }

    /// Reads the attributes of an item that is saved, and checks that it has what its category requires. What was so
    /// before stays as it is, also where it does not fit: a definition that came later is no reason to refuse a save
    /// of something else. A draft may lack what is required.
    ///
    /// # Errors
    /// Every attribute that does not fit or is missing.
    pub fn check_item(
        &self,
        draft: &mut ItemDraft,
        before: Option<&ItemDraft>,
    ) -> Result<(), Vec<FieldError>> {
        let mut errors = self.read_attributes(&mut draft.attributes, before.map(|item| &item.attributes));
        errors.extend(self.find_missing(draft, before));
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Puts the changed attributes into the form that their fields store.
    fn read_attributes(
        &self,
        attributes: &mut Map<String, Value>,
        before: Option<&Map<String, Value>>,
    ) -> Vec<FieldError> {
        let mut errors = Vec::new();
        for field in &self.fields {
            let Some(value) = attributes.get_mut(&field.key) else { continue };
            if before.and_then(|before| before.get(&field.key)) == Some(&*value) {
                continue;
            }
            match field.read_value(value, None) {
                Ok(read) => *value = read,
                Err(misfit) => {
                    let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    let name = format!("attributes.{}", field.key);
                    errors.push(FieldError::new(&name, misfit.code, &shown, misfit.allowed));
                }
            }
        }
        errors
    }

    /// What the item must have and lacks, where it lacked it not already as it is sold now. A draft may lack everything.
    pub fn find_missing(&self, item: &ItemDraft, before: Option<&ItemDraft>) -> Vec<FieldError> {
        let lacked: Vec<usize> = before.map(|before| self.list_lacking(before)).unwrap_or_default();
        let missing = self.list_lacking(item).into_iter().filter(|at| !lacked.contains(at));
        missing
            .filter_map(|at| self.fields.get(at))
            .map(|field| {
                let name = format!("attributes.{}", field.key);
                FieldError::new(&name, FieldErrorCode::Required, "", "")
            })
            .collect()
    }

    /// Places of the fields that the category of an item requires and that it has nothing in; none of a draft.
    fn list_lacking(&self, item: &ItemDraft) -> Vec<usize> {
        let Some(category) = item.category.as_deref().filter(|_| item.status != Status::Rascunho) else {
            return Vec::new();
        };
        let required = self.required.get_or_init(|| self.index_required());
        if required.is_empty() {
            return Vec::new();
        }
        let wanted = required.get(&normalize_text(category)).map(Vec::as_slice).unwrap_or_default();
        let is_lacking = |at: &usize| {
            let key = self.fields.get(*at).map(|field| &field.key);
            !key.and_then(|key| item.attributes.get(key)).is_some_and(is_filled)
        };
        wanted.iter().copied().filter(is_lacking).collect()
    }

    fn index_required(&self) -> HashMap<String, Vec<usize>> {
        let mut required: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, field) in self.fields.iter().enumerate() {
            let named = field.required_in.iter().map(|category| normalize_text(category));
            let mut categories: HashSet<String> = named.collect();
            let below = categories.iter().filter_map(|category| self.below.get(category));
            let below: Vec<String> = below.flatten().cloned().collect();
            categories.extend(below);
            for category in categories {
                required.entry(category).or_default().push(at);
            }
        }
        required
    }
}
