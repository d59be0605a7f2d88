//! Read tools for people, reminders and decisions.

use super::proposals::people_called;
use crate::assistant::reads::CallResult;
use crate::assistant::workspace::Workspace;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::AppError;
use crate::personal::switch::require_on;
use celeiro_domain::assistant::origin::{OriginKind, TextBlock};
use celeiro_domain::assistant::payload::result_text;
use celeiro_domain::assistant::personal::payload::{decision_line, person_line, reminder_line};
use celeiro_domain::assistant::personal::{GetDecisions, GetPerson, ListReminders};
use celeiro_domain::personal::reminder::ReminderState;
use celeiro_store::{DecisionQuery, ReminderQuery};
use chrono::{TimeDelta, Utc};

/// People whom a name may mean that a model is told of.
const MOST_PEOPLE: usize = 5;
/// Reminders, and decisions, that a model is told of.
const MOST_RECORDS: i64 = 50;

impl TurnRunner {
    /// `get_person`.
    pub(in crate::assistant) async fn look_up_person(
        &mut self,
        work: &mut Workspace,
        given: &GetPerson,
    ) -> Result<CallResult, AppError> {
        require_on(&self.app)?;
        let found = people_called(&self.app, &given.name).await?;
        let lines =
            found.iter().take(MOST_PEOPLE).map(|person| (person.draft.name.clone(), person_line(person)));
        Ok(answer(work, "people", lines.collect()))
    }

    /// `list_reminders`.
    pub(in crate::assistant) async fn look_up_reminders(
        &mut self,
        work: &mut Workspace,
        given: &ListReminders,
    ) -> Result<CallResult, AppError> {
        require_on(&self.app)?;
        let now = Utc::now();
        let due_by = given.days.map(|days| now + TimeDelta::days(days.min(366).into()));
        let state = Some(given.state.unwrap_or(ReminderState::Open));
        let query = ReminderQuery { state, due_by, limit: MOST_RECORDS, ..ReminderQuery::default() };
        let found = self.app.store().reminders(&query).await?;
        let lines = found.iter().map(|reminder| (reminder.title.clone(), reminder_line(reminder, now)));
        Ok(answer(work, "reminders", lines.collect()))
    }

    /// `get_decisions`.
    pub(in crate::assistant) async fn look_up_decisions(
        &mut self,
        work: &mut Workspace,
        given: &GetDecisions,
    ) -> Result<CallResult, AppError> {
        require_on(&self.app)?;
        let query = DecisionQuery {
            state: given.state,
            area: given.area,
            limit: MOST_RECORDS,
            ..DecisionQuery::default()
        };
        let found = self.app.store().decisions(&query).await?;
        let lines = found.iter().map(|decision| (decision.title.clone(), decision_line(decision)));
        Ok(answer(work, "decisions", lines.collect()))
    }
}

/// A result of `records`, each with its name; all of them are texts that the model has read from now on.
pub(super) fn answer(work: &mut Workspace, what: &str, records: Vec<(String, String)>) -> CallResult {
    let blocks = records.iter().map(|(name, line)| TextBlock::of_record(OriginKind::Memory, name, line));
    work.blocks.extend(blocks);
    let lines: Vec<String> = records.into_iter().map(|(_, line)| line).collect();
    let count = lines.len() as u32;
    let status = if count == 0 { "empty: 0 results".to_owned() } else { format!("ok: found {count} {what}") };
    CallResult {
        outcome: if count == 0 { "empty" } else { "ok" }.to_owned(),
        count,
        text: result_text(&status, &lines),
    }
}
