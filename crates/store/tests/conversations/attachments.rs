//! Pictures and files of messages: kept once, given to a message, copied, and thrown away.

use crate::support::{World, ago, trace, write};
use crate::world::{constraint, is_absent, write_of};
use celeiro_domain::chat::MessageAttachmentFormat;
use celeiro_store::{
    AttachmentPlace, ConversationOwner, MessagePosition, NewMessageAttachment, StoreError, TurnIds, Write,
};
use chrono::{TimeDelta, Utc};
use uuid::Uuid;

fn file(name: &str, text: Option<&str>) -> NewMessageAttachment {
    NewMessageAttachment {
        name: name.into(),
        format: MessageAttachmentFormat::Text,
        mime_type: "text/plain".into(),
        size_bytes: 10,
        sha256: vec![7; 32],
        text: text.map(str::to_owned),
        total_chars: Some(4),
        width: None,
        height: None,
    }
}

async fn add(world: &World, new: &NewMessageAttachment, write: &Write) -> Result<Uuid, StoreError> {
    world.store.add_message_attachment(new, write, async { Ok::<(), StoreError>(()) }).await
}

/// An attachment that waits for its message.
async fn keep(world: &World, name: &str) -> Uuid {
    add(world, &file(name, Some("dose")), &write()).await.unwrap()
}

async fn send(
    world: &World,
    place: MessagePosition<'_>,
    attachments: &[Uuid],
) -> Result<TurnIds, StoreError> {
    world.store.begin_turn(place, "Veja", attachments, &write()).await.map(|begun| begun.ids())
}

/// Names of the attachments of a message.
async fn list_names(world: &World, message: Uuid) -> Vec<String> {
    let all = world.store.attachments_of_message(message).await.unwrap();
    all.into_iter().map(|one| one.attachment.name).collect()
}

const NEW: MessagePosition<'static> = MessagePosition::New { title: "Soja" };

#[tokio::test]
async fn an_attachment_is_kept_once_by_an_operation_and_not_at_all_without_its_bytes() {
    let world = World::new().await;
    let (once, new) = (write_of("ana"), file("bula\0 🌽", Some("do\0se")));
    let id = add(&world, &new, &once).await.unwrap();
    let unasked = async { Err(StoreError::DiskFull) };
    let again = world.store.add_message_attachment(&new, &once, unasked).await;
    assert_eq!(again.unwrap(), id, "the bytes are there already");
    let stored = world.store.message_attachment(id).await.unwrap();
    assert_eq!(
        (stored.attachment.name.as_str(), stored.text.as_deref()),
        ("bula\u{fffd} 🌽", Some("do\u{fffd}se"))
    );
    assert_eq!((stored.attachment.text_chars, stored.sha256), (Some(5), new.sha256.clone()));
    let made_by = async |actor: Option<&str>| {
        world.store.message_attachment_added_by(once.operation_id, actor).await.unwrap()
    };
    assert_eq!(
        (made_by(None).await, made_by(Some("ana")).await, made_by(Some("rui")).await),
        (Some(id), Some(id), None)
    );
    let place = world.store.attachment_place(id).await.unwrap();
    assert_eq!(place, AttachmentPlace { conversation_id: None, actor: Some("ana".into()) });

    let full = async { Err(StoreError::DiskFull) };
    let refused = world.store.add_message_attachment(&new, &write(), full).await;
    assert!(matches!(refused, Err(StoreError::DiskFull)));
    let long_name = file(&"é".repeat(201), None);
    assert_eq!(constraint(add(&world, &long_name, &write()).await), "message_attachments_name_length");
    let long_text = file("a", Some(&"é".repeat(15_001)));
    assert_eq!(constraint(add(&world, &long_text, &write()).await), "message_attachments_text_length");
    let large = NewMessageAttachment { size_bytes: 10_485_761, ..file("a", None) };
    assert_eq!(constraint(add(&world, &large, &write()).await), "message_attachments_size");
    assert_eq!(world.count("SELECT count(*) FROM message_attachments").await, 1);
    world.close().await;
}

