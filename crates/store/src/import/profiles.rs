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

/// What came of storing a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProfileWrite {
    /// It is stored.
    Stored,
    /// Another profile of the kind has its name.
    NameTaken,
    /// No profile of the kind has its id.
    Missing,
    /// There are [`MOST_PROFILES`] of the kind already.
    TooMany,
}

/// Profiles of one kind at most.
pub const MOST_PROFILES: i64 = 500;
/// The constraint that two profiles of one name break.
const ONE_NAME: &str = "import_profiles_name_unique";
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

    /// Stores a new profile.
    pub async fn add_import_profile(
        &self,
        kind: Kind,
        profile: &StoredImportProfile,
    ) -> Result<ProfileWrite, StoreError> {
        let added = sqlx::query!(
            "INSERT INTO import_profiles (id, kind, name, header, content) \
             SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM import_profiles WHERE kind = $2) < $6",
            profile.id,
            kind.as_str(),
            profile.name,
            profile.header.as_deref(),
            profile.content,
            MOST_PROFILES
        )
        .execute(&self.pool);
        let added = self.run(async { Ok(added.await?.rows_affected()) }).await;
        to_profile_write(added, ProfileWrite::TooMany)
    }

    /// Stores a profile in the place of the one with its id.
    pub async fn replace_import_profile(
        &self,
        kind: Kind,
        profile: &StoredImportProfile,
    ) -> Result<ProfileWrite, StoreError> {
        let replaced = sqlx::query!(
            "UPDATE import_profiles SET name = $3, header = $4, content = $5, updated_at = now() \
             WHERE id = $1 AND kind = $2",
            profile.id,
            kind.as_str(),
            profile.name,
            profile.header.as_deref(),
            profile.content
        )
        .execute(&self.pool);
        let replaced = self.run(async { Ok(replaced.await?.rows_affected()) }).await;
        to_profile_write(replaced, ProfileWrite::Missing)
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

/// What came of a statement that changed so many rows; `none` where it changed none.
fn to_profile_write(rows: Result<u64, StoreError>, none: ProfileWrite) -> Result<ProfileWrite, StoreError> {
    match rows {
        Ok(0) => Ok(none),
        Ok(_) => Ok(ProfileWrite::Stored),
        Err(StoreError::Constraint(name)) if name == ONE_NAME => Ok(ProfileWrite::NameTaken),
        Err(error) => Err(error),
    }
}
