//! What model providers really sent, held against what the client makes of it: 491 recorded
//! bodies, each in every disguise that must change nothing and in every cut that must not pass for
//! an answer.
//!
//! The recordings belong to others and lie beside the project (`../shared/wire`, or the folder
//! that `CELEIRO_RECORDINGS` names). Where they are missing these tests say so and pass; under
//! `CI`, or with `CELEIRO_REQUIRE_RECORDINGS`, that is a failure. The project's own fixtures
//! (`fixtures.rs`) run everywhere.

#![allow(clippy::unwrap_used)] // Helpers of tests may fail a test.

mod compare;
mod disguise;
mod events;
mod fixtures;
mod recording;

use celeiro_llm::chat::replay::{ReplayedAnswer, StreamReplay, replay_answer};
use recording::Recording;
use serde_json::Value;

/// Runs `check` over every recording on all processors and fails with everything it found.
fn over_all(check: impl Fn(&Recording) -> Vec<String> + Sync) {
    let Some(all) = recording::all() else { return };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let found: Vec<String> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers)
            .map(|worker| {
                let (all, check) = (&all, &check);
                scope.spawn(move || {
                    let mine = all.iter().skip(worker).step_by(workers);
                    mine.flat_map(|one| {
                        check(one).into_iter().map(move |what| format!("{}: {what}", one.name))
                    })
                    .collect::<Vec<_>>()
                })
            })
            .collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found.join("\n"));
}

fn over_streams(check: impl Fn(&Recording) -> Vec<String> + Sync) {
    over_all(|one| if one.is_stream() && !one.is_events() { check(one) } else { Vec::new() });
}

fn read(one: &Recording, body: &[u8]) -> ReplayedAnswer {
    replay_answer(one.vendor, body, one.status, &one.headers, one.is_stream())
}

/// The outcome without what the framing says (events and comments may be added).
fn outcome(replayed: &ReplayedAnswer) -> Value {
    let mut value = serde_json::to_value(replayed).unwrap();
    for name in ["events", "comments"] {
        value.as_object_mut().unwrap().remove(name);
    }
    value
}

fn same(what: &str, expected: &Value, got: &ReplayedAnswer) -> Vec<String> {
    let got = outcome(got);
    if got == *expected { Vec::new() } else { vec![format!("{what} changes it from {expected} to {got}")] }
}

#[test]
fn every_recording_is_read_as_it_is_meant() {
    over_all(|one| {
        if one.is_events() {
            events::differences(one)
        } else {
            compare::differences(one, &read(one, &one.body))
        }
    });
}

#[test]
fn no_disguise_changes_the_outcome() {
    over_streams(|one| {
        let expected = outcome(&read(one, &one.body));
        let mut found = same("its own end", &expected, &in_pieces(one, &one.body, 1));
        for piece in [2, 3, 7, 64] {
            found.extend(same(
                &format!("in pieces of {piece}"),
                &expected,
                &in_pieces(one, &one.body, piece),
            ));
        }
        for (what, body) in disguise::all(&one.body) {
            found.extend(same(what, &expected, &read(one, &body)));
            found.extend(same(what, &expected, &in_pieces(one, &body, 5)));
        }
        if disguise::says_why_it_ended(one) {
            found.extend(same("without [DONE]", &expected, &read(one, &disguise::without_done(&one.body))));
        }
        found
    });
}

fn in_pieces(one: &Recording, body: &[u8], piece: usize) -> ReplayedAnswer {
    let mut stream = StreamReplay::new(one.vendor);
    body.chunks(piece).for_each(|bytes| stream.feed(bytes));
    let request_id = read(one, b"").request_id;
    ReplayedAnswer { request_id, ..stream.end() }
}

#[test]
fn a_stream_cut_before_its_end_mark_is_never_a_success() {
    over_streams(|one| {
        let cut = disguise::before_the_end_mark(one);
        let got = read(one, cut);
        let full = read(one, &one.body);
        let mut found = Vec::new();
        if got.error.is_none() {
            found.push(format!("cut to {} bytes it passes for an answer", cut.len()));
        }
        if !full.text.starts_with(&got.text) {
            found.push(format!("cut, its text is {:?}", got.text));
        }
        found
    });
}

/// Wherever a stream is cut, it is either known to be cut, or nothing that matters is missing.
#[test]
fn no_cut_at_any_byte_passes_for_another_answer() {
    over_streams(|one| {
        let full = read(one, &one.body);
        let mut stream = StreamReplay::new(one.vendor);
        let mut found = Vec::new();
        for (place, byte) in one.body.iter().enumerate() {
            let got = stream.clone().end();
            if let Some(what) = false_success(one, &full, &got) {
                found.push(format!("cut at byte {place}: {what}"));
                break;
            }
            stream.feed(&[*byte]);
        }
        found
    });
}

fn false_success(one: &Recording, full: &ReplayedAnswer, got: &ReplayedAnswer) -> Option<String> {
    if got.error.is_some() {
        return (!full.text.starts_with(&got.text)).then(|| format!("its text is {:?}", got.text));
    }
    // These say "finished" in every chunk, so a cut between two of them cannot be seen.
    if one.repeats_its_end_mark() {
        return None;
    }
    let same = got.text == full.text && got.tool_calls == full.tool_calls && got.refusal == full.refusal;
    (!same).then(|| format!("it passes for {:?} {:?}", got.text, got.tool_calls))
}

#[test]
fn a_reset_at_any_event_is_an_error_that_keeps_the_part() {
    over_streams(|one| {
        let full = read(one, &one.body);
        let mut stream = StreamReplay::new(one.vendor);
        let mut found = Vec::new();
        for line in one.body.split_inclusive(|byte| *byte == b'\n') {
            let got = stream.clone().reset();
            if got.error.is_none() {
                found.push("a reset passes for an answer".to_owned());
            }
            if !full.text.starts_with(&got.text) || !full.reasoning.starts_with(&got.reasoning) {
                found.push(format!("a reset leaves {:?}", got.text));
            }
            stream.feed(line);
        }
        found.truncate(1);
        found
    });
}

#[test]
fn a_cut_document_is_never_a_success() {
    over_all(|one| {
        if one.is_stream() || one.status != 200 {
            return Vec::new();
        }
        let text_end = one.body.iter().rposition(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
        // At every byte, but at forty places of long lists of vectors and models, which would take minutes.
        let step = if text_end <= 4_096 { 1 } else { one.body.len() / 40 + 1 };
        let places = (0..text_end).step_by(step).chain([text_end]);
        let passes = |&place: &usize| read(one, &one.body[..place]).error.is_none();
        places.filter(passes).map(|place| format!("cut at byte {place} it passes for an answer")).collect()
    });
}
