//! Messages that ask for some of what is talked about: `algum biológico?`, `só orgânico`.

use crate::chat::intent::catalog_question::MAX_QUERY_CHARS;
use crate::chat::intent::reading::MessageReading;
use crate::text::{normalize_text, plain_words};

/// Words that ask for some of several things, folded.
const SOME: [&str; 10] =
    ["algum", "alguma", "alguns", "algumas", "so", "somente", "apenas", "prefiro", "any", "only"];

/// `Tem algum biológico?`, `prefiro biológico`: one of what is talked about, that is so.
pub(super) fn asks_for_some(message: &str) -> bool {
    plain_words(&normalize_text(message)).any(|word| SOME.contains(&word))
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
        let other = "orgânico ou químico?";
        assert!(!narrows_by_word(other, &MessageReading::of(other)) && !asks_for_some(other));
    }
}
