//! The law of the dependency graph (`ARCHITECTURE.md`): which of our packages may know which, and
//! which library has one package as its only door.
//!
//! The package of tests stands outside the program: it may look at everything, and it asks the
//! database itself. So does this one, within the table below.

use super::Finding;
use super::graph::{Graph, Package};
use std::collections::BTreeSet;

/// Our packages and those of ours that each may name. A package that is not listed is refused.
const ARROWS: [(&str, &[&str]); 9] = [
    ("celeiro-domain", &[]),
    ("celeiro-store", &["celeiro-domain"]),
    ("celeiro-neural", &[]),
    ("celeiro-llm", &["celeiro-domain", "celeiro-neural"]),
    ("celeiro-app", &["celeiro-domain", "celeiro-store", "celeiro-llm"]),
    ("celeiro-cli", &["celeiro-app", "celeiro-domain"]),
    ("celeiro-desktop", &["celeiro-app", "celeiro-domain"]),
    ("celeiro-tests", &["celeiro-app", "celeiro-domain", "celeiro-llm", "celeiro-store"]),
    ("xtask", &[]),
];

/// Libraries with one door: who may name them, and what else does it for the rest. Tests of a crate may
/// use them too.
const DOORS: [(&str, &[&str]); 11] = [
    ("sqlx", &["celeiro-store", "celeiro-tests"]),
    ("pgvector", &["celeiro-store"]),
    ("reqwest", &["celeiro-llm", "celeiro-tests"]),
    ("axum", &["celeiro-cli"]),
    ("rmcp", &["celeiro-cli"]),
    ("prometheus-client", &["celeiro-app"]),
    ("pdf-writer", &["celeiro-app"]),
    ("subsetter", &["celeiro-app"]),
    ("clap", &["celeiro-cli", "celeiro-tests", "xtask"]),
    ("tauri", &["celeiro-desktop"]),
    ("tauri-build", &["celeiro-desktop"]),
];

/// What must not reach the rules even through another library: no waiting, no wire, no disk.
const KEPT_OUT_OF_DOMAIN: [&str; 6] = ["tokio", "async-std", "sqlx", "reqwest", "axum", "tauri"];

/// Holds the graph against the law.
pub fn check(graph: &Graph) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (id, package) in graph.ours() {
        let direct = graph.direct(package);
        findings.extend(turned_arrows(graph, package, &direct));
        findings.extend(wrong_doors(package, &graph.direct_in_program(package)));
        if package.name == "celeiro-domain" {
            findings.extend(impure(&graph.closure(id)));
        }
    }
    findings
}

fn turned_arrows(graph: &Graph, package: &Package, direct: &BTreeSet<&str>) -> Vec<Finding> {
    let Some((_, may)) = ARROWS.iter().find(|(name, _)| *name == package.name) else {
        let words = "a package that the law does not know: add it to ARROWS in xtask/src/tidy/arrows.rs \
                     and to the map in ARCHITECTURE.md";
        return vec![Finding::error(&package.name, words)];
    };
    let ours: BTreeSet<&str> = graph.ours().map(|(_, package)| package.name.as_str()).collect();
    let wrong = direct.intersection(&ours).filter(|name| !may.contains(name));
    wrong
        .map(|name| {
            let allowed = if may.is_empty() { "none of ours".to_owned() } else { may.join(", ") };
            let words = format!(
                "must not depend on {name} (allowed: {allowed}); move what is needed down, or let the \
                 package above put both together"
            );
            Finding::error(&package.name, words)
        })
        .collect()
}

fn wrong_doors(package: &Package, direct: &BTreeSet<&str>) -> Vec<Finding> {
    let wrong = DOORS
        .iter()
        .filter(|(library, may)| direct.contains(library) && !may.contains(&package.name.as_str()));
    wrong
        .map(|(library, may)| {
            let words = format!("must not name {library}: only {} may", may.join(", "));
            Finding::error(&package.name, words)
        })
        .collect()
}

fn impure(closure: &BTreeSet<&str>) -> Vec<Finding> {
    let reached = KEPT_OUT_OF_DOMAIN.iter().filter(|library| closure.contains(*library));
    reached
        .map(|library| {
            let words = format!("reaches {library}, directly or through another library; rules are pure");
            Finding::error("celeiro-domain", words)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOREIGN: [(&str, &[&str]); 4] =
        [("sqlx", &["tokio"]), ("serde", &[]), ("tokio", &[]), ("sneaky", &["tokio"])];

    fn words_of(ours: &[(&str, &[&str])]) -> Vec<String> {
        check(&Graph::of(ours, &FOREIGN)).into_iter().map(|f| format!("{} {}", f.place, f.words)).collect()
    }

    #[test]
    fn the_drawn_arrows_are_fine() {
        let found = words_of(&[
            ("celeiro-domain", &["serde"]),
            ("celeiro-store", &["celeiro-domain", "sqlx"]),
            ("celeiro-llm", &["celeiro-domain"]),
            ("celeiro-app", &["celeiro-domain", "celeiro-store", "celeiro-llm"]),
            ("celeiro-cli", &["celeiro-app"]),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn an_arrow_that_turns_is_named() {
        let found =
            words_of(&[("celeiro-domain", &[]), ("celeiro-store", &[]), ("celeiro-llm", &["celeiro-store"])]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("celeiro-llm must not depend on celeiro-store"), "{found:?}");
    }

    #[test]
    fn a_library_has_one_door() {
        let found = words_of(&[("celeiro-app", &["sqlx"])]);
        assert_eq!(found, ["celeiro-app must not name sqlx: only celeiro-store, celeiro-tests may"]);
    }

    #[test]
    fn the_domain_is_pure_all_the_way_down() {
        let found = words_of(&[("celeiro-domain", &["sneaky"])]);
        assert!(found.len() == 1 && found[0].contains("reaches tokio"), "{found:?}");
    }

    #[test]
    fn a_new_package_needs_a_place() {
        let found = words_of(&[("celeiro-novo", &[])]);
        assert!(found.len() == 1 && found[0].contains("ARROWS"), "{found:?}");
    }
}
