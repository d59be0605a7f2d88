//! What is to be done about a reminder now.

use super::timetable::{Occurrence, Timetable};
use chrono::{DateTime, NaiveDateTime, Utc};

/// Seconds after its time from which on a reminder is late: the program was off or asleep.
pub const LATE_SECONDS: i64 = 120;

/// What is to be done about a reminder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Nothing yet.
    Wait {
        /// When it fires next.
        until: DateTime<Utc>,
    },
    /// Show it, once; then remember [`Firing::handled`].
    Fire(Firing),
    /// Nothing any more.
    Over,
}

/// One showing of a reminder, for everything that came due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firing {
    /// The newest time that came due.
    pub occurrence: Occurrence,
    /// Whether that is [`LATE_SECONDS`] ago or more.
    pub late: bool,
    /// Earlier times that came due as well, and are not shown on their own.
    pub skipped: u32,
    /// When it fires next; `None` where this was the last time.
    pub next: Option<DateTime<Utc>>,
}

impl Firing {
    /// The wall time up to which everything is dealt with: what [`Timetable::check`] is given from now on.
    pub fn handled_time(&self) -> NaiveDateTime {
        self.occurrence.wall
    }
}

impl Timetable {
    /// Decides what is due of a reminder at `now`. Everything up to the wall time `handled` is dealt with: that of the
    /// last [`Firing`], or the wall time at which the reminder was made.
    pub fn check(&self, handled: NaiveDateTime, now: DateTime<Utc>) -> Due {
        let mut newest: Option<Occurrence> = None;
        let mut came_due = 0_u32;
        let mut next = None;
        for occurrence in self.occurrences_after(handled) {
            if occurrence.at > now {
                next = Some(occurrence.at);
                break;
            }
            newest = Some(occurrence);
            came_due = came_due.saturating_add(1);
        }
        match (newest, next) {
            (Some(occurrence), next) => Due::Fire(Firing {
                occurrence,
                late: (now - occurrence.at).num_seconds() >= LATE_SECONDS,
                skipped: came_due - 1,
                next,
            }),
            (None, Some(until)) => Due::Wait { until },
            (None, None) => Due::Over,
        }
    }
}
