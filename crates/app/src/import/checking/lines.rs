//! Line numbers of rows in a text file. Row and line numbers diverge at a cell with line breaks, and keep that distance
//! until the next one.

/// Lines of rows.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Lines {
    /// Rows from which on lines are so many more than rows, ascending.
    steps: Vec<(u32, u32)>,
}

impl Lines {
    /// Notes the line number of a row, which stands below the last one.
    pub fn note(&mut self, row: u32, line: Option<u32>) {
        let more = line.map_or(0, |line| line.saturating_sub(row));
        if self.steps.last().map_or(0, |(_, last)| *last) != more {
            self.steps.push((row, more));
        }
    }

    /// Line number of a row in the file, where it differs from the row number.
    pub fn of(&self, row: u32) -> Option<u32> {
        let behind = self.steps.partition_point(|(first, _)| *first <= row);
        let (_, more) = self.steps.get(behind.checked_sub(1)?)?;
        (*more > 0).then(|| row.saturating_add(*more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_where_they_differ() {
        let mut lines = Lines::default();
        for (row, line) in [(2, None), (3, None), (4, Some(6)), (5, Some(7)), (6, Some(11))] {
            lines.note(row, line);
        }
        assert_eq!(
            [2, 3, 4, 5, 6, 9].map(|row| lines.of(row)),
            [None, None, Some(6), Some(7), Some(11), Some(14)]
        );
        assert_eq!(lines.steps.len(), 2);
    }
}
