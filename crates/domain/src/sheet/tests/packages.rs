//! Changes of the packages of many items.

use super::*;
use crate::catalog::{Package, PackageStatus};

/// The packages after a change, and what its row says: before and after.
type EditedPackages = (Vec<Package>, Option<(Value, Value)>);

#[test]
fn packages_are_changed_by_their_label_or_all_of_them_and_keep_what_is_not_meant() {
    let package = |label: &str, price: Option<&str>, status| Package {
        label: label.into(),
        code: None,
        ean: None,
        price: price.map(|price| Price::parse(price).unwrap()),
        status,
    };
    use PackageStatus::{Ativo, Inativo};
    let before = vec![
        package("5 L", Some("100"), Ativo),
        package("20 L", Some("380.55"), Ativo),
        package("1 L", None, Ativo),
        package("200 L", Some("3000"), Inativo),
    ];
    let edit = |change: Change| -> Result<EditedPackages, FieldErrorCode> {
        let draft = ItemDraft { packages: Some(before.clone()), ..urea_draft() };
        let steps = read_steps(Kind::Items, &[change]).map_err(|errors| errors[0].code)?;
        let (old, mut record) =
            (EditRecord::Item(Box::new(draft.clone())), EditRecord::Item(Box::new(draft)));
        let done = apply_all(&mut record, &mut false, &steps, &DefinedFields::default(), DateTime::default());
        done.map_err(|errors| errors[0].code)?;
        let difference = old.difference(&record, &Column::Packages);
        let EditRecord::Item(draft) = record else { panic!("an item became a FAQ") };
        Ok((draft.packages.unwrap(), difference))
    };
    let prices = |change: Change| {
        let (packages, _) = edit(change).unwrap();
        packages.iter().map(|one| one.price.map_or(String::new(), |p| p.to_string())).collect::<Vec<_>>()
    };
    let percent = |find: &str, value: &str| with_find("packages.price", ChangeAction::Percent, find, value);
    assert_eq!(prices(percent("", "10")), ["110", "418.61", "", "3000"], "those on sale that have a price");
    assert_eq!(prices(percent("5l", "-5,5%")), ["94.5", "380.55", "", "3000"]);
    assert_eq!(prices(percent("7 L", "10")), ["100", "380.55", "", "3000"]);

    let status = |find: &str, value: &str| with_find("packages.status", ChangeAction::Set, find, value);
    let (packages, difference) = edit(status("20 L", "inativo")).unwrap();
    assert_eq!(packages.iter().map(|one| one.status).collect::<Vec<_>>(), [Ativo, Inativo, Ativo, Inativo]);
    let (from, to) = difference.unwrap();
    assert_eq!((from[0]["label"].clone(), from.as_array().unwrap().len()), (json!("20 L"), 1));
    assert_eq!(to[0]["status"], "inativo");

    use FieldErrorCode::{InvalidNumber, InvalidPrice, InvalidStatus, NotPossible, UnknownField};
    for (change, code) in [
        (percent("", "dez"), InvalidNumber),
        (percent("", "-101"), InvalidNumber),
        (status("", "rascunho"), InvalidStatus),
        (make_change("packages.price", ChangeAction::Set, "10"), NotPossible),
        (make_change("packages.status", ChangeAction::Clear, ""), NotPossible),
        (make_change("packages", ChangeAction::Set, "[]"), UnknownField),
        (make_change("packages.ean", ChangeAction::Set, "1"), UnknownField),
    ] {
        assert_eq!(edit(change.clone()).unwrap_err(), code, "{change:?}");
    }
    let huge =
        ItemDraft { packages: Some(vec![package("5 L", Some("999999999999"), Ativo)]), ..urea_draft() };
    let mut record = EditRecord::Item(Box::new(huge));
    let steps = read_steps(Kind::Items, &[percent("", "10")]).unwrap();
    let refused = apply_all(&mut record, &mut false, &steps, &DefinedFields::default(), DateTime::default());
    assert_eq!(refused.unwrap_err()[0].code, InvalidPrice);
    assert!(read_steps(Kind::Faqs, &[status("", "ativo")]).is_err());
}
