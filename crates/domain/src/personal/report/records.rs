//! The records that a report looks at.

use crate::personal::decision::Decision;
use crate::personal::finance::summary::Ledger;
use crate::personal::metric::Metric;
use crate::personal::person::Person;
use crate::personal::reminder::Reminder;
use crate::personal::wall_clock::wall_time_of;
use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};

/// Records, read at one moment.
#[derive(Debug, Clone, Default)]
pub struct ReportRecords {
    /// The zone of the person's days, by its IANA name.
    pub zone: String,
    /// Entries of metrics, at least of the fourteen days before the report's last.
    pub metrics: Vec<Metric>,
    /// Reminders.
    pub reminders: Vec<Reminder>,
    /// Decisions.
    pub decisions: Vec<Decision>,
    /// People.
    pub people: Vec<Person>,
    /// Money.
    pub ledger: Ledger,
}

impl ReportRecords {
    /// What the person's clock shows at a moment.
    pub(super) fn wall_time(&self, moment: DateTime<Utc>) -> NaiveDateTime {
        wall_time_of(moment, &self.zone).unwrap_or_else(|| moment.naive_utc())
    }

    /// The person's day of a moment.
    pub(super) fn day_of(&self, moment: DateTime<Utc>) -> NaiveDate {
        self.wall_time(moment).date()
    }
}
