//! Follow-ups: messages that only mean something after the one before (`e o mais barato?`).
//!
//! The catalog is never asked with the conversation's text around the query, so such a
//! message would look for `barato`. Instead it is put together with the catalog question that it
//! goes on with, by words alone and without a model: the same messages always give the same query.

mod choosing;
mod comparing;
mod contradiction;
pub mod coreference;
mod naming;
mod narrowing;
mod ordering;
mod packages;
mod payment;
mod pointing;
mod prices;
mod topic;
mod turning;
mod which;

use super::reading::counting::Count;
use super::reading::discount::cut_cash;
use super::reading::pick::read_pick;
use super::reading::stock_wish::{StockWish, read_stock_wish};
use super::reading::wanted::WantedTerms;
use super::reading::{MessageReading, strip_correction_lead, strip_rejection};
use super::wording::colloquial::write_words;
use super::wording::english::translate_terms;
use super::wording::words::{WORDS, stems_of};
use crate::catalog::Item;
use crate::catalog::brief::NAME_CHARS;
use crate::chat::answer::compose::escape_line;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::intent::catalog_question::{
    CatalogQuestion, MAX_CONTENT_WORDS, MAX_QUERY_CHARS, is_about_dealer,
};
use crate::chat::intent::wording::message_facts::{has_product_code, named_groups};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::{ChatSource, HistoryMessage, Role};
use crate::synonyms::SynonymIndex;
pub use choosing::ask_alone;
use choosing::{
    choose_lists, choose_several, doubt_of, exchange_for_other, go_on_with_dealer, leave_out_of_shown,
    leave_rest_of_shown,
};
use comparing::compare_shown;
use contradiction::contradict_topic;
use coreference::{of_items, resolve_reference};
use naming::{ask_of_use, find_unheld_words};
use narrowing::{add_to_topic, asks_for_some};
pub(crate) use ordering::has_counted_lines;
use ordering::{Shelf, ShownSum, count_shown, read_sum};
use packages::{ask_for_other_size, ask_for_package, ask_for_unshown_size};
use payment::{count_one, names_nothing, read_terms, reckon_again, without_cut};
use pointing::{begins_as_pointer, find_name_beside, is_sure_of_shown, point_by_code, point_by_words};
use prices::{first_of_sorted, is_any_allowed, limit_below_shown};
use std::borrow::Cow;
use topic::{
    find_records, find_topic, go_on_with_topic, is_courtesy, list_names, narrow_topic, points_at_said,
};
use turning::names_before_pronoun;
use which::choose_by_question;

/// User messages that are looked back at.
const MAX_LOOKED_BACK: usize = 12;

/// What `message` asks after `history` (oldest first) and answers that have `shown` these items
/// ([`coreference::shown_sources`], the newest answer first), whose records are `items`; nothing
/// where it speaks for itself, or where there is nothing to go on with.
pub fn follow_up(
    message: &str,
    history: &[HistoryMessage],
    shown: &[Vec<ChatSource>],
    items: &[Item],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let said = message;
    let message = &*translate_terms(message);
    let message = strip_correction_lead(strip_rejection(message));
    let answer = history.iter().rev().find(|said| said.role == Role::Assistant);
    let answer = answer.map_or("", |answer| answer.content.as_str());
    let stock = read_stock_wish(message);
    // `O que acabou?`, `o que tem em estoque de herbicida?` speak for themselves.
    if stock.as_ref().is_some_and(|(wish, things)| *wish == StockWish::AllOut || !things.is_empty()) {
        return None;
    }
    // `Divide em 3` becomes a question about ways to pay, which it is where no sum was told.
    let unturned = has_counted_lines(answer).then(|| write_words(said));
    let unturned = unturned.as_deref().map(|said| strip_correction_lead(strip_rejection(said)));
    let terms = read_terms(unturned.unwrap_or(message), answer);
    let rest = terms.rest.as_deref().map(translate_terms);
    let message = rest.as_deref().unwrap_or(message);
    // `E à vista fica quanto?` after a sum asks for that sum, and `3 sacos à vista` for one.
    let counts = |rest: &str| !MessageReading::of(rest).counts.is_empty();
    let uncashed =
        cut_cash(message).filter(|rest| (has_counted_lines(answer) && asks_sum(rest)) || counts(rest));
    let message = uncashed.as_deref().unwrap_or(message);
    let earlier: Vec<Cow<'_, str>> = history
        .iter()
        .rev()
        .filter(|earlier| earlier.role == Role::User)
        .take(MAX_LOOKED_BACK)
        .map(|earlier| without_cut(translate_terms(&earlier.content)))
        .collect();
    let earlier: Vec<&str> = earlier.iter().map(AsRef::as_ref).collect();
    let topic = find_topic(history, &earlier, index);
    if let Some(question) = go_on_with_dealer(message, &earlier, shown) {
        return Some(question);
    }
    let about = topic.as_ref().map(|topic| topic.query.clone());
    let sum = read_sum(history, items);
    let called = find_called(history, items);
    if terms.rest.is_some()
        && names_nothing(message)
        && let Some(question) = reckon_again(answer, &sum, shown, items)
    {
        let (discount, installments) = (terms.discount_after(answer, true), terms.installments);
        return Some(CatalogQuestion { topic: about, discount, installments, ..question });
    }
    let said = EarlierTalk { earlier: &earlier, sum: &sum, called: &called, is_bought: terms.cut.is_some() };
    let question = ask_after(message, said, topic, shown, items, index)?;
    let question = if terms.cut.is_some() { count_one(question) } else { question };
    let in_sum = |count: &Count| sum.lines.iter().any(|line| count.record == Some(line.item.id));
    let changes_sum = question.counts.iter().any(in_sum);
    let discount = if question.reckons() { terms.discount_after(answer, changes_sum) } else { terms.cut };
    let is_list = question.order.is_some() && question.records.len() != 1 && question.counts.is_empty();
    let pick = read_pick(message).filter(|_| is_list);
    let stock = stock.map(|(wish, _)| wish);
    let other_names = find_unheld_words(message, &question, items, index);
    Some(CatalogQuestion { topic: about, discount, pick, stock, other_names, ..question })
}

