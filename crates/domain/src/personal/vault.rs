//! The vault: notes that a person puts behind a password. What of it is checked before it is sealed.

use crate::catalog::{FieldError, FieldErrorCode, clean_text};
use crate::team::read_secret_text;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use specta::Type;
use std::fmt;
use unicode_normalization::UnicodeNormalization as _;

/// Most characters of a title.
pub const MAX_TITLE: usize = 200;
/// Most characters of a text.
pub const MAX_TEXT: usize = 20_000;
/// Fewest characters of a password. A guess costs a thief with the database a good part of a second, so that words
/// that are in no list last; what ten characters of one kind are worth, no length says.
pub const MIN_PASSWORD: usize = 10;
/// Most characters of a password.
pub const MAX_PASSWORD: usize = 200;
/// Fewest different characters of a password.
const MIN_DIFFERENT: usize = 5;
/// What a refused password is answered with.
const PASSWORD_FORMS: &str = "10..200, 5+ ≠";

/// A password as it came. Its text is in no log.
#[derive(Clone, PartialEq, Eq, Serialize, Type, JsonSchema)]
#[serde(transparent)]
pub struct Password(String);

impl<'de> Deserialize<'de> for Password {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_secret_text(deserializer).map(Self)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// The password `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The characters in one form (NFC), whichever keyboard they were typed on.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.nfc().collect::<String>().into_bytes()
    }

    /// Validates a new password of the vault.
    ///
    /// # Errors
    /// `TooLong` or `InvalidValue` with what is allowed; never with the password.
    pub fn check(&self, field: &str) -> Result<(), FieldError> {
        let length = self.0.chars().count();
        let mut different: Vec<char> = self.0.chars().collect();
        different.sort_unstable();
        different.dedup();
        if length > MAX_PASSWORD {
            return Err(FieldError::new(field, FieldErrorCode::TooLong, "…", PASSWORD_FORMS));
        }
        if length < MIN_PASSWORD || different.len() < MIN_DIFFERENT {
            return Err(FieldError::new(field, FieldErrorCode::InvalidValue, "…", PASSWORD_FORMS));
        }
        Ok(())
    }
}

/// A note as it is written. Its content is in no log.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VaultNoteDraft {
    /// What it is called, 1 to 200 characters.
    #[serde(deserialize_with = "read_secret_text")]
    #[specta(type = String)]
    pub title: String,
    /// Its text, at most 20,000 characters.
    #[serde(default, deserialize_with = "read_secret_text")]
    #[specta(type = String)]
    pub text: String,
}

impl fmt::Debug for VaultNoteDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VaultNoteDraft(…)")
    }
}

impl VaultNoteDraft {
    /// Cleans the title. The text stays to the letter, blanks and line breaks too: it may be a key.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(mut self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        self.title = clean_text(&self.title, "title", MAX_TITLE, &mut errors);
        if self.text.chars().count() > MAX_TEXT {
            errors.push(FieldError::new("text", FieldErrorCode::TooLong, "…", format!("0..{MAX_TEXT}")));
        }
        if self.title.is_empty() {
            errors.push(FieldError::new("title", FieldErrorCode::Required, "", format!("1..{MAX_TITLE}")));
        }
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_long_and_varied_and_never_printed() {
        for text in ["", "curta", "aaaaaaaaaaaaaaaa", "1212121212121212", &"abcde".repeat(41)] {
            assert!(Password::new(text).check("password").is_err(), "{text}");
        }
        for text in ["safra boa 2026", "ção-ção-ção-mel", &"abcde".repeat(40)] {
            assert_eq!(Password::new(text).check("password"), Ok(()), "{text}");
        }
        let secret = Password::new("lavoura seca");
        assert!(!format!("{secret:?}").contains("lavoura"));
        let error = Password::new("lavoura").check("password").unwrap_err();
        assert!(!format!("{error:?}").contains("lavoura"));
    }

    #[test]
    fn one_password_has_one_form() {
        assert_eq!(Password::new("ação").to_bytes(), Password::new("ac\u{327}a\u{303}o").to_bytes());
    }

    #[test]
    fn a_note_has_a_title_and_limits() {
        let note = |title: &str, text: &str| VaultNoteDraft { title: title.into(), text: text.into() };
        let wrong = |draft: VaultNoteDraft| draft.check().unwrap_err().remove(0).code;
        assert_eq!(wrong(note("  ", "x")), FieldErrorCode::Required);
        assert_eq!(wrong(note("a", &"x".repeat(MAX_TEXT + 1))), FieldErrorCode::TooLong);
        let clean = note(" Senha do silo ", " a  b\n\tlinha 2 ").check().unwrap();
        assert_eq!((clean.title.as_str(), clean.text.as_str()), ("Senha do silo", " a  b\n\tlinha 2 "));
        assert!(!format!("{clean:?}").contains("silo"));
    }
}
