//! Many streams at once, and clients that go away.

use crate::operations::desk::{PIECES, RUST, deltas, desk};
use serde_json::{Value, json};
use uuid::Uuid;

const AT_ONCE: usize = 50;

#[test]
fn fifty_streams_at_once_lose_no_piece_and_mix_nothing_up() {
    let about = |at: usize| format!("multidao-{at}");
    let ended: Vec<Vec<(String, Value)>> = std::thread::scope(|scope| {
        let streams: Vec<_> = (0..AT_ONCE)
            .map(|at| scope.spawn(move || desk().stream(&format!("{RUST} {}", about(at))).all()))
            .collect();
        // All of them are under way before the first piece is sent.
        let count_asked = || {
            desk()
                .provider
                .received_requests()
                .iter()
                .filter(|asked| asked.user().contains("multidao-"))
                .count()
        };
        desk().server.wait_until("all are asked", || count_asked() == AT_ONCE);
        desk().crowd.open();
        streams.into_iter().map(|stream| stream.join().unwrap()).collect()
    });
    for (at, events) in ended.iter().enumerate() {
        let expected: String = (0..PIECES).map(|piece| format!("{}/{piece}, ", about(at))).collect();
        let (name, done) = events.last().unwrap();
        assert_eq!(name, "done");
        let pieces = deltas(events);
        assert_eq!(pieces.concat(), expected, "stream {at}");
        // A number waits for what follows it, and goes on with that where it comes quickly.
        assert!(pieces.len() > PIECES / 2, "pieces are not gathered: {}", pieces.len());
        assert_eq!((&done["answer"], &done["state"]), (&json!(expected), &json!("complete")), "stream {at}");
    }
}

#[test]
fn who_goes_away_in_the_middle_leaves_what_was_said() {
    let before = desk().provider.replies_left();
    let mut events = desk().stream(&format!("{RUST} pendura"));
    let (_, received) = events.next().unwrap();
    let said: String = events
        .by_ref()
        .filter(|(name, _)| name == "delta")
        .map(|(_, data)| data["text"].as_str().unwrap().to_owned())
        .take(2)
        .collect();
    drop(events);
    desk().server.wait_until("the provider sees it", || desk().provider.replies_left() > before);
    let read_answer = || desk().conversation(&received["conversationId"])["messages"][1].clone();
    desk().server.wait_until("it is stored", || read_answer()["content"].is_string());
    let stored = read_answer();
    assert_eq!((&stored["id"], &stored["state"]), (&received["messageId"], &json!("stopped")));
    assert_eq!(stored["content"], "Temos o Ferrugil [1] e ");
    assert!("Temos o Ferrugil [1] e ".starts_with(&said), "{said}");
    let trace =
        desk().server.get(&format!("/api/traces/{}", received["messageId"].as_str().unwrap())).send().json();
    assert_eq!(trace["outcome"], "stopped");
}

#[test]
fn a_turn_is_stopped_by_its_name() {
    let operation = Uuid::new_v4();
    let stop = || desk().server.ok("POST", &format!("/api/turns/{operation}/stop"), &json!({}));
    assert_eq!(stop()["stopped"], false, "it has not begun");
    let mut events = desk()
        .events(&json!({ "message": format!("{RUST} pendura"), "stream": true, "operationId": operation }));
    while events.next().unwrap().0 != "delta" {}
    assert_eq!(stop()["stopped"], true);
    let all = events.all();
    let (name, done) = all.last().unwrap();
    assert_eq!((name.as_str(), &done["state"]), ("done", &json!("stopped")));
    assert!(done["answer"].as_str().unwrap().starts_with("Temos o"), "{done}");
}
