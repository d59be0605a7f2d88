//! Attachments: metadata and text of files. The bytes are stored outside the database.

use crate::connection::encode;
use crate::connection::write::{BegunWrite, finish, id_of};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::DocumentKind;
use chrono::{DateTime, Utc};
use serde_json::json;
use std::collections::HashMap;
use uuid::Uuid;

/// The size of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageSize {
    /// Width in pixels, upright.
    pub width: i32,
    /// Height in pixels, upright.
    pub height: i32,
}

/// Why an image is kept as a document and not shown as a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageProblem {
    /// It has more pixels than are decoded.
    TooManyPixels,
    /// It cannot be decoded.
    Damaged,
    /// Decoding it takes more time or memory than it may.
    Unreadable,
}

impl ImageProblem {
    /// The name in the database.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::TooManyPixels => "too_many_pixels",
            Self::Damaged => "damaged",
            Self::Unreadable => "unreadable",
        }
    }
}

/// A file to be attached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFile {
    /// To which item.
    pub item_id: Uuid,
    /// What people call it.
    pub name: String,
    /// Its media type, by its content.
    pub mime_type: String,
    /// What kind of document it is: `pdf`, `docx`, `xlsx`, `html`, `text`, `image`.
    pub format: &'static str,
    /// Its bytes.
    pub size_bytes: i64,
    /// SHA-256 of its content.
    pub sha256: Vec<u8>,
    /// Its text.
    pub text: Option<String>,
    /// The beginning of its text.
    pub text_preview: Option<String>,
    /// Pages, where it has any.
    pub pages: Option<i32>,
    /// Whether it goes on behind the text.
    pub is_cut: bool,
    /// Of a picture: its size, or why it is none.
    pub image: Option<Result<ImageSize, ImageProblem>>,
}

/// An attachment, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// The attachment.
    pub id: Uuid,
    /// Its item.
    pub item_id: Uuid,
    /// What people call it.
    pub name: String,
    /// Its media type.
    pub mime_type: String,
    /// What kind of document it is.
    pub format: String,
    /// Its bytes.
    pub size_bytes: i64,
    /// SHA-256 of its content.
    pub sha256: Vec<u8>,
    /// Characters of its text; `None` where it has none.
    pub text_chars: Option<i32>,
    /// The beginning of its text.
    pub text_preview: Option<String>,
    /// Pages, where it has any.
    pub pages: Option<i32>,
    /// Whether it goes on behind the text.
    pub is_cut: bool,
    /// What kind a person said it is: `label`, `leaflet`, `safety_sheet`, `other`.
    pub kind: Option<String>,
    /// Of a picture that was looked at: its width in pixels, upright.
    pub width: Option<i32>,
    /// Of a picture that was looked at: its height in pixels, upright.
    pub height: Option<i32>,
    /// Why an image is no picture.
    pub picture_problem: Option<String>,
    /// When it was attached.
    pub created_at: DateTime<Utc>,
}

impl StoredFile {
    /// Kind of the attached document to a dealer: as a person said, else by its name.
    pub fn document_kind(&self) -> DocumentKind {
        self.kind.as_deref().map_or_else(|| DocumentKind::guess(&self.name), DocumentKind::from_stored)
    }

    /// Whether the attached file may be shown as a picture: an image of pixels without a known problem.
    pub fn is_picture(&self) -> bool {
        self.format == "image" && self.mime_type != "image/svg+xml" && self.picture_problem.is_none()
    }
}

impl Store {
    /// Attaches a file. Content that the item has already is not attached twice: the answer is then the
    /// attachment that is there. `keep` puts its bytes in their place; no purge throws bytes away from then
    /// until the attachment is there.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such item, and those of `keep`; nothing is attached then.
    pub async fn attach_file<E: From<StoreError>>(
        &self,
        file: &NewFile,
        write: &Write,
        keep: impl Future<Output = Result<(), E>>,
    ) -> Result<Uuid, E> {
        let attached = self.run(async {
            let mut tx = match self.begin_with_file("attach-file", write, keep).await? {
                Err(error) => return Ok(Err(error)),
                Ok(BegunWrite::Done(result)) => return Ok(Ok(id_of(&result)?)),
                Ok(BegunWrite::New(tx)) => tx,
            };
            let item = sqlx::query_scalar!(
                "SELECT id FROM catalog_items WHERE id = $1 AND deleted_at IS NULL FOR SHARE",
                file.item_id
            );
            item.fetch_optional(&mut *tx).await?.ok_or(StoreError::NotFound)?;
            let name = encode::encode_text(&file.name);
            let text = file.text.as_deref().map(encode::encode_text);
            let preview = file.text_preview.as_deref().map(encode::encode_text);
            let size = file.image.and_then(Result::ok);
            let problem = file.image.and_then(Result::err);
            let attached = sqlx::query_scalar!(
                "INSERT INTO catalog_files (item_id, name, mime_type, format, size_bytes, sha256, text, \
                   text_preview, pages, is_cut, width, height, picture_problem) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
                 ON CONFLICT (item_id, sha256) WHERE deleted_at IS NULL DO NOTHING RETURNING id",
                file.item_id,
                name.as_ref(),
                file.mime_type,
                file.format,
                file.size_bytes,
                file.sha256,
                text.as_deref(),
                preview.as_deref(),
                file.pages,
                file.is_cut,
                size.map(|size| size.width),
                size.map(|size| size.height),
                problem.map(ImageProblem::as_str)
            );
            let id = match attached.fetch_optional(&mut *tx).await? {
                Some(id) => id,
                None => {
                    let there = sqlx::query_scalar!(
                        "SELECT id FROM catalog_files WHERE item_id = $1 AND sha256 = $2 AND deleted_at IS NULL",
                        file.item_id,
                        file.sha256
                    );
                    there.fetch_one(&mut *tx).await?
                }
            };
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(Ok(id))
        });
        attached.await?
    }

