//! What a model is asked, in words that every vendor's request can be made from.

use std::{fmt, sync::Arc};

use serde_json::Value;

use super::{Continuation, ToolCall};

/// One request to a model.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The model's name as the server knows it.
    pub model: String,
    /// Models that OpenRouter tries in this order where the first fails. Other servers know no
    /// such list; it is not sent to them.
    pub fallback_models: Vec<String>,
    /// Instructions before the conversation; blank for none.
    pub system: String,
    /// The conversation, oldest first.
    pub messages: Vec<PromptMessage>,
    /// The same in fewer words. It replaces [`Prompt::system`] and [`Prompt::messages`] in the requests after
    /// one that was too long for the model or that timed out before its first piece.
    pub shorter: Option<ShorterPrompt>,
    /// Tools that the model may call.
    pub tools: Vec<ToolDefinition>,
    /// Whether it may, must or must not call them. Without tools nothing is sent.
    pub tool_choice: ToolChoice,
    /// JSON that the answer shall be. How far that holds varies; the answer is to be checked.
    pub format: Option<JsonFormat>,
    /// Most tokens of the answer.
    pub max_tokens: Option<u32>,
    /// Sampling temperature, 0 to 2 (Anthropic: 0 to 1).
    pub temperature: Option<f32>,
    /// Which of OpenRouter's providers may serve this. Not sent to others.
    pub provider_preferences: Option<ProviderPreferences>,
    /// Marks the system text and the tools as worth caching, where a vendor wants that said
    /// (Anthropic, and OpenRouter for the models that need it). Others cache by themselves.
    pub cache: bool,
}

/// Instructions and conversation in fewer words.
#[derive(Clone, Debug, Default)]
pub struct ShorterPrompt {
    /// Instructions before the conversation; blank for none.
    pub system: String,
    /// The conversation, oldest first.
    pub messages: Vec<PromptMessage>,
}

/// One message of the conversation.
#[derive(Clone, Debug)]
pub enum PromptMessage {
    /// What the person said.
    User(String),
    /// What the person said, with pictures. Only a model that sees takes it
    /// ([`ChatError::refuses_images`](super::ChatError::refuses_images)).
    Pictured {
        /// The words.
        text: String,
        /// The pictures, in order.
        images: Vec<ImagePart>,
    },
    /// What the model said before.
    Assistant {
        /// Its text; may be empty beside calls.
        text: String,
        /// Tools it called.
        tool_calls: Vec<ToolCall>,
        /// [`Answer::continuation`](super::Answer::continuation) of that answer: signatures and
        /// reasoning that its vendor wants back unchanged. Ignored by other vendors.
        continuation: Option<Continuation>,
    },
    /// What a tool gave.
    ToolResult {
        /// [`ToolCall::id`] of the call.
        call_id: String,
        /// [`ToolCall::name`] of the call (Gemini pairs by it).
        name: String,
        /// The payload.
        content: String,
    },
}

/// A picture for a model that sees.
#[derive(Clone, PartialEq, Eq)]
pub struct ImagePart {
    /// Its media type: `image/jpeg`, `image/png` or `image/webp`.
    pub media_type: String,
    /// Its bytes in base64.
    pub data: Arc<str>,
}

/// Without the bytes: they belong into no log.
impl fmt::Debug for ImagePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ImagePart({}, {} bytes of base64)", self.media_type, self.data.len())
    }
}

impl Prompt {
    /// Whether the prompt to the chat model has a picture.
    pub fn has_images(&self) -> bool {
        self.messages.iter().any(|message| matches!(message, PromptMessage::Pictured { .. }))
    }

    /// Copies the prompt without its pictures; `note` stands below the words of each message that had some.
    #[must_use]
    pub fn without_images(&self, note: &str) -> Self {
        let bare = |messages: &[PromptMessage]| {
            messages.iter().cloned().map(|message| message.without_images(note)).collect()
        };
        Self {
            messages: bare(&self.messages),
            shorter: self.shorter.as_ref().map(|shorter| ShorterPrompt {
                system: shorter.system.clone(),
                messages: bare(&shorter.messages),
            }),
            ..self.clone()
        }
    }
}

impl PromptMessage {
    fn without_images(self, note: &str) -> Self {
        match self {
            Self::Pictured { text, .. } => Self::User(format!("{text}\n\n{note}")),
            other => other,
        }
    }
}

/// A tool as the model sees it.
#[derive(Clone, Debug)]
pub struct ToolDefinition {
    /// Name, `[a-zA-Z0-9_-]`, at most 64.
    pub name: String,
    /// What it does and when to call it.
    pub description: String,
    /// JSON Schema of the arguments: an object.
    pub schema: Value,
}

/// Whether tools may be called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ToolChoice {
    /// The model decides.
    #[default]
    Auto,
    /// One or more of them must be called.
    Required,
    /// None may be called.
    None,
    /// This one must be called.
    Forced(String),
}

impl ToolChoice {
    /// Whether the model must call a tool.
    pub const fn demands_call(&self) -> bool {
        matches!(self, Self::Required | Self::Forced(_))
    }
}

/// The JSON that an answer shall be.
#[derive(Clone, Debug)]
pub struct JsonFormat {
    /// Name of the form, `[a-zA-Z0-9_-]`, at most 64.
    pub name: String,
    /// Its JSON Schema.
    pub schema: Value,
    /// Whether the server shall enforce it, where it can.
    pub strict: bool,
}

/// What OpenRouter shall respect when it picks a provider.
#[derive(Clone, Debug, Default)]
pub struct ProviderPreferences {
    /// Most to pay for input, in USD for a million tokens.
    pub max_price_prompt: Option<f64>,
    /// Most to pay for output, in USD for a million tokens.
    pub max_price_completion: Option<f64>,
    /// Only providers that know every parameter sent. Implied by a format and a demanded call.
    pub require_parameters: bool,
    /// Providers to try first, in this order.
    pub order: Vec<String>,
    /// The only providers allowed; empty for all.
    pub only: Vec<String>,
    /// Providers not allowed.
    pub ignore: Vec<String>,
    /// Whether providers outside `order` may serve; the server's default where unset.
    pub allow_fallbacks: Option<bool>,
    /// Only providers that keep nothing they are sent.
    pub deny_data_collection: bool,
}
