//! Whether an answer of a model says that the context does not hold what was asked. The instruction
//! (`prompts/answer.md`) has it say so first.

use crate::text::normalize_text;

/// Beginning of an answer in which it stands, in characters: further down it speaks of a part.
const BEGINNING: usize = 240;

/// What such answers say, folded.
const PHRASES: [&str; 17] = [
    "nao encontrei",
    "nao encontramos",
    "nao localizei",
    "nao achei",
    "nao ha informacao",
    "nao ha informacoes",
    "nao tenho informacao",
    "nao tenho informacoes",
    "nao tenho essa informacao",
    "nao consta no catalogo",
    "could not find",
    "couldn't find",
    "did not find",
    "didn't find",
    "do not have information",
    "don't have information",
    "no information about",
];

/// Whether the beginning of the answer says that it was not found.
pub fn says_not_found(answer: &str) -> bool {
    let beginning: String = answer.chars().take(BEGINNING).collect();
    let beginning = normalize_text(&beginning.replace('’', "'"));
    PHRASES.iter().any(|phrase| beginning.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_begins_with_not_found_says_so_and_one_that_speaks_of_a_part_does_not() {
        for answer in [
            "Não encontrei drone no catálogo. O mais próximo é o Pulverizador Costal [1].",
            "Desculpe, não há informações sobre aluguel de plantadeira.",
            "I couldn’t find quinoa seed.",
        ] {
            assert!(says_not_found(answer), "{answer}");
        }
        let late =
            format!("Temos três [1][2][3]. {} Não encontrei o preço de um.", "Serve na soja. ".repeat(20));
        for answer in ["Não temos entrega aos domingos [1].", "Temos o Base [1].", "", late.as_str()] {
            assert!(!says_not_found(answer), "{answer}");
        }
    }
}
