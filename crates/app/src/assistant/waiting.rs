//! Rules that read a person's reply about pending writes. Where the rules cannot decide, a model gets the card and the
//! message alone; its output confirms nothing. History and records are not used.

use super::actions::{ConfirmAction, CorrectAction, Correction, confirm_action, replace_action};
use crate::chat::steps::turn_runner::{EarlierAnswer, TurnRunner, WrittenAnswer, failure_of};
use crate::chat::wording::apologize;
use crate::error::AppError;
use crate::messages::{translate, translate_with};
use celeiro_domain::assistant::action::SealedWrite;
use celeiro_domain::assistant::reply::model::{ModelReading, needs_model};
use celeiro_domain::assistant::reply::{Reply, read_reply, says_both_hold};
use celeiro_domain::assistant::{Action, ActionState, PendingAction, Tool};
use celeiro_domain::chat::answer::fallback_text::FallbackText;
use celeiro_domain::chat::grounding::citations::BoundText;
use celeiro_domain::chat::{ChatEvent, ChatMode, MessageState, Stage, StageState};
use celeiro_domain::search::Lang;
use celeiro_store::ActionQuery;
use serde_json::{Map, Value};

/// Waiting actions of a conversation that are looked at.
const MOST_WAITING: i64 = 50;

impl TurnRunner {
    /// The answer to a message about a write that waits; nothing where none waits, or the message is about
    /// another matter: what waits goes on waiting then. Only a new message directly below a card is about it: a
    /// `sim` further down, on another branch, or one that is answered once more was said to something else.
    ///
    /// The mode does not matter to what decides, for a client that names none gets the desk; what is not clear the
    /// desk answers as it answers everything.
    pub(crate) async fn answer_waiting(&mut self) -> Result<Option<WrittenAnswer>, AppError> {
        // A file that comes with a `sim` says more than the word.
        if self.is_repeated || !self.attachments.is_empty() {
            return Ok(None);
        }
        let query = ActionQuery {
            state: Some(ActionState::Pending),
            conversation: Some(self.ids.conversation_id),
            limit: MOST_WAITING,
            ..ActionQuery::default()
        };
        let waiting = self.app.store().actions(&query).await?;
        let meant: Vec<&Action> = waiting.iter().filter(|action| self.replies_to(action)).collect();
        let Some(first) = meant.first() else { return Ok(None) };
        if let [one] = meant.as_slice()
            && one.goes_against_known()
            && says_both_hold(&self.message)
        {
            return Ok(Some(self.confirm_by_words(one, &[0]).await));
        }
        let (reply, write) = match read_about(&self.message, first) {
            About::Action(reply, write) => (reply, write),
            About::AnyWrite => return Ok(Some(self.reply("chat.assistant.whichWrite", &[]))),
        };
        if let ([one], ChatMode::Assistant) = (meant.as_slice(), self.mode)
            && needs_model(&reply, &self.message)
        {
            match self.read_by_model(one).await? {
                Some(ModelReading { reply: Reply::Correct(patch), write }) => {
                    let said = self.message.clone();
                    return Ok(Some(self.correct_by_words(one, write, patch, Some(&said)).await));
                }
                // A no that has no word of one is the model's, not the person's.
                Some(ModelReading { reply: Reply::Reject, .. }) if reply == Reply::Unclear => {
                    self.reject_all(&meant).await?;
                    return Ok(Some(self.reply("chat.assistant.rejected", &[])));
                }
                Some(ModelReading { reply: Reply::Unrelated, .. }) => return Ok(None),
                // What the program reads stands: it asks where that is not clear.
                _ => {}
            }
        }
        match (reply, meant.as_slice()) {
            (Reply::Unrelated, _) => Ok(None),
            (Reply::Unclear, _) if self.mode == ChatMode::Desk => Ok(None),
            (Reply::Reject, _) => {
                self.reject_all(&meant).await?;
                Ok(Some(self.reply("chat.assistant.rejected", &[])))
            }
            (Reply::Confirm, [one]) if one.card.button_only => {
                let changed = one.card.changed.to_string();
                Ok(Some(self.reply("chat.assistant.buttonOnly", &[("changed", changed)])))
            }
            (Reply::Confirm, [one]) => Ok(Some(self.confirm_by_words(one, &[]).await)),
            (Reply::Correct(patch), [one]) => Ok(Some(self.correct_by_words(one, write, patch, None).await)),
            (Reply::Unclear, [_]) => Ok(Some(self.reply("chat.assistant.unclear", &[]))),
            (Reply::Confirm | Reply::Correct(_) | Reply::Unclear, all) => {
                let count = all.len().to_string();
                Ok(Some(self.reply("chat.assistant.several", &[("count", count)])))
            }
        }
    }

    /// Whether the message stands directly below the card of `action`: between them are at most the program's own
    /// questions about it, and its apologies for what failed.
    fn replies_to(&self, action: &Action) -> bool {
        let is_card = |answer: &EarlierAnswer| action.message_id == Some(answer.id);
        let Some(at) = self.answers_before.iter().position(is_card) else { return false };
        let questions = if at == 0 { Vec::new() } else { questions_about(action) };
        let is_question = |text: &String| questions.contains(text) || begins_with_apology(text);
        // A model can write the same words.
        self.answers_before[..at].iter().all(|answer| answer.composed.as_ref().is_some_and(is_question))
    }

