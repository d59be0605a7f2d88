//! Settings that stand above the active ranking profile.

use super::Config;
use celeiro_domain::rank::{NO_THRESHOLD, Profile, Tuning, parse_threshold};

impl Config {
    /// Puts what a person set in the environment, on the command line or in the saved settings over
    /// the profile's own values.
    pub fn override_profile(&self, profile: &mut Profile) {
        for (tuning, prefix) in [(&mut profile.items, "CATALOG"), (&mut profile.faqs, "FAQ")] {
            let given = |name: &str| self.given_number(&format!("{prefix}_{name}"));
            override_value(&mut tuning.vector_weight, given("VECTOR_WEIGHT"));
            override_value(&mut tuning.lexical_weight, given("LEXICAL_WEIGHT"));
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

fn override_value(field: &mut f64, value: Option<f64>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// What a setting stands above in a profile, where it does: its value there, as it is written.
pub(crate) fn below(name: &str, profile: &Profile) -> Option<Below> {
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

/// A threshold as settings show it.
pub(crate) fn format_threshold(threshold: f64) -> String {
    if threshold >= NO_THRESHOLD { "Infinity".to_owned() } else { threshold.to_string() }
}
