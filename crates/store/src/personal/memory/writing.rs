//! Writing of a memory item with its hashes, its evidence, and the items that it replaces.

use super::tombstones::{read_hasher, word_hashes};
use crate::StoreError;
use celeiro_domain::personal::memory::tombstone::{Hasher, StatementHashes};
use celeiro_domain::personal::memory::{EvidenceDraft, KnowledgeFields, KnowledgeSource, ReplacedItem};
use celeiro_domain::personal::write::PersonalWrite;
use sqlx::PgConnection;
use uuid::Uuid;

/// Writes an item; `false`, and nothing is written, where it or an item that it replaces is not at the version that
/// the write starts from, or where no message is left that says it.
pub(crate) async fn write_knowledge(
    db: &mut PgConnection,
    change: &PersonalWrite,
    fields: &KnowledgeFields,
) -> Result<bool, StoreError> {
    let hasher = read_hasher(db).await?;
    if !holds_replaced(db, &fields.replaces).await? || !is_said(db, fields).await? {
        return Ok(false);
    }
    let hashes = hasher.hash_statement(&fields.draft.content);
    let is_written = match change.version {
        None => insert_row(db, change.id, fields, &hashes).await?,
        Some(version) => update_row(db, (change.id, version), fields, &hashes).await?,
    };
    if is_written {
        add_evidence(db, &hasher, change.id, &fields.evidence).await?;
        for replaced in &fields.replaces {
            set_state(db, *replaced).await?;
        }
    }
    Ok(is_written)
}

/// The item that holds and says the same, whatever its spelling.
pub(crate) async fn find_same_item(
    db: &mut PgConnection,
    hasher: &Hasher,
    content: &str,
) -> Result<Option<Uuid>, StoreError> {
    let hash = hasher.hash_statement(content).content;
    let same = sqlx::query_scalar!(
        "SELECT id FROM knowledge WHERE content_hash = $1 AND state = 'active' AND deleted_at IS NULL \
         ORDER BY created_at LIMIT 1 FOR UPDATE",
        hash.as_slice()
    );
    Ok(same.fetch_optional(db).await?)
}

/// Whether each item is at its version; they stay so until the end of the transaction.
async fn holds_replaced(db: &mut PgConnection, replaced: &[ReplacedItem]) -> Result<bool, StoreError> {
    for one in replaced {
        let held = sqlx::query_scalar!(
            "SELECT id FROM knowledge WHERE id = $1 AND version = $2 AND deleted_at IS NULL FOR UPDATE",
            one.id,
            one.version
        )
        .fetch_optional(&mut *db)
        .await?;
        if held.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a message is left that says it; what a person writes by hand needs none.
async fn is_said(db: &mut PgConnection, fields: &KnowledgeFields) -> Result<bool, StoreError> {
    if fields.source == KnowledgeSource::Page {
        return Ok(true);
    }
    let messages: Vec<Uuid> = fields.evidence.iter().map(|one| one.message_id).collect();
    let is_said = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM messages m JOIN conversations c ON c.id = m.conversation_id
             WHERE m.id = ANY($1) AND m.role = 'user' AND c.deleted_at IS NULL) AS "said!""#,
        &messages
    );
    Ok(is_said.fetch_one(db).await?)
}

async fn insert_row(
    db: &mut PgConnection,
    id: Uuid,
    fields: &KnowledgeFields,
    hashes: &StatementHashes,
) -> Result<bool, StoreError> {
    let draft = &fields.draft;
    sqlx::query!(
        "INSERT INTO knowledge (id, type, content, area, sub_area, confidence, valid_from, valid_to, state, source, \
           extractor, prompt, content_hash, word_hashes) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        id,
        draft.kind.as_str(),
        draft.content,
        draft.area.as_str(),
        draft.sub_area,
        draft.confidence,
        draft.valid_from,
        draft.valid_to,
        fields.state.as_str(),
        fields.source.as_str(),
        fields.extractor,
        fields.prompt,
        hashes.content.as_slice(),
        &word_hashes(hashes)
    )
    .execute(db)
    .await?;
    Ok(true)
}

async fn update_row(
    db: &mut PgConnection,
    (id, version): (Uuid, i32),
    fields: &KnowledgeFields,
    hashes: &StatementHashes,
) -> Result<bool, StoreError> {
    let draft = &fields.draft;
    let saved = sqlx::query!(
        "UPDATE knowledge SET type = $3, content = $4, area = $5, sub_area = $6, confidence = $7, valid_from = $8, \
           valid_to = $9, state = $10, source = $11, extractor = $12, prompt = $13, content_hash = $14, \
           word_hashes = $15 \
         WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        id,
        version,
        draft.kind.as_str(),
        draft.content,
        draft.area.as_str(),
        draft.sub_area,
        draft.confidence,
        draft.valid_from,
        draft.valid_to,
        fields.state.as_str(),
        fields.source.as_str(),
        fields.extractor,
        fields.prompt,
        hashes.content.as_slice(),
        &word_hashes(hashes)
    );
    Ok(saved.execute(db).await?.rows_affected() == 1)
}

/// Adds the messages that are still there.
pub(crate) async fn add_evidence(
    db: &mut PgConnection,
    hasher: &Hasher,
    id: Uuid,
    evidence: &[EvidenceDraft],
) -> Result<(), StoreError> {
    for one in evidence {
        let source = hasher.hash_source(one.message_id);
        sqlx::query!(
            "INSERT INTO knowledge_evidence (item_id, message_id, quote, source_hash) \
             SELECT $1::uuid, m.id, $3::text, $4::bytea FROM messages m WHERE m.id = $2 AND m.role = 'user' ON CONFLICT DO NOTHING",
            id,
            one.message_id,
            one.quote,
            source.as_slice()
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Sets the state of an item at its version; whether it was there.
pub(crate) async fn set_state(db: &mut PgConnection, replaced: ReplacedItem) -> Result<bool, StoreError> {
    let set = sqlx::query!(
        "UPDATE knowledge SET state = $3 WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        replaced.id,
        replaced.version,
        replaced.state.as_str()
    );
    Ok(set.execute(db).await?.rows_affected() == 1)
}