/// Whether a message asks what something comes to.
fn asks_sum(message: &str) -> bool {
    let stems = stems_of(message);
    WORDS.total.are_in(&stems) || stems.iter().any(|stem| *stem == stems_of("quanto")[0])
}

/// What was said before a message.
#[derive(Debug, Clone, Copy)]
struct EarlierTalk<'a> {
    /// The person's messages, the newest first.
    earlier: &'a [&'a str],
    /// The last sum.
    sum: &'a ShownSum<'a>,
    /// What was shown alone, with the message that asked for it, the newest first.
    called: &'a [(String, &'a Item)],
    /// Whether the message takes something off a price, and so buys.
    is_bought: bool,
}

fn ask_after(
    message: &str,
    said: EarlierTalk<'_>,
    topic: Option<CatalogQuestion>,
    shown: &[Vec<ChatSource>],
    items: &[Item],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let EarlierTalk { earlier, sum, called, is_bought } = said;
    let topic_query = topic.as_ref().map(|topic| topic.query.as_str());
    let first = first_of_sorted(message, earlier, shown);
    let shown = first.as_deref().unwrap_or(shown);
    let records = find_records(shown, items);
    let reading = match (is_bought, records.is_empty()) {
        (true, is_first) => MessageReading::of_purchase(message, !is_first),
        (false, true) => MessageReading::alone(message),
        (false, false) => MessageReading::of(message),
    };
    if let Some(contradicted) = topic.as_ref().and_then(|topic| contradict_topic(message, topic)) {
        return Some(contradicted);
    }
    let lists = choose_lists(message, &reading, records);
    let coded = point_by_code(message, &lists);
    if !coded.is_empty() {
        return Some(of_items(&coded));
    }
    let shelf = Shelf { lists: &lists, sum: &sum.lines, gone: &sum.gone, earlier, called, index };
    if let Some(counted) = count_shown(message, &reading, shelf) {
        return Some(counted);
    }
    if let Some(compared) = compare_shown(message, &reading, &lists, index) {
        return Some(compared);
    }
    if let Some(several) = choose_several(message, &reading, &lists) {
        return Some(several);
    }
    if let Some(packed) = ask_for_package(message, &reading, &lists, topic.as_ref()) {
        return Some(packed);
    }
    if let Some(sized) = ask_for_other_size(message, &reading, &lists) {
        return Some(sized);
    }
    if let Some(sized) = ask_for_unshown_size(message, &reading, &lists, topic.as_ref(), index) {
        return Some(sized);
    }
    let chosen = choose_by_question(message, &WantedTerms::of(&reading.telling_words(), index), &lists);
    if !chosen.is_empty() {
        return Some(CatalogQuestion { order: reading.order, budget: reading.budget, ..of_items(&chosen) });
    }
    if let Some(left) = leave_out_of_shown(message, &reading, &lists, index) {
        return Some(left);
    }
    if let Some(exchanged) = exchange_for_other(message, topic.as_ref(), &reading, &lists, index) {
        return Some(exchanged);
    }
    if let Some(used) = ask_of_use(message, &reading, &lists, index) {
        return Some(used);
    }
    let by_words = || refer_by_words(message, &reading, &lists, index);
    if begins_as_pointer(message)
        && let Some(pointed) = by_words()
    {
        return Some(pointed);
    }
    // `Anything for it under 300?`: where nothing that was shown has such a price, more is looked for.
    let is_allowed = |pointed: &CatalogQuestion| is_any_allowed(pointed, items);
    let referred = resolve_reference(message, shown, topic_query, index).filter(is_allowed);
    if let Some(pointed) = referred.or_else(by_words) {
        return Some(pointed);
    }
    // `Deu muito mofo branco na flor do feijão, o que uso pra isso?` says itself what is meant.
    let is_short = reading.telling_words().len() <= MAX_CONTENT_WORDS;
    if let Some(previous) =
        earlier.first().filter(|_| is_short && points_at_said(message) && !names_before_pronoun(message))
    {
        let query = format!("{} {previous}", reading.rest).chars().take(MAX_QUERY_CHARS).collect();
        return Some(CatalogQuestion::read(query, reading));
    }
    let Some(topic) = topic else { return leave_rest_of_shown(message, &reading, &lists, index) };
    // `E a híbrida?` was not shown: it is looked for among what is talked about.
    if begins_as_pointer(message)
        && !has_product_code(message)
        && !names_alternatives(&reading)
        && (1..=2).contains(&reading.telling_words().len())
    {
        let own_words = reading.telling_words().join(" ");
        let query = format!("{} {own_words}", topic.query).chars().take(MAX_QUERY_CHARS).collect();
        // `E o Nicoran?` after another product names one of its own: the records tell.
        return Some(CatalogQuestion { own_words: Some(own_words), ..CatalogQuestion::read(query, reading) });
    }
    if asks_for_some(message) && (1..=2).contains(&reading.telling_words().len()) {
        return Some(CatalogQuestion::read(add_to_topic(&reading, &topic.query), reading));
    }
    if let Some(narrowed) = narrow_topic(message, &reading, &topic, index) {
        return Some(narrowed);
    }
    // `Gás não quero, tem criança em casa`: what else is said there names nothing to look for.
    let names = |reading: &MessageReading| {
        let told = reading.telling_words();
        named_groups(&told, index).iter().any(|named| named.kind.is_some())
    };
    if reading.refuses && !reading.excluded.is_empty() && !names(&reading) {
        let excluded = topic.excluded.iter().chain(&reading.excluded).cloned().collect();
        return Some(CatalogQuestion { excluded, ..CatalogQuestion::read(topic.query.clone(), reading) });
    }
    let follow_up = go_on_with_topic(message, &topic, index)?;
    // `Quanto custa?` after a question about delivery asks for the freight.
    let last = earlier.iter().find(|earlier| !is_courtesy(earlier));
    let dealers = last.is_some_and(|last| is_about_dealer(last, index));
    let of_products = reading.order.is_some()
        || !reading.budget.is_open()
        || !reading.excluded.is_empty()
        || !reading.telling_words().is_empty();
    let follow_up = limit_below_shown(message, follow_up, &lists);
    (!dealers || of_products).then_some(follow_up)
}

