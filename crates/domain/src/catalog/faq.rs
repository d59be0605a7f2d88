//! FAQs: questions with their answers.

use crate::catalog::{FieldError, FieldErrorCode, LIMITS, Status, clean_optional, clean_tags, clean_text};
use chrono::{
    DateTime, Datelike as _, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, SubsecRound as _, TimeDelta,
    Utc,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Approval of an answer by a person, and whether the text changed since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Approval {
    /// Not approved, or approval withdrawn.
    #[default]
    None,
    /// Question and answer are the approved text.
    Approved,
    /// Question or answer changed after the approval.
    Changed,
}

impl Approval {
    /// All values.
    pub const ALL: [Approval; 3] = [Approval::None, Approval::Approved, Approval::Changed];

    /// Name of the FAQ's approval in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Approval::None => "none",
            Approval::Approved => "approved",
            Approval::Changed => "changed",
        }
    }

    /// Parses the stored name of a FAQ's approval.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// A stored FAQ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Faq {
    /// Celeiro's own id, which never changes.
    pub id: Uuid,
    /// Id in the system that the FAQ came from; unique if present.
    pub external_id: Option<String>,
    /// Question, as customers ask it.
    pub question: String,
    /// Answer.
    pub answer: String,
    /// Keywords.
    pub tags: Vec<String>,
    /// Status; search finds only active FAQs.
    pub status: Status,
    /// Time of the approval; absent if the answer is not approved. It has no effect on search.
    pub approved_at: Option<DateTime<Utc>>,
    /// Whether the current text is the approved text.
    pub approval: Approval,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last save.
    pub updated_at: DateTime<Utc>,
    /// Number of the last save. A save must name the version that it started from.
    pub version: i32,
}

/// A FAQ as a person, a file or a program submits it. [`FaqDraft::check`] makes it storable.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FaqDraft {
    /// Id in the system that the FAQ came from.
    #[serde(default, alias = "external_id")]
    pub external_id: Option<String>,
    /// Question; must not be blank.
    pub question: String,
    /// Answer; must not be blank.
    pub answer: String,
    /// Keywords.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Status; search finds only active FAQs.
    #[serde(default)]
    pub status: Status,
    /// Time of the approval; an absent value withdraws the approval.
    #[serde(default)]
    pub approved_at: Option<DateTime<Utc>>,
}

impl From<Faq> for FaqDraft {
    /// Keeps the editable fields and drops id, times and version.
    fn from(faq: Faq) -> Self {
        Self {
            external_id: faq.external_id,
            question: faq.question,
            answer: faq.answer,
            tags: faq.tags,
            status: faq.status,
            approved_at: faq.approved_at,
        }
    }
}

impl FaqDraft {
    /// Cleans and checks every text, as [`crate::catalog::ItemDraft::check`] does. The day of the
    /// approval must not be later than today in the earliest time zone at `now`.
    ///
    /// # Errors
    /// Every invalid field, with the values that are allowed.
    pub fn check(mut self, now: DateTime<Utc>) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        self.external_id = clean_optional(self.external_id, "externalId", LIMITS.external_id, &mut errors);
        self.question = clean_text(&self.question, "question", LIMITS.description, &mut errors);
        self.answer = clean_text(&self.answer, "answer", LIMITS.description, &mut errors);
        for (field, text) in [("question", &self.question), ("answer", &self.answer)] {
            if text.is_empty() {
                errors.push(FieldError::new(
                    field,
                    FieldErrorCode::Required,
                    "",
                    format!("1..{}", LIMITS.description),
                ));
            }
        }
        self.tags = clean_tags(self.tags, &mut errors);
        // PostgreSQL stores microseconds.
        self.approved_at = self.approved_at.map(|at| at.trunc_subsecs(6));
        if let Some(at) = self.approved_at {
            if !YEARS.contains(&at.year()) {
                let (code, allowed) = (FieldErrorCode::InvalidDate, APPROVAL_FORMS);
                errors.push(FieldError::new("approvedAt", code, &at.to_rfc3339(), allowed));
            } else if is_to_come(at, now) {
                let (code, allowed) = (FieldErrorCode::DateInFuture, approvals_until(now));
                errors.push(FieldError::new("approvedAt", code, &spell_approval(at), allowed));
            }
        }
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }
}

/// Years of a valid approval, and of a date.
pub(super) const YEARS: std::ops::RangeInclusive<i32> = 1900..=9999;
/// Accepted notations of an approval's time, for error messages.
pub const APPROVAL_FORMS: &str = "2026-05-31 | 31/05/2026 | 2026-05-31T14:30:00Z";
/// Time of an approval without a time of day: noon UTC is the same day in Brazil and in most of the
/// world.
const NOON: NaiveTime = match NaiveTime::from_hms_opt(12, 0, 0) {
    Some(noon) => noon,
    None => NaiveTime::MIN,
};

