//! Cache of the memory items in force with their words and vectors, searched in memory and renewed when an item
//! changes.

use crate::embedding::least_likeness;
use crate::runtime::sync::lock_unpoisoned;
use celeiro_domain::personal::memory::joined::{join_places, measure_likenesses, near_places};
use celeiro_domain::personal::memory::search::{WordIndex, rank_by_words};
use celeiro_domain::personal::memory::{KnowledgeItem, StatementReading};
use celeiro_llm::embed::QUERY_DEADLINE;
use celeiro_llm::{EmbedError, Embedder, Purpose};
use celeiro_store::KnowledgeFingerprint;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How long vectors are not looked for anew that another program may have stored meanwhile.
const WAIT_FOR_VECTORS: Duration = Duration::from_secs(5);

/// The items in force, as they were last read.
#[derive(Default)]
pub(crate) struct KnownItemsCache {
    kept: Mutex<Option<KeptItems>>,
}

struct KeptItems {
    known: Arc<KnownItems>,
    last_used: Instant,
}

impl KnownItemsCache {
    /// Empties the cache of memory items.
    pub fn forget(&self) {
        *lock_unpoisoned(&self.kept) = None;
    }

    /// Gives the memory back where nothing was looked for since `since`.
    pub fn unload_unused_since(&self, since: Instant) {
        drop(lock_unpoisoned(&self.kept).take_if(|kept| kept.last_used <= since));
    }

    /// Finds cached memory items by fingerprint and model, unless vectors may have come since.
    pub fn find(
        &self,
        fingerprint: KnowledgeFingerprint,
        model_key: Option<&str>,
    ) -> Option<Arc<KnownItems>> {
        let mut kept = lock_unpoisoned(&self.kept);
        let kept = kept.as_mut()?;
        let known = &kept.known;
        let is_whole = known.without_vector == 0 || known.read_at.elapsed() < WAIT_FOR_VECTORS;
        if known.fingerprint != fingerprint || known.model_key.as_deref() != model_key || !is_whole {
            return None;
        }
        kept.last_used = Instant::now();
        Some(kept.known.clone())
    }

    /// Caches the memory items that were read.
    pub fn keep(&self, known: Arc<KnownItems>) {
        *lock_unpoisoned(&self.kept) = Some(KeptItems { known, last_used: Instant::now() });
    }
}

/// The items in force, with what a search of them needs.
pub(crate) struct KnownItems {
    /// The items, the surest first, then the latest. Some may not hold today.
    pub items: Vec<KnowledgeItem>,
    words: WordIndex,
    /// Of each item, one behind the other; zeros where there is none.
    vectors: Vec<f32>,
    without_vector: usize,
    fingerprint: KnowledgeFingerprint,
    model_key: Option<String>,
    embedder: Option<Embedder>,
    read_at: Instant,
    /// What the items say, taken apart when it is first compared.
    readings: OnceLock<Vec<StatementReading>>,
}

/// What vectors find near to a question.
pub(crate) struct NearKnowledge {
    /// The items, nearest first, as places in the list.
    places: Vec<usize>,
    /// What of a search with it rests on words alone.
    pub words_alone: Option<WordsAlone>,
}

/// Why a search, or a part of it, rests on words alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordsAlone {
    /// No model computes vectors in this program.
    NoModel,
    /// The model failed, or is busy with other texts.
    NoAnswer,
    /// So many items have no vector yet.
    Unembedded(usize),
}

impl WordsAlone {
    /// Renders why memory was searched by words alone, for a tool's result.
    pub fn to_status(self) -> String {
        match self {
            Self::NoModel => "by words alone: no local model computes vectors".to_owned(),
            Self::NoAnswer => "by words alone: the local model did not answer".to_owned(),
            Self::Unembedded(items) => format!("{items} items by words alone: they have no vectors yet"),
        }
    }
}

