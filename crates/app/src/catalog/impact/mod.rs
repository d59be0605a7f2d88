//! Impact preview: effects of a change on watched queries.

pub mod api;
pub(crate) mod effect;
pub(crate) mod item_effect;
pub(crate) mod watched_queries;
pub use effect::QueryEffect;
pub(crate) use effect::of_synonyms;
pub use item_effect::ItemEffect;
pub(crate) use item_effect::of_item;
pub(crate) use watched_queries::{QueryToCompare, load_watched_queries};
