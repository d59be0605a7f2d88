//! Reading of messages: one, a conversation, or the branch that leads to one; and ratings of answers. Messages are
//! created in `turns`.

use crate::connection::encode;
use crate::connection::write::{BegunWrite, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::chat::{ChatResponse, ChatSource, Feedback, Message, MessageState, Role};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

/// A message of a branch, as far as a turn reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct PathMessage {
    /// The message.
    pub id: Uuid,
    /// The speaker.
    pub role: Role,
    /// The text.
    pub content: String,
    /// The sources of an answer.
    pub sources: Vec<ChatSource>,
    /// The items of an answer's last catalog search, best first.
    pub catalog_state: Vec<Uuid>,
    /// How it ended.
    pub state: MessageState,
}

struct MessageRow {
    id: Uuid,
    parent_id: Option<Uuid>,
    role: String,
    content: String,
    state: String,
    created_at: DateTime<Utc>,
    response: Option<String>,
    rating: Option<String>,
    reason: Option<String>,
    note: Option<String>,
}

impl MessageRow {
    fn message(self) -> Result<Message, StoreError> {
        let response = self.response.as_deref().and_then(|response| response_of(self.id, response));
        let feedback = match self.rating {
            None => None,
            Some(rating) => Some(Feedback {
                rating: encode::decode_name(&rating)?,
                reason: self.reason.as_deref().map(encode::decode_name).transpose()?,
                note: self.note,
            }),
        };
        Ok(Message {
            id: self.id,
            parent_id: self.parent_id,
            role: encode::decode_name(&self.role)?,
            content: self.content,
            state: encode::decode_name(&self.state)?,
            created_at: self.created_at,
            response,
            feedback,
            attachments: Vec::new(),
        })
    }
}

/// What is stored about an answer. Where another version of the program wrote it in a form that
/// this one cannot read, the conversation still opens: the answer is shown without it.
fn response_of(message: Uuid, stored: &str) -> Option<Box<ChatResponse>> {
    serde_json::from_str(stored)
        .inspect_err(
            |error| tracing::warn!(%message, %error, "what is stored about an answer cannot be read"),
        )
        .ok()
}

impl Store {
    /// Every message of a conversation, oldest first, deleted or not.
    pub(crate) async fn messages_of(&self, conversation: Uuid) -> Result<Vec<Message>, StoreError> {
        let rows = sqlx::query_as!(
            MessageRow,
            "SELECT id, parent_id, role, content, state, created_at, response::text, rating, reason, note \
             FROM messages WHERE conversation_id = $1 ORDER BY created_at, id",
            conversation
        )
        .fetch_all(&self.pool)
        .await?;
        let mut attachments = self.attachments_of_conversation(conversation).await?;
        let with_attachments = |row: MessageRow| {
            let message = row.message()?;
            Ok(Message { attachments: attachments.remove(&message.id).unwrap_or_default(), ..message })
        };
        rows.into_iter().map(with_attachments).collect()
    }

    /// Reads the chat message `id`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also where its conversation is deleted.
    pub async fn message(&self, id: Uuid) -> Result<Message, StoreError> {
        let row = sqlx::query_as!(
            MessageRow,
            "SELECT m.id, m.parent_id, m.role, m.content, m.state, m.created_at, m.response::text, m.rating, \
             m.reason, m.note FROM messages m JOIN conversations c ON c.id = m.conversation_id \
             WHERE m.id = $1 AND c.deleted_at IS NULL",
            id
        )
        .fetch_one(&self.pool);
        self.run(async { row.await?.message() }).await
    }

    /// Reads the answer `message` of the chat as it was given, its text included.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such answer (yet) or nothing is stored about it.
    pub async fn answer(&self, message: Uuid) -> Result<ChatResponse, StoreError> {
        let message = self.message(message).await?;
        let mut response = *message.response.ok_or(StoreError::NotFound)?;
        response.answer = message.content;
        Ok(response)
    }

