//! Tokens of programs, and what the database keeps of accounts.

use super::{OTHER, PASSWORD, change_nothing, code};
use crate::desk::Desk;
use celeiro_app::accounts::{ChangePassword, CreateToken, CreatedToken, InviteUser, ListTokens, UpdateUser};
use celeiro_app::api::ById;
use celeiro_app::operations;
use celeiro_domain::team::{Access, Role, SecretText};
use serde_json::json;

#[tokio::test]
async fn a_token_may_what_it_was_made_for_until_it_is_revoked_or_ends() {
    let desk = Desk::new().await;
    let ana = desk.member("ana", Role::Editor).await;
    let reads = desk.make_token(&ana, Some(vec![Access::Read])).await;
    let all = desk.make_token(&ana, None).await;
    assert!(reads.secret.expose().starts_with("cel_"));
    assert_eq!(all.token.scopes, [Access::Read, Access::Edit]);
    let reader = desk.caller_with(&reads).await.unwrap();
    assert_eq!(reader.actor, "ana");
    assert!(operations::list_items(&desk.app, &reader, Default::default()).await.is_ok());
    let draft = || serde_json::from_value(json!({ "name": "Fungicida Alfa" })).unwrap();
    assert_eq!(code(operations::create_item(&desk.app, &reader, draft()).await), "forbidden");
    let writer = desk.caller_with(&all).await.unwrap();
    assert!(operations::create_item(&desk.app, &writer, draft()).await.is_ok());

    // What a token may not, so that it ends with itself.
    let more = CreateToken { name: "x".into(), scopes: None, days: None, login: None };
    assert_eq!(code(operations::create_token(&desk.app, &writer, more.clone()).await), "session_needed");
    let password =
        ChangePassword { current: SecretText::new(PASSWORD), new: SecretText::new(OTHER), end_tokens: false };
    assert_eq!(code(operations::change_password(&desk.app, &writer, password).await), "session_needed");
    let beyond = CreateToken { scopes: Some(vec![Access::Administer]), ..more.clone() };
    assert_eq!(code(operations::create_token(&desk.app, &ana, beyond).await), "invalid_fields");
    let others = CreateToken { login: Some("bia".into()), ..more };
    assert_eq!(code(operations::create_token(&desk.app, &ana, others).await), "invalid_fields");

    let bia = desk.member("bia", Role::Seller).await;
    let id = ById { id: reads.token.id };
    assert_eq!(code(operations::revoke_token(&desk.app, &bia, id.clone()).await), "not_found");
    assert!(operations::list_tokens(&desk.app, &bia, ListTokens::default()).await.unwrap().is_empty());
    let everybody = ListTokens { everybody: true };
    assert_eq!(code(operations::list_tokens(&desk.app, &bia, everybody).await), "forbidden");
    let revoked = operations::revoke_token(&desk.app, &ana, id.clone()).await.unwrap();
    assert!(revoked.revoked);
    assert!(desk.caller_with(&reads).await.is_none());
    assert!(
        operations::revoke_token(&desk.app, &desk.caller, id).await.is_ok(),
        "again, by an administrator"
    );
    assert_eq!(desk.entries("token-revoked").await, [(json!("ana"), json!("ana: planilha"))]);

    let account = ana.account.clone().unwrap().id;
    let change = |role, disabled| UpdateUser { role, disabled, ..change_nothing(account) };
    operations::update_user(&desk.app, &desk.caller, change(Some(Role::Seller), None)).await.unwrap();
    assert!(!desk.caller_with(&all).await.unwrap().may(Access::Edit), "the role of today");
    operations::update_user(&desk.app, &desk.caller, change(None, Some(true))).await.unwrap();
    assert!(desk.caller_with(&all).await.is_none());
    operations::update_user(&desk.app, &desk.caller, change(None, Some(false))).await.unwrap();
    assert!(desk.caller_with(&all).await.is_some());
    desk.run_sql("UPDATE api_tokens SET expires_at = now()").await.unwrap();
    assert!(desk.caller_with(&all).await.is_none());
    desk.close().await;
}

