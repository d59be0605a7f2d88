//! A sentence taken apart: who it is about, what is said, and which values it has.

use super::super::words::{NUMBER_WORDS, fold_words};
use super::words::{COPULA, FILLERS, NEGATIONS, ONLY, TIMES_OF_DAY, VERB_FORMS, VERBS};
use crate::text::calendar::is_whole_name;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// Words about a person that mean another with another ending.
const KIN: &[&str] = &[
    "filho", "filha", "filhos", "filhas", "irmao", "irma", "tio", "tia", "neto", "neta", "avo", "sogro",
    "sogra",
];

/// A sentence.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Statement {
    /// Stems before the verb.
    pub subject: BTreeSet<String>,
    /// The verb's stem; none where none is known.
    pub verb: Option<String>,
    /// Stems behind the verb.
    words: BTreeSet<String>,
    /// Numbers, days, months, times and addresses.
    pub values: BTreeSet<String>,
    /// Whether it denies.
    pub is_negated: bool,
    /// Whether it leaves one object.
    pub is_only: bool,
    /// Whether its subject is a name alone: "o Beto", not "o limite do Beto".
    pub has_name_alone: bool,
}

impl Statement {
    pub(super) fn read(text: &str) -> Self {
        let mut statement = Self::default();
        let words = fold_words(text);
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            if let Some((value, used)) = read_value(word, words.get(at).map(String::as_str)) {
                at += used;
                statement.values.insert(value);
                continue;
            }
            statement.add(word, is_accented_copula(text, word));
        }
        let names: BTreeSet<String> = capital_words(text).iter().map(|name| stem_of(name)).collect();
        statement.has_name_alone = !statement.subject.is_empty() && statement.subject.is_subset(&names);
        statement
    }

    fn add(&mut self, word: &str, is_copula: bool) {
        if NEGATIONS.contains(&word) {
            self.is_negated = true;
        } else if ONLY.contains(&word) {
            self.is_only = true;
        } else if self.verb.is_none() && is_copula {
            self.verb = Some(COPULA.to_owned());
        } else if let Some(verb) = verb_of(word).filter(|_| self.verb.is_none()) {
            self.verb = Some(verb);
        } else if !FILLERS.contains(&word) {
            let stem = stem_of(word);
            // "Is called" has its name behind both verbs.
            match self.verb {
                None => self.subject.insert(stem),
                Some(_) => self.words.insert(stem),
            };
        }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.subject.is_empty() && self.verb.is_none() && self.words.is_empty() && self.values.is_empty()
    }

    /// Predicate of the statement: the stems behind the verb.
    pub(super) fn predicate(&self) -> BTreeSet<String> {
        self.words.clone()
    }

    /// Every stem of the statement, the verb's among them.
    pub(super) fn all_words(&self) -> BTreeSet<String> {
        let verb = self.verb.iter().cloned();
        self.subject.iter().chain(&self.words).cloned().chain(verb).collect()
    }

    /// Whether both have one verb, or one of them none.
    pub(super) fn verb_agrees(&self, other: &Self) -> bool {
        self.verb.is_none() || other.verb.is_none() || self.verb == other.verb
    }
}

/// The words of a text that are written with a capital, folded.
fn capital_words(text: &str) -> Vec<String> {
    let pieces = text.split(|c: char| !c.is_alphanumeric());
    fold_words(&pieces.filter(|piece| piece.starts_with(char::is_uppercase)).collect::<Vec<_>>().join(" "))
}

/// "É" folds to "e", which also means "and": the text says which.
fn is_accented_copula(text: &str, word: &str) -> bool {
    word == "e" && text.split(|c: char| !c.is_alphanumeric()).any(|piece| matches!(piece, "é" | "É"))
}

fn verb_of(word: &str) -> Option<String> {
    if let Some((_, verb)) = VERB_FORMS.iter().find(|(form, _)| *form == word) {
        return Some((*verb).to_owned());
    }
    let stem = stem_of(word);
    VERBS.contains(&stem.as_str()).then_some(stem)
}

/// A stem in which the persons of a verb and the genders of a word meet; words for kin stay.
fn stem_of(word: &str) -> String {
    if KIN.contains(&word) {
        return word.trim_end_matches('s').to_owned();
    }
    let mut stem = word;
    if stem.len() > 4 {
        stem = stem.strip_suffix('s').unwrap_or(stem);
    }
    for ending in ["amos", "emos", "imos", "amo", "emo", "imo", "am", "em"] {
        if let Some(base) = stem.strip_suffix(ending).filter(|base| base.len() >= 3) {
            return base.to_owned();
        }
    }
    let cut = stem.len() >= 3 && word.len() >= 3 && stem.is_ascii();
    match stem.strip_suffix(['a', 'e', 'o']) {
        Some(base) if cut && base.len() >= 2 => base.to_owned(),
        _ => stem.to_owned(),
    }
}

/// The value of a word, with how many words behind it belong to it.
fn read_value(word: &str, next: Option<&str>) -> Option<(String, usize)> {
    if word.contains('@') {
        return Some((word.to_owned(), 0));
    }
    if TIMES_OF_DAY.contains(&word) || is_whole_name(word) {
        return Some((word.trim_end_matches('s').to_owned(), 0));
    }
    let in_words = NUMBER_WORDS.iter().position(|words| words.contains(&word));
    // "Um" and "uma" are articles more often than numbers.
    let number = in_words.filter(|number| *number > 1).map(Decimal::from).or_else(|| read_digits(word))?;
    let (number, used) = match next {
        Some("mil" | "thousand") => (number * Decimal::from(1_000), 1),
        Some("milhao" | "milhoes" | "million") => (number * Decimal::from(1_000_000), 1),
        _ => (number, 0),
    };
    Some((number.normalize().to_string(), used))
}

/// A number in digits, with whatever unit is written onto it: `18h`, `5%`, `9.500`, `1,78`.
pub(super) fn read_digits(word: &str) -> Option<Decimal> {
    let end = word.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ',')).unwrap_or(word.len());
    let digits = word[..end].trim_end_matches(['.', ',']);
    if digits.is_empty() || word[end..].chars().count() > 3 {
        return None;
    }
    let groups: Vec<&str> = digits.split(['.', ',']).collect();
    let is_grouped = groups.len() > 1 && groups[1..].iter().all(|group| group.len() == 3);
    let plain = if is_grouped { groups.concat() } else { digits.replace(',', ".") };
    plain.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_comes_apart() {
        let one = Statement::read("O limite do Antônio é 50 mil");
        assert_eq!(one.verb.as_deref(), Some(COPULA));
        assert!(one.subject.contains("limit") && one.values.contains("50000"), "{one:?}");
        let same = [Statement::read("moro em Sinop"), Statement::read("mora em Sinop")];
        assert_eq!(same[0], same[1], "the persons of a verb meet");
        assert_ne!(Statement::read("meu filho").subject, Statement::read("minha filha").subject);
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (word, value) in [("9.500", "9500"), ("1,78", "1.78"), ("18h", "18"), ("5%", "5"), ("dois", "2")]
        {
            assert_eq!(read_value(word, None).map(|(value, _)| value).as_deref(), Some(value), "{word}");
        }
        assert_eq!(read_value("um", None), None);
        assert_eq!(read_value("50", Some("mil")), Some(("50000".to_owned(), 1)));
    }
}
