//! Ctrl+C and the polite requests to end that an operating system makes.

use celeiro_app::runtime::stop_signal::await_stop_signal;
use tokio_util::sync::CancellationToken;

/// Says when the program was asked to end. Clones share it.
#[derive(Debug, Clone)]
pub struct Interrupt {
    token: CancellationToken,
}

impl Interrupt {
    /// Starts listening. The first request ends the work in order, with the database closed; the
    /// second ends the program on the spot.
    pub fn listen() -> Self {
        let token = CancellationToken::new();
        let asked = token.clone();
        tokio::spawn(async move {
            await_stop_signal().await;
            asked.cancel();
            await_stop_signal().await;
            std::process::exit(130);
        });
        Self { token }
    }

    /// Waits until the program is asked to end.
    pub async fn wait_for_signal(&self) {
        self.token.cancelled().await;
    }

    /// Whether an interrupt (Ctrl+C) was requested.
    pub fn is_requested(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Token by which workers hear of the interrupt.
    pub fn token(&self) -> CancellationToken {
        self.token.clone()
    }
}
