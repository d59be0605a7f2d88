//! A turn from the stored message to the stored answer: the seven steps of SPEC §5.
//!
//! Rules speak before models, and whatever a model cannot do is done without it: classification by
//! rules, the answer put together from what was found. Searches run while the classifier thinks.

use super::models::{Asked, ChatModels, Job, Question, code_of, millis};
use super::record::Record;
use super::searches::{Found, Search};
use super::turn::Events;
use super::{spending, wording};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::chat::citations::{Bound, MarkFilter, bind};
use celeiro_domain::chat::claims::{Evidence, unsupported};
use celeiro_domain::chat::context::{Gathered, context_sections, user_text};
use celeiro_domain::chat::follow_up::{FollowUp, follow_up, in_order};
use celeiro_domain::chat::neutral::{field, unfenced};
use celeiro_domain::chat::plan::{Intent, SearchPlan, plan_searches};
use celeiro_domain::chat::rules::{by_rule, by_rules_alone};
use celeiro_domain::chat::safety::{Alarm, alarm};
use celeiro_domain::chat::{
    ChatEvent, ChatResponse, Failed, HistoryMessage, MAX_MESSAGE_CHARS, MessageState, Stage, StageState,
    TraceOutcome, classify, compose, history, payload, sources,
};
use celeiro_domain::prompt::{self, PromptError, Rendered};
use celeiro_domain::search::{Hit, Kind, SearchRequest, Sort};
use celeiro_llm::chat::{Answer, Finish, JsonFormat, Progress};
use celeiro_store::{EndedTurn, TurnIds};
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// Messages that the classifier sees beside the one that it classifies.
const HISTORY_TO_CLASSIFY: usize = 6;

/// A turn at work.
pub(super) struct Desk {
    pub app: App,
    pub caller: Caller,
    pub ids: TurnIds,
    pub message: String,
    /// What was said before, oldest first.
    pub history: Vec<HistoryMessage>,
    pub events: Events,
    pub stop: CancellationToken,
    pub record: Record,
    /// Why no model is asked although there is one: the person is told.
    pub without: Option<AppError>,
}

/// What the searches gave.
#[derive(Default)]
struct Retrieved {
    items: Option<Found>,
    faqs: Option<Found>,
}

impl Retrieved {
    fn items(&self) -> &[Hit] {
        self.items.as_ref().map_or(&[], |found| &found.hits)
    }

    fn faqs(&self) -> &[Hit] {
        self.faqs.as_ref().map_or(&[], |found| &found.hits)
    }
}

/// A finished text, its marks checked, and how it came to its end.
struct Written {
    bound: Bound,
    state: MessageState,
    model: Option<String>,
    error: Option<Failed>,
}

impl Desk {
    /// Runs the turn to its end and tells it.
    pub async fn run(mut self) {
        match self.answer().await {
            Ok(response) => self.events.tell(ChatEvent::Done(Box::new(response))),
            Err(error) => {
                tracing::warn!(%error, "a turn came to nothing");
                self.record.fallback("turn", error.code().as_str(), "nothing");
                self.keep_failure().await;
                self.events.tell(ChatEvent::Error(failed(&error, &self.caller)));
            }
        }
    }

    async fn answer(&mut self) -> Result<ChatResponse, AppError> {
        self.events.tell(ChatEvent::Step {
            step: Stage::Received,
            state: StageState::Done,
            ms: Some(self.record.ms()),
            attempt: None,
            conversation_id: Some(self.ids.conversation_id),
            user_message_id: Some(self.ids.user_message_id),
            message_id: Some(self.ids.message_id),
        });
        let models = self.models().await?;
        let synonyms = self.app.synonyms().await?;
        let going_on = follow_up(&self.message, &self.history, &synonyms);
        let ruled = by_rule(&self.message, going_on.as_ref(), &synonyms);
        let wanted = ruled.map(|ruled| plan_searches(ruled.intent));
        let summary = self.summary(models.as_ref()).await;
        let keywords = summary.as_ref().and_then(|summary| summary.catalog_query.clone());
        let (items, faqs) = self.start_searches(wanted, going_on.as_ref(), keywords);
        let (intent, by) = match ruled {
            Some(ruled) => {
                self.step(Stage::Classify, StageState::Skipped, None);
                (ruled.intent, "rules")
            }
            None => match self.classified(models.as_ref(), summary.as_ref()).await {
                Some(intent) => (intent, "model"),
                None => (by_rules_alone(&self.message, going_on.as_ref(), &synonyms).intent, "rules"),
            },
        };
        self.record.intent = intent;
        self.record.intent_by = by.to_owned();
        self.record.plan = plan_searches(intent);
        let sort = going_on.and_then(|follow_up| follow_up.sort);
        let retrieved = self.retrieved(items, faqs, sort).await?;
        self.record.context = self.context(summary.as_ref(), &retrieved);
        let written = self.written(models.as_ref(), &retrieved).await;
        self.finished(written, &retrieved).await
    }

