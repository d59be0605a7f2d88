//! A message as it is looked up: what it wants, what it leaves out, how many of it.
//!
//! `dez sacos de ureia sem inibidor até R$ 200` wants `ureia`, leaves `inibidor` out, counts ten, and
//! allows no more than R$ 200. By words alone, so that the same message is always read the same.

pub(crate) mod count_words;
pub mod counting;
pub(crate) mod enumeration;
pub(crate) mod measure_words;
pub mod price_intent;
pub mod sale_unit;
pub(crate) mod wanted;
pub(crate) mod wishes;

use super::wording::telling::{cut_out, telling_words};
use super::wording::words::WORDS;
use crate::chat::grounding::figures::tokens::{Token, numbers_at, sign_at, tokenize_figures, word_at};
use crate::chat::grounding::figures::{ANY_MONEY, extract_figures};
use crate::search::Sort;
use crate::text::{Stemmer, normalize_text, plain_words, read_number};
use counting::{Count, read_counts};
use price_intent::{Budget, asks_price_difference, read_price_wish};
use rust_decimal::Decimal;
use sale_unit::{SaleUnit, read_sale_unit};
use std::borrow::Cow;

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
    /// Whether it refuses something in the first place: `gás não quero`.
    pub refuses: bool,
    /// How many of what it wants.
    pub counts: Vec<Count>,
    /// Whether it asks what several things cost together.
    pub asks_total: bool,
    /// Whether it asks how far the prices of two things are apart.
    pub asks_difference: bool,
    /// The unit by which it compares prices.
    pub per: Option<SaleUnit>,
    /// The money of which it asks how many it buys.
    pub money: Option<Decimal>,
}

impl MessageReading {
    /// Reads `message` as one that may go on with what was spoken of: `e 15?` counts that.
    pub fn of(message: &str) -> Self {
        Self::read(message, true)
    }

    /// Reads `message` as one before which nothing was spoken of: a number alone is the code of something.
    pub fn alone(message: &str) -> Self {
        Self::read(message, false)
    }

    fn read(message: &str, goes_on: bool) -> Self {
        let message = without_rejection(message);
        let message = &*resolve_correction(message);
        let written = write_digits(message);
        let (written, money) = match read_money(&written) {
            Some((rest, money)) => (rest, Some(money)),
            None => (written, None),
        };
        let wish = read_price_wish(&written);
        let (rest, per) = match read_sale_unit(message) {
            Some((unit, words)) => (without_phrase(&wish.rest, &words), Some(unit)),
            None => (wish.rest, None),
        };
        let refuses = {
            let tokens = tokenize_figures(&rest);
            (0..tokens.len()).any(|at| ends_refusal(&tokens, at).is_some())
        };
        let (rest, excluded) = read_exclusion(&rest);
        let (rest, counts) = if money.is_some() { (rest, Vec::new()) } else { read_counts(&rest, goes_on) };
        let asks_difference = asks_price_difference(message);
        let asks_total = !asks_difference && WORDS.total.are_in(&super::wording::words::stems_of(message));
        Self {
            rest,
            order: wish.order,
            budget: wish.budget,
            excluded,
            refuses,
            counts,
            asks_total,
            asks_difference,
            per,
            money,
        }
    }

    /// The words that name something to look for.
    pub fn telling_words(&self) -> Vec<String> {
        telling_words(&self.rest)
    }
}

/// The message without the words of `phrase`, where they stand side by side.
fn without_phrase(message: &str, phrase: &[String]) -> String {
    let parts: Vec<&str> = message.split_whitespace().collect();
    let folded = |part: &&str| normalize_text(part).trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let words: Vec<String> = parts.iter().map(folded).collect();
    let at = words.windows(phrase.len().max(1)).position(|window| window == phrase);
    match at.filter(|_| !phrase.is_empty()) {
        Some(at) => [&parts[..at], &parts[at + phrase.len()..]].concat().join(" "),
        None => message.to_owned(),
    }
}

