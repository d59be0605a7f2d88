//! Versions of ranking profiles: changes, activation, rollback by one version.

use crate::bench::profiles::{from_json, keep_version, lock_profiles, to_json};
use crate::connection::write::{BegunWrite, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::rank::Profile;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

/// A profile as it was once.
#[derive(Debug, Clone, PartialEq)]
pub struct ProfileVersion {
    /// Its definition then.
    pub profile: Profile,
    /// Counts up from 1.
    pub version: i32,
    /// The person who made it.
    pub author: String,
    /// Why.
    pub reason: String,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// A profile coming into force.
#[derive(Debug, Clone, PartialEq)]
pub struct ProfileChange {
    /// Which.
    pub name: String,
    /// In which version.
    pub version: i32,
    /// By whom.
    pub author: String,
    /// Why.
    pub reason: String,
    /// What it did to judged queries, where that was measured.
    pub gate: Option<Value>,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// Why a profile is changed, and what is known of the change.
#[derive(Debug, Clone, Default)]
pub struct ProfileReason {
    /// In words; may be empty.
    pub reason: String,
    /// What it does to judged queries, where that was measured.
    pub gate: Option<Value>,
}

impl Store {
    /// Lists the versions of a ranking profile, newest first.
    pub async fn profile_versions(&self, name: &str) -> Result<Vec<ProfileVersion>, StoreError> {
        let rows = sqlx::query!(
            "SELECT version, definition, author, reason, created_at FROM ranking_profile_versions \
             WHERE name = $1 ORDER BY version DESC",
            name
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter()
            .map(|r| {
                let profile = from_json(r.definition)?;
                let (version, author, reason) = (r.version, r.author, r.reason);
                Ok(ProfileVersion { profile, version, author, reason, created_at: r.created_at })
            })
            .collect()
    }

    /// Lists which ranking profiles came into force, the latest first.
    pub async fn profile_history(&self) -> Result<Vec<ProfileChange>, StoreError> {
        let rows = sqlx::query_as!(
            ProfileChange,
            "SELECT name, version, author, reason, gate, created_at FROM ranking_profile_history \
             ORDER BY id DESC LIMIT 200"
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Saves a profile and answers its version, which is a new one where anything has changed. Where
    /// the profile is active, the new version is in force at once.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] `profile_shipped` for one that ships with the program.
    pub async fn save_profile(
        &self,
        profile: &Profile,
        why: &ProfileReason,
        write: &Write,
    ) -> Result<i32, StoreError> {
        self.run(async {
            let mut tx = match self.begin("save_profile", write).await? {
                BegunWrite::New(tx) => tx,
                BegunWrite::Done(result) => return Ok(version_of(&result)),
            };
            lock_profiles(&mut tx).await?;
            let version = put_profile(&mut tx, profile, why, &write.actor).await?;
            finish(&mut tx, write, &json!({ "version": version })).await?;
            tx.commit().await?;
            Ok(version)
        })
        .await
    }

    /// Activates a ranking profile: searches use it where they name none.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn activate_profile(
        &self,
        name: &str,
        why: &ProfileReason,
        write: &Write,
    ) -> Result<i32, StoreError> {
        self.run(async {
            let mut tx = match self.begin("activate_profile", write).await? {
                BegunWrite::New(tx) => tx,
                BegunWrite::Done(result) => return Ok(version_of(&result)),
            };
            lock_profiles(&mut tx).await?;
            let version = mark_profile_active(&mut tx, name, why, &write.actor).await?;
            finish(&mut tx, write, &json!({ "version": version })).await?;
            tx.commit().await?;
            Ok(version)
        })
        .await
    }

    /// Activates the ranking profile that searches used before the present one, however often that was confirmed
    /// since. Done again, it activates the present one. Answers the profile's name.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where nothing was changed yet.
    pub async fn step_profile_back(
        &self,
        from: Option<&str>,
        reason: &str,
        write: &Write,
    ) -> Result<String, StoreError> {
        self.run(async {
            let mut tx = match self.begin("step_profile_back", write).await? {
                BegunWrite::New(tx) => tx,
                BegunWrite::Done(result) => {
                    return Ok(result["name"].as_str().unwrap_or_default().to_owned());
                }
            };
            lock_profiles(&mut tx).await?;
            if let Some(from) = from {
                let active = sqlx::query_scalar!("SELECT name FROM ranking_profiles WHERE active")
                    .fetch_optional(&mut *tx)
                    .await?;
                if active.as_deref() != Some(from) {
                    return Err(StoreError::Constraint("profile_in_force".into()));
                }
            }
            let before = sqlx::query!(
                // A shipped profile is only ever in force as it is now: its name tells whether it was another.
                "SELECT v.definition, p.shipped FROM ranking_profile_history h \
                 JOIN ranking_profile_versions v USING (name, version) JOIN ranking_profiles p USING (name) \
                 WHERE NOT (p.active AND (p.shipped OR v.definition = p.definition)) \
                 ORDER BY h.id DESC LIMIT 1"
            )
            .fetch_optional(&mut *tx)
            .await?
            .ok_or(StoreError::NotFound)?;
            let profile = from_json(before.definition)?;
            let why = ProfileReason { reason: reason.to_owned(), gate: None };
            if !before.shipped {
                set_profile_version(&mut tx, &profile, &why, &write.actor).await?;
            }
            mark_profile_active(&mut tx, &profile.name, &why, &write.actor).await?;
            finish(&mut tx, write, &json!({ "name": profile.name })).await?;
            tx.commit().await?;
            Ok(profile.name)
        })
        .await
    }
}

/// The version in the stored result of an operation.
fn version_of(result: &Value) -> i32 {
    result["version"].as_i64().and_then(|version| version.try_into().ok()).unwrap_or_default()
}

/// Writes a profile of a person's, and into history where it is the active one.
async fn put_profile(
    db: &mut PgConnection,
    profile: &Profile,
    why: &ProfileReason,
    author: &str,
) -> Result<i32, StoreError> {
    let shipped = sqlx::query_scalar!("SELECT shipped FROM ranking_profiles WHERE name = $1", profile.name)
        .fetch_optional(&mut *db)
        .await?;
    if shipped == Some(true) {
        return Err(StoreError::Constraint("profile_shipped".into()));
    }
    let (version, changed) = set_profile_version(db, profile, why, author).await?;
    let active = sqlx::query_scalar!("SELECT active FROM ranking_profiles WHERE name = $1", profile.name)
        .fetch_one(&mut *db)
        .await?;
    if active && changed {
        mark_profile_active(db, &profile.name, why, author).await?;
    }
    Ok(version)
}

/// The version that holds now, and whether it is a new one.
async fn set_profile_version(
    db: &mut PgConnection,
    profile: &Profile,
    why: &ProfileReason,
    author: &str,
) -> Result<(i32, bool), StoreError> {
    let changed = sqlx::query_scalar!(
        "INSERT INTO ranking_profiles AS p (name, definition) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET definition = excluded.definition, version = p.version + 1, \
         updated_at = now() WHERE p.definition <> excluded.definition RETURNING version",
        profile.name,
        to_json(profile)?
    )
    .fetch_optional(&mut *db)
    .await?;
    if let Some(version) = changed {
        keep_version(db, &profile.name, author, &why.reason).await?;
        return Ok((version, true));
    }
    let version = sqlx::query_scalar!("SELECT version FROM ranking_profiles WHERE name = $1", profile.name)
        .fetch_one(&mut *db)
        .await?;
    Ok((version, false))
}

/// Makes the profile the only active one; answers its version.
async fn mark_profile_active(
    db: &mut PgConnection,
    name: &str,
    why: &ProfileReason,
    author: &str,
) -> Result<i32, StoreError> {
    sqlx::query!("UPDATE ranking_profiles SET active = false WHERE active AND name <> $1", name)
        .execute(&mut *db)
        .await?;
    let version = sqlx::query_scalar!(
        "UPDATE ranking_profiles SET active = true WHERE name = $1 RETURNING version",
        name
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(StoreError::NotFound)?;
    sqlx::query!(
        "INSERT INTO ranking_profile_history (name, version, author, reason, gate) \
         VALUES ($1, $2, $3, $4, $5)",
        name,
        version,
        author,
        why.reason,
        why.gate
    )
    .execute(db)
    .await?;
    Ok(version)
}
