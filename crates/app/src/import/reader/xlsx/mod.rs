//! Workbooks: the sheet that a person named, or else the first with a header that we know, hidden ones last.
//!
//! Formulas give the values that Excel saved with them; one without is told from a blank cell. A cell
//! merged over several rows speaks for all of them; one merged over several columns fills the first.

mod hidden;
mod workbook;

use super::cell::Cell;
use super::header::{FieldsByCells, Knowledge, best_names};
use super::table::beside::{self, PART_ROWS, Parts};
use super::table::heading::{self, HeadRow, Heading};
use super::table::joined::bands::texts_of;
use super::table::joined::join_header;
use super::table::{self, Table};
use super::{MAX_COLUMNS, MAX_ROWS, Output, Stop};
use crate::import::error::Refusal;
use crate::import::protocol::{Message, OutputMode, ParserJob};
use crate::import::report::{FileFacts, FileFormat, ImportWarning, NO_HEADER, WarningCode};
use calamine::{
    DataRef, Dimensions, ExcelDateTime, Reader, SheetVisible, XlsxCellFormulaMetadataRecord, XlsxCellReader,
    XlsxError, XlsxFormulaMetadata,
};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::import::is_category_title;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use hidden::HiddenRows;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};
use workbook::{Bytes, Workbook, refuse_workbook};

type Cells<'a> = XlsxCellReader<'a, BufReader<Box<dyn Bytes>>>;

/// Cells at the beginning of a sheet that are looked at.
const HEAD_CELLS: usize = 100_000;
/// Sheets whose names are told.
const MAX_SHEETS: usize = 200;
/// Sheets that are looked at for a table that is not read.
const MAX_SHEETS_COMPARED: usize = 20;

/// Reads a workbook.
pub(super) fn read_xlsx(job: &ParserJob, mut file: File, out: &mut Output) -> Result<(), Stop> {
    let is_of_records = job.telling == OutputMode::Records;
    let hidden = if is_of_records { HiddenRows::list(&mut file) } else { HiddenRows::default() };
    let has_pictures = workbook::has_pictures(&mut file);
    let mut book = workbook::open_workbook(file)?;
    let Sheets { names, visible } = Sheets::list(&book);
    let place = (job.sheet.as_ref(), job.header_row);
    let (at, head) = choose_sheet(place, Knowledge::of(job), &mut book, &names)?;
    if has_pictures && place == (None, None) && head.lacks_table() {
        return Err(Refusal::TableInPicture.into());
    }
    let header_row = job.header_row.or_else(|| head.heading.map(|found| head.rows[found.at].number));
    let (parts, mut unread) = find_parts(job, &mut book, (&names[..visible], at), &head)?;
    let facts = FileFacts {
        tables: parts.as_ref().map(|parts| parts.list_tables(&names[at])).unwrap_or_default(),
        sheet: Some(names[at].clone()),
        sheets: names.iter().take(MAX_SHEETS).cloned().collect(),
        hidden_sheets: names.iter().take(MAX_SHEETS).skip(visible).cloned().collect(),
        header_row,
        ..FileFacts::new(FileFormat::Xlsx)
    };
    let width = head.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let found = head.heading.filter(|_| header_row != Some(NO_HEADER));
    let joined = found.and_then(|found| join_header(&head.rows, found.at, job.kind));
    let joined = joined.filter(|_| parts.is_none());
    let unchecked = tell_hidden_rows(&hidden, &book, (&names[at], parts.as_ref()), out)?;
    table::read_table(job, &facts, joined.as_ref(), out, |table| {
        if let Some(parts) = &parts {
            return feed_parts(&mut book, &names[at], parts, table);
        }
        each_row(&mut book, &names[at], |row, rows, mut cells| {
            // A sheet may be wider than its header: a person can speak of those columns, too.
            let is_header = header_row == Some(row.number) || header_row == Some(NO_HEADER);
            if is_header && cells.len() < width {
                cells.resize(width, Cell::Blank);
            }
            table.row(row.number, None, cells)?;
            table.progress(u64::from(row.number), u64::from(rows))?;
            Ok(!table.is_settled())
        })
    })?;
    let places = parts.as_ref().map(Parts::list_places).unwrap_or_default();
    unread.extend(find_unread_tables(job, &mut book, &names[..visible], at)?);
    unread.retain(|name| !places.contains(name));
    let mut told = HashSet::new();
    unread.retain(|name| told.insert(name.clone()));
    if !places.is_empty() {
        out.emit(&Message::Warning(ImportWarning::new(WarningCode::JoinedTables, places)))?;
    }
    if !unread.is_empty() {
        out.emit(&Message::Warning(ImportWarning::new(WarningCode::UnreadSheets, unread)))?;
    }
    if !unchecked.is_empty() {
        out.emit(&Message::Warning(ImportWarning::new(WarningCode::UncheckedRows, unchecked)))?;
    }
    Ok(())
}