/// `Quantos compro com 500 reais?`: the message without its money, and the money.
fn read_money(message: &str) -> Option<(String, Decimal)> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let how_many = words.windows(2).any(|pair| matches!(pair, ["how", "many"]));
    let asks = how_many || words.iter().any(|word| matches!(*word, "quantos" | "quantas"));
    let buys = words.iter().any(|word| BUYING.contains(word));
    if !asks || !buys {
        return None;
    }
    let tokens = tokenize_figures(message);
    let figures = extract_figures(message);
    let at = (1..tokens.len()).find(|at| {
        let before = word_at(&tokens, at - 1);
        let sign = (sign_at(&tokens, at - 1) == Some('$')).then_some("com");
        !numbers_at(&tokens, *at).is_empty()
            && matches!(before.or(sign), Some("com" | "por" | "for" | "with" | "tenho" | "uns"))
    })?;
    let range = &tokens[at].range;
    let money =
        figures.iter().find(|figure| figure.range.start <= range.start && range.end <= figure.range.end);
    let is_money = money.is_some_and(|figure| matches!(figure.unit.as_str(), "BRL" | ANY_MONEY));
    // `Com 20 litros`, `por 10 sacos`: what is counted is no money.
    let counts = word_at(&tokens, at + 1).is_some_and(|next| {
        !matches!(
            next,
            "reais" | "real" | "conto" | "contos" | "pila" | "mil" | "brl" | "da" | "levo" | "compro"
        )
    });
    if counts || (money.is_some() && !is_money) {
        return None;
    }
    let amount = numbers_at(&tokens, at).first().copied()?;
    // `Mil reais` is written as 1000, `2 mil` as two of a thousand.
    let thousands = word_at(&tokens, at + 1) == Some("mil");
    let amount = if thousands { amount * Decimal::ONE_THOUSAND } else { amount };
    let end = money.map_or(range.end, |figure| figure.range.end);
    let rest = cut_out(message, std::slice::from_ref(&(tokens[at - 1].range.start..end)));
    Some((rest, amount))
}

/// Words of buying beside `quantos` and money.
const BUYING: [&str; 20] = [
    "compro", "comprar", "compra", "levo", "levar", "leva", "pego", "pegar", "da", "dao", "consigo", "saem",
    "cabem", "get", "buy", "afford", "take", "rende", "vem", "sai",
];

/// `Não é isso, quero …`, `essa não, a de gasolina`: the message without the refusal of what was shown.
pub(crate) fn without_rejection(message: &str) -> &str {
    const REJECTIONS: [&[&str]; 10] = [
        &["nao", "e", "isso", "nao"],
        &["nao", "e", "isso"],
        &["nao", "era", "isso"],
        &["nao", "e", "esse"],
        &["nao", "e", "essa"],
        &["essa", "nao"],
        &["esse", "nao"],
        &["isso", "nao"],
        &["not", "that", "one"],
        &["not", "that"],
    ];
    let parts: Vec<&str> = message.split_whitespace().collect();
    let word = |at: usize| {
        let folded = normalize_text(parts.get(at).copied().unwrap_or_default());
        folded.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
    };
    let begins = |phrase: &&&[&str]| phrase.iter().enumerate().all(|(at, said)| word(at) == *said);
    let Some(length) = REJECTIONS.iter().find(begins).map(|phrase| phrase.len()) else { return message };
    // `Essa não serve pra milho?` goes on.
    let ends = parts[length - 1].ends_with([',', '.', ';', '!', ':', '-']);
    match parts.get(length).filter(|_| ends) {
        Some(next) => &message[next.as_ptr() as usize - message.as_ptr() as usize..],
        None => message,
    }
}

