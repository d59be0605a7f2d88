//! What several commands print: hits as cards, scores as trees.

pub(crate) mod cards;
pub(crate) mod trees;
