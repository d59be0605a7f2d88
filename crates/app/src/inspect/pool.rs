//! Candidates of one search, fetched so that thresholds can be tried later.

use crate::app::App;
use crate::error::AppError;
use crate::search::{Keep, Plan, ms, retrieve};
use celeiro_domain::inspect::{Components, Pool};
use celeiro_domain::search::{FallbackReason, Kind, Timings};
use celeiro_store::VectorQuery;
use std::collections::HashMap;
use std::time::Instant;
use uuid::Uuid;

/// What a search would fetch, and what lies beyond its threshold.
pub(crate) struct Fetched {
    pub components: Components,
    /// What vectors were asked; nothing where they were not.
    pub asked: Option<VectorQuery>,
    pub fallback: Option<FallbackReason>,
    /// When it was fetched.
    pub at: Instant,
    /// How long it took then: its stages, and in all; without ranking.
    pub timings: Timings,
}

impl Fetched {
    /// The threshold in force, where vectors are cut by one.
    pub fn threshold(&self, plan: &Plan) -> Option<f64> {
        plan.tuning().cutting_threshold(self.components.pool().model_threshold)
    }
}

/// Fetches what `plan` needs; nothing where there is nothing to look for.
pub(crate) async fn fetch(app: &App, plan: &Plan) -> Result<Option<Fetched>, AppError> {
    if plan.is_blank() {
        return Ok(None);
    }
    let at = Instant::now();
    let retrieved = retrieve(app, plan, Keep::All).await?;
    let chunks = retrieved.chunks.values().map(Vec::len).sum();
    let pool = Pool {
        kind: plan.kind,
        text: plan.text.clone(),
        query: retrieved.query,
        candidates: retrieved.candidates,
        plan: plan.pool(),
        limit: plan.limit,
        ahead: retrieved.ahead,
        chunks: retrieved.asked.as_ref().map(|_| chunks),
        kept: None,
        model_threshold: retrieved.model_threshold,
    };
    let synonyms = plan.synonyms(app).await?;
    let components = Components::new(pool, plan.tuning(), synonyms);
    let timings = Timings { total_ms: ms(at), ..retrieved.timings };
    Ok(Some(Fetched { components, asked: retrieved.asked, fallback: retrieved.fallback, at, timings }))
}

/// The names that other systems, and judgments, know records by.
pub(crate) async fn candidate_names(
    app: &App,
    kind: Kind,
    ids: impl Iterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, AppError> {
    Ok(app.store().external_ids(kind, &ids.collect::<Vec<_>>()).await?)
}
