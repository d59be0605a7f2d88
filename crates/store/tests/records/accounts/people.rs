//! Accounts that are made, closed and opened again, and invitations.

use super::{HASH, by, list_events, person, secret, session};
use crate::world::{World, is_absent, write};
use celeiro_domain::team::{AccessEvent, Role};
use celeiro_store::{NewInvitation, NewUser, UserChange};
use futures::future::join_all;
use uuid::Uuid;

fn invitation(number: u8, hours: i32) -> NewInvitation {
    NewInvitation { secret_hash: secret(number), hours, end_tokens: None }
}

fn closure(disabled: bool) -> UserChange {
    UserChange { disabled: Some(disabled), ..UserChange::default() }
}

#[tokio::test]
async fn of_six_who_make_an_account_of_one_login_at_once_one_does() {
    let world = World::new().await;
    assert!(!world.store.has_users().await.unwrap());
    let people: Vec<_> = (0..6).map(|_| (person("ana", Role::Editor), write())).collect();
    let dono = by("dono");
    let made =
        join_all(people.iter().map(|(new, write)| world.store.create_user(new, None, &dono, write))).await;
    let (won, lost): (Vec<_>, Vec<_>) = made.into_iter().partition(Result::is_ok);
    assert_eq!((won.len(), lost.len()), (1, 5));
    for refused in lost {
        assert!(refused.unwrap_err().is_login_taken());
    }
    assert!(world.store.has_users().await.unwrap());
    assert_eq!(list_events(&world).await, [AccessEvent::UserCreated], "what was refused is not in the log");
    assert_eq!(world.count("SELECT count(*) FROM operations WHERE kind = 'create-user'").await, 1);
    world.close().await;
}

#[tokio::test]
async fn an_account_that_is_asked_for_again_is_the_first_and_its_invitation_stays() {
    let world = World::new().await;
    let (once, first) = (write(), NewUser { password_hash: None, ..person("ana", Role::Seller) });
    let (user, is_new) =
        world.store.create_user(&first, Some(&invitation(1, 24)), &by("dono"), &once).await.unwrap();
    assert!(is_new && !user.has_password && user.invitation_until.is_some());
    let other = person("bia", Role::Admin);
    let (again, is_new) =
        world.store.create_user(&other, Some(&invitation(2, 24)), &by("dono"), &once).await.unwrap();
    assert!(!is_new);
    assert_eq!(again, user);
    let invited = world.store.invited_user(&secret(1)).await.unwrap().unwrap();
    assert_eq!((invited.id, invited.login.as_str(), invited.role), (user.id, "ana", Role::Seller));
    assert!(world.store.invited_user(&secret(2)).await.unwrap().is_none());
    assert!(is_absent(world.store.user_by_login("bia").await));
    assert!(is_absent(world.store.user(Uuid::new_v4()).await));
    world.close().await;
}

#[tokio::test]
async fn the_last_administrator_who_can_sign_in_stays_one() {
    let world = World::new().await;
    let ana = world.add_user("ana", Role::Admin).await;
    world.sign_in(&ana, 1).await;
    let invited = NewUser { password_hash: None, ..person("bia", Role::Admin) };
    let (bia, _) =
        world.store.create_user(&invited, Some(&invitation(2, 24)), &by("ana"), &write()).await.unwrap();
    let to_editor = UserChange { role: Some(Role::Editor), ..UserChange::default() };
    for change in [closure(true), to_editor.clone()] {
        let refused = world.store.update_user(ana.id, &change, &by("ana")).await;
        assert!(refused.unwrap_err().is_last_administrator(), "one who is only invited cannot sign in");
    }
    let after = world.store.user(ana.id).await.unwrap();
    assert_eq!((after.role, after.disabled_at, after.sessions), (Role::Admin, None, 1));
    let renamed = UserChange { name: Some("Ana Lima".into()), ..UserChange::default() };
    assert_eq!(world.store.update_user(ana.id, &renamed, &by("ana")).await.unwrap().name, "Ana Lima");

    let own = session(bia.id, 3);
    assert!(world.store.accept_invitation(&secret(2), HASH, &own, &by("bia")).await.unwrap());
    let both = [ana.id, bia.id];
    let dono = by("dono");
    let changes = both.iter().map(|id| world.store.update_user(*id, &to_editor, &dono));
    let (done, refused): (Vec<_>, Vec<_>) = join_all(changes).await.into_iter().partition(Result::is_ok);
    assert_eq!((done.len(), refused.len()), (1, 1), "of two at once one is the last");
    let admins = "SELECT count(*) FROM users WHERE role = 'admin' AND disabled_at IS NULL";
    assert_eq!(world.count(admins).await, 1);
    world.close().await;
}

