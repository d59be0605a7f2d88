//! From the strength of the evidence to a confidence that means something.
//!
//! A confidence is how often guesses of that strength were right when the fields of real items were
//! held back. The curves are rising steps fitted by pooling adjacent violators (isotonic
//! regression: M. Ayer et al., *An Empirical Distribution Function for Sampling with Incomplete
//! Information*, Ann. Math. Statist. 26, 1955), smoothed by one right and one wrong answer a step and
//! joined by straight lines. They ship in `data/assist_calibration.json`, which says what they were
//! fitted on; ADR 7 says how good they are.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

static SHIPPED: LazyLock<Calibration> = LazyLock::new(|| {
    // Compiled in and read by a test; without it nothing would be suggested.
    serde_json::from_str(include_str!("../../data/assist_calibration.json")).unwrap_or_default()
});

/// Fewest observations in a step of a fitted curve: less says nothing.
const LEAST_IN_STEP: usize = 30;

/// A rising line through points (strength, part that was right).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Curve(Vec<(f64, f64)>);

/// The curves of all fields, and how sure a suggestion must be.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Calibration {
    /// What the curves were fitted on.
    pub fitted_on: String,
    /// Of categories.
    pub category: Curve,
    /// Of tags that neither the draft nor its files say.
    pub tag: Curve,
    /// Of tags that they say.
    pub named_tag: Curve,
    /// Of prices.
    pub price: Curve,
    /// Below these nothing is suggested.
    pub least: Least,
}

/// The least confidence of a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Least {
    /// Of a category.
    pub category: f64,
    /// Of one tag.
    pub tag: f64,
    /// Of a price.
    pub price: f64,
    /// Of a description: the part of its words that the evidence carries.
    pub description: f64,
}

impl Default for Least {
    fn default() -> Self {
        Self { category: 0.5, tag: 0.5, price: 0.35, description: 0.6 }
    }
}

impl Calibration {
    /// The calibration that ships with the program.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }
}

impl Curve {
    /// The confidence at a strength; beyond the ends that of the end, 0 without a curve.
    pub fn at(&self, raw: f64) -> f64 {
        let points = &self.0;
        let Some(above) = points.iter().position(|point| point.0 >= raw) else {
            return points.last().map_or(0.0, |point| point.1);
        };
        let (x1, y1) = points[above];
        let Some((x0, y0)) = above.checked_sub(1).map(|before| points[before]) else { return y1 };
        if x1 > x0 { y0 + (y1 - y0) * (raw - x0) / (x1 - x0) } else { y1 }
    }

    /// Fits a rising curve to observations (strength, whether it was right).
    pub fn fit(observed: &[(f64, bool)]) -> Self {
        let mut sorted: Vec<(f64, bool)> = observed.iter().copied().filter(|o| o.0.is_finite()).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut steps: Vec<Step> = Vec::new();
        for chunk in sorted.chunks(LEAST_IN_STEP) {
            steps.push(Step::of(chunk));
            while steps.len() > 1 && steps[steps.len() - 2].rate() >= steps[steps.len() - 1].rate() {
                let last = steps.pop().unwrap_or_default();
                if let Some(before) = steps.last_mut() {
                    before.join(&last);
                }
            }
        }
        Self(steps.iter().map(|step| (round(step.sum / step.count), round(step.rate()))).collect())
    }
}

/// Observations that share one rate.
#[derive(Default)]
struct Step {
    sum: f64,
    count: f64,
    right: f64,
}

impl Step {
    fn of(observed: &[(f64, bool)]) -> Self {
        let right = observed.iter().filter(|o| o.1).count() as f64;
        Self { sum: observed.iter().map(|o| o.0).sum(), count: observed.len() as f64, right }
    }

    fn rate(&self) -> f64 {
        (self.right + 1.0) / (self.count + 2.0)
    }

    fn join(&mut self, other: &Step) {
        self.sum += other.sum;
        self.count += other.count;
        self.right += other.right;
    }
}

fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_rising(curve: &Curve) -> bool {
        curve.0.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1)
    }

    #[test]
    fn the_shipped_curves_are_there_and_rise() {
        let shipped = Calibration::shipped();
        for curve in [&shipped.category, &shipped.tag, &shipped.named_tag, &shipped.price] {
            assert!(curve.0.len() > 1 && is_rising(curve), "{curve:?}");
            assert!(curve.0.iter().all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..1.0).contains(y)));
        }
        assert!(!shipped.fitted_on.is_empty());
    }

    #[test]
    fn a_fitted_curve_gives_back_the_rates_it_saw() {
        let observed: Vec<(f64, bool)> =
            (0..1_000).map(|n| (f64::from(n) / 1_000.0, n % 10 < n / 100)).collect();
        let curve = Curve::fit(&observed);
        for raw in [0.15, 0.35, 0.55, 0.75, 0.95] {
            assert!((curve.at(raw) - (raw * 10.0).floor() / 10.0).abs() < 0.06, "{raw}: {}", curve.at(raw));
        }
    }

    #[test]
    fn without_observations_nothing_is_sure() {
        assert_eq!(Curve::fit(&[]).at(1.0), 0.0);
    }

    proptest! {
        #[test]
        fn more_evidence_never_makes_less_sure(
            observed in proptest::collection::vec((0.0f64..1.0, any::<bool>()), 0..400), a in 0.0f64..1.0, b in 0.0f64..1.0
        ) {
            let curve = Curve::fit(&observed);
            prop_assert!(is_rising(&curve));
            prop_assert!(curve.at(a.min(b)) <= curve.at(a.max(b)) + 1e-12);
        }
    }
}
