//! A backup and back: row for row, file for file, on clusters of their own; and processes that are killed.

use crate::support::write;
use celeiro_app::backup::daily::schedule::source_of;
use celeiro_app::backup::daily::state::read_failure;
use celeiro_app::backup::making::make::write_backup;
use celeiro_app::backup::making::verify::verify_backup;
use celeiro_app::backup::restore::{RestoreStage, restore_backup};
use celeiro_app::config::Config;
use celeiro_app::{App, AppError, Code};
use celeiro_domain::catalog::ItemDraft;
use celeiro_store::cluster::{Cluster, ClusterOptions};
use celeiro_tests::databases::to_url;
use sqlx::migrate::Migrate as _;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Tables that are taken anew, and so are no part of what must be the same.
const REBUILT: [&str; 5] = ["digests", "digest_rows", "digest_words", "digest_columns", "changed_records"];
const CONTENT: &[u8] = b"a leaflet";
/// What a stranger may have put into a backup: a function of the name that the superuser calls to check indexes, with
/// arguments that fit better than those of PostgreSQL's own. It notes that it ran: the rows of the table show it.
const TRAP: &str = "CREATE TABLE trap (who text); \
    CREATE FUNCTION bt_index_check(oid, boolean) RETURNS void LANGUAGE sql \
    AS 'INSERT INTO trap SELECT current_user::text'";

fn config(folder: &Path) -> Config {
    let given = [
        ("CELEIRO_DATA_DIR", folder.to_str().unwrap()),
        ("CELEIRO_KEY_STORE", "file"),
        ("CELEIRO_MODEL_DIR", "none"),
        ("CELEIRO_SAFETY_MODEL_DIR", "none"),
    ];
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Config::load(&BTreeMap::from(given), |_| None).unwrap()
}

async fn open(folder: &Path) -> App {
    App::open(config(folder), |_| ()).await.unwrap()
}

async fn add_item(app: &App, name: &str) {
    let draft = ItemDraft { name: name.into(), ..ItemDraft::default() }.check().unwrap();
    app.store().create_item(&draft, &write()).await.unwrap();
}

/// Rows and the sum of their hashes, by table; and the bytes of attached files.
async fn fingerprint(folder: &Path) -> BTreeMap<String, String> {
    let cluster = Cluster::open(&ClusterOptions::new(folder)).await.unwrap();
    let mut db = PgConnection::connect_with(&cluster.owner().connect_options()).await.unwrap();
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
    .fetch_all(&mut db)
    .await
    .unwrap();
    let mut found = BTreeMap::new();
    for table in tables.into_iter().filter(|table| !REBUILT.contains(&table.as_str())) {
        let hash = format!(
            "SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM \"{table}\" t"
        );
        found.insert(table, sqlx::query_scalar(AssertSqlSafe(hash)).fetch_one(&mut db).await.unwrap());
    }
    db.close().await.unwrap();
    cluster.close().await.unwrap();
    let mut folders = vec![folder.join("files")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => {
                    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                    found.insert(name, format!("{:?}", std::fs::read(&path).unwrap()));
                }
            }
        }
    }
    found
}

/// A data folder with items, an attached file and a saved setting.
async fn prepare(folder: &Path) {
    let app = open(folder).await;
    for number in 0..30 {
        add_item(&app, &format!("Herbicida Quixote {number}")).await;
    }
    app.settings().set("CHAT_FAQ_LIMIT", Some("7")).unwrap();
    app.close().await.unwrap();
    let cluster = Cluster::open(&ClusterOptions::new(folder)).await.unwrap();
    let mut db = PgConnection::connect_with(&cluster.owner().connect_options()).await.unwrap();
    let sha256: String = sqlx::query_scalar(
        "INSERT INTO catalog_files (item_id, name, mime_type, size_bytes, sha256) \
         SELECT id, 'leaflet.txt', 'text/plain', $2, sha256($1) FROM catalog_items LIMIT 1 RETURNING encode(sha256, 'hex')",
    )
    .bind(CONTENT)
    .bind(CONTENT.len() as i64)
    .fetch_one(&mut db)
    .await
    .unwrap();
    sqlx::raw_sql(TRAP).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    cluster.close().await.unwrap();
    let files = folder.join("files").join(&sha256[..2]);
    std::fs::create_dir_all(&files).unwrap();
    std::fs::write(files.join(sha256), CONTENT).unwrap();
}

