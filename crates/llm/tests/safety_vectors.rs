//! The reading of danger with vectors: the network belongs to the messages and to the model that comes with
//! the program, and finds more than words do.

use celeiro_domain::chat::intent::safety::{
    VECTOR_DEPTHS, find_concern, read_first, training, vector_model, vector_training,
};
use celeiro_neural::{Model, Run};
use std::path::PathBuf;
use std::sync::LazyLock;

/// The model, or nothing where its folder is missing.
static MODEL: LazyLock<Option<Model>> = LazyLock::new(|| {
    let beside = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.join("../../models")));
    let places = [beside, Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/models"))];
    let mut folders = places.into_iter().flatten().map(|place| place.join("multilingual-e5-small"));
    let Some(folder) = folders.find(|folder| folder.exists()) else {
        eprintln!("SKIPPED: there is no model in target/models (run `cargo xtask model`)");
        return None;
    };
    Some(Model::load(&folder).expect("the model can be loaded"))
});

const STALE: &str = "stale; run: cargo run --release -p celeiro-llm --example train_safety_vectors";

fn vector(model: &Model, text: &str) -> Vec<f32> {
    model.embed_depths(text, VECTOR_DEPTHS, &Run::default()).expect("a vector")
}

#[test]
fn the_network_was_trained_on_the_messages() {
    let samples = training::load_training_samples().expect("messages");
    let trained = vector_training::trained_sum(vector_training::SHIPPED);
    assert_eq!(trained, Some(vector_training::sum_of(samples.iter())), "{STALE}");
}

/// Training takes minutes, so a part of the messages stands for all: the margins that the trainer noted are
/// those of today's model and weights, but for what processors round otherwise.
#[test]
fn model_and_weights_give_the_margins_that_the_trainer_noted() {
    let Some(model) = &*MODEL else { return };
    assert!(vector_model().is_some_and(|digits| model.identity().digest.starts_with(digits)), "{STALE}");
    let noted = include_str!("../../domain/data/safety/vector_margins.tsv");
    let samples = training::load_training_samples().expect("messages");
    let mut compared = 0;
    for line in noted.lines() {
        let (margin, text) = line.split_once('\t').expect("a margin and a message");
        let margin: f64 = margin.parse().expect("a number");
        let sample = samples.iter().find(|sample| sample.text == text).expect(STALE);
        let today = vector_training::judge(
            vector_training::SHIPPED,
            &vector(model, &vector_training::text_to_embed(sample)),
        );
        let today = today.expect("a margin");
        assert!((today - margin).abs() < 0.2, "{text:?}: {today} instead of {margin}; {STALE}");
        compared += 1;
    }
    assert!(compared >= 50, "{compared}");
}

fn is_alarm(model: &Model, message: &str) -> bool {
    let reading = read_first(message);
    let vectors: Vec<Vec<f32>> = reading.texts().iter().map(|text| vector(model, text)).collect();
    reading.read_vectors(&vectors).is_some()
}

/// Shares of signals that were found and of look-alikes that raised an alarm, without and with vectors.
fn judge_set(model: &Model, name: &str, text: &str) -> [(f64, f64); 2] {
    let samples = training::read_samples(text).expect("messages");
    let share = |signals: bool, alarm: &dyn Fn(&str) -> bool| {
        let of: Vec<_> = samples.iter().filter(|sample| sample.concern.is_some() == signals).collect();
        of.iter().filter(|sample| alarm(&sample.text)).count() as f64 / of.len() as f64
    };
    let without = |message: &str| find_concern(message).is_some();
    let with = |message: &str| is_alarm(model, message);
    let shares = [(share(true, &without), share(false, &without)), (share(true, &with), share(false, &with))];
    for ((recall, alarms), how) in shares.iter().zip(["without vectors", "with vectors"]) {
        println!("{name}, {how}: recall {recall:.3}, false alarms {alarms:.3}");
    }
    shares
}

/// Asserts that a set of `tests/eval/safety` is judged with vectors as well as the floors say.
fn assert_set(name: &str, text: &str) {
    let Some(model) = &*MODEL else { return };
    let [_, (recall, alarms)] = judge_set(model, name, text);
    assert!(recall >= LEAST_RECALL && alarms <= MOST_FALSE_ALARMS, "{name}: {recall:.3}, {alarms:.3}");
}

#[test]
fn vectors_find_more_and_alarm_less() {
    assert_set("dev", include_str!("../../../tests/eval/safety/dev.tsv"));
}

/// Apart from `dev`, so that those who set thresholds need not see its figures.
#[test]
fn vectors_read_messages_that_were_held_back() {
    assert_set("held back", include_str!("../../../tests/eval/safety/held-back.tsv"));
}

/// What is reached today on both halves; to be raised with each gain, towards .98 and .02.
const LEAST_RECALL: f64 = 0.94;
const MOST_FALSE_ALARMS: f64 = 0.095;
