//! From an HTTP request to the request of an operation.
//!
//! The fields of a request come from the JSON body, the query string and the path; the path counts
//! most. A query string holds texts alone, so the schema of the request says which of them are
//! numbers, switches, lists or objects.
//!
//! A piece of a file may be sent as it is (`application/octet-stream`), its other fields in the query
//! string: spelling it in base64 and JSON takes a page several times as long as sending it.

use super::answer::{Refusal, language_of};
use crate::serve::accounts::identify::Sender;
use crate::serve::connections::listener::Ends;
use crate::serve::connections::places::other_network_of;
use crate::serve::limits::BODY_BYTES;
use crate::serve::server::Server;
use axum::RequestExt as _;
use axum::body::to_bytes;
use axum::extract::{FromRequest, MatchedPath, RawPathParams, Request};
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::http::{Extensions, Method, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_app::{App, AppError, Caller, Code, Reason, read_request};
use celeiro_domain::insight::Surface;
use celeiro_domain::search::Lang;
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Where a body may be the bytes of a file: method, address, and the field that takes them.
pub const RAW: (Method, &str, &str) = (Method::PUT, "/api/uploads/{id}", "data");
/// The type of such a body.
pub const RAW_TYPE: &str = "application/octet-stream";

/// A call of an operation, as HTTP brought it.
pub struct Call {
    /// The program.
    pub app: Result<App, AppError>,
    /// The caller.
    pub caller: Caller,
    /// The server, for what is known without the program.
    pub server: Arc<Server>,
    body: Map<String, Value>,
    texts: Vec<(String, String)>,
}

/// The caller, by what the guard found out of a request and what it says of itself; `usual` is the server's
/// language.
///
/// # Errors
/// `internal` for a request that has not passed the guard.
pub fn caller_of(
    uri: &Uri,
    headers: &HeaderMap,
    extensions: &Extensions,
    usual: Lang,
) -> Result<Caller, AppError> {
    let sender = extensions.get::<Sender>();
    let sender = sender.ok_or_else(|| AppError::internal("no sender of the request"))?;
    let unnamed = Caller {
        lang: language_of(uri, headers, usual),
        actor: "http".to_owned(),
        surface: Some(Surface::Http),
        network: extensions.get::<Ends>().and_then(|ends| other_network_of(ends.peer.ip())),
        device: None,
        account: None,
    };
    Ok(match &sender.account {
        Some(account) => unnamed.with_account(account.clone()),
        None => unnamed,
    })
}

impl<S: Send + Sync> FromRequest<S> for Call {
    type Rejection = Refusal;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Refusal> {
        let server = request.extensions().get::<Arc<Server>>().cloned();
        let server = server.ok_or_else(|| AppError::internal("no server behind the request"))?;
        let caller = caller_of(request.uri(), request.headers(), request.extensions(), server.lang)?;
        let mut texts: Vec<(String, String)> =
            form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes())
                .filter(|(name, _)| name != "lang")
                .map(|(name, value)| (name.into_owned(), value.into_owned()))
                .collect();
        let path = request.extract_parts::<RawPathParams>().await;
        let path = path.map_err(|error| AppError::invalid_request(error.body_text()))?;
        for (name, value) in &path {
            texts.retain(|(other, _)| other != name);
            texts.push((name.to_owned(), value.to_owned()));
        }
        let body = read_body(request).await?;
        Ok(Self { app: server.host.app(), caller, server, body, texts })
    }
}

impl Call {
    /// Parses the HTTP request's arguments into the operation's request.
    ///
    /// # Errors
    /// `invalid_request` with the place and the reason.
    pub fn request<T: DeserializeOwned + JsonSchema>(self) -> Result<T, AppError> {
        let mut fields = self.body;
        let kinds = if self.texts.is_empty() { HashMap::new() } else { kinds_of::<T>() };
        let mut lists: HashMap<String, Vec<Value>> = HashMap::new();
        for (name, text) in self.texts {
            let kind = kinds.get(&name).copied().unwrap_or(FieldKind::Text);
            match kind {
                FieldKind::List => lists.entry(name).or_default().push(Value::String(text)),
                other => {
                    fields.insert(name, other.read(text));
                }
            }
        }
        fields.extend(lists.into_iter().map(|(name, list)| (name, Value::Array(list))));
        read_request(&Value::Object(fields))
    }
}

/// What a text in a query string stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldKind {
    Text,
    /// A number, a switch or an object: JSON as it stands.
    Json,
    List,
}

