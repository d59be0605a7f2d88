//! The prompts that ship with the program: instructions with places to fill, and their versions.
//!
//! The texts stand in the folder `prompts`, whose README says how they are written. A template is
//! strict: each place needs a value, each value a place, and what is filled in is never read again.

use sha2::{Digest, Sha256};

/// Divides the system instruction from the user text.
const DIVIDER: &str = "=== user ===";

/// What a message is about. Places: `history`, `message`.
pub const CLASSIFY: Prompt = Prompt::new("classify", include_str!("../../../prompts/classify.md"));
/// A long conversation in few words. Place: `history`.
pub const SUMMARIZE: Prompt = Prompt::new("summarize", include_str!("../../../prompts/summarize.md"));
/// The answer of the sales desk; its user text is made by [`crate::chat::answer::prompt::context`].
pub const ANSWER: Prompt = Prompt::new("answer", include_str!("../../../prompts/answer.md"));
/// The same for models with little context, or that are slow to read.
pub const ANSWER_SHORT: Prompt =
    Prompt::new("answer_short", include_str!("../../../prompts/answer_short.md"));
/// The assistant that asks for tools; no places.
pub const ASSISTANT: Prompt = Prompt::new("assistant", include_str!("../../../prompts/assistant.md"));
/// What a reply to a waiting card says, where the program cannot read it. Places: `card`, `message`.
pub const REPLY: Prompt = Prompt::new("reply", include_str!("../../../prompts/reply.md"));
/// What the assistant is told besides where the personal assistant is on. Places: `now`, what the person's clock
/// shows, its `zone`, the `person` whom the conversation is about, the `memory` of the person who writes, and the
/// `score` of their days.
pub const ASSISTANT_PERSONAL: Prompt =
    Prompt::new("assistant_personal", include_str!("../../../prompts/assistant_personal.md"));
/// What a counselor is told behind that; no places.
pub const PERSONA_COUNSELOR: Prompt =
    Prompt::new("persona_counselor", include_str!("../../../prompts/persona_counselor.md"));
/// What is told behind that where a person switched the Christian perspective on and chose it; no places.
pub const PERSONA_CHRISTIAN: Prompt =
    Prompt::new("persona_christian", include_str!("../../../prompts/persona_christian.md"));
/// Suggestions for the empty fields of an item. Places: `draft`, `fields`, `neighbours`, `files`, and
/// `repair`, what was wrong with a first answer.
pub const CATALOG_ASSIST: Prompt =
    Prompt::new("catalog_assist", include_str!("../../../prompts/catalog_assist.md"));
/// What the memory takes from messages. Place: `messages`.
pub const MEMORY_EXTRACT: Prompt =
    Prompt::new("memory_extract", include_str!("../../../prompts/memory_extract.md"));
/// The frame of every report. Places: `task`, which is one of those below, `language`, `figures`.
pub const REPORT_FRAME: Prompt =
    Prompt::new("report_frame", include_str!("../../../prompts/report_frame.md"));
/// The task of a morning summary; no places.
pub const REPORT_MORNING: Prompt =
    Prompt::new("report_morning", include_str!("../../../prompts/report_morning.md"));
/// The task of a weekly report; no places.
pub const REPORT_WEEKLY: Prompt =
    Prompt::new("report_weekly", include_str!("../../../prompts/report_weekly.md"));
/// The task of a check-in; no places.
pub const REPORT_CHECKIN: Prompt =
    Prompt::new("report_checkin", include_str!("../../../prompts/report_checkin.md"));
/// The task of a gift suggestion; no places.
pub const REPORT_GIFT: Prompt = Prompt::new("report_gift", include_str!("../../../prompts/report_gift.md"));
/// The task of a decision analysis; no places.
pub const REPORT_DECISION: Prompt =
    Prompt::new("report_decision", include_str!("../../../prompts/report_decision.md"));
/// The answer to a question about one opened note of the vault. Places: `note`, `question`.
pub const VAULT_ANSWER: Prompt =
    Prompt::new("vault_answer", include_str!("../../../prompts/vault_answer.md"));
