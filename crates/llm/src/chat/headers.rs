//! The headers of every request: the key in its vendor's place, and who asks.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::{ChatError, ChatModelConfig, ErrorClass, Vendor};
use crate::secret::{ExposeSecret, Secret};

/// Version of Anthropic's interface that the decoders were written for.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// The key that belongs to the configured address, without the blanks of a careless paste.
pub(super) fn key_of(config: &ChatModelConfig) -> Result<Option<Secret>, ChatError> {
    let Some(key) = &config.key else { return Ok(None) };
    match key.for_address(&config.base) {
        Some(secret) => Ok(Some(secret.expose_secret().trim().into())),
        None => Err(setup_error(format!(
            "the key was entered for {} and is not sent to another address; enter it again",
            key.origin()
        ))),
    }
}

/// The headers of every request of a vendor: the key where the vendor wants it, and the attribution.
pub(super) fn build_headers(config: &ChatModelConfig, key: Option<&Secret>) -> Result<HeaderMap, ChatError> {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        let (name, value) = match config.vendor {
            Vendor::OpenRouter | Vendor::OpenAi => {
                ("authorization", format!("Bearer {}", key.expose_secret()))
            }
            Vendor::Gemini => ("x-goog-api-key", key.expose_secret().to_owned()),
            Vendor::Anthropic => ("x-api-key", key.expose_secret().to_owned()),
        };
        let mut value = HeaderValue::try_from(value)
            .map_err(|_| setup_error("the key holds characters that cannot be sent".to_owned()))?;
        value.set_sensitive(true);
        headers.insert(HeaderName::from_static(name), value);
    }
    if config.vendor == Vendor::Anthropic {
        headers.insert("anthropic-version", HeaderValue::from_static(ANTHROPIC_VERSION));
    }
    if config.vendor == Vendor::OpenRouter {
        let attribution = config.attribution.headers();
        headers.extend(
            attribution
                .map_err(|name| setup_error(format!("{name} holds characters that cannot be sent")))?,
        );
    }
    Ok(headers)
}

/// An error of the settings: no repetition helps.
pub(super) fn setup_error(text: String) -> ChatError {
    ChatError::new(ErrorClass::Setup, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::{Attribution, Url};
    use crate::secret::OriginKey;

    fn config(vendor: Vendor) -> ChatModelConfig {
        ChatModelConfig::new(vendor, Url::parse(vendor.default_base()).unwrap())
    }

    #[test]
    fn the_key_goes_in_the_header_of_its_vendor_and_is_hidden_from_logs() {
        for (vendor, name, value) in [
            (Vendor::OpenRouter, "authorization", "Bearer abc"),
            (Vendor::OpenAi, "authorization", "Bearer abc"),
            (Vendor::Gemini, "x-goog-api-key", "abc"),
            (Vendor::Anthropic, "x-api-key", "abc"),
        ] {
            let headers = build_headers(&config(vendor), Some(&"abc".into())).unwrap();
            assert_eq!(headers[name], value, "{vendor}");
            assert!(headers[name].is_sensitive() && !format!("{headers:?}").contains("abc"), "{vendor}");
            let bare = build_headers(&config(vendor), None).unwrap();
            assert!(!bare.contains_key(name), "{vendor}");
            assert_eq!(bare.contains_key("anthropic-version"), vendor == Vendor::Anthropic);
        }
    }

    #[test]
    fn a_key_that_would_break_the_line_is_refused_without_being_told() {
        for key in ["ab\nc-secret", "ab\r\nx: c-secret", "c-secret\0"] {
            let error = build_headers(&config(Vendor::OpenAi), Some(&key.into())).unwrap_err();
            assert_eq!(error.class, ErrorClass::Setup);
            assert!(!format!("{error:?}").contains("secret"), "{error}");
        }
    }

    #[test]
    fn the_name_of_the_shop_goes_to_the_relay_alone() {
        let attribution =
            Attribution { site_url: Some("https://loja.example".into()), site_name: Some(" Loja ".into()) };
        for vendor in Vendor::ALL {
            let config = ChatModelConfig { attribution: attribution.clone(), ..config(vendor) };
            let headers = build_headers(&config, None).unwrap();
            assert_eq!(headers.contains_key("http-referer"), vendor == Vendor::OpenRouter, "{vendor}");
        }
        let broken = Attribution { site_url: None, site_name: Some("Loja\nx".into()) };
        let relay = ChatModelConfig { attribution: broken.clone(), ..config(Vendor::OpenRouter) };
        assert_eq!(build_headers(&relay, None).unwrap_err().class, ErrorClass::Setup);
        let direct = ChatModelConfig { attribution: broken, ..config(Vendor::OpenAi) };
        assert!(build_headers(&direct, None).is_ok());
    }

    #[test]
    fn a_key_is_trimmed_and_kept_from_every_other_address() {
        let bind_key = |address: &str| OriginKey::bind(" abc\n".into(), &Url::parse(address).unwrap());
        let of = |key| key_of(&ChatModelConfig { key, ..config(Vendor::OpenAi) });
        assert!(of(None).unwrap().is_none());
        let own = of(Some(bind_key("https://api.openai.com/elsewhere"))).unwrap().unwrap();
        assert_eq!(own.expose_secret(), "abc");
        let error = of(Some(bind_key("https://api.openai.com.evil.example"))).unwrap_err();
        assert_eq!(error.class, ErrorClass::Setup);
        assert!(error.message.contains("https://api.openai.com.evil.example"), "{}", error.message);
        assert!(!error.message.contains("abc"));
    }
}
