//! Disk usage of the data folder.

use crate::app::App;
use crate::messages::{format_megabytes, translate};
use celeiro_domain::search::Lang;
use celeiro_domain::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A part of what the data folder holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct StoragePart {
    /// Stable name: `tables`, `indexes`, `log`, `system`, `files`, `backups`, `logs` or `other`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Size in bytes.
    #[specta(type = Number)]
    pub bytes: u64,
}

/// The parts, in the order in which they are told.
const PARTS: [&str; 8] = ["tables", "indexes", "log", "system", "files", "backups", "logs", "other"];

/// The parts of `folder`; those of the database are told apart where it is `open`, and are `system`
/// otherwise. What may not be read is not counted, and neither is `silent`, a folder that does not answer.
pub async fn measure_storage_parts(
    folder: &Path,
    silent: Option<PathBuf>,
    open: Option<&App>,
    lang: Lang,
) -> Vec<StoragePart> {
    let walked = folder.to_path_buf();
    let mut sizes = tokio::task::spawn_blocking(move || {
        let mut sizes = BTreeMap::new();
        measure_folder(&walked, &walked, silent.as_deref(), &mut sizes);
        sizes
    })
    .await
    .unwrap_or_default();
    if let Some(app) = open
        && let Ok(of) = app.store().sizes().await
    {
        let (tables, indexes) = (of.tables.unsigned_abs(), of.indexes.unsigned_abs());
        let system = sizes.entry("system").or_default();
        *system = system.saturating_sub(tables + indexes);
        sizes.extend([("tables", tables), ("indexes", indexes)]);
    }
    let part = |name: &str| StoragePart {
        name: name.to_owned(),
        title: translate(lang, &format!("doctor.part.{name}")),
        bytes: sizes.get(name).copied().unwrap_or(0),
    };
    PARTS.into_iter().map(part).collect()
}

/// Renders the disk usage of the data folder's parts in one line.
pub fn in_words(parts: &[StoragePart], lang: Lang) -> String {
    let total: u64 = parts.iter().map(|part| part.bytes).sum();
    let told = parts.iter().filter(|part| part.bytes > 0);
    let told: Vec<String> =
        told.map(|part| format!("{} {}", part.title, format_megabytes(lang, part.bytes))).collect();
    let total = format_megabytes(lang, total);
    if told.is_empty() { total } else { format!("{total} ({})", told.join(" · ")) }
}

/// Adds the sizes of files below `folder`, by the part of `root` that they belong to.
fn measure_folder(
    root: &Path,
    folder: &Path,
    silent: Option<&Path>,
    sizes: &mut BTreeMap<&'static str, u64>,
) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        // Any folder on the way may be the mount that does not answer.
        if silent.is_some_and(|silent| silent.starts_with(&path)) {
            continue;
        }
        // Not of what a link leads to.
        let Ok(about) = entry.metadata() else { continue };
        if about.is_dir() {
            measure_folder(root, &path, silent, sizes);
        } else {
            *sizes.entry(part_of(path.strip_prefix(root).unwrap_or(&path))).or_default() += about.len();
        }
    }
}

/// The part that a file belongs to, by its path in the data folder.
fn part_of(path: &Path) -> &'static str {
    let mut names = path.iter().map(|name| name.to_string_lossy());
    let (first, second) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
    match (&*first, &*second) {
        (cluster, "pg_wal") if cluster.starts_with("pg") => "log",
        (cluster, _) if cluster.starts_with("pg") => "system",
        ("files", _) => "files",
        ("backups", _) => "backups",
        (log, "") if log.contains(".log") => "logs",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_belongs_to_a_part() {
        for (path, part) in [
            ("pg18/pg_wal/000000010000000000000001", "log"),
            ("pg18/pg_wal/archive_status/x", "log"),
            ("pg18/base/16384/1259", "system"),
            ("pg18/postmaster.pid", "system"),
            ("files/ab/abcdef", "files"),
            ("backups/celeiro-2026-11-28.tar", "backups"),
            ("cluster.log", "logs"),
            ("cluster.log.1", "logs"),
            ("cluster.secret", "other"),
            ("keys/log/x", "other"),
        ] {
            assert_eq!(part_of(Path::new(path)), part, "{path}");
        }
    }

    #[test]
    fn sizes_add_up() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("pg18/pg_wal")).unwrap();
        std::fs::write(folder.path().join("pg18/pg_wal/1"), [0; 100]).unwrap();
        std::fs::write(folder.path().join("pg18/x"), [0; 20]).unwrap();
        std::fs::write(folder.path().join("cluster.log"), [0; 3]).unwrap();
        let mut sizes = BTreeMap::new();
        measure_folder(folder.path(), folder.path(), None, &mut sizes);
        assert_eq!(sizes, BTreeMap::from([("log", 100), ("system", 20), ("logs", 3)]));

        let silent = folder.path().join("pg18/pg_wal/backups");
        sizes.clear();
        measure_folder(folder.path(), folder.path(), Some(&silent), &mut sizes);
        assert_eq!(sizes, BTreeMap::from([("logs", 3)]), "nothing is asked of the way to it");
    }
}
