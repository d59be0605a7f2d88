//! Quality of suggestions, measured on held-back fields of real items.

pub(crate) mod check;
pub(crate) mod checks;
pub(crate) mod evaluate;
pub(crate) mod evaluation;
