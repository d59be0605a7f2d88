//! Who may ask: hosts, origins, tokens.

use crate::client::exchange;
use crate::server::{shared_server, start};
use crate::support::prepare_folder;

const SEARCH: &str = "/api/rag/search";
const BODY: &str = r#"{"query":"x"}"#;

#[test]
fn a_request_must_name_this_machine() {
    let server = shared_server();
    let port = server.address.port();
    for host in ["localhost", &format!("localhost:{port}"), &format!("127.0.0.1:{port}"), "[::1]"] {
        let answer = server.get("/api/health").header("host", host).send();
        assert_eq!(answer.status, 200, "{host}: {}", answer.text());
    }
    for host in [
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "10.0.0.7",
        "",
        "127.0.0.1@evil.example",
    ] {
        for path in ["/api/health", "/", "/assets/x.js", "/api/none"] {
            let answer = server.get(path).header("host", host).send();
            assert_eq!(answer.error(403), "forbidden", "{host} {path}");
        }
    }
    let two = server.get("/api/health").header("host", "localhost").header("host", "evil.example").send();
    assert!(two.status >= 400 && two.status < 500, "{}", two.status);
    let none = exchange(server.address, &[b"GET /api/health HTTP/1.0\r\n\r\n"]);
    assert_eq!(none.error(403), "forbidden");
    let absolute = exchange(
        server.address,
        &[b"GET http://evil.example/api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"],
    );
    assert_eq!(absolute.error(403), "forbidden");
}

#[test]
fn only_our_own_pages_may_change_anything() {
    let server = shared_server();
    let own = format!("http://{}", server.address);
    let from = |origin: &str| server.post(SEARCH).header("origin", origin).json(BODY).send();
    assert_eq!(from(&own).status, 200);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "https://evil.example", "file://", ""]
    {
        assert_eq!(from(origin).error(403), "forbidden", "{origin}");
    }
    let crossed = server.post(SEARCH).header("sec-fetch-site", "cross-site").json(BODY).send();
    assert_eq!(crossed.error(403), "forbidden");
    let deleted = server.request("DELETE", "/api/faqs/00000000-0000-0000-0000-000000000000");
    assert_eq!(deleted.header("origin", "http://evil.example").send().error(403), "forbidden");
}

#[test]
fn an_image_on_another_page_runs_no_operation_and_a_second_header_hides_nothing() {
    let server = shared_server();
    let send_across = |path: &str| server.get(path).header("sec-fetch-site", "cross-site").send();
    for path in ["/api/health", "/api/llm/test", "/api/catalog/items", "/api/nothing"] {
        assert_eq!(send_across(path).error(403), "forbidden", "{path}");
    }
    assert_eq!(send_across("/").status, 200, "a link to the page itself works");
    let (site, origin) = ("sec-fetch-site", "origin");
    let own = format!("http://{}", server.address);
    for (name, first, second) in
        [(site, "same-origin", "cross-site"), (origin, own.as_str(), "http://evil.example")]
    {
        let twice = server.get("/api/health").header(name, first).header(name, second).send();
        assert_eq!(twice.error(403), "forbidden", "{name}");
    }
}

#[test]
fn other_origins_are_told_nothing() {
    let server = shared_server();
    let asked = server
        .request("OPTIONS", SEARCH)
        .header("origin", "http://evil.example")
        .header("access-control-request-method", "POST")
        .send();
    assert!(asked.status >= 400, "{}", asked.status);
    for answer in [asked, server.get("/api/health").header("origin", "http://evil.example").send()] {
        for name in
            ["access-control-allow-origin", "access-control-allow-methods", "access-control-allow-headers"]
        {
            assert_eq!(answer.header(name), None);
        }
    }
}

#[test]
fn beyond_this_machine_a_token_is_needed() {
    let server = start(&prepare_folder("open"), &["--host", "0.0.0.0"], &[]);
    let token = server.announced["token"].as_str().unwrap().to_owned();
    assert!(token.len() >= 40, "{token}");
    server.wait_until_ready();
    assert_eq!(server.get("/").send().status, 200, "the page must load before it can send a token");
    for host in ["0.0.0.0", "[::]", "[::ffff:0.0.0.0]"] {
        let answer = server.get("/api/health").header("host", host).send();
        assert_eq!(answer.error(403), "forbidden", "{host} is no address of anything");
    }
    let config = |value: Option<String>| {
        let request = server.get("/api/config");
        match value {
            Some(value) => request.header("authorization", &value).send(),
            None => request.send(),
        }
    };
    let refused = config(None);
    assert_eq!(refused.error(401), "unauthorized");
    assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
    let wrong = [
        "Bearer x".to_owned(),
        format!("Basic {token}"),
        token.clone(),
        format!("Bearer {token}x"),
        "Bearer".into(),
    ];
    for value in wrong {
        assert_eq!(config(Some(value.clone())).error(401), "unauthorized", "{value}");
    }
    assert_eq!(config(Some(format!("Bearer {token}"))).status, 200);
    assert_eq!(config(Some(format!("bearer {token}"))).status, 200);
    for path in ["/api/openapi.json", "/api/none", "/api/catalog/items", "/api/profiles"] {
        assert_eq!(server.get(path).send().error(401), "unauthorized", "{path}");
    }
    assert_eq!(server.post(SEARCH).json(BODY).send().error(401), "unauthorized");
    let elsewhere = server.get("/api/health").header("host", "evil.example").send();
    assert_eq!(elsewhere.error(403), "forbidden");
}

#[test]
fn a_token_that_was_given_is_needed_and_not_printed() {
    let environment = [("CELEIRO_TOKEN", "abre-te-sesamo-agora")];
    let server = start(&prepare_folder("given"), &["--allow-host", "granja.example"], &environment);
    assert!(server.announced.get("token").is_none(), "{}", server.announced);
    server.wait_until_ready();
    assert_eq!(server.get("/api/config").send().error(401), "unauthorized");
    let known = server.get("/api/config").header("authorization", "Bearer abre-te-sesamo-agora");
    assert_eq!(known.clone().send().status, 200);
    assert_eq!(known.header("host", "granja.example").send().status, 200, "an allowed name");
}
