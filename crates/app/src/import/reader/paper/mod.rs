//! Table detection in a printed list: a PDF whose pages have text. A scanned page has none.
//!
//! Where the cells of a table have frames, the frames say what belongs together (`drawn_table`). Elsewhere words of a
//! line belong to the nearest column of the header, rows are the lines of all pages, counted from 1, and a line with only
//! a part of a name continues the line above it.

mod drawn_table;

use super::cell::Cell;
use super::document::{PrintedLine, PrintedPages, PrintedText, read_printed_pages};
use super::header::{Knowledge, best_names, is_complete};
use super::table;
use super::{Output, Stop};
use crate::import::error::Refusal;
use crate::import::protocol::{Message, ParserJob};
use crate::import::report::{FileFacts, FileFormat, ImportWarning, NO_HEADER, WarningCode};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::import::names_group;
use celeiro_domain::search::Kind;
use std::fs::File;

/// Lines among which the header is looked for.
const HEADER_LINES: usize = 200;
/// How far a line that goes on with the one above may be below it, in sizes of its type.
const NEXT_LINE: f64 = 2.2;

/// The texts of rows, each with its number.
type NumberedRows = Vec<(u32, Vec<String>)>;

/// Reads the table of a PDF.
pub(super) fn read_paper(job: &ParserJob, file: File, out: &mut Output) -> Result<(), Stop> {
    if let Some(sheet) = &job.sheet {
        return Err(Refusal::NoSheet { sheet: sheet.clone(), found: Vec::new() }.into());
    }
    let PrintedPages { lines, drawn, unread } = read_printed_pages(file)?;
    let (at, rows) = match drawn_table::read_drawn_table(drawn, job)? {
        Some(table) => table,
        None => {
            let at = find_header(&lines, job)?;
            (at, build_rows(&lines, at, job.kind))
        }
    };
    let facts = FileFacts { header_row: Some(at as u32 + 1), ..FileFacts::new(FileFormat::Pdf) };
    let total = rows.len() as u64;
    table::read_table(job, &facts, None, out, |table| {
        for (done, (number, texts)) in rows.iter().enumerate() {
            table.progress(done as u64, total)?;
            table.row(*number, None, texts.iter().map(|text| Cell::text(text.clone())).collect())?;
        }
        Ok(())
    })?;
    if !unread.is_empty() {
        out.emit(&Message::Warning(ImportWarning::new(WarningCode::UnreadPages, unread)))?;
    }
    Ok(())
}

/// The place of the header among the lines: as a person said, or the first line that names what a record needs.
fn find_header(lines: &[PrintedLine], job: &ParserJob) -> Result<usize, Stop> {
    let known = Knowledge::of(job);
    if let Some(said) = job.header_row.filter(|said| *said != NO_HEADER) {
        let at = said as usize - 1;
        return if at < lines.len() { Ok(at) } else { Err(Refusal::NoHeaderRow(said).into()) };
    }
    let names = |at: &usize| texts_of(&lines[*at]);
    let is_header = |at: &usize| lines[*at].texts.len() > 1 && is_complete(known, &names(at));
    let near: Vec<usize> = (0..lines.len().min(HEADER_LINES)).collect();
    // Where a person has said what the columns are, the line that has most of them is shown.
    near.iter().find(|at| is_header(at)).copied().ok_or_else(|| {
        let widest = near.iter().max_by_key(|at| lines[**at].texts.len()).copied().unwrap_or(0);
        table::refusals::missing_column(known, job.preset, &names(&widest), Some(widest as u32 + 1)).into()
    })
}

fn texts_of(line: &PrintedLine) -> Vec<String> {
    line.texts.iter().map(|one| one.text.clone()).collect()
}

/// The lines from the first on under the columns of the header, each with its number.
fn build_rows(lines: &[PrintedLine], at: usize, kind: Kind) -> NumberedRows {
    let header = &lines[at].texts;
    let names = texts_of(&lines[at]);
    let plain = Knowledge::of_names(kind);
    let name = best_names(plain, names.iter().map(String::as_str)).get(&RecordField::Name).copied();
    let mut rows = NumberedRows::new();
    for (place, line) in lines.iter().enumerate() {
        let mut cells = vec![String::new(); header.len()];
        let mut before = None;
        for text in &line.texts {
            let nearest = nearest_column(header, text);
            // Numbers of a name, as in NPK 04 14 08, are texts of their own: two prices might stand so close.
            let is_of_name =
                text.follows && name.is_some() && before == name && !stands_below(&header[nearest], text);
            let at = if is_of_name { before.unwrap_or(nearest) } else { nearest };
            before = Some(at);
            if !cells[at].is_empty() {
                // Two texts are no number together: a blank within one would be passed over.
                cells[at].push_str(if name == Some(at) { " " } else { " / " });
            }
            cells[at].push_str(&text.text);
        }
        let is_rest = place > at + 1
            && rows
                .last()
                .zip(name)
                .is_some_and(|((_, above), name)| continues_name(line, &cells, above, name));
        if is_rest && let (Some(name), Some((_, above))) = (name, rows.last_mut()) {
            above[name] = format!("{} {}", above[name], cells[name]);
        } else {
            rows.push((place as u32 + 1, cells));
        }
    }
    rows
}

