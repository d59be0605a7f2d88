//! Invitations, roles, and the last administrator.

use super::{OTHER, PASSWORD, change_nothing, code};
use crate::desk::{Desk, NOBODY, code_and_details};
use celeiro_app::accounts::{InviteUser, UpdateUser, UserState};
use celeiro_app::{Caller, operations};
use celeiro_domain::team::{Access, Role};
use serde_json::{Value, json};
use uuid::Uuid;

#[tokio::test]
async fn an_invitation_is_used_once_and_in_time() {
    let desk = Desk::new().await;
    let made = desk.add("ana", Role::Seller, None).await;
    assert_eq!(made.user.state, UserState::Invited);
    let first = made.invitation.unwrap();
    let ana = InviteUser { id: made.user.id, end_tokens: None };
    let second = operations::invite_user(&desk.app, &desk.caller, ana).await.unwrap();
    assert_eq!(
        code(desk.accept(&first.secret, PASSWORD).await),
        "invitation_invalid",
        "the newest alone counts"
    );
    assert_eq!(code(desk.accept(&second.secret, "ana12345").await), "password_too_weak");
    assert_eq!(code(desk.accept(&second.secret, "curta").await), "invalid_fields");
    let session = desk.accept(&second.secret, PASSWORD).await.unwrap();
    assert_eq!(session.me.account.as_ref().unwrap().login, "ana");
    assert_eq!(code(desk.accept(&second.secret, OTHER).await), "invitation_invalid");
    assert!(desk.sign_in("ana", PASSWORD).await.is_ok());
    // A forgotten password: it holds until the invitation is used, and then every session is over.
    let third = operations::invite_user(&desk.app, &desk.caller, ana).await.unwrap();
    assert!(desk.caller_of(&session).await.is_some());
    desk.accept(&third.secret, OTHER).await.unwrap();
    assert!(desk.caller_of(&session).await.is_none());
    assert_eq!(code(desk.sign_in("ana", PASSWORD).await), "sign_in_refused");
    let late = operations::invite_user(&desk.app, &desk.caller, ana).await.unwrap();
    let minutes = (late.until - chrono::Utc::now()).num_minutes();
    assert!((71 * 60..=72 * 60).contains(&minutes), "{minutes}");
    desk.run_sql("UPDATE user_invitations SET expires_at = now()").await.unwrap();
    assert_eq!(code(desk.accept(&late.secret, PASSWORD).await), "invitation_invalid");
    desk.close().await;
}

#[tokio::test]
async fn of_two_who_use_an_invitation_at_once_one_comes_in() {
    let desk = Desk::new().await;
    let invitation = desk.add("ana", Role::Seller, None).await.invitation.unwrap();
    let (a, b) =
        tokio::join!(desk.accept(&invitation.secret, PASSWORD), desk.accept(&invitation.secret, OTHER));
    assert_eq!([&a, &b].iter().filter(|one| one.is_ok()).count(), 1, "{a:?} {b:?}");
    let refused = if a.is_err() { a } else { b };
    assert_eq!(code(refused), "invitation_invalid");
    desk.close().await;
}

#[tokio::test]
async fn the_same_request_makes_one_account_and_a_login_is_one_persons() {
    let desk = Desk::new().await;
    let request = json!({ "login": "ana", "role": "seller", "operationId": Uuid::now_v7() });
    let first = desk.ok("create_user", request.clone()).await;
    let again = desk.ok("create_user", request).await;
    assert_eq!(first["user"], again["user"]);
    assert!(first["invitation"]["secret"].is_string() && again["invitation"].is_null(), "{again}");
    let (code, details) = desk.refusal("create_user", json!({ "login": "ANA", "role": "admin" })).await;
    assert_eq!((code.as_str(), &details["login"]), ("login_taken", &json!("ana")));
    for login in ["", "a b", "josé", &"a".repeat(65)] {
        let refusal = desk.refusal("create_user", json!({ "login": login, "role": "admin" })).await;
        assert_eq!(refusal.0, "invalid_fields", "{login}");
    }
    assert_eq!(
        desk.refusal("update_user", json!({ "id": NOBODY, "role": "admin" })).await.0,
        "user_not_found"
    );
    desk.close().await;
}

