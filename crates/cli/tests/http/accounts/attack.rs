//! What those get who guess, flood, or hold on to what they may no more.

use super::{Browser, COOKIE, ME, PASSWORD, SESSION, sign_in, team};
use crate::client::Answer;
use crate::server::{Server, start, start_logging};
use crate::support::{add_user, find_files_with, json as command, prepare_folder};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

const ITEMS: &str = "/api/catalog/items";
const THREADS: usize = 20;
const GUESSES: usize = 1_000;

#[test]
fn a_thousand_guesses_at_once_are_refused_and_so_is_the_right_password_meanwhile() {
    let server = team("attack-guesses", &[("ana", "admin"), ("bia", "seller")]);
    let ana = Browser::of(&server, "ana");
    let guess = |n: usize| {
        let answer = sign_in(&server, "ana", &format!("palpite {n} de mil"));
        assert!(answer.header("set-cookie").is_none());
        answer.error(answer.status)
    };
    let mut codes: BTreeMap<String, usize> = BTreeMap::new();
    thread::scope(|scope| {
        let all = |thread: usize| (thread..GUESSES).step_by(THREADS).map(guess).collect::<Vec<_>>();
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || all(thread))).collect();
        for code in threads.into_iter().flat_map(|thread| thread.join().unwrap()) {
            *codes.entry(code).or_default() += 1;
        }
    });
    println!("{GUESSES} guesses: {codes:?}");
    let tried = codes["sign_in_refused"];
    assert!((5..=14).contains(&tried), "{codes:?}");
    let known = ["sign_in_refused", "sign_in_slowed", "rate_limited"];
    assert!(codes.keys().all(|code| known.contains(&code.as_str())), "{codes:?}");

    // Right after one that was tried, the next one waits.
    server.wait_until("one more is tried", || guess(0) == "sign_in_refused");
    let slowed = sign_in(&server, "ana", PASSWORD);
    assert_eq!((slowed.error(429).as_str(), slowed.header("set-cookie")), ("sign_in_slowed", None));
    let seconds = slowed.json()["details"]["seconds"].as_u64().unwrap();
    assert!((1..=60).contains(&seconds), "{}", slowed.text());
    assert_eq!(slowed.header("retry-after").unwrap().parse::<u64>().unwrap(), seconds);
    assert_eq!(ana.get(ME).status, 200, "who is in stays in");
    assert_eq!(sign_in(&server, "bia", PASSWORD).status, 200, "others are not slowed");
    let unknown: Vec<String> = (0..6)
        .map(|n| sign_in(&server, "zeca", &format!("palpite {n}")))
        .map(|answer| answer.error(answer.status))
        .collect();
    assert_eq!(
        unknown[..5],
        ["sign_in_refused"; 5].map(str::to_owned),
        "a login that is none is treated alike"
    );
    assert_eq!(unknown[5], "sign_in_slowed");
}

#[test]
fn hostile_names_and_passwords_are_wrong_and_nothing_else() {
    let server = team("attack-texts", &[("ana", "admin")]);
    let long = "x".repeat(10_000);
    let nul = format!("{PASSWORD}\0");
    let passwords = ["", "1", "\0", &nul, &long, "\u{202e}senha", "ｃｏｌｈｅｉｔａ", " ' or '1'='1"];
    for (at, password) in passwords.into_iter().enumerate() {
        let answer = sign_in(&server, &format!("p{at}"), password);
        assert_eq!(answer.error(401), "sign_in_refused", "{at}");
    }
    assert_eq!(sign_in(&server, "ana", &nul).error(401), "sign_in_refused", "a text ends where it ends");
    assert_eq!(sign_in(&server, "ana", &long).error(401), "sign_in_refused");
    // The second has a Cyrillic a.
    for login in ["ana\0", "\u{430}na", "ana' or '1'='1", "ana;--", &long, "", "../ana"] {
        let answer = sign_in(&server, login, PASSWORD);
        assert!(
            ["sign_in_refused", "sign_in_slowed"].contains(&answer.error(answer.status).as_str()),
            "{login:?}"
        );
    }
    for body in [
        json!({}),
        json!([]),
        json!({ "login": "ana" }),
        json!({ "login": ["ana"], "password": PASSWORD }),
        json!({ "login": "ana", "password": null }),
        json!({ "login": "ana", "password": PASSWORD, "role": "admin" }),
    ] {
        let answer = server.post(SESSION).json(body.to_string()).send();
        assert_eq!(answer.error(400), "invalid_request", "{body}");
        assert!(!answer.text().contains(PASSWORD), "{}", answer.text());
    }
    let huge = json!({ "login": "ana", "password": "x".repeat(3 << 20) });
    assert_eq!(server.post(SESSION).json(huge.to_string()).send().error(413), "too_large");
    assert_eq!(sign_in(&server, "ana", PASSWORD).status, 200);
}

