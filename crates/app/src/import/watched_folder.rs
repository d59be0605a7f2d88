//! Watched folder of automatic imports, while a window or a server runs: a file is imported if a supplier's profile
//! reads it completely and nothing in it needs a person. Imported files move to one subfolder, the others to a second
//! one, with the reason in a file beside them. An automatic import is an ordinary operation, named after the file, and
//! can be undone.
//!
//! Only files in the folder itself are read: no links, no subfolders, and no names that begin with a point or with `~`,
//! which programs use for unfinished files.

use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::import::profiles::put_profile;
use crate::import::report::{CellError, DoubtedRows, ImportReport, WarningCode};
use crate::import::request::ImportRequest;
use crate::import::run::import_with_outcome;
use crate::import::wording::{Hints, in_words, to_app_error};
use crate::messages::{translate, translate_with};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::import::RowDoubt;
use celeiro_domain::search::{Kind, Lang};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How often the folder is looked into.
const ROUND: Duration = Duration::from_secs(60);
/// A file that was changed later than so long ago may still be written.
const SETTLED: Duration = Duration::from_secs(30);
/// Files of one round.
const MOST_FILES: usize = 50;
/// Files of one name that are told apart.
const MOST_NAMESAKES: u32 = 10_000;
/// Rejected rows that are named.
const MOST_ROWS: usize = 100;
/// Rows with prices far from the others that are named.
const MOST_FAR: usize = 10;
/// An import with more rejected rows than every tenth is one for a person.
const REJECTED_PART: u32 = 10;

/// What became of the files of a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FolderRound {
    /// Files that were imported.
    pub imported: u32,
    /// Files that wait for a person.
    pub refused: u32,
}

/// Why a file was not imported.
enum FolderRefusal {
    /// No profile reads its layout without a word.
    NoProfile,
    /// Something in it is for a person to look at; the text says what.
    NeedsPerson(String),
    /// It failed.
    Failed(AppError),
}

impl From<AppError> for FolderRefusal {
    fn from(error: AppError) -> Self {
        Self::Failed(error)
    }
}

/// Imports what comes into the folder of `IMPORT_FOLDER`, again and again, until `stop`; nothing where it is not set.
pub(crate) async fn run_import_folder(app: &App, stop: &CancellationToken) {
    let Some(folder) = app.settings().config_at_start().text("IMPORT_FOLDER").map(PathBuf::from) else {
        return;
    };
    loop {
        // An import is a large future, and this one waits beside all others of the upkeep.
        match Box::pin(import_folder(app, &folder, SystemTime::now(), stop)).await {
            Ok(FolderRound { imported: 0, refused: 0 }) => {}
            Ok(FolderRound { imported, refused }) => {
                tracing::info!(imported, refused, "files of the watched folder were read");
            }
            Err(error) => tracing::warn!(%error, "the watched folder cannot be read for now"),
        }
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Imports the files of `folder` that are whole at `now`. A file that meets a database in trouble waits for the next
/// round.
///
/// # Errors
/// `file_unreadable` where the folder cannot be read, `file_unwritable` where files cannot be put away.
pub async fn import_folder(
    app: &App,
    folder: &Path,
    now: SystemTime,
    stop: &CancellationToken,
) -> Result<FolderRound, AppError> {
    let english = app.settings().config_at_start().text("CELEIRO_LANG") == Some("en");
    let caller = Caller::local(if english { Lang::En } else { Lang::PtBr });
    let mut round = FolderRound::default();
    let looked = folder.to_owned();
    let files = run_blocking(move || list_files(&looked, now)).await;
    let files = files.map_err(|error: io::Error| AppError::unreadable(folder.display(), error))?;
    let places = ["importFolder.imported", "importFolder.refused"].map(|key| translate(caller.lang, key));
    let [read_place, refusal_place] = &places;
    if !files.is_empty() {
        let (own, places) = (folder.to_owned(), places.clone());
        let made = run_blocking(move || make_places(&own, &places)).await;
        made.map_err(|error: io::Error| AppError::unwritable(folder.display(), &error))?;
    }
    for path in files {
        if stop.is_cancelled() {
            break;
        }
        let (note, place) = match import_one(app, &caller, &path, stop).await {
            Ok(report) => {
                round.imported += 1;
                (name_rejected_rows(caller.lang, &report), read_place)
            }
            Err(FolderRefusal::Failed(error)) if !is_of_file(&error) => {
                tracing::warn!(%error, "a file of the watched folder waits for now");
                continue;
            }
            Err(refusal) => {
                round.refused += 1;
                (Some(refusal.describe(caller.lang)), refusal_place)
            }
        };
        let (moved, place) = (path.clone(), place.clone());
        let put = run_blocking(move || put_away(&moved, &place, note.as_deref())).await;
        put.map_err(|error: io::Error| AppError::unwritable(path.display(), &error))?;
    }
    Ok(round)
}

/// The files that are whole at `now`, by name.
fn list_files(folder: &Path, now: SystemTime) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_unfinished = name.to_string_lossy().starts_with(['.', '~']);
        // The type of a link is that of the link: it may lead anywhere.
        if is_unfinished || !entry.file_type()?.is_file() {
            continue;
        }
        let changed = entry.metadata()?.modified()?;
        if now.duration_since(changed).is_ok_and(|age| age >= SETTLED) {
            files.push(entry.path());
        }
    }
    files.sort_unstable();
    files.truncate(MOST_FILES);
    Ok(files)
}

