//! Interpretation of an unclear reply to a card, by a model in one forced call. The model gets the card and the
//! message: no history, no tool results, no memory.

use super::turn::offered_tool;
use crate::chat::models::{
    ChatModels, ModelQuestion, ModelRequest, ModelTask, PATIENCE_BEHIND_THE_SCENES, ToolDialogue, code_of,
};
use crate::chat::spending;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::{AppError, Code};
use celeiro_domain::assistant::Action;
use celeiro_domain::assistant::reply::model::{
    ModelReading, RESPOND_TO_CONFIRMATION, define_reply_tool, describe_card, read_model_reply,
};
use celeiro_domain::chat::answer::sanitize::sanitize_field;
use celeiro_domain::prompt::REPLY;
use celeiro_llm::chat::{PromptMessage, ToolChoice};

/// Most characters of the message that the model is given: a longer one is no reply.
const MESSAGE_CHARS: usize = 1_000;

impl TurnRunner {
    /// What a model takes the message for; nothing where there is none, or it says nothing that can be used.
    pub(super) async fn read_by_model(&mut self, action: &Action) -> Result<Option<ModelReading>, AppError> {
        let Ok(models) = ChatModels::from_config(&self.app)? else { return Ok(None) };
        if spending::is_over(&self.app).await? {
            return Ok(None);
        }
        let Some(model) = models.of(ModelTask::Reply).first().cloned() else { return Ok(None) };
        let writes = action.sealed_writes();
        let card = describe_card(&action.card, &writes);
        let message = sanitize_field(&self.message, MESSAGE_CHARS);
        let asking = REPLY.render(&[("card", &card), ("message", &message)]).map_err(AppError::internal)?;
        let text = ModelQuestion { prompt: REPLY, system: &asking.system, user: &asking.user };
        let job = ModelTask::Reply;
        let question = ModelRequest { job, model: &model, text, shorter: None, images: &[], format: None };
        let dialogue = ToolDialogue {
            messages: vec![PromptMessage::User(asking.user.clone())],
            shorter: None,
            tools: vec![offered_tool(define_reply_tool(&writes))],
            choice: ToolChoice::Forced(RESPOND_TO_CONFIRMATION.to_owned()),
        };
        let mut asked =
            models.ask_with_tools(&question, dialogue, PATIENCE_BEHIND_THE_SCENES, &self.stop, |_| ()).await;
        let mut calls = asked.result.iter().flat_map(|answer| &answer.tool_calls);
        let call = calls.find(|call| call.name == RESPOND_TO_CONFIRMATION).cloned();
        let reading = call.as_ref().and_then(|call| read_model_reply(call.arguments.as_ref()?, &writes));
        if let Some(call) = call {
            // The call is all that the model says; the trace keeps it in the place of a text.
            asked.call.output = call.arguments_raw.chars().take(MESSAGE_CHARS).collect();
        }
        if reading.is_none() && !asked.stopped {
            let why = asked.result.as_ref().err().map_or(Code::ModelAnswerUnusable, code_of);
            self.record.fallback("reply", why.as_str(), "rules");
        }
        self.note_reply(&asked);
        Ok(reading)
    }
}
