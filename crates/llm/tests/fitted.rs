//! The fitted embedder as its callers see it.

#![allow(clippy::unwrap_used)] // Helpers of tests may fail a test.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use celeiro_llm::{EmbedError, Embedder, FitConfig, FitError, FittedEmbedder, Purpose};
use proptest::prelude::*;

/// A small trade in Portuguese: diseases and fungicides, weeds and herbicides, seeds, tools.
const TEXTS: [&str; 24] = [
    "Fungicida Alto\nControla a ferrugem asiática da soja e a mancha-alvo. Triazol.",
    "Fungicida Brisa\nProtege a lavoura de soja contra ferrugem e oídio. Estrobilurina.",
    "Fungicida Campo\nFerrugem do cafeeiro e cercosporiose do café. Triazol.",
    "Fungicida Dolar\nRequeima da batata e do tomate, míldio da uva. Mancozebe.",
    "Fungicida Estrela\nMíldio e oídio na videira, podridões da uva. Enxofre e cobre.",
    "Fungicida Forte\nManchas foliares do trigo, giberela e ferrugem da folha.",
    "Herbicida Granada\nPlantas daninhas de folha larga no milho. Atrazina.",
    "Herbicida Hectare\nDessecação de plantas daninhas antes do plantio da soja. Glifosato.",
    "Herbicida Impacto\nGramíneas e capim-amargoso na soja, pós-emergente. Cletodim.",
    "Herbicida Jato\nPlantas daninhas da cana-de-açúcar, pré-emergente. Tebutiurom.",
    "Inseticida Kraft\nLagarta-do-cartucho no milho e lagarta da soja. Clorantraniliprole.",
    "Inseticida Lança\nPercevejo-marrom e mosca-branca na soja. Neonicotinoide.",
    "Inseticida Marte\nBroca-do-café e bicho-mineiro do cafeeiro.",
    "Semente de milho Nobre\nHíbrido precoce de milho para safrinha, grãos amarelos.",
    "Semente de soja Ouro\nCultivar de soja de ciclo médio, resistente ao acamamento.",
    "Semente de trigo Prata\nCultivar de trigo pão, ciclo precoce.",
    "Fertilizante 04-14-08\nAdubo NPK para plantio de milho, feijão e hortaliças.",
    "Fertilizante 20-05-20\nAdubo NPK de cobertura para café e pastagem.",
    "Ureia 45%\nAdubo nitrogenado de cobertura para milho, trigo e pastagem.",
    "Calcário dolomítico\nCorretivo de acidez do solo com cálcio e magnésio.",
    "Pulverizador costal 20 L\nPulverizador manual com bico regulável, tanque de plástico.",
    "Pulverizador elétrico 16 L\nPulverizador com bateria recarregável e bico leque.",
    "Enxada larga\nFerramenta de aço com cabo de madeira para capina.",
    "Tesoura de poda\nFerramenta de aço para poda de videira e frutíferas.",
];

fn small() -> FitConfig {
    FitConfig { dimensions: 32, ..FitConfig::default() }
}

fn model() -> &'static FittedEmbedder {
    static MODEL: OnceLock<FittedEmbedder> = OnceLock::new();
    MODEL.get_or_init(|| FittedEmbedder::fit(TEXTS, &small()).unwrap())
}

fn similarity(a: &str, b: &str) -> f32 {
    let (a, b) = (model().embed_one(a).unwrap(), model().embed_one(b).unwrap());
    a.iter().zip(&b).map(|(a, b)| a * b).sum()
}

/// The first lines of the nearest texts.
fn nearest(query: &str, count: usize) -> Vec<&'static str> {
    let mut ranked: Vec<&str> = TEXTS.to_vec();
    ranked.sort_by(|a, b| similarity(query, b).total_cmp(&similarity(query, a)));
    ranked.into_iter().take(count).map(|text| text.lines().next().unwrap()).collect()
}

#[test]
fn neighbours_make_sense() {
    let rust = nearest("ferrugem na soja", 2);
    assert!(rust.contains(&"Fungicida Alto") && rust.contains(&"Fungicida Brisa"), "{rust:?}");
    let sprayers = nearest("pulverizadores", 2);
    assert!(sprayers.iter().all(|name| name.starts_with("Pulverizador")), "{sprayers:?}");
    assert_eq!(nearest("adubação de cobertura com nitrogênio", 1), ["Ureia 45%"]);
}

#[test]
fn accents_case_plural_and_slips_of_the_key_matter_little() {
    assert!(similarity("Açúcar de CANA", "acucar de cana") > 0.999);
    assert!(similarity("fungicidas para sojas", "fungicida para soja") > 0.8);
    assert_eq!(nearest("calcario dolomitco", 1), ["Calcário dolomítico"]);
    assert_eq!(nearest("pulverisador eletrico", 1), ["Pulverizador elétrico 16 L"]);
}

#[test]
fn same_input_same_model() {
    let again = FittedEmbedder::fit(TEXTS, &small()).unwrap();
    assert_eq!(again.to_bytes(), model().to_bytes());
    assert_eq!(again.model_key(), model().model_key());
    let other = FittedEmbedder::fit(&TEXTS[..20], &small()).unwrap();
    assert_ne!(other.model_key(), model().model_key());
    assert!(model().model_key().starts_with("fitted:v1:"));
}

#[test]
fn bytes_give_the_same_model_back() {
    let back = FittedEmbedder::from_bytes(&model().to_bytes()).unwrap();
    assert_eq!(back.model_key(), model().model_key());
    assert_eq!(back.embed_one("ferrugem da soja"), model().embed_one("ferrugem da soja"));
    assert_eq!((back.dimensions(), back.rank()), (32, model().rank()));
}

