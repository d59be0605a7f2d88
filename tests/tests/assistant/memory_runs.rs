//! Runs over messages from one day to the next: nobody is asked twice, no item stands twice, and no clock keeps anything
//! from being read.

use crate::memory::{decide, enter, facts, list_known, open_reading_world, run};
use celeiro_app::api::ById;
use celeiro_app::personal::memory::items::get_knowledge;
use celeiro_app::personal::memory::runs::{
    ListMemoryRuns, accept_memory_run, list_memory_runs, reject_memory_run,
};
use celeiro_app::personal::memory::schedule::consolidate_due;
use celeiro_domain::personal::decision::Area;
use celeiro_domain::personal::memory::MemoryRunState;
use chrono::{TimeDelta, Utc};

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
