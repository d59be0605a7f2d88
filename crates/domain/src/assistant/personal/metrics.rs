//! The tools of tracking: what each may be called with, and what a call means. Names, schemas and descriptions are
//! those of the assistant that this one follows, to the letter; a metric's type is free text, so that a seller can
//! track visits or sacks sold.

use crate::personal::metric::{MetricDraft, MetricFields};
use crate::personal::tracking::{MAX_METRICS, TrendPeriod};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Days of a history at most, and where a call names none.
pub const HISTORY_DAYS: (u32, u32) = (90, 30);
/// Days of trends at least and at most.
pub const TREND_DAYS: std::ops::RangeInclusive<u32> = 7..=365;
const USUAL_DAYS: u32 = 30;

/// `get_tracking_history`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetTrackingHistory {
    /// The metric.
    #[serde(rename = "type")]
    #[schemars(description = "Tipo: weight, expense, mood, water, etc.")]
    pub kind: String,
    /// Days up to today.
    #[serde(default = "usual_history_days")]
    #[schemars(range(min = 1, max = 90))]
    pub days: u32,
}

/// `get_trends`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetTrends {
    /// The metrics.
    #[schemars(
        description = "Tipos: weight, water, sleep, exercise, mood, energy ou um nome que o usuário criou",
        length(min = 1, max = 5)
    )]
    pub types: Vec<String>,
    /// Days up to today.
    #[serde(default = "usual_trend_days")]
    #[schemars(range(min = 7, max = 365))]
    pub days: u32,
    /// A period; goes before the days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<TrendPeriod>,
    /// Whether pairs are compared.
    #[serde(default = "yes")]
    pub include_correlations: bool,
}

/// `record_metric`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordMetric {
    /// The metric.
    #[serde(rename = "type")]
    #[schemars(description = "Tipo: weight, water, sleep, exercise, mood, energy")]
    pub kind: String,
    /// The value.
    pub value: f64,
    /// The unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The day.
    #[schemars(description = "ISO date string")]
    pub date: String,
    /// Notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Contexto adicional da conversa")]
    pub notes: Option<String>,
}

/// `update_metric`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateMetric {
    /// The entry.
    #[schemars(
        description = "UUID REAL do entry a atualizar. DEVE ser o ID EXATO retornado por get_tracking_history. NUNCA invente IDs."
    )]
    pub entry_id: String,
    /// The new value.
    #[schemars(description = "Novo valor")]
    pub value: f64,
    /// The new unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Nova unidade (se mudar)")]
    pub unit: Option<String>,
    /// Why; shown on the card and stored nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Motivo da correção")]
    pub reason: Option<String>,
}

/// `delete_metric`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeleteMetric {
    /// The entry.
    #[schemars(
        description = "UUID REAL do entry a deletar. DEVE ser o ID EXATO retornado por get_tracking_history. NUNCA invente IDs."
    )]
    pub entry_id: String,
    /// Why; shown on the card and stored nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Motivo da exclusão")]
    pub reason: Option<String>,
}

fn usual_history_days() -> u32 {
    HISTORY_DAYS.1
}

fn usual_trend_days() -> u32 {
    USUAL_DAYS
}

fn yes() -> bool {
    true
}

impl GetTrackingHistory {
    /// Refuses numbers of days of the tool call that its schema cannot: `None`, or what is allowed.
    pub fn refusal(&self) -> Option<String> {
        (!(1..=HISTORY_DAYS.0).contains(&self.days)).then(|| format!("days: 1 to {}", HISTORY_DAYS.0))
    }
}

impl GetTrends {
    /// Refuses metrics and days of the tool call that its schema cannot: `None`, or what is allowed.
    pub fn refusal(&self) -> Option<String> {
        if !(1..=MAX_METRICS).contains(&self.types.len()) {
            return Some(format!("types: 1 to {MAX_METRICS}"));
        }
        (!TREND_DAYS.contains(&self.days))
            .then(|| format!("days: {} to {}", TREND_DAYS.start(), TREND_DAYS.end()))
    }
}

impl RecordMetric {
    /// Converts the tool call's arguments to the draft of a metric entry.
    pub fn to_draft(&self) -> MetricDraft {
        MetricDraft {
            kind: self.kind.clone(),
            value: self.value,
            unit: self.unit.clone(),
            date: Some(self.date.clone()),
            notes: self.notes.clone(),
        }
    }
}

impl UpdateMetric {
    /// Applies the tool call's arguments to a metric entry, as a draft.
    pub fn to_draft(&self, before: &MetricFields) -> MetricDraft {
        MetricDraft {
            kind: before.kind.clone(),
            value: self.value,
            unit: self.unit.clone().or_else(|| before.unit.clone()),
            date: Some(before.date.to_string()),
            notes: before.notes.clone(),
        }
    }
}

/// The id of an entry, where a text is one.
pub fn entry_id(text: &str) -> Option<Uuid> {
    Uuid::parse_str(text.trim()).ok()
}
