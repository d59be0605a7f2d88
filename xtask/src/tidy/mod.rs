//! `cargo xtask tidy`: what no compiler checks and a reviewer should not have to.
//!
//! Each rule is a function from what it looks at to [`Finding`]s, in a file of its own, with a test
//! that shows it silent on a good case and speaking on a bad one. This module gathers what the rules
//! look at (the tracked files, the dependency graph) once and prints what they found.
//!
//! Left out: formatting, lints and types, which rustfmt, clippy, prettier, eslint and tsc check.

mod arrows;
mod circles;
mod crowds;
mod files;
mod graph;
mod leftovers;
mod licences;
mod migrations;
mod names;
mod nouns;
mod places;
mod size;
#[cfg(test)]
mod tests;
mod translations;

use anyhow::bail;
use files::TrackedFiles;
use graph::Graph;
use std::path::Path;

/// What to check, and what to write instead.
#[derive(clap::Args)]
pub struct Options {
    /// Write migrations/migrations.lock anew instead of checking anything.
    #[arg(long)]
    fix_migrations: bool,
}

/// What a rule has to say: where, and what to do about it.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    /// File with an optional line, or the name of a package.
    place: String,
    /// What is wrong and how to put it right.
    words: String,
    /// Whether it makes the check fail.
    weight: Weight,
}

/// Whether a finding stops anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    Error,
    Warning,
}

impl Finding {
    fn error(place: impl Into<String>, words: impl Into<String>) -> Self {
        Self { place: place.into(), words: words.into(), weight: Weight::Error }
    }

    fn warning(place: impl Into<String>, words: impl Into<String>) -> Self {
        Self { place: place.into(), words: words.into(), weight: Weight::Warning }
    }
}

/// Checks the repository, or renews the lock of the migrations.
///
/// # Errors
/// Something is not tidy (printed before), or `git` or `cargo metadata` cannot be run.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let root = crate::root();
    if options.fix_migrations {
        return migrations::renew(&root);
    }
    let findings = findings(&root)?;
    for finding in &findings {
        let weight = match finding.weight {
            Weight::Error => "error",
            Weight::Warning => "warning",
        };
        eprintln!("{weight}: {}: {}", finding.place, finding.words);
    }
    match findings.iter().filter(|finding| finding.weight == Weight::Error).count() {
        0 => {
            println!("tidy");
            Ok(())
        }
        errors => bail!("{errors} to put right"),
    }
}

fn findings(root: &Path) -> anyhow::Result<Vec<Finding>> {
    let tracked = TrackedFiles::read(root)?;
    let graph = Graph::read(root)?;
    let mut findings = arrows::check(&graph);
    findings.extend(licences::check(root, &graph)?);
    findings.extend(migrations::check(root)?);
    findings.extend(translations::check(&tracked)?);
    findings.extend(circles::check(&tracked));
    findings.extend(nouns::check(&tracked));
    findings.extend(crowds::check(&tracked));
    for file in tracked.texts() {
        findings.extend(leftovers::check(file));
        findings.extend(names::check(file));
        findings.extend(places::check(file));
        findings.extend(size::check(file));
    }
    Ok(findings)
}
