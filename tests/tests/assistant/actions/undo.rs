//! What the assistant wrote is taken back together: an answer's, a conversation's, a day's.

use crate::support::{World, all_of, card, code, raise};
use celeiro_app::Caller;
use celeiro_app::assistant::undo::{
    ActionScope, ActionUndoState, GetUndoable, ScopeCount, UndoActions, UndoneActions, get_undoable,
    undo_actions,
};
use celeiro_app::catalog::history::{UndoOperation, undo_operation};
use celeiro_app::sheet::cell_edits::{Cell, EditCells, edit_cells};
use celeiro_domain::search::Lang;
use celeiro_tests::provider::{ReceivedRequest, Reply};
use serde_json::json;
use uuid::Uuid;

const RAISE: &str = "sobe 5% os herbicidas da Auremã Química Agrícola";

/// Gloves as the second of the two cards left them.
const GLOVES: &str = "SELECT count(*) FROM catalog_items WHERE external_id = 'LUVA-M' AND notes = 'Em falta.' \
    AND deleted_at IS NULL";

/// Raises prices, or makes and changes a glove, by the last word.
fn script(asked: &ReceivedRequest) -> Reply {
    let user = asked.user();
    match user.rsplit(' ').next().unwrap_or_default() {
        "luva" => Reply::call("create_item", &json!({ "name": "Luva nitrílica M", "external_id": "LUVA-M" })),
        "falta" => Reply::call("update_item", &json!({ "item": "LUVA-M", "notes": "Em falta." })),
        _ => Reply::call("set_price", &raise(5.0)),
    }
}

/// A card that was confirmed: its action, its answer and its conversation.
async fn confirm_card(world: &World, conversation: Option<Uuid>, message: &str) -> (Uuid, Uuid, Uuid) {
    let response = match conversation {
        Some(conversation) => world.go_on(conversation, message).await,
        None => world.ask(message).await,
    };
    let action = card(&response).action_id;
    world.confirm(action).await.unwrap();
    (action, response.message_id, response.conversation_id)
}

fn states(undone: &UndoneActions) -> Vec<(Uuid, ActionUndoState)> {
    undone.parts.iter().map(|part| (part.action_id, part.state)).collect()
}

/// The same without the ids of the operations, which a dry run has none of.
fn figures(undone: &UndoneActions) -> UndoneActions {
    let mut same = undone.clone();
    for undo in same.parts.iter_mut().filter_map(|part| part.undo.as_mut()) {
        undo.operation_id = None;
    }
    same
}

