//! The error type of all operations: a stable code, a message for people and details for programs.
//!
//! Inside the program, an [`AppError`] is a code with arguments; [`AppError::to_body`] renders it in the
//! caller's language at the border. No message contains a SQL statement, a stack trace, a query or a
//! key. A [`Reason`] holds the error text of the system or of a library and translates the most common
//! ones.

mod code;
#[cfg(test)]
mod document;
mod missing;
mod note;
mod reason;
mod sources;

pub use code::Code;
pub(crate) use missing::Missing;
pub use reason::Reason;

use crate::messages::{field_error, field_name, translate, translate_with};
use celeiro_domain::catalog::FieldError;
use celeiro_domain::search::Lang;
use celeiro_domain::text::name_nearest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use std::fmt;

/// An error as clients receive it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
pub struct ErrorBody {
    /// Stable error code.
    pub code: String,
    /// Message for people, in the caller's language.
    pub message: String,
    /// Data that a program needs to act on the error.
    pub details: Option<Value>,
}

/// An error inside the program: a code with the arguments of its message.
#[derive(Debug, Clone, PartialEq)]
pub struct AppError {
    code: Code,
    args: Vec<(&'static str, Arg)>,
    details: Map<String, Value>,
    /// Key of a message that replaces the code's own.
    wording: Option<&'static str>,
    /// The message, if it is rendered already.
    rendered: Option<String>,
}

/// Value of a placeholder in a message.
#[derive(Debug, Clone, PartialEq)]
enum Arg {
    /// Text that the message shows unchanged.
    Data(String),
    /// Key of a translated text.
    Text(&'static str),
    /// Cause of the failure; [`Reason`] translates the causes that it knows.
    Because(Reason),
}

impl AppError {
    /// Creates an error with this code and no arguments.
    pub fn new(code: Code) -> Self {
        Self { code, args: Vec::new(), details: Map::new(), wording: None, rendered: None }
    }

    /// Adds an argument to the message and to the details.
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        let value = value.to_string();
        self.details.insert(name.to_owned(), Value::String(value.clone()));
        self.args.push((name, Arg::Data(value)));
        self
    }

    /// Adds a translated text as an argument. [`AppError::to_body`] puts the text into the details as
    /// `name`, and its stable key as `{name}Key`.
    pub fn with_text(mut self, name: &'static str, key: &'static str) -> Self {
        self.details.insert(name.to_owned(), Value::String(key.to_owned()));
        self.args.push((name, Arg::Text(key)));
        self
    }

    /// Replaces the code's message with the text `key`; the arguments stay.
    pub(crate) fn with_message_key(mut self, key: &'static str) -> Self {
        self.wording = Some(key);
        self
    }

    /// Replaces the code. The message of `code` must take the same arguments.
    pub(crate) fn into_code(self, code: Code) -> Self {
        Self { code, ..self }
    }

    /// Adds the cause of the failure. The details keep its original English text.
    pub fn because(mut self, reason: impl Into<Reason>) -> Self {
        let reason = reason.into();
        self.details.insert("reason".to_owned(), Value::String(reason.words().to_owned()));
        self.args.push(("reason", Arg::Because(reason)));
        self
    }

    /// Adds a detail for programs, which the message does not show.
    pub fn detail(mut self, name: &str, value: impl Serialize) -> Self {
        self.details.insert(name.to_owned(), serde_json::to_value(value).unwrap_or(Value::Null));
        self
    }

    /// Creates [`Code::InvalidRequest`]: the request cannot be parsed.
    pub fn invalid_request(reason: impl Into<Reason>) -> Self {
        Self::new(Code::InvalidRequest).because(reason)
    }

    /// Creates [`Code::FileUnreadable`] for a file, or another source, that cannot be read or has the
    /// wrong content.
    pub fn unreadable(file: impl fmt::Display, reason: impl Into<Reason>) -> Self {
        Self::new(Code::FileUnreadable).with("file", file).because(reason)
    }

