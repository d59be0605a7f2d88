//! Messages that point at what an answer has shown: `o segundo`, `quanto custa?`, `e da mesma marca?`.
//!
//! What is pointed at are the items that the last answer named, in the order in which it named them. A
//! place is one in the last list: after `o segundo`, `o terceiro` still counts from its beginning.
//! By words alone, as in [`super::follow_up`]; where a message names anything new to look for, it
//! points at nothing, unless it says which of the items it means.

use crate::catalog::Item;
use crate::chat::grounding::citations::bind_citation_marks;
use crate::chat::intent::catalog_question::{
    CatalogQuestion, MAX_CONTENT_WORDS, MAX_QUERY_CHARS, is_about_dealer,
};
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::wording::message_facts::{has_product_code, is_agronomy};
use crate::chat::intent::wording::ordinals::{Place, parse_ordinal};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::chat::{ChatSource, SourceKind};
use crate::synonyms::SynonymIndex;
use crate::text::{is_chatter, is_stop_word, normalize_text, plain_words};
use std::borrow::Cow;

/// Shortest word by which a maker is recognised, in characters.
const MAKER_WORD_CHARS: usize = 4;

/// The items that an answer shows, in the order in which it names them: those it cites, or all it
/// had where it cites nothing.
pub fn shown_sources(answer: &str, sources: &[ChatSource]) -> Vec<ChatSource> {
    let marks: Vec<u32> = sources.iter().map(|source| source.mark).collect();
    let cited = bind_citation_marks(answer, &marks).cited;
    let named = if cited.is_empty() { marks } else { cited };
    let source = |mark: &u32| sources.iter().find(|source| source.mark == *mark);
    named.iter().filter_map(source).filter(|source| source.kind == SourceKind::Item).cloned().collect()
}

/// What `message` asks of the items that were shown; nothing where it does not point at them. `lists`
/// are those of the last answers, the newest first; `topic` is what the conversation asks the catalog
/// for so far.
pub(crate) fn resolve_reference(
    message: &str,
    lists: &[Vec<ChatSource>],
    topic: Option<&str>,
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let stems = stems_of(message);
    if WORDS.courtesy.outside(&stems).is_empty() || has_product_code(message) {
        return None;
    }
    let about_dealer = is_about_dealer(message, index);
    let wish = MessageReading::of(message);
    let told = wish.telling_words();
    let ordered = choose_ordered(message, lists).filter(|_| !about_dealer);
    let several = ordered.map(|list| resolve_several_ordinals(message, &list)).unwrap_or_default();
    if several.len() > 1 {
        return Some(of_records(&several));
    }
    if told.len() <= MAX_CONTENT_WORDS
        && let Some(list) = choose_ordered(message, lists)
        && let Some(one) = resolve_ordinal(message, &list, about_dealer)
    {
        return Some(of_records(std::slice::from_ref(one)));
    }
    let shown = lists.first().filter(|shown| !shown.is_empty())?;
    let question = |makers: Vec<String>| CatalogQuestion {
        query: kind_of(&shown[0], topic, index),
        order: wish.order,
        budget: wish.budget,
        excluded: wish.excluded.clone(),
        makers,
        ..CatalogQuestion::default()
    };
    if !about_dealer && WORDS.same_maker.are_in(&stems) {
        let maker = shown.iter().find_map(|source| source.manufacturer.clone())?;
        return Some(question(vec![maker]));
    }
    if let Some(maker) = named_maker(&told, shown).filter(|_| !about_dealer) {
        return Some(question(vec![maker]));
    }
    let these = WORDS.these.are_in(&stems);
    let asks = WORDS.attribute.are_in(&stems) && wish.order.is_none() && wish.budget.is_open();
    let others = WORDS.others.are_in(&stems);
    // `E um sem zinco?` after one with zinc asks for another.
    if !wish.excluded.is_empty() && shown.len() == 1 {
        return None;
    }
    (told.is_empty() && !others && (these || asks)).then(|| CatalogQuestion {
        order: wish.order,
        budget: wish.budget,
        excluded: wish.excluded.clone(),
        ..of_records(shown)
    })
}

