//! Every operation behind its access check: the entry point of hosts.
//!
//! The list itself generates a function for each line of [`commands`](crate::commands), so that no operation lacks its
//! check. Inside the program, operations call each other directly: the caller's right to the outer one was checked.
//!
//! Each function awaits a boxed future that is made in a function of its own. The body of an `async fn` is compiled in
//! every crate that awaits it, with all of the store's below it; a box of which another crate sees only the trait is
//! compiled here, once.

use crate::app::{App, Caller};
use crate::chat::Turn;
use crate::commands::Access;
use crate::error::AppError;
use futures::future::BoxFuture;

macro_rules! check_operations {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        $(
            $(#[doc = $doc])*
            ///
            /// # Errors
            /// `forbidden` where the caller may not use it; else those of the operation.
            pub async fn $name(app: &App, caller: &Caller, request: $request) -> Result<$response, AppError> {
                boxed::$name(app, caller, request).await
            }
        )*

        mod boxed {
            use super::*;
            $(pub fn $name<'a>(
                app: &'a App,
                caller: &'a Caller,
                request: $request,
            ) -> BoxFuture<'a, Result<$response, AppError>> {
                Box::pin(async move {
                    caller.require(Access::$access)?;
                    let spoiled: &[&str] = &[$(stringify!($invalidates)),*];
                    let _mark = app.mark_write(caller, spoiled);
                    $function(app, caller, request).await
                })
            })*
        }
    };
}
crate::with_commands!(check_operations);

macro_rules! check_streams {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $event:ty | $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        $(
            $(#[doc = $doc])*
            ///
            /// # Errors
            /// `forbidden` where the caller may not use it; else those of the operation.
            pub async fn $name(app: &App, caller: &Caller, request: $request) -> Result<Turn, AppError> {
                boxed_streams::$name(app, caller, request).await
            }
        )*

        mod boxed_streams {
            use super::*;
            $(pub fn $name<'a>(
                app: &'a App,
                caller: &'a Caller,
                request: $request,
            ) -> BoxFuture<'a, Result<Turn, AppError>> {
                Box::pin(async move {
                    caller.require(Access::$access)?;
                    $function(app, caller, request).await
                })
            })*
        }
    };
}
crate::with_streams!(check_streams);
