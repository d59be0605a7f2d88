//! What has to be known about an embedding server, checked before anything is sent.

use reqwest::{
    Url,
    header::{AUTHORIZATION, HeaderMap, HeaderValue},
};

use crate::{
    http::{self, AddressError, Attribution, KeyedClient, Reach},
    redact::Redactor,
    secret::{ExposeSecret, OriginKey, Secret},
};

/// Where requests go unless a base address is configured.
pub const DEFAULT_BASE_URL: &str = "https://openrouter.ai/api/v1";
/// The model unless one is configured (`EMBEDDING_MODEL`).
pub const DEFAULT_MODEL: &str = "text-embedding-3-small";
/// Its length of vector (`EMBEDDING_DIMENSIONS`).
pub const DEFAULT_DIMENSIONS: usize = 1536;
/// Longest vectors that can be stored and indexed (half precision in pgvector).
pub const MAX_DIMENSIONS: usize = 4000;

/// Everything that has to be known about a server and its model.
#[derive(Clone, Debug)]
pub struct RemoteConfig {
    /// Base address, such as [`DEFAULT_BASE_URL`]; `/embeddings` is added.
    pub base_url: String,
    /// Model name as the server knows it.
    pub model: String,
    /// Length of vector expected, 1 to [`MAX_DIMENSIONS`].
    pub dimensions: usize,
    /// Whether to send the length along. Off for servers that refuse the parameter.
    pub send_dimensions: bool,
    /// Bearer key, if the server wants one.
    pub key: Option<OriginKey>,
    /// By what a relay attributes requests.
    pub attribution: Attribution,
    /// Which addresses may be connected to.
    pub reach: Reach,
    /// Knows the keys that are blotted out of what the server says; the one above is added.
    pub redactor: Redactor,
}

impl Default for RemoteConfig {
    fn default() -> Self {
        Self {
            base_url: DEFAULT_BASE_URL.to_owned(),
            model: DEFAULT_MODEL.to_owned(),
            dimensions: DEFAULT_DIMENSIONS,
            send_dimensions: true,
            key: None,
            attribution: Attribution::default(),
            reach: Reach::default(),
            redactor: Redactor::default(),
        }
    }
}

/// Why a configuration cannot work. No message repeats a key or a header's value.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The base address does not parse or is not http(s).
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The model name is blank.
    #[error("the embedding model has no name")]
    NoModel,
    /// The length of vector is out of range.
    #[error("{0} dimensions are out of range (1 to {MAX_DIMENSIONS})")]
    Dimensions(usize),
    /// The key was entered for another origin and has to be entered again.
    #[error("the key was entered for {bound} and is not sent to another address; enter it again")]
    KeyOfAnotherOrigin {
        /// The origin that the key belongs to.
        bound: String,
    },
    /// The key holds characters that no header may hold.
    #[error("the key holds characters that cannot be sent")]
    BadKey,
    /// The value of a header holds characters that cannot be sent.
    #[error("header {0:?} cannot be sent")]
    BadHeader(&'static str),
    /// The HTTP client could not be built (for example, no root certificates).
    #[error("no HTTP client: {0}")]
    Client(String),
}

/// A checked configuration with its client.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub client: KeyedClient,
    pub url: Url,
    /// The model's name in requests; see [`wire_model`].
    pub wire_model: String,
    pub model: String,
    pub dimensions: usize,
    pub send_dimensions: bool,
    pub redactor: Redactor,
    pub headers: HeaderMap,
}

