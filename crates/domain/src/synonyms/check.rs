//! Whether a group of synonyms can be stored as a person has written it.

use super::{GroupKind, SynonymGroup};
use crate::catalog::{FieldError, FieldErrorCode, clean_text};
use crate::text::{is_stop_word, normalize_text, plain_words};
use std::collections::HashSet;

/// Longest word or phrase of a group, in characters.
pub const MAX_TERM_CHARS: usize = 80;
/// Words and phrases of a group at most: each one widens every search that holds another.
pub const MAX_TERMS: usize = 200;

impl SynonymGroup {
    /// Cleans name and terms (control and invisible characters out, blanks at the ends off), puts the
    /// name first among the terms and drops those that differ only in case or accents.
    ///
    /// `others` are the groups it will stand beside: within a kind a term belongs to one group, or a
    /// search for it would find what either means.
    ///
    /// # Errors
    /// Every field that cannot be stored, with what is allowed.
    pub fn check<'a>(
        self,
        others: impl IntoIterator<Item = &'a SynonymGroup>,
    ) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = clean_text(&self.name, "name", MAX_TERM_CHARS, &mut errors);
        if normalize_text(&name).is_empty() {
            let allowed = format!("1..{MAX_TERM_CHARS}");
            errors.push(FieldError::new("name", FieldErrorCode::Required, &name, allowed));
        }
        let terms = clean_distinct_terms(&name, &self.terms, &mut errors);
        if terms.len() > MAX_TERMS {
            let allowed = format!("0..{MAX_TERMS}");
            let count = terms.len().to_string();
            errors.push(FieldError::new("terms", FieldErrorCode::TooLong, &count, allowed));
        }
        refuse_stop_word_terms(&name, &terms, &mut errors);
        check_taken(self.kind, &terms, others, &mut errors);
        if errors.is_empty() { Ok(Self { kind: self.kind, name, terms }) } else { Err(errors) }
    }
}

/// The cleaned terms with the name before them, each folded form once.
fn clean_distinct_terms(name: &str, terms: &[String], errors: &mut Vec<FieldError>) -> Vec<String> {
    let mut seen = HashSet::new();
    let cleaned = terms.iter().map(|term| clean_text(term, "terms", MAX_TERM_CHARS, errors));
    let all: Vec<String> = std::iter::once(name.to_owned()).chain(cleaned).collect();
    all.into_iter()
        .filter(|term| {
            let folded = normalize_text(term);
            !folded.is_empty() && seen.insert(folded)
        })
        .collect()
}

/// Words that every search passes over find nothing, and where they were looked for beside others they
/// would find everything.
fn refuse_stop_word_terms(name: &str, terms: &[String], errors: &mut Vec<FieldError>) {
    for term in terms {
        if plain_words(&normalize_text(term)).all(is_stop_word) {
            let field = if term == name { "name" } else { "terms" };
            errors.push(FieldError::new(field, FieldErrorCode::IgnoredBySearch, term, ""));
        }
    }
}

