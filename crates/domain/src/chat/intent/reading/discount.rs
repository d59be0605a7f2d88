//! What is to be taken off a sum: `com 3% de desconto`, `menos 7%`, `8% no total`, `tira 10 reais`; and what the shop states.
//!
//! A share or money that is taken off is no thing to look for and counts nothing. What there is so much of (`16% de
//! proteína`), a size (`sombrite 50%`), a limit (`menos de 30 reais`) and about so much (`mais ou menos 30 reais`) are
//! left to others.

use crate::chat::grounding::figures::tokens::{Token, numbers_at, sign_at, tokenize_figures, word_at};
use crate::chat::intent::reading::count_words::{ORDERING, find_number_after_with};
use crate::chat::intent::reading::digits::write_digits;
use crate::chat::intent::wording::telling::{cut_out, telling_words};
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;
use std::ops::Range;

/// What is taken off a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceCut {
    /// A share in percent, above 0 and below 100.
    Share(Decimal),
    /// An amount in the currency of the sum, above 0.
    Amount(Decimal),
    /// An amount in the currency of the sum that each piece costs less, above 0.
    Each(Decimal),
}

impl PriceCut {
    /// Takes the price cut off a sum of so many pieces, in whole cents; nothing where it is more than the sum.
    pub(crate) fn take_off(self, sum: Decimal, pieces: Decimal) -> Option<Decimal> {
        let left = match self {
            Self::Share(share) => {
                let left = Decimal::ONE_HUNDRED.checked_sub(share)?;
                sum.checked_mul(left)?.checked_div(Decimal::ONE_HUNDRED)?
            }
            Self::Amount(amount) => sum.checked_sub(amount)?,
            Self::Each(amount) => sum.checked_sub(amount.checked_mul(pieces)?)?,
        };
        (left >= Decimal::ZERO).then(|| left.round_dp(2))
    }
}

/// Words of a discount, or of a payment that has one.
const OF_DISCOUNT: [&str; 10] =
    ["desconto", "descontinho", "desc", "abatimento", "off", "discount", "pix", "dinheiro", "vista", "cash"];
/// Words that take off what stands behind them.
const TAKING_OFF: [&str; 18] = [
    "menos",
    "tira",
    "tire",
    "tirar",
    "tirando",
    "tiro",
    "desconta",
    "desconte",
    "descontar",
    "descontando",
    "abate",
    "abata",
    "abater",
    "abatendo",
    "baixa",
    "baixar",
    "less",
    "minus",
];
/// Words that ask for a share that ends what is said: `faz 5%?`
const GRANTING: [&str; 8] = ["faz", "faca", "fazer", "consegue", "libera", "da", "dar", "dao"];
/// Words between what takes off and how much: `tira os 10%`.
const ARTICLES: [&str; 10] = ["os", "as", "o", "a", "esses", "essas", "aqueles", "the", "those", "uns"];
/// Words before what is taken off that go with it: `com os 3%`, `tirando 5%`.
const BEFORE: [&str; 13] = [
    "com",
    "os",
    "esses",
    "de",
    "desconto",
    "abatimento",
    "dando",
    "with",
    "the",
    "a",
    "mais",
    "um",
    "discount",
];
/// Words behind it: `3% de desconto à vista`, `8% no total`, `100 reais de desconto nisso`.
const BEHIND: [&str; 42] = [
    "de",
    "menos",
    "desconto",
    "descontinho",
    "desc",
    "abatimento",
    "off",
    "discount",
    "no",
    "na",
    "nos",
    "do",
    "da",
    "pix",
    "a",
    "vista",
    "em",
    "cima",
    "dinheiro",
    "cash",
    "total",
    "tudo",
    "soma",
    "conta",
    "valor",
    "preco",
    "pedido",
    "nisso",
    "nele",
    "nela",
    "neles",
    "nelas",
    "nesse",
    "nessa",
    "disso",
    "on",
    "it",
    "everything",
    "them",
    "that",
    "cada",
    "each",
];
/// Words that name a sum or what was spoken of, behind a share of it.
const SUMMED: [&str; 16] = [
    "total",
    "tudo",
    "soma",
    "conta",
    "valor",
    "preco",
    "pedido",
    "orcamento",
    "cima",
    "everything",
    "that",
    "it",
    "all",
    "them",
    "both",
    "price",
];
/// Words around a share that takes the place of another one: `não, era 5%`, `e com 10%?`
const OF_CORRECTION: [&str; 13] =
    ["nao", "e", "era", "eram", "sao", "com", "so", "os", "o", "no", "it", "was", "with"];
