//! The one window, and what its page may never do: leave, open another window, load files down. What it
//! may do is keep the window open for as long as it asks a person what becomes of unsaved work.
//!
//! The content policy says what a page may load, not where it may go: a link, a form or a
//! `<meta http-equiv="refresh">` in a text would lead the window to another person's page, which
//! would then hold the bridge to our commands. So each navigation is looked at.

use crate::call::{Call, Req};
use crate::host_actions;
use celeiro_app::{AppError, ErrorBody};
use serde::{Deserialize, Serialize};
use specta::Type;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use tauri::webview::{DownloadEvent, NewWindowResponse};
use tauri::{AppHandle, Manager, Url, WebviewWindow, WebviewWindowBuilder, WindowEvent};

/// The window's label in `tauri.conf.json` and in the capabilities.
const MAIN: &str = "main";
/// Tells the page that a person closes the window.
const ASK: &str = "window.dispatchEvent(new Event('celeiro:closing'))";

/// Whether the page wants to be asked before the window closes. Closed twice it closes: the page may
/// hang.
static ASKS: AtomicBool = AtomicBool::new(false);
static WINDOW: OnceLock<WebviewWindow> = OnceLock::new();

/// What is to happen when a person closes the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Hold {
    /// The page is asked.
    Ask,
    /// It closes.
    Free,
    /// It closes now: the page was asked.
    Close,
}

/// What the page wants of its window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HoldWindow {
    /// From here on.
    pub hold: Hold,
}

/// Has the page asked before its window closes, as a browser does by itself.
#[tauri::command]
#[specta::specta]
pub async fn hold_window(call: Call, req: Req<HoldWindow>) -> Result<(), ErrorBody> {
    let hold = req.0.hold;
    ASKS.store(hold == Hold::Ask, Ordering::SeqCst);
    if hold == Hold::Close
        && let Some(window) = WINDOW.get()
    {
        window.destroy().map_err(|error| AppError::internal(error).to_body(call.caller.lang))?;
    }
    Ok(())
}

/// Opens the window. What the page keeps (theme, language) goes below `keep`, else to the usual
/// place of the system.
///
/// # Errors
/// Where the system gives us no window.
pub fn open(app: &AppHandle, keep: Option<PathBuf>) -> tauri::Result<()> {
    let config = app.config().app.windows.iter().find(|window| window.label == MAIN);
    let config = config.cloned().ok_or(tauri::Error::WindowNotFound)?;
    let mut window = WebviewWindowBuilder::from_config(app, &config)?
        .on_navigation(|url| {
            let own = is_own(url);
            if !own {
                tracing::warn!(scheme = url.scheme(), host = url.host_str(), "navigation refused");
            }
            own
        })
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, event| match event {
            DownloadEvent::Requested { url, .. } => host_actions::is_made_here(&url),
            _ => true,
        });
    if let Some(keep) = keep {
        window = window.data_directory(keep);
    }
    let window = window.build()?;
    let page = window.clone();
    window.on_window_event(move |event| {
        if let WindowEvent::CloseRequested { api, .. } = event
            && ASKS.swap(false, Ordering::SeqCst)
            && page.eval(ASK).is_ok()
        {
            api.prevent_close();
        }
    });
    // There is one window in the life of the program.
    let _ = WINDOW.set(window);
    Ok(())
}

/// Shows the window to a person who started the program a second time.
pub fn show(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else { return };
    let shown = window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus());
    if let Err(error) = shown {
        tracing::warn!(%error, "the window does not come to the front");
    }
}

/// Whether an address is one of our own pages: `tauri://localhost`, which Windows must spell
/// `http://tauri.localhost`.
fn is_own(url: &Url) -> bool {
    let origin = if cfg!(windows) { ("http", "tauri.localhost") } else { ("tauri", "localhost") };
    (url.scheme(), url.host_str().unwrap_or_default()) == origin
        && url.port().is_none()
        && url.username().is_empty()
        && url.password().is_none()
}

#[cfg(all(test, not(windows)))]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_where_it_is() {
        for own in ["tauri://localhost", "tauri://localhost/", "tauri://localhost/index.html#/busca?q=soja"] {
            assert!(is_own(&own.parse().unwrap()), "{own}");
        }
        for other in [
            "https://evil.example/",
            "http://localhost/",
            "http://tauri.localhost/",
            "tauri://localhost.evil.example/",
            "tauri://localhost:80/",
            "tauri://user@localhost/",
            "tauri://evil@localhost:1/",
            "ipc://localhost/search",
            "asset://localhost/etc/passwd",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "blob:tauri://localhost/1",
            "about:blank",
        ] {
            assert!(!is_own(&other.parse().unwrap()), "{other}");
        }
    }
}
