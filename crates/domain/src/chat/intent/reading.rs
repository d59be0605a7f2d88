//! A message as it is looked up: what it wants, what it leaves out, how many of it.
//!
//! `dez sacos de ureia sem inibidor até R$ 200` wants `ureia`, leaves `inibidor` out, counts ten, and
//! allows no more than R$ 200. By words alone, so that the same message is always read the same.

use super::counting::{Count, read_counts};
use super::price_intent::{Budget, read_price_wish};
use super::telling::{cut_out, telling_words};
use super::words::WORDS;
use crate::chat::grounding::figures::tokens::{Token, sign_at, tokenize_figures, word_at};
use crate::search::Sort;
use crate::text::{Stemmer, read_number};

/// What a message says beside the words that it looks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MessageReading {
    /// What is left to look for.
    pub rest: String,
    /// The order by price that it asks for.
    pub order: Option<Sort>,
    /// The prices that it allows.
    pub budget: Budget,
    /// Words of what it does not want, folded.
    pub excluded: Vec<String>,
    /// How many of what it wants.
    pub counts: Vec<Count>,
    /// Whether it asks what several things cost together.
    pub asks_total: bool,
}

impl MessageReading {
    /// Reads `message`.
    pub fn of(message: &str) -> Self {
        let wish = read_price_wish(&write_digits(message));
        let (rest, excluded) = read_exclusion(&wish.rest);
        let (rest, counts) = read_counts(&rest);
        let asks_total = WORDS.total.are_in(&super::words::stems_of(message));
        Self { rest, order: wish.order, budget: wish.budget, excluded, counts, asks_total }
    }

    /// The words that name something to look for.
    pub fn telling_words(&self) -> Vec<String> {
        telling_words(&self.rest)
    }
}

/// The message with its numbers in digits: `cinquenta pila` is `50 pila`. `Os dois` stays.
pub(crate) fn write_digits(message: &str) -> String {
    let tokens = tokenize_figures(message);
    let mut written = String::with_capacity(message.len());
    let (mut at, mut end) = (0, 0);
    while at < tokens.len() {
        let words: Vec<&str> = (at..tokens.len()).map_while(|at| word_at(&tokens, at)).take(10).collect();
        if let Some(dozens) = read_dozen(&words) {
            written.push_str(&message[end..tokens[at].range.start]);
            written.push_str(dozens.0);
            end = tokens[at + dozens.1 - 1].range.end;
            at += dozens.1;
            continue;
        }
        let points = at.checked_sub(1).and_then(|before| word_at(&tokens, before));
        let points = matches!(points, Some("os" | "as" | "dos" | "das" | "nos" | "the" | "these" | "those"));
        match read_number(&words).filter(|_| !points) {
            Some((number, used)) => {
                written.push_str(&message[end..tokens[at].range.start]);
                written.push_str(&number.to_string());
                end = tokens[at + used - 1].range.end;
                at += used;
            }
            None => at += 1,
        }
    }
    written.push_str(&message[end..]);
    written
}

/// `Meia dúzia de` and its like, in digits, and how many words that takes.
fn read_dozen(words: &[&str]) -> Option<(&'static str, usize)> {
    let (digits, length) = match words {
        ["meia", "duzia", ..] => ("6", 2),
        ["uma", "duzia", ..] | ["a", "dozen", ..] => ("12", 2),
        ["half", "a", "dozen", ..] => ("6", 3),
        ["duzia" | "dozen", ..] => ("12", 1),
        _ => return None,
    };
    let of = usize::from(matches!(words.get(length), Some(&"de")));
    Some((digits, length + of))
}

/// Most words that one `sem` leaves out.
const MOST_EXCLUDED: usize = 3;

