//! Operations on enrichment runs, suggestions for many items: a sample with a cost estimate, a run that can be paused,
//! and a review queue in which a person decides. Only a decision writes to an item.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::assist::{Only, stale_fields, suggest_values, wanted_fields};
use crate::chat::models::find_assist_model;
use crate::error::{AppError, Code, ErrorBody};
use crate::sheet::grid::plan_grid;
use celeiro_domain::assist::{AssistField, AssistResponse};
use celeiro_domain::catalog::{Item, Status};
use celeiro_domain::search::{Filters, Kind, Lang};
use celeiro_domain::sheet::GridQuery;
use celeiro_domain::wire::Number;
use celeiro_store::{ItemSelection, NewRun, RunState, StoreError, StoredRun};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use specta::Type;
use uuid::Uuid;

/// Items of one run at most.
const MOST_ITEMS: i64 = 100_000;
/// Items of a sample.
const SAMPLE: usize = 5;
/// Runs that are listed.
const MOST_RUNS: i64 = 50;

/// Which fields a run fills.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EnrichOnly {
    /// Empty ones.
    #[default]
    Missing,
    /// Those whose value is a suggestion that rested on something else.
    Stale,
}

/// What a run is for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EnrichRequest {
    /// The fields to suggest; all where empty.
    #[serde(default)]
    pub fields: Vec<AssistField>,
    /// Empty fields, or stale ones.
    #[serde(default)]
    pub only: EnrichOnly,
    /// These items; all that match where absent.
    #[serde(default)]
    pub ids: Option<Vec<Uuid>>,
    /// Text that an item must hold.
    #[serde(default)]
    pub text: Option<String>,
    /// Status; any where absent.
    #[serde(default)]
    pub status: Option<Status>,
    /// Conditions on items.
    #[serde(default)]
    pub filters: Option<Filters>,
    /// Items as a grid lists them; order and page do not count.
    #[serde(default)]
    pub query: Option<GridQuery>,
    /// Most that the run may cost, in US dollars.
    #[serde(default)]
    #[specta(type = Option<Number>)]
    pub budget_usd: Option<f64>,
    /// Chosen by the client: asking again under the same id starts nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What a run would cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnrichEstimate {
    /// The model; none where neighbours suggest alone.
    pub model: Option<String>,
    /// US dollars; none where no provider has said what a call costs.
    #[specta(type = Option<Number>)]
    pub cost_usd: Option<f64>,
    /// Tokens; none where nothing was asked yet.
    pub tokens: Option<u32>,
    /// Assistances that the estimate rests on.
    pub based_on: u32,
}

/// An item of a sample, and what would be suggested.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnrichSample {
    /// The item.
    pub item: Item,
    /// The suggestions, made in earnest.
    pub response: AssistResponse,
}

/// What a run would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnrichPreview {
    /// Items.
    pub items: u32,
    /// The first of them, with what would be suggested.
    pub sample: Vec<EnrichSample>,
    /// The cost.
    pub estimate: EnrichEstimate,
}

/// How a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EnrichState {
    /// At work, as long as the window or the server is open.
    Running,
    /// Held up.
    Paused,
    /// Ended by a person.
    Cancelled,
    /// Nothing is left to do.
    Done,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Enrichment {
    /// The run.
    pub id: Uuid,
    /// The fields.
    pub fields: Vec<AssistField>,
    /// How it stands.
    pub state: EnrichState,
    /// Why it was held up by itself: `budget`, `failures` where several items in a row failed, or all
    /// of a few, or `account` where its person's account was closed or may no more edit.
    pub pause: Option<String>,
    /// Most that it may cost, in US dollars.
    #[specta(type = Option<Number>)]
    pub budget_usd: Option<f64>,
    /// The person who started it, or who let it go on after that person's account was closed.
    pub actor: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Items in all.
    pub items: u32,
    /// Items not looked at yet.
    pub waiting: u32,
    /// Items with suggestions.
    pub suggested: u32,
    /// Items that the evidence carries nothing for.
    pub nothing: u32,
    /// Items that were given up.
    pub failed: u32,
    /// Items that similar items alone were asked about, for the model failed, and that no person has
    /// decided anything; they can be tried again.
    pub without_model: u32,
    /// Suggestions without a decision.
    pub to_review: u32,
    /// What it has cost in US dollars, as far as providers said.
    #[specta(type = Number)]
    pub cost_usd: f64,
    /// Attempts that failed, those among them of items that went well later.
    pub failed_attempts: u32,
    /// What the latest of them failed by.
    pub last_error: Option<ErrorBody>,
}

