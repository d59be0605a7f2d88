//! Signing in and out: what is refused, what is slowed, and when a session is over.

use super::{OTHER, PASSWORD, change_nothing, code};
use crate::desk::{Desk, code_and_details};
use celeiro_app::accounts::{
    ChangePassword, SignIn, UpdateUser, UserState, are_accounts_used, identify_session, identify_token,
    sign_in, sign_out,
};
use celeiro_app::api::{ById, Empty};
use celeiro_app::telemetry::write_exposition;
use celeiro_app::{Caller, operations};
use celeiro_domain::search::Lang;
use celeiro_domain::team::{Access, Role, SecretText};
use serde_json::{Value, json};
use std::time::{Duration, Instant, SystemTime};

#[tokio::test]
async fn a_person_signs_in_and_is_who_they_are_with_each_request() {
    let desk = Desk::new().await;
    assert!(!are_accounts_used(&desk.app).await.unwrap());
    let made = desk.add(" Ana.Souza ", Role::Editor, Some(PASSWORD)).await;
    assert_eq!((made.user.login.as_str(), made.user.state), ("ana.souza", UserState::Active));
    assert!(made.invitation.is_none());
    assert!(are_accounts_used(&desk.app).await.unwrap());
    let session = desk.sign_in("ANA.SOUZA", PASSWORD).await.unwrap();
    assert!(!format!("{session:?}").contains(&session.secret));
    let caller = desk.caller_of(&session).await.unwrap();
    let me = operations::get_me(&desk.app, &caller, Empty {}).await.unwrap();
    assert_eq!(me, session.me);
    assert_eq!(me.access, [Access::Open, Access::Read, Access::Edit]);
    let item = operations::list_items(&desk.app, &caller, Default::default()).await;
    assert!(item.is_ok(), "the role may read");
    assert_eq!(code(operations::list_users(&desk.app, &caller, Empty {}).await), "forbidden");
    // What it does has its name.
    let draft = serde_json::from_value(json!({ "name": "Fungicida Alfa" })).unwrap();
    let item = operations::create_item(&desk.app, &caller, draft).await.unwrap();
    let history = desk.ok("item_history", json!({ "id": item.id })).await;
    assert_eq!(history[0]["actor"], "ana.souza", "{history}");
    sign_out(&desk.app, &session.secret).await.unwrap();
    assert!(desk.caller_of(&session).await.is_none());
    assert_eq!(desk.entries("signed-out").await, [(json!("ana.souza"), json!("ana.souza"))]);
    desk.close().await;
}

#[tokio::test]
async fn every_wrong_way_to_sign_in_is_refused_alike() {
    let desk = Desk::new().await;
    let ana = desk.add("ana", Role::Seller, Some(PASSWORD)).await;
    desk.add("bia", Role::Admin, Some(PASSWORD)).await;
    desk.add("caio", Role::Seller, None).await;
    let closed = UpdateUser { disabled: Some(true), ..change_nothing(ana.user.id) };
    let open = desk.sign_in("ana", PASSWORD).await.unwrap();
    operations::update_user(&desk.app, &desk.caller, closed).await.unwrap();
    assert!(desk.caller_of(&open).await.is_none(), "closing an account ends its sessions");
    let long = "x".repeat(10_000);
    for (login, password) in [
        ("bia", OTHER),
        ("ana", PASSWORD),
        ("caio", PASSWORD),
        ("ninguem", PASSWORD),
        ("no login!", PASSWORD),
        ("bia", "x"),
        ("bia", long.as_str()),
        ("bia", "trator azul\0na chuva"),
        ("", ""),
    ] {
        let refused = desk.sign_in(login, password).await.unwrap_err();
        assert_eq!(code_and_details(&refused), ("sign_in_refused".into(), Value::Null), "{login}");
    }
    let names: Vec<Value> =
        desk.entries("sign-in-refused").await.into_iter().map(|(actor, _)| actor).collect();
    let nobody = Value::Null;
    let expected = ["bia", "ana", "caio"].map(Value::from);
    assert_eq!(names[..3], expected);
    assert_eq!(names[3..5], [nobody.clone(), nobody], "a text that is no login may be a password");
    assert!(desk.sign_in("bia", PASSWORD).await.is_ok(), "the control");
    // Another form of the same letters is the same password.
    let made = desk.add("dora", Role::Seller, Some("granizo sobre o galpa\u{303}o")).await;
    assert_eq!(made.user.state, UserState::Active);
    assert!(desk.sign_in("dora", OTHER).await.is_ok());
    desk.close().await;
}

