//! Metrics by day: their history, and what they allow to be stated about trends and correlations.
//!
//! Daily series fool the eye: today resembles yesterday, two rising series seem to belong together, and of
//! thirty comparisons one is striking by chance. A plain correlation of such series reports a connection in a
//! third of the cases where there is none. The method here (docs/adr/0012-tracking.md) counts the days for as
//! many as they are worth, corrects for the number of comparisons, and states nothing from few days.
//!
//! Results are typed values: numbers, and a verdict that says which sentence is allowed. Nothing here is
//! text, and no verdict means a cause or a strength.
//!
//! | module | content |
//! |---|---|
//! | `day` | entries, the days they belong to, one value a day |
//! | `unit` | units that are of one kind, and entries by unit |
//! | `history` | the result of `get_tracking_history` |
//! | `trends` | the result of `get_trends`: all metrics of a call, and the correction for their number |
//! | `trend` | slope and test of one metric |
//! | `correlation` | one pair of metrics at one lag |
//! | `method` | the parts of the method, each with its source |
//! | `limits` | how many days it takes to state something |
//!
//! Out of scope: sentences (crate `app`), storage (crate `store`), the zone that an instant's day is taken in
//! ([`super::schedule::Zone::day_of`]).

mod correlation;
mod day;
mod history;
mod limits;
mod method;
mod trend;
mod trends;
mod unit;

pub use correlation::{Coefficient, Correlation, CorrelationVerdict, DayLag};
pub use day::{
    Aggregation, DayValue, MAX_VALUE, MetricEntry, MetricSeries, ValueError, aggregate_days, check_value,
};
pub use history::{MetricSummary, TrackingHistory, UnitHistory, build_history};
pub use limits::{ALPHA, DAYS_FOR_CLAIMS, DAYS_FOR_NUMBERS, JOINT_DAYS, MAX_DAYS, MAX_METRICS};
pub use trend::{MetricTrend, TrendSlope, TrendVerdict};
pub use trends::{TrendPeriod, Trends, analyze_trends};
pub use unit::{UnitGroup, convert_value, split_by_unit};

#[cfg(test)]
mod tests;
