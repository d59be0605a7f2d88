//! Users and secrets of the cluster: the system user that runs the server, and the passwords that the program uses.

#[cfg(unix)]
pub(crate) mod identity;
pub(crate) mod login;
#[cfg(unix)]
pub(crate) mod secret;