impl FieldKind {
    /// What is no JSON stays a text, for the reader of the request to complain about.
    fn read(self, text: String) -> Value {
        match self {
            Self::Json => serde_json::from_str(&text).unwrap_or(Value::String(text)),
            _ => Value::String(text),
        }
    }
}

/// The kind of each field of a request, by which texts of an address are read.
fn kinds_of<T: JsonSchema>() -> HashMap<String, FieldKind> {
    let schema = schema_for!(T);
    let definitions = schema.get("$defs").cloned().unwrap_or(Value::Null);
    let Some(Value::Object(properties)) = schema.get("properties").cloned() else { return HashMap::new() };
    properties.into_iter().map(|(name, schema)| (name, kind_of(&schema, &definitions))).collect()
}

/// The kind of a field by its schema; references and alternatives are followed.
fn kind_of(schema: &Value, definitions: &Value) -> FieldKind {
    if let Some(name) = schema["$ref"].as_str().and_then(|r| r.strip_prefix("#/$defs/")) {
        return kind_of(&definitions[name], definitions);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let kinds = choices.iter().filter(|c| c["type"] != "null").map(|c| kind_of(c, definitions));
        return kinds.reduce(|a, b| if a == b { a } else { FieldKind::Text }).unwrap_or(FieldKind::Text);
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(list) => list.iter().filter_map(Value::as_str).filter(|t| *t != "null").collect(),
        _ => vec![],
    };
    match types.as_slice() {
        ["array"] => FieldKind::List,
        ["integer" | "number" | "boolean" | "object"] => FieldKind::Json,
        _ => FieldKind::Text,
    }
}

/// The body, here as a whole already, as an object; nothing where there is no body.
async fn read_body(request: Request) -> Result<Map<String, Value>, AppError> {
    let bodyless = matches!(*request.method(), Method::GET | Method::HEAD | Method::DELETE);
    let path = request.extensions().get::<MatchedPath>();
    let takes_bytes = *request.method() == RAW.0 && path.is_some_and(|path| path.as_str() == RAW.1);
    let kind = request.headers().get(CONTENT_TYPE).map(|v| v.as_bytes().to_vec());
    let bytes = to_bytes(request.into_body(), BODY_BYTES).await.map_err(AppError::internal)?;
    if bodyless || bytes.is_empty() {
        return Ok(Map::new());
    }
    if takes_bytes && kind.as_deref() == Some(RAW_TYPE.as_bytes()) {
        return Ok(Map::from_iter([(RAW.2.to_owned(), STANDARD.encode(bytes).into())]));
    }
    if !kind.is_some_and(|kind| is_json(&kind)) {
        return Err(AppError::new(Code::UnsupportedMediaType));
    }
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(AppError::invalid_request(Reason::not_an_object()).detail("line", 1)),
        Err(error) => Err(AppError::invalid_request(&error)
            .detail("line", error.line())
            .detail("column", error.column())),
    }
}

/// `application/json`, with or without parameters, or a type that ends in `+json`.
fn is_json(kind: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(kind) else { return false };
    let essence = text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_app::api::ListRequest;
    use celeiro_domain::search::SearchRequest;

    #[test]
    fn the_schema_says_what_a_text_stands_for() {
        let kinds = kinds_of::<ListRequest>();
        assert_eq!(kinds["text"], FieldKind::Text);
        assert_eq!(kinds["limit"], FieldKind::Json);
        assert_eq!(kinds["status"], FieldKind::Text);
        let kinds = kinds_of::<SearchRequest>();
        assert_eq!(kinds["explain"], FieldKind::Json);
        assert_eq!(kinds["filters"], FieldKind::Json);
        assert_eq!(kinds["sort"], FieldKind::Text);
    }

    #[test]
    fn numbers_stay_texts_where_texts_are_wanted() {
        assert_eq!(FieldKind::Text.read("12".into()), Value::String("12".into()));
        assert_eq!(FieldKind::Json.read("12".into()), Value::from(12));
        assert_eq!(FieldKind::Json.read("zwölf".into()), Value::String("zwölf".into()));
    }

    #[test]
    fn json_by_any_of_its_names() {
        assert!(is_json(b"application/json; charset=utf-8"));
        assert!(is_json(b"application/merge-patch+json"));
        assert!(!is_json(b"text/plain"));
        assert!(!is_json(b"application/jsonp"));
    }
}
