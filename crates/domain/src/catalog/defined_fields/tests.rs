use super::*;
use crate::catalog::{DecimalMark, FieldErrorCode, ItemDraft, Status};
use serde_json::{Value, json};

fn field(key: &str, field_type: DefinedFieldType) -> FieldDefinition {
    FieldDefinition {
        key: key.into(),
        name: key.into(),
        unit: None,
        field_type,
        allowed: Vec::new(),
        group: None,
        position: 0,
        filterable: true,
        search_weight: SearchWeight::Normal,
        required_in: Vec::new(),
    }
}

fn read(field_type: DefinedFieldType, value: Value) -> Result<Value, FieldErrorCode> {
    let field = FieldDefinition {
        unit: Some("g/L".into()),
        allowed: vec!["Suspensão (SC)".into(), "2,4-D; WG".into()],
        ..field("campo", field_type)
    };
    field.read_value(&value, None).map_err(|misfit| misfit.code)
}

#[test]
fn a_value_is_stored_as_its_type_has_it() {
    use DefinedFieldType::*;
    for (field_type, written, stored) in [
        (Text, json!(12), json!("12")),
        (LongText, json!("a\nb"), json!("a\nb")),
        (Number, json!("1.234,5"), json!(1234.5)),
        (Number, json!("480 G/L"), json!(480)),
        (Price, json!("R$ 1.234,50"), json!(1234.5)),
        (Date, json!("31/05/2026"), json!("2026-05-31")),
        (Date, json!("2026-05-31T22:00:00-03:00"), json!("2026-05-31")),
        (YesNo, json!("Não"), json!(false)),
        (YesNo, json!(1), json!(true)),
        (Choice, json!(" suspensao (sc)"), json!("Suspensão (SC)")),
        (Choices, json!("2,4-d; wg"), json!(["2,4-D; WG"])),
        (Choices, json!(["suspensão (sc)", "SUSPENSÃO (SC)"]), json!(["Suspensão (SC)"])),
        (Gtin, json!("789 1000 315507"), json!("7891000315507")),
        (Gtin, json!(36_000_291_452_u64), json!("036000291452")),
        (Ncm, json!("38089324"), json!("3808.93.24")),
        (Ncm, json!(1_012_100), json!("0101.21.00")),
        (Link, json!(" https://example.com/a?b=1 "), json!("https://example.com/a?b=1")),
        (Number, json!(" "), json!(" ")),
    ] {
        assert_eq!(read(field_type, written.clone()), Ok(stored), "{field_type:?} {written}");
    }
}

#[test]
fn what_does_not_fit_is_refused_and_never_bent() {
    use DefinedFieldType::*;
    for (field_type, written, code) in [
        (Text, json!(["a"]), FieldErrorCode::NotText),
        (Number, json!("n/d"), FieldErrorCode::InvalidNumber),
        (Number, json!("480 kg"), FieldErrorCode::InvalidNumber),
        (Number, json!("1.250"), FieldErrorCode::AmbiguousPrice),
        (Price, json!(-1), FieldErrorCode::InvalidPrice),
        (Date, json!("31/02/2026"), FieldErrorCode::InvalidDate),
        (Date, json!("0026-05-31T22:00:00-03:00"), FieldErrorCode::InvalidDate),
        (YesNo, json!("talvez"), FieldErrorCode::NotPossible),
        (Choice, json!("WG"), FieldErrorCode::InvalidValue),
        (Choices, json!("Suspensão (SC); WP"), FieldErrorCode::InvalidValue),
        (Gtin, json!("7891000315508"), FieldErrorCode::InvalidValue),
        (Ncm, json!("3808.93"), FieldErrorCode::InvalidValue),
        (Link, json!("javascript:alert(1)"), FieldErrorCode::InvalidValue),
        (Link, json!("https://banco.com@example.com"), FieldErrorCode::InvalidValue),
    ] {
        assert_eq!(read(field_type, written.clone()), Err(code), "{field_type:?} {written}");
    }
    let number = field("teor", Number);
    assert_eq!(number.read_value(&json!("1.250"), Some(DecimalMark::Comma)), Ok(json!(1250)));
}

#[test]
fn a_definition_is_cleaned_and_its_limits_hold() {
    let hostile = FieldDefinition {
        name: "Form\u{202e}ulação\u{0}".into(),
        allowed: vec!["SC".into(), "sc".into(), " ".into()],
        ..field("__proto__", DefinedFieldType::Choice)
    };
    let checked = hostile.check().unwrap();
    assert_eq!((checked.key.as_str(), checked.name.as_str()), ("__proto__", "Formulação"));
    assert_eq!(checked.allowed, ["SC"]);
    let bad = FieldDefinition {
        key: " ".into(),
        name: "x".repeat(81),
        required_in: (0..201).map(|n| format!("c{n}")).collect(),
        ..field("", DefinedFieldType::Choice)
    };
    let errors = bad.check().unwrap_err();
    let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(fields, ["key", "name", "allowed", "requiredIn"]);
}

