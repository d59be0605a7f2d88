//! Idempotent writes.
//!
//! If the database dies just after a commit, the client gets no response and retries. Every write
//! therefore carries an id that its client chose. The write stores the id and its result in one
//! transaction, and a retry with the same id returns the stored result.

use crate::connection::encode::encode_text;
use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use serde_json::Value;
use sqlx::{PgConnection, PgPool, PgTransaction};
use uuid::Uuid;

/// Source of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A person's own edit.
    Person,
    /// A suggestion that a person accepted.
    AiSuggestion,
    /// An imported file.
    Import,
    /// A proposal of the assistant that a person confirmed.
    Assistant,
}

impl Origin {
    /// The stored name.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Origin::Person => "person",
            Origin::AiSuggestion => "ai-suggestion",
            Origin::Import => "import",
            Origin::Assistant => "assistant",
        }
    }
}

/// Identity of a write: its id, its actor and its source.
#[derive(Debug, Clone)]
pub struct Write {
    /// Id that the client chose; the same id means the same write.
    pub operation_id: Uuid,
    /// Name of the actor.
    pub actor: String,
    /// Source of the change.
    pub origin: Origin,
}

/// The kind of a confirmed action. All people who confirm an action use the action's id as operation id,
/// and a repetition reports only that the action was executed.
pub(crate) const CONFIRMATION: &str = "assistant-action";

/// Maximum length of an operation's stored subject, in characters.
const SUBJECT_CHARS: usize = 300;

/// Maximum number of records of a write with custom plans for each execution. [`Store::begin_many`] begins
/// larger writes.
pub(crate) const FEW: usize = 100;

/// Number of retries of a write that PostgreSQL aborted as a deadlock victim.
pub(crate) const RETRIES: u32 = 3;

/// A transaction for a new operation, or the stored result of an earlier one.
pub(crate) enum BegunWrite {
    /// The operation is new; the caller continues in this transaction.
    New(PgTransaction<'static>),
    /// The operation was done before, with this result.
    Done(Value),
}

impl Store {
    /// Begins the write `kind` under its operation id.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] if another kind of write used the id before, or if another person's
    /// account did, whose result the caller may not see.
    pub(crate) async fn begin(&self, kind: &str, write: &Write) -> Result<BegunWrite, StoreError> {
        begin_on(&self.writing, kind, write).await
    }

    /// [`Store::begin`] for a write whose file `keep` moves into place outside of the database. A shared
    /// advisory lock keeps the purge of files from deleting it until the transaction ends.
    ///
    /// # Errors
    /// Those of [`Store::begin`]; the inner result has those of `keep`.
    pub(crate) async fn begin_with_file<E>(
        &self,
        kind: &str,
        write: &Write,
        keep: impl Future<Output = Result<(), E>>,
    ) -> Result<Result<BegunWrite, E>, StoreError> {
        let mut tx = match self.begin(kind, write).await? {
            BegunWrite::Done(result) => return Ok(Ok(BegunWrite::Done(result))),
            BegunWrite::New(tx) => tx,
        };
        sqlx::query!("SELECT pg_advisory_xact_lock_shared(hashtext('celeiro.files'))")
            .fetch_one(&mut *tx)
            .await?;
        Ok(keep.await.map(|()| BegunWrite::New(tx)))
    }

    /// Returns `made`, the result of an earlier operation that the caller read from `operations` without
    /// [`Store::begin`], after the standby has received it, where commits wait for one.
    ///
    /// # Errors
    /// The error of the database, if the wait fails.
    pub(crate) async fn settle_made<T>(&self, made: Option<T>) -> Result<Option<T>, StoreError> {
        if made.is_some() {
            wait_for_standby(begin_transaction(&self.writing).await?).await?;
        }
        Ok(made)
    }

