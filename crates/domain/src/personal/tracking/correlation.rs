//! One pair of metrics at one lag.

use super::limits::{ALPHA, DAYS_FOR_CLAIMS, DAYS_FOR_NUMBERS, JOINT_DAYS};
use super::method::{
    Residuals, circular_shift_test, dot, effective_days, expected_joint_days, share_beside_week,
    standard_ranks_beside_week, two_sided_t, z_of_interval,
};
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// How many days the second metric is behind the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DayLag {
    /// The second metric of the day before.
    DayBefore,
    /// Both of the same day.
    SameDay,
    /// The second metric of the day after.
    DayAfter,
}

impl DayLag {
    /// All that are compared.
    pub const ALL: [Self; 3] = [Self::DayBefore, Self::SameDay, Self::DayAfter];

    /// Days between the two metrics of a correlation: -1, 0 or 1.
    pub fn days(self) -> i32 {
        match self {
            Self::DayBefore => -1,
            Self::SameDay => 0,
            Self::DayAfter => 1,
        }
    }
}

/// A pair of metrics at one lag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correlation {
    /// The first metric's name.
    pub first: String,
    /// The second metric's name.
    pub second: String,
    /// How many days the second is behind the first.
    pub lag: DayLag,
    /// Days that both have a value for. Nothing is filled in.
    pub shared_days: u32,
    /// The numbers, from [`DAYS_FOR_NUMBERS`] shared days on, where both vary enough.
    pub coefficient: Option<Coefficient>,
    /// What may be stated.
    pub verdict: CorrelationVerdict,
}

/// A coefficient, its interval and its tests.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Coefficient {
    /// Spearman's coefficient of what trend and week leave, -1 to 1.
    #[specta(type = Number)]
    pub rho: f64,
    /// The lower end of its 95 % interval (Fisher 1915; for ranks Fieller, Hartley and Pearson 1957).
    #[specta(type = Number)]
    pub low: f64,
    /// The upper end.
    #[specta(type = Number)]
    pub high: f64,
    /// The days that the shared ones are worth, 1 to their number.
    #[specta(type = Number)]
    pub effective_days: f64,
    /// The two-sided p-value of the t-test with `effective_days`, 0 to 1.
    #[specta(type = Number)]
    pub p: f64,
    /// `p` adjusted for every pair and lag of the call, 0 to 1 (Benjamini and Hochberg 1995).
    #[specta(type = Number)]
    pub adjusted_p: f64,
    /// The p-value of the circular-shift test, from [`DAYS_FOR_CLAIMS`] days on.
    #[specta(type = Option<Number>)]
    pub shift_p: Option<f64>,
}

/// What may be stated about a pair. Never a cause, never a strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CorrelationVerdict {
    /// Nothing: there are fewer than [`DAYS_FOR_NUMBERS`] shared days.
    TooFewDays {
        /// Shared days that are missing to it.
        missing_days: u32,
    },
    /// That one of the two, or both, does not vary beside its trend and its week on the shared days.
    Constant,
    /// That one of the two, or both, has the same value on almost all shared days, so that no more than a few
    /// days would speak for a connection: fewer than [`JOINT_DAYS`] are expected on which both differ from
    /// it.
    TooUniform,
    /// The numbers with their interval, and no claim: there are fewer than [`DAYS_FOR_CLAIMS`] shared days.
    NumbersOnly {
        /// Shared days that are missing to a claim.
        missing_days: u32,
    },
    /// That no connection shows.
    NoConnection,
    /// That days with more of the first have more of the second, at the lag.
    MoreWithMore,
    /// That days with more of the first have less of the second, at the lag.
    LessWithMore,
}

/// A pair before the number of comparisons is known.
pub(super) struct Comparison {
    pub(super) lag: DayLag,
    pub(super) shared_days: u32,
    pub(super) outcome: Outcome,
}

/// What a comparison comes to.
pub(super) enum Outcome {
    TooFewDays,
    TooUniform,
    Constant,
    /// The adjusted p-value is still the plain one.
    Measured(Coefficient),
}

/// Compares the days that both series have.
pub(super) fn compare(first: &Residuals, second: &Residuals, lag: DayLag) -> Comparison {
    let pairs = pair_days(&first.days, &second.days, lag.days());
    let outcome = if pairs.len() < DAYS_FOR_NUMBERS as usize {
        Outcome::TooFewDays
    } else {
        measure(&SharedDays::of(first, &pairs, |pair| pair.0), &SharedDays::of(second, &pairs, |pair| pair.1))
    };
    Comparison { lag, shared_days: u32::try_from(pairs.len()).unwrap_or(u32::MAX), outcome }
}

