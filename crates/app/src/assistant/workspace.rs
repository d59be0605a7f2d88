//! Records that a turn has read so far.

use super::prepared::Proposal;
use super::speech::Speech;
use crate::chat::attachments::turn::{TextAmount, TurnAttachments};
use crate::chat::models::to_message;
use celeiro_domain::assistant::origin::{OriginKind, TextBlock};
use celeiro_domain::assistant::personal::payload::person_line;
use celeiro_domain::assistant::rounds::Rounds;
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::chat::answer::sanitize::{sanitize_field, strip_fence};
use celeiro_domain::chat::grounding::citations::BoundText;
use celeiro_domain::chat::grounding::doses::StatedDoses;
use celeiro_domain::chat::types::sources;
use celeiro_domain::chat::{ChatSource, HistoryMessage, Role};
use celeiro_domain::personal::person::Person;
use celeiro_domain::search::{Hit, Source};
use celeiro_llm::chat::PromptMessage;
use serde_json::Value;
use uuid::Uuid;

/// Longest earlier message that the model is given, in characters.
const EARLIER_CHARS: usize = 2_000;

/// The state of an assistant's turn.
pub(super) struct Workspace {
    pub rounds: Rounds,
    /// The conversation as the model is given it.
    pub messages: Vec<PromptMessage>,
    /// How many of `messages` are of earlier turns.
    earlier: usize,
    /// The message of this turn with less of its files, where it has any.
    shorter_question: Option<PromptMessage>,
    /// Every text that the model has read, with its origin.
    pub blocks: Vec<TextBlock>,
    /// How many of `blocks` were there before a tool read anything.
    beginning: usize,
    /// Records that tools have read, by mark.
    pub read: Vec<Hit>,
    /// The doses that those records state.
    pub stated: StatedDoses,
    /// Writes of this round that wait for their card.
    pub proposals: Vec<Proposal>,
    /// The words of the model that are not ended yet.
    pub speech: Option<Speech>,
    /// What the model and the program have said, a paragraph each.
    said: Vec<BoundText>,
}

/// Records that a tool gives, with their marks.
pub(super) struct MarkedRecord<'a> {
    pub mark: u32,
    pub hit: &'a Hit,
}

impl Workspace {
    /// A turn that has read nothing but the conversation.
    pub fn new(
        message: &str,
        history: &[HistoryMessage],
        limit: usize,
        rounds: Rounds,
        attachments: &TurnAttachments,
    ) -> Self {
        let recent = &history[history.len().saturating_sub(limit)..];
        let mut messages: Vec<PromptMessage> = recent.iter().map(earlier).collect();
        let before_this = messages.len();
        let asked = strip_fence(message.trim());
        let question = |amount| to_message(&attachments.below(&asked, amount), &attachments.images);
        messages.push(question(TextAmount::Whole));
        let shorter_question = (!attachments.is_empty()).then(|| question(TextAmount::Shorter));
        let of_person = |said: &&HistoryMessage| said.role == Role::User;
        let before = history.iter().filter(of_person).map(|said| TextBlock::of_person(&said.content));
        let blocks = std::iter::once(TextBlock::of_person(message)).chain(before);
        let blocks: Vec<TextBlock> = blocks.chain(attachments.blocks()).collect();
        let beginning = blocks.len();
        Self {
            rounds,
            messages,
            earlier: before_this,
            shorter_question,
            blocks,
            beginning,
            read: Vec::new(),
            stated: StatedDoses::default(),
            proposals: Vec::new(),
            speech: None,
            said: Vec::new(),
        }
    }

    /// The conversation without its earlier turns and with less of the files of this one, where there are any:
    /// for a model that cannot take all.
    pub fn shorter_messages(&self) -> Option<Vec<PromptMessage>> {
        let has_shorter = self.earlier > 0 || self.shorter_question.is_some();
        has_shorter.then(|| {
            let own = self.messages[self.earlier..].iter();
            let question = self.shorter_question.iter();
            let skipped = question.len();
            question.chain(own.skip(skipped)).cloned().collect()
        })
    }

    /// Adds what the prompt says of the person who asks.
    pub fn add_profile(&mut self, profile: &str) {
        if !profile.is_empty() {
            self.add_to_prompt("", profile);
        }
    }

    /// Adds the record of the person whom the conversation is about.
    pub fn add_subject(&mut self, person: &Person) {
        self.add_to_prompt(&person.draft.name, &person_line(person));
    }

    /// Adds a record that stands in the prompt, which is no reading of this turn.
    fn add_to_prompt(&mut self, name: &str, text: &str) {
        self.blocks.push(TextBlock::of_record(OriginKind::Memory, name, text));
        self.beginning = self.blocks.len();
    }

    /// Whether a tool of this turn has read a record.
    pub fn has_read_records(&self) -> bool {
        self.blocks.len() > self.beginning
    }

    /// Notes a text that the model wrote in a round of the assistant.
    pub fn note_text(&mut self, bound: BoundText) {
        if !bound.text.trim().is_empty() {
            self.said.push(bound);
        }
    }

    /// Whether the model has written any text in the turn of the assistant.
    pub fn has_text(&self) -> bool {
        !self.said.is_empty() || self.speech.as_ref().is_some_and(Speech::has_words)
    }

    /// Whether the assistant's turn has neither a text of the model nor a result of a tool yet.
    pub fn is_untouched(&self) -> bool {
        !self.has_text()
            && self.messages.iter().all(|message| !matches!(message, PromptMessage::ToolResult { .. }))
    }

