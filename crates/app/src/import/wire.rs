//! Wire types of imports: requests, states and results, and their conversions.

use crate::app::Caller;
use crate::error::ErrorBody;
use crate::import::profiles::OfLayout;
use crate::import::profiles::profile::{ProfileOfFile, fit_columns, name_layout};
use crate::import::targets::{ColumnTarget, ImportTarget, MAX_COLUMNS};
use crate::import::tasks::ImportTask;
use crate::import::{
    self, FileFacts, FileOverview, Fix, HeadRow, Hints, ImportPhase, ImportPreset, ImportReport, MergedValue,
    Outcome, UnfilledColumn, ValueType,
};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::catalog::{DecimalMark, FieldChange};
use celeiro_domain::import::LeaveOut;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// Which file is looked into, and for what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportColumns {
    /// The file.
    pub upload_id: Uuid,
    /// Into which collection it is to go.
    pub kind: Kind,
    /// The sheet of a workbook; found out where absent.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The row that is the header, from 1; 0 where the table has none; found out where absent.
    #[serde(default)]
    pub header_row: Option<u32>,
    /// The profile of a supplier that reads it; the one of its layout where absent, and none where that is nil.
    #[serde(default)]
    pub profile: Option<Uuid>,
}

/// The columns of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileColumns {
    /// How the file is read. With the preset `agrofit` its columns are known, and none is to be said.
    pub file: FileFacts,
    /// Its first columns, in their order.
    pub columns: Vec<ImportColumn>,
    /// How many it has in all.
    pub column_count: u32,
    /// The first rows that have something in them, at most 1,000: among them is the header, and another may
    /// be chosen. None of JSON.
    pub head: Vec<ImportHeadRow>,
    /// Whether the targets are those of the last file of the same layout.
    pub remembered: bool,
    /// The name of its layout, by which profiles know it.
    pub layout: String,
    /// The profile that reads it.
    pub profile: Option<ProfileOfFile>,
    /// Profiles of this layout, where several have it and none was chosen.
    pub twins: Vec<String>,
}

/// A row at the beginning of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportHeadRow {
    /// Its number, from 1.
    pub row: u32,
    /// Its first cells that are not blank, at most twelve, and four behind the first hundred rows; shortened.
    pub cells: Vec<String>,
}

impl From<HeadRow> for ImportHeadRow {
    fn from(seen: HeadRow) -> Self {
        Self { row: seen.row, cells: seen.cells }
    }
}

/// A column of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumn {
    /// Its name.
    pub name: String,
    /// Where it would go.
    pub target: ImportTarget,
    /// Some of what stands in it.
    pub samples: Vec<String>,
    /// What its values are, as far as its first rows show; all of them decide when the file is read.
    pub found_type: ValueType,
    /// What a person said they are, for the last file of the same layout.
    pub value_type: Option<ValueType>,
}

/// A file to be imported, and how it is to be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StartImport {
    /// The file.
    pub upload_id: Uuid,
    /// Into which collection.
    pub kind: Kind,
    /// The sheet of a workbook; found out where absent.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The row that is the header, from 1; 0 where the table has none; found out where absent.
    #[serde(default)]
    pub header_row: Option<u32>,
    /// How to read its columns; found out from its header where absent.
    #[serde(default)]
    pub preset: Option<ImportPreset>,
    /// Where its columns go; by their names where absent, or not among these. Remembered for the next
    /// file of the same layout.
    #[serde(default)]
    pub columns: Option<Vec<ColumnTarget>>,
    /// The sign before the decimals of written prices; found out from the file where absent.
    #[serde(default)]
    pub decimal: Option<DecimalMark>,
    /// Cells that a person has corrected, at most 1,000.
    #[serde(default)]
    pub fixes: Option<Vec<Fix>>,
    /// Values of category, manufacturer and tags that are other spellings of values in use, at most 4,000; those of the
    /// profile where absent.
    #[serde(default)]
    pub merges: Option<Vec<MergedValue>>,
    /// Which rows are left out; those that surely are no records where absent.
    #[serde(default)]
    pub leave_out: Option<LeaveOut>,
    /// The profile of a supplier: what becomes of prices, and what its columns are where `columns` is absent.
    #[serde(default)]
    pub profile: Option<Uuid>,
    /// Chosen by the client: the same id means the same import, and names it from then on.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Where an import is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportState {
    /// The import; that of its operation too, by which it can be taken back.
    pub id: Uuid,
    /// The file that it reads.
    pub upload_id: Uuid,
    /// What the file is called.
    pub file_name: String,
    /// Into which collection.
    pub kind: Kind,
    /// Whether it only counts.
    pub dry_run: bool,
    /// The step; absent where it is over: `result` or `error` says how.
    pub phase: Option<ImportPhase>,
    /// Rows read so far.
    pub rows: u32,
    /// How much of the file is read, or, while records are moved, of them, in percent; absent where
    /// its progress cannot be known.
    pub percent: Option<u8>,
    /// Records created or changed so far, while they are moved; visible once all are.
    pub moved: Option<u32>,
    /// For how many seconds it has been at this step; 0 where it is over.
    pub seconds: u32,
    /// What came of it, where it is over.
    pub result: Option<ImportResult>,
    /// Why nothing came of it; the catalog is as it was.
    pub error: Option<ErrorBody>,
}

/// What came, or would come, of an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportResult {
    /// The report.
    pub report: ImportReport,
    /// Of a dry run: rows that would become a record beside one of the same name and manufacturer, or
    /// the same question, that has another external id. At most a hundred.
    pub lookalikes: Vec<LookalikeRow>,
    /// How many of those there are.
    pub lookalike_count: u32,
}

