//! Parsing and verification of ID tokens (JWS, compact form): from the text to claims with a verified signature.

use super::keys::{Algorithm, KeySet, NoKey};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use celeiro_domain::team::ClaimProblem;
use serde::Deserialize;
use serde_json::Value;

/// Most characters of a token.
const MOST_CHARACTERS: usize = 32 * 1024;

/// Why a token is not believed. No text of it is in here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum TokenProblem {
    /// It has not the form of one.
    #[error("the token has not the form of one")]
    Form,
    /// It is not signed, or by a way that proves nothing.
    #[error("the token is not signed by a public key")]
    Algorithm,
    /// The issuer has no such key.
    #[error("the issuer has no key of the token's name")]
    KeyUnknown,
    /// The signature is another's.
    #[error("the signature of the token is not the issuer's")]
    Signature,
    /// What it says is for others.
    #[error(transparent)]
    Claims(#[from] ClaimProblem),
}

impl TokenProblem {
    /// Whether the ID token may verify with newer keys of the issuer.
    pub fn is_of_keys(self) -> bool {
        matches!(self, Self::KeyUnknown | Self::Signature)
    }
}

/// A token whose signature was not verified yet.
pub(super) struct SignedToken<'t> {
    algorithm: Algorithm,
    kid: Option<String>,
    message: &'t str,
    payload: Vec<u8>,
    signature: Vec<u8>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<Value>,
}

impl<'t> SignedToken<'t> {
    /// Parses an ID token of the company's sign-in, without verifying its signature.
    ///
    /// # Errors
    /// `Form`, `Algorithm`.
    pub fn parse(text: &'t str) -> Result<Self, TokenProblem> {
        let (header, message, payload, signature) = read_parts(text).ok_or(TokenProblem::Form)?;
        // What must be understood and is not: the token is not for readers such as this one.
        if header.crit.is_some() {
            return Err(TokenProblem::Form);
        }
        let algorithm = Algorithm::parse(&header.alg).ok_or(TokenProblem::Algorithm)?;
        Ok(Self { algorithm, kid: header.kid, message, payload, signature })
    }

    /// Verifies the signature of the ID token with the issuer's keys, and answers its claims.
    ///
    /// # Errors
    /// `KeyUnknown`, `Signature`; `Form` where signed claims are no JSON.
    pub fn verify(&self, keys: &KeySet) -> Result<Value, TokenProblem> {
        let message = self.message.as_bytes();
        keys.verify(self.algorithm, self.kid.as_deref(), message, &self.signature).map_err(|problem| {
            match problem {
                NoKey::Unknown => TokenProblem::KeyUnknown,
                NoKey::Other => TokenProblem::Signature,
            }
        })?;
        serde_json::from_slice(&self.payload).map_err(|_| TokenProblem::Form)
    }
}

/// Header, signed text, payload and signature of a token.
fn read_parts(text: &str) -> Option<(Header, &str, Vec<u8>, Vec<u8>)> {
    let (message, signature) = text.rsplit_once('.').filter(|_| text.len() <= MOST_CHARACTERS)?;
    let (header, payload) = message.split_once('.')?;
    let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).ok();
    let header: Header = serde_json::from_slice(&decode(header)?).ok()?;
    Some((header, message, decode(payload)?, decode(signature)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_signed_token_is_refused_before_its_claims_are_read() {
        let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
        let token = |header: &str| format!("{}.{}.{}", encode(header), encode("{}"), encode("signature"));
        let problem = |text: &str| SignedToken::parse(text).err();
        let whole = token(r#"{"alg":"ES256","jku":"https://id.evil.example"}"#);
        assert_eq!(problem(&whole), None);
        for header in [r#"{"alg":"none"}"#, r#"{"alg":"HS256"}"#, r#"{"alg":""}"#] {
            assert_eq!(problem(&token(header)), Some(TokenProblem::Algorithm), "{header}");
        }
        for text in [
            "",
            "..",
            "a.b",
            &token("{}"),
            &token(r#"{"alg":["ES256"]}"#),
            &token(r#"{"alg":"ES256","crit":["exp"]}"#),
            &format!("{whole}.{}", encode("more")),
            &format!("{whole}{}", "A".repeat(MOST_CHARACTERS)),
        ] {
            assert_eq!(problem(text), Some(TokenProblem::Form), "{text:.80}");
        }
    }
}
