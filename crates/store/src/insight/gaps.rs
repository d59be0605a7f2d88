//! Search gaps: failed queries of the query log, grouped, with the outcome of each group.
//!
//! An answer that a person rated up is no gap, whatever its searches found.
//!
//! Groups are computed from the log at each request; only decisions are stored, with the state of the data at the last
//! re-run of the group.

use crate::connection::encode;
use crate::connection::transaction::change_unanswered;
use crate::connection::write::{BegunWrite, finish};
use crate::insight::query_log::build_query_pattern;
use crate::{Page, Store, StoreError, Write};
use celeiro_domain::insight::{Gap, GapReason, GapState, QueryScope};
use serde_json::json;
use uuid::Uuid;

/// Which gaps are wanted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GapQuery {
    /// This one.
    pub id: Option<Uuid>,
    /// Where they stand.
    pub state: Option<GapState>,
    /// Why they are gaps.
    pub reason: Option<GapReason>,
    /// Where they were asked.
    pub scope: Option<QueryScope>,
    /// Text that a question must hold, compared folded.
    pub text: String,
    /// Only what was not run again since the data were as this says; dismissed ones never are.
    pub unchecked: Option<String>,
    /// Gaps to pass over.
    pub offset: u32,
    /// Gaps wanted.
    pub limit: u32,
}

/// How many gaps there are of each reason, and how many were not run again yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GapCounts {
    /// Open gaps by reason; one may have several.
    pub by_reason: Vec<(GapReason, u32)>,
    /// Open gaps.
    pub open: u32,
}

impl Store {
    /// Lists the search gaps, the most frequent first, then the latest.
    pub async fn gaps(&self, query: &GapQuery) -> Result<Page<Gap>, StoreError> {
        let page = self.gaps_at(query).await?;
        if !page.rows.is_empty() || query.offset == 0 {
            return Ok(page);
        }
        // Behind the last one no row is there to say how many there are.
        let first = self.gaps_at(&GapQuery { offset: 0, limit: 1, ..query.clone() }).await?;
        Ok(Page { total: first.total, ..page })
    }

