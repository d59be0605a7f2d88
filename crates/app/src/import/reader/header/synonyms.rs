//! Synonyms of column names used by suppliers, from a weighted word list.
//!
//! `Vlr. Unit. (R$)`, `DS_GRUPO` and `Marca/Fabr.` are expanded word by word before the comparison; the order of the
//! words does not matter. A match here is weaker than one in `names`. Stock lists have words of their own in the file.

use super::stock_column::StockColumn;
use celeiro_domain::catalog::RecordField;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The file: a line a name, with its field and weight, or a line `short` with short forms and the whole word. What a
/// column of a list of stock holds stands behind [`STOCK`].
const FILE: &str = include_str!("synonyms.tsv");
/// Before what a column of a list of stock holds.
const STOCK: &str = "stock.";
/// The largest weight, and the rank of a name that has it: those of `names` are below.
const MAX_WEIGHT: usize = 100;
const FIRST_RANK: usize = 100;
/// Words that tell no columns apart.
const FILLERS: [&str; 10] = ["de", "do", "da", "dos", "das", "o", "a", "e", "em", "r"];
/// Words in a name at most: longer ones are sentences.
const MAX_WORDS: usize = 6;

static SYNONYMS: LazyLock<Synonyms> = LazyLock::new(|| Synonyms::parse(FILE));

/// The field of items that a column of this folded name is in the words of the trade, and how good a name for it
/// that is; larger than every rank of a name that is known by itself, which `find_known` tells.
pub(super) fn find_trade_name(
    folded: &str,
    find_known: impl Fn(&str) -> Option<RecordField>,
) -> Option<(RecordField, usize)> {
    SYNONYMS.find(folded, find_known)
}

/// What a column of this folded name holds in a list of stock by the words of the trade, and how good a name for it that
/// is.
pub(super) fn find_stock_name(folded: &str) -> Option<(StockColumn, usize)> {
    SYNONYMS.find_stock(folded)
}

#[derive(Default)]
struct Synonyms {
    /// Short forms and what they stand for.
    short: HashMap<&'static str, &'static str>,
    /// Fields and ranks by sorted words.
    fields: HashMap<String, (RecordField, usize)>,
    /// What columns of lists of stock hold, and ranks, by sorted words.
    stock: HashMap<String, (StockColumn, usize)>,
}

impl Synonyms {
    fn parse(file: &'static str) -> Self {
        let mut found = Self::default();
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        for mut parts in lines.map(|line| line.split('\t')) {
            let (Some(what), Some(weight), Some(words)) = (parts.next(), parts.next(), parts.next()) else {
                continue;
            };
            if what == "short" {
                let whole = words.rsplit(' ').next().unwrap_or_default();
                found.short.extend(words.split(' ').map(|word| (word, whole)));
                continue;
            }
            let Ok(weight) = weight.parse::<usize>() else { continue };
            let rank = FIRST_RANK + MAX_WEIGHT.saturating_sub(weight);
            let key = sort_words(&words.split(' ').collect::<Vec<_>>());
            if let Some(column) = what.strip_prefix(STOCK).and_then(StockColumn::parse) {
                found.stock.insert(key, (column, rank));
            } else if let Some(field) = RecordField::parse(what) {
                found.fields.insert(key, (field, rank));
            }
        }
        found
    }

    /// The words, each spelt out.
    fn spell_words<'a>(&self, words: &[&'a str]) -> Vec<&'a str> {
        words.iter().map(|&word| self.short.get(word).copied().unwrap_or(word)).collect()
    }

    fn find_stock(&self, folded: &str) -> Option<(StockColumn, usize)> {
        let words = split_name(folded)?;
        // As it is written first: `unit` is a unit here, and short for `unitario` in names of prices.
        [sort_words(&words), key_of(&self.spell_words(&words))]
            .iter()
            .find_map(|key| self.stock.get(key).copied())
    }

    fn find(
        &self,
        folded: &str,
        find_known: impl Fn(&str) -> Option<RecordField>,
    ) -> Option<(RecordField, usize)> {
        let words = split_name(folded)?;
        let spelt = self.spell_words(&words);
        let key = key_of(&spelt);
        // Words that are known by themselves once they are spelt out: `Desc. Produto`. Two letters alone may be
        // anything: a state, a unit.
        let is_clear = words.len() > 1 || folded.chars().count() > 2;
        let joined = [spelt.join("_"), list_telling(&spelt).join("_")];
        let spelt_out = || joined.iter().filter(|one| *one != folded).find_map(|one| find_known(one));
        let find_spelt_out = || spelt_out().filter(|_| is_clear).map(|field| (field, FIRST_RANK));
        self.fields.get(&key).copied().or_else(find_spelt_out)
    }
}

/// The words of a folded name; `None` where it has none, or is a sentence.
fn split_name(folded: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = folded.split('_').filter(|word| !word.is_empty()).collect();
    (!words.is_empty() && words.len() <= MAX_WORDS).then_some(words)
}

/// Those of the words that tell columns apart.
fn list_telling<'a>(spelt: &[&'a str]) -> Vec<&'a str> {
    spelt.iter().copied().filter(|word| !FILLERS.contains(word)).collect()
}

/// By what spelt words are looked up.
fn key_of(spelt: &[&str]) -> String {
    let telling = list_telling(spelt);
    sort_words(if telling.is_empty() { spelt } else { &telling })
}

/// The words in their order, each once.
fn sort_words(words: &[&str]) -> String {
    let mut words = words.to_vec();
    words.sort_unstable();
    words.dedup();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_file_has_a_field_and_a_weight() {
        for line in FILE.lines().filter(|line| !line.starts_with('#')) {
            let parts: Vec<&str> = line.split('\t').collect();
            let [what, weight, _] = parts[..] else { panic!("{line}") };
            let is_of_stock = what.strip_prefix(STOCK).is_some_and(|what| StockColumn::parse(what).is_some());
            assert!(what == "short" || is_of_stock || RecordField::parse(what).is_some(), "{line}");
            let is_weight = weight.parse::<usize>().is_ok_and(|one| (1..=MAX_WEIGHT).contains(&one));
            assert!(what == "short" || is_weight, "{line}");
        }
    }
}
