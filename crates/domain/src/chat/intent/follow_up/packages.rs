//! Messages about the package of what was shown: `e em saco, tem?`, `tem tamanho maior?`.

use super::coreference::of_items;
use super::which::asks_which_of_shown;
use crate::catalog::Item;
use crate::chat::intent::catalog_question::{CatalogQuestion, MAX_QUERY_CHARS};
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::count_words::measure_of;
use crate::chat::intent::reading::counting::is_packed_in;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, WantedTerms};
use crate::chat::intent::wording::colloquial::read_diminutive;
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::synonyms::SynonymIndex;
use crate::text::{normalize_text, plain_words};

/// `E em saco, tem?`: of what was shown what is packed so, or of what is talked about.
pub(super) fn ask_for_package(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    topic: Option<&CatalogQuestion>,
) -> Option<CatalogQuestion> {
    // `Tem em saquinho? Minha horta é pequena`: what stands behind the question says what for.
    let (question, why) = message.split_once('?').unwrap_or((message, ""));
    let why = telling_words(why);
    let told = if why.is_empty() { reading.telling_words() } else { telling_words(question) };
    if !told.is_empty() || !reading.counts.is_empty() {
        return None;
    }
    let folded = normalize_text(question);
    let words: Vec<&str> = plain_words(&folded).collect();
    let said =
        words.windows(2).find(|pair| matches!(pair[0], "em" | "in" | "de") && is_package_word(pair[1]))?[1];
    let asked =
        words.iter().any(|word| matches!(*word, "quanto" | "quantos" | "quantas" | "qual" | "vem" | "how"));
    if asked && !asks_which_of_shown(message) {
        return None;
    }
    let package = read_diminutive(said).unwrap_or_else(|| said.to_owned());
    let stem = stems_of(&package);
    let is_packed = |item: &&Item| is_packed_in(item, &stem);
    let packed: Option<Vec<&Item>> = lists
        .iter()
        .map(|list| list.iter().copied().filter(is_packed).collect::<Vec<_>>())
        .find(|packed| !packed.is_empty());
    match (packed, topic) {
        (Some(packed), _) => Some(of_items(&packed)),
        (None, Some(topic)) => {
            // `Em saco` takes the place of the package before.
            let is_size =
                |word: &&str| word.bytes().any(|b| b.is_ascii_digit()) || measure_of(word).is_some();
            let words = normalize_text(&topic.query);
            let words: Vec<&str> =
                plain_words(&words).filter(|word| !is_size(word) && *word != "embalagem").collect();
            let why = why.iter().map(String::as_str);
            let query = words.into_iter().chain(why).collect::<Vec<_>>().join(" ");
            Some(CatalogQuestion { package: Some(package), ..CatalogQuestion::read(query, reading.clone()) })
        }
        (None, None) => None,
    }
}

/// `Quanto é o pacote de 500?` after what has no such size: that size of what is talked about.
pub(super) fn ask_for_unshown_size(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    topic: Option<&CatalogQuestion>,
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let told = reading.telling_words();
    let wanted = WantedTerms::of(&told, index);
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_one =
        |word: &str| matches!(word, "o" | "a" | "um" | "uma" | "tem" | "the") || is_package_word(word);
    let names_size = words
        .windows(3)
        .any(|run| is_one(run[0]) && run[1] == "de" && run[2].starts_with(|c: char| c.is_ascii_digit()));
    let is_shown = |item: &&Item| {
        let held = ItemWords::of(item);
        wanted.terms.iter().any(|term| held.holds(term) > Holding::Not)
    };
    let reckons = !reading.counts.is_empty() || reading.asks_total || reading.per.is_some();
    if !names_size || !wanted.is_size_alone() || reckons || lists.iter().flatten().any(is_shown) {
        return None;
    }
    let own_words = told.join(" ");
    let query = format!("{} {own_words}", topic?.query).chars().take(MAX_QUERY_CHARS).collect();
    Some(CatalogQuestion { own_words: Some(own_words), ..CatalogQuestion::read(query, reading.clone()) })
}

/// Whether the word is a kind of package, large or small.
fn is_package_word(word: &str) -> bool {
    let plain = read_diminutive(word);
    WORDS.packages.are_in(&stems_of(word))
        || plain.is_some_and(|plain| WORDS.packages.are_in(&stems_of(&plain)))
}

/// `Tem tamanho maior?`: the others that have the name of the one that was spoken of, but for its size.
pub(super) fn ask_for_other_size(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
) -> Option<CatalogQuestion> {
    let told = reading.telling_words();
    let size = |word: &String| {
        matches!(
            word.as_str(),
            "maior"
                | "maiores"
                | "menor"
                | "menores"
                | "tamanho"
                | "tamanhos"
                | "bigger"
                | "smaller"
                | "larger"
        )
    };
    let folded = normalize_text(message);
    let sized = plain_words(&folded).any(|word| size(&word.to_owned()));
    if !sized || !told.iter().all(size) || reading.order.is_some() || message.contains("qual") {
        return None;
    }
    let first = lists.first()?.first()?;
    let words = first.name.split_whitespace().take_while(|word| {
        let folded = normalize_text(word);
        !word.starts_with(|c: char| c.is_ascii_digit()) && !is_package_word(&folded) && folded != "tamanho"
    });
    let query = words.collect::<Vec<_>>().join(" ");
    (!query.is_empty()).then(|| CatalogQuestion { query, ..CatalogQuestion::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;

    #[test]
    fn what_stands_behind_the_question_for_a_package_says_what_for() {
        let topic = CatalogQuestion { query: "calcário".into(), ..CatalogQuestion::default() };
        let ask = |message: &str| {
            let asked = ask_for_package(message, &MessageReading::of(message), &[], Some(&topic));
            asked.map(|asked| (asked.query, asked.package.unwrap_or_default()))
        };
        let saco = |query: &str| Some((query.to_owned(), "saco".to_owned()));
        assert_eq!(ask("tem em saco?"), saco("calcario"));
        assert_eq!(ask("tem em saco? minha horta é pequena"), saco("calcario horta pequena"));
        assert_eq!(ask("tem adubo em saco?"), None);
        assert_eq!(ask("tem adubo em saco? minha horta é pequena"), None);
    }

    #[test]
    fn a_size_that_nothing_shown_has_is_looked_for_among_what_is_talked_about() {
        let item = item_hit("Formilha Microporta caixa 50 sachês", Some("74"), "").item.expect("an item");
        let lists = [vec![&item]];
        let topic = CatalogQuestion { query: "isca de formiga".into(), ..CatalogQuestion::default() };
        let ask = |message: &str| {
            let reading = MessageReading::of(message);
            let index = SynonymIndex::default();
            ask_for_unshown_size(message, &reading, &lists, Some(&topic), &index).map(|asked| asked.query)
        };
        assert_eq!(ask("quanto é o pacote de 500").as_deref(), Some("isca de formiga 500"));
        for message in
            ["quanto é a caixa de 50", "vem com 500?", "quanto é o pacote", "o de 500 é bom pra soja?"]
        {
            assert_eq!(ask(message), None, "{message}");
        }
    }
}
