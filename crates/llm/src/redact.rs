//! Keys, blotted out of whatever a server or a model sends back.
//!
//! Relays echo headers, error pages quote requests, models repeat what they are given. Everything
//! of a response that is shown, logged or stored (texts, names of models, ids in headers, errors)
//! passes through here where it comes in. A key is recognised in any case, with blanks or line
//! breaks between its characters, percent-encoded, in hexadecimal, in base64 (also within a longer
//! text), and by any piece of [`WINDOW`] bytes of it, so that halves of it are no way out.
//!
//! All keys of the program are looked for, not only the one that was sent: a server may have been
//! sent another one before.

use std::{
    collections::{BTreeMap, HashSet},
    hash::{BuildHasher, RandomState},
    sync::{Arc, PoisonError, RwLock},
};

use base64::{
    Engine,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};
use serde_json::Value;

use crate::secret::{ExposeSecret, Secret};

/// What stands in the place of a key.
pub const BLOT: &str = "***";
/// A piece of a key of so many bytes is blotted out like the whole.
const WINDOW: usize = 12;
/// Shorter keys are words that local servers are given (`ollama`); in a model's text they are no
/// secrets.
const LEAST_KEY_BYTES: usize = 8;

/// The keys that must not be seen. Clones share them. Has no `Debug` of its content.
#[derive(Clone, Default)]
pub struct Redactor(Arc<RwLock<KnownSecrets>>);

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Redactor(…)")
    }
}

#[derive(Default)]
struct KnownSecrets {
    /// Every way of writing each key, folded.
    spellings: Vec<Secret>,
    /// Hashes of all pieces of the spellings, by their length: pieces themselves would be copies of
    /// keys that nothing wipes.
    windows: BTreeMap<usize, HashSet<u64>>,
    /// Keys that are too short to be looked for everywhere.
    short: Vec<Secret>,
    hasher: RandomState,
}

impl Redactor {
    /// One that knows `key`, if there is one.
    pub fn of(key: Option<&Secret>) -> Self {
        let redactor = Self::default();
        key.iter().for_each(|key| redactor.add(key));
        redactor
    }

