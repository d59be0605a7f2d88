//! Suggestions for fields of items: trace and outcome of each, and the values of an item that came from suggestions.

use crate::chat::llm_calls;
use crate::connection::encode;
use crate::connection::write::{BegunWrite, finish};
use crate::{Origin, Store, StoreError, Write};
use celeiro_domain::assist::AssistField;
use celeiro_domain::catalog::Item;
use celeiro_domain::chat::Trace;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgTransaction;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Field to the trace whose suggestion its value came from.
pub type FieldSources = BTreeMap<AssistField, Uuid>;

/// A suggestion to be kept.
#[derive(Debug, Clone)]
pub struct NewSuggestion {
    /// The field.
    pub field: AssistField,
    /// The suggestion, as it was answered.
    pub suggestion: Value,
    /// How sure it is, 0..1.
    pub confidence: f64,
}

/// Everything that an answer leaves behind.
pub struct KeptAssist<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// Milliseconds in all.
    pub ms: f64,
    /// The item, where there is one already.
    pub item_id: Option<Uuid>,
    /// A hash of each field that the suggestions rest on.
    pub inputs: &'a BTreeMap<String, String>,
    /// The model that took part.
    pub model: Option<&'a str>,
    /// The suggestions.
    pub suggestions: &'a [NewSuggestion],
}

/// What a person made of a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Taken as it was.
    Accepted,
    /// Taken, but changed first.
    Edited,
    /// Not taken.
    Rejected,
}

/// Whether a suggestion that is decided may be decided again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionRule {
    /// It may: who fills in a form may think better of it.
    Anew,
    /// Of decisions at the same time the first stands.
    Once,
}

/// A suggestion with what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSuggestion {
    /// The trace.
    pub trace_id: Uuid,
    /// The field.
    pub field: AssistField,
    /// The item, where there was one.
    pub item_id: Option<Uuid>,
    /// The suggestion, as it was answered.
    pub suggestion: Value,
    /// Hashes of the fields that it rests on.
    pub inputs: BTreeMap<String, String>,
    /// The model that took part.
    pub model: Option<String>,
    /// When.
    pub created_at: DateTime<Utc>,
    /// What became of it.
    pub outcome: Option<Decision>,
    /// What it was edited to.
    pub outcome_value: Option<Value>,
    /// The person who decided.
    pub decided_by: Option<String>,
    /// When it was decided.
    pub decided_at: Option<DateTime<Utc>>,
}

/// Where the value of an item's field comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldSource {
    /// The field.
    pub field: AssistField,
    /// The trace of the suggestion.
    pub trace_id: Uuid,
    /// The version of the item that brought the value.
    pub version: i32,
    /// The value then.
    pub value: Value,
    /// Hashes of the fields that it rests on.
    pub inputs: BTreeMap<String, String>,
    /// The person who accepted it.
    pub actor: String,
    /// When.
    pub created_at: DateTime<Utc>,
}

