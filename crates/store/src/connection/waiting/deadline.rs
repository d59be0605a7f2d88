//! Client-side deadline around database calls.

use crate::StoreError;
use std::future::Future;
use std::time::Duration;

/// Waits for `work` as long as `patience`, then fails with [`StoreError::Stuck`].
pub(crate) async fn await_within_patience<T>(
    patience: Duration,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    Ok(tokio::time::timeout(patience, work).await.map_err(|_| StoreError::Stuck(patience))??)
}
