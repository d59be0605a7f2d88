//! State of a corpus's models in words, for `doctor` and the status: the serving model, the next one, and the
//! obstacles.

use super::plan::{LEAST_FITTED, models_of, searchable};
use crate::app::App;
use crate::embedding::Provider;
use crate::embedding::filling::fill::is_paused;
use crate::embedding::vectors::VectorState;
use crate::error::AppError;
use celeiro_domain::search::Kind;
use celeiro_store::StoredModel;
use std::sync::atomic::Ordering;

/// Looks at `corpus`.
pub(crate) async fn vector_state(app: &App, corpus: Kind) -> Result<VectorState, AppError> {
    let models = models_of(app, corpus).await?;
    let embedders = &app.inner.embedders;
    let service = embedders.service(app, corpus).await?;
    let jobs = app.store().job_counts(corpus).await?;
    let count = async |model: Option<&StoredModel>| match model {
        Some(model) => app.store().embedded_count(corpus, model.id).await,
        None => Ok(0),
    };
    let embedded = count(models.active.as_ref().or(models.building.as_ref())).await?;
    let filled = count(models.building.as_ref()).await?;
    let records = searchable(app, corpus).await?;
    let left = models.building.as_ref().and_then(|m| embedders.pace.time_for(corpus, m.id, records - filled));
    let is_too_little = embedders.too_little[corpus as usize].load(Ordering::Relaxed);
    let has_model = models.active.is_some() || models.building.is_some();
    let too_few = !has_model && (is_too_little || records < LEAST_FITTED);
    Ok(VectorState {
        service,
        too_few,
        left,
        paused: is_paused(app),
        off: embedders.choice.provider == Provider::Nothing,
        as_wanted: models.active.as_ref().is_some_and(|model| embedders.is_wanted(model)),
        provider: embedders.choice.provider,
        embedded,
        filled,
        records,
        pending: if too_few { 0 } else { jobs.pending },
        failed: jobs.failed,
        last_error: app.store().last_job_error(corpus).await?,
        models,
    })
}
