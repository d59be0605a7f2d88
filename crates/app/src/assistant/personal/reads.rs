//! Tools that look at people, reminders and decisions.

use super::proposals::people_called;
use crate::assistant::reads::CallResult;
use crate::assistant::workspace::Workspace;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::AppError;
use crate::personal::memory::profile::read_profile;
use crate::personal::reports::score::score_line;
use crate::personal::switch::{is_on, require_on, time_zone, today_in};
use celeiro_domain::assistant::Tool;
use celeiro_domain::assistant::origin::{OriginKind, TextBlock};
use celeiro_domain::assistant::payload::result_text;
use celeiro_domain::assistant::personal::offer::offered_tools;
use celeiro_domain::assistant::personal::payload::{decision_line, person_line, reminder_line};
use celeiro_domain::assistant::personal::{GetDecisions, GetPerson, ListReminders};
use celeiro_domain::chat::{HistoryMessage, Role};
use celeiro_domain::personal::memory::profile::Profile;
use celeiro_domain::personal::person::Person;
use celeiro_domain::personal::reminder::ReminderState;
use celeiro_domain::personal::wall_clock::wall_time_of;
use celeiro_domain::prompt;
use celeiro_store::{DecisionQuery, ReminderQuery, StoreError};
use chrono::{TimeDelta, Utc};

/// People whom a name may mean that a model is told of.
const MOST_PEOPLE: usize = 5;
/// Reminders, and decisions, that a model is told of.
const MOST_RECORDS: i64 = 50;

/// What is settled before the first round of a turn.
pub(in crate::assistant) struct TurnBeginning {
    /// The tools that it offers.
    pub tools: Vec<Tool>,
    /// What the model is told.
    pub instruction: String,
    /// What it is told of the person.
    pub profile: Profile,
}

impl TurnRunner {
    /// What a turn knows of the personal assistant before its first round.
    ///
    /// # Errors
    /// What the database says.
    pub(in crate::assistant) async fn begin_personal(&self) -> Result<TurnBeginning, AppError> {
        let is_on = is_on(&self.app);
        let store = self.app.store();
        let person = match is_on {
            true => match store.conversation_person(self.ids.conversation_id).await {
                Err(StoreError::NotFound) => None,
                person => person?,
            },
            false => None,
        };
        let person = match person {
            // One who is deleted is not spoken of.
            Some(id) => store.person(id).await.ok(),
            None => None,
        };
        let of_person = |said: &&HistoryMessage| said.role == Role::User;
        let before = self.history.iter().rev().filter(of_person).map(|said| said.content.as_str());
        let messages = std::iter::once(self.message.as_str()).chain(before);
        let tools = offered_tools(is_on, person.is_some(), messages);
        let profile = if is_on { read_profile(&self.app).await? } else { Profile::default() };
        let score =
            if is_on { score_line(&self.app, today_in(&time_zone(&self.app))).await? } else { String::new() };
        let instruction = self.assistant_instruction(is_on, person.as_ref(), (&profile, &score));
        Ok(TurnBeginning { tools, instruction, profile })
    }

    /// The instruction of the assistant; with the personal assistant on, what belongs to that, and what its clock
    /// shows: a model that does not know the day cannot reckon one.
    fn assistant_instruction(
        &self,
        is_on: bool,
        person: Option<&Person>,
        (profile, score): (&Profile, &str),
    ) -> String {
        let own = prompt::ASSISTANT.text();
        if !is_on {
            return own.to_owned();
        }
        let zone = time_zone(&self.app);
        let now = Utc::now();
        let now = wall_time_of(now, &zone).unwrap_or_else(|| now.naive_utc());
        let now = now.format("%Y-%m-%dT%H:%M (%A)").to_string();
        let about = person.map(person_line);
        let about = about.map_or_else(|| "ninguém em particular".to_owned(), |line| result_text("", &[line]));
        let memory = match profile.text.is_empty() {
            true => "(nada ainda)".to_owned(),
            false => result_text("", std::slice::from_ref(&profile.text)),
        };
        let values = [
            ("now", now.as_str()),
            ("zone", zone.as_str()),
            ("person", about.trim()),
            ("memory", memory.trim()),
            ("score", score),
        ];
        let personal = prompt::ASSISTANT_PERSONAL.render(&values).map(|personal| personal.system);
        format!("{own}\n\n{}", personal.unwrap_or_default())
    }

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
