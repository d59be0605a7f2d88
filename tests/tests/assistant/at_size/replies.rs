//! Replies to a card, beside a model that takes everything for a yes.

use super::choose_size;
use crate::support::{World, card};
use celeiro_domain::assistant::ActionState;
use celeiro_tests::provider::Reply;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

const YES: [&str; 24] = [
    "sim",
    "Sim!",
    "pode mandar",
    "manda",
    "confirmo",
    "confirma",
    "isso",
    "isso mesmo",
    "ok",
    "okay",
    "beleza",
    "fechado",
    "pode ser feito",
    "faz",
    "pode fazer",
    "tá certo",
    "certo",
    "perfeito",
    "vai",
    "bora",
    "positivo",
    "com certeza",
    "claro",
    "👍",
];
const NO: [&str; 20] = [
    "não",
    "nao",
    "Não!",
    "deixa",
    "deixa pra lá",
    "cancela",
    "cancelar",
    "esquece",
    "para",
    "não faz",
    "nem pensar",
    "de jeito nenhum",
    "negativo",
    "não quero",
    "melhor não",
    "não, obrigado",
    "rejeito",
    "agora não",
    "desiste",
    "não pode",
];
/// Neither: doubts, conditions, questions, other matters, words about others.
const NEITHER: [&str; 40] = [
    "sim, mas só amanhã",
    "acho que sim",
    "pode ser",
    "não sei",
    "talvez",
    "será?",
    "confirma depois",
    "quem mandou fazer isso?",
    "o João disse sim",
    "o cliente confirmou a entrega",
    "sim ou não?",
    "se o preço for bom, sim",
    "quando eu falar sim você faz",
    "não, pode mandar",
    "sim, não",
    "quase isso",
    "depende",
    "vou ver com o gerente",
    "espera",
    "peraí",
    "só um minuto",
    "o que muda?",
    "quantos itens?",
    "por quê?",
    "como assim?",
    "e o frete?",
    "tem herbicida em estoque?",
    "qual o horário da loja?",
    "bom dia",
    "obrigado",
    "hum",
    "...",
    "?",
    "sei lá",
    "confirma pra mim o endereço",
    "a nota já foi confirmada?",
    "ele não confirmou",
    "diz que sim pro fornecedor",
    "ok google",
    "simplesmente não entendi",
];

/// A model that would confirm whatever it is given, also where it is asked what a reply means.
fn eager(asked: &celeiro_tests::provider::ReceivedRequest) -> Reply {
    match asked.user().contains("preço para") {
        true => Reply::call("set_price", &json!({ "item": "DEMO-FUN-0002", "price": 500 })),
        false => Reply::call("respond_to_confirmation", &json!({ "intent": "confirm", "confidence": 1 })),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_runs_but_the_live_card_and_that_on_a_yes_alone() {
    let world = World::with_reader(&[], eager, eager).await;
    let before = world.checksum().await;
    let mut rng = ChaCha8Rng::seed_from_u64(16);
    let count = choose_size(40, 500);
    let (mut yes, mut no, mut neither) = (0, 0, 0);
    for at in 0..count {
        let (list, kind): (&[&str], _) = match at % 10 {
            0..3 => (&YES, 'y'),
            3..6 => (&NO, 'n'),
            _ => (&NEITHER, '?'),
        };
        let said = list.choose(&mut rng).unwrap();
        let said = match rng.random_range(0..4) {
            0 => said.to_uppercase(),
            1 => format!("  {said} "),
            2 => format!("{said}."),
            _ => (*said).to_owned(),
        };
        let response = world.ask("preço para 500 no DEMO-FUN-0002").await;
        let id = card(&response).action_id;
        world.go_on(response.conversation_id, &said).await;
        let state = world.action(id).await.state;
        match kind {
            'y' => yes += usize::from(state == ActionState::Executed),
            'n' => no += usize::from(state != ActionState::Executed),
            _ => neither += usize::from(state != ActionState::Executed),
        }
        let is_allowed = state != ActionState::Executed || kind == 'y';
        assert!(is_allowed, "«{said}» confirmed");
        if state == ActionState::Executed {
            world.undo(id).await;
        }
        assert_eq!(world.checksum().await, before, "«{said}»: nothing else changed");
    }
    println!(
        "words: {count} replies, {yes} clear yeses ran their card; {no} noes and {neither} others ran none"
    );
    // A yes that is not understood costs a click; a program that understands none would pass all the rest.
    assert!(yes * 10 >= count * 3 / 10 * 8, "control: {yes} of {} yeses ran", count * 3 / 10);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_with_nothing_waiting_runs_nothing_however_often() {
    let world = World::with_reader(&[], eager, eager).await;
    let before = world.checksum().await;
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let count = choose_size(40, 1_000);
    let mut conversation = None;
    for at in 0..count {
        let said = YES.choose(&mut rng).unwrap();
        let response = match conversation.filter(|_| at % 5 != 0) {
            Some(conversation) => world.go_on(conversation, said).await,
            None => world.ask(said).await,
        };
        conversation = Some(response.conversation_id);
        assert!(response.pending.is_empty(), "«{said}»");
    }
    assert_eq!((world.checksum().await, world.actions(None).await.len()), (before, 0));
    println!("words: {count} yeses with nothing waiting, 0 writes");
    world.close().await;
}
