//! Tests of stock rows: products, quantities and days.

use super::*;
use celeiro_domain::catalog::DecimalMark;
use serde_json::json;
use uuid::Uuid;

fn rules() -> RowRules {
    let now = "2026-11-29T15:00:00Z".parse().unwrap();
    RowRules { now, counted_at: now, decimal: None, place: None, zone: "America/Sao_Paulo".into() }
}

fn targets() -> StockTargets {
    let target = |item, package: Option<&str>| StockTarget {
        item: Uuid::from_u128(item),
        package: package.map(str::to_owned),
    };
    let mut found = StockTargets::default();
    found.by_code.insert("a-1".into(), vec![target(1, None)]);
    found.by_code.insert("dup".into(), vec![target(1, None), target(2, None)]);
    found.by_ean.insert("07891000315507".into(), vec![target(2, Some("5 L"))]);
    found.by_code.insert("b-2".into(), vec![target(2, None)]);
    found.by_name.insert("glifosato".into(), vec![target(3, None)]);
    found
}

fn read(row: Value) -> Result<MatchedRow, (&'static str, StockRowCode)> {
    let row: StockRow = serde_json::from_value(row).unwrap();
    match_row(&row, 2, &targets(), &rules()).map_err(|problem| (problem.column, problem.code))
}

#[test]
fn a_row_is_of_what_its_code_ean_or_name_says() {
    let of = |row: Value| {
        let place = read(row).unwrap().count.place;
        (place.item.as_u128(), place.package)
    };
    assert_eq!(of(json!({ "code": " A-1 ", "quantity": 3 })), (1, None));
    assert_eq!(of(json!({ "code": "A-1", "package": "20 L", "quantity": 3 })), (1, Some("20 L".into())));
    assert_eq!(of(json!({ "ean": "789-1000-31550-7", "quantity": 3 })), (2, Some("5 L".into())));
    assert_eq!(of(json!({ "code": "7891000315507", "quantity": 3 })), (2, Some("5 L".into())));
    assert_eq!(of(json!({ "name": "GLIFOSATO", "quantity": "12,5" })), (3, None));
    let both = json!({ "code": "B-2", "ean": "7891000315507", "quantity": 3 });
    assert_eq!(of(both), (2, Some("5 L".into())), "the bars say which package");
    let apart = json!({ "code": "A-1", "ean": "7891000315507", "quantity": 3 });
    assert_eq!(of(apart), (1, None), "the bars of another item say nothing");
}

#[test]
fn a_name_is_looked_for_where_code_and_ean_are_blank() {
    let row = |value: Value| serde_json::from_value::<StockRow>(value).unwrap();
    let rows = [
        row(json!({ "code": " ", "ean": "", "name": "Glifosato" })),
        row(json!({ "code": "A-1", "name": "Outro" })),
    ];
    assert_eq!(MatchKeys::collect(&rows).names, ["glifosato"]);
}

#[test]
fn each_row_that_cannot_be_read_says_where_and_why() {
    use StockRowCode::{
        Ambiguous, AmbiguousQuantity, CutNumber, InvalidDate, InvalidQuantity, NoKey, NoPackage, NoQuantity,
        NotFound, QuantityOutOfRange,
    };
    let refusal = |row: Value| read(row).err().unwrap();
    assert_eq!(refusal(json!({ "quantity": 1 })), ("code", NoKey));
    assert_eq!(refusal(json!({ "code": "X", "quantity": 1 })), ("code", NotFound));
    assert_eq!(refusal(json!({ "code": "dup", "quantity": 1 })), ("code", Ambiguous));
    assert_eq!(refusal(json!({ "ean": "7,89E+12", "quantity": 1 })), ("ean", CutNumber));
    assert_eq!(refusal(json!({ "code": "E+5", "quantity": 1 })), ("code", NotFound));
    let other = json!({ "ean": "7891000315507", "package": "20 L", "quantity": 1 });
    assert_eq!(refusal(other), ("package", NoPackage));
    for (quantity, code) in [
        (json!(null), NoQuantity),
        (json!(" "), NoQuantity),
        (json!("doze"), InvalidQuantity),
        (json!("1.250"), AmbiguousQuantity),
        (json!(-2), QuantityOutOfRange),
    ] {
        assert_eq!(refusal(json!({ "code": "A-1", "quantity": quantity })), ("quantity", code));
    }
    let date = json!({ "code": "A-1", "quantity": 1, "countedAt": "31/02/2026" });
    assert_eq!(refusal(date), ("countedAt", InvalidDate));
}

