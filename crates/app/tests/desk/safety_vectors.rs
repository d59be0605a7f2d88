//! The reading of danger with the vectors of the model that comes with the program.

use crate::support::{RUST, World, first_words, message_request};
use celeiro_app::messages::translate;
use celeiro_domain::chat::ChatResponse;
use celeiro_domain::chat::answer::phrase::Phrase;
use celeiro_domain::chat::intent::safety::{Concern, FoundBy, find_concern};
use celeiro_domain::search::Lang;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const SETTING: &str = "CELEIRO_SAFETY_MODEL_DIR";
/// A message that words and classifier let pass, and one of which the classifier alone is mistaken.
const MISSED: &str = "fala baixo no telefone: chegou o produto da fronteira?";
const MISTAKEN: &str = "caminhei 40 min com a Neide depois da janta";
/// Another, which the classifier alone takes for self-harm.
const FAREWELL: &str = "adeus pessoal, até ano que vem";

/// The model, or nothing where its folder is missing.
fn model() -> Option<PathBuf> {
    let folder =
        std::env::current_exe().unwrap().parent().unwrap().join("../../models/multilingual-e5-small");
    if !folder.exists() {
        eprintln!("SKIPPED: there is no model in target/models (run `cargo xtask model`)");
        return None;
    }
    Some(folder)
}

fn concern_of(response: &ChatResponse) -> Option<(Concern, FoundBy)> {
    response.debug.safety.as_ref().map(|finding| (finding.concern, finding.by))
}

/// Asks until vectors take part: the model is loaded beside the first answers, and on a busy machine a
/// reading may be late.
async fn ask_with_vectors(
    world: &World,
    message: &str,
    is_read: impl Fn(&ChatResponse) -> bool,
) -> ChatResponse {
    let begun = Instant::now();
    loop {
        let response = world.ask(message).await;
        if is_read(&response) {
            return response;
        }
        assert!(begun.elapsed() < Duration::from_secs(180), "{:?}", response.debug.safety);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_words_let_pass_vectors_find_and_the_trace_names_them() {
    let Some(folder) = model() else { return };
    assert_eq!(find_concern(MISSED), None);
    let world = World::new(&[(SETTING, folder.to_str().unwrap())]).await;
    let response = ask_with_vectors(&world, MISSED, |response| response.debug.safety.is_some()).await;
    let (concern, by) = concern_of(&response).unwrap();
    assert_eq!(by, FoundBy::Vectors);
    assert!(
        response.answer.starts_with(&translate(Lang::PtBr, concern.phrase().key())),
        "{}",
        response.answer
    );
    let trace = world.trace(response.debug.trace_id).await;
    let finding = trace.debug.safety.unwrap();
    assert_eq!((finding.concern, finding.by), (concern, FoundBy::Vectors));
    assert!(finding.margin.is_some_and(|margin| margin > 0.0), "{finding:?}");
    // Of a look-alike the classifier alone is mistaken.
    assert_eq!(find_concern(MISTAKEN).map(|finding| finding.by), Some(FoundBy::Classifier));
    let calm = ask_with_vectors(&world, MISTAKEN, |response| response.debug.safety.is_none()).await;
    assert!(!calm.answer.contains("188"), "{}", calm.answer);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finding_that_vectors_overrule_withholds_nothing_later() {
    let Some(folder) = model() else { return };
    let alone = find_concern(FAREWELL).map(|finding| (finding.concern, finding.by));
    assert_eq!(alone, Some((Concern::SelfHarm, FoundBy::Classifier)));
    let world = World::new(&[(SETTING, folder.to_str().unwrap())]).await;
    let calm = ask_with_vectors(&world, FAREWELL, |response| response.debug.safety.is_none()).await;
    let later = world.go_on(calm.conversation_id, RUST).await;
    assert_eq!(concern_of(&later), None);
    assert!(!later.sources.is_empty(), "{}", later.answer);
    world.close().await;
}

/// A folder that is not there, one with files that are no model, and one that no reading of ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_missing_broken_or_hangs_delays_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("config.json"), "{ \"model_type\": \"bert\" ").unwrap();
    let hangs = folder.path().join("hangs");
    std::fs::create_dir(&hangs).unwrap();
    // Who opens a pipe to read waits until something is written.
    make_pipe(&hangs.join("config.json"));
    for place in [folder.path().join("missing"), broken, hangs] {
        let world = World::new(&[(SETTING, place.to_str().unwrap())]).await;
        let begun = Instant::now();
        let mut turn = world.begin(message_request("quero me matar")).await;
        assert_eq!(first_words(&mut turn).await, translate(Lang::PtBr, Phrase::SelfHarm.key()));
        drop(turn);
        // Messages that leave a doubt are answered as they would be without vectors.
        assert_eq!(concern_of(&world.ask(MISSED).await), None);
        let by_words = world.ask(MISTAKEN).await;
        assert_eq!(concern_of(&by_words).map(|(_, by)| by), Some(FoundBy::Classifier));
        assert!(!world.ask(RUST).await.sources.is_empty(), "{place:?}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{place:?}: {:?}", begun.elapsed());
        world.close().await;
    }
}

fn make_pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}
