//! What can be stored of a record.

mod values;

use super::faq::{Approval, FaqDraft, approvals_until, is_to_come, read_approval, spell_approval};
use super::*;
use crate::search::Kind;
use chrono::{TimeDelta, TimeZone as _};
use proptest::prelude::*;
use serde_json::json;

fn draft_of_name(name: &str) -> ItemDraft {
    ItemDraft { name: name.into(), ..ItemDraft::default() }
}

/// The fields that a check refuses, each with what is wrong with it.
pub(crate) fn codes<T: std::fmt::Debug>(
    checked: Result<T, Vec<FieldError>>,
) -> Vec<(String, FieldErrorCode)> {
    checked.unwrap_err().into_iter().map(|error| (error.field, error.code)).collect()
}

fn clean_field(text: &str, field: &str) -> String {
    let mut errors = Vec::new();
    let text = clean_text(text, field, 1_000, &mut errors);
    assert_eq!(errors, []);
    text
}

#[test]
fn what_nobody_sees_is_taken_out_of_texts() {
    for hidden in [
        '\u{0}',
        '\u{7}',
        '\u{1b}',
        '\u{7f}',
        '\u{ad}',
        '\u{61c}',
        '\u{180e}',
        '\u{200b}',
        '\u{200f}',
        '\u{202a}',
        '\u{202e}',
        '\u{2060}',
        '\u{206f}',
        '\u{feff}',
        '\u{fff9}',
        '\u{e0001}',
        '\u{e0fff}',
    ] {
        let found = clean_field(&format!("So{hidden}ja"), "name");
        // NUL parts words; what has no width does not.
        assert_eq!(found, if hidden == '\0' { "So ja" } else { "Soja" }, "{hidden:?}");
    }
    for kept in ["Açúcar", "ãé", "½ ²", "日本", "👍🏽", "a\u{301}", "™®"] {
        assert_eq!(clean_field(kept, "name"), kept);
    }
}

#[test]
fn lines_stay_in_texts_of_many_lines_alone() {
    for field in ["description", "answer", "notes"] {
        assert_eq!(clean_field("um\n\n  dois \n", field), "um\n\ndois", "{field}");
    }
    for field in ["name", "category", "question", "tags"] {
        assert_eq!(clean_field(" um\n\n  dois\tt\u{a0}r ", field), "um dois t r", "{field}");
    }
}

proptest! {
    #[test]
    fn a_cleaned_text_is_clean(text in any::<String>(), field in prop::sample::select(vec!["name", "notes"])) {
        let once = clean_field(&text, field);
        prop_assert_eq!(clean_field(&once, field), once.clone());
        prop_assert_eq!(once.trim(), once.as_str());
        let unseen = once.contains(['\0', '\r', '\t', '\u{200b}', '\u{feff}']) || once.contains("  ");
        prop_assert!(!unseen);
        prop_assert!(field == "notes" || !once.contains('\n'));
    }

    #[test]
    fn a_checked_draft_is_taken_again_as_it_is(
        name in ".{0,20}", description in proptest::option::of(".{0,20}"), tags in proptest::collection::vec(".{0,6}", 0..5),
        currency in proptest::option::of("[a-z ]{0,4}"), key in ".{0,4}", value in ".{0,4}",
    ) {
        let attributes = [(key, Value::String(value))].into_iter().collect();
        let draft = ItemDraft { description, tags, currency, attributes, ..draft_of_name(&name) };
        if let Ok(checked) = draft.check() {
            prop_assert!(!checked.name.is_empty());
            prop_assert_eq!(checked.clone().check(), Ok(checked.clone()));
            let wire = serde_json::to_string(&checked).unwrap();
            prop_assert_eq!(serde_json::from_str::<ItemDraft>(&wire).unwrap(), checked);
        }
    }
}

