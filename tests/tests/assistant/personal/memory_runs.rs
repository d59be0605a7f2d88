//! Runs over messages from one day to the next: nobody is asked twice, no item stands twice, and no clock keeps anything
//! from being read.

use crate::personal::memory::{decide, enter, facts, list_known, open_reading_world, run};
use crate::support::{PERSONAL, World};
use celeiro_app::api::ById;
use celeiro_app::personal::memory::items::get_knowledge;
use celeiro_app::personal::memory::runs::{
    ListMemoryRuns, accept_memory_run, list_memory_runs, reject_memory_run,
};
use celeiro_app::personal::memory::schedule::consolidate_due;
use celeiro_domain::personal::decision::Area;
use celeiro_domain::personal::memory::MemoryRunState;
use celeiro_tests::program::open;
use celeiro_tests::provider::Purpose;
use chrono::{TimeDelta, Utc};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_on_two_days_waits_once_and_is_no_second_item() {
    let world = open_reading_world(|asked| {
        let last = asked.user().matches("mensagem ").count();
        facts(&[("moro em Sinop", "relationships", last, "moro em Sinop")])
    })
    .await;
    world.ask("moro em Sinop").await;
    let first = run(&world, false).await;
    world.ask("é, moro em Sinop").await;
    let second = run(&world, false).await;
    assert_eq!((first.changes.len(), second.state), (1, MemoryRunState::Nothing), "{second:?}");
    // Written down by the person before the line is decided.
    let known = enter(&world, "Moro em Sinop.", Area::Relationships).await;
    let accepted = accept_memory_run(&world.app, &world.caller, decide(&first, None)).await.unwrap();
    assert_eq!(accepted.state, MemoryRunState::Accepted);
    assert_eq!(list_known(&world).await.len(), 1, "no item stands there twice");
    let proven = get_knowledge(&world.app, &world.caller, ById { id: known.id }).await.unwrap();
    assert_eq!(proven.evidence.len(), 1, "the line's words are the item's");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_whose_days_are_over_is_asked_about_once() {
    let world = open_reading_world(|_| facts(&[])).await;
    let item = enter(&world, "estou de férias", Area::Professional).await;
    world.alter("UPDATE knowledge SET valid_to = current_date - 3 WHERE id = $1", item.id).await;
    let mut lines = Vec::new();
    for said in ["bom dia", "boa tarde"] {
        world.ask(said).await;
        lines.push(run(&world, false).await.changes.len());
    }
    assert_eq!(lines, [1, 0]);
    let waiting = list_memory_runs(&world.app, &world.caller, ListMemoryRuns { limit: None }).await.unwrap();
    let asked = waiting.iter().find(|run| !run.changes.is_empty()).unwrap();
    reject_memory_run(&world.app, &world.caller, decide(asked, None)).await.unwrap();
    world.ask("boa noite").await;
    assert!(run(&world, false).await.changes.is_empty(), "a no is an answer, too");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_was_ahead_and_is_set_back_keeps_no_message_from_being_read() {
    let world = open_reading_world(|_| facts(&[])).await;
    world.ask("moro em Sinop").await;
    let now = Utc::now();
    assert_eq!(consolidate_due(&world.app, now).await.unwrap().len(), 1);
    // What a clock leaves behind that was ten years ahead.
    for ahead in [
        "UPDATE messages SET created_at = created_at + interval '10 years'",
        "UPDATE memory_runs SET slot = slot + interval '10 years', read_to = read_to + interval '10 years'",
    ] {
        sqlx::query(ahead).execute(&world.pool).await.unwrap();
    }
    world.ask("planto soja em Vera").await;
    let [due] = consolidate_due(&world.app, now).await.unwrap().try_into().unwrap();
    let run = world.app.store().memory_run(due).await.unwrap();
    assert_eq!((run.state, run.messages), (MemoryRunState::Nothing, 1), "the other waits for its day");
    for later in [now, now + TimeDelta::days(1)] {
        assert!(
            consolidate_due(&world.app, later).await.unwrap().is_empty(),
            "nothing new was said: {later}"
        );
    }
    world.close().await;
}

/// Tell a copy of this test program on which database it reads messages, and by which model.
const ROLE: [&str; 2] = ["CELEIRO_TEST_READING", "CELEIRO_TEST_READING_MODEL"];

/// The program of another process.
#[tokio::test(flavor = "multi_thread")]
async fn reads_messages_until_it_is_killed() {
    let [Ok(database), Ok(model)] = ROLE.map(std::env::var) else { return };
    let dir = tempfile::tempdir().unwrap();
    let settings = [
        PERSONAL[0],
        PERSONAL[1],
        ("EMBEDDING_PROVIDER", "none"),
        ("LLM_PROVIDER", "openai"),
        ("OPENAI_BASE_URL", model.as_str()),
        ("OPENAI_API_KEY", "sk-tests"),
    ];
    let app = open(dir.path(), &database, &settings).await;
    consolidate_due(&app, Utc::now()).await.unwrap();
    app.close().await.unwrap();
}

fn start_program(world: &World) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "personal::memory_runs::reads_messages_until_it_is_killed"])
        .env(ROLE[0], world.database_url())
        .env(ROLE[1], world.provider.url())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Whether the program still runs; waits a moment.
async fn is_running(program: &mut Child) -> bool {
    tokio::time::sleep(Duration::from_millis(5)).await;
    program.try_wait().unwrap().is_none()
}

/// Ends it without any time to tidy up; its run is one that another program takes up.
async fn kill(mut program: Child, world: &World) {
    program.kill().unwrap();
    program.wait().unwrap();
    let later = "UPDATE memory_runs SET started_at = started_at - interval '16 minutes'";
    sqlx::query(later).execute(&world.pool).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_killed_while_it_reads_or_stores_leaves_no_half_of_a_diff() {
    let (open_gate, gate) = std::sync::mpsc::channel::<()>();
    let gate = std::sync::Mutex::new(gate);
    let world = open_reading_world(move |_| {
        // Waits until the first program is killed.
        gate.lock().unwrap().recv().ok();
        facts(&[("moro em Sinop", "relationships", 1, "moro em Sinop")])
    })
    .await;
    world.ask("moro em Sinop").await;
    let mut reads = start_program(&world);
    while world.provider.asked_for(Purpose::Memory).is_empty() {
        assert!(is_running(&mut reads).await, "the program ended before it asked");
    }
    kill(reads, &world).await;
    drop(open_gate);
    sqlx::raw_sql(
        "CREATE FUNCTION store_slowly() RETURNS trigger LANGUAGE plpgsql \
           AS $$ BEGIN PERFORM pg_sleep(3); RETURN NEW; END $$; \
         CREATE TRIGGER store_slowly BEFORE INSERT ON memory_changes FOR EACH ROW EXECUTE FUNCTION store_slowly()",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    let mut stores = start_program(&world);
    let storing = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' \
        AND query LIKE 'INSERT INTO memory_changes %'";
    while world.count(storing).await == 0 {
        assert!(is_running(&mut stores).await, "the program ended before it stored");
    }
    kill(stores, &world).await;
    // Waits for what the killed program has begun in the database.
    sqlx::raw_sql("DROP TRIGGER store_slowly ON memory_changes").execute(&world.pool).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM memory_changes").await, 0, "no half of a diff");
    let [again] = consolidate_due(&world.app, Utc::now()).await.unwrap().try_into().unwrap();
    let done = world.app.store().memory_run(again).await.unwrap();
    assert_eq!((done.state, done.messages, done.changes.len()), (MemoryRunState::Proposed, 1, 1));
    world.close().await;
}