/// The items among which a message names one by its place: those of the last list of several, or all in the order of
/// the conversation (`a primeira que te perguntei`).
fn choose_ordered<'a>(message: &str, lists: &'a [Vec<ChatSource>]) -> Option<Cow<'a, [ChatSource]>> {
    let folded = normalize_text(message);
    let of_conversation =
        plain_words(&folded).any(|word| matches!(word, "perguntei" | "perguntamos" | "pedi" | "asked"));
    if !of_conversation {
        let list = lists.iter().find(|list| list.len() > 1).or(lists.first())?;
        return Some(Cow::Borrowed(list.as_slice()));
    }
    let mut ordered: Vec<ChatSource> = Vec::new();
    for source in lists.iter().rev().flatten() {
        if ordered.iter().all(|known| known.id != source.id) {
            ordered.push(source.clone());
        }
    }
    Some(Cow::Owned(ordered))
}

/// Asks for these records and nothing else: by their ids elsewhere, or else by their names.
fn of_records(shown: &[ChatSource]) -> CatalogQuestion {
    let ids: Option<Vec<&str>> = shown.iter().map(|source| source.external_id.as_deref()).collect();
    let names = || shown.iter().map(|source| source.title.as_str()).collect::<Vec<_>>();
    CatalogQuestion {
        query: ids.unwrap_or_else(names).join(" ").chars().take(MAX_QUERY_CHARS).collect(),
        records: shown.iter().map(|source| source.id).collect(),
        ..CatalogQuestion::default()
    }
}

/// Creates the question about records that an answer has shown.
pub(crate) fn of_items(items: &[&Item]) -> CatalogQuestion {
    let ids: Option<Vec<&str>> = items.iter().map(|item| item.external_id.as_deref()).collect();
    let names = || items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>();
    CatalogQuestion {
        query: ids.unwrap_or_else(names).join(" ").chars().take(MAX_QUERY_CHARS).collect(),
        records: items.iter().map(|item| item.id).collect(),
        ..CatalogQuestion::default()
    }
}

/// What of a maker is looked for: what the conversation looks for, unless that is a product's name.
fn kind_of(first: &ChatSource, topic: Option<&str>, index: &SynonymIndex) -> String {
    let topic = topic.filter(|topic| is_agronomy(topic, index)).or(first.category.as_deref());
    topic.unwrap_or(&first.title).to_owned()
}

/// The maker that the words name, if they name nothing else.
fn named_maker(told: &[String], shown: &[ChatSource]) -> Option<String> {
    let makers = shown.iter().filter_map(|source| source.manufacturer.as_ref());
    let is_named = |maker: &&String| {
        let folded = normalize_text(maker);
        let words: Vec<&str> = plain_words(&folded).collect();
        let first = words.first().is_some_and(|first| {
            first.chars().count() >= MAKER_WORD_CHARS && told.iter().any(|told| told == first)
        });
        first && told.iter().all(|told| words.contains(&told.as_str()))
    };
    makers.into_iter().find(is_named).cloned()
}

/// The item that the message names by its place: `o segundo`, `a opção 2`, `o último`, `[2]`.
fn resolve_ordinal<'a>(message: &str, shown: &'a [ChatSource], about_dealer: bool) -> Option<&'a ChatSource> {
    if let Some(mark) = mark_in(message) {
        return shown.iter().find(|source| source.mark == mark);
    }
    let normalized = normalize_text(message);
    let words: Vec<&str> = plain_words(&normalized).collect();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| words[before]);
        let counted = matches!(before, Some("opcao" | "item" | "numero" | "produto" | "option" | "number"));
        let digit = word.parse::<usize>().ok().filter(|place| counted && (1..=20).contains(place));
        let Some(place) = digit.map(Place::At).or_else(|| parse_ordinal(word)) else { continue };
        let alone = words.len() == 1 || matches!(before, Some("e" | "and")) && at + 1 == words.len();
        // `Vocês abrem na segunda?` asks for a day.
        let day = about_dealer && !counted && word.ends_with('a');
        let led = counted || alone || before.is_some_and(is_article);
        if !led || day || !ends_there(words.get(at + 1).copied(), shown) {
            continue;
        }
        return match place {
            Place::At(place) => shown.get(place.checked_sub(1)?),
            Place::Last => shown.last(),
        };
    }
    None
}