/// Refuses terms that another group of the kind has already.
fn check_taken<'a>(
    kind: GroupKind,
    terms: &[String],
    others: impl IntoIterator<Item = &'a SynonymGroup>,
    errors: &mut Vec<FieldError>,
) {
    let wanted: HashSet<String> = terms.iter().map(|term| normalize_text(term)).collect();
    for group in others.into_iter().filter(|group| group.kind == kind) {
        let mut said = HashSet::new();
        for term in std::iter::once(&group.name).chain(&group.terms) {
            let folded = normalize_text(term);
            if wanted.contains(&folded) && said.insert(folded) {
                errors.push(FieldError::new("terms", FieldErrorCode::InAnotherGroup, term, &group.name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synonyms::tests::group;

    #[test]
    fn the_name_comes_first_and_nothing_twice() {
        let checked =
            group(GroupKind::Culture, " Soja\u{200b} ", &["soja", "SOJAL", "sojal", " ", "glycine max"]);
        assert_eq!(checked.check([]).unwrap().terms, ["Soja", "SOJAL", "glycine max"]);
    }

    #[test]
    fn a_term_belongs_to_one_group_of_a_kind() {
        let soy = group(GroupKind::Culture, "soja", &["sojal"]);
        let errors = group(GroupKind::Culture, "feijão-soja", &["Sojal"]).check([&soy]).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!((errors[0].code, errors[0].allowed.as_str()), (FieldErrorCode::InAnotherGroup, "soja"));
        assert!(group(GroupKind::Generic, "feijão-soja", &["Sojal"]).check([&soy]).is_ok());
    }

    #[test]
    fn blank_names_and_endless_terms_are_refused() {
        let endless: Vec<String> = (0..=MAX_TERMS).map(|n| format!("termo {n}")).collect();
        let group = SynonymGroup { kind: GroupKind::Generic, name: "¨".into(), terms: endless };
        let codes: Vec<_> = group.check([]).unwrap_err().iter().map(|e| e.code).collect();
        assert_eq!(codes, [FieldErrorCode::Required, FieldErrorCode::TooLong]);
        let long = super::super::SynonymGroup { terms: vec!["x".repeat(81)], ..group_named("x") };
        assert_eq!(long.check([]).unwrap_err()[0].code, FieldErrorCode::TooLong);
    }

    #[test]
    fn words_that_search_passes_over_are_no_synonyms() {
        let list_problems = |name: &str, terms: &[&str]| -> Vec<(String, String)> {
            let errors = group(GroupKind::Generic, name, terms).check([]).err().unwrap_or_default();
            assert!(errors.iter().all(|error| error.code == FieldErrorCode::IgnoredBySearch), "{errors:?}");
            errors.into_iter().map(|error| (error.field, error.value)).collect()
        };
        let pair = |field: &str, value: &str| (field.to_owned(), value.to_owned());
        assert_eq!(
            list_problems("e", &["a", "de para"]),
            [pair("name", "e"), pair("terms", "a"), pair("terms", "de para")]
        );
        assert_eq!(list_problems("soja", &["%%%", "Às"]), [pair("terms", "%%%"), pair("terms", "Às")]);
        assert_eq!(list_problems("NPK", &["N P K", "cana de açúcar", "2,4-D"]), []);
    }

    #[test]
    fn a_term_that_another_group_holds_is_told_once_for_each_group() {
        let others = [
            group(GroupKind::Culture, "soja", &["sojal", "Sojal"]),
            group(GroupKind::Culture, "feijão", &["sojal"]),
            group(GroupKind::Treatment, "adubo", &["sojal"]),
        ];
        let errors = group(GroupKind::Culture, "novo", &["sojal", "uva"]).check(&others).unwrap_err();
        let told: Vec<(&str, &str)> =
            errors.iter().map(|error| (error.value.as_str(), error.allowed.as_str())).collect();
        assert_eq!(told, [("sojal", "soja"), ("sojal", "feijão")]);
        let named = group(GroupKind::Culture, "SOJA", &[]).check(&others).unwrap_err();
        assert_eq!((named.len(), named[0].code), (1, FieldErrorCode::InAnotherGroup), "by its name too");
    }

    #[test]
    fn a_group_that_was_checked_can_be_saved_again() {
        let checked = group(GroupKind::Culture, " Café ", &["CAFÉ", "cafezal\u{200b}", "café arábica"])
            .check([])
            .unwrap();
        assert_eq!(checked.terms, ["Café", "cafezal", "café arábica"]);
        assert_eq!(checked.clone().check([]), Ok(checked));
    }

    #[test]
    fn terms_have_eighty_characters_and_groups_two_hundred_terms() {
        let long = |length: usize| group(GroupKind::Generic, "x1", &[&"é".repeat(length)]).check([]).is_ok();
        assert!(long(80) && !long(81));
        let many = |count: usize| {
            let terms: Vec<String> = (1..count).map(|at| format!("termo {at}")).collect();
            SynonymGroup { kind: GroupKind::Generic, name: "nome".into(), terms }.check([]).is_ok()
        };
        assert!(many(MAX_TERMS) && !many(MAX_TERMS + 1), "the name is one of them");
    }

    #[test]
    fn every_shipped_group_can_be_saved_as_it_is() {
        let groups: Vec<SynonymGroup> = serde_json::from_str(super::super::SHIPPED).unwrap();
        for group in groups {
            let said = group.name.clone();
            assert!(group.check([]).is_ok(), "{said}");
        }
    }

    fn group_named(name: &str) -> SynonymGroup {
        group(GroupKind::Generic, name, &[])
    }
}
