use super::*;
use crate::catalog::FieldErrorCode;
use crate::text::normalize_text;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use uuid::Uuid;

/// Ids of categories that changes make.
static NEXT_ID: AtomicU64 = AtomicU64::new(100);

/// Categories by their names and those of their parents, which stand before them.
fn tree(pairs: &[(&str, Option<&str>)]) -> CategoryTree {
    let mut tree = CategoryTree::default();
    for (at, (name, parent)) in pairs.iter().enumerate() {
        let parent = parent.map(|parent| tree.find(parent).unwrap().id);
        tree.put(CategoryNode { id: Uuid::from_u128(at as u128 + 1), name: (*name).into(), parent });
    }
    tree
}

fn found_items(names: &[(&str, i64)]) -> HashMap<String, FoundCategory> {
    let entry = |(name, items): &(&str, i64)| {
        (normalize_text(name), FoundCategory { name: (*name).into(), items: *items })
    };
    names.iter().map(entry).collect()
}

fn run(
    tree: &CategoryTree,
    items: &[(&str, i64)],
    change: CategoryChange,
) -> Result<(CategoryTree, CategoryPlan), CategoryRefusal> {
    let new_id = || Uuid::from_u128(NEXT_ID.fetch_add(1, Ordering::Relaxed).into());
    let plan = plan_category_change(tree, &found_items(items), &change, new_id)?;
    let mut after = tree.clone();
    for change in &plan.changes {
        match &change.after {
            Some(node) => after.put(node.clone()),
            None => after.remove(change.id),
        }
    }
    assert!(after.is_sound());
    Ok((after, plan))
}

fn path<'a>(tree: &'a CategoryTree, name: &str) -> Vec<&'a str> {
    tree.path(tree.find(name).unwrap().id)
}

fn move_under(category: &str, parent: Option<&str>) -> CategoryChange {
    CategoryChange::Move { category: category.into(), parent: parent.map(str::to_owned) }
}

#[test]
fn a_category_that_items_alone_have_gets_its_place_by_being_moved() {
    let tree = tree(&[("Defensivos", None)]);
    let (after, plan) =
        run(&tree, &[("Herbicidas", 3)], move_under("HERBICIDAS", Some("defensivos"))).unwrap();
    assert_eq!(path(&after, "herbicidas"), ["Defensivos", "Herbicidas"]);
    assert_eq!((plan.name.as_str(), plan.rename), ("Herbicidas", None));
    let missing = run(&tree, &[], move_under("Herbicidas", None));
    assert_eq!(missing.unwrap_err(), CategoryRefusal::Missing("Herbicidas".into()));
}

#[test]
fn nothing_stands_under_itself_or_under_what_is_below_it() {
    let tree = tree(&[("A", None), ("B", Some("A")), ("C", Some("B"))]);
    for parent in ["a", "B", "C"] {
        let refused = run(&tree, &[], move_under("A", Some(parent))).unwrap_err();
        assert!(matches!(refused, CategoryRefusal::Cycle { category, .. } if category == "A"), "{parent}");
    }
    let (after, _) = run(&tree, &[], move_under("C", None)).unwrap();
    assert_eq!(path(&after, "C"), ["C"]);
}

#[test]
fn the_tree_has_eight_levels_at_most_also_for_what_goes_along() {
    let names = ["1", "2", "3", "4", "5", "6", "7"];
    let chain: Vec<(&str, Option<&str>)> = names
        .iter()
        .enumerate()
        .map(|(at, name)| (*name, at.checked_sub(1).map(|above| names[above])))
        .collect();
    let mut pairs = chain;
    pairs.extend([("x", None), ("y", Some("x"))]);
    let tree = tree(&pairs);
    assert_eq!(run(&tree, &[], move_under("x", Some("7"))).unwrap_err(), CategoryRefusal::TooDeep);
    let (after, _) = run(&tree, &[], move_under("y", Some("7"))).unwrap();
    assert_eq!(path(&after, "y").len(), MAX_CATEGORY_DEPTH);
    let deeper = CategoryChange::Create { name: "z".into(), parent: Some("y".into()) };
    assert_eq!(run(&after, &[], deeper).unwrap_err(), CategoryRefusal::TooDeep);
}

#[test]
fn names_are_unique_whatever_their_case_and_accents() {
    let tree = tree(&[("Óleo", None), ("Adubo", None)]);
    let rename = |name: &str| CategoryChange::Rename { category: "adubo".into(), name: name.into() };
    for (name, items) in [("oleo", &[][..]), ("sementes", &[("Sementes", 2)][..])] {
        assert_eq!(run(&tree, items, rename(name)).unwrap_err(), CategoryRefusal::Taken(name.into()));
    }
    // Its own name in another spelling is free.
    let (after, plan) = run(&tree, &[("Adubo", 4)], rename("ADUBO")).unwrap();
    assert_eq!(path(&after, "adubo"), ["ADUBO"]);
    assert_eq!(plan.rename, Some(CategoryRename { from: "adubo".into(), to: "ADUBO".into() }));
    let again = CategoryChange::Create { name: "OLEO".into(), parent: None };
    assert_eq!(run(&tree, &[], again).unwrap_err(), CategoryRefusal::Taken("OLEO".into()));
}

