//! What each tool may be called with, and the drafts that writes mean. Texts that a model reads are Portuguese, as
//! the persona is.

use crate::catalog::{FieldError, FieldErrorCode};
use crate::personal::decision::{
    Area, DecisionDraft, DecisionOption, DecisionState, REVIEW_DAYS, USUAL_REVIEW_DAYS, review_day,
};
use crate::personal::person::PersonDraft;
use crate::personal::reminder::{ReminderDraft, ReminderState};
use crate::personal::wall_clock::{moment_of, parse_wall_time, wall_time_of};
use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Accepted notations of a reminder's moment, for error messages.
const DATETIME_FORMS: &str = "2026-05-31T14:30:00-03:00 | 2026-05-31T14:30";

/// `get_person`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetPerson {
    /// The name, whole or in part, misspelt or not.
    #[schemars(description = "Nome da pessoa")]
    pub name: String,
}

/// `list_reminders`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListReminders {
    /// Open ones where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Situação: open (padrão), done ou cancelled")]
    pub state: Option<ReminderState>,
    /// Those due in so many days alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        description = "Só os que vencem em até tantos dias, atrasados incluídos",
        range(min = 0, max = 366)
    )]
    pub days: Option<u32>,
}

/// `get_decisions`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetDecisions {
    /// Of this area alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Área da vida relacionada")]
    pub area: Option<Area>,
    /// In this state alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Situação: open (em aberto), decided (decidida) ou reviewed (avaliada)")]
    pub state: Option<DecisionState>,
}

/// `update_person`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdatePerson {
    /// The name, whole or in part.
    pub name: String,
    /// What becomes different.
    pub updates: PersonUpdates,
}

/// What `update_person` can change; a blank text empties its field.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonUpdates {
    /// What the person is to the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relationship: Option<String>,
    /// The new notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The birthday.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birthday: Option<String>,
    /// Preferences that are added or get another value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preferences: Option<BTreeMap<String, String>>,
}

/// `create_reminder`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateReminder {
    /// What is to be done.
    pub title: String,
    /// When: a moment with its offset, or a time on the person's clock.
    #[schemars(description = "ISO datetime string")]
    pub datetime: String,
    /// Notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// `complete_reminder`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompleteReminder {
    /// Its id, or its title.
    #[schemars(description = "Id do lembrete, ou o título")]
    pub reminder: String,
}

/// `save_decision`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveDecision {
    /// What is decided.
    #[schemars(description = "Título breve da decisão")]
    pub title: String,
    /// The situation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Contexto detalhado da situação")]
    pub description: Option<String>,
    /// The area.
    #[schemars(description = "Área da vida relacionada")]
    pub area: Area,
    /// What can be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Opções consideradas")]
    pub options: Option<Vec<DecisionOption>>,
    /// What was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Opção escolhida, se já decidiu")]
    pub chosen_option: Option<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Razão da escolha")]
    pub reasoning: Option<String>,
    /// Days until it comes up again.
    #[serde(default = "usual_review_days")]
    #[schemars(description = "Dias até follow-up", range(min = 7, max = 365))]
    pub review_days: u32,
}

fn usual_review_days() -> u32 {
    USUAL_REVIEW_DAYS
}

impl UpdatePerson {
    /// Whether the call of the tool changes anything of the person.
    pub fn changes_something(&self) -> bool {
        self.updates != PersonUpdates::default()
    }

    /// The person as they become: `person` with the updates, or a new one of this name.
    pub fn apply_to(&self, person: Option<&PersonDraft>) -> PersonDraft {
        let new = || PersonDraft { name: self.name.clone(), ..PersonDraft::default() };
        let mut draft = person.cloned().unwrap_or_else(new);
        let updates = &self.updates;
        for (field, update) in [
            (&mut draft.relationship, &updates.relationship),
            (&mut draft.notes, &updates.notes),
            (&mut draft.birthday, &updates.birthday),
        ] {
            if update.is_some() {
                field.clone_from(update);
            }
        }
        draft.preferences.extend(updates.preferences.clone().unwrap_or_default());
        draft
    }
}

