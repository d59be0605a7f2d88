//! Batch prefetch of query vectors for measurements: a server that gets one query at a time may miss the deadline of a
//! search, and the figures would be those of words alone.

use super::embedders::Embedders;
use super::serve::text_to_embed;
use super::service::Service;
use crate::app::App;
use crate::runtime::sync::lock_unpoisoned;
use celeiro_domain::search::Kind;
use celeiro_llm::{Embedder, Purpose};
use std::time::Duration;

/// Time for the vectors of one batch.
const DEADLINE: Duration = Duration::from_secs(60);

impl Embedders {
    /// Fetches the vectors of `queries` that a server computes, so that the searches which follow find them
    /// in memory. Models of this machine need no more than a search's own time. What fails is left to the
    /// searches, which say so.
    pub(crate) async fn prefetch_queries(&self, app: &App, corpus: Kind, queries: &[String]) {
        let Ok(Service::Ready(serving)) = self.service(app, corpus).await else { return };
        if !matches!(serving.embedder, Embedder::Remote(_)) {
            return;
        }
        let key =
            |query: &str| (serving.stored.model_key.clone(), text_to_embed(&serving.embedder, corpus, query));
        let mut keys: Vec<(String, String)> = queries.iter().map(|query| key(query)).collect();
        {
            let known = lock_unpoisoned(&self.queries);
            keys.retain(|key| !key.1.trim().is_empty() && !known.contains(key));
        }
        let texts: Vec<String> = keys.iter().map(|key| key.1.clone()).collect();
        if texts.is_empty() {
            return;
        }
        match serving.embedder.embed(&texts, Purpose::Query, DEADLINE).await {
            Ok(vectors) => {
                let mut known = lock_unpoisoned(&self.queries);
                keys.into_iter().zip(vectors).for_each(|(key, vector)| {
                    known.put(key, vector);
                });
            }
            Err(error) => tracing::debug!(%error, "vectors of queries to be measured"),
        }
    }
}
