//! Metrics of the running program in the text format of Prometheus: counters and durations since the start, and gauges
//! that are read at each scrape.
//!
//! No label holds people's texts, searches or names: each takes its values from a list in `labels`. These lists also
//! bound the number of series, to [`MOST_SERIES`]. Metrics that people enter about themselves belong to
//! [`crate::personal`].

pub(crate) mod counters;
mod exposition;
pub(crate) mod labels;
pub(crate) mod last_readings;

pub use exposition::{CONTENT_TYPE, write_exposition};

use crate::app::App;
use labels::RequestLabels;
use std::time::Duration;

/// Most series that the program exposes, whatever it is asked for.
pub const MOST_SERIES: usize = 500;

/// Counts a request of HTTP. `route` is the template of its address; one without series of its own counts as `other`.
/// `duration` ends with the head of the answer: events of a stream come later.
pub fn note_request(app: &App, method: &str, route: Option<&str>, status: u16, duration: Duration) {
    app.inner.counters.note_request(&RequestLabels::new(method, route, status), duration);
}
