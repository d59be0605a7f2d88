//! The order that an answer has summed, read from its lines: `- 4 × **Ureia saco 50 kg** (R$ 189,00) = …`.

use crate::catalog::Item;
use crate::chat::{HistoryMessage, Role};
use rust_decimal::Decimal;

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
    let lines = |answer: &HistoryMessage| {
        answer.content.lines().filter_map(|line| read_line(line, items)).collect::<Vec<_>>()
    };
    answers.map(lines).find(|lines| !lines.is_empty()).unwrap_or_default()
}

fn read_line<'a>(line: &str, items: &'a [Item]) -> Option<SummedLine<'a>> {
    let (number, rest) = line.strip_prefix("- ")?.split_once(" × **")?;
    let (name, _) = rest.split_once("**")?;
    let name = name.replace('\\', "");
    let item = items.iter().find(|item| item.name == name)?;
    Some(SummedLine { number: number.parse().ok()?, item })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;

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
    }
}
