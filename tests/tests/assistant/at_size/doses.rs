//! Invented doses in both modes: none reaches the screen, as it streams or as it is stored.

use super::choose_size;
use crate::behaviour::Part;
use crate::support::{World, deltas, end_of, in_mode};
use celeiro_domain::chat::{CautionKind, ChatMode, ChatRequest};
use celeiro_tests::provider::{Provider, Purpose, ReceivedRequest, Reply, Says};
use serde_json::Value;
use std::sync::{Arc, Mutex};

/// Answers with doses that no source states, by an author who had seen no rule; those of the held-back part are
/// measured by `celeiro-domain`.
fn read_cases() -> Vec<(String, Vec<String>)> {
    let lines = include_str!("../../../eval/doses/dev.jsonl").lines();
    let parse = |line: &str| {
        let case: Value = serde_json::from_str(line).unwrap();
        let list = case["invented"].as_array().unwrap().iter().map(|dose| dose.as_str().unwrap().to_owned());
        (case["answer"].as_str().unwrap().to_owned(), list.collect::<Vec<_>>())
    };
    lines.map(parse).filter(|(_, doses)| !doses.is_empty()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dose_that_a_model_invents_is_neither_streamed_nor_stored() {
    let now = Arc::new(Mutex::new(String::new()));
    let said = now.clone();
    let provider = Provider::start(move |asked| match asked.purpose {
        Purpose::Classify => Reply::intent("catalog"),
        _ => {
            let answer = said.lock().unwrap().clone();
            let letters: Vec<char> = answer.chars().collect();
            let pieces: Vec<String> = letters.chunks(3).map(|piece| piece.iter().collect()).collect();
            Reply::in_pieces(&pieces.iter().map(String::as_str).collect::<Vec<_>>())
        }
    });
    let url = provider.url();
    let settings =
        [("LLM_PROVIDER", "openai"), ("OPENAI_BASE_URL", url.as_str()), ("OPENAI_API_KEY", "sk-tests")];
    let world = World::open(&settings, provider).await;
    let (mut shown, mut withheld, mut all) = (0, 0, 0);
    let cases = read_cases();
    let every = (cases.len() / choose_size(40, 500)).max(1);
    for (at, (answer, doses)) in cases.iter().enumerate().step_by(every) {
        now.lock().unwrap().clone_from(answer);
        let mode = if at % 2 == 0 { ChatMode::Assistant } else { ChatMode::Desk };
        let request = ChatRequest { mode: Some(mode), ..in_mode("qual a dose do Zilmex Azul 990?", None) };
        let events = world.events(request).await;
        let response = end_of(&events);
        assert_eq!(deltas(&events), response.answer, "what was streamed is what is stored");
        all += doses.len();
        shown += doses.iter().filter(|dose| response.answer.contains(dose.as_str())).count();
        withheld += usize::from(response.cautions.iter().any(|c| c.kind == CautionKind::WithheldDose));
    }
    println!("doses: {all} invented ones, {shown} shown, {withheld} answers with a remark");
    assert!(shown * 100 <= all, "{shown} of {all} invented doses were shown");
    // The control: what is no dose stays, so that it is not silence that passes.
    *now.lock().unwrap() = "O galão de 20 L custa R$ 89,90.".to_owned();
    assert!(world.ask("quanto custa o Azocipra 200 SC?").await.answer.contains("galão de 20 L"));
    world.close().await;
}

/// An answer with invented doses in pieces of three letters.
fn say(answer: &str) -> Says {
    let letters: Vec<char> = answer.chars().collect();
    let pieces: Vec<String> = letters.chunks(3).map(|piece| piece.iter().collect()).collect();
    Says::new(&pieces.iter().map(String::as_str).collect::<Vec<_>>())
}

/// What a model of this part says that has `answer` on its mind: before a search and after it, beside calls that are
/// none, or nothing. The one that only answers has a test of its own.
fn play(part: Part, answer: &str, asked: &ReceivedRequest) -> Reply {
    match part {
        Part::Obedient if asked.tool_results().is_empty() => Reply::Says(say(answer).and_call(
            "read-1",
            "catalog_search",
            "{\"vector_query\":\"bota de borracha\",\"limit\":2}",
        )),
        Part::Gold | Part::Obedient => Reply::Says(say(answer)),
        Part::Broken => Reply::Says(say(answer).and_call("same", "get_item", "{\"item\":").and_call(
            "same",
            "confirm_everything",
            "{}",
        )),
        Part::Silent => Reply::in_pieces(&[]),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dose_that_a_model_invents_beside_its_calls_is_not_shown_either() {
    let cases = read_cases();
    let every = (cases.len() / choose_size(12, 250)).max(1);
    for part in [Part::Obedient, Part::Broken, Part::Silent] {
        let now = Arc::new(Mutex::new(String::new()));
        let said = now.clone();
        let world = World::new(move |asked| play(part, &said.lock().unwrap(), asked)).await;
        let (mut shown, mut all, mut rounds) = (0, 0, 0);
        for (answer, doses) in cases.iter().step_by(every) {
            now.lock().unwrap().clone_from(answer);
            let events = world.events(in_mode("qual a dose do Zilmex Azul 990?", None)).await;
            let response = end_of(&events);
            let screen = deltas(&events);
            let is_shown =
                |dose: &&String| screen.contains(dose.as_str()) || response.answer.contains(dose.as_str());
            all += doses.len();
            shown += doses.iter().filter(is_shown).count();
            rounds += response.debug.rounds.len();
        }
        println!("doses: a model that is {part:?}: {all} invented ones in {rounds} rounds, {shown} shown");
        assert!(shown * 100 <= all, "{part:?}: {shown} of {all} invented doses were shown");
        assert!((rounds > 0) == (part != Part::Silent), "control: {part:?} is heard beside its calls");
        *now.lock().unwrap() = "O galão de 20 L custa R$ 89,90.".to_owned();
        let answer = world.ask("quanto custa o Azocipra 200 SC?").await.answer;
        assert!(
            (part == Part::Silent) != answer.contains("galão de 20 L"),
            "control: what is no dose stays: {answer}"
        );
        world.close().await;
    }
}

/// What is shown of a dose whose number one round has and whose unit the next one has, read as one text.
async fn show_in_two_rounds(before: &'static str, behind: &'static str) -> String {
    let world = World::new(move |asked| match asked.tool_results().is_empty() {
        true => Reply::Says(say(before).and_call(
            "read-1",
            "catalog_search",
            "{\"vector_query\":\"bota de borracha\",\"limit\":2}",
        )),
        false => Reply::Says(say(behind)),
    })
    .await;
    let events = world.events(in_mode("qual a dose do Zilmex Azul 990?", None)).await;
    let response = end_of(&events);
    assert_eq!(deltas(&events), response.answer, "what was streamed is what is stored");
    assert_eq!(response.debug.rounds.len(), 1, "control: the model is heard in two rounds");
    let is_remarked = response.cautions.iter().any(|caution| caution.kind == CautionKind::WithheldDose);
    assert_eq!(is_remarked, !response.answer.contains(behind), "{}", response.answer);
    world.close().await;
    response.answer
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dose_that_a_model_states_over_two_rounds_is_withheld_as_one_of_one_round() {
    for (before, behind, dose) in [
        ("Vou conferir o rótulo. Aplique 733", "mL/ha na soja.", "733"),
        ("A dose é de 7,3 litros", "por hectare, na soja.", "7,3"),
        ("Dose (L/ha):", "7,3 na soja.", "7,3"),
    ] {
        let answer = show_in_two_rounds(before, behind).await;
        assert!(!answer.contains(dose), "{answer}");
    }
    let answer = show_in_two_rounds("Encontrei 2", "produtos desse nome.").await;
    assert_eq!(answer, "Encontrei 2\n\nprodutos desse nome.", "control: what is no dose stays");
}
