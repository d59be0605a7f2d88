//! A neural model in a folder: a tiny one with random numbers, to which every rule applies but meaning.

use crate::support::{celeiro, fixture, json, lasting_folder, prepare_folder, stderr, tiny_model};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A data folder with the items of the fixtures and no vectors.
fn prepare(name: &str) -> PathBuf {
    let folder = prepare_folder(name);
    json(&folder, ["import", "items", fixture("items.csv").to_str().unwrap()]);
    folder
}

/// A copy to be changed, under a name of its own.
pub fn copy_model(name: &str) -> PathBuf {
    let folder = lasting_folder().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    for entry in std::fs::read_dir(tiny_model()).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn with_model(data: &Path, model: &Path) -> Command {
    let mut command = celeiro(data);
    command.env("EMBEDDING_MODEL_DIR", model);
    command
}

fn run_for_json(command: &mut Command) -> Value {
    let output = command.arg("--json").output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)))
}

fn state_of_items(report: &Value) -> (&str, &str) {
    let all = report["checks"].as_array().unwrap();
    let check = all.iter().find(|check| check["name"] == "embeddingItems").unwrap();
    (check["state"].as_str().unwrap(), check["found"].as_str().unwrap())
}

#[test]
fn a_folder_with_a_network_is_a_neural_model_without_its_being_named() {
    let (data, model) = (prepare("neural-folder"), copy_model("tiny-neural"));
    let summary = run_for_json(with_model(&data, &model).arg("embed"));
    let models = summary["models"].as_array().unwrap();
    let is_neural = |model: &Value| model.as_str().unwrap().contains(": neural:tiny-neural:");
    assert!(!models.is_empty() && models.iter().all(is_neural), "{summary}");
    let search = run_for_json(with_model(&data, &model).args(["search", "herbicida para soja"]));
    assert_eq!(
        (&search["embeddingUsed"], &search["fallbackReason"]),
        (&true.into(), &Value::Null),
        "{search}"
    );
    let report = run_for_json(with_model(&data, &model).arg("doctor"));
    let (state, text) = state_of_items(&report);
    assert!(state == "ok" && text.contains("neural:tiny-neural:"), "{report}");
    let again = run_for_json(with_model(&data, &model).arg("embed"));
    assert_eq!(again["embedded"], 0, "a second run has nothing to do: {again}");
}

#[test]
fn a_model_that_breaks_leaves_the_words_and_comes_back_as_it_was() {
    let (data, model) = (prepare("neural-breaks"), copy_model("tiny-breaks"));
    run_for_json(with_model(&data, &model).arg("embed"));
    let weights = model.join("model.safetensors");
    let whole = std::fs::read(&weights).unwrap();
    let mut spoilt = whole.clone();
    let end = spoilt.len();
    // The last numbers become NaN: that shows only when they are loaded.
    spoilt[end - 4..].copy_from_slice(&[0xff, 0x7f, 0xff, 0x7f]);
    for (bytes, words) in [
        (Vec::new(), "cut short"),
        (whole[..9_000].to_vec(), "list of tensors says"),
        (whole[..40_000].to_vec(), "list of tensors says"),
        (spoilt, ""),
    ] {
        std::fs::write(&weights, bytes).unwrap();
        let search = run_for_json(with_model(&data, &model).args(["search", "herbicida"]));
        assert_eq!(search["fallbackReason"], "embedding-generation-failed", "{words}: {search}");
        assert!(!search["results"].as_array().unwrap().is_empty(), "words answer: {search}");
        let report =
            run_for_json(with_model(&data, &model).env("EMBEDDING_PROVIDER", "neural").arg("doctor"));
        assert!(report.to_string().contains(words), "{words:?} is not in {report}");
    }
    std::fs::write(&weights, whole).unwrap();
    let search = run_for_json(with_model(&data, &model).args(["search", "herbicida"]));
    assert_eq!(search["embeddingUsed"], true, "nothing was lost: {search}");
    let again = run_for_json(with_model(&data, &model).arg("embed"));
    assert_eq!(again["embedded"], 0, "{again}");
}

#[test]
fn a_folder_that_holds_none_is_reported_and_the_fitted_model_serves() {
    let data = prepare("neural-none");
    let nowhere = lasting_folder().join("no-model-here");
    let neural = || {
        let mut command = with_model(&data, &nowhere);
        command.env("EMBEDDING_PROVIDER", "neural");
        command
    };
    let summary = run_for_json(neural().arg("embed"));
    assert!(summary["models"].to_string().contains("items: fitted:"), "{summary}");
    let report = run_for_json(neural().arg("doctor")).to_string();
    assert!(report.contains("neural model cannot be used") && report.contains("not a folder"), "{report}");
    let search = run_for_json(neural().args(["search", "herbicida"]));
    assert_eq!(search["embeddingUsed"], true, "{search}");
}

/// The row of a score and its parts, by their names, of the first result of a search.
fn vector_row(search: &Value) -> (Vec<&str>, &Value) {
    let rows =
        search["results"][0]["explanation"]["details"].as_array().unwrap_or_else(|| panic!("{search}"));
    let row = rows.iter().find(|row| row["name"] == "vector").unwrap_or_else(|| panic!("{search}"));
    (row["details"].as_array().unwrap().iter().map(|part| part["name"].as_str().unwrap()).collect(), row)
}

