//! Rows of a drawn table as a list has them: notes as a column of their own, marks of footnotes and dashes taken off.

use super::{HEADER_LINES, NumberedRows};
use crate::import::error::Refusal;
use crate::import::protocol::ParserJob;
use crate::import::reader::Stop;
use crate::import::reader::document::DrawnRow;
use crate::import::reader::header::{JOINT, Knowledge, best_names, is_complete};
use crate::import::report::NO_HEADER;
use celeiro_domain::catalog::RecordField;
use celeiro_domain::text::normalize_text;
use std::collections::HashSet;

/// Marks of footnotes, as they stand behind a name or a price.
const MARKS: [char; 5] = ['¹', '²', '³', '⁴', '⁵'];
/// Units before which a raised figure is no mark of a footnote.
const UNITS: [&str; 4] = ["m", "cm", "km", "mm"];
/// What stands in a cell for nothing.
const DASHES: [&str; 3] = ["-", "–", "—"];
/// What follows the title of a group that began on the page before.
const CONTINUED: [&str; 5] = ["continuacao", "cont", "cont.", "continua", "continued"];

/// The place of the header among the rows, and the rows, each with its number; `None` where no table with a header of
/// these records is drawn.
///
/// # Errors
/// [`Refusal::NoHeaderRow`] where a person said another row than there are.
pub(super) fn read_drawn_table(
    mut rows: Vec<DrawnRow>,
    job: &ParserJob,
) -> Result<Option<(usize, NumberedRows)>, Stop> {
    let Some(likely) = find_header(&rows, job) else { return Ok(None) };
    let at = match job.header_row.filter(|said| *said != NO_HEADER) {
        Some(said) if said as usize > rows.len() => return Err(Refusal::NoHeaderRow(said).into()),
        Some(said) => said as usize - 1,
        None => likely,
    };
    let own = rows[likely].cells.clone();
    let joined = join_head_lines(&rows, likely).filter(|_| at == likely);
    let below = joined.map(|(names, below)| {
        rows[likely].cells = names;
        below
    });
    let (header, noted) = name_columns(&rows, likely);
    let known = Knowledge::of(job);
    let price = best_names(known, header.iter().map(String::as_str)).get(&RecordField::Price).copied();
    let marks = find_marks(&rows);
    let mut repeated: HashSet<Vec<String>> = rows[..likely].iter().map(|row| row.cells.clone()).collect();
    repeated.extend(below);
    let mut table = NumberedRows::new();
    for (place, row) in rows.into_iter().enumerate() {
        // The title of the page comes again on the next one, word for word.
        if place > likely && repeated.contains(&row.cells) {
            continue;
        }
        let is_head = place == likely || row.cells == own;
        let cells = if is_head { header.clone() } else { build_cells(row, &noted, price, &marks) };
        table.push((place as u32 + 1, cells));
    }
    Ok(Some((at, table)))
}

/// The first row that names what a record needs.
fn find_header(rows: &[DrawnRow], job: &ParserJob) -> Option<usize> {
    let is_header = |at: &usize| {
        let cells = &rows[*at].cells;
        let mut names = name_first_parts(cells);
        // A person named the columns by both lines of the head.
        if let Some((joined, _)) = join_head_lines(rows, *at) {
            let of_two = names.iter_mut().zip(joined).filter(|(name, _)| name.is_empty());
            of_two.for_each(|(name, joined)| *name = joined);
        }
        cells.iter().filter(|cell| !cell.is_empty()).count() > 1 && is_complete(Knowledge::of(job), &names)
    };
    (0..rows.len().min(HEADER_LINES)).find(is_header)
}

/// Joins a head of two lines in which names of one line stand in the middle: the lines above and below it have the names
/// of the same columns, and only of those that the middle has none of. Gives the joined cells and those of the lower line.
fn join_head_lines(rows: &[DrawnRow], header: usize) -> Option<(Vec<String>, Vec<String>)> {
    let above = &rows.get(header.checked_sub(1)?)?.cells;
    let (own, below) = (&rows.get(header)?.cells, &rows.get(header + 1)?.cells);
    let width = own.len().min(above.len()).min(below.len());
    let is_of_two = |at: &usize| !above[*at].is_empty() && !below[*at].is_empty();
    let is_of_one = |at: &usize| above[*at].is_empty() && below[*at].is_empty();
    let is_split = |at: usize| if own[at].is_empty() { is_of_two(&at) } else { is_of_one(&at) };
    let told: Vec<usize> = (0..width).filter(is_of_two).collect();
    if told.len() < 2 || !(0..width).all(is_split) {
        return None;
    }
    let mut names = own.clone();
    for at in told {
        names[at] = format!("{}{JOINT}{}", above[at], below[at]);
    }
    Some((names, below.clone()))
}

/// The names without what they say of notes: `Produto / Garantias` is `Produto`.
fn name_first_parts(cells: &[String]) -> Vec<String> {
    cells
        .iter()
        .map(|name| name.split_once(JOINT).map_or(name.as_str(), |(first, _)| first).to_owned())
        .collect()
}