#[tokio::test]
async fn tokens_end_with_a_password_that_an_administrator_resets_and_else_where_it_is_said() {
    let desk = Desk::new().await;
    let ana = desk.member("ana", Role::Editor).await;
    let account = ana.account.clone().unwrap().id;
    let is_valid = async |token: &CreatedToken| desk.caller_with(token).await.is_some();
    let invite = async |end_tokens: Option<bool>| {
        let request = InviteUser { id: account, end_tokens };
        operations::invite_user(&desk.app, &desk.caller, request).await.unwrap()
    };
    // A reset: the tokens go with the password, and not before.
    let token = desk.make_token(&ana, None).await;
    let reset = invite(None).await;
    assert!(is_valid(&token).await, "as the password, until the invitation is used");
    desk.accept(&reset.secret, OTHER).await.unwrap();
    assert!(!is_valid(&token).await);
    assert_eq!(desk.entries("token-revoked").await, [(json!("ana"), json!("ana: planilha"))]);

    let here = desk.caller_of(&desk.sign_in("ana", OTHER).await.unwrap()).await.unwrap();
    let kept = desk.make_token(&here, None).await;
    desk.accept(&invite(Some(false)).await.secret, PASSWORD).await.unwrap();
    assert!(is_valid(&kept).await, "unless the administrator says otherwise");

    // One's own change leaves them, unless the person says otherwise.
    let here = desk.caller_of(&desk.sign_in("ana", PASSWORD).await.unwrap()).await.unwrap();
    let change = async |current: &str, new: &str, end_tokens: bool| {
        let (current, new) = (SecretText::new(current), SecretText::new(new));
        let request = ChangePassword { current, new, end_tokens };
        operations::change_password(&desk.app, &here, request).await.unwrap();
    };
    change(PASSWORD, OTHER, false).await;
    assert!(is_valid(&kept).await);
    change(OTHER, PASSWORD, true).await;
    assert!(!is_valid(&kept).await);

    // Closing an account refuses them, and revokes them where that is said.
    let (again, last) = (desk.make_token(&here, None).await, desk.make_token(&here, None).await);
    let close = async |disabled: bool, end_tokens: bool| {
        let change = UpdateUser { disabled: Some(disabled), end_tokens, ..change_nothing(account) };
        operations::update_user(&desk.app, &desk.caller, change).await.unwrap();
    };
    close(true, false).await;
    assert!(!is_valid(&again).await);
    close(false, true).await;
    assert!(is_valid(&again).await, "opening an account ends nothing");
    close(true, true).await;
    close(false, false).await;
    assert!(!is_valid(&again).await && !is_valid(&last).await);

    // The first password of a new person replaces none.
    let bia = desk.add("bia", Role::Seller, None).await;
    let for_bia =
        CreateToken { name: "balança".into(), scopes: None, days: None, login: Some("bia".into()) };
    let made = operations::create_token(&desk.app, &desk.caller, for_bia).await.unwrap();
    let request = InviteUser { id: bia.user.id, end_tokens: None };
    let second = operations::invite_user(&desk.app, &desk.caller, request).await.unwrap();
    desk.accept(&second.secret, PASSWORD).await.unwrap();
    assert!(is_valid(&made).await);
    desk.close().await;
}

#[tokio::test]
async fn the_access_log_only_grows_and_no_secret_is_in_the_database() {
    let desk = Desk::new().await;
    let ana = desk.member("ana", Role::Admin).await;
    let token = desk.make_token(&ana, None).await;
    let invitation = desk.add("bia", Role::Seller, None).await.invitation.unwrap();
    let session = desk.sign_in("ana", PASSWORD).await.unwrap();
    for statement in [
        "UPDATE access_log SET actor = 'caio'",
        "DELETE FROM access_log WHERE event = 'signed-in'",
        "TRUNCATE access_log",
    ] {
        let refused = desk.run_sql(statement).await.unwrap_err();
        let constraint = refused.as_database_error().and_then(|error| error.constraint()).map(str::to_owned);
        assert_eq!(constraint.as_deref(), Some("access_log_only_grows"), "{statement}");
    }
    let events = ["user-created", "invited", "signed-in", "token-created"];
    for (event, count) in events.into_iter().zip([2, 1, 2, 1]) {
        assert_eq!(desk.entries(event).await.len(), count, "{event}");
    }
    let secrets = [PASSWORD, token.secret.expose(), invitation.secret.expose(), &session.secret];
    for table in ["users", "user_invitations", "user_sessions", "api_tokens", "access_log", "operations"] {
        for secret in secrets {
            let found = format!("SELECT 1 FROM {table} t WHERE strpos(t::text, '{secret}') > 0");
            assert_eq!(desk.run_sql(&found).await.unwrap(), 0, "{table}");
        }
    }
    let control = "SELECT 1 FROM users t WHERE strpos(t::text, '$argon2id$') > 0";
    assert_eq!(desk.run_sql(control).await.unwrap(), 1, "the control");
    desk.close().await;
}
