//! What a composed answer is put together from, and how a line of it is written.

use crate::catalog::Item;
use crate::chat::answer::phrase::Phrase;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::grounding::money::format_amount;
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::plan::Intent;
use crate::chat::intent::safety::Concern;
use crate::search::{Hit, Lang, Source};
use crate::synonyms::SynonymIndex;
use crate::text::{normalize_text, plain_words};

/// A first word of a name that is shorter says too little to be quoted among many.
const LEAST_NAME_BYTES: usize = 4;

/// What there is to answer from.
#[derive(Debug, Clone, Copy)]
pub struct TurnFindings<'a> {
    /// The message, its trade's words in the catalog's language.
    pub message: &'a str,
    /// The message as it was written.
    pub written: &'a str,
    /// The message; beside one that goes on with a question of use (`e no trigo?`), that question too.
    pub use_question: &'a str,
    /// What may be wrong with a person: the help that needs stands before the answer already.
    pub concern: Option<Concern>,
    /// What it is taken for.
    pub intent: Intent,
    /// Hits of the catalog, in the order in which [`crate::chat::types::sources::number_sources`] had them.
    pub items: &'a [Hit],
    /// The name of the price list that their prices are of; none where they are those of the counter.
    pub price_list: Option<&'a str>,
    /// Hits of the FAQs, likewise.
    pub faqs: &'a [Hit],
    /// What the catalog was asked.
    pub question: &'a CatalogQuestion,
    /// What the FAQs were asked: the message, or what it goes on with too.
    pub faq_query: &'a str,
    /// Words of it that no item holds.
    pub missing: &'a [String],
    /// The words that mean the same.
    pub index: &'a SynonymIndex,
    /// The language of prices.
    pub lang: Lang,
}

/// Whether a hit holds a word of the message: vectors alone find something for any message.
pub(super) fn has_a_word(hit: &Hit) -> bool {
    let hits = hit.lexical_signals.as_ref().is_some_and(|signals| !signals.tokens_hit.is_empty());
    hits || hit.source != Source::Vector
}

/// Whether the message has the first word of the item's name.
pub(super) fn is_named_in(found: &TurnFindings<'_>, item: &Item) -> bool {
    let name = normalize_text(&item.name);
    let first = plain_words(&name).next().unwrap_or_default();
    first.len() >= LEAST_NAME_BYTES && plain_words(&normalize_text(found.written)).any(|word| word == first)
}

/// The price of an item, or that it has none.
pub(super) fn price_text(item: &Item, lang: Lang, text: &impl Fn(Phrase) -> String) -> String {
    let price = item.price.map(|price| format_amount(price, &sanitize_field(&item.currency, 8), lang));
    price.unwrap_or_else(|| text(Phrase::NoPrice))
}

/// One line of text as Markdown that shows just that text. A `_` within a word (`rotulo_frente`) emphasises nothing, and
/// stays readable where an answer is read as it is stored.
pub(crate) fn escape_line(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut before = None;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let is_within = c == '_'
            && before.is_some_and(char::is_alphanumeric)
            && rest.peek().is_some_and(|next| next.is_alphanumeric());
        if !is_within && matches!(c, '\\' | '`' | '*' | '_' | '~' | '#' | '&' | '!' | '$') {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_within_a_word_is_no_emphasis_and_one_around_it_is() {
        assert_eq!(escape_line("rotulo_frente_2.pdf"), "rotulo_frente_2.pdf");
        assert_eq!(escape_line("_rotulo_ #1 a__b"), "\\_rotulo\\_ \\#1 a\\_\\_b");
    }
}
