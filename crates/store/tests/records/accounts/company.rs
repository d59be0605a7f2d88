//! The company's sign-in: ways that are begun, and who is linked to whom.

use super::{by, list_events, secret};
use crate::world::{World, is_absent};
use celeiro_domain::team::{AccessEvent, CompanyIdentity, Role};
use celeiro_store::{CompanyEntry, CompanyLink, CompanySession, UserChange};
use futures::future::join_all;
use uuid::Uuid;

fn identity(subject: &str) -> CompanyIdentity {
    CompanyIdentity { issuer: "https://entrar.exemplo".into(), subject: subject.into() }
}

fn company_session(number: u8) -> CompanySession {
    CompanySession { id: Uuid::new_v4(), secret_hash: secret(number), network: None, device: None }
}

#[tokio::test]
async fn a_way_to_the_issuer_is_taken_once_and_in_time() {
    let world = World::new().await;
    let own = Uuid::new_v4();
    world.store.begin_company_sign_in(&secret(1), Some(own), 10).await.unwrap();
    let state = secret(1);
    let taken = join_all((0..6).map(|_| world.store.take_company_sign_in(&state))).await;
    let taken: Vec<_> = taken.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].session, Some(own));
    world.store.begin_company_sign_in(&secret(2), None, 0).await.unwrap();
    assert!(world.store.take_company_sign_in(&secret(2)).await.unwrap().is_none(), "its time is over");
    assert!(world.store.take_company_sign_in(&secret(3)).await.unwrap().is_none(), "it was never begun");
    world.store.begin_company_sign_in(&secret(4), None, 10).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM company_sign_ins").await, 1, "what is over goes");
    world.close().await;
}

#[tokio::test]
async fn a_person_of_the_company_has_one_account_and_an_account_one_person() {
    let world = World::new().await;
    let (ana, rui) = (world.add_user("ana", Role::Editor).await, world.add_user("rui", Role::Seller).await);
    let (of_ana, of_rui) = (world.sign_in(&ana, 1).await, world.sign_in(&rui, 2).await);
    let link = async |session: Uuid, subject: &str| {
        world.store.link_company(session, &identity(subject), &by("ana")).await.unwrap()
    };
    assert_eq!(link(Uuid::new_v4(), "s1").await, CompanyLink::SessionOver);
    assert_eq!(link(of_ana, "s1").await, CompanyLink::Linked);
    assert_eq!(link(of_ana, "s1").await, CompanyLink::Linked);
    assert_eq!(link(of_rui, "s1").await, CompanyLink::Taken);
    assert_eq!(link(of_ana, "s2").await, CompanyLink::Other);
    assert_eq!(link(of_rui, "S1").await, CompanyLink::Linked, "a subject is compared letter by letter");
    assert!(world.store.company_linked_at(ana.id).await.unwrap().is_some());
    assert!(world.store.user(ana.id).await.unwrap().is_linked);

    for _ in 0..2 {
        assert!(!world.store.unlink_company(ana.id, &by("dono")).await.unwrap().is_linked);
    }
    assert!(world.store.company_linked_at(ana.id).await.unwrap().is_none());
    assert!(is_absent(world.store.unlink_company(Uuid::new_v4(), &by("dono")).await));
    assert_eq!(link(of_ana, "s2").await, CompanyLink::Linked);
    let events = list_events(&world).await;
    let of = |event: AccessEvent| events.iter().filter(|one| **one == event).count();
    assert_eq!((of(AccessEvent::CompanyLinked), of(AccessEvent::CompanyUnlinked)), (3, 1));
    world.close().await;
}

#[tokio::test]
async fn of_two_accounts_that_are_linked_to_one_person_at_once_one_is() {
    let world = World::new().await;
    let (ana, rui) = (world.add_user("ana", Role::Editor).await, world.add_user("rui", Role::Seller).await);
    let sessions = [world.sign_in(&ana, 1).await, world.sign_in(&rui, 2).await];
    let (person, actor) = (identity("s1"), by("dono"));
    let links = join_all(sessions.iter().map(|id| world.store.link_company(*id, &person, &actor))).await;
    let links: Vec<CompanyLink> = links.into_iter().map(Result::unwrap).collect();
    assert!(links.contains(&CompanyLink::Linked) && links.contains(&CompanyLink::Taken), "{links:?}");
    assert_eq!(world.count("SELECT count(*) FROM company_identities").await, 1);
    world.close().await;
}

#[tokio::test]
async fn the_issuers_word_opens_the_linked_account_and_no_closed_one() {
    let world = World::new().await;
    let ana = world.add_user("ana", Role::Editor).await;
    let own = world.sign_in(&ana, 1).await;
    let enter = async |person: &CompanyIdentity, number: u8| {
        world.store.enter_by_company(person, company_session(number)).await.unwrap()
    };
    assert_eq!(enter(&identity("s1"), 2).await, CompanyEntry::Unknown);
    world.store.link_company(own, &identity("s1"), &by("ana")).await.unwrap();
    let elsewhere = CompanyIdentity { issuer: "https://outro.exemplo".into(), ..identity("s1") };
    assert_eq!(enter(&elsewhere, 3).await, CompanyEntry::Unknown, "another issuer knows other people");
    let CompanyEntry::Entered(user) = enter(&identity("s1"), 4).await else { panic!("it is linked") };
    assert_eq!((user.id, user.login.as_str(), user.role), (ana.id, "ana", Role::Editor));
    assert_eq!(world.store.session_user(&secret(4)).await.unwrap(), Some(user));
    let closed = UserChange { disabled: Some(true), ..UserChange::default() };
    world.store.update_user(ana.id, &closed, &by("dono")).await.unwrap();
    assert_eq!(enter(&identity("s1"), 5).await, CompanyEntry::Closed("ana".into()));
    assert_eq!(world.count("SELECT count(*) FROM user_sessions").await, 0);
    world.close().await;
}
