//! Atomic swap of the data folder.

use super::mounts::{refuse_fixed_place, refuse_mount};
use crate::backup::folder::{ID_FILE, find_backup_folder};
use crate::backup::making::room::measure_files;
use crate::config::Config;
use crate::error::{AppError, Code};
use crate::files::atomic_write;
use celeiro_store::cluster::{ClusterOptions, FolderClaim, resolve_folder_path};
use chrono::Local;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// In the new folder: what is left to do after the exchange.
const NOTE: &str = "restored.json";
/// What belongs to the machine rather than to the catalog, and goes from the old folder into the new one:
/// keys, which no backup holds, and the backups themselves with what tells them from those of others.
const CARRIED: [&str; 3] = ["backups", "keys.json", ID_FILE];

/// By one of these a data folder is known.
const OURS: [&str; 4] = ["cluster.lock", "settings.json", "keys.json", "pg18"];
/// What claiming a folder leaves in it.
const TRACES: [&str; 5] = ["cluster.lock", "cluster.use", "folder.use", "cluster.stopping", "s"];

/// What is left to do after the exchange. Folders are named and not placed: the data folder may be opened under
/// another path by then, as in a container, and both stand beside it wherever it is.
#[derive(Debug, Serialize, Deserialize)]
struct ExchangeNote {
    /// The name that the exchange gives to the old folder. An older program wrote its whole path.
    staged: PathBuf,
    /// The name under which the old folder is to stay; none where it had nothing in it.
    former: Option<PathBuf>,
    /// What is carried over beside [`CARRIED`], by its path within the folder.
    #[serde(default)]
    carried: Option<PathBuf>,
}

/// The configured folder of backups by its path within the data folder, where it is one of its own in there, whatever
/// links lead to either; or the link within the data folder that leads to it elsewhere, or would.
pub(super) fn find_carried_backups(config: &Config) -> Option<PathBuf> {
    let resolve = |path: &Path| Some(resolve_folder_path(&std::path::absolute(path).ok()?));
    let (folder, data_dir) = (find_backup_folder(config), resolve(config.data_dir())?);
    let within = match resolve(&folder)?.strip_prefix(&data_dir) {
        Ok(within) => within.to_path_buf(),
        Err(_) => find_way_within(&folder, &data_dir)?,
    };
    let is_plain = within.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    if !is_plain || within.components().next().is_none() {
        return None;
    }
    // A link is moved as a link: what is behind the topmost one is elsewhere, or comes along by itself.
    let links = within.ancestors().filter(|way| data_dir.join(way).is_symlink());
    Some(links.last().unwrap_or(&within).to_path_buf())
}

/// The way from `data_dir`, which is canonical, to a folder that names it by any path.
fn find_way_within(folder: &Path, data_dir: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    let inside =
        folder.ancestors().find(|above| above.canonicalize().is_ok_and(|above| above == data_dir))?;
    folder.strip_prefix(inside).ok().map(Path::to_path_buf)
}

/// What goes from the old folder into the new one.
fn list_carried(extra: Option<&Path>) -> impl Iterator<Item = &Path> {
    CARRIED.iter().map(Path::new).chain(extra)
}

/// Refuses a data folder that cannot be exchanged for another, before anything is filled.
///
/// # Errors
/// `data_folder_unusable`; `file_unwritable` where the folder above it cannot be written to.
pub(super) fn refuse_fixed_folder(config: &Config) -> Result<(), AppError> {
    let carried = find_carried_backups(config);
    refuse_fixed_place(config.data_dir(), list_carried(carried.as_deref()), exchange)
}

/// What a restore left that was broken off.
#[derive(Debug)]
pub(crate) struct UnfinishedRestore {
    /// Where it is.
    pub folder: PathBuf,
    /// Its bytes.
    pub bytes: u64,
    /// Whether it is the old folder, after the exchange, and is to stay; it is the new one otherwise.
    pub is_replaced: bool,
}

