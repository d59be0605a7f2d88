//! Several things that a first message compares by their prices.

use super::MessageReading;
use super::wanted::WantedTerms;
use crate::chat::intent::wording::telling::telling_words;
use crate::synonyms::SynonymIndex;

/// Most words that name one thing, which is then asked for by its name and not by what it is for.
pub(crate) const MOST_NAMED: usize = 3;

/// The words of each of several things of which a message asks which is cheaper, or how far apart their prices are:
/// `qual é mais barato, Novarol ou Metoxilar?` Kinds of things (`herbicida ou fungicida`) are compared by no price.
pub(crate) fn find_alternatives(reading: &MessageReading, index: &SynonymIndex) -> Vec<Vec<String>> {
    let between: &[&str] = match (reading.order.is_some(), reading.asks_difference) {
        (_, true) => &[" e ", " ou ", " pro ", " para ", " do que ", " que ", " and ", " or ", " than "],
        (true, false) => &[" ou ", " or "],
        (false, false) => return Vec::new(),
    };
    let mut parts = vec![reading.rest.as_str()];
    for between in between {
        parts = parts.into_iter().flat_map(|part| part.split(between)).collect();
    }
    let things: Vec<Vec<String>> =
        parts.into_iter().map(telling_words).filter(|words| !words.is_empty()).collect();
    let is_name = |words: &Vec<String>| {
        words.len() <= MOST_NAMED
            && (reading.asks_difference
                || WantedTerms::of(words, index).terms.iter().all(|term| term.kind.is_none()))
    };
    if things.len() > 1 && things.iter().all(is_name) { things } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_that_are_named_are_compared_and_a_thing_alone_is_not() {
        let things = |message: &str| {
            let things = find_alternatives(&MessageReading::alone(message), &SynonymIndex::default());
            things.into_iter().map(|words| words.join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(things("qual é mais barato, Novarol ou Metoxilar?"), ["novarol", "metoxilar"]);
        assert_eq!(things("qual a diferença de preço entre Novarol e Metoxilar?"), ["novarol", "metoxilar"]);
        for message in ["o Novarol mais barato", "tem Novarol ou Metoxilar?", "novarol e metoxilar", ""] {
            assert!(things(message).is_empty(), "{message}");
        }
    }
}