impl Endpoint {
    pub fn new(config: RemoteConfig) -> Result<Self, SetupError> {
        let base = http::parse_base(&config.base_url)?;
        let model = config.model.trim().to_owned();
        if model.is_empty() {
            return Err(SetupError::NoModel);
        }
        if !(1..=MAX_DIMENSIONS).contains(&config.dimensions) {
            return Err(SetupError::Dimensions(config.dimensions));
        }
        let key = key_for(&base, config.key.as_ref())?;
        key.iter().for_each(|key| config.redactor.add(key));
        Ok(Self {
            client: KeyedClient::new(&base, http::CONNECT_TIMEOUT, config.reach)
                .map_err(|e| SetupError::Client(e.without_url().to_string()))?,
            url: http::endpoint(&base, "embeddings"),
            wire_model: wire_model(&base, &model),
            model,
            dimensions: config.dimensions,
            send_dimensions: config.send_dimensions,
            headers: headers(&config.attribution, key.as_ref())?,
            redactor: config.redactor,
        })
    }
}

fn key_for(base: &Url, key: Option<&OriginKey>) -> Result<Option<Secret>, SetupError> {
    let Some(key) = key else { return Ok(None) };
    match key.for_address(base) {
        // Pasted keys come with blanks around them.
        Some(secret) => Ok(Some(secret.expose_secret().trim().into())),
        None => Err(SetupError::KeyOfAnotherOrigin { bound: key.origin().to_owned() }),
    }
}

fn headers(attribution: &Attribution, key: Option<&Secret>) -> Result<HeaderMap, SetupError> {
    let mut headers = attribution.headers().map_err(SetupError::BadHeader)?;
    if let Some(key) = key {
        let text = format!("Bearer {}", key.expose_secret());
        let mut value = HeaderValue::try_from(text).map_err(|_| SetupError::BadKey)?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
    }
    Ok(headers)
}

/// OpenRouter names models with their maker in front; OpenAI's own names work there too.
fn wire_model(base: &Url, model: &str) -> String {
    if base.host_str() == Some("openrouter.ai") && !model.contains('/') {
        format!("openai/{model}")
    } else {
        model.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> RemoteConfig {
        RemoteConfig { base_url: "http://127.0.0.1:9/v1".into(), ..RemoteConfig::default() }
    }

    #[test]
    fn a_bad_set_up_is_named() {
        let bad = |change: fn(&mut RemoteConfig)| {
            let mut config = config();
            change(&mut config);
            Endpoint::new(config).unwrap_err().to_string()
        };
        assert!(bad(|c| c.base_url = "nowhere".into()).contains("address"));
        assert!(bad(|c| c.model = "  ".into()).contains("name"));
        assert!(bad(|c| c.dimensions = 0).contains("out of range"));
        assert!(bad(|c| c.dimensions = 4001).contains("out of range"));
        assert!(bad(|c| c.attribution.site_name = Some("a\nb".into())).contains("title"));
    }

    #[test]
    fn a_key_of_another_origin_is_refused() {
        let elsewhere = Url::parse("https://openrouter.ai/api/v1").unwrap();
        let key = OriginKey::bind("sk-geheim".into(), &elsewhere);
        let error = Endpoint::new(RemoteConfig { key: Some(key), ..config() }).unwrap_err();
        assert!(matches!(error, SetupError::KeyOfAnotherOrigin { .. }));
    }

    #[test]
    fn a_key_that_no_header_can_hold_is_refused_unseen() {
        let here = Url::parse("http://127.0.0.1:9/").unwrap();
        let key = OriginKey::bind("ge\nheim".into(), &here);
        let error = Endpoint::new(RemoteConfig { key: Some(key), ..config() }).unwrap_err();
        assert!(!format!("{error:?} {error}").contains("heim"));
    }

    #[test]
    fn model_names_fit_the_server() {
        let at = |base: &str, model: &str| wire_model(&Url::parse(base).unwrap(), model);
        assert_eq!(at(DEFAULT_BASE_URL, DEFAULT_MODEL), "openai/text-embedding-3-small");
        assert_eq!(at(DEFAULT_BASE_URL, "qwen/qwen3-embedding-8b"), "qwen/qwen3-embedding-8b");
        assert_eq!(at("https://api.openai.com/v1", DEFAULT_MODEL), DEFAULT_MODEL);
    }
}
