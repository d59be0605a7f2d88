//! Licences of everything that is built in: each package of `Cargo.lock` (for this machine) and of
//! `ui/package-lock.json` must be under one of those that `deny.toml` allows.
//!
//! Needs no network and no further tool. Known vulnerabilities are another matter: they change by the
//! day, so they are asked for online (`make advisories`).

use super::Finding;
use super::graph::Graph;
use anyhow::Context;
use serde::Deserialize;
use spdx::{Expression, ParseMode};
use std::collections::BTreeMap;
use std::path::Path;

const HOW: &str = "choose another package, or allow the licence in deny.toml with a reason";

#[derive(Deserialize)]
struct Deny {
    licenses: AllowedLicences,
}

#[derive(Deserialize)]
struct AllowedLicences {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct PackageLock {
    packages: BTreeMap<String, NpmPackage>,
}

#[derive(Deserialize)]
struct NpmPackage {
    license: Option<String>,
}

/// Checks both lock files.
///
/// # Errors
/// `deny.toml` or `ui/package-lock.json` cannot be read.
pub fn check(root: &Path, graph: &Graph) -> anyhow::Result<Vec<Finding>> {
    let read =
        |name: &str| std::fs::read_to_string(root.join(name)).with_context(|| format!("reading {name}"));
    let deny: Deny = toml::from_str(&read("deny.toml")?).context("reading deny.toml")?;
    let npm: PackageLock =
        serde_json::from_str(&read("ui/package-lock.json")?).context("reading ui/package-lock.json")?;

    let crates = graph.packages.values().filter(|package| !package.is_ours);
    let crates =
        crates.map(|package| (format!("{} {}", package.name, package.version), package.licence.clone()));
    // The empty name is the interface itself.
    let npm = npm.packages.into_iter().filter(|(path, _)| !path.is_empty());
    let npm = npm.map(|(path, package)| (path, package.license));
    Ok(crates
        .chain(npm)
        .filter_map(|(name, licence)| judge(&name, licence.as_deref(), &deny.licenses.allow))
        .collect())
}

fn judge(name: &str, licence: Option<&str>, allow: &[String]) -> Option<Finding> {
    let Some(licence) = licence else {
        return Some(Finding::error(name, format!("names no licence: {HOW}")));
    };
    // Lax: crates from before SPDX expressions write `MIT/Apache-2.0`.
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Ok(expression) => {
            let allowed = expression.evaluate(|requirement| allow.contains(&requirement.to_string()));
            (!allowed).then(|| Finding::error(name, format!("is under {licence}: {HOW}")))
        }
        Err(error) => Some(Finding::error(
            name,
            format!("has a licence that is not understood ({}): {HOW}", error.reason),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(licence: Option<&str>) -> bool {
        let allow = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
        judge("x", licence, &allow).is_some()
    }

    #[test]
    fn allows_what_can_be_had_under_an_allowed_licence() {
        for licence in
            ["MIT", "MIT OR GPL-3.0-only", "GPL-3.0-only/MIT", "MIT AND Apache-2.0", "(Zlib OR MIT)"]
        {
            assert!(!is_refused(Some(licence)), "{licence}");
        }
        assert!(!is_refused(Some("Apache-2.0 WITH LLVM-exception")));
    }

    #[test]
    fn refuses_the_rest() {
        for licence in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "SEE LICENSE IN x", "UNLICENSED"] {
            assert!(is_refused(Some(licence)), "{licence}");
        }
        assert!(is_refused(None));
    }
}
