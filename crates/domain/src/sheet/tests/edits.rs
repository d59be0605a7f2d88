//! Edits of cells and of many records at once.

use super::*;
use crate::catalog::faq::FaqDraft;
use chrono::{TimeZone as _, Utc};
use proptest::prelude::*;

/// The draft of urea after changes that must be possible.
fn edit_draft_or_panic(changes: &[Change]) -> ItemDraft {
    edit_draft(changes).unwrap_or_else(|codes| panic!("{changes:?}: {codes:?}"))
}

/// One attribute of the draft of urea after changes.
fn edited_attribute(changes: &[Change], key: &str) -> Option<Value> {
    edit_draft_or_panic(changes).attributes.get(key).cloned()
}

fn edit_faq(changes: &[Change]) -> Result<FaqDraft, Vec<FieldErrorCode>> {
    let codes = |errors: EditError| errors.into_iter().map(|e| e.code).collect::<Vec<_>>();
    let now = Utc.with_ymd_and_hms(2026, 5, 31, 10, 0, 0).unwrap();
    let steps = read_steps(Kind::Faqs, changes).map_err(codes)?;
    let draft = FaqDraft { question: "Qual o prazo?".into(), answer: "5 dias".into(), ..FaqDraft::default() };
    let mut record = EditRecord::Faq(Box::new(draft));
    apply_all(&mut record, &mut false, &steps, &DefinedFields::default(), now).map_err(codes)?;
    let EditRecord::Faq(draft) = record else { panic!("a FAQ became an item") };
    Ok(*draft)
}

#[test]
fn a_price_is_raised_to_cents_and_finer_prices_to_ten_thousandths() {
    let raise = |price: &str, percent: &str| {
        let changes = [
            make_change("price", ChangeAction::Set, price),
            make_change("price", ChangeAction::Percent, percent),
        ];
        edit_draft_or_panic(&changes).price.unwrap().to_string()
    };
    for (price, percent, raised) in [
        ("100", "10", "110"),
        ("100", "-100", "0"),
        ("9.99", "+5 %", "10.49"),
        ("0.05", "10", "0.06"),
        ("0.05", "-10", "0.05"),
        ("10.50", "33,333", "14"),
        ("1.2345", "10", "1.358"),
        ("1.2345", "0,01", "1.2346"),
        ("100", "100000", "100100"),
        ("0", "50", "0"),
    ] {
        assert_eq!(raise(price, percent), raised, "{price} {percent}");
    }
}

#[test]
fn a_percentage_of_what_is_not_there_changes_nothing() {
    let changes =
        [make_change("price", ChangeAction::Clear, ""), make_change("price", ChangeAction::Percent, "10")];
    assert_eq!(edit_draft_or_panic(&changes).price, None);
    assert_eq!(
        edited_attribute(&[make_change("attributes.peso", ChangeAction::Percent, "10")], "peso"),
        None
    );
}

#[test]
fn numbers_of_attributes_are_raised_without_the_noise_of_binary_fractions() {
    let raise = |number: Value, percent: &str| {
        let mut record = EditRecord::Item(Box::new(urea_draft()));
        let steps = [
            Step::set(Kind::Items, "attributes.peso", number).unwrap(),
            read_steps(Kind::Items, &[make_change("attributes.peso", ChangeAction::Percent, percent)])
                .unwrap()
                .remove(0),
        ];
        apply_all(&mut record, &mut false, &steps, &DefinedFields::default(), DateTime::default())
            .map(|()| record.value(&Column::Attribute("peso".into())))
    };
    for (number, percent, raised) in [
        (json!(45), "10", json!(49.5)),
        (json!(40), "10", json!(44)),
        (json!(0.1), "200", json!(0.3)),
        (json!(-2), "50", json!(-3)),
        (json!(1e300), "0", json!(1e300)),
        (json!(0), "50", json!(0)),
    ] {
        assert_eq!(raise(number.clone(), percent).unwrap(), raised, "{number} {percent}");
    }
    assert!(raise(json!(1e308), "1000").is_err(), "more than a number can be");
    assert!(raise(json!("45"), "10").is_err(), "a text is no number");
    assert!(raise(json!([45]), "10").is_err());
}

