//! The parts of the method, over bare numbers.
//!
//! | module | content |
//! |---|---|
//! | `slope` | slopes between all pairs of days, their order statistics, the sum of their signs |
//! | `residual` | a series without its trend |
//! | `ranks` | ranks with ties, less the usual of their day of the week; the correlation of ranks |
//! | `uniformity` | whether two series vary on enough days |
//! | `effective` | how many independent days a series is worth |
//! | `shifts` | the circular-shift test |
//! | `correction` | the correction for the number of comparisons |
//! | `distribution` | probabilities |

mod correction;
mod distribution;
mod effective;
mod ranks;
mod residual;
mod shifts;
mod slope;
mod uniformity;

pub(crate) use correction::adjust_by_benjamini_hochberg;
pub(crate) use distribution::{two_sided_normal, two_sided_t, z_of_interval};
pub(crate) use effective::{effective_days, effective_days_of_trend};
pub(crate) use ranks::{dot, share_beside_week, standard_ranks, standard_ranks_beside_week};
pub(crate) use residual::Residuals;
pub(crate) use shifts::circular_shift_test;
pub(crate) use slope::Slopes;
pub(crate) use uniformity::expected_joint_days;