/// Tells the hidden rows of all tables that are read, by the numbers that their rows have here. Gives the sheets of
/// which not all are known.
fn tell_hidden_rows(
    hidden: &HiddenRows,
    book: &Workbook,
    (name, parts): (&str, Option<&Parts>),
    out: &mut Output,
) -> Result<Vec<String>, Stop> {
    let sheets: Vec<&str> = match parts {
        Some(parts) => parts.parts.iter().map(|part| part.sheet.as_deref().unwrap_or(name)).collect(),
        None => vec![name],
    };
    let (mut rows, mut unchecked): (Vec<u32>, Vec<String>) = (Vec::new(), Vec::new());
    for (index, sheet) in sheets.into_iter().enumerate() {
        let place = book.sheets_metadata().iter().position(|other| other.name == sheet);
        let Some(place) = place else { continue };
        rows.extend(hidden.of_sheet(place).iter().map(|row| row.saturating_add(index as u32 * PART_ROWS)));
        if hidden.is_cut(place) && !unchecked.iter().any(|known| known == sheet) {
            unchecked.push(sheet.to_owned());
        }
    }
    if !rows.is_empty() {
        out.say(&Message::Hidden(rows)).map_err(Stop::Output)?;
    }
    Ok(unchecked)
}

/// The other tables of the list: beside the one that was found, and on sheets with the same header; and the sheets for
/// which there is no room. None where a person said another place than the one that is
/// found without a word.
fn find_parts(
    job: &ParserJob,
    book: &mut Workbook,
    (names, at): (&[String], usize),
    head: &Head,
) -> Result<(Option<Parts>, Vec<String>), Stop> {
    let known = Knowledge { map: &[], unfilled: &[], ..Knowledge::of(job) };
    let likely = heading::find_heading(&head.rows, known).filter(|found| found.is_complete);
    let is_found = head.heading.map(|found| found.at) == likely.map(|found| found.at);
    let mut unread = Vec::new();
    let Some(found) = likely.filter(|_| is_found && job.kind == Kind::Items) else {
        return Ok((None, unread));
    };
    let mut parts = beside::find_tables_beside(&head.rows, found.at, known);
    // A header of several rows has more to say than its names.
    let is_alone =
        names.len() < 2 || at >= names.len() || join_header(&head.rows, found.at, job.kind).is_some();
    if job.one_sheet || is_alone || !is_first_table(job, book, names, at)? {
        return Ok((parts, unread));
    }
    let own_caption = caption_of_sheet(head, found.at, &names[at], known);
    for (_, name) in names.iter().enumerate().filter(|(other, _)| *other != at).take(MAX_SHEETS_COMPARED) {
        let other = read_sheet_head(None, known, book, name)?;
        let Some(same) = other.heading else { continue };
        let joined = join_header(&other.rows, same.at, job.kind);
        let by_cells = joined.as_ref().map_or_else(FieldsByCells::default, |joined| joined.by_cells);
        let others = Knowledge { by_cells: FieldsByCells { price: None, ..by_cells }, ..known };
        let says_more = joined.is_some_and(|joined| joined.has_names_around || by_cells.price.is_some());
        if says_more || !is_same_list((head, found.at), (&other, same.at), name, (known, others)) {
            continue;
        }
        let names = || texts_of(&head.rows[found.at]);
        let all =
            parts.get_or_insert_with(|| Parts::of_one(&head.rows, found.at, names(), own_caption.clone()));
        let caption = caption_of_sheet(&other, same.at, name, others);
        if !all.add_sheet(name, (&other.rows, same.at), caption, others) {
            unread.push(name.clone());
        }
    }
    Ok((parts, unread))
}

/// Whether the sheet at `at` is the one that is read where no person says one.
fn is_first_table(job: &ParserJob, book: &mut Workbook, names: &[String], at: usize) -> Result<bool, Stop> {
    if job.sheet.is_none() {
        return Ok(true);
    }
    let known = Knowledge { map: &[], unfilled: &[], ..Knowledge::of(job) };
    Ok(choose_sheet((None, None), known, book, names)?.0 == at)
}

