//! Settings that stand above the active ranking profile.

use super::Config;
use celeiro_domain::rank::{Profile, Tuning};

impl Config {
    /// Puts what somebody set in the environment, on the command line or in the saved settings over
    /// the profile's own values.
    pub fn override_profile(&self, profile: &mut Profile) {
        for (tuning, prefix) in [(&mut profile.items, "CATALOG"), (&mut profile.faqs, "FAQ")] {
            let given = |name: &str| self.given_number(&format!("{prefix}_{name}"));
            put(&mut tuning.vector_weight, given("VECTOR_WEIGHT"));
            put(&mut tuning.lexical_weight, given("LEXICAL_WEIGHT"));
            if let Some(threshold) = given("VECTOR_THRESHOLD") {
                tuning.vector_threshold = Some(threshold);
            }
        }
        put(&mut profile.items.pair_priority_bonus, self.given_number("CATALOG_PAIR_PRIORITY_BONUS"));
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

fn put(field: &mut f64, value: Option<f64>) {
    if let Some(value) = value {
        *field = value;
    }
}
