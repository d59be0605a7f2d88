//! What was deleted, as keyed hashes: enough to know it again, and no word of it.
//!
//! A statement is known again in messages from before its deletion: by its exact words, by one shared word where it
//! comes from the same message, and else by half of its words. What a person says anew afterwards is new.

use super::words::{content_stems, normalize_statement};
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use uuid::Uuid;

/// A hash.
pub type Hash = [u8; 32];

/// Length of the key, in bytes.
pub const KEY_BYTES: usize = 32;
const BLOCK_BYTES: usize = 64;

/// Hashes with a key (HMAC-SHA-256, RFC 2104).
#[derive(Clone)]
pub struct Hasher {
    inner: [u8; BLOCK_BYTES],
    outer: [u8; BLOCK_BYTES],
}

/// The hashes of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementHashes {
    /// Of its normalized words.
    pub content: Hash,
    /// Of each of its words with content.
    pub words: BTreeSet<Hash>,
}

/// What is left of a deleted item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tombstone {
    /// Of its statement.
    pub content: Hash,
    /// Of its words.
    pub words: BTreeSet<Hash>,
    /// Of the ids of its messages.
    pub sources: BTreeSet<Hash>,
    /// When it was deleted.
    pub at: DateTime<Utc>,
}

impl Hasher {
    /// A hasher with this key.
    pub fn new(key: &[u8; KEY_BYTES]) -> Self {
        let (mut inner, mut outer) = ([0x36; BLOCK_BYTES], [0x5c; BLOCK_BYTES]);
        for (at, byte) in key.iter().enumerate() {
            inner[at] ^= byte;
            outer[at] ^= byte;
        }
        Self { inner, outer }
    }

    fn hash(&self, kind: &str, text: &str) -> Hash {
        let inner = Sha256::new().chain_update(self.inner).chain_update(kind).chain_update([0_u8]);
        let inner = inner.chain_update(text).finalize();
        Sha256::new().chain_update(self.outer).chain_update(inner).finalize().into()
    }

    /// Hashes a statement, so that memory knows a deleted one again.
    pub fn hash_statement(&self, content: &str) -> StatementHashes {
        StatementHashes {
            content: self.hash("content", &normalize_statement(content)),
            words: content_stems(content).iter().map(|stem| self.hash("word", stem)).collect(),
        }
    }

    /// Hashes the id of a message, so that memory knows a deleted source again.
    pub fn hash_source(&self, message: Uuid) -> Hash {
        self.hash("source", &message.to_string())
    }
}

impl Tombstone {
    /// Whether a statement of a message that was sent at `said_at` is what was deleted.
    pub fn covers(&self, statement: &StatementHashes, source: &Hash, said_at: DateTime<Utc>) -> bool {
        if said_at > self.at {
            return false;
        }
        let shared = self.words.intersection(&statement.words).count();
        let fewest = self.words.len().min(statement.words.len());
        self.content == statement.content
            || (shared > 0 && self.sources.contains(source))
            || (shared > 0 && shared * 2 >= fewest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_hash_needs_its_key_and_its_kind_and_no_spelling() {
        let (a, b) = (Hasher::new(&[1; 32]), Hasher::new(&[2; 32]));
        assert_ne!(a.hash_statement("Moro em Sorriso").content, b.hash_statement("Moro em Sorriso").content);
        assert_eq!(a.hash_statement("Moro em Sorriso."), a.hash_statement("moro  em SORRISO"));
        assert_ne!(a.hash("content", "a"), a.hash("word", "a"));
    }

    #[test]
    fn what_was_deleted_is_known_again_in_what_was_said_before_and_not_after() {
        let hasher = Hasher::new(&[7; 32]);
        let (source, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let gone = hasher.hash_statement("prefere retirar na loja de Sorriso");
        let tombstone = Tombstone {
            content: gone.content,
            words: gone.words,
            sources: [hasher.hash_source(source)].into(),
            at: at("2026-11-28T12:00:00Z"),
        };
        let covers = |content: &str, message: Uuid, said: &str| {
            tombstone.covers(&hasher.hash_statement(content), &hasher.hash_source(message), at(said))
        };
        let before = "2026-11-20T12:00:00Z";
        assert!(covers("Prefere retirar na loja de Sorriso.", other, before));
        assert!(covers("gosta de buscar em Sorriso", source, before), "another wording of the same message");
        assert!(covers("retira na loja", other, before), "of another message that says the same");
        assert!(!covers("é casado com a Ana", source, before), "another fact of that message");
        assert!(!covers("trabalha em Sorriso há dez anos com grãos e sementes", other, before));
        assert!(!covers("prefere retirar na loja de Sorriso", source, "2026-11-28T12:00:01Z"), "said anew");
    }
}
