//! Images of items: order, sizes, and the queue of images not yet examined.
//!
//! An image is an attachment of pixels without a known problem; a drawing (SVG) is a document. The order is a list of
//! ids beside the attachments, so that a restored image returns to its place.

use crate::catalog::files::{ImageProblem, ImageSize, StoredFile};
use crate::connection::transaction::change_unanswered;
use crate::connection::write::{BegunWrite, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::DocumentKind;
use serde_json::json;
use sqlx::PgConnection;
use std::collections::HashMap;
use uuid::Uuid;

/// The pictures of an item in their order, the main one first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageOrder {
    /// Counts up with every change of the order; 0 where people put them in none.
    pub version: i32,
    /// The pictures.
    pub images: Vec<StoredFile>,
}

impl Store {
    /// The pictures of an item in their order, the main one first.
    pub async fn item_images(&self, item: Uuid) -> Result<ImageOrder, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_order(&mut db, item).await
        })
        .await
    }

    /// The main picture of each of `items` that has one.
    pub async fn main_images(&self, items: &[Uuid]) -> Result<HashMap<Uuid, StoredFile>, StoreError> {
        let rows = sqlx::query_as!(
            StoredFile,
            "SELECT DISTINCT ON (f.item_id) f.id, f.item_id, f.name, f.mime_type, f.format, f.size_bytes, f.sha256, \
               NULL::integer AS text_chars, NULL::text AS text_preview, f.pages, f.is_cut, f.kind, f.width, f.height, \
               f.picture_problem, f.created_at \
             FROM catalog_files f \
             WHERE f.item_id = ANY($1) AND f.format = 'image' AND f.mime_type <> 'image/svg+xml' \
               AND f.picture_problem IS NULL AND f.deleted_at IS NULL \
             ORDER BY f.item_id, array_position((SELECT o.images FROM item_images o WHERE o.item_id = f.item_id), f.id) \
               NULLS LAST, f.created_at, f.id",
            items
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|file| (file.item_id, file)).collect())
    }

    /// Puts `first` before the other pictures of an item, which keep their order. `version` is that of the order
    /// that the person saw. One of `first` that was taken off since has its place when it is put back: an order is
    /// taken back by what it was before.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the ids in their order where that is another by now, [`StoreError::NotFound`]
    /// where there is no such item or one of `first` is no picture of it.
    pub async fn order_images(
        &self,
        (item, version): (Uuid, i32),
        first: &[Uuid],
        write: &Write,
    ) -> Result<ImageOrder, StoreError> {
        self.run(async {
            let mut tx = match self.begin("order-images", write).await? {
                BegunWrite::Done(_) => {
                    let mut db = self.pool.acquire().await?;
                    return read_order(&mut db, item).await;
                }
                BegunWrite::New(tx) => tx,
            };
            let locked = sqlx::query_scalar!(
                "SELECT id FROM catalog_items WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
                item
            );
            locked.fetch_optional(&mut *tx).await?.ok_or(StoreError::NotFound)?;
            let current = read_order(&mut tx, item).await?;
            let before: Vec<Uuid> = current.images.iter().map(|image| image.id).collect();
            if current.version != version {
                let now = json!({ "version": current.version, "images": before });
                return Err(StoreError::Conflict(Box::new(now)));
            }
            let others: Vec<Uuid> = first.iter().filter(|id| !before.contains(id)).copied().collect();
            if !are_taken_off(&mut tx, item, &others).await? {
                return Err(StoreError::NotFound);
            }
            let mut after = first.to_vec();
            after.extend(before.iter().filter(|id| !first.contains(id)));
            if after != before {
                write_order(&mut tx, item, (&before, &after), write).await?;
            }
            finish(&mut tx, write, &json!({ "id": item, "before": before, "images": after })).await?;
            let order = read_order(&mut tx, item).await?;
            tx.commit().await?;
            Ok(order)
        })
        .await
    }

    /// Notes of a content how large its picture is, or why it is none.
    pub async fn note_image(
        &self,
        sha256: &[u8],
        image: Result<ImageSize, ImageProblem>,
    ) -> Result<(), StoreError> {
        let (size, problem) = (image.ok(), image.err());
        let noted = sqlx::query!(
            "UPDATE catalog_files SET width = $2, height = $3, picture_problem = $4 \
             WHERE sha256 = $1 AND format = 'image' AND width IS NULL AND picture_problem IS NULL",
            sha256,
            size.map(|size| size.width),
            size.map(|size| size.height),
            problem.map(ImageProblem::as_str)
        );
        self.run(async { Ok(change_unanswered(&self.pool, noted).await.map(drop)?) }).await
    }

    /// Images that were not looked at yet, at most `limit` of those behind `after`, by id.
    pub async fn unmeasured_images(&self, after: Uuid, limit: i64) -> Result<Vec<StoredFile>, StoreError> {
        let rows = sqlx::query_as!(
            StoredFile,
            "SELECT id, item_id, name, mime_type, format, size_bytes, sha256, NULL::integer AS text_chars, \
               NULL::text AS text_preview, pages, is_cut, kind, width, height, picture_problem, created_at \
             FROM catalog_files \
             WHERE format = 'image' AND mime_type <> 'image/svg+xml' AND width IS NULL AND picture_problem IS NULL \
               AND deleted_at IS NULL AND id > $1 ORDER BY id LIMIT $2",
            after,
            limit
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Stores what kind of document a file is, as a person said.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such file, or it was taken off.
    pub async fn set_document_kind(
        &self,
        id: Uuid,
        kind: DocumentKind,
        write: &Write,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("set-document-kind", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let changed = sqlx::query!(
                "UPDATE catalog_files SET kind = $2 WHERE id = $1 AND deleted_at IS NULL",
                id,
                kind.as_str()
            );
            if changed.execute(&mut *tx).await?.rows_affected() == 0 {
                return Err(StoreError::NotFound);
            }
            finish(&mut tx, write, &json!({ "id": id, "kind": kind.as_str() })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// The attachments of `items` that have text, the oldest first, without their text.
    pub async fn documents_of(&self, items: &[Uuid]) -> Result<Vec<StoredFile>, StoreError> {
        let rows = sqlx::query_as!(
            StoredFile,
            "SELECT id, item_id, name, mime_type, format, size_bytes, sha256, NULL::integer AS text_chars, \
               NULL::text AS text_preview, pages, is_cut, kind, width, height, picture_problem, created_at \
             FROM catalog_files WHERE item_id = ANY($1) AND text IS NOT NULL AND deleted_at IS NULL \
             ORDER BY item_id, created_at, id",
            items
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// The beginnings of the texts of attachments, at most `most_chars` characters of each, by attachment.
    pub async fn texts_of_documents(
        &self,
        files: &[Uuid],
        most_chars: i32,
    ) -> Result<HashMap<Uuid, String>, StoreError> {
        if files.is_empty() {
            return Ok(HashMap::new());
        }
        let rows = sqlx::query!(
            r#"SELECT id, left(text, $2) AS "text!" FROM catalog_files
               WHERE id = ANY($1) AND text IS NOT NULL AND deleted_at IS NULL"#,
            files,
            most_chars
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?.into_iter().map(|row| (row.id, row.text)).collect()) }).await
    }
}

async fn read_order(db: &mut PgConnection, item: Uuid) -> Result<ImageOrder, StoreError> {
    let images = sqlx::query_as!(
        StoredFile,
        "SELECT f.id, f.item_id, f.name, f.mime_type, f.format, f.size_bytes, f.sha256, \
           NULL::integer AS text_chars, NULL::text AS text_preview, f.pages, f.is_cut, f.kind, f.width, f.height, \
           f.picture_problem, f.created_at \
         FROM catalog_files f \
         WHERE f.item_id = $1 AND f.format = 'image' AND f.mime_type <> 'image/svg+xml' \
           AND f.picture_problem IS NULL AND f.deleted_at IS NULL \
         ORDER BY array_position((SELECT o.images FROM item_images o WHERE o.item_id = f.item_id), f.id) \
           NULLS LAST, f.created_at, f.id",
        item
    )
    .fetch_all(&mut *db)
    .await?;
    let version = sqlx::query_scalar!("SELECT version FROM item_images WHERE item_id = $1", item);
    Ok(ImageOrder { version: version.fetch_optional(db).await?.unwrap_or(0), images })
}

/// Whether each of `ids` is an image of the item that was taken off.
async fn are_taken_off(db: &mut PgConnection, item: Uuid, ids: &[Uuid]) -> Result<bool, StoreError> {
    if ids.is_empty() {
        return Ok(true);
    }
    let found = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM catalog_files
           WHERE item_id = $1 AND id = ANY($2) AND format = 'image' AND deleted_at IS NOT NULL"#,
        item,
        ids
    );
    Ok(found.fetch_one(db).await? == i64::try_from(ids.len()).unwrap_or(i64::MAX))
}

/// Stores an order; pictures that it does not name follow those that it does.
async fn write_order(
    db: &mut PgConnection,
    item: Uuid,
    (before, images): (&[Uuid], &[Uuid]),
    write: &Write,
) -> Result<(), StoreError> {
    let stored = sqlx::query_scalar!("SELECT images FROM item_images WHERE item_id = $1", item)
        .fetch_optional(&mut *db)
        .await?;
    let after = sqlx::query_scalar!(
        "INSERT INTO item_images AS o (item_id, images, updated_by) VALUES ($1, $2, $3) \
         ON CONFLICT (item_id) DO UPDATE SET \
           images = excluded.images || ARRAY(SELECT id FROM unnest(o.images) WITH ORDINALITY AS old (id, place) \
             WHERE id <> ALL(excluded.images) ORDER BY place), \
           version = o.version + 1, updated_at = now(), updated_by = excluded.updated_by \
         RETURNING images",
        item,
        images,
        write.actor
    )
    .fetch_one(&mut *db)
    .await?;
    let order = |images: &[Uuid]| json!({ "item_id": item, "images": images });
    // Pictures that no person put in an order have the one in which they came.
    sqlx::query("SELECT note_item_rows('images', $1, $2)")
        .bind(order(stored.as_deref().unwrap_or(before)))
        .bind(order(&after))
        .execute(db)
        .await?;
    Ok(())
}
