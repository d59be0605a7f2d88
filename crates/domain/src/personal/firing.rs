//! Whether a stored reminder is to be shown now: once for each time at which it comes due, however late the program
//! looks; of several that were missed, the newest.

use super::reminder::{Reminder, ReminderState};
use super::schedule::{Due, LATE_SECONDS, Timetable, Zone};
use chrono::{DateTime, TimeDelta, Utc};

/// One showing of a reminder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReminderFiring {
    /// The due moment that it is for.
    pub due_at: DateTime<Utc>,
    /// Whether that is [`LATE_SECONDS`] ago or more.
    pub late: bool,
}

/// Whether a showing for `due_at` is late at `now`.
fn is_late(due_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - due_at >= TimeDelta::seconds(LATE_SECONDS)
}

impl Reminder {
    /// The firing of the reminder that is due at `now`, where it was last shown for `fired_for`; `None` where none
    /// is. What was shown is not shown again, also where the clock was set back.
    pub fn firing(&self, fired_for: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<ReminderFiring> {
        let next_at = self.next_at.filter(|_| self.state == ReminderState::Open)?;
        if next_at > now {
            return None;
        }
        let due_at = match fired_for {
            None => Some(self.newest_after(next_at, now).unwrap_or(next_at)),
            Some(shown) => self.newest_after(shown, now),
        }?;
        Some(ReminderFiring { due_at, late: is_late(due_at, now) })
    }

    /// Whether its last showing, which was for `fired_for`, was late.
    pub fn was_late(&self, fired_for: DateTime<Utc>) -> bool {
        self.last_fired_at.is_some_and(|shown_at| is_late(fired_for, shown_at))
    }

    /// The newest time of one that repeats after `moment` and up to `now`. A rule or zone that is no longer
    /// understood has none.
    fn newest_after(&self, moment: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let rule = self.rrule.as_deref()?;
        let timetable = Timetable::new(self.at, &self.zone, Some(rule)).ok()?;
        let handled = Zone::parse(&self.zone).ok()?.wall_time(moment);
        match timetable.check(handled, now) {
            Due::Fire(firing) => Some(firing.occurrence.at),
            Due::Wait { .. } | Due::Over => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personal::reminder::ReminderDraft;
    use uuid::Uuid;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn reminder(rrule: Option<&str>) -> Reminder {
        let made = at("2026-11-28T10:00:00Z");
        let draft = ReminderDraft {
            title: "Ligar".into(),
            at: "2026-11-28T09:00".into(),
            rrule: rrule.map(str::to_owned),
            ..ReminderDraft::default()
        };
        let fields = draft.check("America/Sao_Paulo", made).unwrap();
        Reminder {
            id: Uuid::nil(),
            title: fields.title,
            notes: None,
            at: fields.at,
            zone: fields.zone,
            rrule: fields.rrule,
            next_at: fields.next_at,
            state: fields.state,
            person_id: None,
            done_at: None,
            last_fired_at: None,
            version: 1,
            created_at: made,
            updated_at: made,
        }
    }

    #[test]
    fn one_time_is_shown_once_and_not_early() {
        let one = reminder(None);
        let due = at("2026-11-28T12:00:00Z");
        assert_eq!(one.firing(None, at("2026-11-28T11:59:59Z")), None);
        assert_eq!(one.firing(None, due), Some(ReminderFiring { due_at: due, late: false }));
        assert_eq!(one.firing(None, at("2026-12-24T00:00:00Z")).map(|firing| firing.late), Some(true));
        for later in ["2026-11-28T12:00:00Z", "2027-01-01T00:00:00Z", "2026-11-28T12:00:01Z"] {
            assert_eq!(one.firing(Some(due), at(later)), None, "{later}");
        }
    }

    #[test]
    fn of_missed_times_the_newest_is_shown_and_the_next_again() {
        let daily = reminder(Some("FREQ=DAILY"));
        let missed = daily.firing(None, at("2026-12-01T18:00:00Z")).unwrap();
        assert_eq!(missed, ReminderFiring { due_at: at("2026-12-01T12:00:00Z"), late: true });
        assert_eq!(daily.firing(Some(missed.due_at), at("2026-12-01T23:00:00Z")), None);
        assert_eq!(
            daily.firing(Some(missed.due_at), at("2026-11-29T13:00:00Z")),
            None,
            "the clock was set back"
        );
        let next = daily.firing(Some(missed.due_at), at("2026-12-02T12:00:30Z")).unwrap();
        assert_eq!(next, ReminderFiring { due_at: at("2026-12-02T12:00:00Z"), late: false });
    }

    #[test]
    fn a_showing_is_late_by_when_it_took_place() {
        let due = at("2026-11-28T12:00:00Z");
        let shown_at = |moment: &str| Reminder { last_fired_at: Some(at(moment)), ..reminder(None) };
        assert!(!shown_at("2026-11-28T12:00:10Z").was_late(due));
        assert!(shown_at("2026-11-28T19:00:00Z").was_late(due));
        assert!(!reminder(None).was_late(due), "it was not shown");
    }

    #[test]
    fn what_is_done_or_cancelled_is_not_shown() {
        for state in [ReminderState::Done, ReminderState::Cancelled] {
            assert_eq!(Reminder { state, ..reminder(None) }.firing(None, at("2027-01-01T00:00:00Z")), None);
        }
        let odd = Reminder { rrule: Some("FREQ=NEVER".into()), ..reminder(Some("FREQ=DAILY")) };
        assert!(odd.firing(None, at("2027-01-01T00:00:00Z")).is_some(), "a rule of another time");
    }
}
