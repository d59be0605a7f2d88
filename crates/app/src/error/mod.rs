//! The one form of an error, everywhere: a stable code, a message for people, details.
//!
//! Inside, an [`AppError`] is a code with arguments; [`AppError::to_body`] renders it in a person's
//! language at the border. No message holds a statement, a stack, a query or a key. What the system
//! or a library reports of its failures is a [`Reason`], which knows the commonest in both languages.

mod code;
#[cfg(test)]
mod document;
mod reason;
mod sources;

pub use code::Code;
pub use reason::Reason;

use crate::messages::{field_error, render, text};
use celeiro_domain::catalog::FieldError;
use celeiro_domain::search::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use std::fmt;

/// An error on the wire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
pub struct ErrorBody {
    /// Stable name of what went wrong.
    pub code: String,
    /// What went wrong, for people.
    pub message: String,
    /// What a program needs to act on it.
    pub details: Option<Value>,
}

/// An error inside.
#[derive(Debug, Clone, PartialEq)]
pub struct AppError {
    code: Code,
    args: Vec<(&'static str, Arg)>,
    details: Map<String, Value>,
    /// The message, where it was rendered before.
    rendered: Option<String>,
}

/// What stands in a place of a message.
#[derive(Debug, Clone, PartialEq)]
enum Arg {
    /// As it is.
    Data(String),
    /// The key of a text in the person's language.
    Text(&'static str),
    /// Why something failed, in the person's language where we know it.
    Because(Reason),
}

impl AppError {
    /// An error with this code.
    pub fn new(code: Code) -> Self {
        Self { code, args: Vec::new(), details: Map::new(), rendered: None }
    }

    /// Adds an argument of the message, which also goes to the details.
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        let value = value.to_string();
        self.details.insert(name.to_owned(), Value::String(value.clone()));
        self.args.push((name, Arg::Data(value)));
        self
    }

    /// Adds an argument of the message that is a text of the translation files. In
    /// [`AppError::to_body`] the details hold the text, and under `{name}Key` its key, which is stable.
    pub fn with_text(mut self, name: &'static str, key: &'static str) -> Self {
        self.details.insert(name.to_owned(), Value::String(key.to_owned()));
        self.args.push((name, Arg::Text(key)));
        self
    }

    /// Adds the cause of the failure; programs get its original English text.
    pub fn because(mut self, reason: impl Into<Reason>) -> Self {
        let reason = reason.into();
        self.details.insert("reason".to_owned(), Value::String(reason.words().to_owned()));
        self.args.push(("reason", Arg::Because(reason)));
        self
    }

    /// Adds a detail for programs.
    pub fn detail(mut self, name: &str, value: impl Serialize) -> Self {
        self.details.insert(name.to_owned(), serde_json::to_value(value).unwrap_or(Value::Null));
        self
    }

    /// A request that cannot be understood.
    pub fn invalid_request(reason: impl Into<Reason>) -> Self {
        Self::new(Code::InvalidRequest).because(reason)
    }

    /// A request with an invalid value at `place`, the path that the deserializer reports: `.` is the
    /// request as a whole.
    pub fn misread(place: impl fmt::Display, error: &serde_json::Error) -> Self {
        match place.to_string() {
            whole if whole == "." => Self::invalid_request(error),
            place => Self::invalid_request(Reason::from(error).about(&place)).detail("path", place),
        }
    }

    /// The error of a file, or another place, that cannot be read, or is not what it should be.
    pub fn unreadable(file: impl fmt::Display, reason: impl Into<Reason>) -> Self {
        Self::new(Code::FileUnreadable).with("file", file).because(reason)
    }

    /// Fields that cannot be stored.
    pub fn fields(errors: Vec<FieldError>) -> Self {
        let names: Vec<&str> = errors.iter().map(|e| e.field.as_str()).collect();
        Self::new(Code::InvalidFields).with("names", names.join(", ")).detail("fields", &errors)
    }

    /// Something that should not happen. `context` goes to the log, not to people, and shortened: the
    /// database's words may quote what a person typed.
    pub fn internal(context: impl fmt::Display) -> Self {
        let context: String = context.to_string().chars().take(200).collect();
        tracing::error!(context, "internal error");
        Self::new(Code::Internal)
    }

    /// The cause alone, without the words of the error around it.
    pub fn reason(&self) -> Option<&str> {
        self.details.get("reason").and_then(Value::as_str)
    }

    /// The error of a file, or another place, that does not take what is written. A full disk has a
    /// code of its own.
    pub fn unwritable(file: impl fmt::Display, error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::StorageFull {
            return Self::new(Code::DiskFull).detail("file", file.to_string());
        }
        Self::new(Code::FileUnwritable).with("file", file).because(error)
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// The message in `lang`.
    pub fn message(&self, lang: Lang) -> String {
        if let Some(rendered) = &self.rendered {
            return rendered.clone();
        }
        let shown = |(name, arg): &(&'static str, Arg)| match arg {
            Arg::Data(value) => (*name, value.clone()),
            Arg::Text(key) => (*name, text(lang, key)),
            Arg::Because(reason) => (*name, reason.to_text(lang)),
        };
        let args: Vec<(&'static str, String)> = self.args.iter().map(shown).collect();
        render(lang, &format!("error.{}", self.code.as_str()), &args)
    }

    /// The error as it goes to people and programs.
    pub fn to_body(&self, lang: Lang) -> ErrorBody {
        let mut details = self.details.clone();
        for (name, arg) in &self.args {
            if let Arg::Text(key) = arg {
                details.insert((*name).to_owned(), Value::String(text(lang, key)));
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

/// The problem of a field, in the form of a cell of a grid or of a file.
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
