//! Amounts as people write them, in digits and in words, with what they count.

use super::signs::{NUMBER_VALUES, UNIT_FILLERS, UNITS};
use super::spoken::Word;
use super::statement::read_digits;
use rust_decimal::Decimal;

/// Least digits of a phone number.
const PHONE_DIGITS: usize = 8;

/// An amount and what it counts, as a stem; blank where that is not told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Amount {
    pub value: Decimal,
    pub unit: String,
}

/// The amounts of a text, in their order. "Um" and "uma" alone are articles.
pub(super) fn read_amounts(words: &[Word]) -> Vec<Amount> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < words.len() {
        // "Por cento" counts, and is no hundred.
        let is_percent = at > 0 && words[at].text == "cento" && words[at - 1].text == "por";
        match read_amount(words, at).filter(|_| !is_percent) {
            Some((value, suffix, end)) => {
                let unit = if suffix.is_empty() { read_counted_unit(words, end) } else { suffix };
                let known = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, unit)| (*unit).to_owned());
                out.push(Amount { value, unit: known.unwrap_or(unit) });
                at = end;
            }
            None => at += 1,
        }
    }
    out
}

/// The amount that begins at `at`: its value, the unit that is written onto it, and where it ends.
fn read_amount(words: &[Word], at: usize) -> Option<(Decimal, String, usize)> {
    let word = words.get(at)?.text.as_str();
    let next = words.get(at + 1).map(|word| word.text.as_str());
    if word == "meia" && next == Some("duzia") {
        return Some((Decimal::from(6), String::new(), at + 2));
    }
    if word == "duzia" {
        return Some((Decimal::from(12), String::new(), at + 1));
    }
    if let Some(value) = read_digits(word) {
        let suffix = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
        if suffix != "%" && !suffix.chars().all(|c| c.is_ascii_alphabetic()) {
            return None;
        }
        return Some(match next.and_then(multiplier) {
            Some(times) => (value * times, suffix.to_owned(), at + 2),
            None => (value, suffix.to_owned(), at + 1),
        });
    }
    read_words(words, at).map(|(value, end)| (value, String::new(), end))
}

fn multiplier(word: &str) -> Option<Decimal> {
    match word {
        "hundred" => Some(Decimal::from(100)),
        "mil" | "thousand" => Some(Decimal::from(1_000)),
        "milhao" | "milhoes" | "million" => Some(Decimal::from(1_000_000)),
        _ => None,
    }
}

fn number_value(word: &str) -> Option<Decimal> {
    NUMBER_VALUES.iter().find(|(name, _)| *name == word).map(|(_, value)| Decimal::from(*value))
}

/// A number in words from `at` on, such as `mil duzentos e cinquenta` and `dois e meio`, and where it ends.
fn read_words(words: &[Word], at: usize) -> Option<(Decimal, usize)> {
    let text = |at: usize| words.get(at).map(|word| word.text.as_str()).unwrap_or_default();
    let (mut total, mut part, mut end) = (Decimal::ZERO, Decimal::ZERO, at);
    loop {
        let word = text(end);
        if let Some(value) = number_value(word) {
            part += value;
        } else if let Some(times) = multiplier(word) {
            total += part.max(Decimal::ONE) * times;
            part = Decimal::ZERO;
        } else if word == "e" && end > at && matches!(text(end + 1), "meio" | "meia") {
            part += Decimal::new(5, 1);
            end += 1;
        } else if !(word == "e" && end > at && number_value(text(end + 1)).is_some()) {
            break;
        }
        end += 1;
    }
    let is_article = end == at + 1 && matches!(text(at), "um" | "uma");
    (end > at && !is_article).then(|| (total + part, end))
}

/// What an amount that ends at `end` counts: the word behind it, or behind "de".
fn read_counted_unit(words: &[Word], end: usize) -> String {
    let is_filler = |word: &&Word| UNIT_FILLERS.contains(&word.text.as_str());
    let behind = words.get(end..).unwrap_or_default();
    let fillers = behind.iter().take(2).take_while(is_filler).count();
    let text = |at: usize| behind.get(at).map(|word| word.text.as_str()).unwrap_or_default();
    let is_joined = match fillers {
        0 => true,
        // "Por cento" is one unit.
        fillers => text(fillers - 1) == "de" || (text(fillers - 1), text(fillers)) == ("por", "cento"),
    };
    let unit =
        behind.get(fillers).filter(|word| is_joined && word.text.chars().all(|c| c.is_ascii_alphabetic()));
    unit.map(Word::stem).unwrap_or_default()
}

/// The phone numbers of a text, their digits alone.
pub(super) fn read_phones(words: &[Word]) -> Vec<String> {
    let is_part = |word: &Word| word.text.chars().all(|c| c.is_ascii_digit() || c == '-');
    let runs = words.chunk_by(|one, other| is_part(one) && is_part(other));
    let digits = |run: &[Word]| -> String {
        run.iter().flat_map(|word| word.text.chars()).filter(char::is_ascii_digit).collect()
    };
    let phones = runs.filter(|run| run.iter().all(is_part)).map(digits);
    phones.filter(|digits| digits.len() >= PHONE_DIGITS).collect()
}

/// The times of day of a text as hour of the half day and minutes: `7h30`, `às 9`.
pub(super) fn read_hours(words: &[Word]) -> Vec<(u32, u32)> {
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_behind = at > 0 && matches!(words[at - 1].text.as_str(), "as" | "ate" | "at");
        let text = word.text.as_str();
        if !(is_behind || text.contains('h')) {
            continue;
        }
        let (hour, minutes) = text.split_once(['h', ':']).unwrap_or((text, ""));
        let number = |part: &str| (part.len() <= 2).then(|| part.parse::<u32>().ok()).flatten();
        let minutes = if minutes.is_empty() { Some(0) } else { number(minutes) };
        if let (Some(hour), Some(minutes)) = (number(hour), minutes)
            && hour < 24
        {
            out.push((hour % 12, minutes));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::spoken::read_words as read;
    use super::*;

    #[test]
    fn amounts_are_read_in_digits_and_words_with_what_they_count() {
        for (text, value, unit) in [
            ("colheu 62 sacas por hectare", "62", "sc"),
            ("tem 80 cabeças de gado", "80", "cab"),
            ("a mil duzentos e cinquenta", "1250", ""),
            ("cortaram pra dois e meio por cento", "2.5", "%"),
            ("minha comissão é de 3%", "3", "%"),
            ("meia dúzia de funcionários", "6", "funcionari"),
            ("faturar 3 milhões", "3000000", ""),
        ] {
            let amounts = read_amounts(&read(text));
            let [amount] = amounts.as_slice() else { panic!("one amount: {text}: {amounts:?}") };
            assert_eq!(
                (amount.value.normalize().to_string().as_str(), amount.unit.as_str()),
                (value, unit),
                "{text}"
            );
        }
        assert!(read_amounts(&read("um trator e uma carreta")).is_empty());
    }

    #[test]
    fn phones_and_hours_are_no_amounts_of_something() {
        assert_eq!(read_phones(&read("o telefone é 64 99812-3344")), ["64998123344"]);
        assert_eq!(read_phones(&read("colheu 62 sacas")), [""; 0]);
        assert_eq!(read_hours(&read("abre às 7h30, fecha às 18")), [(7, 30), (6, 0)]);
    }
}
