//! Which schema a database has, and whether this program would change it.

use super::snapshot::{connect_without_limits, list_tables};
use crate::StoreError;
use crate::connection::connect::{Connection, MIGRATIONS};
use sqlx::Connection as _;
use sqlx::migrate::Migrate as _;

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

/// The newest schema that this program knows.
pub fn newest_schema() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// What opening the database would change in its schema; none where it is new or up to date.
///
/// # Errors
/// The database cannot be reached.
pub async fn find_pending_migration(connection: &Connection) -> Result<Option<PendingMigration>, StoreError> {
    let mut db = connect_without_limits(connection).await?;
    // Several programs may start on a new database at once: the schema is read where none of them is changing it.
    // The lock ends with the connection.
    db.lock().await?;
    let tables = list_tables(&mut db).await?;
    if !tables.iter().any(|table| table == "_sqlx_migrations") {
        return Ok(None);
    }
    let (from, bytes): (i64, i64) = sqlx::query_as(
        "SELECT coalesce(max(version), 0), pg_database_size(current_database()) FROM _sqlx_migrations WHERE success",
    )
    .fetch_one(&mut db)
    .await?;
    db.close().await.ok();
    let to = newest_schema();
    let pending = PendingMigration { from, to, database_bytes: bytes.unsigned_abs() };
    Ok((0 < from && from < to).then_some(pending))
}
