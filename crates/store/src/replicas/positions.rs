//! Replication lag by the clock of this program alone, because servers' clocks may differ.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Positions that are remembered: one a second for ten minutes.
const MOST_SAMPLES: usize = 600;

/// Positions of the primary's log, each with the moment at which it was seen first.
#[derive(Debug, Default)]
pub(crate) struct Positions(VecDeque<(Instant, u64)>);

/// How far a replica is behind its primary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lag {
    /// Bytes of the log that are not replayed yet.
    pub bytes: u64,
    /// How long ago the first of them was seen on the primary.
    pub time: Duration,
}

impl Positions {
    /// Notes the primary's log position at `now`, to measure replication lag.
    pub fn note(&mut self, now: Instant, position: u64) {
        if self.0.back().is_none_or(|(_, last)| *last < position) {
            self.0.push_back((now, position));
        }
        if self.0.len() > MOST_SAMPLES {
            self.0.pop_front();
        }
    }

    /// Forgets the log positions of the primary: those of another timeline mean nothing.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    /// Measures the lag of a replica that replayed up to `position`.
    pub fn lag_of(&self, now: Instant, position: u64) -> Lag {
        let last = self.0.back().map_or(0, |(_, last)| *last);
        let missing = self.0.iter().find(|(_, seen)| *seen > position);
        Lag {
            bytes: last.saturating_sub(position),
            time: missing.map_or(Duration::ZERO, |(at, _)| now.saturating_duration_since(*at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replica_is_as_late_as_the_first_bytes_that_it_lacks() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut positions = Positions::default();
        for (seconds, position) in [(0, 100), (1, 100), (2, 250), (3, 300)] {
            positions.note(after(seconds), position);
        }
        let lag = |position| positions.lag_of(after(5), position);
        assert_eq!(lag(300), Lag { bytes: 0, time: Duration::ZERO });
        assert_eq!(lag(400), Lag { bytes: 0, time: Duration::ZERO }, "asked a moment later than the primary");
        assert_eq!(lag(299), Lag { bytes: 1, time: Duration::from_secs(2) });
        assert_eq!(lag(100), Lag { bytes: 200, time: Duration::from_secs(3) });
        assert_eq!(lag(0), Lag { bytes: 300, time: Duration::from_secs(5) });
    }

    #[test]
    fn a_primary_at_rest_leaves_nothing_behind_however_long_it_rests() {
        let start = Instant::now();
        let mut positions = Positions::default();
        positions.note(start, 100);
        assert_eq!(positions.lag_of(start + Duration::from_secs(900), 100).time, Duration::ZERO);
        positions.forget();
        assert_eq!(positions.lag_of(start, 0), Lag { bytes: 0, time: Duration::ZERO });
    }
}
