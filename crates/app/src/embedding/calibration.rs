//! Calibration of an embedding model that was not fitted on the catalog: before the model serves, the corpus gets test
//! questions with known answers, searched by vectors and by words.
//!
//! A fitted model needs no calibration: its similarities spread over their whole range, and the weights of the fusion
//! were measured with it (ADR 3).

use super::embedders::Embedders;
use crate::app::App;
use crate::embedding::filling::write::embed_texts;
use crate::embedding::service::CorpusSample;
use crate::error::{AppError, Code};
use crate::runtime::sync::lock_unpoisoned;
use crate::search::ready_query;
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::rank::{
    Calibration, Candidate, Document, Field, RankInput, Tuning, VectorScale, place_of_known, rank,
};
use celeiro_domain::search::{Fusion, Kind};
use celeiro_domain::text::{QueryText, normalize_text};
use celeiro_llm::{Embedder, Purpose};
use celeiro_store::{StoreError, StoredCalibration, StoredModel};
use std::collections::HashMap;
use std::sync::Arc;
use uuid::Uuid;

/// Records that are asked for, spread evenly over the corpus.
const ASKED: usize = 80;
/// Chunks whose vectors stand for the corpus: a query's mean over them is known to a thirtieth of its
/// deviation, and they take 1.5 MB of a model of 384 numbers.
const SAMPLE: i64 = 1_000;
/// Characters of a question and of the text that answers it: enough to tell records apart, and
/// some twenty seconds of work for a neural model in all.
const QUESTION_CHARS: usize = 300;
const ANSWER_CHARS: usize = 700;
/// Characters of the shortest sentence that is asked.
const SENTENCE_CHARS: usize = 16;
/// Texts that are embedded at once: few, for a busy machine gives passages little time.
const AT_ONCE: usize = 4;

impl Embedders {
    /// The scale of a query's likenesses; none where the model has no calibration.
    pub(crate) async fn scale(
        &self,
        app: &App,
        corpus: Kind,
        model: &StoredModel,
        query: &[f32],
    ) -> Result<Option<VectorScale>, StoreError> {
        let Some(calibration) = &model.calibration else { return Ok(None) };
        let known = lock_unpoisoned(&self.samples).get(&model.id).cloned();
        let sample = match known.filter(|known| known.chunks == calibration.sample) {
            Some(known) => known,
            None => {
                let chunks = calibration.sample.clone();
                let vectors = app.store().vectors_of(corpus, &chunks).await?;
                let sample = Arc::new(CorpusSample { chunks, vectors });
                lock_unpoisoned(&self.samples).insert(model.id, sample.clone());
                sample
            }
        };
        Ok(VectorScale::measure(query, &sample.vectors, calibration.figures.strength))
    }
}

/// Measures `model` where it has to be and was not, or where the corpus has doubled or halved since;
/// `records` is how many search finds now.
///
/// # Errors
/// Those of the database.
pub(crate) async fn calibrate_if_due(
    app: &App,
    corpus: Kind,
    model: &StoredModel,
    records: i64,
) -> Result<(), AppError> {
    if model.provider == "local" {
        return Ok(());
    }
    let is_known = |known: &StoredCalibration| {
        known.figures.asked > 0 && records <= known.records * 2 && records * 2 >= known.records
    };
    if records == 0 || model.calibration.as_ref().is_some_and(is_known) {
        return Ok(());
    }
    let Ok(embedder) = app.inner.embedders.load(app, model).await? else { return Ok(()) };
    let figures = match measure(app, corpus, &embedder, records).await {
        // A model that fails now, or has no time, must not be kept from serving: nothing is concluded, and
        // the next whole run tries again.
        Err(error) if error.code() == Code::EmbedderFailed => {
            tracing::warn!(%error, model = model.model_key, "the model is used without being measured");
            Calibration::new(&[], &[])
        }
        measured => measured?,
    };
    let sample = app.store().sample_chunks(corpus, model.id, SAMPLE).await?;
    app.store().note_calibration(model.id, &StoredCalibration { figures, records, sample }).await?;
    tracing::info!(
        corpus = corpus.as_str(),
        model = model.model_key,
        asked = figures.asked,
        vectors = figures.vectors,
        words = figures.words,
        strength = figures.strength,
        "embedding model is calibrated"
    );
    app.inner.embedders.forget();
    Ok(())
}

