//! A sentence in tokens: numbers, words, signs.

use crate::text::normalize_text;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// Digits, with the points and commas between them.
    Digits(String),
    /// Letters.
    Word(String),
    /// Any other character.
    Sign(char),
}

/// A token with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlacedToken {
    /// The token.
    pub token: Token,
    /// Whether no white space stands before it.
    pub glued: bool,
}

/// The tokens of a text, folded, without the marks of Markdown.
pub(super) fn tokenize(text: &str) -> Vec<PlacedToken> {
    let folded = normalize_text(&without_marks(text));
    let chars: Vec<char> = folded.chars().collect();
    let (mut tokens, mut at, mut glued) = (Vec::new(), 0, false);
    while let Some(&c) = chars.get(at) {
        if c.is_whitespace() {
            (at, glued) = (at + 1, false);
            continue;
        }
        let start = at;
        let token = if c.is_ascii_digit() {
            let inner = |at: usize| {
                matches!(chars[at], '.' | ',') && chars.get(at + 1).is_some_and(char::is_ascii_digit)
            };
            while at < chars.len() && (chars[at].is_ascii_digit() || inner(at)) {
                at += 1;
            }
            Token::Digits(chars[start..at].iter().collect())
        } else if c.is_alphabetic() {
            while at < chars.len() && chars[at].is_alphabetic() {
                at += 1;
            }
            Token::Word(chars[start..at].iter().collect())
        } else {
            at += 1;
            Token::Sign(if matches!(c, '−' | '–' | '—') { '-' } else { c })
        };
        tokens.push(PlacedToken { token, glued });
        glued = true;
    }
    tokens
}

/// `text` without emphasis, and without digits on key caps, which number lists.
fn without_marks(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_cap = |at: usize| {
        let after = chars.get(at + 1..).unwrap_or_default();
        chars[at].is_ascii_digit() && matches!(after, ['\u{fe0f}', '\u{20e3}', ..] | ['\u{20e3}', ..])
    };
    let kept = (0..chars.len()).filter(|at| !matches!(chars[*at], '*' | '_' | '`' | '~') && !is_cap(*at));
    kept.map(|at| chars[at]).collect()
}
