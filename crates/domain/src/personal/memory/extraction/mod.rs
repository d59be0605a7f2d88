//! What a model read in messages, checked: a fact needs words that stand in a person's message, and nothing that
//! was deleted comes back. What is left becomes the lines of a diff.

mod beside;

pub use beside::{MOST_KNOWN, choose_known, known_lines};

use super::contradiction::find_disagreement;
use super::item::{EvidenceDraft, KnowledgeDraft, KnowledgeItem, KnowledgeKind, KnowledgeState, MAX_CONTENT};
use super::run::MemoryChangeKind;
use super::sensitive::is_sensitive;
use super::tombstone::{Hasher, Tombstone};
use super::words::{content_stems, holds_span, is_denied, normalize_statement, supports_statement};
use crate::chat::answer::sanitize::sanitize_field;
use crate::personal::decision::Area;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashSet};
use uuid::Uuid;

/// Occurrences, and days, that a pattern needs.
pub const PATTERN_TIMES: usize = 3;
/// Most facts that are taken from one answer.
const MOST_FACTS: usize = 200;
/// Longest message in a prompt, in characters.
const MESSAGE_CHARS: usize = 2_000;

/// A message that a person wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonMessage {
    /// The message.
    pub id: Uuid,
    /// Its text.
    pub text: String,
    /// When it was sent.
    pub at: DateTime<Utc>,
    /// The day that it was for the person.
    pub day: NaiveDate,
}

/// A line of a diff that is not stored yet.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposedChange {
    /// What it does.
    pub kind: MemoryChangeKind,
    /// The item that it is about, with its version.
    pub item: Option<(Uuid, i32)>,
    /// What is known afterwards.
    pub draft: Option<KnowledgeDraft>,
    /// What it is taken from.
    pub evidence: Vec<EvidenceDraft>,
    /// Whether it needs a yes of its own.
    pub needs_yes: bool,
}

/// What is known before a run.
pub struct KnownMemory<'a> {
    /// All items that are not deleted, whether they hold or not.
    pub items: &'a [KnowledgeItem],
    /// What was deleted; none to let it come back, as the control of the proof does.
    pub tombstones: &'a [Tombstone],
    /// The hashes of statements.
    pub hasher: &'a Hasher,
    /// The person's day.
    pub today: NaiveDate,
}

/// What a model read in one question.
#[derive(Debug, Clone, Copy)]
pub struct ReadPart<'a> {
    /// The messages, in the order of their numbers.
    pub messages: &'a [PersonMessage],
    /// The known items beside them, in the order of theirs.
    pub known: &'a [Uuid],
}

/// The lines of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extraction {
    /// The lines, in order.
    pub changes: Vec<ProposedChange>,
    /// Facts that were refused.
    pub refused: u32,
    seen: HashSet<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ModelFact {
    #[serde(rename = "type")]
    kind: KnowledgeKind,
    content: String,
    area: Area,
    #[serde(default)]
    sub_area: Option<String>,
    #[serde(default)]
    confidence: Option<f64>,
    #[serde(default)]
    valid_from: Option<NaiveDate>,
    #[serde(default)]
    valid_to: Option<NaiveDate>,
    #[serde(default)]
    evidence: Vec<ModelEvidence>,
    /// The number of a known item that no longer holds if this does. A model's nonsense there costs no fact.
    #[serde(default)]
    against: Value,
}

#[derive(Deserialize)]
struct ModelEvidence {
    message: usize,
    quote: String,
}

/// JSON Schema of a model's answer when it reads facts for memory; every field is required, as strict modes want it.
pub fn extraction_schema() -> Value {
    let nullable = |kind: &str| json!({ "type": [kind, "null"] });
    let names = |all: Vec<&str>| json!({ "type": "string", "enum": all });
    let fact = json!({
        "type": "object",
        "additionalProperties": false,
        "required":
            ["type", "content", "area", "subArea", "confidence", "validFrom", "validTo", "against", "evidence"],
        "properties": {
            "type": names(KnowledgeKind::ALL.iter().map(|kind| kind.as_str()).collect()),
            "content": { "type": "string" },
            "area": names(Area::ALL.iter().map(|area| area.as_str()).collect()),
            "subArea": nullable("string"),
            "confidence": { "type": "number" },
            "validFrom": nullable("string"),
            "validTo": nullable("string"),
            "against": nullable("integer"),
            "evidence": { "type": "array", "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["message", "quote"],
                "properties": { "message": { "type": "integer" }, "quote": { "type": "string" } },
            } },
        },
    });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["facts"],
        "properties": { "facts": { "type": "array", "items": fact } },
    })
}

