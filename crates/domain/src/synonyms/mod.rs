//! Synonym groups: cultures, treatments and generic words of the trade.

mod check;

pub use check::{MAX_TERM_CHARS, MAX_TERMS};

use crate::text::{QueryText, Stemmer, is_stop_word, normalize_text, plain_words};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;

/// Meaning of a synonym group's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GroupKind {
    /// A crop, such as soja.
    Culture,
    /// The purpose of a product, such as fungicida.
    Treatment,
    /// Any other meaning.
    Generic,
}

/// Words with the same meaning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymGroup {
    /// Meaning of the words.
    pub kind: GroupKind,
    /// The main word of the group.
    pub name: String,
    /// All words of the group, including the name.
    pub terms: Vec<String>,
}

/// A synonym group in the database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredGroup {
    /// Id of the group.
    pub id: i32,
    /// The group itself.
    #[serde(flatten)]
    pub group: SynonymGroup,
    /// Number of the last save. A save must name the version that it started from.
    pub version: i32,
    /// Time of the last save.
    pub updated_at: DateTime<Utc>,
}

/// The default groups: words of Portuguese agronomy, as JSON.
pub const SHIPPED: &str = include_str!("../../data/synonyms.json");

/// Terms of registrations for a product that may be used on any crop; they match every culture.
pub const ANY_CULTURE: [&str; 2] = ["todas as culturas", "qualquer cultura"];

/// A group with folded terms, as ranking uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Meaning of the words.
    pub kind: GroupKind,
    /// The name as written.
    pub name: String,
    /// Folded terms without duplicates, starting with the name.
    pub terms: Vec<String>,
}

/// All groups, indexed by word, by phrase and by stems.
#[derive(Debug, Clone, Default)]
pub struct SynonymIndex {
    groups: Vec<Group>,
    by_word: HashMap<String, Vec<usize>>,
    by_phrase_start: HashMap<String, Vec<(Vec<String>, usize)>>,
    /// Groups by the stems of a term's content words.
    by_stems: HashMap<Vec<String>, Vec<usize>>,
    longest: usize,
}

