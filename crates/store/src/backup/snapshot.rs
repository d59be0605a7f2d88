//! A database snapshot: counts and dump come from the same moment.

use super::REBUILT;
use crate::StoreError;
use crate::connection::connect::{Connection, DatabaseRole, build_connect_options, connect_first};
use crate::files::shared::{find_part, is_shared};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use std::collections::BTreeMap;

/// A moment of the database, which lasts until [`BackupSnapshot::end`] or until it is dropped.
#[derive(Debug)]
pub struct BackupSnapshot {
    db: PgConnection,
    id: String,
}

impl BackupSnapshot {
    /// Begins the snapshot of the database that a backup reads.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn begin(connection: &Connection) -> Result<Self, StoreError> {
        let mut db = connect_without_limits(connection).await?;
        sqlx::raw_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut db).await?;
        let id = sqlx::query_scalar("SELECT pg_export_snapshot()").fetch_one(&mut db).await?;
        Ok(Self { db, id })
    }

    /// Id by which `pg_dump` joins the backup's snapshot.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Counts the rows of each table in the backup's snapshot whose rows are kept.
    pub async fn count_rows(&mut self) -> Result<BTreeMap<String, u64>, StoreError> {
        let mut counts = self.count_all_rows().await?;
        counts.retain(|table, _| !REBUILT.contains(&table.as_str()));
        Ok(counts)
    }

    /// Counts the rows of each table in the backup's snapshot.
    pub async fn count_all_rows(&mut self) -> Result<BTreeMap<String, u64>, StoreError> {
        let mut counts = BTreeMap::new();
        for table in list_tables(&mut self.db).await? {
            let rows = count_rows_of(&mut self.db, &table).await?;
            counts.insert(table, rows);
        }
        Ok(counts)
    }

    /// The schemas beside Celeiro's own, without the server's: tables of other programs, which are no part of a backup
    /// and may not even be read.
    pub async fn list_foreign_schemas(&mut self) -> Result<Vec<String>, StoreError> {
        // Of what the server keeps about itself: not checked against the schema.
        let schemas = sqlx::query_scalar(
            "SELECT nspname::text FROM pg_namespace WHERE nspname <> current_schema() \
             AND nspname <> 'information_schema' AND NOT starts_with(nspname::text, 'pg_') ORDER BY 1",
        );
        Ok(schemas.fetch_all(&mut self.db).await?)
    }

    /// The SHA-256 of each attached content that a record names and that was not thrown away.
    pub async fn list_contents(&mut self) -> Result<Vec<Vec<u8>>, StoreError> {
        // Of an older schema too, before its migration: not checked against the newest.
        let mut contents = Vec::new();
        let known = list_tables(&mut self.db).await?;
        for table in ["catalog_files", "message_attachments"] {
            if known.iter().any(|name| name == table) {
                let of_table = format!(
                    "SELECT DISTINCT sha256 FROM {table} t WHERE to_jsonb(t) ->> 'purged_at' IS NULL"
                );
                contents.extend(
                    sqlx::query_scalar::<_, Vec<u8>>(AssertSqlSafe(of_table)).fetch_all(&mut self.db).await?,
                );
            }
        }
        contents.sort_unstable();
        contents.dedup();
        Ok(contents)
    }

    /// Whether the backed-up database may hold contents of files: a schema before its migration has no place for
    /// them.
    pub async fn may_share_contents(&mut self) -> Result<bool, StoreError> {
        Ok(list_tables(&mut self.db).await?.iter().any(|name| name == "shared_contents"))
    }

    /// Whether all parts of a content that servers share are in the database.
    ///
    /// # Errors
    /// What the database says, also where [`BackupSnapshot::may_share_contents`] says no.
    pub async fn is_content_shared(&mut self, sha256: &[u8]) -> Result<bool, StoreError> {
        Ok(is_shared(&mut self.db, sha256).await?)
    }

    /// A part of a shared content, counted from 0; `None` behind the last.
    pub async fn shared_content_part(
        &mut self,
        sha256: &[u8],
        part: i32,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(find_part(&mut self.db, sha256, part).await?)
    }

    /// The version of the schema: that of its last migration.
    pub async fn schema_version(&mut self) -> Result<i64, StoreError> {
        let version =
            sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success");
        Ok(version.fetch_one(&mut self.db).await?)
    }

    /// Measures the size of the database on disk, for a backup, in bytes.
    pub async fn database_bytes(&mut self) -> Result<u64, StoreError> {
        let bytes: i64 =
            sqlx::query_scalar("SELECT pg_database_size(current_database())").fetch_one(&mut self.db).await?;
        Ok(bytes.unsigned_abs())
    }

    /// Ends the backup's snapshot.
    pub async fn end(self) {
        self.db.close().await.ok();
    }
}

/// A connection of the owner whose statements and transactions may take as long as they do.
pub(super) async fn connect_without_limits(connection: &Connection) -> Result<PgConnection, StoreError> {
    let options = build_connect_options(connection, DatabaseRole::Owner)?;
    let mut db = connect_first(connection, &options).await?;
    sqlx::raw_sql(
        "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0",
    )
    .execute(&mut db)
    .await?;
    Ok(db)
}

/// The tables of the schema, without those that came with an extension.
pub(super) async fn list_tables(db: &mut PgConnection) -> Result<Vec<String>, StoreError> {
    // Of what the server keeps about itself: not checked against the schema.
    let tables = sqlx::query_scalar(
        "SELECT c.relname::text FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace \
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY 1",
    );
    Ok(tables.fetch_all(db).await?)
}

/// How many rows a table has; its name is the database's own and is quoted.
async fn count_rows_of(db: &mut PgConnection, table: &str) -> Result<u64, StoreError> {
    let statement = format!("SELECT count(*) FROM \"{}\"", table.replace('"', "\"\""));
    let rows: i64 = sqlx::query_scalar(AssertSqlSafe(statement)).fetch_one(db).await?;
    Ok(rows.unsigned_abs())
}
