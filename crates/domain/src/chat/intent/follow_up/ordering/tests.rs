//! Orders in wordings of their own: what is counted, changed and held against money.

use crate::catalog::Item;
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::follow_up::follow_up;
use crate::chat::intent::reading::discount::PriceCut;
use crate::chat::types::sources::number_sources;
use crate::chat::types::sources::tests::item_hit;
use crate::chat::{ChatSource, HistoryMessage, Role};
use crate::search::Hit;
use crate::synonyms::SynonymIndex;
use rust_decimal::Decimal;
use uuid::Uuid;

mod changing;

fn shelf() -> Vec<Hit> {
    let things = [
        ("Enxada Larga com cabo", "Ferramentas", "58"),
        ("Regador Verde 10 L", "Irrigação", "30"),
        ("Cal Fina saco 20 kg", "Corretivos", "18.50"),
        ("Cal Fina balde 5 kg", "Corretivos", "9"),
        ("Bota Borracha par", "EPI", "56"),
    ];
    things
        .iter()
        .zip(1..)
        .map(|((name, category, price), id)| {
            let mut hit = item_hit(name, Some(price), "");
            if let Some(item) = hit.item.as_mut() {
                item.id = Uuid::from_u128(id);
                item.external_id = None;
                item.category = Some((*category).to_owned());
                item.tags = Vec::new();
            }
            hit
        })
        .collect()
}

fn message_of(role: Role, content: &str) -> HistoryMessage {
    HistoryMessage { role, content: content.into() }
}

/// What is asked after lists of things were shown, the newest first, and perhaps a sum.
fn ask(message: &str, lists: &[&[usize]], before: &str, answer: &str) -> Option<CatalogQuestion> {
    let hits = shelf();
    let items: Vec<Item> = hits.iter().filter_map(|hit| hit.item.clone()).collect();
    let shown: Vec<Vec<ChatSource>> = lists
        .iter()
        .map(|list| {
            let hits: Vec<Hit> = list.iter().map(|at| hits[*at].clone()).collect();
            number_sources(&hits, &[])
        })
        .collect();
    let history = [message_of(Role::User, before), message_of(Role::Assistant, answer)];
    follow_up(message, &history, &shown, &items, &SynonymIndex::default())
}

/// The counts as number and place on the shelf.
fn list_counts(question: Option<CatalogQuestion>) -> Vec<(String, u128)> {
    let counts = question.map(|question| question.counts).unwrap_or_default();
    let place = |id: Uuid| id.as_u128() - 1;
    counts.iter().filter_map(|count| Some((count.number.to_string(), place(count.record?)))).collect()
}

fn lines(expected: &[(u32, u128)]) -> Vec<(String, u128)> {
    expected.iter().map(|(number, place)| (number.to_string(), *place)).collect()
}

fn share_of(percent: u32) -> PriceCut {
    PriceCut::Share(Decimal::from(percent))
}

const SUM: &str = "- 3 × **Enxada Larga com cabo** (R$ 58,00) = R$ 174,00 [1]\n\
                   - 2 × **Bota Borracha par** (R$ 56,00) = R$ 112,00 [2]\n\n**Soma:** R$ 286,00";

#[test]
fn what_was_shown_is_counted_by_name_place_and_package() {
    for (message, expected) in [
        ("2 enxadas e 3 regadores", vec![(2, 0), (3, 1)]),
        ("5 do primeiro e 1 do terceiro", vec![(5, 0), (1, 2)]),
        ("2 sacos de cal e 4 baldes", vec![(2, 2), (4, 3)]),
        ("vou levar 2 regadores e uma enxada, quanto fica?", vec![(2, 1), (1, 0)]),
        ("preciso de 6 enxadas, quanto dá", vec![(6, 0)]),
    ] {
        assert_eq!(
            list_counts(ask(message, &[&[0, 1, 2, 3]], "ferramentas", "Temos.")),
            lines(&expected),
            "{message}"
        );
    }
}

#[test]
fn one_of_each_means_what_the_message_before_named() {
    let before = "quero uma enxada, um regador e cal";
    for message in ["um de cada", "one of each", "soma tudo", "1 de cada, a cal é a de balde"] {
        let counts = list_counts(ask(message, &[&[0, 1, 2, 3]], before, "Temos."));
        let places: Vec<u128> = counts.iter().map(|(_, place)| *place).collect();
        assert_eq!(places[..2], [0, 1], "{message}");
        assert_eq!(places.len(), 3, "{message}");
    }
}

