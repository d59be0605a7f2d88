//! Columns by their names, and how complete a record is.

use super::*;
use crate::sheet::column::ColumnKind;
use proptest::prelude::*;

#[test]
fn every_column_is_read_by_the_name_it_has() {
    for kind in [Kind::Items, Kind::Faqs] {
        let mut seen = std::collections::HashSet::new();
        for column in Column::fixed_columns(kind) {
            let name = column.name();
            assert!(!name.is_empty() && seen.insert(name.clone()), "{name}");
            assert_eq!(Column::parse(kind, &name), Some(column.clone()));
            assert_eq!(Column::wire_name(column.column_name()), name);
            if let Some(field) = column.field() {
                assert!(field.belongs_to(kind), "{name}");
                assert_eq!(field.name(), name);
            }
        }
    }
}

#[test]
fn a_kind_has_no_columns_of_the_other() {
    for name in ["name", "price", "notes", "completeness", "attributes.teor"] {
        assert_eq!(Column::parse(Kind::Faqs, name), None, "{name}");
    }
    for name in ["question", "answer", "approvedAt", "approval", "Name", "external_id", "", "attributes"] {
        assert_eq!(Column::parse(Kind::Items, name), None, "{name}");
    }
    assert!(Column::allowed_names(Kind::Items).ends_with(", attributes.*"));
    assert!(!Column::allowed_names(Kind::Faqs).contains("attributes"));
}

#[test]
fn packages_are_shown_and_neither_asked_for_nor_written() {
    let packages = Column::parse_exported(Kind::Items, "packages").unwrap();
    assert_eq!((packages.name().as_str(), packages.column_name()), ("packages", "packages"));
    assert!(!packages.is_written());
    assert_eq!(Column::parse(Kind::Items, "packages"), None);
    assert_eq!(Column::parse_exported(Kind::Faqs, "packages"), None);
    assert_eq!(Column::parse_exported(Kind::Items, "price"), Some(Column::Price));
    assert!(Column::exported_names(Kind::Items).contains("packages"));
    assert!(!Column::allowed_names(Kind::Items).contains("packages"));
    assert!(!Column::exported_names(Kind::Faqs).contains("packages"));
}

#[test]
fn pictures_are_in_views_of_items_and_in_no_file() {
    for name in ["images", "packages", "stock"] {
        assert!(Column::is_in_views(Kind::Items, name), "{name}");
        assert!(!Column::is_in_views(Kind::Faqs, name), "{name}");
        assert!(Column::view_names(Kind::Items).contains(name), "{name}");
    }
    assert_eq!(Column::parse_exported(Kind::Items, "images"), None);
    assert!(!Column::exported_names(Kind::Items).contains("images"));
}

#[test]
fn a_file_has_the_stock_that_a_grid_shows() {
    assert_eq!(Column::parse_exported(Kind::Items, "stock"), Some(Column::Stock));
    assert!(Column::exported_names(Kind::Items).contains("stock"));
}

#[test]
fn a_grid_is_asked_for_stock_and_not_for_pictures() {
    assert_eq!(Column::parse(Kind::Items, "stock"), Some(Column::Stock));
    assert!(Column::allowed_names(Kind::Items).contains("stock"));
    assert_eq!(Column::parse(Kind::Faqs, "stock"), None);
    assert_eq!(Column::parse(Kind::Items, "images"), None);
}

#[test]
fn an_attribute_has_a_name_of_at_most_500_bytes() {
    let parse = |key: &str| Column::parse(Kind::Items, &format!("attributes.{key}"));
    let name_attribute = |key: &str| Some(Column::Attribute(key.into()));
    assert_eq!(parse("teor"), name_attribute("teor"));
    assert_eq!(parse("a.b"), name_attribute("a.b"), "what stands behind the first point is the name");
    assert_eq!(parse("te\0or"), name_attribute("teor"));
    assert_eq!(parse(&"é".repeat(250)), name_attribute(&"é".repeat(250)));
    for key in ["", " ", "\0", "\u{a0}", &"é".repeat(251)] {
        assert_eq!(parse(key), None, "{key:?}");
    }
}

#[test]
fn what_is_counted_is_not_written() {
    let list_counted = |kind| -> Vec<String> {
        let columns = Column::fixed_columns(kind).filter(|column| !column.is_written());
        columns.map(|column| column.name()).collect()
    };
    assert_eq!(list_counted(Kind::Items), ["stock", "completeness", "updatedAt", "createdAt", "version"]);
    assert_eq!(list_counted(Kind::Faqs), ["approval", "updatedAt", "createdAt", "version"]);
    assert!(Column::Attribute("x".into()).is_written() && Column::Deleted.is_written());
}

