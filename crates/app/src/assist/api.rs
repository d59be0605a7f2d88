//! Operations on suggestions for the fields of an item: propose, record the outcome, list the sources of values.

use crate::app::{App, Caller};
use crate::assist::draft::WantedFields;
use crate::assist::quality::check::check_suggestions;
use crate::assist::{AssistEvaluation, EvaluateOptions, in_words, suggest_values};
use crate::error::{AppError, Code};
use crate::runtime::tasks::Meter;
use celeiro_domain::assist::{AssistField, AssistResponse, is_stale, open_fields};
use celeiro_domain::catalog::{ItemDraft, Price};
use celeiro_domain::search::Lang;
use celeiro_store::{Decision, DecisionRule, FieldSources, StoredSuggestion, field_value};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use uuid::Uuid;

/// An item that a person is entering. What else a whole record has is passed over, and nothing else may
/// stand beside it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistRequest {
    /// Trade name; must not be blank.
    pub name: String,
    /// Free text.
    #[serde(default)]
    pub description: Option<String>,
    /// Kind of product.
    #[serde(default)]
    pub category: Option<String>,
    /// Maker or holder of the registration.
    #[serde(default)]
    pub manufacturer: Option<String>,
    /// Price; absent, null or blank where unknown.
    #[serde(default)]
    #[schemars(with = "Option<Price>")]
    #[specta(type = Option<Price>)]
    pub price: Option<Price>,
    /// ISO 4217 code of the price; that of comparable items where absent.
    #[serde(default)]
    pub currency: Option<String>,
    /// Key words.
    #[serde(default)]
    pub tags: Option<Vec<String>>,
    /// Free typed facets.
    #[serde(default)]
    pub attributes: Option<Map<String, Value>>,
    /// What the dealer adds to the maker's texts.
    #[serde(default)]
    pub notes: Option<String>,
    /// The item, where it is stored already: its files count as evidence, and it is no neighbour of
    /// its own.
    #[serde(default)]
    pub item_id: Option<Uuid>,
}

/// What may be read: the fields of the request, and those of a whole record that are ignored here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CheckedRequest {
    name: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    category: Option<String>,
    #[serde(default)]
    manufacturer: Option<String>,
    #[serde(default, deserialize_with = "Price::deserialize_or_blank")]
    price: Option<Price>,
    #[serde(default)]
    currency: Option<String>,
    #[serde(default)]
    tags: Option<Vec<String>>,
    #[serde(default)]
    attributes: Option<Map<String, Value>>,
    #[serde(default)]
    notes: Option<String>,
    #[serde(default)]
    item_id: Option<Uuid>,
    #[serde(default, rename = "id")]
    _id: IgnoredAny,
    #[serde(default, rename = "externalId", alias = "external_id")]
    _external_id: IgnoredAny,
    #[serde(default, rename = "status")]
    _status: IgnoredAny,
    #[serde(default, rename = "packages")]
    _packages: IgnoredAny,
    #[serde(default, rename = "version")]
    _version: IgnoredAny,
    #[serde(default, rename = "createdAt")]
    _created_at: IgnoredAny,
    #[serde(default, rename = "updatedAt")]
    _updated_at: IgnoredAny,
}

impl<'de> Deserialize<'de> for AssistRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let asked = CheckedRequest::deserialize(deserializer)?;
        Ok(Self {
            name: asked.name,
            description: asked.description,
            category: asked.category,
            manufacturer: asked.manufacturer,
            price: asked.price,
            currency: asked.currency,
            tags: asked.tags,
            attributes: asked.attributes,
            notes: asked.notes,
            item_id: asked.item_id,
        })
    }
}

impl AssistRequest {
    fn draft(self) -> Result<ItemDraft, AppError> {
        let draft = ItemDraft {
            name: self.name,
            description: self.description,
            category: self.category,
            manufacturer: self.manufacturer,
            price: self.price,
            currency: self.currency,
            tags: self.tags.unwrap_or_default(),
            attributes: self.attributes.unwrap_or_default(),
            notes: self.notes,
            ..ItemDraft::default()
        };
        draft.check().map_err(AppError::fields)
    }
}

