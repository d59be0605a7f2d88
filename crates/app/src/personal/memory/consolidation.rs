//! One memory run over a person's messages: a model proposes facts, the program checks each, and the remaining ones
//! form a diff for review. No fact is stored before a person accepts it.

use crate::app::App;
use crate::assist::prompt::find_reply_failure;
use crate::chat::models::{ChatModels, ModelQuestion, ModelRequest, ModelTask};
use crate::chat::spending;
use crate::error::{AppError, Code};
use crate::personal::switch::{time_zone, today_in};
use celeiro_domain::personal::memory::KnowledgeItem;
use celeiro_domain::personal::memory::extraction::{
    Extraction, KnownMemory, PersonMessage, ReadPart, choose_known, extraction_schema, known_lines,
    message_lines, read_facts,
};
use celeiro_domain::personal::memory::search::WordIndex;
use celeiro_domain::personal::wall_clock::wall_time_of;
use celeiro_domain::prompt::MEMORY_EXTRACT;
use celeiro_llm::chat::JsonFormat;
use celeiro_store::{EndedRun, KnowledgeQuery, WrittenMessage};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Most messages that a run reads; the next one reads on.
const MOST_MESSAGES: i64 = 5_000;
/// Messages, and characters of them, that one question holds.
const BATCH_MESSAGES: usize = 80;
const BATCH_CHARS: usize = 16_000;
/// How often a question is asked again, and how long is waited before the first time; twice as long each time.
const RETRIES: u32 = 3;
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// What a run is over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunScope<'a> {
    /// The person who wrote the messages.
    pub actor: &'a str,
    /// The moment that the run stands for.
    pub slot: DateTime<Utc>,
    /// All messages, those of earlier runs too.
    pub again: bool,
}

/// What a model is asked in one question.
#[derive(Clone, Copy)]
struct Question<'a> {
    messages: &'a [PersonMessage],
    /// What is known, of which it says what the messages speak against.
    known: &'a [&'a KnowledgeItem],
}

/// What it answered.
struct Answer<'a> {
    facts: Vec<Value>,
    messages: &'a [PersonMessage],
    known: Vec<Uuid>,
}

/// Runs the consolidation of memory once, and gives the run. `None` where another program has this run in hand or has
/// done it.
///
/// # Errors
/// `model_not_configured`, `model_key_missing`, `spending_cap_reached`: nothing is done then. What the database
/// says.
pub(crate) async fn consolidate(app: &App, scope: RunScope<'_>) -> Result<Option<Uuid>, AppError> {
    let models = ChatModels::from_config(app)?.map_err(|none| AppError::new(none.code()))?;
    if spending::is_over(app).await? {
        return Err(AppError::new(Code::SpendingCapReached));
    }
    let Some(run) = app.store().begin_memory_run(scope.actor, scope.slot).await? else { return Ok(None) };
    let ended = match read_messages(app, &models, scope).await {
        Ok(ended) => ended,
        Err(error) => {
            tracing::warn!(error = error.code().as_str(), "a run over messages came to nothing");
            EndedRun { error: Some(error.code().as_str().to_owned()), ..EndedRun::default() }
        }
    };
    app.store().end_memory_run(run, &ended).await?;
    Ok(Some(run))
}

/// Lets the model read what was written, and checks what it says.
async fn read_messages(app: &App, models: &ChatModels, scope: RunScope<'_>) -> Result<EndedRun, AppError> {
    let zone = time_zone(app);
    let written = app.store().messages_to_read(scope.actor, scope.again, MOST_MESSAGES).await?;
    let messages: Vec<PersonMessage> = written.into_iter().map(|one| of_person(one, &zone)).collect();
    let today = today_in(&zone);
    let before = app.store().knowledge(&KnowledgeQuery::default()).await?;
    let index = WordIndex::new(&before);
    let mut answers: Vec<Answer<'_>> = Vec::new();
    let mut model = None;
    for batch in batches(&messages) {
        let beside = choose_known(batch, &before, &index, today);
        let (facts, served) = ask_again(app, models, Question { messages: batch, known: &beside }).await?;
        model = served.or(model);
        let known = beside.iter().map(|item| item.id).collect();
        answers.push(Answer { facts, messages: batch, known });
    }
    // Read once the model is done: what was deleted meanwhile is deleted.
    let items = app.store().knowledge(&KnowledgeQuery::default()).await?;
    let (hasher, tombstones) = app.store().knowledge_tombstones().await?;
    let known = KnownMemory { items: &items, tombstones: &tombstones, hasher: &hasher, today };
    let mut extraction = Extraction::default();
    for Answer { facts, messages, known: beside } in answers {
        extraction.add_facts(facts, ReadPart { messages, known: &beside }, &known);
    }
    extraction.add_expired(&known);
    Ok(EndedRun {
        read_to: messages.last().map(|message| message.at),
        messages: messages.len() as u32,
        refused: extraction.refused,
        model,
        prompt: Some(MEMORY_EXTRACT.label()),
        error: None,
        changes: extraction.changes,
    })
}

