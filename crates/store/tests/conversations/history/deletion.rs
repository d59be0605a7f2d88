//! Deletion, its undo, and the purge.

use crate::support::{World, ago, trace, write};
use celeiro_store::{MessagePosition, PurgeCounts, StoreError};

#[tokio::test]
async fn a_deleted_conversation_is_hidden_with_all_that_is_in_it_until_it_is_restored() {
    let world = World::new().await;
    let ids = world.conversation("Segredo", "u", "a").await;
    let id = ids.conversation_id;
    world.store.delete_conversation(id, &write()).await.unwrap();
    assert!(world.titles("").await.is_empty());
    assert!(world.titles("segredo").await.is_empty());
    assert!(matches!(world.store.conversation(id).await, Err(StoreError::NotFound)));
    assert!(matches!(world.store.message(ids.message_id).await, Err(StoreError::NotFound)));
    assert!(matches!(world.store.trace(ids.trace_id).await, Err(StoreError::NotFound)));
    assert!(world.store.latest_traces(10).await.unwrap().is_empty());

    world.store.restore_conversation(id, &write()).await.unwrap();
    assert_eq!(world.titles("segredo").await, ["Segredo"]);
    assert_eq!(world.store.conversation(id).await.unwrap().messages.len(), 2);
    assert_eq!(world.store.trace(ids.trace_id).await.unwrap().id, ids.trace_id);
    world.close().await;
}

#[tokio::test]
async fn an_answer_under_way_is_kept_in_a_conversation_deleted_meanwhile() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Soja" }, "u").await;
    world.store.delete_conversation(ids.conversation_id, &write()).await.unwrap();
    world.reply(ids, "a").await;
    world.store.restore_conversation(ids.conversation_id, &write()).await.unwrap();
    assert_eq!(world.end_of(ids.conversation_id).await, Some(ids.message_id));
    world.close().await;
}

#[tokio::test]
async fn a_purge_leaves_no_word_of_what_was_deleted_and_everything_of_the_rest() {
    let world = World::new().await;
    let gone = world.conversation("Some", "u1", "a1").await;
    world.turn(MessagePosition::End(gone.conversation_id), "u2", "a2").await;
    let failed = world.ask(MessagePosition::End(gone.conversation_id), "u3").await;
    world.end(failed, None, &trace(failed)).await.unwrap();
    let also = world.conversation("Some também", "u", "a").await;
    world.store.delete_conversation(also.conversation_id, &write()).await.unwrap();
    let kept = world.conversation("Fica", "u", "a").await;
    let recent = world.conversation("Recente", "u", "a").await;
    world.store.delete_conversation(gone.conversation_id, &write()).await.unwrap();
    world
        .execute("UPDATE conversations SET deleted_at = now() - interval '40 days' WHERE title LIKE 'Some%'")
        .await;
    world.store.delete_conversation(recent.conversation_id, &write()).await.unwrap();

    let purged = world.store.purge_conversations(ago(30 * 24), None).await.unwrap();
    assert_eq!(purged, PurgeCounts { conversations: 2, traces: 0 });
    assert_eq!(world.count("SELECT count(*) FROM conversations").await, 2);
    assert_eq!(world.count("SELECT count(*) FROM messages").await, 4);
    assert_eq!(world.count("SELECT count(*) FROM traces").await, 2);
    assert_eq!(world.titles("").await, ["Fica"]);
    assert_eq!(world.store.trace(kept.trace_id).await.unwrap().id, kept.trace_id);
    let refused = world.store.restore_conversation(gone.conversation_id, &write()).await;
    assert!(matches!(refused, Err(StoreError::NotFound)));
    world.store.restore_conversation(recent.conversation_id, &write()).await.unwrap();
    world.close().await;
}

#[tokio::test]
async fn money_spent_in_a_purged_conversation_stays_counted() {
    let world = World::new().await;
    let ids = world.conversation("Some", "u", "a").await;
    world.store.delete_conversation(ids.conversation_id, &write()).await.unwrap();
    world.store.purge_conversations(chrono::Utc::now() + chrono::TimeDelta::hours(1), None).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM traces").await, 0);
    let spent = world.store.spent_since(ago(1)).await.unwrap();
    assert_eq!((spent.cost_usd, spent.calls), (0.005, 1));
    world.close().await;
}

#[tokio::test]
async fn old_traces_go_and_their_conversations_stay() {
    let world = World::new().await;
    let old = world.conversation("Velha", "u", "a").await;
    let new = world.conversation("Nova", "u", "a").await;
    world
        .execute("UPDATE traces SET created_at = now() - interval '90 days' FROM conversations c WHERE c.id = conversation_id AND c.title = 'Velha'")
        .await;
    let purged = world.store.purge_conversations(ago(30 * 24), Some(ago(60 * 24))).await.unwrap();
    assert_eq!(purged, PurgeCounts { conversations: 0, traces: 1 });
    assert!(matches!(world.store.trace(old.trace_id).await, Err(StoreError::NotFound)));
    assert_eq!(world.store.trace(new.trace_id).await.unwrap().id, new.trace_id);
    assert_eq!(world.store.answer(old.message_id).await.unwrap().answer, "a");
    world.close().await;
}

#[tokio::test]
async fn the_end_of_a_turn_in_a_purged_conversation_is_refused() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Soja" }, "u").await;
    world.store.delete_conversation(ids.conversation_id, &write()).await.unwrap();
    world.store.purge_conversations(chrono::Utc::now() + chrono::TimeDelta::hours(1), None).await.unwrap();
    let refused = world.end(ids, None, &trace(ids)).await;
    assert!(matches!(refused, Err(StoreError::NotFound)), "{refused:?}");
    world.close().await;
}
