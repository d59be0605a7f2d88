//! What a request says of the host that it is for and of the page that it comes from.

use axum::http::Uri;
use axum::http::header::{HOST, HeaderMap, HeaderValue, ORIGIN};
use std::net::IpAddr;

/// The one host that the request names; none where it names several.
pub fn host_of<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Option<&'a str> {
    let mut hosts = headers.get_all(HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    let agrees = uri.authority().is_none_or(|a| a.as_str().eq_ignore_ascii_case(host));
    (hosts.next().is_none() && agrees).then_some(host)
}

/// A browser says where a request comes from; other clients say nothing.
pub fn same_origin(headers: &HeaderMap, host: &str) -> bool {
    let from_here = |site: &HeaderValue| matches!(site.as_bytes(), b"same-origin" | b"none");
    let is_own = |origin: &HeaderValue| {
        let parts = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        parts.is_some_and(|(scheme, authority)| {
            matches!(scheme, "http" | "https") && authority.eq_ignore_ascii_case(host)
        })
    };
    headers.get_all("sec-fetch-site").iter().all(from_here) && headers.get_all(ORIGIN).iter().all(is_own)
}

/// The host without its port; the colons of an IPv6 address stay.
pub fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

/// Whether a host is this machine by a name that leads nowhere else.
pub fn is_loopback_name(host: &str) -> bool {
    let name = without_port(host);
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|ip| ip.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_may_write() {
        let from = |name: &'static str, value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_static(value));
            same_origin(&headers, "127.0.0.1:4180")
        };
        assert!(same_origin(&HeaderMap::new(), "127.0.0.1:4180"));
        assert!(from("origin", "http://127.0.0.1:4180"));
        assert!(!from("origin", "http://127.0.0.1:1420"));
        assert!(!from("origin", "http://evil.example"));
        assert!(!from("origin", "null"));
        assert!(!from("sec-fetch-site", "cross-site"));
        assert!(from("sec-fetch-site", "same-origin"));
    }

    #[test]
    fn the_port_is_no_part_of_the_name() {
        assert_eq!(without_port("a:1"), "a");
        assert_eq!(without_port("[::1]:80"), "[::1]");
        assert_eq!(without_port("[::1]"), "[::1]");
        assert_eq!(without_port("a"), "a");
    }
}
