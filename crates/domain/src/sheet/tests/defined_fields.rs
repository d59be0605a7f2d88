//! Edits of attributes that are defined: what fits their types, and what categories require.

use super::*;
use crate::catalog::defined_fields::{DefinedFieldType, FieldDefinition, SearchWeight};

fn field(key: &str, field_type: DefinedFieldType, allowed: &[&str]) -> FieldDefinition {
    FieldDefinition {
        key: key.into(),
        name: key.into(),
        unit: None,
        field_type,
        allowed: allowed.iter().map(|&value| value.to_owned()).collect(),
        group: None,
        position: 0,
        filterable: true,
        search_weight: SearchWeight::Normal,
        required_in: Vec::new(),
    }
}

#[test]
fn what_comes_of_a_change_fits_the_defined_field() {
    let fields = DefinedFields::new(vec![
        field("cor", DefinedFieldType::Choice, &["Azul claro", "Verde claro"]),
        field("culturas", DefinedFieldType::Choices, &["Soja", "Milho"]),
    ]);
    let edit = |change: Change| {
        let attributes = json!({ "cor": "azul escuro", "culturas": ["Soja"] });
        let attributes = attributes.as_object().unwrap().clone();
        let mut record = EditRecord::Item(Box::new(ItemDraft {
            name: "Tinta".into(),
            attributes,
            ..ItemDraft::default()
        }));
        let steps = read_steps(Kind::Items, &[change]).unwrap();
        let steps: Vec<Step> = steps.into_iter().map(|step| step.read_by(&fields).unwrap()).collect();
        let done = apply_all(&mut record, &mut false, &steps, &DefinedFields::default(), DateTime::default());
        let EditRecord::Item(draft) = record else { panic!("an item became a FAQ") };
        done.map(|()| Value::Object(draft.attributes)).map_err(|errors| errors[0].code)
    };
    let replace = |find: &str, with: &str| with_find("attributes.cor", ChangeAction::Replace, find, with);
    let expect_change = |cor: &str, culturas: &[&str]| Ok(json!({ "cor": cor, "culturas": culturas }));
    assert_eq!(edit(replace("escuro", "CLARO")), expect_change("Azul claro", &["Soja"]));
    assert_eq!(edit(replace("escuro", "médio")), Err(FieldErrorCode::InvalidValue));
    assert_eq!(
        edit(replace("preto", "branco")),
        expect_change("azul escuro", &["Soja"]),
        "what is untouched stays"
    );
    let add = |value: &str| make_change("attributes.culturas", ChangeAction::Add, value);
    assert_eq!(edit(add("milho")), expect_change("azul escuro", &["Soja", "Milho"]));
    assert_eq!(edit(add("trigo")), Err(FieldErrorCode::InvalidValue));
}

#[test]
fn what_a_category_requires_cannot_be_emptied_and_what_lacked_before_keeps_nothing_from_being_written() {
    let define = |key: &str, category: &str| FieldDefinition {
        required_in: vec![category.into()],
        ..field(key, DefinedFieldType::Text, &[])
    };
    let fields = DefinedFields::new(vec![define("teor", "Adubos"), define("registro", "Herbicidas")]);
    let edit = |draft: &ItemDraft, changes: &[Change]| {
        let mut record = EditRecord::Item(Box::new(draft.clone()));
        let steps = read_steps(Kind::Items, changes).unwrap();
        let done = apply_all(&mut record, &mut false, &steps, &fields, DateTime::default());
        done.map_err(|errors| errors.into_iter().map(|e| (e.field, e.code)).collect::<Vec<_>>())
    };
    let sold = ItemDraft { category: Some("ADUBOS".into()), ..urea_draft() };
    let refusal = |field: &str| Err(vec![(format!("attributes.{field}"), FieldErrorCode::Required)]);
    let empty_teor = make_change("attributes.teor", ChangeAction::Clear, "");
    let category = |name: &str| make_change("category", ChangeAction::Set, name);
    assert_eq!(edit(&sold, std::slice::from_ref(&empty_teor)), refusal("teor"));
    assert_eq!(edit(&sold, &[make_change("attributes.teor", ChangeAction::Set, " ")]), refusal("teor"));
    assert_eq!(edit(&sold, &[category("Herbicidas")]), refusal("registro"));
    let registered = make_change("attributes.registro", ChangeAction::Set, "1234");
    assert_eq!(edit(&sold, &[registered, category("Herbicidas"), empty_teor.clone()]), Ok(()));

    let draft = ItemDraft { status: Status::Rascunho, ..sold.clone() };
    assert_eq!(edit(&draft, std::slice::from_ref(&empty_teor)), Ok(()), "a draft may lack it");
    let mut incomplete = draft;
    incomplete.attributes.remove("teor");
    let active = make_change("status", ChangeAction::Set, "ativo");
    assert_eq!(edit(&incomplete, &[active]), refusal("teor"));
    let lacking = ItemDraft { status: Status::Ativo, ..incomplete };
    for other in [make_change("price", ChangeAction::Set, "90"), category("Adubos"), empty_teor] {
        assert_eq!(edit(&lacking, std::slice::from_ref(&other)), Ok(()), "{other:?}");
    }
}
