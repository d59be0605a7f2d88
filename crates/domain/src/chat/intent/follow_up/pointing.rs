//! Messages that say by words which of the items that were shown they mean: `a de bateria`, `o de 20
//! litros`, `liso, mil metros`; and questions about the one that was spoken of last.

use super::turning::{asks_for_offer, turns_to_something_else};
use crate::catalog::Item;
use crate::chat::intent::catalog_question::MAX_CONTENT_WORDS;
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::count_words::{is_length, measure_of};
use crate::chat::intent::reading::measure_words::{ASKING_VERBS, names_measure, names_nothing_of_its_own};
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms, names_attribute};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::synonyms::GroupKind;
use crate::text::{normalize_text, plain_words};

/// Least share of a question's words that the item spoken of last must hold to be what it asks about.
const ASKED_SHARE: f64 = 0.5;
/// Least length of a code that is told from a number of things.
const LEAST_CODE: usize = 4;
/// Most words of a name that a message says.
const MOST_NAMING: usize = 3;
/// Most items that `esse` and a question may be about together.
pub(super) const MOST_ASKED: usize = 4;

/// The shown items that a message names by a code of theirs and by nothing else: `e o 1023?`, `preço do ZU-50`.
pub(super) fn point_by_code<'a>(message: &str, lists: &[Vec<&'a Item>]) -> Vec<&'a Item> {
    let told = MessageReading::alone(message).telling_words();
    let [code] = told.as_slice() else { return Vec::new() };
    // `E 15?` counts, whatever has that number.
    if code.len() < LEAST_CODE || !code.bytes().any(|b| b.is_ascii_digit()) {
        return Vec::new();
    }
    let is_own = |own: &Option<String>| own.as_deref().is_some_and(|own| normalize_text(own) == *code);
    let bears = |item: &Item| {
        is_own(&item.external_id)
            || item.packages_on_sale().any(|package| is_own(&package.code) || is_own(&package.ean))
    };
    let lists = lists.iter().map(|list| list.iter().copied().filter(|item| bears(item)).collect::<Vec<_>>());
    lists.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// The shown items that `wanted` means; none where the message looks for something else. `lists` are
/// those of the last answers, the newest first.
pub(crate) fn point_by_words<'a>(
    message: &str,
    wanted: &WantedTerms,
    lists: &[Vec<&'a Item>],
) -> Vec<&'a Item> {
    let newest = lists.first().map(Vec::as_slice).unwrap_or_default();
    let stems = stems_of(message);
    if WORDS.others.are_in(&stems) && points_at_other(message) {
        return find_others(lists);
    }
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    if turns_to_something_else(message, wanted, lists) {
        return Vec::new();
    }
    // `Quanto rende?`, `pode guardar fora da geladeira?`
    if newest.len() <= MOST_ASKED && asks_of_a_thing(&words) && !names_other(wanted, newest) {
        return newest.to_vec();
    }
    // `O pacote vem com quantos?`, `a bateria dura quanto tempo?`
    if newest.len() <= MOST_ASKED && asks_of_newest(message, &words, wanted, newest) {
        let terms = wanted.terms.iter().filter(|term| !ASKING_VERBS.contains(&term.said.as_str()));
        let own = WantedTerms::of_terms(terms.cloned().collect());
        let meant = if own.terms.is_empty() { Vec::new() } else { choose_of_these(newest, &own) };
        return if meant.is_empty() { newest.to_vec() } else { meant };
    }
    if wanted.terms.is_empty() || wanted.terms.len() > MAX_CONTENT_WORDS {
        return Vec::new();
    }
    // `Qual a garantia?`, `quantos micra?`: what the items shown have an attribute for.
    if asks_attribute(message, wanted, newest) {
        return newest.to_vec();
    }
    if WORDS.these.are_in(&stems) && !begins_as_pointer(message) && !offers_other(&words, wanted, newest) {
        return choose_of_these(newest, wanted);
    }
    let points = begins_as_pointer(message);
    if wanted.is_size_alone() {
        let sized: Vec<&Item> =
            newest.iter().copied().filter(|item| wanted.share_held(&ItemWords::of(item)) > 0.0).collect();
        if !sized.is_empty() {
            return sized;
        }
    }
    // `The battery one, how long does it last?`
    let named_own = without_asking_verbs(wanted);
    if points || !names_kind(wanted) {
        for list in lists {
            let named = find_holding(list, &named_own, Holding::Made);
            if !named.is_empty() && (named.len() < list.len() || points || list.len() == 1) {
                return named;
            }
        }
    }
    // `A mangueira vende por metro?` asks for a hose, though what was shown comes with one.
    if points && !asks_for_offer(&words) {
        for list in lists {
            let described = find_holding(list, &named_own, Holding::Described);
            if !described.is_empty() {
                return described;
            }
        }
    }
    match newest {
        [one] if asks_about(message, &stems, wanted, one) => vec![*one],
        _ => Vec::new(),
    }
}

