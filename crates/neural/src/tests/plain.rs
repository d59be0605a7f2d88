//! The same network written down plainly in 64-bit fractions, as the papers have it: the measure for the
//! fast one.

use super::tiny::{HEADS, HIDDEN, LAYERS, Numbers};
use std::collections::BTreeMap;

type Row = Vec<f64>;

/// The unit vector of a text's tokens, by the mean of theirs.
pub fn embed_plainly(tensors: &[Numbers], tokens: &[u32], first_position: usize) -> Row {
    let tensors: BTreeMap<&str, &[f32]> =
        tensors.iter().map(|(name, _, numbers)| (name.as_str(), numbers.as_slice())).collect();
    let get = |name: &str| -> Row { tensors[name].iter().map(|x| f64::from(*x)).collect() };
    let words = get("embeddings.word_embeddings.weight");
    let positions = get("embeddings.position_embeddings.weight");
    let kind = get("embeddings.token_type_embeddings.weight");
    let norm = |row: &Row, name: &str| {
        let (weight, bias) = (get(&format!("{name}.weight")), get(&format!("{name}.bias")));
        let mean = row.iter().sum::<f64>() / row.len() as f64;
        let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / row.len() as f64;
        let scale = |(i, x): (usize, &f64)| (x - mean) / (variance + 1e-5).sqrt() * weight[i] + bias[i];
        row.iter().enumerate().map(scale).collect::<Row>()
    };
    let linear = |row: &Row, name: &str| {
        let (weight, bias) = (get(&format!("{name}.weight")), get(&format!("{name}.bias")));
        let product = |(i, weights): (usize, &[f64])| {
            weights.iter().zip(row).map(|(a, b)| a * b).sum::<f64>() + bias[i]
        };
        weight.chunks(row.len()).enumerate().map(product).collect::<Row>()
    };
    let add = |a: &Row, b: &Row| a.iter().zip(b).map(|(a, b)| a + b).collect::<Row>();
    let part = |table: &Row, at: usize| table[at * HIDDEN..(at + 1) * HIDDEN].to_vec();
    let mut x: Vec<Row> = tokens
        .iter()
        .enumerate()
        .map(|(at, token)| {
            add(&add(&part(&words, *token as usize), &part(&positions, first_position + at)), &kind)
        })
        .map(|row| norm(&row, "embeddings.LayerNorm"))
        .collect();
    for layer in 0..LAYERS {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        let all = |what: &str| x.iter().map(|row| linear(row, &name(what))).collect::<Vec<Row>>();
        let (queries, keys, values) =
            (all("attention.self.query"), all("attention.self.key"), all("attention.self.value"));
        let width = HIDDEN / HEADS;
        let attended = queries.iter().map(|query| {
            let mut out = vec![0.0; HIDDEN];
            for head in 0..HEADS {
                let range = head * width..(head + 1) * width;
                let fit = |key: &Row| {
                    let sum: f64 =
                        query[range.clone()].iter().zip(&key[range.clone()]).map(|(a, b)| a * b).sum();
                    (sum / (width as f64).sqrt()).exp()
                };
                let fits: Row = keys.iter().map(fit).collect();
                let all: f64 = fits.iter().sum();
                for (fit, value) in fits.iter().zip(&values) {
                    range.clone().for_each(|i| out[i] += fit / all * value[i]);
                }
            }
            out
        });
        let attended: Vec<Row> = attended.collect();
        x = x
            .iter()
            .zip(&attended)
            .map(|(row, attended)| {
                let row = add(row, &linear(attended, &name("attention.output.dense")));
                let row = norm(&row, &name("attention.output.LayerNorm"));
                let wide: Row = linear(&row, &name("intermediate.dense")).into_iter().map(gelu).collect();
                norm(&add(&row, &linear(&wide, &name("output.dense"))), &name("output.LayerNorm"))
            })
            .collect();
    }
    let sum = x.iter().fold(vec![0.0; HIDDEN], |sum, row| add(&sum, row));
    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
    sum.iter().map(|x| x / length).collect()
}

/// By the integral of the bell curve, in small steps.
fn gelu(x: f64) -> f64 {
    let steps = 2_000;
    let width = x / f64::from(steps);
    let curve = |t: f64| (-t * t / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let middle = |i: i32| curve((f64::from(i) + 0.5) * width) * width;
    x * (0.5 + (0..steps).map(middle).sum::<f64>())
}
