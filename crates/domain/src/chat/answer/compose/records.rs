//! Which item a question is about among those that are listed, and whether its record is told as a whole.

use super::attributes::{asked_attributes, write_all_attributes};
use super::documents::asks_dose;
use super::findings::{TurnFindings, is_named_in};
use super::quotes::{ASKING_PRICE, find_asked_terms, quote_description, stem_quote_words};
use super::sums::name_words;
use crate::catalog::Item;
use crate::chat::answer::phrase::Phrase;
use crate::chat::intent::reading::measure_words::{ASKING_VERBS, names_nothing_of_its_own};
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::synonyms::GroupKind;
use crate::text::{normalize_text, plain_words};
use uuid::Uuid;

/// Least length of a word that is a name by itself, in bytes: `marandu`.
const LEAST_OWN_BYTES: usize = 5;
/// Verbs of what may be done with a thing and what it does, folded, beside [`ASKING_VERBS`].
const VERBS_OF_USE: [&str; 28] = [
    "serve",
    "servem",
    "pode",
    "podem",
    "posso",
    "precisa",
    "precisam",
    "mata",
    "matam",
    "resiste",
    "combate",
    "controla",
    "tolera",
    "estraga",
    "guarda",
    "guardo",
    "aplica",
    "aplico",
    "funcionam",
    "segura",
    "queima",
    "feito",
    "feita",
    "works",
    "kill",
    "kills",
    "need",
    "needs",
];
/// Verbs with which it is asked what a thing kills.
const VERBS_OF_KILLING: [&str; 10] =
    ["mata", "matam", "pega", "pegam", "controla", "controlam", "combate", "combatem", "kill", "kills"];
/// Verbs of what a thing comes with, which one sentence of its record seldom says alone.
const VERBS_OF_CONTENT: [&str; 8] =
    ["vem", "acompanha", "inclui", "incluso", "inclusa", "contem", "include", "includes"];
/// Words that ask whether the shop has a thing.
const OFFERING: [&str; 8] = ["tem", "teria", "vende", "vendem", "have", "sell", "carry", "got"];

/// What a message says beside the name of an item.
struct Question<'a> {
    words: Vec<&'a str>,
    /// Terms that are neither the item's name nor a measure nor a verb of a question.
    own: Vec<Term>,
    /// Whether it says the item's name.
    names: bool,
}

impl Question<'_> {
    fn has_one_of(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(word))
    }

    fn has_verb(&self) -> bool {
        self.has_one_of(&ASKING_VERBS) || self.has_one_of(&VERBS_OF_USE) || self.has_one_of(&VERBS_OF_CONTENT)
    }
}

fn read_question<'a>(found: &TurnFindings<'_>, item: &Item, folded: &'a str) -> Question<'a> {
    let held = ItemWords::of(item);
    let wanted = WantedTerms::of(&telling_words(found.message), found.index);
    let (names, own): (Vec<Term>, Vec<Term>) =
        wanted.terms.into_iter().partition(|term| held.holds(term) == Holding::Named);
    let own = own.into_iter().filter(|term| !names_nothing_of_its_own(term)).collect();
    Question { words: plain_words(folded).collect(), own, names: !names.is_empty() }
}

/// Whether a question about the one item that is listed needs its whole record: what it asks in words of its own stands
/// in the record in others. `told` is what is told of the item without that; where it holds all that is asked, it is enough.
pub(super) fn needs_whole_record(found: &TurnFindings<'_>, item: &Item, told: &str) -> bool {
    let question = found.question;
    let asks_else = question.order.is_some() || question.reckons() || question.per.is_some();
    if asks_else || !question.budget.is_open() || asks_dose(found) {
        return false;
    }
    let folded = normalize_text(found.message);
    let asked = read_question(found, item, &folded);
    let is_pointed = question.records == [item.id];
    let has_verb = asked.has_verb();
    if (!has_verb && asked.has_one_of(&ASKING_PRICE))
        || (!is_pointed && (!asked.names || asked.has_one_of(&OFFERING)))
    {
        return false;
    }
    let is_question =
        has_verb || found.message.contains('?') || WORDS.questions.are_in(&stems_of(found.message));
    if !is_question || (asked.own.is_empty() && !has_verb) {
        return false;
    }
    let stems = stem_quote_words(told);
    let is_answered = !asked.own.is_empty() && asked.own.iter().all(|term| term.stands_in(&stems));
    !is_answered || asked.has_one_of(&VERBS_OF_CONTENT)
}

