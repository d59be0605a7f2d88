//! How a likeness of vectors stands among those that the same query has with the whole corpus.
//!
//! A likeness says nothing by itself where a model finds every two texts alike: those of the E5 family
//! lie between .8 and .97, right and wrong answers of different queries at the same figures. What tells
//! them apart is the query's own mean and deviation over the corpus. Both come from a sample of its
//! vectors when the query comes; see `docs/adr/0011-fusion-by-calibration.md`.

use crate::explain::{Label, Score};
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Deviations above the mean up to which a likeness counts nothing: one record of 160 stands above, if
/// likenesses are spread normally.
const FLOOR: f64 = 2.5;
/// Deviations from the floor to a likeness that counts in full.
const SPAN: f64 = 8.0;
/// Vectors below which their mean and deviation say nothing: the right answer would be a good part of both.
const LEAST_SAMPLE: usize = 30;
/// A deviation below this is rounding: the query is equally like everything.
const LEAST_DEVIATION: f64 = 1e-6;
/// Products that are summed side by side, so that the compiler can use wide registers.
const LANES: usize = 8;

/// The scale on which the likenesses of one query are read.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VectorScale {
    /// Mean likeness of the query with the corpus, -1 to 1.
    #[specta(type = Number)]
    pub mean: f64,
    /// Standard deviation of these likenesses, more than 0.
    #[specta(type = Number)]
    pub deviation: f64,
    /// Factor of the profile's weight of vectors, from the calibration of the model.
    #[specta(type = Number)]
    pub strength: f64,
}

impl VectorScale {
    /// Measures the scale of a query by its likenesses with `sample`, vectors of the query's length one behind the
    /// other. None where the sample is too small or the query equally like all of it: a likeness then counts as it
    /// is.
    pub fn measure(query: &[f32], sample: &[f32], strength: f64) -> Option<Self> {
        if query.is_empty() || sample.len() / query.len() < LEAST_SAMPLE {
            return None;
        }
        let vectors = sample.chunks_exact(query.len());
        let count = vectors.len() as f64;
        let (mut sum, mut squares) = (0.0, 0.0);
        for vector in vectors {
            let likeness = f64::from(inner_product(query, vector));
            sum += likeness;
            squares += likeness * likeness;
        }
        let mean = sum / count;
        let deviation = (squares / count - mean * mean).max(0.0).sqrt();
        let is_usable = mean.is_finite() && deviation > LEAST_DEVIATION;
        is_usable.then_some(Self { mean, deviation, strength })
    }

    /// Measures how far a likeness stands above the mean, in deviations.
    pub fn deviations_above(&self, distance: f64) -> f64 {
        (-distance - self.mean) / self.deviation
    }

    /// The vector component on this scale, 0 to 1: growing with the standing, 0 up to the floor, 1
    /// from [`SPAN`] deviations above it.
    pub(super) fn component<S: Score>(&self, distance: f64) -> S {
        let given = S::of_value(|| Label::new("distance"), distance);
        let usual = || {
            let label = Label::new("standing").with("mean", format!("{:.3}", self.mean));
            label.with("deviation", format!("{:.3}", self.deviation))
        };
        let standing = S::function(usual, given, |distance| self.deviations_above(distance));
        let bounds = || {
            let label = Label::new("standingComponent").with("floor", FLOOR.to_string());
            label.with("full", (FLOOR + SPAN).to_string())
        };
        S::function(bounds, standing, |z| ((z - FLOOR) / SPAN).clamp(0.0, 1.0))
    }
}

/// The inner product.
pub(crate) fn inner_product(a: &[f32], b: &[f32]) -> f32 {
    let (a_lanes, a_rest) = a.as_chunks::<LANES>();
    let (b_lanes, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    for (a, b) in a_lanes.iter().zip(b_lanes) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f32>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
}
