//! The static embedder on small models of the tests' own making, and the download of one.

#![allow(clippy::unwrap_used)] // Helpers of tests may fail a test.

mod support;

use std::{collections::HashMap, fs, path::Path, time::Duration};

use celeiro_llm::{
    EmbedError, Embedder, Purpose, StaticEmbedder,
    embed::static_model::download::{DownloadError, FileSpec, download_static_model},
};
use half::f16;
use safetensors::{Dtype, serialize, tensor::TensorView};
use sha2::{Digest, Sha256};
use support::{Reply, Server};

const WORDS: [&str; 5] = ["[UNK]", "soja", "milho", "trator", "grao"];
const ROWS: [[f32; 3]; 5] =
    [[9.0, 9.0, 9.0], [1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, 2.0], [1.0, 1.0, 0.0]];

/// A tokenizer of whole words, lower-cased and without accents.
fn tokenizer_json() -> String {
    let vocabulary: HashMap<&str, usize> = WORDS.iter().enumerate().map(|(i, word)| (*word, i)).collect();
    serde_json::json!({
        "version": "1.0",
        "truncation": {"direction": "Right", "max_length": 2, "strategy": "LongestFirst", "stride": 0},
        "padding": {"strategy": {"Fixed": 8}, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 1, "pad_type_id": 0, "pad_token": "soja"},
        "added_tokens": [],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": true, "lowercase": true},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": null, "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"}
    }).to_string()
}

/// A tokenizer of the unigram kind, which names its unknown token by number.
fn unigram_json() -> String {
    let vocabulary: Vec<(&str, f64)> = WORDS.iter().map(|word| (*word, -1.0)).collect();
    serde_json::json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": null, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
        "model": {"type": "Unigram", "unk_id": 0, "vocab": vocabulary, "byte_fallback": false}
    })
    .to_string()
}

type Tensor = (&'static str, Dtype, Vec<usize>, Vec<u8>);

fn vectors_file(tensors: &[Tensor]) -> Vec<u8> {
    let views = tensors
        .iter()
        .map(|(name, dtype, shape, data)| (*name, TensorView::new(*dtype, shape.clone(), data).unwrap()));
    serialize(views, None).unwrap()
}

fn embeddings(dtype: Dtype) -> Tensor {
    let numbers = ROWS.concat();
    let bytes = match dtype {
        Dtype::F64 => numbers.iter().flat_map(|x| f64::from(*x).to_le_bytes()).collect(),
        Dtype::F16 => numbers.iter().flat_map(|x| f16::from_f32(*x).to_le_bytes()).collect(),
        Dtype::I8 => numbers.iter().map(|x| (x * 10.0) as i8 as u8).collect(),
        _ => numbers.iter().flat_map(|x| x.to_le_bytes()).collect(),
    };
    ("embeddings", dtype, vec![5, 3], bytes)
}

fn folder(tokenizer: &str, vectors: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tokenizer.json"), tokenizer).unwrap();
    fs::write(folder.path().join("model.safetensors"), vectors).unwrap();
    folder
}

fn load(tensors: &[Tensor]) -> Result<StaticEmbedder, String> {
    let folder = folder(&tokenizer_json(), &vectors_file(tensors));
    StaticEmbedder::load(folder.path()).map_err(|e| e.to_string())
}

fn close(got: Option<Vec<f32>>, expected: [f32; 3]) {
    let got = got.unwrap();
    assert!(got.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-2), "{got:?} {expected:?}");
}

#[test]
fn token_vectors_are_added_and_brought_to_norm_one() {
    for dtype in [Dtype::F64, Dtype::F32, Dtype::F16, Dtype::I8] {
        let model = load(&[embeddings(dtype)]).unwrap();
        assert_eq!(model.dimensions(), 3);
        close(model.embed_one("Trator"), [0.0, 0.0, 1.0]);
        // (1.6, 0.8, 0) / 1.789; the unknown word is left out, padding and truncation are off.
        close(model.embed_one("SOJA, milho"), [0.894, 0.447, 0.0]);
        close(model.embed_one("soja xyz milho"), [0.894, 0.447, 0.0]);
        close(model.embed_one("soja soja soja trator"), [0.832, 0.0, 0.555]);
    }
}