#[test]
fn bytes_cut_anywhere_are_refused() {
    let bytes = model().to_bytes();
    for cut in 0..bytes.len() {
        assert!(FittedEmbedder::from_bytes(&bytes[..cut]).is_err(), "{cut}");
    }
    assert!(FittedEmbedder::from_bytes(&[bytes, vec![0]].concat()).is_err());
}

#[test]
fn sizes_that_lie_are_refused_even_under_a_right_sum() {
    use sha2::{Digest, Sha256};
    let bytes = model().to_bytes();
    let (header, payload) = (52, bytes.len() - 52);
    // Each of the six leading numbers, made huge, zero and a little wrong.
    for field in 0..6 {
        for value in [0u32, 1, 33, 4001, u32::MAX / 2, u32::MAX] {
            let mut forged = bytes.clone();
            let place = header + field * 4;
            if forged[place..place + 4] == value.to_le_bytes() {
                continue;
            }
            forged[place..place + 4].copy_from_slice(&value.to_le_bytes());
            let sum = Sha256::digest(&forged[header..]);
            forged[20..52].copy_from_slice(&sum);
            // A wider vector with the same directions is a valid model; all else is not (another
            // stemmer has another fingerprint).
            let valid = field == 0 && (33..=4000).contains(&value);
            assert_eq!(FittedEmbedder::from_bytes(&forged).is_ok(), valid, "field {field}, {value}");
        }
    }
    assert_eq!(payload, bytes.len() - header);
}

#[test]
fn corpora_without_structure_are_refused() {
    let refusal = |texts: &[&str]| FittedEmbedder::fit(texts, &small()).unwrap_err();
    assert_eq!(refusal(&[]), FitError::TooLittle { documents: 0, features: 0 });
    assert_eq!(refusal(&["soja"]), FitError::TooLittle { documents: 1, features: 0 });
    assert_eq!(refusal(&["soja", "??", ""]), FitError::TooLittle { documents: 1, features: 0 });
    assert!(matches!(refusal(&["abacate", "quiosque"]), FitError::TooLittle { documents: 2, .. }));
    let bad = FitConfig { dimensions: 0, ..small() };
    assert_eq!(FittedEmbedder::fit(TEXTS, &bad).unwrap_err(), FitError::BadConfig("dimensions"));
}

#[test]
fn two_texts_are_enough_and_vectors_keep_their_length() {
    let model = FittedEmbedder::fit(["semente de soja", "semente de milho"], &small()).unwrap();
    assert_eq!((model.rank(), model.dimensions()), (1, 32));
    assert_eq!(model.embed_one("sementes").unwrap().len(), 32);
}

#[test]
fn equal_texts_are_no_obstacle() {
    let texts = vec!["adubo NPK para milho"; 50];
    let config = FitConfig { max_share: 1.0, ..small() };
    let model = FittedEmbedder::fit(&texts, &config).unwrap();
    assert_eq!(model.rank(), 1);
}

#[tokio::test]
async fn texts_that_say_nothing_are_named() {
    let embedder = Embedder::Fitted(model().clone());
    let texts = ["ferrugem da soja", "日本語 🌾", "milho", "de para com", "?!"].map(str::to_owned);
    let error = embedder.embed(&texts, Purpose::Document, Duration::from_secs(5)).await.unwrap_err();
    assert_eq!(error, EmbedError::EmptyText { indices: vec![1, 3, 4] });
    assert!(!error.is_retryable());
    let good = [texts[0].clone(), texts[2].clone()];
    let vectors = embedder.embed(&good, Purpose::Document, Duration::from_secs(5)).await.unwrap();
    assert_eq!(vectors, [model().embed_one(&texts[0]).unwrap(), model().embed_one(&texts[2]).unwrap()]);
}

#[test]
fn endless_texts_take_no_time_to_speak_of() {
    let sentence = "A ferrugem asiática da soja exige fungicida; ";
    let long_text = sentence.repeat(100_000 / sentence.len());
    let long_word = "soja".repeat(25_000);
    let start = Instant::now();
    assert!(model().embed_one(&long_text).is_some());
    let _ = model().embed_one(&long_word);
    let _ = model().embed_one(&"\u{301}".repeat(50_000));
    assert!(start.elapsed() < Duration::from_secs(2));
}

proptest! {
    #[test]
    fn whatever_the_text_the_vector_is_sound(text in "(soja|milho|uva|[a-zç ]{0,20}|\\PC{0,40})*") {
        if let Some(vector) = model().embed_one(&text) {
            prop_assert_eq!(vector.len(), 32);
            let norm: f32 = vector.iter().map(|x| x * x).sum();
            prop_assert!((norm - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn a_flipped_bit_is_noticed(place in any::<prop::sample::Index>(), bit in 0u8..8) {
        let mut bytes = model().to_bytes();
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        prop_assert!(FittedEmbedder::from_bytes(&bytes).is_err());
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(FittedEmbedder::from_bytes(&bytes).is_err(), "a model of so few bytes");
    }

    #[test]
    fn any_corpus_fits_or_is_refused(texts in prop::collection::vec("[a-d ]{0,12}|\\PC{0,20}", 0..30)) {
        let config = FitConfig { dimensions: 8, ..FitConfig::default() };
        if let Ok(model) = FittedEmbedder::fit(&texts, &config) {
            prop_assert!(model.rank() >= 1 && model.rank() <= 8);
            for text in &texts {
                if let Some(vector) = model.embed_one(text) {
                    prop_assert!(vector.iter().all(|x| x.is_finite()));
                }
            }
        }
    }
}
