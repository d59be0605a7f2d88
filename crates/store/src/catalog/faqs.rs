//! FAQs: create, read, update and delete one at a time.

use crate::catalog::items::{make_conflict_error, naming_external_id};
use crate::connection::write::{BegunWrite, finish, id_of};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::Status;
use celeiro_domain::catalog::faq::{Approval, Faq, FaqDraft};
use celeiro_domain::search::Kind;
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgExecutor};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

struct FaqRow {
    id: Uuid,
    external_id: Option<String>,
    question: String,
    answer: String,
    tags: Vec<String>,
    status: String,
    approved_at: Option<DateTime<Utc>>,
    approval: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    version: i32,
    deleted: bool,
}

impl From<FaqRow> for Faq {
    fn from(row: FaqRow) -> Self {
        Faq {
            id: row.id,
            external_id: row.external_id,
            question: row.question,
            answer: row.answer,
            tags: row.tags,
            status: Status::parse(&row.status).unwrap_or_default(),
            approved_at: row.approved_at,
            approval: Approval::parse(&row.approval).unwrap_or_default(),
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        }
    }
}

impl Store {
    /// Reads the FAQs with these ids, in this order; deleted ones are left out.
    pub async fn faqs(&self, ids: &[Uuid]) -> Result<Vec<Faq>, StoreError> {
        let stored = self.run(async { stored_faqs(&self.pool, ids).await }).await?;
        Ok(stored.into_iter().filter(|(_, deleted)| !deleted).map(|(faq, _)| faq).collect())
    }

    /// Finds those of the FAQs `ids` whose folded question another FAQ has too.
    pub async fn shared_questions(&self, ids: &[Uuid]) -> Result<HashSet<Uuid>, StoreError> {
        let shared = sqlx::query_scalar!(
            "SELECT f.id FROM faqs f WHERE f.id = ANY($1) AND EXISTS (SELECT FROM faqs o \
             WHERE md5(o.question_normalized) = md5(f.question_normalized) AND o.id <> f.id AND o.searchable)",
            ids
        )
        .fetch_all(&self.pool);
        Ok(self.run(async { Ok(shared.await?) }).await?.into_iter().collect())
    }

    /// Reads the FAQ `id` of the catalog.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn faq(&self, id: Uuid) -> Result<Faq, StoreError> {
        self.faqs(&[id]).await?.pop().ok_or(StoreError::NotFound)
    }

    /// Stores a new FAQ from a checked draft.
    ///
    /// # Errors
    /// [`StoreError::DuplicateExternalId`].
    pub async fn create_faq(&self, draft: &FaqDraft, write: &Write) -> Result<Faq, StoreError> {
        self.run(self.insert_faq(draft, write)).await
    }

    async fn insert_faq(&self, draft: &FaqDraft, write: &Write) -> Result<Faq, StoreError> {
        let mut tx = match self.begin("create-faq", write).await? {
            BegunWrite::Done(result) => return self.faq(id_of(&result)?).await,
            BegunWrite::New(tx) => tx,
        };
        let id = insert_faq_row(&mut tx, draft).await?;
        finish(&mut tx, write, &json!({ "id": id })).await?;
        let faq = read_faq(&mut tx, id).await?;
        tx.commit().await?;
        Ok(faq)
    }

    /// Replaces the FAQ `id`, which must still be at `version`.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the FAQ as it is now, [`StoreError::NotFound`],
    /// [`StoreError::DuplicateExternalId`].
    pub async fn update_faq(
        &self,
        id: Uuid,
        version: i32,
        draft: &FaqDraft,
        write: &Write,
    ) -> Result<Faq, StoreError> {
        self.run(self.save_faq(id, version, draft, write)).await
    }

    async fn save_faq(
        &self,
        id: Uuid,
        version: i32,
        draft: &FaqDraft,
        write: &Write,
    ) -> Result<Faq, StoreError> {
        let mut tx = match self.begin("update-faq", write).await? {
            BegunWrite::Done(_) => return self.faq(id).await,
            BegunWrite::New(tx) => tx,
        };
        let saved = sqlx::query!(
            "UPDATE faqs SET external_id = $3, question = $4, answer = $5, tags = $6, status = $7, \
             approved_at = $8 \
             WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
            id,
            version,
            draft.external_id,
            draft.question,
            draft.answer,
            &draft.tags,
            draft.status.as_str(),
            draft.approved_at
        )
        .execute(&mut *tx)
        .await
        .map_err(|e| naming_external_id(e, draft.external_id.as_deref()))?
        .rows_affected();
        let current = read_faq(&mut tx, id).await?;
        if saved == 0 {
            return Err(make_conflict_error(&current));
        }
        finish(&mut tx, write, &json!({ "id": id })).await?;
        tx.commit().await?;
        Ok(current)
    }

    /// Deletes the FAQ `id` so that [`Store::restore_faq`] can bring it back.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted already.
    pub async fn delete_faq(&self, id: Uuid, write: &Write) -> Result<(), StoreError> {
        self.run(self.delete_record(Kind::Faqs, id, write)).await
    }

    /// Restores a deleted FAQ.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is not deleted.
    pub async fn restore_faq(&self, id: Uuid, write: &Write) -> Result<Faq, StoreError> {
        self.run(async {
            let Some(mut tx) = self.mark_deleted(Kind::Faqs, id, false, write).await? else {
                return self.faq(id).await;
            };
            let faq = read_faq(&mut tx, id).await?;
            tx.commit().await?;
            Ok(faq)
        })
        .await
    }
}

/// Inserts a FAQ from a checked draft and gives its id.
///
/// # Errors
/// [`StoreError::DuplicateExternalId`].
pub(crate) async fn insert_faq_row(db: &mut PgConnection, draft: &FaqDraft) -> Result<Uuid, StoreError> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "INSERT INTO faqs (id, external_id, question, answer, tags, status, approved_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id,
        draft.external_id,
        draft.question,
        draft.answer,
        &draft.tags,
        draft.status.as_str(),
        draft.approved_at
    )
    .execute(db)
    .await
    .map_err(|e| naming_external_id(e, draft.external_id.as_deref()))?;
    Ok(id)
}

/// The FAQ `id` as a transaction sees it, for the same reason as an item.
async fn read_faq(db: &mut PgConnection, id: Uuid) -> Result<Faq, StoreError> {
    let stored = stored_faqs(db, &[id]).await?.pop().filter(|(_, deleted)| !deleted);
    stored.map(|(faq, _)| faq).ok_or(StoreError::NotFound)
}

/// The FAQs with these ids, in this order, and whether each is deleted.
pub(crate) async fn stored_faqs(
    db: impl PgExecutor<'_>,
    ids: &[Uuid],
) -> Result<Vec<(Faq, bool)>, StoreError> {
    let rows = sqlx::query_as!(
        FaqRow,
        r#"SELECT id, external_id, question, answer, tags, status, approved_at, approval, created_at,
           updated_at, version,
           deleted_at IS NOT NULL AS "deleted!" FROM faqs WHERE id = ANY($1)"#,
        ids
    )
    .fetch_all(db)
    .await?;
    let read_row = |row: FaqRow| (row.id, (row.deleted, Faq::from(row)));
    let mut by_id: HashMap<Uuid, (bool, Faq)> = rows.into_iter().map(read_row).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).map(|(deleted, faq)| (faq, deleted)).collect())
}