    /// Creates [`Code::InvalidFields`] for record fields that failed validation.
    pub fn fields(errors: Vec<FieldError>) -> Self {
        let names: Vec<&str> = errors.iter().map(|e| e.field.as_str()).collect();
        Self::new(Code::InvalidFields).with("names", names.join(", ")).detail("fields", &errors)
    }

    /// Creates [`Code::UnknownProfile`] for a name that no ranking profile has; the error names those that there
    /// are, the nearest first.
    pub(crate) fn unknown_profile<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(Code::UnknownProfile).with("name", name).with("allowed", name_nearest(name, known))
    }

    /// Creates [`Code::Internal`] for a state that should not happen. `context` goes only to the log,
    /// cut to 200 characters: a database error may quote text that a person typed.
    pub fn internal(context: impl fmt::Display) -> Self {
        let context: String = context.to_string().chars().take(200).collect();
        tracing::error!(context, "internal error");
        Self::new(Code::Internal)
    }

    /// The reason in the error's details, without the surrounding message.
    pub fn reason(&self) -> Option<&str> {
        self.details.get("reason").and_then(Value::as_str)
    }

    /// Creates [`Code::FileUnwritable`] for a file, or another target, that refuses a write;
    /// [`Code::DiskFull`] if the disk is full.
    pub fn unwritable(file: impl fmt::Display, error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::StorageFull {
            return Self::new(Code::DiskFull).detail("file", file.to_string());
        }
        Self::new(Code::FileUnwritable).with("file", file).because(error)
    }

    /// The error code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Renders the error's message in `lang`.
    pub fn message(&self, lang: Lang) -> String {
        if let Some(rendered) = &self.rendered {
            return rendered.clone();
        }
        let translate_arg = |(name, arg): &(&'static str, Arg)| match arg {
            Arg::Data(value) => (*name, value.clone()),
            Arg::Text(key) => (*name, translate(lang, key)),
            Arg::Because(reason) => (*name, reason.to_text(lang)),
        };
        let mut args: Vec<(&'static str, String)> = self.args.iter().map(translate_arg).collect();
        if self.code == Code::InvalidFields
            && let Some(fields) = self.describe_fields(lang)
        {
            // Of two arguments with the same name, the first one wins.
            args.insert(0, ("names", fields));
        }
        match self.wording {
            Some(key) => translate_with(lang, key, &args),
            None => translate_with(lang, &format!("error.{}", self.code.as_str()), &args),
        }
    }

    /// Names the refused fields, the first one with its reason; `None` if the error has no fields.
    fn describe_fields(&self, lang: Lang) -> Option<String> {
        let fields = Vec::<FieldError>::deserialize(self.details.get("fields")?).ok()?;
        let (first, others) = fields.split_first()?;
        let reason = field_error(lang, first.code, &first.allowed);
        let mut described = vec![format!("{}: {reason}", field_name(lang, &first.field))];
        described.extend(others.iter().map(|other| field_name(lang, &other.field)));
        Some(described.join("; "))
    }

    /// Renders the error for clients, in `lang`.
    pub fn to_body(&self, lang: Lang) -> ErrorBody {
        let mut details = self.details.clone();
        for (name, arg) in &self.args {
            if let Arg::Text(key) = arg {
                details.insert((*name).to_owned(), Value::String(translate(lang, key)));
                details.insert(format!("{name}Key"), Value::String((*key).to_owned()));
            }
        }
        if self.code == Code::InvalidFields
            && let Some(Value::Array(fields)) = details.get_mut("fields")
        {
            fields.iter_mut().for_each(|field| add_message(field, lang));
        }
        ErrorBody {
            code: self.code.as_str().to_owned(),
            message: self.message(lang),
            details: (!details.is_empty()).then_some(Value::Object(details)),
        }
    }
}

/// Adds `message` to a field error, in the wording of grid cells and of imported cells.
fn add_message(field: &mut Value, lang: Lang) {
    if let Ok(FieldError { code, allowed, .. }) = FieldError::deserialize(&*field)
        && let Value::Object(field) = field
    {
        field.insert("message".to_owned(), Value::String(field_error(lang, code, &allowed)));
    }
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.message(Lang::En))
    }
}

impl std::error::Error for AppError {}
