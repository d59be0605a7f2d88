//! Clients that mean ill, against the real listener with small limits. Addresses of the loopback
//! network stand for other machines here, so each client has one of its own.
//!
//! Deadlines that a test is not about are out of its reach: what helps the other client is what the
//! test names.

use super::connections::address::Address;
use super::connections::listener::serve_connections;
use super::layer::protect_routes;
use super::limits::{Limits, Pace};
use super::server::Server;
use crate::serve::options::Serve;
use axum::Router;
use axum::body::Bytes;
use axum::response::sse::{Event, Sse};
use axum::routing::{get, post};
use celeiro_domain::search::Lang;
use futures::stream::{self, Stream, StreamExt as _};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Out of reach of any test.
const LONG: Duration = Duration::from_secs(600);
/// More than the buffers of both ends hold.
const LARGE: usize = 32 << 20;
const ATTACKERS: [&str; 6] = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6", "127.0.0.7"];
/// What is known to take long.
const LONG_REQUEST: &str = "/api/chat";
const OTHER: &str = "127.0.0.99";
/// Opens everything without a database, which no server of these tests has.
const TOKEN: &str = "abre-te-sesamo-agora";

/// Limits so small that a few clients reach them.
fn tight_limits() -> Limits {
    Limits {
        places: 16,
        places_per_address: 6,
        health_places: 2,
        equal_places: 1,
        grace: Duration::ZERO,
        is_local: |_| false,
        header_patience: LONG,
        answer_pace: Pace { patience: LONG, bytes_per_second: 1 },
        body_pace: Pace { patience: LONG, bytes_per_second: 1 },
        body_patience: LONG,
        at_once: 16,
        at_once_per_address: 16,
        long_at_once_per_address: 16,
        ..Limits::default()
    }
}

struct Target {
    address: SocketAddr,
    /// Has a permit for each request that hangs.
    hanging: Arc<Semaphore>,
    _stop: DropGuard,
}

/// A server that has something large to say, takes bodies, and hangs where it is asked to.
async fn start_target(limits: Limits) -> Target {
    target_with_rate(limits, 0).await
}

/// [`start_target`], where each client may ask `rate` times a second.
async fn target_with_rate(limits: Limits, rate: u32) -> Target {
    let args = Serve { host: "127.0.0.1".to_owned(), port: 0, allow_host: Vec::new(), rate };
    let address = Address::bind(&args, Some(TOKEN)).await.unwrap();
    let large = Bytes::from(vec![b'x'; LARGE]);
    let hanging = Arc::new(Semaphore::new(0));
    let hang = {
        let hanging = hanging.clone();
        move || async move {
            hanging.add_permits(1);
            std::future::pending::<()>().await
        }
    };
    let router = Router::new()
        .route("/large", get(move || async move { large }))
        .route("/length", post(|body: Bytes| async move { body.len().to_string() }))
        .route("/hang", get(hang.clone()))
        .route(LONG_REQUEST, post(hang))
        .route("/events", get(|| async { Sse::new(endless_events()) }))
        .route("/api/health", get(|| async { "fine" }));
    let server = Arc::new(Server::new(Lang::En));
    let router = protect_routes(router, &server, &address, args.rate, &limits);
    let (bound, stop) = (address.bound, CancellationToken::new());
    tokio::spawn(serve_connections(address.listener, router, limits, Lang::En, stop.clone()));
    Target { address: bound, hanging, _stop: stop.drop_guard() }
}

/// One event, and then nothing for ever.
fn endless_events() -> impl Stream<Item = Result<Event, Infallible>> {
    stream::iter([Ok(Event::default().data("begun"))]).chain(stream::pending())
}

impl Target {
    /// A connection of the client at `from`, with `bytes` sent.
    async fn open(&self, from: &str, bytes: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        let mut stream = socket.connect(self.address).await.unwrap();
        stream.write_all(bytes.as_bytes()).await.ok();
        stream
    }

    fn head(&self, request: &str, headers: &str) -> String {
        let ours = format!("host: {}\r\nauthorization: Bearer {TOKEN}", self.address);
        format!("{request} HTTP/1.1\r\n{ours}\r\n{headers}\r\n")
    }