/// What answers of the conversation listed alone, with the message that each answered, the newest first.
fn find_called<'a>(history: &[HistoryMessage], items: &'a [Item]) -> Vec<(String, &'a Item)> {
    let listed_alone = |pair: &[HistoryMessage]| {
        let [asked, answer] = pair else { return None };
        if asked.role != Role::User || answer.role != Role::Assistant {
            return None;
        }
        let names = list_names(&answer.content);
        let [name] = names.as_slice() else { return None };
        let is_named = |item: &&Item| escape_line(&sanitize_field(&item.name, NAME_CHARS)) == *name;
        Some((translate_terms(&asked.content).into_owned(), items.iter().find(is_named)?))
    };
    history.windows(2).rev().filter_map(listed_alone).collect()
}

/// `O que é mais caro, fluxapir ou trioproti?`: a message with names on both sides of `ou` has a topic of its own.
fn names_alternatives(reading: &MessageReading) -> bool {
    let parts = reading.rest.split(" ou ").flat_map(|part| part.split(" or "));
    parts.filter(|part| !telling_words(part).is_empty()).count() > 1
}

/// Whether a message begins as one that goes on with the one before, or points at it.
pub fn goes_on(message: &str) -> bool {
    let stems = stems_of(message);
    WORDS.lead.at_start(&stems) > 0 || WORDS.these.are_in(&stems) || points_at_said(message)
}

