//! Questions with their answers.

use crate::catalog::{FieldError, FieldErrorCode, LIMITS, Status, clean_optional, clean_tags, clean_text};
use chrono::{
    DateTime, Datelike as _, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, SubsecRound as _, Utc,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Whether a person approved an answer, and whether it is still what they approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Approval {
    /// Nobody did, or the approval was withdrawn.
    #[default]
    None,
    /// Question and answer are those that were approved.
    Approved,
    /// Question or answer were changed since.
    Changed,
}

impl Approval {
    /// All states.
    pub const ALL: [Approval; 3] = [Approval::None, Approval::Approved, Approval::Changed];

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Approval::None => "none",
            Approval::Approved => "approved",
            Approval::Changed => "changed",
        }
    }

    /// Reads a stored name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// A stored FAQ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Faq {
    /// Our own id, which never changes.
    pub id: Uuid,
    /// The id in the system the FAQ came from; unique where present.
    pub external_id: Option<String>,
    /// The question as people ask it.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// Key words.
    pub tags: Vec<String>,
    /// Whether search finds it.
    pub status: Status,
    /// When a person approved the answer; absent where nobody did. Has no effect on search.
    pub approved_at: Option<DateTime<Utc>>,
    /// Whether the text is still the approved one.
    pub approval: Approval,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
    /// Counts up with every save; a save must name the version it started from.
    pub version: i32,
}

/// A FAQ as handed in; [`FaqDraft::check`] makes it storable.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FaqDraft {
    /// The id in the system the FAQ came from.
    #[serde(default, alias = "external_id")]
    pub external_id: Option<String>,
    /// The question; must not be blank.
    pub question: String,
    /// The answer; must not be blank.
    pub answer: String,
    /// Key words.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Whether search finds it.
    #[serde(default)]
    pub status: Status,
    /// When a person approved the answer; absent withdraws an approval.
    #[serde(default)]
    pub approved_at: Option<DateTime<Utc>>,
}

impl From<Faq> for FaqDraft {
    /// What people write of a FAQ.
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
    /// Cleans every text and checks it, as [`crate::catalog::ItemDraft::check`] does.
    ///
    /// # Errors
    /// Every field that cannot be stored.
    pub fn check(mut self) -> Result<Self, Vec<FieldError>> {
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
        // The database keeps millionths.
        self.approved_at = self.approved_at.map(|at| at.trunc_subsecs(6));
        if let Some(at) = self.approved_at.filter(|at| !YEARS.contains(&at.year())) {
            errors.push(FieldError::new(
                "approvedAt",
                FieldErrorCode::InvalidDate,
                &at.to_rfc3339(),
                APPROVAL_FORMS,
            ));
        }
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }
}

/// Years that an approval can be of.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=9999;
/// How the moment of an approval is written.
pub const APPROVAL_FORMS: &str = "2026-05-31 | 31/05/2026 | 2026-05-31T14:30:00Z";
/// A day without its hour is noon of UTC: the same day in all of Brazil and most of the world.
const NOON: NaiveTime = match NaiveTime::from_hms_opt(12, 0, 0) {
    Some(noon) => noon,
    None => NaiveTime::MIN,
};

/// Reads the moment of an approval as programs or as Brazilians write it. Without a zone it is one of UTC.
pub fn read_approval(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some(at.with_timezone(&Utc));
    }
    // chrono takes any number of digits for a year; `03/05/26` would be of the year 26.
    let day = |form| NaiveDate::parse_from_str(text, form).ok().filter(|day| YEARS.contains(&day.year()));
    if let Some(day) = day("%Y-%m-%d").or_else(|| day("%d/%m/%Y")) {
        return Some(day.and_time(NOON).and_utc());
    }
    let moments = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M"];
    let mut read = moments.into_iter().filter_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
    read.find(|at| YEARS.contains(&at.year())).map(|at| at.and_utc())
}

/// The moment so that [`read_approval`] gives it back: a day alone where that says all.
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
        let errors = draft.clone().check().unwrap_err();
        assert_eq!((errors[0].field.as_str(), errors[0].code), ("approvedAt", FieldErrorCode::InvalidDate));
        draft.approved_at = DateTime::from_timestamp(1_700_000_000, 123_456_789);
        let checked = draft.check().unwrap();
        assert_eq!(checked.approved_at.unwrap().timestamp_subsec_nanos(), 123_456_000);
    }
}
