//! First step of a turn: detects a person in danger and sends the help text, before any summary, search or model and
//! independent of their results.

use crate::chat::steps::turn_runner::{Help, TurnRunner};
use crate::chat::wording;
use crate::error::AppError;
use celeiro_domain::chat::answer::phrase::Phrase;
use celeiro_domain::chat::intent::safety::{
    Concern, FoundBy, SafetyFinding, is_about_animals, is_about_sick_animal, read_first,
};
use celeiro_domain::chat::{ChatEvent, MessageState, Role};

impl TurnRunner {
    /// Reads the message for danger and sends the help at once.
    ///
    /// # Errors
    /// `database_unreachable` and its kind.
    pub(super) async fn send_help(&mut self) -> Result<(), AppError> {
        let finding = self.app.inner.danger.read_message(&self.message).await;
        let withholds = self.withholds_products().await?;
        let Some(finding) = finding.or_else(|| withholds.then(earlier_self_harm)) else { return Ok(()) };
        tracing::info!(concern = finding.concern.as_str(), by = ?finding.by, "a message about danger");
        let mut text = wording::help_text(&finding, self.caller.lang);
        if finding.concern == Concern::Poisoning && is_about_animals(&self.message) {
            text = format!("{text}\n\n{}", wording::phrase_text(Phrase::Veterinarian, self.caller.lang));
        }
        self.record.first_words();
        self.events.send(ChatEvent::Delta { text: text.clone() });
        let allows_search = finding.concern.allows_search() && !withholds;
        self.help = Some(Help { concern: finding.concern, allows_search, text });
        self.record.safety = Some(finding);
        Ok(())
    }

    /// Sends below a model's whole answer about a sick animal that a veterinarian is needed. A composed answer says so
    /// itself, and a card asks for a decision about the catalog.
    pub(super) fn name_veterinarian(&self, state: MessageState, answer: &str) -> Option<String> {
        let is_models = state == MessageState::Complete && !answer.is_empty();
        if !is_models
            || self.help.is_some()
            || !self.record.pending.is_empty()
            || !is_about_sick_animal(&self.message)
        {
            return None;
        }
        let line = wording::phrase_text(Phrase::Veterinarian, self.caller.lang);
        self.events.send(ChatEvent::Delta { text: format!("\n\n{line}") });
        Some(line)
    }

    /// Whether the conversation has spoken of self-harm: in a message of this branch, or on any other. Where
    /// vectors decided about a message, their finding is stored with its turn.
    async fn withholds_products(&self) -> Result<bool, AppError> {
        let spoke = self.history.iter().filter(|said| said.role == Role::User).any(|said| {
            let reading = read_first(&said.content);
            let finding =
                if self.is_history_given { reading.finding.as_ref() } else { reading.certain_finding() };
            finding.is_some_and(|finding| finding.concern == Concern::SelfHarm)
        });
        Ok(spoke || self.app.store().speaks_of_self_harm(self.ids.conversation_id).await?)
    }
}

/// The finding of a danger that an earlier message of the conversation showed.
fn earlier_self_harm() -> SafetyFinding {
    SafetyFinding { concern: Concern::SelfHarm, by: FoundBy::Conversation, margin: None, reasons: Vec::new() }
}
