//! Users and secrets: the system's user that runs the server, the passwords that the program uses.

#[cfg(unix)]
pub(crate) mod identity;
pub(crate) mod login;
#[cfg(unix)]
pub(crate) mod secret;
