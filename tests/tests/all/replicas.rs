//! A primary and a standby that follows it, on two real servers: searches are read at the standby, one's own write is
//! seen at once, and neither a standby that is gone nor a new primary costs an answer or an acknowledged write.

use celeiro_app::config::Config;
use celeiro_app::{App, Caller, operations};
use celeiro_domain::insight::{ReplicaStanding, Surface};
use celeiro_domain::search::{Kind, Lang, SearchRequest};
use celeiro_store::LogQuery;
use celeiro_store::cluster::{Cluster, ClusterOptions};
use celeiro_tests::databases::to_url;
use serde_json::json;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// What makes a server one that others can follow; in force from its next start.
const OF_A_PRIMARY: [&str; 3] = [
    "ALTER SYSTEM SET wal_level = 'replica'",
    "ALTER SYSTEM SET max_wal_senders = 4",
    "ALTER SYSTEM SET hot_standby_feedback = on",
];

async fn open_cluster(folder: &Path) -> Cluster {
    let options = ClusterOptions {
        shared_buffers_mb: Some(32),
        patience: Duration::from_secs(60),
        ..ClusterOptions::new(folder)
    };
    Cluster::open(&options).await.unwrap()
}

async fn run_as_superuser(cluster: &Cluster, statement: &str) {
    let mut db = PgConnection::connect_with(&cluster.superuser().connect_options()).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
}

async fn open_app(folder: &Path, servers: &[(&str, String)]) -> App {
    let mut given: BTreeMap<String, String> =
        servers.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    for (name, value) in [
        ("CELEIRO_DATA_DIR", folder.to_str().unwrap()),
        ("CELEIRO_MODEL_DIR", "none"),
        ("CELEIRO_SAFETY_MODEL_DIR", "none"),
        ("EMBEDDING_PROVIDER", "none"),
    ] {
        given.insert(name.into(), value.into());
    }
    App::open(Config::load(&given, |_| None).unwrap(), |_| {}).await.unwrap()
}

/// A primary with the schema, and a standby made of a copy of its files.
async fn start_servers(first: &Path, second: &Path) -> (Cluster, Cluster) {
    let cluster = open_cluster(first).await;
    for statement in OF_A_PRIMARY {
        run_as_superuser(&cluster, statement).await;
    }
    cluster.close().await.unwrap();
    let cluster = open_cluster(first).await;
    let folder = tempfile::tempdir().unwrap();
    open_app(folder.path(), &[("DATABASE_URL", to_url(&cluster.owner()))]).await.close().await.unwrap();
    cluster.close().await.unwrap();
    let copied = Command::new("cp").arg("-a").arg(first.join(".")).arg(second).status().unwrap();
    assert!(copied.success());
    let primary = open_cluster(first).await;
    let login = primary.superuser();
    let follow = format!(
        "\nprimary_conninfo = 'host={} port={} user={} password={}'\n",
        login.socket_dir.display(),
        login.port,
        login.user,
        login.password.expose()
    );
    let settings = second.join("pg18/postgresql.auto.conf");
    let present = std::fs::read_to_string(&settings).unwrap();
    std::fs::write(&settings, present + &follow).unwrap();
    std::fs::write(second.join("pg18/standby.signal"), "").unwrap();
    (primary, open_cluster(second).await)
}

fn caller(actor: &str) -> Caller {
    Caller { actor: actor.into(), ..Caller::local(Lang::En) }
}

async fn create(app: &App, actor: &str, name: &str, operation: Uuid) -> Option<Uuid> {
    let request = serde_json::from_value(json!({ "name": name, "operationId": operation })).unwrap();
    operations::create_item(app, &caller(actor), request).await.ok().map(|item| item.id)
}

async fn finds(app: &App, actor: &str, name: &str, id: Uuid) -> bool {
    let request = SearchRequest { query: name.into(), ..SearchRequest::default() };
    let found = operations::search(app, &caller(actor), request).await.unwrap();
    found.results.iter().any(|hit| hit.item.as_ref().is_some_and(|item| item.id == id))
}

fn count_searches(app: &App, number: usize) -> u32 {
    app.replicas().unwrap().states()[number].searches
}

