//! The project's own small bodies, written after the interfaces' documents: they run where the
//! recordings are not at hand, and hold the rules one by one.

use celeiro_llm::chat::{
    Vendor,
    replay::{ReplayedAnswer, StreamReplay, replay_answer},
};
use proptest::prelude::*;
use serde_json::{Value, json};

const COMPLETIONS: &str = include_str!("../fixtures/completions.sse");
const MESSAGES: &str = include_str!("../fixtures/messages.sse");
const GEMINI: &str = include_str!("../fixtures/gemini.sse");

fn replay_stream(vendor: Vendor, body: &str) -> ReplayedAnswer {
    replay_answer(vendor, body.as_bytes(), 200, &[], true)
}

fn whole(vendor: Vendor, body: &Value) -> ReplayedAnswer {
    replay_answer(vendor, body.to_string().as_bytes(), 200, &[], false)
}

fn class(replayed: &ReplayedAnswer) -> Option<&'static str> {
    replayed.error.as_ref().map(|error| error.class.as_str())
}

#[test]
fn a_stream_of_each_dialect_is_understood() {
    for (vendor, body) in
        [(Vendor::OpenRouter, COMPLETIONS), (Vendor::Anthropic, MESSAGES), (Vendor::Gemini, GEMINI)]
    {
        let got = replay_stream(vendor, body);
        assert_eq!((got.text.as_str(), got.reasoning.as_str()), ("Vou ver.", "Hm."), "{vendor}");
        assert_eq!(got.finish.as_str(), "tool_calls", "{vendor}");
        let call = &got.tool_calls[0];
        assert_eq!((call.name.as_str(), call.arguments.clone()), ("busca", Some(json!({ "q": "soja" }))));
        assert!(got.error.is_none() && !call.id.is_empty(), "{vendor}");
        let usage = got.usage.unwrap();
        assert_eq!((usage.input, usage.output, usage.total), (Some(30), Some(12), Some(42)), "{vendor}");
    }
}

#[test]
fn no_cut_of_a_fixture_passes_for_another_answer() {
    for (vendor, body) in
        [(Vendor::OpenRouter, COMPLETIONS), (Vendor::Anthropic, MESSAGES), (Vendor::Gemini, GEMINI)]
    {
        let full = replay_stream(vendor, body);
        let mut stream = StreamReplay::new(vendor);
        let mut cuts = 0;
        for byte in body.as_bytes() {
            let got = stream.clone().end();
            cuts += usize::from(got.error.is_some());
            assert!(got.error.is_some() || got.tool_calls == full.tool_calls, "{vendor}");
            assert!(stream.clone().reset().error.is_some(), "{vendor}");
            stream.feed(&[*byte]);
        }
        assert!(cuts > body.len() / 2, "the cuts are seen");
    }
}

#[test]
fn bare_json_between_the_events_is_an_error_although_all_seemed_well() {
    let body = format!("{GEMINI}{{\n  \"error\": {{\"code\": 503, \"message\": \"x\"}}\n}}\n");
    assert_eq!(class(&replay_stream(Vendor::Gemini, &body)), Some("unavailable"));
    let cut = &body[..body.len() - 5];
    assert_eq!(class(&replay_stream(Vendor::Gemini, cut)), Some("interrupted"));
}

#[test]
fn a_document_instead_of_a_stream_is_read_all_the_same() {
    let body = json!({ "choices": [{ "message": { "content": "oi" }, "finish_reason": "stop" }] });
    let pretty = serde_json::to_string_pretty(&body).unwrap();
    let got = replay_stream(Vendor::OpenAi, &pretty);
    assert_eq!((got.text.as_str(), class(&got)), ("oi", None));
    let stream = replay_answer(Vendor::OpenRouter, COMPLETIONS.as_bytes(), 200, &[], false);
    assert_eq!((stream.text.as_str(), class(&stream)), ("Vou ver.", None));
    assert_eq!(class(&replay_stream(Vendor::OpenAi, "<html>Entre</html>")), Some("parse"));
    for vendor in Vendor::ALL {
        assert_eq!(class(&replay_stream(vendor, "")), Some("interrupted"));
        assert_eq!(class(&replay_answer(vendor, b" ", 200, &[], false)), Some("interrupted"));
    }
}