    /// Everything that was said and ended, with a blank line between the model's words and the program's.
    pub fn text(&mut self) -> BoundText {
        let mut whole = BoundText::default();
        for part in std::mem::take(&mut self.said) {
            if !whole.text.is_empty() {
                whole.text.push_str("\n\n");
            }
            whole.text.push_str(&part.text);
            whole.cited.extend(
                part.cited.iter().filter(|mark| !whole.cited.contains(mark)).copied().collect::<Vec<_>>(),
            );
            whole.cautions.extend(part.cautions);
        }
        whole
    }

    /// Gives records their marks; one that was read before keeps its own.
    pub fn mark<'a>(&mut self, hits: &'a [Hit]) -> Vec<MarkedRecord<'a>> {
        hits.iter().map(|hit| MarkedRecord { mark: self.mark_of(hit), hit }).collect()
    }

    fn mark_of(&mut self, hit: &Hit) -> u32 {
        let known = self.read.iter().position(|read| hit_record_id(read) == hit_record_id(hit));
        let place = known.unwrap_or_else(|| {
            let bare = Hit { documents: Vec::new(), ..hit.clone() };
            self.blocks.extend(block_of(hit));
            self.stated.add_hit(&bare);
            self.read.push(bare);
            self.read.len() - 1
        });
        self.note_documents(place, hit);
        place as u32 + 1
    }

    /// Notes what a record's label and leaflet state, where an earlier tool read it without them.
    fn note_documents(&mut self, place: usize, hit: &Hit) {
        if hit.documents.is_empty() || !self.read[place].documents.is_empty() {
            return;
        }
        let documents = hit.documents.iter();
        self.blocks
            .extend(documents.flat_map(|one| TextBlock::of_pages(OriginKind::Catalog, &one.name, &one.text)));
        self.stated.add_hit(hit);
        self.read[place].documents.clone_from(&hit.documents);
    }

    /// Lists the records that the assistant's turn has read, as sources by mark.
    pub fn sources(&self) -> Vec<ChatSource> {
        let source = |(hit, mark): (&Hit, u32)| {
            let alone = std::slice::from_ref(hit);
            let source = sources::number_sources(alone, alone).into_iter().next()?;
            Some(ChatSource { mark, ..source })
        };
        self.read.iter().zip(1..).filter_map(source).collect()
    }
}

/// An earlier message. Marks in earlier answers are defused: their numbers belong to other sources.
fn earlier(said: &HistoryMessage) -> PromptMessage {
    match said.role {
        Role::User => PromptMessage::User(strip_fence(&said.content)),
        Role::Assistant => PromptMessage::Assistant {
            text: sanitize_field(&said.content, EARLIER_CHARS),
            tool_calls: Vec::new(),
            continuation: None,
        },
    }
}

fn hit_record_id(hit: &Hit) -> Option<Uuid> {
    hit.item.as_ref().map(|item| item.id).or_else(|| hit.faq.as_ref().map(|faq| faq.id))
}

fn block_of(hit: &Hit) -> Option<TextBlock> {
    let item =
        hit.item.as_ref().map(|item| TextBlock::of_record(OriginKind::Catalog, &item.name, &text_of(item)));
    let faq = hit.faq.as_ref().map(|faq| {
        TextBlock::of_record(OriginKind::Faq, &faq.question, &format!("{}\n{}", faq.question, faq.answer))
    });
    item.or(faq)
}

fn text_of(item: &Item) -> String {
    let optional = [&item.external_id, &item.description, &item.category, &item.manufacturer, &item.notes];
    let price = item.price.map(|price| price.to_string());
    let attributes = item.attributes.values().map(|value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    let packages = item.packages.iter().flat_map(|package| {
        let price = package.price.map(|price| price.to_string());
        let codes = package.code.iter().chain(&package.ean).cloned();
        std::iter::once(package.label.clone()).chain(codes).chain(price)
    });
    let parts = [item.id.to_string(), item.name.clone()].into_iter();
    let parts = parts.chain(optional.into_iter().flatten().cloned()).chain(price).chain(item.tags.clone());
    parts.chain(attributes).chain(packages).collect::<Vec<_>>().join("\n")
}

/// A record that was named and not searched for, as a hit.
pub(crate) fn named_hit(item: Option<Item>, faq: Option<Faq>) -> Hit {
    Hit {
        item,
        faq,
        source: Source::Lexical,
        score: 1.0,
        vector_score: None,
        vector_distance: None,
        lexical_score: None,
        lexical_signals: None,
        lexical_rank: None,
        vector_rank: None,
        snippet: String::new(),
        stock: None,
        documents: Vec::new(),
        explanation: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_package_says_is_of_the_catalog() {
        let item = json!({
            "id": Uuid::nil(), "externalId": null, "name": "Ureia", "description": null, "category": null,
            "manufacturer": null, "price": null, "currency": "BRL", "tags": [], "status": "ativo",
            "attributes": {}, "notes": null, "createdAt": "2026-11-29T00:00:00Z",
            "updatedAt": "2026-11-29T00:00:00Z", "version": 1,
            "packages": [{ "label": "saco 25 kg", "code": "U-25", "ean": "7891000315507", "price": 189.9 }],
        });
        let item: Item = serde_json::from_value(item).unwrap();
        let text = text_of(&item);
        for said in ["saco 25 kg", "U-25", "7891000315507", "189.9"] {
            assert!(text.lines().any(|line| line == said), "{said}: {text}");
        }
    }
}