/// All prompts.
pub const ALL: [Prompt; 18] = [
    CLASSIFY,
    SUMMARIZE,
    ANSWER,
    ANSWER_SHORT,
    ASSISTANT,
    REPLY,
    ASSISTANT_PERSONAL,
    PERSONA_COUNSELOR,
    PERSONA_CHRISTIAN,
    CATALOG_ASSIST,
    MEMORY_EXTRACT,
    REPORT_FRAME,
    REPORT_MORNING,
    REPORT_WEEKLY,
    REPORT_CHECKIN,
    REPORT_GIFT,
    REPORT_DECISION,
    VAULT_ANSWER,
];

/// A prompt as its file has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prompt {
    name: &'static str,
    file: &'static str,
}

/// A prompt, filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RenderedPrompt {
    /// The system instruction.
    pub system: String,
    /// The user text; blank where the file has none.
    pub user: String,
}

/// Why a template cannot be filled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// A place has no value.
    #[error("prompt '{prompt}': no value for '{name}'")]
    Missing {
        /// The prompt.
        prompt: String,
        /// The place.
        name: String,
    },
    /// A value has no place.
    #[error("prompt '{prompt}': no place for '{name}'")]
    Unknown {
        /// The prompt.
        prompt: String,
        /// The value's name.
        name: String,
    },
    /// Braces that do not close, or hold no name.
    #[error("prompt '{prompt}': broken placeholder at '{near}'")]
    Broken {
        /// The prompt.
        prompt: String,
        /// The beginning of it.
        near: String,
    },
}

impl Prompt {
    /// A prompt of the text of its file.
    pub const fn new(name: &'static str, file: &'static str) -> Self {
        Self { name, file }
    }

    /// Name of the prompt.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The first eight hexadecimal digits of the SHA-256 of its file.
    pub fn version(&self) -> String {
        Sha256::digest(self.file.as_bytes()).iter().take(4).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Name and version, as traces have it: `answer@3f2a91c0`.
    pub fn label(&self) -> String {
        format!("{}@{}", self.name, self.version())
    }

    /// The text without its comment, places unfilled: for people to read.
    pub fn text(&self) -> &'static str {
        let file = self.file.trim_start();
        let body =
            file.strip_prefix("<!--").and_then(|rest| rest.split_once("-->")).map_or(file, |(_, body)| body);
        body.trim()
    }

    /// Fills the places with `values`.
    ///
    /// # Errors
    /// [`PromptError`], for a place or a value without its counterpart.
    pub fn render(&self, values: &[(&str, &str)]) -> Result<RenderedPrompt, PromptError> {
        let text = self.text();
        let (system, user) = text.split_once(DIVIDER).unwrap_or((text, ""));
        let mut used = Vec::new();
        let system = self.fill(system.trim(), values, &mut used)?;
        let user = self.fill(user.trim(), values, &mut used)?;
        match values.iter().find(|(name, _)| !used.contains(name)) {
            Some((name, _)) => {
                Err(PromptError::Unknown { prompt: self.name.to_owned(), name: (*name).to_owned() })
            }
            None => Ok(RenderedPrompt { system, user }),
        }
    }

