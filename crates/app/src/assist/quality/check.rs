//! Operation for the quality of suggestions: callers join a running check.

use super::checks::{CachedCheck, CheckRequest, News, RunningCheck};
use super::evaluate::evaluate_suggestions;
use crate::app::{App, Caller};
use crate::assist::quality::evaluation::{AssistEvaluation, EvaluateOptions};
use crate::error::AppError;
use crate::runtime::catch_panic::catch_panic;
use crate::runtime::sync::lock_unpoisoned;
use crate::runtime::tasks::Meter;
use tokio::sync::watch;

/// The outcome of a check: of one that was made of the same catalog, of one under way, or of a new one.
///
/// # Errors
/// As [`evaluate_suggestions`].
pub async fn check_suggestions(
    app: &App,
    caller: &Caller,
    options: EvaluateOptions,
    meter: &Meter,
) -> Result<AssistEvaluation, AppError> {
    let question = CheckRequest { options, last_revision: app.store().last_revision().await? };
    loop {
        let running = match find_suggestion_check(app, caller, &question) {
            CheckSource::Kept(evaluation) => return Ok(evaluation),
            CheckSource::Running(running) => running,
        };
        let outcome =
            meter.run(follow_suggestion_check(running.news, question.options.sample, meter)).await?;
        // One of another question had to end first.
        if running.question == question {
            return outcome;
        }
    }
}

/// What is known of a question; where nothing is, a check of it begins.
fn find_suggestion_check(app: &App, caller: &Caller, question: &CheckRequest) -> CheckSource {
    let mut desk = lock_unpoisoned(&app.inner.checks.registry);
    if let Some(kept) = desk.kept.as_ref().filter(|kept| kept.question == *question) {
        return CheckSource::Kept(kept.evaluation.clone());
    }
    if let Some(running) = &desk.running {
        return CheckSource::Running(running.clone());
    }
    let (tell, news) = watch::channel(News::default());
    let running = RunningCheck { question: question.clone(), news };
    desk.running = Some(running.clone());
    tokio::spawn(run_suggestion_check(app.clone(), caller.clone(), question.clone(), tell));
    CheckSource::Running(running)
}

/// Runs a check to its end, keeps what it found, and tells all who wait for it.
async fn run_suggestion_check(app: App, caller: Caller, question: CheckRequest, tell: watch::Sender<News>) {
    let show = |done| tell.send_modify(|news| news.done = done);
    let outcome = catch_panic(evaluate_suggestions(&app, &caller, &question.options, show)).await;
    let mut desk = lock_unpoisoned(&app.inner.checks.registry);
    desk.running = None;
    if let Ok(evaluation) = &outcome {
        desk.kept = Some(CachedCheck { question, evaluation: evaluation.clone() });
    }
    drop(desk);
    tell.send_modify(|news| news.outcome = Some(outcome));
}

/// Tells how far a check is, until it is over; what came of it.
async fn follow_suggestion_check(
    mut news: watch::Receiver<News>,
    sample: usize,
    meter: &Meter,
) -> Result<Result<AssistEvaluation, AppError>, AppError> {
    loop {
        let now = news.borrow_and_update().clone();
        if let Some(outcome) = now.outcome {
            return Ok(outcome);
        }
        meter.note(now.done, sample);
        news.changed().await.map_err(AppError::internal)?;
    }
}

enum CheckSource {
    Kept(AssistEvaluation),
    Running(RunningCheck),
}
