//! What a write will do once it is confirmed, made of the arguments before anything is shown.

use super::amount::Amount;
use super::arguments::{CreateFaq, CreateItem, PriceSelection, SetPrice, UpdateItem};
use crate::catalog::faq::FaqDraft;
use crate::catalog::{ItemDraft, Price, PriceError, spell_tags, unmistakable};
use crate::personal::write::{PersonalFields, PersonalWrite};
use crate::sheet::{Change, ChangeAction, GridFilter, GridQuery, GridTest};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashSet;
use uuid::Uuid;

/// What runs when a person confirms: this and nothing else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WritePlan {
    /// The same changes of these items.
    EditItems {
        /// The items, in order of their ids.
        ids: Vec<Uuid>,
        /// What happens to each.
        changes: Vec<Change>,
        /// Stands for the items with their versions and for the changes.
        digest: String,
    },
    /// A new item.
    CreateItem {
        /// Its content, checked.
        draft: Box<ItemDraft>,
    },
    /// A new FAQ.
    CreateFaq {
        /// Its content, checked.
        draft: Box<FaqDraft>,
    },
    /// A record of the personal assistant: new, or changed.
    SavePersonal {
        /// The record with its version and its whole new content.
        change: Box<PersonalWrite>,
    },
    /// An entry that is deleted; it can be brought back.
    DeletePersonal {
        /// The record with its version, as it was when it was shown.
        change: Box<PersonalWrite>,
    },
    /// Several writes, in this order: all of them or none.
    Several {
        /// The writes; none of them is several.
        writes: Vec<WritePlan>,
    },
}

impl WritePlan {
    /// Lists the single writes of an action's plan.
    pub fn parts(&self) -> &[WritePlan] {
        match self {
            WritePlan::Several { writes } => writes,
            WritePlan::EditItems { .. }
            | WritePlan::CreateItem { .. }
            | WritePlan::CreateFaq { .. }
            | WritePlan::SavePersonal { .. }
            | WritePlan::DeletePersonal { .. } => std::slice::from_ref(self),
        }
    }

    /// Lists the single writes of an action's plan, to be changed.
    pub fn parts_mut(&mut self) -> &mut [WritePlan] {
        match self {
            WritePlan::Several { writes } => writes,
            WritePlan::EditItems { .. }
            | WritePlan::CreateItem { .. }
            | WritePlan::CreateFaq { .. }
            | WritePlan::SavePersonal { .. }
            | WritePlan::DeletePersonal { .. } => std::slice::from_mut(self),
        }
    }

    /// Leaves the known items of memory as they are that a new one would take the place of; whether there are any.
    pub fn keep_known_items(&mut self) -> bool {
        let WritePlan::SavePersonal { change } = self else { return false };
        let PersonalFields::Knowledge(fields) = &mut change.content else { return false };
        !std::mem::take(&mut fields.replaces).is_empty()
    }

    /// Whether both say what a field of one record becomes, or give two new items one code: a card that shows
    /// both could not show what becomes of it.
    pub fn overlaps(&self, other: &WritePlan) -> bool {
        match (self, other) {
            (
                WritePlan::EditItems { ids, changes, .. },
                WritePlan::EditItems { ids: others, changes: other_changes, .. },
            ) => {
                let fields: HashSet<&str> = changes.iter().map(|change| change.field.as_str()).collect();
                let ids: HashSet<&Uuid> = ids.iter().collect();
                other_changes.iter().any(|change| fields.contains(change.field.as_str()))
                    && others.iter().any(|id| ids.contains(id))
            }
            (WritePlan::CreateItem { draft }, WritePlan::CreateItem { draft: other }) => {
                draft.external_id.is_some() && draft.external_id == other.external_id
            }
            (
                WritePlan::SavePersonal { change } | WritePlan::DeletePersonal { change },
                WritePlan::SavePersonal { change: other } | WritePlan::DeletePersonal { change: other },
            ) => change.id == other.id,
            _ => false,
        }
    }
}

/// Converts a call of the tool `set_price` to changes of cells.
pub fn price_changes(given: &SetPrice) -> Vec<Change> {
    let set = given.price.map(|price| set("price", unmistakable(price.0)));
    let percent = given.percent.map(|percent| Change {
        action: ChangeAction::Percent,
        ..set_value("price", Some(percent.0.normalize().to_string()))
    });
    set.into_iter().chain(percent).collect()
}

/// Converts a call of the tool `update_item` to changes of cells.
pub fn item_changes(given: &UpdateItem) -> Vec<Change> {
    let texts = [
        ("name", &given.name),
        ("description", &given.description),
        ("category", &given.category),
        ("manufacturer", &given.manufacturer),
        ("status", &given.status),
        ("notes", &given.notes),
    ];
    let texts = texts.into_iter().filter_map(|(field, text)| Some(set_or_clear(field, text.as_deref()?)));
    let price = given.price.map(|price| set("price", unmistakable(price.0)));
    let tags = given.tags.as_ref().map(|tags| set_or_clear("tags", &spell_tags(tags)));
    let attributes = given.attributes.iter().map(|(key, value)| {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        set_or_clear(&format!("attributes.{key}"), &text)
    });
    texts.chain(price).chain(tags).chain(attributes).collect()
}

fn set(field: &str, value: String) -> Change {
    set_value(field, Some(value))
}

fn set_value(field: &str, value: Option<String>) -> Change {
    Change { field: field.to_owned(), action: ChangeAction::Set, value, find: None }
}