    /// [`Store::begin`] for a bulk write, on a new connection.
    pub(crate) async fn begin_many(&self, kind: &str, write: &Write) -> Result<BegunWrite, StoreError> {
        begin_on(&self.many, kind, write).await
    }
}

async fn begin_on(pool: &PgPool, kind: &str, write: &Write) -> Result<BegunWrite, StoreError> {
    let mut tx = begin_transaction(pool).await?;
    if !enter_operation(&mut tx, kind, write).await? {
        let done = sqlx::query!(
            r#"SELECT kind, result, actor <> $2 AND EXISTS (SELECT FROM users WHERE login IN (actor, $2))
                 AS "is_anothers!" FROM operations WHERE id = $1"#,
            write.operation_id,
            write.actor
        )
        .fetch_one(&mut *tx)
        .await?;
        if done.kind != kind || (done.is_anothers && kind != CONFIRMATION) {
            return Err(StoreError::Constraint("operations_pkey".into()));
        }
        wait_for_standby(tx).await?;
        return Ok(BegunWrite::Done(done.result.unwrap_or(Value::Null)));
    }
    Ok(BegunWrite::New(tx))
}

/// Commits a transaction that found an earlier operation's result, and waits for the standby where commits
/// do. If the server crashed while the earlier commit waited for its standby, the restarted server shows
/// the write although the standby may lack it, but the response promises that the write is safe. Without
/// synchronous standbys, nothing is written.
async fn wait_for_standby(mut tx: PgTransaction<'static>) -> Result<(), StoreError> {
    // A commit waits only if its transaction wrote to the log; this message writes there without changing a
    // row.
    sqlx::query(
        "SELECT pg_logical_emit_message(true, 'celeiro', '') \
         WHERE current_setting('synchronous_standby_names') <> ''",
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(())
}

/// Registers `write` as the operation of all later changes in the transaction; `false` if its id was used
/// before.
pub(crate) async fn enter_operation(
    db: &mut PgConnection,
    kind: &str,
    write: &Write,
) -> Result<bool, StoreError> {
    let new = sqlx::query!(
        "INSERT INTO operations (id, kind, actor, source) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        write.operation_id,
        kind,
        write.actor,
        write.origin.as_str()
    )
    .execute(&mut *db)
    .await?
    .rows_affected();
    if new == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "SELECT set_config('celeiro.actor', $1, true) AS a, set_config('celeiro.source', $2, true) AS b, \
             set_config('celeiro.operation', $3, true) AS c",
        write.actor,
        write.origin.as_str(),
        write.operation_id.to_string()
    )
    .fetch_one(db)
    .await?;
    Ok(true)
}

/// Stores the result of the operation, with the records and fields that it changed, in the operation's
/// transaction.
pub(crate) async fn finish(db: &mut PgConnection, write: &Write, result: &Value) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operations SET result = $2, \
           records = (SELECT count(*) FROM (SELECT record_id FROM revisions WHERE operation_id = $1 \
             UNION SELECT item_id FROM item_row_changes WHERE operation_id = $1 \
             UNION SELECT other_id FROM item_row_changes WHERE operation_id = $1 AND other_id IS NOT NULL) AS touched), \
           categories = (SELECT count(DISTINCT record) FROM category_changes WHERE operation_id = $1 AND kind = 'category'), \
           created = (SELECT count(*) FROM revisions WHERE operation_id = $1 AND version = 1), \
           fields = ARRAY(SELECT key FROM revisions r, jsonb_object_keys(r.changes) AS key \
             WHERE r.operation_id = $1 AND r.version > 1 \
             UNION SELECT subject FROM item_row_changes WHERE operation_id = $1 ORDER BY 1) \
         WHERE id = $1",
        write.operation_id,
        result
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores the name of an operation's subject for people, such as a file or a category, cut to 300
/// characters.
pub(crate) async fn name_operation(
    db: &mut PgConnection,
    write: &Write,
    subject: &str,
) -> Result<(), StoreError> {
    let subject: String = encode_text(subject).chars().take(SUBJECT_CHARS).collect();
    sqlx::query!("UPDATE operations SET subject = $2 WHERE id = $1", write.operation_id, subject)
        .execute(db)
        .await?;
    Ok(())
}

/// Stores the result of an operation without changes for the catalog's history.
pub(crate) async fn note_result(
    db: &mut PgConnection,
    write: &Write,
    result: &Value,
) -> Result<(), StoreError> {
    sqlx::query!("UPDATE operations SET result = $2 WHERE id = $1", write.operation_id, result)
        .execute(db)
        .await?;
    Ok(())
}

/// Reads the id in the stored result of an operation.
pub(crate) fn id_of(result: &Value) -> Result<Uuid, StoreError> {
    let id = result["id"].as_str().and_then(|s| Uuid::parse_str(s).ok());
    id.ok_or_else(|| StoreError::Other("an operation without its result".into()))
}

/// Returns [`StoreError::NotFound`] if a statement affected no row.
pub(crate) fn require_rows(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// Retries a write that PostgreSQL chose as deadlock victim: two writes of thousands of records may lock
/// the same rows in different orders. Each retry evaluates the expression again.
macro_rules! retry_on_deadlock {
    ($write:expr) => {{
        let mut left = crate::connection::write::RETRIES;
        loop {
            match $write.await {
                Err(StoreError::Deadlock) if left > 0 => left -= 1,
                done => break done,
            }
        }
    }};
}
pub(crate) use retry_on_deadlock;

/// Takes the exclusive bulk-write advisory lock until the transaction ends. Without it, two bulk writes,
/// such as imports, would wait for each other's word and row locks. Later statements of the transaction
/// wait at most 8 seconds for each lock.
pub(crate) async fn lock_bulk_exclusive(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.import'))").fetch_one(&mut *db).await?;
    sqlx::query("SET LOCAL lock_timeout = '8s'").execute(db).await?;
    Ok(())
}

/// Takes the shared bulk-write advisory lock until the transaction ends: small writes run in parallel with
/// each other, but not with a holder of [`lock_bulk_exclusive`].
pub(crate) async fn lock_bulk_shared(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock_shared(hashtext('celeiro.import'))").fetch_one(db).await?;
    Ok(())
}
