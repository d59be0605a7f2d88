//! Storage of a suggestion trace, with the exact prompt and the suggestions.

use super::reasons::without_words;
use crate::app::{App, Caller};
use crate::assist::draft::AssistMaterial;
use crate::assist::draft::ModelOutcome;
use crate::assist::draft::WantedFields;
use crate::error::AppError;
use crate::tool_log::tool_run;
use celeiro_domain::assist::evidence::{file_lines, neighbour_lines};
use celeiro_domain::assist::{AssistField, AssistResponse, TOOL, input_hashes};
use celeiro_domain::chat::intent::plan::{Intent, plan_searches};
use celeiro_domain::chat::{ChatDebug, Fallback, PromptText, ToolRun, Trace, TraceOutcome, TraceSearch};
use celeiro_domain::prompt::CATALOG_ASSIST;
use celeiro_domain::text::QueryText;
use celeiro_store::{KeptAssist, NewSuggestion};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::time::Instant;

/// Everything that there is to keep.
pub(super) struct RunToStore<'a> {
    pub wanted: &'a WantedFields,
    pub gathered: AssistMaterial,
    pub answered: ModelOutcome,
    pub response: &'a AssistResponse,
    pub began: DateTime<Utc>,
    pub started: Instant,
}

impl RunToStore<'_> {
    /// Keeps it; gives what the calls cost, where a provider said.
    pub async fn store_run(mut self, app: &App, caller: &Caller) -> Result<Option<f64>, AppError> {
        let ms = crate::search::timing::ms(self.started);
        let search = match self.gathered.search.take() {
            Some((mut search, ranking)) => {
                ranking.await.unwrap_or_default().note(&mut search);
                Some(search)
            }
            None => None,
        };
        let trace = self.trace(app, search, ms)?;
        let suggestions: Vec<NewSuggestion> = self
            .response
            .suggestions
            .confidences()
            .into_iter()
            .filter_map(|(field, confidence)| self.suggestion(field, confidence))
            .collect();
        let kept = KeptAssist {
            trace: &trace,
            ms,
            item_id: self.wanted.item_id,
            inputs: &input_hashes(&self.wanted.draft),
            model: self.response.model.as_deref(),
            suggestions: &suggestions,
        };
        app.store().keep_assist(&kept, &caller.actor).await?;
        Ok(trace.calls.iter().filter_map(|made| made.call.usage.cost_usd).reduce(|a, b| a + b))
    }

    fn suggestion(&self, field: AssistField, confidence: f64) -> Option<NewSuggestion> {
        let suggestion = without_words(self.response.suggestions.of(field)?);
        Some(NewSuggestion { field, suggestion, confidence })
    }

    fn trace(&self, app: &App, search: Option<TraceSearch>, ms: f64) -> Result<Trace, AppError> {
        let draft = &self.wanted.draft;
        let text = QueryText::parse(&draft.name);
        let searches: Vec<TraceSearch> = search.into_iter().collect();
        let tool = ToolRun {
            name: TOOL.to_owned(),
            arguments: json!({ "draft": draft, "fields": self.wanted.open, "itemId": self.wanted.item_id }),
            result_count: self.response.suggestions.confidences().len() as u32,
            payload: self.payload(),
            ms,
        };
        tool_run(app, &tool);
        let calls = &self.answered.calls;
        let fallbacks = self.answered.without.map(|code| Fallback {
            stage: "assist".to_owned(),
            reason: code.as_str().to_owned(),
            instead: "neighbours".to_owned(),
        });
        Ok(Trace {
            id: self.response.trace_id,
            conversation_id: None,
            message_id: None,
            created_at: self.began,
            outcome: match self.response.model {
                Some(_) => TraceOutcome::Answered,
                None => TraceOutcome::Composed,
            },
            message: draft.name.clone(),
            normalized: text.normalized.clone(),
            tokens: text.tokens.clone(),
            debug: ChatDebug {
                safety: None,
                intent: Intent::Catalog,
                intent_by: "rules".to_owned(),
                plan: plan_searches(Intent::Catalog),
                llm_calls: calls.iter().map(|made| made.call.clone()).collect(),
                searches: searches.iter().map(|search| search.run.clone()).collect(),
                rag_source: "hybrid".to_owned(),
                rounds: Vec::new(),
                fallbacks: fallbacks.into_iter().collect(),
                trace_id: self.response.trace_id,
            },
            prompts: vec![PromptText {
                name: CATALOG_ASSIST.name().to_owned(),
                version: CATALOG_ASSIST.version(),
            }],
            calls: calls.clone(),
            tools: vec![tool],
            searches,
            sources: Vec::new(),
            context: format!(
                "{}\n{}",
                neighbour_lines(&self.gathered.neighbours),
                file_lines(&self.gathered.lines)
            ),
            raw_answer: calls.last().map(|made| made.output.clone()).unwrap_or_default(),
            memory: Vec::new(),
            manner: None,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// The whole prompt, instruction and text, as it was given to a model or would have been.
    fn payload(&self) -> String {
        format!("{}\n\n{}", self.answered.prompt.system, self.answered.prompt.user)
    }
}