/// The name of a sheet as the category of its products, where nothing in it says theirs.
fn caption_of_sheet(head: &Head, at: usize, name: &str, known: Knowledge<'_>) -> Option<String> {
    (is_sheet_of_group(name) && !has_own_titles(head, at, known)).then(|| name.trim().to_owned())
}

/// Whether the rows below a header say of which category they are, in a column or by titles.
fn has_own_titles(head: &Head, at: usize, known: Knowledge<'_>) -> bool {
    let names = texts_of(&head.rows[at]);
    let has_column = best_names(known, names.iter().map(String::as_str)).contains_key(&RecordField::Category);
    let is_title = |row: &HeadRow| {
        let mut filled = row.cells.iter().filter(|cell| **cell != Cell::Blank);
        let first = filled.next().and_then(|cell| cell.clone().into_text());
        filled.next().is_none() && first.is_some_and(|text| is_category_title(&text))
    };
    has_column || head.rows[at + 1..].iter().any(is_title)
}

/// Whether a sheet has more of the same list: the same names of columns, or products with prices too, and other
/// products. One with the products of the first, as a list of last year, is none.
fn is_same_list(
    (first, at): (&Head, usize),
    (other, other_at): (&Head, usize),
    name: &str,
    (known, others): (Knowledge<'_>, Knowledge<'_>),
) -> bool {
    const OLD: [&str; 8] = ["antiga", "antigo", "anterior", "velha", "old", "backup", "copia", "vencida"];
    let fold = |row: &HeadRow| -> Vec<String> {
        let texts = texts_of(row).iter().map(|text| normalize_text(text)).collect::<Vec<_>>();
        texts.into_iter().filter(|text| !text.is_empty()).collect()
    };
    let keys = |head: &Head, at: usize| -> HashSet<String> {
        let key = |row: &HeadRow| row.cells.iter().find(|cell| **cell != Cell::Blank)?.clone().into_text();
        head.rows[at + 1..].iter().filter(|row| row.cells.len() > 1).filter_map(key).collect()
    };
    let folded = normalize_text(name);
    let is_old = folded.split(|c: char| !c.is_alphanumeric()).any(|word| OLD.contains(&word));
    let (row, other_row) = (&first.rows[at], &other.rows[other_at]);
    let has_prices = |row: &HeadRow, known| beside::has_prices(&texts_of(row), known);
    let is_list = fold(row) == fold(other_row) || (has_prices(row, known) && has_prices(other_row, others));
    if is_old || !is_list {
        return false;
    }
    let (own, others) = (keys(first, at), keys(other, other_at));
    !others.is_empty() && own.intersection(&others).count() * 10 <= others.len()
}

/// Whether a sheet is called as a group of products is: `Herbicidas`, but not `Plan2`.
fn is_sheet_of_group(name: &str) -> bool {
    const OF_PROGRAMS: [&str; 6] = ["plan", "planilha", "sheet", "folha", "pagina", "export"];
    let folded = normalize_text(name);
    let bare = folded.trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    is_category_title(name) && !OF_PROGRAMS.contains(&bare)
}

/// Feeds the tables of a list one after the other.
fn feed_parts(book: &mut Workbook, name: &str, parts: &Parts, table: &mut Table<'_>) -> Result<(), Stop> {
    let width = parts.names.len();
    let count = parts.parts.len() as u64;
    for (index, part) in parts.parts.iter().enumerate() {
        let sheet = part.sheet.as_deref().unwrap_or(name);
        table.begin_part(part, width);
        each_row(book, sheet, |row, rows, cells| {
            let number = row.number.saturating_add(index as u32 * PART_ROWS);
            if index == 0 && row.number < part.header_row() {
                table.row(number, None, cells)?;
            } else if index == 0 && row.number == part.header_row() {
                table.row(number, None, parts.names.iter().map(|name| Cell::text(name.clone())).collect())?;
            } else if let Some(cells) = part.take_row(row.number, cells, width) {
                table.row(number, None, cells)?;
            }
            let done = u64::from(rows) * index as u64 + u64::from(row.number);
            table.progress(done, u64::from(rows) * count)?;
            Ok(!table.is_settled())
        })?;
    }
    Ok(())
}

/// The sheets of a workbook, those that its maker has hidden last.
struct Sheets {
    names: Vec<String>,
    /// How many are not hidden.
    visible: usize,
}