#[test]
fn a_column_is_compared_as_what_it_holds() {
    for (name, kind) in [
        ("externalId", ColumnKind::Text),
        ("notes", ColumnKind::Text),
        ("tags", ColumnKind::Tags),
        ("status", ColumnKind::Status),
        ("price", ColumnKind::Number),
        ("version", ColumnKind::Number),
        ("completeness", ColumnKind::Number),
        ("stock", ColumnKind::Stock),
        ("createdAt", ColumnKind::Time),
        ("deleted", ColumnKind::YesNo),
        ("attributes.x", ColumnKind::Attribute),
    ] {
        assert_eq!(Column::parse(Kind::Items, name).unwrap().kind(), kind, "{name}");
    }
    assert_eq!(Column::parse(Kind::Faqs, "approval").unwrap().kind(), ColumnKind::Approval);
    assert_eq!(Column::parse(Kind::Faqs, "approvedAt").unwrap().kind(), ColumnKind::Time);
}

#[test]
fn the_history_names_columns_as_the_wire_does_and_keeps_what_it_does_not_know() {
    for (stored, wire) in [
        ("deleted_at", "deleted"),
        ("external_id", "externalId"),
        ("updated_at", "updatedAt"),
        ("approved_at", "approvedAt"),
        ("price", "price"),
        ("attributes", "attributes"),
        ("search_text", "search_text"),
    ] {
        assert_eq!(Column::wire_name(stored), wire);
    }
    assert_eq!(Column::Attribute("teor".into()).column_name(), "attributes", "one column holds all");
}

/// An item with nothing but what the database asks for.
fn bare_item() -> Item {
    Item { category: None, price: None, tags: vec![], attributes: Default::default(), ..urea_item() }
}

#[test]
fn completeness_is_the_weighted_share_of_what_is_there() {
    assert_eq!(measure_completeness(&bare_item(), &[]).value, 0.0);
    assert_eq!(
        measure_completeness(&bare_item(), &[]).missing,
        ["description", "category", "price", "manufacturer", "tags"]
    );
    for (part, filled) in [
        (Item { description: Some("x".into()), ..bare_item() }, 3.0),
        (Item { category: Some("x".into()), ..bare_item() }, 3.0),
        (Item { price: Price::parse("0").ok(), ..bare_item() }, 3.0),
        (Item { manufacturer: Some("x".into()), ..bare_item() }, 2.0),
        (Item { tags: vec!["x".into()], ..bare_item() }, 2.0),
    ] {
        assert_eq!(measure_completeness(&part, &[]).value, filled / 13.0, "{part:?}");
    }
    let full = Item {
        description: Some("x".into()),
        category: Some("x".into()),
        manufacturer: Some("x".into()),
        price: Price::parse("1").ok(),
        tags: vec!["x".into()],
        ..bare_item()
    };
    assert_eq!(
        (measure_completeness(&full, &[]).value, measure_completeness(&full, &[]).missing.len()),
        (1.0, 0)
    );
    assert_eq!(measure_completeness(&full, &["teor".into()]).value, 13.0 / 14.0);
}

#[test]
fn an_attribute_is_filled_where_it_says_something() {
    for filled in [json!(0), json!(false), json!("x"), json!([null]), json!({ "a": null }), json!("\u{a0}")] {
        assert!(is_filled(&filled), "{filled}");
    }
    for empty in [json!(null), json!(""), json!(" \t\r\n"), json!([]), json!({})] {
        assert!(!is_filled(&empty), "{empty}");
    }
}

proptest! {
    #[test]
    fn completeness_is_a_share_and_filling_a_gap_never_lowers_it(
        description in proptest::option::of("[ x]{0,3}"), category in proptest::option::of("[ x]{0,3}"),
        tags in proptest::collection::vec("x", 0..2), expected in proptest::collection::vec("[ab]", 0..4),
    ) {
        let before = Item { description, category, tags, ..bare_item() };
        let found = measure_completeness(&before, &expected);
        prop_assert!((0.0..=1.0).contains(&found.value));
        prop_assert_eq!(found.missing.is_empty(), found.value == 1.0);
        let after = Item { description: Some("x".into()), manufacturer: Some("x".into()), ..before };
        prop_assert!(measure_completeness(&after, &expected).value >= found.value);
    }
}
