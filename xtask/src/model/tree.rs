//! The finished folder: which file has what.

use std::path::Path;

use anyhow::Context;
use safetensors::{Dtype, tensor::TensorView};
use serde_json::{Value, json};

use super::packed::{BLOCK, FourBits, PackedModel};
use super::rules::tokenizer_json;

/// The terms of the model; the package names them without their words.
const LICENSE: &str = include_str!("LICENSE-multilingual-e5-small.txt");

/// Lays the folder out at `out`, which must not exist yet.
///
/// # Errors
/// `weights` is not what is expected, or the disk is full.
pub fn lay_out(weights: &[u8], out: &Path) -> anyhow::Result<()> {
    let model = PackedModel::parse(weights)?;
    std::fs::create_dir_all(out.join("1_Pooling")).context("creating the model's folder")?;
    write(out, "model.safetensors", &tensors(&model)?)?;
    write(out, "tokenizer.json", &serde_json::to_vec(&tokenizer_json(&model))?)?;
    write(out, "config.json", &pretty(&config(&model))?)?;
    write(out, "1_Pooling/config.json", &pretty(&pooling(&model))?)?;
    write(out, "config_sentence_transformers.json", &pretty(&prompts())?)?;
    write(out, "LICENSE.txt", LICENSE.as_bytes())
}

fn config(model: &PackedModel<'_>) -> Value {
    json!({
        "model_type": "bert",
        "vocab_size": model.vocabulary,
        "hidden_size": model.hidden,
        "num_hidden_layers": model.layers,
        "num_attention_heads": model.heads,
        "intermediate_size": model.intermediate,
        "max_position_embeddings": model.positions,
        "type_vocab_size": model.types,
        "pad_token_id": model.special[2],
        // By text, as the scores of pieces.
        "layer_norm_eps": model.epsilon.to_string().parse::<f64>().unwrap_or_default(),
        "hidden_act": "gelu",
        "position_embedding_type": "absolute",
    })
}

fn pooling(model: &PackedModel<'_>) -> Value {
    json!({"word_embedding_dimension": model.hidden, "pooling_mode_mean_tokens": true})
}

fn prompts() -> Value {
    json!({"prompts": {"query": "query: ", "passage": "passage: "}, "similarity_fn_name": "cosine"})
}

/// A tensor that is written: its name, kind, shape and bytes.
type Entry = (String, Dtype, Vec<usize>, Vec<u8>);

fn tensors(model: &PackedModel<'_>) -> anyhow::Result<Vec<u8>> {
    let PackedModel { hidden, intermediate, .. } = *model;
    let mut entries = Vec::new();
    push_table(&mut entries, model, "embeddings.word_embeddings", "emb.word", (model.vocabulary, hidden))?;
    push_fractions(
        &mut entries,
        model,
        "embeddings.position_embeddings.weight",
        "emb.pos",
        &[model.positions, hidden],
    )?;
    push_fractions(
        &mut entries,
        model,
        "embeddings.token_type_embeddings.weight",
        "emb.type",
        &[model.types, hidden],
    )?;
    push_norm(&mut entries, model, "embeddings.LayerNorm", "emb.ln", hidden)?;
    for layer in 0..model.layers {
        let (to, from) = (format!("encoder.layer.{layer}"), format!("l{layer}"));
        for (name, short, shape) in [
            ("attention.self.query", "q", (hidden, hidden)),
            ("attention.self.key", "k", (hidden, hidden)),
            ("attention.self.value", "v", (hidden, hidden)),
            ("attention.output.dense", "ao", (hidden, hidden)),
            ("intermediate.dense", "fi", (intermediate, hidden)),
            ("output.dense", "fo", (hidden, intermediate)),
        ] {
            let (to, from) = (format!("{to}.{name}"), format!("{from}.{short}"));
            push_table(&mut entries, model, &to, &format!("{from}.w"), shape)?;
            push_fractions(&mut entries, model, &format!("{to}.bias"), &format!("{from}.b"), &[shape.0])?;
        }
        push_norm(
            &mut entries,
            model,
            &format!("{to}.attention.output.LayerNorm"),
            &format!("{from}.aln"),
            hidden,
        )?;
        push_norm(&mut entries, model, &format!("{to}.output.LayerNorm"), &format!("{from}.oln"), hidden)?;
    }
    let views = entries
        .iter()
        .map(|(name, kind, shape, bytes)| Ok((name.as_str(), TensorView::new(*kind, shape.clone(), bytes)?)));
    let views = views.collect::<anyhow::Result<Vec<_>>>()?;
    safetensors::serialize(views, None).context("writing the tensors")
}

fn push_fractions(
    entries: &mut Vec<Entry>,
    model: &PackedModel<'_>,
    to: &str,
    from: &str,
    shape: &[usize],
) -> anyhow::Result<()> {
    let bytes = model.fractions(from, shape.iter().product())?;
    entries.push((to.to_owned(), Dtype::F32, shape.to_vec(), bytes.to_vec()));
    Ok(())
}

fn push_norm(
    entries: &mut Vec<Entry>,
    model: &PackedModel<'_>,
    to: &str,
    from: &str,
    size: usize,
) -> anyhow::Result<()> {
    push_fractions(entries, model, &format!("{to}.weight"), &format!("{from}.w"), &[size])?;
    push_fractions(entries, model, &format!("{to}.bias"), &format!("{from}.b"), &[size])
}

fn push_table(
    entries: &mut Vec<Entry>,
    model: &PackedModel<'_>,
    to: &str,
    from: &str,
    (rows, columns): (usize, usize),
) -> anyhow::Result<()> {
    let FourBits { codes, scales } = model.four_bits(from, rows * columns)?;
    let name = format!("{to}.weight");
    entries.push((format!("{name}.scales"), Dtype::F16, vec![rows, columns / BLOCK], scales));
    entries.push((name, Dtype::U8, vec![rows, columns / 2], codes));
    Ok(())
}

fn pretty(value: &Value) -> anyhow::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn write(out: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(out.join(name), bytes).with_context(|| format!("writing {name}"))
}
