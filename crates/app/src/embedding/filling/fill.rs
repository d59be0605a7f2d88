//! The embedding worker: takes jobs, writes vectors.

use super::passages::{self, Passage};
use super::write::fill_model;
use crate::app::App;
use crate::catalog::fields::searched::reread_searched_fields;
use crate::embedding::calibration::calibrate_if_due;
use crate::embedding::selection::plan::{ensure_model, models_of, searchable, switch_if_filled};
use crate::embedding::vectors::Models;
use crate::error::{AppError, Code};
use crate::runtime::phase::Progress;
use celeiro_domain::catalog::Item;
use celeiro_domain::search::Kind;
use celeiro_llm::Embedder;
use celeiro_store::{EmbeddingJob, EmbeddingWrite, StoreError, StoredModel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How long after a worker's last sign of life another may take its batch up.
const LEASE_SECONDS: f64 = 30.0;
/// How often a worker at work gives a sign of life.
const HEARTBEAT: Duration = Duration::from_secs(8);
/// How often it is looked whether another worker is done.
const LOOK: Duration = Duration::from_millis(500);
/// Records that a local model takes at once.
const LOCAL_BATCH: i64 = 256;
/// Records that a neural model takes at once: a second or two of work, for slow processors ten times that.
const NEURAL_BATCH: i64 = 16;
/// How often an idle worker looks for work.
const IDLE: Duration = Duration::from_secs(2);

/// What a run did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmbedSummary {
    /// Records whose vectors are now up to date.
    pub embedded: u32,
    /// Records that failed and will be tried again.
    pub failed: u32,
    /// The last failure.
    pub last_error: Option<String>,
    /// The model that serves, by corpus.
    pub models: Vec<String>,
}

/// What a run is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Embedding {
    /// Records are worked off.
    Filling(Progress),
    /// This many are left, and another worker holds them; one that was killed for half a minute.
    Waiting(i64),
}

/// Where a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FillGoal {
    /// Each corpus has a model that serves: a fitted one, which takes seconds, where the one that is asked for takes
    /// long.
    Served,
    /// The models that are asked for serve.
    Complete,
}

/// [`embed_until`] its end.
///
/// # Errors
/// As there.
pub async fn embed_all(
    app: &App,
    refit: bool,
    progress: impl Fn(Kind, Embedding),
) -> Result<EmbedSummary, AppError> {
    embed_until(app, refit, FillGoal::Complete, &CancellationToken::new(), progress).await
}

/// Brings all vectors up to date, as far as `goal` says: makes or fits the model, works off the queue, builds
/// indexes, switches, and takes statistics. Doing it again does nothing. What another worker holds is waited
/// for, so that the end of a run means that all of it is done.
///
/// # Errors
/// [`Code::EmbeddingInterrupted`] where the database goes away; [`Code::Cancelled`] after `stop`, with everything given back that was
/// not finished. A failing embedder fails records, not the run.
pub async fn embed_until(
    app: &App,
    refit: bool,
    goal: FillGoal,
    stop: &CancellationToken,
    progress: impl Fn(Kind, Embedding),
) -> Result<EmbedSummary, AppError> {
    let mut summary = EmbedSummary::default();
    match fill_all(app, refit, goal, stop, &progress, &mut summary).await {
        Ok(()) => Ok(summary),
        Err(error) if matches!(error.code(), Code::DatabaseUnreachable | Code::DatabaseStuck) => {
            Err(AppError::new(Code::EmbeddingInterrupted).with("embedded", summary.embedded))
        }
        Err(error) => Err(error),
    }
}

