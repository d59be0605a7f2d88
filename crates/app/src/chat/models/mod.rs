//! Chat models of the desk: configuration and calls.
//!
//! | module | what it does |
//! |---|---|
//! | `choice` | choice of provider and model for each purpose |
//! | `client` | client of the provider and its models |
//! | `reach` | cache of the client, renewed when the configuration changes |
//! | `call` | the single entry point of model calls, and their records |
//! | `failures` | mapping of provider errors to messages for people |

pub(crate) mod call;
mod choice;
pub(crate) mod client;
mod failures;
mod reach;

pub(crate) use crate::chat::models::client::{ChatModels, KeptModels};
pub(crate) use call::{
    ModelQuestion, ModelReply, ModelRequest, PATIENCE_BEHIND_THE_SCENES, ToolDialogue, millis, to_message,
    to_token_usage,
};
pub(crate) use choice::{NoModel, choose_vendor, find_answer_model, find_assist_model};
pub(crate) use failures::{code_of, to_app_error};
pub(in crate::chat) use reach::{open_client, parse_address};

use celeiro_domain::prompt;

/// What a model is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ModelTask {
    /// A long history in few words.
    Summarize,
    /// What a message is about.
    Classify,
    /// The answer.
    Answer,
    /// An answer for which the model may ask for tools.
    Assistant,
    /// What a reply to a waiting card says.
    Reply,
    /// The empty fields of an item.
    Assist,
    /// What the memory takes from messages.
    Memory,
    /// The text of a report.
    Report,
    /// What a note of the vault says to a question.
    Vault,
}

impl ModelTask {
    /// The prompt of the chat model's task.
    pub fn prompt(self) -> prompt::Prompt {
        match self {
            ModelTask::Summarize => prompt::SUMMARIZE,
            ModelTask::Classify => prompt::CLASSIFY,
            ModelTask::Answer => prompt::ANSWER,
            ModelTask::Assistant => prompt::ASSISTANT,
            ModelTask::Reply => prompt::REPLY,
            ModelTask::Assist => prompt::CATALOG_ASSIST,
            ModelTask::Memory => prompt::MEMORY_EXTRACT,
            ModelTask::Report => prompt::REPORT_FRAME,
            ModelTask::Vault => prompt::VAULT_ANSWER,
        }
    }

    /// Name of the chat model's task in traces.
    pub fn as_str(self) -> &'static str {
        match self {
            ModelTask::Summarize => "summarize",
            ModelTask::Classify => "classify",
            ModelTask::Answer => "answer",
            ModelTask::Assistant => "assistant",
            ModelTask::Reply => "reply",
            ModelTask::Assist => "assist",
            ModelTask::Memory => "memory",
            ModelTask::Report => "report",
            ModelTask::Vault => "vault",
        }
    }
}
