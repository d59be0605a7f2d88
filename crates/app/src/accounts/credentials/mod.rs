//! Credentials of accounts: passwords, secrets of sessions and tokens, and the rate limit of wrong passwords.

pub(super) mod guesses;
pub(super) mod passwords;
pub(super) mod secrets;
