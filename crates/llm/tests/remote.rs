//! Embeddings over the wire, against a server that behaves well, badly and worse.

#![allow(clippy::unwrap_used)] // Helpers of tests may fail a test.

mod support;

use std::time::{Duration, Instant};

use celeiro_llm::{EmbedError, Embedder, OriginKey, Purpose, RemoteConfig, RemoteEmbedder, http};
use support::{Reply, Server};

const KEY: &str = "chave-secreta-4711";
const LONG: Duration = Duration::from_secs(20);

fn config(base: &str) -> RemoteConfig {
    RemoteConfig {
        base_url: base.to_owned(),
        model: "modelo".into(),
        dimensions: 3,
        key: Some(OriginKey::bind(KEY.into(), &http::parse_base(base).unwrap())),
        ..RemoteConfig::default()
    }
}

fn embedder(server: &Server) -> Embedder {
    Embedder::Remote(RemoteEmbedder::new(config(&server.base())).unwrap())
}

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("texto {i}")).collect()
}

fn vectors(rows: &[(usize, &str)]) -> Vec<u8> {
    let rows: Vec<String> =
        rows.iter().map(|(i, v)| format!(r#"{{"index":{i},"embedding":[{v}]}}"#)).collect();
    format!(r#"{{"object":"list","data":[{}],"usage":{{"total_tokens":3}}}}"#, rows.join(",")).into_bytes()
}

/// The error of one query against a server with this one reply, and the requests it took.
async fn failure(reply: Reply, purpose: Purpose) -> (EmbedError, usize) {
    let server = Server::start(vec![reply]).await;
    let error = embedder(&server).embed(&texts(1), purpose, LONG).await.unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains(KEY) && !shown.contains("4711"), "{shown}");
    (error, server.seen_requests().len())
}

async fn query_failure(reply: Reply) -> EmbedError {
    let (error, requests) = failure(reply, Purpose::Query).await;
    assert_eq!(requests, 1, "a query is sent once");
    error
}

#[tokio::test]
async fn a_batch_is_sent_as_documented_and_put_in_order() {
    let server = Server::start(vec![Reply::ok(vectors(&[(1, "0,2,0"), (0, "3,0,4")]))]).await;
    let got = embedder(&server).embed(&texts(2), Purpose::Document, LONG).await.unwrap();
    assert_eq!(got, [[0.6, 0.0, 0.8], [0.0, 1.0, 0.0]]);
    let seen = &server.seen_requests()[0];
    assert!(seen.head.starts_with("POST /v1/embeddings HTTP/1.1"), "{}", seen.head);
    assert!(seen.head.contains(&format!("authorization: Bearer {KEY}")));
    let expected = serde_json::json!({
        "model": "modelo", "input": ["texto 0", "texto 1"], "encoding_format": "float", "dimensions": 3
    });
    assert_eq!(seen.json(), expected);
}

#[tokio::test]
async fn the_length_is_left_out_and_headers_are_added_on_request() {
    let server = Server::start(vec![Reply::ok(vectors(&[(0, "1,0,0")]))]).await;
    let config = RemoteConfig {
        send_dimensions: false,
        attribution: http::Attribution {
            site_url: Some("https://loja.example".into()),
            site_name: Some("Celeiro".into()),
        },
        key: None,
        ..config(&server.base())
    };
    let remote = RemoteEmbedder::new(config).unwrap();
    remote.embed(&texts(1), Purpose::Query, LONG).await.unwrap();
    let seen = &server.seen_requests()[0];
    assert!(seen.json().get("dimensions").is_none());
    for line in ["http-referer: https://loja.example", "x-openrouter-title: Celeiro", "x-title: Celeiro"] {
        assert!(seen.head.contains(line), "{}", seen.head);
    }
    assert!(!seen.head.contains("authorization"));
}

#[tokio::test]
async fn an_address_of_this_machine_is_not_asked_where_only_public_ones_may_be() {
    let server = Server::start(vec![Reply::ok(vectors(&[(0, "1,0,0")]))]).await;
    let inside = RemoteConfig { reach: http::Reach::Public, ..config(&server.base()) };
    let remote = RemoteEmbedder::new(inside).unwrap();
    let error = remote.embed(&texts(1), Purpose::Query, LONG).await.unwrap_err();
    assert_eq!(error, EmbedError::PrivateAddress);
    assert!(server.seen_requests().is_empty());
}

#[tokio::test]
async fn nothing_is_sent_for_nothing_and_blank_texts_are_named() {
    let server = Server::start(vec![Reply::Hang]).await;
    let embedder = embedder(&server);
    assert_eq!(embedder.embed(&[], Purpose::Query, LONG).await, Ok(vec![]));
    let texts = ["soja", " \n\u{0}", "milho", ""].map(str::to_owned);
    let error = embedder.embed(&texts, Purpose::Document, LONG).await.unwrap_err();
    assert_eq!(error, EmbedError::EmptyText { indices: vec![1, 3] });
    assert!(server.seen_requests().is_empty());
}

#[tokio::test]
async fn answers_that_are_no_vectors_are_refused_by_name() {
    let html = Reply::Answer(200, "content-type: text/html", b"<html><body>Entre</body></html>".to_vec());
    assert!(
        matches!(query_failure(html).await, EmbedError::Malformed { detail } if detail.contains("web page"))
    );
    assert!(matches!(query_failure(Reply::ok("")).await, EmbedError::Malformed { .. }));
    let half_document = vectors(&[(0, "1,0,0")]);
    let half_document = Reply::ok(&half_document[..half_document.len() / 2]);
    assert!(
        matches!(query_failure(half_document).await, EmbedError::Malformed { detail } if detail.contains("middle"))
    );
    let expected = EmbedError::WrongDimension { expected: 3, got: 2 };
    assert_eq!(query_failure(Reply::ok(vectors(&[(0, "1,0")]))).await, expected);
    assert_eq!(query_failure(Reply::ok(vectors(&[(0, "1,0,NaN")]))).await, EmbedError::NotFinite);
    assert_eq!(query_failure(Reply::ok(vectors(&[(0, "1,0,null")]))).await, EmbedError::NotFinite);
    assert_eq!(query_failure(Reply::ok(vectors(&[(0, "0,0,0")]))).await, EmbedError::ZeroVector);
    let two = vectors(&[(0, "1,0,0"), (1, "1,0,0")]);
    assert_eq!(query_failure(Reply::ok(two)).await, EmbedError::WrongCount { expected: 1, got: 2 });
}

#[tokio::test]
async fn a_connection_that_breaks_off_is_not_a_success() {
    let body = vectors(&[(0, "1,0,0")]);
    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
    let half_body = [head.as_bytes(), &body[..body.len() - 9]].concat();
    assert_eq!(query_failure(Reply::Bytes(half_body)).await, EmbedError::Interrupted);
    assert_eq!(query_failure(Reply::Bytes(b"HTTP/1.1 200 O".to_vec())).await, EmbedError::Interrupted);
    assert_eq!(query_failure(Reply::Bytes(b"SSH-2.0-OpenSSH\r\n".to_vec())).await, EmbedError::Interrupted);
}

#[tokio::test]
async fn an_endless_answer_is_cut_off() {
    let announced = b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n{".to_vec();
    assert!(matches!(query_failure(Reply::Stall(announced)).await, EmbedError::TooLarge { .. }));
    let unannounced =
        [b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_vec(), vec![b' '; 17 << 20]].concat();
    assert!(matches!(query_failure(Reply::Bytes(unannounced)).await, EmbedError::TooLarge { .. }));
}

#[tokio::test]
async fn a_server_that_hangs_costs_the_deadline_and_no_more() {
    let stalled = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"data\":".to_vec();
    for reply in [Reply::Hang, Reply::Stall(stalled)] {
        let server = Server::start(vec![reply]).await;
        let deadline = Duration::from_millis(300);
        let start = Instant::now();
        let error = embedder(&server).embed(&texts(1), Purpose::Document, deadline).await.unwrap_err();
        assert_eq!(error, EmbedError::Timeout { after: deadline });
        assert!(start.elapsed() < Duration::from_secs(2) && error.is_retryable());
    }
}

#[tokio::test]
async fn nobody_listening_is_a_connection_error() {
    let port = Server::start(vec![Reply::Hang]).await.port;
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert_ne!(port, free);
    let remote = RemoteEmbedder::new(config(&format!("http://127.0.0.1:{free}/v1"))).unwrap();
    let error = remote.embed(&texts(1), Purpose::Query, LONG).await.unwrap_err();
    assert!(matches!(&error, EmbedError::Connect { detail } if !detail.is_empty()), "{error:?}");
}

#[tokio::test]
async fn refusals_keep_status_and_message_but_never_the_key() {
    let body =
        format!(r#"{{"error":{{"message":"Incorrect API key provided: {KEY}","code":"invalid_api_key"}}}}"#);
    let error = query_failure(Reply::status(401, &body)).await;
    let EmbedError::Status { status, message, .. } = &error else { panic!("{error:?}") };
    assert_eq!((*status, message.as_str()), (401, "Incorrect API key provided: ***"));
    assert!(!error.is_retryable());
    let long = query_failure(Reply::status(400, &"x\u{7} ".repeat(5000))).await;
    assert!(matches!(long, EmbedError::Status { message, .. } if message.chars().count() <= 300));
    let inside = query_failure(Reply::ok(r#"{"error":{"code":429,"message":"devagar"}}"#)).await;
    assert!(matches!(&inside, EmbedError::Status { status: 429, .. }) && inside.is_retryable());
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_the_key_stays_here() {
    let other = Server::start(vec![Reply::ok(vectors(&[(0, "1,0,0")]))]).await;
    let location: &'static str = format!("location: http://127.0.0.1:{}/v1/embeddings", other.port).leak();
    for status in [301, 302, 307, 308] {
        let error = query_failure(Reply::Answer(status, location, Vec::new())).await;
        assert!(matches!(error, EmbedError::Status { status: got, .. } if got == status));
    }
    assert!(other.seen_requests().is_empty());
}

#[tokio::test]
async fn a_document_waits_as_long_as_the_server_asks() {
    let busy = Reply::Answer(429, "retry-after: 1", br#"{"error":"devagar"}"#.to_vec());
    let server = Server::start(vec![busy, Reply::ok(vectors(&[(0, "1,0,0")]))]).await;
    let start = Instant::now();
    let got = embedder(&server).embed(&texts(1), Purpose::Document, LONG).await;
    assert_eq!(got, Ok(vec![vec![1.0, 0.0, 0.0]]));
    assert_eq!(server.seen_requests().len(), 2);
    assert!(start.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn a_document_is_sent_four_times_at_most() {
    let start = Instant::now();
    let (error, requests) = failure(Reply::status(503, "{}"), Purpose::Document).await;
    assert!(matches!(error, EmbedError::Status { status: 503, .. }));
    assert_eq!(requests, 4);
    assert!(start.elapsed() >= Duration::from_millis(5200), "1 s, 2 s and 4 s, less a quarter");
}

#[tokio::test]
async fn what_cannot_get_better_is_not_tried_again() {
    for status in [400, 401, 402, 403, 404, 413, 422] {
        assert_eq!(failure(Reply::status(status, "{}"), Purpose::Document).await.1, 1, "{status}");
    }
    assert_eq!(failure(Reply::ok("{}"), Purpose::Document).await.1, 1);
}

#[tokio::test]
async fn a_wait_beyond_the_deadline_is_not_begun() {
    let busy = Reply::Answer(429, "retry-after: 3600", b"{}".to_vec());
    let start = Instant::now();
    let (error, requests) = failure(busy, Purpose::Document).await;
    assert_eq!((error.retry_after(), requests), (Some(Duration::from_secs(3600)), 1));
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[tokio::test]
async fn dropping_the_call_closes_the_connection() {
    let server = Server::start(vec![Reply::Hang]).await;
    let embedder = embedder(&server);
    let texts = texts(1);
    let call = embedder.embed(&texts, Purpose::Document, LONG);
    assert!(tokio::time::timeout(Duration::from_millis(200), call).await.is_err());
    assert_eq!(server.seen_requests().len(), 1);
}

#[test]
fn debug_shows_no_key() {
    let config = config("http://127.0.0.1:9/v1");
    let remote = RemoteEmbedder::new(config.clone()).unwrap();
    let shown = format!("{config:?} {remote:?} {:?}", Embedder::Remote(remote.clone()));
    assert!(!shown.contains(KEY), "{shown}");
}

#[tokio::test]
async fn a_key_pasted_with_blanks_is_sent_and_hidden_without_them() {
    let body = format!(r#"{{"error":"key {KEY} unknown"}}"#);
    let server = Server::start(vec![Reply::status(401, &body)]).await;
    let base = http::parse_base(&server.base()).unwrap();
    let key = Some(OriginKey::bind(format!(" {KEY}\n").into(), &base));
    let remote = RemoteEmbedder::new(RemoteConfig { key, ..config(&server.base()) }).unwrap();
    let error = remote.embed(&texts(1), Purpose::Query, LONG).await.unwrap_err();
    assert!(error.to_string().contains("key *** unknown"), "{error}");
    assert!(server.seen_requests()[0].head.contains(&format!("authorization: Bearer {KEY}")));
}

#[test]
fn the_identity_of_the_model_does_not_name_the_server() {
    let remote = RemoteEmbedder::new(RemoteConfig::default()).unwrap();
    assert_eq!(Embedder::Remote(remote).model_key(), "openai:text-embedding-3-small:1536");
}

#[tokio::test]
async fn models_that_want_something_in_front_of_texts_get_it() {
    let one = || Reply::ok(vectors(&[(0, "3,0,4")]));
    let server = Server::start(vec![one(), one()]).await;
    let config = RemoteConfig { model: "intfloat/multilingual-e5-small".into(), ..config(&server.base()) };
    let embedder = Embedder::Remote(RemoteEmbedder::new(config).unwrap());
    assert!(embedder.model_key().ends_with(":3:prefixed"), "{}", embedder.model_key());
    for purpose in [Purpose::Query, Purpose::Document] {
        embedder.embed(&texts(1), purpose, LONG).await.unwrap();
    }
    let sent: Vec<String> =
        server.seen_requests().iter().map(|seen| String::from_utf8_lossy(&seen.body).into_owned()).collect();
    assert!(sent[0].contains(r#"["query: texto 0"]"#), "{}", sent[0]);
    assert!(sent[1].contains(r#"["passage: texto 0"]"#), "{}", sent[1]);
}