#[tokio::test]
async fn a_message_has_its_attachments_in_the_order_in_which_they_were_sent() {
    let world = World::new().await;
    let mut ids = Vec::new();
    for name in ["a", "b", "c"] {
        ids.push(keep(&world, name).await);
    }
    ids.reverse();
    let sent = send(&world, NEW, &ids).await.unwrap();
    assert_eq!(list_names(&world, sent.user_message_id).await, ["c", "b", "a"]);
    let place = world.store.attachment_place(ids[0]).await.unwrap();
    assert_eq!(place.conversation_id, Some(sent.conversation_id));
    assert!(is_absent(world.store.drop_message_attachment(ids[0], &write()).await), "its message was sent");
    // An edit of the message keeps them: copies, so that both messages have their own.
    let edit = MessagePosition::Start(sent.conversation_id);
    let edited = send(&world, edit, &ids[..2]).await.unwrap();
    assert_eq!(list_names(&world, edited.user_message_id).await, ["c", "b"]);
    assert_eq!(list_names(&world, sent.user_message_id).await, ["c", "b", "a"]);
    assert_eq!(world.count("SELECT count(*) FROM message_attachments").await, 5);
    assert!(list_names(&world, Uuid::new_v4()).await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_message_with_an_attachment_that_is_not_there_is_not_begun() {
    let world = World::new().await;
    let (waits, dropped, elsewhere) =
        (keep(&world, "a").await, keep(&world, "b").await, keep(&world, "c").await);
    let off = write();
    for _ in 0..2 {
        world.store.drop_message_attachment(dropped, &off).await.unwrap();
    }
    assert!(is_absent(world.store.drop_message_attachment(dropped, &write()).await));
    let other = send(&world, NEW, &[elsewhere]).await.unwrap();
    world.store.delete_conversation(other.conversation_id, &write()).await.unwrap();
    for attachments in [[waits, Uuid::new_v4()], [waits, dropped], [waits, elsewhere], [waits, waits]] {
        assert!(is_absent(send(&world, NEW, &attachments).await));
    }
    assert_eq!(world.count("SELECT count(*) FROM conversations").await, 1);
    for gone in [dropped, elsewhere] {
        assert!(is_absent(world.store.message_attachment(gone).await));
    }
    let sent = send(&world, NEW, &[waits]).await.unwrap();
    assert_eq!(list_names(&world, sent.user_message_id).await, ["a"], "it waited on");
    world.store.restore_conversation(other.conversation_id, &write()).await.unwrap();
    assert_eq!(world.store.message_attachment(elsewhere).await.unwrap().attachment.name, "c");
    world.close().await;
}

#[tokio::test]
async fn what_was_never_sent_or_lost_its_conversation_goes_and_what_a_message_has_stays() {
    let world = World::new().await;
    let (waits, kept, lost) = (keep(&world, "a").await, keep(&world, "b").await, keep(&world, "c").await);
    send(&world, NEW, &[kept]).await.unwrap();
    let gone = send(&world, NEW, &[lost]).await.unwrap();
    assert_eq!(world.store.purge_message_attachments(ago(1)).await.unwrap(), 0, "it may still be sent");
    world.store.delete_conversation(gone.conversation_id, &write()).await.unwrap();
    world.store.purge_conversations(Utc::now() + TimeDelta::hours(1), None).await.unwrap();
    let soon = Utc::now() + TimeDelta::hours(1);
    assert_eq!(world.store.purge_message_attachments(soon).await.unwrap(), 2);
    assert_eq!(world.store.purge_message_attachments(soon).await.unwrap(), 0);
    for purged in [waits, lost] {
        assert!(is_absent(world.store.message_attachment(purged).await));
        assert!(is_absent(world.store.attachment_place(purged).await));
    }
    assert_eq!(world.store.message_attachment(kept).await.unwrap().text.as_deref(), Some("dose"));
    let words =
        "SELECT count(*) FROM message_attachments WHERE purged_at IS NOT NULL AND (name <> '' OR text <> '')";
    assert_eq!(world.count(words).await, 0, "no word of them is left");
    world.close().await;
}

#[tokio::test]
async fn a_conversation_is_told_by_its_messages_answers_and_traces_also_when_it_is_deleted() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "u", "a").await;
    let failed = world.ask(MessagePosition::End(ids.conversation_id), "u2").await;
    world.end(failed, None, &trace(failed)).await.unwrap();
    world.store.delete_conversation(ids.conversation_id, &write()).await.unwrap();
    for message in [ids.user_message_id, ids.message_id] {
        assert_eq!(world.store.conversation_of_message(message).await.unwrap(), ids.conversation_id);
    }
    for answer in [ids.message_id, ids.trace_id, failed.trace_id] {
        assert_eq!(world.store.conversation_of_answer(answer).await.unwrap(), ids.conversation_id);
    }
    assert!(is_absent(world.store.conversation_of_message(ids.trace_id).await), "it is no message");
    assert!(is_absent(world.store.conversation_of_answer(failed.message_id).await), "it has no answer");
    let owner = world.store.conversation_owner(ids.conversation_id).await.unwrap();
    let expected = ConversationOwner { actor: "tests".into(), shared: false, is_deleted: true };
    assert_eq!(owner, expected);
    assert!(is_absent(world.store.conversation_owner(Uuid::new_v4()).await));
    assert!(!world.store.speaks_of_self_harm(Uuid::new_v4()).await.unwrap());
    world.close().await;
}
