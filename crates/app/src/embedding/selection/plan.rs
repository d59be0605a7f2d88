//! Plan of the target model and of the switch to it without an outage.

use crate::app::App;
use crate::embedding::calibration::calibrate_if_due;
use crate::embedding::filling::passages;
use crate::embedding::filling::sample::Sample;
use crate::embedding::selection::configured::{WantedEmbedder, fitted_threshold};
use crate::embedding::vectors::Models;
use crate::error::{AppError, Code};
use celeiro_domain::catalog::Item;
use celeiro_domain::search::Kind;
use celeiro_llm::{Embedder, FitConfig, FitError, FittedEmbedder};
use celeiro_store::{ModelState, NewModel};
use std::sync::atomic::Ordering;
use uuid::Uuid;

/// Texts that a model is fitted on, in bytes; a catalog of records of the usual length has a third of
/// that in its sample.
const LEARNT_BYTES: usize = 64 << 20;
/// Records below which no fit is tried.
pub(super) const LEAST_FITTED: i64 = 2;
/// Records without vectors from which on a fitted model may take the place of a neural one: fewer are filled in
/// minutes.
const LEAST_OUTGROWN: i64 = 1_000;
/// Records whose texts, files included, are in memory at once.
const READ_AT_ONCE: usize = 100;

pub(crate) async fn models_of(app: &App, corpus: Kind) -> Result<Models, AppError> {
    let models = app.store().models(corpus).await?;
    let find = |state| models.iter().find(|m| m.state == state).cloned();
    Ok(Models { active: find(ModelState::Active), building: find(ModelState::Building) })
}

/// Registers the model that the configuration asks for where it is not there yet, fitting it on the
/// catalog where it is a fitted one. What served before goes on serving meanwhile.
pub(crate) async fn ensure_model(app: &App, corpus: Kind, refit: bool) -> Result<Models, AppError> {
    let models = models_of(app, corpus).await?;
    match &app.inner.embedders.wanted {
        WantedEmbedder::Nothing => {}
        WantedEmbedder::Given { embedder, provider, name, threshold, address, key_name } => {
            let key = embedder.model_key();
            let stored = [&models.active, &models.building].into_iter().flatten();
            if let Some(model) = stored.clone().find(|model| model.model_key == key) {
                let place = (address.as_deref(), *key_name);
                if (model.address.as_deref(), model.key_name.as_deref()) != place {
                    app.store().note_place(model.id, place.0, place.1).await?;
                }
                if is_outgrown(app, corpus, &models).await? {
                    fit(app, corpus, &models).await?;
                }
            } else if !(*provider == "neural" && is_served_first(app, corpus, &models).await?) {
                let new = NewModel {
                    corpus,
                    provider,
                    model_key: &key,
                    name,
                    dimensions: embedder.dimensions() as i32,
                    threshold: Some(*threshold),
                    artifact: None,
                    fitted_rows: None,
                    address: address.as_deref(),
                    key_name: *key_name,
                };
                register(app, &models, &new).await?;
            }
        }
        WantedEmbedder::Unusable if models.active.as_ref().is_some_and(|model| model.provider != "local") => {
        }
        WantedEmbedder::Fitted | WantedEmbedder::Unusable => {
            if refit || needs_fit(app, corpus, &models).await? {
                fit(app, corpus, &models).await?;
            }
        }
    }
    models_of(app, corpus).await
}

/// Where nothing serves yet, a fitted model is made before a neural one is begun: it answers in seconds,
/// and the neural one takes minutes or hours. Whether one is on its way.
async fn is_served_first(app: &App, corpus: Kind, models: &Models) -> Result<bool, AppError> {
    if models.active.is_some() {
        return Ok(false);
    }
    if models.building.is_none() && searchable(app, corpus).await? >= LEAST_FITTED {
        fit(app, corpus, models).await?;
    }
    let building = models_of(app, corpus).await?.building;
    Ok(building.is_some_and(|model| model.provider == "local"))
}

/// Whether a neural model serves that has vectors of less than a quarter of the records, as after a large import.
/// A fitted one then serves until the neural one is filled anew, or searches would find most records by their
/// words alone, for hours.
async fn is_outgrown(app: &App, corpus: Kind, models: &Models) -> Result<bool, AppError> {
    let Some(active) = models.active.as_ref().filter(|model| model.provider == "neural") else {
        return Ok(false);
    };
    if models.building.is_some() || app.inner.embedders.too_little[corpus as usize].load(Ordering::Relaxed) {
        return Ok(false);
    }
    let pending = app.store().job_counts(corpus).await?.pending;
    if pending < LEAST_OUTGROWN {
        return Ok(false);
    }
    let records = searchable(app, corpus).await?;
    let is_mostly_pending = pending * 4 > records * 3;
    Ok(is_mostly_pending && app.store().embedded_count(corpus, active.id).await? * 4 < records)
}

async fn register(app: &App, models: &Models, new: &NewModel<'_>) -> Result<(), AppError> {
    if let Some(unfinished) = &models.building {
        app.store().retire_model(unfinished.id).await?;
    }
    let id = app.store().register_model(new).await?;
    app.store().queue_missing(new.corpus, id).await?;
    app.store().advance_looked_up(new.corpus).await?;
    Ok(())
}

