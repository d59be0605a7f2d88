//! What neighbours say of a field: category, price, tags, and how much is sold at once.

pub(super) mod category;
pub(super) mod package;
pub(super) mod price;
pub(super) mod tags;
