//! The tree of messages: edits, second answers, turns at once.

use crate::support::{World, write};
use celeiro_store::{MessagePosition, StoreError};
use uuid::Uuid;

#[tokio::test]
async fn messages_follow_each_other() {
    let world = World::new().await;
    let first = world.conversation("Soja", "u1", "a1").await;
    let second = world.turn(MessagePosition::End(first.conversation_id), "u2", "a2").await;
    assert_eq!(world.branch(second.message_id).await, ["u1", "a1", "u2", "a2"]);
    assert_eq!(world.branch(first.message_id).await, ["u1", "a1"]);
    world.close().await;
}

#[tokio::test]
async fn an_edit_is_a_branch_and_loses_nothing() {
    let world = World::new().await;
    let first = world.conversation("Soja", "u1", "a1").await;
    let conversation = first.conversation_id;
    let second = world.turn(MessagePosition::End(conversation), "u2", "a2").await;
    let after = MessagePosition::After { conversation, parent: first.message_id };
    let edited = world.turn(after, "u2 editada", "a2'").await;
    let anew = world.turn(MessagePosition::Start(conversation), "u1 editada", "a1'").await;

    assert_eq!(world.branch(edited.message_id).await, ["u1", "a1", "u2 editada", "a2'"]);
    assert_eq!(world.branch(anew.message_id).await, ["u1 editada", "a1'"]);
    assert_eq!(world.branch(second.message_id).await, ["u1", "a1", "u2", "a2"]);
    let detail = world.store.conversation(conversation).await.unwrap();
    assert_eq!(detail.messages.len(), 8);
    assert_eq!(detail.conversation.message_count, 8);
    assert_eq!(detail.active_id, Some(anew.message_id));
    world.close().await;
}

#[tokio::test]
async fn a_second_answer_stands_beside_the_first() {
    let world = World::new().await;
    let first = world.conversation("Soja", "u1", "a1").await;
    let again = world.store.begin_again(first.user_message_id, &write()).await.unwrap().ids();
    assert_eq!(again.user_message_id, first.user_message_id);
    assert_ne!(again.message_id, first.message_id);
    world.reply(again, "a1'").await;
    assert_eq!(world.branch(first.message_id).await, ["u1", "a1"]);
    assert_eq!(world.branch(again.message_id).await, ["u1", "a1'"]);
    assert_eq!(world.end_of(first.conversation_id).await, Some(again.message_id));

    let answer = world.store.begin_again(first.message_id, &write()).await;
    assert!(matches!(answer, Err(StoreError::NotFound)), "an answer is not answered: {answer:?}");
    world.close().await;
}

#[tokio::test]
async fn an_earlier_question_answered_again_opens_that_branch() {
    let world = World::new().await;
    let first = world.conversation("Soja", "u1", "a1").await;
    world.turn(MessagePosition::End(first.conversation_id), "u2", "a2").await;
    let again = world.store.begin_again(first.user_message_id, &write()).await.unwrap().ids();
    world.reply(again, "a1'").await;
    assert_eq!(world.end_of(first.conversation_id).await, Some(again.message_id));
    world.close().await;
}

#[tokio::test]
async fn two_turns_at_once_are_both_kept() {
    let world = World::new().await;
    let first = world.conversation("Soja", "u1", "a1").await;
    let conversation = first.conversation_id;
    let after = MessagePosition::After { conversation, parent: first.message_id };
    let (left, right) = tokio::join!(world.ask(after, "esquerda"), world.ask(after, "direita"));
    let last = world.end_of(conversation).await.unwrap();
    let (mine, other) = if last == left.user_message_id { (left, right) } else { (right, left) };
    // The one that began last ends first; the other must not take the branch away from it.
    world.reply(mine, "minha").await;
    world.reply(other, "outra").await;

    assert_eq!(world.branch(left.message_id).await[..3], ["u1", "a1", "esquerda"]);
    assert_eq!(world.branch(right.message_id).await[..3], ["u1", "a1", "direita"]);
    assert_eq!(world.end_of(conversation).await, Some(mine.message_id));
    world.close().await;
}

#[tokio::test]
async fn two_answers_to_one_question_at_once_are_both_kept() {
    let world = World::new().await;
    let first = world.conversation("Soja", "u1", "a1").await;
    let left = world.store.begin_again(first.user_message_id, &write()).await.unwrap().ids();
    let right = world.store.begin_again(first.user_message_id, &write()).await.unwrap().ids();
    tokio::join!(world.reply(left, "esquerda"), world.reply(right, "direita"));
    assert_eq!(world.branch(left.message_id).await, ["u1", "esquerda"]);
    assert_eq!(world.branch(right.message_id).await, ["u1", "direita"]);
    world.close().await;
}

#[tokio::test]
async fn an_answer_does_not_pull_back_a_person_who_went_elsewhere() {
    let world = World::new().await;
    let first = world.conversation("Soja", "u1", "a1").await;
    let conversation = first.conversation_id;
    let second = world.ask(MessagePosition::End(conversation), "u2").await;
    world.store.open_branch(conversation, first.message_id, &write()).await.unwrap();
    world.reply(second, "a2").await;
    assert_eq!(world.end_of(conversation).await, Some(first.message_id));
    world.close().await;
}

#[tokio::test]
async fn a_message_after_an_unanswered_one_stands_after_it() {
    let world = World::new().await;
    let first = world.ask(MessagePosition::New { title: "Soja" }, "u1").await;
    let second = world.turn(MessagePosition::End(first.conversation_id), "u2", "a2").await;
    assert_eq!(world.branch(second.message_id).await, ["u1", "u2", "a2"]);
    assert_eq!(
        world.store.unanswered_messages(first.conversation_id).await.unwrap(),
        [first.user_message_id]
    );
    world.close().await;
}

#[tokio::test]
async fn the_branch_of_ten_thousand_messages_is_cut_at_its_newest() {
    let world = World::new().await;
    let first = world.ask(MessagePosition::New { title: "Soja" }, "m1").await;
    sqlx::query(
        "WITH line AS (SELECT n, CASE n WHEN 1 THEN $2 ELSE gen_random_uuid() END AS id FROM generate_series(1, 10000) n)
         INSERT INTO messages (id, conversation_id, parent_id, role, content)
         SELECT id, $1, lag(id) OVER (ORDER BY n), CASE n % 2 WHEN 0 THEN 'assistant' ELSE 'user' END, 'm' || n
         FROM line ORDER BY n ON CONFLICT DO NOTHING",
    )
    .bind(first.conversation_id)
    .bind(first.user_message_id)
    .execute(&world.pool)
    .await
    .unwrap();
    let end: Uuid = sqlx::query_scalar("SELECT id FROM messages WHERE content = 'm10000'")
        .fetch_one(&world.pool)
        .await
        .unwrap();

    let whole = world.store.conversation_path(end, 10_000).await.unwrap();
    let texts: Vec<String> = whole.iter().map(|said| said.content.clone()).collect();
    let expected: Vec<String> = (1..=10_000).map(|n| format!("m{n}")).collect();
    assert_eq!(texts, expected);
    let newest = world.store.conversation_path(end, 3).await.unwrap();
    assert_eq!(newest, whole[9_997..]);
    let detail = world.store.conversation(first.conversation_id).await.unwrap();
    assert_eq!(detail.conversation.message_count, 10_000);
    world.close().await;
}

#[tokio::test]
async fn the_branch_of_no_message_is_not_found() {
    let world = World::new().await;
    let missing = world.store.conversation_path(Uuid::new_v4(), 10).await;
    assert!(matches!(missing, Err(StoreError::NotFound)));
    world.close().await;
}
