//! A day of a team: people come, do what they may, get other roles, and go.

use super::{Browser, COOKIE, INVITATION, ME, PASSWORD, SESSION, cookie_of, sign_in, team};
use crate::support::{failure, json as command};
use serde_json::{Value, json};

const ITEMS: &str = "/api/catalog/items";

#[test]
fn a_person_signs_in_writes_under_their_name_and_signs_out() {
    let server = team("team-day", &[("ana", "admin")]);
    let stranger = server.get(ME).send();
    assert_eq!(stranger.error(401), "unauthorized");
    assert_eq!(stranger.json()["details"]["accounts"], true, "a page asks for name and password");
    assert_eq!(stranger.header("www-authenticate"), Some("Bearer"));
    assert_eq!(server.get("/").send().status, 200, "the page must load before a name can be typed");
    assert_eq!(server.phase(), "ready", "the health is told to all");
    for path in [ITEMS, "/api/config", "/api/openapi.json", "/api/none", "/api/users"] {
        assert_eq!(server.get(path).send().error(401), "unauthorized", "{path}");
    }

    let wrong = sign_in(&server, "ana", "colheita farta em marco 8");
    assert_eq!((wrong.error(401).as_str(), wrong.header("set-cookie")), ("sign_in_refused", None));
    assert!(!wrong.text().contains("marco 8"));
    let answer = sign_in(&server, " ANA ", PASSWORD);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let set = answer.header("set-cookie").unwrap().to_owned();
    assert!(set.starts_with(&format!("{COOKIE}=")), "{set}");
    for part in ["; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/"] {
        assert!(set.contains(part), "{set}");
    }
    let ana = Browser::with(&server, cookie_of(&answer));
    let secret = ana.cookie.split_once('=').unwrap().1;
    assert!(secret.len() >= 43 && !answer.text().contains(secret), "a script reads bodies");
    let me = ana.get(ME).json();
    assert_eq!((&me["account"]["login"], &me["account"]["role"]), (&json!("ana"), &json!("admin")));
    assert_eq!(me, answer.json());
    assert!(me["access"].as_array().unwrap().contains(&json!("administer")), "{me}");

    let item = ana.ok("POST", ITEMS, &json!({ "name": "Ureia", "price": 1 }));
    let history = ana.get(&format!("{ITEMS}/{}/history", item["id"].as_str().unwrap())).json();
    assert_eq!(history[0]["actor"], "ana", "{history}");

    let other = Browser::of(&server, "ana");
    let out = ana.request("DELETE", SESSION).send();
    assert_eq!((out.status, out.body.len()), (204, 0));
    let cleared = out.header("set-cookie").unwrap();
    assert!(cleared.starts_with(&format!("{COOKIE}=;")) && cleared.contains("Max-Age=0"), "{cleared}");
    assert!(ana.is_out(), "a session is used after its end");
    assert_eq!(other.get(ME).status, 200, "another session of the person goes on");
    assert_eq!(ana.request("DELETE", SESSION).send().status, 204, "again, nothing is left to do");
    assert_eq!(server.request("DELETE", SESSION).send().status, 204);
}

#[test]
fn a_role_is_that_of_the_moment_and_a_refusal_says_who_may() {
    let server = team("team-roles", &[("ana", "admin"), ("bia", "seller")]);
    let folder = &server.data_dir;
    let bia = Browser::of(&server, "bia");
    let add = |name: &str| bia.send("POST", ITEMS, &json!({ "name": name, "price": 2 }));
    let refused = add("Calcário");
    assert_eq!(refused.error(403), "forbidden");
    let details = json!({ "access": "edit", "role": "seller", "roles": ["editor", "admin"] });
    assert_eq!(refused.json()["details"], details);
    assert!(refused.json()["message"].as_str().unwrap().contains("editores"), "{}", refused.text());
    // What cannot be understood is refused before it is read.
    assert_eq!(bia.request("POST", ITEMS).json("{").send().error(403), "forbidden");
    bia.ok("POST", "/api/rag/search", &json!({ "query": "calcário" }));

    command(folder, ["user", "role", "bia", "editor"]);
    assert_eq!(add("Calcário").status, 200, "the session goes on with the new role");
    assert_eq!(bia.get("/api/users").error(403), "forbidden");
    command(folder, ["user", "role", "bia", "seller"]);
    assert_eq!(add("Gesso").error(403), "forbidden");

    command(folder, ["user", "disable", "bia"]);
    assert!(bia.is_out());
    assert_eq!(sign_in(&server, "bia", PASSWORD).error(401), "sign_in_refused", "not that it is closed");
    command(folder, ["user", "enable", "bia"]);
    let again = Browser::of(&server, "bia");
    let ended = command(folder, ["user", "sessions", "end", "bia"]);
    assert!(ended["ended"].as_u64().unwrap() >= 1 && again.is_out(), "{ended}");

    let ana = Browser::of(&server, "ana");
    let id = ana.get(ME).json()["account"]["id"].as_str().unwrap().to_owned();
    let last = ana.send("PUT", &format!("/api/users/{id}"), &json!({ "role": "editor" }));
    assert_eq!(last.error(409), "last_administrator");
    assert_eq!(failure(folder, ["user", "disable", "ana"], 1)["code"], "last_administrator");
    assert_eq!(ana.get("/api/users").json().as_array().unwrap().len(), 2);

    let events = ana.get("/api/access-log?limit=500").json();
    let of = |event: &str, subject: &str| {
        let is = |row: &&Value| row["event"] == event && row["subject"] == subject;
        events["rows"].as_array().unwrap().iter().filter(is).count()
    };
    assert_eq!(of("user-disabled", "bia"), 1, "{events}");
    assert_eq!(
        (of("role-changed", "bia: seller → editor"), of("role-changed", "bia: editor → seller")),
        (1, 1),
        "{events}"
    );
}