#[test]
fn many_cookies_hide_nothing_and_too_many_are_refused() {
    let server = team("attack-cookies", &[("ana", "admin")]);
    let ana = Browser::of(&server, "ana");
    let others = |count: usize| (0..count).map(|n| format!("c{n}=x; ")).collect::<String>();
    let beside = Browser::with(&server, format!("{}{}; last=1", others(2_000), ana.cookie));
    assert_eq!(beside.get(ME).status, 200, "other programs of this host have cookies, too");
    let apart =
        (0..40).fold(ana.request("GET", ME), |request, n| request.header("cookie", &format!("d{n}=x")));
    assert_eq!(apart.send().status, 200);
    assert_eq!(Browser::with(&server, others(10_000)).get(ME).status, 431);
    let lines =
        (0..200).fold(ana.request("GET", ME), |request, n| request.header("cookie", &format!("d{n}=x")));
    assert_eq!(lines.send().status, 431);
    let long = "A".repeat(10_000);
    for value in ["", "A", "\"", "%00", "' or 1=1", &long, "A=B", "=", "á"] {
        assert!(Browser::with(&server, format!("{COOKIE}={value}")).is_out(), "{value}");
    }
    let secret = ana.cookie.split_once('=').unwrap().1;
    for name in ["__host-celeiro", "__Secure-celeiro", "celeiro-session", "session", " __Host-celeiro "] {
        let is_out = Browser::with(&server, format!("{name}={secret}")).is_out();
        assert_eq!(is_out, name.trim() != COOKIE, "{name}");
    }
}

#[test]
fn a_flood_of_made_up_sessions_takes_nothing_of_the_rate_of_those_who_are_in() {
    let folder = prepare_folder("attack-flood");
    add_user(&folder, "ana", "admin", PASSWORD);
    let server = start(&folder, &["--rate", "5"], &[]);
    server.wait_until("it is ready", || {
        thread::sleep(Duration::from_millis(400));
        server.get("/api/health").send().json()["phase"] == "ready"
    });
    let ana = Browser::of(&server, "ana");
    assert_eq!(ana.get(ME).status, 200);
    let flood: Vec<u16> =
        (0..60).map(|n| Browser::with(&server, format!("{COOKIE}={n:043}")).get(ME).status).collect();
    assert!(flood.iter().filter(|status| **status == 429).count() >= 10, "{flood:?}");
    assert!(flood.iter().all(|status| matches!(status, 401 | 429)), "{flood:?}");
    assert_eq!(ana.get(ME).status, 200, "her session is known");
}

/// A request of which a part is sent, then the rest after `meanwhile`.
fn interrupt_request(server: &Server, cookie: &str, meanwhile: impl FnOnce()) -> String {
    let body = json!({ "name": "Fosfato", "price": 3 }).to_string();
    let (first, rest) = body.split_at(7);
    let head = format!(
        "POST {ITEMS} HTTP/1.1\r\nhost: {}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{first}",
        server.address,
        body.len()
    );
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    // It is let in before anything changes.
    thread::sleep(Duration::from_millis(300));
    meanwhile();
    thread::sleep(Duration::from_millis(1_200));
    stream.write_all(rest.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_request_that_began_before_does_nothing_that_its_account_may_no_more() {
    let server = team("attack-slow", &[("ana", "admin"), ("bia", "editor")]);
    let (ana, bia) = (Browser::of(&server, "ana"), Browser::of(&server, "bia"));
    let id = bia.get(ME).json()["account"]["id"].as_str().unwrap().to_owned();
    let change = |change: serde_json::Value| {
        ana.ok("PUT", &format!("/api/users/{id}"), &change);
    };
    let status = |answer: &str| answer.split(' ').nth(1).unwrap().to_owned();
    assert_eq!(status(&interrupt_request(&server, &bia.cookie, || {})), "200", "a slow one is no crime");
    let demoted = interrupt_request(&server, &bia.cookie, || change(json!({ "role": "seller" })));
    assert_eq!(status(&demoted), "403", "{demoted}");
    change(json!({ "role": "editor" }));
    let closed = interrupt_request(&server, &bia.cookie, || change(json!({ "disabled": true })));
    assert_eq!(status(&closed), "401", "{closed}");
    let count = ana.get(ITEMS).json()["total"].as_u64();
    assert_eq!(count, Some(1), "one was saved");
}

#[test]
fn no_secret_lies_in_the_log_or_in_the_database() {
    let folder = prepare_folder("attack-secrets");
    add_user(&folder, "ana", "admin", PASSWORD);
    let log = folder.join("server.log");
    let mut server = start_logging(&folder, &["--rate", "0", "-vv"], &[], &log);
    server.wait_until_ready();
    let wrong = "quase a senha certa";
    assert_eq!(sign_in(&server, "ana", wrong).error(401), "sign_in_refused");
    let ana = Browser::of(&server, "ana");
    let token = ana.ok("POST", "/api/tokens", &json!({ "name": "planilha" }))["secret"].clone();
    let token = token.as_str().unwrap().to_owned();
    let expect_ok = |answer: &Answer| assert_eq!(answer.status, 200, "{}", answer.text());
    expect_ok(&server.get(ME).header("authorization", &format!("Bearer {token}")).send());
    let made = command(&server.data_dir, ["user", "add", "bia", "--role", "seller"]);
    let invitation = made["invitation"]["secret"].as_str().unwrap().to_owned();
    let session = ana.cookie.split_once('=').unwrap().1.to_owned();
    ana.ok("POST", ITEMS, &json!({ "name": "bemteviSeteQuatroOnze", "price": 1 }));
    assert_eq!(server.stop(), Some(0));
    let find_files = |text: &str| find_files_with(&folder, text);
    assert!(!find_files("bemteviSeteQuatroOnze").is_empty(), "what lies open is found");
    for secret in [PASSWORD, wrong, &token, &token[4..], &session, &invitation] {
        assert_eq!(find_files(secret), Vec::<String>::new(), "{secret}");
    }
}
