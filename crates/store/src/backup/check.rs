//! Checks around a restore: an empty target, the server's version, statistics, integrity of indexes.

use super::snapshot::{connect_without_limits, list_tables};
use crate::StoreError;
use crate::cluster::{Login, ManagedLogins, ONLY_THE_SERVERS_OWN};
use crate::connection::connect::Connection;
use sqlx::{AssertSqlSafe, Connection as _};

/// The oldest server that takes what the `pg_restore` of our tree sends: before its first statement it sets
/// `transaction_timeout`, which older ones do not know.
const OLDEST_FOR_RESTORE: i32 = 170_000;
/// The same for people.
pub const NEEDED_FOR_RESTORE: &str = "17";

/// Whether the database that a backup would be restored into has no table of its own.
///
/// # Errors
/// The database cannot be reached.
pub async fn is_database_empty(connection: &Connection) -> Result<bool, StoreError> {
    let mut db = connect_without_limits(connection).await?;
    let tables = list_tables(&mut db).await?;
    db.close().await.ok();
    Ok(tables.is_empty())
}

/// The version of a server that is too old for a backup to be read back into it; none where it is not.
///
/// # Errors
/// The database cannot be reached.
pub async fn find_old_server(connection: &Connection) -> Result<Option<String>, StoreError> {
    let mut db = connect_without_limits(connection).await?;
    let (number, text): (String, String) =
        sqlx::query_as("SELECT current_setting('server_version_num'), current_setting('server_version')")
            .fetch_one(&mut db)
            .await?;
    db.close().await.ok();
    Ok((number.parse().unwrap_or(0) < OLDEST_FOR_RESTORE).then_some(text))
}

/// Takes the statistics that plans are made by: a database that was read back has none. Of Celeiro's own tables alone: an
/// owner may not look at those of the server, which warns of each.
pub async fn analyze_database(connection: &Connection) -> Result<(), StoreError> {
    let mut db = connect_without_limits(connection).await?;
    let tables: Vec<String> = list_tables(&mut db)
        .await?
        .iter()
        .map(|table| format!("\"{}\"", table.replace('"', "\"\"")))
        .collect();
    if !tables.is_empty() {
        sqlx::raw_sql(AssertSqlSafe(format!("ANALYZE {}", tables.join(", ")))).execute(&mut db).await?;
    }
    db.close().await.ok();
    Ok(())
}

/// Holds each ordered index against its table and returns how many there are; none where the server lacks
/// `amcheck`. Only the superuser of Celeiro's own cluster may.
///
/// The file that was read back may be a stranger's, with functions and operators of any name in `public`. The
/// superuser runs none of them: names lead to `pg_catalog`, and `amcheck` gets a schema whose name no file can
/// know. What indexes compute from their tables, `amcheck` itself runs as the owner of the table.
///
/// # Errors
/// [`StoreError::Damaged`] for an index that lacks a row of its table, or what else the database says.
pub async fn check_indexes(superuser: Login) -> Result<Option<u32>, StoreError> {
    let connection = Connection::Managed(Box::new(ManagedLogins::of_one_role(superuser)));
    let mut db = connect_without_limits(&connection).await?;
    sqlx::raw_sql(ONLY_THE_SERVERS_OWN).execute(&mut db).await?;
    let known: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM pg_catalog.pg_available_extensions WHERE name = 'amcheck')",
    )
    .fetch_one(&mut db)
    .await?;
    if !known {
        return Ok(None);
    }
    // Hexadecimal: safe to put into a statement, which takes no name as a parameter.
    let schema = format!("check_{:032x}", rand::random::<u128>());
    let prepare = format!("CREATE SCHEMA {schema}; CREATE EXTENSION amcheck SCHEMA {schema}");
    sqlx::raw_sql(AssertSqlSafe(prepare)).execute(&mut db).await?;
    let check = format!(
        "SELECT pg_catalog.count({schema}.bt_index_check(i.indexrelid::pg_catalog.regclass, true)::pg_catalog.text) \
         FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) i.indexrelid \
         JOIN pg_catalog.pg_am a ON a.oid OPERATOR(pg_catalog.=) c.relam \
         WHERE a.amname OPERATOR(pg_catalog.=) 'btree' AND i.indisvalid \
         AND c.relnamespace OPERATOR(pg_catalog.=) 'public'::pg_catalog.regnamespace"
    );
    let checked: i64 = sqlx::query_scalar(AssertSqlSafe(check)).fetch_one(&mut db).await?;
    let remove = format!("DROP EXTENSION amcheck; DROP SCHEMA {schema}");
    sqlx::raw_sql(AssertSqlSafe(remove)).execute(&mut db).await?;
    db.close().await.ok();
    Ok(Some(u32::try_from(checked).unwrap_or(u32::MAX)))
}

/// Lists the names of at most `most` items that search finds, to try the search of a restored backup.
pub async fn list_item_names(connection: &Connection, most: i64) -> Result<Vec<String>, StoreError> {
    let mut db = connect_without_limits(connection).await?;
    // On a connection of its own that is no query of the program's work: not checked against the schema.
    let names = sqlx::query_scalar("SELECT name FROM catalog_items WHERE searchable ORDER BY id LIMIT $1")
        .bind(most)
        .fetch_all(&mut db)
        .await?;
    db.close().await.ok();
    Ok(names)
}
