//! Words and vectors against plain scans.

pub(super) mod digest;
pub(super) mod digest_values;
pub(super) mod lexical;
pub(super) mod vectors;
pub(super) mod warming;