#[tokio::test]
async fn guesses_are_slowed_for_known_and_unknown_logins_alike() {
    let desk = Desk::new().await;
    desk.add("ana", Role::Admin, Some(PASSWORD)).await;
    for login in ["ana", "ninguem"] {
        for _ in 0..5 {
            assert_eq!(code(desk.sign_in(login, OTHER).await), "sign_in_refused");
        }
        let started = Instant::now();
        let (code, details) = code_and_details(&desk.sign_in(login, PASSWORD).await.unwrap_err());
        assert_eq!((code.as_str(), &details["seconds"]), ("sign_in_slowed", &json!(1)), "{login}");
        assert!(started.elapsed() < Duration::from_millis(500), "it is refused, not kept waiting");
    }
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert!(desk.sign_in("ana", PASSWORD).await.is_ok(), "after the wait");
    desk.close().await;
}

/// How many passwords were hashed to be compared.
async fn read_comparisons(desk: &Desk) -> u64 {
    let text = write_exposition(Some(&desk.app), SystemTime::now()).await.unwrap();
    let count = text.lines().find_map(|line| line.strip_prefix("celeiro_password_comparisons_total "));
    count.unwrap_or_else(|| panic!("{text}")).parse().unwrap()
}

#[tokio::test]
async fn a_hash_is_made_for_known_unknown_closed_and_invited_logins_alike() {
    let desk = Desk::new().await;
    desk.add("ana", Role::Admin, Some(PASSWORD)).await;
    let bia = desk.add("bia", Role::Seller, Some(PASSWORD)).await;
    desk.add("caio", Role::Seller, None).await;
    let closed = UpdateUser { disabled: Some(true), ..change_nothing(bia.user.id) };
    operations::update_user(&desk.app, &desk.caller, closed).await.unwrap();
    for login in ["ana", "bia", "caio", "ninguem", "no login!"] {
        let before = read_comparisons(&desk).await;
        assert_eq!(code(desk.sign_in(login, OTHER).await), "sign_in_refused");
        assert_eq!(read_comparisons(&desk).await - before, 1, "{login}");
    }
    let before = read_comparisons(&desk).await;
    assert_eq!(code(desk.sign_in("ana", "x").await), "sign_in_refused");
    assert_eq!(code(desk.sign_in("ninguem", "x").await), "sign_in_refused");
    assert_eq!(read_comparisons(&desk).await, before, "a text that can be no password, for both alike");
    desk.close().await;
}

#[tokio::test]
async fn one_network_tries_fifty_passwords_at_many_logins_and_people_elsewhere_come_in() {
    let desk = Desk::new().await;
    desk.add("ana", Role::Admin, Some(PASSWORD)).await;
    let from = async |network: &str, login: &str, password: &str| {
        let caller = Caller { network: network.parse().ok(), ..Caller::local(Lang::En) };
        let request = SignIn { login: login.into(), password: SecretText::new(password) };
        sign_in(&desk.app, &caller, request).await
    };
    let before = read_comparisons(&desk).await;
    let mut codes = Vec::new();
    for at in 0..70 {
        codes.push(code(from("203.0.113.7", &format!("login{at}"), OTHER).await));
    }
    let reached = read_comparisons(&desk).await - before;
    println!("{} guesses of one network at as many logins: {reached} reached the hash", codes.len());
    let tried = codes.iter().filter(|code| *code == "sign_in_refused").count();
    // The first waits may be over before the last guess.
    assert!((50..=53).contains(&tried) && reached == tried as u64, "{tried} {reached}");
    assert!(codes[..50].iter().all(|code| code == "sign_in_refused"), "{codes:?}");
    assert!(codes.iter().all(|code| code == "sign_in_refused" || code == "sign_in_slowed"), "{codes:?}");
    let asked = Instant::now();
    assert!(from("198.51.100.1", "ana", PASSWORD).await.is_ok(), "from another network");
    assert!(desk.sign_in("ana", PASSWORD).await.is_ok(), "and on this machine");
    println!("the owner came in twice in {:?}", asked.elapsed());
    desk.close().await;
}