/// A question and the text of its record that is left without it.
struct KnownAnswer {
    question: String,
    text: String,
    document: Document,
}

/// Two questions a record, as far as it has them: what names it, for all else that it says; and the
/// sentence in the middle of its text, for the sentences around it. The first is what people's questions
/// look like where records answer questions, the second tells how far a model knows the trade's language.
async fn measure(
    app: &App,
    corpus: Kind,
    embedder: &Embedder,
    records: i64,
) -> Result<Calibration, AppError> {
    let records = sampled_records(app, corpus, records).await?;
    let named: Vec<KnownAnswer> = records.iter().filter_map(SampledRecord::by_name).collect();
    let inner: Vec<KnownAnswer> = records.iter().filter_map(SampledRecord::by_sentence).collect();
    let (mut by_words, mut by_vectors) = (Vec::new(), Vec::new());
    for answers in [named, inner] {
        by_words.extend(places_by_words(app, corpus, &answers).await?);
        by_vectors.extend(places_by_vectors(embedder, &answers).await?);
    }
    Ok(Calibration::new(&by_vectors, &by_words))
}

/// What a record says.
struct SampledRecord {
    name: String,
    /// Category, maker and tags.
    about: String,
    text: String,
    /// The folded texts of its fields.
    document: Document,
}

impl SampledRecord {
    fn of_item(item: &Item, document: &Document) -> Self {
        let named = [item.category.as_deref(), item.manufacturer.as_deref()].into_iter().flatten();
        let about: Vec<&str> = named.chain(item.tags.iter().map(String::as_str)).collect();
        let text = item.description.as_deref().unwrap_or_default().trim().to_owned();
        Self { name: item.name.clone(), about: about.join(" · "), text, document: document.clone() }
    }

    fn of_faq(faq: &Faq, document: &Document) -> Self {
        let (name, text) = (faq.question.trim().to_owned(), faq.answer.trim().to_owned());
        Self { name, about: String::new(), text, document: document.clone() }
    }

    /// The record with `text` for its own, with or without its name: as vectors read it, and as words do.
    /// Fields of which vectors know nothing take no part.
    fn answer(&self, question: &str, is_named: bool, text: &str) -> KnownAnswer {
        let fields = self.document.fields.iter().filter_map(|(field, said)| match field {
            Field::Name | Field::Question => is_named.then(|| (*field, said.clone())),
            Field::Description | Field::Answer => Some((*field, normalize_text(text))),
            Field::Attributes | Field::Notes | Field::StrongAttributes => None,
            Field::Category | Field::Manufacturer | Field::Tags => Some((*field, said.clone())),
        });
        let name = if is_named { self.name.as_str() } else { "" };
        let title = [name, &self.about].into_iter().filter(|part| !part.is_empty());
        let title = title.collect::<Vec<_>>().join(" · ");
        KnownAnswer {
            question: cut_text(question, QUESTION_CHARS),
            text: cut_text(format!("{title}\n{text}").trim(), ANSWER_CHARS),
            document: Document::from_folded(fields),
        }
    }

    /// The name or question, asked of all else; none where the record says nothing else in sentences.
    fn by_name(&self) -> Option<KnownAnswer> {
        let is_told = !self.name.is_empty() && !self.text.is_empty();
        is_told.then(|| self.answer(&self.name, false, &self.text))
    }

    /// The sentence in the middle of the text, asked of the sentences around it and of the name; none
    /// where there is but one.
    fn by_sentence(&self) -> Option<KnownAnswer> {
        let mut sentences = sentences(&self.text);
        if sentences.len() < 2 {
            return None;
        }
        let middle = sentences.remove(sentences.len() / 2);
        Some(self.answer(middle, true, &sentences.join(" ")))
    }
}