/// The terms that name something beside verbs of a question; all where only such verbs are said.
fn without_asking_verbs(wanted: &WantedTerms) -> WantedTerms {
    let own = wanted.terms.iter().filter(|term| !ASKING_VERBS.contains(&term.said.as_str()));
    let own: Vec<Term> = own.cloned().collect();
    if own.is_empty() { wanted.clone() } else { WantedTerms::of_terms(own) }
}

/// `E sorgo pra isso, tem?`: whether a question for an offer names something that no shown item holds.
fn offers_other(words: &[&str], wanted: &WantedTerms, items: &[&Item]) -> bool {
    let items: Vec<ItemWords> = items.iter().map(|item| ItemWords::of(item)).collect();
    let mut known = wanted.terms.iter().filter(|term| term.kind.is_some());
    asks_for_offer(words) && known.any(|term| items.iter().all(|item| item.holds(term) == Holding::Not))
}

/// Whether a question about several items names a crop or a purpose that none of them holds.
fn names_other(wanted: &WantedTerms, items: &[&Item]) -> bool {
    let words: Vec<ItemWords> = items.iter().map(|item| ItemWords::of(item)).collect();
    let of_kind = |kind| matches!(kind, Some(GroupKind::Culture | GroupKind::Treatment));
    let mut kinds = wanted.terms.iter().filter(|term| of_kind(term.kind));
    items.len() > 1 && kinds.any(|term| words.iter().all(|item| item.holds(term) == Holding::Not))
}

/// Of the newest list what the words beside `esse` name; all of it where they name nothing of it.
fn choose_of_these<'a>(newest: &[&'a Item], wanted: &WantedTerms) -> Vec<&'a Item> {
    let named = find_holding(newest, wanted, Holding::Made);
    let find_described = || find_holding(newest, wanted, Holding::Described);
    // `O pacotinho de 500` may come in a sachet.
    let find_sized = || {
        let sizes = wanted.terms.iter().filter(|term| term.is_number()).cloned().collect();
        find_holding(newest, &WantedTerms::of_terms(sizes), Holding::Listed)
    };
    let is_packed = wanted.terms.iter().all(names_measure);
    let meant = match named.is_empty() {
        true if is_packed => find_sized(),
        true => find_described(),
        false => named,
    };
    // Of a long list that holds nothing of it, nothing is meant.
    if meant.is_empty() && newest.len() <= MOST_ASKED { newest.to_vec() } else { meant }
}

/// Whether a question has no thing of its own: what it names are packages, measures, attributes and words of
/// the items that were shown.
fn asks_of_newest(message: &str, words: &[&str], wanted: &WantedTerms, newest: &[&Item]) -> bool {
    let asks = words.iter().any(|word| ASKING.contains(word));
    if newest.is_empty() || !asks || asks_for_offer(words) {
        return false;
    }
    let of_kind = |term: &Term| matches!(term.kind, Some(GroupKind::Culture | GroupKind::Treatment));
    let verb = words.iter().any(|word| ASKING_VERBS.contains(word));
    let own: Vec<&Term> = wanted
        .terms
        .iter()
        .filter(|term| !term.is_measured() && !ASKING_VERBS.contains(&term.said.as_str()))
        .filter(|term| !names_measure(term))
        .collect();
    let items: Vec<ItemWords> = newest.iter().map(|item| ItemWords::of(item)).collect();
    let is_of_items = |term: &&Term| {
        // `Quanto custa a bota?` after what only speaks of boots asks for boots.
        let least = if verb { Holding::Described } else { Holding::Listed };
        let held = items.iter().any(|item| item.holds(term) >= least);
        held || newest.iter().any(|item| item.attributes.keys().any(|key| names_attribute(term, key)))
    };
    if own.is_empty() {
        // `Quanto?` alone asks for a price, and `e quanto à entrega?` is none of it.
        return verb
            || WORDS.packages.are_in(&stems_of(message))
            || wanted
                .terms
                .iter()
                .any(|term| names_measure(term) && (term.is_measured() || !term.is_number()));
    }
    own.iter().all(is_of_items) && (verb || !own.iter().any(|term| of_kind(term)))
}

