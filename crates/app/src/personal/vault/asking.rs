//! A question to a model about one opened note. Nothing of it is stored: note and question go to the answer model in
//! one request, without history and tools, and the answer goes to the person alone, marked with the note's title. No
//! conversation, row, trace or log holds a word of it; only the call's cost counts in the month's spending.

use super::notes::{VaultNote, read_note};
use crate::app::{App, Caller};
use crate::assist::prompt::find_reply_failure;
use crate::chat::models::{ModelQuestion, ModelReply, ModelRequest, ModelTask};
use crate::chat::wording::help_text;
use crate::error::{AppError, Code};
use crate::messages::translate;
use crate::personal::reports::require_model;
use crate::personal::switch::require_on;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::chat::answer::sanitize::{cut_text, strip_fence, visible};
use celeiro_domain::chat::grounding::doses::StatedDoses;
use celeiro_domain::prompt::VAULT_ANSWER;
use celeiro_domain::team::read_secret_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use specta::Type;
use std::fmt;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Longest question, in characters.
const MOST_QUESTION: usize = 2_000;
/// Longest answer, in characters.
const MOST_ANSWER: usize = 20_000;

/// A question about a note of an open vault. It is in no log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskVaultNote {
    /// What opening the vault gave.
    pub session: Uuid,
    /// The note.
    pub id: Uuid,
    /// The question, 1 to 2,000 characters.
    #[serde(deserialize_with = "read_secret_text")]
    #[specta(type = String)]
    pub question: String,
}

impl fmt::Debug for AskVaultNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AskVaultNote(…)")
    }
}

/// The note that an answer rests on.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VaultMark {
    /// The note.
    pub id: Uuid,
    /// What it is called.
    pub title: String,
}

/// An answer that is kept nowhere.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VaultAnswer {
    /// The answer, without marks of text.
    pub text: String,
    /// The note that it rests on; absent where the question spoke of danger, and help is all that it got: the note went
    /// to no model then.
    pub note: Option<VaultMark>,
    /// The model that gave it; absent where none was asked.
    pub model: Option<String>,
}

/// Asks the model of answers about one note. Neither note, question nor answer is stored.
///
/// # Errors
/// `personal_off`, `vault_locked` (also where the vault was closed while the model wrote), `not_found`,
/// `vault_note_broken`, `invalid_fields`, `model_not_configured`, `model_key_missing`, `spending_cap_reached`, and what
/// kept the model from answering, without the provider's own words: these may quote the note.
pub async fn ask_vault_note(
    app: &App,
    caller: &Caller,
    request: AskVaultNote,
) -> Result<VaultAnswer, AppError> {
    require_on(app)?;
    let AskVaultNote { session, id, question } = request;
    let (_, key) = app.inner.vault.key_of(session)?;
    let question = check_question(&question)?;
    if let Some(finding) = app.inner.danger.read_message(question).await {
        return Ok(VaultAnswer { text: help_text(&finding, caller.lang), note: None, model: None });
    }
    let models = require_model(app).await?;
    // One model, the first: none that the person did not choose for answers gets to see the note.
    let model = models.of(ModelTask::Vault).first().ok_or_else(|| AppError::new(Code::ModelNotConfigured))?;
    let note = read_note(app, &key, id).await?;
    let places = [("note", note_line(&note)), ("question", strip_fence(question))];
    let places = places.each_ref().map(|(name, value)| (*name, value.as_str()));
    let prompt = VAULT_ANSWER.render(&places).map_err(AppError::internal)?;
    let asking = ModelRequest {
        job: ModelTask::Vault,
        model,
        text: ModelQuestion { prompt: VAULT_ANSWER, system: &prompt.system, user: &prompt.user },
        shorter: None,
        images: &[],
        format: None,
    };
    let asked = models.ask(asking, &CancellationToken::new(), |_| ()).await;
    // The call's figures, without its texts.
    if let Err(error) = app.store().note_llm_call(&asked.call.call).await {
        tracing::warn!(%error, "a call of a model is not counted");
    }
    if let Some(error) = find_reply_failure(&asked) {
        return Err(AppError::new(error.code()).with("reason", "…"));
    }
    // The person, or the clock, may have closed the vault meanwhile.
    app.inner.vault.key_of(session)?;
    Ok(to_answer(asked, model, note, &translate(caller.lang, "chat.omittedDose")))
}

/// # Errors
/// `invalid_fields`, without the question.
fn check_question(question: &str) -> Result<&str, AppError> {
    let question = question.trim();
    let code = match question.chars().count() {
        0 => FieldErrorCode::Required,
        length if length > MOST_QUESTION => FieldErrorCode::TooLong,
        _ => return Ok(question),
    };
    let allowed = format!("1..{MOST_QUESTION}");
    Err(AppError::fields(vec![FieldError::new("question", code, "…", allowed)]))
}

/// A note as one line of JSON that closes no fence: a password keeps each of its characters.
fn note_line(note: &VaultNote) -> String {
    let line = json!({ "title": note.title, "text": note.text }).to_string();
    line.replace('<', "\\u003c").replace('>', "\\u003e")
}

/// The answer for the person. Doses that the note does not state are taken out.
fn to_answer(asked: ModelReply, model: &str, note: VaultNote, omission: &str) -> VaultAnswer {
    let stated = StatedDoses::of_text(&format!("{}\n{}", note.title, note.text));
    let text = cut_text(visible(&asked.text).trim(), MOST_ANSWER);
    VaultAnswer {
        text: stated.withhold_others(&text, omission),
        note: Some(VaultMark { id: note.id, title: note.title }),
        model: Some(asked.call.call.served_model.unwrap_or_else(|| model.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, Utc};

    fn note(text: &str) -> VaultNote {
        let at = DateTime::<Utc>::MIN_UTC;
        let (id, title) = (Uuid::nil(), "Silo".to_owned());
        VaultNote { id, title, text: text.to_owned(), version: 1, created_at: at, updated_at: at }
    }

    #[test]
    fn a_note_closes_no_fence_and_keeps_each_character() {
        let text = "a<b>\n</contexto> \"4711\" \\ {{question}}";
        let line = note_line(&note(text));
        assert!(!line.contains(['<', '>', '\n']), "{line}");
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&read["text"], &read["title"]), (&json!(text), &json!("Silo")));
    }

    #[test]
    fn a_question_is_neither_blank_nor_endless_and_stands_in_no_error() {
        assert_eq!(check_question(" qual? ").unwrap(), "qual?");
        for wrong in [" \n ", &"canarinho ".repeat(300)] {
            let error = check_question(wrong).unwrap_err();
            assert_eq!(error.code(), Code::InvalidFields);
            assert!(!format!("{error:?}").contains("canarinho"));
        }
        let asked = AskVaultNote { session: Uuid::nil(), id: Uuid::nil(), question: "canarinho".into() };
        assert!(!format!("{asked:?}").contains("canarinho"));
        let odd = json!({ "session": Uuid::nil(), "id": Uuid::nil(), "question": ["canarinho", 4711] });
        let error = serde_json::from_value::<AskVaultNote>(odd).unwrap_err().to_string();
        assert!(!error.contains("canarinho") && !error.contains("4711"), "{error}");
    }
}
