//! The list of operations as commands of the window.

use crate::call::{Call, Req};
use crate::host_actions;
use crate::window;
use celeiro_app::ErrorBody;
use celeiro_app::system::status::Status;
use celeiro_app::{with_commands, with_streams};
use celeiro_domain::chat::ChatEvent;
use futures::StreamExt as _;
use tauri::ipc::Channel;

macro_rules! make_commands {
    // `status` answers of a program that is on its way too: it is what the page waits by.
    (@answer status $call:ident $req:ident $function:path) => {
        match early_status(&$call) {
            Some(status) => Ok(status),
            None => make_commands!(@answer other $call $req $function),
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
                    make_commands!(@answer $name call req celeiro_app::operations::$name)
                }
            )*
        }

        /// Collects every command of the window, with its types.
        pub fn all() -> tauri_specta::Commands<tauri::Wry> {
            tauri_specta::collect_commands![$(handlers::$name,)* streaming::chat, host_actions::open_address,
                window::hold_window]
        }

        const PLAIN: &[&str] = &[$(stringify!($name)),*];
    };
}
with_commands!(make_commands);

macro_rules! make_stream_commands {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $event:ty | $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        mod streaming {
            use super::*;
            $(
                $(#[doc = $doc])*
                ///
                /// The last event is `done` or `error`; the promise ends with it. A page that goes away
                /// does not end the turn: `stop_turn` does.
                #[tauri::command]
                #[specta::specta]
                pub(super) async fn $name(
                    call: Call,
                    req: Req<$request>,
                    events: Channel<ChatEvent>,
                ) -> Result<(), ErrorBody> {
                    call.answer(async move |app, caller| {
                        let mut turn = celeiro_app::operations::$name(&app, &caller, req.0).await?.into_stream();
                        while let Some(event) = turn.next().await {
                            // A page that is gone hears nothing; the turn goes on to its end.
                            let _ = events.send(event);
                        }
                        Ok(())
                    })
                    .await
                }
            )*
        }

        const STREAMS: &[&str] = &[$(stringify!($name)),*];
    };
}
with_streams!(make_stream_commands);

/// Lists the name of every command of the window, as the access list must have it.
pub fn names() -> impl Iterator<Item = &'static str> {
    PLAIN.iter().chain(STREAMS).chain(&["open_address", "hold_window"]).copied()
}

/// The answer to `status` while the program is not ready: it needs no program.
fn early_status(call: &Call) -> Option<Status> {
    call.host.status_until_ready(call.caller.lang)
}