/// A row that looks like a record that it is not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LookalikeRow {
    /// The row.
    pub row: u32,
    /// Its name, or question.
    pub name: String,
    /// The record.
    pub id: Uuid,
    /// The record's external id.
    pub external_id: Option<String>,
}

/// Rows of a preview by what they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ImportGroup {
    /// They change a record.
    Updated,
    /// They create one.
    Created,
    /// They leave one as it is.
    Unchanged,
}

/// Which rows of a preview.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportRows {
    /// The preview.
    pub id: Uuid,
    /// Which of its rows.
    pub group: ImportGroup,
    /// Rows to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Rows wanted, 1..100; 100 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Rows of a preview, in the order of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRowPage {
    /// The rows.
    pub rows: Vec<ImportRow>,
    /// How many of the group can be listed: the first 500 that change a record, the first 100 of the others.
    pub listed: u32,
    /// How many there are.
    pub total: u32,
}

/// A row, and what it would make of its record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRow {
    /// The row.
    pub row: u32,
    /// The record, where there is one.
    pub id: Option<Uuid>,
    /// Its name or question; of a record that is there, as it is before.
    pub name: String,
    /// What becomes different, or of a new record what it holds; long texts are cut.
    pub changes: Vec<FieldChange>,
}

/// The columns of a file, with what a person said of them before where the file is a plain one.
pub(super) fn to_file_columns(
    look: FileOverview,
    kind: Kind,
    said: Option<Vec<ColumnTarget>>,
    of_layout: OfLayout,
) -> FileColumns {
    let (profile, twins) = match of_layout {
        OfLayout::None => (None, Vec::new()),
        OfLayout::One(profile) => (Some(profile), Vec::new()),
        OfLayout::Several(twins) => (None, twins.into_iter().map(|profile| profile.name).collect()),
    };
    let (layout, of_file) =
        (name_layout(&look.layout), profile.as_ref().map(|profile| profile.of_file(&look)));
    let fits = of_file.as_ref().is_some_and(|of_file| of_file.missing.is_empty());
    let of_profile = profile.filter(|_| fits).map(|profile| profile.columns_in(&look));
    let is_of_profile = of_profile.is_some();
    let said = of_profile.or_else(|| said.map(|said| fit_columns(&said, &look)));
    let unfilled = match kind {
        Kind::Items => ImportTarget::Unfilled(UnfilledColumn::Attribute),
        Kind::Faqs => ImportTarget::Unfilled(UnfilledColumn::Nothing),
    };
    let plain = look.facts.preset == ImportPreset::Plain;
    let said = said.filter(|_| plain);
    let mut by_name: HashMap<String, &ColumnTarget> = HashMap::new();
    for said in said.iter().flatten() {
        by_name.entry(normalize_text(&said.column)).or_insert(said);
    }
    // What was said of one column is no other: two columns of one field are refused.
    let is_taken =
        |field: RecordField| said.iter().flatten().any(|said| said.target == ImportTarget::Field(field));
    // As layouts are compared: names of another case are the same.
    let of_name = |name: &str| by_name.get(&normalize_text(name)).copied();
    let column_count = look.columns.len() as u32;
    let columns = look.columns.into_iter().take(MAX_COLUMNS).map(|column| ImportColumn {
        target: match of_name(&column.name) {
            Some(said) => said.target,
            None => column.field.filter(|field| !is_taken(*field)).map_or(unfilled, ImportTarget::Field),
        },
        value_type: of_name(&column.name).and_then(|said| said.value_type),
        found_type: column.value_type,
        name: column.name,
        samples: column.samples,
    });
    let head = look.head.into_iter().map(ImportHeadRow::from);
    FileColumns {
        columns: columns.collect(),
        file: look.facts,
        column_count,
        head: head.collect(),
        remembered: said.is_some() && !is_of_profile,
        layout,
        profile: of_file,
        twins,
    }
}

/// An import as its caller sees it; what is under way has no result.
pub(super) fn to_import_state(id: Uuid, import: &ImportTask, caller: &Caller) -> ImportState {
    let (progress, since) = import.progress();
    let end = import.end();
    let is_over = end.is_some();
    let (result, error) = match end {
        None => (None, None),
        Some(Ok(outcome)) => (Some(result_of(&outcome, caller)), None),
        Some(Err(error)) => (None, Some(error.to_body(caller.lang))),
    };
    ImportState {
        id,
        upload_id: import.upload,
        file_name: import.request.file_name.clone(),
        kind: import.request.kind,
        dry_run: import.request.dry_run,
        phase: (!is_over).then_some(progress.phase),
        rows: progress.rows,
        percent: progress.percent.filter(|_| !is_over),
        moved: progress.moved.filter(|_| !is_over),
        seconds: if is_over { 0 } else { u32::try_from(since.as_secs()).unwrap_or(u32::MAX) },
        result,
        error,
    }
}

/// The report of an import, in the caller's language.
fn result_of(outcome: &Outcome, caller: &Caller) -> ImportResult {
    let row = |found: &celeiro_store::Lookalike| LookalikeRow {
        row: found.row_number.unsigned_abs(),
        name: found.name.clone(),
        id: found.id,
        external_id: found.external_id.clone(),
    };
    ImportResult {
        report: import::in_words(caller.lang, outcome.report.clone(), Hints::None),
        lookalikes: outcome.lookalikes.iter().map(row).collect(),
        lookalike_count: outcome.lookalike_count,
    }
}
