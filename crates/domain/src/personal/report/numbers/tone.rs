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
