//! Work on a task of its own that somebody asks about: it ends with something to tell, also where our
//! own code panics. A task that merely vanished would be waited for by its page for ever.

use crate::error::AppError;
use futures::FutureExt as _;
use std::future::Future;
use std::panic::AssertUnwindSafe;

/// What comes of `work`; of a panic an internal error. What `work` shares with others is replaced as a
/// whole or behind locks that a panic leaves usable (`held`).
pub(crate) async fn ended<T>(work: impl Future<Output = Result<T, AppError>>) -> Result<T, AppError> {
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
        let panicked = ended(async { if true { panic!("on purpose") } else { Ok(()) } }).await;
        assert_eq!(panicked.unwrap_err().code(), Code::Internal);
        assert_eq!(ended(async { Ok(3) }).await, Ok(3));
        let refused = ended(async { Err::<(), _>(AppError::new(Code::NotFound)) }).await;
        assert_eq!(refused.unwrap_err().code(), Code::NotFound);
    }
}
