//! A query made ready for retrieval and scoring.

use super::concept::{Concept, Phrase, concept, content_words, corrections, phrases, root};
use super::vocabulary::Vocabulary;
use crate::rank::profile::RelevanceTuning;
use crate::rank::vector_scale::VectorScale;
use crate::search::Kind;
use crate::synonyms::{Group, GroupKind, SynonymIndex};
use crate::text::{QueryText, Stemmer, segmented_words};
use std::collections::BTreeSet;

/// What must be looked up in the corpus' vocabulary before a query can be scored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lookups {
    /// Strings whose containing words are wanted.
    pub roots: Vec<String>,
    /// Words whose number of records is wanted.
    pub words: Vec<String>,
}

/// A token with what it stands for in the lexical score of one hit.
#[derive(Debug, Clone, PartialEq)]
pub struct TermExpansion {
    /// The token, folded.
    pub token: String,
    /// The synonym groups it belongs to.
    pub groups: Vec<Group>,
    /// Words of the corpus that it was taken for, likeliest first; empty unless mistyped.
    pub corrections: Vec<String>,
}

impl TermExpansion {
    /// Whether the query's token belongs to a synonym group of `kind`.
    pub fn has_group(&self, kind: GroupKind) -> bool {
        self.groups.iter().any(|g| g.kind == kind)
    }
}

/// What retrieval looks up for one term.
#[derive(Debug, Clone, PartialEq)]
pub struct RetrievalTerm {
    /// Words of the vocabulary that count as the term.
    pub words: Vec<String>,
    /// Word sequences that count as the term where all their words are there.
    pub phrases: Vec<Vec<String>>,
    /// Looked up as a substring of the whole text: a term that is no word.
    pub substring: Option<String>,
    /// What a hit counts when candidates are cut off; 1 for the plain order.
    pub weight: f64,
    /// What a hit in the name counts more.
    pub name_weight: f64,
    /// Whether attribute values count too.
    pub attributes: bool,
    /// Records that hold it, by the statistics.
    pub rows: u32,
}

/// A query made ready: its tokens and its concepts.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// What is searched.
    pub kind: Kind,
    /// The folded query.
    pub normalized: String,
    /// One expansion a token, in order.
    pub terms: Vec<TermExpansion>,
    /// What the relevance fusion looks for.
    pub concepts: Vec<Concept>,
    /// What is known of the corpus.
    pub vocabulary: Vocabulary,
    /// Whether filters were set.
    pub filtered: bool,
    /// The scale of its vector's likenesses; none where they count as they are.
    pub scale: Option<VectorScale>,
}

/// How far words are cut for `kind`: names of products are not questions.
fn stemmer(kind: Kind) -> Stemmer {
    match kind {
        Kind::Items => Stemmer::Inflection,
        Kind::Faqs => Stemmer::Derivation,
    }
}

fn phrases_of<'a>(text: &QueryText, synonyms: &'a SynonymIndex, kind: Kind) -> Vec<Phrase<'a>> {
    phrases(text, synonyms, stemmer(kind), kind == Kind::Items)
}

impl Lookups {
    /// What `text` needs.
    pub fn new(text: &QueryText, synonyms: &SynonymIndex, kind: Kind) -> Self {
        let terms = text.terms();
        let mut roots: BTreeSet<String> =
            terms.iter().filter(|t| is_word(t)).map(|t| root(t, stemmer(kind))).collect();
        let mut words = BTreeSet::new();
        for phrase in phrases_of(text, synonyms, kind) {
            if let [word] = phrase.words.as_slice() {
                roots.insert(root(word, stemmer(kind)));
            }
            let terms = phrase.groups.iter().flat_map(|g| &g.terms).map(|t| content_words(t));
            for said in terms.chain([phrase.words.clone()]) {
                if let [word] = said.as_slice() {
                    words.extend(spellings(word));
                }
                words.extend(said);
            }
        }
        Self { roots: roots.into_iter().collect(), words: words.into_iter().collect() }
    }
}

impl Query {
    /// Makes `text` ready with what [`Lookups`] found.
    pub fn new(
        text: &QueryText,
        synonyms: &SynonymIndex,
        vocabulary: Vocabulary,
        kind: Kind,
        tuning: &RelevanceTuning,
        filtered: bool,
    ) -> Self {
        let tokens = text.terms();
        let groups = synonyms.groups_of(&text.normalized, &tokens);
        let terms = tokens
            .into_iter()
            .zip(groups)
            .map(|(token, groups)| {
                let known = words_holding(&token, &vocabulary, stemmer(kind)).next().is_some();
                let near =
                    if known { Vec::new() } else { corrections(std::slice::from_ref(&token), &vocabulary) };
                TermExpansion {
                    groups: groups.into_iter().cloned().collect(),
                    corrections: near.into_iter().map(|(word, _)| word).collect(),
                    token,
                }
            })
            .collect();
        let concepts = phrases_of(text, synonyms, kind)
            .iter()
            .map(|phrase| concept(phrase, &vocabulary, stemmer(kind), tuning))
            .collect();
        let normalized = text.normalized.clone();
        Self { kind, normalized, terms, concepts, vocabulary, filtered, scale: None }
    }