/// Records spread evenly over the corpus.
async fn sampled_records(app: &App, corpus: Kind, records: i64) -> Result<Vec<SampledRecord>, AppError> {
    let step = (records.max(0) as usize / ASKED).max(1);
    let (mut chosen, mut after, mut at) = (Vec::new(), None, 0usize);
    loop {
        let ids = app.store().searchable_ids(corpus, after, 2_000).await?;
        let Some(last) = ids.last() else { break };
        after = Some(*last);
        let due = ids.iter().enumerate().filter(|(i, _)| (at + i).is_multiple_of(step));
        chosen.extend(due.map(|(_, id)| *id));
        at += ids.len();
    }
    chosen.truncate(ASKED);
    let documents = app.store().documents(corpus, &chosen).await?;
    Ok(match corpus {
        Kind::Items => {
            let items = app.store().items(&chosen).await?;
            let of = |item: &Item| Some(SampledRecord::of_item(item, documents.get(&item.id)?));
            items.iter().filter_map(of).collect()
        }
        Kind::Faqs => {
            let faqs = app.store().faqs(&chosen).await?;
            let of = |faq: &Faq| Some(SampledRecord::of_faq(faq, documents.get(&faq.id)?));
            faqs.iter().filter_map(of).collect()
        }
    })
}

/// The sentences of a text that are long enough to be about something.
fn sentences(text: &str) -> Vec<&str> {
    let ends = text.match_indices(['.', '!', '?', ';', '\n']).map(|(at, end)| at + end.len());
    let ends = ends.filter(|at| text[*at..].starts_with(char::is_whitespace) || text[..*at].ends_with('\n'));
    let (mut begin, mut found) = (0, Vec::new());
    for end in ends.chain([text.len()]) {
        found.push(text[begin..end].trim());
        begin = end;
    }
    found.retain(|sentence| sentence.chars().count() >= SENTENCE_CHARS);
    found
}

fn cut_text(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// Whether record `at` answers `question`: its own, or one of the very same words.
fn answers_it(answers: &[KnownAnswer], question: &str, at: usize) -> bool {
    answers[at].question == question
}

/// Places of the known answers by the relevance fusion as it ships, without vectors.
async fn places_by_words(app: &App, corpus: Kind, answers: &[KnownAnswer]) -> Result<Vec<f64>, AppError> {
    let tuning = match corpus {
        Kind::Items => Tuning::items(),
        Kind::Faqs => Tuning::faqs(),
    };
    let synonyms = app.synonyms().await?;
    let candidate = |(at, answer): (usize, &KnownAnswer)| Candidate {
        id: Uuid::from_u128(at as u128),
        document: answer.document.clone(),
        lexical_rank: Some(1),
        vector: None,
        named: false,
        sorted_in: false,
    };
    let candidates: Vec<Candidate> = answers.iter().enumerate().map(candidate).collect();
    let mut places = Vec::with_capacity(answers.len());
    for answer in answers {
        let text = QueryText::parse(&answer.question);
        let query = ready_query(app, corpus, &text, &synonyms, &tuning.relevance, false).await?;
        let fusion = Fusion::Relevance;
        let input = RankInput { query: &query, candidates: &candidates, fusion, tuning: &tuning };
        let ranked = rank(input, usize::MAX);
        let by_id: HashMap<Uuid, f64> = ranked.iter().map(|hit| (hit.id, hit.explanation.value())).collect();
        let scores: Vec<f64> =
            candidates.iter().map(|c| by_id.get(&c.id).copied().unwrap_or_default()).collect();
        places.extend(place_of_known(&scores, |at| answers_it(answers, &answer.question, at)));
    }
    Ok(places)
}

/// Places of the known answers by their likeness to the questions.
async fn places_by_vectors(embedder: &Embedder, answers: &[KnownAnswer]) -> Result<Vec<f64>, AppError> {
    let (mut questions, mut texts) = (Vec::new(), Vec::new());
    for some in answers.chunks(AT_ONCE) {
        let asked: Vec<String> = some.iter().map(|answer| answer.question.clone()).collect();
        questions.extend(embed_texts(embedder, &asked, Purpose::Query).await?);
        let said: Vec<String> = some.iter().map(|answer| answer.text.clone()).collect();
        texts.extend(embed_texts(embedder, &said, Purpose::Document).await?);
    }
    let likeness = |a: &[f32], b: &[f32]| f64::from(a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>());
    let place = |(answer, question): (&KnownAnswer, &Vec<f32>)| {
        let scores: Vec<f64> = texts.iter().map(|text| likeness(question, text)).collect();
        place_of_known(&scores, |at| answers_it(answers, &answer.question, at))
    };
    Ok(answers.iter().zip(&questions).filter_map(place).collect())
}
