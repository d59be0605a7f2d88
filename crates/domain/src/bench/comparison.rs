//! Two profiles on the same judged queries: before and after.

use super::significance::sign_flip_test;
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;

/// The seed of every test, so that the same figures give the same p-value.
const SEED: u64 = 20_211_122;

/// A figure before and after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualityChange {
    /// Queries.
    pub queries: u32,
    /// Mean nDCG of the first ten before.
    #[specta(type = Number)]
    pub before: f64,
    /// The same after.
    #[specta(type = Number)]
    pub after: f64,
    /// After less before.
    #[specta(type = Number)]
    pub delta: f64,
    /// How likely a difference at least so great is by chance (paired randomisation, two-sided).
    #[specta(type = Number)]
    pub p_value: f64,
}

/// A regression case before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaseChange {
    /// Whether it passed.
    pub before: bool,
    /// Whether it passes.
    pub after: bool,
}

/// One query before and after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueryChange {
    /// Its id.
    pub id: String,
    /// The query.
    pub query: String,
    /// Its class.
    pub class: Option<String>,
    /// Whether it may not get worse.
    pub protected: bool,
    /// Of a regression case: whether it passes.
    pub case: Option<CaseChange>,
    /// nDCG of the first ten before.
    #[specta(type = Number)]
    pub before: f64,
    /// The same after.
    #[specta(type = Number)]
    pub after: f64,
    /// After less before.
    #[specta(type = Number)]
    pub delta: f64,
}

/// Two profiles on the same queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// All queries.
    pub overall: QualityChange,
    /// The queries of each class.
    pub per_class: BTreeMap<String, QualityChange>,
    /// Query by query, the one that lost most first.
    pub queries: Vec<QueryChange>,
}

/// Sums up how two profiles answer the same queries, with the delta of each.
pub fn compare_queries(mut queries: Vec<QueryChange>) -> Comparison {
    for query in &mut queries {
        query.delta = query.after - query.before;
    }
    queries.sort_by(|a, b| a.delta.total_cmp(&b.delta).then_with(|| a.id.cmp(&b.id)));
    let mut classes: BTreeMap<String, Vec<&QueryChange>> = BTreeMap::new();
    for query in &queries {
        if let Some(class) = &query.class {
            classes.entry(class.clone()).or_default().push(query);
        }
    }
    Comparison {
        overall: mean_quality_change(&queries.iter().collect::<Vec<_>>()),
        per_class: classes.into_iter().map(|(class, list)| (class, mean_quality_change(&list))).collect(),
        queries,
    }
}

/// The means before and after, with the p-value of a sign-flip test.
fn mean_quality_change(queries: &[&QueryChange]) -> QualityChange {
    let mean = |of: fn(&QueryChange) -> f64| {
        queries.iter().map(|q| of(q)).sum::<f64>() / (queries.len().max(1) as f64)
    };
    let deltas: Vec<f64> = queries.iter().map(|q| q.delta).collect();
    let (before, after) = (mean(|q| q.before), mean(|q| q.after));
    QualityChange {
        queries: queries.len() as u32,
        before,
        after,
        delta: after - before,
        p_value: sign_flip_test(&deltas, SEED),
    }
}
