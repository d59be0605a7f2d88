//! A turn begins, ends, is asked for twice, or comes to nothing.

use crate::support::{World, response, trace, write};
use celeiro_domain::chat::{MessageState, Role, TraceOutcome};
use celeiro_store::{BegunTurn, MessagePosition, StoreError};
use uuid::Uuid;

#[tokio::test]
async fn the_message_of_a_turn_whose_process_died_is_there_without_an_answer() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Ferrugem" }, "Qual fungicida?").await;
    let kept = world.store.conversation(ids.conversation_id).await.unwrap();
    assert_eq!(kept.conversation.title, "Ferrugem");
    assert_eq!(kept.messages.len(), 1);
    assert_eq!(kept.messages[0].content, "Qual fungicida?");
    assert_eq!(kept.active_id, Some(ids.user_message_id));
    assert_eq!(world.store.unanswered_messages(ids.conversation_id).await.unwrap(), [ids.user_message_id]);

    world.reply(ids, "Este.").await;
    assert!(world.store.unanswered_messages(ids.conversation_id).await.unwrap().is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_turn_that_is_begun_twice_is_one_turn() {
    let world = World::new().await;
    let write = write();
    let place = MessagePosition::New { title: "Soja" };
    let first = world.store.begin_turn(place, "Oi", &[], &write).await.unwrap();
    let second = world.store.begin_turn(place, "Oi", &[], &write).await.unwrap();
    assert!(matches!(first, BegunTurn::New(_)));
    assert_eq!(second, BegunTurn::Before(first.ids()));
    assert_eq!(world.count("SELECT count(*) FROM conversations").await, 1);
    assert_eq!(world.count("SELECT count(*) FROM messages").await, 1);
    world.close().await;
}

#[tokio::test]
async fn one_operation_asked_for_at_once_from_many_sides_is_one_turn() {
    let world = World::new().await;
    let write = write();
    let place = MessagePosition::New { title: "Soja" };
    let all =
        futures::future::join_all((0..6).map(|_| world.store.begin_turn(place, "Oi", &[], &write))).await;
    let ids: Vec<_> = all.into_iter().map(|begun| begun.unwrap()).collect();
    assert!(ids.iter().all(|begun| begun.ids() == ids[0].ids()));
    assert_eq!(ids.iter().filter(|begun| matches!(begun, BegunTurn::New(_))).count(), 1);
    assert_eq!(world.count("SELECT count(*) FROM messages").await, 1);
    world.close().await;
}

#[tokio::test]
async fn a_turn_that_is_ended_twice_is_stored_once() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "Oi", "Olá").await;
    world.end(ids, Some(&response(ids, "Outra")), &trace(ids)).await.unwrap();
    assert_eq!(world.store.answer(ids.message_id).await.unwrap().answer, "Olá");
    assert_eq!(world.count("SELECT count(*) FROM messages").await, 2);
    assert_eq!(world.count("SELECT count(*) FROM llm_calls").await, 1);
    world.close().await;
}

#[tokio::test]
async fn an_answer_comes_back_as_it_was_given() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Soja" }, "Oi").await;
    let mut given = response(ids, "Meia resp");
    given.state = MessageState::Stopped;
    given.usage.cost_usd = Some(0.000_123_45);
    world.end(ids, Some(&given), &trace(ids)).await.unwrap();
    assert_eq!(world.store.answer(ids.message_id).await.unwrap(), given);

    let message = world.store.message(ids.message_id).await.unwrap();
    assert_eq!((message.role, message.state), (Role::Assistant, MessageState::Stopped));
    assert_eq!(message.parent_id, Some(ids.user_message_id));
    // The text is kept once.
    assert_eq!(message.content, "Meia resp");
    assert_eq!(message.response.unwrap().answer, "");
    assert_eq!(world.end_of(ids.conversation_id).await, Some(ids.message_id));
    world.close().await;
}