#[tokio::test]
async fn a_closed_account_lets_nobody_in_and_opened_again_it_has_no_earlier_session() {
    let world = World::new().await;
    let eva = world.add_user("eva", Role::Editor).await;
    world.add_user("rui", Role::Seller).await;
    world.sign_in(&eva, 1).await;
    assert!(world.store.invite_user(eva.id, &invitation(2, 24), &by("dono")).await.unwrap().is_some());
    let closed = world.store.update_user(eva.id, &closure(true), &by("dono")).await.unwrap();
    assert_eq!((closed.sessions, closed.invitation_until), (0, None));
    let again = world.store.update_user(eva.id, &closure(true), &by("dono")).await.unwrap();
    assert_eq!(again.disabled_at, closed.disabled_at, "it is closed since the first time");

    assert!(world.store.invite_user(eva.id, &invitation(3, 24), &by("dono")).await.unwrap().is_none());
    assert!(world.store.user_for_sign_in("eva").await.unwrap().is_none());
    assert!(!world.store.begin_session(&session(eva.id, 4), HASH, &by("eva")).await.unwrap());
    assert!(world.store.session_user(&secret(1)).await.unwrap().is_none());
    let logins = ["eva", "rui", "ninguém"].map(str::to_owned);
    assert_eq!(world.store.closed_logins(&logins).await.unwrap(), ["eva"]);
    assert!(world.store.closed_logins(&[]).await.unwrap().is_empty());

    world.store.update_user(eva.id, &closure(false), &by("dono")).await.unwrap();
    assert!(world.store.session_user(&secret(1)).await.unwrap().is_none());
    assert!(world.store.invited_user(&secret(2)).await.unwrap().is_none());
    world.sign_in(&eva, 5).await;
    let events = list_events(&world).await;
    let of = |event: AccessEvent| events.iter().filter(|one| **one == event).count();
    assert_eq!((of(AccessEvent::UserDisabled), of(AccessEvent::UserEnabled)), (1, 1));
    world.close().await;
}

#[tokio::test]
async fn the_newest_invitation_of_a_person_alone_is_good_for_that_person_once() {
    let world = World::new().await;
    let (ana, rui) = (world.add_user("ana", Role::Editor).await, world.add_user("rui", Role::Seller).await);
    world.sign_in(&ana, 1).await;
    assert!(is_absent(world.store.invite_user(Uuid::new_v4(), &invitation(2, 24), &by("dono")).await));
    world.store.invite_user(ana.id, &invitation(2, 0), &by("dono")).await.unwrap().unwrap();
    let accept = async |number: u8, user: Uuid| {
        let own = session(user, number + 100);
        world.store.accept_invitation(&secret(number), "$argon2id$second", &own, &by("ana")).await.unwrap()
    };
    assert!(world.store.invited_user(&secret(2)).await.unwrap().is_none(), "its time is over");
    assert!(!accept(2, ana.id).await);
    for number in [3, 4] {
        world.store.invite_user(ana.id, &invitation(number, 24), &by("dono")).await.unwrap().unwrap();
    }
    assert!(!accept(3, ana.id).await, "another one took its place");
    assert!(!accept(4, rui.id).await, "it is of another account");
    let before = world.store.user_for_sign_in("ana").await.unwrap().unwrap();
    assert_eq!(before.password_hash, HASH, "nothing of that chose a password");
    assert!(accept(4, ana.id).await);
    assert!(!accept(4, ana.id).await);
    assert!(
        world.store.session_user(&secret(1)).await.unwrap().is_none(),
        "who knew the old password is out"
    );
    assert_eq!(world.store.session_user(&secret(104)).await.unwrap().unwrap().id, ana.id);
    let of_rui = world.store.user_for_sign_in("rui").await.unwrap().unwrap();
    assert_eq!(of_rui.password_hash, HASH);
    world.close().await;
}