impl Sheets {
    fn list(book: &Workbook) -> Self {
        let (shown, hidden): (Vec<_>, Vec<_>) =
            book.sheets_metadata().iter().partition(|sheet| sheet.visible == SheetVisible::Visible);
        let names = shown.iter().chain(&hidden).map(|sheet| sheet.name.clone()).collect();
        Self { names, visible: shown.len() }
    }
}

/// The sheets besides the one at `at` that have all that a new record needs, and those that are one too many to be
/// looked into.
fn find_unread_tables(
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

/// The beginning of a sheet.
#[derive(Default)]
struct Head {
    rows: Vec<HeadRow>,
    heading: Option<Heading>,
}

impl Head {
    /// Whether there is nothing but single cells, none of which names what a record needs.
    fn lacks_table(&self) -> bool {
        let is_single = |row: &HeadRow| row.cells.iter().filter(|cell| **cell != Cell::Blank).count() < 2;
        self.heading.is_none_or(|found| !found.is_complete) && self.rows.iter().all(is_single)
    }

    /// How much of a table there is to see: rows below the header, by its cells.
    fn size(&self) -> usize {
        self.heading.map_or(0, |found| {
            let filled = self.rows[found.at].cells.iter().filter(|cell| **cell != Cell::Blank).count();
            filled * (self.rows.len() - found.at)
        })
    }
}

/// The sheet that is read: as a person said; or the first that names what a record needs; or, where none
/// does, the one with most of a table in it, before any of single cells.
fn choose_sheet(
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
    let mut largest: Option<(usize, Head)> = None;
    let measure = |head: &Head| (!head.lacks_table(), head.size());
    for (at, name) in names.iter().enumerate() {
        let head = read_sheet_head(header_row, known, book, name)?;
        if head.heading.is_some_and(|found| found.is_complete) {
            return Ok((at, head));
        }
        if head.size() > 0 && largest.as_ref().is_none_or(|(_, known)| measure(&head) > measure(known)) {
            largest = Some((at, head));
        }
    }
    largest.ok_or_else(|| Refusal::Empty.into())
}

/// Reads the beginning of a sheet; its header is the row that a person `said`, or the likeliest.
fn read_sheet_head(
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

/// A row of a sheet.
struct SheetRow {
    /// From 1.
    number: u32,
    /// First and last column of its cells that span several.
    spans: Vec<(usize, usize)>,
}

/// Gives `take` every row of a sheet that has something in it, with how many rows the sheet says it has,
/// until that returns `false`. A sheet that is a chart has none.
fn each_row(
    book: &mut Workbook,
    name: &str,
    mut take: impl FnMut(SheetRow, u32, Vec<Cell<'_>>) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let merged = merged_cells(book, name);
    let mut wide: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
    for m in merged.iter().filter(|m| m.end.1 > m.start.1) {
        wide.entry(m.start.0).or_default().push((m.start.1 as usize, m.end.1 as usize));
    }
    let mut cells = match book.worksheet_cells_reader(name) {
        Ok(cells) => cells,
        Err(XlsxError::NotAWorksheet(_)) => return Ok(()),
        Err(error) => return Err(refuse_workbook(error)),
    };
    let rows = cells.dimensions().end.0.saturating_add(1);
    let mut spans = Spans::new(merged);
    let mut next = cells.next_cell_with_formula_metadata().map_err(refuse_workbook)?;
    while let Some(cell) = next.take() {
        let row = cell.pos.0;
        if row >= MAX_ROWS {
            return Err(Refusal::TooManyRows(MAX_ROWS).into());
        }
        let mut values = Vec::new();
        let mut current = Some(cell);
        while let Some(cell) = current.take() {
            if cell.pos.0 != row {
                next = Some(cell);
                break;
            }
            put_cell(&mut values, &cell)?;
            current = next_in(&mut cells, row)?;
        }
        spans.apply(row, &mut values);
        let is_blank = values.iter().all(|value| *value == Cell::Blank);
        let told = SheetRow { number: row + 1, spans: wide.remove(&row).unwrap_or_default() };
        if !is_blank && !take(told, rows, values)? {
            return Ok(());
        }
    }
    Ok(())
}

/// The merged cells of a sheet; none where what stands there makes no sense, on which the library panics.
fn merged_cells(book: &mut Workbook, name: &str) -> Vec<Dimensions> {
    let merged = catch_unwind(AssertUnwindSafe(|| book.merge_cells_by_sheet_name(name)));
    let merged = merged.map(Result::unwrap_or_default).unwrap_or_default();
    merged.into_iter().filter(|m| m.start.0 <= m.end.0 && m.start.1 <= m.end.1).collect()
}

/// The next cell, which must not stand above `row`: row numbers only grow.
fn next_in<'a>(cells: &mut Cells<'a>, row: u32) -> Result<Option<XlsxCellFormulaMetadataRecord<'a>>, Stop> {
    let next = cells.next_cell_with_formula_metadata().map_err(refuse_workbook)?;
    match &next {
        Some(cell) if cell.pos.0 < row => {
            Err(Refusal::Damaged("the rows of the sheet are out of order".into()).into())
        }
        _ => Ok(next),
    }
}

/// Puts a cell into its column and fills the gap before it with blanks.
fn put_cell<'a>(values: &mut Vec<Cell<'a>>, found: &XlsxCellFormulaMetadataRecord<'a>) -> Result<(), Stop> {
    let column = found.pos.1 as usize;
    if column >= MAX_COLUMNS {
        return Err(Refusal::TooManyColumns(MAX_COLUMNS as u32).into());
    }
    if values.len() <= column {
        values.resize(column + 1, Cell::Blank);
    }
    values[column] = match (&found.value, &found.formula) {
        (DataRef::Empty, Some(formula)) => Cell::Uncomputed(spell_formula(formula)),
        (value, _) => to_sheet_cell(value),
    };
    Ok(())
}