fn of_person(written: WrittenMessage, zone: &str) -> PersonMessage {
    let WrittenMessage { id, text, at } = written;
    let day = wall_time_of(at, zone).unwrap_or_else(|| at.naive_utc()).date();
    PersonMessage { id, text, at, day }
}

/// The messages in parts that a question holds, in order.
fn batches(messages: &[PersonMessage]) -> Vec<&[PersonMessage]> {
    let (mut parts, mut start, mut chars) = (Vec::new(), 0, 0);
    for (at, message) in messages.iter().enumerate() {
        let length = message.text.chars().count();
        if at > start && (at - start >= BATCH_MESSAGES || chars + length > BATCH_CHARS) {
            parts.push(&messages[start..at]);
            (start, chars) = (at, 0);
        }
        chars += length;
    }
    if start < messages.len() {
        parts.push(&messages[start..]);
    }
    parts
}

/// Asks until there is an answer that can be read, three times more at most.
async fn ask_again(
    app: &App,
    models: &ChatModels,
    question: Question<'_>,
) -> Result<(Vec<Value>, Option<String>), AppError> {
    let mut pause = FIRST_PAUSE;
    for _ in 0..RETRIES {
        match ask_once(app, models, question).await {
            Ok(answered) => return Ok(answered),
            Err(error) => tracing::warn!(error = error.code().as_str(), "messages are read once more"),
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    ask_once(app, models, question).await
}

async fn ask_once(
    app: &App,
    models: &ChatModels,
    question: Question<'_>,
) -> Result<(Vec<Value>, Option<String>), AppError> {
    let model =
        models.of(ModelTask::Memory).first().ok_or_else(|| AppError::new(Code::ModelNotConfigured))?;
    let (messages, known) = (message_lines(question.messages), known_lines(question.known));
    let prompt = MEMORY_EXTRACT
        .render(&[("messages", messages.as_str()), ("known", known.as_str())])
        .map_err(AppError::internal)?;
    let format = JsonFormat { name: "memory_facts".into(), schema: extraction_schema(), strict: true };
    let request = ModelRequest {
        job: ModelTask::Memory,
        model,
        text: ModelQuestion { prompt: MEMORY_EXTRACT, system: &prompt.system, user: &prompt.user },
        shorter: None,
        images: &[],
        format: Some(format),
    };
    let asked = models.ask(request, &CancellationToken::new(), |_| ()).await;
    spending::note_call(app, &asked.call.call).await;
    if let Some(error) = find_reply_failure(&asked) {
        return Err(error);
    }
    let facts = read_facts(&asked.text).ok_or_else(|| AppError::new(Code::ModelAnswerUnusable))?;
    Ok((facts, asked.call.call.served_model.or_else(|| Some(model.clone()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_in_one_part() {
        let message = |chars: usize| PersonMessage {
            id: Uuid::nil(),
            text: "é".repeat(chars),
            at: DateTime::<Utc>::MIN_UTC,
            day: DateTime::<Utc>::MIN_UTC.date_naive(),
        };
        let messages: Vec<PersonMessage> =
            (0..200).map(|at| message(if at % 50 == 0 { 8_000 } else { 100 })).collect();
        let parts = batches(&messages);
        assert_eq!(parts.iter().map(|part| part.len()).sum::<usize>(), 200);
        for part in &parts {
            let chars: usize = part.iter().map(|message| message.text.chars().count()).sum();
            assert!(!part.is_empty() && part.len() <= BATCH_MESSAGES && chars <= BATCH_CHARS);
        }
        assert!(batches(&[]).is_empty());
        assert_eq!(batches(&[message(20_000)]).len(), 1, "one that is too long goes alone");
    }
}
