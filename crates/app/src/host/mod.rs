//! The program behind a long-running host, the window or the server: opening, ready, failed, closed.
//!
//! Both hosts follow one policy:
//! - Opening is retried until it succeeds, with delays that grow from three seconds to a minute. The settings are read
//!   again each time, because they may be the cause.
//! - An attempt on a team's database is cancelled when the host ends. An attempt on our own database never is: a server
//!   that is half started must be there to be stopped.
//! - A program that becomes ready after its host was closed is closed at once.
//! - Upkeep has three seconds to end when the host ends.

mod lifecycle;
mod state;
pub mod upkeep;

pub use lifecycle::run_host;
pub use state::{Host, HostState};
