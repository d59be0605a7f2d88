//! Tests of texts in both languages: numbers, ranges and field names.

use super::*;
use crate::error::Code;

fn places(template: &str) -> Vec<&str> {
    let mut names: Vec<&str> =
        template.split('{').skip(1).filter_map(|p| p.split_once('}')).map(|p| p.0).collect();
    names.sort_unstable();
    names
}

#[test]
fn both_languages_have_the_same_texts_with_the_same_places() {
    let mut missing = Vec::new();
    for (a, b) in [(&*PORTUGUESE, &*ENGLISH), (&*ENGLISH, &*PORTUGUESE)] {
        for (key, template) in a {
            match b.get(key) {
                None => missing.push(key.clone()),
                Some(other) => assert_eq!(places(template), places(other), "{key}"),
            }
        }
    }
    assert!(missing.is_empty(), "missing in one language: {missing:?}");
    assert!(PORTUGUESE.len() > 50);
}

#[test]
fn a_range_is_said_as_people_say_it() {
    let spell_error = |lang, allowed| field_error(lang, FieldErrorCode::TooLong, allowed);
    assert_eq!(spell_error(Lang::PtBr, "1..500"), "longo demais (de 1 a 500)");
    assert_eq!(spell_error(Lang::PtBr, "0..32000 bytes"), "longo demais (de 0 a 32000 bytes)");
    let price = field_error(Lang::PtBr, FieldErrorCode::InvalidPrice, "0..999999999999.9999");
    assert!(price.ends_with("(de 0 a 999999999999,9999)"), "{price}");
    assert_eq!(spell_error(Lang::En, "a..b"), "too long (a..b)");
}

#[test]
fn every_error_has_a_message() {
    for code in Code::ALL {
        let key = format!("error.{}", code.as_str());
        assert!(find_template(Lang::PtBr, &key, &[]).is_some(), "{key}");
    }
}

#[test]
fn every_error_of_a_field_has_words_and_no_words_are_left_over() {
    let schema = schemars::schema_for!(FieldErrorCode);
    let variants = schema.get("oneOf").and_then(Value::as_array).unwrap();
    let mut codes: Vec<&str> = variants.iter().map(|one| one["const"].as_str().unwrap()).collect();
    let mut worded: Vec<&str> = ENGLISH.keys().filter_map(|key| key.strip_prefix("fieldError.")).collect();
    codes.sort_unstable();
    worded.sort_unstable();
    assert_eq!(codes, worded);
}

#[test]
fn numbers_agree_with_their_nouns() {
    let waiting =
        |lang, count: u64| translate_with(lang, "status.embeddingPending", &[("count", count.to_string())]);
    for (count, words) in
        [(0, "0 registros aguardam"), (1, "1 registro aguarda "), (2, "2 registros aguardam")]
    {
        assert!(waiting(Lang::PtBr, count).starts_with(words), "{}", waiting(Lang::PtBr, count));
    }
    for (count, words) in
        [(0, "0 records wait "), (1, "1 record waits "), (1_000_000, "1000000 records wait ")]
    {
        assert!(waiting(Lang::En, count).starts_with(words), "{}", waiting(Lang::En, count));
    }
    let preview = |items: &str| {
        let places = [("items", items.to_owned()), ("cost", "0.10".to_owned())];
        translate_with(Lang::PtBr, "cli.enrich.preview", &places)
    };
    assert!(preview("1").starts_with("1 item ·") && preview("3").starts_with("3 itens ·"));
}

#[test]
fn every_counted_text_has_both_forms_and_nothing_besides() {
    for texts in [&*PORTUGUESE, &*ENGLISH] {
        let counted: Vec<&str> = texts
            .keys()
            .filter_map(|key| key.strip_suffix("_one").or_else(|| key.strip_suffix("_other")))
            .collect();
        assert!(!counted.is_empty());
        for key in counted {
            let forms = [format!("{key}_one"), format!("{key}_other")];
            assert!(forms.iter().all(|form| texts.contains_key(form)), "{key}");
            assert!(!texts.contains_key(key), "{key} stands beside its forms");
        }
    }
}

#[test]
fn arguments_are_data() {
    let args = [("reason", "{reason} 'x'".to_owned())];
    assert!(translate_with(Lang::En, "error.invalid_request", &args).contains("{reason} 'x'"));
}

