//! Candidates of one search, fetched so that thresholds can be tried later.

use crate::app::App;
use crate::error::AppError;
use crate::search::{Keep, Plan, retrieve};
use celeiro_domain::analysis::{Components, Pool};
use celeiro_domain::search::{FallbackReason, Kind, Timings};
use celeiro_store::VectorQuery;
use std::collections::HashMap;
use uuid::Uuid;

/// What a search would fetch, and what lies beyond its threshold.
pub(crate) struct Fetched {
    pub components: Components,
    /// What vectors were asked; nothing where they were not.
    pub asked: Option<VectorQuery>,
    pub fallback: Option<FallbackReason>,
    /// How long it took when it was fetched; all but ranking.
    pub timings: Timings,
}

impl Fetched {
    /// The threshold in force, where vectors are cut by one.
    pub fn threshold(&self, plan: &Plan) -> Option<f64> {
        let model = self.components.pool().model_threshold;
        plan.tuning().vector_threshold.or(model).filter(|t| t.is_finite())
    }
}

/// Fetches what `plan` needs; nothing where there is nothing to look for.
pub(crate) async fn fetch(app: &App, plan: &Plan) -> Result<Option<Fetched>, AppError> {
    if plan.is_blank() {
        return Ok(None);
    }
    let retrieved = retrieve(app, plan, Keep::All).await?;
    let chunks = retrieved.chunks.values().map(Vec::len).sum();
    let pool = Pool {
        kind: plan.kind,
        text: plan.text.clone(),
        query: retrieved.query,
        candidates: retrieved.candidates,
        plan: plan.pool(),
        limit: plan.limit,
        chunks: retrieved.asked.as_ref().map(|_| chunks),
        kept: None,
        model_threshold: retrieved.model_threshold,
    };
    let synonyms = plan.synonyms(app).await?;
    let components = Components::new(pool, plan.tuning(), synonyms);
    Ok(Some(Fetched {
        components,
        asked: retrieved.asked,
        fallback: retrieved.fallback,
        timings: retrieved.timings,
    }))
}

/// The names that other systems, and judgments, know records by.
pub(crate) async fn candidate_names(
    app: &App,
    kind: Kind,
    ids: impl Iterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, AppError> {
    Ok(app.store().external_ids(kind, &ids.collect::<Vec<_>>()).await?)
}
