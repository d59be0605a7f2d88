//! Texts that open something.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::fmt;

/// A password, or another text that opens something, on its way. It is in no log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(transparent)]
pub struct SecretText(String);

impl SecretText {
    /// The secret `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself.
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
}
