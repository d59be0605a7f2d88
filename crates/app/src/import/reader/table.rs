//! A table with a header, row by row, from a CSV or a sheet.
//!
//! The header is the first of the first twenty rows that names what a new record needs, or an
//! external id and something else, so a title above the table does no harm.

use super::agrofit::Products;
use super::cell::{Cell, Typing};
use super::header::{self, Columns, Knowledge, Target};
use super::raw::{Headers, RawTable};
use super::record::RowBuilder;
use super::{MAX_COLUMNS, MAX_ROW, Output, Stop};
use crate::import::error::Refusal;
use crate::import::protocol::{Field, Job, Message, Row, Telling};
use crate::import::report::{CellError, FileFacts, ImportPreset, ImportWarning, WarningCode};
use celeiro_domain::catalog::FieldErrorCode;
use celeiro_domain::search::Kind;
use std::collections::BTreeSet;

/// Rows in which the header is looked for.
pub(super) const HEADER_ROWS: usize = 20;

/// A table that is being read.
pub(super) struct Table<'o> {
    out: &'o mut Output,
    known: Knowledge<'o>,
    preset: Option<ImportPreset>,
    facts: FileFacts,
    typing: Typing,
    state: State,
}

enum State {
    /// No header yet; the rows that were none.
    Searching(Vec<Vec<String>>),
    /// A record a row.
    Plain { columns: Columns, width: usize, seen: Seen },
    /// Many rows a record.
    Products { products: Box<Products>, width: usize },
    /// Cells as they are.
    Raw(RawTable),
}

/// What a person should know of the rows so far.
#[derive(Default)]
struct Seen {
    /// Attribute columns in which a formula failed.
    failed: BTreeSet<String>,
    /// Columns without a name in which something stands, by their places from 0.
    unnamed: BTreeSet<usize>,
}

impl Seen {
    fn warnings(self, kind: Kind) -> impl Iterator<Item = ImportWarning> {
        let unnamed = self.unnamed.into_iter().map(header::name_of_unnamed).collect();
        let of_unnamed = match kind {
            Kind::Items => WarningCode::UnnamedColumns,
            Kind::Faqs => WarningCode::IgnoredColumns,
        };
        let failed = self.failed.into_iter().collect();
        let all: [(WarningCode, Vec<String>); 2] =
            [(of_unnamed, unnamed), (WarningCode::FailedFormulas, failed)];
        all.into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(code, names)| ImportWarning::new(code, names))
    }
}

impl<'o> Table<'o> {
    pub fn new(job: &'o Job, facts: FileFacts, typing: Typing, out: &'o mut Output) -> Self {
        let state = match job.telling {
            Telling::Records => State::Searching(Vec::new()),
            Telling::Cells | Telling::Rejects => State::Raw(RawTable::default()),
        };
        Self { out, known: Knowledge::of(job), preset: job.preset, facts, typing, state }
    }

    /// How many cells a row has; `None` before the header.
    pub fn width(&self) -> Option<usize> {
        match &self.state {
            State::Searching(_) => None,
            State::Plain { width, .. } | State::Products { width, .. } => Some(*width),
            State::Raw(raw) => raw.width(),
        }
    }

    /// Which headers are taken for one, where cells are told.
    pub fn accept(&mut self, headers: Headers) {
        if let State::Raw(raw) = &mut self.state {
            raw.headers = headers;
        }
    }

    /// Whether cells are told as they are, those of bad rows too.
    pub fn tells_cells(&self) -> bool {
        matches!(self.state, State::Raw(_))
    }

    /// Takes the row of this number, which must be above the last one's. Missing cells are blank;
    /// a row of nothing but blanks is passed over.
    pub fn row(&mut self, number: u32, cells: Vec<Cell<'_>>) -> Result<(), Stop> {
        if cells.len() > MAX_COLUMNS {
            return Err(Refusal::TooManyColumns(MAX_COLUMNS as u32).into());
        }
        if cells.iter().all(|c| *c == Cell::Blank) {
            return Ok(());
        }
        match &mut self.state {
            State::Searching(_) => self.look_for_header(cells),
            State::Products { products, .. } => match products.take(number, cells) {
                Some(problem) => self.refuse(problem),
                None => Ok(()),
            },
            State::Plain { columns, seen, .. } => {
                let row = plain_row(number, cells, columns, seen, self.typing, self.known.kind);
                self.out.row(row)
            }
            State::Raw(raw) => raw.row(number, cells, self.known, &self.facts, self.out),
        }
    }

    /// Reports a row of which nothing can be read.
    pub fn refuse(&mut self, problem: CellError) -> Result<(), Stop> {
        self.out.row(Row { row: problem.row, record: None, problems: vec![problem] })
    }