/// Words that take back what was granted: `tira o desconto`, `sem os 10%`.
const TAKING_BACK: [&str; 13] = [
    "tira", "tire", "tirar", "retira", "retirar", "remove", "remover", "cancela", "cancelar", "esquece",
    "sem", "without", "drop",
];

/// Largest share in percent that is taken for a discount where no word says that it is one.
const MOST_SHARE: Decimal = Decimal::from_parts(40, 0, 0, false, 0);
/// Largest share that `com` alone makes a discount: `5 galões com 8%, quanto fica?`
const MOST_BARE_SHARE: Decimal = Decimal::from_parts(15, 0, 0, false, 0);

/// A share or money, and its tokens.
struct SaidAmount {
    cut: PriceCut,
    place: Range<usize>,
}

/// The message without what it takes off a price, numbers in digits, and that: a share or money. The rest may be empty:
/// `tira 5%`. `Com 16% de proteína` takes nothing off.
pub(crate) fn read_price_cut(message: &str) -> Option<(String, PriceCut)> {
    let message = &*write_digits(message);
    let tokens = tokenize_figures(message);
    (0..tokens.len()).filter_map(|at| read_amount(&tokens, at)).find_map(|said| {
        let span = widen(&tokens, &said.place);
        let said = SaidAmount { cut: cut_of_each(&tokens, said.cut, &span), ..said };
        let rest = cut_said(message, &tokens, &span);
        is_taken_off(&tokens, &said, &span, &rest).then_some((rest, said.cut))
    })
}

/// The share of a message that says nothing else: `5%`, `não, era 5%`. After a discount it is the one that takes its place.
pub(crate) fn read_other_share(message: &str) -> Option<PriceCut> {
    let message = &*write_digits(message);
    let tokens = tokenize_figures(message);
    let said = (0..tokens.len()).find_map(|at| read_amount(&tokens, at))?;
    let is_share = matches!(said.cut, PriceCut::Share(share) if share <= MOST_SHARE);
    let is_alone = (0..tokens.len()).filter(|at| !said.place.contains(at)).all(|at| {
        let is_light = word_at(&tokens, at).is_none_or(|word| OF_CORRECTION.contains(&word));
        is_light && numbers_at(&tokens, at).is_empty()
    });
    (is_share && is_alone).then_some(said.cut)
}

/// `E com 10?`: the share that a plain number means after one in percent was taken off; nothing where the message says
/// anything else, or the number is too large for a discount.
pub(crate) fn read_plain_share(message: &str) -> Option<PriceCut> {
    let tokens = tokenize_figures(&write_digits(message));
    let at = find_number_after_with(&tokens)?;
    let share = numbers_at(&tokens, at).first().copied()?;
    (share > Decimal::ZERO && share <= MOST_SHARE).then_some(PriceCut::Share(share))
}