/// What the columns are called, and which of them have notes: those are columns behind the others.
fn name_columns(rows: &[DrawnRow], header: usize) -> (Vec<String>, Vec<usize>) {
    let cells = &rows[header].cells;
    let has_notes =
        |at: &usize| rows.iter().any(|row| row.notes.get(*at).is_some_and(|note| !note.is_empty()));
    let noted: Vec<usize> = (0..cells.len()).filter(has_notes).collect();
    let mut names = cells.clone();
    for at in &noted {
        let note = match cells[*at].split_once(JOINT) {
            Some((first, note)) => {
                first.clone_into(&mut names[*at]);
                note.to_owned()
            }
            None => format!("{} 2", cells[*at]),
        };
        names.push(note);
    }
    (names, noted)
}

/// The marks of footnotes that a text around the tables explains.
fn find_marks(rows: &[DrawnRow]) -> Vec<char> {
    let is_explained = |mark: &char| {
        let explains = |cell: &String| {
            cell.split(*mark).skip(1).any(|rest| rest.starts_with(' ')) && cell.starts_with(MARKS)
        };
        rows.iter().any(|row| row.cells.iter().any(explains))
    };
    MARKS.into_iter().filter(is_explained).collect()
}

fn build_cells(row: DrawnRow, noted: &[usize], price: Option<usize>, marks: &[char]) -> Vec<String> {
    let DrawnRow { mut cells, notes, across } = row;
    for (first, last, text) in across {
        // A word over several columns of prices says why there is none.
        let at = price.filter(|at| (first..=last).contains(at)).unwrap_or(first);
        if let Some(cell) = cells.get_mut(at) {
            *cell = if cell.is_empty() { text } else { format!("{cell}{JOINT}{text}") };
        }
    }
    let is_title = cells.iter().filter(|cell| !cell.is_empty()).count() == 1;
    let mut cells: Vec<String> = cells.iter().map(|cell| clean_cell(cell, marks)).collect();
    if let Some(title) = cells.first_mut().filter(|_| is_title) {
        *title = without_continued(title).to_owned();
    }
    cells.extend(noted.iter().map(|at| notes.get(*at).cloned().unwrap_or_default()));
    cells
}

fn clean_cell(cell: &str, marks: &[char]) -> String {
    if DASHES.contains(&cell.trim()) {
        return String::new();
    }
    let bare = cell.trim_end_matches(marks);
    let is_unit = bare.split_whitespace().next_back().is_some_and(|word| UNITS.contains(&word));
    if is_unit { cell.to_owned() } else { bare.trim_end().to_owned() }
}

/// The title of a group without the word that it goes on: `SEMENTES (continuação)`.
fn without_continued(title: &str) -> &str {
    let bracketed = title.trim_end().strip_suffix(')').and_then(|open| open.rsplit_once('('));
    match bracketed {
        Some((bare, word)) if CONTINUED.contains(&&*normalize_text(word)) => bare.trim_end(),
        _ => title,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[&str], note: &str, across: &[(usize, usize, &str)]) -> DrawnRow {
        let mut notes = vec![String::new(); cells.len()];
        note.clone_into(&mut notes[1]);
        DrawnRow {
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
            notes,
            across: across.iter().map(|(first, last, text)| (*first, *last, (*text).to_owned())).collect(),
        }
    }

    #[test]
    fn notes_are_a_column_and_marks_and_dashes_are_taken_off() {
        let rows = [
            row(&["Código", "Produto / Garantias", "EAN", "Preço"], "", &[]),
            row(&["V-1", "Boro¹", "–", "10,50²"], "B 10%", &[]),
            row(&["V-2", "Lona 4 m²", "789", ""], "", &[(2, 3, "DESCONTINUADO")]),
            row(&["¹ com receita ² em promoção", "", "", ""], "", &[]),
        ];
        let (names, noted) = name_columns(&rows, 0);
        assert_eq!(names, ["Código", "Produto", "EAN", "Preço", "Garantias"]);
        let marks = find_marks(&rows);
        assert_eq!(marks, ['¹', '²']);
        let cells = |at: usize| build_cells(rows[at].clone(), &noted, Some(3), &marks);
        assert_eq!(cells(1), ["V-1", "Boro", "", "10,50", "B 10%"]);
        assert_eq!(cells(2), ["V-2", "Lona 4 m²", "789", "DESCONTINUADO", ""]);
    }

    #[test]
    fn a_head_of_two_lines_is_one_where_names_of_one_line_stand_between_them() {
        let head = |middle: &str| {
            [
                row(&["", "", "R$/L", "R$/embal."], "", &[]),
                row(&["Código", "Produto", middle, ""], "", &[]),
                row(&["", "", "s/ imp.", "c/ imp. à vista"], "", &[]),
                row(&["V-1", "Boro", "10,50", "52,50"], "", &[]),
            ]
        };
        let rows = head("");
        let (names, below) = join_head_lines(&rows, 1).unwrap();
        assert_eq!(names, ["Código", "Produto", "R$/L / s/ imp.", "R$/embal. / c/ imp. à vista"]);
        assert_eq!(below, rows[2].cells);
        assert_eq!(join_head_lines(&head("Preço"), 1), None);
        assert_eq!(join_head_lines(&rows, 0), None, "nothing stands above");
        assert_eq!(join_head_lines(&rows[1..], 1), None, "a first product");
    }

    #[test]
    fn the_title_of_a_group_is_the_same_on_its_second_page() {
        assert_eq!(without_continued("SEMENTES (continuação)"), "SEMENTES");
        assert_eq!(without_continued("Adubos (cont.)"), "Adubos");
        assert_eq!(without_continued("Adubos (NPK)"), "Adubos (NPK)");
    }
}
