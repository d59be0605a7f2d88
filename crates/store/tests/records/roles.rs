//! The second role of Celeiro's own cluster: what it may, what it may not, and what the owner does beside it.

use crate::items::draft;
use crate::world::{World, write};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Step;
use celeiro_store::cluster::{Login, ManagedLogins};
use celeiro_store::{Connection, ManyEdit, NewModel, RecordSelection, RoleRights, Store, StoreError};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};
use std::time::{Duration, Instant};

/// Histories, each with a column that says when.
const HISTORIES: [(&str, &str); 5] = [
    ("revisions", "created_at"),
    ("item_row_changes", "created_at"),
    ("category_changes", "created_at"),
    ("access_log", "at"),
    ("tool_calls", "created_at"),
];

/// What changes the schema, or opens the way to it.
const OF_THE_OWNER: [&str; 17] = [
    "DROP TABLE faqs CASCADE",
    "TRUNCATE synonym_groups CASCADE",
    "ALTER TABLE catalog_items ADD COLUMN colour text",
    "CREATE TABLE hoard (word text)",
    "CREATE SCHEMA hoard",
    "CREATE FUNCTION public.give() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE TRIGGER stay BEFORE DELETE ON faqs FOR EACH ROW EXECUTE FUNCTION keep_history()",
    "DROP FUNCTION keep_history() CASCADE",
    "CREATE INDEX ON catalog_items (created_at)",
    "DROP INDEX catalog_items_words",
    "REINDEX TABLE synonym_groups",
    "SELECT gin_clean_pending_list('catalog_items_words')",
    "UPDATE _sqlx_migrations SET success = success",
    "LOCK TABLE access_log IN ACCESS EXCLUSIVE MODE",
    "SELECT set_config('role', 'celeiro', false)",
    "SET ROLE celeiro",
    "SET SESSION AUTHORIZATION celeiro",
];

async fn connect(login: &Login) -> PgConnection {
    PgConnection::connect_with(&login.connect_options()).await.unwrap()
}

/// The code with which statements are refused; none where they are done. They are taken back.
async fn find_refusal(db: &mut PgConnection, statements: &str) -> Option<String> {
    let done = sqlx::raw_sql(AssertSqlSafe(format!("BEGIN; {statements}"))).execute(&mut *db).await;
    sqlx::raw_sql("ROLLBACK").execute(&mut *db).await.unwrap();
    let error = done.err()?;
    Some(error.as_database_error().and_then(|error| error.code()).unwrap().into_owned())
}

