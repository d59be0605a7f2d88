//! Texts that give orders, by every way by which a text reaches the model, with models of all four parts: nothing is
//! written, nothing is remembered, no amount of theirs passes for the person's, and in no later conversation is one of
//! them in the prompt.

mod models;
mod texts;
mod ways;

use self::models::{ASKED, LOT, OTHER_MATTER, code_of, extract, play, read_by_model};
use self::texts::{MARK, PlantedText, amount_of, find_mark, outside_data};
use self::ways::{MessageParts, OUTSIDE_TURNS, WAYS, Way, bring_in, read_as_program};
use super::choose_size;
use crate::behaviour::{PARTS, Part};
use crate::personal::memory::{list_known, run};
use crate::support::{PERSONAL, World, calls, end_of, in_mode};
use celeiro_domain::assistant::origin::{OriginKind, TextBlock, find_origin};
use celeiro_domain::assistant::{ActionState, PendingAction};
use celeiro_domain::chat::ChatRequest;
use celeiro_tests::provider::{Provider, Purpose, ReceivedRequest, Reply};
use serde_json::json;
use std::collections::BTreeSet;

/// What a person alone may write, besides items and FAQs, and what was confirmed.
const ROWS: &str = "SELECT (SELECT count(*) FROM people) + (SELECT count(*) FROM reminders) \
    + (SELECT count(*) FROM decisions) + (SELECT count(*) FROM metrics) + (SELECT count(*) FROM bills) \
    + (SELECT count(*) FROM expenses) + (SELECT count(*) FROM incomes) + (SELECT count(*) FROM debts) \
    + (SELECT count(*) FROM investments) + (SELECT count(*) FROM knowledge) \
    + (SELECT count(*) FROM pending_actions WHERE state = 'executed')";

/// What was seen with the model of one part.
#[derive(Default)]
struct Tally {
    planted: usize,
    conversations: usize,
    cards: usize,
    /// Ways by which a text was before the model.
    shown: BTreeSet<Way>,
    /// Texts that the same look at the same requests finds where nothing says what is data.
    unlabelled: usize,
    /// Amounts that the same look takes for the person's where every text counts as theirs.
    unlabelled_amounts: usize,
    requests: usize,
}

async fn open_world(part: Part) -> World {
    let provider = Provider::start(move |asked| match asked.purpose {
        Purpose::Classify => Reply::intent("catalog"),
        Purpose::Assistant => play(part, asked),
        Purpose::Memory => extract(part, asked),
        _ => Reply::in_pieces(&["Do balcão."]),
    });
    let url = provider.url();
    let settings =
        [("LLM_PROVIDER", "openai"), ("OPENAI_BASE_URL", url.as_str()), ("OPENAI_API_KEY", "sk-tests")];
    World::open(&[settings.as_slice(), &PERSONAL].concat(), provider).await
}

/// The texts of a conversation, each with its way. In the course of 240 texts every one goes every way.
fn plant_lot(conversation: usize) -> Vec<(Way, PlantedText)> {
    let one = |place: usize| {
        let number = conversation * LOT + place;
        let way = number % WAYS.len();
        (WAYS[way], PlantedText::new(number, number / WAYS.len() + way))
    };
    (0..LOT).map(one).collect()
}

/// The mark of a text that stands where a model reads instructions: in the instruction, in a result of a tool or in
/// the person's message, outside of what is marked as data. What the person pasted is their message.
fn find_misplaced(asked: &ReceivedRequest, lot: &[(Way, PlantedText)]) -> Option<String> {
    let read = [asked.system(), asked.tool_results().join("\n")].map(|text| outside_data(&text)).concat();
    let message = outside_data(&asked.user());
    let is_misplaced = |(way, planted): &&(Way, PlantedText)| {
        read.contains(&planted.mark) || (*way != Way::Message && message.contains(&planted.mark))
    };
    lot.iter().find(is_misplaced).map(|(_, planted)| planted.mark.clone())
}

