//! What a series is without its trend.

use super::slope::Slopes;

/// The largest share of a value that a subtraction may leave by rounding alone.
const ROUNDING: f64 = 1e-12;

/// A series less its trend.
pub(crate) struct Residuals {
    /// The days, as numbers.
    pub(crate) days: Vec<i32>,
    /// The value of each day.
    pub(crate) raw: Vec<f64>,
    /// What is left of it.
    pub(crate) values: Vec<f64>,
    /// Up to which difference two of the values are equal.
    pub(crate) tolerances: Vec<f64>,
}

impl Residuals {
    /// Takes the median slope between all pairs of days away (Theil 1950; Sen 1968). A line of least squares
    /// would follow a single mistyped value, and would turn the many equal days of a sparse metric into a
    /// slope that ranks take for an order.
    pub(crate) fn of(days: &[i32], values: &[f64]) -> Self {
        Self::along(Slopes::between(days, values).median(), days, values)
    }

    /// Takes `slope`, in units a day, away.
    pub(crate) fn along(slope: f64, days: &[i32], values: &[f64]) -> Self {
        let origin = days.first().copied().unwrap_or(0);
        let line = |day: i32| slope * f64::from(day - origin);
        let pairs = || days.iter().zip(values);
        Self {
            days: days.to_vec(),
            raw: values.to_vec(),
            values: pairs().map(|(day, value)| value - line(*day)).collect(),
            tolerances: pairs().map(|(day, value)| ROUNDING * (value.abs() + line(*day).abs())).collect(),
        }
    }
}
