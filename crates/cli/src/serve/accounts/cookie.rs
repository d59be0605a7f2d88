//! The cookies of a browser: its session, and meanwhile the secret of a sign-in by the company.

use crate::serve::admission::host_names::{host_of, is_loopback_name};
use axum::http::Uri;
use axum::http::header::{COOKIE, HeaderMap, HeaderValue};
use celeiro_app::AppError;

/// Most characters of a session: those of today have 43.
const MOST_CHARACTERS: usize = 128;

/// How a request came here, by which browsers decide what cookies they keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By TLS, or from this machine: browsers keep cookies that are `Secure`, and no other site and no one on the
    /// line can set one whose name begins with `__Host-`.
    Protected,
    /// In the clear over a network: browsers drop what is `Secure`.
    Plain,
}

impl Way {
    /// Reads from a request whether its cookie goes over a protected connection. A client that lies about it
    /// (`X-Forwarded-Proto`) changes its own cookie alone.
    pub fn of(uri: &Uri, headers: &HeaderMap) -> Self {
        let protocol = headers.get("x-forwarded-proto").and_then(|protocol| protocol.to_str().ok());
        // Each proxy appends its own; the first has what the browser used.
        let first = protocol.and_then(|list| list.split(',').next()).unwrap_or_default().trim();
        if first.eq_ignore_ascii_case("https") || host_of(uri, headers).is_some_and(is_loopback_name) {
            Self::Protected
        } else {
            Self::Plain
        }
    }

    /// The name of the cookie. Of a request, the cookie of its own way counts and no other: the plain one can be
    /// planted by others.
    pub fn cookie_name(self) -> &'static str {
        match self {
            Self::Protected => "__Host-celeiro",
            Self::Plain => "celeiro-session",
        }
    }

    /// The name of the cookie that a browser keeps while it signs in by the company.
    pub fn company_cookie_name(self) -> &'static str {
        match self {
            Self::Protected => "__Host-celeiro-company",
            Self::Plain => "celeiro-company",
        }
    }

    fn attributes(self) -> &'static str {
        match self {
            Self::Protected => "Path=/; HttpOnly; SameSite=Lax; Secure",
            Self::Plain => "Path=/; HttpOnly; SameSite=Lax",
        }
    }

    /// Builds the header that sets the session cookie of a browser.
    ///
    /// # Errors
    /// `internal` for a secret that no header can have.
    pub fn set(self, secret: &str, seconds: i64) -> Result<HeaderValue, AppError> {
        self.write(self.cookie_name(), secret, seconds)
    }

    /// Builds the header that sets the cookie with the secret of a sign-in by the company.
    ///
    /// # Errors
    /// `internal` for a secret that no header can have.
    pub fn set_company(self, secret: &str, seconds: i64) -> Result<HeaderValue, AppError> {
        self.write(self.company_cookie_name(), secret, seconds)
    }

    fn write(self, name: &str, secret: &str, seconds: i64) -> Result<HeaderValue, AppError> {
        let attributes = self.attributes();
        let value = HeaderValue::from_str(&format!("{name}={secret}; Max-Age={seconds}; {attributes}"));
        let mut value = value.map_err(|_| AppError::internal("a session that no header can have"))?;
        value.set_sensitive(true);
        Ok(value)
    }

    /// Builds the header that clears the session cookie of a browser.
    pub fn clear(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Protected => "__Host-celeiro=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure",
            Self::Plain => "celeiro-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
        })
    }

    /// Builds the header that clears the cookie with the secret of a sign-in by the company.
    pub fn clear_company(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Protected => "__Host-celeiro-company=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure",
            Self::Plain => "celeiro-company=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
        })
    }
}

/// The session in the cookies of a request; none where two cookies of the name disagree, because one of them was
/// planted.
pub fn read_session(headers: &HeaderMap, way: Way) -> Option<String> {
    read_secret(headers, way.cookie_name())
}

/// Reads the secret of a company sign-in from its cookie.
pub fn read_company_secret(headers: &HeaderMap, way: Way) -> Option<String> {
    read_secret(headers, way.company_cookie_name())
}

