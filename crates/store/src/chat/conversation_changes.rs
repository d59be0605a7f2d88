//! Changes of a conversation as a whole: name, pin, open branch, soft deletion and restore; and the purge, which
//! removes all messages.
//!
//! Soft deletion hides a conversation with its messages and traces, and can be undone until the purge. The purge
//! removes them permanently; only figures of model calls stay (see the migration). The caller decides how long after
//! deletion the purge runs.

use crate::accounts::access_log::{AccessNote, note_access};
use crate::connection::transaction::change_unanswered;
use crate::connection::write::{BegunWrite, finish};
use crate::{Store, StoreError, Write};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::Postgres;
use sqlx::postgres::{PgArguments, PgQueryResult};
use sqlx::query::Query;
use uuid::Uuid;

/// What a purge removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PurgeCounts {
    /// Conversations, with everything in them.
    pub conversations: u64,
    /// Traces of conversations that stay.
    pub traces: u64,
}

/// A statement that changes one row.
type Change<'q> = Query<'q, Postgres, PgArguments>;

impl Store {
    /// Gives the conversation a person's title, at most 200 characters and not blank.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Constraint`] for a bad title.
    pub async fn rename_conversation(&self, id: Uuid, title: &str, write: &Write) -> Result<(), StoreError> {
        let title = crate::connection::encode::encode_text(title);
        let change = sqlx::query!(
            "UPDATE conversations SET title = $2, title_by_person = true WHERE id = $1 AND deleted_at IS NULL",
            id,
            title.as_ref()
        );
        self.change_conversation("rename-conversation", id, change, write).await
    }

    /// Keeps the conversation on top of the list, or no longer.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn pin_conversation(&self, id: Uuid, pinned: bool, write: &Write) -> Result<(), StoreError> {
        let change = sqlx::query!(
            "UPDATE conversations SET pinned = $2 WHERE id = $1 AND deleted_at IS NULL",
            id,
            pinned
        );
        self.change_conversation("pin-conversation", id, change, write).await
    }

    /// Lets others read the conversation, or no longer, and writes `note` into the access log along with it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn share_conversation(
        &self,
        id: Uuid,
        shared: bool,
        note: &AccessNote,
        write: &Write,
    ) -> Result<(), StoreError> {
        let change = sqlx::query!(
            "UPDATE conversations SET shared = $2 WHERE id = $1 AND deleted_at IS NULL",
            id,
            shared
        );
        self.run(async {
            let mut tx = match self.begin("share-conversation", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            one_row(&change.execute(&mut *tx).await?)?;
            note_access(&mut tx, note).await?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Opens the branch of a conversation that ends at `message`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also where the message is none of this conversation.
    pub async fn open_branch(&self, id: Uuid, message: Uuid, write: &Write) -> Result<(), StoreError> {
        let change = sqlx::query!(
            "UPDATE conversations c SET active_message_id = m.id FROM messages m \
             WHERE c.id = $1 AND c.deleted_at IS NULL AND m.id = $2 AND m.conversation_id = c.id",
            id,
            message
        );
        self.change_conversation("open-branch", id, change, write).await
    }

    /// Deletes the conversation so that [`Store::restore_conversation`] can bring it back.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted already.
    pub async fn delete_conversation(&self, id: Uuid, write: &Write) -> Result<(), StoreError> {
        let change = sqlx::query!(
            "UPDATE conversations SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL",
            id
        );
        self.change_conversation("delete-conversation", id, change, write).await
    }

    /// Restores a deleted conversation.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is not deleted.
    pub async fn restore_conversation(&self, id: Uuid, write: &Write) -> Result<(), StoreError> {
        let change = sqlx::query!(
            "UPDATE conversations SET deleted_at = NULL WHERE id = $1 AND deleted_at IS NOT NULL",
            id
        );
        self.change_conversation("restore-conversation", id, change, write).await
    }

    async fn change_conversation(
        &self,
        kind: &str,
        id: Uuid,
        change: Change<'_>,
        write: &Write,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin(kind, write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            one_row(&change.execute(&mut *tx).await?)?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Removes for good the conversations that were deleted before `deleted_before`, with their
    /// messages and traces, and, where `traces_before` is given, older traces of all others.
    ///
    /// In pieces, each a transaction of its own: a purge of years must not run into our deadline,
    /// and a turn that ends meanwhile not wait for it.
    ///
    /// # Errors
    /// [`StoreError`]; what was removed until then stays removed.
    pub async fn purge_conversations(
        &self,
        deleted_before: DateTime<Utc>,
        traces_before: Option<DateTime<Utc>>,
    ) -> Result<PurgeCounts, StoreError> {
        let mut purged = PurgeCounts::default();
        while self.run(self.purge_one(deleted_before)).await? {
            purged.conversations += 1;
        }
        if let Some(before) = traces_before {
            purged.traces = self.purge_traces(before).await?;
        }
        Ok(purged)
    }

    async fn purge_one(&self, deleted_before: DateTime<Utc>) -> Result<bool, StoreError> {
        let removed = sqlx::query!(
            "DELETE FROM conversations WHERE id = \
             (SELECT id FROM conversations WHERE deleted_at < $1 ORDER BY deleted_at LIMIT 1) AND deleted_at < $1",
            deleted_before
        );
        Ok(change_unanswered(&self.pool, removed).await? > 0)
    }

    async fn purge_traces(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let mut total = 0;
        loop {
            let removed = sqlx::query!(
                "DELETE FROM traces WHERE id IN (SELECT id FROM traces WHERE created_at < $1 LIMIT 1000)",
                before
            );
            let removed = self.run(async { Ok(change_unanswered(&self.pool, removed).await?) }).await?;
            total += removed;
            if removed == 0 {
                return Ok(total);
            }
        }
    }
}

/// [`StoreError::NotFound`] where a statement met no row.
fn one_row(result: &PgQueryResult) -> Result<(), StoreError> {
    if result.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}
