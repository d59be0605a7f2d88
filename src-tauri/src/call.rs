//! What a command is given: who asks, and what is asked.
//!
//! Tauri answers a request that it cannot read with a bare sentence. These two take the reading
//! over, so that every refusal has the one form of errors, in the language of the page.

use crate::language::PageLanguage;
use celeiro_app::host::Host;
use celeiro_app::{App, AppError, Caller, ErrorBody, read_request};
use celeiro_domain::insight::Surface;
use celeiro_domain::search::Lang;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IntoDeserializer, value::StrDeserializer};
use serde_json::Value;
use specta::datatype::DataType;
use specta::function::FunctionArg;
use specta::{Type, Types};
use std::future::Future;
use std::sync::Arc;
use tauri::http::HeaderMap;
use tauri::http::header::ACCEPT_LANGUAGE;
use tauri::ipc::{CommandArg, CommandItem, InvokeBody, InvokeError};
use tauri::{Manager as _, Runtime};

/// The caller, and the program that answers.
pub struct Call {
    /// The program, perhaps still on its way.
    pub host: Arc<Host>,
    /// The caller.
    pub caller: Caller,
}

impl Call {
    /// Runs an operation as soon as the program is at work.
    ///
    /// # Errors
    /// What the operation says, in the caller's language.
    pub async fn answer<T, F>(self, operation: impl FnOnce(App, Caller) -> F) -> Result<T, ErrorBody>
    where
        F: Future<Output = Result<T, AppError>>,
    {
        let lang = self.caller.lang;
        let app = self.host.wait_for_app().await.map_err(|error| error.to_body(lang))?;
        operation(app, self.caller).await.map_err(|error| error.to_body(lang))
    }
}

impl<'a, R: Runtime> CommandArg<'a, R> for Call {
    fn from_command(command: CommandItem<'a, R>) -> Result<Self, InvokeError> {
        let webview = command.message.webview_ref();
        let (host, language) = (webview.state::<Arc<Host>>(), webview.state::<Arc<PageLanguage>>());
        let lang = language_of(command.message.headers());
        language.set(lang);
        Ok(Self { host: host.inner().clone(), caller: Caller::local(lang).at(Surface::Window) })
    }
}

impl FunctionArg for Call {
    fn to_datatype(_: &mut Types) -> Option<DataType> {
        None
    }
}

/// The request of an operation.
pub struct Req<T>(pub T);

impl<'a, T: DeserializeOwned, R: Runtime> CommandArg<'a, R> for Req<T> {
    fn from_command(command: CommandItem<'a, R>) -> Result<Self, InvokeError> {
        let request = match command.message.payload() {
            InvokeBody::Json(arguments) => arguments.get(command.key).unwrap_or(&Value::Null),
            InvokeBody::Raw(_) => &Value::Null,
        };
        read_request(request).map(Self).map_err(|error| {
            let body = error.to_body(language_of(command.message.headers()));
            InvokeError(serde_json::to_value(body).unwrap_or(Value::Null))
        })
    }
}

impl<T: Type> FunctionArg for Req<T> {
    fn to_datatype(types: &mut Types) -> Option<DataType> {
        Some(T::definition(types))
    }
}

/// The page sends one language, the one it shows; Portuguese where it is none that we know.
fn language_of(headers: &HeaderMap) -> Lang {
    let sent = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let name: StrDeserializer<'_, serde::de::value::Error> = sent.into_deserializer();
    Lang::deserialize(name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_app::api::ById;
    use celeiro_domain::search::SearchRequest;
    use serde_json::json;
    use tauri::http::HeaderValue;

    #[test]
    fn the_page_is_answered_in_the_language_it_shows() {
        let language = |sent: &'static str| {
            language_of(&HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_static(sent))]))
        };
        assert_eq!(language("en"), Lang::En);
        assert_eq!(language("pt-BR"), Lang::PtBr);
        assert_eq!(language("de"), Lang::PtBr);
        assert_eq!(language_of(&HeaderMap::new()), Lang::PtBr);
    }

    #[test]
    fn a_request_that_cannot_be_read_says_where_and_why() {
        assert_eq!(read_request::<SearchRequest>(&json!({ "query": "soja" })).unwrap().query, "soja");
        let wrong = [
            read_request::<SearchRequest>(&json!({ "query": "soja", "limit": "many" })).map(|_| ()),
            read_request::<ById>(&json!({ "id": "not one" })).map(|_| ()),
            read_request::<SearchRequest>(&Value::Null).map(|_| ()),
        ];
        let bodies = wrong.map(|result| result.unwrap_err().to_body(Lang::En));
        assert!(bodies.iter().all(|body| body.code == "invalid_request"));
        assert_eq!(bodies[0].details.as_ref().unwrap()["path"], "limit");
        assert_eq!(bodies[1].details.as_ref().unwrap()["path"], "id");
        let two_ways = json!({ "query": "soja", "filters": { "maxPrice": "1.250" } });
        let error = read_request::<SearchRequest>(&two_ways).unwrap_err();
        for (lang, readings) in [(Lang::PtBr, "1250 ou 1,25"), (Lang::En, "1250 or 1.25")] {
            assert!(error.message(lang).contains(readings), "{}", error.message(lang));
        }
    }
}