impl CreateReminder {
    /// The reminder that it means, on the clock of `zone`.
    ///
    /// # Errors
    /// A `datetime` that is none, or is over at `now`.
    pub fn to_draft(&self, zone: &str, now: DateTime<Utc>) -> Result<ReminderDraft, FieldError> {
        let wrong = |allowed: String| {
            FieldError::new("datetime", FieldErrorCode::InvalidDate, &self.datetime, allowed)
        };
        let at = self.wall_time(zone).ok_or_else(|| wrong(DATETIME_FORMS.to_owned()))?;
        if moment_of(at, zone).is_some_and(|moment| moment < now) {
            let now = wall_time_of(now, zone).unwrap_or_else(|| now.naive_utc());
            return Err(wrong(format!("≥ {}", now.format("%Y-%m-%dT%H:%M"))));
        }
        Ok(ReminderDraft {
            title: self.title.clone(),
            notes: self.notes.clone(),
            at: at.format("%Y-%m-%dT%H:%M:%S").to_string(),
            zone: Some(zone.to_owned()),
            ..ReminderDraft::default()
        })
    }

    fn wall_time(&self, zone: &str) -> Option<NaiveDateTime> {
        match DateTime::parse_from_rfc3339(self.datetime.trim()) {
            Ok(moment) => wall_time_of(moment.with_timezone(&Utc), zone),
            Err(_) => parse_wall_time(&self.datetime),
        }
    }
}

impl SaveDecision {
    /// Converts the tool call's arguments to the draft of a decision.
    ///
    /// # Errors
    /// `reviewDays` beyond its limits.
    pub fn to_draft(&self, today: NaiveDate) -> Result<DecisionDraft, FieldError> {
        if !REVIEW_DAYS.contains(&self.review_days) {
            let (days, allowed) = (self.review_days.to_string(), "7..365");
            return Err(FieldError::new("reviewDays", FieldErrorCode::InvalidValue, &days, allowed));
        }
        Ok(DecisionDraft {
            title: self.title.clone(),
            description: self.description.clone(),
            area: self.area,
            options: self.options.clone().unwrap_or_default(),
            choice: self.chosen_option.clone(),
            reasoning: self.reasoning.clone(),
            review_at: Some(review_day(today, self.review_days)),
            outcome: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-11-28T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_moment_with_an_offset_becomes_a_time_on_the_persons_clock() {
        let at = |datetime: &str| {
            let call = CreateReminder { title: "Ligar".into(), datetime: datetime.into(), notes: None };
            call.to_draft("America/Cuiaba", now()).map(|draft| draft.at).map_err(|error| error.code)
        };
        assert_eq!(at("2026-12-01T10:00:00-03:00"), Ok("2026-12-01T09:00:00".into()));
        assert_eq!(at("2026-12-01T13:00:00Z"), Ok("2026-12-01T09:00:00".into()));
        assert_eq!(at("2026-12-01T09:00"), Ok("2026-12-01T09:00:00".into()));
        for bad in ["amanhã às 9", "2026-12-01", "2026-13-01T09:00", "2026-11-28T07:59", "", "1e9"] {
            assert_eq!(at(bad), Err(FieldErrorCode::InvalidDate), "{bad}");
        }
    }

    #[test]
    fn updates_leave_what_they_do_not_name() {
        let before = PersonDraft {
            name: "Ana Lima".into(),
            farm: Some("Boa Vista".into()),
            preferences: BTreeMap::from([("café".into(), "sem açúcar".into())]),
            ..PersonDraft::default()
        };
        let preferences = BTreeMap::from([("presente_ideal".to_owned(), "livros".to_owned())]);
        let call = UpdatePerson {
            name: "Ana".into(),
            updates: PersonUpdates { preferences: Some(preferences), ..PersonUpdates::default() },
        };
        let after = call.apply_to(Some(&before));
        assert_eq!((after.name.as_str(), after.farm.as_deref()), ("Ana Lima", Some("Boa Vista")));
        assert_eq!(after.preferences.len(), 2);
        assert_eq!(call.apply_to(None).name, "Ana");
    }
}