/// What is done to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EnrichAction {
    /// Holds it up.
    Pause,
    /// Lets it go on.
    Resume,
    /// Ends it; its suggestions leave the queue.
    Cancel,
    /// Tries given-up items again, and those that were done without the model.
    Retry,
}

/// A change of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeEnrichment {
    /// The run.
    pub id: Uuid,
    /// What is done.
    pub action: EnrichAction,
}

/// What a run would do: how many items, a sample made in earnest, and an estimate of the cost.
pub async fn preview_enrichment(
    app: &App,
    caller: &Caller,
    request: EnrichRequest,
) -> Result<EnrichPreview, AppError> {
    let fields = fields_of(&request);
    let items = select_items(app, &request, &fields).await?;
    let mut sample = Vec::new();
    for id in items.iter().take(SAMPLE) {
        let item = app.store().item(*id).await?;
        let wanted = wanted_fields(app, &item, &fields, only_of(&request)).await?;
        sample.push(EnrichSample { response: suggest_values(app, caller, &wanted).await?.response, item });
    }
    let estimate = estimate_run_cost(app, items.len()).await?;
    Ok(EnrichPreview { items: items.len() as u32, sample, estimate })
}

/// Starts a run.
///
/// # Errors
/// `invalid_request` where no item is selected.
pub async fn start_enrichment(
    app: &App,
    caller: &Caller,
    request: EnrichRequest,
) -> Result<Enrichment, AppError> {
    if request.budget_usd.is_some_and(|budget| !(budget.is_finite() && budget > 0.0)) {
        return Err(AppError::new(Code::InvalidRequest).with_text("reason", "assist.enrich.budget"));
    }
    let fields = fields_of(&request);
    let items = select_items(app, &request, &fields).await?;
    if items.is_empty() {
        return Err(AppError::new(Code::InvalidRequest).with_text("reason", "assist.enrich.empty"));
    }
    let write = new_write(caller, request.operation_id);
    let mut asked = serde_json::to_value(&request)?;
    asked["lang"] = json!(caller.lang);
    let new = NewRun { fields, request: asked, budget_usd: request.budget_usd, items };
    let id = app.store().start_run(&new, &write).await?;
    load_enrichment_run(app, id, caller.lang).await
}

/// The latest runs, newest first.
pub async fn list_enrichments(
    app: &App,
    caller: &Caller,
    _: crate::api::Empty,
) -> Result<Vec<Enrichment>, AppError> {
    let runs = app.store().runs(MOST_RUNS).await?;
    Ok(runs.into_iter().map(|run| from_stored(run, caller.lang)).collect())
}

/// Holds a run up, lets it go on, ends it, or tries what failed again. One whose person is out is the caller's from
/// then on, where the caller lets it go on.
///
/// # Errors
/// `not_found`; `run_ended` where it was cancelled and something else than its end is asked for.
pub async fn change_enrichment(
    app: &App,
    caller: &Caller,
    request: ChangeEnrichment,
) -> Result<Enrichment, AppError> {
    let (state, again) = match request.action {
        EnrichAction::Pause => (RunState::Paused, false),
        EnrichAction::Resume => (RunState::Running, false),
        EnrichAction::Cancel => (RunState::Cancelled, false),
        EnrichAction::Retry => (RunState::Running, true),
    };
    if state == RunState::Running {
        app.store().hand_over_run(request.id, &caller.actor).await?;
    }
    let changed = app.store().set_run_state(request.id, state, None, again).await;
    let run = match changed {
        Err(error) if !matches!(error, StoreError::NotFound) => return Err(error.into()),
        _ => load_enrichment_run(app, request.id, caller.lang).await?,
    };
    match changed {
        Err(_) if request.action != EnrichAction::Cancel => {
            Err(AppError::new(Code::RunEnded).with("id", request.id))
        }
        _ => Ok(run),
    }
}

