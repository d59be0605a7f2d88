//! An answer without any model: put together from what the search found, marked as such, inventing
//! nothing.
//!
//! Every word in it is either one of [`Phrase`] (texts of the program, translated by crate `app`
//! under `chat.composed`) or stands in a record. Records are text from outside: Markdown in names
//! is escaped, and brackets cannot pass for marks.

mod attributes;
mod comparison;
mod documents;
mod faq_question;
mod faqs;
mod findings;
mod packages;
mod quotes;
mod records;
mod stock;
mod sums;
mod unit_price;

use self::attributes::asked_attributes;
use self::comparison::comparison_part;
pub use self::documents::name_document;
use self::documents::{asks_dose, is_stated_in_documents, quote_documents};
pub use self::faqs::keep_nearest_faqs;
use self::faqs::{faq_part, is_answered, maybe_part, quote_help};
pub use self::findings::TurnFindings;
pub(crate) use self::findings::escape_line;
use self::findings::{has_a_word, is_named_in, price_text};
use self::packages::{lacks_asked_package, priced_part};
use self::quotes::{quote_item, stem_quote_words};
use self::records::{find_asked_item, needs_whole_record, target_part, write_whole_record};
use self::stock::{place_part, write_stock};
use self::sums::{name_words, sum_part, undiscounted_part, unknown_part};
use self::unit_price::unit_price;
use super::sanitize::sanitize_field;
use crate::catalog::brief::NAME_CHARS;
use crate::catalog::{Item, is_container};
use crate::chat::answer::phrase::Phrase;
use crate::chat::intent::catalog_question::MOST_OUT;
use crate::chat::intent::idle::asks_again;
use crate::chat::intent::plan::Intent;
use crate::chat::intent::reading::measure_words::names_nothing_of_its_own;
use crate::chat::intent::reading::stock_wish::StockWish;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms};
use crate::chat::intent::safety::is_about_sick_animal;
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::text::{normalize_text, plain_words};
use uuid::Uuid;

/// Most items that are listed.
const MAX_ITEMS: usize = 8;
/// Most words that are said to be in no item.
const MAX_MISSING: usize = 3;
/// Most items whose records are quoted.
const MOST_QUOTED: usize = 3;
/// Most items that were pointed at and whose records are told as a whole, where none says anything in the words of the
/// question.
const MOST_WHOLE: usize = 2;

/// The answer, Markdown with marks. `text` gives a phrase in the person's language.
pub fn compose_chat_answer(found: &TurnFindings<'_>, text: impl Fn(Phrase) -> String) -> String {
    if let Some(concern) = found.concern {
        return quote_help(found, concern, &text).unwrap_or_default();
    }
    match found.intent {
        Intent::Greeting => return text(choose_courtesy(found.message)),
        Intent::OffTopic if is_about_sick_animal(found.written) => {
            return format!("{}\n\n{}", text(Phrase::OffTopic), text(Phrase::Veterinarian));
        }
        Intent::OffTopic => return text(Phrase::OffTopic),
        Intent::Catalog | Intent::Faq | Intent::General => {}
    }
    // What the leaflet of a product states comes before what holds for all of them.
    let is_stated = is_stated_in_documents(found, &text);
    let general = faq_part(found, &text);
    let (mut parts, behind): (Vec<String>, Option<String>) = match is_stated {
        true => (Vec::new(), general.filter(|part| !part.starts_with(&text(Phrase::Questions)))),
        false => (general.into_iter().collect(), None),
    };
    let answered = !is_stated && is_answered(found);
    if !answered {
        let items = items_part(found, &text);
        let missing = missing_part(found, items.is_some(), &text).filter(|_| parts.is_empty() && !is_stated);
        // What was looked for in vain is said, and how to ask differently.
        let nothing = missing.is_some() && items.is_none();
        let missing = missing.or_else(|| {
            let is_open = parts.is_empty() && items.is_some() && !is_stated;
            unmentioned_part(found, &text).or_else(|| unsold_part(found, &text)).filter(|_| is_open)
        });
        let list = items.as_ref().and_then(|_| price_list_part(found, &text));
        parts.extend(missing.into_iter().chain(items).chain(list));
        parts.extend(nothing.then(|| text(Phrase::Nothing)));
        let undiscounted = undiscounted_part(found, &parts, &text).filter(|_| !parts.is_empty());
        parts.extend(undiscounted);
    }
    parts.extend(behind);
    parts.extend(maybe_part(found, &text));
    // How much of a product is used stands on its label, whatever else was found.
    if asks_dose(found) && !answered && !parts.contains(&text(Phrase::Label)) {
        parts.insert(0, text(Phrase::Label));
    }
    if parts.is_empty() {
        match found.message.chars().any(char::is_alphanumeric) {
            true => parts.extend([text(Phrase::NotFound), text(Phrase::Nothing)]),
            false => parts.push(text(Phrase::Unclear)),
        }
    }
    if is_about_sick_animal(found.written) {
        parts.push(text(Phrase::Veterinarian));
    }
    parts.push(format!("_{}_", text(Phrase::Note)));
    parts.join("\n\n")
}

