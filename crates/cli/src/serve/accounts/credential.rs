//! What a request brings to say who sends it. Addresses are never read for it: they stand in logs, in histories
//! of browsers and in what pages tell each other.

use super::cookie::{Way, read_session};
use axum::http::Uri;
use axum::http::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use subtle::ConstantTimeEq as _;

/// What tokens of programs begin with.
const TOKEN_START: &str = "cel_";
/// Schemes by which a browser is known to a proxy. It goes on sending them with each request, and a proxy passes them
/// on: they say nothing to Celeiro, and hide nothing of what does.
const SCHEMES_OF_PROXIES: [&str; 4] = ["basic", "digest", "negotiate", "ntlm"];

/// What a request brings. Without `Debug`: the texts open something.
#[derive(PartialEq, Eq)]
pub enum Credential {
    /// Nothing.
    Absent,
    /// The server's own token (`CELEIRO_TOKEN`, or the one that was made at the start).
    ServerToken,
    /// The token of an account, for programs.
    ApiToken(String),
    /// The session of a browser.
    Session(String),
    /// Something that is none of these.
    Unknown,
}

impl Credential {
    /// Reads the credential of a request from its headers. What a program states counts before the cookie that a browser
    /// adds by itself; what is meant for a proxy does not count beside that cookie, and is unknown without it.
    pub fn read(uri: &Uri, headers: &HeaderMap, server_token: Option<&str>) -> Self {
        let all = headers.get_all(AUTHORIZATION);
        let mut stated = all.iter();
        let Some(first) = stated.next() else {
            return read_session(headers, Way::of(uri, headers)).map_or(Self::Absent, Self::Session);
        };
        if all.iter().all(is_for_proxy) {
            return read_session(headers, Way::of(uri, headers)).map_or(Self::Unknown, Self::Session);
        }
        let token = first.to_str().ok().and_then(bearer_token).filter(|_| stated.next().is_none());
        let Some(token) = token else { return Self::Unknown };
        // Compared in constant time, so that the time taken tells nothing of the token.
        if server_token.is_some_and(|needed| bool::from(token.as_bytes().ct_eq(needed.as_bytes()))) {
            return Self::ServerToken;
        }
        if token.starts_with(TOKEN_START) { Self::ApiToken(token.to_owned()) } else { Self::Unknown }
    }

    /// The text that an account is found by.
    pub fn secret(&self) -> Option<&str> {
        match self {
            Self::ApiToken(secret) | Self::Session(secret) => Some(secret),
            Self::Absent | Self::ServerToken | Self::Unknown => None,
        }
    }
}

/// Whether an `Authorization` header is one that a browser sends for a proxy.
fn is_for_proxy(header: &HeaderValue) -> bool {
    let scheme = header.as_bytes().split(|byte| *byte == b' ').next().unwrap_or_default();
    SCHEMES_OF_PROXIES.iter().any(|known| scheme.eq_ignore_ascii_case(known.as_bytes()))
}

/// The token of an `Authorization: Bearer` header.
fn bearer_token(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(headers: &[(&'static str, &'static str)], server_token: Option<&str>) -> Credential {
        let mut all = HeaderMap::new();
        all.insert("host", HeaderValue::from_static("127.0.0.1:4180"));
        for (name, value) in headers {
            all.append(*name, HeaderValue::from_static(value));
        }
        Credential::read(&Uri::from_static("/api/me?token=cel_abc&access_token=cel_abc"), &all, server_token)
    }

    #[test]
    fn what_is_stated_counts_before_the_cookie_and_an_address_never() {
        let cookie = ("cookie", "__Host-celeiro=abc");
        let make_header = |value| ("authorization", value);
        let is = |headers: &[_], expected: Credential| read(headers, Some("abre-te")) == expected;
        assert!(is(&[], Credential::Absent));
        assert!(is(&[cookie], Credential::Session("abc".into())));
        assert!(is(&[cookie, make_header("Bearer cel_x")], Credential::ApiToken("cel_x".into())));
        assert!(is(&[cookie, make_header("bearer  abre-te ")], Credential::ServerToken));
        for wrong in
            ["Bearer abre-t", "Bearer abre-te2", "Basics abre-te", "Bearer", "abre-te", "Bearer CEL_x", ""]
        {
            assert!(is(&[cookie, make_header(wrong)], Credential::Unknown), "{wrong}");
        }
        assert!(is(&[make_header("Bearer abre-te"), make_header("Bearer cel_x")], Credential::Unknown));
        assert!(read(&[make_header("Bearer abre-te")], None) == Credential::Unknown);
    }
    #[test]
    fn what_a_browser_sends_for_a_proxy_hides_no_session_and_opens_nothing() {
        let cookie = ("cookie", "__Host-celeiro=abc");
        let make_header = |value| ("authorization", value);
        let is = |headers: &[_], expected: Credential| read(headers, Some("abre-te")) == expected;
        for header in
            ["Basic YW5hOmFicmUtdGU=", "basic abre-te", "Basic", "Digest username=ana", "NTLM cel_x"]
        {
            assert!(is(&[cookie, make_header(header)], Credential::Session("abc".into())), "{header}");
            assert!(is(&[make_header(header)], Credential::Unknown), "{header}");
            let beside_token = [cookie, make_header(header), make_header("Bearer abre-te")];
            assert!(is(&beside_token, Credential::Unknown), "two that disagree: {header}");
        }
        assert!(is(
            &[cookie, make_header("Basic a"), make_header("Basic b")],
            Credential::Session("abc".into())
        ));
    }
}
