//! Whether confidences mean what they say: accuracy by band, and the calibration error.

use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Bands of equal width between 0 and 1.
const BANDS: usize = 10;

/// Guesses of about the same confidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfidenceBand {
    /// Least confidence, inclusive.
    #[specta(type = Number)]
    pub from: f64,
    /// Greatest confidence, exclusive but for the last band.
    #[specta(type = Number)]
    pub to: f64,
    /// Guesses.
    pub count: u32,
    /// Their mean confidence.
    #[specta(type = Number)]
    pub confidence: f64,
    /// The part of them that was right.
    #[specta(type = Number)]
    pub accuracy: f64,
}

/// How a field was guessed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuessQuality {
    /// Items that have the field.
    pub items: u32,
    /// Items with a suggestion that is sure enough to be made.
    pub suggested: u32,
    /// The part of items with a suggestion.
    #[specta(type = Number)]
    pub coverage: f64,
    /// Guesses, also those that are not sure enough: one an item, of tags one a tag.
    pub guesses: u32,
    /// The part of all guesses that was right.
    #[specta(type = Number)]
    pub accuracy: f64,
    /// The part of the suggestions made that was right.
    #[specta(type = Number)]
    pub suggested_accuracy: f64,
    /// Expected calibration error over the bands: the mean distance of confidence and accuracy.
    #[specta(type = Number)]
    pub calibration_error: f64,
    /// Bands that have guesses, lowest first.
    pub bands: Vec<ConfidenceBand>,
}

/// A guess: its confidence, and whether it was right.
pub type JudgedGuess = (f64, bool);

/// Measures the suggestions for a field. `least` is the confidence from which on something is suggested.
pub fn quality(items: usize, suggested: usize, judged: &[JudgedGuess], least: f64) -> GuessQuality {
    let made: Vec<JudgedGuess> =
        judged.iter().copied().filter(|(confidence, _)| *confidence >= least).collect();
    let bands = confidence_bands(judged);
    let weighted: f64 =
        bands.iter().map(|band| f64::from(band.count) * (band.confidence - band.accuracy).abs()).sum();
    GuessQuality {
        items: items as u32,
        suggested: suggested as u32,
        coverage: part_of_all(suggested, items),
        guesses: judged.len() as u32,
        accuracy: guess_accuracy(judged),
        suggested_accuracy: guess_accuracy(&made),
        calibration_error: if judged.is_empty() { 0.0 } else { weighted / judged.len() as f64 },
        bands,
    }
}

/// The guesses in bands of confidence, each with how often they were right; empty bands are left out.
fn confidence_bands(judged: &[JudgedGuess]) -> Vec<ConfidenceBand> {
    let place = |confidence: f64| ((confidence * BANDS as f64) as usize).min(BANDS - 1);
    (0..BANDS)
        .filter_map(|at| {
            let inside: Vec<JudgedGuess> = judged.iter().copied().filter(|(c, _)| place(*c) == at).collect();
            let mean = inside.iter().map(|(c, _)| c).sum::<f64>() / inside.len().max(1) as f64;
            (!inside.is_empty()).then(|| ConfidenceBand {
                from: at as f64 / BANDS as f64,
                to: (at + 1) as f64 / BANDS as f64,
                count: inside.len() as u32,
                confidence: mean,
                accuracy: guess_accuracy(&inside),
            })
        })
        .collect()
}

/// The share of right guesses, 0 to 1.
fn guess_accuracy(judged: &[JudgedGuess]) -> f64 {
    part_of_all(judged.iter().filter(|(_, right)| *right).count(), judged.len())
}

/// A share, 0 where there is nothing to share.
fn part_of_all(of: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { of as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calibration_error_is_the_mean_distance_of_the_bands() {
        // Ten guesses of 0.95 of which nine are right; ten of 0.25 of which one is.
        let judged: Vec<JudgedGuess> =
            (0..10).map(|n| (0.95, n > 0)).chain((0..10).map(|n| (0.25, n == 0))).collect();
        let quality = quality(25, 10, &judged, 0.5);
        assert!((quality.calibration_error - (0.05 + 0.15) / 2.0).abs() < 1e-9);
        assert_eq!((quality.accuracy, quality.suggested_accuracy, quality.coverage), (0.5, 0.9, 0.4));
        assert_eq!(
            quality.bands.iter().map(|b| (b.from, b.count)).collect::<Vec<_>>(),
            [(0.2, 10), (0.9, 10)]
        );
    }

    #[test]
    fn nothing_guessed_is_nothing_wrong() {
        let quality = quality(3, 0, &[], 0.5);
        assert_eq!((quality.calibration_error, quality.coverage, quality.bands.len()), (0.0, 0.0, 0));
        assert_eq!(super::quality(1, 1, &[(1.0, true)], 0.5).bands[0].to, 1.0);
    }
}