/// Suggests values for the empty fields; writes nothing into any item.
///
/// # Errors
/// `invalid_fields`; `not_found` for an item that is not there.
pub async fn assist(app: &App, caller: &Caller, request: AssistRequest) -> Result<AssistResponse, AppError> {
    let item_id = request.item_id;
    let mut draft = request.draft()?;
    if let Some(id) = item_id {
        let item = app.store().item(id).await?;
        // The prices of its packages are in its currency; another would make others of them.
        if item.has_package_prices() {
            draft.currency = draft.currency.or(Some(item.currency));
        }
    }
    let open = open_fields(&draft);
    Ok(suggest_values(app, caller, &WantedFields { draft, item_id, open }).await?.response)
}

/// Fewest, usual and most items of a check.
const SAMPLE: (u32, u32, u32) = (1, 150, 500);

/// How sure suggestions are, held against the catalog's own items.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckAssist {
    /// Items whose fields are held back, 1..500; 150 where absent.
    #[serde(default)]
    pub sample: Option<u32>,
    /// Which items: the same seed gives the same; 7 where absent.
    #[serde(default)]
    pub seed: Option<u32>,
    /// Chosen by the client: by this id `getMeasurement` returns its progress.
    #[serde(default)]
    pub measure_id: Option<Uuid>,
}

/// Holds fields of the catalog's own items back, guesses them from the other items, and reports how often
/// each confidence was right. No model takes part, and nothing is stored. Callers at the same time
/// share one check, whose result is cached until the catalog changes.
///
/// # Errors
/// `invalid_request` where the catalog has no items.
pub async fn check_assist(
    app: &App,
    caller: &Caller,
    request: CheckAssist,
) -> Result<AssistEvaluation, AppError> {
    let (fewest, usual, most) = SAMPLE;
    let options = EvaluateOptions {
        fields: AssistField::ALL.to_vec(),
        sample: request.sample.unwrap_or(usual).clamp(fewest, most) as usize,
        seed: u64::from(request.seed.unwrap_or(7)),
        rests: true,
    };
    let work = async |meter: &Meter| check_suggestions(app, caller, options, meter).await;
    app.inner.measuring.run_task(caller.owner(), request.measure_id, work).await
}

/// The fate of a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AssistOutcome {
    /// Taken as it was.
    Accepted,
    /// Taken, but changed first.
    Edited,
    /// Not taken.
    Rejected,
}

impl From<AssistOutcome> for Decision {
    fn from(outcome: AssistOutcome) -> Self {
        match outcome {
            AssistOutcome::Accepted => Decision::Accepted,
            AssistOutcome::Edited => Decision::Edited,
            AssistOutcome::Rejected => Decision::Rejected,
        }
    }
}

impl From<Decision> for AssistOutcome {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Accepted => AssistOutcome::Accepted,
            Decision::Edited => AssistOutcome::Edited,
            Decision::Rejected => AssistOutcome::Rejected,
        }
    }
}

/// The fate of one field's suggestion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FieldOutcome {
    /// The field.
    pub field: AssistField,
    /// Its fate.
    pub outcome: AssistOutcome,
    /// What it was edited to.
    #[serde(default)]
    pub value: Option<Value>,
}

/// The fates of suggestions: of one field, or of several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetAssistOutcome {
    /// The trace of the suggestions.
    pub trace_id: Uuid,
    /// The field, where one is decided.
    #[serde(default)]
    pub field: Option<AssistField>,
    /// The fate of its suggestion.
    #[serde(default)]
    pub outcome: Option<AssistOutcome>,
    /// What it was edited to.
    #[serde(default)]
    pub value: Option<Value>,
    /// Several fields at once.
    #[serde(default)]
    pub outcomes: Vec<FieldOutcome>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

impl SetAssistOutcome {
    fn decisions(self) -> Vec<(AssistField, Decision, Option<Value>)> {
        let one = self.field.zip(self.outcome).map(|(field, outcome)| (field, outcome.into(), self.value));
        let several = self.outcomes.into_iter().map(|o| (o.field, o.outcome.into(), o.value));
        one.into_iter().chain(several).collect()
    }
}

/// A suggestion that was kept, and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptSuggestion {
    /// The trace.
    pub trace_id: Uuid,
    /// The field.
    pub field: AssistField,
    /// The item, where there was one.
    pub item_id: Option<Uuid>,
    /// The suggestion: value, confidence, reason, evidence, as `AssistSuggestions` has them; the program's
    /// own words in the reader's language, but for suggestions of versions that stored them.
    pub suggestion: Value,
    /// The model that took part.
    pub model: Option<String>,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Its fate.
    pub outcome: Option<AssistOutcome>,
    /// What it was edited to.
    pub outcome_value: Option<Value>,
    /// The name of the person who decided.
    pub decided_by: Option<String>,
    /// When it was decided.
    pub decided_at: Option<DateTime<Utc>>,
}