/// Whether the words alone make sure that the `pointed` items are meant: they say so, ask of a thing without
/// naming one, or name what the items are. What only a description speaks of may be a thing of its own.
pub(super) fn is_sure_of_shown(message: &str, wanted: &WantedTerms, pointed: &[&Item]) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let says = WORDS.these.are_in(&stems_of(message)) || points_at_other(message) || asks_of_a_thing(&words);
    // Another may be called as the message says: a `capim humidicola` is a `braquiária`, and no `marandu`.
    let is_named = |held: &ItemWords, term: &Term| {
        held.holds(term) == Holding::Made || (held.holds(term) > Holding::Made && held.holds_as_said(term))
    };
    let names =
        |item: &&Item| {
            let held = ItemWords::of(item);
            wanted.terms.iter().filter(|term| !names_nothing_of_its_own(term)).all(|term| {
                is_named(&held, term) || item.attributes.keys().any(|key| names_attribute(term, key))
            })
        };
    says || (!asks_for_offer(&words) && pointed.iter().all(names))
}

/// `Posso dar o proteinado da seca pra eles?`: the words behind an article in a question about a thing, where none of
/// the `pointed` items holds them; they may be the name of another. Not behind a preposition: `aplico com a bomba?`.
pub(super) fn find_name_beside(message: &str, wanted: &WantedTerms, pointed: &[&Item]) -> Option<String> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    if !asks_of_a_thing(&words) {
        return None;
    }
    let items: Vec<ItemWords> = pointed.iter().map(|item| ItemWords::of(item)).collect();
    let is_told = |word: &str| wanted.terms.iter().any(|term| term.said.split(' ').any(|said| said == word));
    let is_own = |word: &str| {
        wanted.terms.iter().any(|term| {
            term.said == word
                && term.kind != Some(GroupKind::Culture)
                && !names_nothing_of_its_own(term)
                && items.iter().all(|item| item.holds(term) == Holding::Not)
        })
    };
    let at = (1..words.len()).find(|at| {
        let article = matches!(words[at - 1], "o" | "a" | "os" | "as" | "the");
        let before = at.checked_sub(2).map_or("", |before| words[before]);
        let behind =
            matches!(before, "com" | "para" | "pra" | "em" | "sobre" | "contra" | "with" | "on" | "in");
        article && !behind && is_own(words[*at])
    })?;
    let name = words[at..].iter().take_while(|word| is_told(word) || matches!(**word, "de" | "da" | "do"));
    let name: Vec<&str> = name.copied().filter(|word| is_told(word)).take(MOST_NAMING).collect();
    Some(name.join(" "))
}

/// Words with which a question about a thing asks.
const ASKING: [&str; 12] = [
    "quanto", "quantos", "quanta", "quantas", "qual", "quais", "how", "what", "serve", "vem", "onde",
    "porque",
];

/// Whether a question names an attribute of the items: `qual a potência?`, and nothing to be found.
fn asks_attribute(message: &str, wanted: &WantedTerms, items: &[&Item]) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let asks =
        words.iter().take(3).any(|word| matches!(*word, "qual" | "quais" | "quantos" | "quantas" | "what"));
    asks && !asks_for_offer(&words)
        && wanted
            .terms
            .iter()
            .all(|term| items.iter().any(|item| item.attributes.keys().any(|key| names_attribute(term, key))))
}

/// The items of `list` that hold every term at least so, of these the ones that hold them best.
pub(crate) fn find_holding<'a>(list: &[&'a Item], wanted: &WantedTerms, least: Holding) -> Vec<&'a Item> {
    let words: Vec<(&Item, ItemWords)> = list.iter().map(|item| (*item, ItemWords::of(item))).collect();
    let held: Vec<(&Item, usize)> = words
        .iter()
        .filter(|(_, words)| wanted.is_held(words, least))
        .map(|(item, words)| (*item, wanted.level_held(words)))
        .collect();
    let best = held.iter().map(|(_, level)| *level).max().unwrap_or(0);
    held.into_iter().filter(|(_, level)| *level == best).map(|(item, _)| item).collect()
}

/// Whether the words name a crop, or a purpose with something beside it: that asks the catalog anew.
fn names_kind(wanted: &WantedTerms) -> bool {
    let of_kind = |kind: GroupKind| wanted.terms.iter().any(|term| term.kind == Some(kind));
    of_kind(GroupKind::Culture) || (of_kind(GroupKind::Treatment) && wanted.terms.len() > 1)
}

/// `O de 20 litros`, `e a híbrida`, `agora me fala da híbrida`, `quero a que segura nematoide`.
pub(crate) fn begins_as_pointer(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let article = |word: &str| matches!(word, "o" | "a" | "os" | "as" | "the");
    let lead = |word: &str| matches!(word, "e" | "entao" | "quero" | "agora" | "and" | "mas" | "ta");
    let of = |word: &str| {
        matches!(
            word,
            "de" | "da" | "do" | "das" | "dos" | "com" | "sem" | "que" | "pra" | "para" | "em" | "q"
        )
    };
    let told = words.windows(2).position(|pair| article(pair[0]) && of(pair[1])).is_some_and(|at| at <= 3);
    let first = words.first().is_some_and(|word| article(word));
    let led = words.len() > 1 && lead(words[0]) && article(words[1]);
    let about =
        words.windows(2).any(|pair| matches!(pair[0], "fala" | "falar") && matches!(pair[1], "da" | "do"));
    let one = words.windows(2).any(|pair| matches!(pair, ["there" | "which", "one"]));
    told || first || led || about || one
}

