//! The parts of an enumeration: `3 rolos, uma lona e 200 mourões`.

use super::count_words::is_package;
use crate::chat::grounding::figures::tokens::{Token, What, numbers_at, sign_at, word_at};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use std::ops::Range;

/// Whether `com` at `at` joins two things: `o rolo da tela com 2 sacos de ração`, `o kit com o refil`. What a package
/// or a thing has with it (`respirador com 2 filtros`, `pacote com 50 unidades`) is no second thing, nor is `com o frete`.
pub(super) fn joins_with(tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    if !numbers_at(tokens, before).is_empty() {
        return !numbers_at(tokens, at + 1).is_empty() && sign_at(tokens, at + 2).is_none();
    }
    let Some(thing) = word_at(tokens, before) else { return false };
    let next = word_at(tokens, at + 1);
    let behind = word_at(tokens, at + 2);
    let is_count = !numbers_at(tokens, at + 1).is_empty() || matches!(next, Some("um" | "uma"));
    if is_count {
        let is_piece =
            matches!(behind, Some("un" | "und" | "unidade" | "unidades" | "par" | "pares" | "pecas"));
        return behind.is_some_and(is_package) && !is_piece && !is_package(thing);
    }
    let is_named = behind.is_some_and(|word| !WORDS.faq.are_in(&stems_of(word)) && !WORDLESS.contains(&word));
    matches!(next, Some("o" | "a")) && is_named
}

/// Words behind `com o` and `com a` that name no thing.
const WORDLESS: [&str; 6] = ["que", "gente", "mesmo", "mesma", "qual", "senhor"];

/// The parts of an enumeration: between signs, `e`, `mais`, `and` and a `com` that joins.
pub(in crate::chat) fn split_parts(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 0..tokens.len() {
        let sign = matches!(sign_at(tokens, at), Some(',' | ';' | ':' | '+' | '?' | '!' | '.'));
        let word = match word_at(tokens, at) {
            Some("e" | "and" | "plus") => true,
            // `Mais barato` compares.
            Some("mais") => {
                let next = word_at(tokens, at + 1);
                !numbers_at(tokens, at + 1).is_empty() || matches!(next, Some("um" | "uma" | "o" | "a"))
            }
            Some("com") => joins_with(tokens, at),
            _ => false,
        };
        if sign || word {
            parts.push(start..at);
            start = at + 1;
        }
    }
    parts.push(start..tokens.len());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Most digits of a part of a grade: `04-14-08`.
const GRADE_DIGITS: usize = 2;

/// The tokens as text: numbers and the signs between them stand together.
pub(in crate::chat) fn write_tokens(tokens: &[Token], range: Range<usize>) -> String {
    let mut text = String::new();
    let mut end = None;
    for token in &tokens[range] {
        if end.is_some_and(|end| end < token.range.start) {
            text.push(' ');
        }
        match &token.what {
            What::Word(word) => text.push_str(word),
            What::Number(values) => {
                let number = values.first().map(ToString::to_string).unwrap_or_default();
                // `04-14-08` is the name of a grade, as it is written.
                let zeros = token.range.len().saturating_sub(number.len());
                let is_graded = token.range.len() <= GRADE_DIGITS;
                text.extend(std::iter::repeat_n('0', if is_graded { zeros } else { 0 }));
                text.push_str(&number);
            }
            What::Sign(sign) => text.push(*sign),
        }
        end = Some(token.range.end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::grounding::figures::tokens::tokenize_figures;

    fn parts_of(message: &str) -> Vec<String> {
        let tokens = tokenize_figures(message);
        split_parts(&tokens).into_iter().map(|part| write_tokens(&tokens, part)).collect()
    }

    #[test]
    fn a_list_of_things_falls_into_its_parts() {
        for (message, parts) in [
            ("3 rolos, uma lona e 200 mourões", &["3 rolos", "uma lona", "200 mouroes"][..]),
            ("lona mais 2 baldes", &["lona", "2 baldes"]),
            ("lona mais um balde", &["lona", "um balde"]),
            ("lona + balde; corda", &["lona", "balde", "corda"]),
            ("twine and wire plus nails", &["twine", "wire", "nails"]),
            ("o rolo da tela com 2 sacos de ração", &["o rolo da tela", "2 sacos de racao"]),
            ("fecha 10 com 2 óleo mineral", &["fecha 10", "2 oleo mineral"]),
            ("o feromônio com a armadilha", &["o feromonio", "a armadilha"]),
        ] {
            assert_eq!(parts_of(message), parts, "{message}");
        }
    }

    #[test]
    fn what_is_compared_and_a_code_with_a_comma_stay_whole() {
        assert_eq!(parts_of("quero o mais barato e 2 baldes"), ["quero o mais barato", "2 baldes"]);
        assert_eq!(parts_of("2,4-D e glifosato"), ["2.4-d", "glifosato"]);
        for whole in [
            "respirador com 2 filtros",
            "pacote com 50 unidades",
            "3 sacos com o frete",
            "caixa com 12 frascos",
        ] {
            assert_eq!(parts_of(whole), [whole]);
        }
    }

    #[test]
    fn a_grade_keeps_its_zeros_and_a_number_in_thousands_gets_none() {
        assert_eq!(
            parts_of("12 sacos do 04-14-08 e 8 do 20-05-20"),
            ["12 sacos do 04-14-08", "8 do 20-05-20"]
        );
        assert_eq!(parts_of("1.250 sacos e 1,5 kg"), ["1250 sacos", "1.5 kg"]);
    }

    #[test]
    fn signs_alone_are_no_parts() {
        assert_eq!(parts_of(""), Vec::<String>::new());
        assert_eq!(parts_of(", e ; e ?"), Vec::<String>::new());
    }
}
