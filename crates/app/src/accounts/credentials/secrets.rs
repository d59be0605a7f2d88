//! Generated secrets: 256 random bits, stored in the database only as SHA-256.
//!
//! Unlike passwords, these secrets need no slow hash: 2^256 of them cannot be tried.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::RngCore as _;
use sha2::{Digest as _, Sha256};

/// How a token of a program begins, so that scanners of leaked texts know it.
pub(in crate::accounts) const TOKEN_PREFIX: &str = "cel_";
/// Random bytes of a secret.
const SECRET_BYTES: usize = 32;
/// Characters of a secret without its prefix.
const SECRET_CHARS: usize = 43;

/// A secret that was drawn, and its hash.
pub(in crate::accounts) struct NewSecret {
    pub text: String,
    pub hash: Vec<u8>,
}

/// Draws a secret that begins with `prefix`.
pub(in crate::accounts) fn draw_secret(prefix: &str) -> NewSecret {
    let mut bytes = [0; SECRET_BYTES];
    rand::rng().fill_bytes(&mut bytes);
    let text = format!("{prefix}{}", URL_SAFE_NO_PAD.encode(bytes));
    NewSecret { hash: hash_text(&text), text }
}

/// The hash of a secret that a client sent; none where the text has not the form of one, however long it is.
pub(in crate::accounts) fn hash_secret(prefix: &str, text: &str) -> Option<Vec<u8>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let drawn = text.strip_prefix(prefix)?;
    (drawn.len() == SECRET_CHARS && drawn.bytes().all(is_part)).then(|| hash_text(text))
}

/// SHA-256 of a text.
pub(in crate::accounts) fn hash_text(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_hash_and_no_two_are_alike() {
        let (first, second) = (draw_secret(TOKEN_PREFIX), draw_secret(TOKEN_PREFIX));
        assert_eq!(first.text.len(), TOKEN_PREFIX.len() + SECRET_CHARS);
        assert_eq!(hash_secret(TOKEN_PREFIX, &first.text), Some(first.hash));
        assert_ne!(first.text, second.text);
        assert_eq!(second.hash.len(), 32);
    }

    #[test]
    fn what_has_not_the_form_of_a_secret_is_not_hashed() {
        let secret = draw_secret("").text;
        assert!(hash_secret("", &secret).is_some());
        assert!(hash_secret(TOKEN_PREFIX, &secret).is_none(), "a session is no token");
        for text in [
            "",
            "x",
            &secret[1..],
            &format!("{secret}A"),
            &secret.replace(&secret[..1], "é"),
            &"a".repeat(100_000),
        ] {
            assert!(hash_secret("", text).is_none());
        }
    }
}