#[test]
fn an_order_is_changed() {
    for (message, expected) in [
        ("tira a bota", vec![(3, 0)]),
        ("tira uma enxada", vec![(2, 0), (2, 4)]),
        ("tira uma enxada e a bota", vec![(2, 0)]),
        ("tira uma enxada e bota", vec![(2, 0)]),
        ("tira a bota e duas enxadas", vec![(1, 0)]),
        ("sem as enxadas fica quanto?", vec![(2, 4)]),
        ("só as botas", vec![(2, 4)]),
        ("põe mais 2 botas", vec![(3, 0), (4, 4)]),
        ("bota mais um regador", vec![(3, 0), (2, 4), (1, 1)]),
        ("take off the enxada", vec![(2, 4)]),
    ] {
        assert_eq!(
            list_counts(ask(message, &[&[0, 4], &[1, 2, 3]], "soma", SUM)),
            lines(&expected),
            "{message}"
        );
    }
}

#[test]
fn a_sum_is_held_against_money() {
    for (message, limit) in [
        ("cabe em 300?", 300),
        ("passa de mil reais?", 1000),
        ("fica dentro de 250?", 250),
        ("com 500 dá?", 500),
    ] {
        let question = ask(message, &[&[0, 4]], "soma", SUM).unwrap_or_else(|| panic!("{message}"));
        assert_eq!(question.limit, Some(Decimal::from(limit)), "{message}");
        assert_eq!(list_counts(Some(question)), lines(&[(3, 0), (2, 4)]), "{message}");
    }
    assert_eq!(ask("tem bota até 300?", &[&[0, 4]], "soma", SUM).and_then(|asked| asked.limit), None);
}

#[test]
fn money_buys_what_was_shown() {
    for (message, money) in [
        ("quantas compro com 500 reais?", 500),
        ("com mil reais levo quantas?", 1000),
        ("how many can I get for 200 reais?", 200),
    ] {
        let question = ask(message, &[&[0]], "enxada", "Temos.").unwrap_or_else(|| panic!("{message}"));
        assert_eq!((question.money, question.records.len()), (Some(Decimal::from(money)), 1), "{message}");
    }
}

const ALTERNATIVES: &str = "- 40 × **Cal Fina saco 20 kg** (R$ 18,50) = R$ 740,00 [1]\n\
                            - 40 × **Cal Fina balde 5 kg** (R$ 9,00) = R$ 360,00 [2]";

#[test]
fn alternatives_are_no_order() {
    let ask_message = |message: &str| {
        ask(message, &[&[2, 3]], "quanto sai 40 sacos?", ALTERNATIVES).unwrap_or_else(|| panic!("{message}"))
    };
    let tonnes = ask_message("e em toneladas, 2 toneladas dá quanto?");
    assert_eq!((tonnes.records.len(), tonnes.counts.len()), (2, 1), "{tonnes:?}");
    let count = &tonnes.counts[0];
    assert_eq!((count.number, count.unit.as_deref(), count.record), (Decimal::TWO, Some("toneladas"), None));
    let unshown = ask_message("e mais 2 kg de grampo");
    assert_eq!((unshown.query.as_str(), unshown.records.len()), ("grampo", 0), "{unshown:?}");
    assert_eq!((unshown.counts.len(), unshown.counts[0].unit.as_deref()), (1, Some("kg")));
}

#[test]
fn a_measure_is_so_many_packages_of_what_was_ordered() {
    let one = "- 3 × **Cal Fina balde 5 kg** (R$ 9,00) = R$ 27,00 [1]";
    for (message, number) in [("e 22 kg dela quanto custa?", 5), ("e mais 22 kg dela, quanto custa?", 8)] {
        assert_eq!(
            list_counts(ask(message, &[&[3]], "cal, 3 baldes", one)),
            lines(&[(number, 3)]),
            "{message}"
        );
    }
}

