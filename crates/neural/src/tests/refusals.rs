//! Folders that hold no usable model: each is refused with a word that names the file and the fault.

use super::{Model, ModelError, tiny};
use serde_json::json;
use std::path::Path;

/// What is said of a whole model's folder after `change`.
fn refusal_after(change: impl FnOnce(&Path)) -> String {
    let folder = tiny::tiny_folder();
    Model::load(folder.path()).expect("the control: it can be loaded before");
    change(folder.path());
    Model::load(folder.path()).expect_err("it is refused").to_string()
}

fn assert_refused(words: &str, change: impl FnOnce(&Path)) {
    let said = refusal_after(change);
    assert!(said.contains(words), "{words:?} is not in {said:?}");
}

fn cut_weights_file(folder: &Path, length: usize) {
    let path = folder.join("model.safetensors");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(path, &bytes[..length.min(bytes.len() - 1)]).unwrap();
}

#[test]
fn weights_that_are_cut_short() {
    for length in [0, 1, 7] {
        assert_refused("model.safetensors: it is cut short", |folder| cut_weights_file(folder, length));
    }
    for length in [8, 100, 3_000] {
        assert_refused("cut short", |folder| cut_weights_file(folder, length));
    }
    for length in [20_000, usize::MAX] {
        assert_refused("list of tensors says", |folder| cut_weights_file(folder, length));
    }
}

#[test]
fn weights_that_are_none() {
    let write = |bytes: Vec<u8>| {
        move |folder: &Path| std::fs::write(folder.join("model.safetensors"), bytes).unwrap()
    };
    assert_refused("no file of tensors", write(b"<!doctype html><title>404</title>".to_vec()));
    assert_refused("list of tensors cannot be read", write([&9u64.to_le_bytes()[..], b"not json!"].concat()));
    assert_refused("no tensor `embeddings.word", write([&2u64.to_le_bytes()[..], b"{}"].concat()));
    assert_refused("no file of tensors", write(u64::MAX.to_le_bytes().repeat(4)));
}

#[test]
fn weights_of_another_model() {
    let change = |name: &'static str, shape: [usize; 2]| {
        move |folder: &Path| {
            let mut tensors = tiny::tiny_tensors();
            let tensor = tensors.iter_mut().find(|tensor| tensor.0 == name).unwrap();
            tensor.1 = shape.to_vec();
            tensor.2.resize(shape[0] * shape[1], 0.0);
            tiny::write_tensors(folder, &tensors);
        }
    };
    assert_refused("is of shape [12, 64]", change("embeddings.word_embeddings.weight", [12, 64]));
    assert_refused("is of shape [32, 32]", change("encoder.layer.1.output.dense.weight", [32, 32]));
    assert_refused("no tensor `encoder.layer.1.output.dense.bias`", |folder| {
        let mut tensors = tiny::tiny_tensors();
        tensors.retain(|tensor| tensor.0 != "encoder.layer.1.output.dense.bias");
        tiny::write_tensors(folder, &tensors);
    });
    assert_refused("is not 1 to", |folder| {
        let mut config = tiny::tiny_config();
        config["hidden_size"] = json!(1_000_000_000);
        tiny::write_json(folder, "config.json", &config);
    });
}

#[test]
fn numbers_that_are_not_finite_or_too_great() {
    for (number, place) in [(f32::NAN, 0), (f32::INFINITY, 5), (f32::NEG_INFINITY, 3)] {
        assert_refused("not finite", |folder| {
            let mut tensors = tiny::tiny_tensors();
            tensors[place].2[1] = number;
            tiny::write_tensors(folder, &tensors);
        });
    }
    // Each is finite, their product is not.
    assert_refused("not finite", |folder| {
        let mut tensors = tiny::tiny_tensors();
        for tensor in tensors.iter_mut().filter(|tensor| tensor.0.ends_with("LayerNorm.weight")) {
            tensor.2.fill(3e38);
        }
        tiny::write_tensors(folder, &tensors);
    });
}