#[test]
fn numbers_have_the_sign_of_the_language_and_nothing_is_not_less_than_nothing() {
    for (value, digits, portuguese, english) in [
        (0.0, 0, "0", "0"),
        (-0.0, 2, "0,00", "0.00"),
        (-0.004, 2, "0,00", "0.00"),
        (-0.006, 2, "-0,01", "-0.01"),
        (1234.5, 1, "1234,5", "1234.5"),
        (2.675, 0, "3", "3"),
        (1e18, 0, "1000000000000000000", "1000000000000000000"),
        (f64::NAN, 2, "NaN", "NaN"),
        (f64::INFINITY, 2, "inf", "inf"),
    ] {
        assert_eq!(format_number(Lang::PtBr, value, digits), portuguese, "{value}");
        assert_eq!(format_number(Lang::En, value, digits), english, "{value}");
    }
    assert_eq!(format_megabytes(Lang::PtBr, 0), "0,0 MB");
    assert_eq!(format_megabytes(Lang::En, 1_560_000), "1.6 MB");
    assert_eq!(format_megabytes(Lang::PtBr, 5_242_880), "5,2 MB");
}

#[test]
fn a_range_without_two_numbers_is_no_range() {
    for (allowed, said) in [
        ("1..500", Some("from 1 to 500")),
        ("-99..9900", Some("from -99 to 9900")),
        ("0.01..100 (0.5)", Some("from 0.01 to 100 (0.5)")),
        ("1..", None),
        ("..5", None),
        ("2020-01..2100-12", None),
        ("5", None),
        ("", None),
    ] {
        assert_eq!(render_range(Lang::En, allowed).as_deref(), said, "{allowed}");
    }
}

#[test]
fn alternatives_are_joined_by_a_word_of_the_language() {
    assert_eq!(join_alternatives(Lang::PtBr, "1250 | 1.25"), "1250 ou 1,25");
    assert_eq!(join_alternatives(Lang::En, "1250 | 1.25"), "1250 or 1.25");
    assert_eq!(join_alternatives(Lang::PtBr, ""), "");
}

#[test]
fn a_field_without_words_is_called_as_it_is() {
    assert_eq!(field_name(Lang::En, "no_such_field"), "no_such_field");
    assert_eq!(field_name(Lang::En, ""), "");
    assert_ne!(field_name(Lang::PtBr, "stock"), "stock");
    assert_eq!(field_name(Lang::En, "attributes.name"), AttributeLabel::of("name").to_string());
}

/// Names on the wire that `FieldError` has in the program's sources, beside those of a record's own fields.
const FIELDS: &str = "actualAmount allowed amount at birthday budget budgetedAmount cents changes choice \
    chosenOption class code columns confidence content countedAt creditor csv currentAmount date \
    datetime day days deadline dueDay ean effectiveOn email expected expectedAmount expectedIn factor \
    farm fields firstMonth forbidden format frequency goalAmount grade group heading imageAttribute \
    installmentAmount into items judge key label layout link login merges minutes month monthYear \
    monthlyContribution newPassword note occasion options outcome paidInstallments parent percent \
    personId phone place preferences priceList priceLists priceRule prices profile profiles \
    protectedClasses quantity query reasoning relationship requiredIn reviewAt reviewDays rrule rule \
    scopes shop state subArea subjectId terms text title totalAmount totalInstallments type types unit \
    validFrom validTo validUntil value version what zone";

#[test]
fn every_field_of_an_error_has_a_name_in_both_languages() {
    for field in FIELDS.split_whitespace() {
        for lang in [Lang::PtBr, Lang::En] {
            assert!(find_text(lang, &format!("fieldName.{field}")).is_some(), "{field}");
        }
        assert_ne!(field_name(Lang::PtBr, field), field, "{field} stands as it is");
    }
}

#[test]
fn each_part_of_a_path_of_fields_has_its_name() {
    for (path, portuguese, english) in [
        ("rows[3].price", "linha 3 › preço", "row 3 › price"),
        ("packages[0].ean", "embalagem 1 › EAN", "package 1 › EAN"),
        ("counts[1]", "contagem 2", "count 2"),
        ("priceRule.cents", "regra de preço › final dos centavos", "price rule › ending in cents"),
        ("rows[3].nobody", "rows[3].nobody", "rows[3].nobody"),
        ("rows[x].price", "rows[x].price", "rows[x].price"),
    ] {
        assert_eq!(field_name(Lang::PtBr, path), portuguese);
        assert_eq!(field_name(Lang::En, path), english);
    }
}

#[test]
fn of_a_file_of_texts_only_texts_are_taken_by_their_whole_path() {
    let texts = flatten_texts(r#"{"a":{"b":"x","c":{"d":"y"},"e":7,"f":null,"g":["z"]},"h":""}"#);
    let mut paths: Vec<(&str, &str)> =
        texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    paths.sort_unstable();
    assert_eq!(paths, [("a.b", "x"), ("a.c.d", "y"), ("h", "")]);
    assert!(flatten_texts("{broken").is_empty());
}