#[tokio::test]
async fn a_thousand_guesses_at_once_try_five_passwords() {
    let desk = Desk::new().await;
    desk.add("ana", Role::Admin, Some(PASSWORD)).await;
    let asked = &desk;
    let guesses =
        (0..1_000).map(|at| async move { asked.sign_in("ana", &format!("palpite errado {at}")).await });
    let codes: Vec<String> = futures::future::join_all(guesses).await.into_iter().map(code).collect();
    let tried = codes.iter().filter(|code| *code == "sign_in_refused").count();
    assert!(tried <= 5, "{tried}");
    assert!(codes.iter().all(|code| code == "sign_in_refused" || code == "sign_in_slowed"), "{codes:?}");
    desk.close().await;
}

#[tokio::test]
async fn a_session_ends_when_it_is_idle_and_when_it_is_old() {
    let desk = Desk::new().await;
    desk.add("ana", Role::Seller, Some(PASSWORD)).await;
    for (moved, is_over) in [
        ("last_used_at = now() - interval '11 hours 59 minutes'", false),
        ("last_used_at = now() - interval '12 hours'", true),
        ("created_at = now() - interval '29 days 23 hours'", false),
        ("created_at = now() - interval '30 days'", true),
    ] {
        let session = desk.sign_in("ana", PASSWORD).await.unwrap();
        let newest = "id = (SELECT id FROM user_sessions ORDER BY created_at DESC, id DESC LIMIT 1)";
        desk.run_sql(&format!("UPDATE user_sessions SET {moved} WHERE {newest}")).await.unwrap();
        assert_eq!(desk.caller_of(&session).await.is_none(), is_over, "{moved}");
        sign_out(&desk.app, &session.secret).await.unwrap();
    }
    // What is over is removed by the next one that begins, and a use moves the end.
    let used = desk.sign_in("ana", PASSWORD).await.unwrap();
    desk.run_sql("UPDATE user_sessions SET last_used_at = now() - interval '2 hours'").await.unwrap();
    assert!(desk.caller_of(&used).await.is_some());
    let moved = "UPDATE user_sessions SET last_used_at = last_used_at WHERE last_used_at > now() - interval '1 minute'";
    assert_eq!(desk.run_sql(moved).await.unwrap(), 1);
    desk.run_sql("UPDATE user_sessions SET last_used_at = now() - interval '1 day'").await.unwrap();
    desk.sign_in("ana", PASSWORD).await.unwrap();
    assert_eq!(desk.run_sql("UPDATE user_sessions SET network = network").await.unwrap(), 1);
    desk.close().await;
}

#[tokio::test]
async fn a_secret_that_was_chosen_by_another_opens_nothing() {
    let desk = Desk::new().await;
    desk.add("ana", Role::Seller, Some(PASSWORD)).await;
    let (first, second) =
        (desk.sign_in("ana", PASSWORD).await.unwrap(), desk.sign_in("ana", PASSWORD).await.unwrap());
    assert_ne!(first.secret, second.secret, "signing in never goes on with a session");
    for secret in ["", "x", &"A".repeat(43), &format!("cel_{}", first.secret), &first.secret[1..]] {
        assert!(identify_session(&desk.app, secret).await.unwrap().is_none());
        assert!(identify_token(&desk.app, secret).await.unwrap().is_none());
    }
    let ended =
        operations::end_sessions(&desk.app, &desk.caller, ById { id: first.me.account.clone().unwrap().id });
    assert_eq!(ended.await.unwrap().ended, 2);
    assert!(desk.caller_of(&second).await.is_none());
    desk.close().await;
}