/// The folder that a restore left which was broken off.
pub(crate) fn find_unfinished_restore(data_dir: &Path) -> Option<UnfinishedRestore> {
    let data_dir = data_dir.canonicalize().ok()?;
    let is_replaced = data_dir.join(NOTE).exists();
    let noted = read_note(&data_dir).ok().flatten().and_then(|note| place_beside(&data_dir, &note.staged));
    let folder = noted.or_else(|| staging_folder(&data_dir).ok())?;
    folder.is_dir().then(|| UnfinishedRestore { bytes: measure_files(&folder), folder, is_replaced })
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

/// Where the folder of this name is beside `folder`; of a path its last part is the name.
fn place_beside(folder: &Path, name: &Path) -> Option<PathBuf> {
    Some(folder.with_file_name(name.file_name()?))
}

/// Refuses a folder with something in it that is not Celeiro's: it would be moved away.
///
/// # Errors
/// `data_folder_unusable`; `file_unreadable` where it cannot be seen what is in it.
pub(super) fn refuse_foreign_folder(folder: &Path) -> Result<(), AppError> {
    let names = match list_names(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        listed => listed.map_err(|error| AppError::unreadable(folder.display(), error))?,
    };
    let is_data_folder = names.iter().any(|name| OURS.contains(&name.as_str()));
    // Empty, or with backups alone that were brought to a new machine.
    let is_new = names.iter().all(|name| ["backups", ID_FILE].contains(&name.as_str()));
    match is_data_folder || is_new {
        true => Ok(()),
        false => Err(AppError::new(Code::DataFolderUnusable)
            .with_text("reason", "restore.folder.foreign")
            .detail("folder", folder.display().to_string())),
    }
}

/// Whether a folder holds nothing but what the way into it leaves. One that cannot be read may hold a catalog.
fn is_unused(folder: &Path) -> io::Result<bool> {
    Ok(list_names(folder)?.iter().all(|name| TRACES.contains(&name.as_str())))
}

fn list_names(folder: &Path) -> io::Result<Vec<String>> {
    std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect()
}

/// Puts `staged` in the place of `folder`. The old one stays under a name that says when it was replaced, unless
/// nothing was in it, and the answer is where.
///
/// # Errors
/// `file_unreadable`, `file_unwritable`, `data_folder_unusable`. Where the old folder is still in its place, the
/// note is in `staged`.
pub(super) fn exchange_folders(
    folder: &Path,
    staged: &Path,
    carried: Option<PathBuf>,
) -> Result<Option<PathBuf>, AppError> {
    let suffix = format!(".before-restore-{}", Local::now().format("%Y%m%d-%H%M%S"));
    let names = (1..).map(|count| if count == 1 { suffix.clone() } else { format!("{suffix}-{count}") });
    let mut names = names.filter_map(|suffix| name_beside(folder, &suffix));
    let unused = is_unused(folder).map_err(|error| AppError::unreadable(folder.display(), error))?;
    let former = if unused { None } else { names.find(|path| !path.exists()) };
    let name_of = |path: &Path| path.file_name().map(PathBuf::from).unwrap_or_default();
    let note = ExchangeNote { staged: name_of(staged), former: former.as_deref().map(name_of), carried };
    atomic_write::replace_file(staged, NOTE, &serde_json::to_vec(&note)?)?;
    let unwritable = |error: io::Error| AppError::unwritable(folder.display(), &error);
    exchange(folder, staged).map_err(|error| match error.kind() {
        io::ErrorKind::ResourceBusy | io::ErrorKind::CrossesDevices | io::ErrorKind::InvalidInput => {
            refuse_mount(folder)
        }
        _ => unwritable(error),
    })?;
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

/// Ends the swap of a data folder that this program uses: another may have been killed while this one waited for it.
///
/// # Errors
/// `file_unwritable`.
pub(crate) fn finish_exchange_in_use(folder: &Path) -> Result<(), AppError> {
    if !folder.join(NOTE).exists() {
        return Ok(());
    }
    atomic_write::with_lock(folder, NOTE, || finish_exchange(folder))
}

/// Whether `staged` is still the new folder, so that it may go; after the exchange it is the old one.
pub(super) fn is_before_exchange(staged: &Path) -> bool {
    staged.join(NOTE).exists()
}

/// Ends what follows an exchange, where a program was killed before it did: carries over what belongs to the
/// machine, and gives the old folder its name. Does nothing where nothing is left to do.
///
/// # Errors
/// `file_unwritable`; `data_folder_unusable` where the old folder is nowhere beside: the note stays, for without it
/// the next restore would take the old folder for something unfinished and remove it.
pub(super) fn finish_exchange(folder: &Path) -> Result<(), AppError> {
    let Some(note) = read_note(folder)? else { return Ok(()) };
    let unwritable = |error: io::Error| AppError::unwritable(folder.display(), &error);
    // Beside a link to the data folder nothing is to be found.
    let folder = &folder.canonicalize().map_err(unwritable)?;
    let staged = place_beside(folder, &note.staged).filter(|staged| staged.exists());
    let former = note.former.as_deref().and_then(|former| place_beside(folder, former));
    let finish_swap = || -> io::Result<()> {
        if let Some(staged) = &staged {
            carry_over(staged, folder, note.carried.as_deref());
            match &former {
                Some(former) => std::fs::rename(staged, former)?,
                None if is_unused(staged)? => std::fs::remove_dir_all(staged)?,
                None => {}
            }
        }
        std::fs::remove_file(folder.join(NOTE))?;
        sync_parent(folder)
    };
    // An old folder with nothing in it has no name to stay under, and may be gone.
    let is_lost =
        staged.is_none() && note.former.is_some() && !former.as_ref().is_some_and(|former| former.exists());
    if is_lost {
        return Err(AppError::new(Code::DataFolderUnusable)
            .with_text("reason", "restore.folder.unfinished")
            .detail("folder", folder.display().to_string()));
    }
    finish_swap().map_err(unwritable)
}

/// What is left to do after an exchange; none where nothing is.
fn read_note(folder: &Path) -> Result<Option<ExchangeNote>, AppError> {
    let path = folder.join(NOTE);
    match std::fs::read(&path) {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(AppError::unreadable(path.display(), error)),
    }
}

/// Moves what belongs to the machine; what the new folder has of it already stays.
/// What cannot be moved stays in the old folder: the program must open all the same.
fn carry_over(old: &Path, new: &Path, extra: Option<&Path>) {
    for name in list_carried(extra) {
        let (from, to) = (old.join(name), new.join(name));
        // A link whose disk is away for now is moved too.
        let is_there = |path: &Path| path.symlink_metadata().is_ok();
        if is_there(&from) && !is_there(&to) {
            let above = to.parent().map_or(Ok(()), std::fs::create_dir_all);
            if let Err(error) = above.and_then(|()| std::fs::rename(from, to)) {
                tracing::warn!(%error, name = %name.display(), "stays in the folder that was replaced");
            }
        }
    }
}

/// Exchanges two folders; no other program ever finds one of the names missing.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(folder: &Path, staged: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, folder, CWD, staged, RenameFlags::EXCHANGE)?)
}

/// Without an exchange of the system's: the old folder is put back where the second step fails.
#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
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
mod tests;
