//! Probabilities of the distributions that the tests use.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The standard normal distribution's 97.5 % point: half of a 95 % interval.
pub(crate) fn z_of_interval() -> f64 {
    Normal::standard().inverse_cdf(0.975)
}

/// The two-sided p-value of a standard normal `z` of 0 or more.
pub(crate) fn two_sided_normal(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z)).min(1.0)
}

/// The two-sided p-value of `t` under Student's distribution with `freedom` degrees above 0.
pub(crate) fn two_sided_t(t: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |student| (2.0 * student.sf(t.abs())).clamp(0.0, 1.0))
}
