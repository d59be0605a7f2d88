//! Computation and storage of passage vectors.

use super::passages::Passage;
use crate::app::App;
use crate::error::{AppError, Code};
use celeiro_domain::search::Kind;
use celeiro_llm::{EmbedError, Embedder, Purpose};
use celeiro_store::{EmbeddingWrite, StoredModel};
use sha2::{Digest, Sha256};
use std::time::Duration;
use uuid::Uuid;

/// How long one request to a model may take, retries included.
const DEADLINE: Duration = Duration::from_secs(60);

/// Embeds what changed and writes it. A passage with the stored hash keeps its stored vector.
pub(super) async fn fill_model(
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
        for (vector, (record, passage)) in
            embed_texts(embedder, texts, Purpose::Document).await?.into_iter().zip(places)
        {
            writes[*record].1[*passage].vector = Some(vector);
        }
    }
    Ok(app.store().write_embeddings(corpus, model.id, &writes).await?)
}

/// One vector a text. A text that says nothing to the model gets the zero vector, which is near to
/// nothing: the record counts as embedded and is not asked for again and again.
pub(crate) async fn embed_texts(
    embedder: &Embedder,
    texts: &[String],
    purpose: Purpose,
) -> Result<Vec<Vec<f32>>, AppError> {
    let nothing = vec![0.0; embedder.dimensions()];
    let mut skip: Vec<usize> = Vec::new();
    loop {
        let kept: Vec<String> =
            texts.iter().enumerate().filter(|(i, _)| !skip.contains(i)).map(|(_, t)| t.clone()).collect();
        match embedder.embed(&kept, purpose, DEADLINE).await {
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
