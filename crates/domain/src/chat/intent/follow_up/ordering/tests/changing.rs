//! What changes a sum that was told: its parts, another number, another thing in the place of one.

use super::*;

#[test]
fn the_sum_is_told_in_parts() {
    let said = [
        ("e em 4 vezes quanto dá cada parcela?", 4),
        ("divide em 3", 3),
        ("divide em 3 vezes iguais", 3),
        ("parcela em 7x", 7),
        ("em 3x", 3),
    ];
    for (message, parts) in said {
        let question = ask(message, &[&[0, 4]], "soma", SUM).unwrap_or_else(|| panic!("{message}"));
        assert_eq!(question.installments, Some(parts), "{message}");
        assert_eq!(list_counts(Some(question)), lines(&[(3, 0), (2, 4)]), "{message}");
    }
    for message in ["pode parcelar em 3 vezes?", "tem regador?"] {
        let question = ask(message, &[&[0, 4]], "soma", SUM);
        assert!(question.is_none_or(|asked| asked.installments.is_none()), "{message}");
    }
    let unsummed = ask("divide em 3", &[&[0]], "enxada", "Temos.");
    assert!(unsummed.is_none_or(|asked| asked.installments.is_none()), "there is no sum");
}

#[test]
fn another_number_stands_behind_with_unless_it_is_money_or_a_share() {
    let one = "- 3 × **Enxada Larga com cabo** (R$ 58,00) = R$ 174,00 [1]";
    for message in ["e com 10?", "e se for 10?"] {
        let question = ask(message, &[&[0]], "3 enxadas", one).unwrap_or_else(|| panic!("{message}"));
        assert_eq!((question.limit, list_counts(Some(question))), (None, lines(&[(10, 0)])), "{message}");
    }
    let alone = ask("e com 10?", &[&[0]], "enxada", "Temos.").expect("what was shown");
    assert_eq!(list_counts(Some(alone)), lines(&[(10, 0)]));
    let money = ask("e com 150?", &[&[0]], "3 enxadas", one).expect("the sum");
    assert_eq!(money.limit, Some(Decimal::from(150)));
    let offer = ask("faz por 150?", &[&[0]], "3 enxadas", one).expect("the sum");
    assert_eq!((offer.limit, list_counts(Some(offer))), (Some(Decimal::from(150)), lines(&[(3, 0)])));
    let cut = format!("{one}\n\nCom desconto de 5%: R$ 165,30");
    let share = ask("e com 10?", &[&[0]], "com 5%", &cut).expect("the sum");
    assert_eq!((share.discount, list_counts(Some(share))), (Some(share_of(10)), lines(&[(3, 0)])));
    let number = ask("e se for 10?", &[&[0]], "com 5%", &cut).expect("the sum");
    assert_eq!((number.discount, list_counts(Some(number))), (Some(share_of(5)), lines(&[(10, 0)])));
}

#[test]
fn a_number_alone_counts_in_the_measure_of_the_one_before() {
    let one = "- 2 × **Cal Fina saco 20 kg** (R$ 18,50) = R$ 37,00 [1]";
    let units = |message: &str, before: &str| {
        let question = ask(message, &[&[2]], before, one).unwrap_or_else(|| panic!("{message}"));
        question.counts.into_iter().map(|count| count.unit.unwrap_or_default()).collect::<Vec<_>>()
    };
    assert_eq!(units("e 100?", "quero 40 kg"), ["kg"]);
    assert_eq!(units("e 3?", "quero 2"), [""]);
    assert_eq!(units("3 desse", "quero 40 kg"), [""]);
}

#[test]
fn what_is_put_in_the_place_of_a_line_has_its_number_and_is_looked_for_where_it_was_not_shown() {
    let shown = ask("troca a bota por regador", &[&[1], &[0, 4]], "regador", SUM);
    assert_eq!(list_counts(shown), lines(&[(3, 0), (2, 1)]));
    let unshown = ask("pode trocar a enxada por Nicoran", &[&[0, 4]], "soma", SUM).expect("the order");
    let told: Vec<(String, bool)> =
        unshown.counts.iter().map(|count| (count.number.to_string(), count.record.is_some())).collect();
    assert_eq!(told, [("3".to_owned(), false), ("2".to_owned(), true)], "in the place of its line");
    assert!(unshown.query.contains("nicoran") && unshown.counts[0].words == ["nicoran"]);
    let other = ask("troca a enxada por 5 Nicoran", &[&[0, 4]], "soma", SUM).expect("the order");
    assert_eq!(other.counts[0].number, Decimal::from(5));
}