    async fn gaps_at(&self, query: &GapQuery) -> Result<Page<Gap>, StoreError> {
        let name = |value: Option<Result<String, StoreError>>| value.transpose();
        let state = name(query.state.map(|v| encode::wire_name(&v)))?;
        let reason = name(query.reason.map(|v| encode::wire_name(&v)))?;
        let scope = name(query.scope.map(|v| encode::wire_name(&v)))?;
        let rows = sqlx::query!(
            r#"WITH failing AS (
                 SELECT l.gap_id, l.gap AS reason, l.created_at FROM query_log l
                 WHERE l.gap IS NOT NULL AND ($1::uuid IS NULL OR l.gap_id = $1)
                   AND NOT EXISTS (SELECT FROM conversations c WHERE c.id = l.conversation_id AND c.deleted_at IS NOT NULL)
                   AND NOT EXISTS (SELECT FROM messages m WHERE m.id = l.message_id AND m.rating = 'up')
                 UNION ALL
                 SELECT l.gap_id, 'rated-down', l.created_at
                 FROM messages m JOIN query_log l ON l.message_id = m.id
                   JOIN conversations c ON c.id = l.conversation_id
                 WHERE m.rating = 'down' AND c.deleted_at IS NULL AND ($1::uuid IS NULL OR l.gap_id = $1)),
               grouped AS (
                 SELECT gap_id, array_agg(DISTINCT reason) AS reasons, count(DISTINCT created_at) AS times,
                   min(created_at) AS first_seen, max(created_at) AS last_seen
                 FROM failing GROUP BY gap_id),
               stated AS (
                 SELECT g.*, CASE WHEN q.decided_at IS NULL OR g.last_seen > q.decided_at THEN 'open' ELSE q.state END AS state,
                   q.reason AS why, q.decided_at, q.checked_at, q.checked_stamp
                 FROM grouped g LEFT JOIN query_gaps q ON q.id = g.gap_id),
               chosen AS (
                 SELECT s.*, count(*) OVER () AS total FROM stated s
                 WHERE ($2::text IS NULL OR s.state = $2) AND ($3::text IS NULL OR $3 = ANY (s.reasons))
                   AND ($4::text IS NULL OR EXISTS (SELECT FROM query_log l WHERE l.gap_id = s.gap_id AND l.scope = $4))
                   AND ($5::text IS NULL OR EXISTS (SELECT FROM query_log l WHERE l.gap_id = s.gap_id AND l.normalized LIKE $5))
                   AND ($6::text IS NULL OR (s.state <> 'dismissed' AND s.checked_stamp IS DISTINCT FROM $6))
                 ORDER BY s.times DESC, s.last_seen DESC, s.gap_id LIMIT $7 OFFSET $8)
               SELECT c.gap_id AS "id!", c.reasons AS "reasons!", c.times AS "times!", c.first_seen AS "first_seen!",
                 c.last_seen AS "last_seen!", c.state AS "state!", c.why AS "why?", c.decided_at AS "decided_at?",
                 c.checked_at AS "checked_at?", c.total AS "total!",
                 l.scope, l.query, l.looked_for, l.filters, l.result_count, l.coverage, l.trace_id, l.conversation_id
               FROM chosen c CROSS JOIN LATERAL
                 (SELECT * FROM query_log l WHERE l.gap_id = c.gap_id ORDER BY l.created_at DESC LIMIT 1) l
               ORDER BY c.times DESC, c.last_seen DESC, c.gap_id"#,
            query.id,
            state,
            reason,
            scope,
            build_query_pattern(&query.text),
            query.unchecked,
            i64::from(query.limit),
            i64::from(query.offset)
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let total = rows.first().map_or(0, |r| r.total);
        let rows = rows
            .into_iter()
            .map(|r| {
                let mut reasons: Vec<GapReason> =
                    r.reasons.iter().map(|name| encode::decode_name(name)).collect::<Result<_, _>>()?;
                reasons.sort_unstable();
                Ok(Gap {
                    id: r.id,
                    scope: encode::decode_name(&r.scope)?,
                    state: encode::decode_name(&r.state)?,
                    reasons,
                    count: u32::try_from(r.times).unwrap_or(u32::MAX),
                    first_seen: r.first_seen,
                    last_seen: r.last_seen,
                    query: r.query,
                    looked_for: r.looked_for,
                    filters: r.filters,
                    results: u32::try_from(r.result_count).unwrap_or(0),
                    coverage: r.coverage,
                    trace_id: r.trace_id,
                    conversation_id: r.conversation_id,
                    dismissed_because: r.why.filter(|reason| !reason.is_empty()),
                    decided_at: r.decided_at,
                    checked_at: r.checked_at,
                })
            })
            .collect::<Result<_, StoreError>>()?;
        Ok(Page { rows, total })
    }

