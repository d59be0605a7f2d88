//! A search for better weights, one at a time, on one half of the queries; the other half, which took
//! no part, tells what the result is worth.

use super::query_set::{JudgedPool, is_training, mean_quality};
use crate::inspect::Knob;
use crate::rank::Profile;
use crate::search::{Fusion, Kind};
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Rounds at most; each tries every knob once.
const ROUNDS: usize = 4;
/// Shares of a value that are tried: a small step alone may turn nothing and end the search too soon.
const SHARES: [f64; 9] = [0.0, 0.25, 0.5, 0.75, 0.9, 1.1, 1.5, 2.0, 4.0];
/// Added to a threshold or to a value that is 0.
const STEPS: [f64; 4] = [-0.1, -0.05, 0.05, 0.1];
/// What a step must gain. Less is chance: smaller steps were measured to raise the training half alone
/// (AGROFIT: 0.930 to 0.953, held out 0.915 to 0.914).
const LEAST_GAIN: f64 = 1e-3;

/// Mean nDCG of the first ten over each half.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Halves {
    /// Over the queries that weights were tuned on.
    #[specta(type = Number)]
    pub training: f64,
    /// Over those that took no part.
    #[specta(type = Number)]
    pub held_out: f64,
}

/// One weight moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TuneStep {
    /// Its path in the profile.
    pub knob: String,
    /// From this; none where it was left to the model.
    #[specta(type = Option<Number>)]
    pub from: Option<f64>,
    /// To this.
    #[specta(type = Number)]
    pub to: f64,
    /// What the training half had then.
    #[specta(type = Number)]
    pub training: f64,
}

/// What tuning found. Nothing is saved by it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TunedProfile {
    /// The profile with the weights found.
    pub profile: Profile,
    /// Queries tuned on.
    pub training_queries: u32,
    /// Queries held out.
    pub held_out_queries: u32,
    /// Before.
    pub before: Halves,
    /// After.
    pub after: Halves,
    /// How it got there.
    pub steps: Vec<TuneStep>,
}

/// Moves the `knobs` of `start` one after the other to where the training half gains most, until none
/// gains. What would need another search is left out. None where `start` itself would. Ends early with
/// what it has once `goes_on` says no.
pub fn tune_knobs(
    set: &[JudgedPool],
    start: &Profile,
    fusion: Fusion,
    kind: Kind,
    knobs: &[Knob],
    goes_on: &dyn Fn() -> bool,
) -> Option<TunedProfile> {
    let (training, held_out): (Vec<&JudgedPool>, Vec<&JudgedPool>) =
        set.iter().partition(|query| is_training(&query.id));
    let halves = |profile: &Profile| {
        Some(Halves {
            training: mean_quality(training.iter().copied(), profile, fusion)?,
            held_out: mean_quality(held_out.iter().copied(), profile, fusion)?,
        })
    };
    let before = halves(start)?;
    let (mut best, mut profile, mut steps) = (before.training, start.clone(), Vec::new());
    for _ in 0..ROUNDS {
        let gained = steps.len();
        for knob in knobs {
            let Some((value, quality)) = best_value(*knob, &profile, kind, &training, fusion, goes_on) else {
                continue;
            };
            if quality > best + LEAST_GAIN {
                let from = knob.get(profile.tuning(kind));
                steps.push(TuneStep { knob: knob.name(), from, to: value, training: quality });
                knob.set(profile.tuning_mut(kind), value);
                best = quality;
            }
        }
        if steps.len() == gained {
            break;
        }
    }
    Some(TunedProfile {
        training_queries: training.len() as u32,
        held_out_queries: held_out.len() as u32,
        before,
        after: halves(&profile)?,
        profile,
        steps,
    })
}

/// The best of the values tried for `knob`, and what the training half has then.
fn best_value(
    knob: Knob,
    profile: &Profile,
    kind: Kind,
    training: &[&JudgedPool],
    fusion: Fusion,
    goes_on: &dyn Fn() -> bool,
) -> Option<(f64, f64)> {
    let values = knob_values(knob, profile.tuning(kind)).into_iter().take_while(|_| goes_on());
    let tried = values.filter_map(|value| {
        let mut profile = profile.clone();
        knob.set(profile.tuning_mut(kind), value);
        Some((value, mean_quality(training.iter().copied(), &profile, fusion)?))
    });
    // Of equals the first: the same set gives the same weights.
    tried.reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// The values of a knob that are tried, around the one it has.
fn knob_values(knob: Knob, tuning: &crate::rank::Tuning) -> Vec<f64> {
    let (least, most) = knob.range();
    let now = knob.get(tuning);
    let values: Vec<f64> = match now {
        Some(now) if knob != Knob::Threshold && now != 0.0 => SHARES.iter().map(|s| now * s).collect(),
        Some(now) => STEPS.iter().map(|s| now + s).collect(),
        None => [-0.7, -0.6, -0.5, -0.4, -0.3, -0.2].to_vec(),
    };
    let round = |value: f64| (value * 1e4).round() / 1e4;
    let mut values: Vec<f64> = values.into_iter().map(|v| round(v.clamp(least, most))).collect();
    values.retain(|value| Some(*value) != now);
    values.dedup();
    values
}
