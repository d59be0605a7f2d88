//! Keys: text that may be sent to one server and is never shown.
//!
//! [`Secret`] has no `Display`, its `Debug` says only that something is there, and its memory is
//! wiped when it is dropped. [`OriginKey`] ties a key to the origin it was entered for, so that a
//! changed base address gets no key until a person has entered one again.
//!
//! Where keys are kept (the system's key store or a private file) is not decided here.

use reqwest::Url;
pub use secrecy::{ExposeSecret, SecretString as Secret};

/// A key together with the only origin (scheme, host and port) that may see it.
#[derive(Clone, Debug)]
pub struct OriginKey {
    secret: Secret,
    origin: String,
}

impl OriginKey {
    /// Ties `secret` to the origin of `address`. To be called where a person enters the key, or
    /// where a stored key is read together with the origin stored beside it.
    pub fn bind(secret: Secret, address: &Url) -> Self {
        Self { secret, origin: origin_of(address) }
    }

    /// The key, if `address` has the origin that the key belongs to.
    pub fn for_address(&self, address: &Url) -> Option<&Secret> {
        (self.origin == origin_of(address)).then_some(&self.secret)
    }

    /// The origin that the key belongs to, such as `https://openrouter.ai`.
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

/// Scheme, host and port: a key goes to no other.
fn origin_of(address: &Url) -> String {
    address.origin().ascii_serialization()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn a_key_is_given_to_its_own_origin_only() {
        let key = OriginKey::bind("sk-geheim".into(), &url("https://api.example/v1"));
        assert!(key.for_address(&url("https://api.example/v2/embeddings")).is_some());
        assert!(key.for_address(&url("https://api.example:443/v1")).is_some());
        for other in ["http://api.example/v1", "https://api.example:8443/", "https://evil.example/v1"] {
            assert!(key.for_address(&url(other)).is_none(), "{other}");
        }
    }

    #[test]
    fn debug_shows_no_key() {
        let key = OriginKey::bind("sk-geheim".into(), &url("https://api.example/v1"));
        assert!(!format!("{key:?}").contains("geheim"));
    }
}
