//! A request as it came, and what it is for.

use serde_json::Value;

/// What a request is for, told by its instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// What a message is about.
    Classify,
    /// A long history in few words.
    Summarize,
    /// The answer.
    Answer,
    /// The empty fields of an item.
    Assist,
    /// Anything else, such as the list of models.
    Other,
}

/// A request.
#[derive(Debug, Clone)]
pub struct ReceivedRequest {
    /// Path and query.
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body; null where it is no JSON.
    pub body: Value,
    /// What it is for.
    pub purpose: Purpose,
    /// Its place among the requests for the same, from 0.
    pub nth: usize,
}

impl ReceivedRequest {
    pub(super) fn new(path: String, headers: Vec<(String, String)>, body: &[u8]) -> Self {
        let body = serde_json::from_slice(body).unwrap_or(Value::Null);
        let mut asked = Self { path, headers, body, purpose: Purpose::Other, nth: 0 };
        let begins = |words: &str| asked.system().starts_with(words);
        asked.purpose = if begins("Você classifica") {
            Purpose::Classify
        } else if begins("Você resume") {
            Purpose::Summarize
        } else if begins("Você é o assistente de vendas") {
            Purpose::Answer
        } else if begins("Você ajuda a preencher o cadastro") {
            Purpose::Assist
        } else {
            Purpose::Other
        };
        asked
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The instruction.
    pub fn system(&self) -> String {
        let own = [&self.body["system"], &self.body["systemInstruction"]].map(text_of).concat();
        own + &self.of_role("system")
    }

    /// The text of the person's side.
    pub fn user(&self) -> String {
        self.of_role("user")
    }

    /// The model that is asked.
    pub fn model(&self) -> String {
        let in_path = || Some(self.path.split_once("/models/")?.1.split_once(':')?.0.to_owned());
        self.body["model"].as_str().map(str::to_owned).or_else(in_path).unwrap_or_default()
    }

    /// Whether the answer is wanted as it is written.
    pub fn streams(&self) -> bool {
        self.body["stream"] == true || self.path.contains(":streamGenerateContent")
    }

    fn of_role(&self, role: &str) -> String {
        let lists = ["messages", "contents"].into_iter().filter_map(|name| self.body[name].as_array());
        lists.flatten().filter(|message| message["role"] == role).map(text_of).collect()
    }
}

/// The text of a message or part, however it is wrapped.
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
