//! Words about a write that waits.

use crate::support::{World, card, code, end_of, in_mode, last_message};
use celeiro_domain::assistant::ActionState;
use celeiro_domain::chat::{ChatRequest, MessageState};
use celeiro_tests::provider::Reply;
use serde_json::json;
use uuid::Uuid;

async fn one_item() -> (World, Uuid, Uuid) {
    let world = World::new(|asked| match last_message(asked).contains("preço para") {
        true => Reply::call("set_price", &json!({ "item": "DEMO-FUN-0002", "price": 500 })),
        false => Reply::in_pieces(&["Sim!"]),
    })
    .await;
    let response = world.ask("preço para 500 no DEMO-FUN-0002").await;
    let id = card(&response).action_id;
    (world, response.conversation_id, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_a_clear_yes_leaves_the_card_waiting() {
    let (world, conversation, id) = one_item().await;
    let before = world.checksum().await;
    for unclear in ["sim, mas só amanhã", "acho que sim", "pode ser", "não, pode mandar", "confirma depois"]
    {
        let reply = world.go_on(conversation, unclear).await;
        assert!(reply.answer.contains("certeza"), "{unclear}: {}", reply.answer);
        assert_eq!(world.action(id).await.state, ActionState::Pending, "{unclear}");
    }
    assert_eq!(world.checksum().await, before);
    let asked = world.provider.received_requests().len();
    let reply = world.go_on(conversation, "sim").await;
    assert_eq!(world.action(id).await.state, ActionState::Executed, "{}", reply.answer);
    assert_eq!(world.provider.received_requests().len(), asked, "no model reads a yes");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_rejects_and_another_matter_leaves_it_waiting() {
    let (world, conversation, id) = one_item().await;
    world.go_on(conversation, "não, deixa pra lá").await;
    assert_eq!(world.action(id).await.state, ActionState::Rejected);
    let again = world.go_on(conversation, "preço para 500 no DEMO-FUN-0002").await;
    let second = card(&again).action_id;
    let before = world.checksum().await;
    for other in
        ["ok, quero ver tudo", "quanto custa a entrega na fazenda do seu Jorge?", "tá bom demais aqui"]
    {
        let asked = world.provider.received_requests().len();
        world.go_on(conversation, other).await;
        assert!(world.provider.received_requests().len() > asked, "answered as a question: {other}");
        assert_eq!(world.action(second).await.state, ActionState::Pending, "{other}");
    }
    for late in ["sim", "não"] {
        world.go_on(conversation, late).await;
        assert_eq!(
            world.action(second).await.state,
            ActionState::Pending,
            "{late} is said to another answer"
        );
    }
    assert_eq!(world.checksum().await, before);
    world.confirm(second).await.unwrap();
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_to_what_can_no_longer_be_written_is_apologized_for() {
    let (world, conversation, id) = one_item().await;
    let change = "UPDATE catalog_items SET notes = 'mudou' WHERE external_id = 'DEMO-FUN-0002' AND $1::uuid IS NOT NULL";
    world.alter(change, id).await;
    let reply = world.go_on(conversation, "sim").await;
    // The reference's words for an action that failed.
    let apology = "Tentei registrar mas algo deu errado. Pode tentar novamente?";
    assert!(reply.answer.starts_with(apology), "{}", reply.answer);
    assert_eq!(world.action(id).await.state, ActionState::Conflict);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ta_bom_is_a_yes() {
    let (world, conversation, id) = one_item().await;
    let reply = world.go_on(conversation, "tá bom").await;
    assert_eq!(world.action(id).await.state, ActionState::Executed, "{}", reply.answer);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_made_once_more_and_a_message_elsewhere_decide_nothing() {
    let (world, conversation, first) = one_item().await;
    let yes = world.go_on(conversation, "sim").await;
    assert_eq!(world.action(first).await.state, ActionState::Executed);
    world.undo(first).await;
    let no = world.go_on(conversation, "não").await;
    let asked = world.go_on(conversation, "preço para 500 no DEMO-FUN-0002").await;
    let waiting = card(&asked).action_id;
    let before = world.checksum().await;
    let again = |message: Uuid| ChatRequest { regenerate: Some(message), ..in_mode("", None) };
    for message in [yes.user_message_id, yes.message_id, no.user_message_id] {
        world.events(again(message)).await;
        assert_eq!(world.action(waiting).await.state, ActionState::Pending, "made once more");
    }
    for (said, parent) in [("sim", yes.message_id), ("não", yes.message_id), ("sim", no.message_id)] {
        let below = ChatRequest { parent_id: Some(parent), ..in_mode(said, Some(conversation)) };
        world.events(below).await;
        assert_eq!(world.action(waiting).await.state, ActionState::Pending, "{said} on another branch");
    }
    assert_eq!(world.checksum().await, before);
    // The control: the same word directly below the card.
    let below = ChatRequest { parent_id: Some(asked.message_id), ..in_mode("sim", Some(conversation)) };
    world.events(below).await;
    assert_eq!(world.action(waiting).await.state, ActionState::Executed);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_answers_to_one_message_the_newer_card_alone_waits() {
    let (world, conversation, elsewhere) = one_item().await;
    world.go_on(conversation, "quanto custa a entrega na fazenda do seu Jorge?").await;
    let first = world.go_on(conversation, "preço para 500 no DEMO-FUN-0002").await;
    let corrected = world.go_on(conversation, "na verdade 490").await;
    let (old, replaced) = (card(&first).action_id, card(&corrected).action_id);
    let before = world.checksum().await;
    let again = ChatRequest { regenerate: Some(first.user_message_id), ..in_mode("", None) };
    let newer = card(&end_of(&world.events(again).await)).action_id;
    let state = async |id| world.action(id).await.state;
    assert_eq!(
        (state(old).await, state(replaced).await, state(newer).await),
        (ActionState::Corrected, ActionState::Superseded, ActionState::Pending)
    );
    assert_eq!(state(elsewhere).await, ActionState::Pending, "the answer to another message stays as it is");
    assert_eq!(code(world.confirm(replaced).await), "action_decided");
    assert_eq!(world.checksum().await, before);
    world.go_on(conversation, "sim").await;
    assert_eq!((state(newer).await, state(elsewhere).await), (ActionState::Executed, ActionState::Pending));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_in_one_conversation_is_none_in_another() {
    let (world, _, id) = one_item().await;
    world.ask("sim").await;
    assert_eq!(world.action(id).await.state, ActionState::Pending);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_several_cards_words_do_not_choose() {
    let (world, conversation, first) = one_item().await;
    let second = card(&world.ask("preço para 500 no DEMO-FUN-0002").await).action_id;
    // Both below one answer.
    world
        .alter(
            "UPDATE pending_actions SET (conversation_id, message_id) = \
             (SELECT conversation_id, message_id FROM pending_actions WHERE id = $1)",
            first,
        )
        .await;
    let before = world.checksum().await;
    let reply = world.go_on(conversation, "sim").await;
    assert!(reply.answer.contains("2 cartões"), "{}", reply.answer);
    assert_eq!((world.checksum().await, world.actions(Some(ActionState::Pending)).await.len()), (before, 2));
    world.confirm(second).await.unwrap();
    assert_eq!(world.action(first).await.state, ActionState::Pending, "each by itself");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_card_directly_above_is_meant_although_an_older_one_waits() {
    let (world, conversation, older) = one_item().await;
    world.go_on(conversation, "quanto custa a entrega na fazenda do seu Jorge?").await;
    let newer = card(&world.go_on(conversation, "preço para 500 no DEMO-FUN-0002").await).action_id;
    assert_eq!(world.actions(Some(ActionState::Pending)).await.len(), 2);
    let reply = world.go_on(conversation, "sim").await;
    assert_eq!(world.action(newer).await.state, ActionState::Executed, "{}", reply.answer);
    assert_eq!(world.action(older).await.state, ActionState::Pending, "it stands further up");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_failed_correction_a_yes_still_finds_the_card() {
    let (world, conversation, id) = one_item().await;
    // Its price is 496 already.
    let failed = world.go_on(conversation, "na verdade 496").await;
    assert!(failed.answer.starts_with("Tentei registrar mas algo deu errado."), "{}", failed.answer);
    assert_eq!(world.action(id).await.state, ActionState::Pending);
    let reply = world.go_on(conversation, "sim").await;
    assert_eq!(world.action(id).await.state, ActionState::Executed, "{}", reply.answer);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_cannot_ask_in_the_words_of_the_program() {
    for forged in [
        "Não tenho certeza de que isso é um sim. Responda só sim, não ou o valor certo, ou use os botões do cartão.",
        "Tentei registrar mas algo deu errado. Pode tentar novamente?",
    ] {
        let world = World::new(move |asked| match last_message(asked).contains("preço para") {
            true => Reply::call("set_price", &json!({ "item": "DEMO-FUN-0002", "price": 500 })),
            false => Reply::in_pieces(&[forged]),
        })
        .await;
        let asked = world.ask("preço para 500 no DEMO-FUN-0002").await;
        let id = card(&asked).action_id;
        let answer =
            world.go_on(asked.conversation_id, "quanto custa a entrega na fazenda do seu Jorge?").await;
        assert_eq!((answer.answer.as_str(), answer.state), (forged, MessageState::Complete));
        world.go_on(asked.conversation_id, "sim").await;
        assert_eq!(world.action(id).await.state, ActionState::Pending, "said to a model's words: {forged}");
        world.close().await;
    }
}
