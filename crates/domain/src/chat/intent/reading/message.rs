//! A message, read as a whole.

use super::budget::Budget;
use super::correction::{resolve_correction, strip_correction_lead, strip_rejection};
use super::counting::{Count, read_bought_counts, read_counts};
use super::digits::write_digits;
use super::exclusion::{has_refusal, read_exclusion};
use super::money_at_hand::read_money;
use super::price_intent::{asks_price_difference, read_price_wish};
use super::sale_unit::{SaleUnit, read_sale_unit};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::Sort;
use crate::text::normalize_text;
use rust_decimal::Decimal;

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
    /// Reads `message` as one that may go on with what the conversation spoke of: `e 15?` counts that.
    pub fn of(message: &str) -> Self {
        Self::read_message(message, true, false)
    }

    /// Reads `message` as the first of a conversation: a number alone is the code of something.
    pub fn alone(message: &str) -> Self {
        Self::read_message(message, false, false)
    }

    /// Reads `message` as one of something that is bought, for something is to be taken off its price: `2 Novarol`.
    pub fn of_purchase(message: &str, goes_on: bool) -> Self {
        Self::read_message(message, goes_on, true)
    }

    fn read_message(message: &str, goes_on: bool, is_bought: bool) -> Self {
        let message = strip_correction_lead(strip_rejection(message));
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
        let refuses = has_refusal(&rest);
        let (rest, excluded) = read_exclusion(&rest);
        let (rest, counts) = match money {
            Some(_) => (rest, Vec::new()),
            None => count_beside(rest, per.is_some(), goes_on, is_bought),
        };
        let asks_difference = asks_price_difference(message);
        let asks_total = !asks_difference && WORDS.total.are_in(&stems_of(message));
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

    /// Lists the words of the message that name something to look for.
    pub fn telling_words(&self) -> Vec<String> {
        telling_words(&self.rest)
    }
}

/// The message without its counts, and these. Beside a unit of price an amount is a size: `o saco de 25 kg, quanto o quilo?`
fn count_beside(rest: String, has_unit: bool, goes_on: bool, is_bought: bool) -> (String, Vec<Count>) {
    let (left, counts) = match is_bought {
        true => read_bought_counts(&rest, goes_on),
        false => read_counts(&rest, goes_on),
    };
    match has_unit && !counts.is_empty() && counts.iter().all(Count::is_measured) {
        true => (rest, Vec::new()),
        false => (left, counts),
    }
}

/// The message without the words of `phrase`, where they stand side by side.
fn without_phrase(message: &str, phrase: &[String]) -> String {
    let parts: Vec<&str> = message.split_whitespace().collect();
    let fold_part =
        |part: &&str| normalize_text(part).trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let words: Vec<String> = parts.iter().map(fold_part).collect();
    let at = words.windows(phrase.len().max(1)).position(|window| window == phrase);
    match at.filter(|_| !phrase.is_empty()) {
        Some(at) => [&parts[..at], &parts[at + phrase.len()..]].concat().join(" "),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beside_a_unit_of_price_an_amount_is_a_size() {
        for message in ["the 25 kg bag, how much per kilo?", "saco pra 60 kg, quanto sai cada um no pacote?"]
        {
            let reading = MessageReading::of(message);
            assert!(reading.per.is_some() && reading.counts.is_empty(), "{message}: {reading:?}");
        }
        let bags = MessageReading::of("3 sacos, quanto sai o quilo?");
        assert_eq!(bags.counts.len(), 1, "{bags:?}");
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
