//! Whether an answer rests on its sources: citations, figures, claims.

pub mod answer_filter;
pub mod answer_language;
pub mod citations;
pub mod claims;
pub mod doses;
pub mod evidence;
pub mod fact_check;
pub(crate) mod figures;
pub(crate) mod money;
pub mod packages;
pub(crate) mod sentences;
#[cfg(test)]
mod tests;
