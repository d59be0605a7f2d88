//! Answer step: streams a model's answer, or composes one from the hits.

use super::search::TurnResults;
use crate::chat::models::{self, ChatModels, ModelQuestion, ModelReply, ModelRequest, ModelTask, millis};
use crate::chat::steps::turn_runner::WrittenAnswer;
use crate::chat::steps::turn_runner::{ComposingContext, TurnRunner};
use crate::chat::steps::turn_runner::{failure_of, retry};
use crate::chat::wording;
use crate::error::{AppError, Code};
use celeiro_domain::chat::answer::compose;
use celeiro_domain::chat::grounding::citations::{BoundText, bind_citation_marks};
use celeiro_domain::chat::grounding::doses::StatedDoses;
use celeiro_domain::chat::intent::catalog_question::CatalogQuestion;
use celeiro_domain::chat::{MessageState, Stage, StageState};
use celeiro_domain::prompt;
use celeiro_llm::chat::{Answer, Finish, Progress};
use std::sync::Arc;
use std::time::Instant;

impl TurnRunner {
    /// The answer to `record.context`; a model that cannot take or finish that is given `shorter`.
    pub(super) async fn write_answer(
        &mut self,
        models: Option<&ChatModels>,
        retrieved: &TurnResults,
        shorter: &str,
    ) -> WrittenAnswer {
        self.step(Stage::Write, StageState::Started, None);
        let started = Instant::now();
        let written = match models {
            Some(models) => self.by_model(models, retrieved, shorter).await,
            None => {
                let why = self.without.take();
                self.compose_answer(retrieved, why)
            }
        };
        self.step(Stage::Write, StageState::Done, Some(millis(started.elapsed())));
        written
    }

    /// The model's answer, streamed. Before anything was shown another model may try; after that,
    /// what was shown is kept.
    async fn by_model(
        &mut self,
        models: &ChatModels,
        retrieved: &TurnResults,
        shorter: &str,
    ) -> WrittenAnswer {
        let names = models.of(ModelTask::Answer).to_vec();
        let user = self.record.context.clone();
        let images = self.attachments.images.clone();
        let stated = self.attachments.add_doses(retrieved.stated_doses());
        let mut last = None;
        for (at, model) in names.iter().enumerate() {
            if self.stop.is_cancelled() {
                break;
            }
            let whole = ModelQuestion { prompt: prompt::ANSWER, system: prompt::ANSWER.text(), user: &user };
            let short = ModelQuestion {
                prompt: prompt::ANSWER_SHORT,
                system: prompt::ANSWER_SHORT.text(),
                user: shorter,
            };
            let is_short = models.brevity.is_for(model);
            let question = ModelRequest {
                job: ModelTask::Answer,
                model,
                text: if is_short { short } else { whole },
                shorter: (!is_short).then_some(short),
                images: &images,
                format: None,
            };
            let (asked, bound) = self.stream_answer(models, question, stated.clone()).await;
            self.note_reply(&asked);
            if is_short || asked.shortened.is_some() {
                shorter.clone_into(&mut self.record.context);
            } else {
                self.record.context.clone_from(&user);
            }
            if let Some(why) = asked.shortened {
                self.record.fallback("answer", why.as_str(), "shorter-prompt");
            }
            self.record.raw_answer.clone_from(&asked.text);
            let said = !asked.text.trim().is_empty();
            let served = asked.call.call.served_model.clone().or_else(|| Some(model.clone()));
            match asked.result {
                _ if asked.stopped => return WrittenAnswer::of_bound(bound, served, MessageState::Stopped),
                Ok(answer) if said => return self.end_answer(bound, served, answer.finish),
                Ok(answer) => last = Some(AppError::new(why_empty(&answer))),
                Err(error) if said => {
                    return self.interrupt_answer(bound, served, &models::to_app_error(&error));
                }
                Err(error) => last = Some(models::to_app_error(&error)),
            }
            if at + 1 < names.len() {
                let reason = last.as_ref().map_or("", |error| error.code().as_str()).to_owned();
                self.record.fallback("answer", &reason, "fallback-model");
            }
        }
        match last {
            Some(error) => {
                self.record.fallback("answer", error.code().as_str(), "composed");
                self.compose_answer(retrieved, Some(error))
            }
            None => WrittenAnswer::of_bound(BoundText::default(), None, MessageState::Stopped),
        }
    }

