//! Several writes of one round: one card, confirmed, corrected and undone as one.

use crate::support::{World, card, code, raise};
use celeiro_domain::assistant::ActionState;
use celeiro_domain::assistant::origin::OriginKind;
use celeiro_domain::chat::ChatResponse;
use celeiro_tests::provider::{Reply, Says};
use serde_json::{Value, json};

const ASKED: &str = "põe 500 no Azocipra, anota Em falta nele e cadastra a pergunta Abre sábado?";

/// The answers to the question that the card creates.
const FAQS: &str = "SELECT count(*) FROM faqs WHERE question = 'Abre sábado?' AND deleted_at IS NULL";

fn calls(all: &[(&str, Value)]) -> Reply {
    let says = all.iter().enumerate().fold(Says::new(&[]), |says, (at, (tool, arguments))| {
        says.and_call(&format!("c-{at}"), tool, &arguments.to_string())
    });
    Reply::Says(says)
}

fn price(amount: u32) -> (&'static str, Value) {
    ("set_price", json!({ "item": "DEMO-FUN-0002", "price": amount }))
}

fn note() -> (&'static str, Value) {
    ("update_item", json!({ "item": "DEMO-FUN-0002", "notes": "Em falta" }))
}

fn question() -> (&'static str, Value) {
    ("create_faq", json!({ "question": "Abre sábado?", "answer": "Sim." }))
}