async fn wait_until_stands(app: &App, number: usize, standing: ReplicaStanding) {
    let begun = Instant::now();
    let replicas = app.replicas().unwrap();
    loop {
        replicas.look().await;
        let state = replicas.states()[number];
        if state.standing == standing {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "waited for {standing:?}, found {state:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_team_searches_at_a_replica_and_goes_on_without_it_and_with_it_alone() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (primary, standby) = start_servers(first.path(), second.path()).await;
    let folder = tempfile::tempdir().unwrap();
    let servers =
        [("DATABASE_URL", to_url(&primary.owner())), ("DATABASE_REPLICA_URLS", to_url(&standby.owner()))];
    let app = open_app(folder.path(), &servers).await;
    wait_until_stands(&app, 1, ReplicaStanding::Serving).await;

    for name in ["Alonso", "Sancho", "Dorotea", "Cardenio", "Luscinda", "Marcela", "Teresa", "Maritornes"] {
        let item = create(&app, "ana", name, Uuid::new_v4()).await.unwrap();
        assert!(finds(&app, "ana", name, item).await, "{name} was just created");
    }

    run_as_superuser(&standby, "SELECT pg_wal_replay_pause()").await;
    let late = create(&app, "ana", "Rocinante", Uuid::new_v4()).await.unwrap();
    let before = count_searches(&app, 1);
    assert!(!finds(&app, "rui", "Rocinante", late).await, "the control: the replica answers, and is late");
    assert_eq!(count_searches(&app, 1), before + 1);
    assert!(finds(&app, "ana", "Rocinante", late).await, "who wrote it asks the primary");
    run_as_superuser(&standby, "SELECT pg_wal_replay_resume()").await;

    standby.close().await.unwrap();
    assert!(finds(&app, "rui", "Rocinante", late).await, "asked again at the primary");
    wait_until_stands(&app, 1, ReplicaStanding::Unreachable).await;
    let standby = open_cluster(second.path()).await;
    wait_until_stands(&app, 1, ReplicaStanding::Serving).await;

    primary.close().await.unwrap();
    run_as_superuser(&standby, "SELECT pg_promote()").await;
    let (operation, begun) = (Uuid::new_v4(), Instant::now());
    let made = loop {
        if let Some(made) = create(&app, "ana", "Dulcineia", operation).await {
            break made;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "the new primary takes no writes");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(create(&app, "ana", "Dulcineia", operation).await, Some(made), "asked again, made once");
    assert!(finds(&app, "rui", "Rocinante", late).await && finds(&app, "rui", "Dulcineia", made).await);
    wait_until_stands(&app, 1, ReplicaStanding::Primary).await;
    wait_until_stands(&app, 0, ReplicaStanding::Unreachable).await;

    run_as_superuser(&standby, "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'").await;
    run_as_superuser(&standby, "SELECT pg_reload_conf()").await;
    let begun = Instant::now();
    let again = || tokio::time::timeout(Duration::from_secs(1), create(&app, "ana", "Dulcineia", operation));
    while again().await.is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(30), "called safe although no standby has it");
    }
    // What no answer speaks of waits for no standby: who only reads goes on.
    let count_logged = async || {
        let newest = LogQuery { limit: 1, ..LogQuery::default() };
        app.store().logged_queries(&newest).await.unwrap().total
    };
    let (before, begun) = (count_logged().await, Instant::now());
    let request = SearchRequest { query: "Dulcineia".into(), ..SearchRequest::default() };
    operations::search(&app, &caller("rui").at(Surface::Http), request).await.unwrap();
    while count_logged().await == before {
        assert!(begun.elapsed() < Duration::from_secs(30), "the log of searches waits for a standby");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let background = async {
        app.store().take_statistics(Kind::Items).await.unwrap();
        app.store().take_jobs(Kind::Items, 1, 1.0).await.unwrap();
        app.store().purge_search_traces(0).await.unwrap()
    };
    let removed = tokio::time::timeout(Duration::from_secs(25), background).await;
    assert!(removed.is_ok_and(|traces| traces > 0), "work of the background waits for a standby");
    run_as_superuser(&standby, "ALTER SYSTEM RESET synchronous_standby_names").await;
    run_as_superuser(&standby, "SELECT pg_reload_conf()").await;
    assert_eq!(create(&app, "ana", "Dulcineia", operation).await, Some(made), "the control");

    app.close().await.unwrap();
    standby.close().await.unwrap();
}
