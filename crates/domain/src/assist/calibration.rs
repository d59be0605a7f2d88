//! From the strength of the evidence to a confidence that means something.
//!
//! A confidence is how often guesses of that strength were right when the fields of real items were
//! held back. The curves are rising steps fitted by pooling adjacent violators (isotonic
//! regression: M. Ayer et al., *An Empirical Distribution Function for Sampling with Incomplete
//! Information*, Ann. Math. Statist. 26, 1955), smoothed by one right and one wrong answer a step and
//! joined by straight lines. They ship in `data/assist_calibration.json`, which says what they were
//! fitted on; ADR 7 says how good they are. How many tags items have and whether their texts name them
//! differs so much between catalogs that one curve cannot serve all: [`Curve::draw_toward`] bends it
//! to what came out when the neighbours themselves were held back.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

static SHIPPED: LazyLock<Calibration> = LazyLock::new(|| {
    // Compiled in and read by a test; without it nothing would be suggested.
    serde_json::from_str(include_str!("../../data/assist_calibration.json")).unwrap_or_default()
});

/// Fewest observations in a step of a fitted curve: less says nothing.
const LEAST_IN_STEP: usize = 30;

/// Steps of equal width in which a curve is drawn toward what was seen.
const LOCAL_STEPS: usize = 10;
/// What the curve itself weighs in each of them; the nearest neighbour weighs 1 (measured on fitting
/// halves, 0.3 to 10: ADR 7).
const OWN_WEIGHT: f64 = 1.0;

/// One guess whose truth is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenOutcomes {
    /// Strength of the evidence, 0..1.
    pub raw: f64,
    /// Whether the guess was right.
    pub right: bool,
    /// How much it counts, 0..1.
    pub weight: f64,
}

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
        Self { category: 0.5, tag: 0.5, price: 0.4, description: 0.6 }
    }
}

impl Calibration {
    /// The calibration of suggestions that ships with the program.
    pub fn shipped_table() -> &'static Self {
        &SHIPPED
    }
}

impl Curve {
    /// Confidence of a suggestion by the strength of its evidence; beyond the ends of the curve that of the end, 0
    /// without one.
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
        let steps = join_falling_steps(sorted.chunks(LEAST_IN_STEP).map(Step::of), Step::rate);
        Self(
            steps
                .iter()
                .map(|step| (round_to_four_places(step.sum / step.count), round_to_four_places(step.rate())))
                .collect(),
        )
    }

    /// This curve, bent toward guesses that were made close by.
    pub fn draw_toward(&self, seen: &[SeenOutcomes]) -> Self {
        let place = |raw: f64| ((raw * LOCAL_STEPS as f64) as usize).min(LOCAL_STEPS - 1);
        let mut steps: Vec<Step> = (0..LOCAL_STEPS)
            .map(|at| {
                let middle = (at as f64 + 0.5) / LOCAL_STEPS as f64;
                let right = OWN_WEIGHT * self.at(middle);
                Step { sum: OWN_WEIGHT * middle, count: OWN_WEIGHT, right }
            })
            .collect();
        for one in seen.iter().filter(|one| one.raw.is_finite() && one.weight > 0.0) {
            let right = if one.right { one.weight } else { 0.0 };
            let step = Step { sum: one.weight * one.raw, count: one.weight, right };
            if let Some(at) = steps.get_mut(place(one.raw)) {
                at.join(&step);
            }
        }
        let steps = join_falling_steps(steps.into_iter(), Step::mean);
        Self(steps.iter().map(|step| (step.sum / step.count, step.mean())).collect())
    }
}

/// Joins neighbouring steps until their rates rise.
fn join_falling_steps(steps: impl Iterator<Item = Step>, rate: impl Fn(&Step) -> f64) -> Vec<Step> {
    let mut kept: Vec<Step> = Vec::new();
    for step in steps {
        kept.push(step);
        while kept.len() > 1 && rate(&kept[kept.len() - 2]) >= rate(&kept[kept.len() - 1]) {
            let last = kept.pop().unwrap_or_default();
            if let Some(before) = kept.last_mut() {
                before.join(&last);
            }
        }
    }
    kept
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

    /// The rate with one right and one wrong answer added.
    fn rate(&self) -> f64 {
        (self.right + 1.0) / (self.count + 2.0)
    }

    /// The rate as it was seen.
    fn mean(&self) -> f64 {
        self.right / self.count
    }

    fn join(&mut self, other: &Step) {
        self.sum += other.sum;
        self.count += other.count;
        self.right += other.right;
    }
}

/// Four decimals are what the shipped curves are written with.
fn round_to_four_places(value: f64) -> f64 {
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
        let shipped = Calibration::shipped_table();
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

    #[test]
    fn what_was_seen_close_by_outweighs_the_curve_and_nothing_seen_leaves_it() {
        let shipped = &Calibration::shipped_table().tag;
        let untouched = shipped.draw_toward(&[]);
        for at in 0..10 {
            let middle = (f64::from(at) + 0.5) / 10.0;
            assert!((untouched.at(middle) - shipped.at(middle)).abs() < 1e-9, "{middle}");
        }
        let wrong = SeenOutcomes { raw: 0.55, right: false, weight: 1.0 };
        assert!(shipped.draw_toward(&[wrong; 20]).at(0.5) < 0.2);
        let right = SeenOutcomes { right: true, ..wrong };
        assert!(shipped.draw_toward(&[right; 20]).at(0.6) > 0.9);
    }

    proptest! {
        #[test]
        fn a_bent_curve_rises_within_its_bounds_whatever_was_seen(
            seen in proptest::collection::vec((0.0f64..=1.0, any::<bool>(), 0.0f64..=1.0), 0..300),
            a in 0.0f64..1.0, b in 0.0f64..1.0
        ) {
            let seen: Vec<SeenOutcomes> =
                seen.into_iter().map(|(raw, right, weight)| SeenOutcomes { raw, right, weight }).collect();
            let curve = Calibration::shipped_table().named_tag.draw_toward(&seen);
            prop_assert!(is_rising(&curve));
            prop_assert!(curve.0.iter().all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y)));
            prop_assert!(curve.at(a.min(b)) <= curve.at(a.max(b)) + 1e-12);
        }

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