#[test]
fn mapping_and_weights_of_newer_files_are_used() {
    let mapping: Vec<u8> = [0i64, 1, 1, 3, 2].iter().flat_map(|row| row.to_le_bytes()).collect();
    let weights: Vec<u8> = [1f64, 1.0, 3.0, 2.0, 1.0].iter().flat_map(|w| w.to_le_bytes()).collect();
    let model = load(&[
        embeddings(Dtype::F32),
        ("mapping", Dtype::I64, vec![5], mapping),
        ("weights", Dtype::F64, vec![5], weights),
    ])
    .unwrap();
    close(model.embed_one("grao"), [0.6, 0.8, 0.0]);
    // 3·soja's row for `milho`, 2·(0, 0, 2) for `trator`: (3, 0, 4) / 5.
    close(model.embed_one("milho trator"), [0.6, 0.0, 0.8]);
}

#[test]
fn a_unigram_tokenizer_works_too() {
    let folder = folder(&unigram_json(), &vectors_file(&[embeddings(Dtype::F32)]));
    let model = StaticEmbedder::load(folder.path()).unwrap();
    close(model.embed_one("soja trator"), [0.447, 0.0, 0.894]);
    assert_eq!(model.embed_one("1234"), None);
}

#[test]
fn the_other_makers_name_is_read() {
    let (_, dtype, shape, data) = embeddings(Dtype::F32);
    let model = load(&[("embedding.weight", dtype, shape, data)]).unwrap();
    close(model.embed_one("trator"), [0.0, 0.0, 1.0]);
}

#[test]
fn models_that_do_not_fit_are_refused_with_a_reason() {
    let table = |shape: Vec<usize>, numbers: &[f32]| -> Tensor {
        ("embeddings", Dtype::F32, shape, numbers.iter().flat_map(|x| x.to_le_bytes()).collect())
    };
    let refusal = |tensors: &[Tensor]| load(tensors).unwrap_err();
    assert!(refusal(&[("other", Dtype::U8, vec![1], vec![0])]).contains("no tensor"));
    assert!(refusal(&[table(vec![3], &[1.0; 3])]).contains("not a table"));
    assert!(refusal(&[table(vec![0, 3], &[])]).contains("0 rows"));
    assert!(refusal(&[table(vec![2, 3], &[1.0; 6])]).contains("2 tokens"));
    assert!(refusal(&[table(vec![5, 1], &[1.0, f32::NAN, 1.0, 1.0, 1.0])]).contains("not finite"));
    assert!(refusal(&[("embeddings", Dtype::BOOL, vec![5, 1], vec![1; 5])]).contains("not supported"));
    for row in [-1i64, 5, i64::MAX] {
        let mapping = [0, 1, 2, 3, row].iter().flat_map(|row| row.to_le_bytes()).collect();
        assert!(
            refusal(&[embeddings(Dtype::F32), ("mapping", Dtype::I64, vec![5], mapping)]).contains("outside")
        );
    }
}