/// What a message that is only courtesy is answered.
fn choose_courtesy(message: &str) -> Phrase {
    let stems = stems_of(message);
    if asks_again(message) {
        Phrase::AskAgain
    } else if WORDS.insult.are_in(&stems) {
        Phrase::Scolded
    } else if WORDS.farewell.are_in(&stems) {
        Phrase::Farewell
    } else if WORDS.thanks.are_in(&stems) {
        Phrase::Thanks
    } else {
        Phrase::Greeting
    }
}

/// Which list the prices are of, where they are not those of the counter.
fn price_list_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let name = escape_line(&sanitize_field(found.price_list?, NAME_CHARS));
    Some(format!("{} {name}.", text(Phrase::PriceList)))
}

fn items_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let marked = found.items.iter().filter(|hit| hit.item.is_some()).zip(1..);
    let items: Vec<(&Item, u32)> = marked
        .filter(|(hit, _)| has_a_word(hit) || !found.question.records.is_empty())
        .filter_map(|(hit, mark)| hit.item.as_ref().map(|item| (item, mark)))
        .collect();
    let is_out = matches!(found.question.stock, Some(StockWish::AllOut | StockWish::Out));
    if items.is_empty() {
        return is_out.then(|| text(Phrase::NoneOut));
    }
    let otherwise = is_packed_otherwise(found).then(|| text(Phrase::NotPacked));
    if let Some(sums) = sum_part(found, &items, text) {
        return Some([Some(sums), otherwise].into_iter().flatten().collect::<Vec<_>>().join("\n\n"));
    }
    if let Some(table) = comparison_part(found, &items, text) {
        let label = items.iter().any(|(item, _)| protects_crops(item)).then(|| text(Phrase::Label));
        return Some([Some(table), label].into_iter().flatten().collect::<Vec<_>>().join("\n\n"));
    }
    let (listed, more) = items.split_at(items.len().min(if is_out { MOST_OUT - 1 } else { MAX_ITEMS }));
    let (lines, told) = item_lines(found, listed, text);
    // What is counted and stands in no line of a sum is no item of this list either.
    let unknown = unknown_part(found, &items, text);
    let heading = text(if is_out { Phrase::AllOut } else { Phrase::Items });
    let mut parts: Vec<String> = unknown.into_iter().chain([heading, lines.join("\n")]).collect();
    parts.extend(target_part(found, listed, text));
    parts.extend(place_part(found, listed, text));
    parts.extend(otherwise);
    if !more.is_empty() {
        parts.push(text(Phrase::More));
    }
    if listed.iter().any(|(item, _)| protects_crops(item)) {
        parts.push(text(Phrase::Label));
    } else if told != QuotedShare::InPart && asks_of_records(found) {
        parts.push(text(Phrase::NotStated));
    }
    Some(parts.join("\n\n"))
}

/// Whether the message asks for a package in which nothing that was found is sold.
fn is_packed_otherwise(found: &TurnFindings<'_>) -> bool {
    let mut items = found.items.iter().filter_map(|hit| hit.item.as_ref()).peekable();
    items.peek().is_some() && items.all(|item| lacks_asked_package(found, item))
}

/// How much the lines of a list tell of what their records say on a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuotedShare {
    /// Nothing: no record says anything in the words of the question.
    Nothing,
    /// What holds the words of the question.
    InPart,
    /// All that the record says, for the words of the question may not be those of the record.
    Whole,
}

