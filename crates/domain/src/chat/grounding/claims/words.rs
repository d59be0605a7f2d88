//! Words as claims use them: those that say nothing by themselves, those that deny and warn, classes of
//! products, things with several names, opposites.

use crate::text::{Stemmer, is_chatter, is_stop_word, plain_words};
use rustc_hash::{FxHashMap, FxHashSet};
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
const DENIALS: [&str; 14] = [
    "nao", "nem", "sem", "nunca", "jamais", "evit*", "exceto", "proib*", "impedir", "not", "never",
    "without", "no", "dispens*",
];

/// Words that stand in English text alone.
const ENGLISH: [&str; 13] =
    ["the", "is", "has", "have", "and", "with", "are", "does", "it", "this", "of", "not", "there"];
/// Words beside which `for` is Portuguese: `se o pasto for novo`.
const PORTUGUESE: [&str; 12] = ["o", "de", "da", "em", "que", "se", "um", "uma", "na", "nao", "com", "para"];

/// Whether the words are English: there `no` denies, and in Portuguese it says where.
pub(super) fn is_english<'w>(words: impl Iterator<Item = &'w str> + Clone) -> bool {
    let has = |list: &[&str]| words.clone().any(|word| list.contains(&word));
    has(&ENGLISH) || (has(&["for"]) && !has(&PORTUGUESE))
}

/// Whether a denial begins with the word.
pub(super) fn is_denial(word: &str, is_english: bool) -> bool {
    is_one_of(word, &DENIALS) && (word != "no" || is_english)
}

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
        if plain_words(clause).any(|word| is_one_of(word, &WARNINGS)) {
            denied.extend(plain_words(clause).flat_map(stems_of_word));
            continue;
        }
        // `Sem efeito nos adultos, e preserva os inimigos`: what is added is denied no more.
        for part in clause.split(", e ").flat_map(|part| part.split(" e com ")) {
            let words: Vec<&str> = plain_words(part).collect();
            let english = is_english(words.iter().copied());
            let from = match words.iter().position(|word| is_denial(word, english)) {
                Some(at) if at + 2 >= words.len() => 0,
                Some(at) => at,
                None => words.len(),
            };
            stated.extend(words[..from].iter().flat_map(|word| stems_of_word(word)));
            denied.extend(words[from..].iter().flat_map(|word| stems_of_word(word)));
        }
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
    /// By the stem of a word, that word and each that it excludes.
    opposites: FxHashMap<String, Vec<(&'static str, &'static str)>>,
}

static TRADE_TERMS: LazyLock<TradeTerms> = LazyLock::new(|| {
    let list = include_str!("../../../../data/claim_terms.txt");
    let lines = || list.lines().filter(|line| !line.starts_with('#'));
    let terms = lines().filter(|line| !line.starts_with(['=', '!'])).flat_map(str::split_whitespace);
    // Of several words in a line each excludes all others.
    let pairs = lines().filter_map(|line| line.strip_prefix('!')).flat_map(|line| {
        let words: Vec<&'static str> = line.split_whitespace().collect();
        let of = move |(at, one): (usize, &'static str)| {
            words[at + 1..].iter().map(|other| (one, *other)).collect::<Vec<_>>()
        };
        line.split_whitespace().enumerate().flat_map(of).collect::<Vec<_>>()
    });
    let groups = lines().filter_map(|line| line.strip_prefix('='));
    let mut opposites: FxHashMap<String, Vec<(&str, &str)>> = FxHashMap::default();
    for (one, other) in pairs.flat_map(|(one, other)| [(one, other), (other, one)]) {
        opposites.entry(Stemmer::Inflection.stem(one)).or_default().push((one, other));
    }
    TradeTerms {
        stems: terms.map(|term| Stemmer::Inflection.stem(term)).collect(),
        groups: groups.map(|line| line.split_whitespace().collect()).collect(),
        opposites,
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

/// What `word` excludes: itself as it stands in the list, and each other word.
pub(super) fn opposites_of(word: &str) -> &'static [(&'static str, &'static str)] {
    TRADE_TERMS.opposites.get(&Stemmer::Inflection.stem(word)).map_or(&[], Vec::as_slice)
}

/// Both stems of a word: verbs and nouns of one root meet in the second.
pub(super) fn stems_of_word(word: &str) -> impl Iterator<Item = String> {
    [Stemmer::Inflection.stem(word), Stemmer::Derivation.stem(word)].into_iter()
}
