//! Refusals of every shape, read into classes.

use super::*;

fn read(status: u16, body: &str) -> ChatError {
    classify_refusal(body.as_bytes(), Origin { status, redactor: &Redactor::default() }, None)
}

#[test]
fn the_status_decides_and_words_stand_in_for_it() {
    assert_eq!(read(503, r#"{"error":{"code":400,"message":"x"}}"#).class, ErrorClass::Unavailable);
    let none = Redactor::default();
    let here = Origin { status: 200, redactor: &none };
    let inside = |text: &str| in_band(&serde_json::from_str(text).unwrap(), here).map(|e| e.class);
    assert_eq!(inside(r#"{"error":{"code":502,"message":"x"}}"#), Some(ErrorClass::BadGateway));
    assert_eq!(inside(r#"{"error":{"code":"429"}}"#), Some(ErrorClass::RateLimited));
    assert_eq!(inside(r#"{"error":{"type":"overloaded_error"}}"#), Some(ErrorClass::Overloaded));
    assert_eq!(inside(r#"{"error":"odd"}"#), Some(ErrorClass::ProviderError));
    assert_eq!(inside(r#"{"error":null,"choices":[]}"#), None);
}

#[test]
fn only_what_can_pass_is_tried_again() {
    let in_flight = r#"{"error":{"code":402,"metadata":{"limit_source":"openrouter_in_flight_budget"}}}"#;
    assert!(read(402, in_flight).retryable);
    assert!(!read(402, r#"{"error":{"code":402}}"#).retryable);
    let quota = read(429, r#"{"error":{"code":"insufficient_quota"}}"#);
    assert_eq!((quota.retryable, quota.subclass), (false, Some(Subclass::Quota)));
    let available = r#"{"error":{"http_status":404,"availability":{"code":"x","retryable":true}}}"#;
    assert!(read(404, available).retryable);
}

#[test]
fn keys_are_blotted_out_of_every_text() {
    let redactor = Redactor::of(Some(&"chave-4711".into()));
    let body = br#"{"error":{"message":"a chave-4711","code":"chave-4711","type":"chave-4711",
        "availability":{"code":"chave-4711"},"metadata":{"raw":{"x":"chave-4711"},"reasons":["chave-4711"]}}}"#;
    let error = classify_refusal(body, Origin { status: 400, redactor: &redactor }, None);
    assert!(!format!("{error:?} {error}").contains("4711"));
}

#[test]
fn a_body_of_another_service_is_known_as_one() {
    for body in ["SECRET=1", "<html>", "[1]", r#"{"user":"x"}"#, r#"{"message":"x"}"#, r#"{"detail":"x"}"#] {
        assert!(read(500, body).foreign, "{body}");
    }
    for body in [
        r#"{"error":"x"}"#,
        r#"{"error":{"message":"x"}}"#,
        r#"{"object":"error","message":"x"}"#,
        r#"{"message":"x","code":"3210"}"#,
    ] {
        assert!(!read(500, body).foreign, "{body}");
    }
}

#[test]
fn a_line_for_people_names_a_page_and_keeps_the_relayed_text() {
    assert!(read(502, "<html>\n<h1>Bad</h1>").to_string().contains("web page"));
    let relayed =
        read(429, r#"{"error":{"message":"Provider returned error","metadata":{"raw":"slow\ndown"}}}"#);
    assert_eq!(relayed.to_string(), "rate_limited (429): Provider returned error: slow down");
}

#[test]
fn every_status_has_its_class_and_only_passing_trouble_is_tried_again() {
    use ErrorClass::{
        Auth, BadGateway, BadRequest, Cancelled, NotFound, Overloaded, Payment, Permission, ProviderError,
        RateLimited, Redirect, Server, Timeout, TooLarge, Unavailable,
    };
    for (status, class, retryable) in [
        (300, Redirect, false),
        (399, Redirect, false),
        (400, BadRequest, false),
        (401, Auth, false),
        (402, Payment, false),
        (403, Permission, false),
        (404, NotFound, false),
        (408, Timeout, true),
        (409, BadRequest, true),
        (410, BadRequest, false),
        (413, TooLarge, false),
        (422, BadRequest, false),
        (429, RateLimited, true),
        (499, Cancelled, false),
        (500, Server, true),
        (501, Server, true),
        (502, BadGateway, true),
        (503, Unavailable, true),
        (504, Timeout, true),
        (520, BadGateway, true),
        (523, BadGateway, true),
        (524, Timeout, true),
        (525, BadGateway, true),
        (527, BadGateway, true),
        (528, Server, true),
        (529, Overloaded, true),
        (599, Server, true),
        (600, ProviderError, false),
    ] {
        let error = read(status, "");
        assert_eq!((error.class, error.retryable), (class, retryable), "{status}");
        assert_eq!(error.http_status, Some(status));
    }
}

#[test]
fn a_status_inside_a_good_answer_is_found_as_number_and_as_text_and_nonsense_is_none() {
    let none = Redactor::default();
    let class = |error: Value| {
        let origin = Origin { status: 200, redactor: &none };
        from_object(&serde_json::json!({ "error": error }), origin).class
    };
    for (error, expected) in [
        (serde_json::json!({ "code": 429 }), ErrorClass::RateLimited),
        (serde_json::json!({ "code": "503" }), ErrorClass::Unavailable),
        (serde_json::json!({ "code": 0, "status_code": 404 }), ErrorClass::NotFound),
        (serde_json::json!({ "http_status": 402 }), ErrorClass::Payment),
        (serde_json::json!({ "code": 65_965 }), ErrorClass::ProviderError),
        (serde_json::json!({ "code": -401 }), ErrorClass::ProviderError),
        (serde_json::json!({ "code": 200 }), ErrorClass::ProviderError),
        (serde_json::json!({ "code": 399 }), ErrorClass::ProviderError),
        (serde_json::json!({ "code": 600 }), ErrorClass::ProviderError),
        (serde_json::json!({ "code": 4.01e2 }), ErrorClass::ProviderError),
        (serde_json::json!({ "code": null, "type": "PERMISSION_DENIED" }), ErrorClass::Permission),
        (serde_json::json!({ "code": "invalid_api_key" }), ErrorClass::Auth),
        (serde_json::json!({ "code": "invalid_prompt" }), ErrorClass::BadRequest),
        (serde_json::json!({ "type": "billing_error" }), ErrorClass::Payment),
        (serde_json::json!({ "type": "request_too_large" }), ErrorClass::TooLarge),
        (serde_json::json!({ "status": "RESOURCE_EXHAUSTED" }), ErrorClass::RateLimited),
        (serde_json::json!({ "status": "DEADLINE_EXCEEDED" }), ErrorClass::Timeout),
        (serde_json::json!({}), ErrorClass::ProviderError),
    ] {
        assert_eq!(class(error.clone()), expected, "{error}");
    }
}

#[test]
fn a_limit_of_the_day_and_a_text_that_is_too_long_are_told_from_other_trouble() {
    let subclass = |status: u16, message: &str| {
        let body = serde_json::json!({ "error": { "message": message } }).to_string();
        let error = read(status, &body);
        (error.subclass, error.retryable)
    };
    for message in
        ["Quota exceeded: free-models-per-day", "Limit 200 requests (RPD)", "Your DAILY LIMIT is used"]
    {
        assert_eq!(subclass(429, message), (Some(Subclass::DailyLimit), false), "{message}");
        assert_eq!(subclass(503, message), (None, true), "{message}: no limit was refused for");
    }
    for message in [
        "This model's maximum context length is 8192 tokens",
        "prompt is too long: 250000 tokens",
        "the request exceeds the available context size",
        "The input token count (9) exceeds the maximum",
    ] {
        assert_eq!(subclass(400, message), (Some(Subclass::ContextLength), false), "{message}");
    }
    assert_eq!(subclass(429, "Slow down, please"), (None, true));
    assert_eq!(subclass(400, "unknown field"), (None, false));
}

#[test]
fn a_wrong_key_of_google_is_one_although_its_status_says_bad_request() {
    let body = r#"{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"API key not valid",
        "details":[{"x":1},{"reason":"API_KEY_INVALID"}]}}"#;
    assert_eq!(read(400, body).class, ErrorClass::Auth);
    let other = body.replace("API_KEY_INVALID", "FIELD_INVALID");
    assert_eq!(read(400, &other).class, ErrorClass::BadRequest);
}

#[test]
fn a_refusal_with_reasons_is_moderation_where_the_status_says_refusal() {
    let body = r#"{"error":{"code":403,"message":"no","metadata":{"reasons":["violence"]}}}"#;
    assert_eq!(read(403, body).class, ErrorClass::Moderation);
    assert_eq!(read(400, body).class, ErrorClass::Moderation);
    assert_eq!(read(500, body).class, ErrorClass::Server);
}

#[test]
fn the_wait_of_the_header_goes_before_that_of_the_body() {
    let body = br#"{"error":{"message":"slow","metadata":{"retry_after_seconds":9}}}"#;
    let none = Redactor::default();
    let wait = |header| classify_refusal(body, Origin { status: 429, redactor: &none }, header).retry_after;
    assert_eq!(wait(Some(Duration::from_secs(2))), Some(Duration::from_secs(2)));
    assert_eq!(wait(None), Some(Duration::from_secs(9)));
}

#[test]
fn of_the_metadata_only_known_names_stay_and_no_list_is_endless() {
    let reasons: Vec<usize> = (0..50).collect();
    let body = serde_json::json!({ "error": { "message": "no", "metadata": {
        "reasons": reasons, "provider_name": "P", "secret_internals": "x", "raw": { "a": 1 },
    } } });
    let kept = read(400, &body.to_string()).metadata;
    assert_eq!(kept["reasons"].as_array().map(Vec::len), Some(20));
    assert_eq!(kept["provider_name"], "P");
    assert_eq!(kept["raw"], r#"{"a":1}"#);
    assert!(!kept.contains_key("secret_internals"), "{kept:?}");
}

#[test]
fn a_text_without_form_is_kept_up_to_its_limit() {
    let error = read(500, &format!("  {}  ", "ã".repeat(5_000)));
    assert_eq!(error.message.chars().count(), provider_error::MAX_TEXT_CHARS - 2, "two blanks led it");
    assert!(error.foreign && error.message.chars().all(|c| c == 'ã'));
    assert_eq!(read(500, "").message, "");
}
