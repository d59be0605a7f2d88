//! Signing in by the company: who links their account and comes in, and what proves nothing.

mod hostile;
mod issuer;

use super::{Browser, COOKIE, ME, PASSWORD, SESSION, cookie_of};
use crate::client::Answer;
use crate::server::{Server, shared_server, start_logging};
use crate::support::{add_user, prepare_folder};
use issuer::{CLIENT, Issuer, PUBLIC, SECRET, Signing};
use serde_json::{Value, json};
use std::path::PathBuf;

const COMPANY: &str = "/api/session/company";
const RETURN: &str = "/api/session/company/return";
const MY_COMPANY: &str = "/api/me/company";

/// A server whose people may link their accounts to the issuer's, the administrator Ana and the seller Bia, and its
/// talkative log.
fn company(name: &str) -> (Issuer, Server, PathBuf) {
    let folder = prepare_folder(name);
    add_user(&folder, "ana", "admin", PASSWORD);
    add_user(&folder, "bia", "seller", PASSWORD);
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
struct SignInReturn {
    cookie: String,
    code: String,
    state: String,
}

/// A browser goes to the issuer to sign in, and its person signs in there.
fn go(server: &Server, issuer: &Issuer) -> SignInReturn {
    come_back(issuer, &server.post(COMPANY).json("{}").send())
}

/// A person who is signed in goes there to link their account. What comes back has no session yet.
fn go_to_link(browser: &Browser<'_>, issuer: &Issuer) -> SignInReturn {
    come_back(issuer, &browser.send("POST", COMPANY, &json!({ "link": true })))
}

fn come_back(issuer: &Issuer, begun: &Answer) -> SignInReturn {
    assert_eq!(begun.status, 200, "{}", begun.text());
    let set = begun.header("set-cookie").unwrap();
    assert!(set.starts_with("__Host-celeiro-company=") && set.contains("HttpOnly"), "{set}");
    let approval = issuer.approve(begun.json()["address"].as_str().unwrap());
    SignInReturn { cookie: cookie_of(begun), code: approval.code, state: approval.state }
}

/// A person links their account.
fn link(browser: &Browser<'_>, issuer: &Issuer, server: &Server) -> Answer {
    go_to_link(browser, issuer).within(browser).finish(server)
}

/// Whether a person sees that their account is linked.
fn is_linked(browser: &Browser<'_>) -> bool {
    browser.get(MY_COMPANY).json()["linkedAt"].is_string()
}

/// Entries of this event and this person in the access log.
fn count_events(admin: &Browser<'_>, event: &str, actor: &str) -> usize {
    let log = admin.get("/api/access-log").json();
    let rows = log["rows"].as_array().unwrap();
    rows.iter().filter(|row| row["event"] == event && row["actor"] == actor).count()
}

impl SignInReturn {
    /// The same in the browser of a session.
    fn within(&self, browser: &Browser<'_>) -> Self {
        let cookie = format!("{}; {}", browser.cookie, self.cookie);
        Self { cookie, code: self.code.clone(), state: self.state.clone() }
    }

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
fn a_person_who_linked_their_account_comes_in_by_the_company_until_it_is_unlinked() {
    let off = shared_server().get(COMPANY).send();
    assert_eq!((off.status, off.json()), (200, json!({ "offered": false })));
    assert_eq!(shared_server().post(COMPANY).json("{}").send().error(409), "company_sign_in_off");

    let (issuer, server, _) = company("company-people");
    assert_eq!(server.get(COMPANY).send().json(), json!({ "offered": true }));
    let (ana, bia) = (Browser::of(&server, "ana"), Browser::of(&server, "bia"));
    assert_eq!(bia.get(MY_COMPANY).json(), json!({ "offered": true, "linkedAt": null }));
    issuer.say(json!({ "sub": "7" }));
    assert_eq!(go(&server, &issuer).finish(&server).error(403), "company_account_unknown");

    let back = go_to_link(&bia, &issuer).within(&bia);
    let linked = back.finish(&server);
    assert_eq!(linked.status, 200, "{}", linked.text());
    assert_eq!(linked.json()["account"]["login"], "bia");
    let set = linked.header("set-cookie").unwrap();
    assert!(set.starts_with("__Host-celeiro-company=;"), "the session is the one from before: {set}");
    assert!(is_linked(&bia) && !is_linked(&ana));
    assert_eq!(back.finish(&server).error(401), "company_sign_in_refused", "it came back before");

    // From now on she is who the issuer says, whatever else it states of her, and its other people are not.
    issuer.say(json!({ "sub": "7", "email": "other@granja.example" }));
    issuer.rotate();
    let entered = go(&server, &issuer).finish(&server);
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
    issuer.say(json!({ "sub": "8", "email": "bia@granja.example" }));
    assert_eq!(go(&server, &issuer).finish(&server).error(403), "company_account_unknown");
    assert_eq!(count_events(&ana, "company-linked", "bia"), 1);
    assert_eq!(count_events(&ana, "signed-in", "bia"), 2, "by her password, and by the company");

    let users = ana.get("/api/users").json();
    let user = users.as_array().unwrap().iter().find(|user| user["login"] == "bia").unwrap().clone();
    assert_eq!(user["companyLinked"], true);
    let address = format!("/api/users/{}", user["id"].as_str().unwrap());
    ana.ok("PUT", &address, &json!({ "disabled": true }));
    assert!(browser.is_out());
    issuer.say(json!({ "sub": "7" }));
    assert_eq!(go(&server, &issuer).finish(&server).error(409), "user_disabled");
    ana.ok("PUT", &address, &json!({ "disabled": false }));

    // An administrator unlinks an account, and so does its person.
    let unlinked = ana.ok("DELETE", &format!("{address}/company"), &json!({}));
    assert_eq!(unlinked["companyLinked"], false);
    assert_eq!(go(&server, &issuer).finish(&server).error(403), "company_account_unknown");
    let bia = Browser::of(&server, "bia");
    assert_eq!(link(&bia, &issuer, &server).status, 200);
    assert_eq!(go(&server, &issuer).finish(&server).status, 200);
    let unlinked = bia.ok("DELETE", MY_COMPANY, &json!({}));
    assert_eq!(unlinked, json!({ "offered": true, "linkedAt": null }));
    assert_eq!(go(&server, &issuer).finish(&server).error(403), "company_account_unknown");
    for actor in ["ana", "bia"] {
        assert_eq!(count_events(&ana, "company-unlinked", actor), 1, "{actor}");
    }
}

#[test]
fn an_account_is_linked_by_the_session_that_began_and_to_one_person_alone() {
    let (issuer, server, _) = company("company-links");
    let (ana, bia) = (Browser::of(&server, "ana"), Browser::of(&server, "bia"));
    let stranger = server.post(COMPANY).json(r#"{"link":true}"#).send();
    assert_eq!(stranger.error(409), "account_needed");

    // Ana begins; Bia, another session of Ana and a browser without one do not finish it.
    issuer.say(json!({ "sub": "7" }));
    let elsewhere = Browser::of(&server, "ana");
    for other in [Some(&bia), Some(&elsewhere), None] {
        let back = go_to_link(&ana, &issuer);
        let refused = other.map_or_else(|| back.finish(&server), |other| back.within(other).finish(&server));
        assert_eq!(refused.error(401), "company_sign_in_refused");
        assert_eq!(back.within(&ana).finish(&server).error(401), "company_sign_in_refused", "it is over");
    }
    // Nor does a session that has ended meanwhile.
    let back = go_to_link(&elsewhere, &issuer).within(&elsewhere);
    elsewhere.request("DELETE", SESSION).send();
    assert_eq!(back.finish(&server).error(401), "company_sign_in_refused");
    // Who signs in by the company links nothing, whichever session the browser has.
    let signing_in = go(&server, &issuer).within(&bia).finish(&server);
    assert_eq!(signing_in.error(403), "company_account_unknown");
    assert!(!is_linked(&ana) && !is_linked(&bia));

    assert_eq!(link(&ana, &issuer, &server).status, 200);
    assert_eq!(link(&ana, &issuer, &server).status, 200, "they are linked already");
    assert_eq!(link(&bia, &issuer, &server).error(409), "company_identity_taken");
    issuer.say(json!({ "sub": "8" }));
    assert_eq!(link(&ana, &issuer, &server).error(409), "company_already_linked");
    assert_eq!(link(&bia, &issuer, &server).status, 200, "each has a person of the company");
    assert_eq!(count_events(&ana, "company-linked", "ana"), 1);
    for (subject, login) in [("7", "ana"), ("8", "bia")] {
        issuer.say(json!({ "sub": subject }));
        assert_eq!(go(&server, &issuer).finish(&server).json()["account"]["login"], login);
    }
}

#[test]
fn what_the_issuer_states_beside_the_subject_finds_no_account() {
    let (issuer, server, _) = company("company-claims");
    let (ana, bia) = (Browser::of(&server, "ana"), Browser::of(&server, "bia"));
    issuer.say(json!({ "sub": "1", "email": "ana@granja.example" }));
    assert_eq!(link(&ana, &issuer, &server).status, 200);
    for claims in [
        json!({ "sub": "2", "email": "ana@granja.example" }),
        json!({ "sub": "2", "email": "bia" }),
        json!({ "sub": "bia", "email": "bia@granja.example", "preferred_username": "bia", "name": "Bia" }),
        json!({ "sub": bia.get(ME).json()["account"]["id"] }),
    ] {
        issuer.say(claims.clone());
        let answer = go(&server, &issuer).finish(&server);
        assert_eq!(answer.error(403), "company_account_unknown", "{claims}");
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        assert!(message.contains("Minha conta") || message.contains("My account"), "{message}");
    }
    assert!(!is_linked(&bia));
    assert_eq!(ana.get("/api/users").json().as_array().unwrap().len(), 2, "no account is made");
}

#[test]
fn what_proves_nothing_lets_no_one_in_and_no_secret_is_logged() {
    let (issuer, server, log) = company("company-forged");
    let (ana, bia) = (Browser::of(&server, "ana"), Browser::of(&server, "bia"));
    let person = || json!({ "sub": "1" });
    issuer.say(person());
    assert_eq!(link(&ana, &issuer, &server).status, 200);
    let with = |name: &str, value: Value| {
        let mut claims = person();
        claims[name] = value;
        claims
    };
    for claims in [
        with("nonce", json!("other")),
        with("aud", json!("other")),
        with("iss", json!("https://id.evil.example")),
        with("exp", json!(1_700_000_000)),
    ] {
        issuer.say(claims.clone());
        let answer = go(&server, &issuer).finish(&server);
        assert_eq!(answer.error(401), "company_sign_in_refused", "{claims}");
        let set = answer.header("set-cookie").unwrap();
        assert!(set.starts_with("__Host-celeiro-company=;"), "the browser forgets the secret: {set}");
    }
    issuer.say(person());
    for signing in [Signing::Strange, Signing::None] {
        issuer.sign(signing);
        assert_eq!(go(&server, &issuer).finish(&server).error(401), "company_sign_in_refused");
        issuer.say(json!({ "sub": "2" }));
        assert_eq!(link(&bia, &issuer, &server).error(401), "company_sign_in_refused");
        assert!(!is_linked(&bia));
        issuer.say(person());
    }
    issuer.sign(Signing::Own);

    // A page that another person's browser was led to, and a way back that is not this one's.
    let (one, other) = (go(&server, &issuer), go(&server, &issuer));
    let crossed =
        SignInReturn { cookie: other.cookie.clone(), code: one.code.clone(), state: one.state.clone() };
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
        issuer.list_issued().into_iter().chain([SECRET.to_owned(), session[COOKIE.len() + 1..].to_owned()]);
    for secret in secrets.filter(|secret| secret.len() > 12) {
        assert!(!said.contains(&secret), "{secret} is in the log");
    }
}
