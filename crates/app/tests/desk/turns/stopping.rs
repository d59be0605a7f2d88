//! Turns that a person stops.

use crate::provider::{Provider, Purpose, Reply, Says, Tail};
use crate::support::{RUST, World, events, eventually, first_words, message_request};
use celeiro_app::chat::conversations::{StopTurn, stop_turn};
use celeiro_domain::chat::{ChatEvent, ChatRequest, ChatResponse, MessageState, TraceOutcome};
use uuid::Uuid;

/// A provider that begins to answer and then hangs.
fn hanging() -> Provider {
    Provider::start(|asked| match asked.purpose {
        Purpose::Classify => Reply::Silence,
        _ => Reply::Says(Says { tail: Tail::Hang, ..Says::new(&["Temos o Azocipra [1] e "]) }),
    })
}

async fn assert_kept(world: &World, response: &ChatResponse, answer: &str) {
    assert_eq!((response.state, response.answer.as_str()), (MessageState::Stopped, answer));
    let kept = world.conversation(response.conversation_id).await;
    assert_eq!((kept.messages[1].content.as_str(), kept.messages[1].state), (answer, MessageState::Stopped));
    assert_eq!(world.trace(response.debug.trace_id).await.outcome, TraceOutcome::Stopped);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_until_the_stop_is_kept_with_its_trace() {
    let provider = hanging();
    let world = World::with_provider(&provider).await;
    let mut turn = world.begin(message_request(RUST)).await;
    first_words(&mut turn).await;
    turn.stop();
    let all = events(turn).await;
    let Some(ChatEvent::Done(response)) = all.last() else { panic!("{all:?}") };
    assert_kept(&world, response, "Temos o Azocipra [1] e ").await;
    assert!(response.sources[0].cited);
    assert_eq!(response.debug.llm_calls[0].error.as_deref(), Some("stopped"));
    eventually("the provider sees it", || provider.replies_left() == 1).await;
    assert_eq!(provider.received_requests().len(), 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_stopped_by_the_name_its_client_gave_it() {
    let provider = hanging();
    let world = World::with_provider(&provider).await;
    let operation_id = Uuid::new_v4();
    let mut turn =
        world.begin(ChatRequest { operation_id: Some(operation_id), ..message_request(RUST) }).await;
    first_words(&mut turn).await;
    let stop = || stop_turn(&world.app, &world.caller, StopTurn { operation_id });
    assert!(stop().await.unwrap().stopped);
    let all = events(turn).await;
    let Some(ChatEvent::Done(response)) = all.last() else { panic!("{all:?}") };
    assert_kept(&world, response, "Temos o Azocipra [1] e ").await;
    eventually("it is over", || provider.replies_left() == 1).await;
    assert!(!stop().await.unwrap().stopped, "it is over");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_away_stops_the_turn() {
    let provider = hanging();
    let world = World::with_provider(&provider).await;
    let operation_id = Some(Uuid::new_v4());
    let request = ChatRequest { operation_id, ..message_request(RUST) };
    let mut turn = world.begin(request.clone()).await;
    first_words(&mut turn).await;
    drop(turn);
    eventually("the provider sees it", || provider.replies_left() == 1).await;
    // Asked again under the same name, the stored end is told as soon as it is stored.
    let response = loop {
        match celeiro_app::chat::begin(&world.app, &world.caller, request.clone()).await {
            Ok(turn) => break turn.finish().await.unwrap(),
            Err(error) => assert_eq!(error.code().as_str(), "turn_under_way"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    };
    assert_kept(&world, &response, "Temos o Azocipra [1] e ").await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_stopped_while_it_is_classified_says_nothing_and_asks_nobody() {
    let provider = hanging();
    let world = World::with_provider(&provider).await;
    let mut turn = world.begin(message_request("quanto custa o Azocipra?")).await;
    assert!(matches!(turn.next().await, Some(ChatEvent::Step { .. })));
    eventually("the classifier is asked", || provider.received_requests().len() == 1).await;
    turn.stop();
    let all = events(turn).await;
    let Some(ChatEvent::Done(response)) = all.last() else { panic!("{all:?}") };
    assert_kept(&world, response, "").await;
    assert_eq!(provider.asked_for(Purpose::Answer).len(), 0);
    eventually("the provider sees it", || provider.replies_left() == 1).await;
    world.close().await;
}