#[test]
fn lengths_are_counted_in_characters_up_to_the_limit() {
    let limits = [
        ("externalId", LIMITS.external_id),
        ("name", LIMITS.name),
        ("description", LIMITS.description),
        ("category", LIMITS.category),
        ("manufacturer", LIMITS.manufacturer),
        ("notes", LIMITS.notes),
    ];
    for (field, limit) in limits {
        let check_filled = |length: usize| {
            let mut json = json!({ "name": "x" });
            json[field] = json!("é".repeat(length));
            serde_json::from_value::<ItemDraft>(json).unwrap().check()
        };
        assert!(check_filled(limit).is_ok(), "{field}");
        let error = check_filled(limit + 1).unwrap_err().remove(0);
        assert_eq!((error.field.as_str(), error.code), (field, FieldErrorCode::TooLong));
        assert_eq!(
            (error.allowed, error.value.chars().count(), error.is_cut),
            (format!("1..{limit}"), 120, true)
        );
    }
}

#[test]
fn tags_have_their_length_and_number_and_come_once() {
    let check_tags = |tags: Vec<String>| ItemDraft { tags, ..draft_of_name("x") }.check();
    let many = |n: usize| (0..n).map(|at| format!("t{at}")).collect::<Vec<_>>();
    assert_eq!(check_tags(many(500)).unwrap().tags.len(), 500);
    let error = check_tags(many(501)).unwrap_err().remove(0);
    assert_eq!(
        (error.code, error.value.as_str(), error.allowed.as_str()),
        (FieldErrorCode::TooLong, "501", "0..500")
    );
    assert!(error.is_cut, "a number is not the list");
    let long = check_tags(vec!["ok".into(), "x".repeat(121)]).unwrap_err();
    assert_eq!((long.len(), long[0].is_cut), (1, true));
    let spelled = ["Açúcar", " açucar", "ACUCAR", "ﬁm", "FIM", "\u{200b}"].map(str::to_owned).to_vec();
    assert_eq!(check_tags(spelled).unwrap().tags, ["Açúcar", "ﬁm"], "the first spelling stays");
}

#[test]
fn a_currency_is_three_letters() {
    let of = |code: &str| {
        ItemDraft { currency: Some(code.into()), ..draft_of_name("x") }.check().map(|draft| draft.currency)
    };
    assert_eq!(of(" usd "), Ok(Some("USD".into())));
    assert_eq!(of(" "), Ok(None));
    for wrong in ["US", "USDT", "R$ ", "€", "12A", "ÜSD"] {
        assert_eq!(codes(of(wrong)), [("currency".to_owned(), FieldErrorCode::InvalidCurrency)], "{wrong}");
    }
    assert_eq!(draft_of_name("x").currency_or_default(), "BRL");
}

#[test]
fn attributes_lose_what_cannot_be_stored_and_have_a_size() {
    let with = |attributes: Value| {
        ItemDraft { attributes: attributes.as_object().unwrap().clone(), ..draft_of_name("x") }.check()
    };
    let deep = with(json!({ "a\0": ["b\0", { "c\0": "d\0" }, 1, null], "n": null })).unwrap();
    assert_eq!(Value::Object(deep.attributes), json!({ "a": ["b", { "c": "d" }, 1, null], "n": null }));
    // {"a":"…"} has eight bytes around the text.
    assert!(with(json!({ "a": "x".repeat(200_000 - 8) })).is_ok());
    let error = with(json!({ "a": "x".repeat(200_000 - 7) })).unwrap_err().remove(0);
    assert_eq!((error.code, error.value.as_str()), (FieldErrorCode::TooLong, "200001 bytes"));
    for unnamed in [json!({ " ": 0 }), json!({ "\0": [] }), json!({ "": { } })] {
        assert_eq!(codes(with(unnamed)), [("attributes".to_owned(), FieldErrorCode::AttributeUnnamed)]);
    }
}

#[test]
fn every_bad_field_is_named_at_once_in_the_order_of_the_form() {
    let draft = ItemDraft {
        external_id: Some("x".repeat(201)),
        currency: Some("1".into()),
        tags: vec!["x".repeat(121)],
        notes: Some("x".repeat(20_001)),
        attributes: json!({ "": 1 }).as_object().unwrap().clone(),
        ..draft_of_name("")
    };
    let fields: Vec<String> = draft.check().unwrap_err().into_iter().map(|error| error.field).collect();
    assert_eq!(fields, ["externalId", "name", "currency", "tags", "attributes", "notes"]);
}

