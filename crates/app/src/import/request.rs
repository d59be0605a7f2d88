//! What is to be imported, and how it is opened.

use super::error::ImportError;
use super::protocol::{OutputMode, ParserJob, ParserTask, UnfilledColumn, ValueType};
use super::report::{ImportPreset, ImportWarning};
use super::sandbox::Sandbox;
use crate::error::Reason;
use crate::import::checking::fixes::Fix;
use crate::import::checking::merges::MergedValue;
use crate::import::profiles::defaults::ProfileDefaults;
use celeiro_domain::catalog::{DecimalMark, RecordField};
use celeiro_domain::import::{LeaveOut, PriceRule};
use celeiro_domain::search::Kind;
use celeiro_store::ImportLayout;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// Where the bytes come from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A file on this machine.
    Path(PathBuf),
    /// Bytes that came over the wire.
    Bytes(Vec<u8>),
}

/// What is to be imported.
#[derive(Debug, Clone)]
pub struct ImportRequest {
    /// Into which collection.
    pub kind: Kind,
    /// The file.
    pub source: Source,
    /// What people call it, for messages; says nothing about its format.
    pub file_name: String,
    /// How to read its columns; found out from its header where absent.
    pub preset: Option<ImportPreset>,
    /// Columns by their names in the file, and the field that each fills. The others are known by
    /// their own names.
    pub map: Vec<(String, RecordField)>,
    /// Columns that fill no field, whatever their names say.
    pub unfilled: Vec<(String, UnfilledColumn)>,
    /// Folded names of columns and the fields that people gave to them in other files.
    pub learned: Vec<(String, RecordField)>,
    /// The sheet of a workbook; the first with a header that is known where absent.
    pub sheet: Option<String>,
    /// Whether no other sheet than that is read: a list may go on in the next.
    pub one_sheet: bool,
    /// The row that is the header, from 1; [`super::report::NO_HEADER`] where there is none; found out where
    /// absent.
    pub header_row: Option<u32>,
    /// What the values of these attribute columns are; found out from all of their cells where absent.
    pub types: Vec<(String, ValueType)>,
    /// Cells that a person has corrected.
    pub fixes: Vec<Fix>,
    /// Values that stand for others in this import.
    pub merges: Vec<MergedValue>,
    /// Which rows are left out.
    pub leave_out: LeaveOut,
    /// What to remember of the columns when the import takes place.
    pub layout: Option<ImportLayout>,
    /// The sign before the decimals of written prices; found out from the file where absent.
    pub decimal: Option<DecimalMark>,
    /// The profile of a supplier that says the rule and the defaults.
    pub profile: Option<Uuid>,
    /// How prices of sale are made from those of the file.
    pub price_rule: Option<PriceRule>,
    /// What products get that the file says nothing of.
    pub defaults: ProfileDefaults,
    /// Warnings about the request itself.
    pub notices: Vec<ImportWarning>,
    /// Count only.
    pub dry_run: bool,
    /// The same id means the same import: the second time it is answered from the first.
    pub operation_id: Uuid,
    /// The person who imports.
    pub actor: String,
    /// Which program parses, within which limits.
    pub sandbox: Sandbox,
}

impl ImportRequest {
    /// An import of the file at `path`, for real, with a new operation id.
    pub fn of_path(kind: Kind, path: impl Into<PathBuf>, actor: impl Into<String>) -> Self {
        let path = path.into();
        let file_name = path.display().to_string();
        Self::new(kind, Source::Path(path), file_name, actor.into())
    }

    /// An import of these bytes, for real, with a new operation id.
    pub fn of_bytes(
        kind: Kind,
        bytes: Vec<u8>,
        file_name: impl Into<String>,
        actor: impl Into<String>,
    ) -> Self {
        Self::new(kind, Source::Bytes(bytes), file_name.into(), actor.into())
    }

