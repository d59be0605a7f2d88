//! Texts that open something.

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use specta::Type;
use std::fmt;

/// What is said of a value that is no text.
const SHAPE: &str = "of another shape";

/// A password, or another text that opens something, on its way. It is in no log.
#[derive(Clone, PartialEq, Eq, Serialize, Type, JsonSchema)]
#[serde(transparent)]
pub struct SecretText(String);

impl<'de> Deserialize<'de> for SecretText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_secret_text(deserializer).map(Self)
    }
}

/// Reads a text that opens something, or is to be read by its owner alone.
///
/// # Errors
/// The value is no text; the error does not repeat it, as those of the library do.
pub fn read_secret_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) => Ok(text),
        _ => Err(D::Error::custom(SHAPE)),
    }
}

/// Deserializes a secret such as a password, or null.
///
/// # Errors
/// Those of [`read_secret_text`].
pub fn read_nullable_secret_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        _ => Err(D::Error::custom(SHAPE)),
    }
}

impl SecretText {
    /// The secret `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Text of the secret, such as a password or token.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_printed() {
        let secret = SecretText::new("lavoura seca");
        assert!(!format!("{secret:?}").contains("lavoura"));
        assert_eq!(secret.expose(), "lavoura seca");
    }

    #[test]
    fn a_secret_of_another_shape_is_in_no_error() {
        for value in ["4711", "-4711", "4711.5", "true", "[4711]", r#"{"4711":4711}"#, "null"] {
            let error = serde_json::from_str::<SecretText>(value).unwrap_err().to_string();
            assert!(error.contains(SHAPE) && !error.contains("4711") && !error.contains("true"), "{error}");
        }
        assert_eq!(serde_json::from_str::<SecretText>(r#""lavoura""#).unwrap().expose(), "lavoura");
    }
}