    /// Reads the search gap `id`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn gap(&self, id: Uuid) -> Result<Gap, StoreError> {
        let query = GapQuery { id: Some(id), limit: 1, ..GapQuery::default() };
        self.gaps(&query).await?.rows.pop().ok_or(StoreError::NotFound)
    }

    /// Counts the open search gaps, in all and by reason.
    pub async fn gap_counts(&self) -> Result<GapCounts, StoreError> {
        let rows = sqlx::query!(
            r#"WITH failing AS (
                 SELECT l.gap_id, l.gap AS reason, l.created_at FROM query_log l
                 WHERE l.gap IS NOT NULL
                   AND NOT EXISTS (SELECT FROM conversations c WHERE c.id = l.conversation_id AND c.deleted_at IS NOT NULL)
                   AND NOT EXISTS (SELECT FROM messages m WHERE m.id = l.message_id AND m.rating = 'up')
                 UNION ALL
                 SELECT l.gap_id, 'rated-down', l.created_at
                 FROM messages m JOIN query_log l ON l.message_id = m.id
                   JOIN conversations c ON c.id = l.conversation_id
                 WHERE m.rating = 'down' AND c.deleted_at IS NULL),
               opened AS (
                 SELECT f.gap_id, array_agg(DISTINCT f.reason) AS reasons FROM failing f
                   LEFT JOIN query_gaps q ON q.id = f.gap_id
                 GROUP BY f.gap_id, q.decided_at
                 HAVING q.decided_at IS NULL OR max(f.created_at) > q.decided_at)
               SELECT reason AS "reason?", count(DISTINCT gap_id) AS "count!"
               FROM opened, unnest(reasons) AS reason GROUP BY GROUPING SETS ((reason), ())"#
        )
        .fetch_all(&self.pool);
        let mut counts = GapCounts::default();
        for row in self.run(async { Ok(rows.await?) }).await? {
            let count = u32::try_from(row.count).unwrap_or(u32::MAX);
            match row.reason {
                Some(reason) => counts.by_reason.push((encode::decode_name(&reason)?, count)),
                None => counts.open = count,
            }
        }
        counts.by_reason.sort_unstable();
        Ok(counts)
    }

    /// What catalog, FAQs, synonyms and the profile in force are like: another text after any change.
    pub async fn searched_stamp(&self) -> Result<String, StoreError> {
        let row = sqlx::query_scalar!(
            r#"SELECT concat_ws(' ',
                 (SELECT max(id) FROM revisions),
                 (SELECT count(*) || ':' || coalesce(extract(epoch FROM max(updated_at))::text, '') FROM synonym_groups),
                 (SELECT name || ':' || version FROM ranking_profiles WHERE active)) AS "stamp!""#
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(row.await?) }).await
    }

    /// Notes that a gap was run again on data of this stamp, and whether it passes. One that a person
    /// dismissed stays so unless it passes.
    pub async fn note_gap_run(&self, id: Uuid, passes: bool, stamp: &str) -> Result<(), StoreError> {
        let noted = sqlx::query!(
            "INSERT INTO query_gaps AS g (id, state, decided_at, checked_stamp, checked_at) \
             VALUES ($1, CASE WHEN $2 THEN 'passed' ELSE 'open' END, CASE WHEN $2 THEN now() END, $3, now()) \
             ON CONFLICT (id) DO UPDATE SET checked_stamp = $3, checked_at = now(), \
             state = CASE WHEN $2 THEN 'passed' WHEN g.state = 'dismissed' THEN g.state ELSE 'open' END, \
             decided_at = CASE WHEN $2 AND g.state = 'passed' THEN greatest(g.decided_at, now()) WHEN $2 THEN now() \
               WHEN g.state = 'dismissed' THEN g.decided_at END",
            id,
            passes,
            stamp
        );
        self.run(async { Ok(change_unanswered(&self.pool, noted).await.map(drop)?) }).await
    }

    /// Dismisses a gap, or opens it again where `reason` is none.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::Constraint`] for a blank or too long reason.
    pub async fn decide_gap(&self, id: Uuid, reason: Option<&str>, write: &Write) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("decide-gap", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let known = sqlx::query_scalar!(
                r#"SELECT EXISTS (SELECT FROM query_log WHERE gap_id = $1) AS "known!""#,
                id
            )
            .fetch_one(&mut *tx)
            .await?;
            if !known {
                return Err(StoreError::NotFound);
            }
            sqlx::query!(
                "INSERT INTO query_gaps AS g (id, state, decided_at, reason, actor) \
                 VALUES ($1, CASE WHEN $2::text IS NULL THEN 'open' ELSE 'dismissed' END, \
                   CASE WHEN $2 IS NOT NULL THEN now() END, coalesce($2, ''), $3) \
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state, decided_at = excluded.decided_at, \
                 reason = excluded.reason, actor = excluded.actor, checked_stamp = g.checked_stamp",
                id,
                reason.map(|reason| encode::encode_text(reason).into_owned()),
                write.actor
            )
            .execute(&mut *tx)
            .await?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}
