//! Undo and redo of the assistant's writes: one, those of an answer, of a conversation, of a day.

use super::action_access::require_action_reader;
use super::undo_rights::{blocker, leave_out_others, require_group_reader};
use crate::api::new_write;
use crate::app::{App, Caller};
use crate::catalog::history::{UndoBlocker, UndoOutcome, undo_outcome};
use crate::catalog::undo_access::require_write;
use crate::error::{AppError, Code};
use celeiro_domain::assistant::Action;
use celeiro_store::{ActionGroup, ActionUndo, ActionUndoPlan, ConfirmedAction};
use chrono::{DateTime, Datelike as _, Local, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// What a time zone's clocks differ from UTC by at most. Minutes.
const MAX_OFFSET: i32 = 14 * 60;
/// Years that a day may be of.
const YEARS: std::ops::RangeInclusive<i32> = 1970..=9999;

/// Which confirmed writes are meant together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ActionScope {
    /// One.
    Action,
    /// Those that an answer proposed.
    Turn,
    /// Those of a conversation.
    Conversation,
    /// Those that were confirmed on a day.
    Day,
}

/// Confirmed writes to be taken back, or to be had again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UndoActions {
    /// Which are meant together.
    pub scope: ActionScope,
    /// The action; the answer, by its message or its trace; or the conversation. A day has none.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// The day; today where absent.
    #[serde(default)]
    pub day: Option<NaiveDate>,
    /// How far the clocks of the day are ahead of UTC, in minutes, -840..840; those of this machine where
    /// absent.
    #[serde(default)]
    pub offset_minutes: Option<i32>,
    /// Only those that the caller confirmed.
    #[serde(default)]
    pub mine: Option<bool>,
    /// Has them again that were taken back: what took them back is taken back in turn, the first to run first.
    #[serde(default)]
    pub redo: Option<bool>,
    /// Only says what would happen.
    #[serde(default)]
    pub dry_run: Option<bool>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What came of one write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ActionUndoState {
    /// All of it was taken back.
    Done,
    /// Some of it was; the rest was changed since, or cannot be brought back.
    Partly,
    /// None of it: all was changed since.
    Conflict,
    /// None of it: its records are not there any more, or cannot be brought back.
    Gone,
    /// It was taken back before; where it is to be had again, it never was.
    Already,
}

/// One write, and what was taken back of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoneAction {
    /// The action.
    pub action_id: Uuid,
    /// The tool; absent where its conversation is not there any more.
    pub tool: Option<String>,
    /// The person who confirmed it.
    pub confirmed_by: String,
    /// When.
    pub confirmed_at: DateTime<Utc>,
    /// What came of it.
    pub state: ActionUndoState,
    /// What was taken back, and what was left alone; absent where it was taken back before.
    pub undo: Option<UndoOutcome>,
}

/// What was taken back, write by write.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoneActions {
    /// The person who asked for it.
    pub by: String,
    /// The writes, in the order in which each was taken back.
    pub parts: Vec<UndoneAction>,
    /// Writes of which something was taken back.
    pub actions: u32,
    /// Writes that were taken back before.
    pub already: u32,
    /// Records of which something was taken back, counted once for each write.
    pub undone: u32,
    /// How many of these were created by the write and are deleted now.
    pub deleted: u32,
    /// Fields that were changed since and stay.
    pub conflict_count: u32,
    /// Records that cannot be brought back.
    pub untouchable_count: u32,
}

/// The write that is asked about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GetUndoable {
    /// The action.
    pub id: Uuid,
    /// How far the person's clocks are ahead of UTC, in minutes, -840..840; those of this machine where absent.
    #[serde(default)]
    pub offset_minutes: Option<i32>,
}

/// How many confirmed writes are meant together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScopeCount {
    /// Which.
    pub scope: ActionScope,
    /// Writes that can be taken back.
    pub undoable: u32,
    /// Writes that were taken back, and can be had again.
    pub undone: u32,
}

/// Whether a write can be taken back, and how many others with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoableAction {
    /// The action.
    pub action_id: Uuid,
    /// The operation that it became; absent where it did not run.
    pub operation_id: Option<Uuid>,
    /// The operation in force that took it back.
    pub undone_by: Option<Uuid>,
    /// Whether there is something to take back.
    pub undoable: bool,
    /// Why there is not, where it ran.
    pub why_not: Option<UndoBlocker>,
    /// The day on which it was confirmed; absent where it did not run.
    pub day: Option<NaiveDate>,
    /// The others: of its answer, its conversation and, of those that the caller confirmed, its day.
    pub scopes: Vec<ScopeCount>,
}

