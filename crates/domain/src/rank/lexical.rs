//! The lexical score of the enhanced fusion.
//!
//! The weights of fields hold for items and FAQs; cultures, treatments and their pairs are the
//! catalog's: in a FAQ they are noted as signals and count nothing.

use super::{Document, Field, FieldMatch, Query, Signals, TermExpansion};
use crate::explain::{Explanation, Label};
use crate::search::Kind;
use crate::synonyms::GroupKind;
use crate::text::MAX_SCORED_TOKENS;

/// A token that hit at least one field.
const TOKEN_HIT: f64 = 0.5;
/// At least one culture was found.
const CULTURE: f64 = 2.0;
/// At least one treatment was found.
const TREATMENT: f64 = 2.0;
/// A culture and a treatment were found.
const PAIR: f64 = 5.0;
/// A culture was found in a tag.
const CULTURE_IN_TAG: f64 = 1.0;

/// A lexical score and what it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct LexicalScore {
    /// The score as a tree: one part a token, one a bonus.
    pub explanation: Explanation,
    /// The same, as flat signals.
    pub signals: Signals,
}

/// Scores a candidate's `document` for the first eight tokens of `query`.
///
/// A token, or else one of its synonyms, that is a substring of a field adds the field's weight;
/// a token that hit anything adds 0.5; a culture 2, a treatment 2, both together 5, a culture in a
/// tag 1; the last four in the catalog alone. A token that hit nothing has a row of 0.
pub fn score_lexical(query: &Query, document: &Document) -> LexicalScore {
    let mut signals = Signals::default();
    let mut parts = Vec::new();
    for term in query.terms.iter().take(MAX_SCORED_TOKENS) {
        signals.query_tokens.push(term.token.clone());
        let matches = matches_of(term, document);
        if !matches.is_empty() {
            signals.tokens_hit.push(term.token.clone());
            note_groups(term, &matches, document, &mut signals);
            parts.push(token_part(term, &matches));
            signals.fields.extend(matches);
        } else {
            parts.push(Explanation::of_value(
                Label::new("tokenAbsent").with("token", term.token.clone()),
                0.0,
            ));
        }
    }
    signals.has_culture_treatment_pair = !signals.cultures.is_empty() && !signals.treatments.is_empty();
    if query.kind == Kind::Items {
        parts.extend(bonuses(&signals));
    }
    LexicalScore { explanation: Explanation::sum(Label::new("lexicalScore"), parts), signals }
}

/// The first spelling of `term` that each field holds: the token itself, a synonym, a correction.
fn matches_of(term: &TermExpansion, document: &Document) -> Vec<FieldMatch> {
    searched_fields(document)
        .filter_map(|(field, text)| {
            let (found, synonym, typo) = spelling_in(term, text)?;
            Some(FieldMatch {
                token: term.token.clone(),
                field: *field,
                term: found.to_owned(),
                synonym,
                typo,
            })
        })
        .collect()
}

/// The five fields of an item, the two of a FAQ.
fn searched_fields(document: &Document) -> impl Iterator<Item = (&Field, &str)> {
    document
        .fields
        .iter()
        .filter(|(field, _)| !matches!(field, Field::Attributes | Field::Notes | Field::StrongAttributes))
        .map(|(field, text)| (field, text.as_str()))
}

fn spelling_in<'a>(term: &'a TermExpansion, text: &str) -> Option<(&'a str, bool, bool)> {
    if text.contains(&term.token) {
        return Some((&term.token, false, false));
    }
    let synonyms = term.groups.iter().flat_map(|g| &g.terms);
    if let Some(found) = synonyms.map(String::as_str).find(|s| text.contains(*s)) {
        return Some((found, true, false));
    }
    let found = term.corrections.iter().map(String::as_str).find(|c| text.contains(*c))?;
    Some((found, false, true))
}

fn note_groups(term: &TermExpansion, matches: &[FieldMatch], document: &Document, signals: &mut Signals) {
    signals.typo_tolerant |= matches.iter().any(|m| m.typo);
    for group in &term.groups {
        let names = match group.kind {
            GroupKind::Culture => &mut signals.cultures,
            GroupKind::Treatment => &mut signals.treatments,
            GroupKind::Generic => continue,
        };
        let found =
            searched_fields(document).any(|(_, text)| group.terms.iter().any(|t| text.contains(t.as_str())));
        if found && !names.contains(&group.name) {
            names.push(group.name.clone());
        }
    }
    let in_tag = matches.iter().any(|m| m.field == Field::Tags);
    if in_tag && term.has_group(GroupKind::Culture) {
        signals.culture_in_tag = true;
    }
}

