//! Many turns at once: no event is lost, doubled, or out of order.

use super::choose_size;
use crate::support::{World, deltas, in_mode};
use celeiro_domain::chat::ChatEvent;
use celeiro_tests::provider::{Reply, Says};
use futures::future::join_all;
use serde_json::json;

/// Pieces of an answer, numbered, so that a lost or moved one is seen.
const PIECES: usize = 60;

/// What is wrong with the events of the turn that asked in the name of `turma{at}`.
fn find_fault(at: usize, events: &[ChatEvent]) -> Option<&'static str> {
    let Some(ChatEvent::Done(response)) = events.last() else { return Some("the end is not the last") };
    let expected: String = (0..PIECES).map(|piece| format!(" turma{at}-{piece};")).collect();
    if !response.answer.ends_with(expected.trim_start()) {
        return Some("the answer is another one");
    }
    if deltas(events) != response.answer {
        return Some("what was streamed is not the answer");
    }
    let rounds: Vec<u32> = events
        .iter()
        .filter_map(|event| match event {
            ChatEvent::ToolCalls { iteration, .. } => Some(*iteration),
            _ => None,
        })
        .collect();
    if rounds != [1, 2] {
        return Some("a round is not told once and in order");
    }
    let ends = events.iter().filter(|event| matches!(event, ChatEvent::Done(_))).count();
    (ends != 1).then_some("it ends twice")
}

/// The control: events of a whole turn of which one is lost, doubled, moved, or another turn's.
fn break_events(events: &[ChatEvent]) {
    assert_eq!(find_fault(0, events), None);
    let is_delta = |event: &ChatEvent| matches!(event, ChatEvent::Delta { .. });
    let place = events.iter().rposition(is_delta).unwrap();
    let round = events.iter().position(|event| matches!(event, ChatEvent::ToolCalls { .. })).unwrap();
    let end = events.len() - 1;
    for broken in [place, round, end] {
        let (mut lost, mut doubled) = (events.to_vec(), events.to_vec());
        lost.remove(broken);
        doubled.insert(broken, events[broken].clone());
        assert!(find_fault(0, &lost).is_some(), "{broken} is lost");
        assert!(find_fault(0, &doubled).is_some(), "{broken} is doubled");
    }
    let mut moved = events.to_vec();
    let first = events.iter().position(is_delta).unwrap();
    moved.swap(first, place);
    assert!(find_fault(0, &moved).is_some(), "two are in each other's place");
    assert!(find_fault(1, events).is_some(), "they are another turn's");
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_streams_at_once_lose_no_event() {
    let world = World::new(|asked| match asked.tool_results().len() {
        0 => Reply::call("catalog_search", &json!({ "vector_query": "herbicida" })),
        1 => Reply::Says(Says::new(&["Vou abrir um deles."]).and_call(
            "second",
            "get_item",
            "{\"item\":\"DEMO-FUN-0002\"}",
        )),
        _ => {
            let who = asked.user().rsplit(' ').next().unwrap_or_default().to_owned();
            let pieces: Vec<String> = (0..PIECES).map(|at| format!(" {who}-{at};")).collect();
            Reply::in_pieces(&pieces.iter().map(String::as_str).collect::<Vec<_>>())
        }
    })
    .await;
    let streams = choose_size(50, 50);
    for _ in 0..choose_size(1, 10) {
        let asked = (0..streams).map(|at| world.events(in_mode(&format!("quero herbicida turma{at}"), None)));
        let all = join_all(asked).await;
        for (at, events) in all.iter().enumerate() {
            assert_eq!(find_fault(at, events), None, "turma{at}: {events:?}");
        }
        break_events(&all[0]);
    }
    println!("streams: {streams} at once, no event lost or out of order; each of eight faults is noticed");
    world.close().await;
}