/// `O segundo e o terceiro, qual a diferença?`: the items that the message names by several places, each once.
fn resolve_several_ordinals(message: &str, shown: &[ChatSource]) -> Vec<ChatSource> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let mut several: Vec<ChatSource> = Vec::new();
    for at in 1..words.len() {
        let is_joined = matches!(words[at - 1], "e" | "and") && !several.is_empty();
        let is_led = is_joined || is_article(words[at - 1]) || matches!(words[at - 1], "pro" | "pra");
        let is_place = is_led && ends_there(words.get(at + 1).copied(), shown);
        let one = match parse_ordinal(words[at]).filter(|_| is_place) {
            Some(Place::At(place)) => place.checked_sub(1).and_then(|at| shown.get(at)),
            Some(Place::Last) => shown.last(),
            None => None,
        };
        several.extend(one.filter(|one| several.iter().all(|known| known.id != one.id)).cloned());
    }
    several
}

fn is_article(word: &str) -> bool {
    matches!(
        word,
        "o" | "a"
            | "do"
            | "da"
            | "no"
            | "na"
            | "ao"
            | "pelo"
            | "pela"
            | "esse"
            | "essa"
            | "este"
            | "esta"
            | "aquele"
            | "aquela"
            | "daquele"
            | "daquela"
            | "the"
    )
}

/// Whether the place is not that of something else: `a segunda safra`, `segundo a bula`.
fn ends_there(next: Option<&str>, shown: &[ChatSource]) -> bool {
    let Some(next) = next else { return true };
    let stems = stems_of(next);
    let of_kind = || shown.iter().any(|s| s.category.iter().any(|kind| stems_of(kind) == stems));
    is_stop_word(next)
        || is_chatter(next)
        || WORDS.reference.are_in(&stems)
        || matches!(next, "produto" | "item" | "one")
        || of_kind()
}