#[tokio::test]
async fn two_administrators_who_remove_each_other_leave_one() {
    let desk = Desk::new().await;
    let ana = desk.add("ana", Role::Admin, Some(PASSWORD)).await.user.id;
    let bia = desk.add("bia", Role::Admin, Some(PASSWORD)).await.user.id;
    // One who was only invited cannot sign in yet.
    desk.add("caio", Role::Admin, None).await;
    let demote = |id| UpdateUser { role: Some(Role::Seller), ..change_nothing(id) };
    let close = |id| UpdateUser { disabled: Some(true), ..change_nothing(id) };
    let (a, b) = tokio::join!(
        operations::update_user(&desk.app, &desk.caller, demote(ana)),
        operations::update_user(&desk.app, &desk.caller, close(bia))
    );
    assert_eq!([&a, &b].iter().filter(|one| one.is_ok()).count(), 1, "{a:?} {b:?}");
    let left = if a.is_ok() { bia } else { ana };
    let refused = if a.is_ok() { b } else { a };
    assert_eq!(code(refused), "last_administrator");
    for change in [demote(left), close(left)] {
        let refused = operations::update_user(&desk.app, &desk.caller, change).await;
        assert_eq!(code(refused), "last_administrator");
    }
    let renamed = UpdateUser { name: Some("Ana Souza".into()), ..change_nothing(left) };
    let user = operations::update_user(&desk.app, &desk.caller, renamed).await.unwrap();
    assert_eq!((user.name.as_str(), user.role), ("Ana Souza", Role::Admin));
    desk.close().await;
}

#[tokio::test]
async fn a_role_counts_from_the_next_request_on() {
    let desk = Desk::new().await;
    let caller = desk.member("ana", Role::Editor).await;
    let session = desk.sign_in("ana", PASSWORD).await.unwrap();
    let account = caller.account.clone().unwrap();
    let change = UpdateUser { role: Some(Role::Seller), ..change_nothing(account.id) };
    operations::update_user(&desk.app, &desk.caller, change).await.unwrap();
    let later = desk.caller_of(&session).await.expect("the session stays");
    assert!(caller.may(Access::Edit) && !later.may(Access::Edit));
    let draft = serde_json::from_value(json!({ "name": "Fungicida Alfa" })).unwrap();
    let refused = operations::create_item(&desk.app, &later, draft).await.unwrap_err();
    let roles = json!({ "access": "edit", "role": "seller", "roles": ["editor", "admin"] });
    assert_eq!(code_and_details(&refused), ("forbidden".into(), roles));
    assert_eq!(desk.entries("role-changed").await, [(json!("ana"), json!("ana: editor → seller"))]);
    desk.close().await;
}

#[tokio::test]
async fn the_runs_of_a_person_who_is_out_are_held_up_and_go_on_in_the_name_of_the_next() {
    let desk = Desk::new().await;
    let (ana, bia) = (desk.member("ana", Role::Editor).await, desk.member("bia", Role::Editor).await);
    desk.item("Fungicida", json!({})).await;
    let start = async |caller: &Caller| {
        let request = json!({ "fields": ["category"] });
        desk.call_by(caller, "start_enrichment", request).await.unwrap()["id"].clone()
    };
    let (of_ana, of_bia) = (start(&ana).await, start(&bia).await);
    let state = async |id: &Value| {
        let runs = desk.ok("list_enrichments", json!({})).await;
        let run = runs.as_array().unwrap().iter().find(|run| run["id"] == *id).unwrap();
        (run["state"].clone(), run["pause"].clone(), run["actor"].clone())
    };
    let account = ana.account.clone().unwrap().id;
    let change = async |change: UpdateUser| {
        operations::update_user(&desk.app, &desk.caller, change).await.unwrap();
    };
    let held_up = (json!("paused"), json!("account"), json!("ana"));
    change(UpdateUser { disabled: Some(true), ..change_nothing(account) }).await;
    assert_eq!(state(&of_ana).await, held_up);
    assert_eq!(state(&of_bia).await, (json!("running"), Value::Null, json!("bia")), "others go on");
    change(UpdateUser { disabled: Some(false), ..change_nothing(account) }).await;
    assert_eq!(state(&of_ana).await, held_up, "opening the account again starts nothing");
    let resume = json!({ "id": of_ana, "action": "resume" });
    desk.call_by(&bia, "change_enrichment", resume.clone()).await.unwrap();
    assert_eq!(state(&of_ana).await, (json!("running"), Value::Null, json!("bia")));

    let editor = bia.account.clone().unwrap().id;
    change(UpdateUser { name: Some("Bia Lima".into()), ..change_nothing(editor) }).await;
    assert_eq!(state(&of_bia).await.0, "running", "another name is no other right");
    change(UpdateUser { role: Some(Role::Analyst), ..change_nothing(editor) }).await;
    assert_eq!(state(&of_bia).await, (json!("paused"), json!("account"), json!("bia")));
    desk.close().await;
}