#[test]
fn damaged_and_missing_files_are_refused() {
    assert!(StaticEmbedder::load(Path::new("/nao/existe")).is_err());
    let good = vectors_file(&[embeddings(Dtype::F32)]);
    for cut in 0..good.len() {
        assert!(StaticEmbedder::load(folder(&tokenizer_json(), &good[..cut]).path()).is_err(), "{cut}");
    }
    let mut huge = good.clone();
    huge[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(StaticEmbedder::load(folder(&tokenizer_json(), &huge).path()).is_err());
    for tokenizer in ["", "{", "[]", "{\"model\":{}}"] {
        let error = StaticEmbedder::load(folder(tokenizer, &good).path()).unwrap_err();
        assert_eq!(error.file, "tokenizer.json");
    }
}

#[tokio::test]
async fn it_serves_as_an_embedder() {
    let model = load(&[embeddings(Dtype::F32)]).unwrap();
    assert_eq!(format!("{model:?}"), format!("StaticEmbedder({:?})", model.model_key()));
    let embedder = Embedder::Static(model);
    assert!(embedder.model_key().starts_with("static:"));
    let ask = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let embedder = embedder.clone();
        async move { embedder.embed(&texts, Purpose::Query, Duration::from_secs(5)).await }
    };
    assert_eq!(ask(&["trator", "soja"]).await.unwrap(), [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
    assert_eq!(ask(&["soja", "xyz", " "]).await.unwrap_err(), EmbedError::EmptyText { indices: vec![2] });
    assert_eq!(ask(&["soja", "xyz"]).await.unwrap_err(), EmbedError::EmptyText { indices: vec![1] });
    let long = "soja ".repeat(20_000);
    assert_eq!(ask(&[&long]).await.unwrap(), [[1.0, 0.0, 0.0]]);
}

fn spec(name: &str, content: &[u8]) -> FileSpec {
    let sha256 = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
    FileSpec { name: name.into(), sha256, max_bytes: 10_000 }
}

fn plain(body: &[u8]) -> Reply {
    Reply::Answer(200, "content-type: application/octet-stream", body.to_vec())
}

#[tokio::test]
async fn a_model_is_downloaded_checked_and_loaded() {
    let (tokenizer, vectors) = (tokenizer_json(), vectors_file(&[embeddings(Dtype::F32)]));
    let files = [spec("tokenizer.json", tokenizer.as_bytes()), spec("model.safetensors", &vectors)];
    let storage = Server::start(vec![plain(&vectors)]).await;
    let location: &'static str = format!("location: http://127.0.0.1:{}/blob", storage.port).leak();
    let server =
        Server::start(vec![plain(tokenizer.as_bytes()), Reply::Answer(302, location, Vec::new())]).await;
    let home = tempfile::tempdir().unwrap();
    let destination = home.path().join("modelos/pequeno");
    let mut seen = Vec::new();
    download_static_model(&server.base(), &files, &destination, |p| {
        seen.push((p.file.to_owned(), p.done, p.total))
    })
    .await
    .unwrap();
    assert_eq!(
        seen.last().unwrap(),
        &("model.safetensors".to_owned(), vectors.len() as u64, Some(vectors.len() as u64))
    );
    assert!(server.seen_requests()[0].head.starts_with("GET /v1/tokenizer.json "));
    close(StaticEmbedder::load(&destination).unwrap().embed_one("trator"), [0.0, 0.0, 1.0]);
    let again = download_static_model(&server.base(), &files, &destination, |_| ()).await;
    assert!(matches!(again, Err(DownloadError::DestinationExists)));
}

#[tokio::test]
async fn a_download_that_fails_leaves_nothing() {
    let truncated = b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nabc".to_vec();
    let too_long = vec![b'x'; 10_001];
    type ExpectedError = fn(&DownloadError) -> bool;
    let cases: [(Reply, ExpectedError); 4] = [
        (plain(b"outra coisa"), |e| matches!(e, DownloadError::WrongContent { .. })),
        (plain(&too_long), |e| matches!(e, DownloadError::TooLarge { limit: 10_000, .. })),
        (Reply::Bytes(truncated), |e| matches!(e, DownloadError::Interrupted { .. })),
        (Reply::status(404, "{}"), |e| matches!(e, DownloadError::Status { status: 404, .. })),
    ];
    for (reply, expected) in cases {
        let server = Server::start(vec![reply]).await;
        let home = tempfile::tempdir().unwrap();
        let result = download_static_model(
            &server.base(),
            &[spec("a.bin", b"conteudo")],
            &home.path().join("m"),
            |_| (),
        )
        .await;
        let error = result.unwrap_err();
        assert!(expected(&error), "{error:?}");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0, "{error}");
    }
    let bad =
        download_static_model("http://127.0.0.1:9/", &[spec("../x", b"")], Path::new("m"), |_| ()).await;
    assert!(matches!(bad, Err(DownloadError::BadName(_))));
}

#[tokio::test]
async fn a_download_called_off_leaves_nothing() {
    let server =
        Server::start(vec![Reply::Stall(b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nabc".to_vec())]).await;
    let home = tempfile::tempdir().unwrap();
    let (files, destination, base) = ([spec("a.bin", b"conteudo")], home.path().join("m"), server.base());
    let call = download_static_model(&base, &files, &destination, |_| ());
    assert!(tokio::time::timeout(Duration::from_millis(300), call).await.is_err());
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}
