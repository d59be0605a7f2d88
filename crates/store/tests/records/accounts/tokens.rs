//! Tokens of programs: how many there may be, and as long as what they let a program in.

use super::{by, list_events, secret};
use crate::world::{World, is_absent};
use celeiro_domain::team::{Access, AccessEvent, Role};
use celeiro_store::{MOST_TOKENS, NewToken, UserChange};
use futures::future::join_all;
use uuid::Uuid;

fn token(user_id: Uuid, number: u8) -> NewToken {
    let (name, scopes) = (format!("n{number}"), Some(vec![Access::Read]));
    NewToken { id: Uuid::new_v4(), user_id, name, secret_hash: secret(number), scopes, days: 30 }
}

#[tokio::test]
async fn of_eight_tokens_made_at_once_where_there_is_room_for_one_one_is_made() {
    let world = World::new().await;
    let (ana, rui) = (world.add_user("ana", Role::Editor).await, world.add_user("rui", Role::Seller).await);
    world
        .execute(
            "INSERT INTO api_tokens (id, user_id, name, secret_hash, expires_at, revoked_at) \
             SELECT gen_random_uuid(), u.id, 'n', sha256(convert_to(n::text, 'UTF8')), \
               CASE WHEN n > 54 THEN now() ELSE now() + interval '1 day' END, \
               CASE WHEN n BETWEEN 50 AND 54 THEN now() END \
             FROM users u, generate_series(1, 60) AS n WHERE u.login = 'ana'",
        )
        .await;
    let tokens: Vec<NewToken> = (1..=8).map(|number| token(ana.id, number)).collect();
    let actor = by("ana");
    let made = join_all(tokens.iter().map(|new| world.store.create_token(new, &actor))).await;
    let (made, refused): (Vec<_>, Vec<_>) = made.into_iter().partition(Result::is_ok);
    assert_eq!((made.len(), refused.len()), (1, 7), "what is revoked or over takes no room");
    for error in refused {
        assert!(error.unwrap_err().is_too_many_tokens());
    }
    let valid = world.store.tokens(Some(ana.id)).await.unwrap();
    let valid = valid.iter().filter(|one| one.revoked_at.is_none() && one.expires_at > chrono::Utc::now());
    assert_eq!(i64::try_from(valid.count()).unwrap(), MOST_TOKENS);
    world.store.create_token(&token(rui.id, 9), &by("rui")).await.unwrap();
    assert_eq!(world.store.tokens(Some(rui.id)).await.unwrap().len(), 1, "another account has its own room");
    assert_eq!(world.store.tokens(None).await.unwrap().len(), 62);
    world.close().await;
}

#[tokio::test]
async fn a_token_is_good_while_its_account_is_open_and_never_after_it_was_revoked() {
    let world = World::new().await;
    let (ana, rui) = (world.add_user("ana", Role::Editor).await, world.add_user("rui", Role::Seller).await);
    let made = world.store.create_token(&token(ana.id, 1), &by("ana")).await.unwrap();
    let over = NewToken { days: 0, ..token(ana.id, 2) };
    world.store.create_token(&over, &by("ana")).await.unwrap();
    let is_good = async |number: u8| world.store.token_user(&secret(number)).await.unwrap().is_some();
    assert_eq!((is_good(1).await, is_good(2).await, is_good(3).await), (true, false, false));
    let set = async |disabled: bool, end_tokens: bool| {
        let change = UserChange { disabled: Some(disabled), end_tokens, ..UserChange::default() };
        world.store.update_user(ana.id, &change, &by("dono")).await.unwrap();
    };
    set(true, false).await;
    assert!(!is_good(1).await);
    set(false, false).await;
    assert!(is_good(1).await);

    assert!(is_absent(world.store.revoke_token(made.id, Some(rui.id), &by("rui")).await));
    assert!(is_absent(world.store.revoke_token(Uuid::new_v4(), None, &by("dono")).await));
    assert!(is_good(1).await, "what is another person's cannot be revoked");
    set(true, true).await;
    set(false, false).await;
    assert!(!is_good(1).await);
    let of_ana = world.store.tokens(Some(ana.id)).await.unwrap();
    let revoked_at = of_ana.iter().find(|one| one.id == made.id).unwrap().revoked_at;
    assert!(revoked_at.is_some());
    let again = world.store.revoke_token(made.id, Some(ana.id), &by("ana")).await.unwrap();
    assert_eq!(again.revoked_at, revoked_at, "it is revoked since the first time");
    world.close().await;
}

#[tokio::test]
async fn a_token_is_revoked_once_however_many_ask_for_it() {
    let world = World::new().await;
    let ana = world.add_user("ana", Role::Editor).await;
    let made = world.store.create_token(&token(ana.id, 1), &by("ana")).await.unwrap();
    let actor = by("ana");
    let ends = join_all((0..6).map(|_| world.store.revoke_token(made.id, None, &actor))).await;
    let moments: Vec<_> = ends.into_iter().map(|end| end.unwrap().revoked_at).collect();
    assert!(moments[0].is_some() && moments.iter().all(|one| *one == moments[0]), "{moments:?}");
    let revoked = list_events(&world).await.into_iter().filter(|one| *one == AccessEvent::TokenRevoked);
    assert_eq!(revoked.count(), 1);
    world.close().await;
}

#[tokio::test]
async fn a_scope_that_only_a_newer_program_knows_gives_nothing() {
    let world = World::new().await;
    let ana = world.add_user("ana", Role::Admin).await;
    world.store.create_token(&token(ana.id, 1), &by("ana")).await.unwrap();
    let scopes = async || world.store.token_user(&secret(1)).await.unwrap().unwrap().scopes;
    assert_eq!(scopes().await, Some(vec![Access::Read]));
    world.execute("UPDATE api_tokens SET scopes = '{teleport,read}'").await;
    assert_eq!(scopes().await, Some(vec![Access::Read]));
    world.execute("UPDATE api_tokens SET scopes = '{teleport}'").await;
    assert_eq!(scopes().await, Some(Vec::new()), "nothing, and not all that the role may");
    world.execute("UPDATE api_tokens SET scopes = NULL").await;
    assert_eq!(scopes().await, None, "the control: all that the role may");
    world.close().await;
}
