//! Tokens of queries and words of documents.

use super::{is_chatter, is_stop_word, normalize_text};

/// Maximum number of tokens that count in the lexical score of the enhanced fusion.
pub const MAX_SCORED_TOKENS: usize = 8;
/// Maximum number of terms of a query; later terms are ignored.
pub const MAX_TERMS: usize = 32;
/// Maximum length of a token, in characters; the rest of a longer token is ignored.
pub const MAX_TOKEN_CHARS: usize = 64;
/// A folded query with its tokens, as the lexical search uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryText {
    /// The folded query.
    pub normalized: String,
    /// Tokens, in order, without duplicates; at most [`MAX_TERMS`].
    pub tokens: Vec<String>,
}

impl QueryText {
    /// Folds the text of a query and splits it into tokens.
    pub fn parse(query: &str) -> Self {
        let normalized = normalize_text(query);
        let tokens = tokens_of_normalized(&normalized);
        Self { normalized, tokens }
    }

    /// Terms of the lexical search: the tokens, or the whole folded query if it has no token. Empty for a
    /// blank query, which finds nothing.
    pub fn terms(&self) -> Vec<String> {
        if !self.tokens.is_empty() {
            return self.tokens.clone();
        }
        let whole: String = self.normalized.chars().take(MAX_TOKEN_CHARS).collect();
        let whole = whole.trim_end();
        if whole.is_empty() { Vec::new() } else { vec![whole.to_owned()] }
    }
}

/// The searchable tokens of a query, folded, in order and without duplicates. The query is split at all
/// characters other than letters and digits, but codes stay whole (`2,4-d`, `04-14-08`, `250-ec`). Stop
/// words and tokens of fewer than three characters, or of fewer than two with a digit, are dropped.
pub fn extract_search_tokens(query: &str) -> Vec<String> {
    QueryText::parse(query).tokens
}

fn tokens_of_normalized(normalized: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for piece in split_text_pieces(normalized) {
        let token: String = piece.chars().take(MAX_TOKEN_CHARS).collect();
        let token = token.trim_end_matches(is_joiner);
        if is_searchable(token) && !tokens.iter().any(|t| t == token) {
            tokens.push(token.to_owned());
            if tokens.len() == MAX_TERMS {
                break;
            }
        }
    }
    tokens
}

/// Whether a token is long enough for a search and not a stop word.
fn is_searchable(token: &str) -> bool {
    let has_digit = token.chars().any(char::is_numeric);
    let least = if has_digit { 2 } else { 3 };
    token.chars().count() >= least && !is_stop_word(token)
}

/// Whether `c` can join the parts of a code: `2,4-d`, `0.5`, `400/40`, `250-ec`.
fn is_joiner(c: char) -> bool {
    matches!(c, '-' | ',' | '.' | '/')
}

/// Splits a text into codes and runs of letters and digits. A code is a run of pieces joined by
/// [`is_joiner`] with at least one digit.
fn split_text_pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut runs = runs(text);
    let mut parts = "".split(is_joiner as fn(char) -> bool);
    std::iter::from_fn(move || {
        loop {
            if let Some(part) = parts.find(|part| !part.is_empty()) {
                return Some(part);
            }
            let run = runs.next()?;
            if !run.bytes().any(|b| is_joiner(char::from(b))) {
                return Some(run);
            }
            let run = run.trim_matches(is_joiner);
            if is_code(run) {
                return Some(run);
            }
            parts = run.split(is_joiner);
        }
    })
}

/// Splits a text into runs of letters, digits and joiners. Every candidate of every search passes through
/// here and folded text is nearly all ASCII, so the function reads bytes and decodes characters only where
/// needed.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && run_char(text, at) == 0 {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
        let start = at;
        while at < bytes.len() {
            match run_char(text, at) {
                0 => break,
                length => at += length,
            }
        }
        (at > start).then(|| &text[start..at])
    })
}

/// The length in bytes of the character at `at` if it can be part of a run; 0 otherwise.
fn run_char(text: &str, at: usize) -> usize {
    let byte = text.as_bytes()[at];
    if byte.is_ascii() {
        return usize::from(byte.is_ascii_alphanumeric() || is_joiner(char::from(byte)));
    }
    text[at..].chars().next().filter(|c| c.is_alphanumeric()).map_or(0, char::len_utf8)
}

