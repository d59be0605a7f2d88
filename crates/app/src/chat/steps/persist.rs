//! Last step of a turn: checks the answer's claims, and stores everything in one transaction.

use super::search::TurnResults;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::chat::steps::turn_runner::WrittenAnswer;
use crate::chat::wording;
use crate::error::AppError;
use crate::query_log::note_turn;
use celeiro_domain::chat::answer::compose::name_document;
use celeiro_domain::chat::answer::phrase::Phrase;
use celeiro_domain::chat::answer::refusal::says_not_found;
use celeiro_domain::chat::grounding::answer_language::find_other_language;
use celeiro_domain::chat::grounding::citations::BoundText;
use celeiro_domain::chat::grounding::claims::{
    CatalogTerms, CitedRecord, UseSource, bind_unmarked, find_content_words, find_unnamed_sources,
    find_unsupported_claims,
};
use celeiro_domain::chat::grounding::doses::StatedDoses;
use celeiro_domain::chat::types::sources;
use celeiro_domain::chat::{
    AnswerPriceList, Caution, CautionKind, ChatEvent, ChatMode, ChatResponse, MessageState, TraceOutcome,
};
use celeiro_domain::personal::memory::KnowledgeItem;
use celeiro_domain::personal::memory::words::supports_statement;
use celeiro_store::EndedTurn;
use uuid::Uuid;

