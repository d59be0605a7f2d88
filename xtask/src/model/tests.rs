//! The folder from a made-up file: what is written, and what is refused.

use super::*;
use crate::packages::files::list_files;
use safetensors::{Dtype, SafeTensors};

const HIDDEN: usize = 32;
const WIDE: usize = 64;
const PIECES: [&str; 5] = ["<s>", "<pad>", "</s>", "<unk>", "▁soja"];

/// A model of one layer in the package's form. Its 4-bit numbers count up, so that places can be told.
fn make_packed_file() -> Vec<u8> {
    let mut file = b"E5S1".to_vec();
    for number in [1, HIDDEN as i32, 1, 2, WIDE as i32, 5, 8, 1] {
        file.extend(number.to_le_bytes());
    }
    file.extend(1e-12f32.to_le_bytes());
    for number in [32, PIECES.len() as i32, 0, 2, 1, 3] {
        file.extend(number.to_le_bytes());
    }
    let text = PIECES.concat();
    file.extend((text.len() as u64).to_le_bytes());
    let mut end = 0u32;
    file.extend(end.to_le_bytes());
    for piece in PIECES {
        end += piece.len() as u32;
        file.extend(end.to_le_bytes());
    }
    (0..PIECES.len()).for_each(|i| file.extend((-0.1 * i as f32).to_le_bytes()));
    file.extend(text.as_bytes());
    file.extend([0; 8]);
    let mut tensors = vec![("emb.word".to_owned(), 1, 5 * HIDDEN), ("emb.pos".to_owned(), 0, 8 * HIDDEN)];
    tensors.extend(["emb.type", "emb.ln.w", "emb.ln.b"].map(|name| (name.to_owned(), 0, HIDDEN)));
    for (name, rows, columns) in [
        ("q", HIDDEN, HIDDEN),
        ("k", HIDDEN, HIDDEN),
        ("v", HIDDEN, HIDDEN),
        ("ao", HIDDEN, HIDDEN),
        ("fi", WIDE, HIDDEN),
        ("fo", HIDDEN, WIDE),
    ] {
        tensors.push((format!("l0.{name}.w"), 1, rows * columns));
        tensors.push((format!("l0.{name}.b"), 0, rows));
    }
    for name in ["aln.w", "aln.b", "oln.w", "oln.b"] {
        tensors.push((format!("l0.{name}"), 0, HIDDEN));
    }
    let list: usize = 4 + tensors.iter().map(|(name, ..)| 2 + name.len() + 1 + 4 + 16).sum::<usize>();
    let mut from = file.len() + list;
    let mut data = Vec::new();
    file.extend((tensors.len() as i32).to_le_bytes());
    for (name, kind, count) in &tensors {
        let bytes: Vec<u8> = if *kind == 0 {
            (0..*count).flat_map(|i| (i as f32).to_le_bytes()).collect()
        } else {
            (0..count / 32)
                .flat_map(|i| [[0, 0x3c], [i as u8; 2]].concat().into_iter().chain([7; 14]))
                .collect()
        };
        file.extend((name.len() as u16).to_le_bytes());
        file.extend(name.as_bytes());
        file.push(*kind);
        file.extend((*count as u32).to_le_bytes());
        file.extend((from as u64).to_le_bytes());
        file.extend((bytes.len() as u64).to_le_bytes());
        from += bytes.len();
        data.extend(bytes);
    }
    file.extend(data);
    file
}

#[test]
fn the_folder_has_what_a_model_needs() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("model");
    tree::lay_out(&make_packed_file(), &out).unwrap();
    let files = [
        "1_Pooling/config.json",
        "LICENSE.txt",
        "config.json",
        "config_sentence_transformers.json",
        "model.safetensors",
        "tokenizer.json",
    ];
    assert_eq!(list_files(&out).unwrap(), files);
    let bytes = std::fs::read(out.join("model.safetensors")).unwrap();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let narrow = tensors.tensor("encoder.layer.0.output.dense.weight").unwrap();
    assert_eq!((narrow.dtype(), narrow.shape()), (Dtype::U8, [HIDDEN, WIDE / 2].as_slice()));
    assert_eq!(narrow.data()[16..19], [1, 1, 7], "the second block, without its scale");
    let scales = tensors.tensor("encoder.layer.0.output.dense.weight.scales").unwrap();
    assert_eq!((scales.shape(), &scales.data()[..2]), ([HIDDEN, WIDE / 32].as_slice(), [0, 0x3c].as_slice()));
    let rules: serde_json::Value =
        serde_json::from_slice(&std::fs::read(out.join("tokenizer.json")).unwrap()).unwrap();
    assert_eq!(rules["model"]["vocab"][4], serde_json::json!(["▁soja", -0.4]));
    assert_eq!(rules["model"]["unk_id"], 3);
}

#[test]
fn files_that_are_cut_short_or_of_another_kind_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = make_packed_file();
    for length in [0, 3, 8, 30, 60, 100, whole.len() / 2, whole.len() - 1] {
        let error = tree::lay_out(&whole[..length], &folder.path().join("x")).unwrap_err().to_string();
        assert!(error.contains("short") || error.contains("outside"), "{length}: {error}");
    }
    let mut other = whole;
    other[..4].copy_from_slice(b"GGUF");
    let error = tree::lay_out(&other, &folder.path().join("x")).unwrap_err().to_string();
    assert!(error.contains("another form"), "{error}");
}

#[test]
fn pins_name_an_exact_version() {
    let lock: Lock = serde_json::from_str(LOCK_JSON).unwrap();
    assert!(lock.wheel_spec.contains("==") && lock.wheel_sha256.len() == 64);
    assert!(lock.tree_sha256.is_some_and(|digest| digest.len() == 64));
}
