//! Status of the database: version, sizes, counts of records.

use crate::{Store, StoreError};

/// The database server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseStatus {
    /// PostgreSQL's version.
    pub server: String,
    /// pgvector's version.
    pub pgvector: String,
    /// Size of the database in bytes.
    pub bytes: i64,
}

/// What of the database takes up how much room, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatabaseSizes {
    /// Tables, with what is too long for a row.
    pub tables: i64,
    /// Their indexes.
    pub indexes: i64,
}

/// How many records there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecordCounts {
    /// Items that are not deleted.
    pub items: i64,
    /// Those that search finds.
    pub searchable_items: i64,
    /// FAQs that are not deleted.
    pub faqs: i64,
    /// Those that search finds.
    pub searchable_faqs: i64,
}

impl Store {
    /// Reads version and size of the database.
    pub async fn database_status(&self) -> Result<DatabaseStatus, StoreError> {
        let row = sqlx::query!(
            r#"SELECT current_setting('server_version') AS "server!", pg_database_size(current_database()) AS "bytes!",
               (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS "pgvector!""#
        )
        .fetch_one(&self.pool);
        let row = self.run(async { Ok(row.await?) }).await?;
        Ok(DatabaseStatus { server: row.server, pgvector: row.pgvector, bytes: row.bytes })
    }

    /// What stands for this database among all others: of its server, and within that.
    pub async fn database_id(&self) -> Result<String, StoreError> {
        let id = sqlx::query_scalar!(
            r#"SELECT system_identifier::text || '-' || oid::text AS "id!" FROM pg_control_system(), pg_database
               WHERE datname = current_database()"#
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(id.await?) }).await
    }

    /// Measures the disk space of tables and indexes, those of the server itself not counted.
    pub async fn sizes(&self) -> Result<DatabaseSizes, StoreError> {
        // Of what the server keeps about itself: not checked against the schema.
        let sizes = sqlx::query_as::<_, (i64, i64)>(
            "SELECT coalesce(sum(pg_table_size(oid)), 0)::bigint, coalesce(sum(pg_indexes_size(oid)), 0)::bigint \
             FROM pg_class WHERE relkind IN ('r', 'm') AND relnamespace = current_schema()::regnamespace",
        )
        .fetch_one(&self.pool);
        let (tables, indexes) = self.run(async { Ok(sizes.await?) }).await?;
        Ok(DatabaseSizes { tables, indexes })
    }

    /// Counts the catalog's items and FAQs.
    pub async fn record_counts(&self) -> Result<RecordCounts, StoreError> {
        let row = sqlx::query!(
            r#"SELECT i.all AS "items!", i.searchable AS "searchable_items!", f.all AS "faqs!", f.searchable AS "searchable_faqs!"
               FROM (SELECT count(*) AS all, count(*) FILTER (WHERE searchable) AS searchable FROM catalog_items WHERE deleted_at IS NULL) i,
                    (SELECT count(*) AS all, count(*) FILTER (WHERE searchable) AS searchable FROM faqs WHERE deleted_at IS NULL) f"#
        )
        .fetch_one(&self.pool);
        let row = self.run(async { Ok(row.await?) }).await?;
        Ok(RecordCounts {
            items: row.items,
            searchable_items: row.searchable_items,
            faqs: row.faqs,
            searchable_faqs: row.searchable_faqs,
        })
    }

    /// Words of searchable records that the vocabulary lacks; anything but 0 hides records from
    /// substring search.
    pub async fn words_outside_vocabulary(&self) -> Result<i64, StoreError> {
        let missing = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!" FROM (
                 SELECT 'items' AS kind, ltrim(word, E'\x01\x02') AS word FROM ts_stat('SELECT search_words FROM catalog_items WHERE searchable')
                 UNION SELECT 'faqs', ltrim(word, E'\x01\x02') FROM ts_stat('SELECT search_words FROM faqs WHERE searchable')) held
               WHERE NOT EXISTS (SELECT FROM vocabulary v WHERE v.kind = held.kind AND v.word = held.word)"#
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(missing.await?) }).await
    }
}
