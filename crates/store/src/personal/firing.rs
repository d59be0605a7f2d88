//! Due reminders: candidates, fired ones, and the claim by which exactly one program fires a reminder.

use super::rows::ReminderRow;
use crate::connection::transaction::change_unanswered;
use crate::{Store, StoreError};
use celeiro_domain::personal::firing::ReminderFiring;
use celeiro_domain::personal::reminder::Reminder;
use chrono::{DateTime, NaiveDate, Utc};

/// Reminders that are looked at in a round; those never shown come first.
const MOST: i64 = 2_000;
/// Reminders that a page is told of.
const MOST_TOLD: i64 = 20;

/// A reminder with the due moment that it was last shown for.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownReminder {
    /// The reminder.
    pub reminder: Reminder,
    /// None where it was not shown since its time was chosen.
    pub fired_for: Option<DateTime<Utc>>,
}

impl From<ReminderRow> for ShownReminder {
    fn from(row: ReminderRow) -> Self {
        ShownReminder { fired_for: row.fired_for, reminder: row.into() }
    }
}

/// What waits for the person, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WaitingCounts {
    /// Open reminders whose time has come.
    pub reminders: i64,
    /// Decisions to be reviewed.
    pub decisions: i64,
}

impl Store {
    /// Open reminders that may have to be shown at `now`.
    pub async fn reminders_to_fire(&self, now: DateTime<Utc>) -> Result<Vec<ShownReminder>, StoreError> {
        let rows = sqlx::query_as!(
            ReminderRow,
            "SELECT id, title, notes, wall_time, zone, rrule, next_at, state, person_id, done_at, last_fired_at, \
               version, created_at, updated_at, fired_for \
             FROM reminders WHERE state = 'open' AND deleted_at IS NULL AND next_at <= $1 \
               AND (fired_for IS NULL OR rrule IS NOT NULL) \
             ORDER BY fired_for NULLS FIRST, next_at, id LIMIT $2",
            now,
            MOST
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// Takes a showing for this program: true for one program alone, and only where the reminder is still as it was
    /// read.
    pub async fn fire_reminder(
        &self,
        shown: &ShownReminder,
        firing: &ReminderFiring,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let taken = sqlx::query!(
            "UPDATE reminders SET last_fired_at = $5, fired_for = $4 \
             WHERE id = $1 AND version = $2 AND state = 'open' AND deleted_at IS NULL \
               AND fired_for IS NOT DISTINCT FROM $3",
            shown.reminder.id,
            shown.reminder.version,
            shown.fired_for,
            firing.due_at,
            now
        );
        self.run(async { Ok(change_unanswered(&self.pool, taken).await? == 1) }).await
    }

    /// Open reminders that were shown since `since`, the newest first.
    pub async fn fired_reminders(&self, since: DateTime<Utc>) -> Result<Vec<ShownReminder>, StoreError> {
        let rows = sqlx::query_as!(
            ReminderRow,
            "SELECT id, title, notes, wall_time, zone, rrule, next_at, state, person_id, done_at, last_fired_at, \
               version, created_at, updated_at, fired_for \
             FROM reminders WHERE state = 'open' AND deleted_at IS NULL AND fired_for IS NOT NULL \
               AND last_fired_at >= $1 ORDER BY last_fired_at DESC, id LIMIT $2",
            since,
            MOST_TOLD
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// What waits for the person at `now`, the day in their zone being `today`.
    pub async fn count_waiting(
        &self,
        now: DateTime<Utc>,
        today: NaiveDate,
    ) -> Result<WaitingCounts, StoreError> {
        let counts = sqlx::query_as!(
            WaitingCounts,
            r#"SELECT
                 (SELECT count(*) FROM reminders
                   WHERE state = 'open' AND deleted_at IS NULL AND next_at <= $1) AS "reminders!",
                 (SELECT count(*) FROM decisions
                   WHERE outcome IS NULL AND deleted_at IS NULL AND review_at <= $2) AS "decisions!""#,
            now,
            today
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(counts.await?) }).await
    }
}