/// The vectors in the order of the items, and how many items have none.
fn arrange_vectors(
    items: &[KnowledgeItem],
    stored: &HashMap<Uuid, Vec<f32>>,
    dimensions: usize,
) -> (Vec<f32>, usize) {
    let mut vectors = vec![0.0; items.len() * dimensions];
    if dimensions == 0 {
        return (vectors, 0);
    }
    let mut without_vector = 0;
    for (item, place) in items.iter().zip(vectors.chunks_exact_mut(dimensions)) {
        match stored.get(&item.id) {
            Some(vector) if vector.len() == dimensions => place.copy_from_slice(vector),
            _ => without_vector += 1,
        }
    }
    (vectors, without_vector)
}

impl KnownItems {
    /// The items under their fingerprint, with the vectors that are `stored` for the model of `embedder`.
    pub fn new(
        items: Vec<KnowledgeItem>,
        stored: &HashMap<Uuid, Vec<f32>>,
        fingerprint: KnowledgeFingerprint,
        embedder: Option<Embedder>,
    ) -> Self {
        let dimensions = embedder.as_ref().map_or(0, Embedder::dimensions);
        let (vectors, without_vector) = arrange_vectors(&items, stored, dimensions);
        Self {
            words: WordIndex::new(&items),
            items,
            vectors,
            without_vector,
            fingerprint,
            model_key: embedder.as_ref().map(Embedder::model_key),
            embedder,
            read_at: Instant::now(),
            readings: OnceLock::new(),
        }
    }

    /// Pairs the memory items with the readings of their statements.
    pub fn with_readings(&self) -> impl Iterator<Item = (&KnowledgeItem, &StatementReading)> {
        let read = || self.items.iter().map(|item| StatementReading::of(&item.draft.content)).collect();
        self.items.iter().zip(self.readings.get_or_init(read))
    }

    /// What vectors find near to `text`. It never fails: what goes wrong becomes the reason why words answer alone.
    pub async fn find_near(&self, text: &str) -> NearKnowledge {
        match self.compare_vectors(text).await {
            Ok(places) => {
                let lacking = Some(self.without_vector).filter(|items| *items > 0);
                NearKnowledge { places, words_alone: lacking.map(WordsAlone::Unembedded) }
            }
            Err(reason) => NearKnowledge { places: Vec::new(), words_alone: Some(reason) },
        }
    }

    async fn compare_vectors(&self, text: &str) -> Result<Vec<usize>, WordsAlone> {
        let embedder = self.embedder.as_ref().ok_or(WordsAlone::NoModel)?;
        if text.trim().is_empty() || self.without_vector == self.items.len() {
            return Ok(Vec::new());
        }
        match embedder.embed(&[text.to_owned()], Purpose::Query, QUERY_DEADLINE).await {
            Ok(vectors) => {
                let question = vectors.first().map(Vec::as_slice).unwrap_or_default();
                let likenesses = measure_likenesses(question, &self.vectors);
                Ok(near_places(&likenesses, least_likeness(embedder)))
            }
            // A text that says nothing to the model has no neighbours.
            Err(EmbedError::EmptyText { .. }) => Ok(Vec::new()),
            Err(error) => {
                tracing::warn!(%error, "the memory is searched by words alone");
                Err(WordsAlone::NoAnswer)
            }
        }
    }

    /// Searches the memory items that `wants` names by words and by nearness, as places in the list, the best first.
    /// Without words all of them are found. Where a condition of the question leaves items out, words count for more.
    pub fn search(
        &self,
        words: &str,
        near: &NearKnowledge,
        is_filtered: bool,
        wants: impl Fn(&KnowledgeItem) -> bool,
    ) -> Vec<usize> {
        let by_words = rank_by_words(words, &self.items, &self.words, &wants);
        let is_wanted = |at: &usize| wants(&self.items[*at]);
        let near: Vec<usize> = near.places.iter().copied().filter(is_wanted).collect();
        join_places(&by_words, &near, is_filtered)
    }
}
