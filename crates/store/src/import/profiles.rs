//! Supplier profiles for reading files, and remembered column mappings.

use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use celeiro_domain::search::Kind;
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;
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
    /// When it was stored.
    pub updated_at: DateTime<Utc>,
}

/// What came of storing a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProfileWrite {
    /// It is stored, since this time.
    Stored(DateTime<Utc>),
    /// Another person has changed it since it was read.
    Changed,
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
            "SELECT id, name, header, content, updated_at FROM import_profiles WHERE kind = $1 \
             ORDER BY normalize_text(name) LIMIT $2",
            kind.as_str(),
            MOST_PROFILES
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Stores a new profile; its time is that of the database.
    pub async fn add_import_profile(
        &self,
        kind: Kind,
        profile: &StoredImportProfile,
    ) -> Result<ProfileWrite, StoreError> {
        let added = sqlx::query_scalar!(
            "INSERT INTO import_profiles (id, kind, name, header, content) \
             SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM import_profiles WHERE kind = $2) < $6 \
             RETURNING updated_at",
            profile.id,
            kind.as_str(),
            profile.name,
            profile.header.as_deref(),
            profile.content,
            MOST_PROFILES
        );
        let added = self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_profile_count(&mut tx).await?;
            let at = added.fetch_optional(&mut *tx).await?;
            tx.commit().await?;
            Ok(at)
        });
        to_profile_write(added.await, ProfileWrite::TooMany, ONE_NAME)
    }

    /// Stores a profile in the place of the one with its id; where `read_at` is given, only over what was stored then.
    pub async fn replace_import_profile(
        &self,
        kind: Kind,
        profile: &StoredImportProfile,
        read_at: Option<DateTime<Utc>>,
    ) -> Result<ProfileWrite, StoreError> {
        let replaced = sqlx::query_scalar!(
            "UPDATE import_profiles SET name = $3, header = $4, content = $5, updated_at = clock_timestamp() \
             WHERE id = $1 AND kind = $2 AND ($6::timestamptz IS NULL OR updated_at = $6) RETURNING updated_at",
            profile.id,
            kind.as_str(),
            profile.name,
            profile.header.as_deref(),
            profile.content,
            read_at
        )
        .fetch_optional(&self.pool);
        let replaced = self.run(async { Ok(replaced.await?) }).await;
        let written = to_profile_write(replaced, ProfileWrite::Missing, ONE_NAME)?;
        if written != ProfileWrite::Missing {
            return Ok(written);
        }
        let is_there = sqlx::query_scalar!(
            "SELECT EXISTS (SELECT FROM import_profiles WHERE id = $1 AND kind = $2) AS \"is_there!\"",
            profile.id,
            kind.as_str()
        )
        .fetch_one(&self.pool);
        let is_there = self.run(async { Ok(is_there.await?) }).await?;
        Ok(if is_there { ProfileWrite::Changed } else { ProfileWrite::Missing })
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

/// Keeps others from adding profiles until the end of the transaction: two at the same moment would each count without
/// the other, and the list hides the profile behind the last of [`MOST_PROFILES`].
pub(super) async fn lock_profile_count(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.profiles'))").fetch_one(db).await?;
    Ok(())
}

/// What came of a statement that gives the time of the row that it stored; `none` where it stored none. Two profiles
/// of one name break the constraint `one_name`.
pub(super) fn to_profile_write(
    stored: Result<Option<DateTime<Utc>>, StoreError>,
    none: ProfileWrite,
    one_name: &str,
) -> Result<ProfileWrite, StoreError> {
    match stored {
        Ok(None) => Ok(none),
        Ok(Some(at)) => Ok(ProfileWrite::Stored(at)),
        Err(StoreError::Constraint(name)) if name == one_name => Ok(ProfileWrite::NameTaken),
        Err(error) => Err(error),
    }
}