#[test]
fn a_merge_hands_over_what_stands_below() {
    let tree = tree(&[("A", None), ("B", Some("A")), ("C", Some("B")), ("D", Some("A")), ("E", None)]);
    let merge =
        |category: &str, into: &str| CategoryChange::Merge { category: category.into(), into: into.into() };
    let (after, plan) = run(&tree, &[], merge("A", "E")).unwrap();
    assert_eq!(path(&after, "C"), ["E", "B", "C"]);
    assert_eq!(plan.rename, Some(CategoryRename { from: "a".into(), to: "E".into() }));
    // One from below takes the place of the one that goes.
    let (after, _) = run(&tree, &[], merge("A", "C")).unwrap();
    assert_eq!((path(&after, "C"), path(&after, "D")), (vec!["B", "C"], vec!["D"]));
    let alone = merge("a", "A").check().unwrap_err();
    assert_eq!((alone[0].field.as_str(), alone[0].code), ("into", FieldErrorCode::NotPossible));
}

#[test]
fn only_an_empty_category_is_deleted() {
    let tree = tree(&[("A", None), ("B", Some("A"))]);
    let delete = |category: &str| CategoryChange::Delete { category: category.into() };
    let refused = run(&tree, &[("B", 2)], delete("b")).unwrap_err();
    assert_eq!(refused, CategoryRefusal::NotEmpty { category: "B".into(), items: 2 });
    assert!(matches!(run(&tree, &[], delete("A")).unwrap_err(), CategoryRefusal::NotEmpty { items: 0, .. }));
    let (after, _) = run(&tree, &[], delete("B")).unwrap();
    assert!(after.find("B").is_none());
}

#[test]
fn names_are_cleaned_and_blank_or_boundless_ones_refused() {
    let create = |name: &str| CategoryChange::Create { name: name.into(), parent: None }.check();
    assert_eq!(create("  Sementes \u{200b}de  milho ").unwrap().names(), ["Sementes de milho"]);
    assert_eq!(create(" \t").unwrap_err()[0].code, FieldErrorCode::Required);
    assert_eq!(create(&"x".repeat(301)).unwrap_err()[0].code, FieldErrorCode::TooLong);
    // Eighteen characters each, folded.
    assert_eq!(create(&"ﷺ".repeat(20)).unwrap_err()[0].code, FieldErrorCode::TooLong);
    let blank = CategoryChange::Move { category: "A".into(), parent: Some(" ".into()) }.check();
    assert_eq!(blank.unwrap_err()[0].field, "parent");
}

#[test]
fn items_count_in_every_category_above_theirs() {
    let count = |name: &str, parent: Option<&str>, active, items| CategoryCount {
        name: name.into(),
        parent: parent.map(str::to_owned),
        active,
        items,
    };
    let categories = [count("B", Some("a"), 2, 3), count("A", None, 1, 1), count("C", Some("B"), 4, 4)];
    assert_eq!(sum_subtrees(&categories), [(6, 7), (7, 8), (4, 4)]);
}

#[test]
fn a_list_names_a_renamed_category_once() {
    let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    assert_eq!(replace_category(&list(&["X", "Á"]), "a", "B"), Some(list(&["X", "B"])));
    assert_eq!(replace_category(&list(&["b", "A"]), "a", "B"), Some(list(&["b"])));
    assert_eq!(replace_category(&list(&["X"]), "a", "B"), None);
}

#[test]
fn a_name_and_a_place_come_back_each_by_itself() {
    let start = tree(&[("A", None), ("B", None), ("C", None)]);
    let (placed, first) = run(&start, &[], move_under("B", Some("A"))).unwrap();
    let rename = CategoryChange::Rename { category: "B".into(), name: "Bê".into() };
    let (named, _) = run(&placed, &[], rename).unwrap();
    let back = named.take_back(&first.changes).unwrap();
    assert_eq!(path(&back, "bê"), ["Bê"]);
    let (elsewhere, _) = run(&named, &[], move_under("Bê", Some("C"))).unwrap();
    let id = start.find("B").unwrap().id;
    assert_eq!(elsewhere.take_back(&first.changes).unwrap_err(), [id]);
}

#[test]
fn what_is_taken_back_leaves_no_name_twice_and_nothing_without_a_place() {
    let start = tree(&[("A", None), ("B", Some("A"))]);
    let (without, gone) = run(&start, &[], CategoryChange::Delete { category: "B".into() }).unwrap();
    let again = CategoryChange::Create { name: "b".into(), parent: None };
    let (taken, made) = run(&without, &[], again).unwrap();
    assert_eq!(taken.take_back(&gone.changes).unwrap_err(), [gone.changes[0].id]);
    let child = CategoryChange::Create { name: "C".into(), parent: Some("b".into()) };
    let (parent, _) = run(&taken, &[], child).unwrap();
    assert_eq!(parent.take_back(&made.changes).unwrap_err(), [made.changes[0].id]);
    assert_eq!(taken.take_back(&made.changes).unwrap(), without);
}
