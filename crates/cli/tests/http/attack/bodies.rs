//! Bodies that are not what they should be: each is refused with a reason, none breaks anything.

use crate::server::shared_server;

const SEARCH: &str = "/api/rag/search";

#[test]
fn malformed_bodies_are_refused_with_a_reason() {
    let deep = "[".repeat(100_000);
    let deep_object = r#"{"a":"#.repeat(100_000);
    let bodies: &[&[u8]] = &[
        b"{",
        b"[",
        b"[]",
        b"null",
        b"\"query\"",
        b"1",
        b"{}",
        b"{\"query\":",
        b"{\"query\":1}",
        b"{\"query\":null}",
        b"{\"query\":\"x\",}",
        b"{\"query\":\"x\"}{}",
        b"{\"query\":\"x\",\"limit\":\"ten\"}",
        b"{\"query\":\"x\",\"limit\":1e999}",
        b"{\"query\":\"x\",\"limit\":NaN}",
        b"{\"query\":\"x\",\"fusion\":\"fission\"}",
        b"{\"query\":\"x\",\"filters\":[]}",
        b"{\"query\":\"x\",\"filters\":{\"attributes\":7}}",
        b"{\"query\":\"x\",\"colour\":\"red\"}",
        b"{\"query\":\"\\ud800\"}",
        b"{\"query\":\"\xff\"}",
        b"\xef\xbb\xbf{\"query\":\"x\"}",
        b"query=x",
        deep.as_bytes(),
        deep_object.as_bytes(),
    ];
    for body in bodies {
        let answer = shared_server().post(SEARCH).json(*body).send();
        let shown: String = String::from_utf8_lossy(body).chars().take(60).collect();
        assert_eq!(answer.status, 400, "{shown}: {}", answer.text());
        assert_eq!(answer.error(400), "invalid_request", "{shown}");
        assert!(!answer.text().contains("serde"), "{}", answer.text());
    }
}

#[test]
fn a_mistake_is_placed() {
    let answer = shared_server().post(SEARCH).json("{\n  \"query\": \"x\",\n  \"limit\": }").send();
    assert_eq!(answer.error(400), "invalid_request");
    assert_eq!(answer.json()["details"]["line"], 3);
    assert_eq!(answer.json()["details"]["column"], 12);
    let message = answer.json()["message"].as_str().unwrap().to_owned();
    assert!(message.ends_with("aqui falta um valor em JSON (linha 3, coluna 12)"), "{message}");
    let answer = shared_server().post(SEARCH).json(r#"{"query":"x","limit":"ten"}"#).send();
    assert_eq!(answer.json()["details"]["path"], "limit");
}

#[test]
fn only_json_is_read() {
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json"]
    {
        let answer =
            shared_server().post(SEARCH).header("content-type", kind).body(r#"{"query":"x"}"#).send();
        assert_eq!(answer.error(415), "unsupported_media_type", "{kind}");
    }
    let answer = shared_server().post(SEARCH).body(r#"{"query":"x"}"#).send();
    assert_eq!(answer.error(415), "unsupported_media_type");
    let typed = shared_server()
        .post(SEARCH)
        .header("content-type", "application/json; charset=utf-8")
        .body(r#"{"query":"x"}"#);
    assert_eq!(typed.send().status, 200);
    assert_eq!(shared_server().post(SEARCH).send().error(400), "invalid_request", "no body lacks the query");
}

#[test]
fn too_much_is_too_much() {
    let large = format!(r#"{{"query":"{}"}}"#, "x".repeat(3 << 20));
    let answer = shared_server().post(SEARCH).json(large.clone()).send();
    assert_eq!(answer.error(413), "too_large");
    assert!(answer.json()["message"].as_str().unwrap().contains("2 MB"));
    // Without a length the size shows only while it is read.
    let chunked = format!("{:x}\r\n{large}\r\n0\r\n\r\n", large.len());
    let answer = shared_server()
        .post(SEARCH)
        .header("content-type", "application/json")
        .header("transfer-encoding", "chunked")
        .body(chunked)
        .send();
    assert_eq!(answer.error(413), "too_large");
}