impl KeptSuggestion {
    fn of(stored: StoredSuggestion, lang: Lang) -> Self {
        Self {
            trace_id: stored.trace_id,
            field: stored.field,
            item_id: stored.item_id,
            suggestion: in_words(stored.suggestion, lang),
            model: stored.model,
            created_at: stored.created_at,
            outcome: stored.outcome.map(AssistOutcome::from),
            outcome_value: stored.outcome_value,
            decided_by: stored.decided_by,
            decided_at: stored.decided_at,
        }
    }
}

/// A trace of suggestions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ByTrace {
    /// The trace.
    pub trace_id: Uuid,
}

/// Records the fates of suggestions.
///
/// # Errors
/// `not_found` where the trace has no suggestion for one of the fields.
pub async fn set_assist_outcome(
    app: &App,
    caller: &Caller,
    request: SetAssistOutcome,
) -> Result<Vec<KeptSuggestion>, AppError> {
    let (trace_id, write) = (request.trace_id, crate::api::new_write(caller, request.operation_id));
    let decisions = request.decisions();
    if decisions.is_empty() {
        return Err(AppError::new(Code::InvalidRequest).with_text("reason", "assist.noOutcomes"));
    }
    app.store().decide_suggestions(trace_id, &decisions, DecisionRule::Anew, &write).await?;
    get_suggestions(app, caller, ByTrace { trace_id }).await
}

/// The suggestions of a trace, and what became of each.
///
/// # Errors
/// Where the database fails.
pub async fn get_suggestions(
    app: &App,
    caller: &Caller,
    request: ByTrace,
) -> Result<Vec<KeptSuggestion>, AppError> {
    let kept = app.store().suggestions_of(request.trace_id).await?;
    Ok(kept.into_iter().map(|stored| KeptSuggestion::of(stored, caller.lang)).collect())
}

/// Which values of a save are suggestions that were taken: the trace of each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssistSources {
    /// Of the description.
    #[serde(default)]
    pub description: Option<Uuid>,
    /// Of the category.
    #[serde(default)]
    pub category: Option<Uuid>,
    /// Of the price.
    #[serde(default)]
    pub price: Option<Uuid>,
    /// Of the tags.
    #[serde(default)]
    pub tags: Option<Uuid>,
}

impl AssistSources {
    /// Creates the sources of an item's values where only `field` came from a suggestion.
    pub fn of(field: AssistField, trace: Uuid) -> Self {
        let only = |which: AssistField| (which == field).then_some(trace);
        Self {
            description: only(AssistField::Description),
            category: only(AssistField::Category),
            price: only(AssistField::Price),
            tags: only(AssistField::Tags),
        }
    }

    /// Lists the fields whose values came from suggestions, each with the trace of the suggestion.
    pub fn by_field(&self) -> FieldSources {
        [
            (AssistField::Description, self.description),
            (AssistField::Category, self.category),
            (AssistField::Price, self.price),
            (AssistField::Tags, self.tags),
        ]
        .into_iter()
        .filter_map(|(field, trace)| Some((field, trace?)))
        .collect()
    }
}

/// Where the value of a field comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemFieldSource {
    /// The field.
    pub field: AssistField,
    /// The trace of the suggestion that it came from.
    pub trace_id: Uuid,
    /// The version of the item that brought it.
    pub version: i32,
    /// The name of the person who took it.
    pub actor: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Whether the item still has the value.
    pub current: bool,
    /// Whether a field that the suggestion rested on has changed since.
    pub stale: bool,
}

/// Lists the values of an item that came from suggestions.
///
/// # Errors
/// `not_found`.
pub async fn item_sources(
    app: &App,
    _: &Caller,
    request: crate::api::ById,
) -> Result<Vec<ItemFieldSource>, AppError> {
    let item = app.store().item(request.id).await?;
    let sources = app.store().field_sources(&[request.id]).await?.remove(&request.id).unwrap_or_default();
    let draft = ItemDraft::from(item.clone());
    Ok(sources
        .into_iter()
        .map(|source| ItemFieldSource {
            current: source.value == field_value(&item, source.field),
            stale: is_stale(&source.inputs, &draft),
            field: source.field,
            trace_id: source.trace_id,
            version: source.version,
            actor: source.actor,
            created_at: source.created_at,
        })
        .collect())
}
