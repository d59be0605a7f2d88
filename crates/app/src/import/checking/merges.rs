//! Merges of spelling variants: values of a file that a person mapped to values in use.

use celeiro_domain::catalog::{FieldError, FieldErrorCode, ItemDraft, clean_tags};
use celeiro_domain::import::MergedField;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;

/// Merged values of one import at most, and of a profile.
pub(in crate::import) const MAX_MERGES: usize = 4_000;

/// A value of the file, and the one that takes its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MergedValue {
    /// The field.
    pub field: MergedField,
    /// The value, as the preview lists it.
    pub from: String,
    /// What is stored instead.
    pub to: String,
}

/// Merged values by what stands in the file.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Merges {
    values: HashMap<(MergedField, String), String>,
}

impl Merges {
    pub fn new(said: &[MergedValue]) -> Self {
        let pair = |one: &MergedValue| ((one.field, one.from.clone()), one.to.clone());
        Self { values: said.iter().map(pair).collect() }
    }

    /// The checked item with merged values.
    pub fn apply(&self, mut draft: ItemDraft) -> ItemDraft {
        if self.values.is_empty() {
            return draft;
        }
        draft.category = self.one(MergedField::Category, draft.category);
        draft.manufacturer = self.one(MergedField::Manufacturer, draft.manufacturer);
        draft.tags = self.tags(draft.tags);
        draft
    }

    /// The checked tags, each once.
    pub fn tags(&self, tags: Vec<String>) -> Vec<String> {
        if self.values.is_empty() {
            return tags;
        }
        let merged = tags.into_iter().filter_map(|tag| self.one(MergedField::Tags, Some(tag)));
        clean_tags(merged.collect(), &mut Vec::new())
    }

    fn one(&self, field: MergedField, value: Option<String>) -> Option<String> {
        let key = (field, value?);
        Some(self.values.get(&key).cloned().unwrap_or(key.1))
    }
}

/// What takes the place of a value must itself be one that can be stored.
///
/// # Errors
/// Every field with a value that cannot.
pub fn check_merges(merges: Vec<MergedValue>) -> Result<Vec<MergedValue>, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut checked = Vec::new();
    for MergedValue { field, from, to } in merges {
        let mut draft = ItemDraft { name: "-".into(), ..ItemDraft::default() };
        let value = Some(to.clone());
        let name = match field {
            MergedField::Category => {
                draft.category = value;
                "category"
            }
            MergedField::Manufacturer => {
                draft.manufacturer = value;
                "manufacturer"
            }
            MergedField::Tags => {
                draft.tags = value.into_iter().collect();
                "tags"
            }
        };
        match draft.check() {
            Ok(draft) => {
                let found = draft.category.or(draft.manufacturer).or_else(|| draft.tags.into_iter().next());
                match found {
                    Some(to) => checked.push(MergedValue { field, from, to }),
                    None => errors.push(FieldError::new(name, FieldErrorCode::Required, &to, "1..")),
                }
            }
            Err(wrong) => errors.extend(wrong),
        }
    }
    if errors.is_empty() { Ok(checked) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merge_of(field: MergedField, from: &str, to: &str) -> MergedValue {
        MergedValue { field, from: from.into(), to: to.into() }
    }

    #[test]
    fn values_are_merged_in_their_own_field_and_tags_do_not_come_twice() {
        let merges = Merges::new(&[
            merge_of(MergedField::Category, "cercas", "Cercas"),
            merge_of(MergedField::Tags, "arames", "arame"),
        ]);
        let draft = ItemDraft {
            category: Some("cercas".into()),
            manufacturer: Some("cercas".into()),
            tags: vec!["arame".into(), "arames".into()],
            ..ItemDraft::default()
        };
        let draft = merges.apply(draft);
        assert_eq!(
            (draft.category.as_deref(), draft.manufacturer.as_deref()),
            (Some("Cercas"), Some("cercas"))
        );
        assert_eq!(draft.tags, ["arame"]);
    }

    #[test]
    fn what_cannot_be_stored_takes_no_value_s_place() {
        let errors = check_merges(vec![
            merge_of(MergedField::Category, "a", " "),
            merge_of(MergedField::Manufacturer, "a", &"x".repeat(400)),
        ]);
        let fields: Vec<String> = errors.unwrap_err().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["category", "manufacturer"]);
        assert_eq!(check_merges(vec![merge_of(MergedField::Tags, "a", " b ")]).unwrap()[0].to, "b");
    }
}