#[test]
fn a_save_is_refused_for_what_it_changes_alone() {
    let teor =
        FieldDefinition { required_in: vec!["Adubos".into()], ..field("teor", DefinedFieldType::Number) };
    let fields = DefinedFields::new(vec![teor]);
    let draft = |teor: Value| ItemDraft {
        name: "Ureia".into(),
        category: Some("ADUBOS".into()),
        attributes: json!({ "teor": teor }).as_object().unwrap().clone(),
        ..ItemDraft::default()
    };
    let code = |draft: &ItemDraft, before: Option<&ItemDraft>| {
        fields.check_item(&mut draft.clone(), before).err().map(|errors| errors[0].code)
    };
    assert_eq!(code(&draft(json!("muito")), None), Some(FieldErrorCode::InvalidNumber));
    assert_eq!(code(&draft(Value::Null), None), Some(FieldErrorCode::Required));
    let unfinished = ItemDraft { status: Status::Rascunho, ..draft(Value::Null) };
    assert_eq!(code(&unfinished, None), None);
    let mut kept = draft(json!("45,5"));
    fields.check_item(&mut kept, None).unwrap();
    assert_eq!(kept.attributes["teor"], json!(45.5));

    assert_eq!(code(&draft(json!("muito")), Some(&draft(json!("muito")))), None, "it was so before");
    assert_eq!(code(&draft(Value::Null), Some(&draft(Value::Null))), None, "it lacked before");
    assert_eq!(code(&draft(Value::Null), Some(&draft(json!(45)))), Some(FieldErrorCode::Required));
}

#[test]
fn what_a_category_requires_is_required_of_those_below_it() {
    let require = |key: &str, categories: &[&str]| FieldDefinition {
        required_in: categories.iter().map(|category| (*category).to_owned()).collect(),
        ..field(key, DefinedFieldType::Text)
    };
    // The second names a category and one below it: it is asked for once.
    let fields = vec![require("registro", &["Defensivos"]), require("classe", &["Defensivos", "Herbicidas"])];
    let missing = |fields: &DefinedFields, category: &str| {
        let item = ItemDraft { name: "A".into(), category: Some(category.into()), ..ItemDraft::default() };
        let errors = fields.find_missing(&item, None);
        errors.into_iter().map(|error| error.field).collect::<Vec<_>>()
    };
    let alone = DefinedFields::new(fields);
    assert_eq!(missing(&alone, "herbicidas"), ["attributes.classe"], "the control");
    let pair = |below: &str| ("defensivos".to_owned(), below.to_owned());
    let in_tree = alone.with_categories_below([pair("herbicidas"), pair("dessecantes")]);
    let both = ["attributes.classe", "attributes.registro"];
    for category in ["Defensivos", "HERBICIDAS", "dessecantes"] {
        assert_eq!(missing(&in_tree, category), both, "{category}");
    }
    assert_eq!(missing(&in_tree, "Adubos"), Vec::<String>::new());
}

#[test]
fn a_type_is_guessed_from_what_is_there() {
    use DefinedFieldType::*;
    let guess = |values: Value| {
        let values: Vec<(Value, u32)> =
            values.as_array().unwrap().iter().map(|value| (value.clone(), 4)).collect();
        guess_field(&values)
    };
    for (values, field_type) in [
        (json!([1.5, 2]), Number),
        (json!([true]), YesNo),
        (json!(["sim", "Não"]), YesNo),
        (json!(["7891000315507"]), Gtin),
        (json!(["3808.93.24"]), Ncm),
        (json!(["31/05/2026"]), Date),
        (json!(["https://example.com/x"]), Link),
        (json!(["a\nb"]), LongText),
        (json!([1, "dois"]), Text),
        (json!([]), Text),
    ] {
        assert_eq!(guess(values.clone()).field_type, field_type, "{values}");
    }
    let choice = guess(json!(["SC", "sc", "WG"]));
    assert_eq!((choice.field_type, choice.allowed), (Choice, vec!["SC".to_owned(), "WG".to_owned()]));
    let list = guess(json!([["soja", "milho"], ["Soja"]]));
    assert_eq!((list.field_type, list.allowed), (Choices, vec!["soja".to_owned(), "milho".to_owned()]));
    let names: Vec<(Value, u32)> = (0..20).map(|n| (json!(format!("nome {n}")), 1)).collect();
    assert_eq!(guess_field(&names).field_type, Text);
}
