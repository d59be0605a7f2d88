//! Export profiles: saved formats of export files.

use super::profiles::{MOST_PROFILES, ProfileWrite, lock_profile_count, to_profile_write};
use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use celeiro_domain::search::Kind;
use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

/// How a file is written.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredExportProfile {
    /// Its id.
    pub id: Uuid,
    /// What its name is; unique among those of the kind, whatever its case and accents.
    pub name: String,
    /// What was said of the file.
    pub content: Value,
    /// When it was stored.
    pub updated_at: DateTime<Utc>,
}

/// The constraint that two profiles of one name break.
const ONE_NAME: &str = "export_profiles_name_unique";

impl Store {
    /// Lists all export profiles of a kind, by name.
    pub async fn export_profiles(&self, kind: Kind) -> Result<Vec<StoredExportProfile>, StoreError> {
        let rows = sqlx::query_as!(
            StoredExportProfile,
            "SELECT id, name, content, updated_at FROM export_profiles WHERE kind = $1 \
             ORDER BY normalize_text(name) LIMIT $2",
            kind.as_str(),
            MOST_PROFILES
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Stores a new profile; its time is that of the database.
    pub async fn add_export_profile(
        &self,
        kind: Kind,
        profile: &StoredExportProfile,
    ) -> Result<ProfileWrite, StoreError> {
        let added = sqlx::query_scalar!(
            "INSERT INTO export_profiles (id, kind, name, content) \
             SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM export_profiles WHERE kind = $2) < $5 \
             RETURNING updated_at",
            profile.id,
            kind.as_str(),
            profile.name,
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
    pub async fn replace_export_profile(
        &self,
        kind: Kind,
        profile: &StoredExportProfile,
        read_at: Option<DateTime<Utc>>,
    ) -> Result<ProfileWrite, StoreError> {
        let replaced = sqlx::query_scalar!(
            "UPDATE export_profiles SET name = $3, content = $4, updated_at = clock_timestamp() \
             WHERE id = $1 AND kind = $2 AND ($5::timestamptz IS NULL OR updated_at = $5) RETURNING updated_at",
            profile.id,
            kind.as_str(),
            profile.name,
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
            "SELECT EXISTS (SELECT FROM export_profiles WHERE id = $1 AND kind = $2) AS \"is_there!\"",
            profile.id,
            kind.as_str()
        )
        .fetch_one(&self.pool);
        let is_there = self.run(async { Ok(is_there.await?) }).await?;
        Ok(if is_there { ProfileWrite::Changed } else { ProfileWrite::Missing })
    }

    /// Deletes an export profile; answers whether it was there.
    pub async fn delete_export_profile(&self, id: Uuid) -> Result<bool, StoreError> {
        let deleted = sqlx::query!("DELETE FROM export_profiles WHERE id = $1", id).execute(&self.pool);
        self.run(async { Ok(deleted.await?.rows_affected() > 0) }).await
    }
}
