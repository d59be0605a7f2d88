//! What all requests share.

use celeiro_app::host::Host;
use celeiro_domain::search::Lang;
use std::time::SystemTime;

/// The program behind the server, and the language of its answers.
pub struct Server {
    /// The program.
    pub host: Host,
    /// The language of answers to requests that name none.
    pub lang: Lang,
    /// When the server began, which is when its process did.
    pub started: SystemTime,
}

impl Server {
    /// A server whose program is not open yet.
    pub fn new(lang: Lang) -> Self {
        Self { host: Host::default(), lang, started: SystemTime::now() }
    }
}
