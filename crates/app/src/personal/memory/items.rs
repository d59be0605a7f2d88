//! Operations on memory items: list, show with their source messages, write, delete, restore.

use crate::api::{ById, DeletedRecord, WriteById};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::personal::flat_request::flat_request;
use crate::personal::memory::recall::read_known_items;
use crate::personal::records::{delete_record, restore_record, save_record};
use crate::personal::switch::{require_on, today_in};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::decision::Area;
use celeiro_domain::personal::memory::search::rank_knowledge;
use celeiro_domain::personal::memory::{
    Evidence, KnowledgeDraft, KnowledgeFields, KnowledgeItem, KnowledgeKind, KnowledgeState, StatementReading,
};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_store::{KnowledgeQuery, KnowledgeUse};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

const USUAL_PAGE: u32 = 100;
const MAX_PAGE: u32 = 500;
/// Answers that an item names.
const MOST_USES: i64 = 50;
/// Items that are named beside one with which they seem not to hold.
const MOST_AGAINST: usize = 10;

/// Which items.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListKnowledge {
    /// What is looked for, in words; all items where absent.
    #[serde(default)]
    pub text: Option<String>,
    /// Of this type alone.
    #[serde(default, rename = "type")]
    pub kind: Option<KnowledgeKind>,
    /// Of this area alone.
    #[serde(default)]
    pub area: Option<Area>,
    /// In this state alone; in any where absent.
    #[serde(default)]
    pub state: Option<KnowledgeState>,
    /// Items left out, 0 where absent.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Items wanted, 1 to 500; 100 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// A part of the items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgePage {
    /// The items: what fits the text best first, else the surest.
    pub rows: Vec<KnowledgeItem>,
    /// How many there are in all.
    pub total: u32,
}

/// An answer in which an item was used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemUse {
    /// The answer.
    pub message_id: Uuid,
    /// Its conversation.
    pub conversation_id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
}

/// An item with where it comes from and where it was used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProvenKnowledge {
    /// The item.
    pub item: KnowledgeItem,
    /// The words that it was taken from, the latest first.
    pub evidence: Vec<Evidence>,
    /// The answers in which it was used, the latest first, at most 50.
    pub uses: Vec<ItemUse>,
    /// Other items in force that seem not to hold together with it, at most 10; none where it holds no more.
    #[serde(default)]
    pub against: Vec<KnowledgeItem>,
}

flat_request! {
    /// A new item.
    CreateKnowledge of KnowledgeDraft {
        /// Chosen by the client: asking again under the same id creates nothing twice.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

flat_request! {
    /// A corrected item.
    UpdateKnowledge of KnowledgeDraft {
        /// The item.
        id: Uuid,
        /// The version that the change started from.
        version: i32,
        /// Chosen by the client: asking again under the same id does nothing twice.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

/// Lists items of the personal assistant's memory; those that fit a text come first.
///
/// # Errors
/// `personal_off`.
pub async fn list_knowledge(
    app: &App,
    _: &Caller,
    request: ListKnowledge,
) -> Result<KnowledgePage, AppError> {
    require_on(app)?;
    let query = KnowledgeQuery { kind: request.kind, area: request.area, state: request.state };
    let mut items = app.store().knowledge(&query).await?;
    if let Some(text) = request.text.filter(|text| !text.trim().is_empty()) {
        let text: String = text.chars().take(500).collect();
        items = rank_knowledge(&text, &items).into_iter().cloned().collect();
    }
    let total = items.len() as u32;
    let limit = request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE) as usize;
    let rows = items.into_iter().skip(request.offset.unwrap_or(0) as usize).take(limit).collect();
    Ok(KnowledgePage { rows, total })
}

/// Reads one item of memory with its evidence and its uses.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn get_knowledge(app: &App, _: &Caller, request: ById) -> Result<ProvenKnowledge, AppError> {
    require_on(app)?;
    let store = app.store();
    let item = store.knowledge_item(request.id).await?;
    let evidence = store.knowledge_evidence(&[request.id]).await?;
    let evidence = evidence.into_iter().map(|(_, evidence)| evidence).collect();
    let make_use =
        |KnowledgeUse { message_id, conversation_id, at }| ItemUse { message_id, conversation_id, at };
    let uses = store.knowledge_uses(request.id, MOST_USES).await?.into_iter().map(make_use).collect();
    let against = items_against(app, &item).await?;
    Ok(ProvenKnowledge { item, evidence, uses, against })
}

/// Items in force that seem not to hold together with `item`: what a person writes by hand is stored as it is, and no
/// rule is sure.
async fn items_against(app: &App, item: &KnowledgeItem) -> Result<Vec<KnowledgeItem>, AppError> {
    let today = today_in(&require_on(app)?);
    if !item.holds_on(today) {
        return Ok(Vec::new());
    }
    let known = read_known_items(app).await?;
    let said = StatementReading::of(&item.draft.content);
    let others = known.with_readings().filter(|(other, _)| other.id != item.id && other.holds_on(today));
    // Either may be what was said later.
    let against = others.filter(|(_, reading)| {
        reading.find_disagreement(&said).is_some() || said.find_disagreement(reading).is_some()
    });
    Ok(against.take(MOST_AGAINST).map(|(other, _)| other.clone()).collect())
}

/// Creates an item of memory by hand.
///
/// # Errors
/// `personal_off`, `invalid_fields`.
pub async fn create_knowledge(
    app: &App,
    caller: &Caller,
    request: CreateKnowledge,
) -> Result<KnowledgeItem, AppError> {
    save(app, caller, (Uuid::now_v7(), None), request.draft, request.operation_id).await
}

/// Corrects an item. What it said before does not come back from what was written until now.
///
/// # Errors
/// `personal_off`, `conflict` with both states where the version is not the current one, `not_found`,
/// `invalid_fields`.
pub async fn update_knowledge(
    app: &App,
    caller: &Caller,
    request: UpdateKnowledge,
) -> Result<KnowledgeItem, AppError> {
    save(app, caller, (request.id, Some(request.version)), request.draft, request.operation_id).await
}

async fn save(
    app: &App,
    caller: &Caller,
    (id, version): (Uuid, Option<i32>),
    draft: KnowledgeDraft,
    operation_id: Option<Uuid>,
) -> Result<KnowledgeItem, AppError> {
    require_on(app)?;
    let draft = draft.check().map_err(AppError::fields)?;
    let content = PersonalFields::Knowledge(Box::new(KnowledgeFields::by_hand(draft)));
    let id = save_record(app, caller, &PersonalWrite { id, version, content }, operation_id).await?;
    Ok(app.store().knowledge_item(id).await?)
}

/// Deletes an item: it does not come back from what was written until now. It can be brought back by hand.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn delete_knowledge(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    delete_record(app, caller, PersonalKind::Knowledge, &request).await
}

/// Restores a deleted item of memory.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn restore_knowledge(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<KnowledgeItem, AppError> {
    restore_record(app, caller, PersonalKind::Knowledge, &request).await?;
    Ok(app.store().knowledge_item(request.id).await?)
}
