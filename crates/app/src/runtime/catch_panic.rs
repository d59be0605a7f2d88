//! Background tasks whose panic becomes an error, so that a page that polls for the outcome never hangs.

use crate::error::AppError;
use futures::FutureExt as _;
use std::future::Future;
use std::panic::AssertUnwindSafe;

/// Runs `work`; a panic becomes [`crate::Code::Internal`]. What `work` shares with others is replaced as a
/// whole, or guarded by locks that stay usable after a panic (`lock_unpoisoned`).
pub(crate) async fn catch_panic<T>(work: impl Future<Output = Result<T, AppError>>) -> Result<T, AppError> {
    let done = AssertUnwindSafe(work).catch_unwind().await;
    // What it panicked with is in the log already, and may quote what people typed.
    done.unwrap_or_else(|_| Err(AppError::internal("a task panicked")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    #[tokio::test]
    async fn a_panic_is_an_error_and_everything_else_is_as_it_was() {
        let panicked = catch_panic(async { if true { panic!("on purpose") } else { Ok(()) } }).await;
        assert_eq!(panicked.unwrap_err().code(), Code::Internal);
        assert_eq!(catch_panic(async { Ok(3) }).await, Ok(3));
        let refused = catch_panic(async { Err::<(), _>(AppError::new(Code::NotFound)) }).await;
        assert_eq!(refused.unwrap_err().code(), Code::NotFound);
    }
}
