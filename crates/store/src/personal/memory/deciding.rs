//! Decisions about the lines of a memory diff: an accepted line takes effect, a rejected one leaves a tombstone.

use super::runs::read_runs;
use super::tombstones::{bury_statement, read_hasher};
use super::writing::{add_evidence, find_same_item, set_state, write_knowledge};
use crate::connection::write::{BegunWrite, note_result};
use crate::{Store, StoreError, Write};
use celeiro_domain::personal::memory::{
    EvidenceDraft, KnowledgeDraft, KnowledgeFields, KnowledgeSource, KnowledgeState, MemoryChangeKind,
    MemoryChangeState, MemoryRun, ReplacedItem,
};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// A decision about lines of a run.
#[derive(Debug, Clone)]
pub struct MemoryDecision {
    /// The run.
    pub run: Uuid,
    /// The lines; where absent, all that wait, of those that take effect without those that need a yes of their own.
    pub changes: Option<Vec<Uuid>>,
    /// Whether they take effect.
    pub accept: bool,
    /// Whether a known item that one of them goes against holds all the same, and stays as it is.
    pub keeps_both: bool,
}

/// A line that waits.
struct WaitingLine {
    id: Uuid,
    kind: MemoryChangeKind,
    item: Option<(Uuid, i32)>,
    draft: Option<KnowledgeDraft>,
    evidence: Vec<EvidenceDraft>,
}

/// The model that read a line in messages, and its prompt.
#[derive(Clone, Copy)]
struct LineReader<'a> {
    model: &'a Option<String>,
    prompt: &'a Option<String>,
}

impl Store {
    /// Lets lines take effect or not, all of them in one operation, and gives the run as it is then. A line whose item
    /// was changed meanwhile does nothing, and says so.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such run, or it has no such line.
    pub async fn decide_memory_changes(
        &self,
        decision: &MemoryDecision,
        write: &Write,
    ) -> Result<MemoryRun, StoreError> {
        self.run_long(async {
            let mut tx = match self.begin("decide-memory", write).await? {
                BegunWrite::Done(_) => {
                    let mut db = self.pool.acquire().await?;
                    return read_runs(&mut db, &[decision.run]).await?.pop().ok_or(StoreError::NotFound);
                }
                BegunWrite::New(tx) => tx,
            };
            let run =
                sqlx::query!("SELECT model, prompt FROM memory_runs WHERE id = $1 FOR UPDATE", decision.run)
                    .fetch_one(&mut *tx)
                    .await?;
            let lines = read_waiting(&mut tx, decision).await?;
            for line in &lines {
                let state = match decision.accept {
                    true => {
                        let reader = LineReader { model: &run.model, prompt: &run.prompt };
                        apply_line(&mut tx, line, reader, decision.keeps_both).await?
                    }
                    false => refuse_line(&mut tx, line).await?,
                };
                note_state(&mut tx, line.id, state).await?;
            }
            settle_run(&mut tx, decision.run).await?;
            note_result(&mut tx, write, &json!({ "id": decision.run })).await?;
            let decided = read_runs(&mut tx, &[decision.run]).await?.pop().ok_or(StoreError::NotFound)?;
            tx.commit().await?;
            Ok(decided)
        })
        .await
    }
}

async fn read_waiting(
    db: &mut PgConnection,
    decision: &MemoryDecision,
) -> Result<Vec<WaitingLine>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, kind, item_id, version, draft, needs_yes FROM memory_changes \
         WHERE run_id = $1 AND state = 'proposed' AND ($2::uuid[] IS NULL OR id = ANY($2)) \
         ORDER BY position FOR UPDATE",
        decision.run,
        decision.changes.as_deref()
    )
    .fetch_all(&mut *db)
    .await?;
    let wanted = decision.changes.as_ref();
    if wanted.is_some_and(|wanted| wanted.iter().any(|id| rows.iter().all(|row| row.id != *id))) {
        return Err(StoreError::NotFound);
    }
    let mut lines = Vec::new();
    for row in rows {
        // A yes to all is none to what needs its own.
        if row.needs_yes && decision.accept && wanted.is_none() {
            continue;
        }
        let unknown = || StoreError::Other("a line of a run that cannot be read".into());
        let evidence = sqlx::query_as!(
            EvidenceDraft,
            "SELECT message_id, quote FROM memory_change_evidence WHERE change_id = $1 ORDER BY message_id",
            row.id
        );
        lines.push(WaitingLine {
            id: row.id,
            kind: MemoryChangeKind::parse(&row.kind).ok_or_else(unknown)?,
            item: row.item_id.zip(row.version),
            draft: row.draft.map(serde_json::from_value).transpose().map_err(|_| unknown())?,
            evidence: evidence.fetch_all(&mut *db).await?,
        });
    }
    Ok(lines)
}

