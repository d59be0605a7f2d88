//! The query as ranking reads it: its words, their forms, its concepts.

pub(crate) mod concept;
pub(crate) mod degree;
pub(crate) mod forms;
pub(crate) mod query;
pub(crate) mod vocabulary;