#[test]
fn folders_that_are_none() {
    let folder = tiny::tiny_folder();
    let place = |name: &str| Model::load(&folder.path().join(name)).unwrap_err();
    assert!(matches!(place("nowhere"), ModelError::NoFolder { .. }), "{}", place("nowhere"));
    assert!(matches!(place("config.json"), ModelError::NoFolder { .. }), "a file is no folder");
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    assert!(place("empty").to_string().contains("config.json: there is no such file"));
}

#[test]
fn files_that_are_missing_or_broken() {
    let remove = |name: &'static str| move |folder: &Path| std::fs::remove_file(folder.join(name)).unwrap();
    assert_refused("tokenizer.json: there is no such file", remove("tokenizer.json"));
    assert_refused("model.safetensors: ", remove("model.safetensors"));
    let break_up = |name: &'static str| move |folder: &Path| std::fs::write(folder.join(name), "{").unwrap();
    for name in ["config.json", "tokenizer.json", "config_sentence_transformers.json"] {
        assert_refused(&format!("{name}: EOF"), break_up(name));
    }
    assert_refused("none of its tokens", |folder| {
        let mut rules = tiny::unigram_rules();
        rules["model"]["vocab"] = json!([["<unk>", 0.0]]);
        rules["model"]["unk_id"] = json!(7);
        tiny::write_json(folder, "tokenizer.json", &rules);
    });
    assert_refused("the model knows 12", |folder| {
        let mut rules = tiny::unigram_rules();
        let list = rules["model"]["vocab"].as_array_mut().unwrap();
        list.extend((0..20).map(|i| json!([format!("x{i}"), -1.0])));
        tiny::write_json(folder, "tokenizer.json", &rules);
    });
}

#[test]
fn architectures_that_are_not_run_here() {
    let with = |name: &'static str, value: serde_json::Value| {
        move |folder: &Path| {
            let mut config = tiny::tiny_config();
            config[name] = value;
            tiny::write_json(folder, "config.json", &config);
        }
    };
    for (name, value) in [
        ("model_type", json!("qwen3")),
        ("model_type", json!(null)),
        ("hidden_act", json!("gelu_new")),
        ("position_embedding_type", json!("relative_key")),
    ] {
        assert_refused("is not supported; models of BERT", with(name, value));
    }
    assert_refused("are not to be shared out among", with("num_attention_heads", json!(5)));
    let other = |file: &'static str, value: serde_json::Value| {
        move |folder: &Path| tiny::write_json(folder, file, &value)
    };
    assert_refused(
        "pooling by pooling_mode_max_tokens",
        other("1_Pooling/config.json", json!({"pooling_mode_max_tokens": true})),
    );
    assert_refused(
        "sentence_transformers.models.Dense",
        other("modules.json", json!([{"idx": 0, "type": "sentence_transformers.models.Dense"}])),
    );
}

/// A list of tensors may ask for more than any machine has.
#[test]
fn memory_that_is_not_to_be_had_is_an_error() {
    let folder = tiny::tiny_folder();
    let length = (7u64 << 30) as usize;
    let header = json!({
        "embeddings.word_embeddings.weight": {"dtype": "U8", "shape": [length], "data_offsets": [0, length]},
    });
    let header = serde_json::to_vec(&header).unwrap();
    let path = folder.path().join("model.safetensors");
    std::fs::write(&path, [&(header.len() as u64).to_le_bytes()[..], &header].concat()).unwrap();
    let file = std::fs::File::options().append(true).open(&path).unwrap();
    // A file of holes: it takes no room on the disk.
    file.set_len(8 + header.len() as u64 + length as u64).unwrap();
    let said = Model::load(folder.path()).unwrap_err().to_string();
    assert!(said.contains("is of shape"), "shapes are looked at before room is made: {said}");
    let none = crate::weights::reserve_bytes(usize::MAX / 2).unwrap_err();
    assert!(matches!(none, ModelError::NoMemory { .. }), "{none}");
}