/// What may be stated of a comparison whose coefficient has its adjusted p-value.
pub(super) fn judge_correlation(shared_days: u32, outcome: &Outcome) -> CorrelationVerdict {
    let numbers = match outcome {
        Outcome::TooFewDays => {
            let missing_days = DAYS_FOR_NUMBERS.saturating_sub(shared_days);
            return CorrelationVerdict::TooFewDays { missing_days };
        }
        Outcome::TooUniform => return CorrelationVerdict::TooUniform,
        Outcome::Constant => return CorrelationVerdict::Constant,
        Outcome::Measured(numbers) => numbers,
    };
    if shared_days < DAYS_FOR_CLAIMS {
        return CorrelationVerdict::NumbersOnly { missing_days: DAYS_FOR_CLAIMS - shared_days };
    }
    if numbers.adjusted_p > ALPHA || numbers.shift_p.is_none_or(|p| p > ALPHA) {
        CorrelationVerdict::NoConnection
    } else if numbers.rho > 0.0 {
        CorrelationVerdict::MoreWithMore
    } else {
        CorrelationVerdict::LessWithMore
    }
}

/// Positions of the days of `first` that `second` has a value for `lag` days later.
fn pair_days(first: &[i32], second: &[i32], lag: i32) -> Vec<(usize, usize)> {
    let mut other = 0;
    let mut pairs = Vec::with_capacity(first.len().min(second.len()));
    for (at, day) in first.iter().enumerate() {
        let wanted = day.saturating_add(lag);
        while other < second.len() && second[other] < wanted {
            other += 1;
        }
        if other < second.len() && second[other] == wanted {
            pairs.push((at, other));
        }
    }
    pairs
}

/// One of two series on the days that both have, each at its own end of the lag.
struct SharedDays {
    days: Vec<i32>,
    raw: Vec<f64>,
    values: Vec<f64>,
    tolerances: Vec<f64>,
}

impl SharedDays {
    fn of(series: &Residuals, pairs: &[(usize, usize)], side: impl Fn(&(usize, usize)) -> usize) -> Self {
        let places: Vec<usize> = pairs.iter().map(side).collect();
        let pick = |values: &[f64]| places.iter().map(|at| values[*at]).collect();
        Self {
            days: places.iter().map(|at| series.days[*at]).collect(),
            raw: pick(&series.raw),
            values: pick(&series.values),
            tolerances: pick(&series.tolerances),
        }
    }

    fn ranks(&self) -> Option<Vec<f64>> {
        standard_ranks_beside_week(&self.days, &self.values, &self.tolerances)
    }
}

fn measure(one: &SharedDays, other: &SharedDays) -> Outcome {
    let (Some(first), Some(second)) = (one.ranks(), other.ranks()) else { return Outcome::Constant };
    let n = one.days.len();
    match expected_joint_days(&one.raw, &other.raw) {
        0.0 => return Outcome::Constant,
        days if days < JOINT_DAYS => return Outcome::TooUniform,
        _ => {}
    }
    let rho = dot(&first, &second).clamp(-1.0, 1.0);
    let effective_days = (effective_days(&one.days, &first, &second) * share_beside_week(n)).max(1.0);
    let (low, high) = interval_of(rho, effective_days);
    let p = p_of(rho, effective_days);
    let shift_p = (n >= DAYS_FOR_CLAIMS as usize).then(|| circular_shift_test(&first, &second));
    Outcome::Measured(Coefficient { rho, low, high, effective_days, p, adjusted_p: p, shift_p })
}

/// The t-test of a coefficient: t = ρ √((n − 2) ÷ (1 − ρ²)) with n − 2 degrees of freedom (Student 1908), n
/// being the effective days; 1 where there are no more than two.
fn p_of(rho: f64, effective: f64) -> f64 {
    let freedom = effective - 2.0;
    if freedom <= 0.0 {
        return 1.0;
    }
    let rest = 1.0 - rho * rho;
    if rest <= f64::EPSILON { 0.0 } else { two_sided_t(rho * (freedom / rest).sqrt(), freedom) }
}

/// tanh(artanh ρ ± z √(1.06 ÷ (n − 3))); everything from -1 to 1 where the effective days are no more than
/// three.
fn interval_of(rho: f64, effective: f64) -> (f64, f64) {
    if effective <= 3.0 {
        return (-1.0, 1.0);
    }
    let reach = z_of_interval() * (1.06 / (effective - 3.0)).sqrt();
    let middle = rho.atanh();
    ((middle - reach).tanh(), (middle + reach).tanh())
}