    /// Opens as many connections for every attacker as there are places in all.
    async fn attack(&self, bytes: &str) -> Vec<TcpStream> {
        let mut open = Vec::new();
        for from in ATTACKERS {
            for _ in 0..tight_limits().places {
                open.push(self.open(from, bytes).await);
            }
        }
        open
    }

    /// Requests of `clients` that are being worked on.
    async fn hang(&self, clients: &[&str]) -> Vec<TcpStream> {
        let mut open = Vec::new();
        for from in clients {
            open.push(self.open(from, &self.head("GET /hang", "")).await);
        }
        let count = u32::try_from(clients.len()).unwrap();
        self.hanging.acquire_many(count).await.unwrap().forget();
        open
    }

    async fn get(&self, from: &str, path: &str) -> String {
        self.ask(from, &self.head(&format!("GET {path}"), "connection: close\r\n")).await
    }

    async fn post(&self, from: &str, body: &str) -> String {
        let headers = format!("connection: close\r\ncontent-length: {}\r\n", body.len());
        self.ask(from, &(self.head("POST /length", &headers) + body)).await
    }

    /// The whole answer to a request.
    async fn ask(&self, from: &str, bytes: &str) -> String {
        let mut stream = self.open(from, bytes).await;
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut answer)).await;
        read.expect("an answer").ok();
        String::from_utf8(answer).unwrap()
    }

    /// Asks again and again, each time after a longer pause, until the answer has the status; `between` is done
    /// before the next time.
    async fn post_until(&self, from: &str, body: &str, status: u16, mut between: impl AsyncFnMut()) {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(20);
        while !has_status(&self.post(from, body).await, status) {
            assert!(begun.elapsed() < Duration::from_secs(30), "{from} is never answered {status}");
            between().await;
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
    }

    /// A large body of 127.0.0.2 that is not sent to its end. It is there once a body of its size finds no room for
    /// `next`; where that one was faster, the held one was refused instead and is sent again.
    async fn hold_body(&self, next: &str, large: &str) -> TcpStream {
        let body = self.head("POST /length", "content-length: 1000000\r\n") + large;
        let mut held = self.open("127.0.0.2", &body).await;
        self.post_until(next, large, 429, async || held = self.open("127.0.0.2", &body).await).await;
        held
    }

    /// Whether another client is answered, each of several times.
    async fn answers_others(&self) {
        for _ in 0..8 {
            let answer = self.post(OTHER, "abc").await;
            assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("\r\n\r\n3"), "{answer:?}");
        }
    }
}

