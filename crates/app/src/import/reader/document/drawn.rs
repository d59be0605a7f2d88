//! Tables of a PDF that are drawn with a frame around each cell.
//!
//! The frames say what belongs together where the heights of lines do not: a cell may be several rows tall, with its
//! text in the middle, and have several lines. Tables without frames, or with lines alone, are left to `printed`.

use super::characters::{CELL_GAP, CellFrame, GAP, PlacedText, group_lines};

/// By how many points frames of one column or row may differ.
const NEAR: f64 = 1.5;
/// Cells of a column, and columns of a table, at least.
const LEAST_CELLS: usize = 3;
const LEAST_COLUMNS: usize = 3;
/// Share of a table's width that its columns fill at least.
const LEAST_COVERAGE: f64 = 0.8;
/// Type of less than this part of that of the first line of its cell is a note below it.
const NOTE_SIZE: f64 = 0.93;
/// By how much of the type size characters of one line may stand higher or lower.
const SAME_LINE: f64 = 0.2;
/// Where the middle of a text is above its line, in sizes of its type.
const MIDDLE: f64 = 0.3;

/// A page with its frames.
#[derive(Debug)]
pub(super) struct DrawnPage {
    pub characters: Vec<PlacedText>,
    pub frames: Vec<CellFrame>,
}

/// A row of a drawn table, or a text of the page around it in the first cell.
#[derive(Debug, Default, Clone, PartialEq)]
pub(in crate::import::reader) struct DrawnRow {
    /// By column; a cell that is several rows tall is in each of them.
    pub cells: Vec<String>,
    /// What stands in smaller type below the text of a cell, by column.
    pub notes: Vec<String>,
    /// Texts across several columns: the first and the last one, and what they say.
    pub across: Vec<(usize, usize, String)>,
}

impl DrawnRow {
    /// A row of so many columns, in which nothing stands.
    fn blank(columns: usize) -> Self {
        let texts = vec![String::new(); columns];
        Self { cells: texts.clone(), notes: texts, across: Vec::new() }
    }
}

/// The rows of the tables on all pages; none where no table is drawn.
pub(super) fn read_drawn_rows(pages: &[DrawnPage]) -> Vec<DrawnRow> {
    let columns = find_columns(pages);
    if columns.len() < LEAST_COLUMNS {
        return Vec::new();
    }
    pages.iter().flat_map(|page| read_page(page, &columns)).collect()
}

/// The left and right edges of the columns: the narrowest frames that come often and lie beside each other.
fn find_columns(pages: &[DrawnPage]) -> Vec<(f64, f64)> {
    let mut counts: Vec<((f64, f64), usize)> = Vec::new();
    for frame in pages.iter().flat_map(|page| &page.frames).filter(|frame| frame.is_cell()) {
        let is_same = |(left, right): (f64, f64)| {
            (left - frame.left).abs() < NEAR && (right - frame.right).abs() < NEAR
        };
        match counts.iter_mut().find(|(edges, _)| is_same(*edges)) {
            Some((_, count)) => *count += 1,
            None => counts.push(((frame.left, frame.right), 1)),
        }
        // Drawings are no tables, and each further frame costs as much as there are edges.
        if counts.len() > 500 {
            return Vec::new();
        }
    }
    counts.retain(|(_, count)| *count >= LEAST_CELLS);
    counts.sort_by(|((l, r), _), ((left, right), _)| (r - l).total_cmp(&(right - left)));
    let mut columns: Vec<(f64, f64)> = Vec::new();
    for ((left, right), _) in counts {
        if columns.iter().all(|(l, r)| right <= l + NEAR || left >= r - NEAR) {
            columns.push((left, right));
        }
    }
    columns.sort_by(|a, b| a.0.total_cmp(&b.0));
    let filled: f64 = columns.iter().map(|(left, right)| right - left).sum();
    let width = columns.last().map_or(0.0, |last| last.1) - columns.first().map_or(0.0, |first| first.0);
    if filled < width * LEAST_COVERAGE { Vec::new() } else { columns }
}

/// Characters of a line without a gap as wide as that between cells.
#[derive(Debug, Clone)]
struct Run {
    left: f64,
    right: f64,
    height: f64,
    size: f64,
    text: String,
}

impl Run {
    fn middle(&self) -> f64 {
        self.height + self.size * MIDDLE
    }

    /// The columns that it stands below; the nearest one where there is none.
    fn columns(&self, columns: &[(f64, f64)]) -> (usize, usize) {
        let overlap = |(left, right): &(f64, f64)| self.right.min(*right) - self.left.max(*left);
        let is_below = |at: &usize| overlap(&columns[*at]) > (self.right - self.left) * 0.15;
        let mut below = (0..columns.len()).filter(is_below);
        match below.next() {
            Some(first) => (first, below.next_back().unwrap_or(first)),
            None => (self.nearest(columns), self.nearest(columns)),
        }
    }

