//! Trains the network that reads danger in vectors: `cargo run --release -p celeiro-llm --example
//! train_safety_vectors` writes `crates/domain/data/safety/vector_weights.bin` and beside it what a test
//! compares. With `--report` it writes nothing and prints how well messages are recognised whose groups were
//! held back; `--report FILE` prints what both classifiers say of the messages of another file.
//!
//! Vectors come from the model in `target/models` (`cargo xtask model`), some minutes for all messages; they
//! are kept in `target/safety-vectors.bin` for the next run.

use celeiro_domain::chat::intent::safety::training::{self, Sample};
use celeiro_domain::chat::intent::safety::{VECTOR_DEPTHS, vector_training};
use celeiro_neural::{Model, Run};
use std::collections::HashMap;
use std::path::Path;

/// Of so many messages one is compared by the test.
const COMPARED: usize = 200;
/// Parts that messages are cut into for the report.
const PARTS: usize = 5;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let model = Model::load(&root.join("target/models/multilingual-e5-small"))?;
    let samples = training::load_training_samples()?;
    let vectors = vectors_of(&samples, &model, &root.join("target/safety-vectors.bin"))?;
    let digits = model.identity().digest.get(..8).unwrap_or_default().to_owned();
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("--report"), Some(file)) => {
            return print_margins(&training::read_samples(&std::fs::read_to_string(file)?)?, &model);
        }
        (Some("--report"), None) => {
            report(&samples, &vectors, &digits);
            return Ok(());
        }
        _ => {}
    }
    let weights =
        vector_training::train_vector_classifier(&samples.iter().collect::<Vec<_>>(), &vectors, &digits);
    let folder = root.join("crates/domain/data/safety");
    std::fs::write(folder.join("vector_weights.bin"), &weights)?;
    let margin = |(sample, vector): (&Sample, &Vec<f32>)| {
        let margin = vector_training::judge(&weights, vector).unwrap_or(f64::NAN);
        format!("{margin:.4}\t{}\n", sample.text)
    };
    let compared: String = samples.iter().zip(&vectors).step_by(COMPARED).map(margin).collect();
    std::fs::write(folder.join("vector_margins.tsv"), compared)?;
    println!("{} messages, {} bytes", samples.len(), weights.len());
    Ok(())
}

/// The vectors of all messages, from `kept` where they are there.
fn vectors_of(samples: &[Sample], model: &Model, kept: &Path) -> Outcome<Vec<Vec<f32>>> {
    let length = model.identity().dimensions * VECTOR_DEPTHS.len();
    let mut known = read_kept(&std::fs::read(kept).unwrap_or_default(), length);
    let texts: Vec<String> = samples.iter().map(vector_training::text_to_embed).collect();
    let missing: Vec<&String> =
        texts.iter().filter(|text| !known.contains_key(&key_of(model, text))).collect();
    println!("{} of {} vectors are missing", missing.len(), texts.len());
    let embed = |part: &[&String]| -> Result<Vec<(u64, Vec<f32>)>, String> {
        let one = |text: &&String| {
            let vector = model.embed_depths(text, VECTOR_DEPTHS, &Run::default());
            vector.map(|vector| (key_of(model, text), vector)).map_err(|error| error.to_string())
        };
        part.iter().map(one).collect()
    };
    let made = std::thread::scope(|scope| {
        let parts = missing.chunks(missing.len().div_ceil(2).max(1));
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || embed(part))).collect();
        let made = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err("a thread fell".to_owned())));
        made.collect::<Result<Vec<_>, String>>()
    })?;
    known.extend(made.into_iter().flatten());
    let mut bytes = Vec::new();
    for (key, vector) in &known {
        bytes.extend(key.to_le_bytes());
        vector.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
    }
    std::fs::write(kept, bytes)?;
    let vector = |text: &String| known.get(&key_of(model, text)).cloned().ok_or("a vector is missing");
    Ok(texts.iter().map(vector).collect::<Result<_, _>>()?)
}

fn read_kept(bytes: &[u8], length: usize) -> HashMap<u64, Vec<f32>> {
    let record = |record: &[u8]| {
        let (key, numbers) = record.split_first_chunk::<8>()?;
        let numbers = numbers.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        Some((u64::from_le_bytes(*key), numbers.collect()))
    };
    bytes.chunks_exact(8 + 4 * length).filter_map(record).collect()
}

/// FNV-1a in 64 bits of the model's sum, the depths and the text.
fn key_of(model: &Model, text: &str) -> u64 {
    let depths = VECTOR_DEPTHS.iter().map(|depth| *depth as u8);
    let bytes = model.identity().digest.bytes().chain(depths).chain(text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A line for each message: its concern, the words' margin and the concern nearest by the sum of both scores with
/// its margin.
fn print_margins(samples: &[Sample], model: &Model) -> Outcome<()> {
    for sample in samples {
        let vector =
            model.embed_depths(&vector_training::text_to_embed(sample), VECTOR_DEPTHS, &Run::default())?;
        let Some(scores) = vector_training::score_vector(vector_training::SHIPPED, &vector) else { continue };
        let Some(judged) = training::judge(training::SHIPPED, sample) else { continue };
        let Some((nearest, margin)) = training::nearest_by_sum(&judged.scores, &scores) else { continue };
        let name = sample.concern.map_or("none", |concern| concern.as_str());
        println!("{name}\t{:.3}\t{}\t{margin:.3}\t{}", judged.margin, nearest.as_str(), sample.text);
    }
    Ok(())
}

/// Trains on all groups but a part and judges that part, and so on.
fn report(samples: &[Sample], vectors: &[Vec<f32>], digits: &str) {
    let of_words = training::cross_validate(samples, PARTS as u32);
    let mut scored: Vec<(bool, f64, f64)> = Vec::new();
    for part in 0..PARTS {
        let is_held = |sample: &Sample| training::part_of(sample, PARTS as u32) as usize == part;
        let pairs = || samples.iter().zip(vectors);
        let (trained, of_trained): (Vec<&Sample>, Vec<Vec<f32>>) = pairs()
            .filter(|(sample, _)| !is_held(sample))
            .map(|(sample, vector)| (sample, vector.clone()))
            .unzip();
        let weights = vector_training::train_vector_classifier(&trained, &of_trained, digits);
        for (sample, vector) in pairs().filter(|(sample, _)| is_held(sample)) {
            let judged = of_words.iter().find(|judged| std::ptr::eq(judged.sample, sample));
            let (Some(scores), Some(judged)) = (vector_training::score_vector(&weights, vector), judged)
            else {
                continue;
            };
            let Some((_, joined)) = training::nearest_by_sum(&judged.scores, &scores) else { continue };
            scored.push((sample.concern.is_some(), judged.margin, joined));
        }
    }
    for (name, margin) in [("words", 0), ("words and vectors", 1)] {
        let value = |one: &(bool, f64, f64)| if margin == 0 { one.1 } else { one.2 };
        let mut harmless: Vec<f64> = scored.iter().filter(|one| !one.0).map(value).collect();
        harmless.sort_by(|a, b| b.total_cmp(a));
        for share in [0.01, 0.02, 0.05, 0.1] {
            let above = harmless.get((share * harmless.len() as f64) as usize).copied().unwrap_or(0.0);
            let signals = scored.iter().filter(|one| one.0);
            let found = signals.clone().filter(|one| value(one) > above).count();
            let recall = found as f64 / signals.count().max(1) as f64;
            println!("{name}: recall {recall:.3} at {share} false alarms (margin {above:.2})");
        }
    }
}