#[tokio::test]
async fn another_password_ends_the_other_sessions() {
    let desk = Desk::new().await;
    desk.add("ana", Role::Seller, Some(PASSWORD)).await;
    let (here, there) =
        (desk.sign_in("ana", PASSWORD).await.unwrap(), desk.sign_in("ana", PASSWORD).await.unwrap());
    let caller = desk.caller_of(&here).await.unwrap();
    let change = |current: &str, new: &str| ChangePassword {
        current: SecretText::new(current),
        new: SecretText::new(new),
        end_tokens: false,
    };
    for (current, new, refusal) in [
        (OTHER, OTHER, "password_wrong"),
        (PASSWORD, "password1", "password_too_weak"),
        (PASSWORD, "x", "invalid_fields"),
    ] {
        let refused = operations::change_password(&desk.app, &caller, change(current, new)).await;
        assert_eq!(code(refused), refusal);
    }
    let local = operations::change_password(&desk.app, &desk.caller, change(PASSWORD, OTHER)).await;
    assert_eq!(code(local), "account_needed");
    operations::change_password(&desk.app, &caller, change(PASSWORD, OTHER)).await.unwrap();
    assert!(desk.caller_of(&here).await.is_some());
    assert!(desk.caller_of(&there).await.is_none());
    assert_eq!(code(desk.sign_in("ana", PASSWORD).await), "sign_in_refused");
    assert!(desk.sign_in("ana", OTHER).await.is_ok());
    desk.close().await;
}

#[tokio::test]
async fn a_person_sees_their_own_sessions_and_ends_one() {
    let desk = Desk::new().await;
    let ana = desk.member("ana", Role::Seller).await;
    let bia = desk.member("bia", Role::Admin).await;
    let device = Some("Firefox · Linux".to_owned());
    let elsewhere = Caller { network: "203.0.113.7".parse().ok(), device, ..Caller::local(Lang::En) };
    let request = SignIn { login: "ana".into(), password: SecretText::new(PASSWORD) };
    let other = sign_in(&desk.app, &elsewhere, request).await.unwrap();
    let list =
        async |caller: &Caller| operations::list_my_sessions(&desk.app, caller, Empty {}).await.unwrap();
    let of_ana = list(&ana).await;
    let seen: Vec<_> = of_ana
        .iter()
        .map(|session| (session.device.as_deref(), session.network.as_deref(), session.is_this))
        .collect();
    assert_eq!(seen, [(Some("Firefox · Linux"), Some("203.0.113.7"), false), (None, None, true)]);
    assert_eq!(list(&bia).await.len(), 1, "an administrator sees their own here");

    let id = ById { id: of_ana[0].id };
    assert_eq!(code(operations::end_my_session(&desk.app, &bia, id.clone()).await), "not_found");
    assert!(desk.caller_of(&other).await.is_some());
    operations::end_my_session(&desk.app, &ana, id.clone()).await.unwrap();
    assert!(desk.caller_of(&other).await.is_none());
    assert_eq!(code(operations::end_my_session(&desk.app, &ana, id.clone()).await), "not_found");
    assert_eq!(list(&ana).await.len(), 1);
    assert_eq!(desk.entries("signed-out").await, [(json!("ana"), json!("ana"))]);
    let token = desk.caller_with(&desk.make_token(&ana, None).await).await.unwrap();
    assert_eq!(code(operations::end_my_session(&desk.app, &token, id).await), "session_needed");
    assert_eq!(code(operations::list_my_sessions(&desk.app, &desk.caller, Empty {}).await), "account_needed");
    // Nor is a token asked about the link to the company's account.
    assert_eq!(code(operations::get_my_company(&desk.app, &token, Empty {}).await), "session_needed");
    assert_eq!(code(operations::unlink_my_company(&desk.app, &token, Empty {}).await), "session_needed");
    desk.run_sql("UPDATE user_sessions SET last_used_at = now() - interval '1 day'").await.unwrap();
    assert!(list(&ana).await.is_empty(), "what is over is none");
    desk.close().await;
}