#[tokio::test]
async fn a_trace_that_cannot_be_stored_leaves_no_message() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Soja" }, "Oi").await;
    world.execute("ALTER TABLE traces ADD CONSTRAINT none_at_all CHECK (false) NOT VALID").await;
    let refused = world.end(ids, Some(&response(ids, "Olá")), &trace(ids)).await;
    assert!(matches!(refused, Err(StoreError::Constraint(name)) if name == "none_at_all"));
    assert!(matches!(world.store.message(ids.message_id).await, Err(StoreError::NotFound)));
    assert_eq!(world.end_of(ids.conversation_id).await, Some(ids.user_message_id));

    // What failed was not noted as done: the same end is stored once it can be.
    world.execute("ALTER TABLE traces DROP CONSTRAINT none_at_all").await;
    world.reply(ids, "Olá").await;
    assert_eq!(world.end_of(ids.conversation_id).await, Some(ids.message_id));
    world.close().await;
}

#[tokio::test]
async fn calls_that_cannot_be_stored_leave_no_message_and_no_trace() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Soja" }, "Oi").await;
    world.execute("ALTER TABLE llm_calls ADD CONSTRAINT none_at_all CHECK (false) NOT VALID").await;
    assert!(world.end(ids, Some(&response(ids, "Olá")), &trace(ids)).await.is_err());
    assert_eq!(world.count("SELECT count(*) FROM messages WHERE role = 'assistant'").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM traces").await, 0);
    world.close().await;
}

#[tokio::test]
async fn a_turn_that_came_to_nothing_has_a_trace_and_no_answer() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Soja" }, "Oi").await;
    let mut failed = trace(ids);
    failed.outcome = TraceOutcome::Failed;
    world.end(ids, None, &failed).await.unwrap();
    let kept = world.store.trace(ids.trace_id).await.unwrap();
    assert_eq!((kept.outcome, kept.message_id), (TraceOutcome::Failed, None));
    assert_eq!(world.store.unanswered_messages(ids.conversation_id).await.unwrap(), [ids.user_message_id]);
    world.close().await;
}

#[tokio::test]
async fn what_a_database_cannot_hold_does_not_lose_an_answer() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "so\0ja" }, "O\0i").await;
    let mut hostile = trace(ids);
    hostile.raw_answer = "a\0b".into();
    hostile.calls[0].call.served_model = Some("m\0".into());
    hostile.calls[0].call.usage.cost_usd = Some(-1.0);
    hostile.calls[0].call.retries = u32::MAX;
    hostile.calls[0].call.usage.input = u32::MAX;
    world.end(ids, Some(&response(ids, "Ol\0á")), &hostile).await.unwrap();
    assert_eq!(world.store.answer(ids.message_id).await.unwrap().answer, "Ol\u{FFFD}á");
    assert_eq!(world.store.trace(ids.trace_id).await.unwrap().raw_answer, "a\u{FFFD}b");
    assert_eq!(world.count("SELECT count(*) FROM llm_calls WHERE cost_usd IS NULL").await, 1);
    world.close().await;
}

#[tokio::test]
async fn an_answer_stored_in_another_form_still_opens_its_conversation() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "Oi", "Olá").await;
    world
        .execute("UPDATE messages SET response = '{\"from\": \"elsewhere\"}' WHERE role = 'assistant'")
        .await;
    let detail = world.store.conversation(ids.conversation_id).await.unwrap();
    assert_eq!(detail.messages[1].content, "Olá");
    assert!(detail.messages[1].response.is_none());
    world.close().await;
}

#[tokio::test]
async fn a_turn_needs_a_conversation_that_is_there() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "Oi", "Olá").await;
    let other = world.conversation("Milho", "Oi", "Olá").await;
    let foreign = MessagePosition::After { conversation: ids.conversation_id, parent: other.message_id };
    for place in [MessagePosition::End(Uuid::new_v4()), MessagePosition::Start(Uuid::new_v4()), foreign] {
        let refused = world.store.begin_turn(place, "Oi", &[], &write()).await;
        assert!(matches!(refused, Err(StoreError::NotFound)), "{refused:?}");
    }
    world.store.delete_conversation(ids.conversation_id, &write()).await.unwrap();
    let refused =
        world.store.begin_turn(MessagePosition::End(ids.conversation_id), "Oi", &[], &write()).await;
    assert!(matches!(refused, Err(StoreError::NotFound)));
    world.close().await;
}
