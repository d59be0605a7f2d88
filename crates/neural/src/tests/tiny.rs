//! A model of two layers with random numbers, in a folder of its own: enough for every rule but the
//! meaning of texts.

use half::f16;
use safetensors::{Dtype, tensor::TensorView};
use serde_json::json;
use std::path::Path;

pub const VOCABULARY: usize = 12;
pub const HIDDEN: usize = 32;
pub const LAYERS: usize = 2;
pub const HEADS: usize = 4;
pub const WIDE: usize = 48;
pub const POSITIONS: usize = 24;

/// A tensor: its name, shape and numbers.
pub type Numbers = (String, Vec<usize>, Vec<f32>);

/// The tensors of the model, the same each time.
pub fn tiny_tensors() -> Vec<Numbers> {
    let mut state = 1u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
    };
    let mut list: Vec<(String, Vec<usize>)> = Vec::new();
    let mut push = |name: &str, shape: &[usize]| list.push((name.to_owned(), shape.to_vec()));
    push("embeddings.word_embeddings.weight", &[VOCABULARY, HIDDEN]);
    push("embeddings.position_embeddings.weight", &[POSITIONS, HIDDEN]);
    push("embeddings.token_type_embeddings.weight", &[1, HIDDEN]);
    push("embeddings.LayerNorm.weight", &[HIDDEN]);
    push("embeddings.LayerNorm.bias", &[HIDDEN]);
    for layer in 0..LAYERS {
        for (part, rows, columns) in [
            ("attention.self.query", HIDDEN, HIDDEN),
            ("attention.self.key", HIDDEN, HIDDEN),
            ("attention.self.value", HIDDEN, HIDDEN),
            ("attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate.dense", WIDE, HIDDEN),
            ("output.dense", HIDDEN, WIDE),
        ] {
            push(&format!("encoder.layer.{layer}.{part}.weight"), &[rows, columns]);
            push(&format!("encoder.layer.{layer}.{part}.bias"), &[rows]);
        }
        for part in ["attention.output.LayerNorm", "output.LayerNorm"] {
            push(&format!("encoder.layer.{layer}.{part}.weight"), &[HIDDEN]);
            push(&format!("encoder.layer.{layer}.{part}.bias"), &[HIDDEN]);
        }
    }
    list.into_iter()
        .map(|(name, shape)| {
            let shift = if name.ends_with("LayerNorm.weight") { 1.0 } else { 0.0 };
            let numbers = (0..shape.iter().product()).map(|_| next() + shift).collect();
            (name, shape, numbers)
        })
        .collect()
}

/// Writes `tensors` as 32-bit fractions.
pub fn write_tensors(folder: &Path, tensors: &[Numbers]) {
    write_as(folder, tensors, Dtype::F32, |x| x.to_le_bytes().to_vec());
}

/// Writes `tensors` as 16-bit fractions.
pub fn write_halves(folder: &Path, tensors: &[Numbers]) {
    write_as(folder, tensors, Dtype::F16, |x| f16::from_f32(x).to_le_bytes().to_vec());
}

fn write_as(folder: &Path, tensors: &[Numbers], kind: Dtype, bytes: impl Fn(f32) -> Vec<u8>) {
    let bytes: Vec<Vec<u8>> =
        tensors.iter().map(|(_, _, numbers)| numbers.iter().flat_map(|x| bytes(*x)).collect()).collect();
    let views = tensors.iter().zip(&bytes).map(|((name, shape, _), bytes)| {
        (name.as_str(), TensorView::new(kind, shape.clone(), bytes).unwrap())
    });
    let file = safetensors::serialize(views, None).unwrap();
    std::fs::write(folder.join("model.safetensors"), file).unwrap();
}

/// The words of `tokenizer.json`, each a token; all others are `<unk>`.
pub const WORDS: [&str; VOCABULARY] =
    ["<s>", "<pad>", "</s>", "<unk>", "▁soja", "▁milho", "▁adubo", "▁foliar", "▁de", "▁para", "▁", "s"];

/// Rules with a vocabulary of pieces.
pub fn unigram_rules() -> serde_json::Value {
    let vocabulary: Vec<_> =
        WORDS.iter().enumerate().map(|(i, word)| json!([word, -(i as f64) / 8.0])).collect();
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": {"type": "NFKC"},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true},
        "post_processor": {
            "type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0],
            "trim_offsets": true, "add_prefix_space": true,
        },
        "decoder": null,
        "model": {"type": "Unigram", "unk_id": 3, "vocab": vocabulary, "byte_fallback": false},
    })
}

/// The file of a tokenizer with a vocabulary of words.
pub fn word_level_tokenizer() -> serde_json::Value {
    let words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "soja", "milho", "adubo"];
    let vocabulary: serde_json::Map<_, _> =
        words.iter().enumerate().map(|(i, word)| ((*word).to_owned(), json!(i))).collect();
    json!({
        "version": "1.0", "truncation": {"max_length": 4, "strategy": "LongestFirst", "stride": 0,
            "direction": "Right"}, "padding": null, "added_tokens": [],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
            "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
        "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    })
}

pub fn tiny_config() -> serde_json::Value {
    json!({
        "model_type": "bert", "vocab_size": VOCABULARY, "hidden_size": HIDDEN,
        "num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "intermediate_size": WIDE,
        "max_position_embeddings": POSITIONS, "type_vocab_size": 1, "layer_norm_eps": 1e-5,
        "hidden_act": "gelu",
    })
}

pub fn write_json(folder: &Path, name: &str, value: &serde_json::Value) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, serde_json::to_vec(value).unwrap()).unwrap();
}

/// A folder with the whole model.
pub fn tiny_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_tensors(folder.path(), &tiny_tensors());
    write_json(folder.path(), "config.json", &tiny_config());
    write_json(folder.path(), "tokenizer.json", &unigram_rules());
    let prompts = json!({"prompts": {"query": "milho ", "passage": ""}});
    write_json(folder.path(), "config_sentence_transformers.json", &prompts);
    folder
}
