//! Intermediate types of a suggestion: requested fields, guesses, model answers.

use crate::error::{AppError, Code};
use crate::search::ranking::RankedLater;
use celeiro_domain::assist::answer::CheckedAnswer;
use celeiro_domain::assist::evidence::Line;
use celeiro_domain::assist::{AssistField, AssistWarning, Neighbour, NoPrice, PriceGuess, TagGuess, Vote};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::chat::{TraceCall, TraceSearch};
use celeiro_domain::prompt::RenderedPrompt;
use celeiro_domain::search::Lang;
use uuid::Uuid;

/// What is to be filled.
pub(crate) struct WantedFields {
    /// The draft, checked; what is to be suggested is empty in it.
    pub draft: ItemDraft,
    /// The item, where there is one already.
    pub item_id: Option<Uuid>,
    /// The fields to suggest, all of them empty.
    pub open: Vec<AssistField>,
}

/// What the neighbours say by themselves.
pub(crate) struct Guesses {
    pub category: Option<Vote>,
    pub tags: Vec<TagGuess>,
    pub price: Result<PriceGuess, NoPrice>,
}

/// What came of asking.
#[derive(Default)]
pub(crate) struct ModelOutcome {
    /// What stands of the answer.
    pub checked: CheckedAnswer,
    /// The model, where it took part.
    pub model: Option<String>,
    /// The prompt, as it was or would have been asked.
    pub prompt: RenderedPrompt,
    pub calls: Vec<TraceCall>,
    /// Why the model took no part: the code in traces.
    pub without: Option<Code>,
    /// What a call failed by, or what stood in its way.
    pub failed: Option<AppError>,
}

/// What the person should know, gathered on the way.
pub(crate) struct Warnings {
    pub lang: Lang,
    pub list: Vec<AssistWarning>,
}

/// What suggestions rest on.
pub(crate) struct AssistMaterial {
    pub neighbours: Vec<Neighbour>,
    pub lines: Vec<Line>,
    /// The search, without its candidates, which are still being ranked.
    pub search: Option<(TraceSearch, RankedLater)>,
}
