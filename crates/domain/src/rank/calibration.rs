//! How much a model's vectors may say against words in one corpus, measured without judgments.
//!
//! Questions whose answer is known are asked of the corpus itself: a text of a record for the rest of
//! that record (`app/src/embedding/calibration.rs` makes them). Vectors and words each put the same records in order, and the mean reciprocal ranks
//! of the known answers are compared. Where vectors are weak, words win; where they are strong, they lead.

use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Strength of vectors that find as well as words.
const EQUAL: f64 = 4.0;
/// Least and greatest strength, whatever was measured.
const LEAST: f64 = 0.5;
const MOST: f64 = 6.0;
/// Questions below which nothing is concluded from the answers.
const LEAST_ASKED: u32 = 20;

/// The calibration of a model on a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// Questions of the corpus to itself.
    pub asked: u32,
    /// Mean reciprocal rank of the known answers by vectors alone, 0 to 1.
    #[specta(type = Number)]
    pub vectors: f64,
    /// The same by words alone.
    #[specta(type = Number)]
    pub words: f64,
    /// Factor of the profile's weight of vectors.
    #[specta(type = Number)]
    pub strength: f64,
}

impl Calibration {
    /// The calibration by the places, from 1, at which each half has put the known answers; where others
    /// have the same score, the middle of their places.
    pub fn new(by_vectors: &[f64], by_words: &[f64]) -> Self {
        let (vectors, words) = (mean_reciprocal_rank(by_vectors), mean_reciprocal_rank(by_words));
        let asked = by_vectors.len() as u32;
        let ratio = if words > 0.0 { vectors / words } else { f64::INFINITY };
        let is_known = asked >= LEAST_ASKED && vectors + words > 0.0;
        let strength = if is_known { (EQUAL * ratio).clamp(LEAST, MOST) } else { EQUAL };
        Self { asked, vectors, words, strength }
    }
}

/// The place, from 1, of the best of the answers that `is_known` names among `scores`; the middle of the
/// places of all that score the same.
pub fn place_of_known(scores: &[f64], is_known: impl Fn(usize) -> bool) -> Option<f64> {
    let known = scores.iter().enumerate().filter(|(at, _)| is_known(*at));
    let best = known.map(|(_, score)| *score).max_by(f64::total_cmp)?;
    let others = || scores.iter().enumerate().filter(|(at, _)| !is_known(*at)).map(|(_, score)| *score);
    let above = others().filter(|score| *score > best).count();
    let level = others().filter(|score| *score == best).count();
    Some(1.0 + above as f64 + level as f64 / 2.0)
}

fn mean_reciprocal_rank(places: &[f64]) -> f64 {
    let sum: f64 = places.iter().map(|place| 1.0 / place.max(1.0)).sum();
    if places.is_empty() { 0.0 } else { sum / places.len() as f64 }
}