#[test]
fn a_refused_row_shows_its_product_and_what_stands_in_the_cell() {
    let row = json!({ "code": "A-1", "name": " Glifosato ", "quantity": "1.250" });
    let row: StockRow = serde_json::from_value(row).unwrap();
    let problem = match_row(&row, 2, &targets(), &rules()).unwrap_err();
    assert_eq!((problem.product.as_str(), problem.value.as_str()), ("A-1 · Glifosato", "1.250"));
}

#[test]
fn a_row_without_a_place_is_of_the_place_of_the_list() {
    let place = |row: Value| {
        let row: StockRow = serde_json::from_value(row).unwrap();
        let rules = RowRules { place: Some("Matriz".into()), ..rules() };
        match_row(&row, 2, &targets(), &rules).unwrap().count.place.place
    };
    assert_eq!(place(json!({ "code": "A-1", "place": " ", "quantity": 1 })), "Matriz");
    assert_eq!(place(json!({ "code": "A-1", "place": "Loja", "quantity": 1 })), "Loja");
}

#[test]
fn the_day_of_a_count_is_told_as_people_write_it() {
    let day = |text: Option<&str>| {
        let row = json!({ "code": "A-1", "quantity": 1, "countedAt": text });
        read(row).unwrap().write_day("America/Sao_Paulo")
    };
    assert_eq!(day(Some("28/11/26")), "28/11/26");
    assert_eq!(day(Some("2026-11-28T00:00:00")), "28/11/2026");
    assert_eq!(day(Some("46354")), "28/11/2026");
    assert_eq!(day(None), "29/11/2026");
}

#[test]
fn a_day_counts_to_its_end_and_today_until_now() {
    let at = |text: &str| {
        let row = json!({ "code": "A-1", "quantity": 1, "countedAt": text });
        read(row).unwrap().count.counted_at.to_rfc3339()
    };
    assert_eq!(at("28/11/2026"), "2026-11-29T02:59:59+00:00");
    assert_eq!(at("2026-11-28T00:00:00"), "2026-11-29T02:59:59+00:00");
    assert_eq!(at("29/11/2026"), "2026-11-29T15:00:00+00:00");
    assert_eq!(at("28/11/2026 08:30"), "2026-11-28T11:30:00+00:00");
    for day in ["28/11/26", "28-11-26", "28.11.26"] {
        assert_eq!(at(day), "2026-11-29T02:59:59+00:00", "{day}");
    }
    assert_eq!(at("28/11/26 08:30"), "2026-11-28T11:30:00+00:00");
    // As a sheet has a day whose cell lost its format.
    assert_eq!(at("46354"), "2026-11-29T02:59:59+00:00");
    assert_eq!(at("46354.354166666664"), "2026-11-28T11:30:00+00:00");
    for number in ["12", "2026", "20261128", "46354.5.1", "-46354"] {
        let row = json!({ "code": "A-1", "quantity": 1, "countedAt": number });
        assert_eq!(read(row).err().unwrap(), ("countedAt", StockRowCode::InvalidDate), "{number}");
    }
    let long_ago = json!({ "code": "A-1", "quantity": 1, "countedAt": "28/11/0026" });
    assert_eq!(read(long_ago).err().unwrap(), ("countedAt", StockRowCode::InvalidDate));
}

