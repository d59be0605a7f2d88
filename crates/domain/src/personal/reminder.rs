//! Reminders: a time on the clock of a zone, once or again and again.

use super::schedule::{MAX_RULE_LENGTH, Timetable, Zone};
use super::wall_clock::{WALL_TIME_FORMS, moment_of, parse_wall_time};
use crate::catalog::{FieldError, FieldErrorCode, clean_optional, clean_text};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Timelike as _, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Longest title, in characters.
pub const MAX_TITLE: usize = 300;
/// Longest notes, in characters.
pub const MAX_NOTES: usize = 20_000;
/// Zones, for error messages.
const ZONES: &str = "America/Sao_Paulo | America/Cuiaba | …";
/// Rules of repetition, for error messages.
const RULES: &str =
    "FREQ=DAILY | WEEKLY | MONTHLY | YEARLY; INTERVAL, COUNT, UNTIL, BYDAY=MO,TH …; ≥ 1 × > now";

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

    /// Name of the reminder's state in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            ReminderState::Open => "open",
            ReminderState::Done => "done",
            ReminderState::Cancelled => "cancelled",
        }
    }

    /// Parses the stored name of a reminder's state.
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
    /// What the clock in `zone` shows when it is due; of one that repeats, when it begins.
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
    /// Where it stands; where absent, a new one is open, and one that is changed stays as it is.
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
        self.check_onto(None, zone, now)
    }

    /// Checks what becomes of the reminder `before`. Only another time, zone or rule moves it: a change of its words
    /// leaves the moment at which it is due, the times that are done, and where it stands.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn check_change(
        self,
        before: &ReminderFields,
        zone: &str,
        now: DateTime<Utc>,
    ) -> Result<ReminderFields, Vec<FieldError>> {
        self.check_onto(Some(before), zone, now)
    }

    fn check_onto(
        self,
        before: Option<&ReminderFields>,
        zone: &str,
        now: DateTime<Utc>,
    ) -> Result<ReminderFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let title = clean_text(&self.title, "title", MAX_TITLE, &mut errors);
        if title.is_empty() {
            errors.push(FieldError::new("title", FieldErrorCode::Required, "", format!("1..{MAX_TITLE}")));
        }
        let notes = clean_optional(self.notes, "notes", MAX_NOTES, &mut errors);
        let rrule = clean_optional(self.rrule, "rrule", MAX_RULE_LENGTH, &mut errors);
        let named = self.zone.as_deref().map(str::trim).filter(|zone| !zone.is_empty()).unwrap_or(zone);
        let zone = Zone::parse(named).map(|zone| zone.name().to_owned()).ok();
        if zone.is_none() {
            errors.push(FieldError::new("zone", FieldErrorCode::InvalidValue, named, ZONES));
        }
        let at = parse_wall_time(&self.at);
        if at.is_none() {
            errors.push(FieldError::new("at", FieldErrorCode::InvalidDate, &self.at, WALL_TIME_FORMS));
        }
        let (Some(at), Some(zone), true) = (at, zone, errors.is_empty()) else { return Err(errors) };
        // A page shows times to the minute: what it sends back is no other time.
        let at = before.map(|before| before.at).filter(|was| was.with_second(0) == Some(at)).unwrap_or(at);
        let state = self.state.or(before.map(|before| before.state)).unwrap_or_default();
        let (rrule, first) = match plan(at, &zone, rrule, now) {
            Ok(planned) => planned,
            Err(error) => return Err(vec![error]),
        };
        let same_time = before.filter(|was| (was.at, &was.zone, &was.rrule) == (at, &zone, &rrule));
        let next_at = same_time.and_then(|was| was.next_at).or(first);
        if state == ReminderState::Open && next_at.is_none() {
            let rule = rrule.unwrap_or_default();
            return Err(vec![FieldError::new("rrule", FieldErrorCode::InvalidValue, &rule, RULES)]);
        }
        let done_before = before.filter(|was| was.state == state).and_then(|was| was.done_at);
        Ok(ReminderFields {
            title,
            notes,
            at,
            next_at: next_at.filter(|_| state == ReminderState::Open),
            zone,
            rrule,
            state,
            person_id: self.person_id,
            done_at: done_before.or((state == ReminderState::Done).then_some(now)),
        })
    }
}