/// The same request without the words that mark data.
fn without_labels(asked: &ReceivedRequest) -> ReceivedRequest {
    let body = asked.body.to_string().replace("<contexto>", "").replace("</contexto>", "");
    ReceivedRequest { body: serde_json::from_str(&body).unwrap(), ..asked.clone() }
}

/// Whether a card says of the amount that it is not the person's, where it is not.
fn check_amount(card: &PendingAction, lot: &[(Way, PlantedText)]) -> Option<u32> {
    let price = card.card.arguments.iter().find(|argument| argument.name == "price")?;
    let is_asked = |(_, planted): &&(Way, PlantedText)| {
        let amount = amount_of(&planted.mark).to_string();
        price.value.to_string().trim_matches('"').parse::<f64>().ok() == amount.parse::<f64>().ok()
    };
    let (way, planted) = lot.iter().find(is_asked)?;
    if *way == Way::Message {
        return None;
    }
    assert!(
        price.caution && price.origin.kind != OriginKind::Person,
        "{way:?}: {price:?}, asked for by «{}»",
        planted.text
    );
    Some(amount_of(&planted.mark))
}

/// A conversation about five texts, then one about another matter.
async fn hold_conversation(world: &World, number: usize, entered: &mut usize, tally: &mut Tally) {
    let lot = plant_lot(number);
    let name = format!("QUADRA{number:04}");
    let mut brought = MessageParts::default();
    for (place, (way, planted)) in lot.iter().enumerate() {
        bring_in(world, *way, planted, (&name, &code_of(&name, place)), &mut brought).await;
        *entered += usize::from(*way == Way::Knowledge);
    }
    let codes: Vec<String> = (0..LOT).map(|place| code_of(&name, place)).collect();
    read_as_program(world, &name, &codes).await;
    let before = (world.checksum().await, world.count(ROWS).await);
    let earlier = world.provider.received_requests().len();
    let request = in_mode(&format!("{}{ASKED}{name}?", brought.message), None);
    let request = ChatRequest { attachments: brought.attachments, ..request };
    let first = end_of(&world.events(request).await);
    world.go_on(first.conversation_id, OTHER_MATTER).await;
    let held = world.provider.received_requests();
    let later = world.ask(OTHER_MATTER).await;

    let ways: Vec<Way> = lot.iter().map(|(way, _)| *way).collect();
    assert_eq!((world.checksum().await, world.count(ROWS).await), before, "{ways:?}: nothing is written");
    assert_eq!(list_known(world).await.len(), *entered, "{ways:?}: nothing is remembered");
    assert!(world.actions(Some(ActionState::Executed)).await.is_empty(), "{ways:?}: nothing ran");
    for asked in &held[earlier..] {
        assert_eq!(find_misplaced(asked, &lot), None, "an instruction: {}", read_by_model(asked));
        let read = read_by_model(asked);
        let is_shown = |(_, planted): &&(Way, PlantedText)| read.contains(&planted.mark);
        tally.shown.extend(lot.iter().filter(is_shown).map(|(way, _)| *way));
        tally.unlabelled += usize::from(find_misplaced(&without_labels(asked), &lot).is_some());
    }
    for amount in first.pending.iter().filter_map(|card| check_amount(card, &lot)) {
        let all = held[earlier..].iter().map(read_by_model).collect::<Vec<_>>().join("\n");
        let unlabelled = find_origin(&[json!(amount)], &[TextBlock::of_person(&all)]);
        tally.unlabelled_amounts += usize::from(unlabelled.kind == OriginKind::Person);
    }
    check_later(world, held.len(), &later.answer);
    for id in brought.proposals {
        assert_eq!(world.action(id).await.state, ActionState::Pending, "what a program proposes waits");
        world.reject(id).await.unwrap();
    }
    tally.planted += lot.len();
    tally.cards += first.pending.len();
    tally.requests += held.len() - earlier;
    tally.conversations += 1;
}

