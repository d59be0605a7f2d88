//! A sparse matrix in compressed rows, and its product with a dense one.

use super::dense::Dense;
use super::parallel::{side_by_side, threads};
use crate::embed::fitted::dense::in_row_blocks;

/// Columns of a dense matrix that are multiplied at once: half of the vector registers that every
/// x86-64 has, a quarter of those of an arm64.
const PANEL: usize = 32;

/// Rows of (column, value) pairs, one after another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Csr {
    pub columns: usize,
    /// Row `i` is `entries[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    entries: Vec<(u32, f32)>,
}

impl Csr {
    pub fn new(columns: usize) -> Self {
        Self { columns, starts: vec![0], entries: Vec::new() }
    }

    /// Adds a row to the sparse matrix. Columns must be below `columns`.
    pub fn push_row(&mut self, row: &[(u32, f32)]) {
        debug_assert!(row.iter().all(|&(column, _)| (column as usize) < self.columns));
        self.entries.extend_from_slice(row);
        self.starts.push(self.entries.len());
    }

    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    fn row(&self, i: usize) -> &[(u32, f32)] {
        &self.entries[self.starts[i]..self.starts[i + 1]]
    }

    /// Number of the sparse matrix's entries that are not zero.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// Removes every second row of the sparse matrix.
    pub fn thin(&mut self) {
        let kept = self.rows().div_ceil(2);
        let mut end = 0;
        for i in 0..kept {
            let row = self.starts[2 * i]..self.starts[2 * i + 1];
            let length = row.len();
            self.entries.copy_within(row, end);
            self.starts[i] = end;
            end += length;
        }
        self.starts[kept] = end;
        self.starts.truncate(kept + 1);
        self.entries.truncate(end);
    }

    /// `self · right`. Every row is summed in a fixed order by one thread, so the result does not
    /// depend on how many threads there are.
    ///
    /// A few columns of `right` at a time: packed together they stay in the cache, and the sums
    /// of a row stay in registers.
    pub fn times(&self, right: &Dense) -> Dense {
        debug_assert_eq!(self.columns, right.rows());
        let mut out = Dense::zeros(self.rows(), right.columns);
        for first_column in (0..right.columns).step_by(PANEL) {
            let panel = panel(right, first_column);
            let width = PANEL.min(right.columns - first_column);
            in_row_blocks(&mut out, |first_row, block| {
                for (offset, row) in block.chunks_exact_mut(right.columns).enumerate() {
                    let sums = self.row_times(first_row + offset, &panel);
                    row[first_column..first_column + width].copy_from_slice(&sums[..width]);
                }
            });
        }
        out
    }

    /// `selfᵀ · right`, without the transpose, which would take as much room again. A few columns of
    /// `right` are one thread's work, row by row: each sum has its fixed order here too.
    pub fn transposed_times(&self, right: &Dense) -> Dense {
        debug_assert_eq!(self.rows(), right.rows());
        let mut out = Dense::zeros(self.columns, right.columns);
        let first_columns: Vec<usize> = (0..right.columns).step_by(PANEL).collect();
        for at_once in first_columns.chunks(threads()) {
            let sums: Vec<Vec<[f32; PANEL]>> =
                side_by_side(at_once, |first_column| self.transposed_panel(right, *first_column));
            for (first_column, sums) in at_once.iter().zip(&sums) {
                let width = PANEL.min(right.columns - first_column);
                for (row, sums) in out.data.chunks_exact_mut(right.columns).zip(sums) {
                    row[*first_column..first_column + width].copy_from_slice(&sums[..width]);
                }
            }
        }
        out
    }

    fn transposed_panel(&self, right: &Dense, first_column: usize) -> Vec<[f32; PANEL]> {
        let mut sums = vec![[0f32; PANEL]; self.columns];
        for (i, from) in panel(right, first_column).iter().enumerate() {
            for &(column, value) in self.row(i) {
                for (sum, x) in sums[column as usize].iter_mut().zip(from) {
                    *sum += value * x;
                }
            }
        }
        sums
    }

    fn row_times(&self, i: usize, panel: &[[f32; PANEL]]) -> [f32; PANEL] {
        let mut sums = [0f32; PANEL];
        for &(column, value) in self.row(i) {
            for (sum, x) in sums.iter_mut().zip(&panel[column as usize]) {
                *sum += value * x;
            }
        }
        sums
    }
}

/// Columns `first..first + PANEL` of each row, filled up with zeros.
fn panel(matrix: &Dense, first: usize) -> Vec<[f32; PANEL]> {
    let width = PANEL.min(matrix.columns - first);
    let columns = |i: usize| {
        let mut packed = [0f32; PANEL];
        packed[..width].copy_from_slice(&matrix.row(i)[first..first + width]);
        packed
    };
    (0..matrix.rows()).map(columns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matrix(rows: &[Vec<f32>]) -> Csr {
        let mut csr = Csr::new(rows[0].len());
        for row in rows {
            let entries: Vec<_> =
                row.iter().enumerate().filter(|(_, x)| **x != 0.0).map(|(j, x)| (j as u32, *x)).collect();
            csr.push_row(&entries);
        }
        csr
    }

    fn any_rows() -> impl Strategy<Value = Vec<Vec<f32>>> {
        let value = prop_oneof![Just(0.0f32), -4.0f32..4.0];
        (1usize..12, 1usize..9)
            .prop_flat_map(move |(n, m)| prop::collection::vec(prop::collection::vec(value.clone(), m), n))
    }

    proptest! {
        #[test]
        fn the_product_of_the_transpose_is_that_of_a_transpose(
            rows in any_rows(), width in prop_oneof![1usize..5, 31usize..66]
        ) {
            let (n, m) = (rows.len(), rows[0].len());
            let mut right = Dense::zeros(n, width);
            for (i, x) in right.data.iter_mut().enumerate() {
                *x = (i % 7) as f32 - 3.0;
            }
            let across: Vec<Vec<f32>> = (0..m).map(|j| rows.iter().map(|row| row[j]).collect()).collect();
            // To the last bit: a model must not depend on which of the two made it.
            prop_assert_eq!(matrix(&rows).transposed_times(&right), matrix(&across).times(&right));
        }

        #[test]
        fn a_thinner_matrix_has_every_second_row(rows in any_rows()) {
            let mut csr = matrix(&rows);
            csr.thin();
            prop_assert_eq!(csr, matrix(&rows.into_iter().step_by(2).collect::<Vec<_>>()));
        }

        #[test]
        fn the_product_is_the_sum_of_products(rows in any_rows(), width in prop_oneof![1usize..5, 31usize..66]) {
            let csr = matrix(&rows);
            let m = rows[0].len();
            let mut right = Dense::zeros(m, width);
            for (i, x) in right.data.iter_mut().enumerate() {
                *x = (i % 7) as f32 - 3.0;
            }
            let product = csr.times(&right);
            for (i, row) in rows.iter().enumerate() {
                for j in 0..width {
                    let expected: f32 = (0..m).map(|t| row[t] * right.row(t)[j]).sum();
                    prop_assert!((product.row(i)[j] - expected).abs() < 1e-3);
                }
            }
        }
    }
}
