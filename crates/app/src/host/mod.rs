//! The program behind a long-running host, the window or the server: opening, ready, failed, closed.
//!
//! Both hosts follow one policy:
//! - Opening is tried again until it succeeds, with pauses that grow from three seconds to a minute. The
//!   settings are read anew each time, because they may be what was wrong.
//! - An attempt on a team's database is broken off when the host ends. One on our own database never is: a
//!   server that is half started must be there to be stopped.
//! - A program that becomes ready after its host was closed is closed at once.
//! - Upkeep has three seconds to end when the host ends.

mod lifecycle;
mod state;
pub mod upkeep;

pub use lifecycle::run_host;
pub use state::{Host, HostState};
