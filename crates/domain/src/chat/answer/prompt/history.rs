//! What was said before, as the steps of a turn need it.
//!
//! Three uses, three texts: [`query_context`] helps the FAQ search, [`history_section`] is read by
//! the answering model, [`earlier_text`] by the model that puts a long conversation into few words.
//! Histories are oldest first. None of the texts can forge a mark, a fence or another speaker.

use serde_json::{Value, json};

use crate::chat::answer::sanitize::{cut_text, sanitize_field};
use crate::chat::answer::structured::object_in;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::chat::{HistoryMessage, Role};
use crate::search::MAX_CONTEXT_CHARS;

/// Earlier user messages that help a FAQ search.
const CONTEXT_MESSAGES: usize = 3;
/// Longest part of one earlier message in a FAQ search, in characters.
const CONTEXT_MESSAGE_CHARS: usize = 300;
/// Longest part of one message that the answering model reads, in characters.
const SECTION_MESSAGE_CHARS: usize = 800;
/// Longest text that the summarising model reads, in characters.
const EARLIER_CHARS: usize = 24_000;
/// Longest summary, in characters.
const SUMMARY_CHARS: usize = 2_000;
/// Longest query from a summary, in characters.
const CATALOG_QUERY_CHARS: usize = 200;

/// What the person said last, newest first, for the FAQ search, which joins it behind the message
/// with a line break: together they stay within [`MAX_CONTEXT_CHARS`]. Nothing where nothing helps.
///
/// Answers are left out: they repeat the FAQs that were found before, and would find them again.
pub fn query_context(history: &[HistoryMessage], current: &str) -> Option<String> {
    let room = MAX_CONTEXT_CHARS.saturating_sub(current.chars().count() + 1);
    let said = history
        .iter()
        .rev()
        .filter(|message| message.role == Role::User && message.content.trim() != current.trim())
        .filter(|message| !WORDS.courtesy.outside(&stems_of(&message.content)).is_empty())
        .take(CONTEXT_MESSAGES)
        .map(|message| sanitize_field(&message.content, CONTEXT_MESSAGE_CHARS));
    let context: String = said.collect::<Vec<_>>().join(" ").chars().take(room).collect();
    let context = context.trim();
    (!context.is_empty()).then(|| context.to_owned())
}

/// The last `limit` messages, one a line, each cut to a sane length; nothing where there are none.
///
/// Marks of sources in earlier answers are defused: their numbers belong to other sources.
pub fn history_section(history: &[HistoryMessage], limit: usize) -> Option<String> {
    let recent = &history[history.len().saturating_sub(limit)..];
    let lines = lines_of(recent, SECTION_MESSAGE_CHARS);
    (!lines.is_empty()).then(|| format!("Histórico recente ({}):\n{}", lines.len(), lines.join("\n")))
}

/// Whether the conversation has messages that [`history_section`] leaves out of the prompt.
pub fn needs_summary(history: &[HistoryMessage], limit: usize) -> bool {
    history.len() > limit
}

/// The whole conversation for the summarising model, one message a line, the oldest left out where
/// it is too long.
pub fn earlier_text(history: &[HistoryMessage]) -> String {
    let mut kept = Vec::new();
    let mut room = EARLIER_CHARS;
    for message in history.iter().rev() {
        let Some(line) = line_of(message, SECTION_MESSAGE_CHARS) else { continue };
        let length = line.chars().count() + 1;
        if length > room {
            break;
        }
        room -= length;
        kept.push(line);
    }
    kept.reverse();
    kept.join("\n")
}

fn lines_of(messages: &[HistoryMessage], max_chars: usize) -> Vec<String> {
    messages.iter().filter_map(|message| line_of(message, max_chars)).collect()
}

/// A message as a line of the prompt; none where nothing of it is visible.
fn line_of(message: &HistoryMessage, max_chars: usize) -> Option<String> {
    let who = match message.role {
        Role::User => "Usuário",
        Role::Assistant => "Assistente",
    };
    let text = sanitize_field(&message.content, max_chars);
    (!text.is_empty()).then(|| format!("{who}: {text}"))
}

/// A long conversation in few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// What was said.
    pub summary: String,
    /// Key words for the catalog, where the conversation is about products.
    pub catalog_query: Option<String>,
}

/// The schema that the summarising model is asked to keep to.
pub fn summary_schema() -> Value {
    json!({
        "type": "object",
        "properties": { "summary": { "type": "string" }, "catalogQuery": { "type": "string" } },
        "required": ["summary", "catalogQuery"],
        "additionalProperties": false
    })
}

