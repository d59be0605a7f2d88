//! Runs of suggestions: how they end, by which hand, and when they hold themselves up.

use crate::support::{World, write};
use celeiro_domain::assist::AssistField;
use celeiro_domain::catalog::ItemDraft;
use celeiro_store::{ItemOutcome, NewRun, RunItem, RunState, StoredRun};
use serde_json::json;
use uuid::Uuid;

const LEASE: f64 = 60.0;
const FAILED: &str = "model_failed the machine stopped";

/// A run for so many items.
async fn run_of(world: &World, count: usize) -> Uuid {
    let mut items = Vec::new();
    for n in 0..count {
        let draft = ItemDraft { name: format!("Fungicida {n}"), ..ItemDraft::default() };
        items.push(world.store.create_item(&draft, &write()).await.unwrap().id);
    }
    let fields = vec![AssistField::Category];
    let new = NewRun { fields, request: json!({}), budget_usd: None, items };
    world.store.start_run(&new, &write()).await.unwrap()
}

async fn load_run(world: &World, id: Uuid) -> StoredRun {
    world.store.runs(1_000).await.unwrap().into_iter().find(|run| run.id == id).unwrap()
}

async fn take(world: &World) -> RunItem {
    world.store.take_run_item(LEASE).await.unwrap().expect("an item that is due")
}

async fn fail(world: &World) {
    let item = take(world).await;
    world.store.fail_run_item(&item, FAILED, None).await.unwrap();
}

async fn finish(world: &World, error: Option<&str>) {
    let item = take(world).await;
    world.store.finish_run_item(&item, ItemOutcome::Nothing(Uuid::now_v7()), error, None).await.unwrap();
}

async fn go_on(world: &World, id: Uuid, again: bool) {
    world.store.set_run_state(id, RunState::Running, None, again).await.unwrap();
}

/// How it stands, why it was held up, attempts that failed.
async fn state(world: &World, id: Uuid) -> (RunState, Option<String>, i64) {
    let run = load_run(world, id).await;
    (run.state, run.pause, run.failed_attempts)
}

fn held_up(attempts: i64) -> (RunState, Option<String>, i64) {
    (RunState::Paused, Some("failures".to_owned()), attempts)
}

#[tokio::test]
async fn a_run_whose_program_was_killed_behind_its_last_item_ends_when_another_looks() {
    let world = World::new().await;
    let id = run_of(&world, 1).await;
    take(&world).await;
    // All that was kept of the last item before what follows from it for the run.
    world.execute("UPDATE enrichment_items SET state = 'nothing', leased_until = NULL").await;
    let next = world.opened_again().await;
    assert_eq!(next.take_run_item(LEASE).await.unwrap(), None, "nothing is left to do");
    assert_eq!(load_run(&world, id).await.state, RunState::Running);
    next.settle_runs().await.unwrap();
    assert_eq!(load_run(&world, id).await.state, RunState::Done);
    next.close().await;
    world.close().await;
}

#[tokio::test]
async fn what_came_of_an_item_is_not_kept_without_what_follows_from_it() {
    let world = World::new().await;
    let id = run_of(&world, 1).await;
    let item = take(&world).await;
    world
        .execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$; \
             CREATE TRIGGER refuse BEFORE UPDATE ON enrichments FOR EACH ROW EXECUTE FUNCTION refuse()",
        )
        .await;
    let outcome = ItemOutcome::Nothing(Uuid::now_v7());
    assert!(world.store.finish_run_item(&item, outcome, None, None).await.is_err());
    assert!(world.store.fail_run_item(&item, FAILED, None).await.is_err());
    let run = load_run(&world, id).await;
    assert_eq!((run.waiting, run.failed_attempts), (1, 0), "as if nothing had come of it");
    world.execute("DROP TRIGGER refuse ON enrichments").await;
    world.store.finish_run_item(&item, outcome, None, None).await.unwrap();
    assert_eq!(load_run(&world, id).await.state, RunState::Done);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_that_end_the_last_items_at_the_same_moment_end_the_run() {
    let world = World::new().await;
    for round in 0..40 {
        let id = run_of(&world, 4).await;
        let mut workers = Vec::new();
        for _ in 0..4 {
            let (store, item) = (world.store.clone(), take(&world).await);
            workers.push(tokio::spawn(async move {
                store.finish_run_item(&item, ItemOutcome::Nothing(Uuid::now_v7()), None, None).await
            }));
        }
        for worker in workers {
            worker.await.unwrap().unwrap();
        }
        assert_eq!(load_run(&world, id).await.state, RunState::Done, "round {round}");
    }
    world.close().await;
}

#[tokio::test]
async fn a_run_of_few_items_that_all_fail_is_held_up_and_can_go_on() {
    let world = World::new().await;
    for count in 1..=5 {
        let id = run_of(&world, count).await;
        for _ in 1..count {
            fail(&world).await;
        }
        assert_eq!(load_run(&world, id).await.state, RunState::Running, "one of {count} has not failed");
        fail(&world).await;
        assert_eq!(state(&world, id).await, held_up(count as i64), "of {count}");
        assert_eq!(load_run(&world, id).await.last_error.as_deref(), Some(FAILED));
        go_on(&world, id, false).await;
        for _ in 0..count {
            finish(&world, None).await;
        }
        assert_eq!(load_run(&world, id).await.state, RunState::Done);
    }
    world.close().await;
}

#[tokio::test]
async fn a_run_of_which_one_item_went_well_goes_on_beside_those_that_fail() {
    let world = World::new().await;
    let id = run_of(&world, 4).await;
    finish(&world, None).await;
    for _ in 0..3 {
        fail(&world).await;
    }
    assert_eq!(state(&world, id).await, (RunState::Running, None, 3));
    // Told to go on with the rest, it has only that to go by.
    go_on(&world, id, false).await;
    for _ in 0..3 {
        fail(&world).await;
    }
    assert_eq!(state(&world, id).await, held_up(6));
    world.close().await;
}

#[tokio::test]
async fn what_was_done_without_the_model_is_counted_and_can_be_tried_again() {
    let world = World::new().await;
    let id = run_of(&world, 3).await;
    finish(&world, None).await;
    finish(&world, Some(FAILED)).await;
    finish(&world, Some(FAILED)).await;
    let run = load_run(&world, id).await;
    assert_eq!((run.state, run.nothing, run.without_model), (RunState::Done, 3, 2));
    go_on(&world, id, true).await;
    let run = load_run(&world, id).await;
    assert_eq!((run.state, run.waiting, run.without_model), (RunState::Running, 2, 0));
    fail(&world).await;
    fail(&world).await;
    assert_eq!(load_run(&world, id).await.pause.as_deref(), Some("failures"), "all of those that were tried");
    go_on(&world, id, false).await;
    finish(&world, None).await;
    finish(&world, None).await;
    let run = load_run(&world, id).await;
    assert_eq!((run.state, run.without_model), (RunState::Done, 0));
    world.close().await;
}