/// `Sim, está entre os alvos do cadastro: **bicho mineiro**.`: whether the one item that is asked about names as a target
/// what it is to kill. Nothing where the record names no targets, or speaks of the thing elsewhere.
pub(super) fn target_part(
    found: &TurnFindings<'_>,
    items: &[(&Item, u32)],
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let [(item, _)] = items else { return None };
    let folded = normalize_text(found.message);
    let asked = read_question(found, item, &folded);
    let is_meant = asked.names || found.question.records == [item.id];
    if !is_meant || !found.message.contains('?') || !asked.has_one_of(&VERBS_OF_KILLING) {
        return None;
    }
    let is_target = |key: &str| ["alvo", "target"].iter().any(|head| normalize_text(key).starts_with(head));
    let targets: Vec<String> = item
        .attributes
        .iter()
        .filter(|(key, _)| is_target(key.as_str()))
        .flat_map(|(_, value)| stem_quote_words(&value.to_string()))
        .collect();
    let is_pest = |term: &&Term| {
        let is_kind = matches!(term.kind, Some(GroupKind::Culture | GroupKind::Treatment));
        !is_kind
            && !VERBS_OF_KILLING.contains(&term.said.as_str())
            && !WORDS.faq.are_in(&stems_of(&term.said))
    };
    let pests: Vec<&Term> = asked.own.iter().filter(is_pest).collect();
    let [pest] = pests.as_slice() else { return None };
    let is_named = pest.stands_in(&targets);
    if targets.is_empty() || (!is_named && ItemWords::of(item).holds(pest) > Holding::Not) {
        return None;
    }
    let phrase = if is_named { Phrase::Target } else { Phrase::NoTarget };
    name_words(phrase, std::slice::from_ref(&pest.said), text)
}

/// All that the record of an item says: its attributes, unless some of them are told already, and its description.
pub(super) fn write_whole_record(found: &TurnFindings<'_>, item: &Item) -> Option<String> {
    let attributes =
        write_all_attributes(item, found.lang).filter(|_| asked_attributes(found, item).is_empty());
    let lines: Vec<String> = attributes.into_iter().chain(quote_description(item)).collect();
    (!lines.is_empty()).then(|| lines.join("\n  "))
}

/// The one item among others that a question names and asks something of: `torta de mamona tem perigo pra cachorro?`
pub(super) fn find_asked_item(found: &TurnFindings<'_>, items: &[(&Item, u32)]) -> Option<Uuid> {
    let asks = found.message.contains('?') || WORDS.questions.are_in(&stems_of(found.message));
    let is_open = found.question.order.is_none() && !found.question.reckons();
    if !asks || !is_open || items.len() < 2 {
        return None;
    }
    let asks_more = |item: &&Item| find_asked_terms(found, item).iter().any(|term| !term.is_number());
    let named = find_named(found, items).filter(asks_more);
    Some(named.or_else(|| find_named_by_own_word(found, items))?.id)
}

/// The one item whose name begins with a word of the message.
fn find_named<'a>(found: &TurnFindings<'_>, items: &[(&'a Item, u32)]) -> Option<&'a Item> {
    let mut named = items.iter().map(|(item, _)| *item).filter(|item| is_named_in(found, item));
    let (Some(item), None) = (named.next(), named.next()) else { return None };
    Some(item)
}

/// The one item that has a word of the message in its name which no other has: `o marandu aguenta lá?` among grasses. Only
/// beside a verb of what a thing is or does, and not by a word of the trade.
fn find_named_by_own_word<'a>(found: &TurnFindings<'_>, items: &[(&'a Item, u32)]) -> Option<&'a Item> {
    let folded = normalize_text(found.message);
    let has_verb =
        plain_words(&folded).any(|word| ASKING_VERBS.contains(&word) || VERBS_OF_USE.contains(&word));
    if !has_verb {
        return None;
    }
    let wanted = WantedTerms::of(&telling_words(found.message), found.index);
    let own: Vec<Term> =
        wanted.terms.into_iter().filter(|term| is_own_word(term) && term.kind.is_none()).collect();
    let held: Vec<(&Item, ItemWords)> = items.iter().map(|(item, _)| (*item, ItemWords::of(item))).collect();
    let find_bearer = |term: &Term| {
        let mut bearers = held.iter().filter(|(_, words)| words.is_called(term));
        let (Some((item, _)), None) = (bearers.next(), bearers.next()) else { return None };
        Some(*item)
    };
    let mut named = own.iter().filter_map(find_bearer);
    let first = named.next()?;
    named.all(|item| item.id == first.id).then_some(first)
}

fn is_own_word(term: &Term) -> bool {
    term.said.len() >= LEAST_OWN_BYTES && term.said.chars().all(char::is_alphabetic)
}
