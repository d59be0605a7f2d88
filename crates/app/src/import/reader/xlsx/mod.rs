//! Workbook reader (.xlsx, .xls, .ods): the sheet that a person named, or else the first with a known header, hidden ones
//! last; a short one yields to a long one with other columns.
//!
//! Formulas give the values that Excel saved with them; a formula without one is distinguished from a blank cell. A
//! cell merged over several rows applies to all of them; one merged over several columns fills the first.

mod hidden;
mod loaded;
mod ods_layout;
mod row_cells;
mod sheet_choice;
mod sheet_parts;
mod sheet_rows;
mod struck;
mod workbook;
mod xml_elements;

use super::cell::Cell;
use super::header::Knowledge;
use super::table::beside::{PART_ROWS, Parts};
use super::table::joined::join_header;
use super::table::{self, Table};
use super::{Output, Stop};
use crate::import::error::Refusal;
use crate::import::protocol::{Message, OutputMode, ParserJob};
use crate::import::report::{FileFacts, FileFormat, ImportWarning, NO_HEADER, WarningCode};
use hidden::HiddenRows;
use sheet_choice::{Sheets, choose_sheet, find_unread_tables, name_with_rows};
use sheet_parts::find_parts;
use sheet_rows::each_row;
use std::collections::HashSet;
use std::fs::File;
use workbook::Workbook;

/// Sheets whose names are told.
const MAX_SHEETS: usize = 200;

/// Reads a workbook of this format.
pub(super) fn read_workbook(
    (job, format): (&ParserJob, FileFormat),
    mut file: File,
    out: &mut Output,
) -> Result<(), Stop> {
    let is_of_records = job.telling == OutputMode::Records;
    let is_streamed = format == FileFormat::Xlsx;
    let listed = (is_of_records && is_streamed).then(|| HiddenRows::list(&mut file));
    let has_pictures = workbook::has_pictures(&mut file);
    let mut book = Workbook::open(file, format)?;
    let hidden = match listed {
        Some(hidden) => hidden,
        None if is_of_records => book.list_hidden_rows(),
        None => HiddenRows::default(),
    };
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
        ..FileFacts::new(format)
    };
    let width = head.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let found = head.heading.filter(|_| header_row != Some(NO_HEADER));
    let joined = found.and_then(|found| join_header(&head.rows, found.at, job.kind));
    let joined = parts.as_ref().map_or(joined, Parts::join_header);
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
        let unread = name_with_rows(job, &mut book, unread)?;
        out.emit(&Message::Warning(ImportWarning::new(WarningCode::UnreadSheets, unread)))?;
    }
    if !unchecked.is_empty() {
        out.emit(&Message::Warning(ImportWarning::new(WarningCode::UncheckedRows, unchecked)))?;
    }
    Ok(())
}

/// Tells the hidden and the struck rows of all tables that are read, by the numbers that their rows have here. Gives the sheets of
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
    let (mut rows, mut struck, mut unchecked): (Vec<u32>, Vec<u32>, Vec<String>) =
        (Vec::new(), Vec::new(), Vec::new());
    for (index, sheet) in sheets.into_iter().enumerate() {
        let place = book.sheets().iter().position(|other| other.name == sheet);
        let Some(place) = place else { continue };
        let number = |row: &u32| row.saturating_add(index as u32 * PART_ROWS);
        rows.extend(hidden.of_sheet(place).iter().map(number));
        struck.extend(hidden.struck_of_sheet(place).iter().map(number));
        if hidden.is_cut(place) && !unchecked.iter().any(|known| known == sheet) {
            unchecked.push(sheet.to_owned());
        }
    }
    if !rows.is_empty() {
        out.say(&Message::Hidden(rows)).map_err(Stop::Output)?;
    }
    if !struck.is_empty() {
        out.say(&Message::Struck(struck)).map_err(Stop::Output)?;
    }
    Ok(unchecked)
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
