//! Signing in by the company: who comes in, and what proves nothing.

mod issuer;

use super::{Browser, COOKIE, ME, PASSWORD, cookie_of};
use crate::client::Answer;
use crate::server::{Server, shared_server, start_logging};
use crate::support::{add_user, prepare_folder};
use issuer::{CLIENT, Issuer, PUBLIC, SECRET, Signing};
use serde_json::{Value, json};
use std::path::PathBuf;

const COMPANY: &str = "/api/session/company";
const RETURN: &str = "/api/session/company/return";

/// A server whose people may come in by the issuer, the administrator Ana among them, and its talkative log.
fn company(name: &str) -> (Issuer, Server, PathBuf) {
    let folder = prepare_folder(name);
    add_user(&folder, "ana", "admin", PASSWORD);
    let (issuer, log) = (Issuer::start(), folder.join("stderr"));
    let url = issuer.url();
    let environment = [
        ("OIDC_ISSUER", url.as_str()),
        ("OIDC_CLIENT_ID", CLIENT),
        ("OIDC_CLIENT_SECRET", SECRET),
        ("CELEIRO_PUBLIC_URL", PUBLIC),
        ("CELEIRO_LOG", "warn,celeiro=debug,celeiro_app=debug,celeiro_store=debug,celeiro_llm=debug"),
    ];
    let server = start_logging(&folder, &["--rate", "0"], &environment, &log);
    server.wait_until_ready();
    (issuer, server, log)
}

/// A browser that is back from the issuer, and what it brings.
struct Returned {
    cookie: String,
    code: String,
    state: String,
}

/// A browser goes to the issuer, where its person signs in.
fn go(server: &Server, issuer: &Issuer) -> Returned {
    let begun = server.post(COMPANY).json("{}").send();
    assert_eq!(begun.status, 200, "{}", begun.text());
    let set = begun.header("set-cookie").unwrap();
    assert!(set.starts_with("__Host-celeiro-company=") && set.contains("HttpOnly"), "{set}");
    let approval = issuer.approve(begun.json()["address"].as_str().unwrap());
    Returned { cookie: cookie_of(&begun), code: approval.code, state: approval.state }
}

impl Returned {
    fn finish(&self, server: &Server) -> Answer {
        self.finish_with(server, json!({}))
    }

    /// The same with other fields of the request.
    fn finish_with(&self, server: &Server, fields: Value) -> Answer {
        let mut request = json!({ "state": self.state, "code": self.code });
        for (name, value) in fields.as_object().unwrap() {
            request[name] = value.clone();
        }
        server.post(RETURN).header("cookie", &self.cookie).json(request.to_string()).send()
    }
}

#[test]
fn a_person_of_the_company_comes_in_by_an_address_once_and_as_themselves_afterwards() {
    let off = shared_server().get(COMPANY).send();
    assert_eq!((off.status, off.json()), (200, json!({ "offered": false })));
    assert_eq!(shared_server().post(COMPANY).json("{}").send().error(409), "company_sign_in_off");

    let (issuer, server, _) = company("company-people");
    assert_eq!(server.get(COMPANY).send().json(), json!({ "offered": true }));
    let ana = Browser::of(&server, "ana");
    let bia = json!({ "login": "bia", "role": "seller", "email": " Bia@Granja.example " });
    let bia = ana.ok("POST", "/api/users", &bia)["user"].clone();
    assert_eq!((&bia["email"], &bia["state"]), (&json!("bia@granja.example"), &json!("invited")));
    let taken = json!({ "id": ana.get(ME).json()["account"]["id"], "email": "bia@granja.example" });
    let address = format!("/api/users/{}", taken["id"].as_str().unwrap());
    assert_eq!(ana.send("PUT", &address, &taken).error(422), "invalid_fields", "an address is one person's");

    issuer.say(json!({ "sub": "7", "email": "BIA@granja.example" }));
    let back = go(&server, &issuer);
    let entered = back.finish(&server);
    assert_eq!(entered.status, 200, "{}", entered.text());
    assert_eq!(
        (&entered.json()["account"]["login"], &entered.json()["account"]["role"]),
        (&json!("bia"), &json!("seller")),
        "her role is the one that Celeiro has for her"
    );
    let cookie = cookie_of(&entered);
    assert!(cookie.starts_with(&format!("{COOKIE}=")), "{cookie}");
    let browser = Browser::with(&server, cookie);
    assert_eq!(browser.get(ME).json()["account"]["login"], "bia");
    assert_eq!(back.finish(&server).error(401), "company_sign_in_refused", "it came back before");

    // From now on she is who the issuer says, under whichever address, and its other people are not.
    issuer.say(json!({ "sub": "7", "email": "other@granja.example" }));
    issuer.rotate();
    assert_eq!(go(&server, &issuer).finish(&server).json()["account"]["login"], "bia");
    issuer.say(json!({ "sub": "8", "email": "bia@granja.example" }));
    assert_eq!(go(&server, &issuer).finish(&server).error(403), "company_account_unknown");

    let users = ana.get("/api/users").json();
    let linked = |login: &str| {
        let user = users.as_array().unwrap().iter().find(|user| user["login"] == login).unwrap().clone();
        (user["companyLinked"].clone(), user["state"].clone())
    };
    assert_eq!(linked("bia"), (json!(true), json!("active")));
    assert_eq!(linked("ana"), (json!(false), json!("active")));
    let log = ana.get("/api/access-log").json();
    let count = |event: &str| {
        log["rows"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["event"] == event && row["actor"] == "bia")
            .count()
    };
    assert_eq!((count("company-linked"), count("signed-in")), (1, 2), "{log}");

    let address = format!("/api/users/{}", bia["id"].as_str().unwrap());
    ana.ok("PUT", &address, &json!({ "disabled": true }));
    assert!(browser.is_out());
    issuer.say(json!({ "sub": "7", "email": "bia@granja.example" }));
    assert_eq!(go(&server, &issuer).finish(&server).error(409), "user_disabled");
    // Another address unties the account: the next person who has it comes in, and Bia does not.
    ana.ok("PUT", &address, &json!({ "disabled": false, "email": "balcao@granja.example" }));
    assert_eq!(go(&server, &issuer).finish(&server).error(403), "company_account_unknown");
}