/// Whether a write of the assistant can be taken back, and how many others with it.
///
/// # Errors
/// `not_found`, also for an action that the caller may not read; `invalid_request` where the offset is none.
pub async fn get_undoable(
    app: &App,
    caller: &Caller,
    request: GetUndoable,
) -> Result<UndoableAction, AppError> {
    check_offset(request.offset_minutes)?;
    require_action_reader(app, caller, request.id).await?;
    let action = app.store().action(request.id).await?;
    let group = action.conversation_id.map_or(ActionGroup::Action(action.id), ActionGroup::Conversation);
    let all = app.store().confirmed_actions(group, None).await?;
    let own: Vec<_> = all.iter().filter(|one| one.id == action.id).collect();
    let mut scopes = vec![count_scope(caller, ActionScope::Action, &own)];
    // An action of another program has no answer and no conversation.
    if action.message_id.is_some() {
        let turn: Vec<_> = all.iter().filter(|one| one.message_id == action.message_id).collect();
        scopes.push(count_scope(caller, ActionScope::Turn, &turn));
        scopes.push(count_scope(caller, ActionScope::Conversation, &all.iter().collect::<Vec<_>>()));
    }
    let confirmed = own.first().copied();
    let day = confirmed.map(|one| local_day(one.confirmed_at, request.offset_minutes));
    if let Some(day) = day {
        let (from, to) = day_span(day, request.offset_minutes)?;
        let of_day = app.store().confirmed_actions(ActionGroup::Span(from, to), Some(&caller.actor)).await?;
        scopes.push(count_scope(caller, ActionScope::Day, &of_day.iter().collect::<Vec<_>>()));
    }
    let why_not = confirmed.and_then(|one| blocker(caller, one));
    Ok(UndoableAction {
        action_id: action.id,
        operation_id: confirmed.map(|one| one.id),
        undone_by: confirmed.and_then(|one| one.undone_by),
        undoable: confirmed.is_some() && why_not.is_none(),
        why_not,
        day,
        scopes,
    })
}

fn count_scope(caller: &Caller, scope: ActionScope, actions: &[&ConfirmedAction]) -> ScopeCount {
    let count = |wanted: Option<UndoBlocker>| {
        actions.iter().filter(|one| blocker(caller, one) == wanted).count() as u32
    };
    ScopeCount { scope, undoable: count(None), undone: count(Some(UndoBlocker::Undone)) }
}

/// Takes confirmed writes back, the last to run first, or has them again. What was changed since is listed and
/// left alone; where one write cannot be taken back the others are. Of an answer, a conversation or a day, those of
/// other persons are left out, except for administrators.
///
/// # Errors
/// `not_found`, `operation_not_undoable` for an action that did not run, `operation_not_yours` for one of another
/// person, `forbidden` where one wrote what the caller may not write, `invalid_request` where the id, the day or the
/// offset is none.
pub async fn undo_actions(
    app: &App,
    caller: &Caller,
    request: UndoActions,
) -> Result<UndoneActions, AppError> {
    let group = read_group(&request)?;
    require_group_reader(app, caller, group).await?;
    let actor = request.mine.unwrap_or(false).then_some(caller.actor.as_str());
    let mut actions = app.store().confirmed_actions(group, actor).await?;
    let redo = request.redo.unwrap_or(false);
    if let (ActionGroup::Action(id), []) = (group, actions.as_slice()) {
        require_action_reader(app, caller, id).await?;
        let Action { tool, .. } = app.store().action(id).await?;
        return Err(AppError::new(Code::OperationNotUndoable).with("kind", tool));
    }
    leave_out_others(app, caller, (group, redo), &mut actions).await?;
    for one in &actions {
        require_write(caller, one.changed_catalog, &one.personal_kinds)?;
    }
    if redo {
        actions.reverse();
    }
    let dry_run = request.dry_run.unwrap_or(false);
    let plan = ActionUndoPlan { actions: actions.iter().map(|one| one.id).collect(), redo, dry_run };
    let parts = app.store().undo_actions(&plan, &new_write(caller, request.operation_id)).await?;
    if !dry_run {
        app.forget_values();
    }
    Ok(UndoneActions { by: caller.actor.clone(), ..sum_up(parts, actions) })
}

fn read_group(request: &UndoActions) -> Result<ActionGroup, AppError> {
    check_offset(request.offset_minutes)?;
    let id = request.id.ok_or_else(|| refuse("id: the action, the answer or the conversation", "id"));
    Ok(match request.scope {
        ActionScope::Action => ActionGroup::Action(id?),
        ActionScope::Turn => ActionGroup::Answer(id?),
        ActionScope::Conversation => ActionGroup::Conversation(id?),
        ActionScope::Day => {
            let today = || local_day(Utc::now(), request.offset_minutes);
            let (from, to) = day_span(request.day.unwrap_or_else(today), request.offset_minutes)?;
            ActionGroup::Span(from, to)
        }
    })
}

fn refuse(what: &str, field: &str) -> AppError {
    AppError::invalid_request(what).detail("path", field)
}

fn check_offset(minutes: Option<i32>) -> Result<(), AppError> {
    match minutes {
        Some(minutes) if !(-MAX_OFFSET..=MAX_OFFSET).contains(&minutes) => {
            Err(refuse("offsetMinutes: -840..840", "offsetMinutes"))
        }
        _ => Ok(()),
    }
}

