//! The new data folder takes the place of the old one in one step.

use crate::error::{AppError, Code};
use crate::files::atomic_write;
use celeiro_store::cluster::{ClusterOptions, FolderClaim};
use chrono::Local;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// In the new folder: what is left to do after the exchange.
const NOTE: &str = "restored.json";
/// What belongs to the machine rather than to the catalog, and goes from the old folder into the new one:
/// keys, which no backup holds, and the backups themselves.
const CARRIED: [&str; 2] = ["backups", "keys.json"];

/// By one of these a data folder is known.
const OURS: [&str; 4] = ["cluster.lock", "settings.json", "keys.json", "pg18"];
/// What claiming a folder leaves in it.
const TRACES: [&str; 4] = ["cluster.lock", "cluster.use", "cluster.stopping", "s"];

/// What is left to do after the exchange.
#[derive(Debug, Serialize, Deserialize)]
struct ExchangeNote {
    /// Where the exchange puts the old folder.
    staged: PathBuf,
    /// Where the old folder is to stay; none where it had nothing in it.
    former: Option<PathBuf>,
}

/// Where the new folder of `folder` is filled: beside it, for a folder can only be exchanged on its own disk.
///
/// # Errors
/// `file_unwritable` where nothing can be beside it.
pub(super) fn staging_folder(folder: &Path) -> Result<PathBuf, AppError> {
    name_beside(folder, ".restoring")
        .ok_or_else(|| AppError::unwritable(folder.display(), &io::ErrorKind::InvalidInput.into()))
}

/// The folder of the same name with `suffix`.
fn name_beside(folder: &Path, suffix: &str) -> Option<PathBuf> {
    let mut name = OsString::from(folder.file_name()?);
    name.push(suffix);
    Some(folder.with_file_name(name))
}

/// Refuses a folder with something in it that is not Celeiro's: it would be moved away.
///
/// # Errors
/// `data_folder_unusable`.
pub(super) fn refuse_foreign_folder(folder: &Path) -> Result<(), AppError> {
    let names = list_names(folder);
    let is_data_folder = names.iter().any(|name| OURS.contains(&name.as_str()));
    // Empty, or with backups alone that were brought to a new machine.
    let is_new = names.iter().all(|name| name == "backups");
    match is_data_folder || is_new {
        true => Ok(()),
        false => Err(AppError::new(Code::DataFolderUnusable)
            .with("reason", format!("{} is not empty and no data folder of Celeiro", folder.display()))),
    }
}

/// Whether a folder holds nothing but what the way into it leaves.
fn is_unused(folder: &Path) -> bool {
    list_names(folder).iter().all(|name| TRACES.contains(&name.as_str()))
}

fn list_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Puts `staged` in the place of `folder`. The old one stays under a name that says when it was replaced, unless
/// nothing was in it, and the answer is where.
///
/// # Errors
/// `file_unwritable`; the old folder is in its place then.
pub(super) fn exchange_folders(folder: &Path, staged: &Path) -> Result<Option<PathBuf>, AppError> {
    let suffix = format!(".before-restore-{}", Local::now().format("%Y%m%d-%H%M%S"));
    let names = (1..).map(|count| if count == 1 { suffix.clone() } else { format!("{suffix}-{count}") });
    let mut names = names.filter_map(|suffix| name_beside(folder, &suffix));
    let former = (!is_unused(folder)).then(|| names.find(|path| !path.exists())).flatten();
    let note = ExchangeNote { staged: staged.to_path_buf(), former: former.clone() };
    atomic_write::replace_file(staged, NOTE, &serde_json::to_vec(&note)?)?;
    let unwritable = |error: io::Error| AppError::unwritable(folder.display(), &error);
    exchange(folder, staged).map_err(unwritable)?;
    sync_parent(folder).map_err(unwritable)?;
    finish_exchange(folder)?;
    Ok(former)
}

/// Ends what a killed program left to do after an exchange; leaves it to the program that uses the folder, where
/// there is one.
///
/// # Errors
/// `file_unwritable`, and what is wrong with the folder.
pub(crate) fn finish_interrupted_exchange(options: &ClusterOptions) -> Result<(), AppError> {
    if !options.data_dir.join(NOTE).exists() {
        return Ok(());
    }
    match FolderClaim::take(options)? {
        Some(claim) => finish_exchange(claim.folder()),
        None => Ok(()),
    }
}

