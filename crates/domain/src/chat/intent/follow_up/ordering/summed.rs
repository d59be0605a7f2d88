//! The order that an answer has summed, read from its lines: `- 4 × **Ureia saco 50 kg** (R$ 189,00) = …`.
//!
//! Several lines are an order where the answer sums them, or says why it does not; else they are alternatives of one
//! count, of which nothing is bought together.

use crate::catalog::Item;
use crate::chat::{HistoryMessage, Role};
use rust_decimal::Decimal;

/// Beginnings of the line below the lines of an order, in both languages: the sum, or why there is none.
const TOTALS: [&str; 4] = ["**Soma:**", "**Total:**", "Não somo:", "No sum:"];
/// Answers that are looked back at for a sum.
const MOST_BACK: usize = 3;

/// A line of a sum.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SummedLine<'a> {
    /// How many packages.
    pub number: Decimal,
    /// Of what.
    pub item: &'a Item,
}

/// The lines of the last sum among the last answers of `history` (oldest first), of `items` as they are now.
/// A line whose item is gone is left out.
pub(crate) fn read_sum<'a>(history: &[HistoryMessage], items: &'a [Item]) -> Vec<SummedLine<'a>> {
    let answers = history.iter().rev().filter(|said| said.role == Role::Assistant).take(MOST_BACK);
    let mut counted =
        answers.map(|answer| answer.content.as_str()).filter(|answer| has_counted_lines(answer));
    let Some(answer) = counted.next().filter(|answer| is_order(answer)) else { return Vec::new() };
    answer.lines().filter_map(|line| read_line(line, items)).collect()
}

/// Whether an answer multiplies prices: its lines count something.
pub(crate) fn has_counted_lines(answer: &str) -> bool {
    answer.lines().any(|line| split_line(line).is_some())
}

/// Whether the lines of an answer are bought together.
fn is_order(answer: &str) -> bool {
    let lines = answer.lines().filter(|line| split_line(line).is_some()).count();
    lines == 1 || answer.lines().any(|line| TOTALS.iter().any(|total| line.starts_with(total)))
}

/// The number of a line and the name behind it, as it is written.
fn split_line(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.strip_prefix("- ")?.split_once(" × **")?;
    Some((number, rest.split_once("**")?.0))
}

fn read_line<'a>(line: &str, items: &'a [Item]) -> Option<SummedLine<'a>> {
    let (number, name) = split_line(line)?;
    let name = name.replace('\\', "");
    let item = items.iter().find(|item| item.name == name)?;
    Some(SummedLine { number: number.parse().ok()?, item })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::answer::fallback_text::tests::translate;
    use crate::chat::answer::phrase::Phrase;
    use crate::chat::types::sources::tests::item_hit;
    use crate::search::Lang;

    #[test]
    fn a_sum_is_read_back_from_its_answer() {
        let items: Vec<Item> = ["Ureia saco 50 kg", "Bota #2 par"]
            .iter()
            .filter_map(|name| item_hit(name, Some("10"), "").item)
            .collect();
        let answer = "- 4 × **Ureia saco 50 kg** (R$ 10,00) = R$ 40,00 [1]\n\
                      - 2 × **Bota \\#2 par** (R$ 10,00) = R$ 20,00 [2]\n- 1 × **Gone** (R$ 1,00) [3]\n\n**Soma:** R$ 60,00";
        let said = |role, content: &str| HistoryMessage { role, content: content.into() };
        let history =
            [said(Role::User, "soma"), said(Role::Assistant, answer), said(Role::Assistant, "De nada!")];
        let lines: Vec<(String, &str)> = read_sum(&history, &items)
            .into_iter()
            .map(|line| (line.number.to_string(), line.item.name.as_str()))
            .collect();
        assert_eq!(lines, [("4".to_owned(), "Ureia saco 50 kg"), ("2".to_owned(), "Bota #2 par")]);
        assert!(read_sum(&[said(Role::User, answer)], &items).is_empty(), "a person's text is no sum");
        let (alternatives, _) = answer.split_once("\n\n").expect("a sum below its lines");
        assert!(read_sum(&[said(Role::Assistant, alternatives)], &items).is_empty(), "nothing sums them");
        let (one, _) = alternatives.split_once('\n').expect("several lines");
        assert_eq!(read_sum(&[said(Role::Assistant, one)], &items).len(), 1, "one line is its own sum");
        assert!(has_counted_lines(alternatives) && !has_counted_lines("- **Ureia** · R$ 10,00 [1]"));
    }

    #[test]
    fn a_sum_is_known_by_the_phrases_of_both_languages() {
        for lang in [Lang::PtBr, Lang::En] {
            for phrase in [Phrase::Total, Phrase::NoTotal] {
                let text = translate(lang, phrase.key());
                assert!(TOTALS.iter().any(|total| text.starts_with(total)), "{text}");
            }
        }
    }
}
