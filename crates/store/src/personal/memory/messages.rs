//! Messages since the last memory run. Conversations that mention self-harm are excluded from every run.

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
    /// Runs that a clock which was ahead let read to a day to come count no more: else nothing would be read until
    /// that day, nor what was written before it.
    async fn disregard_reads_to_come(&self) -> Result<(), StoreError> {
        let disregarded = sqlx::query!(
            "UPDATE memory_runs SET read_to = NULL WHERE read_to > clock_timestamp() + interval '5 minutes'"
        )
        .execute(&self.writing);
        self.run(async {
            disregarded.await?;
            Ok(())
        })
        .await
    }

    /// Lists the people whose messages memory has to read. They wrote something since the last run over their
    /// messages, and have no run for `slot` or later that ended or still reads. The memory is the owner's: of
    /// accounts, those of administrators alone are read. Messages and runs of a day to come, which a clock that was
    /// ahead has left, count once it is there.
    pub async fn writers_to_read(&self, slot: DateTime<Utc>) -> Result<Vec<String>, StoreError> {
        self.disregard_reads_to_come().await?;
        let writers = sqlx::query_scalar!(
            "SELECT DISTINCT c.actor FROM messages m JOIN conversations c ON c.id = m.conversation_id \
             WHERE m.role = 'user' AND c.deleted_at IS NULL AND NOT c.speaks_of_self_harm \
               AND NOT EXISTS (SELECT FROM users u WHERE u.login = c.actor AND u.role <> 'admin') \
               AND m.created_at > coalesce((SELECT max(r.read_to) FROM memory_runs r WHERE r.actor = c.actor \
                 AND r.state NOT IN ('running', 'failed')), '-infinity') \
               AND m.created_at <= clock_timestamp() + interval '5 minutes' \
               AND NOT EXISTS (SELECT FROM memory_runs r WHERE r.actor = c.actor AND r.slot >= $1 \
                 AND r.slot <= greatest($1, clock_timestamp() + interval '5 minutes') \
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
        self.disregard_reads_to_come().await?;
        let messages = sqlx::query_as!(
            WrittenMessage,
            "SELECT m.id, m.content AS text, m.created_at AS at FROM messages m \
               JOIN conversations c ON c.id = m.conversation_id \
             WHERE m.role = 'user' AND c.actor = $1 AND c.deleted_at IS NULL AND NOT c.speaks_of_self_harm \
               AND ($2 OR (m.created_at <= clock_timestamp() + interval '5 minutes' \
                 AND m.created_at > coalesce((SELECT max(r.read_to) FROM memory_runs r WHERE r.actor = $1 \
                 AND r.state NOT IN ('running', 'failed')), '-infinity'))) \
             ORDER BY m.created_at, m.id LIMIT $3",
            actor,
            again,
            limit
        )
        .fetch_all(&self.pool);
        self.run_long(async { Ok(messages.await?) }).await
    }
}
