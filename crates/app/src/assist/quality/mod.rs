//! How good suggestions are: fields of real items held back and guessed.

pub(crate) mod check;
pub(crate) mod checks;
pub(crate) mod evaluate;
pub(crate) mod evaluation;