impl Store {
    /// Keeps an answer with its trace and calls of models.
    pub async fn keep_assist(&self, kept: &KeptAssist<'_>, actor: &str) -> Result<(), StoreError> {
        let write = Write { operation_id: kept.trace.id, actor: actor.to_owned(), origin: Origin::Assistant };
        self.run(async {
            let mut tx = match self.begin("assist", &write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            insert_trace(&mut tx, kept, actor).await?;
            for suggestion in kept.suggestions {
                insert_suggestion(&mut tx, kept, suggestion, actor).await?;
            }
            finish(&mut tx, &write, &json!({ "id": kept.trace.id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Reads the suggestions of a trace, with their outcomes.
    pub async fn suggestions_of(&self, trace: Uuid) -> Result<Vec<StoredSuggestion>, StoreError> {
        let rows = sqlx::query_as!(
            SuggestionRow,
            "SELECT trace_id, field, item_id, suggestion, inputs, model, created_at, outcome, outcome_value, \
             decided_by, decided_at FROM assist_suggestions WHERE trace_id = $1 ORDER BY field",
            trace
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter().map(StoredSuggestion::try_from).collect()
    }

    /// Stores a person's decisions on the suggestions of a trace.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where the trace has no suggestion for one of the fields,
    /// [`StoreError::Decided`] where one is decided; nothing is noted then.
    pub async fn decide_suggestions(
        &self,
        trace: Uuid,
        decisions: &[(AssistField, Decision, Option<Value>)],
        deciding: DecisionRule,
        write: &Write,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("decide-suggestions", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            for (field, decision, value) in decisions {
                let noted = sqlx::query!(
                    "UPDATE assist_suggestions SET outcome = $3, outcome_value = $4, decided_by = $5, \
                     decided_at = now() WHERE trace_id = $1 AND field = $2 AND ($6 OR outcome IS NULL)",
                    trace,
                    field.as_str(),
                    encode::wire_name(decision)?,
                    value.as_ref().map(encode::encode_json).transpose()?,
                    write.actor,
                    deciding == DecisionRule::Anew
                )
                .execute(&mut *tx)
                .await?;
                if noted.rows_affected() == 0 {
                    return Err(explain_undecidable(&mut tx, trace, *field).await?);
                }
            }
            finish(&mut tx, write, &json!({ "id": trace })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Where values of items come from: of each field the latest suggestion that was taken. Items without
    /// any are left out.
    pub async fn field_sources(&self, items: &[Uuid]) -> Result<HashMap<Uuid, Vec<FieldSource>>, StoreError> {
        let rows = sqlx::query!(
            "SELECT DISTINCT ON (item_id, field) item_id, field, trace_id, version, value, inputs, actor, created_at \
             FROM item_field_sources WHERE item_id = ANY($1) ORDER BY item_id, field, version DESC",
            items
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let mut sources: HashMap<Uuid, Vec<FieldSource>> = HashMap::new();
        for row in rows {
            sources.entry(row.item_id).or_default().push(FieldSource {
                field: encode::decode_name(&row.field)?,
                trace_id: row.trace_id,
                version: row.version,
                value: row.value,
                inputs: parse_input_hashes(row.inputs)?,
                actor: row.actor,
                created_at: row.created_at,
            });
        }
        Ok(sources)
    }

    /// Finds the categories among `folded` that searchable items have, as most of them write them, for suggestions.
    pub async fn known_categories(&self, folded: &[String]) -> Result<HashMap<String, String>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT split_part(search_text, E'\n', 3) AS "folded!", mode() WITHIN GROUP (ORDER BY category) AS "value!"
               FROM catalog_items WHERE searchable AND category IS NOT NULL
                 AND split_part(search_text, E'\n', 3) = ANY($1) GROUP BY 1"#,
            folded
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| (row.folded, row.value)).collect())
    }

    /// Finds the tags among `folded` that searchable items have, as one of them writes them, for suggestions.
    pub async fn known_tags(&self, folded: &[String]) -> Result<HashMap<String, String>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT f.folded AS "folded!", t.value FROM unnest($1::text[]) AS f (folded)
               CROSS JOIN LATERAL (SELECT tag AS value FROM catalog_items i, unnest(i.tags) AS tag
                 WHERE i.searchable AND strpos(i.search_text, f.folded) > 0 AND normalize_text(tag) = f.folded
                 LIMIT 1) AS t"#,
            folded
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().filter_map(|row| Some((row.folded, row.value?))).collect())
    }

    /// Lists every searchable item with its external id, in no order, for suggestions.
    pub async fn searchable_names(&self) -> Result<Vec<(Uuid, Option<String>)>, StoreError> {
        let rows =
            sqlx::query!("SELECT id, external_id FROM catalog_items WHERE searchable").fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.external_id)).collect())
    }

    /// Reads the files of an item that have text, as evidence for suggestions: id, name, text.
    pub async fn files_with_text(&self, item: Uuid) -> Result<Vec<(Uuid, String, String)>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT id, name, left(text, 100000) AS "text!" FROM catalog_files
               WHERE item_id = $1 AND text IS NOT NULL AND deleted_at IS NULL ORDER BY created_at, id LIMIT 20"#,
            item
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.name, row.text)).collect())
    }
}

/// Notes, in the transaction of a save, what became of suggestions where that is not noted yet, and
/// which of the item's values came from them.
pub(crate) async fn note_sources(
    tx: &mut PgTransaction<'static>,
    item: &SavedFields<'_>,
    sources: &FieldSources,
    deciding: DecisionRule,
    actor: &str,
) -> Result<(), StoreError> {
    for (field, trace) in sources {
        let value = item.value(*field);
        let decided = sqlx::query!(
            "UPDATE assist_suggestions SET decided_by = $4, decided_at = now(), \
               outcome = CASE WHEN suggestion -> 'value' = $3 THEN 'accepted' ELSE 'edited' END, \
               outcome_value = CASE WHEN suggestion -> 'value' = $3 THEN NULL ELSE $3 END \
             WHERE trace_id = $1 AND field = $2 AND outcome IS NULL",
            trace,
            field.as_str(),
            value,
            actor
        )
        .execute(&mut **tx)
        .await?;
        if decided.rows_affected() == 0 && deciding == DecisionRule::Once {
            return Err(StoreError::Decided);
        }
        let noted = sqlx::query!(
            "INSERT INTO item_field_sources (item_id, field, version, trace_id, value, inputs, actor) \
             SELECT $1, field, $3, trace_id, $5, inputs, $6 FROM assist_suggestions \
             WHERE trace_id = $4 AND field = $2 ON CONFLICT DO NOTHING",
            item.id,
            field.as_str(),
            item.version,
            trace,
            value,
            actor
        )
        .execute(&mut **tx)
        .await?;
        if noted.rows_affected() == 0 {
            return Err(StoreError::Constraint("item_field_sources_suggestion".into()));
        }
    }
    Ok(())
}

