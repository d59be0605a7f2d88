//! Defined fields, their history, and the attribute values that they describe.

pub(crate) mod changes;
pub(crate) mod definitions;
pub(crate) mod deleted;
pub(crate) mod history;
mod searched;
pub(crate) mod values;
