//! Packages of a row, from the elements of a list.

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
        match serde_json::from_value(spell_numbers(value)) {
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

/// The package with its code and EAN as texts where they are whole numbers. With a point or an exponent a number may
/// have lost digits, and stays one.
fn spell_numbers(mut package: Value) -> Value {
    for name in ["code", "ean"] {
        if let Some(part) = package.get_mut(name)
            && let Some(number) = part.as_u64()
        {
            *part = Value::String(number.to_string());
        }
    }
    package
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

    #[test]
    fn a_code_or_an_ean_may_be_a_whole_number_and_no_other() {
        let mut errors = Vec::new();
        let given = json!([
            { "label": "saco 25 kg", "code": 55123, "ean": 7_891_000_315_507_u64 },
            { "label": "saco 50 kg", "ean": 7.891_000_315_507e12 },
            { "label": "granel", "code": -1 },
        ]);
        let packages = read_packages(given.as_array().unwrap().clone(), &mut errors);
        assert_eq!(
            (packages[0].code.as_deref(), packages[0].ean.as_deref()),
            (Some("55123"), Some("7891000315507"))
        );
        let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["packages[1]", "packages[2]"]);
    }
}
