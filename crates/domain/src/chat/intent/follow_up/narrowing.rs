//! Messages that ask for some of what is talked about: `algum biológico?`, `só orgânico`.

use crate::chat::intent::catalog_question::MAX_QUERY_CHARS;
use crate::chat::intent::reading::MessageReading;
use crate::text::{normalize_text, plain_words};

/// Words that ask for some of several things, folded.
const SOME: [&str; 10] =
    ["algum", "alguma", "alguns", "algumas", "so", "somente", "apenas", "prefiro", "any", "only"];

/// Words for what only some of several things are, folded.
const QUALITIES: [&str; 8] =
    ["biologico", "biologicos", "biologica", "organico", "organicos", "organica", "natural", "naturais"];

/// `Tem algum biológico?`, `prefiro biológico`, `tem biológico?`: one of what is talked about, that is so.
pub(super) fn asks_for_some(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let own: Vec<&str> =
        words.iter().copied().filter(|word| !matches!(*word, "e" | "tem" | "teria" | "nao" | "ai")).collect();
    let is_quality = matches!(own.as_slice(), [one] if QUALITIES.contains(one)) && words.contains(&"tem");
    is_quality || words.iter().any(|word| SOME.contains(word))
}

/// `Algum biológico?`, `só orgânico`: asks for some of what is talked about by one word, and looks for nothing else.
pub(super) fn narrows_by_word(message: &str, reading: &MessageReading) -> bool {
    let begins = plain_words(&normalize_text(message)).next().is_some_and(|word| SOME.contains(&word));
    begins && reading.telling_words().len() == 1
}

/// What a message asks for some of, before what the conversation is about: `biológico bicho-mineiro no café`.
pub(super) fn add_to_topic(reading: &MessageReading, topic: &str) -> String {
    let query = format!("{} {topic}", reading.telling_words().join(" "));
    query.chars().take(MAX_QUERY_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_behind_some_narrows_what_is_talked_about() {
        let reading = MessageReading::of("só orgânico");
        assert!(narrows_by_word("só orgânico", &reading) && asks_for_some("só orgânico"));
        assert_eq!(add_to_topic(&reading, "adubo pra horta"), "organico adubo pra horta");
        assert!(asks_for_some("tem biológico?") && asks_for_some("e não tem orgânico?"));
        assert!(!asks_for_some("tem bota?") && !asks_for_some("tem fungicida biológico?"));
        let other = "orgânico ou químico?";
        assert!(!narrows_by_word(other, &MessageReading::of(other)) && !asks_for_some(other));
    }
}