#[test]
fn texts_take_the_type_of_the_value_that_they_replace() {
    let mut record = EditRecord::Item(Box::new(urea_draft()));
    let set = |record: &mut EditRecord, key: &str, value: Value| {
        let step = Step::set(Kind::Items, &format!("attributes.{key}"), value).unwrap();
        let done = apply_all(record, &mut false, &[step], &DefinedFields::default(), DateTime::default());
        done.map(|()| record.value(&Column::Attribute(key.into()))).map_err(|errors| errors[0].code)
    };
    assert_eq!(set(&mut record, "organico", json!(true)), Ok(json!(true)));
    for (text, value) in [("Não", false), ("SIM", true), ("false", false), ("yes", true)] {
        assert_eq!(set(&mut record, "organico", json!(text)), Ok(json!(value)), "{text}");
    }
    assert_eq!(set(&mut record, "organico", json!("talvez")), Err(FieldErrorCode::NotPossible));
    for (text, value) in
        [("46", json!(46)), ("46,5", json!(46.5)), ("1.250,5", json!(1250.5)), ("1e3", json!(1000.0))]
    {
        assert_eq!(set(&mut record, "teor", json!(text)), Ok(value), "{text}");
    }
    assert_eq!(set(&mut record, "teor", json!("1.250")), Err(FieldErrorCode::AmbiguousPrice));
    for text in ["muito", "NaN", "inf", "1e999", "--1", "0x10"] {
        assert_eq!(set(&mut record, "teor", json!(text)), Err(FieldErrorCode::InvalidNumber), "{text}");
    }
    assert_eq!(set(&mut record, "culturas", json!("uva; soja")), Ok(json!(["uva", "soja"])));
    assert_eq!(set(&mut record, "embalagem", json!("1.250")), Ok(json!("1.250")), "a text stays one");
    assert_eq!(set(&mut record, "nova", json!("46")), Ok(json!("46")), "of nothing nothing is known");
    assert_eq!(set(&mut record, "teor", json!(" ")), Ok(Value::Null), "a blank takes it away");
    assert_eq!(set(&mut record, "culturas", Value::Null), Ok(Value::Null));
}

#[test]
fn lists_gain_what_they_lack_and_lose_what_is_named_whatever_its_case() {
    let add = |value: &str| make_change("tags", ChangeAction::Add, value);
    let remove = |value: &str| make_change("tags", ChangeAction::Remove, value);
    assert_eq!(edit_draft_or_panic(&[add("Açúcar; açucar;NPK")]).tags, ["npk", "Açúcar"]);
    assert_eq!(edit_draft_or_panic(&[add("milho"), remove("NPK;café")]).tags, ["milho"]);
    assert_eq!(edit_draft_or_panic(&[add("2,4-D, soja")]).tags, ["npk", "2,4-D", "soja"]);
    assert_eq!(
        edited_attribute(&[make_change("attributes.usos", ChangeAction::Add, "a;b")], "usos"),
        Some(json!(["a", "b"]))
    );
    assert_eq!(
        edited_attribute(&[make_change("attributes.culturas", ChangeAction::Remove, "SOJA")], "culturas"),
        Some(json!([]))
    );
    assert_eq!(edited_attribute(&[make_change("attributes.usos", ChangeAction::Remove, "a")], "usos"), None);
    for action in [ChangeAction::Add, ChangeAction::Remove] {
        for field in ["attributes.teor", "attributes.embalagem"] {
            let refused = edit_draft(&[make_change(field, action, "x")]);
            assert_eq!(refused, Err(vec![FieldErrorCode::NotPossible]), "{field} is no list");
        }
    }
}

#[test]
fn a_piece_of_a_text_is_replaced_wherever_it_stands_as_it_is_written() {
    let replace = |field: &str, find: &str, value: &str| with_find(field, ChangeAction::Replace, find, value);
    assert_eq!(edit_draft_or_panic(&[replace("name", "e", "E")]).name, "UrEia 45%");
    assert_eq!(
        edit_draft_or_panic(&[replace("name", "UREIA", "x")]).name,
        "Ureia 45%",
        "capitals are others"
    );
    assert_eq!(edit_draft_or_panic(&[replace("name", "Ureia ", "")]).name, "45%");
    assert_eq!(edit_draft_or_panic(&[replace("category", "a", "b")]).category, None, "nothing stays nothing");
    assert_eq!(
        edit_draft_or_panic(&[replace("tags", "NPK", "npk 20")]).tags,
        ["npk 20"],
        "an element as a whole"
    );
    assert_eq!(edit_draft_or_panic(&[replace("tags", "np", "x")]).tags, ["npk"]);
    let list = [replace("attributes.culturas", "Soja", "uva")];
    assert_eq!(edited_attribute(&list, "culturas"), Some(json!(["uva"])));
    for (field, code) in [
        ("price", FieldErrorCode::NotPossible),
        ("status", FieldErrorCode::NotPossible),
        ("attributes.teor", FieldErrorCode::NotPossible),
    ] {
        assert_eq!(edit_draft(&[replace(field, "4", "5")]), Err(vec![code]), "{field}");
    }
}

