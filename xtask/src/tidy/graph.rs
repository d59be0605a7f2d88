//! The dependency graph, as `cargo metadata` reports it.

use anyhow::{Context, bail};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Packages and who depends on whom.
#[derive(Debug, Default)]
pub struct Graph {
    /// By cargo's package id.
    pub packages: BTreeMap<String, Package>,
}

/// One package.
#[derive(Debug, Default, Clone)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// An SPDX expression, sometimes in the old form with `/`.
    pub licence: Option<String>,
    /// Whether it is part of this workspace.
    pub is_ours: bool,
    pub dependencies: Vec<Dependency>,
}

/// An arrow to another package.
#[derive(Debug, Clone)]
pub struct Dependency {
    /// Id of the package.
    pub id: String,
    /// Only for tests; build scripts count as part of the program.
    pub only_for_tests: bool,
}

impl Graph {
    /// Reads the graph for the machine this runs on, with exactly the versions of the lock file.
    ///
    /// # Errors
    /// `cargo metadata` fails or answers something else than expected.
    pub fn read(root: &Path) -> anyhow::Result<Self> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["metadata", "--format-version=1", "--locked", "--filter-platform", &host()?])
            .current_dir(root)
            .output()
            .context("running cargo metadata")?;
        if !output.status.success() {
            bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let report: CrateReport = serde_json::from_slice(&output.stdout).context("reading cargo metadata")?;
        Ok(report.into())
    }

    /// The packages of this workspace, with their ids.
    pub fn ours(&self) -> impl Iterator<Item = (&str, &Package)> {
        self.packages.iter().filter(|(_, package)| package.is_ours).map(|(id, p)| (id.as_str(), p))
    }

    /// Names of the direct dependencies of `package`, those only for tests too.
    pub fn direct(&self, package: &Package) -> BTreeSet<&str> {
        package.dependencies.iter().filter_map(|to| Some(self.packages.get(&to.id)?.name.as_str())).collect()
    }

    /// The same without what only its tests need.
    pub fn direct_in_program(&self, package: &Package) -> BTreeSet<&str> {
        let used = package.dependencies.iter().filter(|to| !to.only_for_tests);
        used.filter_map(|to| Some(self.packages.get(&to.id)?.name.as_str())).collect()
    }

    /// Names of everything that ends up in the program through the package `id`, itself left out.
    pub fn closure(&self, id: &str) -> BTreeSet<&str> {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let Some(package) = self.packages.get(id) else { continue };
            for to in package.dependencies.iter().filter(|to| !to.only_for_tests) {
                if seen.insert(&to.id) {
                    open.push(&to.id);
                }
            }
        }
        seen.iter().filter_map(|id| Some(self.packages.get(*id)?.name.as_str())).collect()
    }
}

/// The machine's name in Rust's words: packages of other systems are neither fetched nor looked at.
fn host() -> anyhow::Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().context("running rustc")?;
    let text = String::from_utf8(output.stdout).context("reading rustc -vV")?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

#[derive(Deserialize)]
struct CrateReport {
    packages: Vec<CargoPackage>,
    workspace_members: BTreeSet<String>,
    resolve: CargoResolve,
}

#[derive(Deserialize)]
struct CargoPackage {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
}

#[derive(Deserialize)]
struct CargoResolve {
    nodes: Vec<CargoNode>,
}

#[derive(Deserialize)]
struct CargoNode {
    id: String,
    deps: Vec<CargoDependency>,
}

#[derive(Deserialize)]
struct CargoDependency {
    pkg: String,
    dep_kinds: Vec<CargoKind>,
}

#[derive(Deserialize)]
struct CargoKind {
    kind: Option<String>,
}

impl From<CrateReport> for Graph {
    fn from(report: CrateReport) -> Self {
        let mut nodes: BTreeMap<String, Vec<CargoDependency>> =
            report.resolve.nodes.into_iter().map(|node| (node.id, node.deps)).collect();
        let packages = report.packages.into_iter().map(|package| {
            let dependencies = nodes.remove(&package.id).unwrap_or_default();
            let ours = Package {
                name: package.name,
                version: package.version,
                licence: package.license,
                is_ours: report.workspace_members.contains(&package.id),
                dependencies: dependencies.into_iter().map(Dependency::from).collect(),
            };
            (package.id, ours)
        });
        Self { packages: packages.collect() }
    }
}

impl From<CargoDependency> for Dependency {
    fn from(report: CargoDependency) -> Self {
        let only_for_tests = report.dep_kinds.iter().all(|kind| kind.kind.as_deref() == Some("dev"));
        Self { id: report.pkg, only_for_tests }
    }
}

#[cfg(test)]
impl Graph {
    /// A graph of our own packages and of foreign ones, each named with what it depends on.
    pub fn of(ours: &[(&str, &[&str])], foreign: &[(&str, &[&str])]) -> Self {
        let to = |names: &[&str]| {
            names.iter().map(|id| Dependency { id: (*id).to_owned(), only_for_tests: false }).collect()
        };
        let package = |(name, names): &(&str, &[&str]), is_ours| {
            let name = (*name).to_owned();
            let package =
                Package { name: name.clone(), is_ours, dependencies: to(names), ..Package::default() };
            (name, package)
        };
        let ours = ours.iter().map(|entry| package(entry, true));
        Self { packages: ours.chain(foreign.iter().map(|entry| package(entry, false))).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_report_of_cargo() {
        let report = r#"{
            "packages": [
                {"id": "a 1", "name": "a", "version": "1.0.0", "license": "MIT"},
                {"id": "b 1", "name": "b", "version": "1.0.0", "license": null},
                {"id": "c 1", "name": "c", "version": "1.0.0", "license": null}
            ],
            "workspace_members": ["a 1"],
            "resolve": {"nodes": [
                {"id": "a 1", "deps": [
                    {"pkg": "b 1", "dep_kinds": [{"kind": null}, {"kind": "dev"}]},
                    {"pkg": "c 1", "dep_kinds": [{"kind": "dev"}]}
                ]},
                {"id": "b 1", "deps": []}
            ]}
        }"#;
        let graph: Graph = serde_json::from_str::<CrateReport>(report).unwrap().into();
        let a = &graph.packages["a 1"];
        assert!(a.is_ours && !graph.packages["b 1"].is_ours);
        assert_eq!(graph.direct(a), BTreeSet::from(["b", "c"]));
        assert_eq!(graph.closure("a 1"), BTreeSet::from(["b"]), "c is for tests only");
    }

    #[test]
    fn the_closure_goes_all_the_way_and_ends_in_a_circle() {
        let graph = Graph::of(&[("a", &["b"])], &[("b", &["c"]), ("c", &["b"])]);
        assert_eq!(graph.closure("a"), BTreeSet::from(["b", "c"]));
    }
}