/// The one attached file of the data folder.
fn find_attached(folder: &Path) -> PathBuf {
    let first = |folder: PathBuf| std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    first(first(folder.join("files")))
}

async fn back_up(folder: &Path, file: &Path) {
    let app = open(folder).await;
    let made = write_backup(source_of(&app).await.unwrap(), file, |_| ()).await.unwrap();
    assert_eq!((made.items, made.files, made.missing_files, made.damaged_files), (30, 1, 0, 0));
    app.close().await.unwrap();
}

async fn restore(folder: &Path, file: &Path) -> Result<Option<PathBuf>, AppError> {
    let restored = restore_backup(&config(folder), file, |_| ()).await?;
    assert!(restored.searches > 0);
    assert_eq!(restored.unfound, 0);
    assert!(restored.checked_indexes.is_some_and(|checked| checked > 0));
    Ok(restored.former.map(PathBuf::from))
}

fn code<T: std::fmt::Debug>(done: Result<T, AppError>) -> Code {
    done.unwrap_err().code()
}

#[tokio::test]
async fn what_is_read_back_is_what_was_there() {
    let root = tempfile::tempdir().unwrap();
    let (folder, file) = (root.path().join("celeiro"), root.path().join("a.tar"));
    prepare(&folder).await;
    let before = fingerprint(&folder).await;
    back_up(&folder, &file).await;
    assert_eq!(verify_backup(&config(&folder), &file).unwrap().items, 30);

    // Into a folder of its own.
    let fresh = root.path().join("new");
    assert_eq!(restore(&fresh, &file).await.unwrap(), None);
    assert_eq!(fingerprint(&fresh).await, before);
    assert_eq!(config(&fresh).text("CHAT_FAQ_LIMIT"), Some("7"));

    // In the place of another catalog, which stays beside it.
    let app = open(&folder).await;
    add_item(&app, "Herbicida Caburé").await;
    assert_eq!(code(restore(&folder, &file).await), Code::FolderInUse, "a program runs on it");
    app.close().await.unwrap();
    let changed = fingerprint(&folder).await;
    let former = restore(&folder, &file).await.unwrap().unwrap();
    assert_eq!(fingerprint(&folder).await, before);
    assert_eq!(fingerprint(&former).await, changed);
    let left: Vec<_> =
        std::fs::read_dir(root.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left.len(), 4, "{left:?}");

    // A team's database takes it where it is empty, and once.
    let cluster = Cluster::open(&ClusterOptions::new(&fresh)).await.unwrap();
    let mut admin = PgConnection::connect_with(&cluster.superuser().connect_options()).await.unwrap();
    sqlx::raw_sql("CREATE DATABASE team OWNER celeiro").execute(&mut admin).await.unwrap();
    let mut team = cluster.superuser();
    team.database = "team".into();
    let mut db = PgConnection::connect_with(&team.connect_options()).await.unwrap();
    sqlx::raw_sql("CREATE EXTENSION vector; CREATE EXTENSION pg_trgm").execute(&mut db).await.unwrap();
    team = celeiro_store::cluster::Login { database: "team".into(), ..cluster.owner() };
    let shared = root.path().join("shared");
    let given = [("CELEIRO_DATA_DIR", shared.display().to_string()), ("DATABASE_URL", to_url(&team))];
    let given = given.map(|(name, value)| (name.to_owned(), value));
    let server = Config::load(&BTreeMap::from(given), |_| None).unwrap();
    assert_eq!(restore_backup(&server, &file, |_| ()).await.unwrap().backup.items, 30);
    assert_eq!(code(restore_backup(&server, &file, |_| ()).await), Code::RestoreTargetNotEmpty);
    let items: i64 =
        sqlx::query_scalar("SELECT count(*) FROM catalog_items").fetch_one(&mut db).await.unwrap();
    assert_eq!(items, 30);
    // Those that all databases share were analyzed with the cluster.
    let analyzed = "SELECT count(*) FILTER (WHERE schemaname = 'public'), \
        count(*) FILTER (WHERE schemaname = 'pg_catalog' AND NOT relisshared) \
        FROM pg_stat_all_tables JOIN pg_class ON pg_class.oid = relid WHERE last_analyze IS NOT NULL";
    let (own, of_server): (i64, i64) = sqlx::query_as(analyzed).fetch_one(&mut db).await.unwrap();
    assert!(own > 0, "plans are made by statistics");
    assert_eq!(of_server, 0, "an owner may not look at all tables of the server, which warns of each");
    db.close().await.unwrap();
    admin.close().await.unwrap();
    cluster.close().await.unwrap();

    // Before the schema is changed there is a backup, also where the change then fails, as this one may. Of two
    // programs that start at once one makes it, and the other waits.
    let cluster = Cluster::open(&ClusterOptions::new(&fresh)).await.unwrap();
    let mut db = PgConnection::connect_with(&cluster.owner().connect_options()).await.unwrap();
    let forget = "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)";
    sqlx::raw_sql(forget).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    cluster.close().await.unwrap();
    let (one, other) = tokio::join!(App::open(config(&fresh), |_| ()), App::open(config(&fresh), |_| ()));
    for start in [one, other] {
        match start {
            Ok(app) => app.close().await.unwrap(),
            Err(error) => assert_ne!(error.code(), Code::BackupUnderWay, "{error}"),
        }
    }
    let backups: Vec<PathBuf> =
        std::fs::read_dir(fresh.join("backups")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [made] = &backups[..] else { panic!("{backups:?}") };
    assert!(made.file_name().unwrap().to_str().unwrap().starts_with("before-"), "{made:?}");
    assert_eq!(verify_backup(&config(&fresh), made).unwrap().items, 30);

    // A backup of which a byte is another changes nothing.
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.len() / 3;
    bytes[at] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert_eq!(code(verify_backup(&config(&folder), &file)), Code::BackupDamaged);
    assert_eq!(code(restore(&folder, &file).await), Code::BackupDamaged);
    assert_eq!(fingerprint(&folder).await, before);

    // An attached file with other bytes than its name says is left out and counted: the rest can be read back.
    let app = open(&folder).await;
    let attached = find_attached(&folder);
    std::fs::write(&attached, "another leaflet").unwrap();
    let lacking = write_backup(source_of(&app).await.unwrap(), &file, |_| ()).await.unwrap();
    assert_eq!((lacking.files, lacking.missing_files, lacking.damaged_files), (0, 0, 1));
    assert_eq!(verify_backup(&config(&folder), &file).unwrap(), lacking);
    std::fs::write(&attached, CONTENT).unwrap();

    // A name that cannot be written leaves nothing.
    let nowhere = root.path().join("none/a.tar");
    assert_eq!(
        code(write_backup(source_of(&app).await.unwrap(), &nowhere, |_| ()).await),
        Code::FileUnwritable
    );
    let folder_in_the_way = write_backup(source_of(&app).await.unwrap(), &fresh, |_| ()).await;
    assert_eq!(code(folder_in_the_way), Code::FileUnwritable);
    app.close().await.unwrap();
}

/// A session of the role that owns the catalog.
async fn connect_owner(cluster: &Cluster) -> PgConnection {
    PgConnection::connect_with(&cluster.owner().connect_options()).await.unwrap()
}

#[tokio::test]
async fn a_start_that_waits_for_another_program_is_broken_off_and_closes_its_database() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("celeiro");
    open(&folder).await.close().await.unwrap();
    let cluster = Cluster::open(&ClusterOptions::new(&folder)).await.unwrap();
    let mut migrator = connect_owner(&cluster).await;
    migrator.lock().await.unwrap();

    let stop = CancellationToken::new();
    let mut starting = Box::pin(App::open_until(config(&folder), |_| (), &stop));
    let waits = tokio::time::timeout(Duration::from_secs(3), &mut starting).await;
    assert!(waits.is_err(), "it waits for the migrator");
    stop.cancel();
    let ended = tokio::time::timeout(Duration::from_secs(60), starting).await.expect("it ends");
    assert_eq!(code(ended.map(drop)), Code::Cancelled);

    migrator.close().await.unwrap();
    cluster.close().await.unwrap();
    assert!(!folder.join("pg18/postmaster.pid").exists(), "nobody uses the server any more");
    open(&folder).await.close().await.unwrap();
}

