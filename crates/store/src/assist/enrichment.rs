//! Enrichment runs: suggestions for many items. Selection of the items, state of a run, its cost.
//!
//! The workers' queue is in `enrichment_work`, the review of the results in `review`. A run writes suggestions and
//! nothing else.

use crate::connection::encode;
use crate::connection::write::{BegunWrite, finish};
use crate::search::filter_sql::push_filters;
use crate::search::vocabulary::escape_like;
use crate::sheet::grid_sql::{id_of, push_rows};
use crate::{Store, StoreError, Write};
use celeiro_domain::assist::AssistField;
use celeiro_domain::catalog::Status;
use celeiro_domain::search::Filters;
use celeiro_domain::sheet::GridPlan;
use celeiro_domain::text::normalize_text;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::QueryBuilder;
use uuid::Uuid;

/// Which items a run is for.
#[derive(Debug, Clone, Default)]
pub struct ItemSelection {
    /// These; all where absent.
    pub ids: Option<Vec<Uuid>>,
    /// Folded substring that an item must hold; blank holds always.
    pub text: String,
    /// Status; any where absent.
    pub status: Option<Status>,
    /// Conditions.
    pub filters: Filters,
    /// A grid of items that lists them; any where absent. Its order and page do not count.
    pub listed: Option<GridPlan>,
    /// Fields of which one at least must be empty; none where empty fields do not matter.
    pub missing: Vec<AssistField>,
    /// Whether an item must have a value that came from a suggestion.
    pub suggested: bool,
}

/// How a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// At work.
    Running,
    /// Held up by a person, or by its budget.
    Paused,
    /// Ended by a person.
    Cancelled,
    /// Nothing is left to do.
    Done,
}

/// A run to be started.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// The fields to suggest.
    pub fields: Vec<AssistField>,
    /// What was asked for, to be shown.
    pub request: Value,
    /// Most that it may cost, in US dollars.
    pub budget_usd: Option<f64>,
    /// The items.
    pub items: Vec<Uuid>,
}

/// A run, as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredRun {
    /// The run.
    pub id: Uuid,
    /// The fields.
    pub fields: Vec<AssistField>,
    /// What was asked for.
    pub request: Value,
    /// How it stands.
    pub state: RunState,
    /// Why it paused by itself.
    pub pause: Option<String>,
    /// Most that it may cost.
    pub budget_usd: Option<f64>,
    /// The person who started it.
    pub actor: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Items not looked at yet.
    pub waiting: i64,
    /// Items with suggestions.
    pub suggested: i64,
    /// Items that the evidence carries nothing for.
    pub nothing: i64,
    /// Items that were given up.
    pub failed: i64,
    /// Items that similar items alone were asked about, for the model failed, and that no person has
    /// decided anything.
    pub without_model: i64,
    /// Suggestions without a decision.
    pub to_review: i64,
    /// What it has cost, as far as providers said.
    pub cost_usd: f64,
    /// Attempts that failed, those among them of items that went well later.
    pub failed_attempts: i64,
    /// What the latest of them failed by.
    pub last_error: Option<String>,
}

impl Store {
    /// The ids of the items selected, in order of id, at most `most`.
    pub async fn select_items(&self, of: &ItemSelection, most: i64) -> Result<Vec<Uuid>, StoreError> {
        // Put together at run time because any part may be absent; every value is bound.
        let mut sql = QueryBuilder::new("SELECT i.id FROM catalog_items i WHERE i.deleted_at IS NULL");
        if let Some(ids) = &of.ids {
            sql.push(" AND i.id = ANY(").push_bind(ids.clone()).push(")");
        }
        if let Some(status) = of.status {
            sql.push(" AND i.status = ").push_bind(status.as_str());
        }
        let text = normalize_text(&of.text);
        if !text.is_empty() {
            sql.push(" AND i.search_text LIKE ").push_bind(format!("%{}%", escape_like(&text)));
        }
        push_filters(&mut sql, &of.filters);
        if let Some(plan) = &of.listed {
            sql.push(" AND i.id IN (SELECT ").push(id_of(plan.kind));
            push_rows(&mut sql, plan, false);
            sql.push(")");
        }
        if !of.missing.is_empty() {
            let conditions: Vec<&str> = of.missing.iter().map(|field| is_missing(*field)).collect();
            sql.push(format!(" AND ({})", conditions.join(" OR ")));
        }
        if of.suggested {
            sql.push(" AND EXISTS (SELECT FROM item_field_sources s WHERE s.item_id = i.id)");
        }
        sql.push(" ORDER BY i.id LIMIT ").push_bind(most);
        self.run(async { Ok(sql.build_query_scalar().fetch_all(&self.pool).await?) }).await
    }

