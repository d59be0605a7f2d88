//! Judged queries on kept candidates: how good an order is.

use crate::bench::judging::RegressionCase;
use crate::bench::metrics::{Judgments, ndcg_at, recall_at, reciprocal_rank_at};
use crate::inspect::{Components, PoolChange};
use crate::rank::Profile;
use crate::search::Fusion;
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// Hits looked at for each query: as deep as a search goes.
const DEPTH: usize = 50;

/// A judged query with what a search for it fetched.
#[derive(Debug, Clone)]
pub struct JudgedPool {
    /// Its id.
    pub id: String,
    /// Its class.
    pub class: Option<String>,
    /// Whether it may not get worse.
    pub protected: bool,
    /// What was fetched; none where there is nothing to look for.
    pub components: Option<Components>,
    /// By what name judgments know each candidate.
    pub names: HashMap<Uuid, String>,
    /// What people judged.
    pub judgments: Judgments,
    /// What must and must not stand on top, where it is a regression case.
    pub case: Option<RegressionCase>,
}

/// How well one query is answered, or many in the mean; each figure in 0..1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
pub struct Quality {
    /// nDCG of the first ten.
    #[specta(type = Number)]
    #[serde(rename = "ndcg@10")]
    pub ndcg: f64,
    /// Share of the relevant among the first fifty.
    #[specta(type = Number)]
    #[serde(rename = "recall@50")]
    pub recall: f64,
    /// One over the place of the first relevant among the first ten.
    #[specta(type = Number)]
    #[serde(rename = "mrr@10")]
    pub mrr: f64,
}

impl Quality {
    /// Measures how well a ranking answers a judged query.
    pub fn of(ranked: &[String], judgments: &Judgments) -> Self {
        Self {
            ndcg: ndcg_at(10, ranked, judgments),
            recall: recall_at(50, ranked, judgments),
            mrr: reciprocal_rank_at(10, ranked, judgments),
        }
    }

    /// Mean quality of the answers to several queries; 0 without queries.
    pub fn mean(all: impl IntoIterator<Item = Self>) -> Self {
        let (mut sum, mut count) = (Self::default(), 0u32);
        for one in all {
            sum.ndcg += one.ndcg;
            sum.recall += one.recall;
            sum.mrr += one.mrr;
            count += 1;
        }
        let n = f64::from(count.max(1));
        Self { ndcg: sum.ndcg / n, recall: sum.recall / n, mrr: sum.mrr / n }
    }
}

/// How well one query is answered, and whether its regression case passes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct QueryQuality {
    /// The figures.
    pub quality: Quality,
    /// Whether the regression case passes; none where it is none.
    pub passes: Option<bool>,
}

/// Measures how well `profile` ranks the kept candidates of a judged query.
///
/// # Errors
/// Why that would need a new search.
pub fn measure_profile(
    query: &JudgedPool,
    profile: &Profile,
    fusion: Fusion,
) -> Result<QueryQuality, Vec<PoolChange>> {
    let passes = |ranked: &[String]| query.case.as_ref().map(|case| case.passes(ranked));
    let Some(components) = &query.components else {
        return Ok(QueryQuality { passes: passes(&[]), ..QueryQuality::default() });
    };
    let reranked = components.rerank(profile, fusion)?;
    let name = |id: &Uuid| query.names.get(id).cloned().unwrap_or_else(|| id.to_string());
    let ranked: Vec<String> = reranked.placed.iter().take(DEPTH).map(|(id, _)| name(id)).collect();
    Ok(QueryQuality { quality: Quality::of(&ranked, &query.judgments), passes: passes(&ranked) })
}

/// Mean nDCG of judged `queries`; none where `profile` needs another search for one of them.
pub fn mean_quality<'a>(
    queries: impl Iterator<Item = &'a JudgedPool>,
    profile: &Profile,
    fusion: Fusion,
) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0u32);
    for query in queries {
        sum += measure_profile(query, profile, fusion).ok()?.quality.ndcg;
        count += 1;
    }
    Some(if count == 0 { 0.0 } else { sum / f64::from(count) })
}

/// Whether the query belongs to the half that weights are tuned on: by a hash of its id, so that it
/// stays in its half whatever else is in the set.
pub fn is_training(id: &str) -> bool {
    Sha256::digest(id.as_bytes()).first().is_some_and(|byte| byte % 2 == 0)
}
