//! Settings that override the active ranking profile.

use super::Config;
use celeiro_domain::rank::{NO_THRESHOLD, Profile, Tuning, parse_threshold};
use celeiro_domain::search::Fusion;

impl Config {
    /// The fusion of searches that name none, where `profile` is the active one.
    pub(crate) fn fusion(&self, profile: &Profile) -> Fusion {
        self.fusion_by_switch().unwrap_or(profile.fusion)
    }

    /// The fusion that `HYBRID_SEARCH_ENHANCED` chooses.
    pub(crate) fn fusion_by_switch(&self) -> Option<Fusion> {
        let enhanced = self.switch("HYBRID_SEARCH_ENHANCED")?;
        Some(if enhanced { Fusion::Enhanced } else { Fusion::Simple })
    }

    /// Puts what a person set in the environment, on the command line or in the saved settings over
    /// the profile's own values.
    pub fn override_profile(&self, profile: &mut Profile) {
        for (tuning, prefix) in [(&mut profile.items, "CATALOG"), (&mut profile.faqs, "FAQ")] {
            let read_number = |name: &str| self.given_number(&format!("{prefix}_{name}"));
            override_value(&mut tuning.vector_weight, read_number("VECTOR_WEIGHT"));
            override_value(&mut tuning.lexical_weight, read_number("LEXICAL_WEIGHT"));
            let threshold = self.value_of(&format!("{prefix}_VECTOR_THRESHOLD")).and_then(parse_threshold);
            tuning.vector_threshold = threshold.or(tuning.vector_threshold);
        }
        override_value(
            &mut profile.items.pair_priority_bonus,
            self.given_number("CATALOG_PAIR_PRIORITY_BONUS"),
        );
        // The reference knows these only for the catalog; FAQ search follows them.
        for tuning in [&mut profile.items, &mut profile.faqs] {
            self.override_pool(tuning);
        }
    }

    fn override_pool(&self, tuning: &mut Tuning) {
        for (field, name) in [
            (&mut tuning.vector_candidate_multiplier, "CATALOG_VECTOR_CANDIDATE_MULTIPLIER"),
            (&mut tuning.vector_candidate_max, "CATALOG_VECTOR_CANDIDATE_MAX"),
            (&mut tuning.vector_chunks_per_item, "CATALOG_VECTOR_CHUNKS_PER_ITEM"),
            (&mut tuning.vector_snippet_max_chars, "CATALOG_VECTOR_SNIPPET_MAX_CHARS"),
            (&mut tuning.lexical_candidate_multiplier, "CATALOG_LEXICAL_CANDIDATE_MULTIPLIER"),
            (&mut tuning.lexical_candidate_max, "CATALOG_LEXICAL_CANDIDATE_MAX"),
        ] {
            if let Some(value) = self.given_number(name) {
                *field = value as u32;
            }
        }
    }
}

/// Replaces `field` where a value is configured.
fn override_value(field: &mut f64, value: Option<f64>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// The fusions that a setting acts in, where it does not act in all.
pub(crate) fn acting_fusions(name: &str) -> &'static [Fusion] {
    match name {
        "CATALOG_VECTOR_WEIGHT"
        | "CATALOG_LEXICAL_WEIGHT"
        | "FAQ_VECTOR_WEIGHT"
        | "FAQ_LEXICAL_WEIGHT"
        | "CATALOG_PAIR_PRIORITY_BONUS"
        | "CATALOG_LEXICAL_CANDIDATE_MULTIPLIER"
        | "CATALOG_LEXICAL_CANDIDATE_MAX" => &[Fusion::Enhanced],
        "CATALOG_VECTOR_CANDIDATE_MULTIPLIER" => &[Fusion::Enhanced, Fusion::Simple, Fusion::Rrf],
        _ => &[],
    }
}

/// What a setting stands above in a profile, where it does: its value there, as it is written.
pub(crate) fn find_profile_value(name: &str, profile: &Profile) -> Option<Below> {
    let Profile { items, faqs, .. } = profile;
    let number = |value: f64| Some(Below::Value(value.to_string()));
    let count = |value: u32| Some(Below::Value(value.to_string()));
    let threshold = |tuning: &Tuning| {
        Some(tuning.vector_threshold.map_or(Below::Model, |t| Below::Value(format_threshold(t))))
    };
    match name {
        "CATALOG_VECTOR_THRESHOLD" => threshold(items),
        "FAQ_VECTOR_THRESHOLD" => threshold(faqs),
        "CATALOG_VECTOR_WEIGHT" => number(items.vector_weight),
        "CATALOG_LEXICAL_WEIGHT" => number(items.lexical_weight),
        "CATALOG_PAIR_PRIORITY_BONUS" => number(items.pair_priority_bonus),
        "FAQ_VECTOR_WEIGHT" => number(faqs.vector_weight),
        "FAQ_LEXICAL_WEIGHT" => number(faqs.lexical_weight),
        "CATALOG_VECTOR_CANDIDATE_MULTIPLIER" => count(items.vector_candidate_multiplier),
        "CATALOG_VECTOR_CANDIDATE_MAX" => count(items.vector_candidate_max),
        "CATALOG_VECTOR_CHUNKS_PER_ITEM" => count(items.vector_chunks_per_item),
        "CATALOG_VECTOR_SNIPPET_MAX_CHARS" => count(items.vector_snippet_max_chars),
        "CATALOG_LEXICAL_CANDIDATE_MULTIPLIER" => count(items.lexical_candidate_multiplier),
        "CATALOG_LEXICAL_CANDIDATE_MAX" => count(items.lexical_candidate_max),
        _ => None,
    }
}

