//! The whole of it on a tiny model: what comes out, and what is refused.

mod plain;
mod refusals;
mod tiny;

use crate::encoder::{Encoder, Scratch};
use crate::folder::{Description, Pooling};
use crate::kernel::Processor;
use crate::weights::Weights;
use crate::{Model, ModelError, Purpose, Run, is_model_folder};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const TEXTS: [&str; 6] = [
    "soja",
    "adubo foliar para soja",
    "milho",
    "de de de de para para soja milho adubo foliar",
    "",
    "palavra desconhecida",
];

fn load_model(folder: &Path) -> Model {
    Model::load(folder).unwrap()
}

fn embed_texts(model: &Model, texts: &[&str], purpose: Purpose) -> Vec<Vec<f32>> {
    model.embed(texts, purpose, &Run::default()).unwrap()
}

fn dot_product(a: &[f32], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * b).sum()
}

/// Weights of 7 bits and activations of 8 cost a part in a thousand.
#[test]
fn vectors_are_those_of_the_network_written_down_plainly() {
    let folder = tiny::tiny_folder();
    let model = load_model(folder.path());
    for (text, vector) in TEXTS.iter().zip(embed_texts(&model, &TEXTS, Purpose::Passage)) {
        let tokens = model.tokens(text, Purpose::Passage).unwrap();
        let wanted = plain::embed_plainly(&tiny::tiny_tensors(), &tokens, 0);
        let likeness = dot_product(&vector, &wanted);
        assert!(likeness > 0.999, "{text:?}: {likeness}");
        let norm: f32 = vector.iter().map(|x| x * x).sum();
        assert!((norm - 1.0).abs() < 1e-5, "{text:?}: {norm}");
    }
    let a = plain::embed_plainly(&tiny::tiny_tensors(), &[0, 4, 2], 0);
    let b = plain::embed_plainly(&tiny::tiny_tensors(), &[0, 5, 2], 0);
    let other: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    assert!(other < 0.99, "the control: another word has another vector ({other})");
}

#[test]
fn a_processor_without_wide_vectors_gives_the_same() {
    let folder = tiny::tiny_folder();
    let description = Description::read(folder.path()).unwrap();
    let encoder =
        || Encoder::load(description.architecture, &mut Weights::open(folder.path()).unwrap()).unwrap();
    let tokens: [&[u32]; 2] = [&[0, 4, 5, 6, 2], &[0, 7, 2]];
    let run = |encoder: Encoder| {
        encoder.run(&tokens, Pooling::Mean, &mut Scratch::default(), &mut || true).unwrap().concat()
    };
    let (fast, plain) = (run(encoder()), run(encoder().with_processor(Processor::Portable)));
    for (fast, plain) in fast.iter().zip(&plain) {
        assert!((fast - plain).abs() < 1e-2, "{fast} {plain}");
    }
}

#[test]
fn a_text_has_the_same_vector_alone_and_among_others() {
    let folder = tiny::tiny_folder();
    let model = load_model(folder.path());
    let many: Vec<&str> = (0..200).map(|i| TEXTS[i % TEXTS.len()]).collect();
    let together = embed_texts(&model, &many, Purpose::Passage);
    for (i, text) in TEXTS.iter().enumerate() {
        let alone = embed_texts(&model, &[text], Purpose::Passage).remove(0);
        for vector in together.iter().skip(i).step_by(TEXTS.len()) {
            let greatest = alone.iter().zip(vector).map(|(a, b)| (a - b).abs()).fold(0f32, f32::max);
            assert!(greatest < 1e-3, "{text:?}: {greatest}");
        }
    }
    assert!(embed_texts(&model, &[], Purpose::Passage).is_empty());
}

#[test]
fn prefixes_make_queries_of_texts() {
    let folder = tiny::tiny_folder();
    let model = load_model(folder.path());
    let query = embed_texts(&model, &["soja"], Purpose::Query);
    assert_ne!(query, embed_texts(&model, &["soja"], Purpose::Passage));
    assert_eq!(model.tokens("soja", Purpose::Query).unwrap(), [0, 5, 4, 2], "milho soja");
}