/// The message without what takes a discount back: `tira o desconto`, `sem os 10%`; nothing where it takes none back.
pub(crate) fn take_cut_back(message: &str) -> Option<String> {
    let tokens = tokenize_figures(message);
    let at =
        (0..tokens.len()).find(|at| word_at(&tokens, *at).is_some_and(|word| TAKING_BACK.contains(&word)))?;
    let is_article = |at: &usize| word_at(&tokens, *at).is_some_and(|word| ARTICLES.contains(&word));
    let next = (at + 1..tokens.len()).find(|at| !is_article(at))?;
    let named = word_at(&tokens, next).is_some_and(is_discount).then_some(next + 1);
    // `Tira 10%` takes them off, `tira os 10%` speaks of some that were said.
    let find_shared_end = || read_amount(&tokens, next).filter(|_| next > at + 1).map(|said| said.place.end);
    let end = named.or_else(find_shared_end)?;
    // `Sem o desconto do pix`
    let cash: Vec<Range<usize>> = cash_phrases(&tokens).collect();
    let is_of_it = |at: &usize| {
        let word = word_at(&tokens, *at);
        word.is_some_and(|word| word == "de" || OF_DISCOUNT.contains(&word))
            || cash.iter().any(|place| place.contains(at))
            || read_share(&tokens, *at).is_some()
            || sign_at(&tokens, *at) == Some('%')
    };
    let last = (end..tokens.len()).take_while(is_of_it).last().map_or(end, |last| last + 1);
    let price = tokens[at].range.start..tokens[last - 1].range.end;
    Some(cut_out(message, std::slice::from_ref(&price)))
}

/// What a text of the program says was taken off: `10%`, `R$ 50,00`.
pub(crate) fn read_written_cut(text: &str) -> Option<PriceCut> {
    let tokens = tokenize_figures(text);
    let said = (0..tokens.len()).find_map(|at| read_amount(&tokens, at))?;
    Some(cut_of_each(&tokens, said.cut, &(said.place.start..tokens.len())))
}

/// `10 reais de desconto em cada`: money that `span` takes off each piece. A share of each is one of the sum.
fn cut_of_each(tokens: &[Token], cut: PriceCut, span: &Range<usize>) -> PriceCut {
    let is_each =
        span.clone().any(|at| word_at(tokens, at).is_some_and(|word| matches!(word, "cada" | "each")));
    match cut {
        PriceCut::Amount(amount) if is_each => PriceCut::Each(amount),
        _ => cut,
    }
}

/// The tokens of an amount with the words around it that go with it.
fn widen(tokens: &[Token], place: &Range<usize>) -> Range<usize> {
    let leads = |word: &str| BEFORE.contains(&word) || TAKING_OFF.contains(&word);
    let before = (0..place.start).rev().take_while(|at| word_at(tokens, *at).is_some_and(leads));
    let behind = (place.end..tokens.len()).take_while(|at| {
        word_at(tokens, *at).is_some_and(|word| BEHIND.contains(&word) || is_one_of_each(tokens, *at))
    });
    before.last().unwrap_or(place.start)..behind.last().map_or(place.end, |last| last + 1)
}

/// `Em cada um`: whether the word at `at` counts nothing, for `cada` stands before it.
fn is_one_of_each(tokens: &[Token], at: usize) -> bool {
    let is_one = matches!(word_at(tokens, at), Some("um" | "uma" | "unidade" | "one"));
    is_one && at.checked_sub(1).is_some_and(|before| matches!(word_at(tokens, before), Some("cada" | "each")))
}

/// The message without these tokens, and without `à vista` and its like.
fn cut_said(message: &str, tokens: &[Token], span: &Range<usize>) -> String {
    let mut said: Vec<Range<usize>> = cash_phrases(tokens).filter(|place| place.end <= span.start).collect();
    said.push(span.clone());
    said.extend(cash_phrases(tokens).filter(|place| place.start >= span.end));
    let bytes = |place: Range<usize>| tokens[place.start].range.start..tokens[place.end - 1].range.end;
    let said: Vec<Range<usize>> = said.into_iter().map(bytes).collect();
    cut_out(message, &said)
}

