//! Reminders: a time on the clock of a zone, once or again and again.

use super::wall_clock::{WALL_TIME_FORMS, is_zone, moment_of, parse_wall_time, wall_time_of};
use crate::catalog::{FieldError, FieldErrorCode, clean_optional, clean_text};
use chrono::{DateTime, NaiveDateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Longest title, in characters.
pub const MAX_TITLE: usize = 300;
/// Longest notes, in characters.
pub const MAX_NOTES: usize = 20_000;
/// Longest rule of repetition, in characters.
const MAX_RRULE: usize = 500;

/// Where a reminder stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReminderState {
    /// It will be due, or is.
    #[default]
    Open,
    /// A person has done it.
    Done,
    /// It is not needed any more.
    Cancelled,
}

impl ReminderState {
    /// All states.
    pub const ALL: [ReminderState; 3] = [ReminderState::Open, ReminderState::Done, ReminderState::Cancelled];

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            ReminderState::Open => "open",
            ReminderState::Done => "done",
            ReminderState::Cancelled => "cancelled",
        }
    }

    /// The state of this stored name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// A reminder as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reminder {
    /// Id.
    pub id: Uuid,
    /// What is to be done.
    pub title: String,
    /// Notes.
    pub notes: Option<String>,
    /// What the clock in `zone` shows when it is due; of one that repeats, when it is due next.
    pub at: NaiveDateTime,
    /// The time zone, by its IANA name.
    pub zone: String,
    /// The rule by which it repeats (RFC 5545: `FREQ=WEEKLY;BYDAY=MO`); absent where it does not.
    pub rrule: Option<String>,
    /// The moment at which it is due; absent once it is done or cancelled.
    pub next_at: Option<DateTime<Utc>>,
    /// Where it stands.
    pub state: ReminderState,
    /// The person it is about.
    pub person_id: Option<Uuid>,
    /// When it was done; of one that repeats, the last time.
    pub done_at: Option<DateTime<Utc>>,
    /// When it was last shown.
    pub last_fired_at: Option<DateTime<Utc>>,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was entered.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// What can be written of a reminder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReminderDraft {
    /// What is to be done, 1 to 300 characters.
    pub title: String,
    /// Notes, at most 20,000 characters.
    #[serde(default)]
    pub notes: Option<String>,
    /// What the clock shows when it is due: `2026-05-31T14:30`.
    pub at: String,
    /// The time zone of that clock, by its IANA name (`America/Sao_Paulo`); the setting `ASSISTANT_TIMEZONE` where
    /// absent.
    #[serde(default)]
    pub zone: Option<String>,
    /// The rule by which it repeats (RFC 5545: `FREQ=WEEKLY;BYDAY=MO`); absent where it does not.
    #[serde(default)]
    pub rrule: Option<String>,
    /// Where it stands; open where absent.
    #[serde(default)]
    pub state: Option<ReminderState>,
    /// The person it is about.
    #[serde(default)]
    pub person_id: Option<Uuid>,
}

/// A checked reminder: what is stored of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReminderFields {
    /// What is to be done.
    pub title: String,
    /// Notes.
    pub notes: Option<String>,
    /// What the clock shows.
    pub at: NaiveDateTime,
    /// The zone of the clock.
    pub zone: String,
    /// The rule of repetition.
    pub rrule: Option<String>,
    /// The moment at which it is due; of an open one alone.
    pub next_at: Option<DateTime<Utc>>,
    /// Where it stands.
    pub state: ReminderState,
    /// The person it is about.
    pub person_id: Option<Uuid>,
    /// When it was done.
    pub done_at: Option<DateTime<Utc>>,
}

impl ReminderDraft {
    /// Cleans the texts and reckons the moment. `zone` is the zone of a draft that names none, `now` when it is
    /// done where it says that it is.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(self, zone: &str, now: DateTime<Utc>) -> Result<ReminderFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let title = clean_text(&self.title, "title", MAX_TITLE, &mut errors);
        if title.is_empty() {
            errors.push(FieldError::new("title", FieldErrorCode::Required, "", format!("1..{MAX_TITLE}")));
        }
        let notes = clean_optional(self.notes, "notes", MAX_NOTES, &mut errors);
        let rrule = clean_optional(self.rrule, "rrule", MAX_RRULE, &mut errors);
        if let Some(rule) = rrule.as_deref().filter(|rule| !is_rule(rule)) {
            errors.push(FieldError::new("rrule", FieldErrorCode::InvalidValue, rule, "FREQ=WEEKLY;BYDAY=MO"));
        }
        let zone = self
            .zone
            .map(|zone| zone.trim().to_owned())
            .filter(|zone| !zone.is_empty())
            .unwrap_or(zone.to_owned());
        if !is_zone(&zone) {
            let allowed = "America/Sao_Paulo | America/Cuiaba | …";
            errors.push(FieldError::new("zone", FieldErrorCode::InvalidValue, &zone, allowed));
        }
        let at = parse_wall_time(&self.at);
        if at.is_none() {
            errors.push(FieldError::new("at", FieldErrorCode::InvalidDate, &self.at, WALL_TIME_FORMS));
        }
        let Some(at) = at.filter(|_| errors.is_empty()) else { return Err(errors) };
        let state = self.state.unwrap_or_default();
        Ok(ReminderFields {
            title,
            notes,
            at,
            next_at: moment_of(at, &zone).filter(|_| state == ReminderState::Open),
            zone,
            rrule,
            state,
            person_id: self.person_id,
            done_at: (state == ReminderState::Done).then_some(now),
        })
    }
}

