//! Packages of a row, out of the elements of a list.

use celeiro_domain::catalog::{FieldError, FieldErrorCode, Package, PackageStatus};
use serde_json::Value;

/// What a package is made of.
const PACKAGE_FORM: &str =
    r#"{"label": "5 L", "code": "…", "ean": "…", "price": 298, "status": "ativo | inativo"}"#;

/// The packages; what cannot be read is told at `packages[2]`, and another stands in its place, so that what is
/// wrong with those behind it is told at theirs. A row with an error is stored nowhere.
pub(super) fn read_packages(given: Vec<Value>, errors: &mut Vec<FieldError>) -> Vec<Package> {
    let mut packages = Vec::with_capacity(given.len());
    for (at, value) in given.into_iter().enumerate() {
        let shown = value.to_string();
        match serde_json::from_value(value) {
            Ok(package) => packages.push(package),
            Err(_) => {
                let (field, code) = (format!("packages[{at}]"), FieldErrorCode::InvalidValue);
                errors.push(FieldError::new(&field, code, &shown, PACKAGE_FORM).of_a_part());
                packages.push(make_stand_in());
            }
        }
    }
    packages
}

/// A package with nothing wrong in it.
fn make_stand_in() -> Package {
    Package { label: "?".into(), code: None, ean: None, price: None, status: PackageStatus::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::catalog::ItemDraft;
    use serde_json::json;

    #[test]
    fn what_is_wrong_behind_an_unreadable_package_is_told_at_its_own_place() {
        let mut errors = Vec::new();
        let given = vec![json!(3), json!({ "label": "5 L" }), json!({ "label": "1 t", "ean": "1" })];
        let packages = read_packages(given, &mut errors);
        let draft = ItemDraft { name: "Ureia".into(), packages: Some(packages), ..ItemDraft::default() };
        errors.extend(draft.check().unwrap_err());
        let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["packages[0]", "packages[2].ean"]);
    }
}
