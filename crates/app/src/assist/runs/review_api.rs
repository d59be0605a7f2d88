//! Operations on the review queue: pending suggestions and decisions.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::assist::api::{AssistOutcome, AssistSources};
use crate::assist::in_words;
use crate::catalog::items::{UpdateItem, save_item};
use crate::error::{AppError, Code};
use crate::request::read_request;
use celeiro_domain::assist::AssistField;
use celeiro_domain::catalog::{FieldError, FieldErrorCode, Item, ItemDraft};
use celeiro_store::{Decision, DecisionRule, StoreError, StoredSuggestion};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use uuid::Uuid;

/// A part of the queue.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewRequest {
    /// Of this run; of all where absent.
    #[serde(default)]
    pub run: Option<Uuid>,
    /// Suggestions to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Suggestions wanted, 1..200; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// A suggestion that waits for a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewEntry {
    /// The run.
    pub run: Uuid,
    /// The item as it is now.
    pub item: Item,
    /// The field.
    pub field: AssistField,
    /// The trace.
    pub trace_id: Uuid,
    /// Value, confidence, reason, evidence, as `AssistSuggestions` has them; the program's own words in
    /// the reader's language, but for suggestions of versions that stored them.
    pub suggestion: Value,
}

/// The queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewPage {
    /// Suggestions, the least sure first.
    pub rows: Vec<ReviewEntry>,
    /// How many there are in all.
    pub total: u32,
}

/// A decision about a suggestion of the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DecideReview {
    /// The item.
    pub item_id: Uuid,
    /// The version of the item that the decision was made on.
    pub version: i32,
    /// The trace.
    pub trace_id: Uuid,
    /// The field.
    pub field: AssistField,
    /// What becomes of the suggestion.
    pub outcome: AssistOutcome,
    /// The value, where it was edited.
    #[serde(default)]
    pub value: Option<Value>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Suggestions of runs that wait for a person, the least sure first.
pub async fn review_queue(
    app: &App,
    caller: &Caller,
    request: ReviewRequest,
) -> Result<ReviewPage, AppError> {
    let limit = i64::from(request.limit.unwrap_or(50)).clamp(1, 200);
    let offset = i64::from(request.offset.unwrap_or(0));
    let (rows, total) = app.store().review_queue(request.run, None, offset, limit).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.item).collect();
    let items = app.store().items(&ids).await?;
    let entries = rows.into_iter().filter_map(|row| {
        let item = items.iter().find(|item| item.id == row.item)?.clone();
        Some(ReviewEntry {
            run: row.run,
            item,
            field: row.field,
            trace_id: row.trace_id,
            suggestion: in_words(row.suggestion, caller.lang),
        })
    });
    Ok(ReviewPage { rows: entries.collect(), total: total as u32 })
}

/// Decides a suggestion of the queue. What is accepted or edited is saved into the item, at the version
/// that the person saw.
///
/// # Errors
/// `already_decided`; `conflict` where the item was changed meanwhile, `not_found`, `invalid_fields`, also
/// where something was edited and its value is missing, or its price is in another currency than prices of packages.
pub async fn decide_review(app: &App, caller: &Caller, request: DecideReview) -> Result<Item, AppError> {
    if request.outcome == AssistOutcome::Edited && request.value.is_none() {
        let missing = FieldError::new("value", FieldErrorCode::Required, "", request.field.as_str());
        return Err(AppError::fields(vec![missing]).detail("path", "value"));
    }
    let suggestion = load_suggestion(app, &request).await?;
    if !is_repeat(app, request.operation_id).await? {
        check_undecided(&suggestion)?;
    }
    let asked = request.clone();
    match store_decision(app, caller, request, &suggestion).await {
        // The first decision has changed the item too, or the suggestion alone.
        Err(error) if matches!(error.code(), Code::Conflict | Code::AlreadyDecided) => {
            check_undecided(&load_suggestion(app, &asked).await?)?;
            Err(error)
        }
        done => done,
    }
}

/// The suggestion that is decided.
async fn load_suggestion(app: &App, request: &DecideReview) -> Result<StoredSuggestion, AppError> {
    let kept = app.store().suggestions_of(request.trace_id).await?;
    let is_meant =
        |kept: &StoredSuggestion| kept.field == request.field && kept.item_id == Some(request.item_id);
    kept.into_iter().find(is_meant).ok_or_else(|| AppError::new(Code::NotFound))
}

/// Notes the decision, with what it changes, unless another decision is stored at the same time.
async fn store_decision(
    app: &App,
    caller: &Caller,
    request: DecideReview,
    suggestion: &StoredSuggestion,
) -> Result<Item, AppError> {
    if request.outcome == AssistOutcome::Rejected {
        let decisions = [(request.field, Decision::Rejected, None)];
        let write = new_write(caller, request.operation_id);
        app.store().decide_suggestions(request.trace_id, &decisions, DecisionRule::Once, &write).await?;
        return Ok(app.store().item(request.item_id).await?);
    }
    let item = app.store().item(request.item_id).await?;
    let edited = request.value.filter(|_| request.outcome == AssistOutcome::Edited);
    let value = edited.unwrap_or_else(|| suggestion.suggestion["value"].clone());
    let mut draft = ItemDraft::from(item.clone());
    set_suggested_field(&mut draft, request.field, &value)?;
    if let (AssistField::Price, Some(currency)) = (request.field, suggestion.suggestion["currency"].as_str())
    {
        check_currency(&item, currency)?;
        draft.currency = Some(currency.to_owned());
    }
    let sources = AssistSources::of(request.field, request.trace_id);
    let update = UpdateItem {
        id: request.item_id,
        version: request.version,
        draft,
        changed_attributes: None,
        sources: Some(sources),
        operation_id: request.operation_id,
    };
    save_item(app, caller, update, DecisionRule::Once).await
}

/// Refuses a suggested currency that would make other prices of those that the item's packages have: a person changes
/// both, or neither.
fn check_currency(item: &Item, currency: &str) -> Result<(), AppError> {
    if currency == item.currency || !item.has_package_prices() {
        return Ok(());
    }
    let error = FieldError::new("currency", FieldErrorCode::Contradiction, currency, &item.currency);
    Err(AppError::fields(vec![error]))
}

/// Whether this very decision was taken before, and only its answer was lost.
async fn is_repeat(app: &App, operation: Option<Uuid>) -> Result<bool, AppError> {
    let Some(id) = operation else { return Ok(false) };
    match app.store().operation_owner(id).await {
        Ok(_) => Ok(true),
        Err(StoreError::NotFound) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Refuses a suggestion that is decided already, with who decided it and when.
fn check_undecided(suggestion: &StoredSuggestion) -> Result<(), AppError> {
    let Some(decision) = suggestion.outcome else { return Ok(()) };
    let outcome = serde_json::to_value(AssistOutcome::from(decision))?;
    Err(AppError::new(Code::AlreadyDecided)
        .with("outcome", outcome.as_str().unwrap_or_default())
        .detail("decidedBy", &suggestion.decided_by)
        .detail("decidedAt", suggestion.decided_at))
}

/// Puts a suggested value into the draft; a value of a wrong type is an error.
fn set_suggested_field(draft: &mut ItemDraft, field: AssistField, value: &Value) -> Result<(), AppError> {
    match field {
        AssistField::Description => draft.description = read_request(value)?,
        AssistField::Category => draft.category = read_request(value)?,
        AssistField::Price => draft.price = read_request(value)?,
        AssistField::Tags => draft.tags = read_request(value)?,
    }
    Ok(())
}
