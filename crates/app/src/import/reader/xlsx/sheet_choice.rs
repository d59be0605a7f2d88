//! Choice of a workbook's sheet: the one that a person named, or else the first with a known header.

use super::sheet_rows::each_row;
use super::workbook::Workbook;
use crate::import::error::Refusal;
use crate::import::protocol::ParserJob;
use crate::import::reader::Stop;
use crate::import::reader::cell::Cell;
use crate::import::reader::header::Knowledge;
use crate::import::reader::table::heading::{self, HeadRow, Heading};
use crate::import::report::NO_HEADER;
use calamine::SheetVisible;
use celeiro_domain::text::normalize_text;

/// Cells at the beginning of a sheet that are looked at.
const HEAD_CELLS: usize = 100_000;
/// Sheets that are looked at for a table that is not read.
pub(super) const MAX_SHEETS_COMPARED: usize = 20;
/// A table of fewer rows may be an example or a summary: another one with other columns is read in its place where it
/// has so many times more rows.
const FEW_ROWS: usize = 5;
const TIMES_MORE: usize = 10;
/// Rows of a sheet that is not read that are counted.
const MAX_COUNTED: u32 = 100_000;

/// The sheets of a workbook, those that its maker has hidden last.
pub(super) struct Sheets {
    pub names: Vec<String>,
    /// How many are not hidden.
    pub visible: usize,
}

impl Sheets {
    pub fn list(book: &Workbook) -> Self {
        let (shown, hidden): (Vec<_>, Vec<_>) =
            book.sheets().iter().partition(|sheet| sheet.visible == SheetVisible::Visible);
        let names = shown.iter().chain(&hidden).map(|sheet| sheet.name.clone()).collect();
        Self { names, visible: shown.len() }
    }
}

/// The beginning of a sheet.
#[derive(Default)]
pub(super) struct Head {
    pub rows: Vec<HeadRow>,
    pub heading: Option<Heading>,
}

impl Head {
    /// Whether the sheet's head has nothing but single cells, none of which names what a record needs.
    pub fn lacks_table(&self) -> bool {
        let is_single = |row: &HeadRow| row.cells.iter().filter(|cell| **cell != Cell::Blank).count() < 2;
        self.heading.is_none_or(|found| !found.is_complete) && self.rows.iter().all(is_single)
    }

    /// How many rows there are to see below the header.
    fn rows_below(&self) -> usize {
        self.heading.map_or(0, |found| self.rows.len() - found.at - 1)
    }

    /// The folded names in the header.
    fn list_names(&self) -> Vec<String> {
        let cells = self.heading.map_or(&[][..], |found| &self.rows[found.at].cells[..]);
        cells.iter().filter_map(|cell| cell.clone().into_text()).map(|name| normalize_text(&name)).collect()
    }

    /// Whether this is a table of other columns, and so much longer that `first` is hardly the list.
    fn outweighs(&self, first: &Head) -> bool {
        self.rows_below() >= first.rows_below().max(1) * TIMES_MORE && self.list_names() != first.list_names()
    }

    /// How much of a table there is to see: rows below the header, by its cells.
    fn size(&self) -> usize {
        self.heading.map_or(0, |found| {
            let filled = self.rows[found.at].cells.iter().filter(|cell| **cell != Cell::Blank).count();
            filled * (self.rows.len() - found.at)
        })
    }
}

/// The sheet that is read: as a person said; or the first that names what a record needs, unless it is short beside a
/// later one with other columns; or, where none does, the one with most of a table in it, before any of single cells.
pub(super) fn choose_sheet(
    (sheet, header_row): (Option<&String>, Option<u32>),
    known: Knowledge<'_>,
    book: &mut Workbook,
    names: &[String],
) -> Result<(usize, Head), Stop> {
    if let Some(said) = sheet {
        let at = names.iter().position(|name| name == said);
        let at = at.or_else(|| names.iter().position(|name| normalize_text(name) == normalize_text(said)));
        let Some(at) = at else {
            let found = names.iter().take(20).cloned().collect();
            return Err(Refusal::NoSheet { sheet: said.clone(), found }.into());
        };
        return Ok((at, read_sheet_head(header_row, known, book, &names[at])?));
    }
    let visible = book.sheets().iter().filter(|sheet| sheet.visible == SheetVisible::Visible).count();
    let mut largest: Option<(usize, Head)> = None;
    let mut short: Option<(usize, Head)> = None;
    let measure = |head: &Head| (!head.lacks_table(), head.size());
    for (at, name) in names.iter().enumerate() {
        if short.is_some() && (at >= visible || at >= MAX_SHEETS_COMPARED) {
            break;
        }
        let head = read_sheet_head(header_row, known, book, name)?;
        if head.heading.is_some_and(|found| found.is_complete) {
            let is_sure = header_row.is_some() || head.rows_below() >= FEW_ROWS;
            match &short {
                None if is_sure => return Ok((at, head)),
                None => short = Some((at, head)),
                Some((_, first)) if head.outweighs(first) => return Ok((at, head)),
                Some(_) => {}
            }
            continue;
        }
        if head.size() > 0 && largest.as_ref().is_none_or(|(_, known)| measure(&head) > measure(known)) {
            largest = Some((at, head));
        }
    }
    short.or(largest).ok_or_else(|| Refusal::Empty.into())
}

