//! How long a slow client is still waited for.

use crate::serve::limits::Pace;
use std::time::Duration;
use tokio::time::Instant;

/// Time that a client has left. Waiting for it uses time up; bytes that it sends or takes buy some
/// back, so one that keeps the least speed is never cut off, and one byte now and then buys nothing.
#[derive(Debug)]
pub struct Credit {
    pace: Pace,
    left: Duration,
    waiting_since: Option<Instant>,
}

impl Credit {
    /// The whole patience of `pace`.
    pub fn new(pace: Pace) -> Self {
        Self { pace, left: pace.patience, waiting_since: None }
    }

    /// Waiting begins, or goes on; when it has to end.
    pub fn wait(&mut self, now: Instant) -> Instant {
        *self.waiting_since.get_or_insert(now) + self.left
    }

    /// Ends the wait for a slow client, which earns patience by `bytes` that came or went.
    pub fn earn(&mut self, now: Instant, bytes: usize) {
        if let Some(since) = self.waiting_since.take() {
            self.left = self.left.saturating_sub(now - since);
        }
        let seconds = bytes as f64 / self.pace.bytes_per_second.max(1) as f64;
        self.left = (self.left + Duration::from_secs_f64(seconds)).min(self.pace.patience);
    }

    /// Whether the server is waiting for the client.
    pub fn is_waiting(&self) -> bool {
        self.waiting_since.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { patience: Duration::from_secs(10), bytes_per_second: 1_000 };

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn a_byte_now_and_then_buys_nothing() {
        let (mut credit, begun) = (Credit::new(PACE), Instant::now());
        for second in 0..9 {
            assert_eq!(credit.wait(begun + seconds(second)).duration_since(begun).as_secs(), 10);
            credit.earn(begun + seconds(second + 1), 1);
        }
        let end = credit.wait(begun + seconds(9)) - begun;
        assert!(end < Duration::from_millis(10_020), "{end:?}");
    }

    #[test]
    fn the_least_speed_is_waited_for_as_long_as_it_takes() {
        let (mut credit, begun) = (Credit::new(PACE), Instant::now());
        for second in 0..1_000 {
            credit.wait(begun + seconds(second));
            credit.earn(begun + seconds(second + 1), 1_000);
        }
        let now = begun + seconds(1_000);
        assert_eq!(credit.wait(now) - now, PACE.patience);
    }

    #[test]
    fn time_that_is_not_waited_counts_for_nothing() {
        let (mut credit, begun) = (Credit::new(PACE), Instant::now());
        credit.earn(begun + seconds(500), 1);
        assert!(!credit.is_waiting());
        let now = begun + seconds(1_000);
        assert_eq!(credit.wait(now) - now, PACE.patience);
    }
}
