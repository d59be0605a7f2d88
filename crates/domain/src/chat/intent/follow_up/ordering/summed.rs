//! The order that an answer has summed, read from its lines: `- 4 × **Ureia saco 50 kg** (R$ 189,00) = …`.
//!
//! Several lines are an order where the answer sums them, or says why it does not; else they are alternatives of one
//! count, of which nothing is bought together.

use crate::catalog::brief::NAME_CHARS;
use crate::catalog::{Item, Package};
use crate::chat::answer::compose::escape_line;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::grounding::packages::package_label;
use crate::chat::intent::reading::discount::{PriceCut, read_written_cut};
use crate::chat::{HistoryMessage, Role};
use rust_decimal::Decimal;

/// Beginnings of the line below the lines of an order, in both languages: the sum, or why there is none.
const TOTALS: [&str; 4] = ["**Soma:**", "**Total:**", "Não somo:", "No sum:"];
/// Beginnings of the line that says what was taken off a sum, in both languages.
const CUTS: [&str; 2] = ["Com desconto de ", "With a discount of "];
/// Answers that are looked back at for a sum.
const MOST_BACK: usize = 3;

/// A line of a sum.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SummedLine<'a> {
    /// How many packages.
    pub number: Decimal,
    /// Of what.
    pub item: &'a Item,
    /// The package whose price the line has; the item itself, or its only package, where absent.
    pub package: Option<&'a Package>,
}

/// A sum that was shown.
#[derive(Debug, Default)]
pub(crate) struct ShownSum<'a> {
    /// Its lines.
    pub lines: Vec<SummedLine<'a>>,
    /// Names in lines whose item is gone, or is called otherwise now, and in those that are not multiplied because it
    /// was not known which package was meant.
    pub gone: Vec<String>,
}

/// The last sum among the last answers of `history` (oldest first), of `items` as they are now.
pub(crate) fn read_sum<'a>(history: &[HistoryMessage], items: &'a [Item]) -> ShownSum<'a> {
    let answers = history.iter().rev().filter(|said| said.role == Role::Assistant).take(MOST_BACK);
    let mut counted =
        answers.map(|answer| answer.content.as_str()).filter(|answer| has_counted_lines(answer));
    let mut sum = ShownSum::default();
    let Some(answer) = counted.next().filter(|answer| is_order(answer)) else { return sum };
    for line in answer.lines() {
        let Some((number, name, behind)) = split_line(line) else {
            let unsummed = line.strip_prefix("- **").and_then(|rest| rest.split_once("**"));
            sum.gone.extend(unsummed.map(|(name, _)| name.replace('\\', "")));
            continue;
        };
        let item = items.iter().find(|item| escape_line(&sanitize_field(&item.name, NAME_CHARS)) == name);
        match (item, number.parse::<Decimal>()) {
            (Some(item), Ok(number)) => {
                sum.lines.push(SummedLine { number, item, package: find_package(item, behind) });
            }
            _ => sum.gone.push(name.replace('\\', "")),
        }
    }
    sum
}

