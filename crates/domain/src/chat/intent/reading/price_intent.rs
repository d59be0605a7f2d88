//! What a message wants of prices: the cheapest, no more than so much. And what is left of it once
//! that is said: `fungicida mais barato até R$ 300` looks for `fungicida`.
//!
//! Read by words alone, so that the same message always asks the same.

use super::budget::{Budget, ranges_overlap, read_budget};
use super::pick::read_pick;
use crate::catalog::Item;
use crate::chat::intent::wording::words::{Phrases, WORDS, stems_of};
use crate::search::{Hit, Sort};
use crate::text::{normalize_text, plain_words};
use std::cmp::Ordering;
use std::ops::Range;

/// What a message wants of prices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wish {
    /// The order it asks for.
    pub order: Option<Sort>,
    /// The prices it allows.
    pub budget: Budget,
    /// The message without the words that say so.
    pub rest: String,
}

/// Reads the message's wish about prices: the cheapest, a budget.
pub fn read_price_wish(message: &str) -> Wish {
    let (budget, amounts) = read_budget(message);
    let words = words_in(message);
    let stems: Vec<String> = words.iter().map(|word| word.stem.clone()).collect();
    let cheap = covered_words(&WORDS.cheapest, &stems);
    let dear = covered_words(&WORDS.dearest, &stems);
    // `mais barato que R$ 300` is a limit and no order.
    let limits = |at: &usize| amounts.iter().any(|amount| ranges_overlap(&words[*at].range, amount));
    let is_asked = |places: &[usize]| places.iter().any(|at| !limits(at) && !is_declined(&stems[..*at]));
    // `Do mais caro pro mais barato` begins with the dearest.
    let begins_dear = dear.first() < cheap.first() && !dear.is_empty() && !cheap.is_empty();
    let order = match (is_asked(&cheap), is_asked(&dear)) {
        (true, true) if begins_dear => Some(Sort::PriceDesc),
        (true, _) => Some(Sort::PriceAsc),
        (false, true) => Some(Sort::PriceDesc),
        (false, false) => None,
    };
    let said: Vec<Range<usize>> =
        cheap.iter().chain(&dear).map(|at| words[*at].range.clone()).chain(amounts).collect();
    Wish { order, budget, rest: remove_price_words(message, &said) }
}

/// Puts `hits` in the order asked for, those without a price last.
pub(crate) fn order_by_price(hits: &mut [Hit], order: Option<Sort>) {
    if matches!(order, Some(Sort::PriceAsc | Sort::PriceDesc)) {
        hits.sort_by(|a, b| by_price(a, b, order == Some(Sort::PriceDesc)));
    }
}

