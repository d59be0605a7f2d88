//! Answers that are cut, split or odd, read by the decoder of every vendor.

use super::*;
use crate::chat::{Finish, Progress};
use serde_json::json;

const TEXT: &str = "Ação pronta 🌱";

/// A stream of [`TEXT`] in two pieces, as the vendor sends it.
fn stream_of(vendor: Vendor) -> Vec<u8> {
    let events: &[&str] = match vendor.dialect() {
        Dialect::Completions => &[
            r#"{"id":"r1","model":"a/b","choices":[{"index":0,"delta":{"content":"Ação "}}]}"#,
            r#"{"choices":[{"index":0,"delta":{"content":"pronta 🌱"},"finish_reason":"stop"}]}"#,
            "[DONE]",
        ],
        Dialect::Messages => &[
            r#"{"type":"message_start","message":{"id":"r1","model":"a/b"}}"#,
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Ação "}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"pronta 🌱"}}"#,
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#,
            r#"{"type":"message_stop"}"#,
        ],
        Dialect::Gemini => &[
            r#"{"responseId":"r1","candidates":[{"content":{"parts":[{"text":"Ação "}]}}]}"#,
            r#"{"candidates":[{"content":{"parts":[{"text":"pronta 🌱"}]},"finishReason":"STOP"}]}"#,
        ],
    };
    events.iter().map(|event| format!("data: {event}\n\n")).collect::<String>().into_bytes()
}

/// What becomes of a body that comes in pieces, and the text that was shown meanwhile.
fn read_pieces(vendor: Vendor, body: &[u8], piece: usize, end: End) -> (Result<Answer, Failure>, String) {
    let mut decoder = Decoder::new(vendor, Redactor::default());
    let mut shown = String::new();
    let mut on = |progress: Progress| {
        if let Progress::Text(text) = progress {
            shown.push_str(&text);
        }
    };
    for bytes in body.chunks(piece) {
        decoder.feed(bytes, &mut on).unwrap();
    }
    let read = decoder.finish(end, &mut on);
    (read, shown)
}

fn read_whole(vendor: Vendor, body: &Value) -> Result<Answer, Failure> {
    Decoder::new(vendor, Redactor::default()).whole(body.to_string().as_bytes(), &mut |_| {})
}

#[test]
fn a_cut_at_any_byte_shows_no_wrong_letter_and_is_no_answer_before_its_end() {
    for vendor in Vendor::ALL {
        let body = stream_of(vendor);
        let mut has_ended = false;
        for cut in 0..=body.len() {
            let (read, shown) = read_pieces(vendor, &body[..cut], 7, End::Clean);
            let (text, is_whole) = match read {
                Ok(answer) => (answer.text, true),
                Err(failure) => (failure.partial.text, false),
            };
            assert!(TEXT.starts_with(&text), "{vendor} {cut}: {text}");
            assert_eq!(text, shown, "{vendor} {cut}: what is kept is what was shown");
            assert!(!is_whole || text == TEXT, "{vendor} {cut}: half an answer passed for one");
            assert!(is_whole || !has_ended, "{vendor} {cut}: the end was there before");
            has_ended = is_whole;
        }
        assert!(has_ended, "{vendor}");
    }
}

#[test]
fn a_connection_that_breaks_is_an_interruption_wherever_it_breaks() {
    for vendor in Vendor::ALL {
        let body = stream_of(vendor);
        for cut in [0, 1, body.len() / 2, body.len() - 1, body.len()] {
            let failure = read_pieces(vendor, &body[..cut], 64, End::Broken).0.unwrap_err();
            let expected = if cut == 1 { ErrorClass::Parse } else { ErrorClass::Interrupted };
            assert_eq!(failure.error.class, expected, "{vendor} {cut}");
        }
    }
}

#[test]
fn the_size_of_the_pieces_changes_nothing() {
    for vendor in Vendor::ALL {
        let body = stream_of(vendor);
        let whole = read_pieces(vendor, &body, body.len(), End::Clean);
        assert_eq!(whole.0.as_ref().unwrap().finish, Finish::Stop, "{vendor}");
        for piece in 1..40 {
            assert_eq!(read_pieces(vendor, &body, piece, End::Clean), whole, "{vendor} {piece}");
        }
    }
}

