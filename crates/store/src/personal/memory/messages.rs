//! What people wrote since the last run. Conversations that speak of self-harm are read by no run.

use crate::{Store, StoreError};
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A message that a person wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenMessage {
    /// The message.
    pub id: Uuid,
    /// Its text.
    pub text: String,
    /// When it was sent.
    pub at: DateTime<Utc>,
}

impl Store {
    /// Those who wrote something since the last run over their messages, and have no run for `slot` or later that
    /// ended or still reads. The memory is the owner's: of accounts, those of administrators alone are read.
    pub async fn writers_to_read(&self, slot: DateTime<Utc>) -> Result<Vec<String>, StoreError> {
        let writers = sqlx::query_scalar!(
            "SELECT DISTINCT c.actor FROM messages m JOIN conversations c ON c.id = m.conversation_id \
             WHERE m.role = 'user' AND c.deleted_at IS NULL AND NOT c.speaks_of_self_harm \
               AND NOT EXISTS (SELECT FROM users u WHERE u.login = c.actor AND u.role <> 'admin') \
               AND m.created_at > coalesce((SELECT max(r.read_to) FROM memory_runs r WHERE r.actor = c.actor \
                 AND r.state NOT IN ('running', 'failed')), '-infinity') \
               AND NOT EXISTS (SELECT FROM memory_runs r WHERE r.actor = c.actor AND r.slot >= $1 \
                 AND NOT (r.state = 'running' AND r.started_at < clock_timestamp() - interval '15 minutes')) \
             ORDER BY c.actor",
            slot
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(writers.await?) }).await
    }

    /// What a person wrote in a conversation, the latest first.
    pub async fn said_in_conversation(
        &self,
        conversation: Uuid,
        limit: i64,
    ) -> Result<Vec<WrittenMessage>, StoreError> {
        let messages = sqlx::query_as!(
            WrittenMessage,
            "SELECT id, content AS text, created_at AS at FROM messages \
             WHERE conversation_id = $1 AND role = 'user' ORDER BY created_at DESC, id DESC LIMIT $2",
            conversation,
            limit
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(messages.await?) }).await
    }

    /// What a person wrote since the last run over it, the oldest first; all of it with `again`.
    pub async fn messages_to_read(
        &self,
        actor: &str,
        again: bool,
        limit: i64,
    ) -> Result<Vec<WrittenMessage>, StoreError> {
        let messages = sqlx::query_as!(
            WrittenMessage,
            "SELECT m.id, m.content AS text, m.created_at AS at FROM messages m \
               JOIN conversations c ON c.id = m.conversation_id \
             WHERE m.role = 'user' AND c.actor = $1 AND c.deleted_at IS NULL AND NOT c.speaks_of_self_harm \
               AND ($2 OR m.created_at > coalesce((SELECT max(r.read_to) FROM memory_runs r WHERE r.actor = $1 \
                 AND r.state NOT IN ('running', 'failed')), '-infinity')) \
             ORDER BY m.created_at, m.id LIMIT $3",
            actor,
            again,
            limit
        )
        .fetch_all(&self.pool);
        self.run_long(async { Ok(messages.await?) }).await
    }
}