/// The messages as a prompt has them, numbered from 1.
pub fn message_lines(messages: &[PersonMessage]) -> String {
    let line = |(number, message): (usize, &PersonMessage)| {
        format!("mensagem {number} ({}): {}", message.day, sanitize_field(&message.text, MESSAGE_CHARS))
    };
    (1..).zip(messages).map(line).collect::<Vec<_>>().join("\n")
}

/// The facts of an answer, as JSON; `None` where it is no object of facts.
pub fn read_facts(answer: &str) -> Option<Vec<Value>> {
    let text = answer.trim();
    let text = text.strip_prefix("```json").or_else(|| text.strip_prefix("```")).unwrap_or(text);
    let text = text.trim().trim_end_matches("```");
    let whole: Value = serde_json::from_str(text).ok()?;
    whole.get("facts")?.as_array().cloned()
}

impl Extraction {
    /// Adds the facts of an answer about `part`, each checked.
    pub fn add_facts(&mut self, facts: Vec<Value>, part: ReadPart<'_>, known: &KnownMemory<'_>) {
        self.refused += facts.len().saturating_sub(MOST_FACTS) as u32;
        for fact in facts.into_iter().take(MOST_FACTS) {
            let fact = serde_json::from_value::<ModelFact>(fact).ok();
            let checked = fact.and_then(|fact| check_fact(fact, part, known));
            match checked {
                Some(checked) => self.add_fact(checked, known),
                None => self.refused += 1,
            }
        }
    }

    /// Proposes to drop items of memory whose days are over.
    pub fn add_expired(&mut self, known: &KnownMemory<'_>) {
        let is_over = |item: &&KnowledgeItem| {
            item.state == KnowledgeState::Active && item.draft.valid_to.is_some_and(|to| to < known.today)
        };
        self.changes.extend(known.items.iter().filter(is_over).map(|item| ProposedChange {
            kind: MemoryChangeKind::Dropped,
            item: Some((item.id, item.version)),
            draft: None,
            evidence: Vec::new(),
            needs_yes: false,
        }));
    }

    fn add_fact(&mut self, checked: CheckedFact, known: &KnownMemory<'_>) {
        let CheckedFact { draft, evidence, said_at, against } = checked;
        let statement = normalize_statement(&draft.content);
        // What holds no more is news again where it was said after that.
        let counts = |item: &&KnowledgeItem| {
            item.holds_on(known.today) || said_at.is_none_or(|said| said <= item.updated_at)
        };
        let mut counting = known.items.iter().filter(counts);
        let is_known = counting.any(|item| normalize_statement(&item.draft.content) == statement);
        if is_known || !self.seen.insert(statement) {
            return;
        }
        let Relation { kind, item, is_by_model } = relate(&draft, against, known);
        // What was known later than this was said is not replaced by a yes to all.
        let is_older = kind == MemoryChangeKind::Contradicted
            && known.items.iter().any(|one| {
                item == Some((one.id, one.version)) && said_at.is_some_and(|said| said < one.updated_at)
            });
        let needs_yes = is_older || is_by_model || is_sensitive(draft.area, &draft.content);
        self.changes.push(ProposedChange { kind, item, draft: Some(draft), evidence, needs_yes });
    }
}

/// A fact that a message carries.
struct CheckedFact {
    draft: KnowledgeDraft,
    evidence: Vec<EvidenceDraft>,
    /// When it was said last.
    said_at: Option<DateTime<Utc>>,
    /// The known item that it speaks against, as the model has it.
    against: Option<Uuid>,
}

/// What a new statement does to what is known.
struct Relation {
    kind: MemoryChangeKind,
    item: Option<(Uuid, i32)>,
    /// Whether a model alone says that both cannot hold: a person's yes to all is none to that.
    is_by_model: bool,
}

