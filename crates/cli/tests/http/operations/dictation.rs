//! Dictation over HTTP: a recording is sent, written down by a real server of the tests, and given back as text.

use crate::operations::transfers::upload;
use crate::provider::{Provider, Purpose, Reply, Tail};
use crate::server::{Server, shared_server, start};
use crate::support::prepare_folder;
use serde_json::{Value, json};

const KEY: &str = "sk-canario-ditado-0123456789";
/// What a WebM file begins with.
const WEBM: [u8; 4] = [0x1a, 0x45, 0xdf, 0xa3];

/// Answers by what the recording says.
fn start_provider() -> Provider {
    Provider::start(|asked| {
        let json = |body: Value| {
            Reply::Status(200, vec![("content-type", "application/json".into())], body.to_string())
        };
        let says = |word: &str| asked.form.contains(word);
        match asked.purpose {
            Purpose::Transcribe if says("plays-401") => Reply::refuses(401, &format!("no such key {KEY}")),
            Purpose::Transcribe if says("plays-429") => Reply::refuses(429, "slow down"),
            Purpose::Transcribe if says("plays-500") => Reply::refuses(500, "boom"),
            Purpose::Transcribe if says("plays-page") => {
                Reply::Status(200, Vec::new(), "<html>root:x:0:0</html>".into())
            }
            Purpose::Transcribe if says("plays-blank") => json(json!({ "text": " \n\u{7}" })),
            Purpose::Transcribe if says("plays-nothing") => json(json!({ "segments": [] })),
            Purpose::Transcribe if says("plays-cut") => {
                Reply::Stream(b"{\"text\":\"quan".to_vec(), Tail::Cut)
            }
            Purpose::Transcribe if says("plays-silence") => Reply::Silence,
            _ => json(json!({ "text": " sobe 5% <b>todos</b> os preços\u{7} ",
                "usage": { "type": "tokens", "input_tokens": 14, "output_tokens": 45, "cost": 0.25 } })),
        }
    })
}

fn recording(words: &str) -> Vec<u8> {
    [&WEBM, words.as_bytes()].concat()
}

fn transcribe(server: &Server, bytes: &[u8]) -> crate::client::Answer {
    let upload_id = upload(server, "dictation", "ditado.webm", bytes);
    server.post("/api/chat/transcriptions").json(json!({ "uploadId": upload_id }).to_string()).send()
}

#[test]
fn a_recording_comes_back_as_text_and_everything_that_goes_wrong_has_its_code() {
    let provider = start_provider();
    let settings = [
        ("LLM_PROVIDER", "none"),
        ("TRANSCRIPTION_BASE_URL", &provider.url()),
        ("TRANSCRIPTION_API_KEY", KEY),
        ("TRANSCRIPTION_MODEL", "whisper-teste"),
        ("CHAT_ANSWER_TIMEOUT_SECONDS", "2"),
        ("CHAT_SPENDING_CAP_USD", "0.5"),
    ];
    let server = start(&prepare_folder("dictation"), &["--rate", "0"], &settings);
    server.wait_until_ready();
    let heard = transcribe(&server, &recording("plays-well"));
    assert_eq!(heard.json(), json!({ "text": "sobe 5% <b>todos</b> os preços" }), "data, as it was said");
    let asked = provider.asked_for(Purpose::Transcribe).remove(0);
    assert_eq!(asked.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    for part in [
        "name=\"model\"",
        "whisper-teste",
        "name=\"language\"",
        "pt",
        "filename=\"dictation.webm\"",
        "audio/webm",
    ] {
        assert!(asked.form.contains(part), "{part}: {}", asked.form);
    }
    assert!(!asked.form.contains("ditado.webm"), "the person's name for the file stays here");
    assert_eq!(provider.received_requests().len(), 1, "nothing was sent on: no turn began");
    let figures = server.get("/api/quality").send().json()["overall"].clone();
    assert_eq!((&figures["costUsd"], &figures["turns"]), (&json!(0.25), &json!(0)), "{figures}");

    for (plays, status, code) in [
        ("plays-401", 502, "model_refused_key"),
        ("plays-429", 429, "model_rate_limited"),
        ("plays-500", 502, "model_failed"),
        ("plays-page", 502, "model_answer_unusable"),
        ("plays-nothing", 502, "model_answer_unusable"),
        ("plays-blank", 422, "transcript_empty"),
        ("plays-cut", 502, "model_interrupted"),
        ("plays-silence", 504, "model_timed_out"),
    ] {
        let refused = transcribe(&server, &recording(plays));
        let text = refused.text();
        assert!(!text.contains(KEY) && !text.contains("root:x"), "{plays}: {text}");
        assert_eq!(refused.error(status), code, "{plays}");
    }
    let before = provider.received_requests().len();
    for (bytes, code, status) in [
        (b"%PDF-1.7".to_vec(), "audio_unknown", 415),
        (Vec::new(), "audio_unknown", 415),
        (long_recording(), "audio_too_long", 422),
    ] {
        let refused = transcribe(&server, &bytes);
        if code == "audio_unknown" {
            assert!(refused.text().contains("WebM, Ogg, MP4"), "{}", refused.text());
        }
        assert_eq!(refused.error(status), code);
    }
    let elsewhere = upload(&server, "message", "a.webm", &recording("x"));
    let elsewhere = json!({ "uploadId": elsewhere }).to_string();
    assert_eq!(server.post("/api/chat/transcriptions").json(elsewhere).send().error(400), "invalid_request");
    assert_eq!(provider.received_requests().len(), before, "none of these reached the server");
    let begun = json!({ "name": "a.webm", "sizeBytes": (25 << 20) + 1, "purpose": "dictation" });
    let large = server.post("/api/uploads").json(begun.to_string()).send();
    assert!(large.text().contains("25 MB"), "{}", large.text());
    assert_eq!(large.error(413), "too_large");
    let sent = provider.received_requests().len();
    assert_eq!(transcribe(&server, &recording("plays-well")).status, 200, "half of the cap is spent");
    assert_eq!(transcribe(&server, &recording("plays-well")).error(402), "spending_cap_reached");
    assert_eq!(provider.received_requests().len(), sent + 1, "the last was not sent");
    let config = server.get("/api/config").send();
    assert!(!config.text().contains("canario") && config.text().contains("TRANSCRIPTION_API_KEY"));
}

/// A recording whose last cluster begins after three minutes.
fn long_recording() -> Vec<u8> {
    [&WEBM[..], &[0x1f, 0x43, 0xb6, 0x75, 0xff, 0xe7, 0x83], &180_000_u32.to_be_bytes()[1..]].concat()
}

#[test]
fn without_a_server_of_ones_own_nothing_is_written_down() {
    assert_eq!(transcribe(shared_server(), &recording("x")).error(503), "dictation_not_configured");
}