    /// `template` with its places filled, in one pass.
    fn fill<'a>(
        &self,
        template: &'a str,
        values: &[(&str, &str)],
        used: &mut Vec<&'a str>,
    ) -> Result<String, PromptError> {
        let mut out = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, behind)) = rest.split_once("{{") {
            let (name, after) = behind
                .split_once("}}")
                .filter(|(name, _)| is_name(name))
                .ok_or_else(|| self.syntax_error(behind))?;
            let value = values.iter().find(|(given, _)| *given == name).ok_or_else(|| {
                PromptError::Missing { prompt: self.name.to_owned(), name: name.to_owned() }
            })?;
            out.push_str(before);
            out.push_str(value.1);
            used.push(name);
            rest = after;
        }
        if rest.contains("}}") {
            return Err(self.syntax_error(rest));
        }
        out.push_str(rest);
        Ok(out)
    }

    fn syntax_error(&self, near: &str) -> PromptError {
        PromptError::Broken { prompt: self.name.to_owned(), near: near.chars().take(40).collect() }
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PROMPT: Prompt = Prompt::new("p", "<!-- why -->\nHello {{a}}.\n=== user ===\n{{b}} and {{a}}\n");

    #[test]
    fn places_are_filled_and_the_comment_goes() {
        let rendered = PROMPT.render(&[("a", "{{b}}"), ("b", "2")]).expect("rendered");
        assert_eq!(rendered, RenderedPrompt { system: "Hello {{b}}.".into(), user: "2 and {{b}}".into() });
    }

    #[test]
    fn a_place_and_a_value_need_each_other() {
        let missing = PROMPT.render(&[("a", "1")]).expect_err("no b");
        assert_eq!(missing, PromptError::Missing { prompt: "p".into(), name: "b".into() });
        let unknown = PROMPT.render(&[("a", "1"), ("b", "2"), ("c", "3")]).expect_err("no c");
        assert_eq!(unknown, PromptError::Unknown { prompt: "p".into(), name: "c".into() });
        for broken in ["{{a", "{{ a }}", "a}}", "{{}}", "{{a b}}", "{{a}} }}"] {
            let rendered = Prompt::new("x", broken).render(&[("a", "1")]);
            assert!(matches!(rendered, Err(PromptError::Broken { .. })), "{broken}: {rendered:?}");
        }
    }

    #[test]
    fn versions_are_of_the_whole_file() {
        assert_eq!(Prompt::new("x", "abc").version(), "ba7816bf");
        assert_eq!(Prompt::new("x", "abc").label(), "x@ba7816bf");
        assert_ne!(Prompt::new("x", "<!-- 1 -->a").version(), Prompt::new("x", "<!-- 2 -->a").version());
    }

    #[test]
    fn the_shipped_prompts_can_be_filled() {
        let classify = CLASSIFY.render(&[("history", "H"), ("message", "M")]).expect("classify");
        assert!(classify.user.contains("Mensagem a classificar: M") && !classify.system.contains("{{"));
        let summarize = SUMMARIZE.render(&[("history", "H")]).expect("summarize");
        assert!(summarize.user.contains("<contexto>\nH\n</contexto>"));
        let answer = ANSWER.render(&[]).expect("answer");
        assert_eq!(answer.user, "");
        let reply = REPLY.render(&[("card", "C"), ("message", "M")]).expect("reply");
        assert!(reply.user.ends_with("C\n\nResposta da pessoa: M\n</contexto>"), "{}", reply.user);
        let places = ["draft", "fields", "neighbours", "files", "repair"];
        let assist = CATALOG_ASSIST.render(&places.map(|name| (name, name))).expect("assist");
        assert!(assist.user.starts_with("<contexto>\nRascunho: draft") && assist.user.ends_with("repair"));
        for prompt in ALL {
            assert!(prompt.file.starts_with("<!--") && !prompt.text().contains("<!--"), "{}", prompt.name);
        }
    }

    #[test]
    fn the_classifier_is_told_every_intent() {
        for (_, name) in crate::chat::intent::plan::Intent::ALL {
            assert!(CLASSIFY.text().contains(&format!("- `{name}`:")), "{name}");
        }
    }

    #[test]
    fn the_guard_rails_are_in_the_instruction() {
        for needed in ["192", "0800 722 6001", "188", "180", "190", "bula", "<contexto>", "`[1]`"] {
            assert!(ANSWER.text().contains(needed), "{needed}");
            assert!(ANSWER_SHORT.text().contains(needed), "{needed}, in few words");
        }
        assert!(ANSWER_SHORT.text().len() * 5 < ANSWER.text().len() * 2);
    }

    proptest! {
        #[test]
        fn values_are_never_read_again(a in any::<String>(), b in any::<String>()) {
            let rendered = PROMPT.render(&[("a", &a), ("b", &b)]).expect("rendered");
            prop_assert_eq!(rendered.system, format!("Hello {a}."));
            prop_assert_eq!(rendered.user, format!("{b} and {a}"));
        }
    }
}
