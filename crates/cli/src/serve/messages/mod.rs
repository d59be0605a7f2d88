//! Requests as they come and answers as they go: arguments, bodies, errors, events.

pub(super) mod answer;
pub(super) mod arguments;
pub(super) mod body;
pub(super) mod stream;