fn relate(draft: &KnowledgeDraft, against: Option<Uuid>, known: &KnownMemory<'_>) -> Relation {
    let relation = |kind, item: Option<&KnowledgeItem>| Relation {
        kind,
        item: item.map(|item| (item.id, item.version)),
        is_by_model: false,
    };
    let holding = || known.items.iter().filter(|item| item.holds_on(known.today));
    let by_rules = holding().find(|item| find_disagreement(&item.draft.content, &draft.content).is_some());
    if by_rules.is_some() {
        return relation(MemoryChangeKind::Contradicted, by_rules);
    }
    let by_model = against.and_then(|id| holding().find(|item| item.id == id));
    if by_model.is_some() {
        return Relation { is_by_model: true, ..relation(MemoryChangeKind::Contradicted, by_model) };
    }
    let stems = content_stems(&draft.content);
    let is_part = |item: &&KnowledgeItem| {
        let before = content_stems(&item.draft.content);
        before.len() > 1 && before.is_subset(&stems) && item.draft.kind == draft.kind
    };
    match holding().find(is_part) {
        Some(item) => relation(MemoryChangeKind::Changed, Some(item)),
        None => relation(MemoryChangeKind::Added, None),
    }
}

/// A fact with the words that carry it; `None` where no message says it, or where it was deleted.
fn check_fact(fact: ModelFact, part: ReadPart<'_>, known: &KnownMemory<'_>) -> Option<CheckedFact> {
    let number = fact.against.as_u64().and_then(|number| usize::try_from(number).ok());
    let against = number.and_then(|number| part.known.get(number.checked_sub(1)?)).copied();
    let draft = KnowledgeDraft {
        kind: fact.kind,
        content: fact.content,
        area: fact.area,
        sub_area: fact.sub_area,
        confidence: fact.confidence.filter(|given| given.is_finite()).unwrap_or(0.5).clamp(0.0, 1.0),
        valid_from: fact.valid_from,
        valid_to: fact.valid_to,
    };
    let draft = draft.check().ok()?;
    let quotes = find_quotes(&fact.evidence, part.messages);
    let statement = known.hasher.hash_statement(&draft.content);
    let is_buried = |message: &PersonMessage| {
        let source = known.hasher.hash_source(message.id);
        known.tombstones.iter().any(|tombstone| tombstone.covers(&statement, &source, message.at))
    };
    let quotes: Vec<_> = quotes.into_iter().filter(|(message, _)| !is_buried(message)).collect();
    let said = quotes.iter().map(|(_, quote)| quote.as_str()).collect::<Vec<_>>().join("\n");
    let is_carried = match draft.kind {
        KnowledgeKind::Insight => is_pattern(&quotes) && shares_word(&said, &draft.content),
        KnowledgeKind::Fact | KnowledgeKind::Preference | KnowledgeKind::Memory | KnowledgeKind::Person => {
            !quotes.is_empty() && supports_statement(&said, &draft.content)
        }
    };
    let said_at = quotes.iter().map(|(message, _)| message.at).max();
    let evidence =
        quotes.into_iter().map(|(message, quote)| EvidenceDraft { message_id: message.id, quote }).collect();
    is_carried.then_some(CheckedFact { draft, evidence, said_at, against })
}

/// The quotes that stand in their messages, and not behind a denial there, one for each message.
fn find_quotes<'a>(
    evidence: &[ModelEvidence],
    messages: &'a [PersonMessage],
) -> Vec<(&'a PersonMessage, String)> {
    let mut seen = BTreeSet::new();
    let found = evidence.iter().filter_map(|one| {
        let message = messages.get(one.message.checked_sub(1)?)?;
        let quote: String = one.quote.trim().chars().take(MAX_CONTENT).collect();
        let is_said =
            holds_span(&message.text, &quote) && !is_denied(&message.text, &quote) && seen.insert(message.id);
        is_said.then_some((message, quote))
    });
    found.collect()
}

/// Whether it was seen three times on three days.
fn is_pattern(quotes: &[(&PersonMessage, String)]) -> bool {
    let days: BTreeSet<NaiveDate> = quotes.iter().map(|(message, _)| message.day).collect();
    quotes.len() >= PATTERN_TIMES && days.len() >= PATTERN_TIMES
}

fn shares_word(said: &str, statement: &str) -> bool {
    content_stems(said).intersection(&content_stems(statement)).next().is_some()
}

#[cfg(test)]
mod tests;
