//! The entrance: cookies by the way of a request, cookies from before, other sites; and servers without accounts, or
//! with a token of their own.

use super::{Browser, COOKIE, ME, PASSWORD, SESSION, cookie_of, sign_in, team};
use crate::server::{shared_server, start, start_logging};
use crate::support::{add_user, prepare_folder};
use serde_json::{Value, json};

fn body() -> String {
    json!({ "login": "ana", "password": PASSWORD }).to_string()
}

#[test]
fn a_session_from_before_signing_in_is_worth_nothing() {
    let server = team("entrance-fixed", &[("ana", "admin"), ("bia", "seller")]);
    let planted = format!("{COOKIE}={}", "A".repeat(43));
    let before = Browser::with(&server, planted.clone());
    assert!(before.is_out());
    let answer = before.request("POST", SESSION).json(body()).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    let ana = Browser::with(&server, cookie_of(&answer));
    assert_ne!(ana.cookie, planted);
    assert!(before.is_out(), "the planted session became one");
    assert_eq!(ana.get(ME).status, 200);

    let next = ana.request("POST", SESSION).json(body().replace("ana", "bia")).send();
    let bia = Browser::with(&server, cookie_of(&next));
    assert_eq!(bia.get(ME).json()["account"]["login"], "bia");
    assert!(ana.is_out(), "at a shared computer the session before ends");
    let twice = format!("{}; {planted}", bia.cookie);
    assert!(Browser::with(&server, twice).is_out(), "one of two was planted");

    let introduced = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
    let signing_in = server.post(SESSION).header("user-agent", introduced);
    let elsewhere = signing_in.json(body().replace("ana", "bia")).send();
    let elsewhere = Browser::with(&server, cookie_of(&elsewhere));
    let own = bia.get("/api/me/sessions").json();
    assert_eq!((own.as_array().unwrap().len(), &own[0]["device"]), (2, &json!("Firefox · Linux")), "{own}");
    assert_eq!((&own[0]["isThis"], &own[1]["isThis"]), (&json!(false), &json!(true)), "{own}");
    let other = format!("/api/me/sessions/{}", own[0]["id"].as_str().unwrap());
    assert_eq!(bia.request("DELETE", &other).send().status, 200);
    assert!(elsewhere.is_out() && !bia.is_out());
}

#[test]
fn another_site_signs_no_one_in_and_no_one_out() {
    let server = team("entrance-crossed", &[("ana", "admin")]);
    let ana = Browser::of(&server, "ana");
    for (name, value) in
        [("origin", "http://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")]
    {
        let crossed = server.post(SESSION).header(name, value).json(body()).send();
        assert_eq!(
            (crossed.error(403).as_str(), crossed.header("set-cookie")),
            ("forbidden", None),
            "{value}"
        );
        let out = ana.request("DELETE", SESSION).header(name, value).send();
        assert_eq!(out.error(403), "forbidden", "{value}");
        assert_eq!(ana.request("GET", ME).header(name, value).send().error(403), "forbidden", "{value}");
    }
    // What a form of another page can send without asking first.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let form = server.post(SESSION).header("content-type", kind).body(body()).send();
        assert_eq!(form.error(415), "unsupported_media_type", "{kind}");
    }
    assert_eq!(server.get(SESSION).send().error(405), "method_not_allowed");
    assert_eq!(ana.get(ME).status, 200);
}

#[test]
fn over_a_network_in_the_clear_the_cookie_is_one_that_browsers_keep() {
    let folder = prepare_folder("entrance-ways");
    add_user(&folder, "ana", "admin", PASSWORD);
    let server = start(&folder, &["--rate", "0", "--allow-host", "granja.example"], &[]);
    server.wait_until_ready();
    let send_sign_in = |protocol: &str| {
        let request = server.post(SESSION).header("host", "granja.example");
        request.header("x-forwarded-proto", protocol).json(body()).send()
    };
    let (plain, protected) = (send_sign_in("http"), send_sign_in("https"));
    let set = plain.header("set-cookie").unwrap();
    assert!(
        set.starts_with("celeiro-session=") && !set.contains("Secure") && set.contains("HttpOnly"),
        "{set}"
    );
    assert!(protected.header("set-cookie").unwrap().starts_with(&format!("{COOKIE}=")));
    let me = |cookie: &str, protocol: &str| {
        let request = server.get(ME).header("host", "granja.example").header("cookie", cookie);
        request.header("x-forwarded-proto", protocol).send().status
    };
    assert_eq!(me(&cookie_of(&plain), "http"), 200);
    assert_eq!(me(&cookie_of(&protected), "https"), 200);
    assert_eq!(me(&cookie_of(&plain), "https"), 401, "others can set a cookie of this name");
    let renamed = cookie_of(&plain).replace("celeiro-session", COOKIE);
    assert_eq!(me(&renamed, "http"), 401);
}

