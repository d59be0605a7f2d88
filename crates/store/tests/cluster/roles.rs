//! Folders of releases before the second role, and a role that has another password than the file says.

use std::fs;

use celeiro_domain::catalog::ItemDraft;
use celeiro_store::{Connection, Origin, Store, Write};
use uuid::Uuid;

use crate::support::*;

/// The role that the program works as.
const WHO: &str = "SELECT current_user::text";

#[tokio::test]
async fn a_folder_of_the_release_before_gets_the_second_role_and_keeps_what_it_has() {
    let dir = tempfile::tempdir().unwrap();
    let (secret, marker) = (dir.path().join("cluster.secret"), dir.path().join("pg18/celeiro.ready"));
    let cluster = open(dir.path()).await.unwrap();
    // As that release made it: the owner does everything.
    let owner = cluster.owner();
    let alone =
        Connection::Managed(Box::new(celeiro_store::cluster::ManagedLogins::of_one_role(owner.clone())));
    let store = Store::open(&alone).await.unwrap();
    let draft = ItemDraft { name: "Ureia".into(), ..ItemDraft::default() };
    let write = || Write { operation_id: Uuid::new_v4(), actor: "ana".into(), origin: Origin::Person };
    let item = store.create_item(&draft, &write()).await.unwrap();
    store.close().await;
    let mut admin = connect(&cluster.superuser()).await;
    sqlx::raw_sql("DROP ROLE celeiro_work").execute(&mut admin).await.unwrap();
    sqlx::Connection::close(admin).await.unwrap();
    cluster.close().await.unwrap();
    let of_before: Vec<String> =
        fs::read_to_string(&secret).unwrap().lines().take(2).map(str::to_owned).collect();
    fs::write(&secret, of_before.join("\n") + "\n").unwrap();
    let done = fs::read_to_string(&marker).unwrap();
    fs::write(&marker, done.replacen("3\n", "2\n", 1)).unwrap();

    let cluster = open(dir.path()).await.unwrap();
    assert_eq!(ask_as(&cluster.worker(), WHO).await, "celeiro_work");
    assert_eq!(ask(&cluster, WHO).await, "celeiro", "an older program still comes in");
    assert!(cluster.owner().password == owner.password);
    let store = Store::open(&Connection::Managed(Box::new(cluster.logins()))).await.unwrap();
    assert_eq!(store.role_rights().await.unwrap().role, "celeiro_work");
    assert_eq!(store.item(item.id).await.unwrap().name, "Ureia");
    store.create_item(&ItemDraft { name: "Adubo".into(), ..draft }, &write()).await.unwrap();
    store.close().await;
    cluster.close().await.unwrap();
}

#[tokio::test]
async fn a_password_that_was_lost_is_given_anew() {
    let dir = tempfile::tempdir().unwrap();
    let secret = dir.path().join("cluster.secret");
    let cluster = open(dir.path()).await.unwrap();
    let former = cluster.worker();
    cluster.close().await.unwrap();
    let left: Vec<String> = fs::read_to_string(&secret).unwrap().lines().take(2).map(str::to_owned).collect();
    fs::write(&secret, left.join("\n")).unwrap();

    let cluster = open(dir.path()).await.unwrap();
    assert!(cluster.worker().password != former.password);
    assert_eq!(ask_as(&cluster.worker(), WHO).await, "celeiro_work");
    cluster.close().await.unwrap();
}
