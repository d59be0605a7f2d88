//! Blocking work, off the threads that serve requests.

use crate::error::AppError;
use tokio::task::{JoinError, spawn_blocking};

/// Runs `work` on a thread for blocking work.
///
/// # Errors
/// The error of `work`; for a panic, the conversion of [`JoinError`] into `E`.
pub(crate) async fn run_blocking<T, E>(work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T, E>
where
    T: Send + 'static,
    E: From<JoinError> + Send + 'static,
{
    spawn_blocking(work).await?
}

impl From<JoinError> for AppError {
    fn from(panic: JoinError) -> Self {
        Self::internal(panic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_error_and_not_the_end() {
        assert_eq!(run_blocking::<_, AppError>(|| Ok(7)).await, Ok(7));
        let lost: Result<(), AppError> = run_blocking(|| panic!("a test")).await;
        assert_eq!(lost.unwrap_err().code(), crate::Code::Internal);
    }
}
