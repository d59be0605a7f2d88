//! Tables of one list in a workbook: beside the first, and on other sheets with the same header.

use super::sheet_choice::{Head, MAX_SHEETS_COMPARED, choose_sheet, read_sheet_head};
use super::workbook::Workbook;
use crate::import::protocol::ParserJob;
use crate::import::reader::Stop;
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{FieldsByCells, Knowledge, best_names};
use crate::import::reader::table::beside::{self, Parts};
use crate::import::reader::table::heading::{self, HeadRow};
use crate::import::reader::table::joined::bands::texts_of;
use crate::import::reader::table::joined::join_header;
use celeiro_domain::catalog::RecordField;
use celeiro_domain::import::is_category_title;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use std::collections::HashSet;

/// The other tables of the list: beside the one that was found, and on sheets with the same header; and the sheets for
/// which there is no room. None where a person said another place than the one that is
/// found without a word.
pub(super) fn find_parts(
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
