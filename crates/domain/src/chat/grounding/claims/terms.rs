//! Words of the catalog that the cited record does not have, and words that it has in denials alone.

use super::record::CitedRecord;
use super::sentence::Sentence;
use super::words::{WARNINGS, is_content, is_denial, is_one_of, is_trade_term, opposites_of, same_things};
use crate::synonyms::SynonymIndex;
use crate::text::{is_stop_word, normalize_text, plain_words};
use std::collections::HashSet;
use std::ops::Range;

/// What is known of words beyond the records.
pub struct CatalogTerms<'a> {
    /// Words that the catalog names things with, folded: in names, makers, categories and the values of
    /// attributes. Words of descriptions alone are speech.
    pub words: &'a HashSet<String>,
    /// The groups of words of one meaning.
    pub synonyms: &'a SynonymIndex,
}

/// Words of `sentence` that a claim may hang on and that no record in `held_to` has.
fn missing_words<'s>(
    sentence: &'s Sentence<'_>,
    held_to: &[&CitedRecord],
) -> impl Iterator<Item = &'s (String, Range<usize>)> {
    let content =
        sentence.words.iter().filter(|(word, range)| is_content(word) && !sentence.is_in_amount(range));
    content.filter(move |(word, _)| !held_to.iter().any(|record| record.has_word(word)))
}

impl CatalogTerms<'_> {
    /// Whether another name of what `word` means stands in the record.
    fn has_synonym(&self, record: &CitedRecord, word: &str) -> bool {
        let (_, groups) = self.synonyms.longest_phrase(&[word]);
        groups.iter().flat_map(|group| &group.terms).any(|term| has_term(record, term))
    }

    /// Whether the catalog has the word, in one of its forms.
    fn knows(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}

/// Whether the record has all words of the term that say something.
fn has_term(record: &CitedRecord, term: &str) -> bool {
    plain_words(term).filter(|word| !is_stop_word(word)).all(|word| record.has_word(word))
}

/// The places of words that name what the records in `held_to` are not: words of the catalog, and names
/// that nothing has.
pub(super) fn find_foreign_words(
    sentence: &Sentence<'_>,
    held_to: &[&CitedRecord],
    terms: &CatalogTerms<'_>,
) -> Vec<Range<usize>> {
    let missing = missing_words(sentence, held_to).filter(|(_, range)| !sentence.is_denied(range));
    let foreign = missing.filter(|(word, range)| {
        !held_to.iter().any(|record| terms.has_synonym(record, word))
            && (terms.knows(word)
                || is_trade_term(word)
                || same_things(word).next().is_some()
                || is_unknown_name(sentence, word, range))
    });
    foreign.map(|(_, range)| range.clone()).collect()
}

/// Whether a word is written like a name and stands where one would.
fn is_unknown_name(sentence: &Sentence<'_>, word: &str, range: &Range<usize>) -> bool {
    let capital = sentence.text[range.clone()].starts_with(char::is_uppercase);
    let first = sentence.text[..range.start].trim_end().ends_with(['.', ':', '!', '?', '*', '-', '(', '"'])
        || sentence.text[..range.start].trim().is_empty();
    capital && !first && !sentence.all.iter().any(|record| record.has_word(word))
}

/// What says that something is harmless; it denies nothing that a record affirms.
const HARMLESS: [&str; 23] = [
    "sem problema*",
    "sem risco*",
    "sem restric*",
    "sem perigo",
    "sem medo",
    "nao tem problema",
    "nao faz mal",
    "nao ha problema",
    "nao sente",
    "inofensiv*",
    "no harm",
    "harmless",
    "sem dano*",
    "nao causa",
    "nao afeta",
    "segur*",
    "nao oferece risco*",
    "nao ha risco*",
    "nao tem risco*",
    "nao traz risco*",
    "nao prejudic*",
    "sem prejuizo*",
    "sem receio",
];

