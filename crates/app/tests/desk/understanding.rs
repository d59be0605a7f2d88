//! The desk without a model, held against conversations that were written by an author who had read
//! no rule (`tests/eval/desk`). Of the half that is held back only figures are printed.

use crate::support::World;
use celeiro_app::messages::translate;
use celeiro_domain::chat::answer::phrase::Phrase;
use celeiro_domain::chat::{ChatResponse, ChatSource, SourceKind};
use celeiro_domain::search::Lang;
use celeiro_domain::text::normalize_text;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use uuid::Uuid;

/// Least share of messages that are answered right, of those that rules were made after and of those that
/// are held back: a little below what was reached.
const LEAST_RIGHT: (f64, f64) = (0.87, 0.69);

#[derive(Deserialize)]
struct Conversation {
    id: String,
    turns: Vec<JudgedTurn>,
}

#[derive(Deserialize)]
struct JudgedTurn {
    text: String,
    expect: Expectation,
}

/// What an answer must show and say; see `tests/eval/README.md`.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Expectation {
    items_any: Vec<String>,
    items_first: Option<String>,
    items_none: Vec<String>,
    no_items: bool,
    faq: Option<String>,
    says_any: Vec<String>,
    says_none: Vec<String>,
    price_min: Option<f64>,
    price_max: Option<f64>,
    all_category: Option<String>,
}

/// How many messages were answered right, and a line for each that was not.
#[derive(Default)]
struct Verdicts {
    right: usize,
    all: usize,
    faults: String,
    /// How often each expectation was missed.
    missed: BTreeMap<String, usize>,
    /// Messages that were answered right, and all, by the first letter of the id: one for each author.
    authors: BTreeMap<char, (usize, usize)>,
}

impl Verdicts {
    fn share(&self) -> f64 {
        self.right as f64 / self.all as f64
    }