/// The fields of the request, sorted and each once; all fields where it names none.
fn fields_of(request: &EnrichRequest) -> Vec<AssistField> {
    let mut fields = request.fields.clone();
    if fields.is_empty() {
        fields = AssistField::ALL.to_vec();
    }
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// What the request wants filled, as the store calls it.
fn only_of(request: &EnrichRequest) -> Only {
    match request.only {
        EnrichOnly::Missing => Only::Missing,
        EnrichOnly::Stale => Only::Stale,
    }
}

/// The items that a run would look at.
async fn select_items(
    app: &App,
    request: &EnrichRequest,
    fields: &[AssistField],
) -> Result<Vec<Uuid>, AppError> {
    let stale = request.only == EnrichOnly::Stale;
    let listed = request.query.as_ref().map(|query| plan_grid(Kind::Items, query)).transpose()?;
    if listed.is_some() {
        // A condition may be on how complete items are.
        app.store().renew_expectations().await?;
    }
    let selection = ItemSelection {
        ids: request.ids.clone(),
        text: request.text.clone().unwrap_or_default().chars().take(500).collect(),
        status: request.status,
        filters: request.filters.clone().unwrap_or_default(),
        listed,
        missing: if stale { Vec::new() } else { fields.to_vec() },
        suggested: stale,
    };
    let ids = app.store().select_items(&selection, MOST_ITEMS).await?;
    if !stale {
        return Ok(ids);
    }
    let sources = app.store().field_sources(&ids).await?;
    let sources_of = |item: &Item| sources.get(&item.id).map_or(&[][..], Vec::as_slice);
    let items = app.store().items(&ids).await?;
    let stale = items.iter().filter(|item| !stale_fields(item, sources_of(item), fields).is_empty());
    Ok(stale.map(|item| item.id).collect())
}

/// What so many items would cost, by what the latest assistances of the same model did.
async fn estimate_run_cost(app: &App, items: usize) -> Result<EnrichEstimate, AppError> {
    let Some(model) = find_assist_model(app) else {
        return Ok(EnrichEstimate { model: None, cost_usd: Some(0.0), tokens: Some(0), based_on: 0 });
    };
    let known = app.store().assist_costs(&model).await?;
    let each = |sum: f64| sum / known.assists.max(1) as f64 * items as f64;
    Ok(EnrichEstimate {
        model: Some(model),
        cost_usd: (known.priced > 0).then(|| each(known.cost_usd)),
        tokens: (known.assists > 0).then(|| each(known.tokens as f64) as u32),
        based_on: known.assists as u32,
    })
}

/// Reads a run among the latest 1000.
async fn load_enrichment_run(app: &App, id: Uuid, lang: Lang) -> Result<Enrichment, AppError> {
    let runs = app.store().runs(1_000).await?;
    let found = runs.into_iter().find(|run| run.id == id);
    found.map(|run| from_stored(run, lang)).ok_or_else(|| AppError::new(Code::NotFound))
}

/// A stored run as the interface gets it, with its last error in `lang`.
fn from_stored(run: StoredRun, lang: Lang) -> Enrichment {
    Enrichment {
        id: run.id,
        fields: run.fields,
        state: match run.state {
            RunState::Running => EnrichState::Running,
            RunState::Paused => EnrichState::Paused,
            RunState::Cancelled => EnrichState::Cancelled,
            RunState::Done => EnrichState::Done,
        },
        pause: run.pause,
        budget_usd: run.budget_usd,
        actor: run.actor,
        created_at: run.created_at,
        items: (run.waiting + run.suggested + run.nothing + run.failed) as u32,
        waiting: run.waiting as u32,
        suggested: run.suggested as u32,
        nothing: run.nothing as u32,
        failed: run.failed as u32,
        without_model: run.without_model as u32,
        to_review: run.to_review as u32,
        cost_usd: run.cost_usd,
        failed_attempts: run.failed_attempts as u32,
        last_error: run.last_error.map(|noted| AppError::parse_note(&noted, lang)),
    }
}
