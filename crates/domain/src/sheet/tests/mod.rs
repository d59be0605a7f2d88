//! Tests of the rules of a sheet.

mod columns;
mod defined_fields;
mod edits;
mod grids;
mod packages;

use super::*;
use crate::catalog::defined_fields::DefinedFields;
use crate::catalog::{FieldErrorCode, Item, ItemDraft, Price, Status};
use crate::search::Kind;
use chrono::DateTime;
use serde_json::{Value, json};

/// A change with a value and without a piece to find.
fn make_change(field: &str, action: ChangeAction, value: &str) -> Change {
    Change { field: field.into(), action, value: Some(value.into()), find: None }
}

/// The same with a piece to find.
fn with_find(field: &str, action: ChangeAction, find: &str, value: &str) -> Change {
    Change { find: Some(find.into()), ..make_change(field, action, value) }
}

/// An item with a price, a tag and attributes of three kinds.
fn urea_draft() -> ItemDraft {
    ItemDraft {
        name: "Ureia 45%".into(),
        price: Some(Price::parse("100").unwrap()),
        tags: vec!["npk".into()],
        attributes: json!({"teor": 45, "embalagem": "saco", "culturas": ["soja"]})
            .as_object()
            .unwrap()
            .clone(),
        ..ItemDraft::default()
    }
}

fn edit_draft(changes: &[Change]) -> Result<ItemDraft, Vec<FieldErrorCode>> {
    let codes = |errors: EditError| errors.into_iter().map(|e| e.code).collect::<Vec<_>>();
    let steps = read_steps(Kind::Items, changes).map_err(codes)?;
    let mut record = EditRecord::Item(Box::new(urea_draft()));
    apply_all(&mut record, &mut false, &steps, &DefinedFields::default(), DateTime::default())
        .map_err(codes)?;
    let EditRecord::Item(draft) = record else { panic!("an item became a FAQ") };
    Ok(*draft)
}

#[test]
fn each_action_changes_its_field_and_no_other() {
    let done = edit_draft(&[
        make_change("price", ChangeAction::Percent, "-5,5%"),
        make_change("tags", ChangeAction::Add, "NPK; milho"),
        make_change("status", ChangeAction::Set, "rascunho"),
        make_change("attributes.teor", ChangeAction::Set, "46,5"),
        make_change("attributes.culturas", ChangeAction::Add, "Soja; uva"),
        Change {
            find: Some("saco".into()),
            ..make_change("attributes.embalagem", ChangeAction::Replace, "big bag")
        },
        make_change("category", ChangeAction::Set, "  Fertilizante\u{200b} "),
    ])
    .unwrap();
    assert_eq!(done.price.unwrap().to_string(), "94.5");
    assert_eq!(done.tags, ["npk", "milho"]);
    assert_eq!(done.status, Status::Rascunho);
    assert_eq!(done.category.as_deref(), Some("Fertilizante"));
    let attributes = json!({"teor": 46.5, "embalagem": "big bag", "culturas": ["soja", "uva"]});
    assert_eq!(Value::Object(done.attributes), attributes);
    assert_eq!(done.name, urea_draft().name);
}

#[test]
fn whole_values_are_merged_and_pieces_of_others_stay() {
    let merge = |field: &str, find: &str, value: &str| Change {
        find: Some(find.into()),
        ..make_change(field, ChangeAction::Merge, value)
    };
    let start = [
        make_change("category", ChangeAction::Set, "cercas"),
        make_change("tags", ChangeAction::Add, "NPKs;npk 20"),
    ];
    let merges = [
        merge("category", "cercas", "Cercas"),
        merge("category", "Cerca", "Portões"),
        merge("tags", "NPKs", "npk"),
        merge("attributes.culturas", "soja", "Soja"),
        merge("attributes.teor", "45", "46"),
    ];
    let done = edit_draft(&[&start[..], &merges].concat()).unwrap();
    assert_eq!(done.category.as_deref(), Some("Cercas"));
    assert_eq!(done.tags, ["npk", "npk 20"], "a value that is there already comes once");
    assert_eq!(done.attributes["culturas"], json!(["Soja"]));
    assert_eq!(done.attributes["teor"], json!(45), "a number is no spelling");
    for (field, find, value) in [("category", "", "x"), ("category", "x", " "), ("price", "1", "2")] {
        assert!(edit_draft(&[merge(field, find, value)]).is_err(), "{field} {find} {value}");
    }
}

#[test]
fn what_cannot_be_done_is_refused_before_anything_is_read() {
    use FieldErrorCode::{InvalidNumber, InvalidPrice, InvalidStatus, NotPossible, Required, UnknownField};
    for (field, action, value, code) in [
        ("pirce", ChangeAction::Set, "1", UnknownField),
        ("version", ChangeAction::Set, "1", UnknownField),
        ("price", ChangeAction::Add, "1", NotPossible),
        ("name", ChangeAction::Percent, "1", NotPossible),
        ("price", ChangeAction::Percent, "NaN", InvalidNumber),
        ("price", ChangeAction::Percent, "-101", InvalidNumber),
        ("price", ChangeAction::Percent, "1e99", InvalidNumber),
        ("price", ChangeAction::Set, "-1", InvalidPrice),
        ("price", ChangeAction::Set, "NaN", InvalidPrice),
        ("price", ChangeAction::Set, "99999999999999", InvalidPrice),
        ("status", ChangeAction::Set, "vendido", InvalidStatus),
        ("tags", ChangeAction::Add, " ; ", Required),
        ("name", ChangeAction::Replace, "x", Required),
        ("status", ChangeAction::Clear, "", NotPossible),
    ] {
        assert_eq!(edit_draft(&[make_change(field, action, value)]), Err(vec![code]), "{field} {value}");
    }
}