    /// The attachment that the operation `id` has made, where it has been; of `actor` alone where one is given.
    pub async fn file_attached_by(&self, id: Uuid, actor: Option<&str>) -> Result<Option<Uuid>, StoreError> {
        let made = sqlx::query_scalar!(
            "SELECT (result ->> 'id')::uuid FROM operations \
             WHERE id = $1 AND kind = 'attach-file' AND actor = coalesce($2, actor)",
            id,
            actor
        )
        .fetch_optional(&self.pool);
        self.run(async { self.settle_made(made.await?.flatten()).await }).await
    }

    /// Lists the files attached to an item, the oldest first.
    pub async fn files_of(&self, item: Uuid) -> Result<Vec<StoredFile>, StoreError> {
        let files = sqlx::query_as!(
            StoredFile,
            "SELECT id, item_id, name, mime_type, format, size_bytes, sha256, char_length(text) AS text_chars, \
             text_preview, pages, is_cut, kind, width, height, picture_problem, created_at FROM catalog_files \
             WHERE item_id = $1 AND deleted_at IS NULL ORDER BY created_at, id",
            item
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(files.await?) }).await
    }

    /// An attachment, taken off or not, but not one that was thrown away.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn file(&self, id: Uuid) -> Result<StoredFile, StoreError> {
        let file = sqlx::query_as!(
            StoredFile,
            "SELECT id, item_id, name, mime_type, format, size_bytes, sha256, char_length(text) AS text_chars, \
             text_preview, pages, is_cut, kind, width, height, picture_problem, created_at \
             FROM catalog_files WHERE id = $1 AND purged_at IS NULL",
            id
        )
        .fetch_optional(&self.pool);
        self.run(async { file.await?.ok_or(StoreError::NotFound) }).await
    }

    /// The text of an attachment; blank where it has none.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn file_text(&self, id: Uuid) -> Result<String, StoreError> {
        let text = sqlx::query_scalar!(
            r#"SELECT coalesce(text, '') AS "text!" FROM catalog_files WHERE id = $1"#,
            id
        )
        .fetch_optional(&self.pool);
        self.run(async { text.await?.ok_or(StoreError::NotFound) }).await
    }

    /// Removes a file from its item, or restores it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none in that state, or it was thrown away.
    pub async fn set_file_deleted(&self, id: Uuid, deleted: bool, write: &Write) -> Result<(), StoreError> {
        let kind = if deleted { "detach-file" } else { "reattach-file" };
        self.run(async {
            let mut tx = match self.begin(kind, write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let changed = sqlx::query!(
                "UPDATE catalog_files SET deleted_at = CASE WHEN $2 THEN now() END \
                 WHERE id = $1 AND (deleted_at IS NULL) = $2 AND purged_at IS NULL",
                id,
                deleted
            );
            if changed.execute(&mut *tx).await?.rows_affected() == 0 {
                return Err(StoreError::NotFound);
            }
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// The extracted texts of the files of `items`, each in the order of [`Store::files_of`].
    pub async fn file_texts(&self, items: &[Uuid]) -> Result<HashMap<Uuid, Vec<String>>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT item_id, text AS "text!" FROM catalog_files
               WHERE item_id = ANY($1) AND text IS NOT NULL AND deleted_at IS NULL
               ORDER BY item_id, created_at, id"#,
            items
        )
        .fetch_all(&self.pool);
        let mut texts: HashMap<Uuid, Vec<String>> = HashMap::new();
        for row in self.run(async { Ok(rows.await?) }).await? {
            texts.entry(row.item_id).or_default().push(row.text);
        }
        Ok(texts)
    }

    /// The numbers of the file passages of an item that have a vector of the model that serves; `None`
    /// where no model does.
    pub async fn embedded_file_chunks(&self, item: Uuid) -> Result<Option<Vec<i32>>, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT coalesce((SELECT array_agg(e.chunk) FROM catalog_item_embeddings e
                 WHERE e.item_id = $1 AND e.model_id = m.id AND e.source = 'file'), '{}') AS "chunks!"
               FROM embedding_models m WHERE m.corpus = 'items' AND m.state = 'active'"#,
            item
        )
        .fetch_optional(&self.pool);
        self.run(async { Ok(found.await?) }).await
    }

    /// Whether the vectors of an item wait to be made anew, and how often that failed so far.
    pub async fn embedding_attempts(&self, item: Uuid) -> Result<Option<i32>, StoreError> {
        let job = sqlx::query_scalar!(
            "SELECT attempts FROM embedding_jobs WHERE corpus = 'items' AND record_id = $1",
            item
        )
        .fetch_optional(&self.pool);
        self.run(async { Ok(job.await?) }).await
    }
}
