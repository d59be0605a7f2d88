//! Whether a database that was read back is whole.

use super::snapshot::{connect_without_limits, list_tables};
use crate::StoreError;
use crate::cluster::Login;
use crate::connection::connect::Connection;
use sqlx::Connection as _;

/// Whether the database has no table of its own.
///
/// # Errors
/// The database cannot be reached.
pub async fn is_database_empty(connection: &Connection) -> Result<bool, StoreError> {
    let mut db = connect_without_limits(connection).await?;
    let tables = list_tables(&mut db).await?;
    db.close().await.ok();
    Ok(tables.is_empty())
}

/// Takes the statistics that plans are made by: a database that was read back has none.
///
/// # Errors
/// What the database says.
pub async fn analyze_database(connection: &Connection) -> Result<(), StoreError> {
    let mut db = connect_without_limits(connection).await?;
    sqlx::raw_sql("ANALYZE").execute(&mut db).await?;
    db.close().await.ok();
    Ok(())
}

/// Holds each ordered index against its table and returns how many there are; none where the server lacks
/// `amcheck`. Only the superuser of Celeiro's own cluster may.
///
/// # Errors
/// An index that lacks a row of its table, or what else the database says.
pub async fn check_indexes(superuser: Login) -> Result<Option<u32>, StoreError> {
    let mut db = connect_without_limits(&Connection::Managed(superuser)).await?;
    let known: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'amcheck')")
            .fetch_one(&mut db)
            .await?;
    if !known {
        return Ok(None);
    }
    sqlx::raw_sql("CREATE EXTENSION IF NOT EXISTS amcheck").execute(&mut db).await?;
    let checked: i64 = sqlx::query_scalar(
        "SELECT count(bt_index_check(i.indexrelid, true)::text) FROM pg_index i \
         JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam \
         WHERE a.amname = 'btree' AND i.indisvalid AND c.relnamespace = 'public'::regnamespace",
    )
    .fetch_one(&mut db)
    .await?;
    sqlx::raw_sql("DROP EXTENSION amcheck").execute(&mut db).await?;
    db.close().await.ok();
    Ok(Some(u32::try_from(checked).unwrap_or(u32::MAX)))
}

/// Names of at most `most` items that search finds, for asking after them.
///
/// # Errors
/// What the database says.
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
