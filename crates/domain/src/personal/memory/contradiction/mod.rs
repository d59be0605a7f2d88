//! Whether two statements of a person can both hold.
//!
//! Rules over words, in Portuguese and English: the same subject and attribute with another value, a number, a
//! negation, one of several words of which only one can hold, another object of a verb that has one (`statement`);
//! and, where both speak of one person in words of their own, signs that something is other than it is known
//! (`anchored`). They know nothing of the world: "sou vegetariano" beside "como churrasco" passes, and of "prefere
//! café" beside "prefere reunião de manhã" a person is asked in vain. What they find is asked about, never decided.

mod amounts;
mod anchored;
mod disagreement;
mod signs;
mod spoken;
mod statement;
mod words;

pub use disagreement::Disagreement;

use anchored::{AnchoredStatement, find_anchored};
use statement::Statement;
use std::collections::BTreeSet;

/// A text taken apart, so that it can be compared with many others.
#[derive(Debug)]
pub struct StatementReading {
    sentences: Vec<Statement>,
    told: AnchoredStatement,
}

impl StatementReading {
    /// Parses a statement of a person, to compare it with others of the memory.
    pub fn of(text: &str) -> Self {
        Self { sentences: read_sentences(text), told: AnchoredStatement::read(text) }
    }

    /// Why what is `stated` does not go together with this, which is known; `None` where nothing shows that.
    pub fn find_disagreement(&self, stated: &Self) -> Option<Disagreement> {
        let with = |one: &Statement| stated.sentences.iter().find_map(|other| compare(one, other));
        self.sentences.iter().find_map(with).or_else(|| find_anchored(&self.told, &stated.told))
    }
}

/// Why a statement does not go together with what is known; `None` where nothing shows that.
pub fn find_disagreement(known: &str, stated: &str) -> Option<Disagreement> {
    StatementReading::of(known).find_disagreement(&StatementReading::of(stated))
}

/// The sentences of a text.
fn read_sentences(text: &str) -> Vec<Statement> {
    let mut sentences = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.find(['!', '?', ';', '\n']).into_iter().chain(find_full_stop(rest)).min() {
        sentences.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
    sentences.push(rest);
    sentences.into_iter().map(Statement::read).filter(|statement| !statement.is_blank()).collect()
}

/// A full stop that ends a sentence: one before a blank.
fn find_full_stop(text: &str) -> Option<usize> {
    text.find(". ")
}

fn compare(one: &Statement, other: &Statement) -> Option<Disagreement> {
    if one.subject != other.subject {
        return None;
    }
    if one.is_negated != other.is_negated {
        return is_denial(one, other).then_some(Disagreement::Negation);
    }
    if one.is_negated {
        // Two denials go together.
        return None;
    }
    let (a, b) = (one.predicate(), other.predicate());
    if let Some(found) = compare_values(one, other, &a, &b) {
        return Some(found);
    }
    if has_alternatives(&a, &b) {
        return Some(Disagreement::Alternative);
    }
    is_exclusive(one, other, &a, &b).then_some(Disagreement::Exclusive)
}

/// One says no to what the other says: the words of the shorter stand in the longer.
fn is_denial(one: &Statement, other: &Statement) -> bool {
    let (a, b) = (one.all_words(), other.all_words());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let values_differ = !one.values.is_empty() && !other.values.is_empty() && one.values != other.values;
    !short.is_empty() && short.is_subset(long) && !values_differ && one.verb_agrees(other)
}

/// Other numbers, days or times beside the same words.
fn compare_values(
    one: &Statement,
    other: &Statement,
    a: &BTreeSet<String>,
    b: &BTreeSet<String>,
) -> Option<Disagreement> {
    let differ = !one.values.is_empty() && !other.values.is_empty() && one.values != other.values;
    let is_part = a.is_subset(b) || b.is_subset(a);
    let has_words = !a.is_empty() || !b.is_empty() || !one.subject.is_empty() || one.verb.is_some();
    (differ && is_part && has_words && one.verb_agrees(other)).then_some(Disagreement::Value)
}

/// Each has a word of one group that the other has not, and what is left of one stands in the other.
fn has_alternatives(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let (only_a, only_b): (BTreeSet<_>, BTreeSet<_>) = (a.difference(b).collect(), b.difference(a).collect());
    words::ALTERNATIVES.iter().any(|group| {
        let of_group = |word: &&&String| group.contains(&word.as_str());
        let (in_a, in_b) = (only_a.iter().filter(of_group).count(), only_b.iter().filter(of_group).count());
        in_a > 0 && in_b > 0 && (only_a.len() == in_a || only_b.len() == in_b)
    })
}

/// Another object of the same verb, which has one.
fn is_exclusive(one: &Statement, other: &Statement, a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let has_both = a.difference(b).next().is_some() && b.difference(a).next().is_some();
    let (Some(verb), Some(other_verb)) = (&one.verb, &other.verb) else { return false };
    if !has_both || verb != other_verb {
        return false;
    }
    let shares_words = a.intersection(b).next().is_some() || !one.subject.is_empty();
    match verb.as_str() {
        // "Sou gerente" beside "sou pescador" goes together, and so does "o Beto é alto"; "meu time é" has one object.
        words::COPULA if one.has_name_alone => a.intersection(b).next().is_some(),
        words::COPULA => shares_words,
        verb => words::EXCLUSIVE_VERBS.contains(&verb) || (one.is_only && other.is_only),
    }
}

#[cfg(test)]
mod tests;