/// Reads the beginning of a sheet; its header is the row that a person `said`, or the likeliest.
pub(super) fn read_sheet_head(
    said: Option<u32>,
    known: Knowledge<'_>,
    book: &mut Workbook,
    name: &str,
) -> Result<Head, Stop> {
    let is_far = said.is_some_and(|said| said as usize > heading::ROWS);
    let rows = head_rows(book, name, if is_far { heading::FAR_ROWS } else { heading::ROWS })?;
    let heading = match said {
        None => heading::find_heading(&rows, known),
        Some(NO_HEADER) => (!rows.is_empty()).then_some(Heading { at: 0, known: 0, is_complete: true }),
        Some(said) => rows.iter().position(|row| row.number == said).map(|at| Heading {
            at,
            known: 0,
            is_complete: true,
        }),
    };
    if said.is_none() && heading::is_preamble(&rows, heading) {
        let rows = head_rows(book, name, heading::FAR_ROWS)?;
        if let Some(far) = heading::find_far(&rows, known) {
            return Ok(Head { rows, heading: Some(far) });
        }
    }
    Ok(Head { rows, heading })
}

/// The first `most` rows of a sheet that have something in them, or fewer of many cells.
fn head_rows(book: &mut Workbook, name: &str, most: usize) -> Result<Vec<HeadRow>, Stop> {
    let mut rows: Vec<HeadRow> = Vec::new();
    let mut size = 0;
    each_row(book, name, |row, _, cells| {
        size += cells.len();
        let cells = cells.into_iter().map(Cell::into_owned).collect();
        rows.push(HeadRow { number: row.number, cells, spans: row.spans });
        Ok(rows.len() < most && size < HEAD_CELLS)
    })?;
    Ok(rows)
}

/// The names of sheets that are not read, each with how many rows it has below its header: `Soja (120)`. A person
/// imports them next, and knows by the number which are worth it.
pub(super) fn name_with_rows(
    job: &ParserJob,
    book: &mut Workbook,
    names: Vec<String>,
) -> Result<Vec<String>, Stop> {
    let plain = Knowledge::of_names(job.kind);
    let mut told = Vec::new();
    for name in names.into_iter().take(MAX_SHEETS_COMPARED) {
        let head = read_sheet_head(None, plain, book, &name)?;
        let Some(header) = head.heading.map(|found| head.rows[found.at].number) else {
            told.push(name);
            continue;
        };
        let mut count = 0;
        each_row(book, &name, |row, _, _| {
            count += u32::from(row.number > header);
            Ok(count < MAX_COUNTED)
        })?;
        let more = if count < MAX_COUNTED { "" } else { "+" };
        told.push(format!("{name} ({count}{more})"));
    }
    Ok(told)
}

/// The sheets besides the one at `at` that have all that a new record needs, and those that are one too many to be
/// looked into.
pub(super) fn find_unread_tables(
    job: &ParserJob,
    book: &mut Workbook,
    names: &[String],
    at: usize,
) -> Result<Vec<String>, Stop> {
    let plain = Knowledge::of_names(job.kind);
    let mut unread = Vec::new();
    let others = names.iter().enumerate().filter(|(other, _)| *other != at);
    for (place, (_, name)) in others.enumerate() {
        if place >= MAX_SHEETS_COMPARED {
            unread.push(name.clone());
            continue;
        }
        let head = read_sheet_head(None, plain, book, name)?;
        if head.heading.is_some_and(|found| found.is_complete && head.rows.len() > found.at + 1) {
            unread.push(name.clone());
        }
    }
    Ok(unread)
}