    async fn reject_all(&self, waiting: &[&Action]) -> Result<(), AppError> {
        for action in waiting {
            self.app.store().reject_action(action.id, &self.caller.actor).await?;
        }
        Ok(())
    }

    /// Confirms the whole card; what is known holds beside the writes at the places `keeps_both`, too.
    async fn confirm_by_words(&mut self, action: &Action, keeps_both: &[u32]) -> WrittenAnswer {
        let keeps_both = Some(keeps_both.to_vec());
        let request = ConfirmAction { id: action.id, without: None, keeps_both };
        match confirm_action(&self.app, &self.caller, request).await {
            Ok(done) => self.reply("chat.assistant.executed", &[("changed", done.card.changed.to_string())]),
            Err(error) => self.reply_failure(&error),
        }
    }

    /// Replaces the card by one with what the person corrects. `read_from` is the sentence where a model has read it: what
    /// cannot be done then may be the model's mistake, and the person is asked.
    async fn correct_by_words(
        &mut self,
        action: &Action,
        write: u32,
        patch: Map<String, Value>,
        read_from: Option<&str>,
    ) -> WrittenAnswer {
        let request = CorrectAction { id: action.id, write: Some(write), arguments: patch };
        let correction = Correction { message: Some(self.ids.message_id), read_from };
        match replace_action(&self.app, &self.caller, request, correction).await {
            Ok(corrected) => self.show_corrected(&corrected),
            Err(error) if read_from.is_some() => {
                self.record.fallback("reply", error.code().as_str(), "without");
                self.reply("chat.assistant.unclear", &[])
            }
            Err(error) => self.reply_failure(&error),
        }
    }

    fn show_corrected(&mut self, corrected: &Action) -> WrittenAnswer {
        let pending = PendingAction::from(corrected);
        self.events.send(ChatEvent::Pending(Box::new(pending.clone())));
        self.record.pending.push(pending);
        self.reply("chat.assistant.corrected", &[])
    }

    fn reply_failure(&mut self, error: &AppError) -> WrittenAnswer {
        let failed = failure_of(error, &self.caller);
        let said = apologize(FallbackText::ActionFailed, &failed.message, self.caller.lang);
        WrittenAnswer { error: Some(failed), ..self.say_words(said) }
    }

    fn reply(&mut self, key: &str, values: &[(&'static str, String)]) -> WrittenAnswer {
        let said = if values.is_empty() {
            translate(self.caller.lang, key)
        } else {
            translate_with(self.caller.lang, key, values)
        };
        self.say_words(said)
    }

    fn say_words(&mut self, said: String) -> WrittenAnswer {
        self.step(Stage::Classify, StageState::Skipped, None);
        self.record.mode = ChatMode::Assistant;
        self.record.first_words();
        self.events.send(ChatEvent::Delta { text: said.clone() });
        self.record.raw_answer.clone_from(&said);
        let bound = BoundText { text: said, ..BoundText::default() };
        WrittenAnswer::of_bound(bound, None, MessageState::Composed)
    }
}

/// What the program asks back about an action, in both languages.
fn questions_about(action: &Action) -> Vec<String> {
    let changed = [("changed", action.card.changed.to_string())];
    let ask = |lang: Lang| {
        let several = (2..=MOST_WAITING).map(move |count| {
            translate_with(lang, "chat.assistant.several", &[("count", count.to_string())])
        });
        let plain = ["chat.assistant.unclear", "chat.assistant.whichWrite"].map(|key| translate(lang, key));
        let button = translate_with(lang, "chat.assistant.buttonOnly", &changed);
        several.chain(plain).chain([button]).collect::<Vec<String>>()
    };
    [Lang::PtBr, Lang::En].into_iter().flat_map(ask).collect()
}

/// Whether the program says that a confirmation or a correction failed, in either language: the card waits on, and
/// the text asks to try again.
fn begins_with_apology(text: &str) -> bool {
    let apology = |lang| translate(lang, FallbackText::ActionFailed.key());
    [Lang::PtBr, Lang::En].into_iter().any(|lang| text.starts_with(&apology(lang)))
}

/// What a message says about an action.
enum About {
    /// This; a correction is one of the write at this place.
    Action(Reply, u32),
    /// Another amount, which more than one of its writes could take.
    AnyWrite,
}

fn read_about(message: &str, action: &Action) -> About {
    let read = |write: &SealedWrite| match Tool::parse(&write.tool) {
        Some(tool) => read_reply(message, tool, &write.arguments),
        None => Reply::Unclear,
    };
    let mut replies: Vec<(Reply, u32)> = action.sealed_writes().iter().map(read).zip(0..).collect();
    let is_correction = |(reply, _): &(Reply, u32)| matches!(reply, Reply::Correct(_));
    match replies.iter().filter(|one| is_correction(one)).count() {
        0 => {}
        1 => replies.retain(is_correction),
        _ => return About::AnyWrite,
    }
    let (reply, write) = replies.into_iter().next().unwrap_or((Reply::Unclear, 0));
    About::Action(reply, write)
}
