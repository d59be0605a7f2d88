//! Reads the child's output: rows go to the staging table, their errors to the report.

use super::doubts::{Doubts, count_filled};
use super::drafts::Drafts;
use super::fixes::Fixes;
use super::lines::Lines;
use super::merges::Merges;
use super::rows::RowSet;
use crate::import::error::{ImportError, ParserDeath};
use crate::import::protocol::{Message, ParsedRow, PriceCell};
use crate::import::report::Outcome;
use crate::import::report::{
    CellError, FieldCount, FileFacts, FileFormat, ImportPhase, ImportProgress, ImportReport, ImportWarning,
    MAX_REPORTED_ERRORS, NewValue, WarningCode,
};
use crate::import::request::ImportRequest;
use crate::import::sandbox::ParserProcess;
use crate::import::staging::stage::Stage;
use celeiro_domain::catalog::defined_fields::DefinedFields;
use celeiro_domain::catalog::{FieldErrorCode, RecordField};
use celeiro_domain::import::LeftOutRows;
use celeiro_domain::search::Kind;
use celeiro_store::{
    ImportChanges, ImportCounts, ImportPreview, KnownBy, MisledReason, MisledRow, StagedConflict, UnnamedRow,
};
use std::collections::BTreeSet;
use tokio_util::sync::CancellationToken;

/// Rows between two reports of progress.
const PROGRESS_ROWS: u32 = 1_000;

/// The findings of a file: while its rows are staged, and when they are moved.
#[derive(Clone)]
pub(in crate::import) struct Findings {
    drafts: Drafts,
    last_row: u32,
    percent: u8,
    /// Rows read.
    pub rows: u32,
    rejected: u32,
    errors: Vec<CellError>,
    error_count: u32,
    warnings: Vec<ImportWarning>,
    /// As many as the reader of a file tells rows at most, which is two million.
    rejected_rows: Vec<u32>,
    /// Rows that others repeat.
    repeated_rows: Vec<u32>,
    fixes: Fixes,
    lines: Lines,
    doubts: Doubts,
    /// Rows that were rejected because a new record needs a name.
    unnamed: u32,
    /// Rows with words in place of a price, and those words.
    unpriced: (u32, BTreeSet<String>),
    kind: Kind,
    /// The attributes that items have.
    attribute_keys: Vec<String>,
}

impl Findings {
    /// The findings of a file that is to be read; `attribute_keys` are those of the attributes that items have, `fields`
    /// those that are defined.
    pub fn new(request: &ImportRequest, attribute_keys: Vec<String>, fields: DefinedFields) -> Self {
        Self {
            drafts: Drafts::new(request.kind, Merges::new(&request.merges))
                .of_supplier(request.profile.is_some())
                .with_rules(request.price_rule, &request.defaults)
                .with_fields(fields),
            last_row: 0,
            percent: 0,
            rows: 0,
            rejected: 0,
            errors: Vec::new(),
            error_count: 0,
            warnings: request.notices.clone(),
            rejected_rows: Vec::new(),
            repeated_rows: Vec::new(),
            fixes: Fixes::new(&request.fixes),
            lines: Lines::default(),
            doubts: Doubts::new(&request.leave_out),
            unnamed: 0,
            unpriced: (0, BTreeSet::new()),
            kind: request.kind,
            attribute_keys,
        }
    }

    /// The folded names of columns that fill fields defined as texts.
    pub fn list_text_columns(&self) -> Vec<String> {
        self.drafts.list_text_columns(&self.attribute_keys)
    }

