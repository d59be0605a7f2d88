//! A search on its way into the log.

use crate::search::plan::Plan;
use crate::search::ranking::{Brief, Outcome};
use crate::search::retrieved::SearchedPool;
use celeiro_domain::search::Lang;
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// What is known of a search's candidates.
pub(crate) enum Read {
    /// Everything that was fetched.
    Whole(Box<SearchedPool>),
    /// Places and scores.
    Brief(Box<Brief>),
    /// There was nothing to look for.
    Nothing,
}

/// A search that was answered.
pub(crate) struct Searched {
    pub(crate) trace_id: Uuid,
    pub(crate) actor: String,
    pub(crate) lang: Lang,
    pub(crate) at: DateTime<Utc>,
    pub(crate) ms: f64,
    pub(crate) best_score: Option<f64>,
    pub(crate) outcome: Outcome,
    pub(crate) plan: Plan,
    pub(crate) read: Read,
}
