//! Impact of an edited item on watched queries.
//!
//! Each query fetches its candidates as usual; the draft, folded and embedded as a save would, replaces the item among
//! them, and all candidates are ranked again. Other effects of a save are left out: the rarity of words in the catalog,
//! the bounds of the pool, and the text of files of an unsaved draft.

use super::effect::{DEPTH, plan_for};
use super::watched_queries::{QueryToCompare, WatchedOrigin};
use crate::app::App;
use crate::bench::AT_ONCE;
use crate::embedding::embed_draft;
use crate::error::AppError;
use crate::search::plan::Plan;
use crate::search::{Keep, RetrievedCandidates, retrieve_candidates};
use celeiro_domain::catalog::{ItemDraft, Status};
use celeiro_domain::rank::{Candidate, Document, Query, RankedHit, VectorMatch, rank};
use celeiro_domain::search::Kind;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A query in which saving the draft would move the item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemEffect {
    /// The query.
    pub query: String,
    /// Why it is watched.
    pub origin: WatchedOrigin,
    /// Its place among the first ten as stored, from 1; none where it is not among them.
    pub before: Option<u32>,
    /// The same as it would be.
    pub after: Option<u32>,
}

/// A draft as search would see it.
struct SeenItem {
    id: Uuid,
    /// Nothing where it would be hidden.
    document: Option<Document>,
    /// One vector a passage; empty where no model serves.
    vectors: Vec<Vec<f32>>,
}

/// What saving `draft` over the item `id` (or as a new one) would do to `watched`: what it loses
/// first, then what it gains, then what only moves.
pub(crate) async fn of_item(
    app: &App,
    id: Option<Uuid>,
    draft: &ItemDraft,
    watched: &[QueryToCompare],
) -> Result<Vec<ItemEffect>, AppError> {
    let seen = index_draft(app, id, draft).await?;
    let trials: Vec<_> = watched.iter().map(|query| measure_item_effect(app, &seen, query)).collect();
    let effects: Vec<Option<ItemEffect>> = stream::iter(trials).buffered(AT_ONCE).try_collect().await?;
    let mut effects: Vec<ItemEffect> = effects.into_iter().flatten().collect();
    effects.sort_by_key(|effect| match (effect.before, effect.after) {
        (Some(_), None) => 0,
        (None, Some(_)) => 1,
        _ => 2,
    });
    Ok(effects)
}

/// The document and the vectors that search would have of the draft; none while it is not active.
async fn index_draft(app: &App, id: Option<Uuid>, draft: &ItemDraft) -> Result<SeenItem, AppError> {
    let stored = id;
    let id = stored.unwrap_or_else(Uuid::now_v7);
    if draft.status != Status::Ativo {
        return Ok(SeenItem { id, document: None, vectors: Vec::new() });
    }
    let document = app.store().document_of_draft(stored, draft).await?;
    let vectors = embed_draft(app, stored, draft).await?;
    Ok(SeenItem { id, document: Some(document), vectors })
}

/// Compares the item's place for a watched query before and after; `None` where it stays.
async fn measure_item_effect(
    app: &App,
    seen: &SeenItem,
    watched: &QueryToCompare,
) -> Result<Option<ItemEffect>, AppError> {
    let plan = plan_for(app, Kind::Items, &watched.query).await?;
    if plan.is_blank() {
        return Ok(None);
    }
    let found = retrieve_candidates(app, &plan, Keep::Near).await?;
    let before = find_rank_place(&rank_candidates(&plan, &found.query, &found.candidates), seen.id);
    let mut candidates = found.candidates.clone();
    let former = candidates.iter().position(|c| c.id == seen.id).map(|at| candidates.remove(at));
    candidates.extend(build_draft_candidate(&plan, &found, seen, former.as_ref()));
    let after = find_rank_place(&rank_candidates(&plan, &found.query, &candidates), seen.id);
    let query = watched.query.clone();
    Ok((before != after).then_some(ItemEffect { query, origin: watched.origin, before, after }))
}

/// Ranks candidates as a search would, as far as [`DEPTH`].
fn rank_candidates(plan: &Plan, query: &Query, candidates: &[Candidate]) -> Vec<RankedHit> {
    rank(plan.rank_input(query, candidates), DEPTH)
}

/// The place of a record in a ranking, from 1.
fn find_rank_place(ranked: &[RankedHit], id: Uuid) -> Option<u32> {
    ranked.iter().position(|r| r.id == id).map(|at| at as u32 + 1)
}

/// The draft as a candidate of this search; nothing where neither words nor vectors would find it.
fn build_draft_candidate(
    plan: &Plan,
    found: &RetrievedCandidates,
    seen: &SeenItem,
    former: Option<&Candidate>,
) -> Option<Candidate> {
    let document = seen.document.clone()?;
    let by_words = holds_a_term(&found.query, &document);
    let last = found.lexical_count + 1;
    let lexical_rank = by_words.then(|| former.and_then(|c| c.lexical_rank).unwrap_or(last));
    let vector = match_draft_vectors(plan, found, seen);
    let named = plan.named.contains(&seen.id);
    (by_words || vector.is_some() || named).then_some(Candidate {
        id: seen.id,
        document,
        lexical_rank,
        vector,
        named,
        sorted_in: false,
    })
}

/// Whether a field holds a token of the query, or a correction or synonym of one.
fn holds_a_term(query: &Query, document: &Document) -> bool {
    let holds = |text: &str| document.fields.iter().any(|(_, field)| field.contains(text));
    query.terms.iter().any(|term| {
        let synonyms = term.groups.iter().flat_map(|group| &group.terms);
        holds(&term.token) || term.corrections.iter().chain(synonyms).any(|other| holds(other))
    })
}

/// What vectors would say of the draft: its nearest passage, and its place among the others.
fn match_draft_vectors(plan: &Plan, found: &RetrievedCandidates, seen: &SeenItem) -> Option<VectorMatch> {
    let asked = found.asked.as_ref()?;
    let distance = |vector: &Vec<f32>| -> f64 {
        -vector.iter().zip(&asked.vector).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>()
    };
    let distance = seen.vectors.iter().map(distance).min_by(f64::total_cmp)?;
    let threshold = plan.tuning().cutting_threshold(found.model_threshold);
    if threshold.is_some_and(|threshold| distance > threshold) {
        return None;
    }
    let others = found.candidates.iter().filter(|c| c.id != seen.id).filter_map(|c| c.vector);
    let nearer = others.filter(|other| other.distance < distance).count() as u32;
    Some(VectorMatch { distance, rank: nearer + 1 })
}