    /// The text that the answering model is given.
    fn context(&self, summary: Option<&history::Summary>, retrieved: &Retrieved) -> String {
        let history = history::history_section(&self.history, self.history_limit());
        let summary = summary.map(|summary| history::summary_section(&summary.summary));
        let faqs = retrieved.faqs.as_ref();
        let faqs = faqs.map(|found| payload::faq_section(found.hits.len(), &found.tool.payload));
        let sections = context_sections(&Gathered {
            history: history.as_deref(),
            summary: summary.as_deref(),
            faqs: faqs.as_deref(),
            catalog: retrieved.items.as_ref().map(|found| found.tool.payload.as_str()),
            sources: &self.record.sources,
        });
        user_text(&sections, &self.message)
    }

    /// The models, unless there are none, the month's money is spent, or the message is not for them.
    async fn models(&mut self) -> Result<Option<ChatModels>, AppError> {
        // Whoever may harm themselves or others is answered by the program alone.
        if !is_for_models(&self.message) {
            return Ok(None);
        }
        match ChatModels::configured(&self.app)? {
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

    fn history_limit(&self) -> usize {
        self.app.config().number("CHAT_HISTORY_CONTEXT_LIMIT").map_or(10, |limit| limit as usize)
    }
}

// --- Understanding

impl Desk {
    /// A history that does not fit is put into few words first.
    async fn summary(&mut self, models: Option<&ChatModels>) -> Option<history::Summary> {
        let wanted = self.app.config().switch("CHAT_SUMMARY_ENABLED").unwrap_or(true);
        if !wanted || !history::needs_summary(&self.history, self.history_limit()) {
            return None;
        }
        let models = models?;
        let said = format!("{}\nUsuário: {}", history::earlier_text(&self.history), unfenced(&self.message));
        let asking = prompt::SUMMARIZE.render(&[("history", &said)]);
        let format = JsonFormat { name: "summary".into(), schema: history::summary_schema(), strict: true };
        let asked = self.ask_behind(models, Job::Summarize, Stage::Summarize, asking, format).await?;
        let summary = history::parse_summary(&asked.text);
        if summary.is_none() {
            self.record.fallback("summarize", Code::ModelAnswerUnusable.as_str(), "without");
        }
        summary
    }

    /// What a model takes the message for; nothing where rules must say.
    async fn classified(
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
            ("message", &field(&self.message, MAX_MESSAGE_CHARS)),
        ]);
        let format = JsonFormat { name: "intent".into(), schema: classify::schema(), strict: true };
        let asked = self.ask_behind(models, Job::Classify, Stage::Classify, asking, format).await?;
        let intent = classify::parse(&asked.text);
        if intent.is_none() {
            self.record.fallback("classify", Code::ModelAnswerUnusable.as_str(), "rules");
        }
        intent
    }

