//! Words as claims use them: those that say nothing by themselves, those that deny and warn, classes of
//! products, things with several names, opposites.

use crate::text::{Stemmer, is_chatter, is_stop_word, plain_words};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

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
pub(super) const WARNINGS: [&str; 26] = [
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

/// Whether a claim may hang on the word.
pub(super) fn is_content(word: &str) -> bool {
    word.chars().count() >= LEAST_CHARS
        && word.chars().all(char::is_alphabetic)
        && !is_stop_word(word)
        && !is_chatter(word)
        && !SPEECH.contains(word)
        && !stems_of_word(word).any(|stem| SPEECH.contains(&stem))
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

/// Whether the word names a class or quality of products.
pub(super) fn is_trade_term(word: &str) -> bool {
    TRADE_TERMS.stems.contains(&Stemmer::Inflection.stem(word))
}

/// Other words of the thing that `word` names.
pub(super) fn same_things(word: &str) -> impl Iterator<Item = &'static str> {
    let group = TRADE_TERMS.groups.iter().find(|group| group.contains(&word));
    group.into_iter().flatten().copied().filter(move |other| !other.is_empty())
}

/// Pairs of words that exclude one another, each in both orders.
pub(super) fn opposite_word_pairs() -> &'static [(&'static str, &'static str)] {
    &TRADE_TERMS.opposites
}

/// Both stems of a word: verbs and nouns of one root meet in the second.
pub(super) fn stems_of_word(word: &str) -> impl Iterator<Item = String> {
    [Stemmer::Inflection.stem(word), Stemmer::Derivation.stem(word)].into_iter()
}