    /// Looks for `key` too, from now on and as long as the program runs.
    pub fn add(&self, key: &Secret) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).add(key.expose_secret().trim());
    }

    /// `text` without keys.
    pub fn redact(&self, text: &str) -> String {
        let known = self.lock_known();
        blot_marks(text, &known.marks(&FoldedText::of(text)))
    }

    /// Blots keys out of a server's message on a request, where short keys have no business either.
    pub fn redact_message(&self, text: &str) -> String {
        let known = self.lock_known();
        let text = blot_marks(text, &known.marks(&FoldedText::of(text)));
        known.short.iter().fold(text, |text, key| text.replace(key.expose_secret(), BLOT))
    }

    /// [`Redactor::redact`] in place.
    pub fn redact_in(&self, text: &mut String) {
        let known = self.lock_known();
        let marks = known.marks(&FoldedText::of(text));
        if !marks.is_empty() {
            *text = blot_marks(text, &marks);
        }
    }

    /// Blots keys out of every text in `value`, names of fields too.
    pub fn redact_value(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.redact_in(text),
            Value::Array(values) => values.iter_mut().for_each(|value| self.redact_value(value)),
            Value::Object(fields) => {
                for (mut name, mut value) in std::mem::take(fields) {
                    self.redact_in(&mut name);
                    self.redact_value(&mut value);
                    fields.insert(name, value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// For a text that arrives in pieces.
    pub fn stream(&self) -> RedactedStream {
        RedactedStream { redactor: self.clone(), held: String::new() }
    }

    fn lock_known(&self) -> std::sync::RwLockReadGuard<'_, KnownSecrets> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes keys out of a text that arrives in pieces.
#[derive(Clone, Default)]
pub struct RedactedStream {
    redactor: Redactor,
    /// The end of what came that may be the beginning of a key.
    held: String,
}

/// What is held may be most of a key.
impl std::fmt::Debug for RedactedStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RedactedStream")
    }
}

impl RedactedStream {
    /// Takes the next piece and gives what can be shown.
    pub fn take(&mut self, piece: &str) -> String {
        self.held.push_str(piece);
        let mut text = std::mem::take(&mut self.held);
        let undecided = self.redactor.lock_known().undecided_from(&FoldedText::of(&text), text.len());
        self.held = text.split_off(undecided);
        self.redactor.redact(&text)
    }

    /// The held-back end of the redacted stream, which is no whole key after all.
    pub fn rest(&mut self) -> String {
        self.redactor.redact(&std::mem::take(&mut self.held))
    }
}

impl KnownSecrets {
    fn add(&mut self, key: &str) {
        if key.is_empty() {
            return;
        }
        if key.len() < LEAST_KEY_BYTES {
            if !self.short.iter().any(|short| short.expose_secret() == key) {
                self.short.push(key.into());
            }
            return;
        }
        for spelling in key_spellings(key) {
            let folded = FoldedText::of(&spelling).bytes;
            let Ok(text) = String::from_utf8(folded.clone()) else { continue };
            if self.spellings.iter().any(|known| known.expose_secret() == text) {
                continue;
            }
            let length = folded.len().min(WINDOW);
            if length < LEAST_KEY_BYTES {
                continue;
            }
            let hashes = folded.windows(length).map(|piece| self.hasher.hash_one(piece));
            self.windows.entry(length).or_default().extend(hashes);
            self.spellings.push(text.into());
        }
    }

    /// The byte ranges of the text that belong to keys, in order and apart.
    fn marks(&self, text: &FoldedText) -> Vec<(usize, usize)> {
        let mut marks: Vec<(usize, usize)> = Vec::new();
        for (length, hashes) in &self.windows {
            for (at, piece) in text.bytes.windows(*length).enumerate() {
                if hashes.contains(&self.hasher.hash_one(piece)) {
                    marks.push((text.places[at].0, text.places[at + length - 1].1));
                }
            }
        }
        marks.sort_unstable();
        marks.into_iter().fold(Vec::new(), |mut apart: Vec<(usize, usize)>, (start, end)| {
            match apart.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => apart.push((start, end)),
            }
            apart
        })
    }

    /// Where the end of the text begins that may be the beginning of a key; `length` where nothing
    /// may.
    fn undecided_from(&self, text: &FoldedText, length: usize) -> usize {
        let spellings = || self.spellings.iter().map(|spelling| spelling.expose_secret().as_bytes());
        let find_beginning = |spelling: &[u8]| {
            let most = spelling.len().saturating_sub(1).min(text.bytes.len());
            (1..=most).rev().find(|begun| text.bytes.ends_with(&spelling[..*begun]))
        };
        let Some(begun) = spellings().filter_map(find_beginning).max() else { return length };
        // The end of a whole key may look like the beginning of one.
        if spellings().any(|whole| whole.len() > begun && text.bytes.ends_with(whole)) {
            return length;
        }
        text.places[text.bytes.len() - begun].0
    }
}

/// The ways in which a key is written into other texts.
fn key_spellings(key: &str) -> Vec<String> {
    let percent = key.bytes().map(|byte| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        byte => format!("%{byte:02x}"),
    });
    let hex = key.bytes().map(|byte| format!("{byte:02x}"));
    let mut all = vec![key.to_owned(), percent.collect(), hex.collect()];
    // Base64 turns three bytes into four characters: what a key looks like in a longer text depends
    // on where it begins, and its first and last characters on what stands beside it.
    for before in 0..3 {
        let bytes = [&[0; 2][..before], key.as_bytes()].concat();
        let sure = (before * 8).div_ceil(6)..bytes.len() * 8 / 6;
        for text in [STANDARD_NO_PAD.encode(&bytes), URL_SAFE_NO_PAD.encode(&bytes)] {
            all.push(text[sure.clone()].to_owned());
        }
    }
    all
}

/// A text in lower case without what can stand between the characters of a key and not be seen.
struct FoldedText {
    bytes: Vec<u8>,
    /// Where in the text the character of each byte begins and ends.
    places: Vec<(usize, usize)>,
}

impl FoldedText {
    fn of(text: &str) -> Self {
        let mut folded =
            Self { bytes: Vec::with_capacity(text.len()), places: Vec::with_capacity(text.len()) };
        for (at, character) in text.char_indices().filter(|(_, character)| !is_gap(*character)) {
            let mut buffer = [0; 4];
            for small in character.to_lowercase() {
                let bytes = small.encode_utf8(&mut buffer).as_bytes();
                folded.bytes.extend_from_slice(bytes);
                folded.places.extend(bytes.iter().map(|_| (at, at + character.len_utf8())));
            }
        }
        folded
    }
}