impl SynonymIndex {
    /// Folds and indexes `groups`.
    pub fn new<'a>(groups: impl IntoIterator<Item = &'a SynonymGroup>) -> Self {
        let mut index = Self::default();
        for group in groups {
            index.add(group);
        }
        index
    }

    fn add(&mut self, group: &SynonymGroup) {
        let mut terms: Vec<String> = Vec::new();
        for term in std::iter::once(&group.name).chain(&group.terms) {
            let folded = normalize_text(term);
            if !folded.is_empty() && !terms.contains(&folded) {
                terms.push(folded);
            }
        }
        let id = self.groups.len();
        for term in &terms {
            self.add_stems(term, id);
            let words: Vec<String> = plain_words(term).map(str::to_owned).collect();
            match words.as_slice() {
                [] => {}
                [word] => self.by_word.entry(word.clone()).or_default().push(id),
                [first, ..] => {
                    let first = first.clone();
                    self.by_phrase_start.entry(first).or_default().push((words, id));
                }
            }
        }
        self.groups.push(Group { kind: group.kind, name: group.name.clone(), terms });
    }

    fn add_stems(&mut self, term: &str, id: usize) {
        let content = plain_words(term).filter(|w| !is_stop_word(w));
        let stems: Vec<String> = content.map(|w| Stemmer::Inflection.stem(w)).collect();
        if !stems.is_empty() {
            self.longest = self.longest.max(stems.len());
            let ids = self.by_stems.entry(stems).or_default();
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }

    /// Whether any synonym group applies to a search for `text`.
    pub fn has_term_in(&self, text: &QueryText) -> bool {
        let words: Vec<&str> = plain_words(&text.normalized).filter(|w| !is_stop_word(w)).collect();
        let by_token = || self.groups_of(&text.normalized, &text.terms());
        (0..words.len()).any(|start| self.longest_phrase(&words[start..]).0 > 0)
            || by_token().iter().any(|groups| !groups.is_empty())
    }

    /// Finds the longest prefix of `words` (content words of a query) that is a term of a group, in any
    /// inflection. Returns its length in words and its groups; 0 and no group if no prefix matches.
    pub fn longest_phrase(&self, words: &[&str]) -> (usize, Vec<&Group>) {
        let longest = self.longest.min(words.len());
        let stems: Vec<String> = words[..longest].iter().map(|w| Stemmer::Inflection.stem(w)).collect();
        (1..=longest)
            .rev()
            .find_map(|n| Some((n, self.by_stems.get(&stems[..n])?)))
            .map_or((0, Vec::new()), |(n, ids)| (n, ids.iter().map(|id| &self.groups[*id]).collect()))
    }

    /// Whether a term of several words begins with the folded `word`: `ferrugem` of `ferrugem do café`.
    pub fn begins_phrase(&self, word: &str) -> bool {
        self.by_phrase_start.contains_key(word)
    }

    /// The groups of each token of the query. A token belongs to a group as a single word or as part of
    /// a phrase (`cana de açúcar`) that the query contains. Returns one list for each token, in the
    /// order of the groups.
    pub fn groups_of(&self, normalized_query: &str, tokens: &[String]) -> Vec<Vec<&Group>> {
        let mut found: Vec<Vec<usize>> =
            tokens.iter().map(|t| self.by_word.get(t).cloned().unwrap_or_default()).collect();
        let words: Vec<&str> = plain_words(normalized_query).collect();
        for start in 0..words.len() {
            for (phrase, id) in self.by_phrase_start.get(words[start]).into_iter().flatten() {
                let end = start + phrase.len();
                if end > words.len() || !phrase.iter().zip(&words[start..end]).all(|(p, w)| p == w) {
                    continue;
                }
                for (token, ids) in tokens.iter().zip(&mut found) {
                    if phrase.contains(token) && !ids.contains(id) {
                        ids.push(*id);
                    }
                }
            }
        }
        found.into_iter().map(|ids| ids.into_iter().map(|id| &self.groups[id]).collect()).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A group with the given spelling, for tests that read groups.
    pub(crate) fn group(kind: GroupKind, name: &str, terms: &[&str]) -> SynonymGroup {
        SynonymGroup { kind, name: name.into(), terms: terms.iter().map(|t| (*t).into()).collect() }
    }

    #[test]
    fn finds_words_and_phrases() {
        let index = SynonymIndex::new(&[
            group(GroupKind::Culture, "Cana-de-açúcar", &["canavial", "cana de açucar"]),
            group(GroupKind::Culture, "Soja", &["sojicultura"]),
        ]);
        let q = crate::text::QueryText::parse("herbicida para cana-de-açúcar e sojicultura");
        let groups = index.groups_of(&q.normalized, &q.tokens);
        let names: Vec<Vec<&str>> =
            groups.iter().map(|g| g.iter().map(|g| g.name.as_str()).collect()).collect();
        assert_eq!(q.tokens, ["herbicida", "cana", "acucar", "sojicultura"]);
        assert_eq!(names, [vec![], vec!["Cana-de-açúcar"], vec!["Cana-de-açúcar"], vec!["Soja"]]);
    }

    #[test]
    fn the_shipped_groups_are_sound() {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).unwrap();
        let count = |kind| groups.iter().filter(|g| g.kind == kind).count();
        assert!(count(GroupKind::Culture) >= 60);
        assert!(count(GroupKind::Treatment) >= 40);
        for kind in [GroupKind::Culture, GroupKind::Treatment, GroupKind::Generic] {
            let mut seen = HashMap::new();
            for g in SynonymIndex::new(&groups).groups.iter().filter(|g| g.kind == kind) {
                for term in &g.terms {
                    if let Some(other) = seen.insert(term.clone(), &g.name) {
                        assert_eq!(other, &g.name, "'{term}' stands in two groups");
                    }
                }
            }
        }
    }

    fn index(groups: &[SynonymGroup]) -> SynonymIndex {
        SynonymIndex::new(groups)
    }

    fn names_of(index: &SynonymIndex, query: &str) -> Vec<Vec<String>> {
        let text = QueryText::parse(query);
        let groups = index.groups_of(&text.normalized, &text.terms());
        groups.iter().map(|of| of.iter().map(|group| group.name.clone()).collect()).collect()
    }

    #[test]
    fn a_term_is_folded_and_stands_once_with_the_name_first() {
        let index = index(&[group(GroupKind::Culture, "Café", &["cafe", "CAFÉS", " ", "cafe  arábica"])]);
        assert_eq!(index.groups[0].terms, ["cafe", "cafes", "cafe arabica"]);
        assert_eq!(index.groups[0].name, "Café", "as it was written");
    }

    #[test]
    fn a_phrase_gives_its_group_to_each_of_its_tokens_where_it_stands_whole() {
        let index = index(&[group(GroupKind::Treatment, "controle de pragas", &["anti-praga"])]);
        let whole = vec!["controle de pragas".to_owned()];
        assert_eq!(names_of(&index, "controle de pragas"), [whole.clone(), whole.clone()]);
        assert_eq!(names_of(&index, "pragas de controle"), [vec![], Vec::<String>::new()]);
        assert_eq!(names_of(&index, "controle das pragas"), [vec![], Vec::<String>::new()], "word for word");
        assert_eq!(names_of(&index, "anti praga"), [whole.clone(), whole]);
    }

    #[test]
    fn a_word_of_two_groups_has_both_in_their_order() {
        let groups =
            [group(GroupKind::Culture, "uva", &["vinha"]), group(GroupKind::Generic, "vinho", &["vinha"])];
        assert_eq!(names_of(&index(&groups), "vinha"), [["uva", "vinho"]]);
        let turned = [groups[1].clone(), groups[0].clone()];
        assert_eq!(names_of(&index(&turned), "vinha"), [["vinho", "uva"]]);
    }

    #[test]
    fn the_longest_phrase_is_meant_in_any_inflection() {
        let index = index(&[
            group(GroupKind::Culture, "cana", &[]),
            group(GroupKind::Culture, "cana de açúcar", &[]),
            group(GroupKind::Generic, "açúcar", &[]),
        ]);
        let longest = |words: &[&str]| {
            let (length, groups) = index.longest_phrase(words);
            (length, groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>())
        };
        assert_eq!(longest(&["cana", "acucar", "milho"]), (2, vec!["cana de açúcar"]));
        assert_eq!(longest(&["canas", "acucares"]), (2, vec!["cana de açúcar"]));
        assert_eq!(longest(&["cana", "milho"]), (1, vec!["cana"]));
        assert_eq!(longest(&["milho", "cana"]), (0, vec![]), "at the beginning alone");
        assert_eq!(longest(&[]), (0, vec![]));
        assert_eq!(SynonymIndex::default().longest_phrase(&["cana"]).0, 0);
    }

    #[test]
    fn a_group_touches_a_query_by_any_of_its_spellings_and_no_other() {
        let index = index(&[group(GroupKind::Culture, "soja", &["feijão-soja", "2,4-D"])]);
        for query in ["SOJA", "adubo para sojas", "feijão soja", "tem 2,4-d?"] {
            assert!(index.has_term_in(&QueryText::parse(query)), "{query}");
        }
        for query in ["milho", "biosoja", "", "%", "feijao"] {
            assert!(!index.has_term_in(&QueryText::parse(query)), "{query}");
        }
    }

    #[test]
    fn a_term_of_stop_words_alone_finds_nothing() {
        let index = index(&[group(GroupKind::Generic, "de", &["%%%", "para a"])]);
        assert!(!index.has_term_in(&QueryText::parse("%%%")));
        assert_eq!(index.longest_phrase(&["de"]).0, 0);
    }

    proptest::proptest! {
        #[test]
        fn groups_of_a_token_are_those_that_hold_it(terms in proptest::collection::vec("[a-d]{3,4}", 1..8), query in "[a-d]{3,4}( [a-d]{3,4}){0,3}") {
            let groups: Vec<SynonymGroup> =
                terms.iter().map(|term| group(GroupKind::Generic, term, &[])).collect();
            let text = QueryText::parse(&query);
            let found = names_of(&index(&groups), &query);
            proptest::prop_assert_eq!(found.len(), text.terms().len());
            for (token, names) in text.terms().iter().zip(found) {
                let holding: Vec<String> = terms.iter().filter(|term| *term == token).cloned().collect();
                proptest::prop_assert_eq!(names, holding);
            }
        }
    }
}
