//! How often a person is asked: once for each turn that writes, however much it writes and whatever the model
//! does, and not at all in a turn that writes nothing.

use super::choose_size;
use crate::support::World;
use celeiro_tests::provider::{ReceivedRequest, Reply, Says};
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

/// What a seller wants of a turn. Its words carry what the scripted model reads off them.
#[derive(Debug, Clone, Copy)]
enum Turn {
    /// A question; nothing is written.
    Ask,
    /// So many prices, all in one round.
    Raise(usize),
    /// So many prices, one in each round: what a model does that cannot call several tools at once.
    RaiseOneByOne(usize),
    /// A price and a question that is to be stored.
    RaiseAndStore,
}

impl Turn {
    fn draw(rng: &mut ChaCha8Rng) -> Self {
        let count = rng.random_range(2..=20);
        *[
            Self::Ask,
            Self::Ask,
            Self::Raise(1),
            Self::Raise(count),
            Self::RaiseOneByOne(count),
            Self::RaiseAndStore,
        ]
        .choose(rng)
        .unwrap()
    }

    /// `lot` sets the prices, so that no turn asks for prices that are in force.
    fn message(self, lot: usize) -> String {
        let wanted = match self {
            Self::Ask => "quais fungicidas temos?".to_owned(),
            Self::Raise(count) => format!("muda os preços juntos de {count} fungicidas"),
            Self::RaiseOneByOne(count) => format!("muda os preços um a um de {count} fungicidas"),
            Self::RaiseAndStore => "muda o preço e cadastra a pergunta".to_owned(),
        };
        format!("{wanted}, lote {lot}")
    }
}

/// The model: it searches first, then calls what the message wants.
fn reply_to(asked: &ReceivedRequest) -> Reply {
    let (message, round) = (asked.user(), asked.tool_results().len());
    // What the person says last; earlier turns stand before it.
    let last = ["muda ", "quais "].iter().filter_map(|word| message.rfind(word)).max().unwrap_or_default();
    let message = message[last..].to_owned();
    if round == 0 {
        return Reply::call("catalog_search", &json!({ "vector_query": "fungicida", "limit": 10 }));
    }
    let numbers: Vec<usize> = message.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    let lot = numbers.last().copied().unwrap_or_default();
    let number = |at: usize| {
        json!({ "item": format!("DEMO-FUN-{:04}", at + 1), "price": 100 + at + 50 * lot }).to_string()
    };
    let calls = |count: usize| {
        (0..count)
            .fold(Says::new(&[]), |says, at| says.and_call(&format!("c-{at}"), "set_price", &number(at)))
    };
    let count = numbers.first().copied().unwrap_or(1);
    match message.as_str() {
        text if text.contains("um a um") => {
            Reply::Says(Says::new(&[]).and_call("one", "set_price", &number(round)))
        }
        text if text.contains("juntos") => Reply::Says(calls(count)),
        text if text.contains("cadastra") => Reply::Says(calls(1).and_call(
            "store",
            "create_faq",
            &json!({ "question": "Abre sábado?", "answer": "Sim." }).to_string(),
        )),
        _ => Reply::in_pieces(&["Temos estes. [1]"]),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_asks_at_most_once_and_a_question_never() {
    let world = World::new(reply_to).await;
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (days, mut turns, mut cards, mut writes, mut most) = (choose_size(6, 200), 0, 0, 0, 0);
    for _ in 0..days {
        let mut conversation = None;
        for _ in 0..rng.random_range(3..7) {
            let turn = Turn::draw(&mut rng);
            let response = match conversation {
                None => world.ask(&turn.message(turns)).await,
                Some(id) => world.go_on(id, &turn.message(turns)).await,
            };
            conversation = Some(response.conversation_id);
            let asked = response.pending.len();
            let expected = usize::from(!matches!(turn, Turn::Ask));
            assert_eq!(asked, expected, "{turn:?}: {response:?}");
            let changed: usize = response.pending.iter().map(|pending| pending.card.changed as usize).sum();
            if let Turn::Raise(count) = turn {
                assert_eq!(changed, count, "one card for all of {turn:?}");
            }
            (turns, cards, writes, most) = (turns + 1, cards + asked, writes + changed, most.max(changed));
            for pending in &response.pending {
                match rng.random_bool(0.7) {
                    true => world.confirm(pending.action_id).await.map(drop).unwrap(),
                    false => world.reject(pending.action_id).await.map(drop).unwrap(),
                }
            }
        }
    }
    assert!(most >= 5 && cards > 0, "control: cards of several writes came");
    println!(
        "effort: {days} days, {turns} turns, {cards} cards for {writes} writes (at most {most} on one), no turn asked twice"
    );
    world.close().await;
}
