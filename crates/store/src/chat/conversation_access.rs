//! Ownership of conversations: the owner of a conversation, and the conversation of a message, answer or attachment.
//! Crate `app` decides about access; deleted conversations are included here.

use crate::{Store, StoreError};
use uuid::Uuid;

/// Whose a conversation is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversationOwner {
    /// The name of the person who began it.
    pub actor: String,
    /// Whether others may read it.
    pub shared: bool,
    /// Whether it is deleted.
    pub is_deleted: bool,
}

/// Where a picture or file of a message belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachmentPlace {
    /// The conversation of its message; none where it waits for one.
    pub conversation_id: Option<Uuid>,
    /// The name of the person who sent it, where it waits; none where it came before accounts.
    pub actor: Option<String>,
}

impl Store {
    /// Reads whose conversation `id` is, deleted or not.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn conversation_owner(&self, id: Uuid) -> Result<ConversationOwner, StoreError> {
        let owner = sqlx::query_as!(
            ConversationOwner,
            r#"SELECT actor, shared, deleted_at IS NOT NULL AS "is_deleted!" FROM conversations WHERE id = $1"#,
            id
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(owner.await?) }).await
    }

    /// Finds the conversation that a chat message belongs to.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn conversation_of_message(&self, message: Uuid) -> Result<Uuid, StoreError> {
        let conversation = sqlx::query_scalar!("SELECT conversation_id FROM messages WHERE id = $1", message)
            .fetch_one(&self.pool);
        self.run(async { Ok(conversation.await?) }).await
    }

    /// The conversation of an answer, by its message or its trace.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn conversation_of_answer(&self, id: Uuid) -> Result<Uuid, StoreError> {
        let conversation = sqlx::query_scalar!(
            r#"SELECT conversation_id AS "id!" FROM messages WHERE id = $1
               UNION ALL SELECT conversation_id FROM traces WHERE id = $1 AND conversation_id IS NOT NULL LIMIT 1"#,
            id
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(conversation.await?) }).await
    }

    /// Finds the conversation and the sender of a message's attachment.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also where it was thrown away.
    pub async fn attachment_place(&self, id: Uuid) -> Result<AttachmentPlace, StoreError> {
        let place = sqlx::query_as!(
            AttachmentPlace,
            r#"SELECT m.conversation_id AS "conversation_id?", a.actor FROM message_attachments a
               LEFT JOIN messages m ON m.id = a.message_id WHERE a.id = $1 AND a.purged_at IS NULL"#,
            id
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(place.await?) }).await
    }
}
