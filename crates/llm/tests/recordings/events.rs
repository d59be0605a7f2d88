//! Recordings that test the reading of events alone, whole and in pieces.

use celeiro_llm::chat::sse::SseReader;
use serde_json::{Value, json};

use crate::{disguise, recording::Recording};

/// Everything in which the events differ from the expected ones.
pub fn differences(one: &Recording) -> Vec<String> {
    let pick_event = |event: &Value| json!({ "event": event["event"], "data": event["data"] });
    let expected: Vec<Value> = one.expected["events"].as_array().unwrap().iter().map(pick_event).collect();
    let mut found = Vec::new();
    let mut bodies = vec![("as it is", one.body.clone())];
    bodies.extend(disguise::framings(&one.body));
    for (what, body) in bodies {
        for piece in [1, 2, 3, 7, body.len()] {
            let got = read(&body, piece);
            if got != expected {
                found.push(format!("{what}, in pieces of {piece}: {got:?}, expected {expected:?}"));
            }
        }
    }
    found
}

fn read(body: &[u8], piece: usize) -> Vec<Value> {
    let mut reader = SseReader::default();
    let mut events = Vec::new();
    for bytes in body.chunks(piece) {
        reader
            .feed(bytes, &mut |event| events.push(json!({ "event": event.name, "data": event.data })))
            .unwrap();
    }
    events
}