async fn apply_line(
    db: &mut PgConnection,
    line: &WaitingLine,
    reader: LineReader<'_>,
    keeps_both: bool,
) -> Result<MemoryChangeState, StoreError> {
    let replace_item = |state| line.item.map(|(id, version)| ReplacedItem { id, version, state });
    let Some(draft) = &line.draft else {
        let is_dropped = match replace_item(KnowledgeState::Superseded) {
            Some(item) => set_state(db, item).await?,
            None => false,
        };
        return Ok(if is_dropped { MemoryChangeState::Accepted } else { MemoryChangeState::Conflict });
    };
    let is_change = line.kind == MemoryChangeKind::Changed;
    let (id, version) = match line.item.filter(|_| is_change) {
        Some((id, version)) => (id, Some(version)),
        None => (Uuid::now_v7(), None),
    };
    let contradicted = replace_item(KnowledgeState::Contradicted).filter(|_| !is_change && !keeps_both);
    if !is_change && add_to_same_item(db, line, &draft.content).await? {
        if let Some(item) = contradicted {
            set_state(db, item).await?;
        }
        return Ok(MemoryChangeState::Accepted);
    }
    let fields = KnowledgeFields {
        draft: draft.clone(),
        state: KnowledgeState::Active,
        source: KnowledgeSource::Consolidation,
        extractor: reader.model.clone(),
        prompt: reader.prompt.clone(),
        evidence: line.evidence.clone(),
        replaces: contradicted.into_iter().collect(),
    };
    let change = PersonalWrite { id, version, content: PersonalFields::Knowledge(Box::new(fields.clone())) };
    let is_written = write_knowledge(db, &change, &fields).await?;
    if is_written {
        let made = sqlx::query!("UPDATE memory_changes SET made_id = $2 WHERE id = $1", line.id, id);
        made.execute(db).await?;
    }
    Ok(if is_written { MemoryChangeState::Accepted } else { MemoryChangeState::Conflict })
}

/// Adds the words of a line to the item that says the same already: it was said twice, or written down meanwhile.
/// `false` where there is none.
async fn add_to_same_item(
    db: &mut PgConnection,
    line: &WaitingLine,
    content: &str,
) -> Result<bool, StoreError> {
    let hasher = read_hasher(db).await?;
    let Some(same) = find_same_item(db, &hasher, content).await? else { return Ok(false) };
    add_evidence(db, &hasher, same, &line.evidence).await?;
    let made = sqlx::query!("UPDATE memory_changes SET made_id = $2 WHERE id = $1", line.id, same);
    made.execute(db).await?;
    Ok(true)
}

/// What a person says no to does not come again from the same messages.
async fn refuse_line(db: &mut PgConnection, line: &WaitingLine) -> Result<MemoryChangeState, StoreError> {
    if let Some(draft) = &line.draft {
        let hasher = read_hasher(db).await?;
        bury_statement(db, &hasher, (line.id, &draft.content), &line.evidence).await?;
    }
    Ok(MemoryChangeState::Rejected)
}

async fn note_state(db: &mut PgConnection, line: Uuid, state: MemoryChangeState) -> Result<(), StoreError> {
    sqlx::query!("UPDATE memory_changes SET state = $2 WHERE id = $1", line, state.as_str())
        .execute(db)
        .await?;
    Ok(())
}

/// A run of which no line waits is decided.
async fn settle_run(db: &mut PgConnection, run: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE memory_runs r SET state = CASE \
           WHEN EXISTS (SELECT FROM memory_changes c WHERE c.run_id = r.id AND c.state = 'accepted') \
           THEN 'accepted' ELSE 'rejected' END \
         WHERE r.id = $1 AND r.state = 'proposed' \
           AND NOT EXISTS (SELECT FROM memory_changes c WHERE c.run_id = r.id AND c.state = 'proposed')",
        run
    )
    .execute(db)
    .await?;
    Ok(())
}
