//! How numbers, prices and tags are read and written.

use super::super::*;
use proptest::prelude::*;
use rust_decimal::Decimal;

proptest! {
    #[test]
    fn a_number_is_read_back_in_either_convention(
        digits in prop_oneof![-99_999i64..99_999, -99_999_999_999i64..99_999_999_999],
        scale in 0u32..6,
    ) {
        let number = Decimal::new(digits, scale);
        let english = unmistakable(number);
        let read = read_number(&english, None);
        // Three digits behind a point would be thousands: they are written as four.
        prop_assert_eq!(read, Ok(number), "{}", english);
        let brazilian = english.replace('.', ",");
        prop_assert_eq!(read_number(&brazilian, None), Ok(number), "{}", brazilian);
        for mark in [DecimalMark::Comma, DecimalMark::Point] {
            prop_assert_eq!(read_number(&english, Some(mark)), Ok(number), "nothing is left for {:?} to decide", mark);
        }
    }

    #[test]
    fn what_may_be_two_numbers_is_a_thousandfold_and_each_is_one_of_its_readings(whole in 1u32..1_000, decimals in 0u32..1_000) {
        let text = format!("{whole}.{decimals:03}");
        prop_assert_eq!(read_number(&text, None), Err(NumberError::Ambiguous));
        let large = read_number(&text, Some(DecimalMark::Comma)).unwrap();
        let small = read_number(&text, Some(DecimalMark::Point)).unwrap();
        prop_assert_eq!(large, small * Decimal::ONE_THOUSAND);
        let both = [unmistakable(large.normalize()), unmistakable(small.normalize())].join(" | ");
        prop_assert_eq!(both_readings(&text), both);
    }

    #[test]
    fn no_text_breaks_the_reading_of_numbers(text in "\\PC{0,20}|[0-9.,+R$ -]{0,45}") {
        for mark in [None, Some(DecimalMark::Comma), Some(DecimalMark::Point)] {
            if let Ok(price) = Price::read(&text, mark) {
                prop_assert!(!price.amount().is_sign_negative() && price.amount().scale() <= 4);
                prop_assert!(price.to_f64().is_finite());
                prop_assert_eq!(Price::parse(&price.unmistakable()), Ok(price));
            }
        }
        let proven = DecimalMark::proven_by(&text);
        prop_assert!(proven.is_none() || both_readings(&text).is_empty(), "what proves something is not open");
    }

    #[test]
    fn prices_are_ordered_as_their_amounts(a in 0i64..1_000_000_000, b in 0i64..1_000_000_000) {
        let price = |n| Price::new(Decimal::new(n, 4)).unwrap();
        prop_assert_eq!(price(a).cmp(&price(b)), a.cmp(&b));
        prop_assert_eq!(price(a).to_f64() < price(b).to_f64(), a < b);
    }

    #[test]
    fn tags_that_were_split_are_written_so_that_they_are_split_alike(text in "[a-z0-9,;|\\[\\]\" -]{0,30}") {
        let tags = split_tags(&text);
        // A list in JSON may hold blanks, which are no tags and are never stored.
        prop_assume!(tags.iter().all(|tag| !tag.trim().is_empty()));
        prop_assert_eq!(split_tags(&spell_tags(&tags)), tags);
    }
}

#[test]
fn numbers_with_separators_out_of_place_are_none() {
    for text in [
        "",
        "-",
        "+",
        ".",
        ",",
        "1..2",
        "1,,2",
        "1.23.456",
        "12,34.5",
        "1234,567,8",
        "1.2345,6",
        ",5,",
        "1-2",
        "--1",
        "1e5",
        "０",
        "½",
        "1 000",
        "0x1",
        &"1".repeat(41),
    ] {
        assert!(read_number(text, None).is_err(), "{text}");
        assert!(read_number(text, Some(DecimalMark::Point)).is_err(), "{text}");
    }
    for (text, number) in
        [("0.125", "0.125"), ("0,5", "0.5"), (".5", "0.5"), ("1234", "1234"), ("-1.234.567,8", "-1234567.8")]
    {
        assert_eq!(read_number(text, None).map(|number| number.to_string()), Ok(number.to_owned()), "{text}");
    }
}

#[test]
fn a_number_in_json_is_whole_without_a_point_and_never_loses_digits() {
    let of = |text: &str| json_number(text.parse().unwrap()).map(|number| number.to_string());
    for (text, number) in [
        ("42.000", Some("42")),
        ("-3", Some("-3")),
        ("0.1", Some("0.1")),
        ("9223372036854775807", Some("9223372036854775807")),
        ("9223372036854775808", None),
        ("123456789012345.5", None),
        ("99999999999999.9", Some("99999999999999.9")),
        ("0.00000000000000000000000001", Some("1e-26")),
    ] {
        assert_eq!(of(text).as_deref(), number, "{text}");
    }
}

#[test]
fn a_price_has_its_range_and_no_sign() {
    let new = |text: &str| Price::new(text.parse().unwrap()).map(|price| price.to_string());
    assert_eq!(new("-0.00"), Ok("0".to_owned()), "minus nothing is nothing");
    assert_eq!(new("999999999999.9999"), Ok("999999999999.9999".to_owned()));
    assert_eq!(new("1.50000"), Ok("1.5".to_owned()), "zeros behind are no decimals");
    for wrong in ["1000000000000", "-0.0001", "0.00001", "1.23456"] {
        assert_eq!(new(wrong), Err(PriceError::OutOfRange), "{wrong}");
    }
    assert_eq!(Price::parse("R$"), Err(PriceError::NotANumber));
    assert_eq!(Price::parse("US$ 3"), Err(PriceError::NotANumber));
}

#[test]
fn tags_of_one_cell_are_parted_as_people_part_them() {
    for (text, tags) in [
        ("a;b,c", vec!["a", "b,c"]),
        ("a|b;c", vec!["a", "b", "c"]),
        ("2,4-D", vec!["2,4-D"]),
        ("npk 4,14,8, uva", vec!["npk 4,14,8", "uva"]),
        ("10,soja", vec!["10", "soja"]),
        ("[\"a\",\"b;c\"]", vec!["a", "b;c"]),
        ("[\"a\"", vec!["[\"a\""]),
        ("[1,2]", vec!["[1,2]"]),
        (" , ;", vec![","]),
        (",,,", vec![]),
    ] {
        assert_eq!(split_tags(text), tags, "{text}");
    }
    assert_eq!(spell_tags(&["a".into(), "b".into()]), "a; b");
    assert_eq!(spell_tags(&["a;b".into()]), "[\"a;b\"]");
    assert_eq!(spell_tags(&[]), "");
}

#[test]
fn prices_are_finite_and_not_negative() {
    for bad in ["NaN", "1e999", "-1", "\"abc\"", "1e15", "[]"] {
        assert!(serde_json::from_str::<Price>(bad).is_err(), "{bad}");
    }
    assert_eq!(serde_json::from_str::<Price>("49.95").unwrap().to_string(), "49.95");
    assert_eq!(serde_json::to_string(&Price::parse("1.234,50").unwrap()).unwrap(), "1234.5");
}
