//! Memory runs and the lines of their diff.

use super::tombstones::{read_hasher, read_tombstones};
use crate::connection::encode;
use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use celeiro_domain::personal::memory::extraction::ProposedChange;
use celeiro_domain::personal::memory::sensitive::is_sensitive;
use celeiro_domain::personal::memory::words::normalize_statement;
use celeiro_domain::personal::memory::{
    Evidence, KnowledgeDraft, MemoryChange, MemoryChangeKind, MemoryChangeState, MemoryRun, MemoryRunState,
};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// How a run ended.
#[derive(Debug, Clone, Default)]
pub struct EndedRun {
    /// Messages up to this moment are read; none where the run failed.
    pub read_to: Option<DateTime<Utc>>,
    /// Messages that it read.
    pub messages: u32,
    /// Facts that were refused.
    pub refused: u32,
    /// The model.
    pub model: Option<String>,
    /// Name and version of the prompt.
    pub prompt: Option<String>,
    /// The code of what went wrong.
    pub error: Option<String>,
    /// Its lines.
    pub changes: Vec<ProposedChange>,
}

impl Store {
    /// Begins the run of a moment; `None` where there is one already that ended or still reads.
    pub async fn begin_memory_run(
        &self,
        actor: &str,
        slot: DateTime<Utc>,
    ) -> Result<Option<Uuid>, StoreError> {
        let begun = sqlx::query_scalar!(
            "INSERT INTO memory_runs (id, actor, slot, state) VALUES ($1, $2, $3, 'running') \
             ON CONFLICT (actor, slot) DO UPDATE SET started_at = clock_timestamp() \
               WHERE memory_runs.state = 'running' \
                 AND memory_runs.started_at < clock_timestamp() - interval '15 minutes' \
             RETURNING id",
            Uuid::now_v7(),
            actor,
            slot
        )
        .fetch_optional(&self.writing);
        self.run(async { Ok(begun.await?) }).await
    }

    /// Ends a run with all of its lines, or with none. A line that no message says any more, that says what was
    /// deleted while the run read, or that a person was asked about already, is left out.
    pub async fn end_memory_run(&self, id: Uuid, ended: &EndedRun) -> Result<(), StoreError> {
        self.run_long(async {
            let mut tx = begin_transaction(&self.writing).await?;
            let held = sqlx::query_scalar!(
                "SELECT id FROM memory_runs WHERE id = $1 AND state = 'running' FOR UPDATE",
                id
            );
            if held.fetch_optional(&mut *tx).await?.is_none() {
                return Ok(());
            }
            let asked = AskedLines::read(&mut tx).await?;
            let (mut lines, mut buried) = (0, 0);
            for change in ended.changes.iter().filter(|change| !asked.contain(change)) {
                if is_buried(&mut tx, change).await? {
                    buried += 1;
                } else if insert_change(&mut tx, (id, lines), change).await? {
                    lines += 1;
                }
            }
            let state = match (&ended.error, lines) {
                (Some(_), _) => MemoryRunState::Failed,
                (None, 0) => MemoryRunState::Nothing,
                (None, _) => MemoryRunState::Proposed,
            };
            sqlx::query!(
                "UPDATE memory_runs SET state = $2, read_to = $3, messages = $4, refused = $5, model = $6, \
                   prompt = $7, error = $8, ended_at = clock_timestamp() WHERE id = $1",
                id,
                state.as_str(),
                ended.read_to,
                ended.messages as i32,
                ended.refused as i32 + buried,
                ended.model,
                ended.prompt,
                ended.error
            )
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Runs, the newest first, with their lines.
    pub async fn memory_runs(&self, limit: i64) -> Result<Vec<MemoryRun>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            let ids = sqlx::query_scalar!(
                "SELECT id FROM memory_runs ORDER BY started_at DESC, id LIMIT $1",
                limit
            );
            let ids = ids.fetch_all(&mut *db).await?;
            read_runs(&mut db, &ids).await
        })
        .await
    }

    /// The run `id`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn memory_run(&self, id: Uuid) -> Result<MemoryRun, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_runs(&mut db, &[id]).await?.pop().ok_or(StoreError::NotFound)
        })
        .await
    }
}

/// What a person was asked by earlier runs: nobody is asked twice.
struct AskedLines {
    /// Statements that wait, in their one form.
    statements: HashSet<String>,
    /// Items that would be dropped, at their versions: that a person decides about them, or decided that they stay.
    dropped: HashSet<(Uuid, i32)>,
}

impl AskedLines {
    async fn read(db: &mut PgConnection) -> Result<Self, StoreError> {
        let rows = sqlx::query!(
            "SELECT item_id, version, draft ->> 'content' AS content FROM memory_changes \
             WHERE state = 'proposed' OR (state = 'rejected' AND draft IS NULL)"
        );
        let mut asked = Self { statements: HashSet::new(), dropped: HashSet::new() };
        for row in rows.fetch_all(db).await? {
            match row.content {
                Some(content) => asked.statements.extend([normalize_statement(&content)]),
                None => asked.dropped.extend(row.item_id.zip(row.version)),
            }
        }
        Ok(asked)
    }

    fn contain(&self, change: &ProposedChange) -> bool {
        match (&change.draft, change.item) {
            (Some(draft), _) => self.statements.contains(&normalize_statement(&draft.content)),
            (None, item) => item.is_some_and(|item| self.dropped.contains(&item)),
        }
    }
}