/// Waits until the answer is `expected`; connections that were closed are seen for a moment longer.
async fn wait_for(world: &World, question: &'static str, expected: &str) {
    let begun = Instant::now();
    loop {
        let answer = ask_text(world, question).await;
        if answer == expected {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{answer:?} in place of {expected:?}: {question}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn ask_text(world: &World, question: &'static str) -> String {
    sqlx::query_scalar(question).fetch_one(&world.pool).await.unwrap()
}

#[tokio::test]
async fn the_role_of_everyday_work_adds_to_histories_and_can_do_nothing_else_to_them() {
    let world = World::new().await;
    world.create(&draft("Ureia")).await;
    assert_eq!(world.count("SELECT count(*) FROM revisions").await, 1, "it adds");
    let logins = world.logins();
    let (mut worker, mut owner) = (connect(&logins.worker).await, connect(&logins.owner).await);
    for (table, at) in HISTORIES {
        assert_eq!(find_refusal(&mut worker, &format!("SELECT {at} FROM {table}")).await, None);
        for statement in [
            format!("UPDATE {table} SET {at} = {at} - interval '1 day'"),
            format!("DELETE FROM {table}"),
            format!("WITH gone AS (DELETE FROM {table} RETURNING {at}) SELECT count(*) FROM gone"),
            format!("SELECT {at} FROM {table} FOR UPDATE"),
            format!("TRUNCATE {table}"),
            format!("DROP TABLE {table} CASCADE"),
            format!("ALTER TABLE {table} DISABLE TRIGGER USER"),
        ] {
            let refused = find_refusal(&mut worker, &statement).await;
            assert_eq!(refused.as_deref(), Some("42501"), "{statement}");
            // The control: who owns the table takes the triggers away first.
            let of_owner = format!("ALTER TABLE {table} DISABLE TRIGGER USER; {statement}");
            assert_eq!(find_refusal(&mut owner, &of_owner).await, None, "{statement}");
        }
    }
    for statement in OF_THE_OWNER {
        let refused = find_refusal(&mut worker, statement).await;
        assert_eq!(refused.as_deref(), Some("42501"), "{statement}");
        assert_eq!(find_refusal(&mut owner, statement).await, None, "the control: {statement}");
    }
    worker.close().await.unwrap();
    owner.close().await.unwrap();
    let rights = world.store.role_rights().await.unwrap();
    let expected =
        RoleRights { role: "celeiro_work".into(), owns_histories: false, changes_histories: false };
    assert_eq!(rights, expected);
    let of_owner = Connection::Managed(Box::new(ManagedLogins::of_one_role(logins.owner)));
    let of_owner = Store::open(&of_owner).await.unwrap();
    let rights = of_owner.role_rights().await.unwrap();
    assert!(rights.owns_histories && rights.changes_histories, "the control: {rights:?}");
    of_owner.close().await;
    world.close().await;
}

#[tokio::test]
async fn everyday_work_has_what_it_needs_beside_rows() {
    let world = World::new().await;
    let mut worker = connect(&world.logins().worker).await;
    for statements in [
        "CREATE TEMP TABLE noted ON COMMIT DROP AS SELECT 1 AS n; CREATE INDEX ON noted (n); DROP TABLE noted",
        "LOCK TABLE imports IN SHARE ROW EXCLUSIVE MODE; TRUNCATE import_rows",
        "LOCK TABLE digests, ranking_profiles, query_sets IN SHARE ROW EXCLUSIVE MODE",
        "SELECT system_identifier FROM pg_control_system()",
        "CHECKPOINT",
    ] {
        assert_eq!(find_refusal(&mut worker, statements).await, None, "{statements}");
    }
    // These are passed over with a warning where the right is missing.
    let maintains = "SELECT string_agg(relname::text, ' ' ORDER BY relname) FROM pg_class \
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND has_table_privilege(oid, 'MAINTAIN')";
    let maintains: String = sqlx::query_scalar(maintains).fetch_one(&mut worker).await.unwrap();
    assert_eq!(maintains, "catalog_grid import_rows");
    // By a foreign key, as the owner of the table.
    world
        .execute(
            "INSERT INTO conversations (id, title, actor) VALUES (gen_random_uuid(), 'Adubos', 'ana'); \
             INSERT INTO tool_calls (conversation_id, message_id, iteration, call_id, name, arguments, outcome, \
               result_count, ms, actor) \
             SELECT id, gen_random_uuid(), 1, 'a', 'search', '{}', 'ok', 0, 1, 'ana' FROM conversations",
        )
        .await;
    sqlx::raw_sql("DELETE FROM conversations").execute(&mut worker).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM tool_calls").await, 0);
    worker.close().await.unwrap();
    world.close().await;
}

/// A table of the owner, to which a trigger writes as the role that writes an item.
#[tokio::test(flavor = "multi_thread")]
async fn reads_writes_searches_and_bulk_edits_sign_in_as_the_second_role() {
    let world = World::new().await;
    world
        .execute(
            "CREATE TABLE writers (who text); \
             CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
               INSERT INTO writers VALUES (session_user || ' ' || current_setting('work_mem')); RETURN NULL; END $$; \
             CREATE TRIGGER note_writer AFTER INSERT OR UPDATE ON catalog_items \
               FOR EACH STATEMENT EXECUTE FUNCTION note_writer()",
        )
        .await;
    let item = world.create(&draft("Enxada")).await;
    world.store.runs(1).await.unwrap();
    world.store.look_up(Kind::Items, &[], &["enxada".to_owned()]).await.unwrap();
    let roles = "SELECT string_agg(DISTINCT usename::text, ' ') FROM pg_stat_activity \
                 WHERE datname = current_database() AND application_name = 'celeiro'";
    wait_for(&world, roles, "celeiro_work").await;
    let open = "SELECT count(*) FROM pg_stat_activity \
                WHERE datname = current_database() AND application_name = 'celeiro'";
    assert!(world.count(open).await >= 3, "reads, writes and searches");

    let selected = RecordSelection::Ids(vec![item.id]);
    let steps = [Step::set(Kind::Items, "name", "Enxada larga".into()).unwrap()];
    let expect = world.store.preview_edit(Kind::Items, &selected, &steps).await.unwrap().digest;
    let edit = ManyEdit { kind: Kind::Items, selected: &selected, steps: &steps, expect: &expect };
    world.store.bulk_edit(&edit, &write(), |_, _| {}, std::future::pending()).await.unwrap().unwrap();
    let writers = "SELECT string_agg(DISTINCT who, ', ' ORDER BY who) FROM writers";
    assert_eq!(ask_text(&world, writers).await, "celeiro_work 16MB, celeiro_work 64MB");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_are_taken_by_the_owner_on_connections_that_end_with_it() {
    let world = World::new().await;
    world.create(&draft("Ureia")).await;
    let mut holder = world.pool.acquire().await.unwrap();
    sqlx::raw_sql("BEGIN").execute(&mut *holder).await.unwrap();
    let lock = "LOCK TABLE catalog_items IN SHARE UPDATE EXCLUSIVE MODE";
    sqlx::raw_sql(lock).execute(&mut *holder).await.unwrap();
    let store = world.store.clone();
    let taken = tokio::spawn(async move { store.take_statistics(Kind::Items).await });
    let waiting = "SELECT coalesce(max(usename::text), '') FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    wait_for(&world, waiting, "celeiro").await;
    sqlx::raw_sql("ROLLBACK").execute(&mut *holder).await.unwrap();
    drop(holder);
    taken.await.unwrap().unwrap();
    let left = "SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() \
                AND application_name = 'celeiro' AND usename = 'celeiro'";
    wait_for(&world, left, "0").await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_of_vectors_is_built_and_dropped_beside_everyday_work() {
    let world = World::new().await;
    world.create(&draft("Ureia")).await;
    let model = |key| NewModel {
        corpus: Kind::Items,
        provider: "local",
        model_key: key,
        name: key,
        dimensions: 3,
        threshold: None,
        artifact: None,
        fitted_rows: None,
        address: None,
        key_name: None,
    };
    for key in ["a", "b", "c"] {
        let id = world.store.register_model(&model(key)).await.unwrap();
        world.store.activate_model(Kind::Items, id).await.unwrap();
        if key == "a" {
            world
                .execute(
                    "INSERT INTO catalog_item_embeddings \
                       (item_id, model_id, source, chunk, content, content_hash, embedding) \
                     SELECT i.id, m.id, 'item', n, '', '', format('[%s,%s,1]', random(), random())::halfvec \
                     FROM catalog_items i, embedding_models m, generate_series(1, 6100) AS n",
                )
                .await;
            let active = world.store.models(Kind::Items).await.unwrap().remove(0);
            assert!(world.store.index_model(Kind::Items, &active).await.unwrap());
        }
    }
    let indexes =
        "SELECT count(*) FROM pg_indexes WHERE indexname LIKE 'catalog\\_item\\_embeddings\\_hnsw\\_%'";
    assert_eq!(world.count(indexes).await, 1);
    world.store.clear_retired_models(Kind::Items).await.unwrap();
    assert_eq!(world.count(indexes).await, 0);
    world.close().await;
}

#[tokio::test]
async fn a_start_mends_what_the_role_may_and_else_writes_nothing() {
    let world = World::new().await;
    let rights = "SELECT string_agg(concat_ws(' ', relname, relacl::text, xmin), ';' ORDER BY relname) \
                  FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    let before = ask_text(&world, rights).await;
    world.opened_again().await.close().await;
    assert_eq!(ask_text(&world, rights).await, before);

    world
        .execute(
            "GRANT DELETE, TRIGGER ON access_log TO celeiro_work; REVOKE INSERT ON faqs FROM celeiro_work; \
             GRANT UPDATE ON _sqlx_migrations TO celeiro_work",
        )
        .await;
    world.opened_again().await.close().await;
    let held = "SELECT concat_ws(' ', has_table_privilege('celeiro_work', 'access_log', 'DELETE, TRIGGER'), \
                  has_table_privilege('celeiro_work', 'faqs', 'INSERT'), \
                  has_table_privilege('celeiro_work', '_sqlx_migrations', 'UPDATE'))";
    assert_eq!(ask_text(&world, held).await, "f t f");
    world.close().await;
}

#[tokio::test]
async fn a_role_that_is_not_there_is_told_and_the_owner_still_opens_the_catalog() {
    let world = World::new().await;
    let logins = world.logins();
    let worker = Login { user: "celeiro_nobody".into(), ..logins.worker };
    let lacking = Connection::Managed(Box::new(ManagedLogins { owner: logins.owner.clone(), worker }));
    let refused = Store::open(&lacking).await.unwrap_err();
    let StoreError::RightMissing(right) = refused else { panic!("{refused:?}") };
    assert_eq!(right, "give the role celeiro_work its rights");
    let alone = Connection::Managed(Box::new(ManagedLogins::of_one_role(logins.owner)));
    Store::open(&alone).await.unwrap().close().await;
    world.close().await;
}