async fn fill_all(
    app: &App,
    refit: bool,
    goal: FillGoal,
    stop: &CancellationToken,
    progress: &impl Fn(Kind, Embedding),
    summary: &mut EmbedSummary,
) -> Result<(), AppError> {
    for corpus in [Kind::Items, Kind::Faqs] {
        fill_corpus(app, corpus, refit, stop, progress, summary).await?;
        let models = models_of(app, corpus).await?;
        let is_wanted = models.active.as_ref().is_none_or(|model| app.inner.embedders.is_wanted(model));
        // The model that serves first is there; the one that is asked for has not begun.
        if goal == FillGoal::Complete && !is_wanted && models.building.is_none() {
            fill_corpus(app, corpus, false, stop, progress, summary).await?;
        }
        let serving = models_of(app, corpus).await?.active;
        summary.models.extend(serving.map(|m| format!("{}: {}", corpus.as_str(), m.model_key)));
    }
    app.forget();
    Ok(())
}

async fn fill_corpus(
    app: &App,
    corpus: Kind,
    refit: bool,
    stop: &CancellationToken,
    progress: &impl Fn(Kind, Embedding),
    summary: &mut EmbedSummary,
) -> Result<(), AppError> {
    let models = unless(stop, ensure_model(app, corpus, refit)).await?;
    for model in [&models.active, &models.building].into_iter().flatten() {
        app.store().queue_missing(corpus, model.id).await?;
    }
    app.store().retry_jobs(corpus).await?;
    let total = app.store().job_counts(corpus).await?.pending as u64;
    let mut done = 0;
    loop {
        let batch = fill_batch(app, corpus, &models, false, stop).await?;
        if batch.taken == 0 {
            let due = if batch.able { app.store().due_jobs(corpus).await? } else { 0 };
            if due == 0 {
                break;
            }
            progress(corpus, Embedding::Waiting(due));
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                () = stop.cancelled() => return Err(AppError::new(Code::Cancelled)),
            }
            continue;
        }
        done += batch.taken as u64;
        summary.embedded += batch.taken - batch.failed;
        summary.failed += batch.failed;
        summary.last_error = batch.error.or(summary.last_error.take());
        progress(corpus, Embedding::Filling(Progress { done: done.min(total), total }));
    }
    unless(stop, switch_if_filled(app, corpus)).await?;
    unless(stop, async { Ok(app.store().take_statistics(corpus).await?) }).await
}

/// Does `work`, or drops it where it stands after `stop`.
async fn unless<T>(
    stop: &CancellationToken,
    work: impl Future<Output = Result<T, AppError>>,
) -> Result<T, AppError> {
    tokio::select! {
        done = work => done,
        () = stop.cancelled() => Err(AppError::new(Code::Cancelled)),
    }
}