/// The rule in its one form, and the moment at which a reminder is due next: of one that repeats the first after
/// `now`, of another the only one, be it over or not.
fn plan(
    at: NaiveDateTime,
    zone: &str,
    rule: Option<String>,
    now: DateTime<Utc>,
) -> Result<(Option<String>, Option<DateTime<Utc>>), FieldError> {
    let Some(rule) = rule else { return Ok((None, moment_of(at, zone))) };
    let refusal = |_| FieldError::new("rrule", FieldErrorCode::InvalidValue, &rule, RULES);
    let timetable = Timetable::new(at, zone, Some(&rule)).map_err(refusal)?;
    let text = timetable.rule().map(|rule| rule.text().to_owned());
    Ok((text, timetable.next_after(now).map(|next| next.at)))
}

impl Reminder {
    /// Stored fields of the reminder.
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

    /// Whether the reminder was done since somewhere saw it due at `due_at`. It is not open any more then, or waits
    /// for a later time of its rule. One that was put off waits for a time that the rule has not.
    pub fn is_done_since(&self, due_at: DateTime<Utc>) -> bool {
        let Some(next_at) = self.next_at.filter(|_| self.state == ReminderState::Open) else { return true };
        let repeats =
            self.rrule.as_deref().and_then(|rule| Timetable::new(self.at, &self.zone, Some(rule)).ok());
        let just_before = next_at - TimeDelta::seconds(1);
        let is_its_time = |timetable: Timetable| {
            timetable.next_after(just_before).is_some_and(|occurrence| occurrence.at == next_at)
        };
        next_at > due_at && repeats.is_some_and(is_its_time)
    }