/// A formula as it stands in the cell; one that is shared stands elsewhere.
fn spell_formula(formula: &XlsxFormulaMetadata) -> String {
    match formula {
        XlsxFormulaMetadata::Normal { formula } | XlsxFormulaMetadata::Shared { formula, .. } => {
            format!("={formula}")
        }
        _ => "=…".into(),
    }
}

/// The value of a cell; a date is a text, and an error of a formula is one of the cell.
fn to_sheet_cell<'a>(value: &DataRef<'a>) -> Cell<'a> {
    match value {
        DataRef::Empty => Cell::Blank,
        DataRef::Int(number) => Cell::Digits(number.to_string().into()),
        DataRef::Float(number) => Cell::Number(*number),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            Cell::text(text.clone())
        }
        DataRef::SharedString(text) => Cell::text(*text),
        DataRef::Bool(value) => Cell::Bool(*value),
        DataRef::DateTime(time) => Cell::text(format_iso_date(time)),
        DataRef::Error(error) => Cell::Failed(error.to_string()),
    }
}

/// A date as ISO 8601, with the time of day where there is one; a length of time in days.
fn format_iso_date(time: &ExcelDateTime) -> String {
    if time.is_duration() {
        return time.as_f64().to_string();
    }
    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) == (0, 0, 0) {
        date
    } else {
        format!("{date}T{hour:02}:{minute:02}:{second:02}")
    }
}

/// Cells merged over several rows.
struct Spans<'a> {
    /// First row, last row, column.
    coming: Vec<(u32, u32, usize)>,
    /// By column: the last row, and what it says until then.
    running: HashMap<usize, (u32, Cell<'a>)>,
}

impl<'a> Spans<'a> {
    fn new(merged: Vec<Dimensions>) -> Self {
        let tall = merged.into_iter().filter(|m| m.end.0 > m.start.0);
        let mut coming: Vec<_> = tall.map(|m| (m.start.0, m.end.0, m.start.1 as usize)).collect();
        coming.sort_unstable_by(|a, b| b.cmp(a));
        Self { coming, running: HashMap::new() }
    }

    /// Fills in what cells above say about `row`, and remembers what its own say about rows below.
    fn apply(&mut self, row: u32, values: &mut Vec<Cell<'a>>) {
        self.running.retain(|_, (last, _)| *last >= row);
        // A row with nothing but what stands above it is a gap, not a record.
        if values.iter().all(|v| *v == Cell::Blank) {
            return;
        }
        for (column, (_, value)) in &self.running {
            if values.len() <= *column {
                values.resize(column + 1, Cell::Blank);
            }
            if values[*column] == Cell::Blank {
                values[*column] = value.clone();
            }
        }
        while self.coming.last().is_some_and(|(first, ..)| *first <= row) {
            if let Some((_, last, column)) = self.coming.pop()
                && let Some(value) = values.get(column)
            {
                self.running.insert(column, (last, value.clone()));
            }
        }
    }
}