#[test]
fn a_record_that_cannot_take_a_change_says_which_field() {
    assert_eq!(
        edit_draft(&[make_change("name", ChangeAction::Set, " \u{200b}")]),
        Err(vec![FieldErrorCode::Required])
    );
    assert_eq!(
        edit_draft(&[
            make_change("price", ChangeAction::Set, "999999999999"),
            make_change("price", ChangeAction::Percent, "10")
        ]),
        Err(vec![FieldErrorCode::InvalidPrice])
    );
    let long =
        Change { find: Some("e".into()), ..make_change("name", ChangeAction::Replace, &"x".repeat(399_999)) };
    assert_eq!(edit_draft(&[long]), Err(vec![FieldErrorCode::TooLong]));
}

/// The draft of urea as a stored item of the category of fertilizers.
fn urea_item() -> Item {
    let now = chrono::DateTime::UNIX_EPOCH;
    let draft = urea_draft();
    Item {
        id: uuid::Uuid::nil(),
        external_id: None,
        name: draft.name,
        description: None,
        category: Some("Fertilizante".into()),
        manufacturer: None,
        price: draft.price,
        currency: "BRL".into(),
        tags: draft.tags,
        status: Status::Ativo,
        attributes: draft.attributes,
        notes: None,
        packages: Vec::new(),
        created_at: now,
        updated_at: now,
        version: 1,
    }
}

#[test]
fn completeness_counts_fields_and_what_the_category_expects() {
    let found = measure_completeness(&urea_item(), &["teor".into(), "registro".into()]);
    assert_eq!(found.missing, ["description", "manufacturer", "attributes.registro"]);
    assert_eq!(found.value, 9.0 / 15.0);
}

#[test]
fn a_grid_says_what_it_does_not_know_and_what_it_does() {
    let plan = |filter: GridFilter| {
        GridQuery { filters: vec![filter], ..GridQuery::default() }
            .plan(Kind::Items)
            .map(|plan| plan.conditions)
    };
    let filter = |column: &str, test, values: &[&str]| GridFilter {
        column: column.into(),
        test,
        values: values.iter().map(|v| (*v).to_owned()).collect(),
    };
    for (column, test, values) in [
        ("colour", GridTest::Is, vec!["red"]),
        ("attributes.", GridTest::Is, vec!["red"]),
        ("question", GridTest::Is, vec!["red"]),
    ] {
        assert!(
            matches!(plan(filter(column, test, &values)), Err(GridError::UnknownColumn { .. })),
            "{column}"
        );
    }
    for (column, test, values) in [
        ("price", GridTest::Below, vec!["cheap"]),
        ("price", GridTest::Below, vec!["NaN"]),
        ("price", GridTest::Below, vec![]),
        ("price", GridTest::Below, vec!["1", "2"]),
        ("price", GridTest::Contains, vec!["1"]),
        ("price", GridTest::Below, vec!["1e300"]),
        ("name", GridTest::Above, vec!["a"]),
        ("status", GridTest::Is, vec!["gone"]),
        ("deleted", GridTest::Is, vec!["maybe"]),
        ("updatedAt", GridTest::Below, vec!["yesterday"]),
        ("name", GridTest::Is, vec![]),
    ] {
        assert!(
            matches!(plan(filter(column, test, &values)), Err(GridError::Invalid { .. })),
            "{column} {values:?}"
        );
    }
    let folded = plan(filter("category", GridTest::Is, &["Açúcar"])).unwrap();
    assert_eq!(folded[0].ask, Ask::Is(vec!["acucar".into()]));
}

#[test]
fn a_condition_is_read_as_an_address_writes_it_or_as_an_equation() {
    let read = |text: &str| GridFilter::of_text(text).map(|read| read.map(|f| (f.column, f.test, f.values)));
    let is = |column: &str, test, values: &[&str]| {
        Some(Ok((
            column.to_owned(),
            test,
            values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>(),
        )))
    };
    assert_eq!(read("category=Adubos ~ foliares"), is("category", GridTest::Is, &["Adubos ~ foliares"]));
    assert_eq!(read("tags~isNot~soja~a=b"), is("tags", GridTest::IsNot, &["soja", "a=b"]));
    assert_eq!(read(" price ~ below ~ 1.250,50 "), is("price", GridTest::Below, &["1.250,50"]));
    assert_eq!(read("description~empty"), is("description", GridTest::Empty, &[]));
    assert_eq!(read("description"), None);
    let refused = read("price~near~3").unwrap().unwrap_err();
    let GridError::UnknownTest { column, test, allowed } = refused else { panic!("{refused}") };
    assert_eq!((column.as_str(), test.as_str()), ("price", "near"));
    for test in GridTest::ALL {
        assert!(allowed.split(", ").any(|name| name == test.as_str()), "{allowed}");
        assert_eq!(json!(test), test.as_str(), "the name on the wire");
    }
}