/// A line for each item, with what its record says where the message asks about few; and how much that is.
fn item_lines(
    found: &TurnFindings<'_>,
    items: &[(&Item, u32)],
    text: &impl Fn(Phrase) -> String,
) -> (Vec<String>, QuotedShare) {
    let mut all = QuotedShare::Nothing;
    let is_short = items.len() <= MOST_QUOTED;
    let asked = find_asked_item(found, items);
    let speaking = if is_short { Vec::new() } else { list_speaking_items(found, items) };
    let is_of_few = items.len() <= MOST_WHOLE && asks_of_records(found);
    let lines = items.iter().map(|(item, mark)| {
        let line = item_line(found, item, *mark, text);
        let is_asked = asked == Some(item.id);
        let quotes = is_short || is_asked || speaking.contains(&item.id);
        let of_documents =
            || quote_documents(found, item, text).filter(|_| quotes || is_named_in(found, item));
        let own = quote_item(found, item).filter(|_| quotes);
        let in_words = format!("{}. {}", asked_attributes(found, item), own.as_deref().unwrap_or_default());
        let is_whole = items.len() == 1 && needs_whole_record(found, item, &in_words);
        let own = if is_whole { write_whole_record(found, item).or(own) } else { own };
        let quote = own.into_iter().chain(of_documents());
        let quote = Some(quote.collect::<Vec<_>>().join("\n  ")).filter(|quote| !quote.is_empty());
        let told = quote.is_some() || line.matches(" · ").count() > 2;
        all = match (is_whole, told) {
            (true, _) => QuotedShare::Whole,
            (false, true) => QuotedShare::InPart,
            (false, false) => all,
        };
        // What is asked in words that the record does not use may stand in it all the same.
        let whole = || write_whole_record(found, item).filter(|_| (is_of_few || is_asked) && !told);
        match quote.or_else(whole) {
            Some(quote) => format!("{line}\n  {quote}"),
            None => line,
        }
    });
    (lines.collect(), all)
}

/// Of many items the first whose descriptions alone speak of what a question asks, where nothing is called so:
/// `o valor do calcário já inclui o frete?`
fn list_speaking_items(found: &TurnFindings<'_>, items: &[(&Item, u32)]) -> Vec<Uuid> {
    if !found.message.contains('?') || found.question.order.is_some() || found.question.reckons() {
        return Vec::new();
    }
    let held: Vec<(Uuid, ItemWords)> = items.iter().map(|(item, _)| (item.id, ItemWords::of(item))).collect();
    let wanted = WantedTerms::of(&telling_words(found.message), found.index);
    let is_spoken_of = |term: &&Term| {
        // `Frete` has a group of synonyms for the sake of the frequent questions, and is no kind of product.
        let is_plain = !term.is_number() && (term.kind.is_none() || WORDS.faq.are_in(&stems_of(&term.said)));
        is_plain && held.iter().all(|(_, words)| words.holds(term) <= Holding::Described)
    };
    let terms: Vec<&Term> = wanted.terms.iter().filter(is_spoken_of).collect();
    let speaks = |words: &ItemWords| terms.iter().any(|term| words.holds(term) == Holding::Described);
    held.iter().filter(|(_, words)| speaks(words)).map(|(id, _)| *id).take(MOST_QUOTED).collect()
}

/// Whether the message asks something of records that were shown, beside their price.
fn asks_of_records(found: &TurnFindings<'_>) -> bool {
    let wanted = WantedTerms::of(&telling_words(found.message), found.index);
    let items: Vec<ItemWords> =
        found.items.iter().filter_map(|hit| hit.item.as_ref()).map(ItemWords::of).collect();
    // `E a americana?` names the item; what its record holds was not asked in vain.
    let unanswered =
        wanted.terms.iter().any(|term| items.iter().all(|item| item.holds(term) == Holding::Not));
    unanswered && !found.question.records.is_empty() && found.question.order.is_none()
}

