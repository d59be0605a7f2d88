//! Memory items with their evidence and their uses.

use crate::connection::transaction::change_unanswered;
use crate::{Store, StoreError};
use celeiro_domain::personal::decision::Area;
use celeiro_domain::personal::memory::{
    Evidence, KnowledgeDraft, KnowledgeItem, KnowledgeKind, KnowledgeSource, KnowledgeState,
};
use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// Which items.
#[derive(Debug, Clone, Copy, Default)]
pub struct KnowledgeQuery {
    /// Of this kind alone.
    pub kind: Option<KnowledgeKind>,
    /// Of this area alone.
    pub area: Option<Area>,
    /// In this state alone.
    pub state: Option<KnowledgeState>,
}

/// An answer in which an item was used.
#[derive(Debug, Clone, PartialEq)]
pub struct KnowledgeUse {
    /// The answer.
    pub message_id: Uuid,
    /// Its conversation.
    pub conversation_id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
}

struct KnowledgeRow {
    id: Uuid,
    kind: String,
    content: String,
    area: String,
    sub_area: Option<String>,
    confidence: f64,
    valid_from: Option<NaiveDate>,
    valid_to: Option<NaiveDate>,
    state: String,
    source: String,
    extractor: Option<String>,
    prompt: Option<String>,
    version: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl KnowledgeRow {
    fn read(self) -> Result<KnowledgeItem, StoreError> {
        let unknown = || StoreError::Other("an unknown name in an item of memory".into());
        Ok(KnowledgeItem {
            id: self.id,
            draft: KnowledgeDraft {
                kind: KnowledgeKind::parse(&self.kind).ok_or_else(unknown)?,
                content: self.content,
                area: Area::parse(&self.area).ok_or_else(unknown)?,
                sub_area: self.sub_area,
                confidence: self.confidence,
                valid_from: self.valid_from,
                valid_to: self.valid_to,
            },
            state: KnowledgeState::parse(&self.state).ok_or_else(unknown)?,
            source: KnowledgeSource::parse(&self.source).ok_or_else(unknown)?,
            extractor: self.extractor,
            prompt: self.prompt,
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

impl Store {
    /// Items that are not deleted, the surest first, then the latest.
    pub async fn knowledge(&self, query: &KnowledgeQuery) -> Result<Vec<KnowledgeItem>, StoreError> {
        let rows = sqlx::query_as!(
            KnowledgeRow,
            r#"SELECT id, type AS kind, content, area, sub_area, confidence, valid_from, valid_to, state, source,
                 extractor, prompt, version, created_at, updated_at
               FROM knowledge WHERE deleted_at IS NULL AND ($1::text IS NULL OR type = $1)
                 AND ($2::text IS NULL OR area = $2) AND ($3::text IS NULL OR state = $3)
               ORDER BY confidence DESC, updated_at DESC, id"#,
            query.kind.map(KnowledgeKind::as_str),
            query.area.map(Area::as_str),
            query.state.map(KnowledgeState::as_str)
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter().map(KnowledgeRow::read).collect()
    }

    /// Items that hold on a day, the surest first, then the latest; at most `limit`.
    pub async fn surest_knowledge(
        &self,
        day: NaiveDate,
        limit: i64,
    ) -> Result<Vec<KnowledgeItem>, StoreError> {
        let rows = sqlx::query_as!(
            KnowledgeRow,
            r#"SELECT id, type AS kind, content, area, sub_area, confidence, valid_from, valid_to, state, source,
                 extractor, prompt, version, created_at, updated_at
               FROM knowledge WHERE deleted_at IS NULL AND state = 'active'
                 AND (valid_from IS NULL OR valid_from <= $1) AND (valid_to IS NULL OR valid_to >= $1)
               ORDER BY confidence DESC, updated_at DESC, id LIMIT $2"#,
            day,
            limit
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter().map(KnowledgeRow::read).collect()
    }

    /// Reads those of the memory items `ids` that are neither deleted nor replaced, in no order.
    pub async fn active_knowledge(&self, ids: &[Uuid]) -> Result<Vec<KnowledgeItem>, StoreError> {
        let rows = sqlx::query_as!(
            KnowledgeRow,
            r#"SELECT id, type AS kind, content, area, sub_area, confidence, valid_from, valid_to, state, source,
                 extractor, prompt, version, created_at, updated_at
               FROM knowledge WHERE id = ANY($1) AND deleted_at IS NULL AND state = 'active'"#,
            ids
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter().map(KnowledgeRow::read).collect()
    }

    /// Reads the memory item `id` of the personal assistant.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted.
    pub async fn knowledge_item(&self, id: Uuid) -> Result<KnowledgeItem, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_knowledge(&mut db, id).await
        })
        .await
    }

    /// The words that items were taken from, of conversations that are not deleted, the latest first.
    pub async fn knowledge_evidence(&self, ids: &[Uuid]) -> Result<Vec<(Uuid, Evidence)>, StoreError> {
        let rows = sqlx::query!(
            "SELECT e.item_id, e.message_id, m.conversation_id, e.quote, m.created_at \
             FROM knowledge_evidence e JOIN messages m ON m.id = e.message_id \
               JOIN conversations c ON c.id = m.conversation_id \
             WHERE e.item_id = ANY($1) AND c.deleted_at IS NULL ORDER BY m.created_at DESC, m.id",
            ids
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let evidence = rows.into_iter().map(|row| {
            let (message_id, conversation_id) = (row.message_id, row.conversation_id);
            (row.item_id, Evidence { message_id, conversation_id, quote: row.quote, at: row.created_at })
        });
        Ok(evidence.collect())
    }

    /// The answers in which an item was used, the latest first.
    pub async fn knowledge_uses(&self, id: Uuid, limit: i64) -> Result<Vec<KnowledgeUse>, StoreError> {
        let rows = sqlx::query_as!(
            KnowledgeUse,
            "SELECT u.message_id, m.conversation_id, u.at FROM knowledge_uses u \
               JOIN messages m ON m.id = u.message_id JOIN conversations c ON c.id = m.conversation_id \
             WHERE u.item_id = $1 AND c.deleted_at IS NULL ORDER BY u.at DESC, u.message_id LIMIT $2",
            id,
            limit
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Notes which items an answer was given, and which of them its words carry; of items or an answer that are gone,
    /// nothing.
    pub async fn note_knowledge_uses(
        &self,
        message: Uuid,
        items: &[Uuid],
        in_answer: &[Uuid],
    ) -> Result<(), StoreError> {
        let noted = sqlx::query!(
            "INSERT INTO knowledge_uses (item_id, message_id, in_answer) SELECT k.id, m.id, k.id = ANY($3) \
             FROM knowledge k, messages m WHERE k.id = ANY($2) AND m.id = $1 ON CONFLICT DO NOTHING",
            message,
            items,
            in_answer
        );
        self.run(async { Ok(change_unanswered(&self.writing, noted).await.map(drop)?) }).await
    }
}

/// The item `id`.
///
/// # Errors
/// [`StoreError::NotFound`] where there is none or it is deleted.
pub(crate) async fn read_knowledge(db: &mut PgConnection, id: Uuid) -> Result<KnowledgeItem, StoreError> {
    let row = sqlx::query_as!(
        KnowledgeRow,
        r#"SELECT id, type AS kind, content, area, sub_area, confidence, valid_from, valid_to, state, source,
             extractor, prompt, version, created_at, updated_at
           FROM knowledge WHERE id = $1 AND deleted_at IS NULL"#,
        id
    );
    row.fetch_one(db).await?.read()
}