/// The message without what it says that it does not want, and the words of that.
fn read_exclusion(message: &str) -> (String, Vec<String>) {
    let tokens = tokenize_figures(message);
    let stems: Vec<String> = (0..tokens.len())
        .map(|at| word_at(&tokens, at).map_or_else(String::new, |word| Stemmer::Inflection.stem(word)))
        .collect();
    let (mut excluded, mut said) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let length = WORDS.exclude.at_start(&stems[at..]);
        if length == 0 || !opens_exclusion(&tokens, at, length) {
            at += 1;
            continue;
        }
        let (words, end) = read_left_out(&tokens, at + length);
        if !words.is_empty() {
            said.push(tokens[at].range.start..tokens[end - 1].range.end);
            excluded.extend(words);
        }
        at = end.max(at + length);
    }
    (cut_out(message, &said), excluded)
}

/// `Fora` and `menos` leave out only where a thing follows: `menos de 300` and `lá fora` do not.
fn opens_exclusion(tokens: &[Token], at: usize, length: usize) -> bool {
    let first = word_at(tokens, at);
    let next = word_at(tokens, at + length);
    let before = at.checked_sub(1).and_then(|before| word_at(tokens, before));
    match first {
        Some("menos") if before == Some("pelo") => false,
        Some("menos") => matches!(next, Some("o" | "a" | "os" | "as")),
        Some("fora") => at == 0 || sign_at(tokens, at - 1).is_some(),
        Some("no" | "not") => next.is_some_and(|next| !matches!(next, "more" | "less" | "matter" | "need")),
        _ => true,
    }
}

/// The words behind `sem` up to a sign or a word that begins something else.
fn read_left_out(tokens: &[Token], from: usize) -> (Vec<String>, usize) {
    let (mut words, mut end) = (Vec::new(), from);
    while let Some(word) = word_at(tokens, end) {
        if words.len() == MOST_EXCLUDED || ends_exclusion(word, !words.is_empty()) {
            break;
        }
        words.extend(telling_words(word));
        end += 1;
    }
    (words, end)
}

/// Whether what a person does not want ends before the word; `begun` once a word of it is read.
fn ends_exclusion(word: &str, begun: bool) -> bool {
    let other = matches!(word, "mas" | "porem" | "pra" | "para" | "pro" | "but" | "for" | "tem" | "quero");
    other || (begun && matches!(word, "e" | "que" | "q" | "com" | "and" | "with" | "nao" | "n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_digits_where_they_count() {
        for (message, written) in [
            ("semente até quinze reais", "semente até 15 reais"),
            ("entre cem e cento e cinquenta conto", "entre 100 e 150 conto"),
            ("os dois dá quanto", "os dois dá quanto"),
            ("meia dúzia de frascos", "6 frascos"),
            ("soja", "soja"),
        ] {
            assert_eq!(write_digits(message), written);
        }
    }

    #[test]
    fn what_is_not_wanted_is_not_looked_for() {
        for (message, rest, excluded) in [
            ("sem ser injetável", "", vec!["injetavel"]),
            ("adubo orgânico que não seja de frango", "adubo orgânico", vec!["frango"]),
            ("carrapaticida q n seja piretroide", "carrapaticida", vec!["piretroide"]),
            ("exclui o da Tapurema", "", vec!["tapurema"]),
            ("fora pimenta", "", vec!["pimenta"]),
            ("caruncho no milho guardado, sem usar gás", "caruncho no milho guardado", vec!["gas"]),
            ("potássio q nao tenha cloro pra fumo", "potássio pra fumo", vec!["cloro"]),
            ("anything without copper for grapes", "anything for grapes", vec!["copper"]),
            ("fungicida, menos o da Solmax", "fungicida", vec!["solmax"]),
        ] {
            let reading = MessageReading::of(message);
            assert_eq!(reading.rest, rest, "{message}");
            assert_eq!(reading.excluded, excluded, "{message}");
        }
        for message in
            ["luva por menos de R$ 30", "não sei o que usar na soja", "tem lona pra deixar lá fora"]
        {
            assert_eq!(MessageReading::of(message).excluded, Vec::<String>::new(), "{message}");
        }
    }
}
