//! Serving models: lookup, lazy loading, and query vectors.

use super::embedders::Embedders;
use super::selection::configured::WantedEmbedder;
use super::selection::former::former;
use super::service::{QueryVector, Service, ServingModel, Unable};
use crate::app::App;
use crate::error::AppError;
use crate::runtime::sync::lock_unpoisoned;
use celeiro_domain::search::{FallbackReason, Kind, Lang};
use celeiro_domain::text::{content_of, normalize_text};
use celeiro_llm::embed::QUERY_DEADLINE;
use celeiro_llm::{Embedder, FittedEmbedder, Purpose};
use celeiro_store::{ModelState, StoredModel};
use std::sync::Arc;

impl Embedders {
    /// The embedder of a stored model, or why this program cannot run it.
    pub(super) async fn load(
        &self,
        app: &App,
        model: &StoredModel,
    ) -> Result<Result<Embedder, Unable>, AppError> {
        if let WantedEmbedder::Given { embedder, .. } = &self.wanted
            && embedder.model_key() == model.model_key
        {
            return Ok(Ok(embedder.clone()));
        }
        let kept = lock_unpoisoned(&self.loaded).get(&model.model_key).cloned();
        if let Some(embedder) = kept {
            return Ok(Ok(embedder));
        }
        if model.provider != "local" {
            let (asking, model) = (app.clone(), model.clone());
            let former = tokio::task::spawn_blocking(move || {
                former(&asking.config(), asking.settings().keys(), &model).map(|embedder| (model, embedder))
            });
            let former = former.await.map_err(AppError::internal)?;
            return Ok(former.map(|(model, embedder)| self.keep(&model, embedder)));
        }
        let bytes = app.store().model_artifact(model.id).await?;
        let fitted = tokio::task::spawn_blocking(move || FittedEmbedder::from_bytes(&bytes))
            .await
            .map_err(AppError::internal)?;
        match fitted {
            Ok(fitted) => Ok(Ok(self.keep(model, Embedder::Fitted(fitted)))),
            // Fitted by another version, whose rules of text were others: it is made anew.
            Err(error) => {
                tracing::info!(%error, model = model.model_key, "the local model has to be fitted again");
                Ok(Err(Unable::Outdated))
            }
        }
    }

    /// What serves `corpus`.
    pub(crate) async fn service(&self, app: &App, corpus: Kind) -> Result<Service, AppError> {
        if matches!(self.wanted, WantedEmbedder::Nothing) {
            return Ok(Service::None);
        }
        let found = self.serving[corpus as usize]
            .get(async || {
                let models = app.store().models(corpus).await?;
                let Some(stored) = models.into_iter().find(|m| m.state == ModelState::Active) else {
                    return Ok(Service::None);
                };
                Ok(match self.load(app, &stored).await? {
                    Ok(embedder) => Service::Ready(Arc::new(ServingModel { stored, embedder })),
                    Err(unable) => Service::Unable(unable),
                })
            })
            .await?;
        Ok((*found).clone())
    }

    /// The model that serves `corpus`, where one does and can be asked.
    pub(crate) async fn find_serving(
        &self,
        app: &App,
        corpus: Kind,
    ) -> Result<Option<Arc<ServingModel>>, AppError> {
        Ok(match self.service(app, corpus).await? {
            Service::Ready(serving) => Some(serving),
            Service::None | Service::Unable(_) => None,
        })
    }

    /// The model that computes vectors of what is known of a person, where one runs in this program: such texts go to
    /// no server. The one that the configuration asks for, else the one that serves items.
    pub(crate) async fn find_local(&self, app: &App) -> Result<Option<Embedder>, AppError> {
        let embedder = match &self.wanted {
            WantedEmbedder::Nothing => None,
            WantedEmbedder::Given { embedder, .. } => Some(embedder.clone()),
            WantedEmbedder::Fitted | WantedEmbedder::Unusable => {
                self.find_serving(app, Kind::Items).await?.map(|serving| serving.embedder.clone())
            }
        };
        Ok(embedder.filter(|embedder| !matches!(embedder, Embedder::Remote(_))))
    }

    /// The vector of a query, from memory where it was asked before. `Err` says why there is none.
    pub(crate) async fn embed_query(
        &self,
        app: &App,
        corpus: Kind,
        query: &str,
    ) -> Result<Option<QueryVector>, FallbackReason> {
        let without = |reason: FallbackReason, why: &dyn std::fmt::Display| {
            self.fallbacks.note_fallback(corpus, reason, why);
            Err(reason)
        };
        let serving = match self.service(app, corpus).await {
            Ok(Service::Ready(serving)) => serving,
            Ok(Service::None) => {
                return without(FallbackReason::EmbeddingDisabled, &"no embedding model serves");
            }
            Ok(Service::Unable(unable)) => {
                return without(FallbackReason::EmbeddingGenerationFailed, &unable.message(Lang::En));
            }
            Err(error) => return without(FallbackReason::EmbeddingGenerationFailed, &error),
        };
        let query = text_to_embed(&serving.embedder, corpus, query);
        let key = (serving.stored.model_key.clone(), query.clone());
        let kept = lock_unpoisoned(&self.queries).get(&key).cloned();
        if let Some(vector) = kept {
            return Ok(Some(QueryVector { serving, vector }));
        }
        match serving.embedder.embed(&[query], Purpose::Query, QUERY_DEADLINE).await {
            Ok(mut vectors) => {
                let Some(vector) = vectors.pop() else { return Ok(None) };
                lock_unpoisoned(&self.queries).put(key, vector.clone());
                Ok(Some(QueryVector { serving, vector }))
            }
            // A text that says nothing to the model has no neighbours; nothing failed.
            Err(celeiro_llm::EmbedError::EmptyText { .. }) => Ok(None),
            Err(error) => without(FallbackReason::EmbeddingGenerationFailed, &error),
        }
    }
}

/// A model that learnt its words from the catalog is asked without the words of asking; one that
/// reads sentences gets the sentence.
pub(crate) fn text_to_embed(embedder: &Embedder, corpus: Kind, query: &str) -> String {
    match (embedder, corpus) {
        (Embedder::Fitted(_), Kind::Items) => content_of(&normalize_text(query)),
        _ => query.to_owned(),
    }
}
