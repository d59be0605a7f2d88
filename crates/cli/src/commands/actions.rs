//! `celeiro actions`: writes that the assistant proposed; and `celeiro tools`: what a model may ask for.

mod card;

use crate::failure::Failure;
use crate::output;
use crate::render::cards::moment;
use crate::session::Session;
use card::{card_as_decided, render_card};
use celeiro_app::api::{ById, Empty};
use celeiro_app::assistant::actions::{
    ConfirmAction, ListActions, confirm_action, get_action, list_actions, list_tools, reject_action,
};
use celeiro_app::assistant::undo::{ActionScope, ActionUndoState, UndoActions, UndoneActions, undo_actions};
use celeiro_app::messages::{find_text, translate, translate_with};
use celeiro_app::{AppError, Code};
use celeiro_domain::assistant::{Action as Proposed, ActionState};
use celeiro_domain::search::Lang;
use chrono::NaiveDate;
use clap::{Args, Subcommand};
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub enum Action {
    List {
        #[arg(long)]
        all: bool,
    },
    Show {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Confirm {
        #[arg(value_name = "ID")]
        id: Uuid,
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        without: Vec<u32>,
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        keep_both: Vec<u32>,
    },
    Reject {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Undo(Undo),
}

#[derive(Debug, Args)]
pub struct Undo {
    #[command(flatten)]
    pub group: Group,
    #[arg(long)]
    pub mine: bool,
    #[arg(long)]
    pub redo: bool,
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct Group {
    #[arg(value_name = "ID")]
    pub id: Option<Uuid>,
    #[arg(long, value_name = "ID")]
    pub turn: Option<Uuid>,
    #[arg(long, value_name = "ID")]
    pub conversation: Option<Uuid>,
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub day: Option<NaiveDate>,
}

impl Undo {
    fn into_request(self) -> UndoActions {
        let Group { id, turn, conversation, day } = self.group;
        let scope = match (turn, conversation, day) {
            (Some(_), ..) => ActionScope::Turn,
            (_, Some(_), _) => ActionScope::Conversation,
            (.., Some(_)) => ActionScope::Day,
            _ => ActionScope::Action,
        };
        UndoActions {
            scope,
            id: id.or(turn).or(conversation),
            day,
            offset_minutes: None,
            mine: Some(self.mine),
            redo: Some(self.redo),
            dry_run: Some(self.dry_run),
            operation_id: None,
        }
    }
}

/// Runs the command.
pub async fn run(session: &Session, action: Action) -> Result<(), Failure> {
    match action {
        Action::List { all } => {
            let state = (!all).then_some(ActionState::Pending);
            let listed = session.ask(list_actions, ListActions { state, ..ListActions::default() }).await?;
            session.print(&listed, || listed.iter().map(|one| render_line(session.lang, one)).collect())
        }
        Action::Show { id } => {
            let one = session.ask(get_action, ById { id }).await?;
            session.print(&one, || render_action(session.lang, &one))
        }
        Action::Confirm { id, without, keep_both } => {
            let places = |numbers: Vec<u32>| Some(numbers.into_iter().map(|number| number - 1).collect());
            let request = ConfirmAction { id, without: places(without), keeps_both: places(keep_both) };
            let one = session.ask(confirm_action, request).await?;
            session.print(&one, || render_action(session.lang, &one))
        }
        Action::Reject { id } => {
            let one = session.ask(reject_action, ById { id }).await?;
            session.print(&one, || render_action(session.lang, &one))
        }
        Action::Undo(args) => {
            let (redo, dry_run) = (args.redo, args.dry_run);
            let undone = session.ask(undo_actions, args.into_request()).await?;
            session.print(&undone, || render_undone(session.lang, &undone, redo, dry_run))
        }
    }
}

/// What was taken back in all, then write by write with what was left alone.
fn render_undone(lang: Lang, undone: &UndoneActions, redo: bool, dry_run: bool) -> String {
    let places = [
        ("count", undone.actions.to_string()),
        ("records", undone.undone.to_string()),
        ("deleted", undone.deleted.to_string()),
        ("conflicts", undone.conflict_count.to_string()),
        ("untouchable", undone.untouchable_count.to_string()),
        ("already", undone.already.to_string()),
    ];
    let key = match (redo, dry_run) {
        (false, false) => "cli.actions.didUndo",
        (false, true) => "cli.actions.wouldUndo",
        (true, false) => "cli.actions.didRedo",
        (true, true) => "cli.actions.wouldRedo",
    };
    let mut out = format!("{}\n", translate_with(lang, key, &places));
    for part in &undone.parts {
        let by = translate_with(lang, "cli.history.confirmedBy", &[("who", part.confirmed_by.clone())]);
        let is_any = matches!(part.state, ActionUndoState::Done | ActionUndoState::Partly);
        let who = match is_any && !dry_run {
            true => format!(" {}", translate_with(lang, "cli.actions.by", &[("who", undone.by.clone())])),
            false => String::new(),
        };
        let state = translate(lang, undo_state_key(part.state, redo)) + &who;
        let tool = part.tool.as_deref().unwrap_or("?");
        let at = moment(lang, part.confirmed_at);
        out += &format!("{}  {at}  {tool}  {by}  {state}\n", part.action_id);
        if let Some(undo) = &part.undo {
            out += &super::history::render_left_alone(lang, undo);
        }
    }
    out
}

fn undo_state_key(state: ActionUndoState, redo: bool) -> &'static str {
    match (state, redo) {
        (ActionUndoState::Done, false) => "cli.actions.undo.done",
        (ActionUndoState::Done, true) => "cli.actions.redo.done",
        (ActionUndoState::Partly, false) => "cli.actions.undo.partly",
        (ActionUndoState::Partly, true) => "cli.actions.redo.partly",
        (ActionUndoState::Conflict, _) => "cli.actions.undo.conflict",
        (ActionUndoState::Gone, _) => "cli.actions.undo.gone",
        (ActionUndoState::Already, false) => "cli.actions.undo.already",
        (ActionUndoState::Already, true) => "cli.actions.redo.already",
    }
}

/// Runs `celeiro tools`: lists the tools that a model may call.
pub async fn tools(session: &Session) -> Result<(), Failure> {
    let tools = session.ask(list_tools, Empty {}).await?;
    session.print(&tools, || {
        let waits = translate(session.lang, "cli.actions.waits");
        let line = |tool: &celeiro_domain::assistant::ToolDefinition| {
            let mark = if tool.requires_confirmation { format!(" [{waits}]") } else { String::new() };
            // What a model is told of a tool is of no use to people.
            let text = find_text(session.lang, &format!("cli.tools.{}", tool.name));
            format!("{}{mark}\n  {}\n", tool.name, text.unwrap_or_else(|| tool.description.clone()))
        };
        tools.iter().map(line).collect()
    })
}

fn render_line(lang: Lang, one: &Proposed) -> String {
    let state = translate(lang, state_key(one.state));
    let changed = translate_with(lang, "cli.actions.records", &[("changed", one.card.changed.to_string())]);
    let tools = match one.card.writes.as_slice() {
        [] => one.tool.clone(),
        writes => writes.iter().map(|write| write.tool.as_str()).collect::<Vec<_>>().join(", "),
    };
    format!("{}  {}  {tools}  {state}  {changed}\n", one.id, moment(lang, one.created_at))
}

fn render_action(lang: Lang, one: &Proposed) -> String {
    render_line(lang, one) + &render_card(lang, &card_as_decided(one), &one.left_out)
}

fn state_key(state: ActionState) -> &'static str {
    match state {
        ActionState::Pending => "cli.actions.state.pending",
        ActionState::Executed => "cli.actions.state.executed",
        ActionState::Rejected => "cli.actions.state.rejected",
        ActionState::Expired => "cli.actions.state.expired",
        ActionState::Conflict => "cli.actions.state.conflict",
        ActionState::Corrected => "cli.actions.state.corrected",
        ActionState::Superseded => "cli.actions.state.superseded",
    }
}

/// Asks the person at the terminal about each write that waits. Where there is no terminal nothing is done; the cards are
/// shown to a person there too, who may go on in words.
pub(super) async fn decide_at_terminal(
    session: &Session,
    app: &celeiro_app::App,
    caller: &celeiro_app::Caller,
    pending: &[celeiro_domain::assistant::PendingAction],
) -> Result<(), Failure> {
    use std::io::IsTerminal as _;
    if pending.is_empty() {
        return Ok(());
    }
    if !session.json && !std::io::stdin().is_terminal() {
        pending.iter().for_each(|one| say_card(session.lang, one));
    }
    if !std::io::stdin().is_terminal() || session.json {
        let ids: Vec<String> = pending.iter().map(|one| one.action_id.to_string()).collect();
        let error = AppError::new(Code::ConfirmationNeeded).detail("actions", ids);
        // A program has the answer already, with what waits in it.
        return Err(if session.json { Failure::from_reported(error) } else { error.into() });
    }
    for one in pending {
        say_card(session.lang, one);
        output::say(&translate(session.lang, "cli.actions.question"));
        let answer = tokio::task::spawn_blocking(|| {
            let mut line = String::new();
            std::io::stdin().read_line(&mut line).map(|_| line)
        });
        let answer = session.unless_interrupted(async { Ok(answer.await) }).await?;
        let is_yes = matches!(answer, Ok(Ok(line)) if is_yes(&line));
        let id = one.action_id;
        let decided = match is_yes {
            true => {
                confirm_action(app, caller, ConfirmAction { id, without: None, keeps_both: None }).await?
            }
            false => reject_action(app, caller, ById { id }).await?,
        };
        output::say(&translate(session.lang, state_key(decided.state)));
    }
    Ok(())
}

fn say_card(lang: Lang, one: &celeiro_domain::assistant::PendingAction) {
    let card = render_card(lang, &one.card, &[]);
    let tool = if one.card.writes.len() > 1 { String::new() } else { format!("{}\n", one.tool) };
    output::say(&format!("\n{tool}{card}"));
}

/// Only a plain yes counts.
fn is_yes(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "s" | "sim" | "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, ID, answer, in_both, merge_fields};
    use crate::snapshot::assert_snapshot;
    use serde_json::{Value, json};

    #[test]
    fn every_tool_is_described_to_people_in_both_languages() {
        for tool in celeiro_domain::assistant::tools::Tool::ALL {
            let key = format!("cli.tools.{}", tool.name());
            assert!([Lang::PtBr, Lang::En].iter().all(|lang| find_text(*lang, &key).is_some()), "{key}");
        }
    }

    #[test]
    fn a_card_tells_every_argument_where_it_is_from_and_what_becomes_different() {
        let argument = |name: &str, value: Value, kind: &str, label: Value, caution: bool| {
            json!({ "name": name, "value": value, "label": null, "caution": caution,
                "origin": { "kind": kind, "label": label } })
        };
        let one: Proposed = answer(json!({
            "id": ID, "conversationId": ID, "messageId": ID, "tool": "set_price", "arguments": {},
            "state": "pending", "actor": "ana", "createdAt": AT, "expiresAt": AT, "secondsLeft": 300.0,
            "decidedBy": null, "decidedAt": null, "operationId": null, "correctedBy": null,
            "card": {
                "arguments": [
                    argument("percent", json!(5), "person", Value::Null, false),
                    argument("selection.category", json!("Herbicidas"), "model", Value::Null, true),
                    argument("selection.tags", json!(["soja"]), "catalog", json!("Capinorte"), true),
                ],
                "changes": [{ "id": ID, "name": "Capinorte", "field": "price", "from": 100.0, "to": 105.0 }],
                "matched": 20, "changed": 20, "unchanged": 0, "problems": 0, "buttonOnly": true,
            },
        }));
        let printed = in_both(|lang| render_action(lang, &one));
        assert_snapshot!("card", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn a_card_of_several_writes_tells_each_by_itself_and_who_proposed_them() {
        let argument = |write: u32, name: &str, value: Value| {
            json!({ "write": write, "name": name, "value": value, "label": null, "caution": write == 0,
                "origin": { "kind": "program", "label": null } })
        };
        let write = |tool: &str, changed: u32| json!({ "tool": tool, "matched": changed, "changed": changed, "unchanged": 0, "problems": 0 });
        let one: Proposed = answer(json!({
            "id": ID, "conversationId": null, "messageId": null, "tool": "several_writes", "arguments": {},
            "state": "executed", "actor": "mcp", "createdAt": AT, "expiresAt": AT, "secondsLeft": 0.0,
            "decidedBy": "ana", "decidedAt": AT, "operationId": ID, "correctedBy": null, "leftOut": [1],
            "card": {
                "proposedBy": "Assistente X", "writes": [write("set_price", 3), write("create_faq", 1)],
                "arguments": [argument(0, "percent", json!(5)), argument(1, "question", json!("Abre?"))],
                "changes": [
                    { "write": 0, "id": ID, "name": "Capinorte", "field": "price", "from": 100.0, "to": 105.0 },
                    { "write": 1, "id": null, "name": "Abre?", "field": "question", "from": null, "to": "Abre?" },
                ],
                "matched": 4, "changed": 4, "unchanged": 0, "problems": 0, "buttonOnly": true,
            },
        }));
        let printed = in_both(|lang| render_action(lang, &one));
        assert_snapshot!("card-of-several", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn what_is_known_is_shown_as_it_stayed_where_both_hold() {
        let mut one: Proposed = answer(json!({
            "id": ID, "conversationId": ID, "messageId": ID, "tool": "add_knowledge", "arguments": {},
            "state": "executed", "actor": "ana", "createdAt": AT, "expiresAt": AT, "secondsLeft": 0.0,
            "decidedBy": "ana", "decidedAt": AT, "operationId": ID, "correctedBy": null, "keepsBoth": [0],
            "card": {
                "arguments": [],
                "changes": [
                    { "id": null, "name": "planto milho", "field": "content", "from": null, "to": "planto milho" },
                    { "id": ID, "name": "planto soja", "field": "state", "from": "active", "to": "contradicted" },
                ],
                "matched": 1, "changed": 1, "unchanged": 0, "problems": 0, "buttonOnly": false,
            },
        }));
        let printed = render_action(Lang::En, &one).replace("\n    │  ", " ");
        assert!(printed.contains(r#"- → "planto milho""#) && !printed.contains("contradicted"), "{printed}");
        assert!(printed.contains(r#"state "active" (stays as it is)"#), "{printed}");
        one.keeps_both.clear();
        assert!(render_action(Lang::En, &one).contains("contradicted"), "the control");
    }

    #[test]
    fn what_was_undone_is_counted_and_told_write_by_write() {
        let nothing = json!({ "operationId": null, "undone": 0, "deleted": 0, "conflicts": [], "conflictCount": 0,
            "untouchable": [], "untouchableCount": 0 });
        let part = |state: &str, more: Value| {
            let undo = match state {
                "already" => Value::Null,
                _ => merge_fields(nothing.clone(), more),
            };
            json!({ "actionId": ID, "tool": "set_price", "confirmedBy": "ana", "confirmedAt": AT, "state": state,
                "undo": undo })
        };
        let conflict = json!({ "recordId": ID, "kind": "items", "name": "Óleo", "field": "price", "from": 10.0,
            "to": 11.0, "now": 12.0, "changedBy": "bia", "changedAt": AT, "operationId": ID });
        let gone = json!({ "untouchable": [{ "recordId": ID, "reason": "purged" }], "untouchableCount": 1 });
        let parts = [
            part("done", json!({ "operationId": ID, "undone": 2 })),
            part(
                "partly",
                json!({ "operationId": ID, "undone": 1, "conflicts": [conflict], "conflictCount": 1 }),
            ),
            part("gone", gone),
            part("already", Value::Null),
        ];
        let all: UndoneActions =
            answer(json!({ "by": "caio", "parts": parts, "actions": 2, "already": 1, "undone": 3,
            "deleted": 1, "conflictCount": 1, "untouchableCount": 1 }));
        let printed = in_both(|lang| {
            let forms = [(false, false), (false, true), (true, false), (true, true)];
            forms.map(|(redo, dry_run)| render_undone(lang, &all, redo, dry_run)).concat()
        });
        assert_snapshot!("undone-actions", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn only_a_plain_yes_counts() {
        for yes in ["s\n", "sim\n", "Y\n", " yes "] {
            assert!(is_yes(yes), "{yes:?}");
        }
        for no in ["", "\n", "n\n", "sim, mas não\n", "ok\n", "talvez"] {
            assert!(!is_yes(no), "{no:?}");
        }
    }
}
