//! Relations of items: replacements, items sold together, and items with the same active ingredient. The program
//! proposes the last kind, and stores it once a person accepts.

use crate::api::{ById, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Code, Missing};
use crate::messages::name_of;
use celeiro_domain::catalog::relations::{
    ItemRelation, MAX_RELATIONS, RelationDirection, RelationKind, RelationPair, RelationProblem,
    RelationStatus, propose_same_ingredient, telling_ingredient,
};
use celeiro_domain::catalog::{Item, Status};
use celeiro_domain::search::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// The relations of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemRelations {
    /// Those that a person has confirmed, by kind and name; at most 50.
    pub relations: Vec<ItemRelation>,
    /// Items that seem to have the same active ingredient, at most 20; nothing of them is stored.
    pub proposals: Vec<ItemRelation>,
    /// Proposals that a person has refused.
    pub refused: Vec<ItemRelation>,
}

/// A relation to be set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetItemRelation {
    /// The item.
    pub id: Uuid,
    /// What the two items are to each other.
    pub kind: RelationKind,
    /// Which way, seen from the item; from it to the other where absent, and both ways where the kind has no direction.
    #[serde(default)]
    pub direction: Option<RelationDirection>,
    /// The other item.
    pub other_id: Uuid,
    /// `confirmed` where absent; `refused` remembers of a proposal that it is not so.
    #[serde(default)]
    pub status: Option<RelationStatus>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A relation to be removed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemoveItemRelation {
    /// The item.
    pub id: Uuid,
    /// What the two items are to each other.
    pub kind: RelationKind,
    /// Which way, seen from the item; from it to the other where absent.
    #[serde(default)]
    pub direction: Option<RelationDirection>,
    /// The other item.
    pub other_id: Uuid,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A relation that was written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelationOutcome {
    /// The operation, to be looked at and undone; absent where the relation was so already.
    pub operation_id: Option<Uuid>,
}

/// The relations of an item, with what is proposed and what was refused.
///
/// # Errors
/// `not_found`.
pub async fn list_item_relations(app: &App, _: &Caller, request: ById) -> Result<ItemRelations, AppError> {
    let item = app.store().item(request.id).await?;
    let stored = app.store().item_relations(item.id).await?;
    let (relations, refused) =
        stored.into_iter().partition(|relation: &ItemRelation| relation.status == RelationStatus::Confirmed);
    Ok(ItemRelations { relations, proposals: propose_relations(app, &item).await?, refused })
}

/// The relations of the item with this id or external id.
///
/// # Errors
/// `not_found`.
pub async fn item_relations_by_name(
    app: &App,
    caller: &Caller,
    name: &str,
) -> Result<ItemRelations, AppError> {
    match app.store().record_called(name).await.map_err(Missing::Item.explain(name))? {
        (Kind::Items, id) => list_item_relations(app, caller, ById { id }).await,
        (Kind::Faqs, _) => Err(Missing::Item.refuse(name)),
    }
}

/// The confirmed relations of an item.
pub(crate) async fn confirmed_relations(app: &App, item: Uuid) -> Result<Vec<ItemRelation>, AppError> {
    let mut relations = app.store().item_relations(item).await?;
    relations.retain(|relation| relation.status == RelationStatus::Confirmed);
    Ok(relations)
}

/// Items on sale that name the same active ingredients as the item.
async fn propose_relations(app: &App, item: &Item) -> Result<Vec<ItemRelation>, AppError> {
    let Some(word) = telling_ingredient(&item.attributes) else { return Ok(Vec::new()) };
    let ids = app.store().ingredient_candidates(item.id, &word).await?;
    let candidates = app.store().items(&ids).await?;
    let attributes = candidates.iter().map(|other| (other.id, &other.attributes));
    let proposed = propose_same_ingredient(&item.attributes, attributes);
    let by_id: HashMap<Uuid, &Item> = candidates.iter().map(|other| (other.id, other)).collect();
    let describe = |other: &Item, evidence: String| ItemRelation {
        kind: RelationKind::SameIngredient,
        direction: RelationDirection::Both,
        item_id: other.id,
        name: other.name.clone(),
        external_id: other.external_id.clone(),
        manufacturer: other.manufacturer.clone(),
        item_status: Status::Ativo,
        status: RelationStatus::Proposed,
        evidence: Some(evidence),
    };
    let found = proposed.into_iter().filter_map(|one| Some(describe(by_id.get(&one.item)?, one.evidence)));
    Ok(found.collect())
}

/// Sets a relation, or remembers that a proposed one was refused. A relation that is so already stays, and nothing is
/// kept of the operation.
///
/// # Errors
/// `not_found` where one of the items is not there; `relation_refused` for an item with itself, for one that would
/// replace what replaces it, for more than 50 of an item, for a direction that the kind does not have, and for a refusal
/// of what is not proposed; `invalid_request` for the status `proposed`.
pub async fn set_item_relation(
    app: &App,
    caller: &Caller,
    request: SetItemRelation,
) -> Result<RelationOutcome, AppError> {
    let is_refused = match request.status.unwrap_or_default() {
        RelationStatus::Confirmed => false,
        RelationStatus::Refused => true,
        RelationStatus::Proposed => {
            return Err(AppError::invalid_request("status: confirmed | refused").detail("path", "status"));
        }
    };
    let pair = RelationPair::between(request.kind, request.direction, request.id, request.other_id)
        .map_err(refuse_relation)?;
    let write = new_write(caller, request.operation_id);
    let set = app.store().set_relation(pair, is_refused, &write).await?.map_err(refuse_relation)?;
    Ok(RelationOutcome { operation_id: set.changed.then_some(write.operation_id) })
}

/// Removes a relation, or forgets that a proposed one was refused.
///
/// # Errors
/// `not_found` where there is no such relation, `relation_refused` where it cannot be one.
pub async fn remove_item_relation(
    app: &App,
    caller: &Caller,
    request: RemoveItemRelation,
) -> Result<RelationOutcome, AppError> {
    let pair = RelationPair::between(request.kind, request.direction, request.id, request.other_id)
        .map_err(refuse_relation)?;
    let write = new_write(caller, request.operation_id);
    app.store().remove_relation(pair, &write).await?;
    Ok(RelationOutcome { operation_id: Some(write.operation_id) })
}

fn refuse_relation(problem: RelationProblem) -> AppError {
    let key = match problem {
        RelationProblem::Itself => "relation.itself",
        RelationProblem::Cycle => "relation.cycle",
        RelationProblem::TooMany => "relation.tooMany",
        RelationProblem::NotProposed => "relation.notProposed",
        RelationProblem::Direction => "relation.direction",
    };
    AppError::new(Code::RelationRefused)
        .with_text("why", key)
        .detail("problem", name_of(&problem))
        .detail("most", MAX_RELATIONS)
}
