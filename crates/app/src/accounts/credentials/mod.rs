//! What proves an account: passwords, secrets of sessions and tokens, and how often a wrong password was tried.

pub(super) mod guesses;
pub(super) mod passwords;
pub(super) mod secrets;