#[test]
fn long_texts_control_characters_and_nothing_are_embedded() {
    let folder = tiny::tiny_folder();
    let model = load_model(folder.path());
    let long = "soja milho ".repeat(10_000);
    let word = "x".repeat(100_000);
    let begun = std::time::Instant::now();
    for text in [long.as_str(), word.as_str(), "\0\u{1}\u{7f}\u{202e}\u{feff}", "", " \n\t", "\u{10ffff}🌱"]
    {
        let vector = embed_texts(&model, &[text], Purpose::Passage).remove(0);
        assert!(vector.iter().all(|x| x.is_finite()));
        assert!(model.count_tokens(text, Purpose::Passage).unwrap() <= tiny::POSITIONS);
    }
    assert!(begun.elapsed().as_secs() < 2, "{:?}", begun.elapsed());
    assert_eq!(model.count_tokens(&long, Purpose::Passage).unwrap(), tiny::POSITIONS);
    assert_eq!(
        *model.tokens(&long, Purpose::Passage).unwrap().last().unwrap(),
        2,
        "the end is there all the same"
    );
}

#[test]
fn a_stop_ends_a_run() {
    let folder = tiny::tiny_folder();
    let model = load_model(folder.path());
    let stop = AtomicBool::new(true);
    let run = Run { stop: Some(&stop), background: true };
    for purpose in [Purpose::Query, Purpose::Passage] {
        assert!(matches!(model.embed(&TEXTS, purpose, &run), Err(ModelError::Stopped)), "{purpose:?}");
    }
    stop.store(false, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(model.embed(&TEXTS, Purpose::Passage, &run).unwrap().len(), TEXTS.len(), "the control");
}

#[test]
fn halves_and_prefixed_names_are_read() {
    let folder = tiny::tiny_folder();
    let first = embed_texts(&load_model(folder.path()), &TEXTS, Purpose::Passage);
    let mut tensors = tiny::tiny_tensors();
    tensors.iter_mut().for_each(|(name, ..)| *name = format!("bert.{name}"));
    tiny::write_halves(folder.path(), &tensors);
    for (a, b) in first.iter().zip(embed_texts(&load_model(folder.path()), &TEXTS, Purpose::Passage)) {
        let likeness: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        assert!(likeness > 0.999, "{likeness}");
    }
}

#[test]
fn roberta_counts_positions_from_behind_its_padding() {
    let folder = tiny::tiny_folder();
    let mut config = tiny::tiny_config();
    config["model_type"] = json!("xlm-roberta");
    config["pad_token_id"] = json!(1);
    tiny::write_json(folder.path(), "config.json", &config);
    let model = load_model(folder.path());
    let tokens = model.tokens("soja milho", Purpose::Passage).unwrap();
    let wanted = plain::embed_plainly(&tiny::tiny_tensors(), &tokens, 2);
    let vector = embed_texts(&model, &["soja milho"], Purpose::Passage).remove(0);
    assert!(dot_product(&vector, &wanted) > 0.999);
    let long = "soja ".repeat(100);
    assert_eq!(model.count_tokens(&long, Purpose::Passage).unwrap(), tiny::POSITIONS - 2);
}

#[test]
fn a_vocabulary_of_words_is_read_and_its_own_limit_is_not_the_models() {
    let folder = tiny::tiny_folder();
    tiny::write_json(folder.path(), "tokenizer.json", &tiny::word_level_tokenizer());
    let model = load_model(folder.path());
    assert_eq!(model.tokens("Soja, MILHO adubo", Purpose::Passage).unwrap(), [2, 4, 1, 5, 6, 3]);
    assert_eq!(model.count_tokens(&"soja ".repeat(99), Purpose::Passage).unwrap(), tiny::POSITIONS);
}

#[test]
fn identities_differ_where_vectors_do() {
    let folder = tiny::tiny_folder();
    let identity = || load_model(folder.path()).identity().digest.clone();
    let first = identity();
    assert_eq!(first, identity());
    assert_eq!(load_model(folder.path()).identity().dimensions, tiny::HIDDEN);
    tiny::write_json(
        folder.path(),
        "config_sentence_transformers.json",
        &json!({"prompts": {"query": "soja "}}),
    );
    let second = identity();
    assert_ne!(first, second);
    let mut tensors = tiny::tiny_tensors();
    tensors[0].2[0] += 0.1;
    tiny::write_tensors(folder.path(), &tensors);
    assert_ne!(second, identity());
}

#[test]
fn folders_of_e5_have_their_prefixes_without_being_asked() {
    let folder = tiny::tiny_folder();
    let place = folder.path().join("multilingual-e5-tiny");
    std::fs::create_dir(&place).unwrap();
    for name in ["model.safetensors", "config.json", "tokenizer.json"] {
        std::fs::copy(folder.path().join(name), place.join(name)).unwrap();
    }
    let description = Description::read(&place).unwrap();
    assert_eq!(
        (description.query_prefix.as_str(), description.passage_prefix.as_str()),
        ("query: ", "passage: ")
    );
    assert!(is_model_folder(&place) && !is_model_folder(&place.join("nowhere")));
}