#[tokio::test]
async fn tables_in_other_schemas_are_no_part_of_a_backup_and_keep_none_from_being_made() {
    let root = tempfile::tempdir().unwrap();
    let (folder, file) = (root.path().join("celeiro"), root.path().join("a.tar"));
    prepare(&folder).await;
    let cluster = Cluster::open(&ClusterOptions::new(&folder)).await.unwrap();
    let mut superuser = cluster.superuser();
    superuser.database = cluster.owner().database;
    let mut db = PgConnection::connect_with(&superuser.connect_options()).await.unwrap();
    // The owner of the catalog may not even read it.
    let audit = "CREATE SCHEMA \"a*.\"\"Audit\"; CREATE TABLE \"a*.\"\"Audit\".log (what text)";
    sqlx::raw_sql(audit).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    cluster.close().await.unwrap();
    back_up(&folder, &file).await;
    assert_eq!(verify_backup(&config(&folder), &file).unwrap().items, 30);
    restore(&root.path().join("new"), &file).await.unwrap();
}

#[tokio::test]
async fn a_backup_that_lacks_files_leaves_the_one_that_has_them() {
    let root = tempfile::tempdir().unwrap();
    let (folder, file) = (root.path().join("celeiro"), root.path().join("a.tar"));
    let beside = root.path().join("a-2.tar");
    prepare(&folder).await;
    back_up(&folder, &file).await;
    let whole = std::fs::read(&file).unwrap();
    std::fs::remove_file(find_attached(&folder)).unwrap();
    let app = open(&folder).await;
    for _ in 0..2 {
        let made = write_backup(source_of(&app).await.unwrap(), &file, |_| ()).await.unwrap();
        assert_eq!((made.files, made.missing_files, made.file.as_str()), (0, 1, beside.to_str().unwrap()));
        assert!(std::fs::read(&file).unwrap() == whole, "it was replaced");
    }
    // Where both lack the same, the name keeps the latest.
    std::fs::rename(&beside, &file).unwrap();
    let made = write_backup(source_of(&app).await.unwrap(), &file, |_| ()).await.unwrap();
    assert_eq!((made.missing_files, made.file.as_str()), (1, file.to_str().unwrap()));
    app.close().await.unwrap();
    assert!(!beside.exists());

    // The same before the schema is changed: no older one goes.
    let backups = folder.join("backups");
    std::fs::create_dir_all(&backups).unwrap();
    std::fs::write(folder.join("backup.id"), "7c0fb31a").unwrap();
    let older = ["2026-01-01", "2026-01-02", "2026-01-03"];
    let older = older.map(|day| backups.join(format!("before-7c0fb31a-20-{day}.tar")));
    older.iter().for_each(|path| std::fs::write(path, "x").unwrap());
    let cluster = Cluster::open(&ClusterOptions::new(&folder)).await.unwrap();
    let mut db = connect_owner(&cluster).await;
    let forget = "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)";
    sqlx::raw_sql(forget).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    cluster.close().await.unwrap();
    // The change itself may fail.
    if let Ok(app) = App::open(config(&folder), |_| ()).await {
        app.close().await.unwrap();
    }
    assert_eq!(std::fs::read_dir(&backups).unwrap().count(), 4, "the new one and all older ones");
    let failure = read_failure(&folder).unwrap();
    assert_eq!(failure.code, Code::BackupIncomplete.as_str());
}

