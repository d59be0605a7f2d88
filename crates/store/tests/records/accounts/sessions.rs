//! Sessions and passwords, and the log of who came in.

use super::{HASH, by, list_events, secret, session};
use crate::world::{World, ago, is_absent};
use celeiro_domain::team::{AccessEvent, Role};
use celeiro_store::{AccessNote, PasswordChange};
use futures::future::join_all;
use uuid::Uuid;

#[tokio::test]
async fn of_six_new_passwords_in_the_place_of_one_the_first_holds() {
    let world = World::new().await;
    let (ana, rui) = (world.add_user("ana", Role::Editor).await, world.add_user("rui", Role::Seller).await);
    let here = world.sign_in(&ana, 1).await;
    for number in [2, 3] {
        world.sign_in(&ana, number).await;
    }
    world.sign_in(&rui, 4).await;
    let to = |number: usize| PasswordChange {
        old_hash: HASH.to_owned(),
        new_hash: format!("$argon2id${number}"),
        kept_session: here,
        end_tokens: false,
    };
    let changes: Vec<PasswordChange> = (0..6).map(to).collect();
    let actor = by("ana");
    let done = changes.iter().map(|change| world.store.change_password(ana.id, change, &actor));
    let done: Vec<bool> = join_all(done).await.into_iter().map(Result::unwrap).collect();
    let winners: Vec<&PasswordChange> =
        changes.iter().zip(&done).filter(|(_, won)| **won).map(|(change, _)| change).collect();
    assert_eq!(winners.len(), 1);
    let stored = world.store.user_for_sign_in("ana").await.unwrap().unwrap();
    assert_eq!(stored.password_hash, winners[0].new_hash);

    let left: Vec<Uuid> = world.store.sessions(ana.id).await.unwrap().iter().map(|one| one.id).collect();
    assert_eq!(left, [here], "the session that asked for it stays");
    assert!(world.store.session_user(&secret(4)).await.unwrap().is_some(), "that of another person too");
    assert!(!world.store.begin_session(&session(ana.id, 5), HASH, &actor).await.unwrap());
    let by_new = session(ana.id, 6);
    assert!(world.store.begin_session(&by_new, &stored.password_hash, &actor).await.unwrap());
    let changed = list_events(&world).await.into_iter().filter(|one| *one == AccessEvent::PasswordChanged);
    assert_eq!(changed.count(), 1);
    world.close().await;
}

#[tokio::test]
async fn a_session_that_is_over_is_nobodys_and_goes_when_any_person_signs_in() {
    let world = World::new().await;
    let (ana, rui) = (world.add_user("ana", Role::Editor).await, world.add_user("rui", Role::Seller).await);
    for number in [1, 2, 3] {
        world.sign_in(&ana, number).await;
    }
    world
        .execute(
            "UPDATE user_sessions SET last_used_at = now() - interval '12 hours 1 second' WHERE device = 'd1'; \
             UPDATE user_sessions SET created_at = now() - interval '30 days 1 second' WHERE device = 'd2'; \
             UPDATE user_sessions SET last_used_at = now() - interval '11 hours 55 minutes', \
               created_at = now() - interval '29 days 23 hours' WHERE device = 'd3'",
        )
        .await;
    let is_in = async |number: u8| world.store.session_user(&secret(number)).await.unwrap().is_some();
    assert_eq!((is_in(1).await, is_in(2).await, is_in(3).await, is_in(9).await), (false, false, true, false));
    let open = world.store.sessions(ana.id).await.unwrap();
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].device.as_deref(), Some("d3"));
    assert!(open[0].last_used_at > ago(1), "its use is noted");
    assert!(is_in(3).await);
    assert_eq!(world.store.sessions(ana.id).await.unwrap(), open, "once a minute at most");
    assert_eq!(world.count("SELECT count(*) FROM user_sessions").await, 3);
    world.sign_in(&rui, 4).await;
    assert_eq!(world.count("SELECT count(*) FROM user_sessions").await, 2);
    world.close().await;
}

#[tokio::test]
async fn sessions_are_ended_by_their_own_person_and_a_second_end_is_no_entry() {
    let world = World::new().await;
    let (ana, rui) = (world.add_user("ana", Role::Editor).await, world.add_user("rui", Role::Seller).await);
    let first = world.sign_in(&ana, 1).await;
    for (user, number) in [(&ana, 2), (&ana, 3), (&rui, 4)] {
        world.sign_in(user, number).await;
    }
    assert!(is_absent(world.store.end_own_session(first, rui.id, &by("rui")).await));
    world.store.end_own_session(first, ana.id, &by("ana")).await.unwrap();
    assert!(is_absent(world.store.end_own_session(first, ana.id, &by("ana")).await));
    for _ in 0..2 {
        world.store.end_session(&secret(2)).await.unwrap();
    }
    assert_eq!(world.store.end_sessions(ana.id, &by("dono")).await.unwrap(), 1);
    assert_eq!(world.store.end_sessions(ana.id, &by("dono")).await.unwrap(), 0);
    assert!(is_absent(world.store.end_sessions(Uuid::new_v4(), &by("dono")).await));
    assert_eq!(world.store.user(rui.id).await.unwrap().sessions, 1);
    let out = list_events(&world).await.into_iter().filter(|one| *one == AccessEvent::SignedOut);
    assert_eq!(out.count(), 2);
    world.close().await;
}

#[tokio::test]
async fn the_access_log_keeps_a_login_that_an_account_has_and_no_word_of_another() {
    let world = World::new().await;
    world.add_user("ana", Role::Editor).await;
    for typed in [Some("ana"), Some("minha senha 123"), None] {
        world.store.note_refusal(typed, Some("10.0.0.0/24")).await.unwrap();
    }
    let long = AccessNote {
        actor: Some("ana".into()),
        event: AccessEvent::ConversationOpened,
        subject: Some("🌽".repeat(400)),
        network: None,
    };
    world.store.note_access(&long).await.unwrap();
    let (entries, total) = world.store.access_log(0, 4).await.unwrap();
    assert_eq!((entries.len(), total), (4, 5));
    assert_eq!(entries[0].note.subject.as_deref(), Some("🌽".repeat(300).as_str()), "the newest is first");
    let actors: Vec<Option<&str>> = entries[1..].iter().map(|entry| entry.note.actor.as_deref()).collect();
    assert_eq!(actors, [None, None, Some("ana")]);
    let (rest, total) = world.store.access_log(4, 4).await.unwrap();
    assert_eq!((rest.len(), rest[0].note.event, total), (1, AccessEvent::UserCreated, 5));
    let (none, total) = world.store.access_log(5, 4).await.unwrap();
    assert_eq!((none.len(), total), (0, 5), "behind the end there is nothing, and all are counted still");
    world.close().await;
}