/// Orders hits by price; hits without a price come last.
fn by_price(a: &Hit, b: &Hit, dearest_first: bool) -> Ordering {
    let price = |hit: &Hit| hit.item.as_ref().and_then(Item::least_price);
    match (price(a), price(b)) {
        (Some(a), Some(b)) if dearest_first => b.cmp(&a),
        (Some(a), Some(b)) => a.cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Whether a person says that they do not want it: `não precisa ser o mais barato`. `Não tem um mais
/// barato?` asks for it.
fn is_declined(before: &[String]) -> bool {
    let near = &before[before.len().saturating_sub(5)..];
    let has = |words: [&str; 4]| near.iter().any(|stem| words.iter().any(|word| stem == &stems_of(word)[0]));
    has(["nao", "not", "nem", "don"]) && has(["quero", "precisa", "want", "necessariamente"])
}

/// A word with its place in the message.
struct PlacedPhrase {
    stem: String,
    range: Range<usize>,
}

/// The words of a message as [`stems_of`] reads them, with the places of the blanks-delimited parts
/// that they stand in.
fn words_in(message: &str) -> Vec<PlacedPhrase> {
    let parts = message.split_whitespace().map(|part| {
        let start = part.as_ptr() as usize - message.as_ptr() as usize;
        (part, start..start + part.len())
    });
    parts
        .flat_map(|(part, range)| {
            stems_of(part).into_iter().map(move |stem| PlacedPhrase { stem, range: range.clone() })
        })
        .collect()
}

/// The places of all stems that belong to a phrase.
fn covered_words(phrases: &Phrases, stems: &[String]) -> Vec<usize> {
    let outside = phrases.outside(stems);
    (0..stems.len()).filter(|at| !outside.contains(at)).collect()
}

/// The message without the parts that overlap `said`; as it is where nothing is said.
fn remove_price_words(message: &str, said: &[Range<usize>]) -> String {
    if said.is_empty() {
        return message.to_owned();
    }
    let kept = message.split_whitespace().filter(|part| {
        let start = part.as_ptr() as usize - message.as_ptr() as usize;
        !said.iter().any(|said| ranges_overlap(&(start..start + part.len()), said))
    });
    let kept: Vec<&str> = kept.collect();
    // What is left of `fungicida, até R$ 300`.
    kept.join(" ").trim_end_matches([' ', ',', ';', ':', '-']).to_owned()
}

/// Whether a message asks how far two prices are apart: `quanto a mais?`, `a diferença entre as duas dá quanto?`.
pub(super) fn asks_price_difference(message: &str) -> bool {
    let stems = stems_of(message);
    let has = |word: &str| stems_of(word).iter().all(|stem| stems.contains(stem));
    let asks_how_much = has("quanto") || (has("how") && has("much"));
    let says_so = asks_how_much && (has("diferença") || has("difference"));
    // `Os dois mais baratos quanto dá?` asks what they cost.
    let picks_several = || read_pick(message).is_some_and(|pick| pick.many > 1);
    says_so
        || ((WORDS.difference.are_in(&stems) || (asks_how_much && compares_two(message))) && !picks_several())
}

/// `Quanto ela é mais cara que a comum?`; `quanto é o mais barato que tem?` compares no two.
fn compares_two(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let asked = words.iter().position(|word| matches!(*word, "quanto" | "much"));
    asked.is_some_and(|asked| {
        words[asked..].windows(5).any(|run| {
            // `Quanto custa um mais barato que esse?` looks for another one.
            let is_sought = matches!(run[0], "um" | "uma" | "algum" | "alguma" | "algo" | "outro" | "outra");
            let compares = matches!(
                (run[1], run[2], run[3]),
                ("mais", "caro" | "cara" | "caros" | "caras" | "barato" | "barata", "que" | "do")
                    | ("more", "expensive", "than")
            );
            let is_limit = run[4] == "r" || run[4].starts_with(|c: char| c.is_ascii_digit());
            let offers =
                matches!(run[4], "tem" | "voces" | "voce" | "ha" | "vende" | "vendem" | "existe" | "da");
            compares && !is_sought && !is_limit && !offers
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Price;
    use crate::chat::types::sources::tests::item_hit;
    use proptest::prelude::*;

    fn price(text: &str) -> Option<Price> {
        (!text.is_empty()).then(|| Price::parse(text).expect("a price"))
    }

    #[test]
    fn the_order_by_price_is_understood_and_left_out_of_what_is_looked_for() {
        for (message, order, rest) in [
            ("qual o fungicida mais barato?", Sort::PriceAsc, "qual o fungicida"),
            ("o herbicida mais em conta para soja", Sort::PriceAsc, "o herbicida para soja"),
            ("fungicida com menor preço", Sort::PriceAsc, "fungicida com"),
            ("não tem um adubo mais barato?", Sort::PriceAsc, "não tem um adubo"),
            ("cheapest fungicide for soybean", Sort::PriceAsc, "fungicide for soybean"),
            ("qual o pulverizador mais caro", Sort::PriceDesc, "qual o pulverizador"),
            ("what is the most expensive seed?", Sort::PriceDesc, "what is the seed?"),
            ("lista as enxadas da mais cara pra mais barata", Sort::PriceDesc, "lista as enxadas da pra"),
        ] {
            let wish = read_price_wish(message);
            assert_eq!((wish.order, wish.rest.as_str()), (Some(order), rest), "{message}");
            assert!(wish.budget.is_open(), "{message}");
        }
    }

    #[test]
    fn amounts_are_limits() {
        for (message, least, most, rest) in [
            ("fungicida até 200 reais", "", "200", "fungicida"),
            ("fungicida abaixo de R$ 300 para soja", "", "300", "fungicida para soja"),
            ("herbicida por menos de R$ 1.250,00?", "", "1250", "herbicida"),
            ("adubo, no máximo R$ 1,5 mil", "", "1500", "adubo"),
            ("semente acima de 500 reais", "500", "", "semente"),
            ("inseticida a partir de R$100", "100", "", "inseticida"),
            ("fungicida entre 100 e 200 reais", "100", "200", "fungicida"),
            ("fungicida de R$ 100 a R$ 200", "100", "200", "fungicida"),
            ("fungicida entre R$ 100 e R$ 200", "100", "200", "fungicida"),
            ("herbicida entre 100 e 300", "100", "300", "herbicida"),
            ("e até 300?", "", "300", "e"),
            ("luvas até 50 conto", "", "50", "luvas"),
            ("só tenho R$ 80, que luva levo?", "", "80", "que luva levo?"),
            ("R$ 300 no máximo, fungicida", "", "300", "fungicida"),
            ("fungicide under R$ 300", "", "300", "fungicide"),
            ("gloves for less than 50 reais", "", "50", "gloves for"),
            ("até 200 o saco de semente", "", "200", "o saco de semente"),
            ("semente na faixa de 200 e pouco o saco", "200", "250", "semente o saco"),
            ("luva na faixa de 50", "40", "60", "luva"),
            ("bomba de uns 300 reais", "240", "360", "bomba de"),
            ("kit de 200 e tantos reais", "200", "300", "kit de"),
            ("semente até 200 e pouco", "", "250", "semente"),
            ("em torno de R$ 100, luva", "80", "120", "luva"),
        ] {
            let wish = read_price_wish(message);
            let budget = Budget { least: price(least), most: price(most) };
            assert_eq!((wish.budget, wish.rest.as_str()), (budget, rest), "{message}");
        }
    }

    #[test]
    fn how_much_more_one_costs_than_another_asks_for_a_difference() {
        for message in ["quanto ela é mais cara que a comum?", "quanto esse é mais barato do que o outro?"]
        {
            assert!(asks_price_difference(message), "{message}");
        }
        for message in [
            "quanto é o mais barato que tem?",
            "quanto custa um mais barato que esse?",
            "é mais cara que a comum?",
            "os dois mais baratos quanto dá?",
        ] {
            assert!(!asks_price_difference(message), "{message}");
        }
    }

    #[test]
    fn a_limit_that_compares_is_no_order() {
        let wish = read_price_wish("fungicida mais barato que R$ 300");
        assert_eq!((wish.order, wish.budget.most), (None, price("300")));
        assert_eq!(wish.rest, "fungicida");
    }

    #[test]
    fn other_numbers_and_words_want_nothing_of_prices() {
        for message in [
            "fungicida para ferrugem da soja",
            "rende até 20 ha?",
            "galão de até 20 L",
            "aplicar até 3 vezes",
            "temperatura abaixo de 30 °C",
            "dose de 2 a 3 L/ha",
            "adubo 04-14-08",
            "tem 2,4-D?",
            "o de R$ 200",
            "under US$ 30",
            "cerca de 200 metros",
            "na faixa de 120 dias",
            "200 e poucos metros de tela",
            "quero uns 30",
            "pH na faixa de 6",
            "na faixa de 3 a 5 L/ha",
            "capinorte 480 SL",
            "cara, tem prodence?",
            "",
        ] {
            let wish = read_price_wish(message);
            assert_eq!(wish, Wish { rest: message.to_owned(), ..Wish::default() }, "{message}");
        }
        assert_eq!(read_price_wish("não precisa ser o mais barato").order, None);
    }

    #[test]
    fn hits_come_in_the_order_asked_for() {
        let names = |order| {
            let priced = [("a", Some("20")), ("b", None), ("c", Some("10")), ("d", Some("30"))];
            let mut hits: Vec<Hit> = priced.iter().map(|(name, price)| item_hit(name, *price, "")).collect();
            order_by_price(&mut hits, order);
            hits.into_iter().map(|hit| hit.item.expect("an item").name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(None), "a b c d");
        assert_eq!(names(Some(Sort::PriceAsc)), "c a d b");
        assert_eq!(names(Some(Sort::PriceDesc)), "d a c b");
    }

    #[test]
    fn a_range_may_be_said_from_its_end() {
        let budget = read_price_wish("luva entre 30 e 10 reais").budget;
        assert_eq!(budget, Budget { least: price("10"), most: price("30") });
    }

    proptest! {
        #[test]
        fn any_message_can_be_read(message in "(até |entre |e |R\\$ |[0-9]{1,9}|,|\\.| reais|mais barato|é|🌱| ){0,20}|\\PC{0,60}") {
            let wish = read_price_wish(&message);
            prop_assert!(wish.rest.len() <= message.len());
            if let (Some(least), Some(most)) = (wish.budget.least, wish.budget.most) {
                prop_assert!(least <= most);
            }
        }
    }
}