#[test]
fn an_invitation_is_used_once_and_chooses_a_password_that_is_not_guessed_soon() {
    let server = team("team-invitation", &[("ana", "admin")]);
    let made = command(&server.data_dir, ["user", "add", "caio", "--role", "analyst", "--name", "Caio Lima"]);
    assert_eq!((&made["user"]["state"], &made["user"]["name"]), (&json!("invited"), &json!("Caio Lima")));
    let first = made["invitation"]["secret"].as_str().unwrap().to_owned();
    let ana = Browser::of(&server, "ana");
    let path = format!("/api/users/{}/invitation", made["user"]["id"].as_str().unwrap());
    let second = ana.ok("POST", &path, &json!({}))["secret"].as_str().unwrap().to_owned();
    assert_ne!(first, second);
    let accept = |secret: &str, password: &str| {
        let body = json!({ "secret": secret, "password": password });
        server.post(INVITATION).json(body.to_string()).send()
    };
    assert_eq!(accept(&first, PASSWORD).error(410), "invitation_invalid", "a newer one ends it");
    let short = accept(&second, "1234567");
    assert_eq!(short.error(422), "invalid_fields");
    assert!(short.json()["message"].as_str().unwrap().contains("1024"), "the reason: {}", short.text());
    assert_eq!(accept(&second, "12345678").error(422), "password_too_weak");
    assert_eq!(accept(&second, "caiolima").error(422), "password_too_weak", "one's own name");
    let accepted = accept(&second, PASSWORD);
    assert_eq!(accepted.status, 200, "{}", accepted.text());
    let caio = Browser::with(&server, cookie_of(&accepted));
    assert_eq!(caio.get(ME).json()["account"]["role"], "analyst");
    assert_eq!(accept(&second, PASSWORD).error(410), "invitation_invalid", "it is used twice");
    assert_eq!(accept("x", PASSWORD).error(410), "invitation_invalid");

    let change = |current: &str, new: &str| {
        caio.send("PUT", "/api/me/password", &json!({ "current": current, "new": new }))
    };
    let other = Browser::of(&server, "caio");
    assert_eq!(change("errada errada", "estiagem longa 1999").error(403), "password_wrong");
    assert_eq!(change("curta", "estiagem longa 1999").error(403), "password_wrong");
    let log = ana.get("/api/access-log?limit=500").json();
    let is_refusal = |row: &&Value| row["event"] == "password-refused" && row["actor"] == "caio";
    assert_eq!(log["rows"].as_array().unwrap().iter().filter(is_refusal).count(), 2, "{log}");
    let numbers = caio.send("PUT", "/api/me/password", &json!({ "current": 471_104_711, "new": PASSWORD }));
    assert_eq!(numbers.error(400), "invalid_request");
    assert!(!numbers.text().contains("4711"), "a secret is repeated: {}", numbers.text());
    assert_eq!(change(PASSWORD, "estiagem longa 1999").status, 200);
    assert!(other.is_out(), "another password ends the other sessions");
    assert_eq!(caio.get(ME).status, 200, "and not one's own");
    assert_eq!(sign_in(&server, "caio", PASSWORD).error(401), "sign_in_refused");
    assert_eq!(sign_in(&server, "caio", "estiagem longa 1999").status, 200);
}