/// Whether an amount is taken off a price. `rest` is the message without it.
fn is_taken_off(tokens: &[Token], said: &SaidAmount, span: &Range<usize>, rest: &str) -> bool {
    let Range { start, end } = said.place.clone();
    let is_named = span.clone().any(|at| word_at(tokens, at).is_some_and(is_discount));
    if is_named {
        return true;
    }
    let lead = (0..start).rev().find(|at| word_at(tokens, *at).is_none_or(|word| !ARTICLES.contains(&word)));
    let lead_word = lead.and_then(|at| word_at(tokens, at)).unwrap_or_default();
    let earlier = lead.and_then(|at| at.checked_sub(1)).and_then(|at| word_at(tokens, at));
    // `Mais ou menos 30 reais`, `pelo menos 10%`
    let is_about = matches!(earlier, Some("ou" | "pelo" | "ao" | "or" | "no"));
    let is_taking = TAKING_OFF.contains(&lead_word) && !is_about;
    let PriceCut::Share(share) = said.cut else { return is_taking };
    // `Sombrite 50% à vista` has a size, and `16% de proteína` is what there is so much of.
    let of_thing =
        matches!(word_at(tokens, end), Some("de" | "of")) && word_at(tokens, end + 1) != Some("menos");
    if of_thing || share > MOST_SHARE {
        return false;
    }
    // `Com 5% quanto fica?`
    let is_last = word_at(tokens, end).is_none_or(|word| matches!(word, "quanto" | "fica" | "how"));
    let is_granted =
        GRANTING.contains(&lead_word) && is_last && !matches!(earlier, Some("quanto" | "que" | "quantos"));
    let points = lead_word == "com" && lead.is_some_and(|at| at + 1 < start);
    let is_bare = matches!(lead_word, "com" | "with") && is_last && share <= MOST_BARE_SHARE;
    // `Faz 3% a menos?`
    let is_less =
        matches!(word_at(tokens, end), Some("a" | "de")) && word_at(tokens, end + 1) == Some("menos");
    is_taking
        || is_less
        || is_granted
        || points
        || (span.start < start && is_paid_so(tokens))
        || is_of_sum(tokens, end)
        || (is_bare && (asks_price(tokens) || telling_words(rest).is_empty() || begins_with_count(rest)))
}

/// `3 Novarol`, `quero 2 sacos de ureia`: whether the first thing that a text says is how many of something.
fn begins_with_count(text: &str) -> bool {
    let tokens = tokenize_figures(text);
    let is_said = |word: &str| !ORDERING.contains(&word) && !telling_words(word).is_empty();
    let first = (0..tokens.len())
        .find(|at| !numbers_at(&tokens, *at).is_empty() || word_at(&tokens, *at).is_some_and(is_said));
    let counts = |at: usize| numbers_at(&tokens, at).first().is_some_and(|number| number.fract().is_zero());
    first.is_some_and(|at| counts(at) && word_at(&tokens, at + 1).is_some())
}

/// `No total`, `em tudo`, `nisso`: whether what stands at `at` says that a share is one of a sum.
fn is_of_sum(tokens: &[Token], at: usize) -> bool {
    let is_sum = |at: usize| word_at(tokens, at).is_some_and(|word| SUMMED.contains(&word));
    match word_at(tokens, at) {
        Some("no" | "do" | "na" | "da" | "em" | "on" | "sobre") => is_sum(at + 1) || is_sum(at + 2),
        Some(word) => matches!(
            word,
            "nisso" | "nele" | "nela" | "neles" | "nelas" | "nesse" | "nessa" | "nesses" | "nessas" | "disso"
        ),
        None => false,
    }
}

/// Whether the message asks what something comes to: `quanto fica`, `preço`.
pub(crate) fn asks_what_it_comes_to(message: &str) -> bool {
    asks_price(&tokenize_figures(message))
}

fn asks_price(tokens: &[Token]) -> bool {
    (0..tokens.len()).filter_map(|at| word_at(tokens, at)).any(|word| {
        matches!(word, "quanto" | "preco" | "valor" | "total" | "soma" | "custa" | "much" | "price" | "cost")
    })
}

/// The message without `à vista`, `no pix` and their like; nothing where it has none, or no other word.
pub(crate) fn cut_cash(message: &str) -> Option<String> {
    let tokens = tokenize_figures(message);
    let said: Vec<Range<usize>> = cash_phrases(&tokens)
        .map(|place| tokens[place.start].range.start..tokens[place.end - 1].range.end)
        .collect();
    let rest = cut_out(message, &said);
    (!said.is_empty() && rest.chars().any(char::is_alphabetic)).then_some(rest)
}

