//! A second answer, an edit, a branch, two turns at once: nothing is lost.

use crate::provider::{Gate, Provider, Reply, Says};
use crate::support::{RUST, World, eventually, message_request};
use celeiro_domain::chat::{ChatRequest, ConversationDetail, Role};
use uuid::Uuid;

/// A provider whose answers are numbered.
fn counting() -> Provider {
    Provider::start(|asked| Reply::in_pieces(&[&format!("Resposta {}.", asked.nth + 1)]))
}

fn texts(kept: &ConversationDetail) -> Vec<&str> {
    kept.messages.iter().map(|message| message.content.as_str()).collect()
}

/// The texts from the beginning to the end of the open branch.
fn open_branch(kept: &ConversationDetail) -> Vec<&str> {
    let mut at = kept.active_id;
    let mut path = Vec::new();
    while let Some(message) = at.and_then(|id| kept.messages.iter().find(|message| message.id == id)) {
        path.push(message.content.as_str());
        at = message.parent_id;
    }
    path.reverse();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_answer_stands_beside_the_first() {
    let provider = counting();
    let world = World::with_provider(&provider).await;
    let first = world.ask(RUST).await;
    let again = ChatRequest { regenerate: Some(first.user_message_id), ..ChatRequest::default() };
    let second = world.send(again).await;
    assert_eq!(
        (second.conversation_id, second.user_message_id),
        (first.conversation_id, first.user_message_id)
    );
    let kept = world.conversation(first.conversation_id).await;
    assert_eq!(texts(&kept), [RUST, "Resposta 1.", "Resposta 2."]);
    assert_eq!(open_branch(&kept), [RUST, "Resposta 2."]);
    let sent = provider.received_requests();
    assert_eq!(sent[0].user(), sent[1].user(), "the same question in the same context");
    let of_answer = ChatRequest { regenerate: Some(first.message_id), ..ChatRequest::default() };
    let third = world.send(of_answer).await;
    assert_eq!((third.user_message_id, third.answer.as_str()), (first.user_message_id, "Resposta 3."));
    for response in [first, second] {
        assert_eq!(world.trace(response.debug.trace_id).await.message_id, Some(response.message_id));
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_and_a_branch_keep_what_was_there() {
    let provider = counting();
    let world = World::with_provider(&provider).await;
    let first = world.ask(RUST).await;
    let conversation = first.conversation_id;
    let second = world.go_on(conversation, "e o mais barato?").await;
    let place = |parent| ChatRequest {
        conversation_id: Some(conversation),
        parent_id: parent,
        ..ChatRequest::default()
    };
    let edited = ChatRequest { message: "e o mais caro?".into(), ..place(Some(first.message_id)) };
    world.send(edited).await;
    let kept = world.conversation(conversation).await;
    assert_eq!(open_branch(&kept), [RUST, "Resposta 1.", "e o mais caro?", "Resposta 3."]);
    let asked = provider.received_requests()[2].user();
    assert!(
        !asked.contains("barato") && asked.contains("Resposta 1."),
        "the other branch is not told: {asked}"
    );

    let beginning = ChatRequest { message: "herbicida para milho".into(), from_start: true, ..place(None) };
    world.send(beginning).await;
    let asked = provider.received_requests()[3].user();
    assert!(!asked.contains("Histórico"), "a new beginning has no past: {asked}");
    let branch = ChatRequest { message: "e o mais caro?".into(), ..place(Some(second.message_id)) };
    world.send(branch).await;
    let kept = world.conversation(conversation).await;
    let all = [
        RUST,
        "Resposta 1.",
        "e o mais barato?",
        "Resposta 2.",
        "e o mais caro?",
        "Resposta 3.",
        "herbicida para milho",
        "Resposta 4.",
        "e o mais caro?",
        "Resposta 5.",
    ];
    assert_eq!(texts(&kept), all);
    assert_eq!(kept.messages.iter().filter(|message| message.parent_id.is_none()).count(), 2);
    assert_eq!(
        open_branch(&kept),
        [RUST, "Resposta 1.", "e o mais barato?", "Resposta 2.", "e o mais caro?", "Resposta 5."]
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_operation_is_one_turn() {
    let provider = counting();
    let world = World::with_provider(&provider).await;
    let request = ChatRequest { operation_id: Some(Uuid::new_v4()), ..message_request(RUST) };
    let first = world.send(request.clone()).await;
    let second = world.send(request.clone()).await;
    assert_eq!((second.message_id, &second.answer), (first.message_id, &first.answer), "it is told again");
    assert_eq!((second.debug.trace_id, second.sources.len()), (first.debug.trace_id, first.sources.len()));
    assert_eq!(provider.received_requests().len(), 1);
    assert_eq!(world.conversation(first.conversation_id).await.messages.len(), 2);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_under_way_is_not_begun_again() {
    let gate = Gate::default();
    let waiting = gate.clone();
    let provider = Provider::start(move |_| {
        Reply::Says(Says { gate: Some((0, waiting.clone())), ..Says::new(&["Sim."]) })
    });
    let world = World::with_provider(&provider).await;
    let request = ChatRequest { operation_id: Some(Uuid::new_v4()), ..message_request(RUST) };
    let turn = world.begin(request.clone()).await;
    let refused = celeiro_app::chat::begin(&world.app, &world.caller, request).await.err().unwrap();
    assert_eq!(refused.code().as_str(), "turn_under_way");
    gate.open();
    assert_eq!(turn.finish().await.unwrap().answer, "Sim.");
    assert_eq!(provider.received_requests().len(), 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_turns_at_once_in_one_conversation_are_both_kept() {
    let gate = Gate::default();
    let waiting = gate.clone();
    let provider = Provider::start(move |asked| {
        let about = if asked.user().contains("usuário: herbicida") { "Herbicida." } else { "Fungicida." };
        let gate = (asked.nth > 0).then(|| (0, waiting.clone()));
        Reply::Says(Says { gate, ..Says::new(&[about]) })
    });
    let world = World::with_provider(&provider).await;
    let conversation = world.ask(RUST).await.conversation_id;
    let request =
        |message: &str| ChatRequest { conversation_id: Some(conversation), ..message_request(message) };
    let one = world.begin(request("fungicida para milho")).await;
    let two = world.begin(request("herbicida para milho")).await;
    eventually("both are asked", || provider.received_requests().len() == 3).await;
    gate.open();
    let (one, two) = tokio::join!(one.finish(), two.finish());
    assert_eq!((one.unwrap().answer.as_str(), two.unwrap().answer.as_str()), ("Fungicida.", "Herbicida."));
    let kept = world.conversation(conversation).await;
    assert_eq!(kept.messages.len(), 6);
    for (question, answer) in [("fungicida para milho", "Fungicida."), ("herbicida para milho", "Herbicida.")]
    {
        let asked = kept.messages.iter().find(|message| message.content == question).unwrap();
        let answers: Vec<&str> = kept
            .messages
            .iter()
            .filter(|message| message.parent_id == Some(asked.id) && message.role == Role::Assistant)
            .map(|message| message.content.as_str())
            .collect();
        assert_eq!(answers, [answer], "each answer stands under its question");
    }
    assert_eq!(*open_branch(&kept).last().unwrap(), "Herbicida.", "the one that began last is open");
    world.close().await;
}