/// What the message names and no item of the catalog is. Beside items only what weighs: the thing that is
/// asked for first, what is known by name, what was written as a name.
fn missing_part(
    found: &TurnFindings<'_>,
    has_items: bool,
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    if !found.question.counts.is_empty() {
        return unknown_part(found, &[], text).filter(|_| !has_items);
    }
    let head = telling_words(&found.question.query).into_iter().next();
    let written_as_name = |word: &str| {
        let mut words = found.written.split_whitespace().skip(1);
        words.any(|part| part.starts_with(char::is_uppercase) && normalize_text(part).contains(word))
    };
    let written = normalize_text(found.written);
    let is_packed_otherwise = has_items && is_packed_otherwise(found);
    let weighs = |word: &&String| {
        // `Brinco mosquicida` is one thing of two words.
        let parts: Vec<&str> = word.split(' ').collect();
        // A word of the conversation or of a translation was not said here.
        written.contains(word.as_str())
            && !(is_packed_otherwise && is_container(word))
            && (!has_items
                || head.as_deref() == parts.first().copied()
                || head.as_ref().is_some_and(|head| is_kind_of(&written, head, word))
                || is_asked_for(found, word)
                || found.index.longest_phrase(&parts).0 > 0
                || written_as_name(word))
    };
    let words = found.missing.iter().filter(weighs).take(MAX_MISSING);
    let words: Vec<String> = words.map(|word| escape_line(&sanitize_field(word, NAME_CHARS))).collect();
    (!words.is_empty()).then(|| format!("{} **{}**.", text(Phrase::Missing), words.join("**, **")))
}

/// Words with which it is asked whether the shop sells a thing, folded, and those that ask for one in other ways.
const SELLING: [&str; 7] = ["vende", "vendem", "vendes", "trabalha", "trabalham", "sell", "carry"];
const HAVING: [&str; 4] = ["tem", "teria", "have", "got"];

/// Whether the message asks for the thing beside what was talked about before: `and diesel fuel, do you sell that?`
fn is_asked_for(found: &TurnFindings<'_>, word: &str) -> bool {
    let folded = normalize_text(found.message);
    let asks = plain_words(&folded).any(|said| SELLING.contains(&said) || HAVING.contains(&said));
    let own = found.question.own_words.as_deref().unwrap_or_default();
    asks && own.split(' ').any(|own| own == word)
}

/// The thing of which the message asks whether the shop sells it (`e trator, vende?`), where what was found is none and
/// only speaks of one, or is for one.
fn unsold_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let folded = normalize_text(found.message);
    if !asks_for_one_thing(&folded) || !found.question.records.is_empty() || found.question.reckons() {
        return None;
    }
    let wanted = WantedTerms::of(&telling_words(found.message), found.index);
    let [thing] = wanted.terms.as_slice() else { return None };
    if names_nothing_of_its_own(thing) {
        return None;
    }
    let hits = found.items.iter().filter(|hit| has_a_word(hit));
    let items: Vec<&Item> = hits.filter_map(|hit| hit.item.as_ref()).collect();
    let is_none = match items.iter().map(|item| ItemWords::of(item).holds(thing)).max()? {
        Holding::Described => true,
        // A tag may name the thing in other words (`mata-mato`), or what the item is for (`trator`).
        Holding::Listed => items.iter().any(|item| is_for_thing(item, thing)),
        Holding::Not | Holding::Made | Holding::Named => false,
    };
    let is_unsold = is_none && thing.kind.is_none() && !is_purpose(&folded, &thing.said);
    name_words(Phrase::Missing, std::slice::from_ref(&thing.said), text).filter(|_| is_unsold)
}

/// Most words of a message that asks for a thing by `tem` and by nothing else.
const MOST_ASKING: usize = 5;

/// Whether a folded message asks whether the shop sells something: `e trator, vende?`, `vocês têm muda?`; not `tem que usar
/// luva?`
fn asks_for_one_thing(folded: &str) -> bool {
    let words: Vec<&str> = plain_words(folded).collect();
    let has = words.len() <= MOST_ASKING && words.iter().any(|word| HAVING.contains(word));
    let must = words.windows(2).any(|pair| matches!(pair, ["tem", "que" | "de"] | ["have", "to"]));
    words.iter().any(|word| SELLING.contains(word)) || (has && !must)
}

/// Whether the description says that the item is for a thing: `acoplado para tratores`.
fn is_for_thing(item: &Item, thing: &Term) -> bool {
    let folded = normalize_text(item.description.as_deref().unwrap_or_default());
    let words: Vec<&str> = plain_words(&folded).collect();
    words.windows(2).any(|pair| PURPOSE.contains(&pair[0]) && thing.stands_in(&stem_quote_words(pair[1])))
}

/// Words between a thing and what it is of or for.
const OF_KIND: [&str; 8] = ["de", "do", "da", "para", "pra", "pro", "of", "for"];

