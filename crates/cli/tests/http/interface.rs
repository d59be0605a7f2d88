//! The built page: types, caching, headers of every answer, and nothing from outside the folder.

use crate::server::shared_server;
use crate::support::fixture;
use std::io::Read as _;
use std::path::PathBuf;

fn dist_folder() -> PathBuf {
    fixture("../../../../ui/dist")
}

#[test]
fn the_page_answers_every_address_that_is_no_file() {
    let page = std::fs::read(dist_folder().join("index.html")).unwrap();
    for path in ["/", "/busca", "/itens/abc", "/index.html", "/?q=x", "/apix"] {
        let answer = shared_server().get(path).send();
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.body, page, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
    }
    for path in ["/nada.js", "/assets/nada.css", "/.env", "/index.html/x.js"] {
        assert_eq!(shared_server().get(path).send().error(404), "no_route", "{path}");
    }
    assert_eq!(shared_server().post("/").send().error(405), "method_not_allowed");
}

#[test]
fn files_have_their_types_and_are_kept_while_they_last() {
    let Ok(assets) = std::fs::read_dir(dist_folder().join("assets")) else { return };
    for entry in assets {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let answer = shared_server().get(&format!("/assets/{name}")).send();
        assert_eq!(answer.status, 200, "{name}");
        assert!(answer.header("cache-control").unwrap().contains("immutable"));
        let expected = match name.rsplit('.').next().unwrap() {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "woff2" => "font/woff2",
            "svg" => "image/svg+xml",
            other => panic!("an asset of a new kind: {other}"),
        };
        assert_eq!(answer.header("content-type"), Some(expected), "{name}");
        let tag = answer.header("etag").unwrap().to_owned();
        let again = shared_server().get(&format!("/assets/{name}")).header("if-none-match", &tag).send();
        assert_eq!((again.status, again.body.len()), (304, 0));
    }
}

#[test]
fn texts_are_sent_compressed_to_clients_that_take_it() {
    let server = shared_server();
    let plain = server.get("/index.html").send();
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(plain.header("vary"), Some("accept-encoding"));

    let packed = server.get("/index.html").header("accept-encoding", "gzip, br").send();
    assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")));
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(packed.body.as_slice()).read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.body);

    // Each form has its own tag, and is not sent again to a client that has it.
    let tag = packed.header("etag").unwrap();
    assert_ne!(Some(tag), plain.header("etag"));
    let again =
        server.get("/index.html").header("accept-encoding", "gzip").header("if-none-match", tag).send();
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = server.get("/index.html").header("if-none-match", tag).send();
    assert_eq!(other.status, 200);
}

#[test]
fn nothing_outside_the_folder_is_served() {
    let paths = [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/assets/../../package.json",
        "/assets/..%2f..%2fpackage.json",
        "/assets/..\\..\\package.json",
        "/assets/%2e%2e%5c%2e%2e%5cpackage.json",
        "//etc/passwd",
        "/%00/etc/passwd",
        "/assets/%252e%252e/package.json",
        "/....//....//package.json",
        "/assets/./../package.json",
        "/file:///etc/passwd",
        "/C:/Windows/win.ini",
        "/%c0%ae%c0%ae/package.json",
        "/assets",
        "/assets/",
    ];
    let page = std::fs::read(dist_folder().join("index.html")).unwrap();
    for path in paths {
        let answer = shared_server().get(path).send();
        let harmless =
            answer.status == 404 || answer.status == 400 || (answer.status == 200 && answer.body == page);
        assert!(harmless, "{path}: {} {}", answer.status, answer.text());
    }
}

#[test]
fn every_answer_carries_the_headers_that_protect() {
    let server = shared_server();
    for answer in [
        server.get("/").send(),
        server.get("/nada.js").send(),
        server.get("/api/health").send(),
        server.get("/api/none").send(),
        server.request("PATCH", "/api/faqs").send(),
        server.get("/").header("host", "evil.example").send(),
        server.post("/api/rag/search").json("{").send(),
    ] {
        let policy = answer.header("content-security-policy").unwrap();
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "style-src 'self';",
            "frame-ancestors 'none'",
            "object-src 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        let permissions = answer.header("permissions-policy").unwrap();
        assert!(permissions.starts_with("microphone=(self), camera=()"), "{permissions}");
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(answer.header("server"), None);
    }
    assert_eq!(server.get("/api/health").send().header("cache-control"), Some("no-store"));
}

#[test]
fn unknown_addresses_and_methods_of_the_api() {
    let server = shared_server();
    for path in ["/api", "/api/", "/api/none", "/api/catalog", "/api/rag/search/x", "/api/../api/none"] {
        assert_eq!(server.get(path).send().error(404), "no_route", "{path}");
    }
    let wrong = server.get("/api/rag/search").send();
    assert_eq!(wrong.error(405), "method_not_allowed");
    assert_eq!(wrong.header("allow"), Some("POST"));
    for method in ["PATCH", "TRACE", "PUT", "OPTIONS"] {
        assert_eq!(server.request(method, "/api/faqs").send().error(405), "method_not_allowed", "{method}");
    }
    let head = server.request("HEAD", "/api/health").send();
    assert_eq!((head.status, head.body.len()), (200, 0));
}
