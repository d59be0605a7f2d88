//! Classification of a message where rules do not decide: summary of a long history, then the classifier. Both have
//! fall-back models, and the turn continues without them when those fail too.

use crate::chat::models::{ChatModels, ModelQuestion, ModelReply, ModelRequest, ModelTask, code_of};
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::Code;
use celeiro_domain::chat::answer::prompt::history;
use celeiro_domain::chat::answer::sanitize::{sanitize_field, strip_fence};
use celeiro_domain::chat::intent::catalog_question::CatalogQuestion;
use celeiro_domain::chat::intent::classify;
use celeiro_domain::chat::intent::plan::Intent;
use celeiro_domain::chat::{MAX_MESSAGE_CHARS, Stage, StageState};
use celeiro_domain::prompt::{self, PromptError, RenderedPrompt};
use celeiro_llm::chat::JsonFormat;

/// Messages that the classifier sees beside the one that it classifies.
const HISTORY_TO_CLASSIFY: usize = 6;

impl TurnRunner {
    /// A history that does not fit is put into few words first.
    pub(super) async fn summary(&mut self, models: Option<&ChatModels>) -> Option<history::Summary> {
        let wanted = self.app.config().switch("CHAT_SUMMARY_ENABLED").unwrap_or(true);
        if !wanted || !history::needs_summary(&self.history, self.history_limit()) {
            return None;
        }
        let models = models?;
        let said =
            format!("{}\nUsuário: {}", history::earlier_text(&self.history), strip_fence(&self.message));
        let asking = prompt::SUMMARIZE.render(&[("history", &said)]);
        let format = JsonFormat { name: "summary".into(), schema: history::summary_schema(), strict: true };
        let asked = self.ask_behind(models, ModelTask::Summarize, Stage::Summarize, asking, format).await?;
        let summary = history::parse_summary(&asked.text);
        if summary.is_none() {
            self.record.fallback("summarize", Code::ModelAnswerUnusable.as_str(), "without");
        }
        summary
    }

    /// The key words for the catalog that a summary holds, where they are switched on. A message that
    /// points at records which were shown asks for those, whatever the words are.
    pub(super) fn keywords(
        &self,
        summary: Option<&history::Summary>,
        going_on: Option<&CatalogQuestion>,
    ) -> Option<String> {
        let enabled = self.app.config().switch("CATALOG_QUERY_KEYWORDS_ENABLED") == Some(true);
        let points = going_on.is_some_and(|question| !question.records.is_empty());
        summary.filter(|_| enabled && !points)?.catalog_query.clone()
    }

    /// What a model takes the message for; nothing where rules must say.
    pub(super) async fn apply_classification(
        &mut self,
        models: Option<&ChatModels>,
        summary: Option<&history::Summary>,
    ) -> Option<Intent> {
        let models = models?;
        let summary = summary.map(|summary| history::summary_section(&summary.summary));
        let recent = history::history_section(&self.history, HISTORY_TO_CLASSIFY);
        let said: Vec<String> = summary.into_iter().chain(recent).collect();
        let asking = prompt::CLASSIFY.render(&[
            ("history", &said.join("\n\n")),
            ("message", &sanitize_field(&self.message, MAX_MESSAGE_CHARS)),
        ]);
        let format = JsonFormat { name: "intent".into(), schema: classify::intent_schema(), strict: true };
        let asked = self.ask_behind(models, ModelTask::Classify, Stage::Classify, asking, format).await?;
        let intent = classify::parse_intent_answer(&asked.text);
        if intent.is_none() {
            self.record.fallback("classify", Code::ModelAnswerUnusable.as_str(), "rules");
        }
        intent
    }

    /// Asks the job's models one after the other until one answers.
    async fn ask_behind(
        &mut self,
        models: &ChatModels,
        job: ModelTask,
        stage: Stage,
        asking: Result<RenderedPrompt, PromptError>,
        format: JsonFormat,
    ) -> Option<ModelReply> {
        // The prompts ship with the program and a test fills them: a broken one is not met here.
        let asking = asking.inspect_err(|error| tracing::error!(%error, "a prompt")).ok()?;
        let names = models.of(job).to_vec();
        self.step(stage, StageState::Started, None);
        for (at, model) in names.iter().enumerate() {
            let question = ModelRequest {
                job,
                model,
                text: ModelQuestion { prompt: job.prompt(), system: &asking.system, user: &asking.user },
                shorter: None,
                images: &[],
                format: Some(format.clone()),
            };
            let asked = models.ask(question, &self.stop, |_| ()).await;
            self.record.add_call(&asked);
            if asked.stopped {
                return None;
            }
            match &asked.result {
                Ok(_) => {
                    self.step(stage, StageState::Done, Some(asked.call.call.ms));
                    return Some(asked);
                }
                Err(error) => {
                    let last = at + 1 == names.len();
                    let instead = match (last, job) {
                        (false, _) => "fallback-model",
                        (true, ModelTask::Classify) => "rules",
                        (true, _) => "without",
                    };
                    self.record.fallback(job.as_str(), code_of(error).as_str(), instead);
                }
            }
        }
        self.step(stage, StageState::Failed, None);
        None
    }
}
