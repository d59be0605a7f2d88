//! Whether the column of the names can be the right one: a code or a category in its place makes
//! names that are numbers, or that come again and again.

use crate::text::normalize_text;
use rustc_hash::{FxHashMap, FxHasher};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::hash::{Hash as _, Hasher as _};

/// Names that are looked at: of more, the first.
const MOST: u32 = 100_000;
/// Fewest names of which anything can be said.
const LEAST: u32 = 5;
/// Fewest names that others share of which it is said, and by how much more names there may be.
const LEAST_SHARED: u32 = 4;
const SHARED_OF: u32 = 4;

/// What is odd about the names of a file as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NameColumnDoubt {
    /// Most of them have no letters, or are one word with a number in it (`REP-29`): codes.
    MostlyNumbers,
    /// Most of them stand in several rows.
    MostlyRepeated,
}

/// Names that several records of a file have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedNames {
    /// How many records have the name of another one.
    pub count: u32,
    /// How many names were looked at.
    pub of: u32,
    /// The name that most of them have, as one of them has it.
    pub example: String,
}

/// The names of a file, as far as it is read.
#[derive(Debug, Clone, Default)]
pub struct NameColumn {
    count: u32,
    codes: u32,
    /// How many records have a name, by its hash.
    times: FxHashMap<u64, u32>,
    shared: u32,
    /// Of the name that most have: hash, how many, and the name.
    most: Option<(u64, u32, String)>,
}

impl NameColumn {
    /// Adds a value of the file's name column to its survey.
    pub fn add(&mut self, name: &str) {
        if self.count == MOST {
            return;
        }
        self.count += 1;
        let folded = normalize_text(name);
        self.codes += u32::from(is_code(&folded));
        let mut hash = FxHasher::default();
        folded.hash(&mut hash);
        let hash = hash.finish();
        let times = self.times.entry(hash).or_default();
        *times += 1;
        match *times {
            1 => return,
            2 => self.shared += 2,
            _ => self.shared += 1,
        }
        match &mut self.most {
            Some((of, most, _)) if *of == hash => *most = *times,
            Some((_, most, _)) if *most >= *times => {}
            _ => self.most = Some((hash, *times, name.trim().to_owned())),
        }
    }

    /// Names that several records have: a quarter of the records share theirs, and four at least.
    pub fn shared_names(&self) -> Option<SharedNames> {
        let (.., example) = self.most.as_ref()?;
        let is_told = self.shared >= LEAST_SHARED && self.shared * SHARED_OF >= self.count;
        is_told.then(|| SharedNames { count: self.shared, of: self.count, example: example.clone() })
    }

    /// Doubts the file's name column where most values are codes, or fewer than half differ.
    pub fn doubt(&self) -> Option<NameColumnDoubt> {
        if self.count < LEAST {
            None
        } else if self.codes * 2 > self.count {
            Some(NameColumnDoubt::MostlyNumbers)
        } else if (self.times.len() as u32) * 2 < self.count {
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

    fn count_shared(names: &[&str]) -> Option<(u32, u32, String)> {
        let mut column = NameColumn::default();
        names.iter().for_each(|name| column.add(name));
        column.shared_names().map(|found| (found.count, found.of, found.example))
    }

    #[test]
    fn names_that_a_quarter_of_the_records_share_are_counted_with_an_example() {
        let distinct = ["Enxada", "Foice", "Pá", "Rastelo", "Ancinho", "Cavadeira", "Machado", "Facão"];
        let mut names: Vec<&str> = vec!["Uréia", "Glifosato", "UREIA ", "glifosato", "Ureia"];
        names.extend(distinct);
        assert_eq!(count_shared(&names), Some((5, 13, "UREIA".to_owned())));
        names.extend(["A 1", "B 2", "C 3", "D 4", "E 5", "F 6", "G 7"]);
        assert_eq!(count_shared(&names).map(|found| (found.0, found.1)), Some((5, 20)), "a quarter");
        names.push("H 8");
        assert_eq!(count_shared(&names), None, "less");
        assert_eq!(count_shared(&["Pá", "Pá", "Pá"]), None, "three are few");
        assert_eq!(count_shared(&["Pá", "Pá", "Pó", "Pó"]).map(|found| found.0), Some(4));
        assert_eq!(count_shared(&[]), None);
    }

    #[test]
    fn names_with_figures_in_them_are_names() {
        assert_eq!(doubt(&["2,4-D Nortox", "NPK 10-10-10", "Ureia 45%", "Zapp QI 620", "Priori Xtra"]), None);
        assert_eq!(doubt(&["1", "2", "3"]), None, "too few");
    }
}