/// A NUL cannot be stored, so it is nothing to look for; once it was, `with` was put between all letters.
#[test]
fn what_is_looked_for_must_be_something_once_it_is_cleaned() {
    for action in [ChangeAction::Replace, ChangeAction::Merge] {
        for find in ["", "\0", "\0\0"] {
            let refused = edit_draft(&[with_find("name", action, find, "x")]);
            assert_eq!(refused, Err(vec![FieldErrorCode::Required]), "{find:?}");
        }
    }
    let cleaned = with_find("name", ChangeAction::Replace, "Ur\0eia", "Adubo\0");
    assert_eq!(edit_draft_or_panic(&[cleaned]).name, "Adubo 45%");
}

#[test]
fn an_empty_field_is_one_that_may_be_empty() {
    let cleared = edit_draft_or_panic(
        &["price", "tags", "attributes.teor"].map(|f| make_change(f, ChangeAction::Clear, "")),
    );
    assert_eq!((cleared.price, cleared.tags.len(), cleared.attributes.get("teor")), (None, 0, None));
    for (field, code) in [
        ("name", FieldErrorCode::Required),
        ("status", FieldErrorCode::NotPossible),
        ("deleted", FieldErrorCode::NotPossible),
    ] {
        assert_eq!(edit_draft(&[make_change(field, ChangeAction::Clear, "")]), Err(vec![code]), "{field}");
    }
}

#[test]
fn a_set_without_a_value_sets_nothing() {
    let missing = Change { value: None, ..make_change("name", ChangeAction::Set, "") };
    assert_eq!(edit_draft(&[missing]), Err(vec![FieldErrorCode::Required]));
    assert_eq!(
        edit_draft_or_panic(&[make_change("category", ChangeAction::Set, " ")]).category,
        None,
        "a blank empties it"
    );
}

#[test]
fn cells_from_programs_are_taken_by_their_type() {
    let set = |field: &str, value: Value| {
        let mut record = EditRecord::Item(Box::new(urea_draft()));
        let step = Step::set(Kind::Items, field, value).map_err(|error| error.code)?;
        let column = step.column.clone();
        let done =
            apply_all(&mut record, &mut false, &[step], &DefinedFields::default(), DateTime::default());
        done.map(|()| record.value(&column)).map_err(|errors| errors[0].code)
    };
    use FieldErrorCode::{
        AmbiguousPrice, InvalidCurrency, InvalidPrice, InvalidStatus, NotText, Required, UnknownField,
    };
    for (field, value, expected) in [
        ("price", json!(12.5), Ok(json!(12.5))),
        ("price", json!("1.234,5"), Ok(json!(1234.5))),
        ("price", json!(" "), Ok(Value::Null)),
        ("price", Value::Null, Ok(Value::Null)),
        ("price", json!("1.250"), Err(AmbiguousPrice)),
        ("price", json!(-1), Err(InvalidPrice)),
        ("price", json!([1]), Err(InvalidPrice)),
        ("name", json!(42), Ok(json!("42"))),
        ("name", json!(true), Ok(json!("true"))),
        ("name", json!(["a"]), Err(NotText)),
        ("name", json!({}), Err(NotText)),
        ("name", Value::Null, Err(Required)),
        ("tags", json!(["b", 1, null, "B"]), Ok(json!(["b", "1"]))),
        ("tags", json!("b; c"), Ok(json!(["b", "c"]))),
        ("tags", json!([["b"]]), Err(NotText)),
        ("status", json!("Draft"), Ok(json!("rascunho"))),
        ("status", json!(1), Err(InvalidStatus)),
        ("status", Value::Null, Err(InvalidStatus)),
        ("currency", json!("usd"), Ok(json!("USD"))),
        ("currency", json!("reais"), Err(InvalidCurrency)),
        ("currency", Value::Null, Ok(json!("BRL"))),
        ("version", json!(7), Err(UnknownField)),
        ("question", json!("x"), Err(UnknownField)),
    ] {
        assert_eq!(set(field, value.clone()), expected, "{field} {value}");
    }
}