/// Whether `run` is a product code: it has a joiner, each piece has a digit or at most three letters, and
/// at least one piece has a digit.
fn is_code(run: &str) -> bool {
    let mut digit = false;
    let mut pieces = 0;
    for piece in run.split(is_joiner) {
        let has_digit = piece.chars().any(char::is_numeric);
        if piece.is_empty() || (!has_digit && piece.chars().count() > 3) {
            return false;
        }
        digit |= has_digit;
        pieces += 1;
    }
    digit && pieces > 1
}

/// Runs of letters and digits of a folded text, with codes kept whole as in a query. A whole-word match
/// compares these units.
pub fn plain_words(normalized: &str) -> impl Iterator<Item = &str> {
    split_text_pieces(normalized)
}

/// [`plain_words`] with the number of each word's segment. A segment ends at any punctuation except a
/// hyphen, quote or trade mark between words, so the words of one segment belong to one phrase, list entry
/// or value.
pub fn segmented_words(normalized: &str) -> Vec<(&str, u32)> {
    let mut out = Vec::new();
    let mut segment = 0;
    let mut end = 0;
    for word in plain_words(normalized) {
        let start = word.as_ptr() as usize - normalized.as_ptr() as usize;
        let gap = &normalized[end..start];
        if end > 0 && gap.chars().any(|c| !matches!(c, ' ' | '-' | '\'' | '"' | '®' | '™' | '_')) {
            segment += 1;
        }
        out.push((word, segment));
        end = start + word.len();
    }
    out
}

/// The content words of a folded catalog query, without stop words and chatter; these stay if the query has
/// nothing else.
pub fn content_of(normalized: &str) -> String {
    let words: Vec<&str> = plain_words(normalized).filter(|w| !is_stop_word(w)).collect();
    let telling: Vec<&str> = words.iter().copied().filter(|w| !is_chatter(w)).collect();
    match (telling.is_empty(), words.is_empty()) {
        (false, _) => telling.join(" "),
        (true, false) => words.join(" "),
        (true, true) => normalized.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(q: &str) -> Vec<String> {
        extract_search_tokens(q)
    }

    #[test]
    fn codes_stay_whole() {
        assert_eq!(tokens("NPK 04-14-08"), ["npk", "04-14-08"]);
        assert_eq!(tokens("2,4-D amina, 10-10-10; 250-EC"), ["2,4-d", "amina", "10-10-10", "250-ec"]);
        assert_eq!(tokens("polytrin 400/40 ec"), ["polytrin", "400/40"]);
        assert_eq!(tokens("lagarta-do-cartucho"), ["lagarta", "cartucho"]);
        assert_eq!(tokens("37.5 g/L"), ["37.5"]);
    }

    #[test]
    fn short_and_stop_words_go() {
        assert_eq!(tokens("qual o fungicida para a soja?"), ["fungicida", "soja"]);
        assert_eq!(tokens("5l 10 kg a1 x"), ["5l", "10", "a1"]);
        assert!(tokens("%%% \\ _ '").is_empty());
        assert_eq!(tokens("soja SOJA sôja"), ["soja"]);
    }

    #[test]
    fn terms_fall_back_to_the_whole_query() {
        assert_eq!(QueryText::parse(" % ").terms(), ["%"]);
        assert!(QueryText::parse(" \u{a0} ").terms().is_empty());
        assert_eq!(QueryText::parse("é").terms(), ["e"]);
    }

    #[test]
    fn segments_end_at_punctuation() {
        let words = segmented_words("mofo-branco (sclerotinia sclerotiorum); 2,4-d, milho");
        let segments: Vec<u32> = words.iter().map(|w| w.1).collect();
        let texts: Vec<&str> = words.iter().map(|w| w.0).collect();
        assert_eq!(texts, ["mofo", "branco", "sclerotinia", "sclerotiorum", "2,4-d", "milho"]);
        assert_eq!(segments, [0, 0, 1, 1, 2, 3]);
    }

    #[test]
    fn endless_queries_are_bounded() {
        let many: String = (0..10_000).map(|i| format!("palavra{i} ")).collect();
        assert_eq!(tokens(&many).len(), MAX_TERMS);
        assert_eq!(tokens(&"x".repeat(100_000))[0].len(), MAX_TOKEN_CHARS);
    }

    proptest! {
        #[test]
        fn tokens_are_clean(s in any::<String>()) {
            for t in extract_search_tokens(&s) {
                prop_assert!(!t.contains(' ') && t.starts_with(char::is_alphanumeric) && t.ends_with(char::is_alphanumeric));
                prop_assert_eq!(normalize_text(&t), t);
            }
        }
    }
}
