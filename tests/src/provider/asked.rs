//! A request that the scripted provider received, with its purpose.

use serde_json::Value;

/// Purpose of a request, derived from its system prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The intent of a message.
    Classify,
    /// The summary of a long history.
    Summarize,
    /// An answer of the sales desk.
    Answer,
    /// An answer with tool calls.
    Assistant,
    /// The interpretation of a reply to a waiting card.
    Reply,
    /// Suggestions for the empty fields of an item.
    Assist,
    /// Statements in messages for the memory.
    Memory,
    /// The text of a report.
    Report,
    /// The answer to a question about a note of the vault.
    Vault,
    /// The transcript of a recording.
    Transcribe,
    /// Any other request, such as one for the list of models.
    Other,
}

/// A received request.
#[derive(Debug, Clone)]
pub struct ReceivedRequest {
    /// Path and query.
    pub path: String,
    /// Headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body; null unless it is JSON.
    pub body: Value,
    /// The raw body unless it is JSON: the parts of a form.
    pub form: String,
    /// The purpose of the request.
    pub purpose: Purpose,
    /// The request's position among those with the same purpose, from 0.
    pub nth: usize,
}

impl ReceivedRequest {
    pub(super) fn new(path: String, headers: Vec<(String, String)>, body: &[u8]) -> Self {
        let read = serde_json::from_slice(body);
        let form = if read.is_ok() { String::new() } else { String::from_utf8_lossy(body).into_owned() };
        let body = read.unwrap_or(Value::Null);
        let mut asked = Self { path, headers, body, form, purpose: Purpose::Other, nth: 0 };
        let begins = |words: &str| asked.system().starts_with(words);
        asked.purpose = if asked.path.ends_with("/audio/transcriptions") {
            Purpose::Transcribe
        } else if begins("Você classifica") {
            Purpose::Classify
        } else if begins("Você resume") {
            Purpose::Summarize
        } else if begins("Você é o assistente de vendas") {
            Purpose::Answer
        } else if begins("Você é o assistente que age") {
            Purpose::Assistant
        } else if begins("Você lê a resposta de uma pessoa") {
            Purpose::Reply
        } else if begins("Você ajuda a preencher o cadastro") {
            Purpose::Assist
        } else if begins("Você lê mensagens") {
            Purpose::Memory
        } else if begins("Você escreve relatórios") {
            Purpose::Report
        } else if begins("Você responde a uma pergunta sobre uma nota") {
            Purpose::Vault
        } else {
            Purpose::Other
        };
        asked
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The system prompt.
    pub fn system(&self) -> String {
        let own = [&self.body["system"], &self.body["systemInstruction"]].map(text_of).concat();
        own + &self.of_role("system")
    }

    /// The texts of the messages with the role `user`.
    pub fn user(&self) -> String {
        self.of_role("user")
    }

    /// The requested model.
    pub fn model(&self) -> String {
        let in_path = || Some(self.path.split_once("/models/")?.1.split_once(':')?.0.to_owned());
        self.body["model"].as_str().map(str::to_owned).or_else(in_path).unwrap_or_default()
    }

    /// Whether the request asks for a stream.
    pub fn streams(&self) -> bool {
        self.body["stream"] == true || self.path.contains(":streamGenerateContent")
    }

    /// Tool results in the request, oldest first.
    pub fn tool_results(&self) -> Vec<String> {
        let lists = ["messages", "contents"].into_iter().filter_map(|name| self.body[name].as_array());
        let mut results = Vec::new();
        for message in lists.flatten() {
            if message["role"] == "tool" {
                results.push(text_of(&message["content"]));
            }
            let parts = ["content", "parts"].into_iter().filter_map(|name| message[name].as_array());
            for part in parts.flatten() {
                if part["type"] == "tool_result" {
                    results.push(text_of(&part["content"]));
                }
                if let Some(response) = part["functionResponse"]["response"].as_object() {
                    results.push(response.values().map(text_of).collect());
                }
            }
        }
        results
    }

    /// Names of the tools in the request.
    pub fn offered_tools(&self) -> Vec<String> {
        let tools = self.body["tools"].as_array().into_iter().flatten();
        let name = |tool: &Value| {
            let name = tool["name"].as_str().or_else(|| tool["function"]["name"].as_str());
            name.map(str::to_owned)
        };
        let list_declared = |tool: &Value| {
            let list = tool["functionDeclarations"].as_array().cloned().unwrap_or_default();
            list.iter().filter_map(name).collect::<Vec<_>>()
        };
        tools.flat_map(|tool| name(tool).into_iter().chain(list_declared(tool)).collect::<Vec<_>>()).collect()
    }

    fn of_role(&self, role: &str) -> String {
        let lists = ["messages", "contents"].into_iter().filter_map(|name| self.body[name].as_array());
        lists.flatten().filter(|message| message["role"] == role).map(text_of).collect()
    }
}

/// The text of a message or part, at any nesting.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text_of).collect(),
        Value::Object(object) => {
            ["content", "parts", "text"].iter().filter_map(|name| object.get(*name)).map(text_of).collect()
        }
        _ => String::new(),
    }
}
