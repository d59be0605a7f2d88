//! A model that is left goes on serving until the new one is filled, whatever kind it is. Of a server's the
//! tests are beside it (`embedding`): it has a key too, which may be gone.

use crate::embedding::{Provider, find_check, prepare_unembedded, run_for_json};
use crate::model::files;
use crate::neural::copy_model;
use crate::support::{celeiro, lasting_folder};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Embeds with `provider` of this folder, goes over to a server, and asks while that one is being filled.
/// `key` is how the keys of the model that is left begin.
fn leave(name: &str, provider: &str, model: &Path, key: &str) {
    let (folder, new) = (prepare_unembedded(name), Provider::start());
    let before = || {
        let mut command = celeiro(&folder);
        command.env("EMBEDDING_PROVIDER", provider).env("EMBEDDING_MODEL_DIR", model);
        command
    };
    let after = || {
        let mut command = celeiro(&folder);
        command
            .env("EMBEDDING_PROVIDER", "openai")
            .env("EMBEDDING_MODEL", "new-model")
            .env("EMBEDDING_DIMENSIONS", "4")
            .env("OPENAI_BASE_URL", new.url())
            .env("OPENAI_API_KEY", "sk-new-canario-1");
        command
    };
    let summary = run_for_json(before().arg("embed"));
    assert!(summary["models"][0].as_str().unwrap().starts_with(&format!("items: {key}")), "{summary}");
    assert_eq!(vectors_of(before()), (true, Value::Null), "the control: it serves where it is asked for");

    let mut filling = after().arg("embed").stdout(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while new.count_asked() == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nobody asks the new one");
        std::thread::sleep(Duration::from_millis(20));
    }
    let asked = new.count_asked();
    assert_eq!(vectors_of(after()), (true, Value::Null));
    assert_eq!(new.count_asked(), asked, "the new one is not asked for vectors of queries");
    let report = run_for_json(after().arg("doctor"));
    let (state, text) = find_check(&report, "embeddingItems");
    let said = "serves while openai:new-model:4 is being filled: 0 of 11";
    assert!(state == "ok" && text.contains(key) && text.contains(said), "{report}");

    new.silent.store(false, Ordering::SeqCst);
    assert!(filling.wait().unwrap().success());
    let report = run_for_json(after().arg("doctor"));
    let (state, text) = find_check(&report, "embeddingItems");
    assert!(state == "ok" && text.contains("openai:new-model:4 serves: 11 of 11"), "{report}");
}

/// Whether vectors take part in a search, and why not.
fn vectors_of(mut command: Command) -> (bool, Value) {
    let search = run_for_json(command.args(["search", "herbicida para soja"]));
    (search["embeddingUsed"].as_bool().unwrap(), search["fallbackReason"].clone())
}

#[test]
fn a_model_of_vectors_of_words_serves_until_the_next_one_is_filled() {
    let model = lasting_folder().join("left-static");
    std::fs::create_dir_all(&model).unwrap();
    for (name, bytes) in files() {
        std::fs::write(model.join(name), bytes).unwrap();
    }
    leave("leave-static", "static", &model, "static:");
}

#[test]
fn a_neural_model_serves_until_the_next_one_is_filled() {
    leave("leave-neural", "neural", &copy_model("left-neural"), "neural:");
}
