//! Split tables: parts of one list beside each other, or on several sheets, are read one after the other under the
//! columns of the first.
//!
//! A row of the first table has its own number. One of a table behind it has the number of its row and
//! [`PART_ROWS`] more for every table before, so that no two rows have one number.

use super::heading::{HeadRow, is_text};
use super::joined::JoinedHeader;
use super::joined::bands::texts_of;
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{FieldsByCells, Knowledge, best_names};
use crate::import::report::TablePlace;
use celeiro_domain::catalog::RecordField;
use celeiro_domain::import::is_category_title;
use celeiro_domain::text::normalize_text;

/// By how much the numbers of rows of one table are above those of the table before it.
pub(in crate::import) const PART_ROWS: u32 = 10_000_000;
/// Tables of one list at most.
const MAX_PARTS: usize = 40;
/// Rows from the header of the first table on in which the header of another may stand.
const HEADER_REACH: usize = 4;

/// A table of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::import::reader) struct Part {
    /// The sheet where that is another than the first table's.
    pub sheet: Option<String>,
    /// Its first column and the one behind its last, from 0.
    columns: (usize, usize),
    /// The number of its header's row, and how many rows right below that belong to the header.
    header_row: u32,
    rows_below: u32,
    /// By its columns the column of the first table under which they are put.
    to: Vec<usize>,
    /// What stands above its header: the category of its products.
    pub caption: Option<String>,
}

impl Part {
    /// A row of the file under the columns of the first table; `None` for one above the table.
    pub fn take_row<'c>(&self, number: u32, mut cells: Vec<Cell<'c>>, width: usize) -> Option<Vec<Cell<'c>>> {
        if number <= self.header_row.saturating_add(self.rows_below) {
            return None;
        }
        let mut taken = vec![Cell::Blank; width];
        let (first, _) = self.columns;
        for (at, to) in self.to.iter().enumerate() {
            if let Some(cell) = cells.get_mut(first + at) {
                taken[*to] = std::mem::replace(cell, Cell::Blank);
            }
        }
        Some(taken)
    }

    /// Row number of the header of this part of a split table.
    pub fn header_row(&self) -> u32 {
        self.header_row
    }

    /// The columns of the first table that this one lacks.
    pub fn list_absent(&self, width: usize) -> Vec<usize> {
        (0..width).filter(|at| !self.to.contains(at)).collect()
    }
}

/// The header of a table with what the rows around it say of its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::import::reader) struct TableHeader {
    /// What the columns are called.
    pub names: Vec<String>,
    /// The number of its row.
    pub row: u32,
    /// How many rows right below belong to it.
    pub rows_below: u32,
}

/// The tables of a list, the first one first, and what their columns are called together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::import::reader) struct Parts {
    pub names: Vec<String>,
    pub parts: Vec<Part>,
    /// The columns of the first table that are a field by its cells.
    pub by_cells: FieldsByCells,
}

impl Parts {
    /// The header of all tables; `None` where its names say all.
    pub fn join_header(&self) -> Option<JoinedHeader> {
        let says_more = self.by_cells != FieldsByCells::default();
        says_more.then(|| JoinedHeader::of_names(self.names.clone(), self.by_cells))
    }

    /// Where the other tables stand, as people name the places: their sheets, or their first columns.
    pub fn list_places(&self) -> Vec<String> {
        let place = |part: &Part| part.sheet.clone().unwrap_or_else(|| column_letters(part.columns.0));
        self.parts.iter().skip(1).map(place).collect()
    }

    /// Lists the places of all tables in the file; the first one is on the sheet `first`, and so are those that are
    /// beside it.
    pub fn list_tables(&self, first: &str) -> Vec<TablePlace> {
        let has_sheets = self.parts.iter().any(|part| part.sheet.is_some());
        let name = |part: &Part| match &part.sheet {
            Some(sheet) => sheet.clone(),
            None if has_sheets && part.columns.0 == self.parts[0].columns.0 => first.to_owned(),
            None => column_letters(part.columns.0),
        };
        let place = |(index, part)| TablePlace { name: name(part), rows_before: index * PART_ROWS };
        (0u32..).zip(&self.parts).map(place).collect()
    }

    /// Adds the table of another sheet, which has this header; whether there was room.
    pub fn add_sheet(
        &mut self,
        sheet: &str,
        header: &TableHeader,
        caption: Option<String>,
        known: Knowledge<'_>,
    ) -> bool {
        if self.parts.len() >= MAX_PARTS {
            return false;
        }
        let TableHeader { names: own, row: header_row, rows_below } = header;
        let first = Knowledge { by_cells: self.by_cells, ..known };
        let (own_fields, mut fields) = (list_fields(own, known), list_fields(&self.names, first));
        let to = map_columns(own, &own_fields, (&mut self.names, &mut fields));
        self.parts.push(Part {
            sheet: Some(sheet.to_owned()),
            columns: (0, own.len()),
            header_row: *header_row,
            rows_below: *rows_below,
            to,
            caption,
        });
        true
    }