#[test]
fn what_is_put_in_while_something_is_taken_out_is_not_dropped() {
    for message in ["esquece a bota, só a enxada e 1 grampo", "tira a bota e põe 1 grampo"] {
        let question = ask(message, &[&[0, 4]], "soma", SUM).unwrap_or_else(|| panic!("{message}"));
        let looked_for = question.counts.last().map(|count| (count.number, count.words.clone()));
        assert_eq!(looked_for, Some((Decimal::ONE, vec!["grampo".to_owned()])), "{message}");
        assert_eq!(list_counts(Some(question)), lines(&[(3, 0)]), "{message}");
    }
    let more = ask("tira a bota e põe 1 enxada", &[&[0, 4]], "soma", SUM);
    assert_eq!(list_counts(more), lines(&[(4, 0)]));
    let shown = ask("tira a bota e põe 2 regador", &[&[0, 1, 4]], "soma", SUM);
    assert_eq!(list_counts(shown), lines(&[(3, 0), (2, 1)]));
}

#[test]
fn what_is_not_there_leaves_the_sum_as_it_is_and_is_named() {
    let ask_message =
        |message: &str| ask(message, &[&[0, 4]], "soma", SUM).unwrap_or_else(|| panic!("{message}"));
    let added = ask_message("e mais 2 kg de grampo");
    assert_eq!(added.counts.last().map(|count| count.words.clone()), Some(vec!["grampo".to_owned()]));
    assert_eq!(list_counts(Some(added)), lines(&[(3, 0), (2, 4)]));
    for (message, left) in [
        ("tira os grampos", vec![(3, 0), (2, 4)]),
        ("pode tirar os grampos?", vec![(3, 0), (2, 4)]),
        ("tira os grampos e a bota", vec![(3, 0)]),
    ] {
        let question = ask_message(message);
        assert_eq!(question.not_in_sum, ["grampos"], "{message}");
        assert_eq!(list_counts(Some(question)), lines(&left), "{message}");
    }
    for message in ["soma tudo", "quanto deu?", "qual o total?", "e quanto deu tudo?"] {
        let question = ask_message(message);
        assert!(question.not_in_sum.is_empty(), "{message}");
        assert_eq!(list_counts(Some(question)), lines(&[(3, 0), (2, 4)]), "{message}");
    }
}

#[test]
fn the_cheapest_of_what_was_shown_is_counted_whatever_is_said_of_a_discount() {
    let message = "quanto custa 3 do mais barato com 3% de desconto?";
    let question = ask(message, &[&[0, 1]], "ferramentas", "Temos.").expect("a count");
    assert_eq!(question.records, [Uuid::from_u128(2)]);
    assert_eq!(question.counts.iter().map(|count| count.number).collect::<Vec<_>>(), [Decimal::from(3)]);
}

#[test]
fn that_one_of_a_list_by_price_is_its_first() {
    let ask_after = |before: &str| ask("quero 3 desse", &[&[1, 0]], before, "Temos.").expect("a count");
    assert_eq!(list_counts(Some(ask_after("qual a ferramenta mais barata?"))), lines(&[(3, 1)]));
    assert_eq!(ask_after("tem ferramenta?").records.len(), 2, "of a list in no order either may be meant");
}

#[test]
fn what_orders_nothing_changes_no_order() {
    for message in ["obrigado", "tem regador?", "qual a garantia da enxada?", "sem problema, depois vejo"] {
        let question = ask(message, &[&[0, 4]], "soma", SUM);
        assert!(list_counts(question).is_empty(), "{message}");
    }
}

#[test]
fn a_package_of_each_and_several_that_were_shown_one_by_one_are_summed() {
    for message in
        ["me soma um saco de cada", "one bag of each", "as duas ficam em quanto?", "as duas dão quanto?"]
    {
        let counts = list_counts(ask(message, &[&[1], &[0]], "regador", "Temos."));
        let question =
            ask(message, &[&[1], &[0]], "regador", "Temos.").unwrap_or_else(|| panic!("{message}"));
        assert!(question.asks_total && question.records.len() == 2, "{message}: {question:?}");
        assert!(counts.iter().all(|(number, _)| number == "1"), "{message}: {counts:?}");
    }
}

#[test]
fn a_difference_of_prices_is_no_sum() {
    for message in
        ["a diferença entre as duas dá quanto?", "qual a diferença de preço?", "how much is the difference?"]
    {
        let question =
            ask(message, &[&[1], &[0]], "regador", "Temos.").unwrap_or_else(|| panic!("{message}"));
        assert!(question.asks_difference && !question.asks_total, "{message}: {question:?}");
    }
}