#[test]
fn a_draft_with_a_field_that_is_not_known_is_refused_and_one_by_files_is_read() {
    let read = |json: Value| serde_json::from_value::<ItemDraft>(json);
    assert_eq!(read(json!({ "name": "a", "external_id": "X" })).unwrap().external_id.as_deref(), Some("X"));
    for json in [json!({ "name": "a", "colour": "b" }), json!({}), json!({ "name": "a", "price": "1.250" })] {
        assert!(read(json.clone()).is_err(), "{json}");
    }
}

#[test]
fn states_are_read_in_both_languages_whatever_their_case() {
    for status in Status::ALL {
        assert_eq!(Status::parse(status.as_str()), Some(status));
        assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
    }
    for (text, status) in [
        (" ATIVO ", Some(Status::Ativo)),
        ("Inactive", Some(Status::Inativo)),
        ("draft", Some(Status::Rascunho)),
        ("átivo", Some(Status::Ativo)),
        ("ativa", None),
        ("", None),
    ] {
        assert_eq!(Status::parse(text), status, "{text}");
    }
    for state in Approval::ALL {
        assert_eq!(Approval::parse(state.as_str()), Some(state));
        assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
    }
    assert_eq!(Approval::parse("Approved"), None);
}

#[test]
fn an_error_repeats_at_most_120_characters_and_says_whether_that_is_all() {
    for (length, is_cut) in [(0, false), (120, false), (121, true), (10_000, true)] {
        let error = FieldError::new("name", FieldErrorCode::TooLong, &"é".repeat(length), "1..3");
        assert_eq!((error.value.chars().count(), error.is_cut), (length.min(120), is_cut), "{length}");
        assert!(serde_json::to_value(&error).unwrap().get("isCut").is_none(), "it stays in the program");
        assert!(error.of_a_part().is_cut);
    }
}

#[test]
fn fields_belong_to_their_kind_and_no_two_have_one_name() {
    let names = |kind| RecordField::of_kind(kind).map(RecordField::name).collect::<Vec<_>>();
    assert_eq!(
        names(Kind::Faqs),
        ["externalId", "question", "answer", "tags", "status", "approvedAt", "recordId"]
    );
    let items = names(Kind::Items);
    assert!(!items.contains(&"question") && items.contains(&"notes"));
    let distinct: std::collections::HashSet<&str> = items.iter().copied().collect();
    assert_eq!(distinct.len(), items.len());
    let stored: Vec<&str> = RecordField::stored_fields(Kind::Items).map(RecordField::name).collect();
    assert_eq!(stored, items.into_iter().filter(|name| *name != "recordId").collect::<Vec<_>>());
    assert_eq!(RecordField::RecordId.column(), "celeiro_id");
    assert!(!RecordField::Price.belongs_to(Kind::Faqs) && RecordField::Tags.belongs_to(Kind::Faqs));
}

fn faq(question: &str, answer: &str) -> FaqDraft {
    FaqDraft { question: question.into(), answer: answer.into(), ..FaqDraft::default() }
}

fn noon(year: i32, month: u32, day: u32) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(year, month, day, 12, 0, 0).unwrap()
}

#[test]
fn a_faq_needs_both_its_parts() {
    let now = noon(2026, 5, 31);
    assert_eq!(
        codes(faq(" ", "\u{200b}").check(now)),
        [("question".to_owned(), FieldErrorCode::Required), ("answer".to_owned(), FieldErrorCode::Required)]
    );
    let checked = faq(" Qual\n prazo? ", "5\n dias ").check(now).unwrap();
    assert_eq!((checked.question.as_str(), checked.answer.as_str()), ("Qual prazo?", "5\ndias"));
    assert_eq!(checked.clone().check(now), Ok(checked));
}

