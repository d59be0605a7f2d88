//! The words and numbers of a statement.

use crate::text::{Stemmer, is_stop_word, normalize_text};
use std::collections::BTreeSet;

/// The words of a text, folded, in order. Numbers and addresses stay whole.
pub fn fold_words(text: &str) -> Vec<String> {
    let folded = normalize_text(text).replace(['\'', '’'], " ");
    let pieces = folded.split(|c: char| !(c.is_alphanumeric() || ".,@%".contains(c)));
    let mut out = Vec::new();
    for piece in pieces {
        let piece = piece.trim_matches(['.', ',']);
        if piece.contains('@') || piece.starts_with(|c: char| c.is_ascii_digit()) {
            out.push(piece.to_owned());
        } else {
            out.extend(piece.split(|c: char| !c.is_alphanumeric()).map(str::to_owned));
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

/// Stems of a statement's words that carry content, each once; of a text of function words alone, all of them.
pub fn content_stems(text: &str) -> BTreeSet<String> {
    let words = fold_words(text);
    let stem = |word: &String| Stemmer::Derivation.stem(word);
    let content: BTreeSet<String> = words.iter().filter(|word| !is_stop_word(word)).map(stem).collect();
    if content.is_empty() { words.iter().map(stem).collect() } else { content }
}

/// The one form in which two spellings of a statement are the same.
pub fn normalize_statement(text: &str) -> String {
    fold_words(text).join(" ")
}

/// Whether the words of `quote` stand in `text`, one after the other.
pub fn holds_span(text: &str, quote: &str) -> bool {
    let (text, quote) = (fold_words(text), fold_words(quote));
    !quote.is_empty() && text.windows(quote.len()).any(|window| window == quote)
}

/// Words that deny what follows them.
pub(super) const DENIALS: [&str; 9] =
    ["nao", "nunca", "nem", "jamais", "not", "never", "dont", "don", "doesn"];
/// Words behind a denial by which it denies nothing: `não só planto soja`.
const ONLY: [&str; 4] = ["so", "apenas", "somente", "only"];
/// Words at which a denial ends: `não sou de Sinop mas moro em Sorriso`.
const TURNS: [&str; 3] = ["mas", "porem", "but"];

/// Whether the words of `quote` stand in `text` behind a denial in the same clause, wherever they stand: cut off from
/// it they say the opposite.
pub fn is_denied(text: &str, quote: &str) -> bool {
    let (text, quote) = (clause_words(text), fold_words(quote));
    if quote.is_empty() {
        return false;
    }
    let is_quote = |window: &[(usize, String)]| window.iter().map(|(_, word)| word).eq(&quote);
    let places = text.windows(quote.len()).enumerate().filter(|place| is_quote(place.1));
    let mut denials = places.map(|(at, window)| {
        let before = text[..at].iter().filter(|(clause, _)| *clause == window[0].0);
        has_denial(&before.map(|(_, word)| word.as_str()).collect::<Vec<_>>())
    });
    denials.next().is_some_and(|first| first && denials.all(|denied| denied))
}

fn has_denial(words: &[&str]) -> bool {
    let denies = |at: usize| !words.get(at + 1).is_some_and(|next| ONLY.contains(next));
    words.iter().enumerate().any(|(at, word)| DENIALS.contains(word) && denies(at))
}

/// The words of a text as [`fold_words`] has them, each with the number of its clause.
fn clause_words(text: &str) -> Vec<(usize, String)> {
    let signs: Vec<char> = text.chars().collect();
    let mut clauses = vec![String::new()];
    for (at, sign) in signs.iter().enumerate() {
        let ends = match sign {
            ';' | '!' | '?' | '\n' => true,
            // A number or an address goes on behind it.
            '.' | ',' | ':' => {
                signs.get(at + 1).is_none_or(|next| !next.is_alphanumeric() && !".,@%".contains(*next))
            }
            _ => false,
        };
        if ends {
            clauses.push(String::new());
        } else if let Some(clause) = clauses.last_mut() {
            clause.push(*sign);
        }
    }
    let (mut number, mut out) = (0, Vec::new());
    for clause in clauses {
        number += 1;
        for word in fold_words(&clause) {
            number += usize::from(TURNS.contains(&word.as_str()));
            out.push((number, word));
        }
    }
    out
}

/// Whether words that a person wrote carry a statement: all of its numbers stand there, and at least half of its
/// other words with content. A statement may say "prefere" where the person wrote "prefiro".
pub fn supports_statement(said: &str, statement: &str) -> bool {
    let words = fold_words(said);
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let numbers_stand = fold_words(statement)
        .iter()
        .filter(|word| is_number(word))
        .all(|number| words.contains(number) || number_words(number).any(|word| words.contains(&word)));
    let there = content_stems(said);
    let wanted: Vec<String> = content_stems(statement).into_iter().filter(|stem| !is_number(stem)).collect();
    let is_there = |stem: &&String| there.contains(*stem) || there.iter().any(|other| are_akin(stem, other));
    let found = wanted.iter().filter(is_there).count();
    numbers_stand && found * 2 >= wanted.len() && (found > 0 || wanted.is_empty())
}

/// Whether two stems are forms of one word, as `prefer` and `prefir`: they begin alike, and differ in the rest.
fn are_akin(a: &str, b: &str) -> bool {
    let shared = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    shared >= 4 && a.len().max(b.len()) <= shared + 2 && a.is_ascii() && b.is_ascii()
}

/// The words for a small number, in both languages.
fn number_words(number: &str) -> impl Iterator<Item = String> {
    let at = number.parse::<usize>().ok();
    let found =
        at.and_then(|at| NUMBER_WORDS.get(at)).map(|words| words.iter().map(|word| (*word).to_owned()));
    found.into_iter().flatten()
}

/// The numbers from 0 to 12 in words.
pub(super) const NUMBER_WORDS: [&[&str]; 13] = [
    &["zero"],
    &["um", "uma", "one"],
    &["dois", "duas", "two"],
    &["tres", "three"],
    &["quatro", "four"],
    &["cinco", "five"],
    &["seis", "six"],
    &["sete", "seven"],
    &["oito", "eight"],
    &["nove", "nine"],
    &["dez", "ten"],
    &["onze", "eleven"],
    &["doze", "twelve"],
];

/// The part of a message that carries a statement best: one of its sentences, or the whole.
pub fn find_quote(message: &str, statement: &str) -> Option<String> {
    let wanted = content_stems(statement);
    let count_shared = |part: &str| content_stems(part).intersection(&wanted).count();
    let parts = message.split_inclusive(['.', '!', '?', ';', '\n']).map(str::trim);
    let parts = parts.filter(|part| supports_statement(part, statement));
    let best = parts.max_by_key(|part| (count_shared(part), std::cmp::Reverse(part.len())));
    let quote = best.or_else(|| Some(message.trim()).filter(|whole| supports_statement(whole, statement)))?;
    let quote: String = quote.chars().take(super::item::MAX_CONTENT).collect();
    Some(quote).filter(|quote| supports_statement(quote, statement))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_stands_word_for_word_however_it_is_spelt() {
        let message = "Oi! Eu moro em Sorriso, e pago 9.500,00 à vista.";
        for quote in ["moro em sorriso", "Moro em Sorriso,", "9.500,00 A VISTA"] {
            assert!(holds_span(message, quote), "{quote}");
        }
        for quote in ["moro em Sinop", "em Sorriso pago", "", "...", "sorris"] {
            assert!(!holds_span(message, quote), "{quote}");
        }
    }

    #[test]
    fn words_behind_a_denial_are_denied_wherever_they_stand() {
        for (text, quote) in [
            ("não moro em Sorriso", "moro em Sorriso"),
            ("Nunca mais moro em Sorriso", "moro em Sorriso"),
            ("I don't live in Sinop", "live in Sinop"),
            ("nunca mais na vida eu compro da Boreal", "compro da Boreal"),
            ("não é verdade que moro em Sorriso", "moro em Sorriso"),
            ("Bom dia. Não é que eu agora moro em Sorriso!", "moro em Sorriso"),
            ("não pago 9.500,00 por isso", "por isso"),
            ("não só planto soja", "só planto soja"),
        ] {
            assert!(is_denied(text, quote), "{text}");
        }
        for (text, quote) in [
            ("moro em Sorriso", "moro em Sorriso"),
            ("não moro em Sorriso", "não moro em Sorriso"),
            ("não sou de Sinop, moro em Sorriso", "moro em Sorriso"),
            ("não moro em Sorriso? moro, eu moro em Sorriso", "moro em Sorriso"),
            ("moro em Sinop", "moro em Sorriso"),
            ("Não, moro em Sorriso", "moro em Sorriso"),
            ("Sinop não. Moro em Sorriso", "moro em Sorriso"),
            ("não sei\nmoro em Sorriso", "moro em Sorriso"),
            ("não só planto soja, também crio gado", "planto soja"),
            ("I not only grow soy", "grow soy"),
            ("não sou de Sinop mas moro em Sorriso", "moro em Sorriso"),
            ("não uso e-mail; escreva a ana@x.com.br", "escreva a ana@x.com.br"),
        ] {
            assert!(!is_denied(text, quote), "{text}");
        }
    }

    #[test]
    fn what_was_said_carries_it_in_other_forms_but_not_with_other_numbers() {
        let said = "prefiro retirar na loja de Sorriso, e tenho 3 caminhões";
        for statement in ["prefere retirar na loja", "tem três caminhões", "tem 3 caminhões"] {
            assert!(supports_statement(said, statement), "{statement}");
        }
        for statement in ["tem 4 caminhões", "recomenda Capinorte a todos", "é casado"] {
            assert!(!supports_statement(said, statement), "{statement}");
        }
    }

    #[test]
    fn the_sentence_that_says_it_is_the_quote() {
        let message = "Bom dia. Prefiro retirar na loja. Qual o preço do Capinorte?";
        assert_eq!(
            find_quote(message, "prefere retirar na loja").as_deref(),
            Some("Prefiro retirar na loja.")
        );
        assert_eq!(find_quote(message, "é casado com a Ana"), None);
    }
}
