//! Background tasks of a long-running program: embedding worker, enrichment runs, demo setup, housekeeping, gap
//! re-runs, reminders, cache warming after a start, scheduled price changes, folder imports, backups, sharing and
//! repair of files, closing of accounts, release of memory, database maintenance.

use crate::accounts::closing::run_closing_rounds;
use crate::app::App;
use crate::assist;
use crate::backup::daily::schedule::run_backup_rounds;
use crate::catalog::prices::schedule::run_price_changes;
use crate::embedding::run_worker;
use crate::error::Code;
use crate::files::content_rounds::run_content_rounds;
use crate::import::watched_folder::run_import_folder;
use crate::personal::firing::run_reminders;
use crate::personal::memory::schedule::run_memory_rounds;
use crate::personal::memory::vectors::run_knowledge_vectors;
use crate::personal::reports::schedule::run_report_rounds;
use crate::query_log::gaps;
use crate::runtime::memory;
use crate::search::warming::warm_searches;
use crate::system::demo::complete_demo;
use crate::system::housekeeping;
use celeiro_store::ContentNeed;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How often the database is looked after, and how long it may take to answer.
pub const ROUND: Duration = Duration::from_secs(3);
/// Longest pause between two attempts to bring it back.
pub const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// A neural model that was asked for nothing for so long is unloaded: it is 100 MB.
const IDLE_MODEL: Duration = Duration::from_secs(300);
/// How often it is looked whether a model is idle.
const MODEL_ROUND: Duration = Duration::from_secs(60);

/// Keeps `app` going until `stop`. Wait for its end: what the embedding worker has in hand is given
/// back then, and would be out of reach for half a minute otherwise.
pub async fn run_upkeep(app: &App, stop: &CancellationToken) {
    let work = async {
        tokio::join!(
            run_worker(app.clone(), stop.clone()),
            warm_searches(app, stop),
            assist::run_worker(app, stop),
            housekeeping::run_housekeeping(app, stop),
            gaps::run_gap_rounds(app, stop),
            run_reminders(app, stop),
            run_price_changes(app, stop),
            run_import_folder(app, stop),
            run_memory_rounds(app, stop),
            run_knowledge_vectors(app, stop),
            run_report_rounds(app, stop),
            run_backup_rounds(app, stop),
            run_content_rounds(app, ContentNeed::Sharing, stop),
            run_content_rounds(app, ContentNeed::Healing, stop),
            run_closing_rounds(app, stop),
            memory::run_memory_upkeep(stop),
            unload_idle_models(app, stop),
            finish_demo(app)
        );
    };
    tokio::select! {
        () = work => {}
        () = watch_database(app) => {}
    }
}

/// Gives the memory of models back to which no text came for [`IDLE_MODEL`], until `stop`. The next text loads
/// them anew, which takes some 0.7 s.
async fn unload_idle_models(app: &App, stop: &CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(MODEL_ROUND) => {}
            () = stop.cancelled() => return,
        }
        if let Some(since) = Instant::now().checked_sub(IDLE_MODEL) {
            app.inner.embedders.unload_unused_since(since);
            app.inner.danger.unload_unused_since(since);
            app.inner.known_items.unload_unused_since(since);
        }
    }
}

/// Brings what a program left out of the demo that ended while it was loaded.
async fn finish_demo(app: &App) {
    if let Err(error) = complete_demo(app).await {
        tracing::warn!(%error, "the demo's judged queries are missing for now");
    }
}

/// Starts our own database again where it is gone, and waits for a team's server to come back.
async fn watch_database(app: &App) {
    let mut pause = ROUND;
    let mut primary_changes = 0;
    loop {
        tokio::time::sleep(pause).await;
        // What is kept in memory may be of writes that the new primary never got.
        let changes = app.replicas().map_or(0, |replicas| replicas.count_changes());
        if std::mem::replace(&mut primary_changes, changes) != changes {
            app.forget();
        }
        let mut answers = match app.store().ping(ROUND).await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(%error, "the database does not answer");
                false
            }
        };
        let was_gone = !answers || pause > ROUND;
        if !answers {
            if let Err(error) = app.revive_database().await {
                app.store().note_full_disk(error.code() == Code::DiskFull);
                tracing::warn!(%error, "the database does not start");
            }
            answers = app.store().ping(ROUND).await.is_ok();
        }
        if answers {
            app.store().note_full_disk(false);
        }
        if answers && was_gone {
            tracing::warn!("the database answers again");
        }
        pause = next_pause(pause, answers);
    }
}

/// The pause before the next look. Only attempts in vain make it longer: a database that was brought back
/// and dies again within a long pause would be gone for all of it.
fn next_pause(pause: Duration, answers: bool) -> Duration {
    if answers { ROUND } else { (pause * 2).min(LONGEST_PAUSE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_in_vain_become_rare_and_a_database_that_was_brought_back_is_looked_after_closely() {
        let mut pause = ROUND;
        for _ in 0..10 {
            pause = next_pause(pause, false);
        }
        assert_eq!(pause, LONGEST_PAUSE);
        assert_eq!(next_pause(pause, true), ROUND);
    }
}
