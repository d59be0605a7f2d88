//! Rate at which this program fills a model, and the estimated remaining time.

use crate::runtime::sync::lock_unpoisoned;
use celeiro_domain::search::Kind;
use std::sync::Mutex;
use std::time::Duration;

/// Work after which the first, slower part of it no longer counts in full.
const MEMORY: Duration = Duration::from_secs(120);

/// How fast models are filled, by corpus.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    done: [Mutex<Option<FilledBatch>>; 2],
}

#[derive(Debug, Clone, Copy)]
struct FilledBatch {
    model: i32,
    records: f64,
    seconds: f64,
}

impl Pace {
    /// Notes that computing vectors of `records` for `model` took `time`.
    pub fn note_batch(&self, corpus: Kind, model: i32, records: usize, time: Duration) {
        let mut done = lock_unpoisoned(&self.done[corpus as usize]);
        let before = done.filter(|done| done.model == model);
        let FilledBatch { records: former, seconds, .. } =
            before.unwrap_or(FilledBatch { model, records: 0.0, seconds: 0.0 });
        let share = if seconds > MEMORY.as_secs_f64() { MEMORY.as_secs_f64() / seconds } else { 1.0 };
        *done = Some(FilledBatch {
            model,
            records: former * share + records as f64,
            seconds: seconds * share + time.as_secs_f64(),
        });
    }

    /// Estimates how long the vectors of `records` more take with `model`; unknown where this program has not filled
    /// any.
    pub fn time_for(&self, corpus: Kind, model: i32, records: i64) -> Option<Duration> {
        let done = lock_unpoisoned(&self.done[corpus as usize]).filter(|done| done.model == model)?;
        let seconds = records.max(0) as f64 * done.seconds / done.records.max(1.0);
        Duration::try_from_secs_f64(seconds).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_its_share() {
        let pace = Pace::default();
        assert_eq!(pace.time_for(Kind::Items, 1, 10), None, "nothing is known yet");
        pace.note_batch(Kind::Items, 1, 20, Duration::from_secs(10));
        assert_eq!(pace.time_for(Kind::Items, 1, 100), Some(Duration::from_secs(50)));
        assert_eq!(pace.time_for(Kind::Items, 2, 100), None, "another model");
        assert_eq!(pace.time_for(Kind::Faqs, 1, 100), None, "another corpus");
    }

    #[test]
    fn what_is_long_ago_weighs_less() {
        let pace = Pace::default();
        pace.note_batch(Kind::Items, 1, 10, Duration::from_secs(1_000));
        (0..100).for_each(|_| pace.note_batch(Kind::Items, 1, 100, Duration::from_secs(10)));
        let left = pace.time_for(Kind::Items, 1, 100).unwrap();
        assert!((10.0..11.0).contains(&left.as_secs_f64()), "{left:?}");
    }
}