#[test]
fn without_accounts_all_is_as_before_until_the_first_is_made() {
    let me = shared_server().get(ME).header("cookie", &format!("{COOKIE}={}", "A".repeat(43))).send();
    assert_eq!((&me.json()["account"], &me.json()["accountsUsed"]), (&Value::Null, &json!(false)));
    let stated = shared_server().get(ME).header("authorization", "Bearer cel_x").send();
    assert_eq!(
        stated.error(401),
        "unauthorized",
        "a program that names an account is not taken for a person"
    );
    assert_eq!(stated.json()["details"]["accounts"], false);

    let server = start(&prepare_folder("entrance-first"), &["--rate", "0"], &[]);
    server.wait_until_ready();
    assert_eq!(server.get(ME).send().status, 200);
    assert_eq!(sign_in(&server, "ana", PASSWORD).error(401), "sign_in_refused");
    add_user(&server.data_dir, "ana", "admin", PASSWORD);
    assert_eq!(server.get(ME).send().error(401), "unauthorized", "from the first request on");
    assert_eq!(Browser::of(&server, "ana").get(ME).json()["accountsUsed"], true);

    let server = start(&prepare_folder("entrance-made-here"), &["--rate", "0"], &[]);
    server.wait_until_ready();
    let first = json!({ "login": "ana", "role": "admin", "password": PASSWORD });
    let made = server.post("/api/users").json(first.to_string()).send();
    assert_eq!(made.status, 200, "{}", made.text());
    assert_eq!(server.get(ME).send().error(401), "unauthorized", "the request that made it was the last one");
}

#[test]
fn the_servers_own_token_goes_past_accounts_and_says_so() {
    const TOKEN: &str = "abre-te-sesamo-agora";
    let folder = prepare_folder("entrance-token");
    add_user(&folder, "ana", "seller", PASSWORD);
    let log = folder.join("stderr");
    let server = start_logging(&folder, &["--rate", "0"], &[("CELEIRO_TOKEN", TOKEN)], &log);
    server.wait_until_ready();
    let stranger = server.get(ME).send();
    assert_eq!(
        (stranger.error(401).as_str(), &stranger.json()["details"]["accounts"]),
        ("unauthorized", &json!(true))
    );
    let holder = server.get("/api/users").header("authorization", &format!("Bearer {TOKEN}")).send();
    assert_eq!(holder.json().as_array().unwrap().len(), 1);
    let me = server.get(ME).header("authorization", &format!("Bearer {TOKEN}")).send();
    assert_eq!(me.json()["account"], Value::Null);
    let ana = Browser::of(&server, "ana");
    assert_eq!(ana.get(ME).json()["account"]["role"], "seller");
    let both = ana.request("GET", ME).header("authorization", "Bearer errado").send();
    assert_eq!(both.error(401), "unauthorized", "what is stated counts before the cookie");
    // A browser goes on sending a proxy what the proxy asked for.
    let behind_proxy = ana.request("GET", ME).header("authorization", "Basic YW5hOnNlbmhh").send();
    assert_eq!(behind_proxy.json()["account"]["login"], "ana", "{}", behind_proxy.text());
    let for_proxy = server.get(ME).header("authorization", "Basic YW5hOnNlbmhh").send();
    assert_eq!(for_proxy.error(401), "unauthorized");
    let read_log = || std::fs::read_to_string(&log).unwrap_or_default();
    server.wait_until("it is said", || read_log().contains("goes past all of them"));
    assert!(!read_log().contains(TOKEN));
}
