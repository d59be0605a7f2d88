//! The list of operations, as the command `call` sees it.

use celeiro_app::{App, AppError, Caller, read_request, with_commands, with_streams};
use serde_json::Value;

macro_rules! callable {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        /// Calls the operation `name`; nothing where there is none of that name.
        pub async fn call(
            app: &App,
            caller: &Caller,
            name: &str,
            request: Value,
        ) -> Option<Result<Value, AppError>> {
            match name {
                $(stringify!($name) => Some(async {
                    let request: $request = read_request(&request)?;
                    let response: $response = celeiro_app::operations::$name(app, caller, request).await?;
                    serde_json::to_value(response).map_err(AppError::internal)
                }.await),)*
                _ => call_stream(app, caller, name, request).await,
            }
        }
    };
}
with_commands!(callable);

macro_rules! streams_callable {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $event:ty | $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        async fn call_stream(
            app: &App,
            caller: &Caller,
            name: &str,
            request: Value,
        ) -> Option<Result<Value, AppError>> {
            match name {
                $(stringify!($name) => Some(async {
                    let request: $request = read_request(&request)?;
                    let turn = celeiro_app::operations::$name(app, caller, request).await?;
                    let response: $response = turn.finish().await?;
                    serde_json::to_value(response).map_err(AppError::internal)
                }.await),)*
                _ => None,
            }
        }
    };
}
with_streams!(streams_callable);
