//! Mood and formality by words: what stands in `data/manner.json`, in Portuguese and English.
//!
//! A mood needs a word of the person about themselves ("estou triste", "I feel down") or an event that says as much;
//! "a vaca está triste", "não estou triste", "estou triste com a chuva" and what stands in quotes say nothing of it.

use crate::text::normalize_text;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

const DATA: &str = include_str!("../../../data/manner.json");

/// Words before a word that a denial may be away from it.
const DENIAL_REACH: usize = 2;
/// Words that may stand between "estou" and what the person is.
const BETWEEN: usize = 3;

/// How a person says that they feel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    Sad,
    Excited,
}

/// The file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Lists {
    head: String,
    lines: HashMap<String, String>,
    #[serde(rename = "self")]
    own_state: Phrases,
    between: Phrases,
    not: Phrases,
    sad: Phrases,
    sad_at_end: Phrases,
    tail: Phrases,
    sad_phrases: Phrases,
    kin: Phrases,
    own: Phrases,
    lost: Phrases,
    gone: Phrases,
    excited: Phrases,
    excited_phrases: Phrases,
    excited_with_mark: Phrases,
    matters: Phrases,
    formal: Phrases,
    formal_two: Phrases,
    slang: Phrases,
}

/// Turns of speech, as lists of folded words.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Vec<String>")]
struct Phrases(Vec<Vec<String>>);

impl From<Vec<String>> for Phrases {
    fn from(phrases: Vec<String>) -> Self {
        Self(phrases.iter().map(|phrase| words_of(phrase)).collect())
    }
}

impl Phrases {
    /// The number of words of the longest phrase that begins at `at`.
    fn phrase_length_at(&self, words: &[String], at: usize) -> Option<usize> {
        let rest = words.get(at..)?;
        self.0.iter().filter(|phrase| rest.starts_with(phrase)).map(Vec::len).max()
    }

    /// Where a phrase stands, and the place behind it.
    fn places<'a>(&'a self, words: &'a [String]) -> impl Iterator<Item = (usize, usize)> + 'a {
        (0..words.len()).filter_map(|at| Some((at, at + self.phrase_length_at(words, at)?)))
    }

    fn is_in(&self, words: &[String]) -> bool {
        self.places(words).next().is_some()
    }

    /// How many different phrases stand there.
    fn count_in(&self, words: &[String]) -> usize {
        let stands = |phrase: &&Vec<String>| words.windows(phrase.len()).any(|window| window == **phrase);
        self.0.iter().filter(stands).count()
    }
}

// The file is compiled in and a test reads it, so a broken one never ships.
static LISTS: LazyLock<Lists> = LazyLock::new(|| serde_json::from_str(DATA).unwrap_or_default());

/// The heading of the prompt's part, and its lines by the names of the signals.
pub(super) fn lines() -> (&'static str, &'static HashMap<String, String>) {
    (&LISTS.head, &LISTS.lines)
}

/// How the person says that they feel. Sadness outweighs joy of the same message.
pub(super) fn mood_of(message: &str) -> Option<Mood> {
    let clauses = clauses_of(message);
    if clauses.iter().any(|clause| is_sad(&clause.words)) {
        return Some(Mood::Sad);
    }
    clauses.iter().any(is_excited).then_some(Mood::Excited)
}

/// One turn that has no other use, or two that have.
pub(super) fn is_formal(message: &str) -> bool {
    let words = words_of(message);
    LISTS.formal.is_in(&words) || LISTS.formal_two.count_in(&words) >= 2
}

pub(super) fn is_slang(message: &str) -> bool {
    LISTS.slang.is_in(&words_of(message))
}

/// A part of a message between marks.
struct Clause {
    words: Vec<String>,
    /// The mark that ends its sentence; a blank where none does.
    mark: char,
}

