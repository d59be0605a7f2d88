//! Operations on pending actions: list, confirm, reject, correct.

use super::action_access::{require_action_decider, require_action_owner, require_action_reader};
use super::prepared::{Proposal, ProposalBasis};
use super::proposals::{join, prepare};
use crate::api::{ById, Empty, login_of};
use crate::app::{App, Caller};
use crate::chat::ownership::require_reader;
use crate::error::{AppError, Code};
use crate::personal::switch::{is_on, require_on};
use celeiro_domain::assistant::action::SealedWrite;
use celeiro_domain::assistant::amount::Amount;
use celeiro_domain::assistant::origin::{ArgumentOrigin, OriginKind, TextBlock};
use celeiro_domain::assistant::reply::speaks_of_other_direction;
use celeiro_domain::assistant::request::{BadCall, read_arguments};
use celeiro_domain::assistant::{Action, ActionCard, ActionState, Tool, ToolDefinition, definition};
use celeiro_store::{ActionQuery, CardChoice, NewAction, ProposingAnswer, StoreError};
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
    /// Of other programs alone, which proposed them by the Model Context Protocol.
    #[serde(default)]
    pub of_programs: Option<bool>,
    /// Actions wanted, 1..500; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// An action to be run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConfirmAction {
    /// The action.
    pub id: Uuid,
    /// Of several writes, those that are left out, from 0; the others run. At least one must be left.
    #[serde(default)]
    pub without: Option<Vec<u32>>,
    /// Writes of memory that go against something known, from 0, of which both hold: the known items stay as they
    /// are.
    #[serde(default)]
    pub keeps_both: Option<Vec<u32>>,
}

/// An action with other arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CorrectAction {
    /// The action.
    pub id: Uuid,
    /// Of several writes, the one that is corrected, from 0; the others stay.
    #[serde(default)]
    pub write: Option<u32>,
    /// Arguments that get another value; null takes one away. The others stay.
    pub arguments: Map<String, Value>,
}

/// The tools that a model may ask for in a turn of the caller.
pub async fn list_tools(app: &App, caller: &Caller, _: Empty) -> Result<Vec<ToolDefinition>, AppError> {
    let tools = if is_on(app) { Tool::ALL } else { Tool::CATALOG };
    let offered: Vec<Tool> = tools.iter().copied().filter(|tool| caller.may(tool.access())).collect();
    Ok(definition::definitions(&offered))
}

/// Actions, the newest first: those of one conversation, else what is the caller's to decide, that is, of conversations
/// that they began, and what programs proposed in their name, for administrators in any name.
///
/// # Errors
/// `not_found` for a conversation that the caller may not read; what the database says.
pub async fn list_actions(app: &App, caller: &Caller, request: ListActions) -> Result<Vec<Action>, AppError> {
    // An administrator who names the conversation of another person reads all of its actions, on record.
    let reader = match request.conversation_id {
        Some(conversation) => {
            require_reader(app, caller, conversation).await?;
            None
        }
        None => login_of(caller),
    };
    let limit = request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE);
    let query = ActionQuery {
        state: request.state,
        conversation: request.conversation_id,
        of_programs: request.of_programs.unwrap_or(false),
        reader: reader.map(str::to_owned),
        every_program: caller.is_admin(),
        limit: limit.into(),
    };
    Ok(app.store().actions(&query).await?)
}

/// Reads one action of the assistant as it is now.
///
/// # Errors
/// `not_found`.
pub async fn get_action(app: &App, caller: &Caller, request: ById) -> Result<Action, AppError> {
    require_action_reader(app, caller, request.id).await?;
    Ok(app.store().action(request.id).await?)
}

