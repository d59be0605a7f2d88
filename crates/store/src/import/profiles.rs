//! Profiles of suppliers, by which their files are read, and what people said of columns before.

use crate::{Store, StoreError};
use celeiro_domain::search::Kind;
use serde_json::Value;
use uuid::Uuid;

/// How the files of a supplier are read.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredImportProfile {
    /// Its id.
    pub id: Uuid,
    /// What its name is; unique among those of the kind, whatever its case and accents.
    pub name: String,
    /// SHA-256 of the folded names of the columns of its files.
    pub header: Option<Vec<u8>>,
    /// What was said of them.
    pub content: Value,
}

/// Profiles of one kind at most.
const MOST_PROFILES: i64 = 500;
/// Columns of other files that are looked at.
const MOST_COLUMNS: i64 = 2_000;

impl Store {
    /// All profiles of a kind, by name.
    pub async fn import_profiles(&self, kind: Kind) -> Result<Vec<StoredImportProfile>, StoreError> {
        let rows = sqlx::query_as!(
            StoredImportProfile,
            "SELECT id, name, header, content FROM import_profiles WHERE kind = $1 \
             ORDER BY normalize_text(name) LIMIT $2",
            kind.as_str(),
            MOST_PROFILES
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Stores a profile, in the place of the one with its id. `false` where another one has its name.
    pub async fn put_import_profile(
        &self,
        kind: Kind,
        profile: &StoredImportProfile,
    ) -> Result<bool, StoreError> {
        let stored = sqlx::query!(
            "INSERT INTO import_profiles (id, kind, name, header, content) \
             SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM import_profiles \
               WHERE kind = $2 AND normalize_text(name) = normalize_text($3) AND id <> $1) \
             ON CONFLICT (id) DO UPDATE SET name = excluded.name, header = excluded.header, \
               content = excluded.content, updated_at = now()",
            profile.id,
            kind.as_str(),
            profile.name,
            profile.header.as_deref(),
            profile.content
        )
        .execute(&self.pool);
        self.run(async { Ok(stored.await?.rows_affected() > 0) }).await
    }

    /// Deletes a profile; whether it was there.
    pub async fn delete_import_profile(&self, id: Uuid) -> Result<bool, StoreError> {
        let deleted = sqlx::query!("DELETE FROM import_profiles WHERE id = $1", id).execute(&self.pool);
        self.run(async { Ok(deleted.await?.rows_affected() > 0) }).await
    }

    /// The columns of files that were imported, with what people said that each is, most often said first.
    pub async fn columns_said_before(&self, kind: Kind) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query!(
            "SELECT said ->> 'column' AS \"column!\", said ->> 'target' AS \"target!\" \
             FROM import_layouts, jsonb_array_elements(mapping) AS said \
             WHERE kind = $1 AND jsonb_typeof(mapping) = 'array' \
               AND said ->> 'column' IS NOT NULL AND said ->> 'target' IS NOT NULL \
             GROUP BY 1, 2 ORDER BY count(*) DESC, max(used_at) DESC LIMIT $2",
            kind.as_str(),
            MOST_COLUMNS
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?.into_iter().map(|row| (row.column, row.target)).collect()) }).await
    }
}