/// Whether the message names nothing but a thing and, right behind it, what it is of or for: `ração de avestruz`.
/// What else is called ration then answers nothing without saying so; what it is to do (`lona pra cobrir`) is no kind.
fn is_kind_of(written: &str, head: &str, word: &str) -> bool {
    let words: Vec<&str> = plain_words(written).collect();
    let is_deed = ["ar", "er", "ir"].iter().any(|ending| word.ends_with(ending));
    let stands = words.windows(3).any(|run| run[0] == head && OF_KIND.contains(&run[1]) && run[2] == word);
    stands && !is_deed && telling_words(written).len() == 2
}

/// What categories of products with a label for use are called, in part, folded.
const PROTECTION: [&str; 7] =
    ["herbicid", "fungicid", "inseticid", "acaricid", "nematicid", "defensiv", "biol"];

/// Whether the item's category is one of crop protection.
fn protects_crops(item: &Item) -> bool {
    let category = item.category.as_deref().map(normalize_text).unwrap_or_default();
    PROTECTION.iter().any(|part| category.contains(part))
}

/// Words before what a thing is for or against.
const PURPOSE: [&str; 9] = ["para", "pra", "pro", "pras", "pros", "contra", "p", "for", "against"];

/// What the message says a thing is for, and none of the items that are shown speaks of: `ração pra cachorro`.
fn unmentioned_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let question = found.question;
    if question.reckons() {
        return None;
    }
    // Beside a question about what was shown, another may ask for something of its own.
    let offer = find_second_offer(found.message).filter(|_| !question.records.is_empty());
    if offer.is_none() && !question.records.is_empty() {
        return None;
    }
    let hits = found.items.iter().filter(|hit| hit.item.is_some() && has_a_word(hit));
    let items: Vec<ItemWords> = hits.filter_map(|hit| hit.item.as_ref()).map(ItemWords::of).collect();
    let wanted = WantedTerms::of_query(offer.unwrap_or(&question.query), found.index);
    let written = normalize_text(offer.unwrap_or(found.written));
    let unheld = wanted.list_unheld(&items).into_iter().map(|term| term.said.as_str());
    let words: Vec<String> = unheld.filter(|said| is_purpose(&written, said)).map(str::to_owned).collect();
    name_words(Phrase::Unmentioned, &words, text)
}

/// The last of several questions in one message, where it asks for a thing: `gato come essa? tem ração pra gato?`
fn find_second_offer(message: &str) -> Option<&str> {
    let mut questions = message.split('?').map(str::trim).filter(|part| !part.is_empty());
    let last = questions.next_back().filter(|_| questions.next().is_some())?;
    let folded = normalize_text(last);
    plain_words(&folded).any(|word| SELLING.contains(&word) || HAVING.contains(&word)).then_some(last)
}

/// Whether a thing stands right behind a word of purpose in the message; what is to be done (`pra cobrir`) is none.
fn is_purpose(written: &str, said: &str) -> bool {
    let is_deed = ["ar", "er", "ir"].iter().any(|ending| said.ends_with(ending));
    let is_article = |word: &&str| matches!(*word, "o" | "a" | "os" | "as" | "meu" | "minha" | "the" | "my");
    let words: Vec<&str> = written
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .filter(|word| !word.is_empty() && !is_article(word))
        .collect();
    let first = said.split_whitespace().next().unwrap_or_default();
    !is_deed && words.windows(2).any(|pair| PURPOSE.contains(&pair[0]) && pair[1] == first)
}

/// `- **Name** · R$ 1.234,56 · Manufacturer · Embalagem: 20 L [1]`: attributes where they are asked for, and behind the
/// name what is known of its stock.
fn item_line(found: &TurnFindings<'_>, item: &Item, mark: u32, text: &impl Fn(Phrase) -> String) -> String {
    let name = escape_line(&sanitize_field(&item.name, NAME_CHARS));
    let price = priced_part(found, item, price_text(item, found.lang, text));
    let maker = item.manufacturer.as_deref().map(|maker| escape_line(&sanitize_field(maker, NAME_CHARS)));
    let maker =
        maker.filter(|maker| !maker.is_empty()).map(|maker| format!(" · {maker}")).unwrap_or_default();
    let attributes = asked_attributes(found, item);
    let unit = unit_price(found, item).map(|price| format!(" · {price}")).unwrap_or_default();
    let stock = write_stock(found, item, text).unwrap_or_default();
    format!("- **{name}**{stock} · {price}{unit}{maker}{attributes} [{mark}]")
}

#[cfg(test)]
mod tests;