    /// The table below this header as the only one.
    pub fn of_one(header: TableHeader, by_cells: FieldsByCells, caption: Option<String>) -> Self {
        let TableHeader { names, row: header_row, rows_below } = header;
        let width = names.len();
        let to = (0..width).collect();
        let part = Part { sheet: None, columns: (0, width), header_row, rows_below, to, caption };
        Self { names, parts: vec![part], by_cells }
    }
}

/// The tables beside the one whose header is `rows[at]`, with that; `None` where it stands alone.
pub(in crate::import::reader) fn find_tables_beside(
    rows: &[HeadRow],
    at: usize,
    known: Knowledge<'_>,
) -> Option<Parts> {
    let blocks = find_blocks(rows, at);
    let mut starts: Vec<(usize, usize, usize)> = Vec::new();
    for (first, last) in blocks {
        match find_header(rows, at, (first, last), known) {
            Some(header) => starts.push((first, last, header)),
            // A blank column may stand within a table.
            None => starts.last_mut()?.1 = last,
        }
    }
    let starts: Vec<_> = starts.into_iter().flat_map(|start| split_repeated(rows, start, known)).collect();
    if starts.len() < 2 || starts.len() > MAX_PARTS {
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    let mut fields: Vec<Option<RecordField>> = Vec::new();
    let mut parts = Vec::new();
    for (first, last, header) in starts {
        let own = names_within(&rows[header], first, last);
        let own_fields = list_fields(&own, known);
        let to = map_columns(&own, &own_fields, (&mut names, &mut fields));
        let caption = find_caption(&rows[..header], (first, last));
        let header_row = rows[header].number;
        let columns = (first, last);
        parts.push(Part { sheet: None, columns, header_row, rows_below: 0, to, caption });
    }
    Some(Parts { names, parts, by_cells: FieldsByCells::default() })
}

/// The columns between those that are blank from the header on.
fn find_blocks(rows: &[HeadRow], at: usize) -> Vec<(usize, usize)> {
    let width = rows[at..].iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let is_used = |column: usize| {
        rows[at..].iter().any(|row| row.cells.get(column).is_some_and(|cell| *cell != Cell::Blank))
    };
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    for column in (0..width).filter(|column| is_used(*column)) {
        match blocks.last_mut() {
            Some((_, last)) if *last == column => *last += 1,
            _ => blocks.push((column, column + 1)),
        }
    }
    blocks
}

/// The row that is the header of a block: one that names products and has another column beside.
fn find_header(
    rows: &[HeadRow],
    at: usize,
    (first, last): (usize, usize),
    known: Knowledge<'_>,
) -> Option<usize> {
    let is_header = |row: &&usize| {
        let cells = rows[**row].cells.get(first..last.min(rows[**row].cells.len())).unwrap_or_default();
        let filled = cells.iter().filter(|cell| **cell != Cell::Blank).count();
        let names = names_within(&rows[**row], first, last);
        let is_text_row = cells.iter().filter(|cell| is_text(cell) || is_sign(cell)).count() == filled;
        filled >= 2 && is_text_row && list_fields(&names, known).contains(&Some(RecordField::Name))
    };
    let near: Vec<usize> = (at..rows.len().min(at + HEADER_REACH)).collect();
    near.iter().find(is_header).copied()
}

/// `R$` and `%` are names of columns, too.
fn is_sign(cell: &Cell<'_>) -> bool {
    matches!(cell, Cell::Text(text) if text.trim().chars().count() <= 3 && !text.contains(|c: char| c.is_ascii_digit()))
}

/// A block whose names come again and again is as many tables: `Cód. Produto Preço Cód. Produto Preço`.
fn split_repeated(
    rows: &[HeadRow],
    (first, last, header): (usize, usize, usize),
    known: Knowledge<'_>,
) -> Vec<(usize, usize, usize)> {
    let names: Vec<String> =
        names_within(&rows[header], first, last).iter().map(|name| normalize_text(name)).collect();
    let repeats = |length: &usize| {
        names.len().is_multiple_of(*length)
            && (*length..names.len()).all(|at| names[at] == names[at - *length])
            && list_fields(&names[..*length], known).contains(&Some(RecordField::Name))
    };
    match (2..=names.len() / 2).find(repeats) {
        Some(length) => (first..last).step_by(length).map(|from| (from, from + length, header)).collect(),
        None => vec![(first, last, header)],
    }
}

fn names_within(row: &HeadRow, first: usize, last: usize) -> Vec<String> {
    let mut texts = texts_of(row);
    texts.resize(texts.len().max(last), String::new());
    texts[first..last].to_vec()
}

/// Whether columns of these names have products with prices.
pub(in crate::import::reader) fn has_prices(names: &[String], known: Knowledge<'_>) -> bool {
    let fields = list_fields(names, known);
    fields.contains(&Some(RecordField::Name)) && fields.contains(&Some(RecordField::Price))
}

/// The field of each of these columns.
fn list_fields(names: &[String], known: Knowledge<'_>) -> Vec<Option<RecordField>> {
    let best = best_names(known, names.iter().map(String::as_str));
    let field = |at: usize| best.iter().find(|(_, place)| **place == at).map(|(field, _)| *field);
    (0..names.len()).map(field).collect()
}

/// Under which of `names` each of these columns is put: that of the same field, or of the same name; else a new one.
/// `own_fields` are their fields, and `fields` those of `names`.
fn map_columns(
    own: &[String],
    own_fields: &[Option<RecordField>],
    (names, fields): (&mut Vec<String>, &mut Vec<Option<RecordField>>),
) -> Vec<usize> {
    let mut taken: Vec<usize> = Vec::new();
    for (name, field) in own.iter().zip(own_fields) {
        let folded = normalize_text(name);
        let is_free = |place: &usize| !taken.contains(place);
        let by_field = fields.iter().position(|other| field.is_some() && other == field).filter(is_free);
        let is_same = |place: &usize| !folded.is_empty() && normalize_text(&names[*place]) == folded;
        let by_name = (0..names.len()).find(|place| is_same(place) && is_free(place));
        let place = by_field.or(by_name).unwrap_or(names.len());
        if place == names.len() {
            names.push(name.clone());
            fields.push(*field);
        }
        taken.push(place);
    }
    taken
}

/// The title of a group above the header of a table.
fn find_caption(above: &[HeadRow], (first, last): (usize, usize)) -> Option<String> {
    let row = above.last()?;
    let cells = row.cells.get(first..last.min(row.cells.len()))?;
    let mut filled = cells.iter().filter(|cell| **cell != Cell::Blank);
    let title = filled.next()?.clone().into_text()?;
    (filled.next().is_none() && is_category_title(&title)).then(|| title.trim().to_owned())
}

/// `A` for 0, `AA` for 26.
fn column_letters(at: usize) -> String {
    let letter = char::from(b'A' + (at % 26) as u8);
    match at / 26 {
        0 => letter.to_string(),
        above => format!("{}{letter}", column_letters(above - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::joined::bands::tests::rows;
    use super::*;
    use celeiro_domain::search::Kind;

    const ITEMS: Knowledge<'static> = Knowledge::of_names(Kind::Items);

    #[test]
    fn tables_beside_each_other_are_put_under_the_columns_of_the_first() {
        let lines = [
            "HERBICIDAS||||ADJUVANTES|||||",
            "Cód.|Produto|Preço||Descrição|R$||SEMENTES||",
            "1|Enxada|10,50||Óleo|9,50||Ref.|Híbrido/Cultivar|Sc",
            "2|Pá|11,50|||||7|Milho|20 kg",
        ];
        let rows = rows(&lines);
        let found = find_tables_beside(&rows, 1, ITEMS).unwrap();
        assert_eq!(found.names, ["Cód.", "Produto", "Preço", "Sc"]);
        assert_eq!(found.list_places(), ["E", "H"]);
        let tables: Vec<_> =
            found.list_tables("Plan1").into_iter().map(|table| (table.name, table.rows_before)).collect();
        assert_eq!(tables, [("A".to_owned(), 0), ("E".to_owned(), 10_000_000), ("H".to_owned(), 20_000_000)]);
        let told: Vec<_> = found
            .parts
            .iter()
            .map(|part| (part.caption.as_deref(), part.header_row, part.to.clone()))
            .collect();
        assert_eq!(
            told,
            [
                (Some("HERBICIDAS"), 2, vec![0, 1, 2]),
                (Some("ADJUVANTES"), 2, vec![1, 2]),
                (Some("SEMENTES"), 3, vec![0, 1, 3]),
            ]
        );
        let row = rows[3].cells.clone();
        let taken = found.parts[2].take_row(4, row, 4).unwrap();
        let texts: Vec<_> = taken.into_iter().map(|cell| cell.into_text().unwrap_or_default()).collect();
        assert_eq!(texts, ["7", "Milho", "", "20 kg"]);
        assert_eq!(found.parts[1].list_absent(4), [0, 3]);
    }

    #[test]
    fn names_that_come_again_make_a_second_table_and_blank_columns_within_one_do_not() {
        let twice = ["Cód.|Produto|Preço|Cód.|Produto|Preço", "1|Enxada|1,5|2|Pá|2,5"];
        assert_eq!(find_tables_beside(&rows(&twice), 0, ITEMS).unwrap().parts.len(), 2);
        for one in [
            ["Cód.||Produto||Grupo|Preço", "1||Enxada||A|1,5"],
            ["Produto|Preço|Prazo|Preço|Prazo|Obs.", "Pá|1|2|3|4|x"],
        ] {
            assert_eq!(find_tables_beside(&rows(&one), 0, ITEMS), None, "{one:?}");
        }
    }
}