    /// Asks and passes on what comes, without marks of sources that do not exist and doses that none states.
    async fn stream_answer(
        &mut self,
        models: &ChatModels,
        question: ModelRequest<'_>,
        stated: StatedDoses,
    ) -> (ModelReply, BoundText) {
        let mut filter = self.answer_filter(stated);
        let mut first = None;
        let mut send = self.sender();
        let (events, started) = (self.events.clone(), self.record.started);
        let tell = |progress: &Progress| match progress {
            Progress::Text(piece) => {
                first.get_or_insert_with(|| millis(started.elapsed()));
                send(filter.push(piece));
            }
            Progress::Trying { attempt, of, .. } => events.send(retry(*attempt, *of)),
            Progress::Reasoning(_) => {}
        };
        let asked = models.ask(question, &self.stop, tell).await;
        let (rest, bound) = filter.finish();
        send(rest);
        self.record.first_token_ms = self.record.first_token_ms.or(first);
        (asked, bound)
    }

    /// A whole answer, or one that the limit of tokens cut.
    pub(crate) fn end_answer(
        &mut self,
        bound: BoundText,
        model: Option<String>,
        finish: Finish,
    ) -> WrittenAnswer {
        match finish {
            Finish::Length => self.interrupt_answer(bound, model, &AppError::new(Code::ModelAnswerCut)),
            Finish::ContentFilter => {
                self.interrupt_answer(bound, model, &AppError::new(Code::ModelRefusedContent))
            }
            _ => WrittenAnswer::of_bound(bound, model, MessageState::Complete),
        }
    }

    /// Notes a call of a model, and whether it has seen the pictures.
    pub(crate) fn note_reply(&mut self, asked: &ModelReply) {
        self.record.add_call(asked);
        self.attachments.are_seen |= asked.has_seen_images;
        if asked.has_refused_images {
            self.record.fallback("vision", Code::ModelRefusedRequest.as_str(), "without-pictures");
        }
    }

    pub(crate) fn interrupt_answer(
        &mut self,
        bound: BoundText,
        model: Option<String>,
        error: &AppError,
    ) -> WrittenAnswer {
        self.record.fallback("answer", error.code().as_str(), "partial");
        let error = Some(failure_of(error, &self.caller));
        WrittenAnswer { error, ..WrittenAnswer::of_bound(bound, model, MessageState::Interrupted) }
    }

    /// An answer without a model, from what was found. It invents nothing.
    fn compose_answer(&mut self, retrieved: &TurnResults, error: Option<AppError>) -> WrittenAnswer {
        let none = ComposingContext {
            message: self.message.clone(),
            question: CatalogQuestion::default(),
            faq_query: self.message.clone(),
            synonyms: Arc::default(),
        };
        let asked = self.composing.as_ref().unwrap_or(&none);
        let use_question = self.use_question();
        let text = wording::compose_answer(
            &compose::TurnFindings {
                message: &asked.message,
                written: &self.message,
                use_question: &use_question,
                concern: self.help.as_ref().map(|help| help.concern),
                intent: self.record.intent,
                items: retrieved.items(),
                price_list: self.price_list.as_ref().map(|list| list.name.as_str()),
                faqs: retrieved.faqs(),
                question: &asked.question,
                faq_query: &asked.faq_query,
                missing: &retrieved.missing,
                index: &asked.synonyms,
                lang: self.caller.lang,
            },
            error.as_ref(),
        );
        self.record.first_words();
        self.record.raw_answer.clone_from(&text);
        self.sender()(text.clone());
        let error = error.map(|error| failure_of(&error, &self.caller));
        WrittenAnswer {
            error,
            ..WrittenAnswer::of_bound(
                bind_citation_marks(&text, &self.record.marks()),
                None,
                MessageState::Composed,
            )
        }
    }
}

impl WrittenAnswer {
    pub(crate) fn of_bound(bound: BoundText, model: Option<String>, state: MessageState) -> Self {
        Self { bound, state, model, error: None }
    }
}

/// Why a model that ended in order said nothing.
pub(crate) fn why_empty(answer: &Answer) -> Code {
    let refused = matches!(answer.finish, Finish::ContentFilter | Finish::Refusal);
    if refused || answer.refusal.is_some() { Code::ModelRefusedContent } else { Code::ModelAnswerEmpty }
}
