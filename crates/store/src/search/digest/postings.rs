//! Merging of posting lists: the number and the weight of the terms in each row.
//!
//! Pure: lists in, the best numbers out. The database part is in `digest.rs`; the order is that of
//! `lexical.rs`.

use crate::search::tiers::tier_bounds;
use std::cmp::Reverse;

/// A term, its words as places in the list of all that are asked for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PostingsTerm {
    pub weight: u32,
    pub name_weight: u32,
    /// One of these lists is enough.
    pub any: Vec<usize>,
    /// So are all of one of these.
    pub phrases: Vec<Vec<usize>>,
    /// These stand in the name.
    pub in_name: Vec<usize>,
}

/// How a row stands to the terms.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SnapshotState {
    pub hits: u8,
    pub weight: u32,
}

/// How a row stands of which is known which words it holds.
pub(crate) fn read_state(terms: &[PostingsTerm], holds: impl Fn(usize) -> bool) -> SnapshotState {
    let one_of = |words: &[usize]| words.iter().any(|w| holds(*w));
    let mut found = SnapshotState::default();
    for term in terms {
        if one_of(&term.any) || term.phrases.iter().any(|p| p.iter().all(|w| holds(*w))) {
            found.add(1, term.weight);
        }
        if one_of(&term.in_name) {
            found.add(0, term.name_weight);
        }
    }
    found
}

impl SnapshotState {
    fn add(&mut self, hits: u8, weight: u32) {
        self.hits = self.hits.saturating_add(hits);
        self.weight = self.weight.saturating_add(weight);
    }
}

/// Every row of a digest with how it stands.
pub(crate) struct Tally {
    rows: Vec<SnapshotState>,
}

impl Tally {
    /// Adds up the lists (by word; four bytes a number) of `rows` rows, of which `mask` leaves those that
    /// meet the conditions.
    pub fn new(terms: &[PostingsTerm], lists: &[Vec<u8>], rows: usize, mask: Option<&Bits>) -> Self {
        let mut tally = Self { rows: vec![SnapshotState::default(); rows] };
        for term in terms {
            let mut hit = Bits::new(rows);
            term.any.iter().for_each(|word| hit.set_all(&lists[*word]));
            for phrase in &term.phrases {
                hit.or(&Bits::common(phrase.iter().map(|word| lists[*word].as_slice()), rows));
            }
            let mut named = Bits::new(rows);
            term.in_name.iter().for_each(|word| named.set_all(&lists[*word]));
            if let Some(mask) = mask {
                hit.and(mask);
                named.and(mask);
            }
            hit.each(|row| tally.rows[row].add(1, term.weight));
            named.each(|row| tally.rows[row].add(0, term.name_weight));
        }
        tally
    }

    /// Removes a row from the merged postings.
    pub fn forget(&mut self, row: u32) {
        if let Some(row) = self.rows.get_mut(row as usize) {
            *row = SnapshotState::default();
        }
    }

    /// The least number of hits that a row needs to be looked at: terms are given up, one tier after
    /// the other, until `limit` rows are there. `others` are counted too.
    pub fn least_hits(&self, terms: usize, others: &[SnapshotState], limit: usize) -> u8 {
        let mut with = vec![0usize; usize::from(u8::MAX) + 1];
        self.rows.iter().chain(others).for_each(|row| with[usize::from(row.hits)] += 1);
        let bounds = tier_bounds(terms);
        let enough = bounds.iter().find(|least| with[**least..].iter().sum::<usize>() >= limit);
        *enough.unwrap_or(&1) as u8
    }

    /// Ranks the rows with at least `least` query terms, the most telling first, then by `order`.
    pub fn best<K: Ord>(
        &self,
        least: u8,
        limit: usize,
        order: impl Fn(u32) -> K,
    ) -> Vec<(u32, SnapshotState)> {
        let mut found: Vec<(u32, SnapshotState)> = (0u32..)
            .zip(&self.rows)
            .filter(|(_, row)| row.hits >= least.max(1))
            .map(|(number, row)| (number, *row))
            .collect();
        keep_first(&mut found, limit, |(number, row)| (Reverse(row.weight), order(*number)));
        found
    }

    /// Finds the rows with at least `least` query terms, and one in any case.
    pub fn matching(&self, least: u8) -> Bits {
        let mut bits = Bits::new(self.rows.len());
        for (word, rows) in bits.0.iter_mut().zip(self.rows.chunks(64)) {
            *word =
                (0..).zip(rows).fold(0, |word, (at, row)| word | u64::from(row.hits >= least.max(1)) << at);
        }
        bits
    }

    /// Lists the rows that hold a query term.
    pub fn numbers(&self) -> Vec<u32> {
        (0u32..).zip(&self.rows).filter(|(_, row)| row.hits > 0).map(|(number, _)| number).collect()
    }
}

/// Leaves the first `limit` by `key`, in order.
pub(crate) fn keep_first<T, K: Ord>(found: &mut Vec<T>, limit: usize, key: impl Fn(&T) -> K) {
    if found.len() > limit && limit > 0 {
        found.select_nth_unstable_by_key(limit - 1, &key);
    }
    found.truncate(limit);
    found.sort_unstable_by_key(key);
}