#[test]
fn records_are_deleted_and_taken_back_by_one_field() {
    let set_deleted = |value: Value, before: bool| {
        let mut deleted = before;
        let mut record = EditRecord::Item(Box::new(urea_draft()));
        let step = Step::set(Kind::Items, "deleted", value).unwrap();
        let done =
            apply_all(&mut record, &mut deleted, &[step], &DefinedFields::default(), DateTime::default());
        assert_eq!(record, EditRecord::Item(Box::new(urea_draft())));
        done.map(|()| deleted).map_err(|errors| errors[0].code)
    };
    assert_eq!(set_deleted(json!(true), false), Ok(true));
    assert_eq!(set_deleted(json!("false"), true), Ok(false));
    for value in [json!("sim"), json!(1), Value::Null] {
        assert_eq!(set_deleted(value, false), Err(FieldErrorCode::NotPossible));
    }
}

#[test]
fn faqs_are_edited_by_their_own_fields() {
    let done = edit_faq(&[
        make_change("question", ChangeAction::Set, " Qual é o prazo? "),
        with_find("answer", ChangeAction::Replace, "5", "7"),
        make_change("tags", ChangeAction::Add, "prazo"),
        make_change("approvedAt", ChangeAction::Set, "31/05/2026"),
    ])
    .unwrap();
    assert_eq!((done.question.as_str(), done.answer.as_str()), ("Qual é o prazo?", "7 dias"));
    assert_eq!(done.tags, ["prazo"]);
    assert_eq!(done.approved_at.unwrap().to_rfc3339(), "2026-05-31T12:00:00+00:00");
    assert_eq!(edit_faq(&[make_change("approvedAt", ChangeAction::Clear, "")]).unwrap().approved_at, None);
    for (field, action, value, code) in [
        ("approvedAt", ChangeAction::Set, "ontem", FieldErrorCode::InvalidDate),
        ("approvedAt", ChangeAction::Set, "2026-06-02", FieldErrorCode::DateInFuture),
        ("approvedAt", ChangeAction::Percent, "5", FieldErrorCode::NotPossible),
        ("answer", ChangeAction::Clear, "", FieldErrorCode::Required),
        ("approval", ChangeAction::Set, "approved", FieldErrorCode::UnknownField),
        ("price", ChangeAction::Set, "1", FieldErrorCode::UnknownField),
        ("attributes.x", ChangeAction::Set, "1", FieldErrorCode::UnknownField),
    ] {
        assert_eq!(edit_faq(&[make_change(field, action, value)]), Err(vec![code]), "{field} {value}");
    }
}

#[test]
fn an_edit_has_between_one_and_two_hundred_changes_and_names_every_bad_one() {
    let count = |n: usize| read_steps(Kind::Items, &vec![make_change("price", ChangeAction::Set, "1"); n]);
    assert_eq!(count(MAX_CHANGES).unwrap().len(), MAX_CHANGES);
    for n in [0, MAX_CHANGES + 1] {
        let errors = count(n).unwrap_err();
        assert_eq!((errors[0].field.as_str(), errors[0].code), ("changes", FieldErrorCode::NotPossible));
        assert_eq!((errors[0].value.clone(), errors[0].allowed.as_str()), (n.to_string(), "1..200"));
    }
    let bad = [
        make_change("cor", ChangeAction::Set, "x"),
        make_change("price", ChangeAction::Set, "1"),
        make_change("price", ChangeAction::Set, "x"),
    ];
    let fields: Vec<String> =
        read_steps(Kind::Items, &bad).unwrap_err().into_iter().map(|e| e.field).collect();
    assert_eq!(fields, ["cor", "price"]);
}

#[test]
fn a_field_that_is_not_there_is_told_with_those_that_are() {
    let error = read_steps(Kind::Faqs, &[make_change(&"x".repeat(1_000), ChangeAction::Set, "")])
        .unwrap_err()
        .remove(0);
    assert_eq!(error.field.len(), 120);
    assert_eq!(error.allowed, "question, answer, approvedAt, externalId, tags, status, deleted");
}

#[test]
fn values_without_end_are_refused_before_a_record_is_read() {
    for (value, fits) in [("x".repeat(400_000), true), ("x".repeat(400_001), false)] {
        assert_eq!(
            read_steps(Kind::Items, &[make_change("attributes.x", ChangeAction::Set, &value)]).is_ok(),
            fits
        );
    }
}

