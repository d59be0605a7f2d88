//! Words of the catalog that the cited record does not have, and words that it has in denials alone.

use super::record::{Record, stems_of_word};
use super::sentence::Sentence;
use crate::synonyms::SynonymIndex;
use crate::text::{Stemmer, is_chatter, is_stop_word, normalize_text, plain_words};
use rustc_hash::FxHashSet;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// What is known of words beyond the records.
pub struct CatalogTerms<'a> {
    /// Words that the catalog names things with, folded: in names, makers, categories and the values of
    /// attributes. Words of descriptions alone are speech.
    pub words: &'a HashSet<String>,
    /// The groups of words of one meaning.
    pub synonyms: &'a SynonymIndex,
}

/// Shorter words say little by themselves.
const LEAST_CHARS: usize = 4;

/// Words with which sellers speak of any product: where they alone are missing nothing is claimed.
static SPEECH: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
    let list = include_str!("../../../../data/claim_speech.txt");
    list.lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect()
});

/// Words before which a denial stands.
pub(super) const DENIALS: [&str; 14] = [
    "nao", "nem", "sem", "nunca", "jamais", "evit*", "exceto", "proib*", "impedir", "not", "never",
    "without", "no", "dispens*",
];

/// Words that warn of what stands with them, before or behind.
const WARNINGS: [&str; 26] = [
    "serio",
    "sente",
    "cuide",
    "hospeda",
    "sensive*",
    "toxic*",
    "veneno*",
    "fatal",
    "letal",
    "cuidado",
    "incompativ*",
    "corrosiv*",
    "limita",
    "mata",
    "matam",
    "fitotox*",
    "danific*",
    "risco",
    "perigo*",
    "colica",
    "separad*",
    "longe",
    "precipit*",
    "irrita",
    "parte",
    "atencao",
];

/// Whether `word` is one of `list`, whose entries may be beginnings (`toxic*`).
pub(super) fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|entry| match entry.strip_suffix('*') {
        Some(beginning) => word.starts_with(beginning),
        None => word == *entry,
    })
}

/// The stems that stand in `folded` in denials and warnings alone. A denial holds for what is behind it, and
/// for the whole clause where it ends it (`prego não incluso`); a warning for its clause.
pub(super) fn denied_stems(folded: &str) -> FxHashSet<String> {
    let (mut denied, mut stated) = (FxHashSet::default(), FxHashSet::default());
    for clause in folded.split(['.', ';', ':', '\n']).flat_map(|clause| clause.split(" mas ")) {
        let words: Vec<&str> = plain_words(clause).collect();
        let warns = words.iter().any(|word| is_one_of(word, &WARNINGS));
        let first = words.iter().position(|word| is_one_of(word, &DENIALS));
        let from = match first {
            _ if warns => 0,
            Some(at) if at + 2 >= words.len() => 0,
            Some(at) => at,
            None => words.len(),
        };
        stated.extend(words[..from].iter().flat_map(|word| stems_of_word(word)));
        denied.extend(words[from..].iter().flat_map(|word| stems_of_word(word)));
    }
    denied.retain(|stem| !stated.contains(stem));
    denied
}

/// Words of `sentence` that a claim may hang on and that no record in `held_to` has.
pub(super) fn missing_words<'s>(
    sentence: &'s Sentence<'_>,
    held_to: &[&Record],
) -> impl Iterator<Item = &'s (String, Range<usize>)> {
    let content =
        sentence.words.iter().filter(|(word, range)| is_content(word) && !sentence.is_in_amount(range));
    content.filter(move |(word, _)| !held_to.iter().any(|record| record.has_word(word)))
}

fn is_content(word: &str) -> bool {
    word.chars().count() >= LEAST_CHARS
        && word.chars().all(char::is_alphabetic)
        && !is_stop_word(word)
        && !is_chatter(word)
        && !SPEECH.contains(word)
        && !stems_of_word(word).any(|stem| SPEECH.contains(&stem))
}

impl CatalogTerms<'_> {
    /// Whether another name of what `word` means stands in the record.
    fn has_synonym(&self, record: &Record, word: &str) -> bool {
        let (_, groups) = self.synonyms.longest_phrase(&[word]);
        groups.iter().flat_map(|group| &group.terms).any(|term| has_term(record, term))
    }

    /// Whether the catalog has the word, in one of its forms.
    fn knows(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}