#[test]
fn what_proves_nothing_lets_no_one_in_and_no_secret_is_logged() {
    let (issuer, server, log) = company("company-forged");
    let ana = Browser::of(&server, "ana");
    let id = ana.get(ME).json()["account"]["id"].as_str().unwrap().to_owned();
    ana.ok("PUT", &format!("/api/users/{id}"), &json!({ "email": "ana@granja.example" }));
    let person = || json!({ "sub": "1", "email": "ana@granja.example" });
    let with = |name: &str, value: Value| {
        let mut claims = person();
        claims[name] = value;
        claims
    };
    for (claims, status, code) in [
        (with("nonce", json!("other")), 401, "company_sign_in_refused"),
        (with("aud", json!("other")), 401, "company_sign_in_refused"),
        (with("iss", json!("https://id.evil.example")), 401, "company_sign_in_refused"),
        (with("exp", json!(1_700_000_000)), 401, "company_sign_in_refused"),
        (with("email", json!("eva@granja.example")), 403, "company_account_unknown"),
        (with("email_verified", json!(false)), 403, "company_email_unverified"),
    ] {
        issuer.say(claims.clone());
        let answer = go(&server, &issuer).finish(&server);
        assert_eq!(answer.error(status), code, "{claims}");
        let set = answer.header("set-cookie").unwrap();
        assert!(set.starts_with("__Host-celeiro-company=;"), "the browser forgets the secret: {set}");
    }
    issuer.say(person());
    for signing in [Signing::Strange, Signing::None] {
        issuer.sign(signing);
        assert_eq!(go(&server, &issuer).finish(&server).error(401), "company_sign_in_refused");
    }
    issuer.sign(Signing::Own);

    // A page that another person's browser was led to, and a way back that is not this one's.
    let (one, other) = (go(&server, &issuer), go(&server, &issuer));
    let crossed = Returned { cookie: other.cookie.clone(), code: one.code.clone(), state: one.state.clone() };
    assert_eq!(crossed.finish(&server).error(401), "company_sign_in_refused");
    let injected = other.finish_with(&server, json!({ "code": one.code }));
    assert_eq!(injected.error(401), "company_sign_in_refused", "the verifier is of another sign-in");
    let mixed = go(&server, &issuer).finish_with(&server, json!({ "issuer": "https://id.evil.example" }));
    assert_eq!(mixed.error(401), "company_sign_in_refused");
    let denied = go(&server, &issuer).finish_with(&server, json!({ "code": null }));
    assert_eq!(denied.error(401), "company_sign_in_refused");
    let foreign = server.post(COMPANY).header("origin", "http://evil.example").json("{}").send();
    assert_eq!(foreign.error(403), "forbidden");

    let back = go(&server, &issuer);
    issuer.break_down(true);
    assert_eq!(back.finish(&server).error(502), "company_unreachable");
    let health = server.get("/api/health").send().json();
    assert!(
        health["warnings"].as_array().unwrap().iter().any(|one| one["code"] == "companyUnreachable"),
        "{health}"
    );
    issuer.break_down(false);

    // The control: what was refused until now differs from this in one thing each.
    let entered = go(&server, &issuer).finish(&server);
    assert_eq!(entered.json()["account"]["login"], "ana", "{}", entered.text());
    let said = std::fs::read_to_string(log).unwrap();
    assert!(said.contains("a sign-in by the company was refused"), "the log is there: {said}");
    let session = cookie_of(&entered);
    let secrets =
        issuer.issued().into_iter().chain([SECRET.to_owned(), session[COOKIE.len() + 1..].to_owned()]);
    for secret in secrets.filter(|secret| secret.len() > 12) {
        assert!(!said.contains(&secret), "{secret} is in the log");
    }
}
