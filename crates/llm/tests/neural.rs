//! Neural models from folders, as embedders among others. The model here has random numbers: what it makes
//! of texts means nothing, but every rule applies to it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use celeiro_llm::embed::neural::is_model_folder;
use celeiro_llm::{EmbedError, Embedder, NeuralEmbedder, Purpose};
use std::path::{Path, PathBuf};
use std::time::Duration;

const SECONDS: Duration = Duration::from_secs(20);

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../neural/tests/fixtures/tiny-model")
}

/// A copy to be changed.
fn copy() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(fixture()).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn texts_become_unit_vectors_and_a_query_is_not_a_document() {
    let embedder = Embedder::Neural(NeuralEmbedder::open(&fixture()).unwrap());
    assert_eq!(embedder.dimensions(), 32);
    let key = embedder.model_key();
    assert!(key.starts_with("neural:tiny-model:") && key.len() == "neural:tiny-model:".len() + 8, "{key}");
    let list = texts(&["herbicida para soja", "fungicida", "adubo foliar de zinco"]);
    let documents = embedder.embed(&list, Purpose::Document, SECONDS).await.unwrap();
    let queries = embedder.embed(&list, Purpose::Query, SECONDS).await.unwrap();
    for (document, query) in documents.iter().zip(&queries) {
        let norm: f32 = document.iter().map(|x| x * x).sum();
        assert!((norm - 1.0).abs() < 1e-5 && document.len() == 32);
        assert_ne!(document, query, "the prefix of queries");
    }
    assert_ne!(documents[0], documents[1]);
}

#[tokio::test]
async fn blank_texts_are_named_and_a_deadline_is_kept() {
    let embedder = Embedder::Neural(NeuralEmbedder::open(&fixture()).unwrap());
    let blank = embedder.embed(&texts(&["soja", " \u{7}", ""]), Purpose::Query, SECONDS).await;
    assert_eq!(blank, Err(EmbedError::EmptyText { indices: vec![1, 2] }));
    let many: Vec<String> = (0..20_000).map(|i| format!("{i} soja ").repeat(20)).collect();
    let begun = std::time::Instant::now();
    let late = embedder.embed(&many, Purpose::Document, Duration::from_millis(50)).await;
    assert!(matches!(late, Err(EmbedError::Timeout { .. })), "{late:?}");
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_model_that_goes_bad_after_it_was_looked_at_says_which_file_is_at_fault() {
    let folder = copy();
    let embedder = Embedder::Neural(NeuralEmbedder::open(folder.path()).unwrap());
    std::fs::write(folder.path().join("tokenizer.json"), "{").unwrap();
    for _ in 0..2 {
        let error = embedder.embed(&texts(&["soja"]), Purpose::Query, SECONDS).await.unwrap_err();
        assert!(error.to_string().contains("tokenizer.json"), "{error}");
        assert!(!error.is_retryable(), "the file stays as it is");
    }
}

#[test]
fn folders_are_told_apart_before_anything_is_loaded() {
    assert!(is_model_folder(&fixture()));
    let folder = copy();
    std::fs::write(folder.path().join("config.json"), r#"{"normalize": true}"#).unwrap();
    assert!(!is_model_folder(folder.path()), "token vectors without a network");
    assert!(NeuralEmbedder::open(folder.path()).unwrap_err().to_string().contains("not supported"));
    std::fs::write(folder.path().join("model.safetensors"), "").unwrap();
    std::fs::copy(fixture().join("config.json"), folder.path().join("config.json")).unwrap();
    assert!(NeuralEmbedder::open(folder.path()).unwrap_err().to_string().contains("cut short"));
}

#[test]
fn another_content_is_another_model() {
    let folder = copy();
    let first = NeuralEmbedder::open(folder.path()).unwrap().model_key();
    std::fs::write(folder.path().join("config_sentence_transformers.json"), "{}").unwrap();
    assert_ne!(first, NeuralEmbedder::open(folder.path()).unwrap().model_key());
}