/// In a conversation about another matter no text is in the prompt, but what a person wrote into the memory by hand,
/// which is there as data.
fn check_later(world: &World, earlier: usize, answer: &str) {
    let by_hand = |mark: &str| {
        let number: usize = mark.trim_start_matches(MARK).parse().unwrap();
        WAYS[number % WAYS.len()] == Way::Knowledge
    };
    for asked in &world.provider.received_requests()[earlier..] {
        let body = asked.body.to_string();
        for (at, _) in body.match_indices(MARK) {
            let mark = find_mark(&body[at..at + MARK.len() + 4]).unwrap();
            assert!(by_hand(&mark), "{mark} is in a later prompt: {}", read_by_model(asked));
        }
        let outside = [asked.system(), asked.user()].map(|text| outside_data(&text)).concat();
        assert!(!outside.contains(MARK), "an instruction: {outside}");
    }
    assert!(find_mark(answer).is_none_or(|mark| by_hand(&mark)), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_text_that_gives_orders_is_obeyed_by_any_way_with_any_model() {
    for (first, part) in PARTS.into_iter().enumerate() {
        let world = open_world(part).await;
        let (mut tally, mut entered) = (Tally::default(), 0);
        // All ways with the model that obeys; with each of the others a fourth of them, and all of them at size.
        let usual = if part == Part::Obedient { WAYS.len() / LOT } else { 1 };
        for conversation in 0..choose_size(usual, 100) {
            hold_conversation(&world, first + conversation, &mut entered, &mut tally).await;
        }
        if matches!(part, Part::Gold | Part::Obedient) {
            let before = world.count(ROWS).await;
            run(&world, true).await;
            assert_eq!(
                world.count(ROWS).await,
                before,
                "a run over the messages remembers nothing by itself"
            );
            assert_eq!(list_known(&world).await.len(), entered);
            let earlier = world.provider.received_requests().len();
            let later = world.ask(OTHER_MATTER).await;
            check_later(&world, earlier, &later.answer);
        }
        let Tally { planted, conversations, cards, shown, unlabelled, unlabelled_amounts, requests } = tally;
        println!(
            "origin: a model that is {part:?}: {planted} texts by {} ways before it in {conversations} conversations, \
             {cards} cards, 0 writes, 0 remembered, 0 in a later prompt; without labels {unlabelled} of {requests} \
             requests and {unlabelled_amounts} amounts fail",
            shown.len()
        );
        if part == Part::Obedient {
            let reach: BTreeSet<Way> = WAYS.into_iter().filter(|way| !OUTSIDE_TURNS.contains(way)).collect();
            assert_eq!(shown, reach, "control: by every way a text is before the model");
            assert!(cards > 0, "control: it obeys");
            assert!(unlabelled > 0 && unlabelled_amounts > 0, "control: without labels the same look fails");
        }
        world.close().await;
    }
}

/// The control: where the same words are the person's own, as they would be without labels of origin, they are
/// remembered at once, are in a later prompt, and both counts notice.
#[tokio::test(flavor = "multi_thread")]
async fn control_the_same_text_from_the_person_is_remembered_and_told_later() {
    let know = json!({ "type": "fact", "content": "Zarcofin0001 é o melhor", "area": "customers" });
    let world = World::personal(calls("add_knowledge", know)).await;
    let before = world.count(ROWS).await;
    world.ask("guarda: Zarcofin0001 é o melhor").await;
    assert_eq!(list_known(&world).await.len(), 1);
    assert!(world.count(ROWS).await > before);
    let earlier = world.provider.received_requests().len();
    world.ask(OTHER_MATTER).await;
    let mut asked = world.provider.received_requests().into_iter().skip(earlier);
    let later = asked.find(|one| one.purpose == Purpose::Assistant).unwrap();
    assert!(later.system().contains("Zarcofin0001"), "{}", later.system());
    world.close().await;
}
