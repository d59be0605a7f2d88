//! Saved views of a grid.

use crate::connection::write::{BegunWrite, finish, id_of};
use crate::{Store, StoreError, Write};
use celeiro_domain::search::Kind;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{PgExecutor, PgTransaction};
use uuid::Uuid;

/// A view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredView {
    /// The view.
    pub id: Uuid,
    /// Of what it is.
    pub kind: Kind,
    /// Whose it is.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Whether all users see it.
    pub shared: bool,
    /// What it shows; known to who saves it.
    pub content: Value,
    /// Counts up with every save.
    pub version: i32,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
}

struct Row {
    id: Uuid,
    kind: String,
    owner: String,
    name: String,
    shared: bool,
    content: Value,
    version: i32,
    updated_at: DateTime<Utc>,
}

impl From<Row> for StoredView {
    fn from(row: Row) -> Self {
        let Row { id, kind, owner, name, shared, content, version, updated_at } = row;
        let kind = if kind == Kind::Faqs.as_str() { Kind::Faqs } else { Kind::Items };
        Self { id, kind, owner, name, shared, content, version, updated_at }
    }
}

impl Store {
    /// Lists the grid's saved views of `owner`, and the shared ones, by name.
    pub async fn views(&self, kind: Kind, owner: &str) -> Result<Vec<StoredView>, StoreError> {
        let rows = sqlx::query_as!(
            Row,
            "SELECT id, kind, owner, name, shared, content, version, updated_at FROM grid_views \
             WHERE kind = $1 AND (owner = $2 OR shared) ORDER BY normalize_text(name), owner, id",
            kind.as_str(),
            owner
        )
        .fetch_all(&self.pool);
        Ok(self.run(async { Ok(rows.await?) }).await?.into_iter().map(Into::into).collect())
    }

    /// Saves a new view, or, where `place` names one of the writer's in its version, that.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the view, [`StoreError::NotFound`], [`StoreError::Constraint`]
    /// `grid_views_name_once`.
    pub async fn save_view(
        &self,
        place: Option<(Uuid, i32)>,
        kind: Kind,
        name: &str,
        shared: bool,
        content: &Value,
        write: &Write,
    ) -> Result<StoredView, StoreError> {
        self.run(async {
            let mut tx = match self.begin("save-view", write).await? {
                BegunWrite::Done(result) => {
                    return read_view(&self.pool, id_of(&result)?).await;
                }
                BegunWrite::New(tx) => tx,
            };
            let id = match place {
                Some((id, version)) => {
                    lock_grid_view(&mut tx, id, version, write).await?;
                    sqlx::query!(
                        "UPDATE grid_views SET name = $2, shared = $3, content = $4, version = version + 1, \
                         updated_at = now() WHERE id = $1",
                        id,
                        name,
                        shared,
                        content
                    )
                    .execute(&mut *tx)
                    .await?;
                    id
                }
                None => {
                    let id = Uuid::now_v7();
                    sqlx::query!(
                        "INSERT INTO grid_views (id, kind, owner, name, shared, content) \
                         VALUES ($1, $2, $3, $4, $5, $6)",
                        id,
                        kind.as_str(),
                        write.actor,
                        name,
                        shared,
                        content
                    )
                    .execute(&mut *tx)
                    .await?;
                    id
                }
            };
            finish(&mut tx, write, &json!({ "id": id })).await?;
            let view = read_view(&mut *tx, id).await?;
            tx.commit().await?;
            Ok(view)
        })
        .await
    }

    /// Deletes a saved view of the grid that belongs to the writer.
    ///
    /// # Errors
    /// [`StoreError::Conflict`], [`StoreError::NotFound`].
    pub async fn delete_view(&self, id: Uuid, version: i32, write: &Write) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("delete-view", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            lock_grid_view(&mut tx, id, version, write).await?;
            sqlx::query!("DELETE FROM grid_views WHERE id = $1", id).execute(&mut *tx).await?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            Ok(tx.commit().await?)
        })
        .await
    }
}

/// Reads a view of any owner.
async fn read_view(db: impl PgExecutor<'_>, id: Uuid) -> Result<StoredView, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, kind, owner, name, shared, content, version, updated_at FROM grid_views WHERE id = $1",
        id
    )
    .fetch_one(db);
    Ok(row.await?.into())
}

/// Holds the view, which must be the writer's and still at `version`.
async fn lock_grid_view(
    tx: &mut PgTransaction<'static>,
    id: Uuid,
    version: i32,
    write: &Write,
) -> Result<(), StoreError> {
    let view: StoredView = sqlx::query_as!(
        Row,
        "SELECT id, kind, owner, name, shared, content, version, updated_at FROM grid_views \
         WHERE id = $1 AND owner = $2 FOR UPDATE",
        id,
        write.actor
    )
    .fetch_one(&mut **tx)
    .await?
    .into();
    if view.version == version { Ok(()) } else { Err(crate::catalog::items::make_conflict_error(&view)) }
}
