//! Configurations that are run, and those that are refused before they make wrong vectors.

use super::*;
use serde_json::{Value, json};

fn read(more: Value) -> Result<Architecture, ModelError> {
    let mut given = json!({
        "model_type": "bert", "vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2,
        "num_attention_heads": 4, "intermediate_size": 64, "max_position_embeddings": 512,
    });
    for (name, value) in more.as_object().expect("an object") {
        given[name] = value.clone();
    }
    read_architecture(&serde_json::from_value(given).expect("a configuration"))
}

#[test]
fn a_plain_configuration_has_the_usual_values_for_what_it_does_not_say() {
    let read = read(json!({})).unwrap();
    assert_eq!((read.vocabulary, read.hidden, read.layers, read.heads), (100, 32, 2, 4));
    assert_eq!((read.intermediate, read.positions, read.first_position, read.types), (64, 512, 0, 1));
    assert_eq!(read.epsilon, 1e-12);
}

#[test]
fn positions_are_counted_from_the_padding_in_one_family_alone() {
    for (kind, padding, first) in [
        ("bert", json!(5), 0),
        ("xlm-roberta", json!(null), 2),
        ("roberta", json!(0), 1),
        ("camembert", json!(7), 8),
    ] {
        let read = read(json!({ "model_type": kind, "pad_token_id": padding })).unwrap();
        assert_eq!(read.first_position, first, "{kind}");
    }
}

#[test]
fn an_epsilon_that_is_none_is_the_usual_one() {
    for (given, expected) in
        [(json!(1e-5), 1e-5), (json!(0.0), 0.0), (json!(-1e-5), 1e-12), (json!(null), 1e-12)]
    {
        assert_eq!(read(json!({ "layer_norm_eps": given })).unwrap().epsilon, expected);
    }
}

#[test]
fn what_would_make_other_vectors_is_refused_by_its_name() {
    for (more, said) in [
        (json!({ "model_type": "t5" }), "a model of type \"t5\""),
        (json!({ "model_type": "BERT" }), "a model of type \"BERT\""),
        (json!({ "model_type": null }), "no `model_type`"),
        (json!({ "hidden_act": "relu" }), "the activation \"relu\""),
        (json!({ "hidden_act": "gelu_new" }), "the activation \"gelu_new\""),
        (json!({ "position_embedding_type": "relative_key" }), "positions of type"),
        (json!({ "hidden_size": 0 }), "hidden_size is 0, which is not 1 to 4000"),
        (json!({ "hidden_size": 4004 }), "hidden_size is 4004"),
        (json!({ "hidden_size": null }), "hidden_size is missing"),
        (json!({ "num_attention_heads": 5 }), "among 5 heads"),
        (json!({ "num_attention_heads": 0 }), "num_attention_heads is 0"),
        (json!({ "num_hidden_layers": 257 }), "num_hidden_layers is 257"),
        (json!({ "intermediate_size": 65_537 }), "intermediate_size is 65537"),
        (json!({ "vocab_size": 16_777_217 }), "vocab_size is 16777217"),
        (json!({ "type_vocab_size": 0 }), "type_vocab_size is 0"),
        (json!({ "max_position_embeddings": 1_048_577 }), "max_position_embeddings is 1048577"),
        (json!({ "model_type": "roberta", "max_position_embeddings": 2 }), "2 positions leave none"),
        (json!({ "model_type": "roberta", "pad_token_id": u64::MAX }), "512 positions leave none"),
    ] {
        let error = read(more.clone()).err().unwrap_or_else(|| panic!("{more} was read")).to_string();
        assert!(error.contains(said) && error.starts_with(CONFIG_FILE), "{more}: {error}");
    }
}

#[test]
fn one_pooling_is_switched_on_and_it_is_one_that_is_done_here() {
    let pooling = |file: Value| pooling_mode(&serde_json::from_value(file).unwrap());
    let mean = json!({
        "word_embedding_dimension": 32, "pooling_mode_mean_tokens": true, "pooling_mode_cls_token": false,
        "include_prompt": true,
    });
    assert_eq!(pooling(mean).unwrap(), Pooling::Mean);
    assert_eq!(pooling(json!({ "pooling_mode_cls_token": true })).unwrap(), Pooling::First);
    for (file, said) in [
        (json!({}), "pooling by none"),
        (json!({ "pooling_mode_mean_tokens": "true" }), "pooling by none"),
        (json!({ "pooling_mode_max_tokens": true }), "pooling by pooling_mode_max_tokens"),
        (
            json!({ "pooling_mode_mean_tokens": true, "pooling_mode_cls_token": true }),
            "pooling_mode_cls_token, pooling_mode_mean_tokens",
        ),
    ] {
        let error = pooling(file.clone()).err().unwrap_or_else(|| panic!("{file} was read")).to_string();
        assert!(error.contains(said), "{file}: {error}");
    }
}

#[test]
fn a_step_behind_the_pooling_is_refused_unless_it_is_a_norm() {
    let check = |kinds: &[&str]| {
        let modules: Vec<Module> = kinds.iter().map(|kind| Module { kind: (*kind).to_owned() }).collect();
        refuse_other_modules(&modules).map_err(|error| error.to_string())
    };
    let models = "sentence_transformers.models";
    let known = ["Transformer", "Pooling", "Normalize"].map(|name| format!("{models}.{name}"));
    assert_eq!(check(&known.each_ref().map(String::as_str)), Ok(()));
    assert_eq!(check(&[]), Ok(()));
    let dense = format!("{models}.Dense");
    assert!(check(&[known[0].as_str(), dense.as_str()]).unwrap_err().contains("Dense"));
    assert!(check(&["normalize"]).is_err());
}

#[test]
fn prefixes_are_those_of_the_folder_or_those_that_the_family_is_known_by() {
    let long = "x".repeat(1_001);
    for (folder, prompts, query, passage) in [
        ("/m/multilingual-e5-small", json!({}), "query: ", "passage: "),
        ("/m/Multilingual-E5-Small", json!({}), "query: ", "passage: "),
        ("/m/e5-mistral-instruct", json!({}), "", ""),
        ("/m/bge-small", json!({}), "", ""),
        ("/e5/other", json!({}), "", ""),
        ("/", json!({}), "", ""),
        ("/m/e5", json!({ "query": "Q: " }), "Q: ", ""),
        ("/m/e5", json!({ "query": null, "search_query": "S: " }), "S: ", ""),
        ("/m/any", json!({ "query": "Q: ", "search_query": "S: ", "document": "D: " }), "Q: ", "D: "),
        ("/m/any", json!({ "query": long }), "", ""),
        ("/m/e5", json!({ "passage": "" }), "", ""),
    ] {
        let prompts: Prompts = serde_json::from_value(json!({ "prompts": prompts })).unwrap();
        let chosen = choose_prefixes(Path::new(folder), &prompts);
        assert_eq!((chosen.0.as_str(), chosen.1.as_str()), (query, passage), "{folder}");
    }
}
