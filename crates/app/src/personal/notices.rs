//! Texts of the system notifications about due reminders.

use super::switch::is_on;
use crate::app::App;
use crate::error::AppError;
use crate::messages::translate_with;
use celeiro_domain::personal::wall_clock::wall_time_of;
use celeiro_domain::search::Lang;
use chrono::{DateTime, NaiveDateTime, Utc};
use uuid::Uuid;

/// A reminder that came due, as a notification says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderNotice {
    /// The reminder and its due moment: together they are shown once.
    pub key: (Uuid, DateTime<Utc>),
    /// What is to be done, in the person's words. Systems show a summary as plain text.
    pub summary: String,
    /// When it was due, in the program's own words: systems may read markup in a body.
    pub body: String,
}

/// Reminders that were shown since `since`, the newest first, at most 20; none while the personal assistant is off.
///
/// # Errors
/// What the database says where it cannot be asked.
pub async fn list_reminder_notices(
    app: &App,
    lang: Lang,
    since: DateTime<Utc>,
) -> Result<Vec<ReminderNotice>, AppError> {
    if !is_on(app) {
        return Ok(Vec::new());
    }
    let fired = app.store().fired_reminders(since).await?;
    Ok(fired
        .into_iter()
        .filter_map(|shown| {
            let (due_at, reminder) = (shown.fired_for?, shown.reminder);
            let late = reminder.was_late(due_at);
            let due = wall_time_of(due_at, &reminder.zone).unwrap_or(due_at.naive_utc());
            let body = describe_due(lang, due, late);
            Some(ReminderNotice { key: (reminder.id, due_at), summary: reminder.title, body })
        })
        .collect())
}

/// The time where it is shown in time; day and time where the program was off or asleep then.
fn describe_due(lang: Lang, due: NaiveDateTime, late: bool) -> String {
    let day = match lang {
        Lang::PtBr => "%d/%m",
        Lang::En => "%-d %b",
    };
    let args = [("time", due.format("%H:%M").to_string()), ("day", due.format(day).to_string())];
    translate_with(lang, if late { "notice.reminderLate" } else { "notice.reminder" }, &args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;

    #[test]
    fn a_body_holds_the_program_s_words_in_both_languages() {
        let due = NaiveDate::from_ymd_opt(2026, 3, 4).and_then(|day| day.and_hms_opt(7, 5, 0)).unwrap();
        assert_eq!(describe_due(Lang::PtBr, due, false), "Lembrete das 07:05");
        assert_eq!(describe_due(Lang::PtBr, due, true), "Atrasado: era para 04/03 às 07:05");
        assert_eq!(describe_due(Lang::En, due, false), "Reminder for 07:05");
        assert_eq!(describe_due(Lang::En, due, true), "Late: it was due on 4 Mar at 07:05");
    }
}
