//! From a prompt to what is sent: address and body, in the form each vendor wants.

mod completions;
mod gemini;
mod messages;

use reqwest::Url;
use serde_json::Value;

use super::{Prompt, Vendor, vendor::Dialect};
use crate::http;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// The answer as a whole.
    Whole,
    /// The answer as it is written.
    Stream,
}

/// Where the request goes.
pub(super) fn request_url(vendor: Vendor, base: &Url, model: &str, delivery: Delivery) -> Url {
    match vendor.dialect() {
        Dialect::Completions => http::endpoint(base, "chat/completions"),
        Dialect::Messages => http::endpoint(&with_version(base, "v1"), "messages"),
        Dialect::Gemini => gemini::gemini_url(&with_version(base, "v1beta"), model, delivery),
    }
}

/// Where the list of models is.
pub(super) fn models_address(vendor: Vendor, base: &Url) -> Url {
    match vendor.dialect() {
        Dialect::Completions => http::endpoint(base, "models"),
        Dialect::Messages => with_query(http::endpoint(&with_version(base, "v1"), "models"), "limit", "1000"),
        Dialect::Gemini => {
            with_query(http::endpoint(&with_version(base, "v1beta"), "models"), "pageSize", "1000")
        }
    }
}

/// Builds the body of a chat request in the vendor's form.
pub(super) fn request_body(vendor: Vendor, base: &Url, prompt: &Prompt, delivery: Delivery) -> Value {
    match vendor.dialect() {
        Dialect::Completions => completions::completions_body(vendor, base, prompt, delivery),
        Dialect::Messages => messages::messages_body(prompt, delivery),
        Dialect::Gemini => gemini::gemini_body(prompt),
    }
}

/// `base` with the version of the interface, unless it ends with one.
fn with_version(base: &Url, version: &str) -> Url {
    let last = base.path_segments().and_then(|segments| segments.rev().find(|s| !s.is_empty()));
    let has_one = last.is_some_and(|last| {
        last.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    if has_one { base.clone() } else { http::endpoint(base, version) }
}

fn with_query(mut url: Url, name: &str, value: &str) -> Url {
    url.query_pairs_mut().append_pair(name, value);
    url
}

#[cfg(test)]
mod tests;