    /// Tells how far reading is.
    pub fn progress(&mut self, done: u64, total: u64) -> Result<(), Stop> {
        self.out.progress(done, total)
    }

    /// The table has ended.
    pub fn finish(self) -> Result<(), Stop> {
        let known = self.known;
        match self.state {
            State::Raw(raw) => return raw.finish(known, &self.facts, self.out),
            State::Searching(rows) => return Err(no_header(known, self.preset, &rows).into()),
            State::Plain { seen, .. } => {
                for warning in seen.warnings(known.kind) {
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

    fn look_for_header(&mut self, cells: Vec<Cell<'_>>) -> Result<(), Stop> {
        let names: Vec<String> = cells.into_iter().map(|c| c.into_text().unwrap_or_default()).collect();
        if self.known.kind == Kind::Items
            && self.known.map.is_empty()
            && self.preset != Some(ImportPreset::Plain)
            && let Some(products) = Products::of_header(&names)
        {
            return self.begin(
                ImportPreset::Agrofit,
                Products::column_names(),
                Vec::new(),
                State::Products { products: Box::new(products), width: names.len() },
            );
        }
        let known = self.known;
        let columns = Columns::read(known, &names);
        let is_header = columns.missing(known.kind).is_none() && known.absent(&names).is_none();
        if self.preset != Some(ImportPreset::Agrofit) && is_header {
            let (fields, warnings) = (columns.names.clone(), columns.warnings.clone());
            let state = State::Plain { columns, width: names.len(), seen: Seen::default() };
            return self.begin(ImportPreset::Plain, fields, warnings, state);
        }
        if let State::Searching(rows) = &mut self.state {
            rows.push(names);
            if rows.len() >= HEADER_ROWS {
                return Err(no_header(known, self.preset, rows).into());
            }
        }
        Ok(())
    }

    fn begin(
        &mut self,
        preset: ImportPreset,
        fields: Vec<(Field, String)>,
        warnings: Vec<ImportWarning>,
        state: State,
    ) -> Result<(), Stop> {
        self.facts.preset = preset;
        self.state = state;
        self.out.emit(&Message::Facts(self.facts.clone()))?;
        self.out.emit(&Message::Columns(fields))?;
        for warning in warnings {
            self.out.emit(&Message::Warning(warning))?;
        }
        Ok(())
    }
}

fn plain_row(
    number: u32,
    cells: Vec<Cell<'_>>,
    columns: &Columns,
    seen: &mut Seen,
    typing: Typing,
    kind: Kind,
) -> Row {
    if cells.iter().map(Cell::size).sum::<usize>() > MAX_ROW {
        let allowed = format!("0..{MAX_ROW} bytes");
        let problem = CellError::new(number, "", FieldErrorCode::TooLong, "", &allowed);
        return Row { row: number, record: None, problems: vec![problem] };
    }
    let mut row = RowBuilder::new(number);
    let mut names = columns.names.iter();
    for (at, cell) in cells.into_iter().enumerate() {
        if cell != Cell::Blank && columns.is_unnamed(at) {
            seen.unnamed.insert(at);
        }
        match columns.targets.get(at) {
            // Names stand in the order of their columns.
            Some(Target::Field(field)) => row.fill(*field, names.next().map_or("", |(_, name)| name), cell),
            Some(Target::Attribute(name)) => {
                if matches!(cell, Cell::Failed(_) | Cell::Uncomputed(_)) {
                    seen.failed.insert(name.clone());
                }
                row.add_attribute(name, cell, typing);
            }
            // A sheet may have cells to the right of its header.
            None if kind == Kind::Items => row.add_attribute(&header::name_of_unnamed(at), cell, typing),
            Some(Target::Nowhere) | None => {}
        }
    }
    row.build()
}

/// The refusal that helps most: what is missing beside the most columns that are known.
fn no_header(known: Knowledge<'_>, preset: Option<ImportPreset>, rows: &[Vec<String>]) -> Refusal {
    if rows.is_empty() {
        return Refusal::Empty;
    }
    let names_known = |names: &&Vec<String>| Columns::read(known, names).names.len();
    let best = rows.iter().rev().max_by_key(names_known).cloned().unwrap_or_default();
    let column = match preset {
        Some(ImportPreset::Agrofit) => Products::first_missing(&best),
        _ => match known.absent(&best) {
            Some(column) => column,
            None => Columns::read(known, &best).missing(known.kind).map_or("", Field::column),
        },
    };
    let found = best.into_iter().filter(|n| !n.trim().is_empty()).take(20);
    Refusal::MissingColumn {
        column: column.to_owned(),
        found: found.map(|n| n.chars().take(60).collect()).collect(),
    }
}
