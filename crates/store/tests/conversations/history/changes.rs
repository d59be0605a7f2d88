//! Names, pins, open branches, feedback.

use crate::support::{World, write};
use celeiro_domain::chat::{Feedback, FeedbackReason, Rating};
use celeiro_store::{MessagePosition, StoreError};
use uuid::Uuid;

#[tokio::test]
async fn a_name_of_a_person_is_kept_and_marked() {
    let world = World::new().await;
    let ids = world.conversation("Automático", "u", "a").await;
    world.store.rename_conversation(ids.conversation_id, "Cliente João", &write()).await.unwrap();
    assert_eq!(world.titles("joao").await, ["Cliente João"]);
    assert_eq!(world.count("SELECT count(*) FROM conversations WHERE title_by_person").await, 1);
    world.close().await;
}

#[tokio::test]
async fn a_rename_asked_for_twice_does_not_undo_a_later_one() {
    let world = World::new().await;
    let id = world.conversation("Um", "u", "a").await.conversation_id;
    let lost = write();
    world.store.rename_conversation(id, "Dois", &lost).await.unwrap();
    world.store.rename_conversation(id, "Três", &write()).await.unwrap();
    world.store.rename_conversation(id, "Dois", &lost).await.unwrap();
    assert_eq!(world.titles("").await, ["Três"]);
    world.close().await;
}

#[tokio::test]
async fn a_name_or_a_pin_does_not_count_as_something_said() {
    let world = World::new().await;
    let id = world.conversation("Um", "u", "a").await.conversation_id;
    let before = world.store.conversation(id).await.unwrap().conversation.updated_at;
    world.store.rename_conversation(id, "Dois", &write()).await.unwrap();
    world.store.pin_conversation(id, true, &write()).await.unwrap();
    let after = world.store.conversation(id).await.unwrap().conversation;
    assert_eq!((after.updated_at, after.pinned), (before, true));
    world.close().await;
}

#[tokio::test]
async fn a_branch_is_opened_by_a_message_of_the_same_conversation() {
    let world = World::new().await;
    let ids = world.conversation("Um", "u1", "a1").await;
    world.turn(MessagePosition::End(ids.conversation_id), "u2", "a2").await;
    let other = world.conversation("Outra", "u", "a").await;
    world.store.open_branch(ids.conversation_id, ids.message_id, &write()).await.unwrap();
    assert_eq!(world.end_of(ids.conversation_id).await, Some(ids.message_id));
    for wrong in [other.message_id, Uuid::new_v4()] {
        let refused = world.store.open_branch(ids.conversation_id, wrong, &write()).await;
        assert!(matches!(refused, Err(StoreError::NotFound)));
    }
    world.close().await;
}

#[tokio::test]
async fn what_is_not_there_cannot_be_changed() {
    let world = World::new().await;
    let nobody = Uuid::new_v4();
    let refused = [
        world.store.rename_conversation(nobody, "x", &write()).await,
        world.store.pin_conversation(nobody, true, &write()).await,
        world.store.delete_conversation(nobody, &write()).await,
        world.store.restore_conversation(nobody, &write()).await,
        world.store.set_feedback(nobody, None, &write()).await,
    ];
    for result in refused {
        assert!(matches!(result, Err(StoreError::NotFound)), "{result:?}");
    }
    world.close().await;
}

#[tokio::test]
async fn feedback_is_set_changed_and_taken_back() {
    let world = World::new().await;
    let ids = world.conversation("Um", "u", "a").await;
    let down = Feedback {
        rating: Rating::Down,
        reason: Some(FeedbackReason::WrongItem),
        note: Some("O produto é de milho.".into()),
    };
    world.store.set_feedback(ids.message_id, Some(&down), &write()).await.unwrap();
    assert_eq!(world.store.message(ids.message_id).await.unwrap().feedback, Some(down));
    let up = Feedback { rating: Rating::Up, reason: None, note: None };
    world.store.set_feedback(ids.message_id, Some(&up), &write()).await.unwrap();
    assert_eq!(world.store.message(ids.message_id).await.unwrap().feedback, Some(up));
    world.store.set_feedback(ids.message_id, None, &write()).await.unwrap();
    assert_eq!(world.store.message(ids.message_id).await.unwrap().feedback, None);
    world.close().await;
}

#[tokio::test]
async fn feedback_on_a_question_or_with_an_endless_note_is_refused() {
    let world = World::new().await;
    let ids = world.conversation("Um", "u", "a").await;
    let up = Feedback { rating: Rating::Up, reason: None, note: None };
    let refused = world.store.set_feedback(ids.user_message_id, Some(&up), &write()).await;
    assert!(matches!(refused, Err(StoreError::Constraint(name)) if name == "messages_only_answers_rated"));
    let endless = Feedback { note: Some("é".repeat(2001)), ..up.clone() };
    let refused = world.store.set_feedback(ids.message_id, Some(&endless), &write()).await;
    assert!(matches!(refused, Err(StoreError::Constraint(name)) if name == "messages_note_length"));
    let full = Feedback { note: Some("é".repeat(2000)), ..up };
    world.store.set_feedback(ids.message_id, Some(&full), &write()).await.unwrap();
    world.close().await;
}
