//! Writes that wait for a person: listed, confirmed, rejected, corrected.

use super::proposals::prepare;
use crate::api::{ById, Empty};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::assistant::origin::{ArgumentOrigin, OriginKind};
use celeiro_domain::assistant::request::{BadCall, read_arguments};
use celeiro_domain::assistant::{Action, ActionCard, ActionState, Tool, ToolDefinition, tools};
use celeiro_store::{ActionQuery, NewAction, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use uuid::Uuid;

const USUAL_PAGE: u32 = 50;
const MAX_PAGE: u32 = 500;

/// Which actions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListActions {
    /// In this state alone.
    #[serde(default)]
    pub state: Option<ActionState>,
    /// Of this conversation alone.
    #[serde(default)]
    pub conversation_id: Option<Uuid>,
    /// Actions wanted, 1..500; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// An action with other arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CorrectAction {
    /// The action.
    pub id: Uuid,
    /// Arguments that get another value; null takes one away. The others stay.
    pub arguments: Map<String, Value>,
}

/// The tools that a model may ask for.
pub async fn list_tools(_: &App, _: &Caller, _: Empty) -> Result<Vec<ToolDefinition>, AppError> {
    Ok(tools::definitions(&Tool::ALL))
}

/// Actions, the newest first.
///
/// # Errors
/// What the database says.
pub async fn list_actions(app: &App, _: &Caller, request: ListActions) -> Result<Vec<Action>, AppError> {
    let limit = request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE);
    let query =
        ActionQuery { state: request.state, conversation: request.conversation_id, limit: limit.into() };
    Ok(app.store().actions(&query).await?)
}

/// One action as it is now.
///
/// # Errors
/// `not_found`.
pub async fn get_action(app: &App, _: &Caller, request: ById) -> Result<Action, AppError> {
    Ok(app.store().action(request.id).await?)
}

/// Runs an action that waits: what its card shows and nothing else. It runs once, however often it is
/// confirmed.
///
/// # Errors
/// `action_expired`, `action_conflict`, `action_decided`, `not_found`; what the write says, such as
/// `duplicate_external_id`: the action waits on then.
pub async fn confirm_action(app: &App, caller: &Caller, request: ById) -> Result<Action, AppError> {
    let confirmed = app.store().confirm_action(request.id, &caller.actor).await?;
    if !confirmed.ran {
        return Err(refusal(&confirmed.action));
    }
    app.forget_values();
    Ok(confirmed.action)
}

/// Rejects an action that waits. One that was rejected before stays so.
///
/// # Errors
/// `action_decided`, `action_expired`, `not_found`.
pub async fn reject_action(app: &App, caller: &Caller, request: ById) -> Result<Action, AppError> {
    let action = app.store().reject_action(request.id, &caller.actor).await?;
    if action.state == ActionState::Rejected { Ok(action) } else { Err(refusal(&action)) }
}

/// Puts an action with other arguments in the place of one that waits. Nothing runs: the new one has a card
/// of its own and waits in turn.
///
/// # Errors
/// `action_invalid` where the arguments do not fit, `action_decided`, `action_expired`, `not_found`; the
/// first action waits on then.
pub async fn correct_action(app: &App, caller: &Caller, request: CorrectAction) -> Result<Action, AppError> {
    replace_action(app, caller, request, None).await
}

/// [`correct_action`]; the new action belongs to the answer `message` where one is given, else to that of the
/// first.
pub(super) async fn replace_action(
    app: &App,
    caller: &Caller,
    request: CorrectAction,
    message: Option<Uuid>,
) -> Result<Action, AppError> {
    let before = app.store().action(request.id).await?;
    if before.state != ActionState::Pending {
        return Err(refusal(&before));
    }
    let tool = Tool::parse(&before.tool).ok_or_else(|| AppError::new(Code::ActionConflict))?;
    let mut arguments = before.arguments.as_object().cloned().unwrap_or_default();
    arguments.extend(request.arguments);
    let invalid = |bad: BadCall| AppError::new(Code::ActionInvalid).with("reason", bad);
    let corrected = read_arguments(tool, arguments).map_err(invalid)?;
    let proposal = prepare(app, &corrected, &[]).await?;
    let card = with_origins(proposal.card, &before.card);
    let new = NewAction {
        conversation_id: before.conversation_id,
        message_id: message.unwrap_or(before.message_id),
        tool: proposal.tool,
        arguments: proposal.arguments,
        plan: &proposal.plan,
        card: &card,
        actor: &caller.actor,
    };
    match app.store().correct_action(request.id, &new).await {
        Ok(action) => Ok(action),
        Err(StoreError::Decided) => Err(refusal(&app.store().action(request.id).await?)),
        Err(error) => Err(error.into()),
    }
}

/// What stayed keeps its origin; what is new comes from the person who corrected it.
fn with_origins(card: ActionCard, before: &ActionCard) -> ActionCard {
    let mut card = card;
    for argument in &mut card.arguments {
        let same =
            before.arguments.iter().find(|old| old.name == argument.name && old.value == argument.value);
        (argument.origin, argument.caution) = match same {
            Some(old) => (old.origin.clone(), old.caution),
            None => (ArgumentOrigin { kind: OriginKind::Person, label: None }, false),
        };
    }
    card
}

/// Why an action does not run.
pub(super) fn refusal(action: &Action) -> AppError {
    let code = match action.state {
        ActionState::Expired => Code::ActionExpired,
        ActionState::Conflict => Code::ActionConflict,
        ActionState::Pending | ActionState::Executed | ActionState::Rejected | ActionState::Corrected => {
            Code::ActionDecided
        }
    };
    AppError::new(code).detail("state", action.state).detail("action", action)
}
