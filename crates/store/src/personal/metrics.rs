//! Metric entries: read, aggregated, written one at a time and as the rows of a file.

use crate::connection::write::BegunWrite;
use crate::connection::write::note_result;
use crate::{Store, StoreError, Write};
use celeiro_domain::personal::metric::{Metric, MetricFields, MetricSource};
use celeiro_domain::personal::write::PersonalWrite;
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// Which entries.
#[derive(Debug, Clone, Default)]
pub struct MetricQuery {
    /// Of this metric alone, in any spelling of its case and accents.
    pub kind: Option<String>,
    /// Of this day or after.
    pub from: Option<NaiveDate>,
    /// Of this day or before.
    pub to: Option<NaiveDate>,
    /// Most of them.
    pub limit: i64,
}

/// A metric with its entries counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetricCount {
    /// The metric, as its newest entry spells it.
    pub kind: String,
    /// The unit of the newest entry that has one.
    pub unit: Option<String>,
    /// Entries that are not deleted.
    pub entries: i64,
    /// The day of the first.
    pub first: NaiveDate,
    /// The day of the last.
    pub last: NaiveDate,
}

struct MetricRow {
    id: Uuid,
    kind: String,
    value: f64,
    unit: Option<String>,
    day: NaiveDate,
    notes: Option<String>,
    source: String,
    version: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl From<MetricRow> for Metric {
    fn from(row: MetricRow) -> Self {
        Metric {
            id: row.id,
            kind: row.kind,
            value: row.value,
            unit: row.unit,
            date: row.day,
            notes: row.notes,
            source: MetricSource::parse(&row.source).unwrap_or(MetricSource::Page),
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

impl Store {
    /// Lists the metric entries that are not deleted, the newest day first.
    pub async fn metrics(&self, query: &MetricQuery) -> Result<Vec<Metric>, StoreError> {
        let rows = sqlx::query_as!(
            MetricRow,
            r#"SELECT id, type AS kind, value, unit, day, notes, source, version, created_at, updated_at
               FROM metrics WHERE deleted_at IS NULL
                 AND ($1::text IS NULL OR normalize_text(type) = normalize_text($1))
                 AND ($2::date IS NULL OR day >= $2) AND ($3::date IS NULL OR day <= $3)
               ORDER BY day DESC, id DESC LIMIT $4"#,
            query.kind,
            query.from,
            query.to,
            query.limit
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// Reads the metric entry `id`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted.
    pub async fn metric(&self, id: Uuid) -> Result<Metric, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_metric(&mut db, id).await
        })
        .await
    }

    /// Lists every metric that has entries, the one with the newest entry first.
    pub async fn metric_counts(&self) -> Result<Vec<MetricCount>, StoreError> {
        let rows = sqlx::query_as!(
            MetricCount,
            r#"SELECT (array_agg(type ORDER BY day DESC, created_at DESC))[1] AS "kind!",
                 (array_agg(unit ORDER BY day DESC, created_at DESC) FILTER (WHERE unit IS NOT NULL))[1] AS unit,
                 count(*) AS "entries!", min(day) AS "first!", max(day) AS "last!"
               FROM metrics WHERE deleted_at IS NULL
               GROUP BY normalize_text(type) ORDER BY max(day) DESC, count(*) DESC, normalize_text(type)"#
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Enters the rows of a file that are not there yet, all or none, and says how many. A row is there where so many
    /// entries of the same content are, or where its id was used: an entry that was corrected or deleted since does
    /// not come back.
    pub async fn import_metrics(
        &self,
        entries: &[(Uuid, MetricFields)],
        write: &Write,
    ) -> Result<u64, StoreError> {
        self.run_long(async {
            let mut tx = match self.begin("import-metrics", write).await? {
                BegunWrite::Done(result) => return Ok(result["added"].as_u64().unwrap_or_default()),
                BegunWrite::New(tx) => tx,
            };
            let added = insert_missing(&mut tx, entries).await?;
            note_result(&mut tx, write, &json!({ "added": added })).await?;
            tx.commit().await?;
            Ok(added)
        })
        .await
    }
}

async fn insert_missing(db: &mut PgConnection, entries: &[(Uuid, MetricFields)]) -> Result<u64, StoreError> {
    let ids: Vec<Uuid> = entries.iter().map(|(id, _)| *id).collect();
    let kinds: Vec<String> = entries.iter().map(|(_, fields)| fields.kind.clone()).collect();
    let values: Vec<f64> = entries.iter().map(|(_, fields)| fields.value).collect();
    let units: Vec<Option<String>> = entries.iter().map(|(_, fields)| fields.unit.clone()).collect();
    let days: Vec<NaiveDate> = entries.iter().map(|(_, fields)| fields.date).collect();
    let notes: Vec<Option<String>> = entries.iter().map(|(_, fields)| fields.notes.clone()).collect();
    let inserted = sqlx::query!(
        "WITH given AS (
           SELECT g.*, row_number() OVER same AS nth FROM unnest($1::uuid[], $2::text[], $3::float8[], $4::text[],
             $5::date[], $6::text[]) WITH ORDINALITY AS g (id, type, value, unit, day, notes, at)
           WINDOW same AS (PARTITION BY normalize_text(type), value, unit, day, notes ORDER BY at)),
         known AS (
           SELECT normalize_text(type) AS type, value, unit, day, notes, count(*) AS entries
           FROM metrics WHERE deleted_at IS NULL AND day = ANY($5) GROUP BY 1, 2, 3, 4, 5)
         INSERT INTO metrics (id, type, value, unit, day, notes, source)
         SELECT g.id, g.type, g.value, g.unit, g.day, g.notes, 'file' FROM given g
         LEFT JOIN known k ON k.type = normalize_text(g.type) AND k.value = g.value AND k.day = g.day
           AND k.unit IS NOT DISTINCT FROM g.unit AND k.notes IS NOT DISTINCT FROM g.notes
         WHERE g.nth > coalesce(k.entries, 0) ORDER BY g.at
         ON CONFLICT (id) DO NOTHING",
        &ids,
        &kinds,
        &values,
        &units as &[Option<String>],
        &days,
        &notes as &[Option<String>]
    );
    Ok(inserted.execute(db).await?.rows_affected())
}

pub(super) async fn read_metric(db: &mut PgConnection, id: Uuid) -> Result<Metric, StoreError> {
    let row = sqlx::query_as!(
        MetricRow,
        r#"SELECT id, type AS kind, value, unit, day, notes, source, version, created_at, updated_at
           FROM metrics WHERE id = $1 AND deleted_at IS NULL"#,
        id
    );
    Ok(row.fetch_one(db).await?.into())
}

/// Where an entry comes from is written once.
pub(super) async fn write_metric(
    db: &mut PgConnection,
    change: &PersonalWrite,
    fields: &MetricFields,
) -> Result<bool, StoreError> {
    let Some(version) = change.version else {
        sqlx::query!(
            "INSERT INTO metrics (id, type, value, unit, day, notes, source) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            change.id,
            fields.kind,
            fields.value,
            fields.unit,
            fields.date,
            fields.notes,
            fields.source.as_str()
        )
        .execute(db)
        .await?;
        return Ok(true);
    };
    let saved = sqlx::query!(
        "UPDATE metrics SET type = $3, value = $4, unit = $5, day = $6, notes = $7
         WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        change.id,
        version,
        fields.kind,
        fields.value,
        fields.unit,
        fields.date,
        fields.notes
    );
    Ok(saved.execute(db).await?.rows_affected() == 1)
}