    /// Reads the child's rows and stages the good ones.
    pub async fn stage_rows(
        &mut self,
        mut stage: Stage,
        mut parser: ParserProcess,
        file_name: &str,
        progress: &(impl Fn(ImportProgress) + Send + Sync),
        cancel: &CancellationToken,
    ) -> Result<FileFacts, ImportError> {
        let incoherent =
            || ImportError::ParserDied { file: file_name.to_owned(), reason: ParserDeath::Incoherent };
        let mut facts = None;
        loop {
            let message = tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(ImportError::Cancelled),
                message = parser.next() => message?,
            };
            match message {
                Message::Row(row) => {
                    // What the child says is not trusted: row numbers are keys of the staging table.
                    if row.record.is_some() && std::mem::replace(&mut self.last_row, row.row) >= row.row {
                        return Err(incoherent());
                    }
                    self.row(&mut stage, row).await?;
                    if self.rows.is_multiple_of(PROGRESS_ROWS) {
                        progress(self.progress());
                    }
                }
                // Not asked for.
                Message::Header(_)
                | Message::Above(_)
                | Message::Cells(_)
                | Message::Document(_)
                | Message::Text(_)
                | Message::Picture(_)
                | Message::Scaled(_) => {
                    return Err(incoherent());
                }
                Message::Facts(found) => {
                    // What a program writes in JSON are keys.
                    if self.kind == Kind::Items && found.format != FileFormat::Json {
                        self.drafts.know_attributes(&self.attribute_keys);
                    }
                    facts = Some(found);
                }
                Message::Hidden(rows) => self.doubts.note_hidden(rows),
                Message::Struck(rows) => self.doubts.note_struck(rows),
                Message::Columns(names) => self.drafts.columns(names),
                Message::Types(types) => self.fixes.know(types),
                Message::Decimals(mark) => self.drafts.decimals(mark),
                Message::Warning(warning) => self.warnings.push(warning),
                Message::Note(note) => tracing::debug!(note, "file reader"),
                Message::Progress(percent) => {
                    self.percent = percent.min(100);
                    progress(self.progress());
                }
                Message::Refused(reason) => {
                    return Err(ImportError::Refused { file: file_name.to_owned(), reason });
                }
                Message::Done => {
                    parser.finish().await;
                    self.errors.sort_by_key(|error| error.row);
                    stage.finish().await?;
                    return facts.ok_or_else(incoherent);
                }
            }
        }
    }

    /// What can be said of the rows when all are read; gives the staged rows that are to be left out.
    pub fn finish_doubts(&mut self) -> Vec<i32> {
        self.doubts.finish()
    }

    /// Numbers of the rows that the import leaves out.
    pub fn left_out_rows(&self) -> &LeftOutRows {
        self.doubts.left_out_rows()
    }

    /// A row that is the same record as another one; `facts` say what its rows are called.
    pub fn add_duplicate(&mut self, conflict: &StagedConflict, facts: &FileFacts) {
        self.repeated_rows.push(conflict.first_row.unsigned_abs());
        let row = conflict.row_number.unsigned_abs();
        let first = facts.name_row(conflict.first_row.unsigned_abs());
        let (column, first) = (self.drafts.identity_column(conflict.by), format!("= {first}"));
        let error = CellError::new(row, column, FieldErrorCode::DuplicateInFile, &conflict.key, &first);
        // A name is compared folded and beside its manufacturer: nothing that stands in a cell.
        self.reject(row, if conflict.by == KnownBy::Name { error.of_a_part() } else { error });
    }

    /// Reports a row whose id names no record, or the wrong one.
    pub fn add_misled(&mut self, misled: &MisledRow) {
        let row = misled.row_number.unsigned_abs();
        let (by, code) = match misled.why {
            MisledReason::UnknownRecord => (KnownBy::Id, FieldErrorCode::UnknownRecord),
            MisledReason::ExternalIdTaken => (KnownBy::ExternalId, FieldErrorCode::Taken),
        };
        let column = self.drafts.identity_column(by);
        self.reject(row, CellError::new(row, column, code, &misled.key, ""));
    }

    /// A row that names neither a record that exists nor what a new one needs.
    pub fn add_unnamed(&mut self, unnamed: &UnnamedRow) {
        let row = unnamed.row_number.unsigned_abs();
        // Nothing stands in a column that the file lacks; what it is needed for is another one's.
        let id = format!("{} = {}", self.drafts.identity_column(unnamed.by), unnamed.key);
        let column = self.drafts.needed_column(unnamed.needed);
        self.unnamed += u32::from(unnamed.needed == RecordField::Name.column());
        self.reject(row, CellError::new(row, column, FieldErrorCode::NeededForNew, "", &id));
    }

    /// Counts a row that was staged; its error is listed where it is among the first.
    fn reject(&mut self, row: u32, error: CellError) {
        self.rejected += 1;
        self.rejected_rows.push(row);
        self.error_count = self.error_count.saturating_add(1);
        let at = self.errors.partition_point(|listed| listed.row <= row);
        if at < MAX_REPORTED_ERRORS {
            self.errors.insert(at, error);
            self.errors.truncate(MAX_REPORTED_ERRORS);
        }
    }

    /// Builds the outcome of the import from the database's counts, in a dry run with the preview.
    pub fn outcome(
        mut self,
        facts: FileFacts,
        counts: ImportCounts,
        preview: Option<ImportPreview>,
    ) -> Outcome {
        if let Some(preview) = &preview {
            self.doubts.add_prices(&preview.price_doubts);
        }
        let rejected_rows = RowSet::of(std::mem::take(&mut self.rejected_rows));
        let repeated_rows = RowSet::of(std::mem::take(&mut self.repeated_rows));
        let dry_run = preview.is_some();
        let price = self.drafts.column(RecordField::Price).to_owned();
        let mut report = self.report(facts, counts, dry_run);
        let Some(preview) = preview else {
            let (lookalikes, changes) = (Vec::new(), ImportChanges::default());
            return Outcome { report, rejected_rows, repeated_rows, lookalikes, lookalike_count: 0, changes };
        };
        if preview.changes.erased_prices > 0 {
            let warning = ImportWarning::new(WarningCode::ErasedPrices, [price]);
            let erased = to_row_count(preview.changes.erased_prices);
            report.warnings.push(warning.with_counts(erased, report.updated));
        }
        report.new_values = preview.new_values.into_iter().map(new_value).collect();
        report.new_value_count = to_row_count(preview.new_value_count);
        let field = |(field, records): &(String, i64)| FieldCount {
            field: field.clone(),
            count: to_row_count(*records),
        };
        report.changed_fields = preview.changes.fields.iter().map(field).collect();
        Outcome {
            report,
            rejected_rows,
            repeated_rows,
            lookalikes: preview.lookalikes,
            lookalike_count: to_row_count(preview.lookalike_count),
            changes: preview.changes,
        }
    }

    fn report(mut self, facts: FileFacts, counts: ImportCounts, dry_run: bool) -> ImportReport {
        for error in &mut self.errors {
            error.line = self.lines.of(error.row);
        }
        let column = match self.kind {
            Kind::Items => self.drafts.column(RecordField::Name),
            Kind::Faqs => self.drafts.column(RecordField::Question),
        };
        self.warnings.extend(self.doubts.of_names(column));
        self.warnings.extend(self.warn_of_no_names());
        self.warnings.extend(self.warn_of_no_prices());
        ImportReport {
            created: to_row_count(counts.created),
            updated: to_row_count(counts.updated),
            unchanged: to_row_count(counts.unchanged),
            rejected: self.rejected,
            errors: self.errors,
            error_count: self.error_count,
            warnings: self.warnings,
            left_out: self.doubts.left_out_count().saturating_add(to_row_count(counts.left_out)),
            doubts: self.doubts.to_report(),
            new_values: Vec::new(),
            new_value_count: 0,
            changed_fields: Vec::new(),
            dry_run,
            file: facts,
        }
    }

    /// That no column is the name, where rows were rejected for it; the description is likely what names them.
    fn warn_of_no_names(&self) -> Option<ImportWarning> {
        if self.unnamed == 0 || self.kind != Kind::Items || self.drafts.has_column(RecordField::Name) {
            return None;
        }
        let has_description = self.drafts.has_column(RecordField::Description);
        let likely = has_description.then(|| self.drafts.column(RecordField::Description));
        Some(ImportWarning::new(WarningCode::NoNames, likely).with_counts(self.unnamed, self.rows))
    }

    /// That words stand in place of prices.
    fn warn_of_no_prices(&self) -> Option<ImportWarning> {
        let (count, words) = &self.unpriced;
        let warning = ImportWarning::new(WarningCode::PricesOnRequest, words);
        (*count > 0).then(|| warning.with_counts(*count, self.rows))
    }

    fn progress(&self) -> ImportProgress {
        let percent = Some(self.percent);
        ImportProgress { percent, ..ImportProgress::at(ImportPhase::Reading, self.rows) }
    }

    async fn row(&mut self, stage: &mut Stage, row: ParsedRow) -> Result<(), ImportError> {
        self.rows = self.rows.saturating_add(1);
        let number = row.row;
        self.lines.note(number, row.line);
        let mut row = self.fixes.apply(row, &self.drafts);
        if self.doubts.leave_out_at_once(&row, &self.drafts) {
            return Ok(());
        }
        if let Some(record) = &mut row.record
            && self.kind == Kind::Items
        {
            self.doubts.put_titles(number, record);
            if self.doubts.is_struck(number) {
                record.take_off_sale();
            }
        }
        let cells = row.record.as_deref().map_or(0, count_filled);
        let unpriced = row.record.as_deref().filter(|record| self.drafts.lacks_price(record));
        let no_price = unpriced.and_then(|record| record.price.as_ref()).map(PriceCell::text);
        let no_price = no_price.map(|text| text.trim().to_owned());
        let cost = row.record.as_deref().and_then(|record| self.drafts.read_cost(record));
        match self.drafts.stage(row) {
            Ok(staged) => {
                let is_left_out = self.doubts.observe_row(&staged, cells, cost);
                if let Some(words) = no_price.filter(|_| !is_left_out) {
                    let (count, all) = &mut self.unpriced;
                    *count += 1;
                    all.insert(words);
                }
                stage.add(staged).await
            }
            Err(problems) => {
                self.rejected += 1;
                self.rejected_rows.push(number);
                self.error_count = self.error_count.saturating_add(problems.len() as u32);
                let room = MAX_REPORTED_ERRORS.saturating_sub(self.errors.len());
                self.errors.extend(problems.into_iter().take(room));
                Ok(())
            }
        }
    }
}

/// A count of the database, kept within what a report can hold.
fn to_row_count(n: i64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A value that no record has, with the stored value that is most like it.
fn new_value(new: celeiro_store::ValueInRows) -> NewValue {
    let (near, likeness) = new.near.unzip();
    NewValue { field: new.field, value: new.value, rows: to_row_count(new.rows), near, likeness }
}
