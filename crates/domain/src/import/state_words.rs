//! Words for the status of a product in files of other programs: `S`, `Inativo`, `Fora de linha`.

use crate::catalog::Status;
use crate::text::normalize_text;

/// Words for what is on sale, folded.
const ON_SALE: [&str; 15] = [
    "s",
    "sim",
    "y",
    "yes",
    "a",
    "at",
    "ativa",
    "ativado",
    "1",
    "true",
    "verdadeiro",
    "em linha",
    "liberado",
    "liberada",
    "a venda",
];
/// Words for what is no longer on sale, folded.
const OFF_SALE: [&str; 22] = [
    "n",
    "nao",
    "no",
    "i",
    "in",
    "inat",
    "inativa",
    "inativado",
    "desativado",
    "desativada",
    "0",
    "false",
    "falso",
    "fora de linha",
    "descontinuado",
    "descontinuada",
    "discontinued",
    "suspenso",
    "suspensa",
    "bloqueado",
    "bloqueada",
    "cancelado",
];
/// Bytes of such words at most.
const MAX_BYTES: usize = 40;

/// The status that a word in a column of statuses means: our own names, and what other programs write. What may mean
/// two things (*suspenso para compra*, *promoção*) is none: a person says it.
pub fn read_state(text: &str) -> Option<Status> {
    // Folding a long text takes time, and these words are short.
    if text.len() > MAX_BYTES {
        return None;
    }
    let folded = normalize_text(text);
    let word = folded.trim_end_matches('.').trim();
    let is_one_of = |words: &[&str]| words.contains(&word);
    match Status::parse(word) {
        Some(status) => Some(status),
        None if is_one_of(&ON_SALE) => Some(Status::Ativo),
        None if is_one_of(&OFF_SALE) => Some(Status::Inativo),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_programs_are_states_and_others_are_none() {
        for (words, status) in [
            (["S", "Sim", " A ", "ATIVO", "1", "Em linha", "true"], Some(Status::Ativo)),
            (["N", "Não", "I", "Inat.", "0", "FORA DE LINHA", "Descontinuado"], Some(Status::Inativo)),
            (["talvez", "", "2", "Suspenso para compra", "promoção", "-", "sn"], None),
        ] {
            for word in words {
                assert_eq!(read_state(word), status, "{word}");
            }
        }
        assert_eq!(read_state("draft"), Some(Status::Rascunho));
        assert_eq!(read_state(&"s".repeat(1 << 20)), None);
    }

    #[test]
    fn every_word_stands_in_one_list_as_it_is_folded() {
        for word in ON_SALE.iter().chain(&OFF_SALE) {
            assert_eq!(normalize_text(word), *word);
        }
        assert!(ON_SALE.iter().all(|word| !OFF_SALE.contains(word)));
    }
}
