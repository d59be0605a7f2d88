//! Table reader: rows below a header, from a CSV or a sheet.
//!
//! The header row is known beforehand: a person chose it, or `heading` detected it at the beginning of the file.
//! Records are read twice: the first pass infers the type of each column.

pub(super) mod beside;
pub(super) mod column_types;
mod first_rows;
pub(super) mod heading;
pub(super) mod joined;
mod plain_rows;
pub(super) mod raw;
pub(super) mod refusals;
mod rows_above;
mod sample;

use super::agrofit::Products;
use super::cell::{Cell, number_text};
use super::header::{self, ColumnNames, Columns, FieldsByCells, Knowledge, Target, is_remark};
use super::order::{ColumnOrder, OrderedRow};
use super::types::Survey;
use super::{MAX_COLUMNS, Output, Stop};
use crate::import::error::Refusal;
use crate::import::protocol::{Message, OutputMode, ParsedRow, ParserJob};
use crate::import::report::{CellError, FileFacts, ImportPreset, ImportWarning, NO_HEADER, WarningCode};
use beside::Part;
use celeiro_domain::catalog::{FieldErrorCode, RecordField};
use celeiro_domain::import::is_heading;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use column_types::{Types, types_of};
use first_rows::FirstRows;
use joined::JoinedHeader;
use plain_rows::{fill_category, is_product, plain_row};
use raw::RawTable;
use refusals::{missing_column, no_table};
use rows_above::RowsAbove;
use sample::TableSample;
use std::borrow::Cow;
use std::collections::HashSet;

/// A table that is being read.
pub(super) struct Table<'o> {
    out: &'o mut Output,
    job: &'o ParserJob,
    known: Knowledge<'o>,
    facts: FileFacts,
    /// What the columns are called, where rows around the header say more than its cells.
    joined: Option<&'o JoinedHeader>,
    state: State,
    /// The order of the columns, once the header is read.
    order: Option<ColumnOrder>,
    /// Whether the table is a workbook made of a file of rejected rows, whose texts have the apostrophes of
    /// [`guard_formula`](crate::files::formula_guard::guard_formula).
    is_own_workbook: bool,
    /// What the column of the categories shows, and whether a category is told in its first row alone.
    categories: FirstRows,
    fills_down: bool,
    /// What rows say by the rows above them.
    rows_above: RowsAbove,
    /// The category that was told last.
    category: Option<String>,
    /// What stands above a table beside others: the category of its products.
    caption: Option<String>,
    /// The columns that a table beside others lacks.
    absent: HashSet<usize>,
    /// How often the file is read, and which time this is, from 0.
    passes: (u64, u64),
}

enum State {
    /// No header yet, and what becomes of the rows below it.
    Above(Below),
    /// A record a row.
    Plain { columns: Columns, width: usize, seen: TableSample, types: Types },
    /// Columns, their folded names, and what was seen in each.
    Survey { columns: Columns, names: Vec<String>, surveys: Vec<Survey> },
    /// Many rows a record.
    Products { products: Box<Products>, width: usize },
    /// Cells as they are.
    Raw(RawTable),
}

/// What becomes of the rows below a header.
enum Below {
    Survey,
    Records(Types),
}

