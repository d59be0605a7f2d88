//! Reports: unique by kind, day and subject.

use crate::connection::encode;
use crate::connection::write::{BegunWrite, id_of, note_result};
use crate::{Store, StoreError, Write};
use celeiro_domain::personal::report::{Report, ReportAuthor, ReportFigures, ReportKind};
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// Reports that a page is told of.
const MOST_TOLD: i64 = 5;

/// Which reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReportQuery {
    /// Of this kind alone.
    pub kind: Option<ReportKind>,
    /// Left out.
    pub offset: i64,
    /// Most of them.
    pub limit: i64,
}

/// A report that is to be stored.
#[derive(Debug, Clone)]
pub struct NewReport {
    /// The kind.
    pub kind: ReportKind,
    /// The person or the decision.
    pub subject: Option<Uuid>,
    /// The zone of its days.
    pub zone: String,
    /// What it rests on.
    pub figures: ReportFigures,
    /// The text of the program.
    pub text: String,
    /// Whether the program made it at its hour.
    pub scheduled: bool,
}

/// The text of a model, checked.
#[derive(Debug, Clone)]
pub struct ModelText {
    /// The text; the program's stays where absent.
    pub text: Option<String>,
    /// Sentences that were left out.
    pub left_out: u32,
    /// The model.
    pub model: String,
    /// Name and version of the prompt.
    pub prompt: String,
}

struct ReportRow {
    id: Uuid,
    kind: String,
    subject_id: Option<Uuid>,
    zone: String,
    figures: Value,
    text: String,
    author: String,
    left_out: i32,
    model: Option<String>,
    scheduled: bool,
    version: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl ReportRow {
    fn read(self) -> Result<Report, StoreError> {
        let unknown = || StoreError::Other("a report with content that is not known".into());
        Ok(Report {
            id: self.id,
            kind: ReportKind::parse(&self.kind).ok_or_else(unknown)?,
            subject_id: self.subject_id,
            zone: self.zone,
            figures: serde_json::from_value(self.figures).map_err(|_| unknown())?,
            text: self.text,
            author: ReportAuthor::parse(&self.author).ok_or_else(unknown)?,
            left_out: self.left_out as u32,
            model: self.model,
            scheduled: self.scheduled,
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

impl Store {
    /// Stores a report with the text of the program where there is none of its kind and day, deleted ones too; `None`
    /// where there is.
    pub async fn add_report(&self, new: &NewReport) -> Result<Option<Uuid>, StoreError> {
        let figures = encode::encode_json(&new.figures)?;
        let added = sqlx::query_scalar!(
            "INSERT INTO reports (id, kind, subject_id, period_from, period_to, zone, figures, text, author, scheduled) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'program', $9) ON CONFLICT DO NOTHING RETURNING id",
            Uuid::now_v7(),
            new.kind.as_str(),
            new.subject,
            new.figures.period.from,
            new.figures.period.to,
            new.zone,
            figures,
            new.text,
            new.scheduled
        );
        self.run(async { Ok(added.fetch_optional(&self.writing).await?) }).await
    }

    /// Stores a report that was asked for, in the place of the one of its kind and day. Asked for again under the same
    /// operation it is the same.
    pub async fn replace_report(&self, new: &NewReport, write: &Write) -> Result<Uuid, StoreError> {
        let figures = encode::encode_json(&new.figures)?;
        self.run(async {
            let mut tx = match self.begin("make-report", write).await? {
                BegunWrite::Done(result) => return id_of(&result),
                BegunWrite::New(tx) => tx,
            };
            let id = sqlx::query_scalar!(
                "INSERT INTO reports \
                   (id, kind, subject_id, period_from, period_to, zone, figures, text, author, scheduled) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'program', $9) \
                 ON CONFLICT (kind, period_to, (coalesce(subject_id, '00000000-0000-0000-0000-000000000000'::uuid))) \
                 DO UPDATE SET zone = $6, figures = $7, text = $8, author = 'program', scheduled = $9, left_out = 0, \
                   model = NULL, prompt = NULL, deleted_at = NULL \
                 RETURNING id",
                Uuid::now_v7(),
                new.kind.as_str(),
                new.subject,
                new.figures.period.from,
                new.figures.period.to,
                new.zone,
                figures,
                new.text,
                new.scheduled
            )
            .fetch_one(&mut *tx)
            .await?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(id)
        })
        .await
    }

    /// Puts the text of a model into a report, where that is still as it was at `version`.
    pub async fn write_report(&self, id: Uuid, version: i32, by: &ModelText) -> Result<(), StoreError> {
        let written = sqlx::query!(
            "UPDATE reports SET text = coalesce($3, text), left_out = $4, model = $5, prompt = $6, \
               author = CASE WHEN $3::text IS NULL THEN author ELSE 'model' END \
             WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
            id,
            version,
            by.text,
            by.left_out as i32,
            by.model,
            by.prompt
        );
        self.run(async {
            written.execute(&self.writing).await?;
            Ok(())
        })
        .await
    }

    /// Lists the personal assistant's reports that are not deleted, the latest day first.
    pub async fn reports(&self, query: &ReportQuery) -> Result<Vec<Report>, StoreError> {
        let rows = sqlx::query_as!(
            ReportRow,
            "SELECT id, kind, subject_id, zone, figures, text, author, left_out, model, scheduled, version, \
               created_at, updated_at FROM reports \
             WHERE deleted_at IS NULL AND ($1::text IS NULL OR kind = $1) \
             ORDER BY period_to DESC, id DESC OFFSET $2 LIMIT $3",
            query.kind.map(ReportKind::as_str),
            query.offset,
            query.limit
        );
        let rows = self.run(async { Ok(rows.fetch_all(&self.pool).await?) }).await?;
        rows.into_iter().map(ReportRow::read).collect()
    }

    /// Reads the report `id` of the personal assistant.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted.
    pub async fn report(&self, id: Uuid) -> Result<Report, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_report(&mut db, id).await
        })
        .await
    }

    /// Whether there is a report of a kind and a day, or was one that is deleted.
    pub async fn has_report(&self, kind: ReportKind, day: NaiveDate) -> Result<bool, StoreError> {
        let has = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM reports WHERE kind = $1 AND period_to = $2) AS "has!""#,
            kind.as_str(),
            day
        );
        self.run(async { Ok(has.fetch_one(&self.pool).await?) }).await
    }

