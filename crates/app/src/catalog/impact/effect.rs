//! Impact of a change on watched queries, other than of a profile: an edited record, another synonym. Nothing is
//! stored; the search after the change is compared with the current one.

use super::watched_queries::{QueryToCompare, WatchedOrigin};
use crate::app::App;
use crate::bench::AT_ONCE;
use crate::error::AppError;
use crate::search::plan::Plan;
use crate::search::{Keep, plan_search, retrieve_candidates};
use celeiro_domain::rank::rank;
use celeiro_domain::search::{Kind, SearchRequest};
use celeiro_domain::synonyms::SynonymIndex;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use std::sync::Arc;
use uuid::Uuid;

/// Hits of a query that count as its result: what people look at.
pub(crate) const DEPTH: usize = 10;

/// A record in a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlacedRecord {
    /// Which.
    pub id: Uuid,
    /// Its name, or its question.
    pub name: String,
    /// Its place, from 1: after the change where it is gained, before it where it is lost.
    pub place: u32,
}

/// A query whose first ten hits a change would alter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueryEffect {
    /// The query.
    pub query: String,
    /// Why it is watched.
    pub origin: WatchedOrigin,
    /// Records that come in.
    pub gained: Vec<PlacedRecord>,
    /// Records that fall out.
    pub lost: Vec<PlacedRecord>,
    /// Records that stay and change places.
    pub moved: u32,
}

/// What other synonyms would do to `watched`, the worst hit first: queries that lose most lead.
pub(crate) async fn of_synonyms(
    app: &App,
    kind: Kind,
    watched: &[QueryToCompare],
    after: Arc<SynonymIndex>,
) -> Result<Vec<QueryEffect>, AppError> {
    let trials: Vec<_> =
        watched.iter().map(|query| measure_synonym_effect(app, kind, query, after.clone())).collect();
    let effects: Vec<Option<QueryEffect>> = stream::iter(trials).buffered(AT_ONCE).try_collect().await?;
    let mut effects: Vec<QueryEffect> = effects.into_iter().flatten().collect();
    effects.sort_by_key(|e| std::cmp::Reverse((e.lost.len(), e.gained.len(), e.moved)));
    Ok(effects)
}

/// Compares the first hits of a watched query under two synonym lists; `None` where they agree.
async fn measure_synonym_effect(
    app: &App,
    kind: Kind,
    watched: &QueryToCompare,
    after: Arc<SynonymIndex>,
) -> Result<Option<QueryEffect>, AppError> {
    let mut plan = plan_for(app, kind, &watched.query).await?;
    let before = first_hits(app, &plan).await?;
    plan.synonyms = Some(after);
    let after = first_hits(app, &plan).await?;
    if before == after {
        return Ok(None);
    }
    let names = load_record_names(app, kind, before.iter().chain(&after)).await?;
    let missing_in = |other: &[Uuid], list: &[Uuid]| -> Vec<PlacedRecord> {
        let placed = list.iter().enumerate().filter(|(_, id)| !other.contains(id));
        placed
            .map(|(at, id)| PlacedRecord {
                id: *id,
                name: names.get(id).cloned().unwrap_or_default(),
                place: at as u32 + 1,
            })
            .collect()
    };
    let stay = |list: &[Uuid], other: &[Uuid]| -> Vec<Uuid> {
        list.iter().filter(|id| other.contains(id)).copied().collect()
    };
    let moved = stay(&before, &after).iter().zip(&stay(&after, &before)).filter(|(a, b)| a != b).count();
    Ok(Some(QueryEffect {
        query: watched.query.clone(),
        origin: watched.origin,
        gained: missing_in(&before, &after),
        lost: missing_in(&after, &before),
        moved: moved as u32,
    }))
}

/// An ordinary search, for its first hits.
pub(crate) async fn plan_for(app: &App, kind: Kind, query: &str) -> Result<Plan, AppError> {
    let request = SearchRequest {
        query: query.to_owned(),
        kind: Some(kind),
        limit: Some(DEPTH as i32),
        ..SearchRequest::default()
    };
    plan_search(app, request).await
}

/// Ids of the first [`DEPTH`] hits, best first; none of a blank query.
async fn first_hits(app: &App, plan: &Plan) -> Result<Vec<Uuid>, AppError> {
    if plan.is_blank() {
        return Ok(Vec::new());
    }
    let found = retrieve_candidates(app, plan, Keep::Near).await?;
    let ranked = rank(found.rank_input(plan), DEPTH);
    Ok(ranked.into_iter().map(|ranked| ranked.id).collect())
}

/// Names of items, or questions of FAQs, by id.
async fn load_record_names(
    app: &App,
    kind: Kind,
    ids: impl Iterator<Item = &Uuid>,
) -> Result<HashMap<Uuid, String>, AppError> {
    let ids: Vec<Uuid> = ids.copied().collect();
    Ok(match kind {
        Kind::Items => app.store().items(&ids).await?.into_iter().map(|item| (item.id, item.name)).collect(),
        Kind::Faqs => app.store().faqs(&ids).await?.into_iter().map(|faq| (faq.id, faq.question)).collect(),
    })
}