    fn new(kind: Kind, source: Source, file_name: String, actor: String) -> Self {
        Self {
            kind,
            source,
            file_name,
            preset: None,
            map: Vec::new(),
            unfilled: Vec::new(),
            learned: Vec::new(),
            sheet: None,
            one_sheet: false,
            header_row: None,
            types: Vec::new(),
            fixes: Vec::new(),
            merges: Vec::new(),
            leave_out: LeaveOut::default(),
            layout: None,
            decimal: None,
            profile: None,
            price_rule: None,
            defaults: ProfileDefaults::default(),
            notices: Vec::new(),
            dry_run: false,
            operation_id: Uuid::now_v7(),
            actor,
            sandbox: Sandbox::default(),
        }
    }
}

impl ImportRequest {
    /// Whether the profile says something else in `other`, of the same profile and columns, of prices or of what
    /// products get.
    pub(super) fn has_other_rules(&self, other: &Self) -> bool {
        let is_same_profile = self.profile.is_some() && self.profile == other.profile;
        let is_same_table = (&self.map, &self.unfilled, &self.sheet, self.header_row)
            == (&other.map, &other.unfilled, &other.sheet, other.header_row);
        let has_same_rules = (self.price_rule, &self.defaults) == (other.price_rule, &other.defaults);
        is_same_profile && is_same_table && !has_same_rules
    }

    /// Whether the file of this request, read for `other`, gives the same rows and findings: both name the
    /// same upload then.
    pub(super) fn has_same_reading(&self, other: &Self) -> bool {
        // Every field by its name: a new one does not compile until it is decided on.
        let Self {
            kind,
            source: _,
            file_name,
            preset,
            map,
            unfilled,
            learned,
            sheet,
            one_sheet,
            header_row,
            types,
            fixes,
            merges,
            leave_out,
            layout: _,
            decimal,
            profile,
            price_rule,
            defaults,
            notices,
            dry_run: _,
            operation_id: _,
            actor: _,
            sandbox: _,
        } = self;
        (kind, file_name, preset, map, unfilled, learned)
            == (&other.kind, &other.file_name, &other.preset, &other.map, &other.unfilled, &other.learned)
            && (sheet, one_sheet, header_row, types)
                == (&other.sheet, &other.one_sheet, &other.header_row, &other.types)
            && (fixes, merges, leave_out, decimal)
                == (&other.fixes, &other.merges, &other.leave_out, &other.decimal)
            && (price_rule, defaults, notices) == (&other.price_rule, &other.defaults, &other.notices)
            // In the list of a supplier a price of 0 is none.
            && profile.is_some() == other.profile.is_some()
    }

    /// What the child is asked to do; `texts` are the folded names of columns that fill fields defined as texts.
    pub(super) fn errand(&self, telling: OutputMode, texts: Vec<String>) -> ParserTask {
        ParserTask::Table(ParserJob {
            kind: self.kind,
            telling,
            preset: self.preset,
            map: self.map.clone(),
            unfilled: self.unfilled.clone(),
            learned: self.learned.clone(),
            sheet: self.sheet.clone(),
            one_sheet: self.one_sheet,
            header_row: self.header_row,
            types: self.types.clone(),
            texts,
            decimal: self.decimal,
            memory: self.sandbox.memory_bytes,
            cpu: self.sandbox.cpu_seconds,
        })
    }
}

/// Opens the file, or puts the bytes into one without a name, so that the child always has one that
/// it can read twice.
pub(super) async fn open_import_source(source: Source, file_name: &str) -> Result<File, ImportError> {
    let opened = tokio::task::spawn_blocking(move || match source {
        Source::Path(path) => open_path(&path),
        Source::Bytes(bytes) => {
            let mut file = tempfile::tempfile()?;
            file.write_all(&bytes)?;
            file.rewind()?;
            Ok(file)
        }
    });
    let opened = opened.await.unwrap_or_else(|lost| Err(lost.to_string().into()));
    opened.map_err(|reason| ImportError::Unreadable { file: file_name.to_owned(), reason })
}

/// Looks first: opening a pipe waits for a person to write, and a device may have no end.
fn open_path(path: &Path) -> Result<File, Reason> {
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    }
    if !metadata.is_file() {
        return Err(Reason::not_a_file());
    }
    Ok(File::open(path)?)
}