#[test]
fn a_number_of_a_sheet_is_a_day_of_the_years_that_counts_are_of() {
    let serial = |text: &str| read_serial(text).map(|at| at.to_string());
    for (text, expected) in [
        ("25569", Some("1970-01-01 00:00:00")),
        ("25568", None),
        ("36585", Some("2000-02-29 00:00:00")),
        ("36586", Some("2000-03-01 00:00:00")),
        ("46354,5", Some("2026-11-28 12:00:00")),
        ("46354.999999", Some("2026-11-29 00:00:00")),
        ("2958465", Some("9999-12-31 00:00:00")),
        ("2958466", None),
        ("18446744073709551616", None),
        ("+46354", None),
        ("46354.", None),
        (".5", None),
        ("46 354", None),
        ("٤٦٣٥٤", None),
        ("", None),
    ] {
        assert_eq!(serial(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn moments_are_read_in_the_zone_of_the_list_unless_they_say_their_own() {
    let at = |text: &str| read_moment(text, &rules()).map(|at| at.to_rfc3339());
    for (text, expected) in [
        ("2026-11-28T08:30:00-03:00", Some("2026-11-28T11:30:00+00:00")),
        ("2026-11-28T08:30:00Z", Some("2026-11-28T08:30:00+00:00")),
        ("2026-11-28T08:30:00", Some("2026-11-28T11:30:00+00:00")),
        ("2026-11-28 08:30:00", Some("2026-11-28T11:30:00+00:00")),
        ("28/11/2026 23:59:59", Some("2026-11-29T02:59:59+00:00")),
        ("29/02/2024", Some("2024-03-01T02:59:59+00:00")),
        ("29/02/2025", None),
        ("30/11/2026", Some("2026-12-01T02:59:59+00:00")),
        ("01/01/1969", None),
        ("28/11/2026 24:00", None),
        ("28/11", None),
        ("ontem", None),
        ("", None),
    ] {
        assert_eq!(at(text).as_deref(), expected, "{text}");
    }
    let nowhere = RowRules { zone: "Nowhere/None".into(), ..rules() };
    assert_eq!(read_moment("28/11/2026", &nowhere), None);
}

#[test]
fn a_number_that_a_spreadsheet_cut_is_known_and_a_code_with_an_e_is_none() {
    for text in ["7,89E+12", "7.89e+12", " 7E+5 "] {
        assert!(is_cut_number(text), "{text}");
    }
    for text in ["E+5", "7E+", "7E5", "7E-5", "A7E+5", "7E+5 L", "", "+", "٧E+5"] {
        assert!(!is_cut_number(text), "{text}");
    }
}

#[test]
fn a_quantity_in_two_notations_is_read_by_the_sign_of_the_list() {
    let read = |value: Value, mark| {
        let rules = RowRules { decimal: mark, ..rules() };
        read_quantity(&value, &rules).map_err(|(code, _)| code)
    };
    let quantity = |text: &str| Ok(StockQuantity::read(text, None).unwrap());
    assert_eq!(read(json!("1.250"), Some(DecimalMark::Comma)), quantity("1250"));
    assert_eq!(read(json!("1.250"), Some(DecimalMark::Point)), quantity("1.25"));
    assert_eq!(read(json!("1.250"), None), Err(StockRowCode::AmbiguousQuantity));
    assert_eq!(read(json!(1.25), Some(DecimalMark::Comma)), quantity("1.25"), "a number is no text");
    assert_eq!(read(json!(0), None), quantity("0"));
    for wrong in [json!(true), json!([]), json!({}), json!("NaN"), json!("1e3")] {
        assert_eq!(read(wrong.clone(), None), Err(StockRowCode::InvalidQuantity), "{wrong}");
    }
    assert_eq!(read(json!("-1"), None), Err(StockRowCode::QuantityOutOfRange));
    assert_eq!(read(json!(1e18), None), Err(StockRowCode::QuantityOutOfRange));
}
