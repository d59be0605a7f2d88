//! The tools of tracking: what each may be called with, and what a call means. Names, schemas and descriptions are
//! those of the assistant that this one follows, to the letter; a metric's type is free text, so that a seller can
//! track visits or sacks sold.

use crate::personal::metric::{MetricDraft, MetricFields};
use crate::personal::tracking::{MAX_METRICS, TrendPeriod};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

/// Days of a history at most, and where a call names none.
pub const HISTORY_DAYS: (u32, u32) = (90, 30);
/// Days of trends at least and at most.
pub const TREND_DAYS: std::ops::RangeInclusive<u32> = 7..=365;
const USUAL_DAYS: u32 = 30;

/// `get_tracking_history`.
pub(in crate::assistant) const ABOUT_HISTORY: &str =
    "Obtém histórico de métricas do usuário (peso, gastos, humor, etc.)";
/// `get_trends`.
pub(in crate::assistant) const ABOUT_TRENDS: &str =
    "Analisa tendências e correlações entre métricas. Use para evolução, padrões ou relações.";
/// `record_metric`.
pub(in crate::assistant) const ABOUT_RECORD: &str = r#"Registra uma métrica do usuário detectada em conversa natural.

FILOSOFIA (ADR-015): Captura conversacional de baixo atrito com confirmação via SISTEMA.

FLUXO (controlado pelo sistema):
1. IA detecta métrica mencionada naturalmente pelo usuário
2. IA chama record_metric
3. Sistema intercepta (requiresConfirmation=true) e pergunta ao usuário
4. Sistema detecta resposta do usuário:
   - "sim/pode/ok" → Executa tool
   - "não/cancela" → Cancela
   - Correção (ex: "75.5 kg") → Inicia novo loop com valor corrigido
   - Mensagem não relacionada → Cancela e processa nova mensagem

A IA NÃO controla a confirmação - o SISTEMA garante que ela sempre acontece."#;
/// `update_metric`.
pub(in crate::assistant) const ABOUT_UPDATE: &str = r#"Corrige um registro de métrica existente.

⚠️ REGRA CRÍTICA SOBRE entryId:
- O entryId DEVE ser o UUID EXATO retornado por get_tracking_history
- NUNCA invente, gere ou fabrique IDs (como "sleep-12345" ou "entry-xxx")
- IDs reais são UUIDs no formato: "a1b2c3d4-e5f6-7890-abcd-ef1234567890"
- Copie o ID EXATAMENTE como aparece na resposta de get_tracking_history

QUANDO USAR:
- Usuário quer CORRIGIR um valor JÁ REGISTRADO
- Usuário diz "errei", "não era X, era Y", "corrigi", "o certo é"

FLUXO OBRIGATÓRIO:
1. PRIMEIRO: Chamar get_tracking_history para obter os registros
2. SEGUNDO: Extrair o campo "id" do entry correto da resposta
3. TERCEIRO: Chamar update_metric usando esse ID EXATO como entryId
4. Sistema pedirá confirmação ao usuário

EXEMPLO DE FLUXO CORRETO:
1. get_tracking_history({ type: "sleep", days: 7 })
2. Resposta inclui: { entries: [{ id: "f47ac10b-58cc-4372-a567-0e02b2c3d479", value: 5.5, ... }] }
3. update_metric({ entryId: "f47ac10b-58cc-4372-a567-0e02b2c3d479", value: 4 })

NUNCA use record_metric para corrigir - isso cria duplicatas!"#;
/// `delete_metric`.
pub(in crate::assistant) const ABOUT_DELETE: &str = r#"Remove um registro de métrica.

⚠️ REGRA CRÍTICA SOBRE entryId:
- O entryId DEVE ser o UUID EXATO retornado por get_tracking_history
- NUNCA invente, gere ou fabrique IDs (como "sleep-12345" ou "entry-xxx")
- IDs reais são UUIDs no formato: "a1b2c3d4-e5f6-7890-abcd-ef1234567890"
- Copie o ID EXATAMENTE como aparece na resposta de get_tracking_history

ATENÇÃO: Ação destrutiva. Use APENAS quando usuário EXPLICITAMENTE pedir para deletar.

QUANDO USAR:
- Usuário diz "apaga", "deleta", "remove" um registro
- Registro foi feito por engano

FLUXO OBRIGATÓRIO:
1. PRIMEIRO: Chamar get_tracking_history para obter os registros
2. SEGUNDO: Mostrar ao usuário qual registro será deletado (data e valor)
3. TERCEIRO: Extrair o campo "id" EXATO do entry da resposta
4. QUARTO: Chamar delete_metric usando esse ID como entryId
5. Sistema pedirá confirmação final

NUNCA delete sem confirmação explícita do usuário!"#;

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
    /// What a schema cannot say: `None`, or what is allowed.
    pub fn refusal(&self) -> Option<String> {
        (!(1..=HISTORY_DAYS.0).contains(&self.days)).then(|| format!("days: 1 to {}", HISTORY_DAYS.0))
    }
}

impl GetTrends {
    /// What a schema cannot say: `None`, or what is allowed.
    pub fn refusal(&self) -> Option<String> {
        if !(1..=MAX_METRICS).contains(&self.types.len()) {
            return Some(format!("types: 1 to {MAX_METRICS}"));
        }
        (!TREND_DAYS.contains(&self.days))
            .then(|| format!("days: {} to {}", TREND_DAYS.start(), TREND_DAYS.end()))
    }
}

impl RecordMetric {
    /// The entry that it means.
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
    /// The entry as it becomes.
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

pub(in crate::assistant) fn examples_of_history() -> Vec<Value> {
    vec![
        json!({ "type": "weight", "days": 30 }),
        json!({ "type": "expense", "days": 7 }),
        json!({ "type": "mood", "days": 14 }),
        json!({ "type": "water", "days": 7 }),
        json!({ "type": "sleep", "days": 30 }),
    ]
}

pub(in crate::assistant) fn examples_of_trends() -> Vec<Value> {
    vec![
        json!({ "types": ["weight"], "days": 90, "includeCorrelations": false }),
        json!({ "types": ["sleep", "mood"], "days": 30, "includeCorrelations": true }),
        json!({ "types": ["weight", "water", "exercise"], "days": 30, "period": "month" }),
        json!({ "types": ["energy", "exercise"], "days": 14, "includeCorrelations": true }),
        json!({ "types": ["weight"], "period": "year", "includeCorrelations": false }),
    ]
}

pub(in crate::assistant) fn examples_of_record() -> Vec<Value> {
    vec![
        json!({ "type": "weight", "value": 82.5, "unit": "kg", "date": "2026-01-12",
            "notes": "Mencionado em conversa sobre consulta médica" }),
        json!({ "type": "exercise", "value": 45, "unit": "min", "date": "2026-01-12",
            "notes": "Musculação - peito e tríceps" }),
        json!({ "type": "mood", "value": 7, "date": "2026-01-12", "notes": "Usuário disse estar se sentindo bem" }),
    ]
}

pub(in crate::assistant) fn examples_of_update() -> Vec<Value> {
    vec![json!({ "entryId": "f47ac10b-58cc-4372-a567-0e02b2c3d479", "value": 61.7,
        "reason": "Usuário corrigiu valor errado" })]
}

pub(in crate::assistant) fn examples_of_delete() -> Vec<Value> {
    vec![json!({ "entryId": "f47ac10b-58cc-4372-a567-0e02b2c3d479",
        "reason": "Usuário pediu para remover registro duplicado" })]
}