/// Offset of the earliest time zone, Kiribati: a day that has begun there is not in the future.
const FURTHEST_AHEAD: TimeDelta = TimeDelta::hours(14);

/// Whether the day of `at` has not begun in any time zone at `now`.
pub fn is_to_come(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    let ahead = now.checked_add_signed(FURTHEST_AHEAD).unwrap_or(now);
    at.date_naive() > ahead.date_naive()
}

/// The days that an approval may have, for error messages: `≤ 2026-05-31`.
pub fn approvals_until(now: DateTime<Utc>) -> String {
    format!("≤ {}", now.date_naive())
}

/// Parses the time of an approval, in ISO 8601 or in Brazilian notation. A time without a zone is UTC.
/// Returns `None` for any other text and for a year outside 1900 to 9999.
pub fn read_approval(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some(at.with_timezone(&Utc));
    }
    // chrono accepts a year with any number of digits, so `03/05/26` would be the year 26.
    let day = |form| NaiveDate::parse_from_str(text, form).ok().filter(|day| YEARS.contains(&day.year()));
    if let Some(day) = day("%Y-%m-%d").or_else(|| day("%d/%m/%Y")) {
        return Some(day.and_time(NOON).and_utc());
    }
    let moments = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M"];
    let mut read = moments.into_iter().filter_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
    read.find(|at| YEARS.contains(&at.year())).map(|at| at.and_utc())
}

/// Formats the time so that [`read_approval`] restores it: the date alone if the time is noon UTC.
pub fn spell_approval(at: DateTime<Utc>) -> String {
    if at.time() == NOON {
        at.format("%Y-%m-%d").to_string()
    } else {
        at.to_rfc3339_opts(SecondsFormat::AutoSi, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_as_programs_and_as_brazilians_write_it() {
        let may = read_approval("2026-05-03").unwrap();
        assert_eq!(read_approval(" 03/05/2026 "), Some(may));
        assert_eq!(read_approval("2026-05-03T12:00:00Z"), Some(may));
        assert_eq!(read_approval("2026-05-03T09:00:00-03:00"), Some(may));
        for bad in ["", "ontem", "31/02/2026", "2026-13-01", "03/05/26", "05-03-2026", "1", "true"] {
            assert_eq!(read_approval(bad), None, "{bad}");
        }
    }

    #[test]
    fn what_is_spelt_is_read_back() {
        for text in ["2026-05-03", "2026-05-03T14:30:00Z", "2026-05-03T14:30:00.123456Z"] {
            assert_eq!(spell_approval(read_approval(text).unwrap()), text);
        }
    }

    #[test]
    fn no_approval_is_of_a_year_that_the_database_has_not() {
        let mut draft = FaqDraft { question: "?".into(), answer: "!".into(), ..FaqDraft::default() };
        draft.approved_at = DateTime::from_timestamp(-90_000_000_000, 0);
        let now = read_approval("2026-05-31").unwrap();
        let errors = draft.clone().check(now).unwrap_err();
        assert_eq!((errors[0].field.as_str(), errors[0].code), ("approvedAt", FieldErrorCode::InvalidDate));
        draft.approved_at = DateTime::from_timestamp(1_700_000_000, 123_456_789);
        let checked = draft.check(now).unwrap();
        assert_eq!(checked.approved_at.unwrap().timestamp_subsec_nanos(), 123_456_000);
    }

    #[test]
    fn an_approval_is_of_today_at_the_latest_wherever_that_is() {
        let refusal = |at: &str, now: &str| {
            let approved_at = read_approval(at);
            let draft =
                FaqDraft { question: "?".into(), answer: "!".into(), approved_at, ..FaqDraft::default() };
            draft.check(read_approval(now).unwrap()).err().map(|errors| errors[0].clone())
        };
        let error = refusal("2099-01-01", "2026-05-31T09:00:00Z").unwrap();
        assert_eq!((error.field.as_str(), error.code), ("approvedAt", FieldErrorCode::DateInFuture));
        assert_eq!((error.value.as_str(), error.allowed.as_str()), ("2099-01-01", "≤ 2026-05-31"));
        // The first hour of the day in São Paulo, its last, and the first in Kiribati.
        for now in ["2026-05-31T03:30:00Z", "2026-06-01T02:30:00Z", "2026-05-30T10:30:00Z"] {
            assert_eq!(refusal("31/05/2026", now), None, "{now}");
        }
        assert!(refusal("31/05/2026", "2026-05-30T09:30:00Z").is_some(), "nowhere is it that day");
    }
}