    /// Starts an enrichment run, which makes suggestions for many items.
    pub async fn start_run(&self, new: &NewRun, write: &Write) -> Result<Uuid, StoreError> {
        self.run(async {
            let mut tx = match self.begin("start-enrichment", write).await? {
                BegunWrite::Done(result) => return crate::connection::write::id_of(&result),
                BegunWrite::New(tx) => tx,
            };
            let id = Uuid::now_v7();
            let fields: Vec<String> = new.fields.iter().map(|field| field.as_str().to_owned()).collect();
            sqlx::query!(
                "INSERT INTO enrichments (id, fields, request, budget_usd, actor) VALUES ($1, $2, $3, $4, $5)",
                id,
                &fields,
                encode::encode_json(&new.request)?,
                new.budget_usd,
                write.actor
            )
            .execute(&mut *tx)
            .await?;
            sqlx::query!(
                "INSERT INTO enrichment_items (enrichment_id, item_id) SELECT $1, unnest($2::uuid[])",
                id,
                &new.items
            )
            .execute(&mut *tx)
            .await?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(id)
        })
        .await
    }

    /// Lists the latest enrichment runs, newest first.
    pub async fn runs(&self, most: i64) -> Result<Vec<StoredRun>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT e.id, e.fields, e.request, e.state, e.pause, e.budget_usd, e.actor, e.created_at,
                 c.waiting AS "waiting!", c.suggested AS "suggested!", c.nothing AS "nothing!", c.failed AS "failed!",
                 c.cost_usd AS "cost_usd!", c.to_review AS "to_review!", c.attempts AS "failed_attempts!", c.last_error,
                 c.without_model AS "without_model!"
               FROM (SELECT * FROM enrichments ORDER BY created_at DESC, id LIMIT $1) AS e
               CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE i.state = 'waiting') AS waiting,
                   count(*) FILTER (WHERE i.state = 'suggested') AS suggested,
                   count(*) FILTER (WHERE i.state = 'nothing') AS nothing,
                   count(*) FILTER (WHERE i.state = 'failed') AS failed, coalesce(sum(i.cost_usd), 0) AS cost_usd,
                   coalesce(sum(i.attempts), 0)::bigint AS attempts,
                   (SELECT f.last_error FROM enrichment_items f WHERE f.enrichment_id = e.id
                      AND f.attempts > 0 AND f.last_error IS NOT NULL ORDER BY f.run_after DESC LIMIT 1) AS last_error,
                   (SELECT count(*) FROM enrichment_items r JOIN assist_suggestions s USING (trace_id)
                      JOIN catalog_items x ON x.id = r.item_id
                    WHERE r.enrichment_id = e.id AND r.state = 'suggested' AND s.outcome IS NULL
                      AND s.field = ANY(e.fields) AND x.deleted_at IS NULL AND e.state <> 'cancelled') AS to_review,
                   (SELECT count(*) FROM enrichment_items n WHERE n.enrichment_id = e.id
                      AND n.state IN ('suggested', 'nothing') AND n.last_error IS NOT NULL AND NOT EXISTS
                        (SELECT FROM assist_suggestions d WHERE d.trace_id = n.trace_id AND d.outcome IS NOT NULL)
                   ) AS without_model
                 FROM enrichment_items i WHERE i.enrichment_id = e.id) AS c
               ORDER BY e.created_at DESC, e.id"#,
            most
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter()
            .map(|row| {
                Ok(StoredRun {
                    id: row.id,
                    fields: fields_of(&row.fields),
                    request: row.request,
                    state: encode::decode_name(&row.state)?,
                    pause: row.pause,
                    budget_usd: row.budget_usd,
                    actor: row.actor,
                    created_at: row.created_at,
                    waiting: row.waiting,
                    suggested: row.suggested,
                    nothing: row.nothing,
                    failed: row.failed,
                    without_model: row.without_model,
                    to_review: row.to_review,
                    cost_usd: row.cost_usd,
                    failed_attempts: row.failed_attempts,
                    last_error: row.last_error,
                })
            })
            .collect()
    }

    /// Brings a run into another state. One that was cancelled stays so. `again` puts given-up items
    /// back, and those that were done without the model. One that goes on tries what had failed without further waiting, and is done where nothing
    /// waits.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none that can still change.
    pub async fn set_run_state(
        &self,
        run: Uuid,
        state: RunState,
        pause: Option<&str>,
        again: bool,
    ) -> Result<(), StoreError> {
        let name = encode::wire_name(&state)?;
        self.run(async {
            let mut tx = self.lock_run(run).await?;
            let changed = sqlx::query!(
                "UPDATE enrichments SET state = $2, pause = $3, updated_at = now() \
                 WHERE id = $1 AND state <> 'cancelled'",
                run,
                name,
                pause
            )
            .execute(&mut *tx)
            .await?;
            if changed.rows_affected() == 0 {
                return Err(StoreError::NotFound);
            }
            if again {
                sqlx::query!(
                    "UPDATE enrichment_items i SET state = 'waiting', attempts = 0, run_after = now() \
                     WHERE enrichment_id = $1 AND (state = 'failed' \
                       OR (state IN ('suggested', 'nothing') AND last_error IS NOT NULL AND NOT EXISTS \
                         (SELECT FROM assist_suggestions d WHERE d.trace_id = i.trace_id AND d.outcome IS NOT NULL)))",
                    run
                )
                .execute(&mut *tx)
                .await?;
            }
            if state == RunState::Running {
                sqlx::query!(
                    "UPDATE enrichment_items SET run_after = now() \
                     WHERE enrichment_id = $1 AND state = 'waiting' AND attempts > 0",
                    run
                )
                .execute(&mut *tx)
                .await?;
                sqlx::query!(
                    "UPDATE enrichments SET state = 'done' WHERE id = $1 AND NOT EXISTS \
                     (SELECT FROM enrichment_items WHERE enrichment_id = $1 AND state = 'waiting')",
                    run
                )
                .execute(&mut *tx)
                .await?;
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Makes a run that is held up because its person is out that of `actor`, who lets it go on.
    pub async fn hand_over_run(&self, run: Uuid, actor: &str) -> Result<(), StoreError> {
        let handed = sqlx::query!(
            "UPDATE enrichments SET actor = $2 WHERE id = $1 AND state = 'paused' AND pause = 'account'",
            run,
            actor
        );
        self.run(async { Ok(handed.execute(&self.pool).await.map(drop)?) }).await
    }

    /// What an assistance has cost so far: calls, calls with a cost, tokens and dollars of those.
    pub async fn assist_costs(&self, model: &str) -> Result<AssistCosts, StoreError> {
        let row = sqlx::query!(
            r#"SELECT count(DISTINCT trace_id) AS "assists!", count(cost_usd) AS "priced!",
                 coalesce(sum(cost_usd), 0) AS "cost_usd!",
                 coalesce(sum(input_tokens + output_tokens), 0)::bigint AS "tokens!"
               FROM (SELECT * FROM llm_calls WHERE purpose = 'assist' AND model = $1 AND trace_id IS NOT NULL
                 ORDER BY created_at DESC LIMIT 200) AS latest"#,
            model
        )
        .fetch_one(&self.pool);
        let row = self.run(async { Ok(row.await?) }).await?;
        Ok(AssistCosts {
            assists: row.assists,
            priced: row.priced,
            cost_usd: row.cost_usd,
            tokens: row.tokens,
        })
    }
}

/// What the latest assistances by one model have cost.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AssistCosts {
    /// Assistances.
    pub assists: i64,
    /// Calls whose provider said what they cost.
    pub priced: i64,
    /// US dollars of those.
    pub cost_usd: f64,
    /// Tokens of all.
    pub tokens: i64,
}

/// The SQL condition under which an item lacks the field.
fn is_missing(field: AssistField) -> &'static str {
    match field {
        AssistField::Description => "coalesce(i.description, '') = ''",
        AssistField::Category => "coalesce(i.category, '') = ''",
        AssistField::Price => "i.price IS NULL",
        AssistField::Tags => "cardinality(i.tags) = 0",
    }
}

/// The fields of the stored names; names of an older program are left out.
pub(crate) fn fields_of(names: &[String]) -> Vec<AssistField> {
    names.iter().filter_map(|name| AssistField::parse(name)).collect()
}
