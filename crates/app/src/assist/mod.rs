//! Suggestions for the empty fields of an item (tool `catalog-ai-helper`).
//!
//! | module | what it does |
//! |---|---|
//! | `retrieve` | neighbours, by the one retrieval path, and the item's files |
//! | `prompt` | the model: one request, one retry for an invalid answer |
//! | `present` | guesses and answers as suggestions, in the person's language |
//! | `reasons` | reasons, stored as codes, rendered in the reader's language |
//! | `persist` | the trace, with the exact prompt, and the suggestions |
//! | [`runs`] | enrichment runs over many items: worker, operations, review |
//! | `quality` | evaluation on held-back fields of real items, one check at a time |
//!
//! `celeiro_domain::assist` makes the guesses and decides which parts of a model's answer are valid. Nothing here
//! writes to an item.

pub mod api;
pub(crate) mod draft;
pub(crate) mod limits;
pub(crate) mod persist;
pub(crate) mod present;
pub(crate) mod prompt;
pub(crate) mod quality;
mod reasons;
pub(crate) mod retrieve;
pub mod runs;

pub use crate::assist::quality::evaluation::FieldQuality;
pub use crate::assist::quality::evaluation::{AssistEvaluation, EvaluateOptions};
pub use quality::evaluate::{evaluate_suggestions, fit_calibration};
pub(crate) use reasons::in_words;
pub(crate) use runs::worker::{Only, run_worker, stale_fields, wanted_fields};

use crate::app::{App, Caller};
use crate::assist::draft::AssistMaterial;
use crate::assist::draft::Warnings;
use crate::assist::draft::{Guesses, WantedFields};
use crate::assist::limits::read_price_cap;
use crate::error::AppError;
use celeiro_domain::assist::calibration::Calibration;
use celeiro_domain::assist::{
    AssistResponse, AssistSuggestions, AssistWarningCode, category_vote, price_guess, tag_guesses,
};
use celeiro_domain::catalog::ItemDraft;
use std::time::Instant;
use uuid::Uuid;

impl Guesses {
    /// Guesses every field, asked for or not: one helps the other.
    pub fn of(draft: &ItemDraft, gathered: &AssistMaterial, calibration: &Calibration) -> Self {
        let near = &gathered.neighbours;
        let category = category_vote(near, calibration);
        let sure = category.as_ref().filter(|vote| vote.confidence >= calibration.least.category);
        let kind = draft.category.as_deref().or(sure.map(|vote| vote.value.as_str()));
        let price = price_guess(draft, kind, near, calibration);
        Self { tags: tag_guesses(draft, &gathered.to_query(), near, calibration), price, category }
    }
}

/// What came of an assistance.
pub(crate) struct AssistOutcome {
    pub response: AssistResponse,
    /// What the model failed by, where it did.
    pub failed: Option<AppError>,
    /// US dollars, where a provider said.
    pub cost_usd: Option<f64>,
}

/// Suggests, and keeps the trace.
///
/// # Errors
/// What the database says. A model that fails costs only its own part.
pub(crate) async fn suggest_values(
    app: &App,
    caller: &Caller,
    wanted: &WantedFields,
) -> Result<AssistOutcome, AppError> {
    let started = Instant::now();
    let began = chrono::Utc::now();
    let calibration = Calibration::shipped_table();
    let gathered = retrieve::gather_material(app, caller, wanted).await?;
    let guesses = Guesses::of(&wanted.draft, &gathered, calibration);
    let cap = read_price_cap(app);
    let mut warnings = Warnings::new(caller.lang);
    if gathered.neighbours.is_empty() && !wanted.open.is_empty() {
        warnings.add(AssistWarningCode::NoNeighbours, None, "");
    }
    let asking =
        prompt::PromptInput { app, wanted, gathered: &gathered, guesses: &guesses, cap, calibration };
    let answered = asking.ask(&mut warnings).await?;
    let dressing = present::SuggestionBuilder {
        wanted,
        gathered: &gathered,
        guesses: &guesses,
        cap,
        calibration,
        lang: caller.lang,
    };
    let suggestions = dressing.suggestions(&answered, &mut warnings);
    let response = AssistResponse {
        suggestions,
        model: answered.model.clone(),
        trace_id: Uuid::now_v7(),
        warnings: warnings.list,
    };
    let failed = answered.failed.clone();
    let kept = persist::RunToStore { wanted, gathered, answered, response: &response, began, started };
    let cost_usd = kept.store_run(app, caller).await?;
    Ok(AssistOutcome { response, failed, cost_usd })
}

/// Suggestions without any.
pub(crate) fn is_nothing(suggestions: &AssistSuggestions) -> bool {
    suggestions.confidences().is_empty()
}
