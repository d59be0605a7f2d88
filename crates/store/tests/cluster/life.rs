//! The ordinary life: first start, second start, end.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Step;
use celeiro_store::cluster::{Cluster, Login, Password};
use celeiro_store::{Connection, ManyEdit, Origin, RecordSelection, Store, Write};
use rustix::process::{Pid, getpgid};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::support::*;

#[tokio::test]
async fn data_survive_the_first_close_and_the_second_open() {
    let dir = tempfile::tempdir().unwrap();
    let first = open(dir.path()).await.unwrap();
    execute(&first, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('soja')").await;
    let pid = first.server_pid().unwrap();
    first.close().await.unwrap();
    assert!(!alive(pid), "the last user stops the server");
    assert!(!postmaster_pid(dir.path()).exists());

    let second = open(dir.path()).await.unwrap();
    assert_eq!(ask(&second, "SELECT word FROM kept").await, "soja");
    second.close().await.unwrap();
}

#[tokio::test]
async fn a_new_cluster_is_durable_modest_and_private() {
    let dir = tempfile::tempdir().unwrap();
    let data_dir = dir.path().join("data");
    let cluster = open(&data_dir).await.unwrap();
    no_role_of_ours_is_a_superuser_and_the_database_has_its_extensions(&cluster).await;
    the_settings_are_ours(&cluster).await;
    nobody_else_can_read_or_enter(&cluster, &data_dir).await;
    no_password_is_printed(&cluster, &data_dir);
    ctrl_c_in_the_terminal_does_not_reach_the_server(&cluster);
    cluster.close().await.unwrap();
}

#[tokio::test]
async fn a_large_write_leaves_a_checkpoint_that_gives_back_the_log() {
    let dir = tempfile::tempdir().unwrap();
    let cluster = open(dir.path()).await.unwrap();
    let store = Store::open(&Connection::Managed(Box::new(cluster.logins()))).await.unwrap();
    let item = ItemDraft { name: "Enxada".into(), ..ItemDraft::default() };
    let item = store.create_item(&item, &write()).await.unwrap();
    // One after the other: of a table made in the same transaction nothing is logged. It is less than what
    // makes the server itself begin a checkpoint.
    execute(&cluster, "CREATE TABLE large (text text)").await;
    execute(&cluster, "CHECKPOINT").await;
    execute(&cluster, "INSERT INTO large SELECT repeat(md5(n::text), 30) FROM generate_series(1, 120000) n")
        .await;
    let before = last_checkpoint(&cluster).await;
    assert!(log_bytes(dir.path()) > 100 << 20, "the control: {}", log_bytes(dir.path()));

    let selected = RecordSelection::Ids(vec![item.id]);
    let steps = [Step::set(Kind::Items, "name", "Enxada larga".into()).unwrap()];
    let expect = store.preview_edit(Kind::Items, &selected, &steps).await.unwrap().digest;
    assert_eq!(last_checkpoint(&cluster).await, before, "what is only looked at leaves none");
    let edit = ManyEdit { kind: Kind::Items, selected: &selected, steps: &steps, expect: &expect };
    store.bulk_edit(&edit, &write(), |_, _| {}, std::future::pending()).await.unwrap().unwrap();
    assert_eq!(store.item(item.id).await.unwrap().name, "Enxada larga");
    // It comes after the answer. The server's own next checkpoint is two minutes away, and then spread over as long.
    let mut looks = 0..450;
    while looks.next().is_some() && last_checkpoint(&cluster).await == before {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_ne!(last_checkpoint(&cluster).await, before);
    assert!(log_bytes(dir.path()) <= 64 << 20, "{}", log_bytes(dir.path()));
    store.close().await;
    cluster.close().await.unwrap();
}

/// Where in the log the last checkpoint stands.
async fn last_checkpoint(cluster: &Cluster) -> String {
    ask_as(&cluster.superuser(), "SELECT checkpoint_lsn::text FROM pg_control_checkpoint()").await
}

fn log_bytes(data_dir: &Path) -> u64 {
    let files = std::fs::read_dir(data_dir.join("pg18/pg_wal")).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

fn write() -> Write {
    Write { operation_id: Uuid::new_v4(), actor: "tests".into(), origin: Origin::Person }
}

async fn no_role_of_ours_is_a_superuser_and_the_database_has_its_extensions(cluster: &Cluster) {
    let roles = "SELECT string_agg(rolname || ':' || rolsuper, ' ' ORDER BY rolname) FROM pg_roles
                 WHERE rolcanlogin";
    assert_eq!(ask(cluster, roles).await, "celeiro:false celeiro_work:false postgres:true");
    let extensions = "SELECT string_agg(extname, ' ' ORDER BY extname) FROM pg_extension";
    assert_eq!(ask(cluster, extensions).await, "pg_stat_statements pg_trgm plpgsql vector");
    let database = "SELECT datname || ' ' || pg_get_userbyid(datdba) || ' ' || datlocale || ' '
                        || pg_encoding_to_char(encoding)
                    FROM pg_database WHERE datname = current_database()";
    assert_eq!(ask(cluster, database).await, "celeiro celeiro C.UTF-8 UTF8");
}

async fn the_settings_are_ours(cluster: &Cluster) {
    let settings = "SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings
                    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'jit',
                        'data_checksums', 'listen_addresses', 'wal_level', 'unix_socket_permissions')";
    assert_eq!(
        ask_as(&cluster.superuser(), settings).await,
        "data_checksums=on fsync=on full_page_writes=on jit=off listen_addresses= \
         synchronous_commit=on unix_socket_permissions=0700 wal_level=minimal"
    );
    let memory = "SELECT pg_size_pretty(setting::bigint * 8192) FROM pg_settings
                  WHERE name = 'shared_buffers'";
    assert_eq!(ask(cluster, memory).await, "128 MB");
}

async fn nobody_else_can_read_or_enter(cluster: &Cluster, data_dir: &Path) {
    for (name, mode) in [("", 0o700), ("pg18", 0o700), ("s", 0o700), ("cluster.secret", 0o600)] {
        let found = data_dir.join(name).metadata().unwrap().permissions().mode();
        assert_eq!(found & 0o777, mode, "{name:?}");
    }
    let wrong = Login { password: Password::new("wrong"), ..cluster.owner() };
    let refused = PgConnection::connect_with(&wrong.connect_options()).await.unwrap_err();
    let code = refused.as_database_error().and_then(|error| error.code()).unwrap();
    assert_eq!(code, "28P01", "the socket alone is not enough");
}

fn no_password_is_printed(cluster: &Cluster, data_dir: &Path) {
    let secrets = std::fs::read_to_string(data_dir.join("cluster.secret")).unwrap();
    assert_eq!(secrets.lines().count(), 3);
    let log = std::fs::read_to_string(data_dir.join("cluster.log")).unwrap();
    let printed = format!("{cluster:?} {:?} {log}", cluster.logins());
    for line in secrets.lines() {
        let (_, password) = line.split_once('=').unwrap();
        assert!(!printed.contains(password));
    }
}

fn ctrl_c_in_the_terminal_does_not_reach_the_server(cluster: &Cluster) {
    let server = Pid::from_raw(cluster.server_pid().unwrap());
    assert_eq!(getpgid(server).ok(), server, "it leads a process group of its own");
    assert_ne!(getpgid(None).ok(), server);
}

#[tokio::test]
async fn a_dropped_cluster_is_left_too() {
    let dir = tempfile::tempdir().unwrap();
    let cluster = open(dir.path()).await.unwrap();
    let pid = cluster.server_pid().unwrap();
    drop(cluster);
    // Opening again while the old server is still stopping must work as well.
    let again = open(dir.path()).await.unwrap();
    assert_eq!(ask(&again, "SELECT 'here'").await, "here");
    assert_ne!(again.server_pid(), Some(pid));
    again.close().await.unwrap();
}

#[tokio::test]
async fn opening_that_is_given_up_leaves_no_server() {
    let dir = tempfile::tempdir().unwrap();
    open(dir.path()).await.unwrap().close().await.unwrap();
    let opening = tokio::time::timeout(std::time::Duration::from_millis(30), open(dir.path()));
    drop(opening.await);
    // The blocking part goes on to its end; then its result is dropped.
    let cluster = open(dir.path()).await.unwrap();
    let pid = cluster.server_pid().unwrap();
    cluster.close().await.unwrap();
    assert!(!alive(pid));
}

#[tokio::test]
async fn set_up_is_repeated_after_a_crash_in_the_middle() {
    let dir = tempfile::tempdir().unwrap();
    let cluster = open(dir.path()).await.unwrap();
    let mut admin = connect(&cluster.superuser()).await;
    sqlx::raw_sql("DROP DATABASE celeiro").execute(&mut admin).await.unwrap();
    admin.close().await.unwrap();
    std::fs::remove_file(dir.path().join("pg18/celeiro.ready")).unwrap();
    cluster.close().await.unwrap();

    let again = open(dir.path()).await.unwrap();
    assert_eq!(ask(&again, "SELECT '[1,2]'::vector::text").await, "[1,2]");
    again.close().await.unwrap();
}