    /// Asks the job's models one after the other until one answers.
    async fn ask_behind(
        &mut self,
        models: &ChatModels,
        job: Job,
        stage: Stage,
        asking: Result<Rendered, PromptError>,
        format: JsonFormat,
    ) -> Option<Asked> {
        // The prompts ship with the program and a test fills them: a broken one is not met here.
        let asking = asking.inspect_err(|error| tracing::error!(%error, "a prompt")).ok()?;
        let names = models.of(job).to_vec();
        self.step(stage, StageState::Started, None);
        for (at, model) in names.iter().enumerate() {
            let question = Question {
                job,
                model,
                system: &asking.system,
                user: &asking.user,
                format: Some(format.clone()),
            };
            let asked = models.ask(question, &self.stop, |_| ()).await;
            self.record.called(job, &asked);
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
                        (true, Job::Classify) => "rules",
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

// --- Searching

impl Desk {
    /// Starts what may be wanted: what the plan names where there is one already, else both.
    fn start_searches(
        &self,
        wanted: Option<SearchPlan>,
        going_on: Option<&FollowUp>,
        keywords: Option<String>,
    ) -> (Option<Search>, Option<Search>) {
        let plan = wanted.unwrap_or(SearchPlan { run_faq: true, run_catalog: true });
        let config = self.app.config();
        let limit = |name: &str, usual: i32| config.number(name).map_or(usual, |limit| limit as i32);
        let keywords = keywords.filter(|_| config.switch("CATALOG_QUERY_KEYWORDS_ENABLED") == Some(true));
        let query = going_on.map(|follow_up| follow_up.query.clone()).or(keywords);
        let catalog = SearchRequest {
            query: query.unwrap_or_else(|| self.message.clone()),
            limit: Some(limit("CHAT_CATALOG_LIMIT", 6)),
            ..SearchRequest::default()
        };
        let faqs = SearchRequest {
            query: self.message.clone(),
            query_context: history::query_context(&self.history, &self.message),
            limit: Some(limit("CHAT_FAQ_LIMIT", 4)),
            ..SearchRequest::default()
        };
        if plan.run_faq || plan.run_catalog {
            self.step(Stage::Search, StageState::Started, None);
        }
        let start = |kind, request| Search::start(&self.app, &self.caller, kind, request);
        (plan.run_catalog.then(|| start(Kind::Items, catalog)), plan.run_faq.then(|| start(Kind::Faqs, faqs)))
    }

    /// Waits for what the plan wants and drops the rest. One search that fails costs the other
    /// nothing; where all that were wanted fail, the turn has failed.
    async fn retrieved(
        &mut self,
        items: Option<Search>,
        faqs: Option<Search>,
        sort: Option<Sort>,
    ) -> Result<Retrieved, AppError> {
        let plan = self.record.plan;
        let (items, faqs) = (items.filter(|_| plan.run_catalog), faqs.filter(|_| plan.run_faq));
        if items.is_none() && faqs.is_none() {
            self.step(Stage::Search, StageState::Skipped, None);
            return Ok(Retrieved::default());
        }
        let waiting = Instant::now();
        let by_price = |hits: &mut Vec<Hit>| in_order(hits, sort);
        let items = async {
            match items {
                Some(search) => Some(search.found(by_price, payload::build_catalog_payload).await),
                None => None,
            }
        };
        let faqs = async {
            match faqs {
                Some(search) => Some(search.found(|_| (), |_, hits| payload::build_faq_payload(hits)).await),
                None => None,
            }
        };
        let (items, faqs) = tokio::join!(items, faqs);
        let retrieved = Retrieved {
            items: self.noted("searchCatalog", items, faqs.as_ref().is_some_and(Result::is_ok))?,
            faqs: self.noted("searchFaqs", faqs, true)?,
        };
        self.record.sources = sources::number(retrieved.items(), retrieved.faqs());
        self.events.tell(ChatEvent::Sources { sources: self.record.sources.clone() });
        self.step(Stage::Search, StageState::Done, Some(millis(waiting.elapsed())));
        Ok(retrieved)
    }

    fn noted(
        &mut self,
        tool: &str,
        found: Option<Result<Found, AppError>>,
        may_fail: bool,
    ) -> Result<Option<Found>, AppError> {
        match found {
            Some(Ok(found)) => {
                self.record.searched(&found);
                Ok(Some(found))
            }
            Some(Err(error)) if may_fail => {
                self.record.fallback(tool, error.code().as_str(), "without");
                Ok(None)
            }
            Some(Err(error)) => Err(error),
            None => Ok(None),
        }
    }
}

// --- Writing

impl Desk {
    async fn written(&mut self, models: Option<&ChatModels>, retrieved: &Retrieved) -> Written {
        self.step(Stage::Write, StageState::Started, None);
        let started = Instant::now();
        let written = match models {
            Some(models) => self.by_model(models, retrieved).await,
            None => {
                let why = self.without.take();
                self.composed(retrieved, why)
            }
        };
        self.step(Stage::Write, StageState::Done, Some(millis(started.elapsed())));
        written
    }

    /// The model's answer, streamed. Before anything was shown another model may try; after that,
    /// what was shown is kept.
    async fn by_model(&mut self, models: &ChatModels, retrieved: &Retrieved) -> Written {
        let names = models.of(Job::Answer).to_vec();
        let user = self.record.context.clone();
        let mut last = None;
        for (at, model) in names.iter().enumerate() {
            if self.stop.is_cancelled() {
                break;
            }
            let question = Question {
                job: Job::Answer,
                model,
                system: Job::Answer.prompt().text(),
                user: &user,
                format: None,
            };
            let (asked, bound) = self.streamed(models, question).await;
            self.record.called(Job::Answer, &asked);
            self.record.raw_answer.clone_from(&asked.text);
            let said = !asked.text.trim().is_empty();
            let served = asked.call.call.served_model.clone().or_else(|| Some(model.clone()));
            match asked.result {
                _ if asked.stopped => return Written::kept(bound, served, MessageState::Stopped),
                Ok(answer) if said => return self.ended(bound, served, answer.finish),
                Ok(answer) => last = Some(AppError::new(why_empty(&answer))),
                Err(error) if said => return self.broken_off(bound, served, &super::models::failed(&error)),
                Err(error) => last = Some(super::models::failed(&error)),
            }
            if at + 1 < names.len() {
                let reason = last.as_ref().map_or("", |error| error.code().as_str()).to_owned();
                self.record.fallback("answer", &reason, "fallback-model");
            }
        }
        match last {
            Some(error) => {
                self.record.fallback("answer", error.code().as_str(), "composed");
                self.composed(retrieved, Some(error))
            }
            None => Written::kept(Bound::default(), None, MessageState::Stopped),
        }
    }

    /// Asks and passes on what comes, without marks of sources that do not exist.
    async fn streamed(&mut self, models: &ChatModels, question: Question<'_>) -> (Asked, Bound) {
        let (mut filter, mut first) = (MarkFilter::new(&self.record.marks()), None);
        // What must be said in an emergency does not depend on a model's thinking of it.
        let mut before = wording::alarm(&self.message, self.caller.lang);
        let (events, started) = (self.events.clone(), self.record.started);
        let tell = |progress: &Progress| match progress {
            Progress::Text(piece) => {
                first.get_or_insert_with(|| millis(started.elapsed()));
                if let Some(line) = before.take() {
                    show(&events, filter.push(&format!("{line}\n\n")));
                }
                show(&events, filter.push(piece));
            }
            Progress::Trying { attempt, .. } => {
                events.tell(step(Stage::Write, StageState::Retrying, None, Some(*attempt)));
            }
            Progress::Reasoning(_) => {}
        };
        let asked = models.ask(question, &self.stop, tell).await;
        let (rest, bound) = filter.finish();
        show(&self.events, rest);
        self.record.first_token_ms = self.record.first_token_ms.or(first);
        (asked, bound)
    }

    /// A whole answer, or one that the limit of tokens cut.
    fn ended(&mut self, bound: Bound, model: Option<String>, finish: Finish) -> Written {
        match finish {
            Finish::Length => self.broken_off(bound, model, &AppError::new(Code::ModelAnswerCut)),
            Finish::ContentFilter => self.broken_off(bound, model, &AppError::new(Code::ModelRefusedContent)),
            _ => Written::kept(bound, model, MessageState::Complete),
        }
    }

    fn broken_off(&mut self, bound: Bound, model: Option<String>, error: &AppError) -> Written {
        self.record.fallback("answer", error.code().as_str(), "partial");
        let error = Some(failed(error, &self.caller));
        Written { error, ..Written::kept(bound, model, MessageState::Interrupted) }
    }

    /// An answer without a model, from what was found. It invents nothing.
    fn composed(&mut self, retrieved: &Retrieved, error: Option<AppError>) -> Written {
        let text = wording::composed(
            &compose::Found {
                message: &self.message,
                intent: self.record.intent,
                items: retrieved.items(),
                faqs: retrieved.faqs(),
                lang: self.caller.lang,
            },
            error.as_ref(),
        );
        self.record.first_words();
        self.record.raw_answer.clone_from(&text);
        show(&self.events, text.clone());
        let error = error.map(|error| failed(&error, &self.caller));
        Written { error, ..Written::kept(bind(&text, &self.record.marks()), None, MessageState::Composed) }
    }
}

impl Written {
    fn kept(bound: Bound, model: Option<String>, state: MessageState) -> Self {
        Self { bound, state, model, error: None }
    }
}

/// Whether a model is asked about this message at all.
fn is_for_models(message: &str) -> bool {
    !matches!(alarm(message), Some(Alarm::Harm | Alarm::SelfHarm | Alarm::Violence))
}

/// Why a model that ended in order said nothing.
fn why_empty(answer: &Answer) -> Code {
    let refused = matches!(answer.finish, Finish::ContentFilter | Finish::Refusal);
    if refused || answer.refusal.is_some() { Code::ModelRefusedContent } else { Code::ModelAnswerEmpty }
}

fn show(events: &Events, text: String) {
    if !text.is_empty() {
        events.tell(ChatEvent::Delta { text });
    }
}

// --- Keeping

impl Desk {
    /// Looks at the claims and stores everything in one transaction.
    async fn finished(&mut self, written: Written, retrieved: &Retrieved) -> Result<ChatResponse, AppError> {
        let Bound { text: answer, cited, mut cautions } = written.bound;
        sources::mark_cited(&mut self.record.sources, &cited);
        if written.state != MessageState::Composed {
            let evidence = Evidence::of_hits(retrieved.items(), retrieved.faqs());
            cautions.extend(unsupported(&answer, &evidence));
        }
        let response = ChatResponse {
            conversation_id: self.ids.conversation_id,
            user_message_id: self.ids.user_message_id,
            message_id: self.ids.message_id,
            answer,
            state: written.state,
            sources: self.record.sources.clone(),
            cautions,
            error: written.error,
            model: written.model,
            usage: self.record.usage(),
            ms: self.record.ms(),
            first_token_ms: self.record.first_token_ms,
            debug: self.record.debug(&self.ids),
        };
        let outcome = match response.state {
            MessageState::Complete => TraceOutcome::Answered,
            MessageState::Stopped => TraceOutcome::Stopped,
            MessageState::Interrupted => TraceOutcome::Failed,
            MessageState::Composed => TraceOutcome::Composed,
        };
        let trace = self.record.trace(&self.ids, &self.message, outcome);
        let ended = EndedTurn {
            ids: self.ids,
            response: Some(&response),
            trace: &trace,
            ms: response.ms,
            first_token_ms: response.first_token_ms,
        };
        self.app.store().finish_turn(&ended, &self.caller.actor).await?;
        Ok(response)
    }

    /// A turn that came to nothing has a trace all the same, where the database takes it.
    async fn keep_failure(&self) {
        let trace = self.record.trace(&self.ids, &self.message, TraceOutcome::Failed);
        let ended = EndedTurn {
            ids: self.ids,
            response: None,
            trace: &trace,
            ms: self.record.ms(),
            first_token_ms: self.record.first_token_ms,
        };
        if let Err(error) = self.app.store().finish_turn(&ended, &self.caller.actor).await {
            tracing::warn!(%error, "the trace of a failed turn is not kept");
        }
    }

    fn step(&self, stage: Stage, state: StageState, ms: Option<f64>) {
        self.events.tell(step(stage, state, ms, None));
    }
}

fn step(step: Stage, state: StageState, ms: Option<f64>, attempt: Option<u32>) -> ChatEvent {
    ChatEvent::Step {
        step,
        state,
        ms,
        attempt,
        conversation_id: None,
        user_message_id: None,
        message_id: None,
    }
}

fn failed(error: &AppError, caller: &Caller) -> Failed {
    let body = error.to_body(caller.lang);
    Failed { code: body.code, message: body.message, details: body.details }
}