#[test]
fn a_number_alone_is_taken_off_the_one_thing_that_was_ordered() {
    let one = "- 12 × **Bota Borracha par** (R$ 56,00) = R$ 672,00 [1]";
    assert_eq!(list_counts(ask("tira duas", &[&[4]], "12 botas", one)), lines(&[(10, 4)]));
    let several = list_counts(ask("tira duas", &[&[0, 4]], "soma", SUM));
    assert!(several.is_empty(), "of two things neither is meant: {several:?}");
}

#[test]
fn a_question_takes_nothing_out() {
    let one = "- 12 × **Bota Borracha par** (R$ 56,00) = R$ 672,00 [1]";
    for message in ["tira uma dúvida: vocês entregam?", "pode retirar na loja?"] {
        let question = ask(message, &[&[4]], "12 botas", one);
        assert!(question.as_ref().is_none_or(|asked| asked.not_in_sum.is_empty()), "{message}: {question:?}");
        let counts = list_counts(question);
        assert!(counts.is_empty(), "{message}: {counts:?}");
    }
}

#[test]
fn what_was_shown_since_is_no_part_of_the_sum_unless_all_is_meant() {
    let one = "- 3 × **Enxada Larga com cabo** (R$ 58,00) = R$ 174,00 [1]";
    let measured = ask("e 10 kg dela, quanto custa?", &[&[3], &[0]], "tem cal?", one);
    let of_sum = measured.is_some_and(|asked| asked.records.contains(&Uuid::from_u128(1)));
    assert!(!of_sum, "the hoe is not what was shown last");
    let all = list_counts(ask("soma tudo", &[&[1], &[0, 4]], "tem regador?", SUM));
    assert_eq!(all, lines(&[(3, 0), (2, 4), (1, 1)]));
}

#[test]
fn a_line_whose_thing_is_gone_is_named() {
    let sum = SUM.replace("Bota Borracha par", "Bota Antiga par");
    let question = ask("quanto deu?", &[&[0]], "soma", &sum).expect("a sum");
    assert_eq!(question.not_in_sum, ["Bota Antiga par"]);
    assert_eq!(list_counts(Some(question)), lines(&[(3, 0)]));
}

#[test]
fn a_price_by_a_unit_is_asked_of_what_is_named_and_no_sum() {
    for (message, records) in [
        ("dá quanto o quilo?", vec![4_u128]),
        ("the 20 kg bag, how much per kilo?", vec![3]),
        ("quanto custa o quilo do saco?", vec![4]),
    ] {
        let question = ask(message, &[&[3], &[2]], "tem cal?", SUM).unwrap_or_else(|| panic!("{message}"));
        let ids: Vec<u128> = question.records.iter().map(Uuid::as_u128).collect();
        assert!(question.per.is_some() && question.counts.is_empty(), "{message}: {question:?}");
        assert_eq!(ids, records, "{message}");
    }
    let sum = ask("dá quanto os dois?", &[&[3], &[2]], "tem cal?", "Temos.").expect("a sum");
    assert!(sum.per.is_none() && sum.asks_total, "{sum:?}");
}

#[test]
fn how_much_more_asks_of_the_last_one_and_what_is_named() {
    let ids = |question: &CatalogQuestion| question.records.iter().map(Uuid::as_u128).collect::<Vec<_>>();
    let beside = ask("a bota é mais cara quanto?", &[&[0], &[4]], "enxada", "Temos.").expect("a difference");
    assert!(beside.asks_difference && beside.counts.is_empty(), "{beside:?}");
    assert_eq!(ids(&beside), [5, 1]);
    let unshown = ask("o carrinho é mais caro quanto?", &[&[0], &[4]], "enxada", "Temos.").expect("one");
    assert!(unshown.asks_difference, "{unshown:?}");
    assert_eq!((ids(&unshown), unshown.beside.as_slice()), (vec![1], &["carrinho".to_owned()][..]));
    let named = ask("diferença de preço entre o regador e a bota", &[&[0], &[4], &[1]], "x", "Temos.");
    assert_eq!(ids(&named.expect("two that are named")), [2, 5]);
}

