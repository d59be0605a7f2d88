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
/// Names of columns that say what is blocked, folded: what stands for yes in them is off sale. `MSBLQL` is that of
/// Protheus, with 1 for yes and 2 for no.
const BLOCKS: [&str; 8] =
    ["b1_msblql", "msblql", "bloqueado", "bloqueada", "bloqueio", "bloq", "bloq.", "produto bloqueado"];
/// What stands for yes and for no in such a column, folded.
const BLOCKED: [&str; 9] = ["1", "s", "sim", "y", "yes", "x", "true", "verdadeiro", "bloqueado"];
const NOT_BLOCKED: [&str; 9] = ["2", "0", "n", "nao", "no", "false", "falso", "liberado", "desbloqueado"];
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

/// Whether a column of this name says what is blocked: `B1_MSBLQL`, *Bloqueado*. It is asked of each column of each row.
pub fn names_block(column: &str) -> bool {
    BLOCKS.iter().any(|name| column.trim().eq_ignore_ascii_case(name))
}

/// The status that a word in a column of what is blocked means; `None` for other words.
pub fn read_block(text: &str) -> Option<Status> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let folded = normalize_text(text);
    match folded.trim() {
        word if BLOCKED.contains(&word) => Some(Status::Inativo),
        word if NOT_BLOCKED.contains(&word) => Some(Status::Ativo),
        _ => None,
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
    fn what_is_blocked_is_off_sale() {
        for column in ["B1_MSBLQL", "msblql ", "Bloqueado", "BLOQ."] {
            assert!(names_block(column), "{column}");
        }
        assert!(!names_block("Situação") && !names_block("") && !names_block("Bloco"));
        for (words, status) in [
            (["1", "S", "Sim", "x"], Some(Status::Inativo)),
            (["2", "N", "Não", "0"], Some(Status::Ativo)),
            (["", "3", "talvez", "-"], None),
        ] {
            for word in words {
                assert_eq!(read_block(word), status, "{word}");
            }
        }
        assert_eq!(read_block(&"1".repeat(1 << 20)), None);
    }

    #[test]
    fn every_word_stands_in_one_list_as_it_is_folded() {
        for word in ON_SALE.iter().chain(&OFF_SALE) {
            assert_eq!(normalize_text(word), *word);
        }
        assert!(ON_SALE.iter().all(|word| !OFF_SALE.contains(word)));
    }
}