/// Keeps vectors up to date until `stop`: what a window or a server runs in the background. Wait for
/// its end, and the jobs at work are given back.
pub async fn run_worker(app: App, stop: CancellationToken) {
    loop {
        let worked = work_once(&app, &stop).await;
        let pause = match worked {
            _ if stop.is_cancelled() => return,
            Ok(true) => Duration::ZERO,
            Ok(false) => IDLE,
            Err(error) => {
                tracing::warn!(%error, "embedding worker");
                IDLE * 5
            }
        };
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// One round over fields whose search was changed and both corpora; whether there was anything to do.
async fn work_once(app: &App, stop: &CancellationToken) -> Result<bool, AppError> {
    let mut worked = reread_all(app, stop).await?;
    for corpus in [Kind::Items, Kind::Faqs] {
        let models = unless(stop, ensure_model(app, corpus, false)).await?;
        let is_paused = is_paused(app);
        let batch = fill_batch(app, corpus, &models, is_paused, stop).await?;
        worked |= batch.taken > 0;
        if batch.taken == 0 && !(is_paused && models.building.is_some()) {
            unless(stop, maintain_models(app, corpus, &models)).await?;
        }
    }
    Ok(worked)
}

/// Reads the words of all items anew whose fields the search reads or leaves out since; whether there were any. What
/// fails there keeps no vectors from being made.
async fn reread_all(app: &App, stop: &CancellationToken) -> Result<bool, AppError> {
    let mut worked = false;
    loop {
        match unless(stop, reread_searched_fields(app)).await {
            Ok(true) => worked = true,
            Ok(false) => return Ok(worked),
            Err(error) if error.code() == Code::Cancelled => return Err(error),
            Err(error) => {
                tracing::warn!(%error, "the items of a field are not read anew");
                return Ok(worked);
            }
        }
    }
}

/// Whether no new model is to be filled for now.
pub(crate) fn is_paused(app: &App) -> bool {
    app.config().switch("EMBEDDING_PAUSED").unwrap_or(false)
}

/// What is done where no record waits: the switch to a filled model, a new digest.
async fn maintain_models(app: &App, corpus: Kind, models: &Models) -> Result<(), AppError> {
    if models.building.is_some() {
        switch_if_filled(app, corpus).await?;
        app.store().take_statistics(corpus).await?;
        app.forget();
    } else {
        // One that served before there were calibrations; a grown corpus is left to the next whole run.
        if let Some(active) = &models.active
            && active.calibration.is_none()
            && active.provider != "local"
        {
            calibrate_if_due(app, corpus, active, searchable(app, corpus).await?).await?;
        }
        if app.store().digest_is_outgrown(corpus).await? {
            app.store().take_digest(corpus).await?;
        }
    }
    Ok(())
}

/// A model to be filled.
struct Target<'a> {
    model: &'a StoredModel,
    embedder: Embedder,
    /// Whether it serves only until another one is filled.
    outgoing: bool,
    /// Whether it gets no vectors for now: those of records that were saved meanwhile are removed, so
    /// that they count as missing when it goes on.
    paused: bool,
}

#[derive(Default)]
struct Batch {
    /// Whether there is a model to fill.
    able: bool,
    taken: u32,
    failed: u32,
    error: Option<String>,
}

async fn fill_batch(
    app: &App,
    corpus: Kind,
    models: &Models,
    is_paused: bool,
    stop: &CancellationToken,
) -> Result<Batch, AppError> {
    if is_paused && models.active.is_none() {
        return Ok(Batch::default());
    }
    let mut targets = Vec::new();
    for model in [&models.active, &models.building].into_iter().flatten() {
        // A fitted model is there in seconds; it does not wait for the neural one that it takes the place of.
        let is_replaced = models.is_left(model)
            && model.provider == "neural"
            && models.building.as_ref().is_some_and(|building| building.provider == "local");
        if is_replaced {
            continue;
        }
        if let Ok(embedder) = app.inner.embedders.load(app, model).await? {
            let outgoing = models.is_left(model);
            if !outgoing || app.inner.embedders.outgoing.is_available(corpus) {
                let paused = is_paused && models.building.as_ref().is_some_and(|b| b.id == model.id);
                targets.push(Target { model, embedder, outgoing, paused });
            }
        }
    }
    if targets.is_empty() {
        return Ok(Batch::default());
    }
    let configured = app.config().number("EMBEDDING_BATCH_SIZE").unwrap_or(16.0) as i64;
    let sizes = targets.iter().map(|target| match target.embedder {
        Embedder::Remote(_) => configured,
        Embedder::Neural(_) => NEURAL_BATCH,
        Embedder::Fitted(_) | Embedder::Static(_) => LOCAL_BATCH,
    });
    let size = sizes.min().unwrap_or(configured);
    let jobs = app.store().take_jobs(corpus, size, LEASE_SECONDS).await?;
    if jobs.is_empty() {
        return Ok(Batch { able: true, ..Batch::default() });
    }
    let records: Vec<Uuid> = jobs.iter().map(|j| j.record_id).collect();
    tokio::select! {
        done = work_off(app, corpus, &targets, &jobs, size as usize) => done,
        never = renew_leases(app, corpus, &records) => never,
        () = stop.cancelled() => {
            if let Err(error) = app.store().release_jobs(corpus, &records).await {
                // The next worker waits until the lease is over.
                tracing::warn!(%error, "jobs were not given back");
            }
            Err(AppError::new(Code::Cancelled))
        }
    }
}

/// Renews the lease of the jobs at work; ends only when the database is gone, which a model that takes
/// its time would hide.
async fn renew_leases(app: &App, corpus: Kind, records: &[Uuid]) -> Result<Batch, AppError> {
    let mut missed = 0;
    loop {
        tokio::time::sleep(HEARTBEAT).await;
        match app.store().renew_jobs(corpus, records, LEASE_SECONDS).await {
            Err(error @ (StoreError::Unreachable(_) | StoreError::Busy)) if missed > 0 => {
                return Err(error.into());
            }
            Err(StoreError::Unreachable(_) | StoreError::Busy) => missed += 1,
            Err(error) => tracing::warn!(%error, "a lease was not renewed"),
            Ok(()) => missed = 0,
        }
    }
}

async fn work_off(
    app: &App,
    corpus: Kind,
    targets: &[Target<'_>],
    jobs: &[EmbeddingJob],
    size: usize,
) -> Result<Batch, AppError> {
    let passages = passages_of(app, corpus, jobs).await?;
    let begun = Instant::now();
    let mut batch = Batch { able: true, taken: jobs.len() as u32, ..Batch::default() };
    for Target { model, embedder, outgoing, paused } in targets {
        if *paused {
            let none: Vec<(Uuid, Vec<EmbeddingWrite>)> =
                jobs.iter().map(|j| (j.record_id, Vec::new())).collect();
            app.store().write_embeddings(corpus, model.id, &none).await?;
            continue;
        }
        if let Err(error) = fill_model(app, corpus, model, embedder, &passages, size).await {
            if *outgoing && error.code() == Code::EmbedderFailed {
                tracing::warn!(%error, model = model.model_key, "the model that is left cannot be asked");
                app.inner.embedders.outgoing.note_failure(corpus);
                continue;
            }
            batch.failed = batch.taken;
            batch.error = Some(error.reason().unwrap_or(error.code().as_str()).to_owned());
            let records: Vec<Uuid> = jobs.iter().map(|j| j.record_id).collect();
            app.store().fail_jobs(corpus, &records, &error.to_string()).await?;
            return if error.code() == Code::EmbedderFailed { Ok(batch) } else { Err(error) };
        }
    }
    app.store().finish_jobs(corpus, jobs).await?;
    if let Some(target) = targets.iter().find(|target| !target.outgoing && !target.paused) {
        app.inner.embedders.pace.note_batch(corpus, target.model.id, jobs.len(), begun.elapsed());
    }
    Ok(batch)
}

/// The passages of each record; none for a record that search does not find, whose vectors go.
async fn passages_of(
    app: &App,
    corpus: Kind,
    jobs: &[EmbeddingJob],
) -> Result<Vec<(Uuid, Vec<Passage>)>, AppError> {
    let ids: Vec<Uuid> = jobs.iter().map(|j| j.record_id).collect();
    let mut found: HashMap<Uuid, Vec<Passage>> = match corpus {
        Kind::Items => {
            let mut files = app.store().file_texts(&ids).await?;
            let items = app.store().items(&ids).await?;
            let active = items.into_iter().filter(|i| i.status == celeiro_domain::catalog::Status::Ativo);
            let of = |item: Item| {
                let (id, files) = (item.id, files.remove(&item.id).unwrap_or_default());
                (id, passages::of_item(&item.into(), &files))
            };
            active.map(of).collect()
        }
        Kind::Faqs => {
            let faqs = app.store().faqs(&ids).await?;
            let active = faqs.into_iter().filter(|f| f.status == celeiro_domain::catalog::Status::Ativo);
            let shared = app.store().shared_questions(&ids).await?;
            active.map(|f| (f.id, passages::of_faq(&f, shared.contains(&f.id)))).collect()
        }
    };
    Ok(ids.into_iter().map(|id| (id, found.remove(&id).unwrap_or_default())).collect())
}
