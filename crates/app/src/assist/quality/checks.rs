//! Shared quality checks of suggestions: one check at a time, whose result is cached until the catalog changes.
//!
//! A check of a large catalog takes a quarter of a minute of the processor. Callers with the same request therefore
//! join the running check, the check yields to searches between two items, and it continues when its caller
//! disconnects: the next caller gets its result.

use crate::assist::quality::evaluation::{AssistEvaluation, EvaluateOptions};
use crate::error::AppError;
use std::sync::Mutex;
use tokio::sync::watch;

/// The checks of one program.
#[derive(Default)]
pub(crate) struct Checks {
    pub(crate) registry: Mutex<CheckRegistry>,
}

#[derive(Default)]
pub(crate) struct CheckRegistry {
    pub(crate) running: Option<RunningCheck>,
    pub(crate) kept: Option<CachedCheck>,
}

#[derive(Clone)]
pub(crate) struct RunningCheck {
    pub(crate) question: CheckRequest,
    pub(crate) news: watch::Receiver<News>,
}

/// How far a check is, and what came of it.
#[derive(Clone, Default)]
pub(crate) struct News {
    pub(crate) done: usize,
    pub(crate) outcome: Option<Result<AssistEvaluation, AppError>>,
}

pub(crate) struct CachedCheck {
    pub(crate) question: CheckRequest,
    pub(crate) evaluation: AssistEvaluation,
}

/// What is asked, and of which state of the catalog.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct CheckRequest {
    pub(crate) options: EvaluateOptions,
    pub(crate) last_revision: i64,
}
