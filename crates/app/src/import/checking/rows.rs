//! Compact set of row numbers, of which there may be millions: a range of neighbours takes the room of one.

/// Row numbers, ascending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowSet {
    /// First and last of neighbours, ascending, with a gap between two of them.
    runs: Vec<(u32, u32)>,
}

impl RowSet {
    /// Builds a set of row numbers from a list in any order.
    pub fn of(mut rows: Vec<u32>) -> Self {
        rows.sort_unstable();
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for row in rows {
            match runs.last_mut() {
                Some((_, last)) if row <= last.saturating_add(1) => *last = row.max(*last),
                _ => runs.push((row, row)),
            }
        }
        runs.shrink_to_fit();
        Self { runs }
    }

    /// Whether the set of row numbers contains `row`.
    pub fn contains(&self, row: u32) -> bool {
        let behind = self.runs.partition_point(|(first, _)| *first <= row);
        behind > 0 && row <= self.runs[behind - 1].1
    }

    /// The last row number of the set.
    pub fn last(&self) -> Option<u32> {
        self.runs.last().map(|(_, last)| *last)
    }

    /// How many row numbers the set has.
    pub fn count(&self) -> u64 {
        self.runs.iter().map(|(first, last)| u64::from(last - first) + 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_run() {
        let rows = RowSet::of((2..=2_000_000).rev().chain([2_000_002, 7, u32::MAX]).collect());
        assert_eq!(rows.runs, [(2, 2_000_000), (2_000_002, 2_000_002), (u32::MAX, u32::MAX)]);
        assert_eq!((rows.count(), rows.last()), (2_000_001, Some(u32::MAX)));
    }

    proptest::proptest! {
        #[test]
        fn it_holds_what_it_was_given(rows in proptest::collection::vec(0..60_u32, 0..40)) {
            let set = RowSet::of(rows.clone());
            for row in 0..70 {
                proptest::prop_assert_eq!(set.contains(row), rows.contains(&row));
            }
            proptest::prop_assert!(set.runs.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0));
            proptest::prop_assert_eq!(set.last(), rows.iter().copied().max());
        }
    }
}