/// What a message says once it has corrected itself: `adubo de boro, quer dizer, de zinco` is `adubo de
/// zinco`; `bomba costal, não, quis dizer motobomba` is `motobomba`.
pub(crate) fn resolve_correction(message: &str) -> Cow<'_, str> {
    let folded = normalize_text(message);
    // Folding keeps the number of words, not of bytes.
    let parts: Vec<&str> = message.split_whitespace().collect();
    let words: Vec<String> = folded
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
        .collect();
    if parts.len() != words.len() {
        return Cow::Borrowed(message);
    }
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let found = (0..words.len()).rev().find_map(|at| {
        let asked = at > 0 && matches!(word(at - 1), "que" | "q" | "o" | "isso");
        let length = match (word(at), word(at + 1)) {
            ("quer" | "quis" | "quero", "dizer") | ("quis", "falar") if !asked => 2,
            ("i", "mean" | "meant") => 2,
            ("na", "verdade") if at > 0 => 2,
            ("alias" | "digo" | "ops" | "errei", _) if at > 0 => 1,
            ("nao", "pera" | "peraí" | "perai" | "espera") => 2,
            _ => return None,
        };
        (at + length < words.len()).then_some((at, at + length))
    });
    let Some((begin, end)) = found else { return Cow::Borrowed(message) };
    let before = parts[..begin].join(" ");
    let before =
        before.trim_end_matches([' ', ',', ';', '.', '-', '!', '?']).trim_end_matches(" não").to_owned();
    let after = parts[end..].join(" ");
    let led = matches!(
        word(end),
        "de" | "do"
            | "da"
            | "pra"
            | "pro"
            | "pras"
            | "pros"
            | "para"
            | "com"
            | "em"
            | "contra"
            | "for"
            | "sem"
    );
    let kept: Vec<&str> = before.split_whitespace().collect();
    // What is said anew in the place of a part takes that part's place.
    let replaced = kept.iter().rposition(|part| {
        let part = normalize_text(part);
        matches!(
            part.as_str(),
            "de" | "do" | "da" | "pra" | "pro" | "pras" | "pros" | "para" | "com" | "em" | "contra" | "for"
        )
    });
    match replaced.filter(|at| led && *at > 0) {
        Some(at) => Cow::Owned(format!("{} {after}", kept[..at].join(" "))),
        None if led && !telling_words(&before).is_empty() => Cow::Owned(format!("{before} {after}")),
        None if telling_words(&after).is_empty() => Cow::Borrowed(message),
        None => Cow::Owned(after),
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
        // `2 mil` is one number.
        let thousands = numbers_at(&tokens, at).first().filter(|_| word_at(&tokens, at + 1) == Some("mil"));
        if let Some(number) = thousands.and_then(|number| number.checked_mul(Decimal::ONE_THOUSAND)) {
            written.push_str(&message[end..tokens[at].range.start]);
            written.push_str(&number.normalize().to_string());
            end = tokens[at + 1].range.end;
            at += 2;
            continue;
        }
        let points = at.checked_sub(1).and_then(|before| word_at(&tokens, before));
        let points = points.is_some_and(points_at_several);
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

/// Articles and pronouns before a number that counts what was spoken of: `os dois`, `desses dois`.
pub(crate) fn points_at_several(word: &str) -> bool {
    matches!(
        word,
        "os" | "as"
            | "dos"
            | "das"
            | "nos"
            | "nas"
            | "esses"
            | "essas"
            | "desses"
            | "dessas"
            | "nesses"
            | "nessas"
            | "estes"
            | "estas"
            | "destes"
            | "destas"
            | "aqueles"
            | "aquelas"
            | "daqueles"
            | "daquelas"
            | "the"
            | "these"
            | "those"
    )
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
        if let Some(end) = ends_refusal(&tokens, at) {
            let begin = (0..at).rev().take_while(|at| word_at(&tokens, *at).is_some()).last().unwrap_or(at);
            let text: Vec<&str> = (begin..at).filter_map(|at| word_at(&tokens, at)).collect();
            let words = telling_words(&text.join(" "));
            // `Essa bomba não serve` refuses one, and not its kind.
            let points = WORDS.these.are_in(&stems[begin..at]);
            if !points && !words.is_empty() && words.len() <= MOST_EXCLUDED {
                said.push(tokens[begin].range.start..tokens[end - 1].range.end);
                excluded.extend(words);
                at = end;
                continue;
            }
        }
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

/// `Gás não quero`, `injetável não serve`: a refusal that stands behind what it refuses, and its end.
fn ends_refusal(tokens: &[Token], at: usize) -> Option<usize> {
    if at == 0 || !matches!(word_at(tokens, at), Some("nao")) {
        return None;
    }
    let refuses =
        matches!(word_at(tokens, at + 1), Some("quero" | "serve" | "gosto" | "uso" | "pode" | "preciso"));
    let again = usize::from(refuses && word_at(tokens, at + 2) == Some("nao"));
    let end = at + 2 + again;
    (refuses && word_at(tokens, end).is_none()).then_some(end)
}

/// `Fora` and `menos` leave out only where a thing follows: `menos de 300` and `lá fora` do not.
fn opens_exclusion(tokens: &[Token], at: usize, length: usize) -> bool {
    let first = word_at(tokens, at);
    let next = word_at(tokens, at + length);
    let before = at.checked_sub(1).and_then(|before| word_at(tokens, before));
    match first {
        Some("menos") if before == Some("pelo") => false,
        // `Quero tirar muda` wants it.
        Some("tirar" | "tira" | "tirando") => !before.is_some_and(|before| WISHING.contains(&before)),
        Some("menos") => matches!(next, Some("o" | "a" | "os" | "as")),
        Some("fora") => at == 0 || sign_at(tokens, at - 1).is_some(),
        Some("no" | "not") => next.is_some_and(|next| !matches!(next, "more" | "less" | "matter" | "need")),
        _ => true,
    }
}

/// Words before `tirar` that want what it takes.
const WISHING: [&str; 14] = [
    "quero", "queria", "preciso", "vou", "pra", "para", "de", "como", "posso", "da", "consigo", "ajuda",
    "to", "vai",
];

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
            ("até 3 mil reais", "até 3000 reais"),
            ("soja", "soja"),
        ] {
            assert_eq!(write_digits(message), written);
        }
    }

    #[test]
    fn what_is_said_anew_takes_the_place_of_what_was_said() {
        for (message, meant) in [
            ("ração pra frango, quer dizer, pra peru", "ração pra peru"),
            ("luva de raspa, não, digo, de vaqueta", "luva de vaqueta"),
            ("trator, na verdade roçadeira", "roçadeira"),
            ("não, quis dizer mangueira", "mangueira"),
            ("I need twine, I mean wire", "wire"),
            ("o que quer dizer WG?", "o que quer dizer WG?"),
            ("na verdade quero ureia", "na verdade quero ureia"),
        ] {
            assert_eq!(resolve_correction(message), meant);
        }
    }

    #[test]
    fn money_at_hand_is_no_limit_but_what_is_spent() {
        for (message, money) in [
            ("quantos sacos compro com 500 reais?", 500),
            ("com R$ 1200 levo quantos galões", 1200),
            ("how many bags can I get for 300 reais", 300),
            ("quantas caixas dá pra levar com mil e duzentos", 1200),
        ] {
            let found = read_money(&write_digits(message)).map(|(_, money)| money);
            assert_eq!(found, Some(Decimal::from(money)), "{message}");
        }
        for message in ["quantos vem com 20 litros", "quantos ml por litro", "tem até 500 reais?"] {
            assert_eq!(read_money(message), None, "{message}");
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
            ("quero tirar leite mais limpo", "quero tirar leite mais limpo", vec![]),
            ("formicida em pó não quero não", "", vec!["formicida", "po"]),
            ("piretroide não serve, tem outro?", "tem outro?", vec!["piretroide"]),
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