/// Reads a table in as many passes as it takes: `pass` feeds it all rows, from the first on. Its columns are
/// called as `joined` says, or as the header does.
pub(super) fn read_table(
    job: &ParserJob,
    facts: &FileFacts,
    joined: Option<&JoinedHeader>,
    out: &mut Output,
    mut pass: impl FnMut(&mut Table<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let (mut types, mut fills_down, mut rows_above) = (Types::new(), false, RowsAbove::default());
    let passes = if job.telling == OutputMode::Records && job.kind == Kind::Items { 2 } else { 1 };
    if passes == 2 {
        let mut survey = Table::new((job, facts, joined), State::Above(Below::Survey), (2, 0), out);
        pass(&mut survey)?;
        fills_down = survey.categories.fill_down();
        rows_above = std::mem::take(&mut survey.rows_above);
        types = survey.into_types()?;
    }
    let state = match job.telling {
        OutputMode::Records => State::Above(Below::Records(types)),
        OutputMode::Cells | OutputMode::Rejects => State::Raw(RawTable::default()),
    };
    let mut table = Table::new((job, facts, joined), state, (passes, passes - 1), out);
    (table.fills_down, table.rows_above) = (fills_down, rows_above);
    pass(&mut table)?;
    table.finish()
}

impl<'o> Table<'o> {
    fn new(
        (job, facts, joined): (&'o ParserJob, &FileFacts, Option<&'o JoinedHeader>),
        state: State,
        passes: (u64, u64),
        out: &'o mut Output,
    ) -> Self {
        let by_cells = joined.map_or_else(FieldsByCells::default, |joined| joined.by_cells);
        let (known, facts) = (Knowledge { by_cells, ..Knowledge::of(job) }, facts.clone());
        Self {
            out,
            job,
            known,
            facts,
            joined,
            state,
            order: None,
            is_own_workbook: false,
            categories: FirstRows::default(),
            fills_down: false,
            rows_above: RowsAbove::default(),
            category: None,
            caption: None,
            absent: HashSet::new(),
            passes,
        }
    }

    /// The rows from here on are of this table, one of several with columns of `width` together.
    pub fn begin_part(&mut self, part: &Part, width: usize) {
        if let Some(order) = &mut self.order {
            order.restart();
        }
        self.rows_above.restart();
        self.category = None;
        self.caption.clone_from(&part.caption);
        self.absent = part.list_absent(width).into_iter().collect();
    }

    /// Number of cells in a row of the table; `None` before the header.
    pub fn width(&self) -> Option<usize> {
        match &self.state {
            State::Above(_) => None,
            State::Plain { width, .. } | State::Products { width, .. } => Some(*width),
            State::Survey { names, .. } => Some(names.len()),
            State::Raw(raw) => raw.width(),
        }
    }

    /// Whether cells are told as they are, those of bad rows too.
    pub fn tells_cells(&self) -> bool {
        matches!(self.state, State::Raw(_))
    }

    /// Whether a row that does not fit the header is of another table below the first.
    pub fn is_of_other_table(&self, cells: &[Cell<'_>]) -> bool {
        self.order.as_ref().is_some_and(|order| order.is_of_other_table(cells))
    }

    /// Takes the row of this number, which must be above the last one's; in a text file it begins in
    /// `line`. Missing cells are blank; a row of nothing but blanks is passed over.
    pub fn row(&mut self, number: u32, line: Option<u32>, cells: Vec<Cell<'_>>) -> Result<(), Stop> {
        if cells.len() > MAX_COLUMNS {
            return Err(Refusal::TooManyColumns(MAX_COLUMNS as u32).into());
        }
        if cells.iter().all(|c| *c == Cell::Blank) {
            return Ok(());
        }
        if self.facts.header_row == Some(NO_HEADER) && self.width().is_none() {
            let names = (0..cells.len()).map(|at| Cell::text(header::name_of_unnamed(at))).collect();
            self.take(NO_HEADER, None, names)?;
        }
        if self.is_of_header(number, &cells) {
            return Ok(());
        }
        self.take(number, line, cells)
    }

    /// Whether the row is one of those below the header that belong to it, or says the same once more.
    fn is_of_header(&self, number: u32, cells: &[Cell<'_>]) -> bool {
        let (Some(header), Some(joined)) = (self.facts.header_row, self.joined) else { return false };
        number > header && (number - header <= joined.rows_below() || joined.is_row_below(cells))
    }

    fn take(&mut self, number: u32, line: Option<u32>, cells: Vec<Cell<'_>>) -> Result<(), Stop> {
        let header_row = *self.facts.header_row.get_or_insert(number);
        if number == header_row && self.facts.format.is_workbook() {
            self.is_own_workbook =
                cells.iter().any(|cell| matches!(cell, Cell::Text(name) if is_remark(name)));
        }
        let cells =
            if self.is_own_workbook { cells.into_iter().map(Cell::without_guard).collect() } else { cells };
        let mut is_heading = false;
        let cells = match &mut self.order {
            None => cells,
            Some(order) => match order.order_row(number, cells) {
                OrderedRow::Cells(cells) => cells,
                OrderedRow::Heading(cells) => {
                    is_heading = true;
                    cells
                }
                OrderedRow::Other(_, cells) if matches!(self.state, State::Raw(_)) => cells,
                OrderedRow::Other(heading, _) => {
                    let (code, heading) = (FieldErrorCode::OtherTable, self.facts.name_row(heading));
                    return self.refuse(CellError::new(number, "", code, "", &heading), line);
                }
            },
        };
        match &mut self.state {
            State::Above(_) if number < header_row => Ok(()),
            State::Above(_) if number > header_row => Err(Refusal::NoHeaderRow(header_row).into()),
            State::Above(_) => self.take_header(cells),
            State::Survey { names, surveys, columns } => {
                if is_heading || is_header_again(&cells, names) {
                    return Ok(());
                }
                let mut cells = cells;
                self.rows_above.survey(number, columns, &mut cells);
                self.categories.take(columns, &cells);
                if surveys.len() < cells.len() {
                    surveys.resize(cells.len(), Survey::default());
                }
                surveys.iter_mut().zip(&cells).for_each(|(survey, cell)| survey.take(cell));
                Ok(())
            }
            State::Products { products, .. } => match products.take(number, cells) {
                Some(problem) => self.refuse(problem, line),
                None => Ok(()),
            },
            State::Plain { columns, seen, types, .. } => {
                let is_absent = |at| {
                    self.absent.contains(&at) || self.order.as_ref().is_some_and(|order| order.is_absent(at))
                };
                let mut cells = cells;
                if !is_heading {
                    self.rows_above.complete(number, columns, &mut cells);
                }
                let mut row = plain_row((number, cells), columns, is_absent, seen, types, self.known.kind);
                if let Some(record) = row.record.as_mut().filter(|_| self.fills_down) {
                    fill_category(record, &mut self.category);
                }
                if let (Some(caption), Some(record)) = (&self.caption, &mut row.record)
                    && is_product(record)
                {
                    record.put_category(caption);
                }
                self.out.row(ParsedRow { line, ..row })
            }
            State::Raw(raw) => {
                let row = (number, cells);
                self.order =
                    raw.row(row, self.joined, self.known, &self.facts, self.out)?.or(self.order.take());
                Ok(())
            }
        }
    }

    /// Reports a row of the table of which nothing can be read.
    pub fn refuse(&mut self, problem: CellError, line: Option<u32>) -> Result<(), Stop> {
        if matches!(self.state, State::Survey { .. }) {
            return Ok(());
        }
        self.out.row(ParsedRow { row: problem.row, line, record: None, problems: vec![problem] })
    }

    /// Reports how far reading of the table is, over all passes.
    pub fn progress(&mut self, done: u64, total: u64) -> Result<(), Stop> {
        let (passes, this) = self.passes;
        self.out.progress(done.min(total) + this * total, passes * total)
    }

    /// Whether this pass over the table has seen all that it needs.
    pub fn is_settled(&self) -> bool {
        let (passes, this) = self.passes;
        this + 1 < passes && matches!(self.state, State::Products { .. })
    }

    fn into_types(self) -> Result<Types, Stop> {
        match self.state {
            State::Survey { columns, surveys, .. } => {
                types_of(self.job, &self.facts, &columns, &surveys, self.out)
            }
            State::Above(_) => Err(no_table(self.job, &self.facts)),
            State::Products { .. } | State::Plain { .. } | State::Raw(_) => Ok(Types::new()),
        }
    }

    /// The table has ended.
    fn finish(self) -> Result<(), Stop> {
        let known = self.known;
        match self.state {
            State::Raw(raw) if raw.width().is_some() => return Ok(()),
            State::Raw(_) | State::Above(_) => return Err(no_table(self.job, &self.facts)),
            State::Survey { .. } => {}
            State::Plain { seen, .. } => {
                let of_order = self.order.iter().flat_map(|order| order.warnings(&self.facts));
                for warning in seen.into_warnings(known.kind).chain(of_order) {
                    self.out.emit(&Message::Warning(warning))?;
                }
            }
            State::Products { products, .. } => {
                for row in products.into_rows() {
                    self.out.row(row)?;
                }
            }
        }
        if self.out.rows() == 0 {
            let none: [&str; 0] = [];
            self.out.emit(&Message::Warning(ImportWarning::new(WarningCode::NoRows, none)))?;
        }
        Ok(())
    }

    fn take_header(&mut self, cells: Vec<Cell<'_>>) -> Result<(), Stop> {
        let texts: Vec<String> = cells.into_iter().map(|c| c.into_text().unwrap_or_default()).collect();
        let ColumnNames { names, repeated } =
            ColumnNames::new(&texts, self.joined.map(|joined| &*joined.names));
        let (known, preset) = (self.known, self.job.preset);
        let is_agrofit = preset != Some(ImportPreset::Plain) && heading::is_agrofit(known, &names);
        let width = names.len();
        if let Some(products) = Products::of_header(&names).filter(|_| is_agrofit) {
            let is_survey = matches!(self.state, State::Above(Below::Survey));
            self.state = State::Products { products: Box::new(products), width };
            let columns = Products::column_names();
            return if is_survey { Ok(()) } else { self.begin(ImportPreset::Agrofit, columns, Vec::new()) };
        }
        if preset == Some(ImportPreset::Agrofit) || !header::is_complete(known, &names) {
            let row = self.facts.header_row.filter(|row| *row != NO_HEADER);
            return Err(missing_column(known, preset, &names, row).into());
        }
        let columns = Columns::read(known, &names);
        let (fields, mut warnings) = (columns.names.clone(), columns.warnings.clone());
        let is_name = |name: &&String| header::names_record(known.kind, name);
        if let Some(name) = repeated.iter().find(is_name)
            && !warnings.iter().any(|warning| warning.code == WarningCode::TablesBeside)
        {
            let is_numbered = |other: &&String| {
                let number = other.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(' '));
                number.is_some_and(|number| number.parse::<usize>().is_ok())
            };
            let beside = names.iter().filter(is_numbered);
            warnings.push(ImportWarning::new(WarningCode::TablesBeside, beside.cloned()));
        }
        // Remarks of ours are no data: nothing is lost where they stand twice.
        let repeated: Vec<String> = repeated.into_iter().filter(|name| !is_remark(name)).collect();
        if !repeated.is_empty() {
            warnings.push(ImportWarning::new(WarningCode::RepeatedColumns, repeated));
        }
        self.order =
            Some(ColumnOrder::new(known.kind, &texts, &names, columns.targets.iter().map(Target::field)));
        let above = std::mem::replace(&mut self.state, State::Above(Below::Survey));
        match above {
            State::Above(Below::Records(types)) => {
                let seen = TableSample::new(&columns.targets);
                self.state = State::Plain { columns, width, seen, types };
                self.begin(ImportPreset::Plain, fields, warnings)
            }
            _ => {
                let names = texts.iter().map(|name| normalize_text(name)).collect();
                self.state = State::Survey { columns, names, surveys: Vec::new() };
                Ok(())
            }
        }
    }

    fn begin(
        &mut self,
        preset: ImportPreset,
        fields: Vec<(RecordField, String)>,
        warnings: Vec<ImportWarning>,
    ) -> Result<(), Stop> {
        self.facts.preset = preset;
        self.out.emit(&Message::Facts(self.facts.clone()))?;
        self.out.emit(&Message::Columns(fields))?;
        if let State::Plain { columns, types, .. } = &self.state {
            let named = columns.targets.iter().enumerate().filter_map(|(at, target)| match target {
                Target::Attribute(name) => types.get(&at).map(|column| (name.clone(), *column)),
                Target::Field(_) | Target::Nowhere => None,
            });
            self.out.emit(&Message::Types(named.collect()))?;
        }
        for warning in warnings {
            self.out.emit(&Message::Warning(warning))?;
        }
        Ok(())
    }
}

/// Whether a row is the header once more, as where a list is printed page by page: its texts say nothing of
/// the types of the columns. `names` are folded.
fn is_header_again(cells: &[Cell<'_>], names: &[String]) -> bool {
    is_heading(cells.iter().zip(names).map(|(cell, name)| (text_to_compare(cell, name), name.as_str())))
}

/// The text of a cell, as far as it matters whether it is `name`.
fn text_to_compare<'c>(cell: &'c Cell<'_>, name: &str) -> Cow<'c, str> {
    match cell {
        Cell::Text(text) | Cell::Digits(text) => Cow::Borrowed(text),
        Cell::Number(number) if name.parse::<f64>().is_ok() => Cow::Owned(number_text(*number)),
        // Any number is as good as another beside a name that is none.
        Cell::Number(_) => Cow::Borrowed("0"),
        Cell::Bool(value) => Cow::Borrowed(if *value { "true" } else { "false" }),
        _ => Cow::Borrowed(""),
    }
}