/// Whether the answer on the wire has the status.
fn has_status(answer: &str, status: u16) -> bool {
    answer.starts_with(&format!("HTTP/1.1 {status} "))
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_say_nothing_keep_no_other_out() {
    let target = start_target(tight_limits()).await;
    let silent = target.attack("").await;
    target.answers_others().await;
    drop(silent);
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_never_end_their_headers_keep_no_other_out() {
    let target = start_target(tight_limits()).await;
    let slow = target.attack("GET /large HTTP/1.1\r\nhost: ").await;
    target.answers_others().await;
    drop(slow);
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_that_do_not_come_are_given_up() {
    let target = start_target(Limits { header_patience: Duration::from_millis(300), ..tight_limits() }).await;
    for begun in ["", "GET /large HTTP/1.1\r\nhost: "] {
        let answer = target.ask(OTHER, begun).await;
        assert!(!has_status(&answer, 200), "{answer}");
    }
    // A connection that rests after its answer is given up too.
    let answer = target.ask(OTHER, &target.head("GET /api/health", "")).await;
    assert!(has_status(&answer, 200) && answer.ends_with("fine"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_do_not_take_their_answers_keep_no_other_out() {
    let target = start_target(tight_limits()).await;
    let deaf = target.attack(&target.head("GET /large", "")).await;
    target.answers_others().await;
    drop(deaf);
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_whose_bodies_do_not_come_keep_no_other_out() {
    let target = start_target(tight_limits()).await;
    let slow = target.attack(&(target.head("POST /length", "content-length: 9\r\n") + "abc")).await;
    target.answers_others().await;
    drop(slow);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_taken_is_given_up_and_one_that_is_taken_slowly_is_not() {
    let answer_pace = Pace { patience: Duration::from_millis(500), bytes_per_second: 1 << 10 };
    let target = start_target(Limits { answer_pace, ..tight_limits() }).await;
    let head = target.head("GET /large", "connection: close\r\n");
    let (mut deaf, mut slow) = (target.open(OTHER, &head).await, target.open(OTHER, &head).await);
    let mut part = vec![0; 1 << 20];
    let mut taken = 0;
    loop {
        match slow.read(&mut part).await.unwrap() {
            0 => break,
            bytes => taken += bytes,
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    assert!(taken > LARGE, "{taken}");
    tokio::time::sleep(Duration::from_secs(2)).await;
    let mut rest = Vec::new();
    deaf.read_to_end(&mut rest).await.ok();
    assert!(rest.len() < LARGE, "{}", rest.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_come_is_given_up_with_a_reason() {
    let body_pace = Pace { patience: Duration::from_millis(300), bytes_per_second: 1 << 10 };
    let target = start_target(Limits { body_pace, ..tight_limits() }).await;
    let answer = target.ask(OTHER, &(target.head("POST /length", "content-length: 9\r\n") + "abc")).await;
    assert!(
        has_status(&answer, 408) && answer.contains("request_too_slow") && answer.contains("1 KB/s"),
        "{answer}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_takes_no_longer_than_it_may_at_any_speed() {
    let target = start_target(Limits { body_patience: Duration::from_millis(300), ..tight_limits() }).await;
    let answer = target.ask(OTHER, &(target.head("POST /length", "content-length: 9\r\n") + "abc")).await;
    assert!(has_status(&answer, 408), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn large_bodies_leave_room_for_small_ones() {
    let target =
        start_target(Limits { large_bodies_bytes: 8_800_000, small_body_bytes: 1 << 10, ..tight_limits() })
            .await;
    let large = "x".repeat(900 << 10);
    let held = target.hold_body(OTHER, &large).await;
    assert!(has_status(&target.post(OTHER, "small").await, 200));
    drop(held);
    target.post_until(OTHER, &large, 200, async || {}).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_bodies_of_one_address_leave_room_for_those_of_others() {
    let room = Limits {
        large_bodies_bytes: 32 << 20,
        large_bodies_bytes_per_address: 1 << 20,
        small_body_bytes: 1 << 10,
        ..tight_limits()
    };
    let target = start_target(room).await;
    let large = "x".repeat(900 << 10);
    let held = target.hold_body("127.0.0.2", &large).await;
    assert!(has_status(&target.post(OTHER, &large).await, 200));
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn large_bodies_of_many_addresses_leave_room_for_those_of_this_machine() {
    let room = Limits {
        large_bodies_bytes: 1 << 10,
        local_large_bodies_bytes: 2 << 20,
        small_body_bytes: 1 << 9,
        is_local: |ip| ip.to_string() == "127.0.0.9",
        ..tight_limits()
    };
    let target = start_target(room).await;
    let large = "x".repeat(900 << 10);
    assert!(has_status(&target.post(OTHER, &large).await, 429));
    assert!(has_status(&target.post("127.0.0.9", &large).await, 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn large_bodies_of_one_address_of_this_machine_leave_room_for_those_of_another() {
    let room = Limits {
        local_large_bodies_bytes: 2 << 20,
        small_body_bytes: 1 << 10,
        is_local: |_| true,
        ..tight_limits()
    };
    let target = start_target(room).await;
    let large = "x".repeat(900 << 10);
    let held = target.hold_body("127.0.0.2", &large).await;
    assert!(has_status(&target.post("127.0.0.3", &large).await, 200));
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_nothing_needs_is_not_waited_for() {
    let target = start_target(tight_limits()).await;
    for request in ["POST /nowhere", "GET /api/health", "DELETE /nowhere", "OPTIONS /length"] {
        let head = target.head(request, "content-length: 900000\r\n");
        let answer = target.ask(OTHER, &(head + "abc")).await;
        assert!(answer.starts_with("HTTP/1.1 ") && !has_status(&answer, 408), "{request}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_asks_too_often_is_closed_with_the_refusal() {
    let target = target_with_rate(tight_limits(), 1).await;
    let many = target.head("GET /api/health", "").repeat(50);
    let answers = target.ask("127.0.0.2", &many).await;
    assert_eq!(answers.matches("HTTP/1.1 429").count(), 1, "{answers}");
    assert!(answers.contains("connection: close"), "{answers}");
}

#[tokio::test(flavor = "multi_thread")]
async fn more_work_than_can_be_done_at_once_is_turned_away_but_the_health_is_told() {
    let target = start_target(Limits { at_once: 4, ..tight_limits() }).await;
    let working = target.hang(&["127.0.0.2"; 4]).await;
    let answer = target.post(OTHER, "abc").await;
    assert!(
        has_status(&answer, 429) && answer.contains("retry-after: 1") && answer.contains("rate_limited"),
        "{answer}"
    );
    assert!(has_status(&target.get(OTHER, "/api/health").await, 200));
    drop(working);
    target.post_until(OTHER, "abc", 200, async || {}).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_work_of_one_address_leaves_places_for_that_of_others() {
    let target = start_target(Limits { at_once: 8, at_once_per_address: 2, ..tight_limits() }).await;
    let _working = target.hang(&["127.0.0.2"; 2]).await;
    assert!(has_status(&target.post("127.0.0.2", "abc").await, 429));
    assert!(has_status(&target.post(OTHER, "abc").await, 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_long_leaves_places_for_what_does_not() {
    let target = start_target(Limits { at_once: 6, long_at_once: 4, ..tight_limits() }).await;
    let long = target.head(&format!("POST {LONG_REQUEST}"), "connection: close\r\ncontent-length: 0\r\n");
    let mut chats = Vec::new();
    for from in &ATTACKERS[..4] {
        chats.push(target.open(from, &long).await);
    }
    target.hanging.acquire_many(4).await.unwrap().forget();
    assert!(has_status(&target.ask(OTHER, &long).await, 429));
    assert!(has_status(&target.post(OTHER, "abc").await, 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_work_of_other_machines_leaves_that_of_this_one_alone() {
    let is_local = |ip: std::net::IpAddr| ip.to_string() == OTHER;
    let target = start_target(Limits { at_once: 4, is_local, ..tight_limits() }).await;
    let _working = target.hang(&ATTACKERS[..4]).await;
    assert!(has_status(&target.post("127.0.0.98", "abc").await, 429));
    assert!(has_status(&target.post(OTHER, "abc").await, 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_packed_in_transit_is_refused_and_not_taken_as_it_is() {
    let target = start_target(tight_limits()).await;
    for coding in ["gzip, chunked", "gzip,chunked", "deflate, gzip, chunked", "identity, chunked"] {
        let headers = format!("connection: close\r\ntransfer-encoding: {coding}\r\n");
        let head = target.head("POST /length", &headers);
        let answer = target.ask(OTHER, &(head + "3\r\nabc\r\n0\r\n\r\n")).await;
        assert!(has_status(&answer, 400) && answer.contains("packed"), "{coding}: {answer}");
    }
    let head = target.head("POST /length", "connection: close\r\ntransfer-encoding: Chunked\r\n");
    assert!(has_status(&target.ask(OTHER, &(head + "3\r\nabc\r\n0\r\n\r\n")).await, 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_events_is_work_until_its_client_goes() {
    let target = start_target(Limits { at_once: 8, at_once_per_address: 2, ..tight_limits() }).await;
    let mut streams = Vec::new();
    for _ in 0..2 {
        let mut stream = target.open("127.0.0.2", &target.head("GET /events", "")).await;
        read_until(&mut stream, "begun").await;
        streams.push(stream);
    }
    assert!(has_status(&target.post("127.0.0.2", "abc").await, 429));
    assert!(has_status(&target.post(OTHER, "abc").await, 200));
    drop(streams);
    target.post_until("127.0.0.2", "abc", 200, async || {}).await;
}

/// Reads until `text` has come.
async fn read_until(stream: &mut TcpStream, text: &str) {
    let (mut read, mut buffer) = (String::new(), [0; 1024]);
    while !read.contains(text) {
        let count = stream.read(&mut buffer).await.unwrap();
        assert!(count > 0, "ended after {read}");
        read.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_every_connection_is_at_work_the_health_is_told_and_nothing_else() {
    let target = start_target(Limits { places: 2, at_once: 9, ..tight_limits() }).await;
    let _working = target.hang(&["127.0.0.2", "127.0.0.3"]).await;
    assert!(has_status(&target.post(OTHER, "abc").await, 429));
    assert!(has_status(&target.get(OTHER, "/api/health").await, 200));
}
