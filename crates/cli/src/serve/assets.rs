//! The built interface, embedded in the program (a debug build reads it from the disk).

use super::answer::Refusal;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use celeiro_app::{AppError, Code};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
struct Interface;

/// The page of every address that is no file: the interface reads the rest of the address itself.
const PAGE: &str = "index.html";

/// The file at `path`, the page where no file is meant, or `no_route`.
pub fn answer(path: &str, headers: &HeaderMap) -> Response<Body> {
    let name = path.trim_start_matches('/');
    if let Some(file) = find(name) {
        return send(name, file, headers);
    }
    let means_file = name.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match find(PAGE) {
        Some(page) if is_plain(name) && !means_file => send(PAGE, page, headers),
        _ => Refusal(AppError::new(Code::NoRoute)).into_response(),
    }
}

fn find(name: &str) -> Option<EmbeddedFile> {
    if name.is_empty() || !is_plain(name) {
        return None;
    }
    Interface::get(name)
}

/// Built files have plain names. Anything else, such as `..`, an encoded slash or a backslash, is
/// not looked for at all.
fn is_plain(name: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/');
    name.bytes().all(allowed) && name.split('/').all(|part| part != "." && part != "..")
}

fn send(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response<Body> {
    let (tag, kind) = (tag(&file), kind(&file));
    let known = headers.get(IF_NONE_MATCH).is_some_and(|v| v.as_bytes() == tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(file.data.into_owned()).into_response()
    };
    let set = response.headers_mut();
    // Names below `assets/` carry a hash of the content: another content has another name.
    let keep = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    set.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    set.extend(HeaderValue::from_str(&tag).ok().map(|value| (ETAG, value)));
    set.extend(HeaderValue::from_str(&kind).ok().map(|value| (CONTENT_TYPE, value)));
    response
}

fn kind(file: &EmbeddedFile) -> String {
    match file.metadata.mimetype() {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        other => other.to_owned(),
    }
}

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let hex: String = hash.iter().take(12).map(|b| format!("{b:02x}")).collect();
    format!("\"{hex}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_is_looked_for() {
        for name in ["../Cargo.toml", "a/../../b", "..", "a\\b", "%2e%2e/x", "a\0b", "C:x", "./x"] {
            assert!(find(name).is_none() && !is_plain(name), "{name}");
        }
        assert!(is_plain("assets/index-Db7ukc3q.js"));
    }

    #[test]
    fn every_address_without_a_file_is_the_page() {
        assert_eq!(answer("/", &HeaderMap::new()).status(), 200);
        assert_eq!(answer("/busca/algo", &HeaderMap::new()).status(), 200);
        assert_eq!(answer("/nada.js", &HeaderMap::new()).status(), 404);
        assert_eq!(answer("/%2e%2e/etc/passwd", &HeaderMap::new()).status(), 404);
    }
}
