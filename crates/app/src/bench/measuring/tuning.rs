//! Tuning of weights for a set of judged queries. The result is not saved.

use super::judged_set::{AT_ONCE, InForce, judged_search};
use crate::app::App;
use crate::bench::eval::{QuerySet, WithoutVectors, check_fit};
use crate::error::{AppError, Code};
use crate::runtime::crunch::crunch;
use crate::search::timing::ms;
use celeiro_domain::bench::{ProfileDifference, TunedProfile, is_training, profile_difference, tune_knobs};
use celeiro_domain::inspect::Knob;
use celeiro_domain::search::{Fusion, Kind};
use celeiro_domain::wire::Number;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::Instant;

/// What tuning found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TuneReport {
    /// What was searched.
    pub kind: Kind,
    /// The profile it began with.
    pub start: String,
    /// The fusion in force.
    pub fusion: Fusion,
    /// The weights found, and what both halves of the queries say of them.
    #[serde(flatten)]
    pub tuned: TunedProfile,
    /// What is other in them.
    pub difference: Vec<ProfileDifference>,
    /// Milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
}

/// One half is tuned on, the other tells what that is worth: neither can be empty.
fn check_halves(set: &QuerySet) -> Result<(), AppError> {
    let training = set.queries.iter().filter(|query| is_training(&query.id)).count();
    let held_out = set.queries.len() - training;
    if training > 0 && held_out > 0 {
        return Ok(());
    }
    let error = AppError::new(Code::QuerySetTooSmall).with("count", set.queries.len());
    Err(error.with("training", training).with("heldOut", held_out))
}

/// Searches for better weights than those of `start`.
///
/// # Errors
/// [`Code::QuerySetTooSmall`], [`Code::QuerySetForeign`]; where a search fails.
pub(crate) async fn tune_profile(
    app: &App,
    set: &QuerySet,
    kind: Kind,
    start: InForce,
    progress: impl Fn(usize),
) -> Result<TuneReport, AppError> {
    check_halves(set)?;
    check_fit(app, set, kind).await?;
    let started = Instant::now();
    let mut pools = Vec::with_capacity(set.queries.len());
    let mut reasons = Vec::with_capacity(set.queries.len());
    let fetching: Vec<_> =
        set.queries.iter().map(|query| judged_search(app, set, query, kind, &start)).collect();
    let mut fetched = stream::iter(fetching).buffered(AT_ONCE);
    while let Some((pool, fallback)) = fetched.try_next().await? {
        pools.push(pool);
        reasons.push(fallback);
        progress(pools.len());
    }
    drop(fetched);
    // Weights that were found without vectors would be those of another program.
    if let Some(without) = WithoutVectors::of(reasons).filter(|without| without.is_failure()) {
        return Err(without.refusal(set.queries.len()));
    }
    let InForce { profile, fusion } = start;
    let before = profile.clone();
    let knobs = Knob::tunable_knobs(fusion, kind);
    let tuned = crunch(move |goes_on| tune_knobs(&pools, &profile, fusion, kind, &knobs, goes_on)).await?;
    let tuned = tuned.ok_or_else(|| AppError::internal("a pool does not serve its profile"))?;
    Ok(TuneReport {
        kind,
        start: before.name.clone(),
        fusion,
        difference: profile_difference(&before, &tuned.profile),
        tuned,
        ms: ms(started),
    })
}