/// What an answer has taken off its sum: `Com desconto de 10%: R$ 90,00`.
pub(crate) fn read_shown_cut(answer: &str) -> Option<PriceCut> {
    let said = answer.lines().find_map(|line| CUTS.iter().find_map(|cut| line.strip_prefix(cut)))?;
    read_written_cut(said.split_once(": ")?.0)
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

/// The number of a line, the name behind it, as it is written, and what stands behind that.
fn split_line(line: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = line.strip_prefix("- ")?.split_once(" × **")?;
    let (name, behind) = rest.split_once("**")?;
    Some((number, name, behind))
}

/// The package that stands before the price of a line: ` (saco 25 kg: R$ 189,90) = …`.
fn find_package<'a>(item: &'a Item, behind: &str) -> Option<&'a Package> {
    let stands = |package: &&Package| {
        let label = escape_line(&package_label(package));
        behind.contains(&format!("({label}: "))
    };
    item.packages_on_sale().find(stands)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::answer::fallback_text::tests::translate;
    use crate::chat::answer::phrase::Phrase;
    use crate::chat::grounding::packages::tests::packed_hit;
    use crate::chat::types::sources::tests::item_hit;
    use crate::search::Lang;

    #[test]
    fn a_sum_is_read_back_from_its_answer() {
        let long = format!("Kit [A] {}", "de limpeza ".repeat(30));
        let items: Vec<Item> = ["Ureia saco 50 kg", "Bota #2 par", &long]
            .iter()
            .filter_map(|name| item_hit(name, Some("10"), "").item)
            .collect();
        let answer = "- 4 × **Ureia saco 50 kg** (R$ 10,00) = R$ 40,00 [1]\n\
                      - 2 × **Bota \\#2 par** (R$ 10,00) = R$ 20,00 [2]\n- 1 × **Gone** (R$ 1,00) [3]\n\n**Soma:** R$ 60,00";
        let make_message = |role, content: &str| HistoryMessage { role, content: content.into() };
        let history = [
            make_message(Role::User, "soma"),
            make_message(Role::Assistant, answer),
            make_message(Role::Assistant, "De nada!"),
        ];
        let sum = read_sum(&history, &items);
        assert_eq!(sum.gone, ["Gone"]);
        let lines: Vec<(String, &str)> =
            sum.lines.into_iter().map(|line| (line.number.to_string(), line.item.name.as_str())).collect();
        assert_eq!(lines, [("4".to_owned(), "Ureia saco 50 kg"), ("2".to_owned(), "Bota #2 par")]);
        let written = escape_line(&sanitize_field(&long, NAME_CHARS));
        let cut = format!("- 2 × **{written}** (R$ 10,00) = R$ 20,00 [1]");
        assert_eq!(
            read_sum(&[make_message(Role::Assistant, &cut)], &items).lines.len(),
            1,
            "a name that was cut"
        );
        assert!(
            read_sum(&[make_message(Role::User, answer)], &items).lines.is_empty(),
            "a person's text is no sum"
        );
        let (alternatives, _) = answer.split_once("\n\n").expect("a sum below its lines");
        assert!(
            read_sum(&[make_message(Role::Assistant, alternatives)], &items).lines.is_empty(),
            "nothing sums them"
        );
        let (one, _) = alternatives.split_once('\n').expect("several lines");
        assert_eq!(
            read_sum(&[make_message(Role::Assistant, one)], &items).lines.len(),
            1,
            "one line is its own sum"
        );
        assert!(has_counted_lines(alternatives) && !has_counted_lines("- **Ureia** · R$ 10,00 [1]"));
    }

    #[test]
    fn a_line_keeps_the_package_whose_price_it_has_and_what_has_none_is_named() {
        let items: Vec<Item> = packed_hit("Ureia 46%").item.into_iter().collect();
        let line = "- 2 × **Ureia 46%**, acabou (contagem de 28/11) (saco 25 kg: R$ 189,90) = R$ 379,80 [1]";
        let open = "- **Adubo** · saco 25 kg: R$ 90,00; saco 50 kg: R$ 170,00 [2]";
        let answer = format!("{line}\n{open}\n\nNão somo: falta um preço");
        let history = [HistoryMessage { role: Role::Assistant, content: answer }];
        let sum = read_sum(&history, &items);
        let labels: Vec<_> =
            sum.lines.iter().map(|line| line.package.map(|package| package.label.as_str())).collect();
        assert_eq!(labels, [Some("saco 25 kg")]);
        assert_eq!(sum.gone, ["Adubo"]);
    }

    #[test]
    fn what_was_taken_off_a_sum_is_read_back_and_what_an_alternative_costs_is_not() {
        let share = |percent: u32| Some(PriceCut::Share(Decimal::from(percent)));
        let sum = "- 4 × **Ureia** (R$ 10,00) = R$ 40,00 [1]";
        assert_eq!(read_shown_cut(&format!("{sum}\n\nCom desconto de 10%: R$ 36,00")), share(10));
        let money = read_shown_cut(&format!("{sum}\n\nCom desconto de R$ 5,00: R$ 35,00"));
        assert_eq!(money, Some(PriceCut::Amount(Decimal::from(5))));
        assert_eq!(read_shown_cut(sum), None);
        assert_eq!(read_shown_cut(&format!("{sum}\n  Com desconto de 10%: R$ 36,00")), None);
    }

    #[test]
    fn a_sum_is_known_by_the_phrases_of_both_languages() {
        for lang in [Lang::PtBr, Lang::En] {
            for phrase in [Phrase::Total, Phrase::NoTotal] {
                let text = translate(lang, phrase.key());
                assert!(TOTALS.iter().any(|total| text.starts_with(total)), "{text}");
            }
            let cut = translate(lang, Phrase::Discount.key());
            assert!(CUTS.iter().any(|known| *known == format!("{cut} ")), "{cut}");
        }
    }
}
