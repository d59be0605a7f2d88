//! Attachments of messages: metadata of images and files, and the text of files. The bytes are stored outside the
//! database, with those of item files ([`crate::files::purge`] lists the ones in use).

use crate::connection::encode;
use crate::connection::write::{BegunWrite, finish, id_of};
use crate::{Store, StoreError, Write};
use celeiro_domain::chat::answer::prompt::attached::AttachedText;
use celeiro_domain::chat::{MessageAttachment, MessageAttachmentFormat};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgTransaction;
use std::collections::HashMap;
use uuid::Uuid;

/// A picture or file to be kept for a message that is still to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessageAttachment {
    /// What people call it: at most 200 characters.
    pub name: String,
    /// What it is, by its content.
    pub format: MessageAttachmentFormat,
    /// Its media type as it is kept.
    pub mime_type: String,
    /// Bytes that are kept, at most 10 MiB.
    pub size_bytes: i64,
    /// SHA-256 of what is kept.
    pub sha256: Vec<u8>,
    /// The beginning of its text, at most 15,000 characters.
    pub text: Option<String>,
    /// Characters of its whole text.
    pub total_chars: Option<i32>,
    /// Width in pixels.
    pub width: Option<i32>,
    /// Height in pixels.
    pub height: Option<i32>,
}

/// An attachment with what its bytes are found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMessageAttachment {
    /// What is known of it.
    pub attachment: MessageAttachment,
    /// The beginning of its text.
    pub text: Option<String>,
    /// SHA-256 of its bytes.
    pub sha256: Vec<u8>,
}

impl From<StoredMessageAttachment> for AttachedText {
    fn from(stored: StoredMessageAttachment) -> Self {
        Self { attachment: stored.attachment, text: stored.text }
    }
}

struct AttachmentRow {
    id: Uuid,
    message_id: Option<Uuid>,
    name: String,
    format: String,
    mime_type: String,
    size_bytes: i64,
    sha256: Vec<u8>,
    text: Option<String>,
    text_chars: Option<i32>,
    total_chars: Option<i32>,
    width: Option<i32>,
    height: Option<i32>,
}

impl AttachmentRow {
    fn into_stored(self) -> Result<StoredMessageAttachment, StoreError> {
        Ok(StoredMessageAttachment {
            attachment: MessageAttachment {
                id: self.id,
                name: self.name,
                format: encode::decode_name(&self.format)?,
                mime_type: self.mime_type,
                size_bytes: u32::try_from(self.size_bytes).unwrap_or(u32::MAX),
                width: self.width.map(i32::unsigned_abs),
                height: self.height.map(i32::unsigned_abs),
                text_chars: self.text_chars.map(i32::unsigned_abs),
                total_chars: self.total_chars.map(i32::unsigned_abs),
            },
            text: self.text,
            sha256: self.sha256,
        })
    }
}

impl Store {
    /// Keeps an attachment for a message that is still to be sent. `keep` puts its bytes in their place; no purge
    /// throws bytes away from then until the attachment is there.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] for a name or text that is too long, and those of `keep`; nothing is kept then.
    pub async fn add_message_attachment<E: From<StoreError>>(
        &self,
        new: &NewMessageAttachment,
        write: &Write,
        keep: impl Future<Output = Result<(), E>>,
    ) -> Result<Uuid, E> {
        let added = self.run(async {
            let mut tx = match self.begin_with_file("add-message-attachment", write, keep).await? {
                Err(error) => return Ok(Err(error)),
                Ok(BegunWrite::Done(result)) => return Ok(Ok(id_of(&result)?)),
                Ok(BegunWrite::New(tx)) => tx,
            };
            let (name, text) = (encode::encode_text(&new.name), new.text.as_deref().map(encode::encode_text));
            let id = sqlx::query_scalar!(
                "INSERT INTO message_attachments \
                   (name, format, mime_type, size_bytes, sha256, text, total_chars, width, height, actor) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
                name.as_ref(),
                encode::wire_name(&new.format)?,
                new.mime_type,
                new.size_bytes,
                new.sha256,
                text.as_deref(),
                new.total_chars,
                new.width,
                new.height,
                write.actor
            )
            .fetch_one(&mut *tx)
            .await?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(Ok(id))
        });
        added.await?
    }

    /// The attachment that the operation `id` has kept, where it has; of `actor` alone where one is given.
    pub async fn message_attachment_added_by(
        &self,
        id: Uuid,
        actor: Option<&str>,
    ) -> Result<Option<Uuid>, StoreError> {
        let made = sqlx::query_scalar!(
            "SELECT (result ->> 'id')::uuid FROM operations \
             WHERE id = $1 AND kind = 'add-message-attachment' AND actor = coalesce($2, actor)",
            id,
            actor
        )
        .fetch_optional(&self.pool);
        self.run(async { self.settle_made(made.await?.flatten()).await }).await
    }