/// Ends what follows an exchange, where a program was killed before it did: carries over what belongs to the
/// machine, and gives the old folder its name. Does nothing where nothing is left to do.
///
/// # Errors
/// `file_unwritable`.
fn finish_exchange(folder: &Path) -> Result<(), AppError> {
    let path = folder.join(NOTE);
    let note: ExchangeNote = match std::fs::read(&path) {
        Ok(bytes) => serde_json::from_slice(&bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(AppError::unreadable(path.display(), error)),
    };
    let finished = || -> io::Result<()> {
        if note.staged.exists() {
            carry_over(&note.staged, folder)?;
            match &note.former {
                Some(former) => std::fs::rename(&note.staged, former)?,
                None if is_unused(&note.staged) => std::fs::remove_dir_all(&note.staged)?,
                None => {}
            }
        }
        std::fs::remove_file(&path)?;
        sync_parent(folder)
    };
    finished().map_err(|error| AppError::unwritable(folder.display(), &error))
}

/// Moves what belongs to the machine; what the new folder has of it already stays.
fn carry_over(old: &Path, new: &Path) -> io::Result<()> {
    for name in CARRIED {
        let (from, to) = (old.join(name), new.join(name));
        if from.exists() && !to.exists() {
            std::fs::rename(from, to)?;
        }
    }
    Ok(())
}

/// Exchanges two folders; no other program ever finds one of the names missing.
#[cfg(target_os = "linux")]
fn exchange(folder: &Path, staged: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, folder, CWD, staged, RenameFlags::EXCHANGE)?)
}

/// Without an exchange of the system's: the old folder is put back where the second step fails.
#[cfg(not(target_os = "linux"))]
fn exchange(folder: &Path, staged: &Path) -> io::Result<()> {
    let aside = name_beside(staged, ".old").unwrap_or_else(|| staged.with_extension("old"));
    std::fs::rename(folder, &aside)?;
    if let Err(error) = std::fs::rename(staged, folder) {
        std::fs::rename(&aside, folder)?;
        return Err(error);
    }
    std::fs::rename(&aside, staged)
}

fn sync_parent(folder: &Path) -> io::Result<()> {
    File::open(folder.parent().unwrap_or(Path::new("/")))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(folder: &Path, files: &[&str]) {
        for file in files {
            std::fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
            std::fs::write(folder.join(file), *file).unwrap();
        }
    }

    #[test]
    fn the_new_folder_takes_the_place_and_what_belongs_to_the_machine_goes_with_it() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("celeiro");
        let staged = staging_folder(&folder).unwrap();
        make(&folder, &["pg18/old", "backups/celeiro-2026-11-28.tar", "keys.json"]);
        make(&staged, &["pg18/new"]);
        let former = exchange_folders(&folder, &staged).unwrap().unwrap();
        assert!(folder.join("pg18/new").exists() && former.join("pg18/old").exists() && !staged.exists());
        assert!(folder.join("backups/celeiro-2026-11-28.tar").exists() && folder.join("keys.json").exists());
        assert!(!folder.join(NOTE).exists());
        finish_exchange(&folder).unwrap();
    }

    #[test]
    fn a_second_run_ends_what_a_killed_one_began() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("celeiro");
        let (staged, former) = (staging_folder(&folder).unwrap(), root.path().join("former"));
        for killed_after in ["nothing", "carrying", "naming"] {
            std::fs::remove_dir_all(&former).ok();
            std::fs::remove_dir_all(&folder).ok();
            make(&folder, &["pg18/new"]);
            let note = ExchangeNote { staged: staged.clone(), former: Some(former.clone()) };
            std::fs::write(folder.join(NOTE), serde_json::to_vec(&note).unwrap()).unwrap();
            make(&staged, &["pg18/old", "keys.json"]);
            if killed_after != "nothing" {
                std::fs::rename(staged.join("keys.json"), folder.join("keys.json")).unwrap();
            }
            if killed_after == "naming" {
                std::fs::rename(&staged, &former).unwrap();
            }
            finish_exchange(&folder).unwrap();
            assert!(folder.join("keys.json").exists() && former.join("pg18/old").exists(), "{killed_after}");
            assert!(!folder.join(NOTE).exists() && !staged.exists());
        }
    }

    #[test]
    fn a_folder_of_other_things_is_refused() {
        let root = tempfile::tempdir().unwrap();
        refuse_foreign_folder(root.path()).unwrap();
        refuse_foreign_folder(&root.path().join("none")).unwrap();
        make(root.path(), &["letters/a.txt"]);
        assert_eq!(refuse_foreign_folder(root.path()).unwrap_err().code(), Code::DataFolderUnusable);
        make(root.path(), &["settings.json"]);
        refuse_foreign_folder(root.path()).unwrap();
    }

    #[test]
    fn an_empty_folder_is_not_kept() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("celeiro");
        let staged = staging_folder(&folder).unwrap();
        make(&folder, &["cluster.lock"]);
        make(&staged, &["pg18/new"]);
        assert_eq!(exchange_folders(&folder, &staged).unwrap(), None);
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 1);
    }
}
