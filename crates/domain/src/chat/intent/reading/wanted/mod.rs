//! The words that a message looks for, and how an item holds them.
//!
//! A word is held where it is meant: `vermífugo` by an item whose tags say `anti-helmíntico` too, `5
//! litros` by one in a package of `5 L`. A name, a category, a tag or an attribute tells what an item
//! is; a description also speaks of other things.

mod fitting;
mod item_words;
mod kinds;
mod term;
mod terms;
#[cfg(test)]
mod tests;

pub(crate) use item_words::{Holding, ItemWords};
pub(crate) use term::{Term, names_attribute};
pub(crate) use terms::WantedTerms;
