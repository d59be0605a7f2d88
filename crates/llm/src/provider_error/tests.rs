//! Errors of every shape, read into one message, a status and a wait.

use super::*;
use proptest::prelude::*;
use serde_json::json;

fn message(body: &str) -> String {
    read(body.as_bytes(), &Redactor::default()).message
}

#[test]
fn every_shape_gives_its_message() {
    assert_eq!(message(r#"{"error":{"message":"bad model","code":404}}"#), "bad model");
    assert_eq!(message(r#"{"error":"no such model"}"#), "no such model");
    assert_eq!(message(r#"{"object":"error","message":"too many inputs","code":"3210"}"#), "too many inputs");
    assert_eq!(message(r#"{"detail":"Unauthorized"}"#), "Unauthorized");
    assert_eq!(message("upstream\n down"), "the server answered with a text instead of data");
    assert!(message("<html><title>502</title>").contains("web page"));
    assert_eq!(message(""), "empty answer");
    assert_eq!(message("{}"), "no reason given");
}

#[test]
fn a_relayed_error_keeps_what_was_relayed() {
    let body = r#"{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"slow down","retry_after_seconds":4}}}"#;
    let error = read(body.as_bytes(), &Redactor::default());
    assert_eq!(error.message, "Provider returned error: slow down");
    assert_eq!(error.status, Some(429));
    assert_eq!(error.retry_after, Some(Duration::from_secs(4)));
}

#[test]
fn words_become_statuses() {
    let error = read(br#"{"error":{"message":"x","code":"rate_limit_exceeded"}}"#, &Redactor::default());
    assert_eq!(error.status, Some(429));
}

#[test]
fn a_good_answer_is_no_error() {
    let value = serde_json::json!({"object": "list", "data": [], "error": null});
    assert_eq!(in_value(&value, &Redactor::default()), None);
}

#[test]
fn a_wait_is_read_from_every_place_and_an_absurd_one_from_none() {
    for (error, seconds) in [
        (json!({ "metadata": { "retry_after_seconds": 4 } }), Some(4.0)),
        (json!({ "availability": { "retry_after": 0.5 } }), Some(0.5)),
        (json!({ "retry_after": 0 }), Some(0.0)),
        (json!({ "details": [{ "x": 1 }, { "retryDelay": "17s" }] }), Some(17.0)),
        (json!({ "details": [{ "retryDelay": "1.25s" }] }), Some(1.25)),
        (json!({ "details": [{ "retryDelay": "17" }] }), None),
        (json!({ "details": [{ "retryDelay": "infs" }] }), None),
        (json!({ "details": [{ "retryDelay": "-3s" }] }), None),
        (json!({ "details": "17s" }), None),
        (json!({ "retry_after": -1 }), None),
        (json!({ "retry_after": 86_401 }), None),
        (json!({ "retry_after": 1e18 }), None),
        (json!({ "retry_after": "4" }), None),
        (json!({}), None),
    ] {
        assert_eq!(retry_after_of(&error), seconds.map(Duration::from_secs_f64), "{error}");
    }
}

#[test]
fn a_status_is_a_number_of_an_error_or_a_word_for_one() {
    for (error, status) in [
        (json!({ "code": 404 }), Some(404)),
        (json!({ "code": "404" }), Some(404)),
        (json!({ "code": 200, "status": 503 }), Some(503)),
        (json!({ "code": 399 }), None),
        (json!({ "code": 600 }), None),
        (json!({ "code": 65_940 }), None),
        (json!({ "code": -404 }), None),
        (json!({ "code": "3210", "type": "Overloaded_Error" }), Some(529)),
        (json!({ "type": "AUTHENTICATION_ERROR" }), Some(401)),
        (json!({ "status": "UNAVAILABLE" }), Some(503)),
        (json!({ "code": "insufficient_quota" }), Some(402)),
        (json!({ "code": "" }), None),
        (json!("404"), None),
    ] {
        assert_eq!(status_of(&error), status, "{error}");
    }
}

#[test]
fn what_looks_like_a_key_is_blotted_out_although_nobody_knows_it() {
    let tidy_text = |text: &str| tidy(text, &Redactor::default());
    assert_eq!(tidy_text("wrong key sk-or-v1-0123456789 given"), "wrong key *** given");
    assert_eq!(tidy_text("token=sk_live_abcdefgh!"), "***");
    assert_eq!(tidy_text("Authorization: Bearer\nBearer%20abcdef"), "Authorization: Bearer ***");
    for plain in ["task-force", "sk-short", "Bearer"] {
        assert_eq!(tidy_text(plain), plain);
    }
}

#[test]
fn a_line_for_people_is_one_line_of_bounded_length() {
    assert_eq!(for_people(" a \n\t b  "), "a b");
    assert_eq!(for_people(&"ã ".repeat(5_000)).chars().count(), MAX_MESSAGE_CHARS);
    assert_eq!(for_people(" \n "), "empty answer");
    assert_eq!(for_people("\n <!DOCTYPE html>"), WEB_PAGE);
    // A letter that the limit of the bytes read cuts in two.
    let cut = for_people(&format!("{} {}", "a".repeat(10), "ã".repeat(4_000)));
    assert!(cut.starts_with("aaaaaaaaaa ã") && !cut.contains('\u{fffd}'), "{cut}");
}

proptest! {
    #[test]
    fn no_key_and_no_control_character_survives(before in ".{0,400}", after in ".{0,400}") {
        let redactor = Redactor::of(Some(&"chave-muito-secreta".into()));
        let shown = tidy(&format!("{before}chave-muito-secreta{after}"), &redactor);
        prop_assert!(!shown.contains("chave-muito"));
        prop_assert!(shown.chars().count() <= MAX_MESSAGE_CHARS);
        prop_assert!(!shown.chars().any(char::is_control));
    }
}

#[test]
fn a_key_begins_at_the_start_of_a_word() {
    let clean = |text: &str| tidy(text, &Redactor::default());
    for plain in [
        "model ask-me-anything not found",
        "disk-encryption is not available",
        "no such task_list_of_today",
        "desk-assistant-v2 (risk_model_large)",
        "sk-short",
    ] {
        assert_eq!(clean(plain), plain);
    }
    for key in [
        "sk-proj-0123456789",
        "sk_live_0123456789",
        "gsk_0123456789abcdef",
        "csk-0123456789abcdef",
        "\"sk-0123456789abc\"",
        "api_key=sk-0123456789abc,",
        "disk-size,sk-0123456789abc",
        "key%3D%22sk-0123456789abc%22",
        r"error:\nsk-0123456789abc",
        r"\u0022sk-0123456789abc",
        "密钥sk-0123456789abc无效",
        "Authorization:Bearer%20eyJhbGci",
    ] {
        assert_eq!(clean(&format!("a {key} b")), "a *** b", "{key}");
    }
}
