//! Which model serves a corpus, which one is on its way, and what stands in between, in words: one
//! sentence for `doctor` and the status.

use super::plan::{Models, models_of, searchable};
use super::{Provider, Service};
use crate::app::App;
use crate::error::AppError;
use crate::messages::render;
use celeiro_domain::search::{Kind, Lang};
use celeiro_llm::embed::QUERY_DEADLINE;
use celeiro_llm::{Embedder, Purpose};
use celeiro_store::StoredModel;

/// Where the vectors of a corpus stand.
pub(crate) struct VectorState {
    pub models: Models,
    pub service: Service,
    /// Whether the configuration asks for no vectors.
    pub off: bool,
    /// Whether what serves is what the configuration asks for.
    pub as_wanted: bool,
    /// What the configuration asks for.
    pub provider: Provider,
    /// Records with vectors of the model that serves, or of the first one on its way.
    pub embedded: i64,
    /// Records with vectors of the model on its way.
    pub filled: i64,
    /// Records that search finds.
    pub records: i64,
    pub pending: i64,
    pub failed: i64,
    /// What the embedder said last of records that wait.
    pub last_error: Option<String>,
}

/// How much a sentence about vectors should worry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Worry {
    /// Not at all.
    None,
    /// Something goes on, and searches have vectors meanwhile.
    UnderWay,
    /// Searches have no vectors, or somebody must act.
    Yes,
}

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
    Ok(VectorState {
        service,
        off: embedders.choice.provider == Provider::Nothing,
        as_wanted: models.active.as_ref().is_some_and(|model| embedders.wants(model)),
        provider: embedders.choice.provider,
        embedded,
        filled,
        records: searchable(app, corpus).await?,
        pending: jobs.pending,
        failed: jobs.failed,
        last_error: app.store().last_job_error(corpus).await?,
        models,
    })
}

impl VectorState {
    /// The state in a sentence, and how much it should worry.
    pub fn told(&self, lang: Lang) -> (Worry, String) {
        let (worry, key) = self.kind();
        let why = match &self.service {
            Service::Unable(unable) => unable.message(lang),
            Service::None | Service::Ready(_) => String::new(),
        };
        let places = [
            ("model", self.models.active.as_ref().map(label).unwrap_or_default()),
            ("next", self.models.building.as_ref().map(label).unwrap_or_default()),
            ("provider", self.provider.as_str().to_owned()),
            ("why", why),
            ("embedded", self.embedded.to_string()),
            ("filled", self.filled.to_string()),
            ("records", self.records.to_string()),
            ("pending", self.pending.to_string()),
            ("failed", self.failed.to_string()),
        ];
        let mut told = render(lang, &format!("embedding.state.{key}"), &places);
        if let Some(error) = &self.last_error {
            told += " · ";
            told += &render(lang, "embedding.state.lastError", &[("error", error.clone())]);
        }
        let worry = if self.last_error.is_some() && worry == Worry::None { Worry::Yes } else { worry };
        (worry, told)
    }

    /// Whether there is a model whose vectors are there, but which cannot be asked.
    pub fn is_unable(&self) -> bool {
        matches!(self.service, Service::Unable(_))
    }

    fn kind(&self) -> (Worry, &'static str) {
        let unable = self.is_unable();
        match (&self.models.active, &self.models.building) {
            _ if self.off => (Worry::None, "off"),
            _ if self.records == 0 => (Worry::None, "empty"),
            (Some(_), Some(_)) if unable => (Worry::Yes, "fillingWithout"),
            (Some(_), None) if unable => (Worry::Yes, "unable"),
            (Some(_), Some(_)) => (Worry::UnderWay, "filling"),
            (Some(_), None) if !self.as_wanted => (Worry::Yes, "notBegun"),
            (Some(_), None) if self.failed > 0 => (Worry::Yes, "serves"),
            (Some(_), None) => (Worry::None, "serves"),
            (None, Some(_)) => (Worry::Yes, "first"),
            (None, None) => (Worry::Yes, "none"),
        }
    }

    /// What a server says to one short question, where a server serves and fails.
    pub async fn refusal(&self) -> Option<String> {
        let Service::Ready(serving) = &self.service else { return None };
        let Embedder::Remote(_) = &serving.embedder else { return None };
        let asked = serving.embedder.embed(&["celeiro".to_owned()], Purpose::Query, QUERY_DEADLINE).await;
        asked.err().map(|error| error.to_string())
    }
}

/// A model's name for people: of the local one its identity says nothing.
fn label(model: &StoredModel) -> String {
    if model.provider == "local" { "local".to_owned() } else { model.model_key.clone() }
}