    /// Reports that the program made by itself since `since`, the newest first: id, kind, last day.
    pub async fn fresh_reports(
        &self,
        since: DateTime<Utc>,
    ) -> Result<Vec<(Uuid, ReportKind, NaiveDate)>, StoreError> {
        let rows = sqlx::query!(
            "SELECT id, kind, period_to FROM reports WHERE scheduled AND deleted_at IS NULL AND created_at >= $1 \
             ORDER BY created_at DESC, id DESC LIMIT $2",
            since,
            MOST_TOLD
        );
        let rows = self.run(async { Ok(rows.fetch_all(&self.pool).await?) }).await?;
        let known =
            rows.into_iter().filter_map(|row| Some((row.id, ReportKind::parse(&row.kind)?, row.period_to)));
        Ok(known.collect())
    }
}

pub(super) async fn read_report(db: &mut PgConnection, id: Uuid) -> Result<Report, StoreError> {
    let row = sqlx::query_as!(
        ReportRow,
        "SELECT id, kind, subject_id, zone, figures, text, author, left_out, model, scheduled, version, created_at, \
           updated_at FROM reports WHERE id = $1 AND deleted_at IS NULL",
        id
    );
    row.fetch_one(db).await?.read()
}

/// Deletes the reports that speak of a record, or of any of a kind: what is deleted for good is in none of them.
pub(super) async fn forget_reports_about(
    db: &mut PgConnection,
    kind: &str,
    id: Option<Uuid>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM reports r WHERE ($2::uuid IS NOT NULL AND subject_id = $2) \
           OR EXISTS (SELECT FROM jsonb_array_elements(r.figures -> 'figures') f \
             WHERE f ->> 'source' = $1 AND ($2::uuid IS NULL OR f ->> 'recordId' = $2::text))",
        kind,
        id
    )
    .execute(db)
    .await?;
    Ok(())
}
