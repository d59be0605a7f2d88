//! Synonym groups.

use crate::catalog::items::make_conflict_error;
use crate::connection::transaction::begin_patient_transaction;
use crate::connection::write::{BegunWrite, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::synonyms::{GroupKind, StoredGroup, SynonymGroup};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgExecutor;
use uuid::Uuid;

struct GroupRow {
    id: i32,
    kind: String,
    name: String,
    terms: Vec<String>,
    version: i32,
    updated_at: DateTime<Utc>,
}

impl From<GroupRow> for StoredGroup {
    fn from(row: GroupRow) -> Self {
        let group = SynonymGroup { kind: parse_kind(&row.kind), name: row.name, terms: row.terms };
        StoredGroup { id: row.id, group, version: row.version, updated_at: row.updated_at }
    }
}

impl Store {
    /// Writes the shipped groups into a database that was never seeded; what people changed or
    /// removed since stays changed or removed. Programs that open a new database together wait for the one that
    /// writes them.
    pub async fn seed_synonyms(&self, groups: &[SynonymGroup]) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_patient_transaction(&self.writing).await?;
            let first = sqlx::query!("INSERT INTO milestones (name) VALUES ('synonyms-seeded') ON CONFLICT DO NOTHING")
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if first == 0 {
                return Ok(());
            }
            for group in groups {
                sqlx::query!(
                    "INSERT INTO synonym_groups (kind, name, terms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    kind_name(group.kind),
                    group.name,
                    &group.terms
                )
                .execute(&mut *tx)
                .await?;
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Lists all synonym groups, in the order they were made.
    pub async fn synonym_groups(&self) -> Result<Vec<StoredGroup>, StoreError> {
        let rows = sqlx::query_as!(
            GroupRow,
            "SELECT id, kind, name, terms, version, updated_at FROM synonym_groups \
             WHERE deleted_at IS NULL ORDER BY id"
        )
        .fetch_all(&self.pool);
        Ok(self.run(async { Ok(rows.await?) }).await?.into_iter().map(StoredGroup::from).collect())
    }

    /// Reads the synonym group `id`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also where it is deleted.
    pub async fn synonym_group(&self, id: i32) -> Result<StoredGroup, StoreError> {
        self.run(read_group(&self.pool, id)).await
    }

    /// Reads the synonym group `id` where it is deleted.
    pub async fn deleted_synonym_group(&self, id: i32) -> Result<Option<SynonymGroup>, StoreError> {
        let row = sqlx::query_as!(
            GroupRow,
            "SELECT id, kind, name, terms, version, updated_at FROM synonym_groups \
             WHERE id = $1 AND deleted_at IS NOT NULL",
            id
        )
        .fetch_optional(&self.pool);
        Ok(self.run(async { Ok(row.await?) }).await?.map(|row| StoredGroup::from(row).group))
    }

    /// The group that the operation `id` has made, where it has been; of `actor` alone where one is given.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where it made one that is deleted since.
    pub async fn group_made_by(
        &self,
        id: Uuid,
        actor: Option<&str>,
    ) -> Result<Option<StoredGroup>, StoreError> {
        let made = sqlx::query_scalar!(
            "SELECT (result ->> 'id')::integer FROM operations \
             WHERE id = $1 AND kind = 'create-synonyms' AND actor = coalesce($2, actor)",
            id,
            actor
        )
        .fetch_optional(&self.pool);
        match self.run(async { self.settle_made(made.await?.flatten()).await }).await? {
            Some(group) => Ok(Some(self.synonym_group(group).await?)),
            None => Ok(None),
        }
    }

    /// Stores a new, checked synonym group.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] where another has its name.
    pub async fn create_synonym_group(
        &self,
        group: &SynonymGroup,
        write: &Write,
    ) -> Result<StoredGroup, StoreError> {
        self.run(self.insert_group(group, write)).await
    }

    async fn insert_group(&self, group: &SynonymGroup, write: &Write) -> Result<StoredGroup, StoreError> {
        let mut tx = match self.begin("create-synonyms", write).await? {
            BegunWrite::Done(result) => {
                return self.synonym_group(result["id"].as_i64().unwrap_or_default() as i32).await;
            }
            BegunWrite::New(tx) => tx,
        };
        let id = sqlx::query_scalar!(
            "INSERT INTO synonym_groups (kind, name, terms) VALUES ($1, $2, $3) RETURNING id",
            kind_name(group.kind),
            group.name,
            &group.terms
        )
        .fetch_one(&mut *tx)
        .await?;
        finish(&mut tx, write, &json!({ "id": id })).await?;
        let group = read_group(&mut *tx, id).await?;
        tx.commit().await?;
        Ok(group)
    }

    /// Replaces the group `id`, which must still be at `version`.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the group as it is now, [`StoreError::NotFound`],
    /// [`StoreError::Constraint`] where another has its name.
    pub async fn update_synonym_group(
        &self,
        id: i32,
        version: i32,
        group: &SynonymGroup,
        write: &Write,
    ) -> Result<StoredGroup, StoreError> {
        self.run(self.save_group(id, version, group, write)).await
    }

    async fn save_group(
        &self,
        id: i32,
        version: i32,
        group: &SynonymGroup,
        write: &Write,
    ) -> Result<StoredGroup, StoreError> {
        let mut tx = match self.begin("update-synonyms", write).await? {
            BegunWrite::Done(_) => return self.synonym_group(id).await,
            BegunWrite::New(tx) => tx,
        };
        let saved = sqlx::query!(
            "UPDATE synonym_groups SET kind = $3, name = $4, terms = $5, version = version + 1, updated_at = now() \
             WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
            id,
            version,
            kind_name(group.kind),
            group.name,
            &group.terms
        )
        .execute(&mut *tx)
        .await?
        .rows_affected();
        let current = read_group(&mut *tx, id).await?;
        if saved == 0 {
            return Err(make_conflict_error(&current));
        }
        finish(&mut tx, write, &json!({ "id": id })).await?;
        tx.commit().await?;
        Ok(current)
    }

    /// Deletes the synonym group `id`, or restores it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where it is so already; [`StoreError::Constraint`] where a group that
    /// comes back finds its name taken.
    pub async fn mark_group_deleted(&self, id: i32, deleted: bool, write: &Write) -> Result<(), StoreError> {
        let kind = if deleted { "delete-synonyms" } else { "restore-synonyms" };
        self.run(async {
            let mut tx = match self.begin(kind, write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let marked = sqlx::query!(
                "UPDATE synonym_groups SET deleted_at = CASE WHEN $2 THEN now() END, version = version + 1, \
                 updated_at = now() WHERE id = $1 AND (deleted_at IS NULL) = $2",
                id,
                deleted
            )
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if marked == 0 {
                return Err(StoreError::NotFound);
            }
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

/// Reads a group that is not deleted.
async fn read_group(db: impl PgExecutor<'_>, id: i32) -> Result<StoredGroup, StoreError> {
    let row = sqlx::query_as!(
        GroupRow,
        "SELECT id, kind, name, terms, version, updated_at FROM synonym_groups \
         WHERE id = $1 AND deleted_at IS NULL",
        id
    )
    .fetch_optional(db)
    .await?;
    row.map(StoredGroup::from).ok_or(StoreError::NotFound)
}

fn kind_name(kind: GroupKind) -> &'static str {
    match kind {
        GroupKind::Culture => "culture",
        GroupKind::Treatment => "treatment",
        GroupKind::Generic => "generic",
    }
}

fn parse_kind(name: &str) -> GroupKind {
    match name {
        "culture" => GroupKind::Culture,
        "treatment" => GroupKind::Treatment,
        _ => GroupKind::Generic,
    }
}
