//! Rates, headers, silence.

use crate::client::exchange;
use crate::server::{shared_server, start};
use crate::support::prepare_folder;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

#[test]
fn a_peer_that_asks_too_often_must_wait() {
    let server = start(&prepare_folder("rate"), &["--rate", "5"], &[]);
    // An office opens the page from one address: its files count less.
    assert!((0..40).all(|_| server.get("/favicon.svg").send().status == 200));
    let answers: Vec<_> = (0..40).map(|_| server.get("/api/profiles").send()).collect();
    let refused: Vec<_> = answers.iter().filter(|a| a.status == 429).collect();
    assert!(answers[..20].iter().all(|a| a.status != 429), "a burst is allowed");
    assert!(refused.len() >= 10, "{}", refused.len());
    assert_eq!(refused[0].error(429), "rate_limited");
    assert!(refused[0].header("retry-after").unwrap().parse::<u32>().unwrap() >= 1);
}

#[test]
fn requests_that_are_still_on_their_way_lock_no_other_out() {
    let server = start(&prepare_folder("crowd"), &["--rate", "0"], &[]);
    let head = format!(
        "POST /api/profiles/compare HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n",
        server.address
    );
    let slow: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.get("/api/health").send().status, 200);
        assert_eq!(server.get("/favicon.svg").send().status, 200);
    }
    drop(slow);
}

#[test]
fn headers_have_limits() {
    let server = shared_server();
    let long = server.get("/api/health").header("x-long", &"a".repeat(100_000)).send();
    assert_eq!(long.status, 431, "{}", long.text());
    let many = (0..200).fold(server.get("/api/health"), |r, n| r.header(&format!("x-{n}"), "1")).send();
    assert_eq!(many.status, 431, "{}", many.text());
    let address = server.get(&format!("/api/catalog/items?text={}", "a".repeat(100_000))).send();
    assert!((400..500).contains(&address.status), "{}", address.status);
}

#[test]
fn what_is_no_request_is_refused() {
    for bytes in [
        &b"\0\0\0\0\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
    ] {
        assert_eq!(exchange(shared_server().address, &[bytes]).status, 400, "{bytes:?}");
    }
    assert_eq!(shared_server().phase(), "ready");
}

#[test]
fn half_a_body_is_no_request() {
    let head = format!(
        "POST /api/rag/search HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n",
        shared_server().address
    );
    let stream = TcpStream::connect(shared_server().address).unwrap();
    (&stream).write_all(head.as_bytes()).unwrap();
    (&stream).write_all(b"{\"query\":").unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = String::new();
    (&stream).read_to_string(&mut answer).ok();
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert_eq!(shared_server().phase(), "ready");
}
