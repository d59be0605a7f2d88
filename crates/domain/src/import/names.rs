//! Whether the column of the names can be the right one: a code or a category in its place makes
//! names that are numbers, or that come again and again.

use crate::text::normalize_text;
use rustc_hash::{FxHashSet, FxHasher};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::hash::{Hash as _, Hasher as _};

/// Names that are looked at: of more, the first.
const MOST: u32 = 100_000;
/// Fewest names of which anything can be said.
const LEAST: u32 = 5;

/// What is odd about the names of a file as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NameColumnDoubt {
    /// Most of them have no letters, or are one word with a number in it (`REP-29`): codes.
    MostlyNumbers,
    /// Most of them stand in several rows.
    MostlyRepeated,
}

/// The names of a file, as far as it is read.
#[derive(Debug, Clone, Default)]
pub struct NameColumn {
    count: u32,
    codes: u32,
    distinct: FxHashSet<u64>,
}

impl NameColumn {
    /// One more name.
    pub fn add(&mut self, name: &str) {
        if self.count == MOST {
            return;
        }
        self.count += 1;
        let folded = normalize_text(name);
        self.codes += u32::from(is_code(&folded));
        let mut hash = FxHasher::default();
        folded.hash(&mut hash);
        self.distinct.insert(hash.finish());
    }

    /// What is odd about them: more than half are codes, or fewer than half are different.
    pub fn doubt(&self) -> Option<NameColumnDoubt> {
        if self.count < LEAST {
            None
        } else if self.codes * 2 > self.count {
            Some(NameColumnDoubt::MostlyNumbers)
        } else if (self.distinct.len() as u32) * 2 < self.count {
            Some(NameColumnDoubt::MostlyRepeated)
        } else {
            None
        }
    }
}

/// Whether a name is a number or a code: without a letter, or one word with a digit (`HB000-X`).
fn is_code(folded: &str) -> bool {
    let has_digit = folded.chars().any(|c| c.is_ascii_digit());
    let has_letter = folded.chars().any(char::is_alphabetic);
    !has_letter || has_digit && !folded.trim().contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubt(names: &[&str]) -> Option<NameColumnDoubt> {
        let mut column = NameColumn::default();
        names.iter().for_each(|name| column.add(name));
        column.doubt()
    }

    #[test]
    fn codes_and_categories_are_no_names() {
        let codes = ["10023", "AB-10442", "7891234567890", "10 025", "Enxada"];
        assert_eq!(doubt(&codes), Some(NameColumnDoubt::MostlyNumbers));
        let articles = ["REP-0", "REP-1", "REP-2", "REP-3", "REP-4", "REP-29"];
        assert_eq!(doubt(&articles), Some(NameColumnDoubt::MostlyNumbers));
        let mixed = ["HB000-X", "HB001-X", "HB002-Y", "FG010-A", "Enxada"];
        assert_eq!(doubt(&mixed), Some(NameColumnDoubt::MostlyNumbers));
        let categories = ["Adubos", "ADUBOS", "Adubos", "Sementes", "sementes", "Sementes"];
        assert_eq!(doubt(&categories), Some(NameColumnDoubt::MostlyRepeated));
    }

    #[test]
    fn names_with_figures_in_them_are_names() {
        assert_eq!(doubt(&["2,4-D Nortox", "NPK 10-10-10", "Ureia 45%", "Zapp QI 620", "Priori Xtra"]), None);
        assert_eq!(doubt(&["1", "2", "3"]), None, "too few");
    }
}