fn dry(request: &UndoActions) -> UndoActions {
    UndoActions { dry_run: Some(true), ..request.clone() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_taken_back_newest_first_and_what_people_changed_stays() {
    let world = World::new(script).await;
    let before = world.prices().await;
    let (first, first_answer, conversation) = confirm_card(&world, None, RAISE).await;
    let item = world.item().await;
    let bia = Caller { actor: "bia".into(), ..Caller::local(Lang::PtBr) };
    let cell = Cell {
        id: item.id,
        version: item.version,
        field: "price".into(),
        value: json!(77),
        seen: json!(null),
    };
    let edit = EditCells { kind: None, cells: vec![cell], merge: false, catalog: None, operation_id: None };
    edit_cells(&world.app, &bia, edit).await.unwrap();
    let (second, second_answer, _) = confirm_card(&world, Some(conversation), RAISE).await;
    let raised = world.checksum().await;

    let request = GetUndoable { id: first, offset_minutes: None };
    let undoable = get_undoable(&world.app, &world.caller, request).await.unwrap();
    let counts = |undone: [u32; 4], undoable: [u32; 4]| {
        use ActionScope::{Action, Conversation, Day, Turn};
        let scopes = [Action, Turn, Conversation, Day].into_iter().zip(undoable).zip(undone);
        scopes.map(|((scope, undoable), undone)| ScopeCount { scope, undoable, undone }).collect::<Vec<_>>()
    };
    assert!(undoable.undoable && undoable.undone_by.is_none());
    assert_eq!(undoable.scopes, counts([0, 0, 0, 0], [1, 1, 2, 2]));

    let whole = all_of(ActionScope::Conversation, Some(conversation));
    let would = world.undo_all(dry(&whole)).await;
    assert_eq!(world.checksum().await, raised, "a dry run changes nothing");
    assert_eq!(states(&would), [(second, ActionUndoState::Done), (first, ActionUndoState::Partly)]);
    assert_eq!((would.actions, would.undone, would.conflict_count, would.already), (2, 19, 1, 0));
    let conflict = &would.parts[1].undo.as_ref().unwrap().conflicts[0];
    assert_eq!((conflict.record_id, conflict.changed_by.as_deref()), (item.id, Some("bia")));
    assert_eq!(would.parts[1].confirmed_by, "ana");
    // The control: looked at alone, each of the ten prices of the first was changed by the second.
    let alone = UndoOperation {
        id: first,
        record_ids: None,
        fields: None,
        scope: None,
        dry_run: Some(true),
        operation_id: None,
    };
    let alone = undo_operation(&world.app, &world.caller, alone).await.unwrap();
    assert_eq!((alone.undone, alone.conflict_count), (0, 10));

    let undone = world.undo_all(whole.clone()).await;
    assert_eq!(figures(&undone), would, "what the dry run said");
    let stays = world.prices().await.iter().zip(&before).filter(|(now, before)| now != before).count();
    assert_eq!(stays, 1);
    let kept = world.app.store().item(item.id).await.unwrap().price.unwrap().to_f64();
    assert!((kept - 77.0).abs() < 1e-9, "{kept}");
    let again = world.undo_all(whole.clone()).await;
    assert_eq!((again.actions, again.already), (0, 2));

    let redo = UndoActions { redo: Some(true), ..whole.clone() };
    let would = world.undo_all(dry(&redo)).await;
    assert_eq!(states(&would), [(first, ActionUndoState::Done), (second, ActionUndoState::Done)]);
    assert_eq!(figures(&world.undo_all(redo.clone()).await), would);
    assert_eq!(world.checksum().await, raised, "all of it is there again");
    assert_eq!(world.undo_all(redo).await.already, 2);

    let turn = world.undo_all(all_of(ActionScope::Turn, Some(second_answer))).await;
    assert_eq!(states(&turn), [(second, ActionUndoState::Done)]);
    let request = GetUndoable { id: second, offset_minutes: Some(-180) };
    let undoable = get_undoable(&world.app, &world.caller, request).await.unwrap();
    assert_eq!((undoable.undoable, undoable.undone_by.is_some()), (false, true));
    assert_eq!(undoable.scopes[..3], counts([1, 1, 1, 0], [0, 0, 1, 0])[..3]);
    let day = world.undo_all(all_of(ActionScope::Day, None)).await;
    assert_eq!(states(&day), [(second, ActionUndoState::Already), (first, ActionUndoState::Partly)]);
    assert_eq!(world.undo_all(all_of(ActionScope::Turn, Some(first_answer))).await.already, 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_is_taken_back_once_even_where_its_conversation_is_gone() {
    let world = World::new(script).await;
    let before = world.checksum().await;
    let (made, _, conversation) = confirm_card(&world, None, "cadastra a luva").await;
    let (noted, ..) =
        confirm_card(&world, Some(conversation), "anota no item LUVA-M que está em falta").await;
    let waiting = card(&world.go_on(conversation, RAISE).await).action_id;
    let request = |scope, id| undo_actions(&world.app, &world.caller, all_of(scope, Some(id)));
    assert_eq!(code(request(ActionScope::Action, waiting).await), "operation_not_undoable");
    for scope in [ActionScope::Action, ActionScope::Turn, ActionScope::Conversation] {
        assert_eq!(code(request(scope, Uuid::new_v4()).await), "not_found", "{scope:?}");
    }
    world.alter("DELETE FROM conversations WHERE id = $1", conversation).await;

    let day = all_of(ActionScope::Day, None);
    let yesterday = "1999-12-31".parse().unwrap();
    assert_eq!(world.undo_all(UndoActions { day: Some(yesterday), ..day.clone() }).await.parts, []);
    let bia = Caller { actor: "bia".into(), ..Caller::local(Lang::PtBr) };
    let hers = UndoActions { mine: Some(true), ..day.clone() };
    assert_eq!(undo_actions(&world.app, &bia, hers.clone()).await.unwrap().parts, []);
    let would = world.undo_all(dry(&hers)).await;
    assert_eq!(states(&would), [(noted, ActionUndoState::Done), (made, ActionUndoState::Done)]);
    assert_eq!((would.deleted, would.parts[0].tool.as_deref()), (1, None));

    let at_once = (0..4).map(|_| world.undo_all(day.clone()));
    let all = futures::future::join_all(at_once).await;
    assert_eq!(all.iter().map(|one| one.actions).sum::<u32>(), 2, "each once");
    assert_eq!(all.iter().map(|one| one.already).sum::<u32>(), 6);
    assert_eq!(world.count(GLOVES).await, 0);

    let redo = UndoActions { redo: Some(true), operation_id: Some(Uuid::new_v4()), ..day.clone() };
    let done = world.undo_all(redo.clone()).await;
    assert_eq!(world.undo_all(redo).await, done, "asked twice under one id");
    assert_eq!(world.count(GLOVES).await, 1);
    world.undo_all(day).await;
    world.alter("DELETE FROM catalog_items WHERE external_id = 'LUVA-M' AND id <> $1", Uuid::nil()).await;
    assert_eq!(world.checksum().await, before);
    world.close().await;
}
