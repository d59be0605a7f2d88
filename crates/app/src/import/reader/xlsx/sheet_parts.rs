//! Tables of one list in a workbook: beside the first, and on other sheets with the same header.

use super::sheet_choice::{Head, MAX_SHEETS_COMPARED, choose_sheet, read_sheet_head};
use super::workbook::Workbook;
use crate::import::protocol::ParserJob;
use crate::import::reader::Stop;
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{FieldsByCells, Knowledge, best_names};
use crate::import::reader::table::beside::{self, Parts, TableHeader};
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
    let (header, by_cells) = read_header(head, found.at, job.kind);
    let is_plain = by_cells == FieldsByCells::default()
        && header.rows_below == 0
        && header.names == texts_of(&head.rows[found.at]);
    // Tables beside each other are read by their own rows alone.
    let is_alone = names.len() < 2 || at >= names.len() || (parts.is_some() && !is_plain);
    if job.one_sheet || is_alone || !is_first_table(job, book, names, at)? {
        return Ok((parts, unread));
    }
    let own = Knowledge { by_cells, ..known };
    let own_caption = caption_of_sheet(head, found.at, &names[at], own);
    let first = SheetTable { head, at: found.at, header: &header };
    for (_, name) in names.iter().enumerate().filter(|(other, _)| *other != at).take(MAX_SHEETS_COMPARED) {
        let other = read_sheet_head(None, known, book, name)?;
        let Some(same) = other.heading else { continue };
        let (other_header, other_cells) = read_header(&other, same.at, job.kind);
        let others = Knowledge { by_cells: other_cells, ..known };
        let second = SheetTable { head: &other, at: same.at, header: &other_header };
        // A price that only cells say is one beside another such price.
        let is_unclear = other_cells.price.is_some() && by_cells.price.is_none();
        if is_unclear || !is_same_list(&first, &second, name, (own, others)) {
            continue;
        }
        let all = parts.get_or_insert_with(|| Parts::of_one(header.clone(), by_cells, own_caption.clone()));
        let caption = caption_of_sheet(&other, same.at, name, others);
        if !all.add_sheet(name, &other_header, caption, others) {
            unread.push(name.clone());
        }
    }
    Ok((parts, unread))
}

/// A table of a sheet, with what its header says.
struct SheetTable<'h> {
    head: &'h Head,
    /// The place of its header among the rows.
    at: usize,
    header: &'h TableHeader,
}

/// The header at `at` with what the rows around it say, and the fields that its cells alone say.
fn read_header(head: &Head, at: usize, kind: Kind) -> (TableHeader, FieldsByCells) {
    let row = head.rows[at].number;
    match join_header(&head.rows, at, kind) {
        Some(joined) => {
            let (rows_below, by_cells) = (joined.rows_below(), joined.by_cells);
            (TableHeader { names: joined.names, row, rows_below }, by_cells)
        }
        None => {
            let names = texts_of(&head.rows[at]);
            (TableHeader { names, row, rows_below: 0 }, FieldsByCells::default())
        }
    }
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
    first: &SheetTable<'_>,
    other: &SheetTable<'_>,
    name: &str,
    (known, others): (Knowledge<'_>, Knowledge<'_>),
) -> bool {
    const OLD: [&str; 8] = ["antiga", "antigo", "anterior", "velha", "old", "backup", "copia", "vencida"];
    let fold = |table: &SheetTable<'_>| -> Vec<String> {
        let texts = table.header.names.iter().map(|text| normalize_text(text)).collect::<Vec<_>>();
        texts.into_iter().filter(|text| !text.is_empty()).collect()
    };
    let keys = |table: &SheetTable<'_>| -> HashSet<String> {
        let key = |row: &HeadRow| row.cells.iter().find(|cell| **cell != Cell::Blank)?.clone().into_text();
        let first = table.at + 1 + table.header.rows_below as usize;
        let rows = table.head.rows.iter().skip(first).filter(|row| row.cells.len() > 1);
        rows.filter_map(key).collect()
    };
    let folded = normalize_text(name);
    let is_old = folded.split(|c: char| !c.is_alphanumeric()).any(|word| OLD.contains(&word));
    let has_prices = |table: &SheetTable<'_>, known| beside::has_prices(&table.header.names, known);
    let is_list = fold(first) == fold(other) || (has_prices(first, known) && has_prices(other, others));
    if is_old || !is_list {
        return false;
    }
    let (own, others) = (keys(first), keys(other));
    !others.is_empty() && own.intersection(&others).count() * 10 <= others.len()
}

/// Whether a sheet is called as a group of products is: `Herbicidas`, but not `Plan2`.
fn is_sheet_of_group(name: &str) -> bool {
    const OF_PROGRAMS: [&str; 6] = ["plan", "planilha", "sheet", "folha", "pagina", "export"];
    let folded = normalize_text(name);
    let bare = folded.trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    is_category_title(name) && !OF_PROGRAMS.contains(&bare)
}