#[test]
fn every_reason_to_end_is_told_apart_in_chat_completions() {
    let finish = |raw: Value, native: Value| {
        let choice = json!({
            "message": { "content": "x" }, "finish_reason": raw, "native_finish_reason": native,
        });
        read_whole(Vendor::OpenRouter, &json!({ "choices": [choice] })).map(|answer| answer.finish)
    };
    for (raw, native, expected) in [
        (json!("stop"), json!(null), Finish::Stop),
        (json!("eos"), json!(null), Finish::Stop),
        (json!("length"), json!(null), Finish::Length),
        (json!("model_length"), json!(null), Finish::Length),
        (json!("tool_calls"), json!(null), Finish::ToolCalls),
        (json!("function_call"), json!(null), Finish::ToolCalls),
        (json!("content_filter"), json!(null), Finish::ContentFilter),
        (json!("refusal"), json!(null), Finish::Refusal),
        (json!("STOP"), json!(null), Finish::Other),
        (json!(""), json!(null), Finish::None),
        (json!(null), json!(null), Finish::None),
        (json!(7), json!(7), Finish::None),
        (json!("stop"), json!("MAX_TOKENS"), Finish::Length),
        (json!("stop"), json!("max_output_tokens"), Finish::Length),
        (json!("stop"), json!("end_turn"), Finish::Stop),
    ] {
        assert_eq!(finish(raw.clone(), native.clone()), Ok(expected), "{raw} {native}");
    }
    for (raw, native) in [("error", "odd"), ("stop", "error"), ("stop", "network_error")] {
        let failure = finish(json!(raw), json!(native)).unwrap_err();
        assert_eq!((failure.error.class, failure.partial.text.as_str()), (ErrorClass::BadGateway, "x"));
        assert!(failure.error.message.contains(native), "{}", failure.error.message);
    }
}

#[test]
fn every_reason_to_end_is_told_apart_for_anthropic_and_gemini() {
    for (raw, expected) in [
        ("end_turn", Finish::Stop),
        ("stop_sequence", Finish::Stop),
        ("max_tokens", Finish::Length),
        ("model_context_window_exceeded", Finish::Length),
        ("tool_use", Finish::ToolCalls),
        ("pause_turn", Finish::Pause),
        ("refusal", Finish::Refusal),
        ("newly_invented", Finish::Other),
        ("", Finish::None),
    ] {
        let body = json!({ "content": [{ "type": "text", "text": "x" }], "stop_reason": raw });
        assert_eq!(read_whole(Vendor::Anthropic, &body).unwrap().finish, expected, "{raw}");
    }
    for (raw, expected) in [
        ("STOP", Finish::Stop),
        ("MAX_TOKENS", Finish::Length),
        ("SAFETY", Finish::ContentFilter),
        ("SPII", Finish::ContentFilter),
        ("MALFORMED_FUNCTION_CALL", Finish::MalformedToolCall),
        ("FINISH_REASON_UNSPECIFIED", Finish::None),
        ("NEWLY_INVENTED", Finish::Other),
    ] {
        let body =
            json!({ "candidates": [{ "content": { "parts": [{ "text": "x" }] }, "finishReason": raw }] });
        assert_eq!(read_whole(Vendor::Gemini, &body).unwrap().finish, expected, "{raw}");
    }
    let call = json!({ "functionCall": { "name": "busca", "args": { "q": "soja" } } });
    let body = json!({ "candidates": [{ "content": { "parts": [call] }, "finishReason": "STOP" }] });
    assert_eq!(read_whole(Vendor::Gemini, &body).unwrap().finish, Finish::ToolCalls);
    let blocked = json!({ "promptFeedback": { "blockReason": "SAFETY" } });
    assert_eq!(read_whole(Vendor::Gemini, &blocked).unwrap().finish, Finish::ContentFilter);
}

