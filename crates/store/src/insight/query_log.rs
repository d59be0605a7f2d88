//! The query log: searches and questions of people, where they allow logging.
//!
//! Crate `app` decides which searches are logged; no search waits for the log. Entries of a deleted conversation are
//! hidden with it and deleted when it is purged.

use crate::connection::encode;
use crate::connection::transaction::{begin_patient_unanswered_transaction, change_unanswered};
use crate::connection::write::{BegunWrite, finish};
use crate::search::vocabulary::escape_like;
use crate::{Page, Store, StoreError, Write};
use celeiro_domain::chat::Trace;
use celeiro_domain::insight::{LoggedQuery, QueryScope};
use celeiro_domain::text::normalize_text;
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgTransaction;

/// Longest query that is kept, in characters.
pub const MAX_LOGGED_CHARS: usize = 2_000;

/// Which entries are wanted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LogQuery {
    /// Text that a query must hold, compared folded.
    pub text: String,
    /// Where it was asked.
    pub scope: Option<QueryScope>,
    /// Entries to pass over.
    pub offset: u32,
    /// Entries wanted.
    pub limit: u32,
}

impl Store {
    /// Stores an entry and, for a search by itself, its trace.
    ///
    /// # Errors
    /// [`StoreError`]; of a conversation that is gone meanwhile, [`StoreError::Constraint`].
    pub async fn log_query(&self, entry: &LoggedQuery, trace: Option<&Trace>) -> Result<(), StoreError> {
        self.run(async {
            // It runs after the answer, so it may wait; what is refused would be lost.
            let mut tx = begin_patient_unanswered_transaction(&self.pool).await?;
            if let Some(trace) = trace {
                insert_trace(&mut tx, trace, entry).await?;
            }
            insert_logged_query(&mut tx, entry).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Lists the entries of the query log, newest first.
    pub async fn logged_queries(&self, query: &LogQuery) -> Result<Page<LoggedQuery>, StoreError> {
        let pattern = build_query_pattern(&query.text);
        let scope = query.scope.map(|scope| encode::wire_name(&scope)).transpose()?;
        let rows = sqlx::query!(
            r#"SELECT l.id, l.created_at, l.scope, l.surface, l.actor, l.query, l.normalized, l.looked_for, l.gap_key,
                 l.filters, l.profile, l.result_count, l.best_score, l.coverage, l.fallback, l.ms, l.gap,
                 l.trace_id, l.conversation_id, l.message_id
               FROM query_log l
               WHERE ($1::text IS NULL OR l.normalized LIKE $1) AND ($2::text IS NULL OR l.scope = $2)
                 AND NOT EXISTS (SELECT FROM conversations c WHERE c.id = l.conversation_id AND c.deleted_at IS NOT NULL)
               ORDER BY l.created_at DESC, l.id DESC LIMIT $3 OFFSET $4"#,
            pattern,
            scope,
            i64::from(query.limit),
            i64::from(query.offset)
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let total = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!" FROM query_log l
               WHERE ($1::text IS NULL OR l.normalized LIKE $1) AND ($2::text IS NULL OR l.scope = $2)
                 AND NOT EXISTS (SELECT FROM conversations c WHERE c.id = l.conversation_id AND c.deleted_at IS NOT NULL)"#,
            pattern,
            scope
        )
        .fetch_one(&self.pool);
        let total = self.run(async { Ok(total.await?) }).await?;
        let rows = rows
            .into_iter()
            .map(|r| {
                Ok(LoggedQuery {
                    id: r.id,
                    created_at: r.created_at,
                    scope: encode::decode_name(&r.scope)?,
                    surface: encode::decode_name(&r.surface)?,
                    actor: r.actor,
                    query: r.query,
                    normalized: r.normalized,
                    looked_for: r.looked_for,
                    gap_key: r.gap_key,
                    filters: r.filters,
                    profile: r.profile,
                    results: u32::try_from(r.result_count).unwrap_or(0),
                    best_score: r.best_score,
                    coverage: r.coverage,
                    fallback: r.fallback,
                    ms: r.ms,
                    gap: r.gap.as_deref().map(encode::decode_name).transpose()?,
                    trace_id: r.trace_id,
                    conversation_id: r.conversation_id,
                    message_id: r.message_id,
                })
            })
            .collect::<Result<_, StoreError>>()?;
        Ok(Page { rows, total })
    }

    /// Removes all traces of searches by themselves but the newest `kept`; entries stay.
    ///
    /// # Errors
    /// [`StoreError`]; what was removed until then stays removed.
    pub async fn purge_search_traces(&self, kept: u32) -> Result<u64, StoreError> {
        let mut total = 0;
        loop {
            let gone = sqlx::query!(
                "DELETE FROM traces WHERE id IN (SELECT id FROM traces WHERE kind = 'search' \
                 ORDER BY created_at DESC, id OFFSET $1 LIMIT 1000)",
                i64::from(kept)
            );
            let gone = self.run(async { Ok(change_unanswered(&self.pool, gone).await?) }).await?;
            if gone == 0 {
                return Ok(total);
            }
            total += gone;
        }
    }

    /// Removes every entry, every trace of a search by itself, and what was decided about gaps.
    pub async fn delete_query_log(&self, write: &Write) -> Result<u64, StoreError> {
        self.run(async {
            let mut tx = match self.begin("delete-query-log", write).await? {
                BegunWrite::Done(result) => return Ok(result["deleted"].as_u64().unwrap_or(0)),
                BegunWrite::New(tx) => tx,
            };
            let deleted = sqlx::query!("DELETE FROM query_log").execute(&mut *tx).await?.rows_affected();
            sqlx::query!("DELETE FROM traces WHERE kind = 'search'").execute(&mut *tx).await?;
            sqlx::query!("DELETE FROM query_gaps").execute(&mut *tx).await?;
            finish(&mut tx, write, &json!({ "deleted": deleted })).await?;
            tx.commit().await?;
            Ok(deleted)
        })
        .await
    }

    /// Removes entries older than `before`, with the traces of searches and what was decided about
    /// gaps without queries any more. In pieces, as [`Store::purge_conversations`].
    ///
    /// # Errors
    /// [`StoreError`]; what was removed until then stays removed.
    pub async fn purge_query_log(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let mut total = 0;
        loop {
            let entries = sqlx::query!(
                "DELETE FROM query_log WHERE id IN (SELECT id FROM query_log WHERE created_at < $1 LIMIT 1000)",
                before
            );
            let traces = sqlx::query!(
                "DELETE FROM traces WHERE id IN \
                 (SELECT id FROM traces WHERE kind = 'search' AND created_at < $1 LIMIT 1000)",
                before
            );
            let entries = self.run(async { Ok(change_unanswered(&self.pool, entries).await?) }).await?;
            let traces = self.run(async { Ok(change_unanswered(&self.pool, traces).await?) }).await?;
            total += entries;
            if entries + traces == 0 {
                break;
            }
        }
        let decided = sqlx::query!(
            "DELETE FROM query_gaps g WHERE NOT EXISTS (SELECT FROM query_log l WHERE l.gap_id = g.id)"
        );
        self.run(async { Ok(change_unanswered(&self.pool, decided).await?) }).await?;
        Ok(total)
    }
}

/// The pattern that a folded query must match; none where any will do.
pub(crate) fn build_query_pattern(text: &str) -> Option<String> {
    let folded = normalize_text(text);
    let folded = folded.trim();
    (!folded.is_empty()).then(|| format!("%{}%", escape_like(&encode::encode_text(folded))))
}

/// Inserts an entry; one that is there already stays as it is, so a repeated write is harmless.
async fn insert_logged_query(tx: &mut PgTransaction<'static>, entry: &LoggedQuery) -> Result<(), StoreError> {
    let gap_key = encode::encode_text(&entry.gap_key);
    let shorten_text =
        |text: &str| -> String { encode::encode_text(text).chars().take(MAX_LOGGED_CHARS).collect() };
    sqlx::query!(
        "INSERT INTO query_log (id, created_at, scope, surface, actor, query, normalized, looked_for, gap_key, filters, profile, \
         result_count, best_score, coverage, fallback, ms, gap, trace_id, conversation_id, message_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) \
         ON CONFLICT (id) DO NOTHING",
        entry.id,
        entry.created_at,
        encode::wire_name(&entry.scope)?,
        encode::wire_name(&entry.surface)?,
        entry.actor,
        shorten_text(&entry.query),
        shorten_text(&entry.normalized),
        entry.looked_for.as_deref().map(shorten_text),
        gap_key.as_ref(),
        entry.filters.as_ref().map(encode::encode_json).transpose()?,
        entry.profile,
        i32::try_from(entry.results).unwrap_or(i32::MAX),
        entry.best_score.filter(|score| score.is_finite()),
        entry.coverage.filter(|share| share.is_finite()).map(|share| share.clamp(0.0, 1.0)),
        entry.fallback,
        encode::valid_amount(Some(entry.ms)).unwrap_or(0.0),
        entry.gap.map(|gap| encode::wire_name(&gap)).transpose()?,
        entry.trace_id,
        entry.conversation_id,
        entry.message_id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Inserts the trace of a search beside its entry in the log.
async fn insert_trace(
    tx: &mut PgTransaction<'static>,
    trace: &Trace,
    entry: &LoggedQuery,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO traces (id, kind, created_at, outcome, actor, ms, body) \
         VALUES ($1, 'search', $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING",
        trace.id,
        trace.created_at,
        trace.outcome.as_str(),
        entry.actor,
        encode::valid_amount(Some(entry.ms)).unwrap_or(0.0),
        encode::encode_json(trace)?
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
