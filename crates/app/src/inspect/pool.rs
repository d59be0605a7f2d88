//! Fetching of candidate pools, cached for a moment, and their order by the plan.

use crate::app::App;
use crate::error::AppError;
use crate::inspect::fetched::FetchedPool;
use crate::inspect::record_name::RecordName;
use crate::inspect::search_halves::names_of;
use crate::search::plan::Plan;
use crate::search::plan_synonyms;
use crate::search::timing::ms;
use crate::search::{Keep, retrieve_candidates};
use celeiro_domain::inspect::{Components, Pool};
use celeiro_domain::search::{Kind, Timings};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::OnceCell;
use uuid::Uuid;

impl FetchedPool {
    /// The likeness below which the pool cuts records that vectors found, where the plan has one.
    pub fn threshold(&self, plan: &Plan) -> Option<f64> {
        plan.tuning().cutting_threshold(self.components.pool().model_threshold)
    }

    /// Names of the pool's candidates, as they were when first asked for.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn names(&self, app: &App) -> Result<&HashMap<Uuid, RecordName>, AppError> {
        let pool = self.components.pool();
        let ids = pool.candidates.iter().map(|candidate| candidate.id);
        self.names.get_or_try_init(|| names_of(app, pool.kind, ids)).await
    }
}

/// What `plan` fetches, from memory where it was fetched a moment ago; nothing where there is nothing to
/// look for.
pub(crate) async fn get_pool(app: &App, plan: &Plan) -> Result<Option<Arc<FetchedPool>>, AppError> {
    let key = serde_json::to_string(&(
        &plan.raw,
        &plan.request,
        &plan.filters,
        &plan.profile,
        plan.fusion,
        plan.limit,
    ))?;
    app.inner.pools.get_or_load(key, async || fetch(app, plan).await).await
}

/// Fetches what `plan` needs; nothing where there is nothing to look for.
pub(crate) async fn fetch(app: &App, plan: &Plan) -> Result<Option<FetchedPool>, AppError> {
    if plan.is_blank() {
        return Ok(None);
    }
    let at = Instant::now();
    let retrieved = retrieve_candidates(app, plan, Keep::All).await?;
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
    let synonyms = plan_synonyms(app, plan).await?;
    let components = Components::new(pool, plan.tuning(), synonyms);
    let timings = Timings { total_ms: ms(at), ..retrieved.timings };
    let order = order_of(plan, &components)?;
    let (asked, fallback) = (retrieved.asked, retrieved.fallback);
    Ok(Some(FetchedPool { components, asked, fallback, at, timings, order, names: OnceCell::new() }))
}

fn order_of(plan: &Plan, components: &Components) -> Result<Vec<Uuid>, AppError> {
    let ranked = components.rerank(&plan.profile, plan.fusion);
    let ranked = ranked
        .map_err(|changes| AppError::internal(format!("a pool does not serve its profile: {changes:?}")))?;
    Ok(ranked.placed.into_iter().take(plan.limit).map(|(id, _)| id).collect())
}

/// The names that other systems, and judgments, know records by.
pub(crate) async fn candidate_names(
    app: &App,
    kind: Kind,
    ids: impl Iterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, AppError> {
    Ok(app.store().external_ids(kind, &ids.collect::<Vec<_>>()).await?)
}