/// Makes the folders for files that were read, and tries whether files can be written there and in `folder`: one that
/// cannot be put away would be imported again every round.
fn make_places(folder: &Path, places: &[String]) -> io::Result<()> {
    tempfile::tempfile_in(folder)?;
    for place in places {
        let place = folder.join(place);
        fs::create_dir_all(&place)?;
        tempfile::tempfile_in(place)?;
    }
    Ok(())
}

/// Looks at the file as a person would, and imports it where nothing needs one.
async fn import_one(
    app: &App,
    caller: &Caller,
    path: &Path,
    stop: &CancellationToken,
) -> Result<ImportReport, FolderRefusal> {
    let mut request = ImportRequest::of_path(Kind::Items, path, &caller.actor);
    request.file_name = name_of(path);
    put_profile(app, caller, &mut request, None).await?;
    if request.profile.is_none() {
        return Err(FolderRefusal::NoProfile);
    }
    let refuse = |error| to_app_error(caller.lang, error, Hints::None);
    request.dry_run = true;
    let seen = import_with_outcome(app.store(), request.clone(), |_| {}, stop).await.map_err(refuse)?;
    if let Some(reason) = explain_wait(caller.lang, &in_words(caller.lang, seen.report, Hints::None)) {
        return Err(FolderRefusal::NeedsPerson(reason));
    }
    (request.dry_run, request.operation_id) = (false, Uuid::now_v7());
    let done = import_with_outcome(app.store(), request, |_| {}, stop).await;
    app.forget();
    Ok(in_words(caller.lang, done.map_err(refuse)?.report, Hints::None))
}

/// What the check of a file says that a person should see before it is stored, one sentence each; empty where nothing
/// needs a person.
fn list_causes(lang: Lang, report: &ImportReport) -> Vec<String> {
    let say = |cause: &str, places: &[(&'static str, String)]| {
        translate_with(lang, &format!("importFolder.cause.{cause}"), places)
    };
    let mut causes = Vec::new();
    let rows = report.created + report.updated + report.unchanged + report.rejected;
    if rows == 0 {
        causes.push(say("noRows", &[]));
    }
    if report.rejected > rows / REJECTED_PART {
        let places = [("rejected", report.rejected.to_string()), ("rows", rows.to_string())];
        causes.push(say("rejected", &places));
    }
    for warning in &report.warnings {
        let Some(cause) = cause_of_warning(warning.code) else { continue };
        let count = warning.count.unwrap_or_default().to_string();
        causes.push(say(cause, &[("count", count), ("names", warning.names.join(", "))]));
    }
    let is_far = |found: &&DoubtedRows| found.doubt == RowDoubt::PriceOutOfRange;
    if let Some(found) = report.doubts.iter().find(is_far) {
        let some: Vec<String> =
            found.rows.iter().take(MOST_FAR).map(|row| report.file.name_row(row.row)).collect();
        causes.push(say("farPrices", &[("count", found.count.to_string()), ("rows", some.join(", "))]));
    }
    causes
}

/// The text of a warning that needs a person; `None` for one that needs none.
fn cause_of_warning(code: WarningCode) -> Option<&'static str> {
    match code {
        WarningCode::ErasedPrices => Some("erasedPrices"),
        WarningCode::NamesAreNumbers => Some("namesAreNumbers"),
        WarningCode::NoNames => Some("noNames"),
        WarningCode::PriceRuleUnused => Some("priceRuleUnused"),
        WarningCode::ProfileMisfit => Some("profileMisfit"),
        _ => None,
    }
}

