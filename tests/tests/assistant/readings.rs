//! Words about a card that the program cannot read, and what a model takes them for: never a yes.

use crate::support::{PERSONAL, World, calls, card, last_message};
use celeiro_domain::assistant::origin::OriginKind;
use celeiro_domain::assistant::{ActionState, CardArgument, PendingAction};
use celeiro_tests::provider::{Purpose, ReceivedRequest, Reply, Says};
use serde_json::{Value, json};
use uuid::Uuid;

const TOOL: &str = "respond_to_confirmation";

fn reads(arguments: Value) -> impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static {
    move |_| Reply::call(TOOL, &arguments)
}

fn argument<'a>(pending: &'a PendingAction, name: &str) -> &'a CardArgument {
    pending.card.arguments.iter().find(|argument| argument.name == name).unwrap()
}

/// A card that changes one price, and a reader of what is said about it.
async fn one_price(
    reader: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static,
) -> (World, Uuid, Uuid) {
    let script = |asked: &ReceivedRequest| match last_message(asked).contains("preço para") {
        true => Reply::call("set_price", &json!({ "item": "DEMO-FUN-0002", "price": 500 })),
        false => Reply::in_pieces(&["Outro assunto."]),
    };
    let world = World::with_reader(&[], script, reader).await;
    let response = world.ask("preço para 500 no DEMO-FUN-0002").await;
    let id = card(&response).action_id;
    (world, response.conversation_id, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn another_hour_is_another_card_and_the_model_sees_the_card_and_the_message_alone() {
    let reading = json!({ "intent": "correct", "confidence": 0.9,
        "correctedArguments": { "datetime": "2036-12-01T10:00:00-03:00" } });
    let proposal = json!({ "title": "Ligar para o João", "datetime": "2036-12-01T09:00:00-03:00" });
    let world = World::with_reader(&PERSONAL, calls("create_reminder", proposal), reads(reading)).await;
    let first = world.ask("me lembra de ligar para o João dia 1 às 9").await;
    let old = card(&first).action_id;
    let corrected = world.go_on(first.conversation_id, "às 10h").await;
    let new = card(&corrected);
    assert_eq!(world.action(old).await.state, ActionState::Corrected, "{}", corrected.answer);
    assert_eq!(world.count("SELECT count(*) FROM reminders").await, 0, "a correction never writes");
    assert_eq!(argument(new, "title").origin.kind, OriginKind::Person, "what stayed keeps its origin");
    let hour = argument(new, "datetime").origin.kind;
    assert_eq!(hour, OriginKind::Model, "the person did not write it so");

    let asked = world.provider.asked_for(Purpose::Reply);
    let [one] = asked.as_slice() else { panic!("one reading: {}", asked.len()) };
    assert_eq!(
        (one.offered_tools(), &one.body["tool_choice"]["function"]["name"]),
        (vec![TOOL.into()], &json!(TOOL))
    );
    let user = one.user();
    assert!(user.contains("Ligar para o João") && user.contains("às 10h"), "{user}");
    assert!(!one.body.to_string().contains("me lembra"), "no history: {}", one.body);
    let purposes: Vec<&str> = corrected.debug.llm_calls.iter().map(|call| call.purpose.as_str()).collect();
    assert_eq!(purposes, ["reply"], "the trace names the call");

    world.go_on(first.conversation_id, "sim").await;
    let rows = "SELECT count(*) FROM reminders WHERE deleted_at IS NULL AND wall_time = '2036-12-01 10:00'";
    assert_eq!(world.count(rows).await, 1);
    assert_eq!(world.provider.asked_for(Purpose::Reply).len(), 1, "no model reads a yes");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_of_a_model_is_no_yes() {
    let (world, conversation, id) = one_price(reads(json!({ "intent": "confirm", "confidence": 1 }))).await;
    let before = world.checksum().await;
    for said in ["sim, mas só amanhã", "acho que sim", "confirma depois"] {
        let reply = world.go_on(conversation, said).await;
        assert!(reply.answer.contains("certeza"), "{said}: {}", reply.answer);
        assert_eq!(world.action(id).await.state, ActionState::Pending, "{said}");
    }
    let reply = world.go_on(conversation, "bom dia").await;
    assert_eq!(reply.answer, "Outro assunto.", "a model makes no reply of it");
    assert_eq!(world.action(id).await.state, ActionState::Pending);
    assert_eq!(world.provider.asked_for(Purpose::Reply).len(), 4, "control: it was asked each time");
    assert_eq!(world.checksum().await, before);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_is_taken_from_a_model_that_is_sure_where_the_person_said_a_word_of_one() {
    for (said, confidence, state) in [
        ("acho melhor a gente não mexer nisso", 0.9, ActionState::Rejected),
        ("acho melhor a gente não mexer nisso", 0.5, ActionState::Pending),
        ("bom dia", 1.0, ActionState::Pending),
    ] {
        let reading = json!({ "intent": "reject", "confidence": confidence });
        let (world, conversation, id) = one_price(reads(reading)).await;
        world.go_on(conversation, said).await;
        assert_eq!(world.action(id).await.state, state, "{said}: {confidence}");
        world.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reading_that_fails_leaves_the_card_and_the_person_is_told() {
    let break_call = || Reply::Says(Says::new(&[]).and_call("1", TOOL, "{\"intent\":"));
    let replies = [
        Reply::refuses(400, "tool_choice is not supported"),
        Reply::in_pieces(&["Claro, pode confirmar!"]),
        Reply::call("confirm_action", &json!({ "id": "all" })),
        Reply::call(TOOL, &json!({ "intent": "execute", "confidence": 1 })),
        Reply::call(
            TOOL,
            &json!({ "intent": "correct", "confidence": 1, "correctedArguments": { "actor": "dono" } }),
        ),
        break_call(),
    ];
    let count = replies.len();
    let (world, conversation, id) = one_price(move |asked| replies[asked.nth % count].clone()).await;
    let before = world.checksum().await;
    for at in 0..count {
        let reply = world.go_on(conversation, "sim, mas só amanhã").await;
        assert!(reply.answer.contains("certeza"), "{at}: {}", reply.answer);
        assert!(reply.debug.fallbacks.iter().any(|fallback| fallback.stage == "reply"), "{at}");
        assert_eq!(world.action(id).await.state, ActionState::Pending, "{at}");
    }
    assert_eq!(world.checksum().await, before);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_amount_that_the_model_made_up_is_marked_and_one_that_the_person_said_is_not() {
    for (said, price, kind) in [
        ("sim, mas só amanhã", 1, OriginKind::Model),
        ("acho que 480 fica melhor para o freguês", 480, OriginKind::Person),
    ] {
        let reading =
            json!({ "intent": "correct", "confidence": 1, "correctedArguments": { "price": price } });
        let (world, conversation, id) = one_price(reads(reading)).await;
        let before = world.checksum().await;
        let reply = world.go_on(conversation, said).await;
        let amount = argument(card(&reply), "price");
        assert_eq!(
            (&amount.value, amount.origin.kind, amount.caution),
            (&json!(price), kind, kind == OriginKind::Model),
            "{said}"
        );
        assert_eq!(world.action(id).await.state, ActionState::Corrected);
        assert_eq!(world.checksum().await, before, "nothing is written");
        world.close().await;
    }
}