    /// The reminder after a person has done it at `now`. One that repeats is open again for its next time, where
    /// the rule has one; else it is done.
    pub fn complete(&self, now: DateTime<Utc>) -> ReminderFields {
        let after = self.next_at.map_or(now, |due| due.max(now));
        let repeats =
            self.rrule.as_deref().and_then(|rule| Timetable::new(self.at, &self.zone, Some(rule)).ok());
        let next = repeats.and_then(|timetable| timetable.next_after(after)).map(|next| next.at);
        let state = if next.is_some() { ReminderState::Open } else { ReminderState::Done };
        ReminderFields { next_at: next, state, done_at: Some(now), ..self.as_fields() }
    }
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
        let ended = rule("FREQ=DAILY;UNTIL=20261201").check("UTC", "2027-01-01T00:00:00Z".parse().unwrap());
        assert_eq!(ended.expect_err("a rule without a time to come")[0].field, "rrule");
    }

    fn stored_reminder(fields: ReminderFields) -> Reminder {
        Reminder {
            id: Uuid::nil(),
            title: fields.title,
            notes: fields.notes,
            at: fields.at,
            zone: fields.zone,
            rrule: fields.rrule,
            next_at: fields.next_at,
            state: fields.state,
            person_id: fields.person_id,
            done_at: fields.done_at,
            last_fired_at: None,
            version: 1,
            created_at: now(),
            updated_at: now(),
        }
    }

    #[test]
    fn other_words_move_no_time() {
        let zone = "America/Sao_Paulo";
        let moment = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let weekly = || ReminderDraft { rrule: Some("FREQ=WEEKLY".into()), ..draft("2026-12-01T09:00:30") };
        let make_draft = || ReminderDraft {
            title: "Ligar para a Ana".into(),
            rrule: Some("FREQ=WEEKLY".into()),
            ..draft("2026-12-01T09:00")
        };
        let first = weekly().check(zone, now()).unwrap();
        // It is late since two days.
        let late = make_draft().check_change(&first, zone, moment("2026-12-03T12:00:00Z")).unwrap();
        assert_eq!((late.next_at, late.at), (first.next_at, first.at));
        assert_eq!(late.title, "Ligar para a Ana");
        // It was done before its time, and is due a week later.
        let done = stored_reminder(first.clone()).complete(moment("2026-11-30T12:00:00Z"));
        let saved = make_draft().check_change(&done, zone, moment("2026-11-30T13:00:00Z")).unwrap();
        assert_eq!((saved.next_at, saved.done_at), (done.next_at, done.done_at));
        assert_eq!(saved.next_at, Some(moment("2026-12-08T12:00:30Z")));
        // Its rule has no further time, and the last one is late.
        let ended = ReminderDraft { rrule: Some("FREQ=WEEKLY;COUNT=1".into()), ..draft("2026-12-01T09:00") };
        let last = ended.clone().check(zone, now()).unwrap();
        let kept = ended.check_change(&last, zone, moment("2026-12-03T12:00:00Z")).unwrap();
        assert_eq!(kept.next_at, last.next_at);
        // One that is over stays so, since when it is.
        let over = ReminderDraft { state: Some(ReminderState::Done), ..draft("2026-12-01T09:00") };
        let over = over.check(zone, now()).unwrap();
        let again =
            draft("2026-12-01T09:00").check_change(&over, zone, moment("2026-12-09T12:00:00Z")).unwrap();
        assert_eq!((again.state, again.next_at, again.done_at), (ReminderState::Done, None, over.done_at));
        // Another hour moves it.
        let moved = ReminderDraft { at: "2026-12-01T10:00".into(), ..make_draft() };
        let moved = moved.check_change(&first, zone, moment("2026-12-03T12:00:00Z")).unwrap();
        assert_eq!(moved.next_at, Some(moment("2026-12-08T13:00:00Z")));
    }

    #[test]
    fn what_two_pages_see_due_is_done_once() {
        let daily = ReminderDraft { rrule: Some("FREQ=DAILY".into()), ..draft("2026-12-01T09:00") };
        let due = stored_reminder(daily.check("America/Sao_Paulo", now()).unwrap());
        let due_at = due.next_at.unwrap();
        assert!(!due.is_done_since(due_at));
        assert!(
            !due.is_done_since(due_at + TimeDelta::days(2)),
            "shown for the newest of several missed times"
        );
        assert!(stored_reminder(due.complete(due_at)).is_done_since(due_at));
        let snoozed = due_at + TimeDelta::minutes(10);
        assert!(!Reminder { next_at: Some(snoozed), ..due.clone() }.is_done_since(due_at));
        let once = stored_reminder(draft("2026-12-01T09:00").check("America/Sao_Paulo", now()).unwrap());
        assert!(!Reminder { next_at: Some(snoozed), ..once.clone() }.is_done_since(due_at));
        assert!(stored_reminder(once.complete(due_at)).is_done_since(due_at));
    }

    #[test]
    fn one_that_repeats_is_open_again_until_its_rule_ends() {
        let draft =
            ReminderDraft { rrule: Some("rrule:freq=weekly;count=2".into()), ..draft("2026-12-01T09:00") };
        let first = draft.check("america/sao_paulo", now()).unwrap();
        assert_eq!(
            (first.zone.as_str(), first.rrule.as_deref()),
            ("America/Sao_Paulo", Some("FREQ=WEEKLY;COUNT=2"))
        );
        let second = stored_reminder(first).complete(now());
        assert_eq!(second.next_at.unwrap().to_rfc3339(), "2026-12-08T12:00:00+00:00");
        let over = stored_reminder(second).complete("2026-12-08T13:00:00Z".parse().unwrap());
        assert_eq!((over.state, over.next_at), (ReminderState::Done, None));
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