/// The day that clocks show at `at`.
fn local_day(at: DateTime<Utc>, offset_minutes: Option<i32>) -> NaiveDate {
    match offset_minutes {
        Some(minutes) => (at.naive_utc() + TimeDelta::minutes(minutes.into())).date(),
        None => at.with_timezone(&Local).date_naive(),
    }
}

/// When a day begins and when it is over.
fn day_span(day: NaiveDate, offset_minutes: Option<i32>) -> Result<(DateTime<Utc>, DateTime<Utc>), AppError> {
    let next = day.succ_opt().filter(|_| YEARS.contains(&day.year()));
    let next = next.ok_or_else(|| refuse("day: 1970-01-01..9999-12-31", "day"))?;
    let begin = |day: NaiveDate| begin_of(day.and_time(NaiveTime::MIN), offset_minutes);
    Ok((begin(day), begin(next)))
}

fn begin_of(midnight: NaiveDateTime, offset_minutes: Option<i32>) -> DateTime<Utc> {
    if let Some(minutes) = offset_minutes {
        return midnight.and_utc() - TimeDelta::minutes(minutes.into());
    }
    // Where clocks are put forward at midnight, the day begins at one.
    let first = [midnight, midnight + TimeDelta::hours(1)]
        .into_iter()
        .find_map(|local| local.and_local_timezone(Local).earliest());
    first.map_or_else(|| midnight.and_utc(), |at| at.with_timezone(&Utc))
}

fn sum_up(parts: Vec<ActionUndo>, actions: Vec<ConfirmedAction>) -> UndoneActions {
    let mut known: HashMap<Uuid, ConfirmedAction> =
        actions.into_iter().map(|action| (action.id, action)).collect();
    let mut all = UndoneActions::default();
    for part in parts {
        let Some(action) = known.remove(&part.action) else { continue };
        let undo = part.undone.map(undo_outcome);
        let state = undo.as_ref().map_or(ActionUndoState::Already, state_of);
        all.already += u32::from(state == ActionUndoState::Already);
        if let Some(undo) = &undo {
            all.actions += u32::from(undo.undone > 0);
            all.undone += undo.undone;
            all.deleted += undo.deleted;
            all.conflict_count += undo.conflict_count;
            all.untouchable_count += undo.untouchable_count;
        }
        all.parts.push(UndoneAction {
            action_id: action.id,
            tool: action.tool,
            confirmed_by: action.confirmed_by,
            confirmed_at: action.confirmed_at,
            state,
            undo,
        });
    }
    all
}

fn state_of(undo: &UndoOutcome) -> ActionUndoState {
    let is_whole = undo.conflict_count == 0 && undo.untouchable_count == 0;
    match (undo.undone > 0, is_whole) {
        (true, true) => ActionUndoState::Done,
        (true, false) => ActionUndoState::Partly,
        (false, _) if undo.conflict_count > 0 => ActionUndoState::Conflict,
        (false, false) => ActionUndoState::Gone,
        // Another undo, or a person's hand, has made it as it was.
        (false, true) => ActionUndoState::Already,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_is_that_of_the_persons_clocks_and_has_no_gap_to_the_next() {
        let at: DateTime<Utc> = "2026-11-27T02:30:00Z".parse().unwrap();
        assert_eq!(local_day(at, Some(-180)), day("2026-11-26"));
        assert_eq!(local_day(at, Some(0)), day("2026-11-27"));
        let (from, to) = day_span(day("2026-11-26"), Some(-180)).unwrap();
        assert_eq!((from.to_rfc3339(), to.to_rfc3339()).0, "2026-11-26T03:00:00+00:00");
        assert!(from <= at && at < to);
        for offset in [None, Some(-180), Some(840)] {
            let first = day_span(day("2026-11-26"), offset).unwrap();
            assert_eq!(first.1, day_span(day("2026-11-27"), offset).unwrap().0);
            assert_eq!(local_day(first.0, offset), day("2026-11-26"));
        }
    }

    #[test]
    fn what_names_no_group_is_refused() {
        let request = |scope| UndoActions {
            scope,
            id: None,
            day: None,
            offset_minutes: None,
            mine: None,
            redo: None,
            dry_run: None,
            operation_id: None,
        };
        for scope in [ActionScope::Action, ActionScope::Turn, ActionScope::Conversation] {
            assert_eq!(read_group(&request(scope)).unwrap_err().code(), Code::InvalidRequest);
        }
        assert!(read_group(&request(ActionScope::Day)).is_ok());
        for (day, offset) in [(Some(NaiveDate::MAX), None), (None, Some(900)), (None, Some(i32::MIN))] {
            let request = UndoActions { day, offset_minutes: offset, ..request(ActionScope::Day) };
            assert_eq!(read_group(&request).unwrap_err().code(), Code::InvalidRequest);
        }
    }
}