    /// The branch that ends at `message`, from the beginning on: its newest `limit` messages. A
    /// deleted conversation has its branches still: a turn under way goes on.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn conversation_path(&self, message: Uuid, limit: u32) -> Result<Vec<PathMessage>, StoreError> {
        let rows = sqlx::query!(
            r#"WITH RECURSIVE path AS (
                 SELECT id, parent_id, 1 AS step FROM messages WHERE id = $1
                 UNION ALL
                 SELECT m.id, m.parent_id, p.step + 1 FROM path p JOIN messages m ON m.id = p.parent_id WHERE p.step < $2)
               SELECT m.id, m.role, m.content, m.state,
                 m.response -> 'sources' AS "sources: Json<Vec<ChatSource>>",
                 m.response -> 'catalogState' AS "catalog_state: Json<Vec<Uuid>>"
               FROM path p JOIN messages m ON m.id = p.id ORDER BY p.step DESC"#,
            message,
            i32::try_from(limit.max(1)).unwrap_or(i32::MAX)
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        if rows.is_empty() {
            return Err(StoreError::NotFound);
        }
        rows.into_iter()
            .map(|r| {
                let (role, state) = (encode::decode_name(&r.role)?, encode::decode_name(&r.state)?);
                let sources = r.sources.map(|sources| sources.0).unwrap_or_default();
                let catalog_state = r.catalog_state.map(|ids| ids.0).unwrap_or_default();
                Ok(PathMessage { id: r.id, role, content: r.content, sources, catalog_state, state })
            })
            .collect()
    }

    /// Messages of a person that have no answer, oldest first: of a turn under way, or of one
    /// whose process died.
    pub async fn unanswered_messages(&self, conversation: Uuid) -> Result<Vec<Uuid>, StoreError> {
        let ids = sqlx::query_scalar!(
            "SELECT u.id FROM messages u WHERE u.conversation_id = $1 AND u.role = 'user' AND NOT EXISTS \
             (SELECT FROM messages a WHERE a.parent_id = u.id AND a.role = 'assistant') \
             ORDER BY u.created_at, u.id",
            conversation
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(ids.await?) }).await
    }

    /// Sets what a person thinks of an answer, or takes it back.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Constraint`] for a message that is no answer or a
    /// note of more than 2,000 characters.
    pub async fn set_feedback(
        &self,
        message: Uuid,
        feedback: Option<&Feedback>,
        write: &Write,
    ) -> Result<(), StoreError> {
        self.run(self.store_feedback(message, feedback, write)).await
    }

    async fn store_feedback(
        &self,
        message: Uuid,
        feedback: Option<&Feedback>,
        write: &Write,
    ) -> Result<(), StoreError> {
        let mut tx = match self.begin("set-feedback", write).await? {
            BegunWrite::Done(_) => return Ok(()),
            BegunWrite::New(tx) => tx,
        };
        put_feedback(&mut tx, message, feedback).await?;
        finish(&mut tx, write, &json!({ "id": message })).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Writes what a person thinks of an answer.
///
/// # Errors
/// As [`Store::set_feedback`].
pub(crate) async fn put_feedback(
    db: &mut PgConnection,
    message: Uuid,
    feedback: Option<&Feedback>,
) -> Result<(), StoreError> {
    let rating = feedback.map(|f| encode::wire_name(&f.rating)).transpose()?;
    let reason = feedback.and_then(|f| f.reason.as_ref()).map(encode::wire_name).transpose()?;
    let note = feedback.and_then(|f| f.note.as_deref()).map(encode::encode_text);
    let changed = sqlx::query!(
        "UPDATE messages m SET rating = $2, reason = $3, note = $4 FROM conversations c \
         WHERE m.id = $1 AND c.id = m.conversation_id AND c.deleted_at IS NULL",
        message,
        rating,
        reason,
        note.as_deref()
    )
    .execute(db)
    .await?;
    if changed.rows_affected() == 0 {
        return Err(StoreError::NotFound);
    }
    Ok(())
}
