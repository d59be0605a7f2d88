//! Building of a digest.

use crate::connection::transaction::begin_patient_unanswered_snapshot;
use crate::search::candidates::table;
use crate::search::digest::columns::Column;
use crate::search::digest::length_key;
use crate::{Store, StoreError};
use celeiro_domain::search::Kind;

/// Changed rows from which on a new digest is worth its work.
const OUTGROWN: i64 = 96;

impl Store {
    /// Takes a new digest where anything was changed since the last one. Who searches meanwhile
    /// keeps the old one.
    pub async fn take_digest(&self, kind: Kind) -> Result<(), StoreError> {
        let mut tx = begin_patient_unanswered_snapshot(&self.pool).await?;
        // Before the first look at the data, which fixes what this transaction sees; searches do not
        // wait for this lock.
        sqlx::query("LOCK TABLE digests IN SHARE ROW EXCLUSIVE MODE").execute(&mut *tx).await?;
        let fresh: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT FROM digests WHERE kind = $1) \
             AND NOT EXISTS (SELECT FROM changed_records WHERE kind = $1)",
        )
        .bind(kind.as_str())
        .fetch_one(&mut *tx)
        .await?;
        if fresh {
            return Ok(());
        }
        // Entries that this transaction does not see stay, and so do the changes they stand for.
        for statement in [
            "DELETE FROM changed_records WHERE kind = $1",
            "DELETE FROM digest_rows WHERE digest IN (SELECT id FROM digests WHERE kind = $1)",
            "DELETE FROM digest_words WHERE digest IN (SELECT id FROM digests WHERE kind = $1)",
            "DELETE FROM digest_columns WHERE digest IN (SELECT id FROM digests WHERE kind = $1)",
            "DELETE FROM digests WHERE kind = $1",
            "SELECT set_config('work_mem', '64MB', true), $1",
        ] {
            sqlx::query(statement).bind(kind.as_str()).execute(&mut *tx).await?;
        }
        let digest: i32 =
            sqlx::query_scalar("INSERT INTO digests (kind, row_count) VALUES ($1, 0) RETURNING id")
                .bind(kind.as_str())
                .fetch_one(&mut *tx)
                .await?;
        for statement in fill_statements(kind) {
            sqlx::query(sqlx::AssertSqlSafe(statement)).bind(digest).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Whether so much was changed since the last digest that searches take longer for it, or there are
    /// records and no digest.
    pub async fn digest_is_outgrown(&self, kind: Kind) -> Result<bool, StoreError> {
        let statement = format!(
            "SELECT (SELECT count(*) FROM (SELECT FROM changed_records WHERE kind = $1 LIMIT $2) AS c) >= $2 \
             OR EXISTS (SELECT FROM {} WHERE searchable) AND NOT EXISTS (SELECT FROM digests WHERE kind = $1)",
            table(kind)
        );
        self.run(async {
            let outgrown = sqlx::query_scalar(sqlx::AssertSqlSafe(statement));
            Ok(outgrown.bind(kind.as_str()).bind(OUTGROWN).fetch_one(&self.pool).await?)
        })
        .await
    }
}

/// What fills a new digest, in this order; the digest is the one parameter. Names are ours.
fn fill_statements(kind: Kind) -> Vec<String> {
    let (table, key) = (table(kind), length_key(kind));
    let mut statements = vec![
        format!(
            "INSERT INTO digest_rows (digest, number, record_id) \
             SELECT $1, row_number() OVER (ORDER BY {key}, i.id) - 1, i.id FROM {table} i WHERE i.searchable"
        ),
        "UPDATE digests SET row_count = (SELECT count(*) FROM digest_rows WHERE digest = $1) WHERE id = $1"
            .to_owned(),
        format!(
            "INSERT INTO digest_words (digest, word, numbers) \
             SELECT $1, word, string_agg(int4send(number), '') \
             FROM (SELECT d.number, unnest(tsvector_to_array(r.search_words)) AS word \
                   FROM digest_rows d JOIN {table} r ON r.id = d.record_id WHERE d.digest = $1) AS held \
             GROUP BY word"
        ),
        column(Column::Id, "row_number() OVER (ORDER BY d.record_id)", "digest_rows d"),
        column(
            Column::Age,
            "moment_key(r.created_at)",
            &format!("digest_rows d JOIN {table} r ON r.id = d.record_id"),
        ),
    ];
    if kind == Kind::Items {
        let grid = "digest_rows d JOIN catalog_grid g ON g.item_id = d.record_id";
        statements.push(column(Column::Name, "dense_rank() OVER (ORDER BY g.name)", grid));
        statements.push(column(Column::Price, "price_key(g.price)", grid));
        let lists = [
            ("category", "SELECT d.number, coalesce(g.category, '') AS value"),
            ("manufacturer", "SELECT d.number, coalesce(g.manufacturer, '') AS value"),
            ("tag", "SELECT DISTINCT d.number, unnest(g.tags) AS value"),
            ("stock", "SELECT d.number, g.stock_state AS value"),
            ("attribute", "SELECT d.number, unnest(g.attribute_marks) AS value"),
        ];
        statements.extend(lists.map(|(field, values)| {
            // Marks of attributes are kept as such.
            let mark = match field {
                "attribute" => "value".to_owned(),
                other => format!("filter_mark('{other}', NULL, value)"),
            };
            format!(
                "INSERT INTO digest_words (digest, word, numbers) \
                 SELECT $1, filter_word('{field}', {mark}), string_agg(int4send(number), '') \
                 FROM ({values} FROM {grid} WHERE d.digest = $1) AS held GROUP BY value"
            )
        }));
    }
    statements
}

/// Stores a column of `value` over the rows of `source`.
fn column(column: Column, value: &str, source: &str) -> String {
    format!(
        "INSERT INTO digest_columns (digest, name, numbers) \
         SELECT $1, '{}', coalesce(string_agg(int8send(value), '' ORDER BY number), '') \
         FROM (SELECT d.number, {value} AS value FROM {source} WHERE d.digest = $1) AS rows",
        column.as_str()
    )
}