/// What the message says by words of the items that were shown.
fn refer_by_words(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    if lists.is_empty() || is_courtesy(message) || has_product_code(message) {
        return None;
    }
    let wanted = WantedTerms::of(&reading.telling_words(), index);
    let pointed = point_by_words(message, &wanted, lists);
    // The cheapest of one is no answer: `o pulverizador costal mais barato` after another sprayer asks of all of them.
    let is_sure = is_sure_of_shown(message, &wanted, &pointed);
    let doubt = (!is_sure || (reading.order.is_some() && pointed.len() == 1))
        .then(|| doubt_of(reading.rest.clone(), &pointed, true));
    // `Posso dar o proteinado pra eles?` may name another product: the records tell.
    let own_words = find_name_beside(message, &wanted, &pointed).filter(|_| doubt.is_none());
    (!pointed.is_empty()).then(|| CatalogQuestion {
        doubt,
        own_words,
        order: reading.order,
        budget: reading.budget,
        excluded: reading.excluded.clone(),
        ..of_items(&pointed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;
    use crate::search::Sort;
    use crate::synonyms::{SHIPPED, SynonymGroup};
    use proptest::prelude::*;

    fn index() -> SynonymIndex {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        SynonymIndex::new(&groups)
    }

    fn history_of(messages: &[&str]) -> Vec<HistoryMessage> {
        let both = |user: &&str| {
            [
                (Role::User, (*user).to_owned()),
                (Role::Assistant, "Temos adubo e herbicida para café [1].".to_owned()),
            ]
        };
        let all = messages.iter().flat_map(both);
        all.map(|(role, content)| HistoryMessage { role, content }).collect()
    }

    fn ask_after(earlier: &[&str], message: &str) -> Option<(String, Option<Sort>)> {
        follow_up(message, &history_of(earlier), &[], &[], &index()).map(|f| (f.query, f.order))
    }

    const RUST: &str = "fungicida para ferrugem da soja";

    #[test]
    fn a_question_of_price_goes_on_with_the_topic() {
        for (message, sort) in [
            ("e o mais barato?", Some(Sort::PriceAsc)),
            ("Qual o mais em conta?", Some(Sort::PriceAsc)),
            ("e o mais caro?", Some(Sort::PriceDesc)),
            ("what about the cheapest one?", Some(Sort::PriceAsc)),
            ("quanto custa?", None),
            ("tem em estoque?", None),
            ("qual a diferença entre eles?", None),
            ("e o segundo?", None),
            ("qual a dose?", None),
            ("me mostra mais", None),
            ("tem outra opção?", None),
        ] {
            assert_eq!(ask_after(&[RUST], message), Some((RUST.into(), sort)), "{message}");
        }
    }

    #[test]
    fn what_stands_between_is_passed_over() {
        let earlier = ["oi", RUST, "obrigado!", "qual o prazo de entrega?", "e o mais caro?"];
        assert_eq!(ask_after(&earlier, "e o mais barato?"), Some((RUST.into(), Some(Sort::PriceAsc))));
    }

    #[test]
    fn after_a_question_about_the_dealer_the_dealer_is_meant() {
        let earlier = [RUST, "vocês entregam na fazenda?", "obrigado"];
        assert_eq!(ask_after(&earlier, "e quanto custa?"), None);
        assert_eq!(ask_after(&earlier, "e o mais barato?"), Some((RUST.into(), Some(Sort::PriceAsc))));
    }

    #[test]
    fn a_budget_goes_on_with_the_topic_and_stays() {
        let most = |earlier: &[&str], message: &str| {
            let question = follow_up(message, &history_of(earlier), &[], &[], &index()).expect("a follow-up");
            (question.query, question.budget.most.map(|price| price.to_string()))
        };
        assert_eq!(most(&[RUST], "e até R$ 300?"), (RUST.into(), Some("300".into())));
        let earlier = ["fungicida para soja até R$ 300"];
        assert_eq!(most(&earlier, "e para milho?"), ("fungicida milho".into(), Some("300".into())));
        assert_eq!(most(&earlier, "e até 500?"), ("fungicida para soja".into(), Some("500".into())));
    }

    #[test]
    fn a_first_message_asks_without_its_words_of_price() {
        let alone = |message: &str| {
            let asked = CatalogQuestion::alone(message, &index());
            (asked.query, asked.order, asked.budget.most.map(|price| price.to_string()))
        };
        assert_eq!(
            alone("qual o fungicida mais barato até R$ 300?"),
            ("qual o fungicida".into(), Some(Sort::PriceAsc), Some("300".into()))
        );
        assert_eq!(alone(RUST), (RUST.into(), None, None));
        for plain in ["frete grátis para compras até R$ 500?", "desconto acima de 1000 reais?"] {
            assert_eq!(alone(plain), (plain.into(), None, None));
        }
        assert_eq!(alone("o mais barato").0, "o mais barato");
    }

    #[test]
    fn crop_and_purpose_are_exchanged() {
        for (message, query) in [
            ("e para milho?", "fungicida ferrugem milho"),
            ("e no feijão?", "fungicida ferrugem feijao"),
            ("e contra oídio?", "oidio soja"),
            ("e herbicida?", "herbicida soja"),
        ] {
            assert_eq!(ask_after(&[RUST], message), Some((query.to_owned(), None)), "{message}");
        }
        assert_eq!(
            ask_after(&[RUST], "and for corn, cheaper?"),
            Some(("fungicida ferrugem milho".into(), Some(Sort::PriceAsc)))
        );
        assert_eq!(
            ask_after(&[RUST, "e para milho?"], "e o mais barato?"),
            Some(("fungicida ferrugem milho".into(), Some(Sort::PriceAsc)))
        );
        assert_eq!(
            ask_after(&["bicho mineiro no café", "algum biológico?"], "e pra ferrugem nele?"),
            Some(("ferrugem cafe".into(), None)),
            "the crop stays though the topic was narrowed"
        );
        assert_eq!(
            ask_after(&["preciso de um fungicida"], "para soja"),
            Some(("fungicida soja".into(), None))
        );
    }

    #[test]
    fn what_speaks_for_itself_is_no_follow_up() {
        for message in [
            "fungicida mais barato para milho",
            "oi",
            "obrigado",
            "qual o prazo de entrega?",
            "tem prodence?",
            "e o 2,4-D?",
            "herbicida para milho safrinha",
            "o que é mais caro, fluxapir ou trioproti?",
            "👍",
        ] {
            assert_eq!(ask_after(&[RUST], message), None, "{message}");
        }
        assert_eq!(ask_after(&[], "e o mais barato?"), None);
        assert_eq!(ask_after(&["oi", "qual o prazo de entrega?"], "e o mais barato?"), None);
    }

    #[test]
    fn another_product_is_asked_for_by_its_name() {
        let hits = [item_hit("Atralim 500 SC", Some("100"), ""), item_hit("Nicoran 40 SC", Some("90"), "")];
        let ask = |earlier: &str, message: &str| {
            let asked = follow_up(message, &history_of(&[earlier]), &[], &[], &index()).expect(message);
            asked.settle(&hits, &index()).query
        };
        for message in ["e o Nicoran?", "e o nicoran, quanto custa?", "and the Nicoran?"] {
            assert_eq!(ask("preço do Atralim", message), "nicoran", "{message}");
        }
        assert_eq!(ask("carrapato", "e o Nicoran?"), "nicoran");
        for (message, query) in [("e o mais barato?", "Atralim"), ("e o segundo?", "Atralim")] {
            assert_eq!(ask("Atralim", message), query, "{message}");
        }
        assert_ne!(ask("Atralim", "e o de 20 litros?"), "20 litros");
        assert!(ask("Atralim", "e o fungicida?").contains("fungicida"));
    }

    #[test]
    fn an_unknown_product_is_a_topic() {
        assert_eq!(ask_after(&["tem prodence?"], "quanto custa?"), Some(("tem prodence?".into(), None)));
    }

    proptest! {
        #[test]
        fn any_conversation_can_be_followed(
            earlier in proptest::collection::vec(any::<String>(), 0..5), message in any::<String>()
        ) {
            let earlier: Vec<&str> = earlier.iter().map(String::as_str).collect();
            if let Some(follow_up) = follow_up(&message, &history_of(&earlier), &[], &[], &SynonymIndex::default()) {
                prop_assert!(!follow_up.query.is_empty() && follow_up.query.chars().count() <= MAX_QUERY_CHARS);
            }
        }
    }
}