/// Runs an action that waits: what its card shows and nothing else, of several writes all that are not left
/// out, or none. What is known stays beside a new statement of which the person says that both hold. It runs once,
/// however often it is confirmed.
///
/// # Errors
/// `action_expired`, `action_conflict`, `action_decided`, `action_unreadable`, `not_found`, `personal_off`;
/// `conversation_read_only` for an action of another person; `forbidden` where a write needs more than the caller may;
/// `action_invalid` where what is named is not on the card, or all of it is left out; what a write says, such as
/// `duplicate_external_id`: the action waits on then.
pub async fn confirm_action(app: &App, caller: &Caller, request: ConfirmAction) -> Result<Action, AppError> {
    require_action_owner(app, caller, request.id).await?;
    let (without, keeps_both) = check_places(app, &request).await?;
    require_action_decider(app, caller, request.id, &without).await?;
    if !is_on(app) && has_personal_write(app, request.id).await? {
        require_on(app)?;
    }
    let choice = CardChoice { without: &without, keeps_both: &keeps_both };
    let confirmed = app.store().confirm_action(request.id, choice, &caller.actor).await?;
    if !confirmed.ran {
        return Err(refusal(&confirmed.action));
    }
    app.forget_values();
    Ok(confirmed.action)
}

/// Whether an action writes about people; one that cannot be read does not run and is ended by its confirmation.
async fn has_personal_write(app: &App, id: Uuid) -> Result<bool, AppError> {
    match app.store().action(id).await {
        Ok(action) => Ok(action.sealed_writes().iter().any(is_personal)),
        Err(StoreError::Unreadable) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn is_personal(write: &SealedWrite) -> bool {
    Tool::parse(&write.tool).is_some_and(Tool::is_personal)
}

/// The places that are left out, and those of which both hold, each once and in order.
async fn check_places(app: &App, request: &ConfirmAction) -> Result<(Vec<u32>, Vec<u32>), AppError> {
    let without = order_places(request.without.as_deref());
    let keeps_both = order_places(request.keeps_both.as_deref());
    if without.is_empty() && keeps_both.is_empty() {
        return Ok((without, keeps_both));
    }
    let count = app.store().action(request.id).await?.sealed_writes().len();
    let invalid = |reason| AppError::new(Code::ActionInvalid).with_text("reason", reason);
    let is_on_card = |places: &[u32]| places.iter().all(|place| (*place as usize) < count);
    if !is_on_card(&without) || without.len() >= count {
        return Err(invalid("action.reason.leftOut"));
    }
    if !is_on_card(&keeps_both) {
        return Err(invalid("action.reason.notOnCard"));
    }
    Ok((without, keeps_both))
}

fn order_places(given: Option<&[u32]>) -> Vec<u32> {
    let mut places = given.unwrap_or_default().to_vec();
    places.sort_unstable();
    places.dedup();
    places
}

/// Rejects an action that waits. One that was rejected before stays so.
///
/// # Errors
/// `action_decided`, `action_expired`, `not_found`; `conversation_read_only` for an action of another person.
pub async fn reject_action(app: &App, caller: &Caller, request: ById) -> Result<Action, AppError> {
    require_action_owner(app, caller, request.id).await?;
    let action = app.store().reject_action(request.id, &caller.actor).await?;
    if action.state == ActionState::Rejected { Ok(action) } else { Err(refusal(&action)) }
}

/// Puts an action with other arguments in the place of one that waits. Nothing runs: the new one has a card
/// of its own and waits in turn.
///
/// # Errors
/// `action_invalid` where the arguments do not fit, `action_decided`, `action_expired`, `not_found`;
/// `conversation_read_only` for an action of another person; `forbidden` where a write needs more than the caller may.
/// The first action waits on then.
pub async fn correct_action(app: &App, caller: &Caller, request: CorrectAction) -> Result<Action, AppError> {
    require_action_decider(app, caller, request.id, &[]).await?;
    replace_action(app, caller, request, Correction::default()).await
}

/// Where a correction comes from.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Correction<'a> {
    /// The answer that the new action belongs to; that of the first where absent.
    pub message: Option<Uuid>,
    /// The person's words that a model has read the arguments out of; absent where no model had a part in it.
    pub read_from: Option<&'a str>,
}

/// [`correct_action`] with where the correction comes from.
pub(super) async fn replace_action(
    app: &App,
    caller: &Caller,
    request: CorrectAction,
    correction: Correction<'_>,
) -> Result<Action, AppError> {
    let before = app.store().action(request.id).await?;
    if before.state != ActionState::Pending {
        return Err(refusal(&before));
    }
    let mut proposal = prepare_corrected(app, &before, &request, correction.read_from).await?;
    if let (Some(said), Some(percent)) = (correction.read_from, request.arguments.get("percent")) {
        let percent = Amount::deserialize(percent).ok();
        proposal.card.button_only |=
            percent.is_some_and(|percent| speaks_of_other_direction(said, percent.0));
    }
    let card = with_origins(proposal.card, &before.card, correction.read_from.is_none());
    let answer = before.conversation_id.zip(correction.message.or(before.message_id));
    let new = NewAction {
        answer: answer.map(|(conversation_id, message_id)| ProposingAnswer { conversation_id, message_id }),
        tool: &proposal.tool,
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

/// The writes of an action, one of them with other arguments, worked out anew; `read_from` are the person's words
/// that a model has read these arguments out of.
async fn prepare_corrected(
    app: &App,
    before: &Action,
    request: &CorrectAction,
    read_from: Option<&str>,
) -> Result<Proposal, AppError> {
    let blocks: Vec<TextBlock> = read_from.into_iter().map(TextBlock::of_person).collect();
    let mut writes = before.sealed_writes();
    let corrected = match (request.write, writes.as_mut_slice()) {
        (None | Some(0), [one]) => one,
        (Some(at), several) if several.len() > at as usize => &mut several[at as usize],
        _ => return Err(AppError::new(Code::ActionInvalid).with_text("reason", "action.reason.whichWrite")),
    };
    corrected.arguments.extend(request.arguments.clone());
    let mut proposals = Vec::with_capacity(writes.len());
    for SealedWrite { tool, arguments } in writes {
        let tool = Tool::parse(&tool).ok_or_else(|| AppError::new(Code::ActionConflict))?;
        let invalid = |bad: BadCall| AppError::new(Code::ActionInvalid).with("reason", bad);
        let request = read_arguments(tool, arguments).map_err(invalid)?;
        let conversation = before.conversation_id;
        let basis = ProposalBasis { blocks: &blocks, conversation, is_by_person: true };
        proposals.push(prepare(app, &request, &basis).await?);
    }
    join(proposals)
}

/// What stayed keeps its origin. What is new comes from the person who corrected it; where a model has read it out of
/// the person's words, from where its value stands. Who proposed the action stays on its card.
fn with_origins(card: ActionCard, before: &ActionCard, is_by_person: bool) -> ActionCard {
    let mut card = ActionCard { proposed_by: before.proposed_by.clone(), ..card };
    for argument in &mut card.arguments {
        let same = before.arguments.iter().find(|old| {
            (old.write, &old.name, &old.value) == (argument.write, &argument.name, &argument.value)
        });
        match same {
            Some(old) => (argument.origin, argument.caution) = (old.origin.clone(), old.caution),
            None if is_by_person => {
                let origin = ArgumentOrigin { kind: OriginKind::Person, label: None };
                (argument.origin, argument.caution) = (origin, false);
            }
            None => {}
        }
    }
    card.require_button_for_doubted_selection();
    card
}

/// Why an action does not run.
pub(super) fn refusal(action: &Action) -> AppError {
    let code = match action.state {
        ActionState::Expired => Code::ActionExpired,
        ActionState::Conflict => Code::ActionConflict,
        ActionState::Pending
        | ActionState::Executed
        | ActionState::Rejected
        | ActionState::Corrected
        | ActionState::Superseded => Code::ActionDecided,
    };
    AppError::new(code).detail("state", action.state).detail("action", action)
}
