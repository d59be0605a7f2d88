//! The work: jobs in, vectors out.

use super::passages::{self, Passage};
use crate::app::App;
use crate::embedding::selection::plan::{ensure_model, models_of, switch_if_filled};
use crate::embedding::vectors::Models;
use crate::error::{AppError, Code};
use crate::runtime::phase::Progress;
use celeiro_domain::catalog::Item;
use celeiro_domain::search::Kind;
use celeiro_llm::{EmbedError, Embedder, Purpose};
use celeiro_store::{EmbeddingWrite, Job, StoreError, StoredModel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use specta::Type;
use std::collections::HashMap;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How long after a worker's last sign of life another may take its batch up.
const LEASE_SECONDS: f64 = 30.0;
/// How often a worker at work gives a sign of life.
const HEARTBEAT: Duration = Duration::from_secs(8);
/// How often it is looked whether another worker is done.
const LOOK: Duration = Duration::from_millis(500);
/// How long one request to a model may take, retries included.
const DEADLINE: Duration = Duration::from_secs(60);
/// Records that a local model takes at once.
const LOCAL_BATCH: i64 = 256;
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

/// [`embed_until`] its end.
///
/// # Errors
/// As there.
pub async fn embed_all(
    app: &App,
    refit: bool,
    progress: impl Fn(Kind, Embedding),
) -> Result<EmbedSummary, AppError> {
    embed_until(app, refit, &CancellationToken::new(), progress).await
}

/// Brings all vectors up to date: makes or fits the model, works off the queue, builds indexes,
/// switches, and takes statistics. Doing it again does nothing. What another worker holds is waited
/// for, so that the end of a run means that all of it is done.
///
/// # Errors
/// [`Code::EmbeddingInterrupted`] where the database goes away; [`Code::Cancelled`] after `stop`, with everything given back that was
/// not finished. A failing embedder fails records, not the run.
pub async fn embed_until(
    app: &App,
    refit: bool,
    stop: &CancellationToken,
    progress: impl Fn(Kind, Embedding),
) -> Result<EmbedSummary, AppError> {
    let mut summary = EmbedSummary::default();
    match fill_all(app, refit, stop, &progress, &mut summary).await {
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
    stop: &CancellationToken,
    progress: &impl Fn(Kind, Embedding),
    summary: &mut EmbedSummary,
) -> Result<(), AppError> {
    for corpus in [Kind::Items, Kind::Faqs] {
        let models = unless(stop, ensure_model(app, corpus, refit)).await?;
        for model in [&models.active, &models.building].into_iter().flatten() {
            app.store().queue_missing(corpus, model.id).await?;
        }
        app.store().retry_jobs(corpus).await?;
        let total = app.store().job_counts(corpus).await?.pending as u64;
        let mut done = 0;
        loop {
            let batch = fill_batch(app, corpus, &models, stop).await?;
            if batch.taken == 0 {
                let held = if batch.able { app.store().held_jobs(corpus).await? } else { 0 };
                if held == 0 {
                    break;
                }
                progress(corpus, Embedding::Waiting(held));
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
        unless(stop, async { Ok(app.store().take_statistics(corpus).await?) }).await?;
        let serving = models_of(app, corpus).await?.active;
        summary.models.extend(serving.map(|m| format!("{}: {}", corpus.as_str(), m.model_key)));
    }
    app.forget();
    Ok(())
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

/// One round over both corpora; whether there was anything to do.
async fn work_once(app: &App, stop: &CancellationToken) -> Result<bool, AppError> {
    let mut worked = false;
    for corpus in [Kind::Items, Kind::Faqs] {
        let models = unless(stop, ensure_model(app, corpus, false)).await?;
        let batch = fill_batch(app, corpus, &models, stop).await?;
        worked |= batch.taken > 0;
        if batch.taken == 0 {
            unless(stop, maintain_models(app, corpus, &models)).await?;
        }
    }
    Ok(worked)
}

/// What is done where no record waits: the switch to a filled model, a new digest.
async fn maintain_models(app: &App, corpus: Kind, models: &Models) -> Result<(), AppError> {
    if models.building.is_some() {
        switch_if_filled(app, corpus).await?;
        app.store().take_statistics(corpus).await?;
        app.forget();
    } else if app.store().digest_is_outgrown(corpus).await? {
        app.store().take_digest(corpus).await?;
    }
    Ok(())
}

/// A model to be filled.
struct Target<'a> {
    model: &'a StoredModel,
    embedder: Embedder,
    /// Whether it serves only until another one is filled.
    outgoing: bool,
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
    stop: &CancellationToken,
) -> Result<Batch, AppError> {
    let mut targets = Vec::new();
    for model in [&models.active, &models.building].into_iter().flatten() {
        if let Ok(embedder) = app.inner.embedders.load(app, model).await? {
            let outgoing = models.is_left(model);
            if !outgoing || app.inner.embedders.outgoing.is_available(corpus) {
                targets.push(Target { model, embedder, outgoing });
            }
        }
    }
    if targets.is_empty() {
        return Ok(Batch::default());
    }
    let remote = targets.iter().any(|target| matches!(target.embedder, Embedder::Remote(_)));
    let configured = app.config().number("EMBEDDING_BATCH_SIZE").unwrap_or(16.0) as i64;
    let size = if remote { configured } else { LOCAL_BATCH };
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
    jobs: &[Job],
    size: usize,
) -> Result<Batch, AppError> {
    let passages = passages_of(app, corpus, jobs).await?;
    let mut batch = Batch { able: true, taken: jobs.len() as u32, ..Batch::default() };
    for Target { model, embedder, outgoing } in targets {
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
    Ok(batch)
}

/// The passages of each record; none for a record that search does not find, whose vectors go.
async fn passages_of(app: &App, corpus: Kind, jobs: &[Job]) -> Result<Vec<(Uuid, Vec<Passage>)>, AppError> {
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

/// Embeds what changed and writes it. A passage with the stored hash keeps its stored vector.
async fn fill_model(
    app: &App,
    corpus: Kind,
    model: &StoredModel,
    embedder: &Embedder,
    records: &[(Uuid, Vec<Passage>)],
    batch_size: usize,
) -> Result<(), AppError> {
    let ids: Vec<Uuid> = records.iter().map(|r| r.0).collect();
    let known = app.store().embedding_hashes(corpus, model.id, &ids).await?;
    let mut writes: Vec<(Uuid, Vec<EmbeddingWrite>)> = Vec::with_capacity(records.len());
    let mut texts: Vec<String> = Vec::new();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (id, passages) in records {
        let mut list = Vec::with_capacity(passages.len());
        for passage in passages {
            let hash = Sha256::digest(passage.text.as_bytes()).to_vec();
            if known.get(&(*id, passage.source.to_owned(), passage.chunk)) != Some(&hash) {
                texts.push(passage.text.clone());
                places.push((writes.len(), list.len()));
            }
            let content = passage.content.clone();
            list.push(EmbeddingWrite {
                source: passage.source,
                chunk: passage.chunk,
                content,
                hash,
                vector: None,
            });
        }
        writes.push((*id, list));
    }
    for (texts, places) in texts.chunks(batch_size.max(1)).zip(places.chunks(batch_size.max(1))) {
        for (vector, (record, passage)) in embed_texts(embedder, texts).await?.into_iter().zip(places) {
            writes[*record].1[*passage].vector = Some(vector);
        }
    }
    Ok(app.store().write_embeddings(corpus, model.id, &writes).await?)
}

/// One vector a text. A text that says nothing to the model gets the zero vector, which is near to
/// nothing: the record counts as embedded and is not asked for again and again.
async fn embed_texts(embedder: &Embedder, texts: &[String]) -> Result<Vec<Vec<f32>>, AppError> {
    let nothing = vec![0.0; embedder.dimensions()];
    let mut skip: Vec<usize> = Vec::new();
    loop {
        let kept: Vec<String> =
            texts.iter().enumerate().filter(|(i, _)| !skip.contains(i)).map(|(_, t)| t.clone()).collect();
        match embedder.embed(&kept, Purpose::Document, DEADLINE).await {
            Ok(vectors) => {
                let mut vectors = vectors.into_iter();
                let vector = |i| if skip.contains(&i) { None } else { vectors.next() };
                return Ok((0..texts.len())
                    .map(vector)
                    .map(|v| v.unwrap_or_else(|| nothing.clone()))
                    .collect());
            }
            Err(EmbedError::EmptyText { indices }) if skip.is_empty() && !indices.is_empty() => {
                skip = indices
            }
            Err(error) => return Err(AppError::new(Code::EmbedderFailed).with("reason", error)),
        }
    }
}