fn read_secret(headers: &HeaderMap, cookie: &str) -> Option<String> {
    let mut found: Option<&[u8]> = None;
    // Cookies of other programs on this host come along, and need not be text.
    let pairs =
        headers.get_all(COOKIE).iter().flat_map(|header| header.as_bytes().split(|byte| *byte == b';'));
    for pair in pairs {
        let Some(at) = pair.iter().position(|byte| *byte == b'=') else { continue };
        let (name, value) = (pair[..at].trim_ascii(), pair[at + 1..].trim_ascii());
        if name != cookie.as_bytes() {
            continue;
        }
        if found.is_some_and(|before| before != value) {
            return None;
        }
        found = Some(value);
    }
    let secret = std::str::from_utf8(found?).ok()?;
    let is_ours = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let fits = (1..=MOST_CHARACTERS).contains(&secret.len()) && secret.bytes().all(is_ours);
    fits.then(|| secret.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(host: &'static str, protocol: Option<&'static str>) -> Way {
        let mut headers = HeaderMap::new();
        headers.insert("host", HeaderValue::from_static(host));
        headers.extend(protocol.map(|protocol| {
            (axum::http::HeaderName::from_static("x-forwarded-proto"), HeaderValue::from_static(protocol))
        }));
        Way::of(&Uri::from_static("/api/session"), &headers)
    }

    #[test]
    fn browsers_keep_a_secure_cookie_from_this_machine_and_over_tls() {
        for host in ["127.0.0.1:4180", "localhost", "LocalHost:80", "[::1]:4180", "127.8.8.8"] {
            assert_eq!(way(host, None), Way::Protected, "{host}");
        }
        for host in ["192.168.0.7:4180", "granja.example", "localhost.evil.example", "[fd00::1]:4180"] {
            assert_eq!(way(host, None), Way::Plain, "{host}");
            assert_eq!(way(host, Some("https")), Way::Protected, "{host}");
            assert_eq!(way(host, Some("HTTPS, http")), Way::Protected, "{host}");
            assert_eq!(way(host, Some("http, https")), Way::Plain, "{host}");
        }
    }

    #[test]
    fn a_cookie_is_kept_from_scripts_and_from_other_sites() {
        let set = |way: Way| way.set("abc", 60).unwrap().to_str().unwrap().to_owned();
        let protected = set(Way::Protected);
        assert!(protected.starts_with("__Host-celeiro=abc; Max-Age=60; "), "{protected}");
        for part in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Secure"] {
            assert!(protected.contains(part), "{protected}");
        }
        let plain = set(Way::Plain);
        assert!(plain.starts_with("celeiro-session=abc; ") && !plain.contains("Secure"), "{plain}");
        assert!(!plain.contains("Domain") && !protected.contains("Domain"));
        for way in [Way::Protected, Way::Plain] {
            let cleared = way.clear().to_str().unwrap().to_owned();
            assert!(cleared.starts_with(&format!("{}=; Max-Age=0; ", way.cookie_name())), "{cleared}");
            assert!(cleared.ends_with(way.attributes()), "{cleared}");
        }
        assert!(Way::Plain.set("a\nb", 60).is_err());
    }

    #[test]
    fn one_session_is_read_among_other_cookies() {
        let read = |cookies: &[&'static [u8]], way: Way| {
            let mut headers = HeaderMap::new();
            for cookie in cookies {
                headers.append(COOKIE, HeaderValue::from_bytes(cookie).unwrap());
            }
            read_session(&headers, way)
        };
        let one = Some("abc".to_owned());
        assert_eq!(read(&[b"a=1; __Host-celeiro=abc; b=\xff"], Way::Protected), one);
        assert_eq!(read(&[b"a=1", b"x; celeiro-session=abc;"], Way::Plain), one);
        assert_eq!(read(&[b"celeiro-session=abc"], Way::Protected), None, "it can be planted");
        assert_eq!(read(&[b"__Host-celeiro=abc"], Way::Plain), None);
        assert_eq!(read(&[b"celeiro-session=abc; celeiro-session=abc"], Way::Plain), one);
        assert_eq!(read(&[b"celeiro-session=abc", b"celeiro-session=abd"], Way::Plain), None);
        for other in
            [&b"celeiro-session="[..], b"celeiro-session=a b", b"celeiro-session=\"abc\"", b"", b"=", b";;"]
        {
            assert_eq!(read(&[other], Way::Plain), None, "{other:?}");
        }
        let long = format!("celeiro-session={}", "a".repeat(MOST_CHARACTERS + 1));
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_str(&long).unwrap());
        assert_eq!(read_session(&headers, Way::Plain), None);
    }
}