#[test]
fn a_refused_edit_leaves_the_record_as_it_was() {
    let steps = read_steps(
        Kind::Items,
        &[
            make_change("name", ChangeAction::Set, "Outro"),
            make_change("deleted", ChangeAction::Set, "true"),
            make_change("category", ChangeAction::Set, &"x".repeat(301)),
        ],
    )
    .unwrap();
    let (mut record, mut deleted) = (EditRecord::Item(Box::new(urea_draft())), false);
    let errors = apply_all(&mut record, &mut deleted, &steps, &DefinedFields::default(), DateTime::default())
        .unwrap_err();
    assert_eq!((errors[0].field.as_str(), errors[0].code), ("category", FieldErrorCode::TooLong));
    assert_eq!((record, deleted), (EditRecord::Item(Box::new(urea_draft())), false));
}

#[test]
fn fields_that_no_step_names_stay_even_where_nobody_could_type_them_today() {
    let old = ItemDraft { category: Some("x".repeat(400)), currency: Some("reais".into()), ..urea_draft() };
    let steps = read_steps(Kind::Items, &[make_change("name", ChangeAction::Set, "Outro")]).unwrap();
    let mut record = EditRecord::Item(Box::new(old.clone()));
    apply_all(&mut record, &mut false, &steps, &DefinedFields::default(), DateTime::default()).unwrap();
    assert_eq!(record, EditRecord::Item(Box::new(ItemDraft { name: "Outro".into(), ..old })));
    assert_eq!(record.title(), "Outro");
}

#[test]
fn what_is_stored_has_exact_prices_and_all_attributes_at_once() {
    let price = Price::parse("1234.5678").unwrap();
    let record = EditRecord::Item(Box::new(ItemDraft { price: Some(price), ..urea_draft() }));
    let columns = ["price", "attributes.teor", "externalId", "tags", "status"]
        .map(|name| Column::parse(Kind::Items, name).unwrap());
    assert_eq!(
        Value::Object(record.stored_values(&columns)),
        json!({
            "price": "1234.5678",
            "attributes": { "teor": 45, "embalagem": "saco", "culturas": ["soja"] },
            "external_id": null,
            "tags": ["npk"],
            "status": "ativo",
        })
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn an_edit_that_sets_and_adds_is_done_once(
        name in "[ -~]{1,20}", tags in proptest::collection::vec("[a-zà-ú]{1,6}", 1..5), price in 0u32..1_000_000
    ) {
        let changes = [
            make_change("name", ChangeAction::Set, &name),
            make_change("tags", ChangeAction::Add, &tags.join(";")),
            make_change("price", ChangeAction::Set, &format!("{}.{:02}", price / 100, price % 100)),
        ];
        let Ok(steps) = read_steps(Kind::Items, &changes) else { panic!("{changes:?}") };
        let mut once = EditRecord::Item(Box::new(urea_draft()));
        if apply_all(&mut once, &mut false, &steps, &DefinedFields::default(), DateTime::default()).is_ok() {
            let mut twice = once.clone();
            apply_all(&mut twice, &mut false, &steps, &DefinedFields::default(), DateTime::default()).unwrap();
            prop_assert_eq!(twice, once);
        } else {
            prop_assert!(name.trim().is_empty());
        }
    }

    #[test]
    fn no_change_breaks_an_edit(
        field in prop::sample::select(vec!["name", "price", "tags", "status", "deleted", "currency", "attributes.teor", "attributes.culturas", "attributes.x"]),
        action in prop::sample::select(vec![ChangeAction::Set, ChangeAction::Clear, ChangeAction::Add, ChangeAction::Remove, ChangeAction::Replace, ChangeAction::Merge, ChangeAction::Percent]),
        value in proptest::option::of("\\PC{0,20}|[0-9.,%eE+-]{0,12}"), find in proptest::option::of("\\PC{0,3}"),
    ) {
        let changed = Change { field: field.into(), action, value, find };
        match edit_draft(std::slice::from_ref(&changed)) {
            Ok(draft) => {
                prop_assert!(!draft.name.is_empty());
                prop_assert_eq!(draft.clone().check(), Ok(draft), "what an edit makes can be stored");
            }
            Err(codes) => prop_assert!(!codes.is_empty()),
        }
        let json = serde_json::to_string(&changed).unwrap();
        prop_assert_eq!(serde_json::from_str::<Change>(&json).unwrap(), changed);
    }
}