async fn world_of(all: Vec<(&'static str, Value)>) -> (World, ChatResponse) {
    let world = World::new(move |_| calls(&all)).await;
    let response = world.ask(ASKED).await;
    (world, response)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_writes_of_a_round_are_one_card_that_runs_and_is_undone_as_one() {
    let (world, response) = world_of(vec![price(500), note(), question()]).await;
    let before = world.checksum().await;
    let pending = card(&response);
    assert_eq!(pending.tool, "several_writes");
    assert_eq!(pending.arguments["writes"].as_array().unwrap().len(), 3);
    let writes: Vec<_> =
        pending.card.writes.iter().map(|write| (write.tool.as_str(), write.changed)).collect();
    assert_eq!(writes, [("set_price", 1), ("update_item", 1), ("create_faq", 1)]);
    assert_eq!((pending.card.changed, pending.card.button_only), (3, false));
    let told: Vec<_> = pending
        .card
        .arguments
        .iter()
        .map(|argument| (argument.write, argument.name.as_str(), argument.origin.kind))
        .collect();
    assert_eq!(
        told,
        [
            (0, "item", OriginKind::Person),
            (0, "price", OriginKind::Person),
            (1, "item", OriginKind::Person),
            (1, "notes", OriginKind::Person),
            (2, "question", OriginKind::Person),
            (2, "answer", OriginKind::Model),
        ]
    );
    let changes: Vec<_> =
        pending.card.changes.iter().map(|change| (change.write, change.field.as_str())).collect();
    assert!(
        changes.starts_with(&[(0, "price"), (1, "notes")]) && changes.last().unwrap().0 == 2,
        "{changes:?}"
    );
    assert_eq!(world.action(pending.action_id).await.card, pending.card, "the stored card is the shown one");

    let all = futures::future::join_all((0..6).map(|_| world.confirm(pending.action_id))).await;
    assert_eq!(all.iter().filter(|one| one.is_ok()).count(), 1, "two windows: once");
    assert_eq!(world.count(FAQS).await, 1);
    let changed = world
        .count("SELECT count(*) FROM catalog_items WHERE external_id = 'DEMO-FUN-0002' AND price = 500 AND notes = 'Em falta'")
        .await;
    assert_eq!(changed, 1, "two writes of one record, of different fields");
    let operations = world.count("SELECT count(*) FROM operations WHERE kind = 'assistant-action'").await;
    assert_eq!(operations, 1);
    let after = world.checksum().await;

    let undone = world.undo(pending.action_id).await;
    assert_eq!((undone.undone, undone.deleted, undone.conflict_count), (2, 1, 0));
    assert_eq!(world.count(FAQS).await, 0);
    world.undo(undone.operation_id.unwrap()).await;
    assert_eq!(world.checksum().await, after, "the undo is undone");
    world.undo(pending.action_id).await;
    world.alter("DELETE FROM faqs WHERE question = 'Abre sábado?' AND id <> $1", uuid::Uuid::nil()).await;
    assert_eq!(world.checksum().await, before);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_one_write_cannot_be_none_is_and_what_is_left_out_stays_undone() {
    let taken = ("create_item", json!({ "name": "Cópia", "external_id": "DEMO-FUN-0001" }));
    let (world, response) = world_of(vec![price(500), taken, question()]).await;
    let id = card(&response).action_id;
    let before = world.checksum().await;
    assert_eq!(code(world.confirm(id).await), "duplicate_external_id");
    assert_eq!((world.checksum().await, world.action(id).await.state), (before, ActionState::Pending));
    for wrong in [&[0, 1, 2][..], &[3], &[1, 7]] {
        assert_eq!(code(world.confirm_without(id, wrong).await), "action_invalid", "{wrong:?}");
    }
    let done = world.confirm_without(id, &[1, 1]).await.unwrap();
    assert_eq!((done.state, done.left_out.as_slice()), (ActionState::Executed, &[1][..]));
    assert_eq!(world.count(FAQS).await, 1);
    assert_eq!(world.count("SELECT count(*) FROM catalog_items WHERE name = 'Cópia'").await, 0);
    assert_eq!(code(world.confirm(id).await), "action_decided", "what was left out does not run later");
    let undone = world.undo(id).await;
    assert_eq!((undone.undone, undone.deleted), (2, 1));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_target_that_changed_or_a_row_that_was_altered_keeps_all_of_it_from_running() {
    let alterations = [
        "UPDATE catalog_items SET notes = 'mudou' WHERE external_id = 'DEMO-FUN-0002' AND $1::uuid IS NOT NULL",
        "UPDATE pending_actions SET plan = jsonb_set(plan, '{writes,1,draft,answer}', '\"Não.\"') WHERE id = $1",
        "UPDATE pending_actions SET plan = jsonb_set(plan, '{writes}', (plan -> 'writes') - 1) WHERE id = $1",
        "UPDATE pending_actions SET card = jsonb_set(card, '{writes}', (card -> 'writes') - 1) WHERE id = $1",
        "UPDATE pending_actions SET card = jsonb_set(card, '{proposedBy}', '\"o dono\"') WHERE id = $1",
    ];
    let (world, _) = world_of(vec![price(500), question()]).await;
    for alteration in alterations {
        let id = card(&world.ask(ASKED).await).action_id;
        world.alter(alteration, id).await;
        let before = world.checksum().await;
        assert_eq!(code(world.confirm(id).await), "action_conflict", "{alteration}");
        assert_eq!(world.checksum().await, before, "{alteration}");
    }
    // The control: unaltered, the same card runs.
    let id = card(&world.ask(ASKED).await).action_id;
    assert_eq!(world.confirm(id).await.unwrap().state, ActionState::Executed);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_writes_is_corrected_and_the_others_stay() {
    let (world, response) = world_of(vec![price(500), question()]).await;
    let first = card(&response);
    let before = world.checksum().await;
    for (write, arguments) in [
        (None, json!({ "price": 510 })),
        (Some(2), json!({ "price": 510 })),
        (Some(1), json!({ "price": 510 })),
        (Some(0), json!({ "price": -1 })),
    ] {
        let refused = world.correct_write(first.action_id, write, arguments.clone()).await;
        assert_eq!(code(refused), "action_invalid", "{write:?} {arguments}");
    }
    let second = world.correct_write(first.action_id, Some(0), json!({ "price": 510 })).await.unwrap();
    assert_eq!(second.arguments["writes"][0]["arguments"]["price"], json!(510));
    assert_eq!(second.arguments["writes"][1], first.arguments["writes"][1]);
    let answer = second.card.arguments.iter().find(|argument| argument.name == "answer").unwrap();
    assert_eq!((answer.write, answer.origin.kind), (1, OriginKind::Model), "its origin stays");
    assert_eq!(world.action(first.action_id).await.corrected_by, Some(second.id));
    assert_eq!(world.checksum().await, before, "a correction writes nothing");

    let third = world.go_on(response.conversation_id, "na verdade 520").await;
    let third = card(&third);
    assert_eq!(third.arguments["writes"][0]["arguments"]["price"], json!(520));
    let yes = world.go_on(response.conversation_id, "pode mandar").await;
    assert_eq!(world.action(third.action_id).await.state, ActionState::Executed, "{}", yes.answer);
    assert_eq!(world.count(FAQS).await, 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_amount_that_fits_two_writes_is_asked_about_and_a_no_rejects_all() {
    let other = ("set_price", json!({ "item": "DEMO-FUN-0003", "price": 90 }));
    let (world, response) = world_of(vec![price(500), other]).await;
    let id = card(&response).action_id;
    let before = world.checksum().await;
    let reply = world.go_on(response.conversation_id, "na verdade 520").await;
    assert!(reply.answer.contains("mais de uma mudança"), "{}", reply.answer);
    assert_eq!(world.action(id).await.state, ActionState::Pending);
    world.go_on(response.conversation_id, "não, deixa pra lá").await;
    assert_eq!((world.action(id).await.state, world.checksum().await), (ActionState::Rejected, before));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_writes_of_one_field_do_not_share_a_card_and_a_selection_of_the_model_takes_the_button() {
    let (world, response) =
        world_of(vec![price(500), price(510), ("set_price", raise(5.0)), question()]).await;
    let outcomes: Vec<_> =
        response.debug.rounds[0].results.iter().map(|result| result.outcome.as_str()).collect();
    assert_eq!(outcomes, ["pending", "action_invalid", "pending", "pending"]);
    assert!(response.answer.contains("1 mudança pedida não está no cartão"), "{}", response.answer);
    let pending = card(&response);
    assert_eq!((pending.card.writes.len(), pending.card.changed), (3, 12));
    assert!(pending.card.button_only, "one of them changes a selection that the person did not name");
    let before = world.checksum().await;
    let yes = world.go_on(response.conversation_id, "sim").await;
    assert!(yes.answer.contains("botão"), "{}", yes.answer);
    assert_eq!(world.checksum().await, before);
    let done = world.confirm_without(pending.action_id, &[1]).await.unwrap();
    let records: i64 =
        world.count("SELECT records::bigint FROM operations WHERE kind = 'assistant-action'").await;
    assert_eq!((done.left_out, records), (vec![1], 2));
    world.close().await;
}
