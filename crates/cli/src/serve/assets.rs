//! The built interface, embedded in the program (a debug build reads it from the disk). Files of
//! text go out compressed where the client takes it; each is compressed once.

use super::messages::answer::Refusal;
use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use celeiro_app::{AppError, Code};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
struct Interface;

/// The page of every address that is no file: the interface reads the rest of the address itself.
const PAGE: &str = "index.html";

/// The file at `path`, the page where no file is meant, or `no_route`.
pub fn serve_asset(path: &str, headers: &HeaderMap) -> Response<Body> {
    let name = path.trim_start_matches('/');
    if let Some(file) = find_asset(name) {
        return send_asset(name, file, headers);
    }
    let means_file = name.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match find_asset(PAGE) {
        Some(page) if is_plain(name) && !means_file => send_asset(PAGE, page, headers),
        _ => Refusal(AppError::new(Code::NoRoute)).into_response(),
    }
}

/// The embedded file `name`; none for a path that is not plain.
fn find_asset(name: &str) -> Option<EmbeddedFile> {
    if name.is_empty() || !is_plain(name) {
        return None;
    }
    Interface::get(name)
}

/// Built files have plain names. Anything else, such as `..`, an encoded slash or a backslash, is
/// not looked for at all.
fn is_plain(name: &str) -> bool {
    let is_allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/');
    name.bytes().all(is_allowed) && name.split('/').all(|part| part != "." && part != "..")
}

/// Answers with the file: compressed where the client takes that, empty where the client has it already.
fn send_asset(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response<Body> {
    let kind = asset_content_type(&file);
    let compresses = is_text(&kind);
    let packed = if compresses && takes_gzip(headers) { gzip_asset(&file) } else { None };
    let tag = asset_etag(&file, packed.is_some());
    let known = headers.get(IF_NONE_MATCH).is_some_and(|v| names_tag(v, &tag));
    let compressed = packed.is_some();
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        // A file that is part of the program is sent from where it is, for many clients at once.
        let plain = || match file.data {
            Cow::Borrowed(data) => Bytes::from_static(data),
            Cow::Owned(data) => Bytes::from(data),
        };
        Body::from(packed.unwrap_or_else(plain)).into_response()
    };
    let set = response.headers_mut();
    // Names below `assets/` carry a hash of the content: another content has another name.
    let keep = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    set.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    if compresses {
        set.insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    if compressed {
        set.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    set.extend(HeaderValue::from_str(&tag).ok().map(|value| (ETAG, value)));
    set.extend(HeaderValue::from_str(&kind).ok().map(|value| (CONTENT_TYPE, value)));
    response
}

/// Compressed files by the hash of what is in them. There are as many as the interface has files.
static PACKED: LazyLock<Mutex<HashMap<[u8; 32], Bytes>>> = LazyLock::new(Mutex::default);

/// The file, compressed; none where that fails or makes it no smaller.
fn gzip_asset(file: &EmbeddedFile) -> Option<Bytes> {
    let hash = file.metadata.sha256_hash();
    let find_packed = |known: &HashMap<[u8; 32], Bytes>| known.get(&hash).cloned();
    if let Some(bytes) = find_packed(&PACKED.lock().unwrap_or_else(PoisonError::into_inner)) {
        return Some(bytes);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&file.data).ok()?;
    let bytes = Bytes::from(encoder.finish().ok().filter(|bytes| bytes.len() < file.data.len())?);
    PACKED.lock().unwrap_or_else(PoisonError::into_inner).insert(hash, bytes.clone());
    Some(bytes)
}

/// Whether the client takes gzip: it names it, or everything, and not with the weight 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let choices: Vec<(&str, bool)> = lines.flat_map(|line| line.split(',')).map(parse_coding).collect();
    let of =
        |name: &str| choices.iter().find(|(one, _)| one.eq_ignore_ascii_case(name)).map(|(_, taken)| *taken);
    of("gzip").or_else(|| of("*")).unwrap_or(false)
}

/// The name of one coding, and whether its weight lets it be used.
fn parse_coding(part: &str) -> (&str, bool) {
    let (name, weight) = part.split_once(';').unwrap_or((part, ""));
    let weight = weight.trim().strip_prefix("q=").and_then(|q| q.trim().parse::<f32>().ok());
    (name.trim(), weight != Some(0.0))
}

/// Whether `If-None-Match` names the tag, weak or strong.
fn names_tag(value: &HeaderValue, tag: &str) -> bool {
    let tags = value.to_str().unwrap_or_default().split(',').map(str::trim);
    tags.map(|one| one.strip_prefix("W/").unwrap_or(one)).any(|one| one == tag)
}

/// Whether compression pays for the content type.
fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") || matches!(kind, "image/svg+xml" | "application/json")
}

/// The content type; texts are UTF-8.
fn asset_content_type(file: &EmbeddedFile) -> String {
    match file.metadata.mimetype() {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        other => other.to_owned(),
    }
}

/// Each form of a file has a tag of its own.
fn asset_etag(file: &EmbeddedFile, packed: bool) -> String {
    let hash = file.metadata.sha256_hash();
    let hex: String = hash.iter().take(12).map(|b| format!("{b:02x}")).collect();
    let form = if packed { "-gz" } else { "" };
    format!("\"{hex}{form}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_is_looked_for() {
        for name in ["../Cargo.toml", "a/../../b", "..", "a\\b", "%2e%2e/x", "a\0b", "C:x", "./x"] {
            assert!(find_asset(name).is_none() && !is_plain(name), "{name}");
        }
        assert!(is_plain("assets/index-Db7ukc3q.js"));
    }

    #[test]
    fn gzip_is_sent_to_clients_that_take_it() {
        let accepts_gzip = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(value));
            takes_gzip(&headers)
        };
        for taken in ["gzip", "br, GZIP;q=0.5", "*", "deflate, gzip;q=1.0"] {
            assert!(accepts_gzip(taken), "{taken}");
        }
        for refused in ["", "br", "gzip;q=0", "gzip; q=0.0", "*;q=0", "gzip;q=0, *", "gzipped"] {
            assert!(!accepts_gzip(refused), "{refused}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn every_address_without_a_file_is_the_page() {
        assert_eq!(serve_asset("/", &HeaderMap::new()).status(), 200);
        assert_eq!(serve_asset("/busca/algo", &HeaderMap::new()).status(), 200);
        assert_eq!(serve_asset("/nada.js", &HeaderMap::new()).status(), 404);
        assert_eq!(serve_asset("/%2e%2e/etc/passwd", &HeaderMap::new()).status(), 404);
    }
}