fn has_term(record: &Record, term: &str) -> bool {
    plain_words(term).filter(|word| !is_stop_word(word)).all(|word| record.has_word(word))
}

/// The places of words that name what the records in `held_to` are not: words of the catalog, and names
/// that nothing has.
pub(super) fn find_foreign_words(
    sentence: &Sentence<'_>,
    held_to: &[&Record],
    terms: &CatalogTerms<'_>,
) -> Vec<Range<usize>> {
    let missing = missing_words(sentence, held_to).filter(|(_, range)| !sentence.is_denied(range));
    let foreign = missing.filter(|(word, range)| {
        !held_to.iter().any(|record| terms.has_synonym(record, word))
            && (terms.knows(word) || is_trade_term(word) || is_unknown_name(sentence, word, range))
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

/// Classes and qualities of products, and groups of words of one thing.
struct TradeTerms {
    stems: FxHashSet<String>,
    groups: Vec<Vec<&'static str>>,
    /// Pairs of words that exclude one another.
    opposites: Vec<(&'static str, &'static str)>,
}

static TRADE_TERMS: LazyLock<TradeTerms> = LazyLock::new(|| {
    let list = include_str!("../../../../data/claim_terms.txt");
    let lines = || list.lines().filter(|line| !line.starts_with('#'));
    let terms = lines().filter(|line| !line.starts_with(['=', '!'])).flat_map(str::split_whitespace);
    let pairs = lines().filter_map(|line| line.strip_prefix('!')?.trim().split_once(' '));
    let groups = lines().filter_map(|line| line.strip_prefix('='));
    TradeTerms {
        stems: terms.map(|term| Stemmer::Inflection.stem(term)).collect(),
        groups: groups.map(|line| line.split_whitespace().collect()).collect(),
        opposites: pairs.flat_map(|(one, other)| [(one, other), (other, one)]).collect(),
    }
});

fn is_trade_term(word: &str) -> bool {
    TRADE_TERMS.stems.contains(&Stemmer::Inflection.stem(word))
}

/// Other words of the thing that `word` names.
pub(super) fn same_things(word: &str) -> impl Iterator<Item = &'static str> {
    let group = TRADE_TERMS.groups.iter().find(|group| group.contains(&word));
    group.into_iter().flatten().copied().filter(move |other| !other.is_empty())
}

/// What says that something is harmless; it denies nothing that a record affirms.
const HARMLESS: [&str; 16] = [
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
];

/// The places of words that the cited records hold in denials and warnings alone, in a sentence that
/// neither denies nor warns.
pub(super) fn find_denied_words(sentence: &Sentence<'_>) -> Vec<Range<usize>> {
    let harmless: Vec<Range<usize>> = HARMLESS.iter().filter_map(|phrase| sentence.find(phrase)).collect();
    let in_harmless =
        |range: &Range<usize>| harmless.iter().any(|at| at.start <= range.start && range.end <= at.end);
    let cautious = sentence.words.iter().any(|(word, range)| {
        (is_one_of(word, &DENIALS) || is_one_of(word, &WARNINGS)) && !in_harmless(range)
    });
    if !sentence.is_about_records || cautious {
        return Vec::new();
    }
    let items: Vec<&&Record> = sentence.held_to.iter().filter(|record| record.is_item).collect();
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
    let permits = !harmless.is_empty() || sentence.says(&PERMISSIONS);
    if permits || found.len() > 1 { found } else { Vec::new() }
}

/// What makes a sentence say that something may be done or is there.
const PERMISSIONS: [&str; 20] = [
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
];

/// A word of which the records have the opposite and not the word itself.
pub(super) fn find_opposite(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let items = || sentence.held_to.iter().filter(|record| record.is_item);
    let is_wrong = |word: &str| {
        TRADE_TERMS.opposites.iter().any(|(one, other)| {
            Stemmer::Inflection.stem(one) == Stemmer::Inflection.stem(word)
                && !items().any(|record| record.has_word(one))
                && items().any(|record| record.states_word(other))
        })
    };
    let found = sentence
        .words
        .iter()
        .find(|(word, range)| !sentence.is_denied(range) && !sentence.is_in_name(range) && is_wrong(word));
    found.map(|(_, range)| range.clone())
}

/// A sentence that lets something be left out of which the record speaks.
pub(super) fn find_wrong_exemption(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let exempts =
        ["nao e preciso", "nao precisa", "nao e necessario", "desnecessari*", "dispensa", "no need to"];
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