#[test]
fn a_neural_model_is_tried_on_the_catalog_and_its_scores_say_so() {
    let (data, model) = (prepare_folder("neural-tried"), copy_model("tiny-tried"));
    let crops = ["soja", "milho", "café", "feijão", "trigo", "arroz", "algodão"];
    let pests = ["ferrugem", "lagarta", "percevejo", "oídio", "mofo"];
    let item = |at: usize| {
        let (crop, pest) = (crops[at % crops.len()], pests[at % pests.len()]);
        let text = format!("Controla {pest} em lavouras de {crop}. Aplicar {at} litros por hectare.");
        serde_json::json!({ "id": format!("i{at}"), "name": format!("Produto {at}"), "description": text })
    };
    let lines: Vec<String> = (0..40).map(|at| item(at).to_string()).collect();
    let file = data.join("items.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    json(&data, ["import", "items", file.to_str().unwrap()]);

    run_for_json(with_model(&data, &model).args(["embed", "--set", "EMBEDDING_PROVIDER=local"]));
    let fitted = run_for_json(
        with_model(&data, &model).env("EMBEDDING_PROVIDER", "local").args(["search", "ferrugem do café"]),
    );
    assert_eq!(vector_row(&fitted).0, ["weight", "context", "vectorComponent"], "as it is: {fitted}");

    run_for_json(with_model(&data, &model).arg("embed"));
    let search = run_for_json(with_model(&data, &model).args(["search", "ferrugem do café"]));
    let (parts, row) = vector_row(&search);
    assert_eq!(parts, ["weight", "vectorStrength", "context", "standingComponent"], "{search}");
    let strength = row["details"][1]["value"].as_f64().unwrap();
    assert!((0.5..=6.0).contains(&strength), "{row}");
    let standing = &row["details"][3]["details"][0];
    assert_eq!(standing["name"], "standing", "{row}");
    assert!(standing["description"].as_str().unwrap().contains("usual for this query"), "{standing}");
    let report = run_for_json(with_model(&data, &model).arg("doctor"));
    let (state, text) = state_of_items(&report);
    // A name and the middle sentence of each of forty items.
    assert!(state == "ok" && text.contains("of 80 questions with a known answer"), "{text}");
}

/// Whether the model that comes with the program serves by itself: `cargo xtask model` has brought it, and the
/// processor is one that its kernel is written for.
fn has_brought_model() -> bool {
    let program = Path::new(env!("CARGO_BIN_EXE_celeiro"));
    let is_there = program.parent().unwrap().join("../models/multilingual-e5-small").exists();
    #[cfg(target_arch = "x86_64")]
    let is_fast = std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    let is_fast = false;
    if !(is_there && is_fast) {
        eprintln!("SKIPPED: no model in target/models (run `cargo xtask model`), or no AVX2");
    }
    is_there && is_fast
}

/// The insecticides of the demo and every ninth of its other items: the vectors of all of them take minutes.
fn write_part_of_demo(folder: &Path) -> PathBuf {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/items.jsonl");
    let items = std::fs::read_to_string(demo).unwrap();
    let is_wanted = |at: usize, line: &str| at.is_multiple_of(9) || line.contains("\"Inseticidas\"");
    let wanted = items.lines().enumerate().filter(|(at, line)| is_wanted(*at, line)).map(|(_, line)| line);
    let file = folder.join("part.jsonl");
    std::fs::write(&file, wanted.collect::<Vec<_>>().join("\n")).unwrap();
    file
}

/// As a person has it who brings a catalog in and sets nothing.
#[test]
fn a_catalog_is_searched_by_meaning_without_a_setting() {
    if !has_brought_model() {
        return;
    }
    let folder = prepare_folder("neural-default");
    let run = |arguments: &[&str]| {
        let mut command = celeiro(&folder);
        command.env_remove("CELEIRO_MODEL_DIR");
        run_for_json(command.args(arguments))
    };
    let file = write_part_of_demo(&folder);
    let filled = run(&["import", "items", file.to_str().unwrap()]);
    assert!(filled["created"].as_u64() > Some(60), "{filled}");
    let filled = run(&["embed"]);
    assert!(filled["models"].to_string().contains("items: neural:multilingual-e5-small:"), "{filled}");
    // A search waits two seconds for its vector; a machine that tests much else at once may take longer.
    let mut searches = (0..8).map(|_| run(&["search", "remédio para bicho na folha do tomate"]));
    let search = searches.find(|found| found["fallbackReason"] != "embedding-generation-failed").unwrap();
    assert_eq!(
        (&search["embeddingUsed"], &search["fallbackReason"]),
        (&true.into(), &Value::Null),
        "{search}"
    );
    let hits = search["results"].as_array().unwrap();
    for hit in hits.iter().take(2) {
        let (category, crops) = (&hit["item"]["category"], &hit["item"]["attributes"]["culturas"]);
        let is_for_tomato = crops.as_array().is_some_and(|crops| crops.contains(&"tomate".into()));
        assert!(*category == "Inseticidas" && is_for_tomato, "{hit}");
    }
    assert!(hits.len() > 2, "{search}");
}