/// Blanks, line breaks, what is not seen, and the backslash of escapes.
fn is_gap(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '\\' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Replaces the marked ranges; they are in order and do not overlap.
fn blot_marks(text: &str, marks: &[(usize, usize)]) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut from = 0;
    for (start, end) in marks {
        shown.push_str(&text[from..*start]);
        shown.push_str(BLOT);
        from = *end;
    }
    shown.push_str(&text[from..]);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEY: &str = "sk-canary/é7f3c9+0Q";

    fn redactor() -> Redactor {
        Redactor::of(Some(&KEY.into()))
    }

    #[test]
    fn a_key_is_seen_in_every_spelling() {
        let plain = KEY.as_bytes();
        let hex: String = plain.iter().map(|byte| format!("{byte:02X}")).collect();
        for said in [
            KEY.to_owned(),
            KEY.to_uppercase(),
            "sk-canary%2F%C3%A97f3c9%2B0Q".to_owned(),
            "sk-canary%2f%c3%a97f3c9%2b0Q".to_owned(),
            KEY.replace('/', "\\/"),
            KEY.chars().map(|c| format!("{c} ")).collect(),
            KEY.replace("7f", "\r\n7f"),
            hex,
            STANDARD_NO_PAD.encode(plain),
            STANDARD_NO_PAD.encode(format!("user:{KEY}:more")),
            STANDARD_NO_PAD.encode(format!("Bearer {KEY}")),
            URL_SAFE_NO_PAD.encode(format!("{{\"authorization\":\"{KEY}\"}}")),
        ] {
            let shown = redactor().redact(&format!("a [{said}] b"));
            assert!(shown.contains(BLOT) && shown.len() < said.len() + 10, "{said} gives {shown}");
            let left: String = shown.split(BLOT).collect();
            assert!(!left.contains("canary") && !left.contains("c9+0"), "{said} gives {shown}");
        }
        assert_eq!(redactor().redact("a sk-canary b"), "a sk-canary b", "the control: no piece of it");
    }

    #[test]
    fn halves_of_a_key_are_seen() {
        let key = "sk-0123456789abcdefghijklmn";
        let redactor = Redactor::of(Some(&key.into()));
        assert_eq!(redactor.redact(&format!("{} and {}", &key[..14], &key[14..])), "*** and ***");
    }

    #[test]
    fn only_what_may_be_the_key_is_held_back() {
        let mut stream = Redactor::of(Some(&"sk-canary-é7f3c9".into())).stream();
        let shown = ["três", " sk-can", "ela sk-", "canary-é7f3", "c9!"].map(|piece| stream.take(piece));
        assert_eq!(shown, ["trê", "s ", "sk-canela ", "", "***!"]);
        assert_eq!(stream.rest(), "");
    }

    #[test]
    fn short_keys_are_words_of_a_model_but_not_of_a_refusal() {
        let redactor = Redactor::of(Some(&"ollama".into()));
        assert_eq!(redactor.stream().take("o ollama"), "o ollama");
        assert_eq!(redactor.redact_message("bad key ollama"), "bad key ***");
        assert!(!format!("{redactor:?} {:?}", redactor.stream()).contains("ollama"));
    }

    #[test]
    fn keys_of_other_providers_are_looked_for_too() {
        let redactor = Redactor::default();
        let shared = redactor.clone();
        shared.add(&"key-of-another-provider".into());
        let mut value = serde_json::json!({ "a": ["key-of-another-provider"], "key-of-another-provider": 1 });
        redactor.redact_value(&mut value);
        assert_eq!(value.to_string(), r#"{"a":["***"],"***":1}"#);
    }

    proptest! {
        #[test]
        fn no_cut_lets_a_key_through(
            before in "[sk\\-canary é]{0,12}", after in "[sk\\-canary é]{0,12}",
            cuts in proptest::collection::vec(0usize..60, 0..6),
        ) {
            const KEY: &str = "sk-canary-é7f3c9";
            let text = format!("{before}{KEY}{after}");
            let chars: Vec<char> = text.chars().collect();
            let mut places: Vec<usize> = cuts.into_iter().map(|cut| cut.min(chars.len())).collect();
            places.extend([0, chars.len()]);
            places.sort_unstable();
            let mut stream = Redactor::of(Some(&KEY.into())).stream();
            let mut shown = String::new();
            for pair in places.windows(2) {
                shown += &stream.take(&chars[pair[0]..pair[1]].iter().collect::<String>());
            }
            shown += &stream.rest();
            prop_assert_eq!(shown, text.replace(KEY, BLOT));
        }

        #[test]
        fn other_texts_stay_as_they_are(text in ".{0,200}") {
            prop_assert_eq!(redactor().redact(&text), text);
        }
    }
}