    /// Fails where the share of messages that were answered right is below `least`.
    fn reach(&self, name: &str, least: f64) {
        let Self { right, all, missed, authors, .. } = self;
        println!("desk, {name}: {right} of {all} right ({:.3}), {missed:?}, {authors:?}", self.share());
        assert!(self.share() >= least, "{name}: {right} of {all} right");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn conversations_of_the_rules_are_understood_without_a_model() {
    let verdicts = judge(include_str!("../../../../tests/eval/desk/dev.jsonl")).await;
    println!("{}", verdicts.faults);
    verdicts.reach("dev", LEAST_RIGHT.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn conversations_that_are_held_back_are_understood_without_a_model() {
    judge(include_str!("../../../../tests/eval/desk/held-back.jsonl"))
        .await
        .reach("held back", LEAST_RIGHT.1);
}

/// The answer to the last of the messages of one conversation.
async fn ask_last(world: &World, messages: &[&str]) -> ChatResponse {
    let (first, rest) = messages.split_first().unwrap();
    let mut response = world.ask(first).await;
    for message in rest {
        response = world.go_on(response.conversation_id, message).await;
    }
    response
}

#[tokio::test(flavor = "multi_thread")]
async fn a_counter_reckons_alternatives_apart_and_names_what_it_does_not_have() {
    let world = World::new(&[]).await;
    for (messages, said, unsaid) in [
        (
            &["ureia, quanto ta?", "quanto sai 40 sacos?", "e em toneladas, 2 toneladas dá quanto?"][..],
            "- 40 × **Ureia Agrícola 46% saco 50 kg**",
            "**Soma:**",
        ),
        (
            &["arame farpado", "quero 5 rolos", "e mais 2 kg de grampo"],
            "Não encontrei no catálogo: **grampo**",
            "Arame Liso",
        ),
        (
            &["isca de formiga, 10 pacotes", "e 1 kg dela quanto custa?"],
            "- 2 × **Formilha 3 GB sachê 500 g**",
            "**Soma:**",
        ),
        (
            &["3 toneladas de calcário dolomítico"],
            "**Calcário Dolomítico a granel tonelada**",
            "Calcário Calcítico a granel",
        ),
        (&["tem desconto à vista?"], "3% de desconto", "Não há uma resposta certa"),
        (&["tem desconto pagando no pix?"], "3% de desconto", "Não há uma resposta certa"),
    ] {
        let answer = ask_last(&world, messages).await.answer;
        assert!(answer.contains(said) && !answer.contains(unsaid), "{messages:?}: {answer}");
    }
    let several = ask_last(&world, &["produto para lagarta no milho"]).await;
    let items = several.sources.iter().filter(|source| source.cited && source.kind == SourceKind::Item);
    assert!(items.count() > 2, "{}", several.answer);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sick_animal_is_the_veterinarians_and_a_poisoned_one_the_poison_lines_too() {
    let world = World::new(&[]).await;
    let line = translate(Lang::PtBr, Phrase::Veterinarian.key());
    let sick = world.ask("minha vaca tá com febre, tem remédio?").await;
    assert!(sick.debug.safety.is_none() && !sick.debug.searches.is_empty(), "{}", sick.answer);
    assert!(sick.answer.contains(&line), "{}", sick.answer);
    let poisoned = world.ask("meu cachorro comeu isca de formiga").await;
    let help = translate(Lang::PtBr, Phrase::Poisoning.key());
    assert!(poisoned.answer.starts_with(&format!("{help}\n\n{line}")), "{}", poisoned.answer);
    let person = world.ask("meu filho comeu isca de formiga").await;
    assert!(person.answer.starts_with(&help) && !person.answer.contains(&line), "{}", person.answer);
    world.close().await;
}

async fn judge(set: &str) -> Verdicts {
    let world = World::new(&[]).await;
    let mut verdicts = Verdicts::default();
    for line in set.lines() {
        let conversation: Conversation = serde_json::from_str(line).unwrap();
        let mut at: Option<Uuid> = None;
        for turn in &conversation.turns {
            let response = match at {
                Some(at) => world.go_on(at, &turn.text).await,
                None => world.ask(&turn.text).await,
            };
            at = Some(response.conversation_id);
            let faults = find_faults(&turn.expect, &response);
            verdicts.all += 1;
            verdicts.right += usize::from(faults.is_empty());
            let author = verdicts.authors.entry(conversation.id.chars().next().unwrap()).or_default();
            *author = (author.0 + usize::from(faults.is_empty()), author.1 + 1);
            for fault in &faults {
                *verdicts.missed.entry(fault.clone()).or_default() += 1;
            }
            if !faults.is_empty() {
                let answer = response.answer.replace('\n', "\n      ");
                let (id, text) = (&conversation.id, &turn.text);
                let _ =
                    writeln!(verdicts.faults, "{id} > {text}\n   ! {}\n      {answer}", faults.join("; "));
            }
        }
    }
    world.close().await;
    verdicts
}

/// What is wrong with an answer: what it shows are the sources that it cites.
fn find_faults(expect: &Expectation, response: &ChatResponse) -> Vec<String> {
    let cited: Vec<&ChatSource> = response.sources.iter().filter(|source| source.cited).collect();
    let of_kind = |kind| cited.iter().copied().filter(move |source| source.kind == kind);
    let items: Vec<&ChatSource> = of_kind(SourceKind::Item).collect();
    let price = |item: &ChatSource| item.price.as_deref().map(|price| price.parse::<f64>().unwrap());
    let said = normalize_text(&response.answer);
    let says = |text: &String| said.contains(&normalize_text(text));
    let mut checks: HashMap<&str, bool> = HashMap::new();
    let among = |names: &[String]| items.iter().any(|item| names.iter().any(|name| is_named(item, name)));
    checks.insert("items_any", expect.items_any.is_empty() || among(&expect.items_any));
    checks.insert("items_none", !among(&expect.items_none));
    checks.insert("no_items", !expect.no_items || items.is_empty());
    let first = |name: &String| items.first().is_some_and(|item| is_named(item, name));
    checks.insert("items_first", expect.items_first.as_ref().is_none_or(first));
    let is_asked = |part: &String| {
        of_kind(SourceKind::Faq).any(|faq| normalize_text(&faq.title).contains(&normalize_text(part)))
    };
    checks.insert("faq", expect.faq.as_ref().is_none_or(is_asked));
    checks.insert("says_any", expect.says_any.is_empty() || expect.says_any.iter().any(says));
    checks.insert("says_none", !expect.says_none.iter().any(says));
    let within = |item: &&ChatSource| {
        price(item).is_none_or(|price| {
            expect.price_min.is_none_or(|least| price >= least)
                && expect.price_max.is_none_or(|most| price <= most)
        })
    };
    checks.insert("price", items.iter().all(within));
    let category = |item: &&ChatSource| expect.all_category.is_none() || item.category == expect.all_category;
    checks.insert("all_category", items.iter().all(category));
    let mut faults: Vec<String> =
        checks.into_iter().filter(|(_, holds)| !holds).map(|(name, _)| name.to_owned()).collect();
    faults.sort();
    faults
}

/// Whether an item is the one of a name or a code: expectations have either.
fn is_named(item: &ChatSource, name: &str) -> bool {
    item.title == name || item.external_id.as_deref() == Some(name)
}
