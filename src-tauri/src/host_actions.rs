//! What the window may do outside of itself, each once and after the person asked for it: open an
//! address in the system's browser, and save what the page made.
//!
//! These are powers of this host alone: a server must not open browsers, and a browser opens and
//! saves by itself. So they are not in the list of operations.

use crate::call::{Call, Req};
use celeiro_app::{AppError, ErrorBody};
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::Url;

/// Longest address that is opened, in bytes.
const MAX_ADDRESS: usize = 4_096;

/// An address that a person wants to see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct OpenAddress {
    /// `http`, `https` or `mailto`.
    pub address: String,
}

/// Opens an address outside, after the person has seen where it leads.
#[tauri::command]
#[specta::specta]
pub async fn open_address(call: Call, req: Req<OpenAddress>) -> Result<(), ErrorBody> {
    let lang = call.caller.lang;
    let address = check_url(&req.0.address).map_err(|error| error.to_body(lang))?;
    let opened = tokio::task::spawn_blocking(move || open::that_detached(address.as_str())).await;
    opened
        .map_err(AppError::internal)
        .and_then(|opened| opened.map_err(AppError::internal))
        .map_err(|error| error.to_body(lang))
}

/// The address, where it is one that may be opened. It is handed on as it was parsed, not as it was
/// written.
fn check_url(text: &str) -> Result<Url, AppError> {
    let refusal = || AppError::invalid_request("address: http, https, mailto").detail("path", "address");
    let url = Url::parse(text).map_err(|_| refusal())?;
    let allowed = match url.scheme() {
        "http" | "https" => url.host_str().is_some_and(|host| !host.is_empty()),
        "mailto" => true,
        _ => false,
    };
    if !allowed || url.as_str().len() > MAX_ADDRESS { Err(refusal()) } else { Ok(url) }
}

/// Whether a download is something that our own page made: an export of a conversation.
pub fn is_made_here(url: &Url) -> bool {
    let made_by = if cfg!(windows) { "blob:http://tauri.localhost/" } else { "blob:tauri://localhost/" };
    url.as_str().starts_with(made_by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_show_something_are_opened() {
        for good in
            ["https://agrofit.example/bula?x=1", "http://10.0.0.1:8080/", "mailto:balcao@loja.example"]
        {
            assert!(check_url(good).is_ok(), "{good}");
        }
        let long = format!("https://x.example/{}", "a".repeat(MAX_ADDRESS));
        for bad in [
            "",
            "agrofit",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,x",
            "ssh://host",
            "--help",
            "http://",
            long.as_str(),
        ] {
            assert!(check_url(bad).is_err(), "{bad}");
        }
    }

    #[cfg(not(windows))]
    #[test]
    fn only_what_our_page_made_is_saved() {
        assert!(is_made_here(&"blob:tauri://localhost/0b5c".parse().unwrap()));
        for other in [
            "blob:https://evil.example/1",
            "https://evil.example/x.exe",
            "data:text/html,x",
            "tauri://localhost/",
        ] {
            assert!(!is_made_here(&other.parse().unwrap()), "{other}");
        }
    }
}