impl TurnRunner {
    /// What of `answer` the retrieved records do not carry. Where the catalog does not tell which words name
    /// its items, the check goes on without them: an answer is not lost for it.
    async fn find_cautions(&self, answer: &str, records: &[CitedRecord]) -> Vec<Caution> {
        let words =
            self.app.store().naming_words(&find_content_words(answer)).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "claims are checked without the words of the catalog");
                Default::default()
            });
        let synonyms = self.app.synonyms().await.unwrap_or_default();
        find_unsupported_claims(answer, records, &CatalogTerms { words: &words, synonyms: &synonyms })
    }

    /// A caution where a model's answer is in a language that the person did not write.
    fn note_language(&self, answer: &str) -> Option<Caution> {
        let names: Vec<&str> = self.record.sources.iter().map(|source| source.title.as_str()).collect();
        let language = find_other_language(&self.message, answer, &names, self.caller.lang)?;
        Some(Caution {
            kind: CautionKind::OtherLanguage,
            sentence: String::new(),
            claim: language.to_owned(),
            source: None,
        })
    }

    /// Names the labels and leaflets that a model's answer takes doses and periods from where it does not: what is
    /// said, also sent, and the marks in it.
    fn name_use_sources(
        &self,
        state: MessageState,
        answer: &str,
        retrieved: &TurnResults,
    ) -> Option<(String, Vec<u32>)> {
        if state == MessageState::Composed {
            return None;
        }
        let given = self.attachments.add_doses(StatedDoses::default());
        let found = find_unnamed_sources(answer, &self.use_question(), &retrieved.numbered_hits(), given);
        if found.is_empty() {
            return None;
        }
        let text = |phrase: Phrase| wording::phrase_text(phrase, self.caller.lang);
        let line = |source: &UseSource| {
            let name = name_document(source.kind, &source.title, source.page, &text);
            format!("{name}: {} [{}].", text(Phrase::DosesAndPeriods), source.mark)
        };
        let lines = found.iter().map(line).collect::<Vec<_>>().join("\n\n");
        self.events.send(ChatEvent::Delta { text: format!("\n\n{lines}") });
        Some((lines, found.iter().map(|source| source.mark).collect()))
    }

    /// Looks at the claims and stores everything in one transaction.
    pub(super) async fn store_turn(
        &mut self,
        written: WrittenAnswer,
        retrieved: &TurnResults,
    ) -> Result<ChatResponse, AppError> {
        let BoundText { text: mut written_text, mut cited, mut cautions } = written.bound;
        if written.state != MessageState::Composed {
            let records = retrieved.records();
            // What stands below a card, or after the loop's limit, are the program's own words.
            let is_models = self.record.mode == ChatMode::Desk
                || (self.record.pending.is_empty() && written.error.is_none());
            let is_unmarked = is_models && cited.is_empty() && cautions.is_empty() && !records.is_empty();
            if is_unmarked && !says_not_found(&written_text) {
                let bound = bind_unmarked(&written_text, &records);
                (written_text, cited) = (bound.text, bound.cited);
                // Cards name the sources where the text names none.
                let is_told =
                    !self.record.showcases.is_empty() && bound.caution.kind == CautionKind::NoSource;
                cautions.extend((!is_told).then_some(bound.caution));
            }
            // A heading above cards is the model's too.
            let titles = self.record.showcases.iter().filter_map(|cards| cards.title.clone());
            let claims: Vec<String> = std::iter::once(written_text.clone()).chain(titles).collect();
            cautions.extend(self.find_cautions(&claims.join("\n\n"), &records).await);
            cautions.extend(is_models.then(|| self.note_language(&written_text)).flatten());
        }
        cautions.extend(self.attachments.caution());
        let use_sources = self.name_use_sources(written.state, &written_text, retrieved);
        if let Some((_, marks)) = &use_sources {
            cited.extend(marks);
        }
        sources::mark_cited(&mut self.record.sources, &cited);
        // What a composed answer does not show is no part of it: the next message cannot mean it.
        if written.state == MessageState::Composed && cited.is_empty() {
            self.record.sources.clear();
            self.record.catalog_state.clear();
        }
        let veterinarian = self.name_veterinarian(written.state, &written_text);
        let help = self.help.as_ref().map(|help| help.text.clone());
        let parts = help
            .into_iter()
            .chain([written_text])
            .chain(use_sources.map(|(lines, _)| lines))
            .chain(veterinarian)
            .filter(|part| !part.is_empty());
        let answer = parts.collect::<Vec<_>>().join("\n\n");
        let response = ChatResponse {
            conversation_id: self.ids.conversation_id,
            user_message_id: self.ids.user_message_id,
            message_id: self.ids.message_id,
            answer,
            state: written.state,
            mode: self.record.mode,
            price_list: self
                .price_list
                .as_ref()
                .map(|list| AnswerPriceList { id: list.id, name: list.name.clone() }),
            showcases: self.record.showcases.clone(),
            catalog_state: self.record.catalog_state.clone(),
            pending: self.record.pending.clone(),
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
        self.record.complete().await;
        let trace = self.record.trace(&self.ids, &self.message, outcome);
        let ended = EndedTurn {
            ids: self.ids,
            response: Some(&response),
            trace: &trace,
            ms: response.ms,
            first_token_ms: response.first_token_ms,
        };
        let turns = &self.app.inner.turns;
        let _permit =
            if response.state == MessageState::Stopped { turns.wait_to_store().await } else { None };
        self.app.store().finish_turn(&ended, &self.caller.actor).await?;
        self.note_memory_uses(&response.answer).await;
        note_turn(&self.app, &self.caller, &trace, true, response.ms);
        Ok(response)
    }

    /// Writes down which items of memory the answer was given, and which its words carry; an answer is not lost for it.
    async fn note_memory_uses(&self, answer: &str) {
        if self.record.memory.is_empty() {
            return;
        }
        let given = &self.record.memory;
        let noted = async {
            let known = self.app.store().active_knowledge(given).await?;
            let is_carried = |item: &&KnowledgeItem| supports_statement(answer, &item.draft.content);
            let in_answer: Vec<Uuid> = known.iter().filter(is_carried).map(|item| item.id).collect();
            self.app.store().note_knowledge_uses(self.ids.message_id, given, &in_answer).await
        };
        if let Err(error) = noted.await {
            tracing::warn!(%error, "what an answer used of the memory is not noted");
        }
    }

    /// Stores the trace of a turn that failed, where the database takes it.
    pub(super) async fn keep_failure(&mut self) {
        self.record.complete().await;
        let trace = self.record.trace(&self.ids, &self.message, TraceOutcome::Failed);
        let ended = EndedTurn {
            ids: self.ids,
            response: None,
            trace: &trace,
            ms: self.record.ms(),
            first_token_ms: self.record.first_token_ms,
        };
        match self.app.store().finish_turn(&ended, &self.caller.actor).await {
            Ok(()) => note_turn(&self.app, &self.caller, &trace, false, ended.ms),
            Err(error) => tracing::warn!(%error, "the trace of a failed turn is not kept"),
        }
    }
}
