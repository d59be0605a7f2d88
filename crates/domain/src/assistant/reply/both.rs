//! Whether a message says, and says nothing else, that a new statement holds beside what is known. As a yes, it is read
//! by whole turns of speech: a word that is not known makes it another message.

use crate::text::{normalize_text, plain_words};

/// Turns of speech, folded.
const TURNS: [&str; 38] = [
    "valem os dois",
    "valem as duas",
    "vale os dois",
    "vale as duas",
    "valem ambos",
    "valem ambas",
    "os dois valem",
    "as duas valem",
    "ambos valem",
    "ambas valem",
    "os dois",
    "as duas",
    "ambos",
    "ambas",
    "os dois sao verdade",
    "as duas sao verdade",
    "os dois estao certos",
    "as duas estao certas",
    "os dois continuam valendo",
    "as duas continuam valendo",
    "fica com os dois",
    "fica com as duas",
    "fique com os dois",
    "fique com as duas",
    "guarda os dois",
    "guarda as duas",
    "guarde os dois",
    "guarde as duas",
    "mantem os dois",
    "mantem as duas",
    "mantenha os dois",
    "mantenha as duas",
    "both",
    "both hold",
    "both are true",
    "both are right",
    "keep both",
    "they both hold",
];
/// Words that may stand before one, and behind it.
const BEFORE: [&str; 4] = ["sim", "isso", "ah", "yes"];
const BEHIND: [&str; 2] = ["por favor", "please"];

/// Whether a reply says that a new statement holds beside what is known.
pub fn says_both_hold(message: &str) -> bool {
    let folded = normalize_text(message);
    if folded.contains('?') {
        return false;
    }
    let words = plain_words(&folded).collect::<Vec<_>>().join(" ");
    let begun = BEFORE.iter().find_map(|word| words.strip_prefix(*word)?.strip_prefix(' '));
    let turn = begun.unwrap_or(&words);
    let ended = BEHIND.iter().find_map(|polite| turn.strip_suffix(*polite)?.strip_suffix(' '));
    TURNS.contains(&ended.unwrap_or(turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_both_hold_is_said_by_a_whole_message() {
        for both in
            ["Valem os dois.", "sim, os dois", "as duas!", "Mantém as duas, por favor", "Both hold", "AMBOS"]
        {
            assert!(says_both_hold(both), "{both}");
        }
        for other in [
            "",
            "sim",
            "não valem os dois",
            "os dois não",
            "valem os dois?",
            "apaga os dois",
            "os dois e mais um",
            "quero os dois herbicidas",
            "nenhum dos dois",
            "vale o novo",
        ] {
            assert!(!says_both_hold(other), "{other}");
        }
    }
}