/// Whether a text has the form of a rule: `NAME=VALUE;…` with a frequency of days or longer. What it means is
/// for `schedule` to say.
fn is_rule(rule: &str) -> bool {
    let rule = rule.strip_prefix("RRULE:").unwrap_or(rule);
    let parts: Option<Vec<(&str, &str)>> = rule.split(';').map(|part| part.split_once('=')).collect();
    let is_value = |value: &str| {
        !value.is_empty() && value.bytes().all(|b| b.is_ascii_alphanumeric() || b",+-:".contains(&b))
    };
    parts.is_some_and(|parts| {
        let is_part = |(name, value): &(&str, &str)| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase()) && is_value(value)
        };
        let is_frequency = |(name, value): &(&str, &str)| {
            *name == "FREQ" && matches!(*value, "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY")
        };
        parts.iter().all(is_part) && parts.iter().filter(|part| is_frequency(part)).count() == 1
    })
}

impl Reminder {
    /// What is stored of it.
    pub fn as_fields(&self) -> ReminderFields {
        ReminderFields {
            title: self.title.clone(),
            notes: self.notes.clone(),
            at: self.at,
            zone: self.zone.clone(),
            rrule: self.rrule.clone(),
            next_at: self.next_at,
            state: self.state,
            person_id: self.person_id,
            done_at: self.done_at,
        }
    }

    /// The reminder after a person has done it at `now`. One that repeats is open again for its next time, where
    /// the rule has one; else it is done.
    pub fn complete(&self, now: DateTime<Utc>) -> ReminderFields {
        let next = self.rrule.as_deref().and_then(|rule| next_occurrence(rule, self.at, &self.zone, now));
        let at = next.and_then(|next| wall_time_of(next, &self.zone)).unwrap_or(self.at);
        let state = if next.is_some() { ReminderState::Open } else { ReminderState::Done };
        ReminderFields { at, next_at: next, state, done_at: Some(now), ..self.as_fields() }
    }
}

/// The first moment after `after` at which a rule that began at `at` is due.
///
/// The seam for the reckoning of rules (`personal::schedule`): without it a rule has no next time.
fn next_occurrence(
    _rule: &str,
    _at: NaiveDateTime,
    _zone: &str,
    _after: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(at: &str) -> ReminderDraft {
        ReminderDraft { title: "Ligar para o João".into(), at: at.into(), ..ReminderDraft::default() }
    }

    fn now() -> DateTime<Utc> {
        "2026-11-28T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn what_is_wrong_is_named() {
        use FieldErrorCode::{InvalidDate, InvalidValue, Required, TooLong};
        let rule = |rule: &str| ReminderDraft { rrule: Some(rule.into()), ..draft("2026-12-01T09:00") };
        for (draft, field, code) in [
            (draft("amanhã cedo"), "at", InvalidDate),
            (draft("2026-02-30T09:00"), "at", InvalidDate),
            (ReminderDraft { title: " ".into(), ..draft("2026-12-01T09:00") }, "title", Required),
            (ReminderDraft { title: "x".repeat(301), ..draft("2026-12-01T09:00") }, "title", TooLong),
            (
                ReminderDraft { zone: Some("Brasil".into()), ..draft("2026-12-01T09:00") },
                "zone",
                InvalidValue,
            ),
            (rule("toda segunda"), "rrule", InvalidValue),
            (rule("FREQ=SECONDLY"), "rrule", InvalidValue),
            (rule("BYDAY=MO"), "rrule", InvalidValue),
            (rule("FREQ=WEEKLY;BYDAY="), "rrule", InvalidValue),
        ] {
            let errors = draft.check("America/Sao_Paulo", now()).expect_err("an invalid draft");
            let named: Vec<_> = errors.iter().map(|error| (error.field.as_str(), error.code)).collect();
            assert_eq!(named, [(field, code)]);
        }
        assert!(rule("FREQ=WEEKLY;BYDAY=MO,WE").check("America/Sao_Paulo", now()).is_ok());
    }

    #[test]
    fn an_open_reminder_has_a_moment_and_a_done_one_has_none() {
        let open = draft("2026-12-01T09:00").check("America/Sao_Paulo", now()).unwrap();
        assert_eq!(open.next_at.unwrap().to_rfc3339(), "2026-12-01T12:00:00+00:00");
        let done = ReminderDraft { state: Some(ReminderState::Done), ..draft("2026-12-01T09:00") };
        let done = done.check("America/Sao_Paulo", now()).unwrap();
        assert_eq!((done.next_at, done.done_at), (None, Some(now())));
    }
}