/// What holds where a setting says nothing.
pub(crate) enum Below {
    /// What the profile says.
    Value(String),
    /// The profile says nothing either: the embedding model's own threshold.
    Model,
}

/// Writes a threshold of a ranking profile as settings show it.
pub(crate) fn format_threshold(threshold: f64) -> String {
    if threshold >= NO_THRESHOLD { "Infinity".to_owned() } else { threshold.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SETTINGS;
    use crate::config::kind::SettingKind;
    use celeiro_domain::rank::{
        Candidate, Document, Field, PoolPlan, Query, RankInput, VectorMatch, Vocabulary, rank,
        shipped_profiles,
    };
    use celeiro_domain::search::Kind;
    use celeiro_domain::synonyms::{GroupKind, SynonymGroup, SynonymIndex};
    use celeiro_domain::text::QueryText;
    use std::collections::BTreeMap;
    use uuid::Uuid;

    const FUSIONS: [Fusion; 4] = [Fusion::Enhanced, Fusion::Relevance, Fusion::Simple, Fusion::Rrf];

    fn make_config(name: &str, value: &str) -> Config {
        let options = BTreeMap::from([
            ("CELEIRO_DATA_DIR".to_owned(), "/nowhere".to_owned()),
            (name.to_owned(), value.to_owned()),
        ]);
        Config::load(&options, |_| None).unwrap()
    }

    /// What a search of ten hits fetches and how it scores the one record it finds, which holds a crop and
    /// a treatment.
    fn search(profile: &Profile, kind: Kind, fusion: Fusion) -> String {
        let group = |kind, name: &str| SynonymGroup { kind, name: name.into(), terms: Vec::new() };
        let synonyms =
            SynonymIndex::new(&[group(GroupKind::Culture, "soja"), group(GroupKind::Treatment, "herbicida")]);
        let tuning = profile.tuning(kind);
        let text = QueryText::parse("herbicida soja");
        let query = Query::new(&text, &synonyms, Vocabulary::default(), kind, &tuning.relevance, false);
        let candidate = Candidate {
            id: Uuid::nil(),
            document: Document::from_folded([(Field::Name, "herbicida para soja".to_owned())]),
            lexical_rank: Some(1),
            vector: Some(VectorMatch { distance: -0.5, rank: 1 }),
            named: false,
            sorted_in: false,
        };
        let input = RankInput { query: &query, candidates: &[candidate], fusion, tuning };
        format!("{:?} {:?}", PoolPlan::new(tuning, fusion, 10), rank(input, 1)[0].explanation.value())
    }

    #[test]
    fn a_setting_acts_in_the_fusions_that_it_names_and_in_no_other() {
        let shipped = shipped_profiles().remove(0);
        let mut tested = 0;
        for setting in SETTINGS.iter().filter(|setting| !acting_fusions(setting.name).is_empty()) {
            let mut changed = shipped.clone();
            make_config(setting.name, "3").override_profile(&mut changed);
            for fusion in FUSIONS {
                let kinds = [Kind::Items, Kind::Faqs];
                let acts = kinds.iter().any(|k| search(&shipped, *k, fusion) != search(&changed, *k, fusion));
                assert_eq!(
                    acts,
                    acting_fusions(setting.name).contains(&fusion),
                    "{} {fusion:?}",
                    setting.name
                );
                tested += 1;
            }
        }
        assert_eq!(tested, 8 * FUSIONS.len());
    }

    #[test]
    fn a_setting_of_a_profile_is_read_back_as_it_was_given() {
        let shipped = shipped_profiles().remove(0);
        let mut tested = 0;
        for setting in SETTINGS.iter().filter(|setting| find_profile_value(setting.name, &shipped).is_some())
        {
            let value = match setting.kind {
                SettingKind::Whole(_, most) => most.to_string(),
                SettingKind::Number(least, most) => ((least + most) / 3.0).to_string(),
                _ => "-0.25".to_owned(),
            };
            let mut changed = shipped.clone();
            make_config(setting.name, &value).override_profile(&mut changed);
            let Some(Below::Value(read)) = find_profile_value(setting.name, &changed) else {
                panic!("{} has no value", setting.name)
            };
            assert_eq!(read, value, "{}", setting.name);
            tested += 1;
        }
        assert_eq!(tested, 13);
    }

    #[test]
    fn what_is_not_given_stays_as_the_profile_has_it() {
        let shipped = shipped_profiles().remove(0);
        let mut same = shipped.clone();
        make_config("CELEIRO_LANG", "en").override_profile(&mut same);
        assert_eq!(same, shipped);
    }

    #[test]
    fn no_threshold_is_written_as_infinity_and_read_again_as_none() {
        for text in ["Infinity", "inf", "∞", "1e999"] {
            let read = parse_threshold(text).unwrap();
            assert_eq!(format_threshold(read), "Infinity", "{text}");
        }
        for text in ["-1", "-0.5", "0", "0.125"] {
            assert_eq!(format_threshold(parse_threshold(text).unwrap()), text);
        }
        assert_eq!(parse_threshold("NaN"), None);
    }

    #[test]
    fn the_old_switch_chooses_between_two_fusions_and_absent_leaves_the_profile() {
        let fusion = |value: &str| make_config("HYBRID_SEARCH_ENHANCED", value).fusion_by_switch();
        assert_eq!((fusion("true"), fusion("off")), (Some(Fusion::Enhanced), Some(Fusion::Simple)));
        assert_eq!(make_config("CELEIRO_LANG", "en").fusion_by_switch(), None);
    }
}
