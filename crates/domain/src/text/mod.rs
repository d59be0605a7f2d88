//! Text as search sees it: folded text, tokens and words.
//!
//! Three views of a string, each for one purpose:
//! - [`normalize_text`]: the folded string, for substring search. The database function
//!   `normalize_text(text)` folds in the same way; a test compares both on every code point.
//! - [`extract_search_tokens`]: the tokens of a *query* that search looks up.
//! - [`plain_words`]: the words of a *document*; an equal word is a whole-word match.

pub mod calendar;
mod excerpt;
mod fold;
mod lookalike;
mod number_words;
mod stem;
mod stopwords;
#[cfg(test)]
mod tests;
mod tokens;
mod typo;

pub use excerpt::excerpt_around_terms;
pub use fold::{combining_mark_ranges, folds_to, lowercase_pairs, normalize_text, white_space_chars};
pub use lookalike::latin_letter;
pub use number_words::read_number;
pub use stem::Stemmer;
pub use stopwords::{is_chatter, is_stop_word};
pub use tokens::{
    MAX_SCORED_TOKENS, MAX_TERMS, MAX_TOKEN_CHARS, QueryText, content_of, extract_search_tokens, plain_words,
    segmented_words,
};
pub use typo::{may_be_slip, name_nearest, typo_allowance, typo_distance};
