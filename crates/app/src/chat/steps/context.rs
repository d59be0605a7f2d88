//! Prompt context of the answering model: full, and shortened for a model that cannot take or finish the full one.

use super::search::TurnResults;
use crate::chat::attachments::turn::TextAmount;
use crate::chat::searches::SearchResults;
use crate::chat::steps::turn_runner::TurnRunner;
use celeiro_domain::chat::answer::prompt::context::{ContextInput, context_sections, user_text};
use celeiro_domain::chat::answer::prompt::documents::documents_section;
use celeiro_domain::chat::answer::prompt::history;
use celeiro_domain::chat::answer::prompt::payload;
use celeiro_domain::chat::{ChatSource, SourceKind};
use celeiro_domain::search::Hit;

/// Earlier messages in a shorter text: the last question and its answer.
const SHORTER_HISTORY: usize = 2;
/// Items in a shorter text.
const SHORTER_ITEMS: usize = 3;
/// FAQs in a shorter text.
const SHORTER_FAQS: usize = 2;

impl TurnRunner {
    /// The text with everything that was gathered.
    pub(super) fn context(&self, summary: Option<&history::Summary>, retrieved: &TurnResults) -> String {
        let use_question = self.use_question();
        let history = history::history_section(&self.history, self.history_limit());
        let summary = summary.map(|summary| history::summary_section(&summary.summary));
        let faqs = retrieved.faqs.as_ref();
        let faqs = faqs.map(|found| payload::faq_section(found.hits.len(), &found.tool.payload));
        self.user_text(&ContextInput {
            history: history.as_deref(),
            summary: summary.as_deref(),
            faqs: faqs.as_deref(),
            catalog: retrieved.items.as_ref().map(|found| found.tool.payload.as_str()),
            documents: documents_section(&use_question, retrieved.items()).as_deref(),
            price_list: self.price_list.as_ref().map(|list| list.name.as_str()),
            attachments: self.attachments.section(TextAmount::Whole).as_deref(),
            sources: &self.record.sources,
        })
    }

    /// The text with the first hits and the last two messages. Its sources keep their marks.
    pub(super) fn shorter_context(
        &self,
        summary: Option<&history::Summary>,
        retrieved: &TurnResults,
    ) -> String {
        let history = history::history_section(&self.history, self.history_limit().min(SHORTER_HISTORY));
        let use_question = self.use_question();
        let summary = summary.map(|summary| history::summary_section(&summary.summary));
        let faqs = retrieved.faqs.as_ref().map(|found| {
            let hits = take_first_hits(&found.hits, SHORTER_FAQS);
            payload::faq_section(hits.len(), &payload::build_faq_payload(hits))
        });
        let catalog = retrieved.items.as_ref().map(|found: &SearchResults| {
            payload::build_catalog_payload(
                &found.trace.run.query,
                take_first_hits(&found.hits, SHORTER_ITEMS),
            )
        });
        self.user_text(&ContextInput {
            history: history.as_deref(),
            summary: summary.as_deref(),
            faqs: faqs.as_deref(),
            catalog: catalog.as_deref(),
            documents: documents_section(&use_question, take_first_hits(retrieved.items(), SHORTER_ITEMS))
                .as_deref(),
            price_list: self.price_list.as_ref().map(|list| list.name.as_str()),
            attachments: self.attachments.section(TextAmount::Shorter).as_deref(),
            sources: &self.shorter_sources(),
        })
    }

    /// The sources that a shorter text names.
    fn shorter_sources(&self) -> Vec<ChatSource> {
        let of_kind = |kind: SourceKind, most: usize| {
            self.record.sources.iter().filter(move |source| source.kind == kind).take(most).cloned()
        };
        of_kind(SourceKind::Item, SHORTER_ITEMS).chain(of_kind(SourceKind::Faq, SHORTER_FAQS)).collect()
    }

    fn user_text(&self, gathered: &ContextInput<'_>) -> String {
        self.attachments.with_note(user_text(&context_sections(gathered), &self.message))
    }
}

/// At most `most` hits from the beginning.
fn take_first_hits(hits: &[Hit], most: usize) -> &[Hit] {
    &hits[..hits.len().min(most)]
}