/// The places of words that the cited records hold in denials and warnings alone, in a sentence that
/// neither denies nor warns.
pub(super) fn find_denied_words(sentence: &Sentence<'_>) -> Vec<Range<usize>> {
    let harmless: Vec<Range<usize>> = HARMLESS.iter().filter_map(|phrase| sentence.find(phrase)).collect();
    let in_harmless =
        |range: &Range<usize>| harmless.iter().any(|at| at.start <= range.start && range.end <= at.end);
    let cautious = sentence.words.iter().any(|(word, range)| {
        (is_denial(word, sentence.is_english) || is_one_of(word, &WARNINGS)) && !in_harmless(range)
    });
    if cautious {
        return Vec::new();
    }
    let items: Vec<&&CitedRecord> = sentence.held_to.iter().filter(|record| record.is_item).collect();
    let is_denied = |word: &str| {
        let holders: Vec<_> = items.iter().filter(|record| record.has_word(word)).collect();
        !holders.is_empty() && holders.iter().all(|record| record.denies_word(word))
    };
    let content = sentence.words.iter().filter(|(word, range)| {
        is_content(word)
            && !sentence.is_in_name(range)
            && !sentence.is_in_amount(range)
            && !in_harmless(range)
    });
    let found: Vec<_> = content.filter(|(word, _)| is_denied(word)).map(|(_, range)| range.clone()).collect();
    // One word of a warning may stand in any sentence; two of it, or one that is allowed, deny the warning.
    let permits = !harmless.is_empty() || sentence.has_any_phrase(&PERMISSIONS);
    if permits || found.len() > 1 { found } else { Vec::new() }
}

/// What makes a sentence say that something may be done or is there.
const PERMISSIONS: [&str; 27] = [
    "pode",
    "podem",
    "liberad*",
    "serve",
    "servem",
    "indicad*",
    "recomendad*",
    "tranquil*",
    "apropriad*",
    "adequad*",
    "permit*",
    "funciona",
    "combina",
    "tolera*",
    "carrega",
    "traz",
    "contem",
    "sem restricao",
    "toler*",
    "resiste*",
    "ate em",
    "ate mesmo",
    "ate quem",
    "mesmo em",
    "inclusive",
    "bom",
    "boa",
];

/// A word of which the records have the opposite and not the word itself.
pub(super) fn find_opposite(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let items = || sentence.held_to.iter().filter(|record| record.is_item);
    // `Sensível a manchas` is a warning and states what it says.
    let says = |record: &CitedRecord, word: &str| {
        record.states_word(word) || (is_one_of(word, &WARNINGS) && record.has_phrase(word))
    };
    let is_wrong = |word: &str| {
        opposites_of(word).iter().any(|(one, other)| {
            !items().any(|record| record.has_word(one)) && items().any(|record| says(record, other))
        })
    };
    let found = sentence
        .words
        .iter()
        .find(|(word, range)| !sentence.is_avoided(range) && !sentence.is_in_name(range) && is_wrong(word));
    found.map(|(_, range)| range.clone())
}

/// A sentence that lets something be left out of which the record speaks.
pub(super) fn find_wrong_exemption(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let exempts = [
        "nao e preciso",
        "nao precisa",
        "nem precisa",
        "sem precisar",
        "nao e necessario",
        "desnecessari*",
        "dispensa",
        "dispensam",
        "no need to",
    ];
    let at = exempts.iter().find_map(|phrase| sentence.find(phrase))?;
    let (word, range) =
        sentence.words.iter().find(|(word, range)| range.start >= at.end && is_content(word))?;
    let mut speaking =
        sentence.held_to.iter().filter(|record| record.is_item && record.has_word(word)).peekable();
    (speaking.peek().is_some() && speaking.all(|record| !record.denies_word(word)))
        .then_some(at.start..range.end)
}

/// Words of an answer on which a claim may hang: what [`CatalogTerms::words`] should tell of.
pub fn find_content_words(answer: &str) -> Vec<String> {
    let folded = normalize_text(answer);
    let mut words: Vec<String> =
        plain_words(&folded).filter(|word| is_content(word)).map(str::to_owned).collect();
    words.sort_unstable();
    words.dedup();
    words
}
