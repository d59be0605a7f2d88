//! Messages about the package of what was shown: `e em saco, tem?`, `tem tamanho maior?`.

use super::coreference::of_items;
use super::which::asks_which_of_shown;
use crate::catalog::Item;
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::count_words::measure_of;
use crate::chat::intent::reading::counting::is_packed_in;
use crate::chat::intent::wording::colloquial::read_diminutive;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::text::{normalize_text, plain_words};

/// `E em saco, tem?`: of what was shown what is packed so, or of what is talked about.
pub(super) fn ask_for_package(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    topic: Option<&CatalogQuestion>,
) -> Option<CatalogQuestion> {
    if !reading.telling_words().is_empty() || !reading.counts.is_empty() {
        return None;
    }
    let folded = normalize_text(message);
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
            let sized = |word: &&str| word.bytes().any(|b| b.is_ascii_digit()) || measure_of(word).is_some();
            let words = normalize_text(&topic.query);
            let words: Vec<&str> =
                plain_words(&words).filter(|word| !sized(word) && *word != "embalagem").collect();
            let query = words.join(" ");
            Some(CatalogQuestion { package: Some(package), ..CatalogQuestion::read(query, reading.clone()) })
        }
        (None, None) => None,
    }
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
