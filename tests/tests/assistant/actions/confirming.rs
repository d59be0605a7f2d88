//! When a confirmation runs, and when it does not.

use crate::support::{World, card, code, raise};
use celeiro_domain::assistant::ActionState;
use celeiro_tests::provider::Reply;
use serde_json::json;
use std::time::Instant;

async fn world_with_proposal() -> (World, uuid::Uuid) {
    let world = World::new(|_| Reply::call("set_price", &raise(5.0))).await;
    let response = world.ask("sobe 5% os herbicidas da Auremã Química Agrícola").await;
    let id = card(&response).action_id;
    (world, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_that_confirm_at_once_run_it_once() {
    let (world, id) = world_with_proposal().await;
    let before = world.prices().await;
    let all = futures::future::join_all((0..8).map(|_| world.confirm(id))).await;
    let (ran, refused): (Vec<_>, Vec<_>) = all.into_iter().partition(Result::is_ok);
    assert_eq!(ran.len(), 1);
    assert!(refused.into_iter().all(|refused| code(refused) == "action_decided"));
    let (first, now): (f64, f64) = (before[0].parse().unwrap(), world.prices().await[0].parse().unwrap());
    assert!((now - first * 1.05).abs() < 0.0101, "raised once: {first} → {now}");
    let operations = world.count("SELECT count(*) FROM operations WHERE kind = 'assistant-action'").await;
    assert_eq!(operations, 1);
    let undone = world.undo(id).await;
    assert_eq!((undone.undone, world.prices().await), (10, before));
    assert_eq!(code(world.confirm(id).await), "action_decided", "an undone action does not run again");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_its_time_by_the_databases_clock_nothing_runs() {
    let (world, id) = world_with_proposal().await;
    let before = world.checksum().await;
    world
        .alter("UPDATE pending_actions SET expires_at = clock_timestamp() - interval '1 s' WHERE id = $1", id)
        .await;
    assert_eq!(world.action(id).await.state, ActionState::Expired);
    assert!(world.actions(Some(ActionState::Pending)).await.is_empty());
    assert_eq!(code(world.confirm(id).await), "action_expired");
    assert_eq!(code(world.correct(id, json!({ "percent": 4 })).await), "action_expired");
    assert_eq!(code(world.reject(id).await), "action_expired");
    assert_eq!(world.checksum().await, before);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_was_set_back_does_not_give_more_time() {
    let (world, id) = world_with_proposal().await;
    // The same as a clock that now shows yesterday.
    world
        .alter(
            "UPDATE pending_actions SET created_at = created_at + interval '1 day', \
             expires_at = expires_at + interval '1 day' WHERE id = $1",
            id,
        )
        .await;
    assert_eq!(code(world.confirm(id).await), "action_expired");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_target_was_changed_meanwhile_nothing_runs() {
    let (world, id) = world_with_proposal().await;
    let item = world.item().await;
    world.alter("UPDATE catalog_items SET notes = 'mudou' WHERE id = $1", item.id).await;
    let before = world.checksum().await;
    assert_eq!(code(world.confirm(id).await), "action_conflict");
    assert_eq!((world.checksum().await, world.action(id).await.state), (before, ActionState::Conflict));
    assert_eq!(code(world.confirm(id).await), "action_conflict", "and it stays so");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_target_that_is_deleted_or_new_in_the_selection_is_not_touched() {
    let (world, id) = world_with_proposal().await;
    let item = world.item().await;
    world.alter("UPDATE catalog_items SET deleted_at = now() WHERE id = $1", item.id).await;
    assert_eq!(code(world.confirm(id).await), "action_conflict");

    let response = world.ask("sobe 5% os herbicidas da Auremã Química Agrícola").await;
    let second = card(&response).action_id;
    world.alter("UPDATE catalog_items SET deleted_at = NULL WHERE id = $1", item.id).await;
    world.confirm(second).await.unwrap();
    let now = world.app.store().item(item.id).await.unwrap();
    assert_eq!(now.price, item.price, "it was not on the card");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejected_action_never_runs_and_a_bad_correction_leaves_it_waiting() {
    let (world, id) = world_with_proposal().await;
    let before = world.checksum().await;
    for bad in [
        json!({ "percent": -100 }),
        json!({ "selection": null }),
        json!({ "actor": "dono" }),
        json!({ "percent": 0 }),
    ] {
        assert_eq!(code(world.correct(id, bad.clone()).await), "action_invalid", "{bad}");
    }
    assert_eq!(world.action(id).await.state, ActionState::Pending);
    assert_eq!(world.reject(id).await.unwrap().state, ActionState::Rejected);
    assert_eq!(world.reject(id).await.unwrap().state, ActionState::Rejected, "asked twice");
    assert_eq!(code(world.confirm(id).await), "action_decided");
    assert_eq!(code(world.confirm(uuid::Uuid::new_v4()).await), "not_found");
    assert_eq!(world.checksum().await, before);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_is_committed_at_once() {
    let (world, id) = world_with_proposal().await;
    let began = Instant::now();
    world.confirm(id).await.unwrap();
    let took = began.elapsed();
    println!("card to committed: {:.1} ms", took.as_secs_f64() * 1_000.0);
    assert!(took.as_millis() < 2_000, "{took:?}");
    world.close().await;
}