#[test]
fn the_providers_word_for_cut_overrules_the_relays() {
    let calls = json!([{ "id": "a", "function": { "name": "f", "arguments": "{\"q\": \"so" } }]);
    let choice = json!({ "message": { "tool_calls": calls }, "finish_reason": "tool_calls",
        "native_finish_reason": "max_output_tokens" });
    let got = whole(Vendor::OpenRouter, &json!({ "choices": [choice] }));
    assert_eq!((got.finish.as_str(), &got.tool_calls[0].arguments), ("length", &None));
}

#[test]
fn failures_in_disguise_are_failures() {
    let cases = [
        json!({ "choices": null }),
        json!({ "choices": [{ "message": { "content": "" }, "finish_reason": "error" }] }),
        json!({ "choices": [{ "message": { "content": "" }, "finish_reason": "stop",
            "native_finish_reason": "network_error" }] }),
        json!({ "error": { "code": 502, "message": "x" } }),
        json!({ "choices": [{ "message": { "content": "oi" }, "finish_reason": "stop",
            "error": { "code": 502, "message": "x" } }] }),
    ];
    for body in cases {
        assert_eq!(class(&whole(Vendor::OpenRouter, &body)), Some("bad_gateway"), "{body}");
    }
    assert_eq!(class(&whole(Vendor::OpenAi, &json!({ "ok": true }))), Some("parse"));
}

#[test]
fn arguments_that_are_nothing_are_an_empty_object() {
    for arguments in [json!(null), json!(""), json!("null"), json!("{}"), json!({})] {
        let calls = json!([{ "id": "a", "function": { "name": "f", "arguments": arguments } }]);
        let body =
            json!({ "choices": [{ "message": { "tool_calls": calls }, "finish_reason": "tool_calls" }] });
        assert_eq!(whole(Vendor::OpenAi, &body).tool_calls[0].arguments, Some(json!({})), "{arguments}");
    }
}

#[test]
fn no_bytes_make_a_decoder_panic() {
    let odd = [
        "data: 1\n\n",
        "data: null\n\n",
        "data: []\n\n",
        "data: {\"choices\":[1,null,{\"delta\":3}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[1,{\"index\":-1},{\"function\":7}]}}]}\n\n",
        "data: {\"type\":\"content_block_delta\",\"index\":9,\"delta\":{\"type\":\"signature_delta\"}}\n\n",
        "data: {\"candidates\":[{\"content\":{\"parts\":[1,{\"functionCall\":2}]}}]}\n\n",
        "{\"error\":",
        "[[[[",
        "\u{feff}\u{feff}",
        "event: error\ndata: 5\n\n",
    ];
    for vendor in Vendor::ALL {
        for body in odd {
            let got = replay_stream(vendor, body);
            assert!(got.error.is_some(), "{vendor}: {body}");
            let _ = replay_answer(vendor, body.as_bytes(), 200, &[], false);
            let _ = replay_answer(vendor, body.as_bytes(), 500, &[], false);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn damage_makes_no_decoder_panic(
        which in 0usize..3,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        piece in 1usize..200,
    ) {
        let mut body = [COMPLETIONS, MESSAGES, GEMINI][which].as_bytes().to_vec();
        for (place, byte) in damage {
            let place = place.index(body.len());
            body[place] = byte;
        }
        for vendor in Vendor::ALL {
            let mut stream = StreamReplay::new(vendor);
            body.chunks(piece).for_each(|bytes| stream.feed(bytes));
            let in_pieces = serde_json::to_value(stream.end()).unwrap();
            let at_once = serde_json::to_value(replay_answer(vendor, &body, 200, &[], true)).unwrap();
            prop_assert_eq!(in_pieces, at_once);
        }
    }
}
