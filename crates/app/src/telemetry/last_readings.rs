//! Cache of the gauges, so that frequent scrapes read them at most once a second.

use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// How long a reading holds, however often it is asked for.
const BETWEEN_READINGS: Duration = Duration::from_secs(1);

/// Gauges that are read when they are asked for; none where there is nothing to state, or nothing answered in time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Readings {
    /// Records that wait for their vectors.
    pub jobs_pending: Option<i64>,
    /// Seconds since the latest daily backup was finished.
    pub backup_age_seconds: Option<i64>,
}

/// The last readings, and when they were taken.
#[derive(Default)]
pub(crate) struct LastReadings {
    last: Mutex<Option<(Instant, Readings)>>,
}

impl LastReadings {
    /// Reads the gauges by `read`, or answers those of the last second.
    pub async fn get(&self, read: impl Future<Output = Readings>) -> Readings {
        let mut last = self.last.lock().await;
        if let Some((at, readings)) = *last
            && at.elapsed() < BETWEEN_READINGS
        {
            return readings;
        }
        // Noted before it is read: clients that hang up would otherwise have it read as often as they ask.
        *last = Some((Instant::now(), Readings::default()));
        let readings = read.await;
        *last = Some((Instant::now(), readings));
        readings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};

    #[tokio::test]
    async fn however_often_they_are_asked_for_gauges_are_read_once_a_second() {
        let (last, count) = (LastReadings::default(), AtomicI64::new(0));
        let read = async || Readings {
            jobs_pending: Some(count.fetch_add(1, Ordering::SeqCst) + 1),
            backup_age_seconds: None,
        };
        for _ in 0..100 {
            assert_eq!(last.get(read()).await.jobs_pending, Some(1));
        }
        tokio::time::sleep(BETWEEN_READINGS).await;
        assert_eq!(last.get(read()).await.jobs_pending, Some(2));
    }

    #[tokio::test]
    async fn a_client_that_hangs_up_lets_no_other_read_at_once() {
        let last = LastReadings::default();
        let patience = Duration::from_millis(5);
        assert!(tokio::time::timeout(patience, last.get(std::future::pending())).await.is_err());
        let unread = last.get(async { Readings { jobs_pending: Some(7), backup_age_seconds: None } }).await;
        assert_eq!(unread, Readings::default());
    }
}