/// The clauses of a message, without what stands in quotes.
fn clauses_of(message: &str) -> Vec<Clause> {
    let mut own = String::new();
    for (at, part) in message.split(['"', '“', '”', '«', '»']).enumerate() {
        own.push_str(if at % 2 == 0 { part } else { " " });
    }
    let sentences = own.split_inclusive(['.', '!', '?', ';', '\n']);
    let clauses = sentences.flat_map(|sentence| {
        let mark = sentence.chars().next_back().filter(|c| "!?".contains(*c)).unwrap_or(' ');
        sentence.split([',', ':', '(', ')', '–', '—']).map(move |part| Clause { words: words_of(part), mark })
    });
    clauses.filter(|clause| !clause.words.is_empty()).collect()
}

/// Folded runs of letters and digits: `I'm` is two of them.
fn words_of(text: &str) -> Vec<String> {
    let folded = normalize_text(text);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn is_sad(words: &[String]) -> bool {
    let feels = says_of_self(words, &LISTS.sad, |end| !LISTS.matters.is_in(&words[end..]))
        || says_of_self(words, &LISTS.sad_at_end, |end| is_end(&words[end..]));
    let told = LISTS.sad_phrases.places(words).any(|(_, end)| !LISTS.matters.is_in(&words[end..]));
    feels || told || is_loss(words)
}

fn is_excited(clause: &Clause) -> bool {
    let words = &clause.words;
    if clause.mark == '?' {
        return false;
    }
    let is_own = |at: usize, end: usize| !is_denied(words, at) && !LISTS.matters.is_in(&words[end..]);
    says_of_self(words, &LISTS.excited, |end| !LISTS.matters.is_in(&words[end..]))
        || LISTS.excited_phrases.places(words).any(|(at, end)| is_own(at, end))
        || (clause.mark == '!' && LISTS.excited_with_mark.places(words).any(|(at, end)| is_own(at, end)))
}

/// Whether the person says one of `states` of themselves, and what comes behind it fits.
fn says_of_self(words: &[String], states: &Phrases, fits: impl Fn(usize) -> bool) -> bool {
    LISTS.own_state.places(words).any(|(at, behind)| {
        let between = words.iter().skip(behind).take(BETWEEN);
        let skipped = between.take_while(|word| LISTS.between.is_in(std::slice::from_ref(word))).count();
        let state =
            (behind..=behind + skipped).find_map(|from| Some(from + states.phrase_length_at(words, from)?));
        !is_denied(words, at) && state.is_some_and(&fits)
    })
}

/// "Perdi meu pai", "my dog died".
fn is_loss(words: &[String]) -> bool {
    let kin_behind = |at: usize| {
        let own = LISTS.own.phrase_length_at(words, at)?;
        Some(at + own + LISTS.kin.phrase_length_at(words, at + own)?)
    };
    let of_person = |(_, end): (usize, usize)| kin_behind(end).is_some() || kin_in_saudade(words, end);
    LISTS.lost.places(words).any(of_person)
        || (0..words.len()).any(|at| {
            kin_behind(at).is_some_and(|end| {
                (end..end + BETWEEN).any(|from| LISTS.gone.phrase_length_at(words, from).is_some())
            })
        })
}

/// "Saudade do pai": the article belongs to the phrase already.
fn kin_in_saudade(words: &[String], end: usize) -> bool {
    let is_longing =
        end.checked_sub(2).and_then(|at| words.get(at)).is_some_and(|word| word.starts_with("saudade"));
    is_longing && LISTS.kin.phrase_length_at(words, end).is_some()
}

fn is_denied(words: &[String], at: usize) -> bool {
    LISTS.not.is_in(&words[at.saturating_sub(DENIAL_REACH)..at])
}

/// Whether nothing but a tail follows: "estou mal hoje", not "estou mal informado".
fn is_end(rest: &[String]) -> bool {
    rest.iter().all(|word| LISTS.tail.is_in(std::slice::from_ref(word)))
}

/// Whether the file could be read, and has a line for each of `names`.
#[cfg(test)]
pub(super) fn is_whole(names: &[&str]) -> bool {
    names.iter().all(|name| LISTS.lines.contains_key(*name)) && LISTS.lines.len() == names.len()
}
