//! Ctrl+C and the polite requests to end that an operating system makes.

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

    /// Whether it was.
    pub fn is_requested(&self) -> bool {
        self.token.is_cancelled()
    }

    /// The same as a token, for workers.
    pub fn token(&self) -> CancellationToken {
        self.token.clone()
    }
}

#[cfg(unix)]
async fn await_stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut kinds = vec![SignalKind::interrupt(), SignalKind::terminate()];
    if !hangup_is_ignored() {
        kinds.push(SignalKind::hangup());
    }
    let waits = kinds.into_iter().map(signal).filter_map(Result::ok).map(|mut stream| {
        Box::pin(async move {
            stream.recv().await;
        })
    });
    let waits: Vec<_> = waits.collect();
    if waits.is_empty() {
        std::future::pending::<()>().await;
    }
    futures::future::select_all(waits).await;
}

/// Whether a person started us with `nohup`, which listening would undo.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

#[cfg(not(unix))]
async fn await_stop_signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