    fn nearest(&self, columns: &[(f64, f64)]) -> usize {
        let middle = f64::midpoint(self.left, self.right);
        let distance = |at: &usize| (f64::midpoint(columns[*at].0, columns[*at].1) - middle).abs();
        (0..columns.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }
}

/// The runs of a page, from the top to the bottom and from the left to the right.
fn build_runs(characters: &[PlacedText], columns: &[(f64, f64)]) -> Vec<Run> {
    let printed = characters.iter().filter(|one| !one.text.trim().is_empty());
    let mut runs: Vec<Run> = Vec::new();
    for (_, line) in group_lines(printed, SAME_LINE) {
        let first = runs.len();
        for one in line {
            match runs[first..].last_mut() {
                Some(run) if !ends_before(run, one, columns) => {
                    if one.from > run.right + one.size * GAP {
                        run.text.push(' ');
                    }
                    run.text.push_str(&one.text);
                    run.right = run.right.max(one.to);
                }
                _ => runs.push(Run {
                    left: one.from,
                    right: one.to,
                    height: one.height,
                    size: one.size,
                    text: one.text.clone(),
                }),
            }
        }
    }
    runs
}

/// Whether a run ends before a character: the gap is wide, or a frame stands in it.
fn ends_before(run: &Run, next: &PlacedText, columns: &[(f64, f64)]) -> bool {
    let gap = next.from - run.right;
    let is_between = |edge: f64| edge >= run.right - NEAR && edge <= next.from + NEAR;
    let has_edge = || columns.iter().any(|(left, right)| is_between(*left) || is_between(*right));
    gap > next.size * CELL_GAP || (gap > next.size * GAP && has_edge())
}

/// The rows of a page and the texts around them, from the top to the bottom.
fn read_page(page: &DrawnPage, columns: &[(f64, f64)]) -> Vec<DrawnRow> {
    let is_of = |frame: &CellFrame, (left, right): (f64, f64)| {
        (frame.left - left).abs() < NEAR && (frame.right - right).abs() < NEAR
    };
    let cells: Vec<Vec<CellFrame>> = columns
        .iter()
        .map(|column| page.frames.iter().filter(|f| f.is_cell() && is_of(f, *column)).copied().collect())
        .collect();
    let rows = find_rows(&cells);
    let is_inside = |run: &Run| rows.iter().any(|row| row.spans(run.middle()));
    let mut inside = build_runs(&page.characters, columns);
    inside.retain(is_inside);
    // A sentence beside the table is no row of cells: edges of columns do not part it.
    let mut around = build_runs(&page.characters, &[]);
    around.retain(|run| !is_inside(run));
    let table = rows.iter().map(|row| (row.top, build_row(*row, &cells, &inside, columns)));
    let mut all: Vec<(f64, DrawnRow)> = table.collect();
    all.extend(build_texts_around(around, &page.frames, columns));
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().map(|(_, row)| row).collect()
}

/// The rows of a table: the cells of the column that has most of them.
fn find_rows(cells: &[Vec<CellFrame>]) -> Vec<CellFrame> {
    let distinct = |frames: &Vec<CellFrame>| {
        let mut frames = frames.clone();
        frames.sort_by(|a, b| b.top.total_cmp(&a.top));
        frames.dedup_by(|a, b| (a.top - b.top).abs() < NEAR);
        frames
    };
    let columns: Vec<Vec<CellFrame>> = cells.iter().map(distinct).collect();
    let most = columns.iter().map(Vec::len).max().unwrap_or(0);
    columns.into_iter().find(|frames| frames.len() == most).unwrap_or_default()
}

/// A row with the texts of the cells that it crosses.
fn build_row(row: CellFrame, cells: &[Vec<CellFrame>], runs: &[Run], columns: &[(f64, f64)]) -> DrawnRow {
    let middle = f64::midpoint(row.bottom, row.top);
    let mut drawn = DrawnRow::blank(columns.len());
    for (at, frames) in cells.iter().enumerate() {
        let frame = frames.iter().find(|frame| frame.spans(middle)).copied().unwrap_or(row);
        let mut size = None;
        for run in runs.iter().filter(|run| frame.spans(run.middle()) && run.columns(columns) == (at, at)) {
            let is_note = run.size < *size.get_or_insert(run.size) * NOTE_SIZE;
            let text = if is_note { &mut drawn.notes[at] } else { &mut drawn.cells[at] };
            join_text(text, &run.text);
        }
    }
    for run in runs.iter().filter(|run| row.spans(run.middle())) {
        let (first, last) = run.columns(columns);
        if first != last {
            drawn.across.push((first, last, run.text.clone()));
        }
    }
    drawn
}

/// The texts outside of the rows, each with its height. Those of a wide frame belong together: below three columns or
/// more they are a header of several lines, else a title. Others are a row a line.
fn build_texts_around(runs: Vec<Run>, frames: &[CellFrame], columns: &[(f64, f64)]) -> Vec<(f64, DrawnRow)> {
    let frame_of = |run: &Run| {
        let is_around = |frame: &&CellFrame| {
            frame.is_cell() && frame.spans(run.middle()) && frame.left <= run.left && run.right <= frame.right
        };
        let height = |frame: &CellFrame| frame.top - frame.bottom;
        frames.iter().filter(is_around).min_by(|a, b| height(a).total_cmp(&height(b))).copied()
    };
    let mut groups: Vec<(Option<CellFrame>, Vec<Run>)> = Vec::new();
    for run in runs {
        let frame = frame_of(&run);
        let group = groups.iter_mut().rev().find(|(other, others)| match frame {
            Some(_) => *other == frame,
            None => other.is_none() && (others[0].height - run.height).abs() <= run.size * SAME_LINE,
        });
        match group {
            Some((_, others)) => others.push(run),
            None => groups.push((frame, vec![run])),
        }
    }
    groups.into_iter().flat_map(|(_, runs)| build_group(&runs, columns)).collect()
}

fn build_group(runs: &[Run], columns: &[(f64, f64)]) -> Vec<(f64, DrawnRow)> {
    let height = runs.iter().map(Run::middle).fold(f64::MIN, f64::max);
    let mut together = DrawnRow::blank(columns.len());
    for run in runs {
        join_text(&mut together.cells[run.nearest(columns)], &run.text);
    }
    if together.cells.iter().filter(|cell| !cell.is_empty()).count() >= LEAST_COLUMNS {
        return vec![(height, together)];
    }
    let alone = runs.iter().map(|run| {
        let mut row = DrawnRow::blank(columns.len());
        row.cells[0].clone_from(&run.text);
        (height, row)
    });
    alone.collect()
}

fn join_text(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text at its place, of the size 8; a letter is 4 wide.
    fn place_text(page: &mut DrawnPage, (left, height, size): (f64, f64, f64), text: &str) {
        for (at, c) in text.chars().enumerate().filter(|(_, c)| *c != ' ') {
            let from = left + 4.0 * at as f64;
            page.characters.push(PlacedText { from, to: from + 4.0, height, size, text: c.to_string() });
        }
    }

    fn frame(left: f64, right: f64, bottom: f64, top: f64) -> CellFrame {
        CellFrame { left, right, bottom, top }
    }

    /// A header of two lines in one frame, a title, and two packages of a product whose name is two rows tall.
    fn page() -> DrawnPage {
        let mut page = DrawnPage { characters: Vec::new(), frames: Vec::new() };
        page.frames.push(frame(0.0, 300.0, 180.0, 200.0));
        page.frames.push(frame(0.0, 300.0, 168.0, 180.0));
        for (number, top) in [168.0, 156.0, 144.0].into_iter().enumerate() {
            for (left, right) in [(0.0, 50.0), (200.0, 250.0), (250.0, 300.0)] {
                page.frames.push(frame(left, right, top - 12.0, top));
            }
            place_text(&mut page, (2.0, top - 9.0, 8.0), &format!("V-{number}"));
        }
        page.frames.push(frame(50.0, 200.0, 144.0, 168.0));
        page.frames.push(frame(50.0, 200.0, 132.0, 144.0));
        page.frames.push(frame(50.0, 200.0, 100.0, 112.0));
        place_text(&mut page, (60.0, 188.0, 8.0), "Produto / Notas");
        place_text(&mut page, (10.0, 188.0, 8.0), "Cod");
        place_text(&mut page, (205.0, 192.0, 8.0), "Preco");
        place_text(&mut page, (205.0, 184.0, 8.0), "vista");
        place_text(&mut page, (4.0, 171.0, 8.0), "FERRAMENTAS DE");
        place_text(&mut page, (55.0, 157.0, 8.0), "Enxada larga");
        place_text(&mut page, (55.0, 148.0, 6.0), "com cabo");
        place_text(&mut page, (55.0, 135.0, 8.0), "Foice");
        place_text(&mut page, (205.0, 159.0, 8.0), "10,50");
        place_text(&mut page, (205.0, 147.0, 8.0), "12,50");
        place_text(&mut page, (230.0, 135.0, 8.0), "ESGOTADO");
        page
    }

    #[test]
    fn cells_of_several_rows_and_lines_are_read_by_their_frames() {
        let rows = read_drawn_rows(&[page()]);
        let told: Vec<String> = rows.iter().map(|row| row.cells.join("|")).collect();
        assert_eq!(
            told,
            [
                "Cod|Produto / Notas|Preco vista|",
                "FERRAMENTAS DE|||",
                "V-0|Enxada larga|10,50|",
                "V-1|Enxada larga|12,50|",
                "V-2|Foice||",
            ]
        );
        assert_eq!((rows[2].notes[1].as_str(), rows[3].notes[1].as_str()), ("com cabo", "com cabo"));
        assert_eq!(rows[4].across, [(2, 3, "ESGOTADO".to_owned())]);
    }

    #[test]
    fn a_page_without_frames_has_no_drawn_table() {
        let mut bare = page();
        bare.frames.clear();
        assert!(read_drawn_rows(&[bare]).is_empty());
    }
}