/// The reason why a file waits for a person: the causes that there are, and the rejected rows; `None` where it need not
/// wait.
fn explain_wait(lang: Lang, report: &ImportReport) -> Option<String> {
    let causes = list_causes(lang, report);
    if causes.is_empty() {
        return None;
    }
    let lines: String = causes.iter().map(|cause| format!("- {cause}\n")).collect();
    let said = translate_with(lang, "importFolder.needsPerson", &[("causes", lines)]);
    Some(match name_rejected_rows(lang, report) {
        Some(rows) => format!("{said}\n{rows}"),
        None => said,
    })
}

/// Whether an error is one of the file, which no other round would read better.
fn is_of_file(error: &AppError) -> bool {
    matches!(
        error.code(),
        Code::FileFormatUnknown | Code::FileUnreadable | Code::FileParserFailed | Code::InvalidFields
    )
}

impl FolderRefusal {
    fn describe(&self, lang: Lang) -> String {
        match self {
            Self::NoProfile => translate(lang, "importFolder.noProfile"),
            Self::NeedsPerson(reason) => reason.clone(),
            // Its only field is the profile, of which several fit.
            Self::Failed(error) if error.code() == Code::InvalidFields => {
                translate(lang, "importFolder.severalProfiles")
            }
            Self::Failed(error) => error.message(lang),
        }
    }
}

/// The rejected rows of an import, one a line; `None` where there are none.
fn name_rejected_rows(lang: Lang, report: &ImportReport) -> Option<String> {
    let line = |error: &CellError| {
        let (row, column) = (report.file.name_row(error.row), error.column.clone());
        let places = [("row", row), ("column", column), ("message", error.message.clone())];
        translate_with(lang, "importFolder.row", &places)
    };
    let lines: Vec<String> = report.errors.iter().take(MOST_ROWS).map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n") + "\n")
}

/// Moves a file into the folder `place` beside it, under a name that none there has, and writes the note beside it.
fn put_away(path: &Path, place: &str, note: Option<&str>) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(".")).join(place);
    fs::create_dir_all(&folder)?;
    let own = name_of(path);
    let namesakes = (2..MOST_NAMESAKES).map(|number| format!("{number}-{own}"));
    let mut names = std::iter::once(own.clone()).chain(namesakes);
    let is_free = |name: &String| !folder.join(name).exists();
    let Some(name) = names.find(is_free) else { return Err(io::ErrorKind::AlreadyExists.into()) };
    fs::rename(path, folder.join(&name))?;
    match note {
        Some(note) => fs::write(folder.join(format!("{name}.txt")), note),
        None => Ok(()),
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_may_still_be_written_links_and_folders_are_no_files_to_read() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["b.csv", "a.csv", ".c.csv", "~$d.xlsx"] {
            fs::write(at(name), "nome\n").unwrap();
        }
        fs::create_dir(at("importados")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(at("a.csv"), at("e.csv")).unwrap();
        let now = SystemTime::now();
        assert_eq!(list_files(folder.path(), now).unwrap(), [] as [PathBuf; 0], "they are new");
        let files = list_files(folder.path(), now + 2 * SETTLED).unwrap();
        assert_eq!(files, [at("a.csv"), at("b.csv")]);
        assert!(list_files(&at("gone"), now).is_err());
    }

    #[test]
    fn a_file_is_put_beside_its_namesakes_with_its_note() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lista.csv");
        for text in ["um", "dois"] {
            fs::write(&path, text).unwrap();
            put_away(&path, "recusados", Some("por quê")).unwrap();
        }
        let read = |name: &str| fs::read_to_string(folder.path().join("recusados").join(name)).unwrap();
        assert_eq!((read("lista.csv"), read("2-lista.csv")), ("um".into(), "dois".into()));
        assert_eq!(read("2-lista.csv.txt"), "por quê");
        assert!(!path.exists());
    }
}