    /// Whether a pair is asked for: a culture and a treatment, in the catalog. FAQs have neither.
    pub(crate) fn asks_for_pair(&self) -> bool {
        let asks_for = |kind| self.terms.iter().any(|term| term.has_group(kind));
        self.kind == Kind::Items && asks_for(GroupKind::Culture) && asks_for(GroupKind::Treatment)
    }

    /// Words that no record holds and that look like typing errors: likenesses are worth looking
    /// up, and the query worth making ready once more.
    pub fn unknown_words(&self, kind: Kind) -> Vec<String> {
        let tokens = self.terms.iter().map(|t| t.token.as_str());
        let words = self.concepts.iter().map(|c| c.text.as_str()).filter(|t| !t.contains(' '));
        let unknown: BTreeSet<&str> = tokens
            .chain(words)
            .filter(|t| crate::text::typo_allowance(t) > 0)
            .filter(|t| words_holding(t, &self.vocabulary, stemmer(kind)).next().is_none())
            .collect();
        unknown.into_iter().map(str::to_owned).collect()
    }

    /// What the plain lexical search looks up: every token as a substring; mistyped
    /// ones as what they were taken for.
    pub fn plain_terms(&self, kind: Kind) -> Vec<RetrievalTerm> {
        self.terms
            .iter()
            .map(|term| {
                let mut words: Vec<String> = Vec::new();
                let mut rows = 0u32;
                for known in words_holding(&term.token, &self.vocabulary, stemmer(kind)) {
                    words.push(known.word.clone());
                    rows = rows.saturating_add(known.rows);
                }
                if words.is_empty() {
                    words.extend(self.words_with(&term.corrections));
                }
                RetrievalTerm {
                    words,
                    phrases: Vec::new(),
                    substring: (!is_word(&term.token)).then(|| term.token.clone()),
                    weight: 1.0,
                    name_weight: 0.0,
                    attributes: false,
                    rows,
                }
            })
            .collect()
    }

    /// What the relevance fusion looks up: every concept in all its forms, rare ones counting more.
    pub fn weighted_terms(&self, kind: Kind) -> Vec<RetrievalTerm> {
        let known = self.vocabulary.words();
        self.concepts
            .iter()
            .map(|concept| {
                let mut words: BTreeSet<String> = BTreeSet::new();
                let mut rows = 0u32;
                for known in
                    self.vocabulary.containing.get(&root(&concept.text, stemmer(kind))).into_iter().flatten()
                {
                    let parts = segmented_words(&known.word);
                    if parts.iter().any(|(w, _)| concept.forms.of_word(w, &stemmer(kind).stem(w)).is_some()) {
                        words.insert(known.word.clone());
                        rows = rows.saturating_add(known.rows);
                    }
                }
                let spelled = concept.forms.words().flat_map(spellings);
                words.extend(spelled.filter(|word| known.contains(word.as_str())));
                words.extend(self.words_with(&concept.corrections));
                RetrievalTerm {
                    words: words.into_iter().collect(),
                    phrases: concept.forms.terms_of_phrases().to_vec(),
                    substring: None,
                    weight: concept.idf,
                    name_weight: concept.idf * 0.5,
                    attributes: kind == Kind::Items,
                    rows,
                }
            })
            .collect()
    }

    /// Words of the vocabulary that hold one of `parts` as a word.
    fn words_with(&self, parts: &[String]) -> Vec<String> {
        let near = self.vocabulary.near.values().flatten();
        near.filter(|v| segmented_words(&v.word).iter().any(|(w, _)| parts.iter().any(|p| p == w)))
            .map(|v| v.word.clone())
            .collect()
    }
}

/// Whether the term can only stand inside one word of the vocabulary: no blank in it, no
/// punctuation at its ends.
fn is_word(term: &str) -> bool {
    !term.contains(' ') && term.starts_with(char::is_alphanumeric) && term.ends_with(char::is_alphanumeric)
}

/// Words of the vocabulary that contain `token`.
fn words_holding<'a>(
    token: &'a str,
    vocabulary: &'a Vocabulary,
    stemmer: Stemmer,
) -> impl Iterator<Item = &'a crate::rank::VocabularyWord> {
    vocabulary
        .containing
        .get(&root(token, stemmer))
        .into_iter()
        .flatten()
        .filter(move |v| v.word.contains(token))
}

/// A word and the plurals that Portuguese makes of it.
fn spellings(word: &str) -> Vec<String> {
    let mut out = vec![word.to_owned(), format!("{word}s"), format!("{word}es")];
    if let Some(base) = word.strip_suffix("ao") {
        out.push(format!("{base}oes"));
    }
    if let Some(base) = word.strip_suffix('l') {
        out.push(format!("{base}is"));
    }
    out
}