/// A blank text empties the field.
fn set_or_clear(field: &str, text: &str) -> Change {
    if text.trim().is_empty() {
        Change { action: ChangeAction::Clear, ..set_value(field, None) }
    } else {
        set(field, text.to_owned())
    }
}

/// The rows that a selection means. Prices that are not there cannot rise by hundredths: with `priced`,
/// items without one are not meant.
pub fn selection_query(selection: &PriceSelection, priced: bool) -> GridQuery {
    let is = |column: &str, text: &Option<String>| {
        text.as_ref().map(|text| filter(column, GridTest::Is, Some(text.clone())))
    };
    let limit = |test, amount: Option<Amount>| {
        amount.map(|amount| filter("price", test, Some(unmistakable(amount.0.normalize()))))
    };
    let tags = selection.tags.iter().map(|tag| filter("tags", GridTest::Is, Some(tag.clone())));
    let rest = [
        is("category", &selection.category),
        is("manufacturer", &selection.manufacturer),
        limit(GridTest::Above, selection.min_price),
        limit(GridTest::Below, selection.max_price),
        priced.then(|| filter("price", GridTest::NotEmpty, None)),
    ];
    GridQuery { filters: rest.into_iter().flatten().chain(tags).collect(), ..GridQuery::default() }
}

fn filter(column: &str, test: GridTest, value: Option<String>) -> GridFilter {
    GridFilter { column: column.to_owned(), test, values: value.into_iter().collect() }
}

/// Converts a call of the tool `create_item` to the draft of an item, unchecked.
///
/// # Errors
/// [`PriceError`].
pub fn item_draft(given: &CreateItem) -> Result<ItemDraft, PriceError> {
    Ok(ItemDraft {
        external_id: given.external_id.clone(),
        name: given.name.clone(),
        description: given.description.clone(),
        category: given.category.clone(),
        manufacturer: given.manufacturer.clone(),
        price: given.price.map(|price| Price::new(price.0)).transpose()?,
        tags: given.tags.clone(),
        ..ItemDraft::default()
    })
}

/// The FAQ that a call of `create_faq` means, unchecked. No model approves an answer.
pub fn faq_draft(given: &CreateFaq) -> FaqDraft {
    FaqDraft {
        question: given.question.clone(),
        answer: given.answer.clone(),
        tags: given.tags.clone(),
        ..FaqDraft::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::request::{ToolRequest, read_request};
    use super::*;
    use crate::search::Kind;
    use crate::sheet::read_steps;
    use serde_json::json;

    #[test]
    fn only_the_fields_that_a_call_names_change() {
        let call = json!({ "item": "A", "notes": " ", "price": "12,5", "tags": ["soja", "milho"],
            "status": "inativo", "attributes": { "teor": 480 } });
        let Ok(ToolRequest::UpdateItem(given)) = read_request("update_item", &call.to_string()) else {
            panic!("a call")
        };
        let changes = item_changes(&given);
        let lines: Vec<_> =
            changes.iter().map(|c| format!("{} {:?} {:?}", c.field, c.action, c.value.as_deref())).collect();
        assert_eq!(
            lines,
            [
                "status Set Some(\"inativo\")",
                "notes Clear None",
                "price Set Some(\"12.5\")",
                "tags Set Some(\"soja; milho\")",
                "attributes.teor Set Some(\"480\")",
            ]
        );
        assert!(read_steps(Kind::Items, &changes).is_ok());
    }

    #[test]
    fn two_writes_overlap_where_they_mean_one_field_of_one_record_or_one_code() {
        let (a, b) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let edit = |ids: &[Uuid], field: &str| WritePlan::EditItems {
            ids: ids.to_vec(),
            changes: vec![set(field, "1".into())],
            digest: String::new(),
        };
        assert!(edit(&[a, b], "price").overlaps(&edit(&[b], "price")));
        assert!(!edit(&[a], "price").overlaps(&edit(&[b], "price")));
        assert!(!edit(&[a], "price").overlaps(&edit(&[a], "notes")));
        let new = |code: Option<&str>| WritePlan::CreateItem {
            draft: Box::new(ItemDraft { external_id: code.map(str::to_owned), ..ItemDraft::default() }),
        };
        assert!(new(Some("L-1")).overlaps(&new(Some("L-1"))));
        assert!(!new(None).overlaps(&new(None)) && !new(Some("L-1")).overlaps(&edit(&[a], "price")));
        let both = WritePlan::Several { writes: vec![new(None), edit(&[a], "price")] };
        assert_eq!((both.parts().len(), new(None).parts().len()), (2, 1));
    }

    #[test]
    fn a_selection_is_a_grid_that_can_be_run() {
        let call = json!({ "selection": { "category": "Herbicidas", "manufacturer": "Aurora", "tags": ["soja"],
            "min_price": 10, "max_price": 99.5 }, "percent": -2.5 });
        let Ok(ToolRequest::SetPrice(given)) = read_request("set_price", &call.to_string()) else {
            panic!("a call")
        };
        let query = selection_query(given.selection.as_ref().unwrap(), true);
        assert_eq!(query.filters.len(), 6);
        assert_eq!(query.plan(Kind::Items).unwrap().conditions.len(), 6);
        let changes = price_changes(&given);
        assert_eq!((changes.len(), changes[0].value.as_deref()), (1, Some("-2.5")));
        assert!(read_steps(Kind::Items, &changes).is_ok());
    }
}