/// Whether a message asks for what is paid at once: `no pix`, `à vista`, `com desconto`; `sem o desconto` asks for none.
pub(crate) fn asks_in_cash(message: &str) -> bool {
    let folded = normalize_text(message);
    plain_words(&folded).any(|word| OF_DISCOUNT.contains(&word)) && take_cut_back(message).is_none()
}

/// The share of a discount that a text of the shop states: `com 3% de desconto`.
pub(crate) fn find_stated_share(text: &str) -> Option<Decimal> {
    let tokens = tokenize_figures(text);
    (0..tokens.len()).find_map(|at| {
        let (share, length) = read_share(&tokens, at).filter(|(share, _)| *share <= MOST_SHARE)?;
        let behind = (word_at(&tokens, at + length), word_at(&tokens, at + length + 1));
        matches!(behind, (Some("de"), Some("desconto")) | (Some("discount" | "off"), _)).then_some(share)
    })
}

/// `3%`, `3 por cento`: the share, and how many tokens it has.
fn read_share(tokens: &[Token], at: usize) -> Option<(Decimal, usize)> {
    let share = numbers_at(tokens, at).first().copied()?;
    let is_hundred = |at: usize| {
        word_at(tokens, at) == Some("cento") || numbers_at(tokens, at).first() == Some(&Decimal::ONE_HUNDRED)
    };
    let length = match (sign_at(tokens, at + 1), word_at(tokens, at + 1)) {
        (Some('%'), _) | (_, Some("percent")) => 2,
        (_, Some("por")) if is_hundred(at + 2) => 3,
        _ => return None,
    };
    (share > Decimal::ZERO && share < Decimal::ONE_HUNDRED).then_some((share, length))
}

/// `3%`, `R$ 10`, `10 reais`: a share or money whose number stands at `at`.
fn read_amount(tokens: &[Token], at: usize) -> Option<SaidAmount> {
    if let Some((share, length)) = read_share(tokens, at) {
        return Some(SaidAmount { cut: PriceCut::Share(share), place: at..at + length });
    }
    let number = numbers_at(tokens, at).first().copied().filter(|number| *number > Decimal::ZERO)?;
    let sign = at.checked_sub(1).filter(|before| sign_at(tokens, *before) == Some('$'));
    let code = sign
        .and_then(|sign| sign.checked_sub(1))
        .filter(|code| matches!(word_at(tokens, *code), Some("r" | "us")));
    let is_named =
        matches!(word_at(tokens, at + 1), Some("reais" | "real" | "conto" | "contos" | "pila" | "pilas"));
    (sign.is_some() || is_named).then(|| SaidAmount {
        cut: PriceCut::Amount(number),
        place: code.or(sign).unwrap_or(at)..at + 1 + usize::from(is_named),
    })
}

/// Whether a word names a discount, and no payment.
fn is_discount(word: &str) -> bool {
    matches!(word, "desconto" | "descontinho" | "desc" | "abatimento" | "off" | "discount")
}

/// Whether the message says how it is paid.
fn is_paid_so(tokens: &[Token]) -> bool {
    cash_phrases(tokens).next().is_some()
}

/// Where `à vista`, `no pix`, `do pix` and `em dinheiro` stand.
fn cash_phrases(tokens: &[Token]) -> impl Iterator<Item = Range<usize>> + '_ {
    (1..tokens.len()).filter_map(move |at| {
        let is_cash = matches!(
            (word_at(tokens, at - 1), word_at(tokens, at)),
            (Some("a"), Some("vista"))
                | (Some("no" | "em" | "com" | "do"), Some("pix" | "dinheiro"))
                | (Some("in" | "for"), Some("cash"))
        );
        is_cash.then_some(at - 1..at + 1)
    })
}

#[cfg(test)]
mod tests;
