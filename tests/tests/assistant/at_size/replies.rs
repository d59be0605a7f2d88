//! Replies to a card, beside a model that takes everything for a yes.

use super::choose_size;
use crate::support::{World, card};
use celeiro_domain::assistant::ActionState;
use celeiro_tests::provider::Reply;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

/// What a reply means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Yes,
    No,
    /// Doubts, conditions, questions, other matters, words about others.
    Neither,
}

/// The replies of `tests/eval/replies`.
fn list_replies() -> Vec<(Meaning, &'static str)> {
    let lines = include_str!("../../../eval/replies/own.tsv").lines();
    let read = |line: &'static str| match line.split_once('\t') {
        Some(("yes", said)) => (Meaning::Yes, said),
        Some(("no", said)) => (Meaning::No, said),
        Some(("neither", said)) => (Meaning::Neither, said),
        _ => panic!("no reply: {line}"),
    };
    lines.map(read).collect()
}

/// A model that would confirm whatever it is given, also where it is asked what a reply means.
fn eager(asked: &celeiro_tests::provider::ReceivedRequest) -> Reply {
    match asked.user().contains("preço para") {
        true => Reply::call("set_price", &json!({ "item": "DEMO-FUN-0002", "price": 500 })),
        false => Reply::call("respond_to_confirmation", &json!({ "intent": "confirm", "confidence": 1 })),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_runs_but_the_live_card_and_that_on_a_yes_alone() {
    let world = World::with_reader(&[], eager, eager).await;
    let before = world.checksum().await;
    let mut rng = ChaCha8Rng::seed_from_u64(16);
    let all = list_replies();
    let every = (all.len() / choose_size(40, all.len())).max(1);
    let (mut yes, mut confirmed, mut others) = (0, 0, 0);
    for (meaning, said) in all.into_iter().step_by(every) {
        let said = match rng.random_range(0..4) {
            0 => said.to_uppercase(),
            1 => format!("  {said} "),
            2 => format!("{said}."),
            _ => said.to_owned(),
        };
        let response = world.ask("preço para 500 no DEMO-FUN-0002").await;
        let id = card(&response).action_id;
        world.go_on(response.conversation_id, &said).await;
        let has_run = world.action(id).await.state == ActionState::Executed;
        assert!(!has_run || meaning == Meaning::Yes, "«{said}» confirmed");
        yes += usize::from(meaning == Meaning::Yes);
        confirmed += usize::from(has_run);
        others += usize::from(meaning != Meaning::Yes);
        if has_run {
            world.undo(id).await;
        }
        assert_eq!(world.checksum().await, before, "«{said}»: nothing else changed");
    }
    println!("words: {confirmed} of {yes} clear yeses ran their card; {others} noes and others ran none");
    // A yes that is not understood costs a click; a program that understands none would pass all the rest.
    assert!(confirmed * 10 >= yes * 8, "control: {confirmed} of {yes} yeses ran");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_with_nothing_waiting_runs_nothing_however_often() {
    let world = World::with_reader(&[], eager, eager).await;
    let before = world.checksum().await;
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let count = choose_size(40, 1_000);
    let mut conversation = None;
    let replies = list_replies();
    let yeses: Vec<&str> =
        replies.iter().filter(|(meaning, _)| *meaning == Meaning::Yes).map(|(_, said)| *said).collect();
    for at in 0..count {
        let said = *yeses.choose(&mut rng).unwrap();
        let response = match conversation.filter(|_| at % 5 != 0) {
            Some(conversation) => world.go_on(conversation, said).await,
            None => world.ask(said).await,
        };
        conversation = Some(response.conversation_id);
        assert!(response.pending.is_empty(), "«{said}»");
    }
    assert_eq!((world.checksum().await, world.actions(None).await.len()), (before, 0));
    println!("words: {count} yeses with nothing waiting, 0 writes");
    world.close().await;
}
