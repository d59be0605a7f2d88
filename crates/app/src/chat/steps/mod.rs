//! Steps of a turn, from the stored message to the stored answer.
//!
//! Rules run before models, and a failed model is replaced: by classification by rules, and by an answer composed from
//! the hits. Searches run concurrently with the classifier.
//!
//! | module | step |
//! |---|---|
//! | `safety` | help text for a person in danger, before everything else |
//! | `context` | prompt context of the answering model, full and shortened |
//! | `classify` | summary of a long history, classification of the message |
//! | `search` | both searches, awaited or dropped |
//! | `write` | the answer, by a model or composed |
//! | `persist` | storage of answer, trace and calls |

pub(crate) mod classify;
mod context;
pub(crate) mod persist;
pub(crate) mod safety;
pub(crate) mod search;
pub(crate) mod turn_runner;
pub(crate) mod write;

use super::models::ChatModels;
use super::spending;
use super::wording;
use crate::assistant::turn::AssistantEnd;
use crate::chat::steps::turn_runner::WrittenAnswer;
use crate::chat::steps::turn_runner::{ComposingContext, TurnRunner};
use crate::chat::steps::turn_runner::{build_stage_event, failure_of};
use crate::error::{AppError, Code};
use celeiro_domain::chat::answer::fallback_text::FallbackText;
use celeiro_domain::chat::grounding::citations::BoundText;
use celeiro_domain::chat::intent::follow_up::{ask_alone, follow_up};
use celeiro_domain::chat::intent::plan::{Intent, SearchPlan, plan_searches};
use celeiro_domain::chat::intent::rules::{by_rule, by_rules_alone};
use celeiro_domain::chat::intent::safety::Concern;
use celeiro_domain::chat::intent::wording::english::translate_terms;
use celeiro_domain::chat::{ChatEvent, ChatMode, MessageState, Stage, StageState, TurnFailure};
use search::TurnResults;

impl TurnRunner {
    /// Sends the help at once if a person is in danger. The rest of the turn waits for its place among the
    /// turns that compute.
    pub async fn run(mut self) {
        let helped = self.receive().await;
        let (turns, stop) = (self.app.inner.turns.clone(), self.stop.clone());
        turns.compute(&stop, self.finish(helped)).await;
    }

    /// Runs the turn to its end and tells it.
    async fn finish(mut self, helped: Result<(), AppError>) {
        let answered = match helped {
            Ok(()) => self.answer().await,
            Err(error) => Err(error),
        };
        let ended = match answered {
            Ok((written, retrieved)) => self
                .store_turn(written, &retrieved)
                .await
                .map_err(|error| (FallbackText::ActionFailed, error)),
            Err(error) => Err((FallbackText::Error, error)),
        };
        match ended {
            Ok(response) => self.events.send(ChatEvent::Done(Box::new(response))),
            Err((kind, error)) => {
                tracing::warn!(%error, "a turn came to nothing");
                self.record.fallback("turn", error.code().as_str(), "nothing");
                self.keep_failure().await;
                let failed = failure_of(&error, &self.caller);
                let message = wording::apologize(kind, &failed.message, self.caller.lang);
                self.events.send(ChatEvent::Error(TurnFailure { message, ..failed }));
            }
        }
    }

    async fn receive(&mut self) -> Result<(), AppError> {
        self.events.send(ChatEvent::Step {
            step: Stage::Received,
            state: StageState::Done,
            ms: Some(self.record.ms()),
            attempt: None,
            attempts: None,
            conversation_id: Some(self.ids.conversation_id),
            user_message_id: Some(self.ids.user_message_id),
            message_id: Some(self.ids.message_id),
        });
        self.send_help().await
    }