#[test]
fn an_approval_is_of_a_day_that_has_begun_somewhere() {
    let now = noon(2026, 5, 31);
    let check_approval =
        |at| FaqDraft { approved_at: Some(at), ..faq("a", "b") }.check(now).map(|faq| faq.approved_at);
    // At noon of UTC it is two in the morning of the next day in Kiribati.
    assert!(check_approval(noon(2026, 6, 1)).is_ok());
    assert!(check_approval(now - TimeDelta::days(40_000)).is_ok());
    assert_eq!(
        codes(check_approval(noon(2026, 6, 2))),
        [("approvedAt".to_owned(), FieldErrorCode::DateInFuture)]
    );
    assert_eq!(
        codes(check_approval(noon(1899, 1, 1))),
        [("approvedAt".to_owned(), FieldErrorCode::InvalidDate)]
    );
    assert!(!is_to_come(noon(2026, 5, 31), noon(2026, 5, 31) - TimeDelta::hours(3)));
    assert_eq!(approvals_until(now), "≤ 2026-05-31");
    let fine = now + TimeDelta::nanoseconds(1_234_567);
    assert_eq!(
        check_approval(fine).unwrap().unwrap().timestamp_subsec_nanos(),
        1_234_000,
        "as the database keeps it"
    );
}

#[test]
fn what_is_no_moment_of_an_approval_is_none() {
    for text in [
        "",
        "hoje",
        "31/05/26",
        "05/31/2026",
        "2026-13-01",
        "2026-02-29",
        "1899-12-31",
        "99999-01-01",
        "12:00",
    ] {
        assert_eq!(read_approval(text), None, "{text}");
    }
    for text in
        ["2026-05-31", " 31/05/2026 ", "2026-05-31T12:00:00", "31/05/2026 12:00", "2026-05-31T09:00:00-03:00"]
    {
        assert_eq!(read_approval(text), Some(noon(2026, 5, 31)), "{text}");
    }
}

proptest! {
    #[test]
    fn a_moment_is_read_back_from_how_it_is_spelled(millionths in -2_000_000_000_000_000i64..4_000_000_000_000_000) {
        let at = DateTime::<Utc>::from_timestamp_micros(millionths).unwrap();
        prop_assert_eq!(read_approval(&spell_approval(at)), Some(at));
    }
}

#[test]
fn cleans_what_can_be_cleaned() {
    let mut d = draft_of_name(" Ure\u{200b}ia\u{0}\r\n45% ");
    d.description = Some("  ".into());
    d.tags = vec![" npk ".into(), "NPK".into(), "".into()];
    let d = d.check().unwrap();
    assert_eq!(d.name, "Ureia 45%");
    assert_eq!(d.description, None);
    assert_eq!(d.tags, ["npk"]);
}

#[test]
fn a_line_that_ends_as_on_windows_ends_without_a_blank() {
    let check_description = |text: &str| {
        let mut d = draft_of_name("Ureia");
        d.description = Some(text.into());
        d.check().unwrap().description.unwrap()
    };
    for text in ["um\r\ndois", "um \r\ndois", "um\r\r\ndois\r", "um \r \n dois\r\n"] {
        assert_eq!(check_description(text), "um\ndois", "{text:?}");
    }
    assert_eq!(check_description("um\r\n\r\ndois"), "um\n\ndois");
    assert_eq!(check_description("um \ndois\rtres"), "um \ndois tres", "what is stored so stays so");
}

#[test]
fn an_attribute_with_a_value_needs_a_name() {
    let attributes = |json: serde_json::Value| {
        let mut d = draft_of_name("Ureia");
        d.attributes = json.as_object().unwrap().clone();
        d.check()
    };
    let errors = attributes(json!({ "cor": "azul", " ": "perdida" })).unwrap_err();
    assert_eq!((errors[0].field.as_str(), errors[0].value.as_str()), ("attributes", "perdida"));
    assert_eq!(errors[0].code, FieldErrorCode::AttributeUnnamed);
    let kept = attributes(json!({ "cor": "azul", "": null, "\0": " " })).unwrap();
    assert_eq!(kept.attributes.keys().collect::<Vec<_>>(), ["cor"]);
}

#[test]
fn names_every_bad_field() {
    let mut d = draft_of_name("\u{200b}");
    d.category = Some("x".repeat(10_000));
    d.currency = Some("reais".into());
    let errors = d.check().unwrap_err();
    let fields: Vec<_> = errors.iter().map(|e| e.field.as_str()).collect();
    assert_eq!(fields, ["name", "category", "currency"]);
}