fn token_part(term: &TermExpansion, matches: &[FieldMatch]) -> Explanation {
    let hit = Explanation::of_value(Label::new("tokenHit"), TOKEN_HIT);
    let fields = matches.iter().map(|m| {
        let name = match (m.typo, m.synonym) {
            (true, _) => "fieldByTypo",
            (_, true) => "fieldBySynonym",
            _ => "fieldByToken",
        };
        let label = Label::new(name).with("field", m.field.row_name()).with("term", m.term.clone());
        Explanation::of_value(label, m.field.weight())
    });
    let details = fields.chain(std::iter::once(hit)).collect();
    Explanation::sum(Label::new("token").with("token", term.token.clone()), details)
}

fn bonuses(signals: &Signals) -> Vec<Explanation> {
    let (culture, treatment) = (!signals.cultures.is_empty(), !signals.treatments.is_empty());
    let cultures = signals.cultures.join(", ");
    let treatments = signals.treatments.join(", ");
    let explain_bonus =
        |when: bool, label: Label, value: f64| when.then(|| Explanation::of_value(label, value));
    [
        explain_bonus(culture, Label::new("culture").with("names", cultures.clone()), CULTURE),
        explain_bonus(treatment, Label::new("treatment").with("names", treatments), TREATMENT),
        explain_bonus(culture && treatment, Label::new("pairFound"), PAIR),
        explain_bonus(
            signals.culture_in_tag,
            Label::new("cultureInTag").with("names", cultures),
            CULTURE_IN_TAG,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::{Tuning, Vocabulary};
    use crate::search::Kind;
    use crate::synonyms::SynonymIndex;
    use crate::synonyms::tests::group;
    use crate::text::{QueryText, normalize_text};

    fn synonyms() -> SynonymIndex {
        SynonymIndex::new(&[
            group(GroupKind::Culture, "uva", &["videira", "parreira"]),
            group(GroupKind::Treatment, "fungicida", &["fungicidas"]),
        ])
    }

    fn query(text: &str) -> Query {
        query_of(Kind::Items, text)
    }

    fn query_of(kind: Kind, text: &str) -> Query {
        let tuning = Tuning::items();
        Query::new(
            &QueryText::parse(text),
            &synonyms(),
            Vocabulary::default(),
            kind,
            &tuning.relevance,
            false,
        )
    }

    fn document(name: &str, description: &str, tags: &str) -> Document {
        Document::from_folded([
            (Field::Name, normalize_text(name)),
            (Field::Description, normalize_text(description)),
            (Field::Tags, normalize_text(tags)),
        ])
    }

    #[test]
    fn adds_up_as_the_specification_says() {
        let doc = document("Cobre Forte", "Fungicida de contato", "videira");
        let score = score_lexical(&query("fungicida para uva"), &doc);
        // fungicida: description 2.5 + hit 0.5; uva by its synonym in a tag: 4 + 0.5;
        // culture 2, treatment 2, pair 5, culture in a tag 1.
        assert_eq!(score.explanation.value(), 3.0 + 4.5 + 2.0 + 2.0 + 5.0 + 1.0);
        assert!(score.explanation.adds_up());
        assert_eq!(score.signals.cultures, ["uva"]);
        assert_eq!(score.signals.treatments, ["fungicida"]);
        assert!(score.signals.has_culture_treatment_pair);
        let tag = score.signals.fields.iter().find(|f| f.field == Field::Tags).unwrap();
        assert_eq!((tag.term.as_str(), tag.synonym), ("videira", true));
    }

    #[test]
    fn a_faq_is_given_nothing_for_cultures_and_treatments() {
        let faq = Document::from_folded([
            (Field::Question, normalize_text("Qual fungicida usar na videira?")),
            (Field::Answer, normalize_text("Consulte o rótulo.")),
        ]);
        let score = score_lexical(&query_of(Kind::Faqs, "fungicida para uva"), &faq);
        // Both tokens in the question, each 3.5 + 0.5; no culture, treatment or pair counts.
        assert_eq!(score.explanation.value(), 8.0);
        assert!(score.signals.has_culture_treatment_pair, "it is there to be seen all the same");
        let item = score_lexical(&query("fungicida para uva"), &faq);
        assert_eq!(item.explanation.value(), 17.0, "the control: in the catalog they count");
    }

    #[test]
    fn a_token_that_hit_nothing_is_told_of() {
        let score = score_lexical(&query("fungicida para trator"), &document("Cobre", "Fungicida", ""));
        let names: Vec<&str> = score.explanation.details().iter().map(|row| row.label().name).collect();
        assert_eq!(names, ["token", "tokenAbsent", "treatment"]);
    }

    #[test]
    fn nothing_found_is_zero() {
        let score = score_lexical(&query("trator"), &document("Cobre", "Fungicida", ""));
        assert_eq!(score.explanation.value(), 0.0);
        assert!(score.signals.tokens_hit.is_empty());
    }

    #[test]
    fn only_eight_tokens_score() {
        let doc = document("um dois tres quatro cinco seis sete oito nove", "", "");
        let many = query("dois tres quatro cinco seis sete oito nove dez onze");
        assert_eq!(score_lexical(&many, &doc).signals.query_tokens.len(), 8);
    }
}