    async fn answer(&mut self) -> Result<(WrittenAnswer, TurnResults), AppError> {
        if self.help.as_ref().is_some_and(|help| !help.allows_search) {
            return Ok((self.end_with_help(), TurnResults::default()));
        }
        let wants_assistant = self.mode == ChatMode::Assistant && self.help.is_none();
        if self.help.is_none()
            && let Some(written) = self.answer_waiting().await?
        {
            return Ok((written, TurnResults::default()));
        }
        let mut models = self.models().await?;
        if wants_assistant {
            match self.run_assistant(models.as_ref()).await? {
                AssistantEnd::Answered(written, read) => return Ok((*written, *read)),
                AssistantEnd::ToDesk => {}
                AssistantEnd::ToDeskWithoutModel => models = None,
            }
        }
        let layout = self.take_layout_wish();
        if let Some(wish) = layout.as_ref().filter(|wish| wish.rest.is_empty()) {
            return self.show_found_again(wish.formation).await;
        }
        let synonyms = self.app.synonyms().await?;
        let records = self.shown_records().await?;
        let going_on = follow_up(&self.message, &self.history, &self.shown, &records, &synonyms);
        let concern = self.concern();
        let message = translate_terms(&self.message).into_owned();
        let ruled = by_rule(&message, concern, going_on.as_ref(), &synonyms);
        let plan_of = |intent| plan_with(intent, models.is_none() && concern.is_none());
        let wanted = ruled.map(|ruled| plan_of(ruled.intent));
        let alone = || ask_alone(&self.message, &self.shown, &records, &synonyms);
        let asked = going_on.clone().unwrap_or_else(alone);
        let (mut items, faqs) = self.start_searches(wanted, &asked, models.is_none());
        // The searches are under way: a summary holds up only what needs its words.
        let summary = self.summary(models.as_ref()).await;
        if let Some(keywords) = self.keywords(summary.as_ref(), going_on.as_ref()) {
            items = items.map(|_| self.start_keyword_search(&asked, &keywords));
        }
        let (intent, by) = match ruled {
            Some(ruled) => {
                self.step(Stage::Classify, StageState::Skipped, None);
                (ruled.intent, "rules")
            }
            None => match self.apply_classification(models.as_ref(), summary.as_ref()).await {
                Some(intent) => (intent, "model"),
                None => (by_rules_alone(&message, concern, going_on.as_ref(), &synonyms).intent, "rules"),
            },
        };
        self.record.intent = intent;
        self.record.intent_by = by.to_owned();
        self.record.plan = plan_of(intent);
        let retrieved = self.collect_results(items, faqs, &asked, &synonyms, models.is_none()).await?;
        self.record.context = self.context(summary.as_ref(), &retrieved);
        let shorter = self.shorter_context(summary.as_ref(), &retrieved);
        let faq_query = self.faq_query(&asked);
        let question = retrieved.question.clone().unwrap_or(asked);
        self.composing = Some(ComposingContext { message, question, faq_query, synonyms });
        let written = self.write_answer(models.as_ref(), &retrieved, &shorter).await;
        if let Some(wish) = layout {
            self.show_found(wish.formation, &written, &retrieved).await?;
        }
        Ok((written, retrieved))
    }

    /// The models, unless there are none, the month's money is spent, or the message is not for them.
    async fn models(&mut self) -> Result<Option<ChatModels>, AppError> {
        match ChatModels::from_config(&self.app)? {
            Err(none) => {
                self.record.fallback("answer", none.code().as_str(), "composed");
                Ok(None)
            }
            Ok(_) if spending::is_over(&self.app).await? => {
                self.record.fallback("answer", Code::SpendingCapReached.as_str(), "composed");
                self.without = Some(AppError::new(Code::SpendingCapReached));
                Ok(None)
            }
            Ok(models) => Ok(Some(models)),
        }
    }

    fn concern(&self) -> Option<Concern> {
        self.help.as_ref().map(|help| help.concern)
    }

    /// The answer to a message about danger that neither searches nor models have a part in.
    fn end_with_help(&mut self) -> WrittenAnswer {
        self.record.intent = Intent::OffTopic;
        self.record.plan = plan_searches(Intent::OffTopic);
        self.step(Stage::Classify, StageState::Skipped, None);
        self.step(Stage::Search, StageState::Skipped, None);
        WrittenAnswer::of_bound(BoundText::default(), None, MessageState::Composed)
    }

    pub(crate) fn history_limit(&self) -> usize {
        self.app.config().number("CHAT_HISTORY_CONTEXT_LIMIT").map_or(10, |limit| limit as usize)
    }

    pub(crate) fn step(&self, stage: Stage, state: StageState, ms: Option<f64>) {
        self.events.send(build_stage_event(stage, state, ms));
    }
}

/// The searches of an intent. Where no model will answer, both run for any question: what they find tells
/// more of what was meant than rules do, and costs milliseconds.
fn plan_with(intent: Intent, composes: bool) -> SearchPlan {
    let plan = plan_searches(intent);
    match composes && (plan.run_faq || plan.run_catalog) {
        true => SearchPlan { run_faq: true, run_catalog: true },
        false => plan,
    }
}