/// Whether what a line says was deleted in all of its messages.
async fn is_buried(db: &mut PgConnection, change: &ProposedChange) -> Result<bool, StoreError> {
    let Some(draft) = &change.draft else { return Ok(false) };
    let (hasher, tombstones) = (read_hasher(db).await?, read_tombstones(db).await?);
    let messages: Vec<Uuid> = change.evidence.iter().map(|one| one.message_id).collect();
    let said = sqlx::query!("SELECT id, created_at FROM messages WHERE id = ANY($1)", &messages);
    let said = said.fetch_all(db).await?;
    let statement = hasher.hash_statement(&draft.content);
    let covered = said.iter().filter(|message| {
        let source = hasher.hash_source(message.id);
        tombstones.iter().any(|tombstone| tombstone.covers(&statement, &source, message.created_at))
    });
    Ok(covered.count() == said.len())
}

/// Stores a line; `false`, and nothing is stored, where none of its messages is left, or its item is gone.
async fn insert_change(
    db: &mut PgConnection,
    (run, position): (Uuid, i32),
    change: &ProposedChange,
) -> Result<bool, StoreError> {
    let (item, version) = change.item.unzip();
    let draft = change.draft.as_ref().map(encode::encode_json).transpose()?;
    let messages: Vec<Uuid> = change.evidence.iter().map(|one| one.message_id).collect();
    let quotes: Vec<String> = change.evidence.iter().map(|one| one.quote.clone()).collect();
    let id = Uuid::now_v7();
    let made = sqlx::query!(
        "INSERT INTO memory_changes (id, run_id, position, kind, item_id, version, draft, needs_yes) \
         SELECT $1::uuid, $2::uuid, $3::int4, $4::text, $5::uuid, $6::int4, $7::jsonb, $8::bool \
         WHERE ($5::uuid IS NULL OR EXISTS (SELECT FROM knowledge WHERE id = $5)) \
           AND ($4 = 'dropped' OR EXISTS (SELECT FROM messages m JOIN conversations c ON c.id = m.conversation_id \
             WHERE m.id = ANY($9) AND c.deleted_at IS NULL))",
        id,
        run,
        position,
        change.kind.as_str(),
        item,
        version,
        draft,
        change.needs_yes,
        &messages
    )
    .execute(&mut *db)
    .await?;
    if made.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "INSERT INTO memory_change_evidence (change_id, message_id, quote) \
         SELECT $1::uuid, m.id, said.quote FROM unnest($2::uuid[], $3::text[]) AS said (message_id, quote) \
           JOIN messages m ON m.id = said.message_id",
        id,
        &messages,
        &quotes
    )
    .execute(db)
    .await?;
    Ok(true)
}

/// Runs with their lines, in the order of `ids`.
pub(crate) async fn read_runs(db: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<MemoryRun>, StoreError> {
    let mut changes = read_changes(db, ids).await?;
    let rows = sqlx::query!(
        "SELECT id, actor, slot, state, messages, refused, model, prompt, error, started_at, ended_at \
         FROM memory_runs WHERE id = ANY($1) ORDER BY array_position($1, id)",
        ids
    )
    .fetch_all(db)
    .await?;
    let runs = rows.into_iter().map(|row| {
        let state = MemoryRunState::parse(&row.state);
        Ok(MemoryRun {
            id: row.id,
            actor: row.actor,
            slot: row.slot,
            state: state.ok_or_else(|| StoreError::Other("an unknown state of a run".into()))?,
            messages: row.messages as u32,
            refused: row.refused as u32,
            model: row.model,
            prompt: row.prompt,
            error: row.error,
            started_at: row.started_at,
            ended_at: row.ended_at,
            changes: changes.remove(&row.id).unwrap_or_default(),
        })
    });
    runs.collect()
}

async fn read_changes(
    db: &mut PgConnection,
    runs: &[Uuid],
) -> Result<HashMap<Uuid, Vec<MemoryChange>>, StoreError> {
    let evidence = sqlx::query!(
        "SELECT e.change_id, e.message_id, m.conversation_id, e.quote, m.created_at \
         FROM memory_change_evidence e JOIN memory_changes l ON l.id = e.change_id \
           JOIN messages m ON m.id = e.message_id JOIN conversations c ON c.id = m.conversation_id \
         WHERE l.run_id = ANY($1) AND c.deleted_at IS NULL ORDER BY m.created_at, m.id",
        runs
    );
    let mut of_change: HashMap<Uuid, Vec<Evidence>> = HashMap::new();
    for row in evidence.fetch_all(&mut *db).await? {
        of_change.entry(row.change_id).or_default().push(Evidence {
            message_id: row.message_id,
            conversation_id: row.conversation_id,
            quote: row.quote,
            at: row.created_at,
        });
    }
    let rows = sqlx::query!(
        r#"SELECT l.id, l.run_id, l.kind, l.item_id, k.content AS "before?", l.draft, l.needs_yes, l.state
           FROM memory_changes l LEFT JOIN knowledge k ON k.id = l.item_id
           WHERE l.run_id = ANY($1) ORDER BY l.run_id, l.position"#,
        runs
    );
    let mut all: HashMap<Uuid, Vec<MemoryChange>> = HashMap::new();
    for row in rows.fetch_all(db).await? {
        let unknown = || StoreError::Other("an unknown name in a line of a run".into());
        let draft: Option<KnowledgeDraft> =
            row.draft.map(serde_json::from_value).transpose().map_err(|_| unknown())?;
        let is_about = draft.as_ref().is_some_and(|draft| is_sensitive(draft.area, &draft.content));
        all.entry(row.run_id).or_default().push(MemoryChange {
            id: row.id,
            kind: MemoryChangeKind::parse(&row.kind).ok_or_else(unknown)?,
            item_id: row.item_id,
            before: row.before,
            draft,
            evidence: of_change.remove(&row.id).unwrap_or_default(),
            needs_yes: row.needs_yes,
            is_sensitive: row.needs_yes && is_about,
            state: MemoryChangeState::parse(&row.state).ok_or_else(unknown)?,
        });
    }
    Ok(all)
}