/// Where a child is told what to do.
const CHILD: &str = "CELEIRO_BACKUP_CHILD";

/// A second process, to be killed; see [`killed_processes_leave_the_old_or_the_new`].
#[tokio::test]
async fn works_until_it_is_killed() {
    let Ok(task) = std::env::var(CHILD) else { return };
    let (task, rest) = task.split_once(' ').unwrap();
    let (folder, file) = rest.split_once(' ').unwrap();
    let (folder, file) = (Path::new(folder), Path::new(file));
    let tell = |what: String| println!("at {what}");
    match task {
        "backup" => {
            let app = open(folder).await;
            tell("0".into());
            write_backup(source_of(&app).await.unwrap(), file, move |part| tell(part.to_string()))
                .await
                .unwrap();
            app.close().await.unwrap();
        }
        _ => {
            let report = |stage: RestoreStage| tell(format!("{stage:?}"));
            restore_backup(&config(folder), file, report).await.unwrap();
        }
    }
}

/// Runs a child and kills it `delay` after it says that it is at `stage`; false where it ended before the kill.
#[must_use]
fn kill_child(task: &str, folder: &Path, file: &Path, stage: &str, delay: Duration) -> bool {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["backup::works_until_it_is_killed", "--exact", "--nocapture"])
        .env(CHILD, format!("{task} {} {}", folder.display(), file.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let reached = lines.map_while(Result::ok).any(|line| line.ends_with(&format!("at {stage}")));
    std::thread::sleep(delay);
    child.kill().unwrap();
    let ended = child.wait().unwrap();
    reached && ended.signal() == Some(9)
}

/// `CELEIRO_BACKUP_KILLS` is how often each stage is killed; once at a few of them in every run of the tests.
#[tokio::test]
async fn killed_processes_leave_the_old_or_the_new() {
    let rounds: Option<u32> = std::env::var("CELEIRO_BACKUP_KILLS").ok().map(|count| count.parse().unwrap());
    let stages: &[&str] = match rounds {
        Some(_) => &["Verifying", "Filling", "Files", "Proving", "Exchanging"],
        None => &["Filling", "Exchanging"],
    };
    let root = tempfile::tempdir().unwrap();
    let (folder, file) = (root.path().join("celeiro"), root.path().join("a.tar"));
    prepare(&folder).await;
    back_up(&folder, &file).await;
    let new = fingerprint(&folder).await;
    let whole = std::fs::read(&file).unwrap();
    let mut hits = 0;
    for round in 0..rounds.unwrap_or(1) {
        for stage in ["0", "60"].iter().take(if rounds.is_some() { 2 } else { 1 }) {
            hits += u32::from(kill_child("backup", &folder, &file, stage, random_delay(100)));
            verify_backup(&config(&folder), &file).unwrap();
        }
        std::fs::write(&file, &whole).unwrap();
        for stage in stages {
            let app = open(&folder).await;
            add_item(&app, &format!("Herbicida {round} {stage}")).await;
            app.close().await.unwrap();
            let old = fingerprint(&folder).await;
            // The exchange itself takes a few milliseconds.
            let delay = random_delay(if *stage == "Exchanging" { 5 } else { 400 });
            hits += u32::from(kill_child("restore", &folder, &file, stage, delay));
            let found = fingerprint(&folder).await;
            assert!(found == old || found == new, "{stage}: neither the old nor the new");
            restore(&folder, &file).await.unwrap();
            assert_eq!(fingerprint(&folder).await, new, "{stage}");
            assert!(!root.path().join("celeiro.restoring").exists());
        }
        for entry in std::fs::read_dir(root.path()).unwrap().flatten() {
            if entry.file_name().to_string_lossy().contains(".before-restore-") {
                std::fs::remove_dir_all(entry.path()).unwrap();
            }
        }
    }
    // Some end before they are killed; where none is hit, nothing was tried.
    assert!(hits > 0, "no process was killed at its work");
}

fn random_delay(most_ms: u64) -> Duration {
    Duration::from_millis(rand::random_range(0..most_ms))
}
