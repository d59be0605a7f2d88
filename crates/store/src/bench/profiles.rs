//! Ranking profiles.

use crate::connection::transaction::begin_patient_transaction;
use crate::{Store, StoreError};
use celeiro_domain::rank::Profile;
use sqlx::PgConnection;

/// A profile with what the database knows of it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredProfile {
    /// The profile.
    pub profile: Profile,
    /// Whether it ships with the program.
    pub shipped: bool,
    /// Whether searches use it where they name none.
    pub active: bool,
    /// Counts up with every change.
    pub version: i32,
}

impl Store {
    /// Writes the shipped profiles, over those of an earlier version; the first one serves where
    /// none does yet.
    pub async fn seed_profiles(&self, shipped: &[Profile]) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_patient_transaction(&self.writing).await?;
            lock_profiles(&mut tx).await?;
            for (at, profile) in shipped.iter().enumerate() {
                let definition = to_json(profile)?;
                let changed = sqlx::query!(
                    "INSERT INTO ranking_profiles AS p (name, definition, shipped, active) \
                     VALUES ($1, $2, true, $3 AND NOT EXISTS (SELECT FROM ranking_profiles WHERE active)) \
                     ON CONFLICT (name) DO UPDATE SET definition = excluded.definition, shipped = true, \
                     version = p.version + 1, updated_at = now() WHERE p.definition <> excluded.definition",
                    profile.name,
                    definition,
                    at == 0
                )
                .execute(&mut *tx)
                .await?
                .rows_affected();
                if changed > 0 {
                    keep_version(&mut tx, &profile.name, "celeiro", "").await?;
                }
            }
            record_in_force(&mut tx).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Lists all ranking profiles, the active one first.
    pub async fn profiles(&self) -> Result<Vec<StoredProfile>, StoreError> {
        let rows = sqlx::query!(
            "SELECT definition, shipped, active, version FROM ranking_profiles ORDER BY active DESC, shipped DESC, name"
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter()
            .map(|r| {
                let profile = from_json(r.definition)?;
                Ok(StoredProfile { profile, shipped: r.shipped, active: r.active, version: r.version })
            })
            .collect()
    }
}

/// Two who change profiles at once take turns.
pub(crate) async fn lock_profiles(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("LOCK TABLE ranking_profiles IN SHARE ROW EXCLUSIVE MODE").execute(db).await?;
    Ok(())
}

/// Writes into history what the program itself put in force: the first profile of a new catalog, or a
/// new version of the shipped one in use. It holds since that version exists, not since the next change.
async fn record_in_force(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO ranking_profile_history (name, version, author, created_at) \
         SELECT p.name, p.version, v.author, v.created_at \
         FROM ranking_profiles p JOIN ranking_profile_versions v USING (name, version) \
         WHERE p.active AND ROW(p.name, p.version) IS DISTINCT FROM \
           (SELECT ROW(h.name, h.version) FROM ranking_profile_history h ORDER BY h.id DESC LIMIT 1)"
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps the profile as it is now.
pub(crate) async fn keep_version(
    db: &mut PgConnection,
    name: &str,
    author: &str,
    reason: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO ranking_profile_versions (name, version, definition, author, reason) \
         SELECT name, version, definition, $2, $3 FROM ranking_profiles WHERE name = $1",
        name,
        author,
        reason
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A profile as it is stored.
pub(crate) fn to_json(profile: &Profile) -> Result<serde_json::Value, StoreError> {
    serde_json::to_value(profile).map_err(|e| StoreError::Other(e.to_string()))
}

/// A profile from its stored form.
pub(crate) fn from_json(definition: serde_json::Value) -> Result<Profile, StoreError> {
    serde_json::from_value(definition).map_err(|e| StoreError::Other(e.to_string()))
}
