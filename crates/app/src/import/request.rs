//! Input of an import, and the opening of its file.

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

/// Source of the file's bytes.
#[derive(Debug, Clone)]
pub enum Source {
    /// A file on this machine.
    Path(PathBuf),
    /// Bytes received over the wire.
    Bytes(Vec<u8>),
}

/// Input of an import.
#[derive(Debug, Clone)]
pub struct ImportRequest {
    /// Kind of the imported records.
    pub kind: Kind,
    /// The file.
    pub source: Source,
    /// Name of the file for messages; does not determine its format.
    pub file_name: String,
    /// Preset; derived from the header if absent.
    pub preset: Option<ImportPreset>,
    /// Fields that a person assigned to columns, by column name. The header determines the fields of the
    /// other columns.
    pub map: Vec<(String, RecordField)>,
    /// Columns that a person assigned to no field, by column name.
    pub unfilled: Vec<(String, UnfilledColumn)>,
    /// Fields that people assigned to columns of other files, by folded column name.
    pub learned: Vec<(String, RecordField)>,
    /// Sheet of a workbook; the first one with a known header if absent.
    pub sheet: Option<String>,
    /// Whether the import reads no other sheet, although a list may continue on the next one.
    pub one_sheet: bool,
    /// Row number of the header, from 1; [`super::report::NO_HEADER`] for a table without one; detected if
    /// absent.
    pub header_row: Option<u32>,
    /// Value types of attribute columns, by column name; detected from all of their cells if absent.
    pub types: Vec<(String, ValueType)>,
    /// Corrections of cells by a person.
    pub fixes: Vec<Fix>,
    /// Values that replace others in this import.
    pub merges: Vec<MergedValue>,
    /// Rules for skipping rows.
    pub leave_out: LeaveOut,
    /// Column assignments to save for later files, if the import is applied.
    pub layout: Option<ImportLayout>,
    /// Decimal separator of written prices; detected from the file if absent.
    pub decimal: Option<DecimalMark>,
    /// Id of the supplier's profile, the source of the price rule and the defaults.
    pub profile: Option<Uuid>,
    /// Rule that derives sale prices from the prices of the file.
    pub price_rule: Option<PriceRule>,
    /// Values of fields that the file does not fill.
    pub defaults: ProfileDefaults,
    /// Warnings about the request itself.
    pub notices: Vec<ImportWarning>,
    /// Whether the import only counts and leaves the database unchanged.
    pub dry_run: bool,
    /// Operation id. A repetition with the same id returns the result of the first import.
    pub operation_id: Uuid,
    /// Name of the person who imports.
    pub actor: String,
    /// Parser program and its resource limits.
    pub sandbox: Sandbox,
}

impl ImportRequest {
    /// Creates a request to import the file at `path`, with a new operation id.
    pub fn of_path(kind: Kind, path: impl Into<PathBuf>, actor: impl Into<String>) -> Self {
        let path = path.into();
        let file_name = path.display().to_string();
        Self::new(kind, Source::Path(path), file_name, actor.into())
    }

    /// Creates a request to import these bytes, with a new operation id.
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
    /// Whether `other` uses the same profile and columns, but another price rule or other defaults: the
    /// profile changed meanwhile.
    pub(super) fn has_other_rules(&self, other: &Self) -> bool {
        let is_same_profile = self.profile.is_some() && self.profile == other.profile;
        let is_same_table = (&self.map, &self.unfilled, &self.sheet, self.header_row)
            == (&other.map, &other.unfilled, &other.sheet, other.header_row);
        let has_same_rules = (self.price_rule, &self.defaults) == (other.price_rule, &other.defaults);
        is_same_profile && is_same_table && !has_same_rules
    }

    /// Whether the staged rows of this request are valid for `other`, provided that both name the same
    /// upload.
    pub(super) fn has_same_reading(&self, other: &Self) -> bool {
        // The pattern lists every field, so that a new field does not compile before it is added here or
        // ignored.
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

    /// The child's task; `texts` are the folded names of columns whose fields are defined as texts.
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

/// Opens the file, or writes the bytes to an unnamed temporary file, because the child reads its input
/// twice.
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

/// Checks the file type before opening: opening a pipe would block until a writer opens it, and a device
/// may have no end.
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