    /// An attachment, of a message or one that waits for its message.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also where it was thrown away or its conversation is deleted.
    pub async fn message_attachment(&self, id: Uuid) -> Result<StoredMessageAttachment, StoreError> {
        let row = sqlx::query_as!(
            AttachmentRow,
            "SELECT a.id, a.message_id, a.name, a.format, a.mime_type, a.size_bytes, a.sha256, a.text, \
             char_length(a.text) AS text_chars, a.total_chars, a.width, a.height FROM message_attachments a \
             LEFT JOIN messages m ON m.id = a.message_id LEFT JOIN conversations c ON c.id = m.conversation_id \
             WHERE a.id = $1 AND a.purged_at IS NULL AND c.deleted_at IS NULL",
            id
        )
        .fetch_optional(&self.pool);
        self.run(async { row.await?.ok_or(StoreError::NotFound)?.into_stored() }).await
    }

    /// Lists the attachments of a chat message in their order.
    pub async fn attachments_of_message(
        &self,
        message: Uuid,
    ) -> Result<Vec<StoredMessageAttachment>, StoreError> {
        let rows = sqlx::query_as!(
            AttachmentRow,
            "SELECT id, message_id, name, format, mime_type, size_bytes, sha256, text, \
             char_length(text) AS text_chars, total_chars, width, height FROM message_attachments \
             WHERE message_id = $1 ORDER BY position, id",
            message
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter().map(AttachmentRow::into_stored).collect()
    }

    /// The attachments of all messages of a conversation, by message.
    pub(crate) async fn attachments_of_conversation(
        &self,
        conversation: Uuid,
    ) -> Result<HashMap<Uuid, Vec<MessageAttachment>>, StoreError> {
        let rows = sqlx::query_as!(
            AttachmentRow,
            "SELECT a.id, a.message_id, a.name, a.format, a.mime_type, a.size_bytes, a.sha256, NULL AS text, \
             char_length(a.text) AS text_chars, a.total_chars, a.width, a.height FROM message_attachments a \
             JOIN messages m ON m.id = a.message_id WHERE m.conversation_id = $1 ORDER BY a.position, a.id",
            conversation
        )
        .fetch_all(&self.pool)
        .await?;
        let mut by_message: HashMap<Uuid, Vec<MessageAttachment>> = HashMap::new();
        for row in rows {
            if let Some(message) = row.message_id {
                by_message.entry(message).or_default().push(row.into_stored()?.attachment);
            }
        }
        Ok(by_message)
    }

    /// Throws away an attachment that waits for its message; its bytes go with the next purge.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none, or its message was sent.
    pub async fn drop_message_attachment(&self, id: Uuid, write: &Write) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("drop-message-attachment", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let dropped = sqlx::query!(
                "UPDATE message_attachments SET purged_at = now(), name = '', text = NULL \
                 WHERE id = $1 AND message_id IS NULL AND purged_at IS NULL",
                id
            )
            .execute(&mut *tx)
            .await?;
            if dropped.rows_affected() == 0 {
                return Err(StoreError::NotFound);
            }
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Throws away the names and texts of attachments that came before `before` and have no message: it was never
    /// sent, or its conversation is gone for good. Returns how many. Their bytes go with [`Store::purge_files`].
    pub async fn purge_message_attachments(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let purged = sqlx::query!(
            "UPDATE message_attachments SET purged_at = now(), name = '', text = NULL \
             WHERE message_id IS NULL AND purged_at IS NULL AND created_at < $1",
            before
        )
        .execute(&self.pool);
        self.run(async { Ok(purged.await?.rows_affected()) }).await
    }
}

/// Gives attachments to a message, in this order. Those that wait become its own; those of another message are
/// copied, so that a message that was edited keeps them.
///
/// # Errors
/// [`StoreError::NotFound`] where one is not there any more.
pub(crate) async fn give_to_message(
    tx: &mut PgTransaction<'static>,
    message: Uuid,
    attachments: &[Uuid],
) -> Result<(), StoreError> {
    if attachments.is_empty() {
        return Ok(());
    }
    let taken = sqlx::query_scalar!(
        r#"WITH taken AS (
             UPDATE message_attachments SET message_id = $1, position = array_position($2::uuid[], id)
             WHERE id = ANY($2) AND message_id IS NULL AND purged_at IS NULL RETURNING id),
           copied AS (
             INSERT INTO message_attachments (message_id, position, name, format, mime_type, size_bytes, sha256,
               text, total_chars, width, height)
             SELECT $1, array_position($2::uuid[], a.id), a.name, a.format, a.mime_type, a.size_bytes, a.sha256,
               a.text, a.total_chars, a.width, a.height
             FROM message_attachments a JOIN messages m ON m.id = a.message_id
             JOIN conversations c ON c.id = m.conversation_id
             WHERE a.id = ANY($2) AND c.deleted_at IS NULL RETURNING id)
           SELECT (SELECT count(*) FROM taken) + (SELECT count(*) FROM copied) AS "count!""#,
        message,
        attachments
    )
    .fetch_one(&mut **tx)
    .await?;
    if usize::try_from(taken).unwrap_or(0) == attachments.len() { Ok(()) } else { Err(StoreError::NotFound) }
}