/// A set of row numbers.
#[derive(Debug, Clone)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub fn new(rows: usize) -> Self {
        Self(vec![0; rows.div_ceil(64)])
    }

    /// The rows whose number in `column` `is_wanted`; rows beyond the column's end are not.
    pub fn from_column(column: &[i64], rows: usize, is_wanted: impl Fn(i64) -> bool) -> Self {
        let mut bits = Self::new(rows);
        for (word, numbers) in bits.0.iter_mut().zip(column[..rows.min(column.len())].chunks(64)) {
            *word =
                (0..).zip(numbers).fold(0, |word, (at, number)| word | u64::from(is_wanted(*number)) << at);
        }
        bits
    }

    pub fn contains(&self, number: u32) -> bool {
        let number = number as usize;
        self.0.get(number / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    /// Counts the rows in the set of the digest.
    pub fn count(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Adds the rows of a posting list, four bytes a number, to the set.
    pub fn set_all(&mut self, list: &[u8]) {
        let (numbers, _) = list.as_chunks::<4>();
        for number in numbers.iter().map(|bytes| u32::from_be_bytes(*bytes) as usize) {
            if let Some(bits) = self.0.get_mut(number / 64) {
                *bits |= 1 << (number % 64);
            }
        }
    }

    /// What all lists have in common.
    fn common<'a>(lists: impl Iterator<Item = &'a [u8]>, rows: usize) -> Self {
        let sets = lists.map(|list| {
            let mut bits = Self::new(rows);
            bits.set_all(list);
            bits
        });
        let common = sets.reduce(|mut all, other| {
            all.and(&other);
            all
        });
        common.unwrap_or_else(|| Self::new(rows))
    }

    pub fn and(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    fn or(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Calls `take` with each row of the set, in order.
    pub fn each(&self, mut take: impl FnMut(usize)) {
        for (at, bits) in self.0.iter().enumerate() {
            let mut rest = *bits;
            while rest != 0 {
                take(at * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[u32]) -> Vec<u8> {
        numbers.iter().flat_map(|n| n.to_be_bytes()).collect()
    }

    fn term(weight: u32, any: &[usize], phrases: &[&[usize]], in_name: &[usize]) -> PostingsTerm {
        let phrases = phrases.iter().map(|p| p.to_vec()).collect();
        PostingsTerm {
            weight,
            name_weight: weight / 2,
            any: any.to_vec(),
            phrases,
            in_name: in_name.to_vec(),
        }
    }

    #[test]
    fn a_term_counts_once_however_many_of_its_words_are_there() {
        let lists = [list(&[1, 2, 64]), list(&[2, 3]), list(&[64, 1]), list(&[2])];
        let terms = [term(10, &[0, 1], &[], &[3]), term(4, &[], &[&[0, 2]], &[])];
        let tally = Tally::new(&terms, &lists, 70, None);
        let found = tally.best(1, 10, |n| n);
        let weights: Vec<(u32, u8, u32)> = found.iter().map(|(n, s)| (*n, s.hits, s.weight)).collect();
        assert_eq!(weights, [(2, 1, 15), (1, 2, 14), (64, 2, 14), (3, 1, 10)]);
    }

    #[test]
    fn a_row_by_itself_stands_as_in_the_tally() {
        let lists = [list(&[0, 1]), list(&[1]), list(&[0, 1]), list(&[])];
        let terms = [term(10, &[0], &[], &[1]), term(4, &[3], &[&[1, 2]], &[])];
        let tally = Tally::new(&terms, &lists, 2, None);
        assert_eq!(tally.rows[0], read_state(&terms, |word| [0, 2].contains(&word)));
        assert_eq!(tally.rows[1], read_state(&terms, |word| [0, 1, 2].contains(&word)));
    }

    #[test]
    fn fewer_hits_are_looked_at_only_where_rows_lack() {
        let lists = [list(&[0, 1, 2]), list(&[1, 2, 3]), list(&[2, 3, 4])];
        let terms = [term(1, &[0], &[], &[]), term(1, &[1], &[], &[]), term(100, &[2], &[], &[])];
        let tally = Tally::new(&terms, &lists, 5, None);
        assert_eq!(tally.least_hits(3, &[], 1), 3);
        assert_eq!(tally.least_hits(3, &[], 2), 2);
        assert_eq!(tally.least_hits(3, &[SnapshotState { hits: 3, weight: 9 }], 2), 3);
        assert_eq!(tally.least_hits(3, &[], 5), 1);
        assert_eq!(tally.least_hits(3, &[], 50), 1);
        // Row 4 tells more than row 1, but has one hit.
        assert_eq!(tally.best(2, 10, |n| n).iter().map(|f| f.0).collect::<Vec<_>>(), [2, 3, 1]);
    }

    #[test]
    fn rows_that_miss_a_condition_neither_count_nor_come() {
        let lists = [list(&[0, 1, 2]), list(&[1, 2, 3])];
        let terms = [term(2, &[0], &[], &[1]), term(2, &[1], &[], &[])];
        let mask = Bits::from_column(&[5, 9, 5, 5], 4, |price| price < 9);
        assert_eq!((mask.count(), mask.contains(1), mask.contains(99)), (3, false, false));
        let tally = Tally::new(&terms, &lists, 4, Some(&mask));
        assert_eq!(tally.least_hits(2, &[], 2), 1, "row 1 would have been the second");
        let newest_first = |number: u32| std::cmp::Reverse(number);
        assert_eq!(tally.best(1, 9, newest_first).iter().map(|f| f.0).collect::<Vec<_>>(), [2, 3, 0]);
        assert_eq!(tally.numbers(), [0, 2, 3]);
    }

    #[test]
    fn what_was_changed_is_left_out_and_limits_hold() {
        let mut tally = Tally::new(&[term(1, &[0], &[], &[])], &[list(&[3, 1, 0, 2, 99])], 4, None);
        tally.forget(0);
        tally.forget(1_000);
        assert_eq!(tally.best(1, 2, |n| n).iter().map(|f| f.0).collect::<Vec<_>>(), [1, 2]);
        assert!(tally.best(1, 0, |n| n).is_empty());
    }
}
