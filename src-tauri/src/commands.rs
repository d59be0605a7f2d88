//! The list of operations as commands of the window.

use crate::call::{Call, Req};
use crate::program::Running;
use celeiro_app::ErrorBody;
use celeiro_app::ops::status::Status;
use celeiro_app::with_commands;

macro_rules! commanded {
    // `status` answers of a program that is on its way too: it is what the page waits by.
    (@answer status $call:ident $req:ident $function:path) => {
        match early_status(&$call) {
            Some(status) => Ok(status),
            None => commanded!(@answer other $call $req $function),
        }
    };
    (@answer $name:ident $call:ident $req:ident $function:path) => {
        $call.answer(async move |app, caller| $function(&app, &caller, $req.0).await).await
    };
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        mod handlers {
            use super::*;
            $(
                $(#[doc = $doc])*
                #[tauri::command]
                #[specta::specta]
                pub(super) async fn $name(call: Call, req: Req<$request>) -> Result<$response, ErrorBody> {
                    commanded!(@answer $name call req $function)
                }
            )*
        }

        /// Every command, with its types.
        pub fn all() -> tauri_specta::Commands<tauri::Wry> {
            tauri_specta::collect_commands![$(handlers::$name),*]
        }

        /// Every command's name, as the access list must have it.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}
with_commands!(commanded);

/// The state of a program that is not at work yet is known without it.
fn early_status(call: &Call) -> Option<Status> {
    let lang = call.caller.lang;
    match call.program.running() {
        Running::Ready(_) => None,
        Running::Starting(phase) => Some(Status::not_ready(lang, phase, None)),
        Running::Failed(error) => Some(Status::not_ready(lang, None, Some(&error))),
        Running::Closed => Some(Status::not_ready(lang, None, None)),
    }
}