#[test]
fn what_was_shown_alone_is_called_as_it_was_asked_for() {
    let before = "tem galocha de borracha?";
    let alone = "Itens:\n\n- **Bota Borracha par** · R$ 56,00 [1]";
    let question = ask("2 enxadas e 3 daquela galocha", &[&[4], &[0]], before, alone);
    assert_eq!(list_counts(question), lines(&[(2, 0), (3, 4)]));
    let two = format!("{alone}\n- **Enxada Larga com cabo** · R$ 58,00 [2]");
    let several = ask("2 enxadas e 3 daquela galocha", &[&[4, 0]], before, &two);
    assert_eq!(list_counts(several), lines(&[(2, 0)]), "of a list none is called so");
}

#[test]
fn things_in_different_words_are_different_things_and_a_place_is_one_among_those_of_its_name() {
    let before = "a enxada vem com galocha?";
    let alone = "Itens:\n\n- **Enxada Larga com cabo** · R$ 58,00 [1]";
    let two = ask("soma enxada + galocha", &[&[0], &[1]], before, alone).expect("a sum");
    assert_eq!(list_counts(Some(two.clone())), lines(&[(1, 0)]), "the hoe is no boot");
    assert!(two.query.contains("galocha") && two.counts.len() == 2, "it is looked for: {two:?}");
    let lime = ask("2 enxadas e 3 da segunda cal", &[&[0], &[1, 2, 3]], "x", "Temos.");
    assert_eq!(list_counts(lime), lines(&[(2, 0), (3, 3)]));
    let plain = ask("2 do primeiro e 3 do segundo", &[&[0], &[1, 2, 3]], "x", "Temos.");
    assert_eq!(list_counts(plain), lines(&[(2, 1), (3, 2)]), "places of the last list");
}

#[test]
fn both_of_a_list_that_was_asked_of_again_are_the_one_and_the_other() {
    let both = ask("os dois juntos dá quanto?", &[&[0], &[0, 1, 4]], "x", "Temos.").expect("a sum");
    let ids: Vec<u128> = both.records.iter().map(Uuid::as_u128).collect();
    assert!(both.asks_total && ids == [1, 2], "{ids:?}");
    let apart = ask("os dois juntos dá quanto?", &[&[0], &[0, 1], &[4]], "x", "Temos.").expect("a sum");
    let ids: Vec<u128> = apart.records.iter().map(Uuid::as_u128).collect();
    assert_eq!(ids.len(), 2, "{ids:?}");
}

#[test]
fn both_that_were_shown_are_summed_beside_what_is_counted() {
    let question = ask("os dois mais 4 botas", &[&[0, 1], &[4]], "ferramentas", "Temos.");
    assert_eq!(list_counts(question), lines(&[(1, 0), (1, 1), (4, 4)]));
    let named = ask("a enxada com a bota, quanto saem as duas?", &[&[2, 3], &[0], &[4]], "x", "Temos.");
    assert_eq!(list_counts(named), lines(&[(1, 0), (1, 4)]));
    let closed = ask("fecha a enxada com o regador", &[&[0], &[1]], "x", "Temos.");
    assert_eq!(list_counts(closed), lines(&[(1, 0), (1, 1)]));
    let open = ask("fecha no domingo?", &[&[0], &[1]], "x", "Temos.");
    assert!(open.is_none_or(|asked| !asked.asks_total), "hours are no order");
    let last = ask("3 do primeiro e 2 do último", &[&[0, 1, 2]], "ferramentas", "Temos.");
    assert_eq!(list_counts(last), lines(&[(3, 0), (2, 2)]));
}

#[test]
fn a_discount_goes_with_the_sum_that_is_asked_for() {
    for (message, share) in [
        ("à vista com os 3% fica quanto?", Some(3)),
        ("e no pix fica quanto?", None),
        ("fica quanto com 5% de desconto?", Some(5)),
    ] {
        let question = ask(message, &[&[0, 4]], "soma", SUM).unwrap_or_else(|| panic!("{message}"));
        assert_eq!(question.discount, share.map(share_of), "{message}");
        assert_eq!(list_counts(Some(question)), lines(&[(3, 0), (2, 4)]), "{message}");
    }
    let told = "À vista, por Pix ou dinheiro, com 3% de desconto.";
    let after = ask("e 4 enxadas fica quanto?", &[&[0]], "no pix tem desconto?", told).expect("a sum");
    assert_eq!((after.discount, list_counts(Some(after.clone()))), (Some(share_of(3)), lines(&[(4, 0)])));
    let plain = ask("qual a garantia dessa?", &[&[0]], "no pix tem desconto?", told);
    assert_eq!(plain.and_then(|asked| asked.discount), None, "nothing is summed");
}