/// The number in `[2]`, where a message has one mark.
fn mark_in(message: &str) -> Option<u32> {
    let (_, behind) = message.split_once('[')?;
    behind.split_once(']')?.0.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::intent::follow_up::follow_up;
    use crate::chat::types::sources::number_sources;
    use crate::chat::types::sources::tests::item_hit;
    use crate::chat::{HistoryMessage, Role};
    use crate::search::Sort;
    use crate::synonyms::{SHIPPED, SynonymGroup};
    use uuid::Uuid;

    const RUST: &str = "fungicida para ferrugem da soja";

    fn index() -> SynonymIndex {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        SynonymIndex::new(&groups)
    }

    /// Three fungicides, as an answer shows them that names the second first.
    fn three() -> Vec<ChatSource> {
        let hits =
            [("Ferrugen 200 SC", "Quiruá Agrociência"), ("Prodence", "Solmax"), ("Azocipra", "Solmax")].map(
                |(name, maker)| {
                    let mut hit = item_hit(name, Some("10"), "");
                    if let Some(item) = hit.item.as_mut() {
                        item.id = Uuid::from_u128(u128::from(name.as_bytes()[0]));
                        item.external_id = Some(format!("X-{name}"));
                        item.manufacturer = Some(maker.to_owned());
                    }
                    hit
                },
            );
        shown_sources("Temos o Prodence [2], o Ferrugen [1] e o Azocipra [3].", &number_sources(&hits, &[]))
    }

    fn parse_question(message: &str) -> Option<CatalogQuestion> {
        let make_message = |role, content: &str| HistoryMessage { role, content: content.into() };
        let history = [make_message(Role::User, RUST), make_message(Role::Assistant, "Temos três.")];
        follow_up(message, &history, &[three()], &[], &index())
    }

    fn records(message: &str) -> Vec<String> {
        let question = parse_question(message).unwrap_or_else(|| panic!("{message}: no follow-up"));
        let title = |id: &Uuid| three().into_iter().find(|s| s.id == *id).expect("shown").title;
        question.records.iter().map(title).collect()
    }

    #[test]
    fn a_place_names_one_of_what_was_shown() {
        for (message, title) in [
            ("o segundo", "Ferrugen 200 SC"),
            ("e o segundo?", "Ferrugen 200 SC"),
            ("quanto custa o terceiro?", "Azocipra"),
            ("e o primeiro, qual a dose?", "Prodence"),
            ("me fala mais do último", "Azocipra"),
            ("a opção 2", "Ferrugen 200 SC"),
            ("e o 1º?", "Prodence"),
            ("what about the second one?", "Ferrugen 200 SC"),
            ("o primeiro serve para milho?", "Prodence"),
            ("quero o [1]", "Ferrugen 200 SC"),
            ("a segunda opção tem em estoque?", "Ferrugen 200 SC"),
        ] {
            assert_eq!(records(message), [title], "{message}");
        }
        assert_eq!(parse_question("o segundo").expect("a follow-up").query, "X-Ferrugen 200 SC");
    }

    #[test]
    fn several_places_name_several_of_what_was_shown() {
        for message in ["o segundo e o terceiro, qual a diferença?", "compara o segundo com o terceiro"] {
            assert_eq!(records(message), ["Ferrugen 200 SC", "Azocipra"], "{message}");
        }
        assert_eq!(records("o segundo"), ["Ferrugen 200 SC"]);
    }

    #[test]
    fn a_place_is_one_in_the_last_list() {
        let lists = [vec![three().remove(1)], three()];
        let title = |message: &str| {
            let records = follow_up(message, &[], &lists, &[], &index()).expect("a follow-up").records;
            three().into_iter().find(|source| [source.id] == records[..]).expect("one").title
        };
        assert_eq!(title("e o terceiro?"), "Azocipra");
        assert_eq!(title("e o primeiro?"), "Prodence");
        assert_eq!(title("e aquele primeiro, quanto custa?"), "Prodence");
        let one_by_one: Vec<Vec<ChatSource>> = three().into_iter().rev().map(|source| vec![source]).collect();
        let asked = follow_up("e o primeiro que te perguntei?", &[], &one_by_one, &[], &index());
        assert_eq!(asked.expect("a follow-up").records, [three()[0].id], "in the order of the conversation");
        assert_eq!(title("quanto custa?"), "Ferrugen 200 SC", "the one that was spoken of last");
    }

    #[test]
    fn a_question_about_what_was_shown_is_about_that() {
        for message in [
            "quanto custa?",
            "qual a dose?",
            "qual a diferença entre eles?",
            "tem em estoque?",
            "acabou?",
            "ainda tem?",
            "qual a embalagem?",
        ] {
            assert_eq!(records(message).len(), 3, "{message}");
        }
        let cheapest = parse_question("qual deles é o mais barato?").expect("a follow-up");
        assert_eq!((cheapest.records.len(), cheapest.order), (3, Some(Sort::PriceAsc)));
    }

    #[test]
    fn the_maker_is_that_of_what_was_shown() {
        for (message, maker) in [
            ("e da mesma marca?", "Solmax"),
            ("tem outro do mesmo fabricante?", "Solmax"),
            ("anything from the same brand?", "Solmax"),
            ("e da Quiruá?", "Quiruá Agrociência"),
        ] {
            let question = parse_question(message).unwrap_or_else(|| panic!("{message}"));
            assert_eq!(
                (question.makers, question.query.as_str()),
                (vec![maker.to_owned()], RUST),
                "{message}"
            );
            assert!(question.records.is_empty(), "{message}");
        }
    }

    #[test]
    fn what_looks_for_something_else_points_at_nothing() {
        for message in [
            "tem outra opção?",
            "me mostra mais",
            "e o mais barato?",
            "e até R$ 300?",
            "e para milho?",
            "vocês abrem na segunda?",
            "herbicida para a segunda safra de milho",
            "segundo a bula, posso misturar?",
            "qual o prazo de entrega?",
            "obrigado",
            "tem prodence?",
        ] {
            let records = parse_question(message).map(|question| question.records).unwrap_or_default();
            assert!(records.is_empty(), "{message}: {records:?}");
        }
    }

    #[test]
    fn where_nothing_was_shown_nothing_is_pointed_at() {
        assert_eq!(follow_up("o segundo", &[], &[], &[], &index()), None);
        assert_eq!(follow_up("e o nono, quanto custa?", &[], &[vec![]], &[], &index()), None);
        assert!(shown_sources("Só isso [9].", &[]).is_empty());
    }
}
