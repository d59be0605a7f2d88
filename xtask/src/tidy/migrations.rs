//! A migration that others may have run never changes: their database would no longer be what the
//! files say, and sqlx would refuse to start on it.
//!
//! `migrations/migrations.lock` keeps the SHA-256 of each file. A new migration is entered by
//! `cargo xtask tidy --fix-migrations`; until the first release the same command accepts a changed
//! one, and from then on (a version tag in git) it refuses.

use super::Finding;
use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const FOLDER: &str = "migrations";
const LOCK: &str = "migrations/migrations.lock";
const HOW: &str = "cargo xtask tidy --fix-migrations";

/// File names and the SHA-256 of each, in hexadecimal.
type Hashes = BTreeMap<String, String>;

/// Compares the files with the lock.
///
/// # Errors
/// Folder or lock cannot be read.
pub fn check(root: &Path) -> anyhow::Result<Vec<Finding>> {
    let lock = std::fs::read_to_string(root.join(LOCK)).unwrap_or_default();
    Ok(compare(&hashes(root)?, &parse(&lock)?))
}

/// Writes the lock anew.
///
/// # Errors
/// A released migration would change, or the file cannot be written.
pub fn renew(root: &Path) -> anyhow::Result<()> {
    let lock = parse(&std::fs::read_to_string(root.join(LOCK)).unwrap_or_default())?;
    let files = hashes(root)?;
    let changed = lock.iter().find(|(name, hash)| files.get(*name) != Some(hash));
    if let Some((name, _)) = changed
        && is_released(root)
    {
        bail!("{name} was released and must not change: restore it, and write a new migration");
    }
    let lines: String = files.iter().map(|(name, hash)| format!("{hash}  {name}\n")).collect();
    std::fs::write(root.join(LOCK), lines).with_context(|| format!("writing {LOCK}"))?;
    println!("{LOCK}: {} migrations", files.len());
    Ok(())
}

fn compare(files: &Hashes, lock: &Hashes) -> Vec<Finding> {
    let mut findings = Vec::new();
    let place = |name: &str| format!("{FOLDER}/{name}");
    for (name, hash) in lock {
        match files.get(name) {
            None => {
                let words =
                    "is in migrations.lock and gone: databases that ran it would not start; restore it";
                findings.push(Finding::error(place(name), words));
            }
            Some(found) if found != hash => {
                let words = format!(
                    "changed since it was entered: restore it and write a new one (before the first release, \
                     where nobody keeps a database yet: {HOW})"
                );
                findings.push(Finding::error(place(name), words));
            }
            Some(_) => {}
        }
    }
    let newest = lock.keys().next_back();
    for name in files.keys().filter(|name| !lock.contains_key(*name)) {
        if newest.is_some_and(|newest| name < newest) {
            let words =
                "is older by name than one already entered, and would run after it: give it a later time";
            findings.push(Finding::error(place(name), words));
        } else if !is_well_named(name) {
            findings.push(Finding::error(place(name), "must be called YYYYMMDDhhmmss_words.sql"));
        } else {
            findings.push(Finding::error(place(name), format!("is not in migrations.lock yet: {HOW}")));
        }
    }
    findings
}

fn is_well_named(name: &str) -> bool {
    name.strip_suffix(".sql").and_then(|stem| stem.split_once('_')).is_some_and(|(time, words)| {
        time.len() == 14 && time.bytes().all(|b| b.is_ascii_digit()) && !words.is_empty()
    })
}

fn hashes(root: &Path) -> anyhow::Result<Hashes> {
    let mut hashes = Hashes::new();
    for entry in std::fs::read_dir(root.join(FOLDER)).with_context(|| format!("reading {FOLDER}"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "sql") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let content = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
            hashes.insert(name, hexadecimal(&Sha256::digest(content)));
        }
    }
    Ok(hashes)
}

fn parse(lock: &str) -> anyhow::Result<Hashes> {
    lock.lines()
        .map(|line| {
            let (hash, name) =
                line.split_once("  ").with_context(|| format!("{LOCK}: not understood: {line}"))?;
            Ok((name.to_owned(), hash.to_owned()))
        })
        .collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A version tag is the sign of a release. Without git there is no release to protect.
fn is_released(root: &Path) -> bool {
    let tags = Command::new("git")
        .args(["-c", "safe.directory=*", "tag", "--list", "v[0-9]*"])
        .current_dir(root)
        .output();
    tags.is_ok_and(|output| !output.stdout.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "20260101000000_old.sql";
    const NEW: &str = "20260102000000_new.sql";

    fn set(entries: &[(&str, &str)]) -> Hashes {
        entries.iter().map(|(name, hash)| ((*name).to_owned(), (*hash).to_owned())).collect()
    }

    fn words(files: &[(&str, &str)], lock: &[(&str, &str)]) -> String {
        let found = compare(&set(files), &set(lock));
        found.into_iter().map(|f| format!("{} {}\n", f.place, f.words)).collect()
    }

    #[test]
    fn silent_when_nothing_changed() {
        assert_eq!(words(&[(OLD, "1")], &[(OLD, "1")]), "");
    }

    #[test]
    fn speaks_of_what_changed_vanished_or_came() {
        assert!(words(&[(OLD, "2")], &[(OLD, "1")]).contains("changed since"));
        assert!(words(&[], &[(OLD, "1")]).contains("gone"));
        assert!(words(&[(OLD, "1"), (NEW, "1")], &[(OLD, "1")]).contains("not in migrations.lock yet"));
        assert!(words(&[(OLD, "1"), (NEW, "1")], &[(NEW, "1")]).contains("older by name"));
        assert!(words(&[("2026_x.sql", "1")], &[]).contains("must be called"));
    }

    #[test]
    fn the_lock_is_read_as_it_is_written() {
        let hash = hexadecimal(&Sha256::digest(b"SELECT 1"));
        assert_eq!(hash.len(), 64);
        assert_eq!(parse(&format!("{hash}  {OLD}\n")).unwrap(), set(&[(OLD, &hash)]));
        assert!(parse("nonsense").is_err());
    }
}