#[test]
fn calls_are_put_together_from_their_pieces_and_broken_arguments_stay_visible() {
    let chunk = |calls: Value| json!({ "choices": [{ "index": 0, "delta": { "tool_calls": calls } }] });
    let events = [
        chunk(json!([{ "index": 0, "id": "a", "function": { "name": "busca", "arguments": "{\"q\":" } }])),
        chunk(json!([{ "index": 0, "function": { "arguments": "\"soja\"}" } }])),
        // The next call has the same number, as some servers give all of them.
        chunk(json!([{ "index": 0, "id": "b", "function": { "name": "busca", "arguments": " " } }])),
        chunk(json!([{ "index": 1, "function": { "name": "faq", "arguments": "{\"q\"" } }])),
        chunk(json!([{ "index": 2, "id": "d", "function": { "name": "faq", "arguments": { "q": 1 } } }])),
        json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "tool_calls" }] }),
    ];
    let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let answer = read_pieces(Vendor::OpenAi, body.as_bytes(), 11, End::Clean).0.unwrap();
    let calls: Vec<_> = answer
        .tool_calls
        .iter()
        .map(|call| {
            (call.id.as_str(), call.name.as_str(), call.arguments.clone(), call.arguments_raw.as_str())
        })
        .collect();
    assert_eq!(
        calls,
        [
            ("a", "busca", Some(json!({ "q": "soja" })), r#"{"q":"soja"}"#),
            ("b", "busca", Some(json!({})), " "),
            ("call_2", "faq", None, r#"{"q""#),
            ("d", "faq", Some(json!({ "q": 1 })), r#"{"q":1}"#),
        ]
    );
}

#[test]
fn a_text_without_end_is_cut_between_two_letters_and_nothing_more_is_read() {
    let event = |text: &str| json!({ "choices": [{ "index": 0, "delta": { "content": text } }] });
    let mut decoder = Decoder::new(Vendor::OpenAi, Redactor::default());
    let mut shown = String::new();
    let mut on = |progress: Progress| {
        if let Progress::Text(text) = progress {
            shown.push_str(&text);
        }
    };
    let body = format!("data: {}\n\ndata: {}\n\n", event(&format!("a{}", "ã".repeat(40_000))), event("fim"));
    decoder.feed(body.as_bytes(), &mut on).unwrap();
    assert!(decoder.is_closed() && decoder.has_ended());
    let answer = decoder.finish(End::Clean, &mut on).unwrap();
    assert_eq!(answer.text.len(), (64 << 10) - 1, "half a letter is none");
    assert_eq!((answer.finish, shown), (Finish::Length, answer.text));
}

#[test]
fn a_key_in_two_pieces_of_an_answer_is_never_shown() {
    let redactor = Redactor::of(Some(&"sk-canary-7f3c9d2e".into()));
    let event = |text: &str| json!({ "choices": [{ "index": 0, "delta": { "content": text } }] });
    let mut decoder = Decoder::new(Vendor::OpenRouter, redactor);
    let mut shown = String::new();
    let mut on = |progress: Progress| {
        if let Progress::Text(text) = progress {
            shown.push_str(&text);
        }
    };
    for piece in ["A chave é sk-can", "ary-7f3c", "9d2e, guarde."] {
        decoder.feed(format!("data: {}\n\n", event(piece)).as_bytes(), &mut on).unwrap();
    }
    decoder.feed(b"data: [DONE]\n\n", &mut on).unwrap();
    let answer = decoder.finish(End::Clean, &mut on).unwrap();
    assert_eq!(answer.text, "A chave é ***, guarde.");
    assert_eq!(shown, answer.text);
}

#[test]
fn an_error_after_some_text_wins_and_the_text_is_kept() {
    let whole = stream_of(Vendor::OpenRouter);
    let error = br#"data: {"error":{"code":502,"message":"upstream died"}}"#;
    let at = whole.windows(6).position(|six| six == b"[DONE]").unwrap() - "data: ".len();
    let body = [&whole[..at], &error[..], &b"\n\n"[..], &whole[at..]].concat();
    let failure = read_pieces(Vendor::OpenRouter, &body, 13, End::Clean).0.unwrap_err();
    assert_eq!(failure.error.class, ErrorClass::BadGateway);
    assert_eq!((failure.error.message.as_str(), failure.partial.text.as_str()), ("upstream died", TEXT));
}

#[test]
fn what_is_no_stream_is_known_by_what_it_is() {
    for (body, class) in [
        ("", ErrorClass::Interrupted),
        ("<html><body>502 Bad Gateway</body></html>", ErrorClass::Parse),
        ("upstream down", ErrorClass::Parse),
        (r#"{"error":{"code":429,"message":"slow"}}"#, ErrorClass::RateLimited),
        (r#"{"ok":true}"#, ErrorClass::Parse),
        (r#"{"error":{"code":42"#, ErrorClass::Interrupted),
        ("data: {broken}\n\n", ErrorClass::Parse),
        ("data: {\"choices\":null}\n\ndata: [DONE]\n\n", ErrorClass::BadGateway),
        (": ping\n\n: ping\n\n", ErrorClass::Interrupted),
    ] {
        let (read, shown) = read_pieces(Vendor::OpenRouter, body.as_bytes(), 5, End::Clean);
        let error = read.unwrap_err().error;
        assert_eq!((error.class, shown.as_str()), (class, ""), "{body}");
        assert_eq!(error.http_status, Some(200), "{body}");
    }
    let whole = br#"{"choices":[{"message":{"content":"Oi"},"finish_reason":"stop"}]}"#;
    let read = read_pieces(Vendor::OpenRouter, whole, 5, End::Clean).0;
    assert_eq!(read.unwrap().text, "Oi", "a whole answer where a stream was asked for");
}