/// Whether a printed line is the rest of the name above it.
fn continues_name(line: &PrintedLine, cells: &[String], above: &[String], name: usize) -> bool {
    let is_filled = |cell: &&String| !cell.is_empty();
    let is_alone = !cells[name].is_empty() && cells.iter().filter(is_filled).count() == 1;
    let is_near = line.below.is_some_and(|below| below <= NEXT_LINE);
    let is_record = !above[name].is_empty() && above.iter().filter(is_filled).count() > 1;
    let is_lower = |text: &str| text.chars().any(char::is_lowercase);
    // Capitals below a name in small letters are the title of a group.
    let is_alike = is_lower(&cells[name]) || !is_lower(&above[name]);
    is_alone && is_near && is_record && is_alike && name > 0 && !names_group(&cells[name])
}

/// The column of the header to which a text is nearest by its left edge, its right one or its middle.
fn nearest_column(header: &[PrintedText], text: &PrintedText) -> usize {
    let middle = |one: &PrintedText| (one.from + one.to) / 2.0;
    let distance = |name: &PrintedText| {
        let edges = [name.from - text.from, name.to - text.to, middle(name) - middle(text)];
        edges.into_iter().map(f64::abs).fold(f64::MAX, f64::min)
    };
    let places = (0..header.len()).min_by(|a, b| distance(&header[*a]).total_cmp(&distance(&header[*b])));
    places.unwrap_or(0)
}

/// Whether some of a text is below a name of the header.
fn stands_below(name: &PrintedText, text: &PrintedText) -> bool {
    text.from < name.to && text.to > name.from
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts with their left edges; a letter is one wide.
    fn line(texts: &[(f64, &str)]) -> PrintedLine {
        let text = |(from, text): &(f64, &str)| PrintedText {
            from: *from,
            to: from + text.chars().count() as f64,
            text: (*text).to_owned(),
            follows: false,
        };
        PrintedLine { texts: texts.iter().map(text).collect(), below: Some(1.5) }
    }

    #[test]
    fn texts_are_put_under_the_nearest_name_and_rests_of_names_behind_them() {
        let lines = [
            line(&[(0.0, "AGRO SUL")]),
            line(&[(0.0, "Cód."), (10.0, "Produto"), (60.0, "Preço")]),
            line(&[(0.0, "HERBICIDAS")]),
            line(&[(0.0, "001"), (10.0, "Enxada larga com"), (57.0, "1.234,50")]),
            line(&[(10.0, "cabo de madeira")]),
            line(&[(0.0, "002"), (10.0, "Pá"), (61.0, "9,50")]),
        ];
        let rows = build_rows(&lines, 1, Kind::Items);
        let told: Vec<String> =
            rows.iter().map(|(number, cells)| format!("{number}:{}", cells.join("|"))).collect();
        assert_eq!(
            told,
            [
                "1:AGRO SUL||",
                "2:Cód.|Produto|Preço",
                "3:HERBICIDAS||",
                "4:001|Enxada larga com cabo de madeira|1.234,50",
                "6:002|Pá|9,50",
            ]
        );
    }

    #[test]
    fn numbers_of_a_name_stay_in_it_unless_they_stand_below_another_column() {
        let mut lines = vec![line(&[(10.0, "Produto"), (50.0, "Emb."), (60.0, "Preço")])];
        let name = (10.0, "NPK Granulado Especial 04");
        lines.push(line(&[name, (36.0, "14"), (39.0, "08"), (50.0, "SC 50KG"), (61.0, "99,50")]));
        lines.push(line(&[(10.0, "Enxada de cabo comprido, a de 2026"), (51.0, "25"), (61.0, "99,50")]));
        for text in lines[1..].iter_mut().flat_map(|line| &mut line.texts) {
            text.follows = ["14", "08", "25"].contains(&&*text.text);
        }
        let rows = build_rows(&lines, 0, Kind::Items);
        assert_eq!(rows[1].1, ["NPK Granulado Especial 04 14 08", "SC 50KG", "99,50"]);
        assert_eq!(rows[2].1[1], "25");
    }

    #[test]
    fn two_numbers_under_one_name_are_no_price_together() {
        let lines = [
            line(&[(0.0, "Cód."), (10.0, "Produto"), (60.0, "Preço")]),
            line(&[(0.0, "001"), (10.0, "Enxada"), (18.0, "larga"), (57.0, "12"), (61.0, "345,00")]),
        ];
        let rows = build_rows(&lines, 0, Kind::Items);
        assert_eq!(rows[1].1, ["001", "Enxada larga", "12 / 345,00"]);
        assert!(celeiro_domain::catalog::Price::read(&rows[1].1[2], None).is_err());
    }
}
