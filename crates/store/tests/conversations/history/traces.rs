//! Traces and what was spent.

use crate::support::{World, ago, call, response, trace};
use celeiro_domain::chat::{TraceCall, TraceOutcome};
use celeiro_store::{MessagePosition, StoreError, TraceKind};
use uuid::Uuid;

#[tokio::test]
async fn a_trace_comes_back_as_it_was_stored() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Soja" }, "u").await;
    let mut given = trace(ids);
    given.context = "linha 1\nlinha 2 \u{FFFD} \"aspas\" \\ fim".into();
    world.end(ids, Some(&response(ids, "a")), &given).await.unwrap();
    assert_eq!(world.store.trace(ids.trace_id).await.unwrap(), given);
    assert_eq!(world.store.trace_of(ids.message_id).await.unwrap(), given);
    assert!(matches!(world.store.trace(Uuid::new_v4()).await, Err(StoreError::NotFound)));
    assert!(matches!(world.store.trace_of(ids.user_message_id).await, Err(StoreError::NotFound)));
    world.close().await;
}

#[tokio::test]
async fn the_latest_traces_come_first_with_what_was_asked_and_what_it_cost() {
    let world = World::new().await;
    let first = world.ask(MessagePosition::New { title: "Soja" }, "u").await;
    let mut old = trace(first);
    old.created_at = ago(2);
    old.message = "é".repeat(500);
    old.calls = vec![];
    old.outcome = TraceOutcome::Composed;
    world.end(first, Some(&response(first, "a")), &old).await.unwrap();
    let second = world.turn(MessagePosition::End(first.conversation_id), "u", "a").await;

    let list = world.store.latest_traces(10).await.unwrap();
    assert_eq!(list.iter().map(|t| t.id).collect::<Vec<_>>(), [second.trace_id, first.trace_id]);
    assert_eq!((list[0].cost_usd, list[0].ms, list[0].first_token_ms), (Some(0.005), 1200.0, Some(300.0)));
    assert_eq!((list[0].kind, list[0].outcome), (TraceKind::Turn, Some(TraceOutcome::Answered)));
    assert_eq!(list[0].message_id, Some(second.message_id));
    assert_eq!((list[1].cost_usd, list[1].message.chars().count()), (None, 200));
    assert_eq!(world.store.latest_traces(1).await.unwrap().len(), 1);
    world.close().await;
}

#[tokio::test]
async fn spending_is_summed_from_a_moment_on() {
    let world = World::new().await;
    assert_eq!(world.store.spent_since(ago(24)).await.unwrap().cost_usd, 0.0);
    let first = world.ask(MessagePosition::New { title: "Soja" }, "u").await;
    let mut old = trace(first);
    old.created_at = ago(48);
    world.end(first, Some(&response(first, "a")), &old).await.unwrap();

    let second = world.ask(MessagePosition::End(first.conversation_id), "u").await;
    let mut new = trace(second);
    let mut silent = call();
    silent.usage.cost_usd = None;
    new.calls.push(TraceCall { call: silent, ..new.calls[0].clone() });
    // A turn that failed has cost what it cost.
    new.outcome = TraceOutcome::Failed;
    world.end(second, None, &new).await.unwrap();

    let today = world.store.spent_since(ago(24)).await.unwrap();
    assert_eq!((today.cost_usd, today.calls, today.calls_without_cost), (0.005, 2, 1));
    let ever = world.store.spent_since(ago(72)).await.unwrap();
    assert_eq!((ever.cost_usd, ever.calls), (0.01, 3));
    world.close().await;
}

#[tokio::test]
async fn calls_keep_their_order_and_their_figures() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Soja" }, "u").await;
    let mut given = trace(ids);
    let mut classify = call();
    classify.purpose = "classify".into();
    classify.served_model = Some("served".into());
    classify.usage.cached = 7;
    classify.retries = 2;
    classify.error = Some("timeout".into());
    given.calls.insert(0, TraceCall { call: classify, ..given.calls[0].clone() });
    world.end(ids, Some(&response(ids, "a")), &given).await.unwrap();
    let stored: Vec<String> = sqlx::query_scalar(
        "SELECT concat_ws(' ', ordinal, purpose, served_model, cached_tokens, retries, error) FROM llm_calls ORDER BY ordinal",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    assert_eq!(stored, ["0 classify served 7 2 timeout", "1 answer 0 0"]);
    world.close().await;
}
