//! Stop signals: Ctrl+C and the operating system's termination requests.

/// Waits until the program is asked to end once more. A hangup counts unless the program was started with `nohup`.
#[cfg(unix)]
pub async fn await_stop_signal() {
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

/// Waits until the program is asked to end once more.
#[cfg(not(unix))]
pub async fn await_stop_signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
