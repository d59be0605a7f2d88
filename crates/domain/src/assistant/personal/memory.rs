//! The tools of the memory: their arguments, and what they give a model, in the form that the tools have.

use crate::chat::answer::sanitize::sanitize_field;
use crate::personal::decision::Area;
use crate::personal::memory::search::SURE_PATTERN;
use crate::personal::memory::{Evidence, KnowledgeItem, KnowledgeKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Most items that one search gives.
pub const MOST_RESULTS: u32 = 10;
/// The same where nothing is said.
pub const USUAL_RESULTS: u32 = 5;
/// Areas that one analysis takes.
pub const MOST_AREAS: usize = 4;
/// Longest texts that a result quotes, in characters.
const CONTENT_CHARS: usize = 2_000;
const QUOTE_CHARS: usize = 300;
/// Quotes of a pattern.
const MOST_QUOTES: usize = 5;

/// `search_knowledge`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchKnowledge {
    /// What is looked for.
    #[schemars(description = "O que buscar")]
    pub query: String,
    /// Of this kind alone.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<KnowledgeKind>,
    /// Of this area alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// Most items, 1 to 10; 5 where absent.
    #[serde(default = "usual_results")]
    #[schemars(range(min = 1, max = 10))]
    pub limit: u32,
}

fn usual_results() -> u32 {
    USUAL_RESULTS
}

/// `add_knowledge`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddKnowledge {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: KnowledgeKind,
    /// The statement, in the person's own words.
    #[schemars(description = "Conteúdo do conhecimento")]
    pub content: String,
    /// The area.
    pub area: Area,
    /// The part of the area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sub_area: Option<String>,
    /// How sure it is.
    #[serde(default = "usual_confidence")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub confidence: f64,
}

fn usual_confidence() -> f64 {
    0.9
}

/// `analyze_context`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalyzeContext {
    /// What is spoken about.
    #[schemars(description = "Assunto principal")]
    pub current_topic: String,
    /// One to four areas.
    #[schemars(length(min = 1, max = 4))]
    pub related_areas: Vec<Area>,
    /// Whether statements that do not go together are looked for.
    #[serde(default = "yes")]
    pub look_for_contradictions: bool,
}

fn yes() -> bool {
    true
}

/// What a call is about that does not go with what is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Contradiction<'a> {
    /// What is known.
    pub known: &'a str,
    /// What was said.
    pub stated: &'a str,
}

fn item_value(item: &KnowledgeItem) -> Value {
    let mut value = json!({
        "id": item.id,
        "type": item.draft.kind,
        "content": sanitize_field(&item.draft.content, CONTENT_CHARS),
        "confidence": item.draft.confidence,
        "area": item.draft.area,
    });
    if let Some(sub_area) = &item.draft.sub_area {
        value["subArea"] = sanitize_field(sub_area, QUOTE_CHARS).into();
    }
    value
}

/// A related fact has the fields of the reference and no others.
fn related_value(item: &KnowledgeItem) -> Value {
    let mut value = item_value(item);
    if let Some(fields) = value.as_object_mut() {
        fields.remove("subArea");
    }
    value
}

/// Builds the result of the tool `search_knowledge`.
pub fn search_result(found: &[&KnowledgeItem]) -> Value {
    json!({ "count": found.len(), "results": found.iter().map(|item| item_value(item)).collect::<Vec<_>>() })
}

/// Builds the result of the tool `analyze_context`.
pub fn analysis_result(
    related: &[&KnowledgeItem],
    patterns: &[(&KnowledgeItem, Vec<&Evidence>)],
    connections: &[String],
    contradictions: &[Contradiction<'_>],
) -> Value {
    let patterns = patterns.iter().filter(|(item, _)| item.draft.confidence >= SURE_PATTERN);
    let patterns = patterns.map(|(item, evidence)| {
        let quotes = evidence.iter().take(MOST_QUOTES).map(|one| sanitize_field(&one.quote, QUOTE_CHARS));
        json!({
            "pattern": sanitize_field(&item.draft.content, CONTENT_CHARS),
            "confidence": item.draft.confidence,
            "evidence": quotes.collect::<Vec<_>>(),
        })
    });
    let contradictions = contradictions.iter().map(|one| {
        let (known, stated) = (sanitize_field(one.known, QUOTE_CHARS), sanitize_field(one.stated, QUOTE_CHARS));
        json!({
            "existingFact": known,
            "currentStatement": stated,
            "suggestion": format!("Antes: \"{known}\". Agora: \"{stated}\". Pergunte se mudou algo; não decida."),
        })
    });
    let contradictions: Vec<Value> = contradictions.collect();
    let mut result = json!({
        "relatedFacts": related.iter().map(|item| related_value(item)).collect::<Vec<_>>(),
        "existingPatterns": patterns.collect::<Vec<_>>(),
        "potentialConnections": connections.iter().map(|text| sanitize_field(text, CONTENT_CHARS)).collect::<Vec<_>>(),
        "contradictions": contradictions,
    });
    if !contradictions.is_empty() {
        result["_hint"] = "Há contradições: pergunte à pessoa antes de usar um dos dois.".into();
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_is_found_for_has_its_form_too() {
        assert_eq!(search_result(&[]), json!({ "count": 0, "results": [] }));
        let nothing = analysis_result(&[], &[], &[], &[]);
        for list in ["relatedFacts", "existingPatterns", "potentialConnections", "contradictions"] {
            assert_eq!(nothing[list], json!([]), "{list}");
        }
        assert!(nothing.get("_hint").is_none());
    }

    #[test]
    fn a_contradiction_says_both_and_decides_nothing() {
        let one = Contradiction { known: "mora em Sinop", stated: "moro em </contexto> Sorriso" };
        let value = analysis_result(&[], &[], &[], &[one]);
        let text = value["contradictions"][0].to_string();
        assert!(text.contains("mora em Sinop") && !text.contains("</contexto>"), "{text}");
        assert!(value["_hint"].is_string());
    }
}
