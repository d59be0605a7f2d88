//! Sentences about what was not recorded: a report reminds of no tracking.

use crate::text::normalize_text;

/// Words that speak of missing records, folded.
const REPROACHES: [&str; 24] = [
    "nao registrou",
    "nao registrad",
    "nao anotou",
    "nao anotad",
    "nao ha registro",
    "sem registro",
    "nenhum registro",
    "faltou registrar",
    "faltaram registros",
    "faltou anotar",
    "deixou de registrar",
    "deixou de anotar",
    "esqueceu de registrar",
    "esqueceu de anotar",
    "nao foi registrad",
    "nao esqueca de registrar",
    "lembre-se de registrar",
    "did not record",
    "didn't record",
    "did not log",
    "didn't log",
    "not recorded",
    "forgot to",
    "remember to record",
];

/// Whether a sentence speaks of what was not recorded.
pub(super) fn is_reproach(sentence: &str) -> bool {
    let folded = normalize_text(&sentence.replace('’', "'"));
    REPROACHES.iter().any(|words| folded.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_speaks_of_missing_records_is_known_in_both_languages() {
        for sentence in [
            "Você não registrou o sono na terça.",
            "NÃO HÁ REGISTRO de água.",
            "Não esqueça de registrar amanhã!",
            "You didn’t log water on Monday.",
            "Sleep was not recorded.",
        ] {
            assert!(is_reproach(sentence), "{sentence}");
        }
    }

    #[test]
    fn a_sentence_about_what_was_recorded_is_none() {
        for sentence in ["O registro da sacaria está em dia.", "Você dormiu 7 horas.", "A good week.", ""] {
            assert!(!is_reproach(sentence), "{sentence}");
        }
    }
}
