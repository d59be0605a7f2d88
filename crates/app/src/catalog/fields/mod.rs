//! Defined fields: list, undefined attributes, preview of a definition, history.

pub mod definitions;
pub mod history;
pub mod preview;
pub mod searched;
pub mod undefined;