#[test]
fn whether_it_is_sold_by_a_unit_asks_of_what_was_shown() {
    for message in ["vende por metro?", "vende fracionado?", "vendem por unidade?"] {
        let question = ask(message, &[&[0]], "tem enxada?", "Temos.").unwrap_or_else(|| panic!("{message}"));
        assert_eq!(question.records, [Uuid::from_u128(1)], "{message}");
    }
    let other = ask("vende mangueira?", &[&[0]], "tem enxada?", "Temos.");
    assert!(other.is_none_or(|asked| asked.records.is_empty()), "a hose is something else");
}

#[test]
fn the_cheapest_of_one_may_be_one_of_all() {
    let ask_message = |message: &str| ask(message, &[&[0]], "tem enxada?", "Temos.").expect("a question");
    let cheapest = ask_message("então a enxada mais barata");
    assert!(cheapest.order.is_some() && cheapest.doubt.is_some(), "{cheapest:?}");
    assert!(ask_message("e a enxada?").doubt.is_none(), "what was shown is called so");
}

#[test]
fn a_share_or_money_is_taken_off_the_sum_that_was_shown() {
    let one = "- 12 × **Bota Borracha par** (R$ 56,00) = R$ 672,00 [1]";
    let ten = PriceCut::Amount(Decimal::TEN);
    for (message, cut) in [
        ("desconta 5%", share_of(5)),
        ("tira 10 por cento", share_of(10)),
        ("faz 12% nela", share_of(12)),
        ("e com 8%?", share_of(8)),
        ("tira 10 reais", ten),
        ("10 reais de desconto nisso", ten),
    ] {
        let question = ask(message, &[&[4]], "12 botas", one).unwrap_or_else(|| panic!("{message}"));
        assert_eq!(question.discount, Some(cut), "{message}");
        assert_eq!(list_counts(Some(question)), lines(&[(12, 4)]), "{message}");
    }
    let plain = ask("tira o desconto", &[&[4]], "12 botas", one).expect("the sum");
    assert_eq!((plain.discount, list_counts(Some(plain.clone()))), (None, lines(&[(12, 4)])), "it has none");
    let open = ask("tira 10%", &[&[0, 1]], "ferramentas", "Temos.").expect("what was shown");
    assert!(open.discount.is_some() && !open.reckons(), "of two things it is not known which: {open:?}");
    let alone = ask("quanto fica com 10% de desconto?", &[&[1]], "regador", "Temos.");
    assert_eq!(list_counts(alone), lines(&[(1, 1)]));
}

#[test]
fn what_was_taken_off_stays_with_a_sum_that_is_corrected_until_it_is_taken_back() {
    let told = "- 3 × **Enxada Larga com cabo** (R$ 58,00) = R$ 174,00 [1]\n\nCom desconto de 10%: R$ 156,60";
    for (message, number, cut) in [
        ("na verdade são 4", 4, Some(10)),
        ("não, são 5 enxadas, e 8% no total", 5, Some(8)),
        ("não, era 5%", 3, Some(5)),
        ("com 5% quanto fica?", 3, Some(5)),
        ("tira os 10%", 3, None),
        ("sem desconto fica quanto?", 3, None),
    ] {
        let question = ask(message, &[&[0]], "3 enxadas", told).unwrap_or_else(|| panic!("{message}"));
        assert_eq!(question.discount, cut.map(share_of), "{message}");
        assert_eq!(list_counts(Some(question)), lines(&[(number, 0)]), "{message}");
    }
    let more = ask("quero 2 regadores", &[&[1], &[0]], "3 enxadas", told).expect("a count");
    assert_eq!(more.discount, Some(share_of(10)), "what is added is of the same order");
    assert_eq!(list_counts(Some(more)), lines(&[(3, 0), (2, 1)]));
}

#[test]
fn another_number_of_one_line_leaves_the_others() {
    let corrected = ask("não, são 5 enxadas", &[&[0, 4]], "soma", SUM);
    assert_eq!(list_counts(corrected), lines(&[(5, 0), (2, 4)]));
}
