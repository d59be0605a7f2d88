//! Status of a corpus's vectors, with its severity.

use super::selection::choice::Provider;
use super::service::Service;
use crate::messages::{translate_with, write_decimal};
use celeiro_domain::rank::Calibration;
use celeiro_domain::search::Lang;
use celeiro_llm::embed::QUERY_DEADLINE;
use celeiro_llm::{Embedder, Purpose};
use celeiro_store::StoredModel;
use std::time::Duration;

/// Where the vectors of a corpus stand.
pub(crate) struct VectorState {
    pub models: Models,
    pub service: Service,
    /// Whether the configuration asks for no vectors.
    pub off: bool,
    /// Whether what serves is what the configuration asks for.
    pub as_wanted: bool,
    /// Whether there are too few records, or too little that they have in common, to make a model of.
    pub too_few: bool,
    /// What the configuration asks for.
    pub provider: Provider,
    /// Records with vectors of the model that serves, or of the first one on its way.
    pub embedded: i64,
    /// Records with vectors of the model on its way.
    pub filled: i64,
    /// How long the rest of the model on its way will take, where this program fills it.
    pub left: Option<Duration>,
    /// Whether a person has paused that.
    pub paused: bool,
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
    /// Searches have no vectors, or a person must act.
    Yes,
}

impl VectorState {
    /// The state in a sentence, and how much it should worry.
    pub fn to_text(&self, lang: Lang) -> (Worry, String) {
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
        let mut told = translate_with(lang, &format!("embedding.state.{key}"), &places);
        if self.models.building.is_some() && !self.off {
            if self.paused {
                told += " · ";
                told += &translate_with(lang, "embedding.state.paused", &[]);
            } else if let Some(left) = self.left {
                let minutes = left.as_secs().div_ceil(60).max(1);
                told += " · ";
                told +=
                    &translate_with(lang, "embedding.state.minutesLeft", &[("count", minutes.to_string())]);
            }
        }
        if let Some(figures) = self.calibration() {
            told += " · ";
            told += &translate_with(
                lang,
                "embedding.state.calibrated",
                &[
                    ("asked", figures.asked.to_string()),
                    ("vectors", write_decimal(lang, &format!("{:.2}", figures.vectors))),
                    ("words", write_decimal(lang, &format!("{:.2}", figures.words))),
                    ("strength", write_decimal(lang, &format!("{:.2}", figures.strength))),
                ],
            );
        }
        if let Some(error) = &self.last_error {
            told += " · ";
            told += &translate_with(lang, "embedding.state.lastError", &[("error", error.clone())]);
        }
        let worry = if self.last_error.is_some() && worry == Worry::None { Worry::Yes } else { worry };
        (worry, told)
    }

    /// The calibration of the model that serves, where one was measured.
    fn calibration(&self) -> Option<&Calibration> {
        let active = self.models.active.as_ref().filter(|_| !self.off && !self.is_unable())?;
        active.calibration.as_ref().map(|stored| &stored.figures).filter(|figures| figures.asked > 0)
    }

    /// Whether the corpus has a model with vectors that cannot be asked.
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
            (None, None) if self.too_few => (Worry::None, "tooFew"),
            (None, None) => (Worry::Yes, "none"),
        }
    }

    /// Asks a server of embeddings for one short text; the reason where the server refuses.
    pub async fn refusal(&self) -> Option<String> {
        let Service::Ready(serving) = &self.service else { return None };
        let Embedder::Remote(_) = &serving.embedder else { return None };
        let asked = serving.embedder.embed(&["celeiro".to_owned()], Purpose::Query, QUERY_DEADLINE).await;
        asked.err().map(|error| error.to_string())
    }
}

/// The models that serve and that are being filled.
pub(crate) struct Models {
    pub active: Option<StoredModel>,
    pub building: Option<StoredModel>,
}

impl Models {
    /// Whether `model` embeds only until the vectors of another model are filled.
    pub fn is_left(&self, model: &StoredModel) -> bool {
        self.building.is_some() && self.active.as_ref().is_some_and(|active| active.id == model.id)
    }
}

/// A model's name for people: of the local one its identity says nothing.
pub(crate) fn label(model: &StoredModel) -> String {
    if model.provider == "local" { "local".to_owned() } else { model.model_key.clone() }
}
