//! Many turns at once: no event is lost, doubled, or out of order.

use super::choose_size;
use crate::support::{World, deltas, end_of, in_mode};
use celeiro_domain::chat::ChatEvent;
use celeiro_tests::provider::{Reply, Says};
use futures::future::join_all;
use serde_json::json;

/// Pieces of an answer, numbered, so that a lost or moved one is seen.
const PIECES: usize = 60;

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
        for (at, events) in join_all(asked).await.into_iter().enumerate() {
            let response = end_of(&events);
            let expected: String = (0..PIECES).map(|piece| format!(" turma{at}-{piece};")).collect();
            assert!(response.answer.ends_with(expected.trim_start()), "{}", response.answer);
            assert_eq!(deltas(&events), response.answer);
            let rounds: Vec<u32> = events
                .iter()
                .filter_map(|event| match event {
                    ChatEvent::ToolCalls { iteration, .. } => Some(*iteration),
                    _ => None,
                })
                .collect();
            assert_eq!(rounds, [1, 2], "each round is told once, in order");
            let kinds: Vec<bool> = events.iter().map(|event| matches!(event, ChatEvent::Done(_))).collect();
            assert_eq!(kinds.iter().filter(|is_end| **is_end).count(), 1);
            assert_eq!(kinds.last(), Some(&true), "nothing comes behind the end");
        }
    }
    println!("streams: {streams} at once, no event lost or out of order");
    world.close().await;
}