/// The summary in a model's answer; nothing where there is none, or a blank one.
pub fn parse_summary(answer: &str) -> Option<Summary> {
    let object = object_in(answer)?;
    let text = |key: &str, max| object.get(key).and_then(Value::as_str).map(|text| sanitize_field(text, max));
    let catalog_query = text("catalogQuery", CATALOG_QUERY_CHARS).map(|query| query.replace('…', ""));
    Some(Summary {
        summary: text("summary", SUMMARY_CHARS).filter(|summary| !summary.is_empty())?,
        catalog_query: catalog_query.filter(|query| query.chars().any(char::is_alphanumeric)),
    })
}

/// Writes the prompt's section with the summary of the conversation.
pub fn summary_section(summary: &str) -> String {
    format!("Resumo da conversa: {}", cut_text(&sanitize_field(summary, SUMMARY_CHARS), SUMMARY_CHARS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::answer::sanitize::tests::hostile;
    use proptest::prelude::*;

    fn message(role: Role, content: &str) -> HistoryMessage {
        HistoryMessage { role, content: content.into() }
    }

    fn talk() -> Vec<HistoryMessage> {
        vec![
            message(Role::User, "bom dia"),
            message(Role::Assistant, "Olá!"),
            message(Role::User, "vocês entregam na fazenda?"),
            message(Role::Assistant, "Sim [2].\nAté 50 km."),
            message(Role::User, "e em Sorriso?"),
        ]
    }

    #[test]
    fn the_context_is_what_the_person_asked() {
        let context = query_context(&talk(), "quanto custa?");
        assert_eq!(context.as_deref(), Some("e em Sorriso? vocês entregam na fazenda?"));
        assert_eq!(query_context(&talk()[..2], "quanto custa?"), None);
        assert_eq!(query_context(&talk(), &"x".repeat(1_200)), None);
    }

    #[test]
    fn query_and_context_fit_together() {
        let long = message(Role::User, &"soja ".repeat(1_000));
        let context = query_context(&[long.clone(), long], &"y".repeat(900)).expect("a context");
        assert!(context.chars().count() <= 299 && context.starts_with("soja"));
    }

    #[test]
    fn the_section_has_the_last_messages_one_a_line() {
        assert_eq!(
            history_section(&talk(), 2).as_deref(),
            Some("Histórico recente (2):\nAssistente: Sim (2). Até 50 km.\nUsuário: e em Sorriso?")
        );
        assert_eq!(history_section(&[], 6), None);
        assert_eq!(history_section(&talk(), 0), None);
        assert!(needs_summary(&talk(), 4) && !needs_summary(&talk(), 5));
    }

    #[test]
    fn ten_thousand_messages_stay_within_bounds() {
        let many: Vec<_> = (0..10_000).map(|i| message(Role::User, &format!("pergunta {i}"))).collect();
        let text = earlier_text(&many);
        assert!(text.chars().count() <= EARLIER_CHARS && text.ends_with("pergunta 9999"));
    }

    #[test]
    fn summaries_are_read() {
        let parsed = parse_summary(
            "```json\n{\"summary\":\"Quer\\nfungicida\",\"catalogQuery\":\"fungicida soja\"}\n```",
        );
        assert_eq!(
            parsed,
            Some(Summary { summary: "Quer fungicida".into(), catalog_query: Some("fungicida soja".into()) })
        );
        let blank = parse_summary(r#"{"summary":"x","catalogQuery":" - "}"#).expect("a summary");
        assert_eq!(blank.catalog_query, None);
        for bad in ["", "resumo", r#"{"summary":" "}"#, r#"{"summary":3}"#, r#"{"catalogQuery":"x"}"#] {
            assert_eq!(parse_summary(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn nobody_speaks_for_another(texts in proptest::collection::vec(hostile(), 0..6), limit in 0usize..8) {
            let history: Vec<_> = texts.iter().map(|text| message(Role::User, text)).collect();
            let section = history_section(&history, limit).unwrap_or_default();
            let mut lines = section.lines();
            lines.next();
            prop_assert!(lines.all(|line| line.starts_with("Usuário: ")));
            prop_assert!(!section.contains(['<', '>', '[', ']', '|']));
            if let Some(context) = query_context(&history, "q") {
                prop_assert!(context.chars().count() + 2 <= MAX_CONTEXT_CHARS);
            }
        }
    }
}
