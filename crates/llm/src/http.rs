//! HTTP for the whole crate: building clients and reading bodies.
//!
//! A client for requests with a key follows no redirects, because a key belongs to one origin. It has no
//! total timeout; every caller sets and enforces a deadline. Bodies have a size limit, because a server
//! may send without end.

use std::{net::IpAddr, sync::Once, time::Duration};

pub use reqwest::Url;
use reqwest::{
    Client, ClientBuilder, RequestBuilder, Response,
    header::{HeaderMap, HeaderName, HeaderValue},
    redirect::Policy,
};

use crate::address::PublicResolver;
pub use crate::address::{PrivateAddress, Reach};

/// Timeout for a connection, including TLS.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum number of redirects for a request without a key (model downloads).
const MAX_REDIRECTS: usize = 5;

/// Why a body was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// The body is longer than the limit, in bytes.
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
    /// The connection ended in the middle of the body.
    #[error("the connection broke off in the middle of the answer")]
    Interrupted,
}

/// Why an address is no base address of an API.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a usable http(s) address: {0}")]
pub struct AddressError(&'static str);

/// Parses the base address of an API: `http` or `https`, with a host, without user or password.
///
/// # Errors
/// [`AddressError`] names the violated rule; it never contains the address, which may have a password.
pub fn parse_base(text: &str) -> Result<Url, AddressError> {
    let url = Url::parse(text.trim()).map_err(|_| AddressError("it does not parse"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(AddressError("the scheme must be http or https"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(AddressError("the host is missing"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError("user and password do not belong in it"));
    }
    Ok(url)
}

/// Appends `segment` to the path of `base`. The query stays, because some hosts require one.
pub fn endpoint(base: &Url, segment: &str) -> Url {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(segment.split('/'));
    }
    url
}

/// A client for requests with a key. Clones share connections.
#[derive(Clone, Debug)]
pub struct KeyedClient {
    client: Client,
    reach: Reach,
}

impl KeyedClient {
    /// Creates a client for requests to `base` with the connection timeout `connect`. It follows no
    /// redirects and uses no proxy for loopback addresses. With [`Reach::Public`] it uses no proxy at
    /// all: a proxy resolves names itself, so the client could not check the address.
    ///
    /// # Errors
    /// The error of the TLS set-up, for example without root certificates.
    pub fn new(base: &Url, connect: Duration, reach: Reach) -> Result<Self, reqwest::Error> {
        let mut builder = common_client_builder().connect_timeout(connect).redirect(Policy::none());
        if is_loopback(base) {
            builder = builder.no_proxy();
        }
        if reach == Reach::Public {
            builder = builder.no_proxy().dns_resolver(PublicResolver);
        }
        Ok(Self { client: builder.build()?, reach })
    }

    /// Starts a GET request.
    ///
    /// # Errors
    /// [`PrivateAddress`] if `url` is outside the client's reach.
    pub fn get(&self, url: Url) -> Result<RequestBuilder, PrivateAddress> {
        self.reach.check(&url).map(|()| self.client.get(url))
    }

    /// Starts a POST request.
    ///
    /// # Errors
    /// [`PrivateAddress`] if `url` is outside the client's reach.
    pub fn post(&self, url: Url) -> Result<RequestBuilder, PrivateAddress> {
        self.reach.check(&url).map(|()| self.client.post(url))
    }
}

/// Headers by which OpenRouter attributes a request to a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attribution {
    /// Address of the site (`HTTP-Referer`).
    pub site_url: Option<String>,
    /// Name of the site (`X-OpenRouter-Title`, and its former name `X-Title`).
    pub site_name: Option<String>,
}

impl Attribution {
    /// Builds the headers; blank values have none.
    ///
    /// # Errors
    /// The name of the first header with an invalid value.
    pub fn headers(&self) -> Result<HeaderMap, &'static str> {
        let mut headers = HeaderMap::new();
        let said = [
            ("http-referer", &self.site_url),
            ("x-openrouter-title", &self.site_name),
            ("x-title", &self.site_name),
        ];
        for (name, value) in said {
            if let Some(text) = value.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
                let value = HeaderValue::from_bytes(text.as_bytes()).map_err(|_| name)?;
                headers.insert(HeaderName::from_static(name), value);
            }
        }
        Ok(headers)
    }
}

/// Creates a client for downloads without a key. It follows at most five redirects, and none from https
/// to http.
///
/// # Errors
/// The error of the TLS set-up, for example without root certificates.
pub fn download_client(base: &Url) -> Result<Client, reqwest::Error> {
    let mut builder = common_client_builder().redirect(Policy::custom(|attempt| {
        let downgrade =
            attempt.url().scheme() != "https" && attempt.previous().iter().any(|url| url.scheme() == "https");
        if downgrade || attempt.previous().len() > MAX_REDIRECTS { attempt.stop() } else { attempt.follow() }
    }));
    if is_loopback(base) {
        builder = builder.no_proxy();
    }
    builder.build()
}

/// Reads a body of at most `limit` bytes.
///
/// # Errors
/// [`BodyError::TooLarge`] for a longer body, [`BodyError::Interrupted`] if the connection ends early.
pub async fn read_limited(mut response: Response, limit: usize) -> Result<Vec<u8>, BodyError> {
    if response.content_length().is_some_and(|length| length > limit as u64) {
        return Err(BodyError::TooLarge(limit));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| BodyError::Interrupted)? {
        if body.len() + chunk.len() > limit {
            return Err(BodyError::TooLarge(limit));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The innermost cause, such as "Connection refused". The outer errors name the address, which may
/// contain a key.
pub fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// What all clients share: TLS, the patience to connect, and the name of the program.
fn common_client_builder() -> ClientBuilder {
    install_tls_provider();
    Client::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .user_agent(concat!("celeiro/", env!("CARGO_PKG_VERSION")))
}

/// reqwest is built without a TLS provider and panics if the program installs none.
fn install_tls_provider() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // An error means that the host program has installed a provider already, which works as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

/// Whether the address is of this machine.
pub fn is_loopback(url: &Url) -> bool {
    url.host_str().is_some_and(|host| {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_addresses_are_checked() {
        for good in ["https://openrouter.ai/api/v1", " http://127.0.0.1:8080/v1/ ", "http://[::1]:1/"] {
            assert!(parse_base(good).is_ok(), "{good}");
        }
        for bad in ["", "openrouter.ai", "ftp://x/", "file:///etc/passwd", "https://u:p@host/v1"] {
            assert!(parse_base(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_endpoint_keeps_path_and_query() {
        let base = parse_base("https://host/api/v1/?api-version=3").unwrap();
        assert_eq!(endpoint(&base, "embeddings").as_str(), "https://host/api/v1/embeddings?api-version=3");
        let bare = parse_base("http://host").unwrap();
        assert_eq!(endpoint(&bare, "embeddings").as_str(), "http://host/embeddings");
    }

    #[test]
    fn this_machine_is_recognised() {
        for (text, local) in [
            ("http://localhost:1/", true),
            ("http://127.0.0.9/", true),
            ("http://[::1]/", true),
            ("http://10.0.0.1/", false),
        ] {
            assert_eq!(is_loopback(&Url::parse(text).unwrap()), local, "{text}");
        }
    }
}
