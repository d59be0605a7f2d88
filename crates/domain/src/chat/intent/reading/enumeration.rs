//! The parts of an enumeration: `3 rolos, uma lona e 200 mourões`.

use crate::chat::grounding::figures::tokens::{Token, What, numbers_at, sign_at, word_at};
use std::ops::Range;

/// The parts of an enumeration: between signs, `e`, `mais` and `and`.
pub(in crate::chat) fn split_parts(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 0..tokens.len() {
        let sign = matches!(sign_at(tokens, at), Some(',' | ';' | ':' | '+' | '?' | '!' | '.'));
        let word = match word_at(tokens, at) {
            Some("e" | "and" | "plus") => true,
            // `Mais barato` compares.
            Some("mais") => {
                let next = word_at(tokens, at + 1);
                !numbers_at(tokens, at + 1).is_empty() || matches!(next, Some("um" | "uma" | "o" | "a"))
            }
            _ => false,
        };
        if sign || word {
            parts.push(start..at);
            start = at + 1;
        }
    }
    parts.push(start..tokens.len());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The tokens as text: numbers and the signs between them stand together.
pub(in crate::chat) fn write_tokens(tokens: &[Token], range: Range<usize>) -> String {
    let mut text = String::new();
    let mut end = None;
    for token in &tokens[range] {
        if end.is_some_and(|end| end < token.range.start) {
            text.push(' ');
        }
        match &token.what {
            What::Word(word) => text.push_str(word),
            What::Number(values) => {
                text.push_str(&values.first().map(ToString::to_string).unwrap_or_default());
            }
            What::Sign(sign) => text.push(*sign),
        }
        end = Some(token.range.end);
    }
    text
}
