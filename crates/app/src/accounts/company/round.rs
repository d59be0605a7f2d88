//! One redirect round of a browser to the issuer and back. All values of the round derive from one secret, which only
//! the browser's cookie holds: no server stores it, so the browser may return to another server.

use crate::accounts::credentials::secrets::hash_text;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// What goes along on the way. Without `Debug`: the verifier opens something.
pub(super) struct Round {
    /// Goes to the issuer and comes back: it ties the answer to the browser.
    pub state: String,
    /// Goes to the issuer and comes back in its token: it ties the token to the browser.
    pub nonce: String,
    /// Goes with the code, by this program itself: who has read the code cannot use it.
    pub verifier: String,
}

impl Round {
    /// Derives a redirect round to the issuer from a secret that the program drew.
    pub fn of(secret: &str) -> Self {
        let derive = |part: &str| encode(&hash_text(&format!("celeiro company {part}: {secret}")));
        Self { state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier") }
    }

    /// Hashes the `state` of a redirect round, as the database stores it.
    pub fn state_hash(&self) -> Vec<u8> {
        hash_text(&self.state)
    }

    /// Derives the PKCE challenge (`S256`) of the round's verifier, which the issuer gets beforehand.
    pub fn challenge(&self) -> String {
        encode(&hash_text(&self.verifier))
    }
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_has_one_round_and_no_part_of_it_gives_another_away() {
        let (one, same, other) = (Round::of("a"), Round::of("a"), Round::of("b"));
        assert_eq!((&one.state, &one.nonce, &one.verifier), (&same.state, &same.nonce, &same.verifier));
        let parts = [one.challenge(), one.state, one.nonce, one.verifier, other.state, other.nonce];
        for (at, part) in parts.iter().enumerate() {
            assert_eq!(part.len(), 43, "a verifier has 43 characters at least");
            assert!(!parts[at + 1..].contains(part));
        }
    }
}
