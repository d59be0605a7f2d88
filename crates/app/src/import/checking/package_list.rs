//! Packages of a row, out of the elements of a list.

use celeiro_domain::catalog::{FieldError, FieldErrorCode, Package};
use serde_json::Value;

/// What a package is made of.
const PACKAGE_FORM: &str =
    r#"{"label": "5 L", "code": "…", "ean": "…", "price": 298, "status": "ativo | inativo"}"#;

/// The packages that can be read; what cannot is told at `packages[2]`.
pub(super) fn read_packages(given: Vec<Value>, errors: &mut Vec<FieldError>) -> Vec<Package> {
    let mut packages = Vec::with_capacity(given.len());
    for (at, value) in given.into_iter().enumerate() {
        let shown = value.to_string();
        match serde_json::from_value(value) {
            Ok(package) => packages.push(package),
            Err(_) => {
                let (field, code) = (format!("packages[{at}]"), FieldErrorCode::InvalidValue);
                errors.push(FieldError::new(&field, code, &shown, PACKAGE_FORM).of_a_part());
            }
        }
    }
    packages
}
