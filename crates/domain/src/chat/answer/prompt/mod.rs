//! What a model is given: the message, what was said before, what was found, what is attached.

pub mod attached;
pub mod context;
pub mod documents;
pub mod history;
pub mod payload;
