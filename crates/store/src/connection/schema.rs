//! Schema migrations: runs them forward only, under the migrator's lock, with a hook before an existing schema changes;
//! then grants the second role its rights.

use crate::StoreError;
use crate::connection::grants::settle_grants;
use sqlx::PgConnection;
use sqlx::migrate::Migrate as _;
use std::future::Future;
use std::time::Duration;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// A database that is there and that this program would bring to a newer schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingMigration {
    /// The schema's version now.
    pub from: i64,
    /// The version of this program.
    pub to: i64,
    /// The size of the database on disk, in bytes.
    pub database_bytes: u64,
}

/// Newest version of the database schema that this program knows.
pub fn newest_schema() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Brings the schema up to date, forward only; `prepare` comes before a schema that is there is changed. Programs that
/// start at once wait for each other at the migrator's lock, which this takes before it reads the schema: what another
/// is creating right now is no older schema. The lock ends with the connection. It is waited for `patience` at most,
/// for longer than a statement may take: the program that holds it may be making a backup. One that is stopped
/// rather than dead holds it without an end. `second_role` is the role of Celeiro's own cluster that works beside the
/// owner; what it may is settled at each start.
pub(super) async fn migrate_schema<E, F>(
    db: &mut PgConnection,
    patience: Duration,
    second_role: Option<&str>,
    prepare: impl FnOnce(PendingMigration) -> F,
) -> Result<(), E>
where
    E: From<StoreError>,
    F: Future<Output = Result<(), E>>,
{
    take_migration_lock(db, patience).await?;
    if let Some(pending) = find_pending_migration(db).await? {
        prepare(pending).await?;
    }
    MIGRATIONS.run(&mut *db).await.map_err(StoreError::from)?;
    if let Some(role) = second_role {
        settle_grants(db, role).await?;
    }
    Ok(())
}

/// Takes the migrator's lock. The limits that the connection was opened with hold again afterwards.
///
/// # Errors
/// [`StoreError::Busy`] where another program holds it for longer than `patience`.
async fn take_migration_lock(db: &mut PgConnection, patience: Duration) -> Result<(), StoreError> {
    sqlx::query("SELECT set_config('statement_timeout', '0', false), set_config('lock_timeout', $1, false)")
        .bind(patience.as_millis().to_string())
        .execute(&mut *db)
        .await?;
    db.lock().await?;
    sqlx::raw_sql("RESET statement_timeout; RESET lock_timeout").execute(&mut *db).await?;
    Ok(())
}

/// What this program would change in the schema; none where the database is new or up to date.
async fn find_pending_migration(db: &mut PgConnection) -> Result<Option<PendingMigration>, StoreError> {
    let is_there: bool =
        sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL").fetch_one(&mut *db).await?;
    if !is_there {
        return Ok(None);
    }
    let (from, bytes): (i64, i64) = sqlx::query_as(
        "SELECT coalesce(max(version), 0), pg_database_size(current_database()) FROM _sqlx_migrations WHERE success",
    )
    .fetch_one(&mut *db)
    .await?;
    let to = newest_schema();
    let pending = PendingMigration { from, to, database_bytes: bytes.unsigned_abs() };
    Ok((0 < from && from < to).then_some(pending))
}
