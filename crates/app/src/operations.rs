//! Every operation behind the check of who may use it: what hosts call.
//!
//! A function for each line of [`commands`](crate::commands), made by the list itself, so that none is without a check.
//! Inside the program an operation calls what it needs of another directly: the person's right to the one was checked.

use crate::app::{App, Caller};
use crate::chat::Turn;
use crate::commands::Access;
use crate::error::AppError;

macro_rules! checked {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        $(
            $(#[doc = $doc])*
            ///
            /// # Errors
            /// `forbidden` where the caller may not use it; else those of the operation.
            pub async fn $name(app: &App, caller: &Caller, request: $request) -> Result<$response, AppError> {
                caller.require(Access::$access)?;
                $function(app, caller, request).await
            }
        )*
    };
}
crate::with_commands!(checked);

macro_rules! streams_checked {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $event:ty | $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        $(
            $(#[doc = $doc])*
            ///
            /// # Errors
            /// `forbidden` where the caller may not use it; else those of the operation.
            pub async fn $name(app: &App, caller: &Caller, request: $request) -> Result<Turn, AppError> {
                caller.require(Access::$access)?;
                $function(app, caller, request).await
            }
        )*
    };
}
crate::with_streams!(streams_checked);