/// The fields of an item that was saved a moment ago.
pub(crate) struct SavedFields<'a> {
    pub id: Uuid,
    pub version: i32,
    pub draft: &'a celeiro_domain::catalog::ItemDraft,
}

impl SavedFields<'_> {
    fn value(&self, field: AssistField) -> Value {
        match field {
            AssistField::Description => json!(self.draft.description),
            AssistField::Category => json!(self.draft.category),
            AssistField::Price => json!(self.draft.price),
            AssistField::Tags => json!(self.draft.tags),
        }
    }
}

/// The value of an item's field that a suggestion can fill, as [`FieldSource::value`] has it.
pub fn field_value(item: &Item, field: AssistField) -> Value {
    match field {
        AssistField::Description => json!(item.description),
        AssistField::Category => json!(item.category),
        AssistField::Price => json!(item.price),
        AssistField::Tags => json!(item.tags),
    }
}

struct SuggestionRow {
    trace_id: Uuid,
    field: String,
    item_id: Option<Uuid>,
    suggestion: Value,
    inputs: Value,
    model: Option<String>,
    created_at: DateTime<Utc>,
    outcome: Option<String>,
    outcome_value: Option<Value>,
    decided_by: Option<String>,
    decided_at: Option<DateTime<Utc>>,
}

impl TryFrom<SuggestionRow> for StoredSuggestion {
    type Error = StoreError;

    fn try_from(row: SuggestionRow) -> Result<Self, StoreError> {
        Ok(Self {
            trace_id: row.trace_id,
            field: encode::decode_name(&row.field)?,
            item_id: row.item_id,
            suggestion: row.suggestion,
            inputs: parse_input_hashes(row.inputs)?,
            model: row.model,
            created_at: row.created_at,
            outcome: row.outcome.as_deref().map(encode::decode_name).transpose()?,
            outcome_value: row.outcome_value,
            decided_by: row.decided_by,
            decided_at: row.decided_at,
        })
    }
}

/// Why a suggestion takes no decision: it has one, or is not there.
async fn explain_undecidable(
    tx: &mut PgTransaction<'static>,
    trace: Uuid,
    field: AssistField,
) -> Result<StoreError, StoreError> {
    let there = sqlx::query_scalar!(
        "SELECT count(*) FROM assist_suggestions WHERE trace_id = $1 AND field = $2",
        trace,
        field.as_str()
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(if there.unwrap_or_default() > 0 { StoreError::Decided } else { StoreError::NotFound })
}

/// The stored hashes of the fields that a suggestion was made from, by field.
fn parse_input_hashes(inputs: Value) -> Result<BTreeMap<String, String>, StoreError> {
    serde_json::from_value(inputs).map_err(|e| StoreError::Other(e.to_string()))
}

/// Inserts the trace that the suggestions of a run refer to, with its calls of models.
async fn insert_trace(
    tx: &mut PgTransaction<'static>,
    kept: &KeptAssist<'_>,
    actor: &str,
) -> Result<(), StoreError> {
    let calls = llm_calls::of_trace(kept.trace)?;
    sqlx::query!(
        "INSERT INTO traces (id, kind, created_at, outcome, actor, cost_usd, ms, body) \
         VALUES ($1, 'assist', $2, $3, $4, $5, $6, $7)",
        kept.trace.id,
        kept.trace.created_at,
        kept.trace.outcome.as_str(),
        actor,
        llm_calls::cost_of(&calls),
        encode::valid_amount(Some(kept.ms)).unwrap_or(0.0),
        encode::encode_json(kept.trace)?
    )
    .execute(&mut **tx)
    .await?;
    llm_calls::insert_llm_calls(tx, Some(kept.trace.id), kept.trace.created_at, &calls).await
}

/// Inserts one suggestion of a trace.
async fn insert_suggestion(
    tx: &mut PgTransaction<'static>,
    kept: &KeptAssist<'_>,
    new: &NewSuggestion,
    actor: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO assist_suggestions (trace_id, field, item_id, suggestion, confidence, inputs, model, actor) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        kept.trace.id,
        new.field.as_str(),
        kept.item_id,
        encode::encode_json(&new.suggestion)?,
        new.confidence.clamp(0.0, 1.0),
        json!(kept.inputs),
        kept.model,
        actor
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