/// A fitted model is made anew when there is none that can be read, or when the corpus has doubled or halved since.
async fn needs_fit(app: &App, corpus: Kind, models: &Models) -> Result<bool, AppError> {
    let rows = searchable(app, corpus).await?;
    let newest = [&models.building, &models.active].into_iter().flatten().find(|m| m.provider == "local");
    if let Some(model) = newest
        && app.inner.embedders.load(app, model).await?.is_err()
    {
        return Ok(rows >= LEAST_FITTED);
    }
    Ok(match newest.and_then(|m| m.fitted_rows) {
        Some(fitted) => rows > i64::from(fitted) * 2 || rows * 2 < i64::from(fitted),
        None => rows >= LEAST_FITTED,
    })
}

pub(crate) async fn searchable(app: &App, corpus: Kind) -> Result<i64, AppError> {
    let counts = app.store().record_counts().await?;
    Ok(match corpus {
        Kind::Items => counts.searchable_items,
        Kind::Faqs => counts.searchable_faqs,
    })
}

fn fit_config(corpus: Kind) -> FitConfig {
    match corpus {
        Kind::Items => FitConfig::default(),
        Kind::Faqs => FitConfig::for_questions(),
    }
}

async fn fit(app: &App, corpus: Kind, models: &Models) -> Result<(), AppError> {
    // All records, not those sampled: it is compared with all when the next fit is considered, and a
    // corpus of more than twice the sample would be fitted without end.
    let rows = i32::try_from(searchable(app, corpus).await?).unwrap_or(i32::MAX);
    let texts = corpus_texts(app, corpus).await?;
    let fitted = tokio::task::spawn_blocking(move || FittedEmbedder::fit(texts, &fit_config(corpus)))
        .await
        .map_err(AppError::internal)?;
    let too_little = &app.inner.embedders.too_little[corpus as usize];
    too_little.store(matches!(fitted, Err(FitError::TooLittle { .. })), Ordering::Relaxed);
    let fitted = match fitted {
        Ok(fitted) => fitted,
        Err(FitError::TooLittle { .. }) => return Ok(()),
        Err(error) => return Err(AppError::new(Code::EmbedderFailed).with("reason", error)),
    };
    let bytes = fitted.to_bytes();
    let embedder = Embedder::Fitted(fitted);
    let new = NewModel {
        corpus,
        provider: "local",
        model_key: &embedder.model_key(),
        name: "local",
        dimensions: embedder.dimensions() as i32,
        threshold: Some(fitted_threshold()),
        artifact: Some(&bytes),
        fitted_rows: Some(rows),
        address: None,
        key_name: None,
    };
    register(app, models, &new).await
}

/// The first passage of every searchable record and those of its files, for words that stand in files
/// alone; at most as many records as a fit samples, spread evenly over the whole, and fewer where
/// they have more to say than a [`Sample`] holds.
async fn corpus_texts(app: &App, corpus: Kind) -> Result<Vec<String>, AppError> {
    let most = FitConfig::default().max_documents as i64;
    let step = (searchable(app, corpus).await? / most).max(0) as usize + 1;
    let mut texts = Sample::new(LEARNT_BYTES);
    let mut after = None;
    let mut at = 0usize;
    loop {
        let ids = app.store().searchable_ids(corpus, after, 2_000).await?;
        let Some(last) = ids.last() else { return Ok(texts.into_texts()) };
        after = Some(*last);
        let chosen: Vec<Uuid> = ids
            .iter()
            .enumerate()
            .filter(|(i, _)| (at + i).is_multiple_of(step))
            .map(|(_, id)| *id)
            .collect();
        at += ids.len();
        for some in chosen.chunks(READ_AT_ONCE) {
            for passages in passages_to_learn(app, corpus, some).await? {
                let learnt = passages.into_iter().filter(passages::Passage::speaks_for_it);
                texts.add(learnt.map(|p| p.text).collect());
            }
        }
    }
}

async fn passages_to_learn(
    app: &App,
    corpus: Kind,
    records: &[Uuid],
) -> Result<Vec<Vec<passages::Passage>>, AppError> {
    Ok(match corpus {
        Kind::Items => {
            let mut files = app.store().file_texts(records).await?;
            let items = app.store().items(records).await?;
            let of = |item: Item| {
                let files = files.remove(&item.id).unwrap_or_default();
                passages::of_item(&item.into(), &files)
            };
            items.into_iter().map(of).collect()
        }
        Kind::Faqs => app.store().faqs(records).await?.iter().map(|f| passages::of_faq(f, true)).collect(),
    })
}

/// Lets a filled model serve, builds its index, and clears what is no longer needed.
pub(crate) async fn switch_if_filled(app: &App, corpus: Kind) -> Result<(), AppError> {
    let models = models_of(app, corpus).await?;
    if let Some(building) = &models.building
        && app.store().queue_missing(corpus, building.id).await? == 0
        && app.store().job_counts(corpus).await?.pending == 0
    {
        app.store().index_model(corpus, building).await?;
        calibrate_if_due(app, corpus, building, searchable(app, corpus).await?).await?;
        app.store().activate_model(corpus, building.id).await?;
        app.store().clear_retired_models(corpus).await?;
        tracing::info!(corpus = corpus.as_str(), model = building.model_key, "embedding model serves");
        app.forget_values();
        app.inner.embedders.forget();
    } else if let Some(active) = &models.active
        && models.building.is_none()
    {
        app.store().index_model(corpus, active).await?;
        calibrate_if_due(app, corpus, active, searchable(app, corpus).await?).await?;
        app.inner.embedders.forget();
    }
    Ok(())
}
