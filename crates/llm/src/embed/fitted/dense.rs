//! Tall dense matrices: many rows, a few hundred columns.
//!
//! Stored by rows. A block of rows is, column by column, the transpose of itself, which is how
//! it is handed to nalgebra without a copy.

use super::parallel::threads;
use nalgebra::{DMatrix, DMatrixView, SymmetricEigen};
use std::thread;

/// Rows multiplied at once: enough for the library's fast path, few enough to stay in the cache.
const BLOCK_ROWS: usize = 512;

/// Directions weaker than the strongest by this factor (in squared length) are rounding noise of
/// single precision.
const NOISE: f64 = 1e-9;

/// A matrix stored by rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dense {
    pub columns: usize,
    pub data: Vec<f32>,
}

/// Eigenvalues of a Gram matrix, largest first, with their eigenvectors as columns.
pub(super) struct Spectrum {
    pub values: Vec<f64>,
    pub vectors: DMatrix<f64>,
}

impl Dense {
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { columns, data: vec![0.0; rows * columns] }
    }

    pub fn rows(&self) -> usize {
        self.data.len() / self.columns.max(1)
    }

    pub fn row(&self, i: usize) -> &[f32] {
        &self.data[i * self.columns..(i + 1) * self.columns]
    }

    /// `selfᵀ · self` in double precision: squaring halves the digits that single precision has.
    pub fn gram(&self) -> DMatrix<f64> {
        let mut sum = DMatrix::<f64>::zeros(self.columns, self.columns);
        for block in self.data.chunks(BLOCK_ROWS * self.columns) {
            let exact = transposed_view(block, self.columns).map(f64::from);
            sum.gemm(1.0, &exact, &exact.transpose(), 1.0);
        }
        sum
    }

    /// Multiplies the dense matrix by `right`, from the right.
    pub fn times(&self, right: &DMatrix<f32>) -> Self {
        let mut out = Self::zeros(self.rows(), right.ncols());
        let right_transposed = right.transpose();
        in_row_blocks(&mut out, |first, target| {
            let length = BLOCK_ROWS * right.ncols();
            for (i, target) in target.chunks_mut(length).enumerate() {
                let start = (first + i * BLOCK_ROWS) * self.columns;
                let end = start + target.len() / right.ncols() * self.columns;
                let product = &right_transposed * transposed_view(&self.data[start..end], self.columns);
                target.copy_from_slice(product.as_slice());
            }
        });
        out
    }

    /// Computes a dense matrix with the same column space and orthonormal columns; columns that would be noise are
    /// zero. By the eigenvectors of the Gram matrix: unlike Cholesky it does not mind columns that depend on one
    /// another, which small corpora always have.
    pub fn orthonormal(self) -> Self {
        let spectrum = Spectrum::of(self.gram());
        let scaled = DMatrix::from_fn(self.columns, self.columns, |i, j| {
            (spectrum.vectors[(i, j)] * spectrum.inverse_root(j)) as f32
        });
        self.rotate(&scaled)
    }

    /// `self · right` in the room of `self`, where `right` is square.
    fn rotate(mut self, right: &DMatrix<f32>) -> Self {
        debug_assert_eq!((right.nrows(), right.ncols()), (self.columns, self.columns));
        let (columns, right_transposed) = (self.columns, right.transpose());
        in_row_blocks(&mut self, |_, rows| {
            for block in rows.chunks_mut(BLOCK_ROWS * columns.max(1)) {
                let product = &right_transposed * transposed_view(block, columns);
                block.copy_from_slice(product.as_slice());
            }
        });
        self
    }
}

impl Spectrum {
    /// Decomposes a symmetric matrix without negative eigenvalues into eigenvalues and eigenvectors.
    pub fn of(gram: DMatrix<f64>) -> Self {
        let eigen = SymmetricEigen::new(gram);
        let mut order: Vec<usize> = (0..eigen.eigenvalues.len()).collect();
        order.sort_by(|&a, &b| eigen.eigenvalues[b].total_cmp(&eigen.eigenvalues[a]));
        Self {
            values: order.iter().map(|&i| eigen.eigenvalues[i].max(0.0)).collect(),
            vectors: eigen.eigenvectors.select_columns(order.iter()),
        }
    }

    /// `1/√λ` of the eigenvalue at `j`, or 0 where it is noise.
    pub fn inverse_root(&self, j: usize) -> f64 {
        let largest = self.values.first().copied().unwrap_or(0.0);
        if self.values[j] > largest * NOISE { self.values[j].sqrt().recip() } else { 0.0 }
    }
}

fn transposed_view(rows: &[f32], columns: usize) -> DMatrixView<'_, f32> {
    DMatrixView::from_slice(rows, columns, rows.len() / columns.max(1))
}

/// Calls `work(first_row, rows)` for contiguous blocks that together are `out`, on one thread
/// each. `work` must give each row a value that does not depend on the block it is in.
pub(crate) fn in_row_blocks(out: &mut Dense, work: impl Fn(usize, &mut [f32]) + Sync) {
    let rows = out.rows().div_ceil(threads()).max(1);
    let length = rows * out.columns.max(1);
    thread::scope(|scope| {
        for (i, block) in out.data.chunks_mut(length).enumerate() {
            let work = &work;
            scope.spawn(move || work(i * rows, block));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: usize, columns: usize) -> Dense {
        let data = (0..rows * columns).map(|i| ((i * 7919 % 101) as f32 - 50.0) / 25.0).collect();
        Dense { columns, data }
    }

    #[test]
    fn gram_and_product_agree_with_the_definition() {
        let x = sample(1300, 5);
        let gram = x.gram();
        let right = DMatrix::from_fn(5, 3, |i, j| (i + 2 * j) as f32);
        let product = x.times(&right);
        for i in 0..5 {
            for j in 0..5 {
                let expected: f64 = (0..1300).map(|r| f64::from(x.row(r)[i]) * f64::from(x.row(r)[j])).sum();
                assert!((gram[(i, j)] - expected).abs() < 1e-2 * (1.0 + expected.abs()));
            }
        }
        for r in [0, 511, 512, 1299] {
            for j in 0..3 {
                let expected: f32 = (0..5).map(|t| x.row(r)[t] * right[(t, j)]).sum();
                assert!((product.row(r)[j] - expected).abs() < 1e-3);
            }
        }
    }

    #[test]
    fn a_product_in_place_is_the_product() {
        let x = sample(1300, 5);
        let right = DMatrix::from_fn(5, 5, |i, j| (i + 2 * j) as f32 / 7.0);
        assert_eq!(x.clone().rotate(&right), x.times(&right));
    }

    #[test]
    fn orthonormal_columns_and_zeros_for_what_depends() {
        let mut x = sample(900, 6);
        for row in x.data.chunks_mut(6) {
            row[5] = row[0] + row[1];
        }
        let gram = x.orthonormal().gram();
        for i in 0..6 {
            for j in 0..6 {
                let expected = if i == j && i < 5 { 1.0 } else { 0.0 };
                assert!((gram[(i, j)] - expected).abs() < 1e-4, "{i} {j} {}", gram[(i, j)]);
            }
        }
    }
}