/// `A outra`, not `outra opção`.
fn points_at_other(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    words.windows(2).any(|pair| matches!(pair, ["a" | "o", "outra" | "outro"] | ["the", "other"]))
}

/// What was shown beside the item that was spoken of last.
fn find_others<'a>(lists: &[Vec<&'a Item>]) -> Vec<&'a Item> {
    let last = lists.first().filter(|list| list.len() == 1).and_then(|list| list.first());
    let several = lists.iter().find(|list| list.len() > 1);
    let others = several.into_iter().flatten().copied();
    others.filter(|item| last.is_none_or(|last| last.id != item.id)).collect()
}

/// Whether a question is about the item that was spoken of last.
fn asks_about(message: &str, stems: &[String], wanted: &WantedTerms, item: &Item) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let asks = words.first().is_some_and(|word| OPENS_QUESTION.contains(word))
        || message.contains('?')
        || WORDS.questions.are_in(stems);
    if WORDS.these.are_in(stems) {
        return asks;
    }
    // `Semente de arroz?` after a herbicide for rice asks for something else, and so does `tem lona?`
    let item = ItemWords::of(item);
    if asks_of_a_thing(&words) {
        return true;
    }
    let known = wanted.terms.iter().filter(|term| term.kind.is_some());
    let of_item = known.clone().all(|term| item.holds(term) > Holding::Not);
    asks && of_item && !asks_for_offer(&words) && wanted.share_held(&item) >= ASKED_SHARE
}

/// `Serve pra cavalo?`, `pode guardar fora da geladeira?`, `quanto tempo fica na carne?`: a question that
/// has no thing of its own is about the one that was spoken of.
fn asks_of_a_thing(words: &[&str]) -> bool {
    let led = words.iter().take_while(|word| matches!(**word, "mas" | "entao" | "ai" | "ah" | "e")).count();
    // `E de quantos litros?` begins with `é`.
    let words = if words.first() == Some(&"e") && led == 1 { words } else { &words[led..] };
    match words {
        [
            "serve" | "pode" | "posso" | "precisa" | "aguenta" | "mata" | "resiste" | "funciona" | "dura"
            | "mistura" | "vem" | "rende" | "queima" | "mancha" | "vence",
            ..,
        ]
        | ["da", "pra" | "para", ..]
        // `Vende por metro?`, `vende fracionado?`
        | ["vende" | "vendem", "fracionado" | "fracionada" | "avulso" | "avulsa" | "solto" | "picado" | "separado", ..]
        | ["e", "de" | "seguro" | "pra" | "toxico" | "forte", ..]
        | ["e", "frasco" | "saco" | "galao" | "caixa" | "pacote" | "lata" | "rolo" | "balde", ..]
        | ["e", "serve" | "pode" | "vem" | "dura" | "rende" | "funciona" | "mistura", ..]
        | ["faz", "mal", ..]
        | ["quanto", "tempo" | "dura" | "rende" | "pesa", ..]
        | ["como", "usa" | "uso" | "guarda" | "guardo" | "aplica" | "aplico" | "funciona", ..]
        | ["can", "i" | "it", ..]
        | ["does" | "is" | "will", "it", ..]
        | ["how", "long" | "do", ..] => true,
        ["vende" | "vendem", "por" | "no" | "a" | "em", unit, ..] => is_length(unit) || names_unit(unit),
        ["quantos" | "quantas", "ha" | "hectare" | "hectares" | "alqueire" | "alqueires" | "acres", ..] => true,
        ["quantos" | "quantas", ..] => {
            words.iter().any(|word| matches!(*word, "vem" | "dura" | "rende" | "tem"))
        }
        _ => false,
    }
}

/// Whether a word is a unit by which things are sold.
fn names_unit(word: &str) -> bool {
    measure_of(word).is_some() || matches!(word, "unidade" | "peca" | "par" | "granel" | "duzia" | "cento")
}

/// Words that open a question about a thing, folded.
const OPENS_QUESTION: [&str; 22] = [
    "posso", "pode", "da", "precisa", "serve", "funciona", "mata", "resiste", "vem", "aguenta", "dura",
    "como", "quantos", "quantas", "quanto", "tem", "qual", "can", "does", "is", "how", "will",
];
